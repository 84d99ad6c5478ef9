//! A few lines of the file that spare the writer reading it again.

use std::ops::Range;

use patch_parse::Hunk;

use super::show::{around, without_ending};
use crate::text::LineTable;
use crate::{Cause, FileLine, HunkFailure};

/// Lines shown before a place, and from its first line on.
const BEFORE: usize = 2;
const FROM: usize = 5;

/// Lines shown of the end of a file.
const LAST: usize = 4;

/// The lines to show for a failure; none if its message has them already.
pub(super) fn of(
    table: &LineTable<'_>,
    hunk: Option<&Hunk<'_>>,
    failure: &HunkFailure,
) -> Vec<FileLine> {
    let lines = lines(table, hunk, failure).unwrap_or_default();
    lines.map(|line_index| shown(table, line_index)).collect()
}

pub(super) fn shown(table: &LineTable<'_>, line_index: usize) -> FileLine {
    let text = around(without_ending(table.line(line_index)), 1);
    FileLine { line: line_index + 1, text }
}

fn lines(
    table: &LineTable<'_>,
    hunk: Option<&Hunk<'_>>,
    failure: &HunkFailure,
) -> Option<Range<usize>> {
    if failure.near_miss.is_some() {
        return None;
    }
    let around = |line: usize| {
        let line_index = line.checked_sub(1)?;
        let end = line_index.saturating_add(FROM).min(table.len());
        Some(line_index.saturating_sub(BEFORE).min(end)..end)
    };
    match failure.cause {
        Cause::NotAtEnd => Some(table.len().saturating_sub(LAST)..table.len()),
        Cause::NoContext if failure.candidates.is_empty() => {
            let named = hunk?.range()?.first_old_line();
            around(usize::try_from(named).ok()?)
        }
        Cause::NoContext
        | Cause::UnmappedIndentation
        | Cause::MaybeApplied
        | Cause::PartlyApplied
        | Cause::OutOfOrder
        | Cause::OutsideHeading => around(failure.first_line()),
        _ => None,
    }
}
