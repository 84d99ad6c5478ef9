//! A line by the widest reading there is: blanks of any kind count for nothing, typographic
//! characters are their ASCII forms.

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_and_typography_count_for_nothing() {
        assert!(same_text(b"\tf( x ) ", b"f(x)"));
        assert!(same_text("\u{201C}a\u{201D}\u{A0}\u{2014} b\u{2026}".as_bytes(), b"\"a\" - b..."));
        assert!(!same_text(b"a", b"A"));
    }
}
