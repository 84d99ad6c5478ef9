//! Handles hunks whose indentation counts columns: spaces, while the file is in half tabs; or tabs
//! of several columns, while the file has only spaces.

use patch_parse::{Hunk, HunkLine, LineKind};

use crate::Placement;
use crate::indent::around::Around;
use crate::indent::faced;
use crate::indent::halves::in_blanks;
use crate::indent::stops::with_stops;
use crate::text::blanks::{without_indentation, without_trailing_blanks};

/// How much of the file is examined on either side of a hunk.
const BESIDE: usize = 4096;

/// A file in half tabs around a hunk, converted to spaces.
pub(super) struct Columns {
    /// Up to the place,
    pub(super) front: Vec<u8>,
    /// and from there on.
    pub(super) file: Vec<u8>,
    pub(super) around: Vec<u8>,
}

impl Columns {
    /// `None` if the file is not in half tabs, or the hunk has the blanks of the file, or tabs:
    /// then these are as in the file, apart from blanks that all lines have too many or too few.
    pub(super) fn of(
        hunk: &Hunk<'_>,
        place: &Placement,
        (front, file): (&[u8], &[u8]),
        around: &Around<'_>,
    ) -> Option<Self> {
        let is_other = |(line, file): (HunkLine<'_>, &[u8])| {
            without_indentation(line.text).0 != without_indentation(file).0
        };
        let has_tab = |text: &[u8]| without_indentation(text).0.contains(&b'\t');
        if hunk.lines.iter().any(|line| has_tab(line.text)) {
            return None;
        }
        let lines = file.split_inclusive(|byte| *byte == b'\n').take(place.line_count);
        if !faced(hunk, lines).any(is_other) || !around.is_in_half_tabs() {
            return None;
        }
        let before = front.get(front.len().saturating_sub(BESIDE)..).unwrap_or_default();
        let len = place.end - place.start + BESIDE;
        Some(Self {
            front: in_blanks(before),
            file: in_blanks(file.get(..len).unwrap_or(file)),
            around: in_blanks(around.text()),
        })
    }

    /// The lines of a hunk converted to spaces, without their endings.
    pub(super) fn lines_of(hunk: &Hunk<'_>) -> Vec<Vec<u8>> {
        hunk.lines.iter().map(|line| in_blanks(line.text)).collect()
    }

    /// The hunk with these lines.
    pub(super) fn with_lines<'h>(hunk: &Hunk<'h>, lines: &'h [Vec<u8>]) -> Hunk<'h> {
        let lines = hunk.lines.iter().zip(lines);
        let lines = lines.map(|(line, text)| HunkLine {
            newline: line.newline,
            ..HunkLine::new(line.kind, text)
        });
        hunk.clone().with_lines(lines.collect())
    }
}

/// The widths of a tab in editors, in columns.
const WIDTHS: [usize; 3] = [2, 4, 8];

/// How many columns a tab is in a hunk whose old lines all are as the file has them once each tab
/// goes on to the next stop, if one such width does that and an added line begins with tabs.
pub(super) fn tab_width<'f>(
    hunk: &Hunk<'_>,
    lines: &(impl Iterator<Item = &'f [u8]> + Clone),
) -> Option<usize> {
    let has_tab = |line: HunkLine<'_>| without_indentation(line.text).0.contains(&b'\t');
    let added = |line: &HunkLine<'_>| line.kind == LineKind::Add;
    let is_shown = hunk.old_lines().any(has_tab) && hunk.lines.iter().filter(added).any(has_tab);
    let fits = |width: &usize| {
        let mut pairs = hunk.old_lines().zip(lines.clone());
        pairs.all(|(line, file)| {
            let line = with_stops(line.text, *width);
            without_trailing_blanks(&line) == without_trailing_blanks(file)
        })
    };
    let mut widths = WIDTHS.into_iter().filter(|width| is_shown && fits(width));
    widths.next().filter(|_| widths.next().is_none())
}
