//! Sections, titles and banners: lines that head others which are not deeper.

use super::heads::is_comment_or_directive;
use crate::text::blanks::is_blank;
use crate::text::words::{has_ascii_words, is_of_word};

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
    let is_comment =
        is_comment_or_directive(words) || words.starts_with(b"/*") || words.starts_with(b"--");
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
    /// A title of a markup, and its level, up to the next one of no more.
    Marked(Markup, u8),
    /// `:name` alone, as batch files have it, up to the next one.
    Label,
    /// `name :: type` of Haskell, up to the next one.
    Signature,
}

/// How a title is marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Markup {
    /// `== name`: `AsciiDoc` and `MediaWiki`.
    Equals,
    /// `<h2>name</h2>`, and `<dt>` as the lowest.
    Html,
    /// `\section{name}`.
    Tex,
}

impl Markup {
    /// Commands of TeX, the highest first.
    const COMMANDS: [&[u8]; 6] =
        [b"part", b"chapter", b"section", b"subsection", b"subsubsection", b"paragraph"];

    /// The title that a line is, without the blanks around it.
    fn title(words: &[u8]) -> Option<Flat> {
        match words {
            [b'=', b'=', ..] => Self::of_signs(words),
            [b'<', name @ ..] => Self::of_element(name),
            [b'\\', name @ ..] => Self::of_command(name),
            _ => None,
        }
    }

    fn of_signs(words: &[u8]) -> Option<Flat> {
        let level = words.iter().take_while(|byte| **byte == b'=').count();
        let (_, name) = words.split_at_checked(level)?;
        let is_title = level <= 6 && name.first().is_some_and(|byte| is_blank(*byte));
        let is_named = || name.get(1).is_some_and(u8::is_ascii_alphanumeric);
        let level = u8::try_from(level).ok().filter(|_| is_title && is_named())?;
        Some(Flat::Marked(Self::Equals, level))
    }

    fn of_element(name: &[u8]) -> Option<Flat> {
        let (level, rest) = match name {
            [b'h' | b'H', level @ b'1'..=b'6', rest @ ..] => (level - b'0', rest),
            [b'd', b't', rest @ ..] => (7, rest),
            _ => return None,
        };
        let is_element = matches!(rest.first(), Some(b'>' | b' '));
        is_element.then_some(Flat::Marked(Self::Html, level))
    }

    fn of_command(name: &[u8]) -> Option<Flat> {
        let is_command = |command: &&[u8]| {
            let rest = name.strip_prefix(*command);
            rest.is_some_and(|rest| rest.starts_with(b"{") || rest.starts_with(b"*{"))
        };
        let level = Self::COMMANDS.iter().position(is_command)?;
        Some(Flat::Marked(Self::Tex, u8::try_from(level).ok()?))
    }
}

impl Flat {
    /// All but the comment of one `#`.
    pub(in crate::place) const OF_SCOPES: [Self; 29] = [
        Self::Section,
        Self::Title(2),
        Self::Title(3),
        Self::Title(4),
        Self::Title(5),
        Self::Title(6),
        Self::Banner(b'#'),
        Self::Banner(b'/'),
        Self::Banner(b'-'),
        Self::Label,
        Self::Signature,
        Self::Marked(Markup::Equals, 2),
        Self::Marked(Markup::Equals, 3),
        Self::Marked(Markup::Equals, 4),
        Self::Marked(Markup::Equals, 5),
        Self::Marked(Markup::Equals, 6),
        Self::Marked(Markup::Html, 1),
        Self::Marked(Markup::Html, 2),
        Self::Marked(Markup::Html, 3),
        Self::Marked(Markup::Html, 4),
        Self::Marked(Markup::Html, 5),
        Self::Marked(Markup::Html, 6),
        Self::Marked(Markup::Html, 7),
        Self::Marked(Markup::Tex, 0),
        Self::Marked(Markup::Tex, 1),
        Self::Marked(Markup::Tex, 2),
        Self::Marked(Markup::Tex, 3),
        Self::Marked(Markup::Tex, 4),
        Self::Marked(Markup::Tex, 5),
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
            b'=' | b'<' | b'\\' => Markup::title(words),
            b':' => is_name(words.get(1..).unwrap_or_default()).then_some(Self::Label),
            b'a'..=b'z' | b'_' => is_signature(words).then_some(Self::Signature),
            _ => None,
        }
    }

    /// Whether what this one heads ends at another. One `#` is a comment in the examples of a text
    /// with titles, unless its titles have no more.
    pub(crate) fn ends_at(self, other: Self) -> bool {
        match (self, other) {
            (Self::Title(own), Self::Title(level)) => level <= own && (level > 1 || own == 1),
            // A title of one sign, too, may be a text with a rule in it.
            (Self::Section, Self::Section)
            | (Self::Title(1), Self::Banner(b'#'))
            | (Self::Label, Self::Label)
            | (Self::Signature, Self::Signature) => true,
            (Self::Banner(own), Self::Banner(other)) => own == other,
            (Self::Marked(own, least), Self::Marked(other, level)) => {
                own == other && level <= least
            }
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

/// Whether a line is one name and no more.
fn is_name(words: &[u8]) -> bool {
    words.first().is_some_and(u8::is_ascii_alphabetic) && words.iter().all(|byte| is_of_word(*byte))
}

/// Whether a line, without the blanks around it, is a name of Haskell and its type.
fn is_signature(words: &[u8]) -> bool {
    let end = words.iter().position(|byte| !(is_of_word(*byte) || *byte == b'\''));
    let rest = end.and_then(|end| words.get(end..)).unwrap_or_default();
    rest.starts_with(b" :: ")
}
