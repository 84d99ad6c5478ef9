//! Maps letters with accents, which Unicode writes in two ways: as one character, or as a letter
//! and a following accent. As a rule, a text uses one way throughout.

use std::borrow::Cow;

use bstr::ByteSlice;
use unicode_normalization::UnicodeNormalization;

use crate::text::fold::composed;

/// How the file writes such letters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Letters {
    /// No old line has one.
    #[default]
    Unknown,
    /// As the patch does.
    Kept,
    Composed,
    Decomposed,
    /// Sometimes in one way, sometimes in the other.
    Mixed,
}

impl Letters {
    /// What a line of the patch shows beside that of the file that it matches.
    pub(super) fn of(patch: &[u8], file: &[u8]) -> Self {
        let [in_patch, in_file] = [patch, file].map(|line| (composed(line), decomposed(line)));
        if in_patch.0 == in_patch.1 {
            return Self::Unknown;
        }
        let form = |line: &[u8], (composed, decomposed): &(Cow<'_, [u8]>, Cow<'_, [u8]>)| {
            if line == &**composed {
                Self::Composed
            } else if line == &**decomposed {
                Self::Decomposed
            } else {
                Self::Mixed
            }
        };
        match (form(patch, &in_patch), form(file, &in_file)) {
            (Self::Mixed, _) if patch.trim_ascii() == file.trim_ascii() => Self::Kept,
            (Self::Mixed, _) => Self::Mixed,
            (of_patch, of_file) if of_patch == of_file => Self::Kept,
            (_, of_file) => of_file,
        }
    }

    /// What two lines, or two hunks, show together.
    pub(super) fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::Unknown, known) | (known, Self::Unknown) => known,
            (one, other) if one == other => one,
            _ => Self::Mixed,
        }
    }

    pub(super) fn is_same(self) -> bool {
        !matches!(self, Self::Composed | Self::Decomposed)
    }

    /// A line of the patch as the file would have it; `None` if that is unknown.
    pub(super) fn apply(self, line: Vec<u8>) -> Option<Vec<u8>> {
        match self {
            Self::Unknown | Self::Kept => Some(line),
            Self::Composed => Some(composed(&line).into_owned()),
            Self::Decomposed => Some(decomposed(&line).into_owned()),
            Self::Mixed => (composed(&line) == decomposed(&line)).then_some(line),
        }
    }

    pub(super) fn name(self) -> Option<&'static str> {
        match self {
            Self::Composed => Some("letters: composed"),
            Self::Decomposed => Some("letters: decomposed"),
            Self::Unknown | Self::Kept | Self::Mixed => None,
        }
    }
}

/// A line with every accent after its letter.
fn decomposed(line: &[u8]) -> Cow<'_, [u8]> {
    match line.to_str() {
        Ok(text) if !text.is_ascii() => Cow::Owned(text.nfd().collect::<String>().into_bytes()),
        _ => Cow::Borrowed(line),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(old: &[(&str, &str)], added: &str, expected: Option<&str>) {
        let shown = |(patch, file): &(&str, &str)| Letters::of(patch.as_bytes(), file.as_bytes());
        let letters = old.iter().map(shown).fold(Letters::Unknown, Letters::and);
        let found = letters.apply(added.as_bytes().to_vec());
        assert_eq!(found.as_deref(), expected.map(str::as_bytes));
    }

    #[test]
    fn letters_are_composed_as_in_the_file() {
        let [whole, parted] = ["caf\u{e9}", "cafe\u{301}"];
        check(&[(whole, parted)], "\u{fc}", Some("u\u{308}"));
        check(&[(parted, whole)], "u\u{308}", Some("\u{fc}"));
        check(&[(whole, whole), ("a", "a")], "u\u{308}", Some("u\u{308}"));
        check(&[("a", "a"), ("\u{6f22}", "\u{6f22}")], "\u{fc}", Some("\u{fc}"));
        check(&[(whole, parted), (whole, whole)], "\u{fc}", None);
        check(&[(whole, parted), (whole, whole)], "u", Some("u"));
        check(&[("\u{e9} e\u{301}", whole)], "\u{fc}", None);
    }
}
