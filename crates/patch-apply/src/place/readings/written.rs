//! Finds where the file has the old lines of a hunk as written, trailing blanks aside.

use bstr::ByteSlice as _;
use patch_parse::{Hunk, Newline};

use crate::place::names::heading::is_named;
use crate::place::placement::{Evidence, EvidenceSet, Placement};
use crate::place::rung::Rung;
use crate::text::Text;
use crate::text::blanks::{without_indentation, without_trailing_blanks};

/// The placement of a hunk at a line and its byte offset, after another hunk, if the file has its
/// old lines there.
pub(super) fn written_from(
    text: Text<'_>,
    from: (usize, usize),
    hunk: &Hunk<'_>,
) -> Option<Placement> {
    placed(text, from, hunk, Evidence::Order)
}

/// The placements of two hunks, one directly after the other, at a line and its byte offset.
pub(super) fn both_from(
    text: Text<'_>,
    from: (usize, usize),
    [first, second]: [&Hunk<'_>; 2],
) -> Option<[Placement; 2]> {
    let first = written_from(text, from, first)?;
    let end = (first.line_index + first.line_count, first.end);
    Some([first, written_from(text, end, second)?])
}

/// The same, if the file has the two so in exactly one place.
pub(super) fn only_both(text: Text<'_>, hunks: [&Hunk<'_>; 2]) -> Option<[Placement; 2]> {
    let mut all = places(text, hunks[0])
        .filter_map(|first| both_from(text, (first.line_index, first.start), hunks));
    all.next().filter(|_| all.next().is_none())
}

/// The placement of a hunk at the line of its number, if the file has its old lines there.
pub(super) fn written_at(text: Text<'_>, line: usize, hunk: &Hunk<'_>) -> Option<Placement> {
    let bytes = text.body();
    let in_front = bytes.split_inclusive(|byte| *byte == b'\n').take(line);
    let (count, len) = in_front.fold((0, 0), |(count, len), line| (count + 1, len + line.len()));
    let start = text.start + len;
    (count == line).then(|| placed(text, (line, start), hunk, Evidence::Number)).flatten()
}

fn placed(
    text: Text<'_>,
    (line, start): (usize, usize),
    hunk: &Hunk<'_>,
    evidence: Evidence,
) -> Option<Placement> {
    let text = text.slice(start..text.bytes.len());
    let mut in_file = text.split_inclusive(|byte| *byte == b'\n');
    let (mut end, mut rung) = (start, Rung::Exact);
    for old in hunk.old_lines() {
        let found = in_file.next()?;
        if without_trailing_blanks(found) != without_trailing_blanks(old.text) {
            return None;
        }
        if (&**old.text, old.newline) != Newline::split(found) {
            rung = Rung::TrailingBlanks;
        }
        end += found.len();
    }
    Some(Placement {
        line_index: line,
        line_count: hunk.lines.old_count(),
        start,
        end,
        rung,
        other_places: 0,
        dropped_before: 0,
        dropped_after: 0,
        evidence: EvidenceSet::from_iter([evidence]),
    })
}

/// The line, and its byte offset, at which the file has the old lines of a hunk, if there is
/// exactly one.
pub(super) fn only_place(text: Text<'_>, hunk: &Hunk<'_>) -> Option<(usize, usize)> {
    let mut all = places(text, hunk).map(|place| (place.line_index, place.start));
    all.next().filter(|_| all.next().is_none())
}

/// Whether the file has the old lines of a hunk at a place that does not contain this line.
pub(super) fn is_elsewhere(text: Text<'_>, hunk: &Hunk<'_>, line: usize) -> bool {
    let is_other = |place: Placement| {
        !(place.line_index..=place.line_index + place.line_count).contains(&line)
    };
    places(text, hunk).any(is_other)
}

/// Whether all lines that the heading of a hunk names are after a place: the hunk is not meant
/// there.
pub(super) fn is_before_heading(text: Text<'_>, hunk: &Hunk<'_>, place: &Placement) -> bool {
    let heading = hunk.section().trim_ascii();
    let names = |line: &[u8]| is_named(heading, without_indentation(line).1);
    let (front, behind) = text.bytes.split_at_checked(place.end).unwrap_or_default();
    !heading.is_empty() && behind.lines().any(names) && !front.lines().any(names)
}

fn places(text: Text<'_>, hunk: &Hunk<'_>) -> impl Iterator<Item = Placement> {
    let bytes = text.body();
    let mut start = text.start;
    bytes.split_inclusive(|byte| *byte == b'\n').enumerate().filter_map(move |(at, found)| {
        let place = written_from(text, (at, start), hunk);
        start += found.len();
        place
    })
}
