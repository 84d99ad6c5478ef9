//! Lines that head the deeper lines below them, and lines that end such a block.

use crate::text::words::{first_word, has_ascii_words, is_of_word};

/// Whether a line begins as those do that git takes for function lines where no language tells it
/// more.
pub(in crate::place) fn begins_as_git(words: &[u8]) -> bool {
    words.first().is_some_and(|first| first.is_ascii_alphabetic() || b"_$".contains(first))
}

/// Whether a line, without the blanks around it, may head those below it, and so ends what the
/// lines above it head: it starts as git's function lines do and is no label (`public:`,
/// `default:`), or it is the key or the selector before a bracket (`"dev": {`, `.btn {`).
pub(crate) fn opens_scope(words: &[u8]) -> bool {
    let Some(first) = words.first() else { return false };
    if begins_as_git(words) {
        return !is_label(words) && !goes_on(words);
    }
    words.last().is_some_and(|last| b"{[".contains(last))
        && bstr::decode_utf8(words).0.is_some()
        && !b"{[(}]),;*>".contains(first)
        && !is_comment_or_directive(words)
        && !words.starts_with(b"/*")
        && has_ascii_words(words)
}

/// Whether a line, without the blanks around it, goes on with the heading above it, before what
/// that opens: the bounds of its types, what it throws, extends or takes with it.
pub(in crate::place) fn goes_on(words: &[u8]) -> bool {
    const WORDS: [&[u8]; 7] =
        [b"where", b"throws", b"extends", b"implements", b"permits", b"noexcept", b"requires"];
    const ALONE: [&[u8]; 4] = [b"const", b"override", b"final", b"const override"];
    let words = words.trim_ascii_end();
    WORDS.contains(&first_word(words)) || ALONE.contains(&words) || words.starts_with(b"use (")
}

/// Whether what a heading heads ends at a line that is no deeper, both without the blanks around
/// them. That is what [opens a scope](opens_scope), and after a heading that begins with a sign
/// (`- name: x`, `<item>`) what begins with the same one; the labels of a function (`out:`) end
/// nothing.
pub(crate) fn ends_scope(heading: Kind, words: &[u8]) -> bool {
    match heading {
        Kind::Sign(sign) if words.first() == Some(&sign) => !words.starts_with(b"</"),
        Kind::Function if words.last() == Some(&b':') => {
            !is_plain_label(words) && opens_scope(words)
        }
        _ => opens_scope(words),
    }
}

/// What a heading is as to what ends it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    /// It begins with this sign.
    Sign(u8),
    /// It has a list of parameters.
    Function,
    Other,
}

impl Kind {
    /// Of a heading, without the blanks around it.
    pub(crate) fn of(heading: &[u8]) -> Self {
        match heading.first() {
            Some(sign) if b"-<|*+@([{".contains(sign) => Self::Sign(*sign),
            _ if heading.contains(&b'(') => Self::Function,
            _ => Self::Other,
        }
    }
}

/// One word and a colon, as C has it at the margin of a function; not those that open a block
/// elsewhere.
fn is_plain_label(words: &[u8]) -> bool {
    const BLOCKS: [&[u8]; 3] = [b"else", b"try", b"finally"];
    words.strip_suffix(b":").is_some_and(|label| {
        !label.is_empty() && label.iter().all(|byte| is_of_word(*byte)) && !BLOCKS.contains(&label)
    })
}

/// Whether a line of a hunk, without the blanks around it, may head what is deeper below it:
/// whatever is said there, but for comments and what ends the lines above. More than [opens a
/// scope](opens_scope) in a file: to be on the safe side.
pub(crate) fn may_head(words: &[u8]) -> bool {
    let begins = |starts: &[&[u8]]| starts.iter().any(|start| words.starts_with(start));
    let is_end = begins(&[b"}", b"]", b")", b",", b";", b"</"]);
    let is_comment = is_comment_or_directive(words) || begins(&[b"/*", b"--"]);
    opens_scope(words) || (has_ascii_words(words) && !is_end && !is_comment)
}

/// Whether a line, without the blanks around it, is a comment or for a preprocessor: both are
/// written at the margin of what is deeper.
pub(in crate::place) fn is_comment_or_directive(words: &[u8]) -> bool {
    words.starts_with(b"//") || (words.starts_with(b"#") && !is_name_with_hash(words))
}

/// Whether a line opens what has a name that begins with `#`: `#main {` in a style sheet, a private
/// method.
fn is_name_with_hash(words: &[u8]) -> bool {
    let name = words.strip_prefix(b"#").filter(|_| words.ends_with(b"{"));
    name.is_some_and(|name| {
        name.first().is_some_and(u8::is_ascii_alphabetic) && !name.starts_with(b"define ")
    })
}

/// A label inside a class or a `switch`, which git's function lines know as little.
pub(super) fn is_label(words: &[u8]) -> bool {
    const LABELS: [&[u8]; 5] = [b"public", b"private", b"protected", b"default", b"signals"];
    words.strip_suffix(b":").is_some_and(|label| LABELS.contains(&label))
}
