//! Recognises lines above a hunk that name its file in another way than the format does.

use std::borrow::Cow;
use std::ops::Range;

use bstr::{BStr, ByteSlice};

use crate::grammar::{Line, is_same_path, lacks_lines, without_time};

/// How a header is odd.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Both names, in the wrong order, after the wrong signs, or without the blank.
    Pair,
    /// `--- x` or `+++ x` alone, with its sign.
    Half(u8),
    /// The name alone, as a title.
    Title,
}

/// Lines that serve as the header of a file, and the names for a regular one.
#[derive(Debug)]
pub(crate) struct OddHeader<'a> {
    kind: Kind,
    /// Which lines they are.
    pub(crate) lines: Range<usize>,
    pub(crate) old: Cow<'a, [u8]>,
    pub(crate) new: Cow<'a, [u8]>,
}

/// More empty lines than anybody leaves above a hunk.
const MOST_BLANK: usize = 2;

impl<'a> OddHeader<'a> {
    /// The odd header above line `at`, if that is the header of a hunk.
    fn above(lines: &[Line<'a>], at: usize) -> Option<Self> {
        let hunk = lines.get(at).filter(|line| line.starts_with("@@"))?;
        if !lines.get(at + 1).is_some_and(|line| line.is_marked() || line.text.is_empty()) {
            return None;
        }
        let before = lines.get(..at)?;
        let near = behind_blank(before);
        Self::pair(near).or_else(|| Self::half(near, hunk)).or_else(|| {
            let fence = near.split_last().filter(|(line, _)| opens_fence(line));
            Self::title(fence.map_or(near, |(_, rest)| behind_blank(rest)))
        })
    }

    /// All odd headers from the one at line `wrong` (where parsing failed) on; none if that line is
    /// not part of an odd header.
    pub(crate) fn all(lines: &[Line<'a>], wrong: usize) -> Vec<Self> {
        let mut found: Vec<Self> = Vec::new();
        for (at, hunk) in lines.iter().enumerate() {
            if hunk.span.line < wrong {
                continue;
            }
            let Some(odd) = Self::above(lines, at).filter(|odd| !odd.is_below_git(lines)) else {
                continue;
            };
            let fits = match found.first() {
                None => odd.may_be_first(lines, wrong),
                Some(first) => odd.may_follow(first, lines),
            };
            let is_once_more = found.last().is_some_and(|last| odd.repeats(last));
            match fits {
                true if !is_once_more => found.push(odd),
                false if found.is_empty() => break,
                _ => {}
            }
        }
        found
    }

    /// Whether a `diff --git` line begins the section. It names the file, so the mistake below it
    /// is another one.
    fn is_below_git(&self, lines: &[Line<'a>]) -> bool {
        let before = lines.get(..self.lines.start).unwrap_or_default().iter().rev();
        let mut headers = before.take_while(|line| !line.starts_with("@@"));
        headers.any(|line| line.starts_with("diff --git "))
    }

    /// Whether this is the header at which parsing failed. After a regular header it may belong to
    /// the hunk above; a stream that has not seen the end has already reported it as such.
    fn may_be_first(&self, lines: &[Line<'a>], wrong: usize) -> bool {
        let (before, header) = lines.split_at_checked(self.lines.start).unwrap_or_default();
        let is_headed = |line: &Line<'_>| line.starts_with("+++ ") || line.starts_with("@@");
        header.first().is_some_and(|line| {
            line.span.line <= wrong
                && !(may_be_of_hunk(line, before) && before.iter().any(is_headed))
        })
    }

    /// Whether this may be a further header after the first one. A single line after those of a
    /// hunk may belong to the hunk.
    fn may_follow(&self, first: &Self, lines: &[Line<'a>]) -> bool {
        let before = self.lines.start.checked_sub(1).and_then(|at| lines.get(at));
        let has_prefix = self.new.starts_with(b"b/") && self.old.starts_with(b"a/");
        match self.kind {
            // A removed comment of SQL or Lua begins with three dashes.
            Kind::Half(sign) => {
                let is_apart = sign == b'+' || has_prefix || before.is_none_or(Line::is_blank);
                self.kind == first.kind && is_apart
            }
            Kind::Pair | Kind::Title => true,
        }
    }

    /// Whether this is the title of another hunk of the same file.
    fn repeats(&self, last: &Self) -> bool {
        self.kind == Kind::Title && self.new.ends_with(&last.new)
    }

    /// Two lines with the names, at least one of which is not as the format has it.
    fn pair(lines: &[Line<'a>]) -> Option<Self> {
        let [.., first, second] = lines else { return None };
        let (upper, lower) = (signed(first.text)?, signed(second.text)?);
        let (old, new) = match (upper.sign, lower.sign) {
            (b'-', b'+') if upper.is_exact && lower.is_exact => return None,
            (b'-' | b'*', b'+') => (upper, lower),
            (b'+', b'-') => (lower, upper),
            (b'*', b'-') if upper.is_exact => (upper, lower),
            _ => return None,
        };
        let (old_name, new_name) = (without_time(old.name), without_time(new.name));
        let no_file: &[u8] = b"/dev/null";
        let is_one = match (old_name == no_file, new_name == no_file) {
            (true, true) => false,
            (true, false) => is_path(new_name),
            (false, true) => is_path(old_name),
            (false, false) => {
                is_path(old_name) && is_same_path(BStr::new(old_name), BStr::new(new_name))
            }
        };
        let range = lines.len() - 2..lines.len();
        let (old, new) = (Cow::Borrowed(old.name), Cow::Borrowed(new.name));
        is_one.then_some(Self { kind: Kind::Pair, lines: range, old, new })
    }

    /// One of the two lines, above a hunk whose numbers say that the file exists before and after.
    fn half(lines: &[Line<'a>], hunk: &Line<'_>) -> Option<Self> {
        let (line, before) = lines.split_last()?;
        let half = signed(line.text).filter(|half| half.is_exact && half.sign != b'*')?;
        let is_below =
            |line: &Line<'_>| signed(line.text).is_some_and(|other| other.sign != half.sign);
        let is_whole_file = hunk.text.contains_str(" +0,0 ")
            || (half.sign == b'-' && hunk.text.contains_str("-0,0 "));
        if before.last().is_some_and(is_below) || is_whole_file || !is_path(without_time(half.name))
        {
            return None;
        }
        let other = |from: &[u8], to: &[u8]| match half.name.strip_prefix(from) {
            Some(name) => Cow::Owned([to, name].concat()),
            None => Cow::Borrowed(half.name),
        };
        let (old, new) = (other(b"b/", b"a/"), other(b"a/", b"b/"));
        let range = lines.len() - 1..lines.len();
        Some(Self { kind: Kind::Half(half.sign), lines: range, old, new })
    }

    /// `**x.py**`, `` ### `x.py` ``, `File: x.py`.
    fn title(lines: &[Line<'a>]) -> Option<Self> {
        let (line, before) = lines.split_last()?;
        if before.last().is_some_and(begins_signature) {
            return None;
        }
        let name = title(line.text)?;
        let range = lines.len() - 1..lines.len();
        let (old, new) = (Cow::Borrowed(name), Cow::Borrowed(name));
        Some(Self { kind: Kind::Title, lines: range, old, new })
    }
}

/// The signs and the name of a line that may belong to a header.
#[derive(Clone, Copy, Debug)]
struct Signed<'a> {
    sign: u8,
    name: &'a [u8],
    /// Whether there are three signs and then a blank.
    is_exact: bool,
}

fn signed(text: &[u8]) -> Option<Signed<'_>> {
    let sign = *text.first().filter(|sign| b"-+*".contains(sign))?;
    let count = text.iter().take_while(|byte| **byte == sign).count();
    let rest = text.get(count..).filter(|_| (2..=5).contains(&count))?;
    let name = rest.trim_ascii();
    let is_exact = count == 3 && rest.first() == Some(&b' ');
    (!name.is_empty()).then_some(Signed { sign, name, is_exact })
}

/// The name in a title, without decoration.
fn title(text: &[u8]) -> Option<&[u8]> {
    let is_sign = |sign: char| matches!(sign, '*' | '#' | '`' | ' ' | ':' | '"' | '\'');
    if !text
        .first()
        .is_some_and(|first| first.is_ascii_alphanumeric() || b"*#`./_\"'".contains(first))
    {
        return None;
    }
    let mut name = text.trim_with(is_sign);
    for word in ["file:", "filename:", "path:", "file", "filename", "path"] {
        let Some((front, rest)) = name.split_at_checked(word.len()) else { continue };
        let is_apart = word.ends_with(':') || rest.starts_with(b" ");
        if front.eq_ignore_ascii_case(word.as_bytes()) && is_apart {
            name = rest.trim_with(is_sign);
            break;
        }
    }
    is_path(name).then_some(name)
}

/// Whether a text is nothing but the name of a file: it has no blank, and has a slash or a file
/// ending.
fn is_path(name: &[u8]) -> bool {
    let last = name.rsplit(|byte| *byte == b'/').next().unwrap_or_default();
    let has_ending = last.rsplit_once_str(".").is_some_and(|(_, ending)| {
        ending.first().is_some_and(u8::is_ascii_alphabetic)
            && ending.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
    });
    let is_plain = |byte: &u8| *byte > b' ' && !b"()<>|*?\"'`;,=".contains(byte);
    let is_link = name.contains_str("://");
    !last.is_empty()
        && name.iter().all(is_plain)
        && !is_link
        && (has_ending || (name.contains(&b'/') && last.iter().any(u8::is_ascii_alphanumeric)))
}

/// Whether a line may belong to a hunk that ends above it: it has a mark, or is directly below a
/// line without one or a hunk that lacks lines, or has no sign of a title.
fn may_be_of_hunk(line: &Line<'_>, before: &[Line<'_>]) -> bool {
    let is_plain = || !line.text.first().is_some_and(|sign| b"*#`\"'".contains(sign));
    let hunk = before.iter().rposition(|line| line.starts_with("@@"));
    let is_lacking = || hunk.and_then(|at| before.get(at..)).is_some_and(lacks_lines);
    let near = before.last().filter(|last| !last.is_blank() && !opens_fence(last));
    line.starts_with("-")
        || line.starts_with("+")
        || near.is_some_and(|last| is_plain() || !last.is_marked() || is_lacking())
}

/// Whether the signature of a mail may begin with a line: what is below it is its text.
fn begins_signature(line: &Line<'_>) -> bool {
    matches!(line.text, b"-- " | b"--")
}

/// The lines without the last empty ones, at most [`MOST_BLANK`].
fn behind_blank<'s, 'a>(lines: &'s [Line<'a>]) -> &'s [Line<'a>] {
    let blank = lines.iter().rev().take(MOST_BLANK).take_while(|line| line.text.is_empty()).count();
    lines.get(..lines.len() - blank).unwrap_or_default()
}

fn opens_fence(line: &Line<'_>) -> bool {
    line.starts_with("```") || line.starts_with("~~~")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_that_are_the_name_of_a_file() {
        for (text, name) in [
            ("**src/app.py**", "src/app.py"),
            ("### `src/app.py`", "src/app.py"),
            ("#### src/app.py:", "src/app.py"),
            ("File: src/app.py", "src/app.py"),
            ("**File:** `app.py`", "app.py"),
            ("`lib/Makefile`:", "lib/Makefile"),
            ("src/app.py", "src/app.py"),
            ("path: .github/ci.yml", ".github/ci.yml"),
        ] {
            assert_eq!(title(text.as_bytes()), Some(name.as_bytes()), "{text}");
        }
        for text in [
            "**Makefile**",
            "In src/app.py:",
            "1. src/app.py",
            "### Changes",
            "https://a.b/c.py",
            "e.g.",
            "v1.2",
            "f(x.y)",
            " src/app.py",
            "- src/app.py",
            "src/",
            "...",
        ] {
            assert_eq!(title(text.as_bytes()), None, "{text}");
        }
    }
}
