//! Skips text between two hunks of one file that belongs to neither: words of the writer, the end
//! of a code fence and the start of the next one, half of the file's header repeated. The same may
//! come between the header of a file and its first hunk.
//!
//! The next hunk belongs to the file named last, unless the text may name another file or presents
//! the hunk as an alternative (`or`, `instead`).

use bstr::ByteSlice;

use super::header_lines::is_whole_header;
use super::line::{Cursor, Line};
use super::markers::{is_begin_patch, is_end_patch};
use super::names::is_git_prefixed;
use super::opencode::takes_back;
use super::reader::Reader;
use super::starts::{is_lone_name, is_name, is_numbered_hunk, starts_section};
use super::stray::is_garbled_header;
use super::timestamp::without_time;
use super::wrapping::starts_fence;
use super::{git, whole};
use crate::{Counts, DiagnosticKind, ParseError};

/// More lines than anybody writes between two hunks of one file.
const MOST_LINES: usize = 12;

/// More bytes than anybody writes in a line there.
const MOST_BYTES: usize = 400;

/// More lines, and more bytes, than the header of a file has.
const MOST_HEADERS: usize = 24;
const MOST_HEADER_BYTES: usize = 8192;

impl<'a> Reader<'a> {
    /// Skips text up to the header of the file's next hunk, if one follows; `hunks` have been read
    /// so far.
    pub(super) fn skip_text_to_hunk(&mut self, hunks: usize) -> Result<bool, ParseError> {
        let Some(end) = self.opt_text_between(hunks) else { return Ok(false) };
        self.skip_text(end)?;
        Ok(true)
    }

    /// Skips lines that do not belong to a patch, up to byte `end`.
    pub(super) fn skip_text(&mut self, end: usize) -> Result<(), ParseError> {
        while self.cursor.at < end
            && let Some(line) = self.cursor.peek()
        {
            if matches!(line.text.first(), Some(b'+' | b'-')) {
                self.forgive(DiagnosticKind::RepeatedHeader, line.span);
            } else {
                self.outside(&line)?;
            }
            self.cursor.next();
        }
        Ok(())
    }

    /// Where the next chunk starts if each chunk of the file has a code fence of its own: after the
    /// end of a fence, words of the writer, and the start of the next fence. The first fence may
    /// begin after the header.
    pub(super) fn opt_fences_between(&self) -> Option<usize> {
        let mut ahead = self.cursor;
        if self.counts == Counts::Believed || !ahead.starts_with("```") {
            return None;
        }
        let mut opens = false;
        for at in 0..MOST_LINES {
            let line = ahead.peek()?;
            if line.starts_with("@@") {
                return opens.then_some(ahead.at);
            }
            let is_fence = starts_fence(line.text);
            let is_end = at == 0 && self.wrapping.closes(&line);
            let is_first = at > 0 || is_end || self.cursor.at == self.header.end;
            if !self.may_be_between(&ahead, &line) || !is_first {
                return None;
            }
            opens = is_fence && !is_end;
            ahead = ahead.behind(&line);
        }
        None
    }

    /// Where the next hunk of the file starts, after lines that do not belong to a patch.
    fn opt_text_between(&self, hunks: usize) -> Option<usize> {
        let mut ahead = self.cursor;
        if self.counts == Counts::Believed || !self.may_be_between(&ahead, &ahead.peek()?) {
            return None;
        }
        for _ in 0..MOST_LINES {
            let line = ahead.peek()?;
            if line.starts_with("@@") {
                let is_hunk = is_numbered_hunk(&line)
                    || ahead.peek_second().is_some_and(|next| next.is_marked());
                let is_its_own = hunks == 0 || !self.is_about_whole_file();
                return (is_hunk && is_its_own).then_some(ahead.at);
            }
            if !self.may_be_between(&ahead, &line) {
                return None;
            }
            ahead = ahead.behind(&line);
        }
        None
    }

    /// Whether a line may be between two hunks of the file, if a hunk follows.
    fn may_be_between(&self, cursor: &Cursor<'a>, line: &Line<'a>) -> bool {
        match line.text.first() {
            None => true,
            Some(b'+' | b'-') => self.repeats_own_header(line) && !is_whole_header(cursor, line),
            Some(b' ' | b'\t' | b'\\') => line.is_blank(),
            Some(_) => {
                line.text.len() <= MOST_BYTES
                    && !starts_section(cursor, line)
                    && !line.starts_with("*** ")
                    && !is_begin_patch(line.text)
                    && !is_end_patch(line.text)
                    && !is_garbled_header(line.text)
                    && !whole(git::header, line.text).is_ok_and(|header| header.says_something())
                    && !takes_back(line.text)
                    && !self.may_lead_elsewhere(line.text)
            }
        }
    }

    /// Whether the file's header, or half of it, is repeated here, above a hunk. What may be between
    /// two hunks is no part of either.
    pub(super) fn is_repeated_name(&self, cursor: &Cursor<'a>, line: &Line<'a>) -> bool {
        let leads_to_hunk = || {
            let mut ahead = cursor.behind(line);
            for _ in 0..MOST_LINES {
                match ahead.peek() {
                    Some(next) if next.starts_with("@@") => return true,
                    Some(next) if self.may_be_between(&ahead, &next) => ahead.next(),
                    _ => return false,
                };
            }
            false
        };
        self.repeats_own_header(line) && !is_whole_header(cursor, line) && leads_to_hunk()
    }

    /// Whether a line is a name that the header of the file has, which may be written otherwise.
    fn repeats_own_header(&self, line: &Line<'_>) -> bool {
        let Some(name) = line.after("+++ ").or_else(|| line.after("--- ")) else { return false };
        let is_own = |own: Line<'_>| {
            without_time(own.text) == without_time(line.text) || is_on_git_line(&own, line)
        };
        let is_own_path = || {
            let name = without_time(name);
            let path = below_prefix(name);
            !path.is_empty() && path != name && self.is_own_name(path)
        };
        self.own_headers().any(is_own) || is_own_path()
    }

    /// Whether the hunk ends here because a `+++ name` line is not one of its lines: no hunk line
    /// follows it, or it repeats the file's header, or the next line does.
    pub(super) fn ends_at_name(&self, cursor: &Cursor<'a>, line: &Line<'a>) -> bool {
        let is_above_repeated = || {
            let ahead = cursor.behind(line);
            is_name(line) && ahead.peek().is_some_and(|next| self.is_repeated_name(&ahead, &next))
        };
        line.starts_with("+++ ")
            && (is_lone_name(cursor, line)
                || self.is_repeated_name(cursor, line)
                || is_above_repeated())
    }

    /// The header lines of the current section.
    pub(super) fn own_headers(&self) -> impl Iterator<Item = Line<'a>> {
        let end = self.cursor.at.min(self.header.start + MOST_HEADER_BYTES);
        let text = self.cursor.source().get(..end).unwrap_or_default();
        Cursor::new(text)
            .at_span(self.header)
            .take(MOST_HEADERS)
            .take_while(|line| !line.starts_with("@@"))
    }

    /// Whether the section creates or deletes a file, and so has only one hunk.
    fn is_about_whole_file(&self) -> bool {
        self.own_headers().any(|own| {
            own.text.ends_with(b"/dev/null")
                || own.starts_with("new file mode ")
                || own.starts_with("deleted file mode ")
        })
    }

    /// Whether a line may be about another file, or about another way to make the same change.
    fn may_lead_elsewhere(&self, text: &[u8]) -> bool {
        let mut before: &[u8] = b"";
        let mut words = text.split(u8::is_ascii_whitespace).map(bare_word);
        words.any(|word| {
            let before = std::mem::replace(&mut before, word);
            let is_pointed_at = POINTS_BACK.iter().any(|is| before.eq_ignore_ascii_case(is));
            let is_other =
                is_file_word(word) && !(word.eq_ignore_ascii_case(b"file") && is_pointed_at);
            let sets_against = AGAINST.iter().any(|is| word.eq_ignore_ascii_case(is));
            is_other || sets_against || (is_path_like(word) && !self.is_own_name(word))
        })
    }

    /// Whether the section's header has this name, or a path that ends in it.
    fn is_own_name(&self, word: &[u8]) -> bool {
        self.own_headers().any(|own| {
            let name = without_time(own.text).strip_suffix(word);
            name.is_some_and(|front| matches!(front.last(), Some(b'/' | b' ')))
        })
    }
}

/// Words after which `file` means the one named before.
const POINTS_BACK: [&[u8]; 4] = [b"same", b"this", b"the", b"of"];

/// Words that present what follows as an alternative to what came before.
const AGAINST: [&[u8]; 8] = [
    b"or",
    b"alternative",
    b"alternatively",
    b"instead",
    b"option",
    b"variant",
    b"undo",
    b"revert",
];

/// A word without the punctuation around it.
fn bare_word(word: &[u8]) -> &[u8] {
    let is_sign = |byte: &u8| byte.is_ascii_punctuation() && !b"./_".contains(byte);
    let start = word.iter().position(|byte| !is_sign(byte)).unwrap_or(word.len());
    let word = word.get(start..).unwrap_or_default();
    let is_last = |byte: &u8| is_sign(byte) || *byte == b'.';
    let end = word.iter().rposition(|byte| !is_last(byte)).map_or(0, |last| last + 1);
    word.get(..end).unwrap_or_default()
}

/// Whether a word is or ends in `file`, as `Makefile` does.
fn is_file_word(word: &[u8]) -> bool {
    let word = word.to_ascii_lowercase();
    word.ends_with(b"file") || word.ends_with(b"files")
}

/// Whether a word may be the name of a file: it has a slash or a dot before a letter, or is all in
/// capitals, as `README` is.
fn is_path_like(word: &[u8]) -> bool {
    let mut pairs = word.iter().zip(word.iter().skip(1));
    let has_suffix = pairs.any(|(dot, next)| *dot == b'.' && next.is_ascii_alphabetic());
    let has_slash = word.contains(&b'/') && word.iter().any(u8::is_ascii_alphanumeric);
    let is_loud = word.len() >= 5 && word.iter().all(u8::is_ascii_uppercase);
    has_suffix || has_slash || is_loud
}

/// Whether `--- name` or `+++ name` has the name that the `diff --git` line has on that side, with
/// or without the prefix.
fn is_on_git_line(own: &Line<'_>, line: &Line<'_>) -> bool {
    let (Some(names), Some(name)) = (own.after("diff --git "), line.text.get(4..)) else {
        return false;
    };
    let name = without_time(name);
    let is_there = |name: &[u8]| {
        let rest = if line.starts_with("---") {
            names.strip_prefix(name).and_then(|rest| rest.first())
        } else {
            names.strip_suffix(name).and_then(|rest| rest.last())
        };
        !name.is_empty() && rest == Some(&b' ')
    };
    is_there(name) || is_there(below_prefix(name))
}

/// A name without the prefix of git.
fn below_prefix(name: &[u8]) -> &[u8] {
    let path = name.get(2..).filter(|_| is_git_prefixed(name.as_bstr()));
    path.unwrap_or(name)
}
