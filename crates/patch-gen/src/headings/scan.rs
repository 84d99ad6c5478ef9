//! Reads a line from its start.

/// The rest of a line.
#[derive(Clone, Copy)]
pub(super) struct Scan<'l>(pub(super) &'l [u8]);

impl Scan<'_> {
    /// Skips all bytes of a kind; returns how many there were.
    pub(super) fn skip(&mut self, is_one: impl Fn(u8) -> bool) -> usize {
        let count = self.0.iter().take_while(|byte| is_one(**byte)).count();
        self.0 = self.0.get(count..).unwrap_or_default();
        count
    }

    /// Skips blanks and tabs; returns how many there were.
    pub(super) fn blanks(&mut self) -> usize {
        self.skip(is_blank)
    }

    /// Skips these bytes, if they come next; returns whether they did.
    pub(super) fn eat(&mut self, text: &str) -> bool {
        let rest = self.0.strip_prefix(text.as_bytes());
        self.0 = rest.unwrap_or(self.0);
        rest.is_some()
    }

    /// Skips the first of these texts that comes next; returns whether one did.
    pub(super) fn eat_any(&mut self, texts: &[&str]) -> bool {
        texts.iter().any(|text| self.eat(text))
    }

    /// Skips a name as in most languages; returns whether there was one.
    pub(super) fn name(&mut self) -> bool {
        let starts = self.0.first().is_some_and(|byte| is_letter(*byte));
        starts && self.skip(|byte| is_letter(byte) || byte.is_ascii_digit()) > 0
    }

    /// Skips one of these words and the blanks that must follow it, if both come next; returns
    /// whether they did.
    pub(super) fn word(&mut self, words: &[&str]) -> bool {
        let read = |word: &&str| {
            let mut ahead = *self;
            (ahead.eat(word) && ahead.blanks() > 0).then_some(ahead)
        };
        let found = words.iter().find_map(read);
        *self = found.unwrap_or(*self);
        found.is_some()
    }

    /// Whether the rest contains a byte.
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

/// White space, including vertical tab.
pub(super) fn is_space(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == 0x0B
}
