//! What a line leaves open by its quotes for the next one, and how that is closed.
//!
//! Only what is beyond doubt counts as a string: three quotes, a raw string or a heredoc that is
//! closed; one quote or a backquote only where a value begins, and where the line that closes it
//! leaves nothing else open. Apostrophes, lifetimes and quotes in comments open nothing.

use memchr::{memchr, memchr_iter, memchr2, memmem};

use crate::text::blanks::without_indentation;
use crate::text::split_line;

/// What a line leaves open, and how that is closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Open<'l> {
    /// Three quotes, up to three of them.
    Quotes(&'static [u8]),
    /// A quote and so many `#` (Rust).
    Hashes(usize),
    /// `)`, a mark and a quote (C++).
    Marked(&'l [u8]),
    /// A mark, alone on its line or before what ends the statement.
    Heredoc(&'l [u8]),
    /// One quote.
    Quote(u8),
    /// So many signs alone on a line, or more.
    Fence(u8, usize),
}

impl<'l> Open<'l> {
    /// What a line leaves open that begins in no string; a value may be where it begins, or not.
    pub(super) fn left_by(line: &'l [u8], is_value: impl FnOnce() -> bool) -> Option<Self> {
        let words = without_indentation(line).1;
        Self::fence(words).or_else(|| {
            let mut scan = Scan { line: words, at: 0 };
            scan.opened(is_value, |_| {})
        })
    }

    /// A line of nothing but a fence and what is in it.
    fn fence(words: &[u8]) -> Option<Self> {
        let first = *words.first().filter(|first| b"`~".contains(first))?;
        let len = words.iter().take_while(|byte| **byte == first).count();
        let info = words.get(len..).unwrap_or_default();
        (len > 2 && !info.contains(&b'`')).then_some(Self::Fence(first, len))
    }

    /// How many bytes of the lines after it belong to what is left open, up to the end of the line
    /// that closes it, and what that one leaves open after it; where nothing closes it, or it is
    /// none, how many were looked at for that.
    pub(super) fn closed_in(self, text: &[u8]) -> Result<(usize, Option<Open<'_>>), usize> {
        let mut rest = text;
        while !rest.is_empty() {
            let (line, behind) = split_line(rest);
            let seen = text.len() - behind.len();
            if let Some(end) = self.end_in(line) {
                let tail = line.get(end..).unwrap_or_default();
                return self.may_end_before(tail).then_some((seen, self.next_in(tail))).ok_or(seen);
            }
            rest = behind;
        }
        Err(text.len())
    }

    /// Whether it may be a string that ends before the rest of a line: one quote that opens none is
    /// closed by one that does.
    fn may_end_before(self, tail: &[u8]) -> bool {
        let Self::Quote(quote) = self else { return true };
        !tail.first().is_some_and(|byte| is_of_name(*byte)) && !leaves_open(tail, quote)
    }

    /// What the rest of the line leaves open that closes it.
    fn next_in(self, tail: &[u8]) -> Option<Open<'_>> {
        match self {
            Self::Quotes(_) | Self::Hashes(_) | Self::Marked(_) => {
                Scan { line: tail, at: 0 }.opened(|| false, |_| {})
            }
            _ => None,
        }
    }

    /// Where in a line it ends that is in it from the start.
    fn end_in(self, line: &[u8]) -> Option<usize> {
        match self {
            Self::Quotes(quotes) => {
                let first = *quotes.first()?;
                let mut at = 0;
                loop {
                    let rest = line.get(at..)?;
                    let sign = memchr2(b'\\', first, rest)?;
                    let rest = rest.get(sign..)?;
                    if rest.starts_with(quotes) {
                        return Some(at + sign + quotes.len());
                    }
                    at += sign + if rest.first() == Some(&first) { 1 } else { 2 };
                }
            }
            Self::Hashes(count) => {
                let is_end = |at: &usize| hashes(line.get(at + 1..).unwrap_or_default()) >= count;
                memchr_iter(b'"', line).find(is_end).map(|at| at + 1 + count)
            }
            Self::Marked(mark) => {
                let is_end = |at: &usize| {
                    let rest = line.get(at + 1..).and_then(|rest| rest.strip_prefix(mark));
                    rest.is_some_and(|rest| rest.starts_with(b"\""))
                };
                memchr_iter(b')', line).find(is_end).map(|at| at + mark.len() + 2)
            }
            Self::Heredoc(mark) => {
                let rest = line.trim_ascii().strip_prefix(mark)?;
                let is_end = rest.iter().all(|byte| b";),.".contains(byte));
                is_end.then_some(line.len())
            }
            Self::Quote(quote) => quote_end(line, quote),
            Self::Fence(sign, least) => {
                let words = line.trim_ascii();
                let is_end = words.len() >= least && words.iter().all(|byte| *byte == sign);
                is_end.then_some(line.len())
            }
        }
    }
}

fn hashes(text: &[u8]) -> usize {
    text.iter().take_while(|byte| **byte == b'#').count()
}

/// Whether the rest of a line has a quote that nothing closes; an apostrophe does not count as a
/// quote.
fn leaves_open(line: &[u8], own: u8) -> bool {
    let mut scan = Scan { line, at: 0 };
    while let Some(sign) = scan.next_sign(&mut |_| {}) {
        let rest = line.get(scan.at + 1..).unwrap_or_default();
        match quote_end(rest, sign) {
            _ if sign == b'<' => scan.at += 2,
            Some(end) => scan.at += 1 + end,
            None if sign == b'\'' && own != sign => scan.at += 1,
            None => return true,
        }
    }
    false
}

fn is_of_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || !byte.is_ascii()
}

/// After the quote that ends a string in a line; what is put into the text between backquotes is
/// no part of it.
fn quote_end(line: &[u8], quote: u8) -> Option<usize> {
    let mut at = 0;
    while let Some(byte) = line.get(at) {
        match byte {
            b'\\' => at += 2,
            b'$' if quote == b'`' && line.get(at + 1) == Some(&b'{') => {
                at += 2 + hole(line.get(at + 2..).unwrap_or_default());
            }
            _ if *byte == quote => return Some(at + 1),
            _ => at += 1,
        }
    }
    None
}

/// How many bytes are in `${…}`; none where it does not end in the line.
fn hole(line: &[u8]) -> usize {
    let mut depth = 1_usize;
    let ends = |byte: &u8| {
        match byte {
            b'{' => depth += 1,
            b'}' => depth -= 1,
            _ => {}
        }
        depth == 0
    };
    line.iter().position(ends).map_or(0, |end| end + 1)
}

/// Goes over a line that begins in no string.
struct Scan<'l> {
    line: &'l [u8],
    at: usize,
}

impl<'l> Scan<'l> {
    /// What the rest of the line leaves open. All brackets are told that are neither in strings nor
    /// in comments.
    fn opened(
        &mut self,
        is_value: impl FnOnce() -> bool,
        mut bracket: impl FnMut(u8),
    ) -> Option<Open<'l>> {
        let mut is_value = Some(is_value);
        while let Some(sign) = self.next_sign(&mut bracket) {
            if sign == b'<' {
                match self.heredoc() {
                    Some(mark) => return Some(Open::Heredoc(mark)),
                    None => self.at += 2,
                }
                continue;
            }
            let before = self.line.get(..self.at).unwrap_or_default();
            let rest = self.line.get(self.at..).unwrap_or_default();
            let open = match sign {
                b'"' => triple(rest, b"\"\"\"").or_else(|| raw(before, rest)),
                b'\'' => triple(rest, b"'''"),
                _ => None,
            };
            let (open, len) = open.unwrap_or((Open::Quote(sign), 1));
            let behind = rest.get(len..).unwrap_or_default();
            if let Some(end) = open.end_in(behind) {
                self.at += len + end;
                continue;
            }
            let may_be_first = || is_value.take().is_some_and(|is_value| is_value());
            match open {
                Open::Quote(quote) if !opens_value(before, quote, behind, may_be_first) => {
                    self.at += 1;
                }
                _ => return Some(open),
            }
        }
        None
    }

    /// Goes to the next quote, or `<<`; to the end at a comment.
    fn next_sign(&mut self, bracket: &mut impl FnMut(u8)) -> Option<u8> {
        while let Some(byte) = self.line.get(self.at) {
            let next = self.line.get(self.at + 1);
            let before = self.at.checked_sub(1).and_then(|before| self.line.get(before));
            match byte {
                b'\\' => self.at += 1,
                b'"' | b'`' => return Some(*byte),
                b'\'' if !self.is_apostrophe() => return Some(*byte),
                b'<' if next == Some(&b'<') => return Some(*byte),
                b'/' if next == Some(&b'/') && before != Some(&b':') => return None,
                b'/' if next == Some(&b'*') => {
                    let rest = self.line.get(self.at + 2..).unwrap_or_default();
                    self.at += 3 + memmem::find(rest, b"*/")?;
                }
                b'#' if before.is_none_or(u8::is_ascii_whitespace)
                    && next
                        .is_none_or(|next| next.is_ascii_whitespace() || b"#!".contains(next)) =>
                {
                    return None;
                }
                b'{' | b'}' | b'(' | b')' | b'[' | b']' => bracket(*byte),
                _ => {}
            }
            self.at += 1;
        }
        None
    }

    /// Whether the quote is after a word that is no prefix of a string, or begins a lifetime.
    fn is_apostrophe(&self) -> bool {
        let before = self.line.get(..self.at).unwrap_or_default();
        let len = before.iter().rev().take_while(|byte| is_of_name(**byte)).count();
        let word = before.get(before.len() - len..).unwrap_or_default();
        let is_prefix = len < 2 || (len == 2 && word.iter().all(|byte| b"rbfuRBFU".contains(byte)));
        !is_prefix || self.is_lifetime(before.last())
    }

    /// Whether the quote is the sign of a lifetime (`&'a str`, `<'a>`).
    fn is_lifetime(&self, before: Option<&u8>) -> bool {
        let behind = self.line.get(self.at + 1..).unwrap_or_default();
        let len = behind.iter().take_while(|byte| is_of_name(**byte)).count();
        let next = behind.get(len);
        let is_behind_sign = before.is_some_and(|before| b"<&".contains(before));
        len > 0 && next != Some(&b'\'') && (is_behind_sign || next == Some(&b'>'))
    }

    /// The mark of the heredoc that begins with `<<`.
    fn heredoc(&self) -> Option<&'l [u8]> {
        let behind = self.line.get(self.at + 2..)?;
        let behind = behind.strip_prefix(b"<").unwrap_or(behind);
        let behind =
            [b"-", b"~"].iter().find_map(|sign| behind.strip_prefix(*sign)).unwrap_or(behind);
        let (behind, had_blanks) = (behind.trim_ascii_start(), behind.starts_with(b" "));
        let quoted = [b"'", b"\""].iter().find_map(|quote| behind.strip_prefix(*quote));
        let mark = quoted.unwrap_or(behind);
        let is_of_mark = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte == b'_';
        let len = mark.iter().take_while(is_of_mark).count();
        let starts = |first: &u8| {
            first.is_ascii_uppercase() || (quoted.is_some() && first.is_ascii_lowercase())
        };
        // `1 << N` is none.
        let is_long = len > 1 || !had_blanks;
        mark.get(..len).filter(|mark| is_long && mark.first().is_some_and(starts))
    }
}

/// Three quotes, unless they are two strings without text.
fn triple<'l>(rest: &[u8], quotes: &'static [u8]) -> Option<(Open<'l>, usize)> {
    let first = quotes.first()?;
    let count = rest.iter().take_while(|byte| *byte == first).count();
    (3..6).contains(&count).then_some((Open::Quotes(quotes), 3))
}

/// A raw string that begins with the quote after some text.
fn raw<'l>(before: &[u8], rest: &'l [u8]) -> Option<(Open<'l>, usize)> {
    let count = before.iter().rev().take_while(|byte| **byte == b'#').count();
    let prefix = before.get(..before.len() - count).unwrap_or_default();
    if count > 0 {
        return prefix.ends_with(b"r").then_some((Open::Hashes(count), 1));
    }
    if !before.ends_with(b"R") {
        return None;
    }
    let mark = rest.get(1..)?;
    let len = memchr(b'(', mark).filter(|len| *len <= 16)?;
    Some((Open::Marked(mark.get(..len)?), len + 2))
}

/// Whether a quote that nothing closes in its line begins a value: what it follows leaves one open,
/// or it is a backquote after a name, or the last of its line.
fn opens_value(
    before: &[u8],
    quote: u8,
    behind: &[u8],
    may_be_first: impl FnOnce() -> bool,
) -> bool {
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || b"_$@)".contains(byte);
    if quote == b'`' && before.last().is_some_and(is_name) {
        return true;
    }
    let prefix = before.iter().rev().take_while(|byte| b"rbfucL@$".contains(byte)).count();
    let prefix = if quote == b'`' || prefix > 2 { 0 } else { prefix };
    let words = before.get(..before.len() - prefix).unwrap_or_default();
    let front = words.trim_ascii_end();
    let is_last = matches!(behind.trim_ascii_end(), b"" | b"\\");
    if front.is_empty() {
        return may_be_first() && (quote != b'\'' || is_last);
    }
    let is_blank = front.len() < words.len();
    match quote {
        b'\'' => is_last && (is_blank || front.last().is_some_and(|last| b"=([,".contains(last))),
        _ => ends_before_value(front) || (is_last && is_blank && quote == b'"'),
    }
}

/// The brackets of a line that begins in no string, in order.
pub(super) fn brackets(line: &[u8], bracket: impl FnMut(u8)) {
    let words = without_indentation(line).1;
    if Open::fence(words).is_none() {
        Scan { line: words, at: 0 }.opened(|| true, bracket);
    }
}

/// Whether a value may follow what ends so.
pub(super) fn ends_before_value(before: &[u8]) -> bool {
    const WORDS: [&[u8]; 6] = [b"return", b"yield", b"echo", b"print", b"default", b"await"];
    let is_word = || WORDS.iter().any(|word| before.ends_with(word));
    before.last().is_some_and(|last| b"=([{,:+>?|&".contains(last)) || is_word()
}
