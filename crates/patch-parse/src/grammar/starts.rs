//! Recognises what a line of a unified diff begins, from that line and the next.

use std::borrow::Cow;

use bstr::{BStr, ByteSlice};
use nom::Parser as _;
use nom::branch::alt;
use nom::bytes::complete::{tag, take_while_m_n};
use nom::combinator::eof;

use super::PResult;
use super::binary::opt_binary_files;
use super::line::{Cursor, Line};
use super::names::is_git_prefixed;
use super::quoting::quoted;

/// The rule that a text breaks which has a patch in each format.
pub(super) const TWO_FORMATS: &str =
    "the text has an envelope and a unified diff; send both in one format, or one after the other";

/// Whether a unified diff certainly starts at the next line. Lines that could also be prose do not
/// count.
pub(crate) fn starts_unified(cursor: &Cursor<'_>, line: &Line<'_>) -> bool {
    match line.text.first() {
        Some(b'd') => line.starts_with("diff --git ") || is_combined(line),
        Some(b'-') => is_header_pair(cursor, line) || is_half_header(cursor, line),
        Some(b'+') => is_half_header(cursor, line),
        Some(b'B') => opt_binary_files(line).is_some(),
        Some(b'S') => opt_submodule(line).is_some(),
        Some(b'@') => is_numbered_hunk(line),
        _ => false,
    }
}

/// Whether the line starts the combined diff of a merge.
pub(super) fn is_combined(line: &Line<'_>) -> bool {
    line.starts_with("diff --cc ") || line.starts_with("diff --combined ")
}

/// Whether the line stands for a change that the text does not contain, and no `diff --git` line is
/// above it: a combined diff, or a note that binary files or submodules differ.
pub(super) fn is_remark(line: &Line<'_>) -> bool {
    match line.text.first() {
        Some(b'd') => is_combined(line),
        Some(b'B') => opt_binary_files(line).is_some(),
        Some(b'S') => opt_submodule(line).is_some(),
        _ => false,
    }
}

/// Whether the next line starts a section of a unified diff, or is one that tools write between
/// two.
pub(super) fn starts_section(cursor: &Cursor<'_>, line: &Line<'_>) -> bool {
    match line.text.first() {
        Some(b'd') => line.starts_with("diff -"),
        Some(b'-') => is_header_pair(cursor, line),
        Some(b'I') => line.starts_with("Index: "),
        Some(b'B') => opt_binary_files(line).is_some(),
        Some(b'S') => opt_submodule(line).is_some(),
        Some(b'F' | b'c') => is_mail_start(line),
        Some(b'O') => line.starts_with("Only in "),
        _ => false,
    }
}

/// Whether something that ends an uncounted hunk may start at a line of plain text, garbled headers
/// included: a cheap test that is true too often.
pub(crate) fn may_start_section(line: &[u8]) -> bool {
    match line.first() {
        Some(b'd') => line.starts_with(b"diff -"),
        Some(b'c') => line.starts_with(b"commit "),
        Some(b'I' | b'B' | b'S' | b'F' | b'O') => true,
        Some(first) => b"@>#*|\"'`".contains(first),
        None => false,
    }
}

/// The rule that [`is_bare_move`] breaks.
pub(crate) const BARE_MOVE: &str = "`rename` and `copy` lines are below a `diff --git` line";

/// Whether the two lines of a rename or a copy are next. Where a section should begin, they lack
/// the `diff --git` line.
pub(crate) fn is_bare_move(cursor: &Cursor<'_>) -> bool {
    let is_pair = |from: &str, to: &str| {
        cursor.peek().is_some_and(|line| line.starts_with(from))
            && cursor.peek_second().is_some_and(|line| line.starts_with(to))
    };
    is_pair("rename from ", "rename to ") || is_pair("copy from ", "copy to ")
}

/// `--- name` directly followed by `+++ name`.
pub(super) struct HeaderPair<'a> {
    pub(super) old: Line<'a>,
    pub(super) new: Line<'a>,
    pub(super) behind: Cursor<'a>,
}

/// The two lines that name a file, if they are next.
#[inline]
pub(super) fn opt_header_pair<'a>(cursor: &Cursor<'a>, line: &Line<'a>) -> Option<HeaderPair<'a>> {
    let mut ahead = cursor.behind(line);
    let old = Some(*line).filter(|line| has_name(line.text, b"--- "))?;
    let new = ahead.next().filter(|line| has_name(line.text, b"+++ "))?;
    Some(HeaderPair { old, new, behind: ahead })
}

/// Whether the two lines that name a file are next.
pub(super) fn is_header_pair(cursor: &Cursor<'_>, line: &Line<'_>) -> bool {
    has_name(line.text, b"--- ")
        && cursor.behind(line).next().is_some_and(|next| has_name(next.text, b"+++ "))
}

/// Whether `text` consists of `prefix` and a name.
pub(super) fn has_name(text: &[u8], prefix: &[u8]) -> bool {
    text.strip_prefix(prefix).is_some_and(|name| !name.iter().all(u8::is_ascii_whitespace))
}

/// Whether the line is `--- name` or `+++ name` alone above a hunk with numbers.
pub(super) fn is_half_header(cursor: &Cursor<'_>, line: &Line<'_>) -> bool {
    (has_name(line.text, b"--- ") || has_name(line.text, b"+++ "))
        && cursor.peek_second().is_some_and(|next| is_numbered_hunk(&next))
}

/// Whether the line is the `-- ` that ends a mail of `git format-patch`, before a version or the
/// end of the text. Editors may have removed the blank; then a version must follow.
pub(super) fn is_signature(cursor: &Cursor<'_>, line: &Line<'_>) -> bool {
    let is_version = |line: Line<'_>| line.text.first().is_some_and(u8::is_ascii_digit);
    match line.text {
        b"-- " => cursor.peek_second().is_none_or(is_version),
        b"--" => cursor.peek_second().is_some_and(is_version),
        _ => false,
    }
}

/// Whether the line is `From <object name> <date>`, with which `git format-patch` starts a mail, or
/// `commit <object name>`, with which `git log -p` starts a commit.
pub(super) fn is_mail_start(line: &Line<'_>) -> bool {
    let object = take_while_m_n(40, usize::MAX, |byte: u8| byte.is_ascii_hexdigit());
    let word = alt((tag("From "), tag("commit ")));
    let start: PResult<'_, _> = (word, object, alt((tag(" "), eof))).parse(line.text);
    start.is_ok()
}

/// Whether the line starts with `@@ -` and a digit: it can only be a hunk header.
pub(super) fn is_numbered_hunk(line: &Line<'_>) -> bool {
    line.after("@@ -").is_some_and(|rest| rest.first().is_some_and(u8::is_ascii_digit))
}

/// The path and the rest of `Submodule path old..new`, as `git diff --submodule=log` writes it.
pub(super) fn opt_submodule<'a>(line: &Line<'a>) -> Option<(Cow<'a, BStr>, &'a BStr)> {
    submodule_parts(line.after("Submodule ")?)
}

/// The path and the rest of the text after `Submodule `.
///
/// Git does not quote the path. If it is quoted all the same, the quotes show where it ends;
/// otherwise it ends before the first note that git may make of a submodule.
pub(crate) fn submodule_parts(line: &[u8]) -> Option<(Cow<'_, BStr>, &BStr)> {
    let line = line.trim_ascii_end();
    let is_range = |text: &BStr| {
        let object = text.iter().take_while(|byte| byte.is_ascii_hexdigit()).count();
        object >= 7 && text.get(object..).is_some_and(|rest| rest.starts_with(b".."))
    };
    let is_note =
        |text: &BStr| text == "contains untracked content" || text == "contains modified content";
    let says_something = |text: &BStr| is_range(text) || is_note(text);
    if let Ok((rest, path)) = quoted(line)
        && let Some(text) = rest.strip_prefix(b" ").map(BStr::new)
        && !path.is_empty()
        && says_something(text)
    {
        return Some((path, text));
    }
    memchr::memchr_iter(b' ', line)
        .take(MOST_SPLITS)
        .filter_map(|at| Some((line.get(..at)?.as_bstr(), line.get(at + 1..)?.as_bstr())))
        .find(|(path, text)| !path.is_empty() && says_something(text))
        .map(|(path, text)| (Cow::Borrowed(path), text))
}

/// At how many blanks a split of a `Submodule` line is tried.
const MOST_SPLITS: usize = 64;

/// Whether the line is `--- name` or `+++ name` as tools write it, with a prefix. Alone it is half
/// a header, whatever follows.
pub(super) fn is_name(line: &Line<'_>) -> bool {
    line.after("--- ").or_else(|| line.after("+++ ")).is_some_and(|name| {
        let name = name.strip_prefix(b"\"").unwrap_or(name);
        name.starts_with(b"/dev/null") || is_git_prefixed(name.as_bstr())
    })
}

/// As [`is_name`], with no hunk line after it; further names, of the next file or of this one once
/// more, and the signature of a mail are not hunk lines.
pub(super) fn is_lone_name(cursor: &Cursor<'_>, line: &Line<'_>) -> bool {
    if !is_name(line) {
        return false;
    }
    let mut ahead = cursor.behind(line);
    for _ in 0..MOST_NAMES {
        let Some(next) = ahead.peek() else { return true };
        if is_header_pair(&ahead, &next) || is_signature(&ahead, &next) {
            return true;
        }
        if !is_name(&next) {
            return !next.is_marked();
        }
        ahead = ahead.behind(&next);
    }
    false
}

/// The most names in a row that are not lines of a hunk.
const MOST_NAMES: usize = 16;

pub(super) fn is_mode_line(line: &Line<'_>) -> bool {
    ["old mode ", "new mode ", "new file mode ", "deleted file mode "]
        .iter()
        .any(|header| line.starts_with(header))
}

/// Whether tools write the line between sections, with no meaning for a patch.
pub(super) fn is_between_sections(line: &Line<'_>) -> bool {
    line.starts_with("diff -")
        || line.starts_with("Index: ")
        || line.text.iter().all(|byte| *byte == b'=')
}
