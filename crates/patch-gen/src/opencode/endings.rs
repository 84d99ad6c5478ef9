//! Handles final newlines, which the format does not show.

use std::borrow::Cow;

use patch_parse::{Inexpressible, Newline};

/// Two texts that both end with a newline, or are empty.
pub(super) struct Closed<'a> {
    pub(super) old: Cow<'a, [u8]>,
    pub(super) new: Cow<'a, [u8]>,
    /// Whether the last line of the old text has no newline. A chunk with that line matches it
    /// loosely, so the lines that it adds get the endings of their neighbours.
    pub(super) is_open: bool,
    /// Whether all lines of both texts end alike.
    pub(super) is_uniform: bool,
}

/// Ends the last lines of both texts with a newline, if neither has one.
///
/// # Errors
///
/// If only one of them has one: a reader leaves the end of a file as it is.
pub(super) fn closed<'a>(old: &'a [u8], new: &'a [u8]) -> Result<Closed<'a>, Inexpressible> {
    let is_open = |text: &[u8]| !text.is_empty() && text.last() != Some(&b'\n');
    let (old_is_open, new_is_open) = (is_open(old), is_open(new));
    if old_is_open != new_is_open && !(old_is_open && new.is_empty()) {
        return Err(Inexpressible::FinalNewline);
    }
    let endings = || {
        let lines = [old, new].into_iter().flat_map(|text| text.split_inclusive(|b| *b == b'\n'));
        lines.map(|line| Newline::split(line).1).filter(|ending| *ending != Newline::None)
    };
    let ending = endings().next().unwrap_or(Newline::Lf);
    let known = old.contains(&b'\n') || ending == Newline::Lf;
    // A CR at the very end would become part of the ending.
    let has_cr = old.last() == Some(&b'\r') || new.last() == Some(&b'\r');
    let is_uniform = known && !has_cr && endings().all(|other| other == ending);
    let close = |text: &'a [u8]| -> Cow<'a, [u8]> {
        if is_open(text) { [text, ending.as_bytes()].concat().into() } else { text.into() }
    };
    Ok(Closed { old: close(old), new: close(new), is_open: old_is_open, is_uniform })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(old: &str, new: &str, expected: Option<(&str, &str, bool)>) {
        let closed = closed(old.as_bytes(), new.as_bytes()).ok();
        let closed = closed.as_ref().map(|closed| {
            let [old, new] =
                [&closed.old, &closed.new].map(|text| std::str::from_utf8(text).unwrap());
            (old, new, closed.is_uniform)
        });
        assert_eq!(closed, expected, "{old:?} {new:?}");
    }

    #[test]
    fn a_newline_is_missing_on_both_sides_or_on_none() {
        check("a\n", "b\n", Some(("a\n", "b\n", true)));
        check("a", "b", Some(("a\n", "b\n", true)));
        check("a\r\nb", "c", Some(("a\r\nb\r\n", "c\r\n", true)));
        check("a", "", Some(("a\n", "", true)));
        check("a", "b\n", None);
        check("a\n", "b", None);
        check("", "b", None);
        check("a\r\nb\nc", "c", Some(("a\r\nb\nc\r\n", "c\r\n", false)));
        check("a", "b\r\nc", Some(("a\r\n", "b\r\nc\r\n", false)));
    }
}
