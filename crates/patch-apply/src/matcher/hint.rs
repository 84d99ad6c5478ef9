//! Checking one place, byte for byte: what most hunks need and nothing more.

use patch_parse::{Hunk, HunkLine, Newline};

use super::{Placement, Rung};
use crate::text::{LineSeeker, Text};

/// The hunk at a line, 0-based, if its old lines stand there byte for byte.
pub(super) fn exact_at(
    text: Text<'_>,
    seeker: &mut LineSeeker<'_>,
    hunk: &Hunk<'_>,
    line_index: usize,
) -> Option<Placement> {
    let start = seeker.offset_of(line_index)?;
    let mut rest = text.bytes.get(start..)?;
    let mut line_count = 0;
    for line in hunk.old_lines() {
        rest = strip_line(rest, &line)?;
        line_count += 1;
    }
    let end = text.bytes.len() - rest.len();
    Some(Placement {
        line_index,
        line_count,
        start,
        end,
        rung: Rung::Exact,
        other_places: 0,
        dropped_before: 0,
        dropped_after: 0,
    })
}

#[inline]
fn strip_line<'f>(rest: &'f [u8], line: &HunkLine<'_>) -> Option<&'f [u8]> {
    let rest = rest.strip_prefix(&**line.text)?;
    match line.newline {
        Newline::Lf => rest.strip_prefix(b"\n"),
        Newline::CrLf => rest.strip_prefix(b"\r\n"),
        // Only at the end of the file does a line have no ending, and then it is not empty.
        Newline::None => (rest.is_empty() && !line.text.is_empty()).then_some(rest),
    }
}
