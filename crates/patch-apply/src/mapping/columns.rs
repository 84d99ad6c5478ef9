//! Hunks in files in half tabs: what they show is in the columns of their lines.

use patch_parse::{Hunk, HunkLine};

use crate::Placement;
use crate::indent::around::Around;
use crate::indent::faced;
use crate::indent::halves::in_blanks;
use crate::text::blanks::without_indentation;

/// How much of the file is looked at on either side of a hunk.
const BESIDE: usize = 4096;

/// A file in half tabs around a hunk, in blanks.
pub(super) struct Columns {
    /// Up to the place,
    pub(super) front: Vec<u8>,
    /// and from there on.
    pub(super) file: Vec<u8>,
    pub(super) around: Vec<u8>,
}

impl Columns {
    /// `None` where the file is not in half tabs, or the hunk has the blanks of the file, or tabs:
    /// then these are as the file has them, behind what all lines have too many or too few.
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

    /// The lines of a hunk in blanks, without their endings.
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
