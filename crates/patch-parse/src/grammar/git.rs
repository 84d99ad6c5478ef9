//! Reads git's extended headers, line by line.

use std::borrow::Cow;

use bstr::{BStr, ByteSlice};
use nom::Parser as _;
use nom::branch::alt;
use nom::bytes::complete::{tag, take_while_m_n, take_while1};
use nom::character::complete::{digit1, space0};
use nom::combinator::{cut, map, map_opt, opt};
use nom::sequence::{preceded, separated_pair, terminated};

use super::names::{behind, is_same_path};
use super::quoting::{name_to_end, quoted};
use super::{Input, PResult};
use crate::{FileMode, Index};

/// One extended header line.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Header<'a> {
    OldMode(FileMode),
    NewMode(FileMode),
    NewFileMode(FileMode),
    DeletedFileMode(FileMode),
    Similarity(u8),
    Dissimilarity(u8),
    RenameFrom(Cow<'a, BStr>),
    RenameTo(Cow<'a, BStr>),
    CopyFrom(Cow<'a, BStr>),
    CopyTo(Cow<'a, BStr>),
    Index(Index<'a>),
}

impl Header<'_> {
    /// Whether the header affects what is done to the file.
    pub(super) fn says_something(&self) -> bool {
        !matches!(self, Self::Similarity(_) | Self::Dissimilarity(_) | Self::Index(_))
    }
}

/// Parses an extended header line.
///
/// ```ebnf
/// header = "old mode " mode | "new mode " mode | "new file mode " mode | "deleted file mode " mode
///        | "similarity index " percent | "dissimilarity index " percent
///        | "rename from " name | "rename to " name | "copy from " name | "copy to " name
///        | "index " object ".." object [ " " mode ] ;
/// ```
///
/// The words commit: a known header with an unreadable value is a failure, not an error. Blanks
/// after a value are ignored; after a name they are part of it.
pub(super) fn header(i: Input<'_>) -> PResult<'_, Header<'_>> {
    let modes = alt((
        map(preceded(tag("old mode "), cut(mode)), Header::OldMode),
        map(preceded(tag("new mode "), cut(mode)), Header::NewMode),
        map(preceded(tag("new file mode "), cut(mode)), Header::NewFileMode),
        map(preceded(tag("deleted file mode "), cut(mode)), Header::DeletedFileMode),
    ));
    let names = alt((
        map(preceded(tag("rename from "), cut(name_to_end)), Header::RenameFrom),
        map(preceded(tag("rename to "), cut(name_to_end)), Header::RenameTo),
        map(preceded(tag("copy from "), cut(name_to_end)), Header::CopyFrom),
        map(preceded(tag("copy to "), cut(name_to_end)), Header::CopyTo),
    ));
    let facts = alt((
        map(preceded(tag("similarity index "), cut(percent)), Header::Similarity),
        map(preceded(tag("dissimilarity index "), cut(percent)), Header::Dissimilarity),
        map(preceded(tag("index "), cut(index)), Header::Index),
    ));
    if let Some(index) = opt_index(i) {
        return Ok((&[], Header::Index(index)));
    }
    alt((terminated(facts, space0), terminated(modes, space0), names)).parse(i)
}

/// Reads `index` as tools write it; nearly every section has one. A hand-written scan takes a third
/// of the instructions.
fn opt_index(text: &[u8]) -> Option<Index<'_>> {
    let names = text.strip_prefix(b"index ")?;
    let (old, rest) = opt_object(names)?;
    let (new, rest) = opt_object(rest.strip_prefix(b"..")?)?;
    let mode = match rest {
        [] => None,
        [b' ', digits @ ..] if matches!(digits.len(), 5 | 6) => Some(opt_mode(digits)?),
        _ => return None,
    };
    Some(Index { old, new, mode })
}

fn opt_object(text: &[u8]) -> Option<(Cow<'_, BStr>, &[u8])> {
    let len = text.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
    let (name, rest) = text.split_at_checked(len).filter(|_| len > 0)?;
    Some((borrow(name), rest))
}

/// A mode, if the text has nothing but its octal digits.
fn opt_mode(digits: &[u8]) -> Option<FileMode> {
    digits.iter().all(|byte| matches!(byte, b'0'..=b'7')).then(|| mode_of(digits))
}

fn mode_of(digits: &[u8]) -> FileMode {
    FileMode(digits.iter().fold(0, |mode, digit| mode * 8 + u32::from(digit - b'0')))
}

/// Five or six octal digits.
fn mode(i: Input<'_>) -> PResult<'_, FileMode> {
    map(take_while_m_n(5, 6, |b: u8| matches!(b, b'0'..=b'7')), mode_of).parse(i)
}

fn percent(i: Input<'_>) -> PResult<'_, u8> {
    map_opt(terminated(digit1, tag("%")), |digits: &[u8]| {
        digits.to_str().ok()?.parse().ok().filter(|percent| *percent <= 100)
    })
    .parse(i)
}

fn index(i: Input<'_>) -> PResult<'_, Index<'_>> {
    let (i, (old, new)) = separated_pair(object, tag(".."), object).parse(i)?;
    let (i, mode) = opt(preceded(tag(" "), mode)).parse(i)?;
    Ok((i, Index { old, new, mode }))
}

/// An object name: hexadecimal digits. Models write other letters, too; nothing uses the value.
fn object(i: Input<'_>) -> PResult<'_, Cow<'_, BStr>> {
    map(take_while1(|b: u8| b.is_ascii_alphanumeric()), |name: &[u8]| Cow::Borrowed(name.as_bstr()))
        .parse(i)
}

/// The two names of a `diff --git` line.
pub(super) type Names<'a> = (Cow<'a, BStr>, Cow<'a, BStr>);

/// Parses the names after `diff --git `; `None` if the line does not show where the first one ends.
///
/// Git's separator, a blank, may also be part of a name. So, as in git, the line is split where
/// both sides are the same, apart from the first component or from as many as the caller says.
pub(super) fn opt_names(text: &[u8], strip: Option<usize>) -> Option<Names<'_>> {
    if text.first() == Some(&b'"') || text.last() == Some(&b'"') {
        return opt_quoted_names(text);
    }
    let split = |at: usize| Some((text.get(..at)?.as_bstr(), text.get(at + 1..)?.as_bstr()));
    let middle = text.len() / 2;
    if let Some((old, new)) = split(middle).filter(|_| text.get(middle) == Some(&b' '))
        && is_same_path(old, new)
    {
        return Some((borrow(old), borrow(new)));
    }
    // Prefixes of different lengths. The bound keeps a line of nothing but blanks linear.
    let spaces: Vec<usize> = memchr::memchr_iter(b' ', text).take(MOST_SPLITS).collect();
    let splits = || spaces.iter().filter_map(|at| split(*at));
    let is_same_behind = |(old, new): &(&BStr, &BStr)| {
        let rest = strip.and_then(|strip| behind(old, strip));
        rest.is_some() && rest == strip.and_then(|strip| behind(new, strip))
    };
    let same = splits()
        .find(is_same_behind)
        .or_else(|| splits().find(|(old, new)| is_same_path(old, new)));
    let only = match *spaces {
        [at] => split(at),
        _ => None,
    };
    same.or(only).map(|(old, new)| (borrow(old), borrow(new)))
}

/// At how many blanks a split of a `diff --git` line is tried.
const MOST_SPLITS: usize = 64;

fn borrow(name: &[u8]) -> Cow<'_, BStr> {
    Cow::Borrowed(name.as_bstr())
}

fn opt_quoted_names(text: &[u8]) -> Option<Names<'_>> {
    if let Ok((rest, old)) = quoted(text) {
        let (_, new) = name_to_end(rest.strip_prefix(b" ")?).ok()?;
        return Some((old, new));
    }
    let at = memchr::memmem::find(text, b" \"")?;
    let (_, new) = quoted(text.get(at + 1..)?).ok()?;
    Some((borrow(text.get(..at)?), new))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grammar::whole;

    #[track_caller]
    fn check_names(text: &str, expected: Option<(&str, &str)>) {
        let names = opt_names(text.as_bytes(), None);
        let names = names.as_ref().map(|(old, new)| (old.to_str().unwrap(), new.to_str().unwrap()));
        assert_eq!(names, expected, "{text}");
    }

    #[test]
    fn names_split_where_both_sides_agree() {
        check_names("a/x.rs b/x.rs", Some(("a/x.rs", "b/x.rs")));
        check_names("a/my file b/my file", Some(("a/my file", "b/my file")));
        check_names("x x", Some(("x", "x")));
        check_names("/home/u/x /home/u/x", Some(("/home/u/x", "/home/u/x")));
        check_names("old-9/x y new-10/x y", Some(("old-9/x y", "new-10/x y")));
        check_names("a/old b/new", Some(("a/old", "b/new")));
        check_names("a/one two b/three four", None);
        check_names(r#""a/\303\251" "b/\303\251""#, Some(("a/é", "b/é")));
        check_names(r#"a/e "b/\303\251""#, Some(("a/e", "b/é")));
        check_names("", None);
    }

    #[test]
    fn names_split_where_both_sides_agree_behind_the_prefix_that_is_asked_for() {
        for (text, strip, old) in [
            ("x/y/a b z/w/a b", Some(2), Some("x/y/a b")),
            ("x/y/a b long/w/a b", Some(2), Some("x/y/a b")),
            ("x/y/a b z/w/a b", Some(1), None),
            ("x/y/a b z/w/a b", None, None),
            ("a/a b b/a b", Some(3), Some("a/a b")),
        ] {
            let names = opt_names(text.as_bytes(), strip);
            assert_eq!(names.map(|(old, _)| old.to_string()).as_deref(), old, "{text} {strip:?}");
        }
    }

    #[test]
    fn every_header_is_read() {
        let name = |name| Cow::Borrowed(BStr::new(name));
        for (line, expected) in [
            ("old mode 100644", Header::OldMode(FileMode::REGULAR)),
            ("new mode 100755", Header::NewMode(FileMode::EXECUTABLE)),
            ("new file mode 120000", Header::NewFileMode(FileMode::SYMLINK)),
            ("deleted file mode 160000", Header::DeletedFileMode(FileMode::SUBMODULE)),
            ("similarity index 97%", Header::Similarity(97)),
            ("dissimilarity index 60%", Header::Dissimilarity(60)),
            ("rename from a b", Header::RenameFrom(name("a b"))),
            ("rename to c", Header::RenameTo(name("c"))),
            ("copy from c", Header::CopyFrom(name("c"))),
            ("copy to d", Header::CopyTo(name("d"))),
            (
                "index 0123abc..def4567 100644",
                Header::Index(Index {
                    old: name("0123abc"),
                    new: name("def4567"),
                    mode: Some(FileMode::REGULAR),
                }),
            ),
        ] {
            assert_eq!(whole(header, line.as_bytes()).unwrap(), expected, "{line}");
        }
        for line in ["old mode x", "similarity index 101%", "index abc", "rename from \"x"] {
            assert!(whole(header, line.as_bytes()).is_err(), "{line}");
        }
    }
}
