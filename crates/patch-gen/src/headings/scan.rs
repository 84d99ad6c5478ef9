//! A line, read from its start.

/// What is left of a line.
#[derive(Clone, Copy)]
pub(super) struct Scan<'l>(pub(super) &'l [u8]);

impl Scan<'_> {
    /// Goes on behind all bytes of a kind; how many there are.
    pub(super) fn skip(&mut self, is_one: impl Fn(u8) -> bool) -> usize {
        let count = self.0.iter().take_while(|byte| is_one(**byte)).count();
        self.0 = self.0.get(count..).unwrap_or_default();
        count
    }

    /// Goes on behind blanks and tabs; how many there are.
    pub(super) fn blanks(&mut self) -> usize {
        self.skip(is_blank)
    }

    /// Goes on behind these bytes, if they come next.
    pub(super) fn eat(&mut self, text: &str) -> bool {
        let rest = self.0.strip_prefix(text.as_bytes());
        self.0 = rest.unwrap_or(self.0);
        rest.is_some()
    }

    /// Goes on behind the first of these texts that comes next.
    pub(super) fn eat_any(&mut self, texts: &[&str]) -> bool {
        texts.iter().any(|text| self.eat(text))
    }

    /// Goes on behind a name as most languages have them.
    pub(super) fn name(&mut self) -> bool {
        let starts = self.0.first().is_some_and(|byte| is_letter(*byte));
        starts && self.skip(|byte| is_letter(byte) || byte.is_ascii_digit()) > 0
    }

    /// Goes on behind a word and the blanks that must follow it, if both come next.
    pub(super) fn word(&mut self, words: &[&str]) -> bool {
        let read = |word: &&str| {
            let mut ahead = *self;
            (ahead.eat(word) && ahead.blanks() > 0).then_some(ahead)
        };
        let found = words.iter().find_map(read);
        *self = found.unwrap_or(*self);
        found.is_some()
    }

    /// Whether a byte comes further on.
    pub(super) fn has(self, byte: u8) -> bool {
        self.0.contains(&byte)
    }
}

/// A blank or a tab.
pub(super) fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

/// A letter or `_`.
pub(super) fn is_letter(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_'
}

/// What a line is cut at where white space does not matter.
pub(super) fn is_space(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == 0x0B
}
