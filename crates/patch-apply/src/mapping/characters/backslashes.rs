//! Handles the backslashes of one encoding too many: `\"` for `"` and `\\` for `\`, as in a JSON
//! string that was decoded once less than it was encoded.

/// How a line writes quotes and backslashes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Marks {
    /// `\"` and `"`.
    pub(super) quotes: Mark,
    /// `\\` and `\`.
    pub(super) backslashes: Mark,
}

/// How a line writes one of them: an encoding changes all or none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Mark {
    /// After a backslash.
    pub(super) is_escaped: bool,
    /// Without one.
    pub(super) is_bare: bool,
}

impl Marks {
    pub(super) fn of(line: &[u8]) -> Self {
        let mut marks = Self::default();
        let mut rest = line;
        while let Some((first, behind)) = rest.split_first() {
            rest = behind;
            match (first, behind) {
                (b'\\', [b'"', behind @ ..]) => {
                    (marks.quotes.is_escaped, rest) = (true, behind);
                }
                (b'\\', [b'\\', behind @ ..]) => {
                    (marks.backslashes.is_escaped, rest) = (true, behind);
                }
                (b'\\', _) => marks.backslashes.is_bare = true,
                (b'"', _) => marks.quotes.is_bare = true,
                _ => {}
            }
        }
        marks
    }
}

/// A line with quotes, backslashes or both as they were before the encoding.
pub(super) fn decoded(line: &[u8], quotes: bool, backslashes: bool) -> Vec<u8> {
    let mut plain = Vec::with_capacity(line.len());
    let mut rest = line;
    while let Some((first, behind)) = rest.split_first() {
        rest = behind;
        plain.push(*first);
        let (b'\\', Some((next @ (b'"' | b'\\'), behind))) = (first, behind.split_first()) else {
            continue;
        };
        rest = behind;
        let is_decoded = if *next == b'"' { quotes } else { backslashes };
        if is_decoded {
            plain.pop();
        }
        plain.push(*next);
    }
    plain
}
