//! Finds where a block could be said to match, by the widest reading.
//!
//! A case whose block matches in only one place even so is beyond dispute, whatever rungs a tool
//! has.

use super::scene::{FileLine, Hunk, Scene};
use super::widest::key;

/// The lines of the file at which the block matches.
pub(super) fn places(file: &[FileLine], block: &[&[u8]]) -> Vec<usize> {
    let keys: Vec<_> = block.iter().map(|line| key(line)).collect();
    let agrees = |(line, key): (&FileLine, &Vec<u8>)| has_key(&line.text, key);
    let matches = |at: &usize| {
        let lines = file.get(*at..at + keys.len());
        lines.is_some_and(|lines| lines.iter().zip(&keys).all(agrees))
    };
    (0..file.len()).filter(|_| !keys.is_empty()).filter(matches).collect()
}

/// Whether this is the key of a line. For most lines the first letter tells.
fn has_key(text: &[u8], wanted: &[u8]) -> bool {
    let first = text.trim_ascii_start().first().filter(|byte| byte.is_ascii());
    let is_other = first.is_some_and(|byte| wanted.first() != Some(byte));
    !is_other && key(text) == wanted
}

impl Scene {
    /// The lines at which the old lines of a hunk match.
    pub(super) fn places_of(&self, hunk: &Hunk) -> Vec<usize> {
        places(&self.file, &hunk.old_block())
    }

    /// Whether every hunk matches in its place and nowhere else.
    pub(super) fn is_alone(&self) -> bool {
        self.hunks.iter().all(|hunk| self.places_of(hunk) == [hunk.at])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_is_found_whatever_its_blanks() {
        let line = |text: &str| FileLine { text: text.into(), ending: "\n" };
        let file = ["a", " b", "a ", "b"].map(line);
        assert_eq!(places(&file, &[b"a", b"b"]), [0, 2]);
        assert!(places(&file, &[b"b", b"c"]).is_empty());
        assert!(places(&file, &[]).is_empty());
    }
}
