//! Where a block could be said to stand, by the widest reading there is: blanks of any kind count for
//! nothing, typographic characters are their ASCII forms.
//!
//! A case whose block stands in one place even so is beyond dispute, whatever rungs a tool has.

use super::scene::{FileLine, Hunk, Scene};

/// A line as the widest reading has it.
pub(super) fn key(text: &[u8]) -> Vec<u8> {
    let lossy = String::from_utf8_lossy(text);
    let mut key = String::with_capacity(lossy.len());
    for character in lossy.chars() {
        match character {
            '\u{2018}'..='\u{201B}' => key.push('\''),
            '\u{201C}'..='\u{201F}' => key.push('"'),
            '\u{2010}'..='\u{2015}' | '\u{2212}' => key.push('-'),
            '\u{2026}' => key.push_str("..."),
            '\u{200B}' | '\u{FEFF}' => {}
            other if other.is_whitespace() => {}
            other => key.push(other),
        }
    }
    key.into_bytes()
}

/// Whether two lines are the same by the widest reading.
pub(super) fn same_text(a: &[u8], b: &[u8]) -> bool {
    a == b || key(a) == key(b)
}

/// The lines of the file at which the block stands.
pub(super) fn places(file: &[FileLine], block: &[&[u8]]) -> Vec<usize> {
    let keys: Vec<_> = block.iter().map(|line| key(line)).collect();
    let agrees = |(line, key): (&FileLine, &Vec<u8>)| has_key(&line.text, key);
    let stands = |at: &usize| {
        let lines = file.get(*at..at + keys.len());
        lines.is_some_and(|lines| lines.iter().zip(&keys).all(agrees))
    };
    (0..file.len()).filter(|_| !keys.is_empty()).filter(stands).collect()
}

/// Whether this is the key of a line. For most lines the first letter tells.
fn has_key(text: &[u8], wanted: &[u8]) -> bool {
    let first = text.trim_ascii_start().first().filter(|byte| byte.is_ascii());
    let is_other = first.is_some_and(|byte| wanted.first() != Some(byte));
    !is_other && key(text) == wanted
}

impl Scene {
    /// The lines at which the old lines of a hunk stand.
    pub(super) fn places_of(&self, hunk: &Hunk) -> Vec<usize> {
        places(&self.file, &hunk.old_block())
    }

    /// Whether every hunk stands in its place and nowhere else.
    pub(super) fn is_alone(&self) -> bool {
        self.hunks.iter().all(|hunk| self.places_of(hunk) == [hunk.at])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_and_typography_count_for_nothing() {
        assert!(same_text(b"\tf( x ) ", b"f(x)"));
        assert!(same_text("\u{201C}a\u{201D}\u{A0}\u{2014} b\u{2026}".as_bytes(), b"\"a\" - b..."));
        assert!(!same_text(b"a", b"A"));
        let line = |text: &str| FileLine { text: text.into(), ending: "\n" };
        let file = ["a", " b", "a ", "b"].map(line);
        assert_eq!(places(&file, &[b"a", b"b"]), [0, 2]);
        assert!(places(&file, &[b"b", b"c"]).is_empty());
        assert!(places(&file, &[]).is_empty());
    }
}
