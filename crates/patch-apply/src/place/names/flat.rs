//! Sections, titles and banners: lines that head others which are not deeper.

use super::heads::is_comment;
use crate::text::blanks::is_blank;
use crate::text::words::has_ascii_words;

/// Whether a line of a hunk, without the blanks around it, heads lines that are no deeper. One `#`
/// is a comment nearly everywhere, but for a banner (`# --- name ---`).
pub(crate) fn heads_flat(words: &[u8]) -> bool {
    Flat::of(words).is_some_and(|flat| flat != Flat::Title(1))
}

/// Whether a line is a comment with words in a rule of signs.
fn is_banner(words: &[u8]) -> bool {
    let is_rule = |run: &[u8]| {
        let first = run.first().copied().unwrap_or_default();
        b"-=*~#".contains(&first) && run.iter().all(|byte| *byte == first)
    };
    let is_comment = is_comment(words) || words.starts_with(b"/*") || words.starts_with(b"--");
    is_comment && has_ascii_words(words) && words.windows(3).skip(1).any(is_rule)
}

/// A heading of lines that are no deeper.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Flat {
    /// `[name]`, up to the next one.
    Section,
    /// So many `#` and a title, up to the next one of no more.
    Title(usize),
    /// A comment with words in a rule of signs (`# --- name ---`), up to the next one that begins
    /// with this sign.
    Banner(u8),
}

impl Flat {
    /// All but the comment of one `#`.
    pub(in crate::place) const OF_SCOPES: [Self; 9] = [
        Self::Section,
        Self::Title(2),
        Self::Title(3),
        Self::Title(4),
        Self::Title(5),
        Self::Title(6),
        Self::Banner(b'#'),
        Self::Banner(b'/'),
        Self::Banner(b'-'),
    ];

    /// What a line is, without the blanks around it.
    pub(crate) fn of(words: &[u8]) -> Option<Self> {
        let first = *words.first()?;
        let banner = || is_banner(words).then_some(Self::Banner(first));
        match first {
            b'[' => is_section(words).then_some(Self::Section),
            b'#' => {
                let level = words.iter().take_while(|byte| **byte == b'#').count();
                let is_title = level <= 6 && words.get(level).is_some_and(|byte| is_blank(*byte));
                let title = is_title.then_some(Self::Title(level));
                if level > 1 && is_title { title } else { banner().or(title) }
            }
            b'/' | b'-' => banner(),
            _ => None,
        }
    }

    /// Whether what this one heads ends at another. One `#` is a comment in the examples of a text
    /// with titles, unless its titles have no more.
    pub(crate) fn ends_at(self, other: Self) -> bool {
        match (self, other) {
            (Self::Title(own), Self::Title(level)) => level <= own && (level > 1 || own == 1),
            // A title of one sign, too, may be a text with a rule in it.
            (Self::Section, Self::Section) | (Self::Title(1), Self::Banner(b'#')) => true,
            (Self::Banner(own), Self::Banner(other)) => own == other,
            _ => false,
        }
    }
}

/// Whether a line, without the blanks around it, is `[name]`, and perhaps a comment.
fn is_section(words: &[u8]) -> bool {
    let Some(end) = memchr::memrchr(b']', words).filter(|_| words.starts_with(b"[")) else {
        return false;
    };
    let (name, rest) = words.split_at_checked(end + 1).unwrap_or((words, &[]));
    let comment = rest.trim_ascii_start().first();
    has_ascii_words(name) && comment.is_none_or(|first| b"#;".contains(first))
}
