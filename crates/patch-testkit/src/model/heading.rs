//! Lines that headers name, and what lies below them.

use patch_parse::Hunk;

use super::ladder::{indent, words};
use super::text::Placed;

/// Lines above that are looked at.
const MOST_LINES: usize = 1000;

/// The heading of a hunk, if its header names one.
pub(super) fn of<'h>(hunk: &'h Hunk<'_>) -> Option<&'h [u8]> {
    let heading: &[u8] = match hunk.anchors.last() {
        Some(anchor) => anchor,
        None => &hunk.section,
    };
    (!heading.trim_ascii().is_empty()).then_some(heading.trim_ascii())
}

/// Whether a heading stands at a line, or above it with nothing in between that could be a heading
/// of its own unless it is indented deeper. `None` where that is too far away to say.
pub(super) fn is_above(file: &[&[u8]], heading: &[u8], line: usize) -> Option<bool> {
    if file.get(line).is_some_and(|line| words(line).starts_with(heading)) {
        return Some(true);
    }
    let line = line.min(file.len());
    let window = line.saturating_sub(MOST_LINES)..line;
    let could_be = |line: &&&[u8]| {
        words(line).first().is_some_and(|byte| byte.is_ascii_alphabetic() || b"_$".contains(byte))
    };
    let encloses = |at: &usize| {
        let own = indent(file[*at]).len();
        words(file[*at]).starts_with(heading)
            && file[at + 1..line].iter().filter(could_be).all(|other| indent(other).len() > own)
    };
    if window.clone().any(|at| encloses(&at)) {
        return Some(true);
    }
    let is_closed = window.start == 0 && line < MOST_LINES
        || file[window].iter().filter(could_be).any(|line| indent(line).is_empty());
    is_closed.then_some(false)
}

/// Whether a place lies elsewhere than the heading of its hunk: that stands in the file, above other
/// lines, and the hunk does not hold it itself.
pub(super) fn is_elsewhere(file: &[&[u8]], hunk: &Hunk<'_>, place: Placed) -> bool {
    let Some(heading) = of(hunk) else { return false };
    let starts_with = |line: &[u8]| words(line).starts_with(heading);
    file.iter().any(|line| starts_with(line))
        && !hunk.old_lines().any(|line| starts_with(line.text))
        && is_above(file, heading, place.start) == Some(false)
        && is_above(file, heading, place.whole_start()) == Some(false)
}
