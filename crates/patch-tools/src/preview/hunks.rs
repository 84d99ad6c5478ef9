//! Hunks with the line numbers of their place in the file.

use std::collections::BTreeSet;

use patch_apply::{FileReceipt, HunkReceipt};
use patch_parse::{Hunk, HunkLine, HunkLines, LineKind};

/// The hunks of a section that have been shown, by their numbers, 1-based.
#[derive(Clone, Debug, Default)]
pub(super) struct Placed(BTreeSet<usize>);

impl Placed {
    /// Whether nothing has been shown.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The hunks that have a place and have not been shown, in the order of the file.
    pub(super) fn show(
        &mut self,
        hunks: &[Hunk<'static>],
        receipt: &FileReceipt,
    ) -> Vec<Hunk<'static>> {
        let mut placed: Vec<&HunkReceipt> = receipt.hunks.iter().collect();
        placed.sort_by_key(|placed| placed.matched_line);
        let mut fresh = Vec::new();
        // The lines that the hunks before a place add.
        let mut added = 0;
        for placed in placed {
            let number = placed.id.hunk_number().unwrap_or_default();
            let hunk = number.checked_sub(1).and_then(|at| hunks.get(at));
            if let Some(hunk) = hunk.filter(|_| self.0.insert(number)) {
                fresh.push(numbered(hunk, placed, added));
            }
            added += signed(placed.lines_added) - signed(placed.lines_removed);
        }
        fresh
    }
}

/// A hunk without the context that the file does not have, with the numbers of its place, after
/// hunks that add this many lines.
fn numbered(hunk: &Hunk<'static>, placed: &HunkReceipt, added: i64) -> Hunk<'static> {
    let lines: HunkLines<'static> = kept(hunk, placed).collect();
    let (old, new) = (lines.old_count(), lines.new_count());
    // The number of an empty side is that of the line before it.
    let start = |line: i64, count| u64::try_from(line - i64::from(count == 0)).unwrap_or_default();
    let line = signed(placed.matched_line);
    let starts = (start(line, old), start(line + added, new));
    Hunk::new(lines).with_starts(Some(starts)).with_section(hunk.section().to_owned())
}

/// The lines of a hunk without those of its outer context that the file does not have.
fn kept<'h>(hunk: &'h Hunk<'_>, placed: &HunkReceipt) -> impl Iterator<Item = HunkLine<'h>> {
    let last = hunk.old_lines().count().saturating_sub(placed.dropped_after);
    let first = placed.dropped_before;
    let mut old = 0;
    hunk.lines.iter().filter(move |line| {
        if line.kind == LineKind::Add {
            return true;
        }
        old += 1;
        first < old && old <= last
    })
}

fn signed(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}
