//! Pairs the lines of a region.

use std::collections::HashMap;
use std::ops::Range;

use foldhash::fast::RandomState;
use similar::DiffOp;

use super::change::Change;
use super::regions::Region;
use super::shared;
use crate::GenOptions;

/// The changes in a region, as the algorithm finds them.
pub(super) fn pair<'t>(region: &Region<'t>, options: &GenOptions) -> Vec<Change> {
    let core = |lines: usize| region.lead..lines.saturating_sub(region.trail);
    let old = region.old.get(core(region.old.len())).unwrap_or_default();
    let new = region.new.get(core(region.new.len())).unwrap_or_default();
    // The first lines differ: with one line on each side, there is nothing to pair.
    if old.is_empty() || new.is_empty() || (old.len() == 1 && new.len() == 1) {
        let lead = region.lead;
        return vec![Change { old: lead..lead + old.len(), new: lead..lead + new.len() }];
    }
    let engine = options.algorithm.for_lines(old.len() + new.len());
    let mut numbers = HashMap::with_capacity_and_hasher(old.len(), RandomState::default());
    let mut number = |lines: &[&'t [u8]]| -> Vec<u32> {
        let number = |line: &&'t [u8]| {
            let next = u32::try_from(numbers.len()).unwrap_or(u32::MAX);
            *numbers.entry(*line).or_insert(next)
        };
        lines.iter().map(number).collect()
    };
    let (old, new) = (number(old), number(new));
    let changes = match engine {
        None => shared::changes(&old, &new, options.deadline),
        Some(engine) => {
            joined(similar::capture_diff_slices_deadline(engine, &old, &new, options.deadline))
        }
    };
    let moved = |lines: Range<usize>| lines.start + region.lead..lines.end + region.lead;
    let moved = |change: Change| Change { old: moved(change.old), new: moved(change.new) };
    changes.into_iter().map(moved).collect()
}

/// The operations that change something, with adjacent ones joined.
fn joined(ops: Vec<DiffOp>) -> Vec<Change> {
    let mut changes: Vec<Change> = Vec::new();
    for op in ops.into_iter().filter(|op| !matches!(op, DiffOp::Equal { .. })) {
        let change = Change { old: op.old_range(), new: op.new_range() };
        match changes.last_mut() {
            Some(last) if last.old.end == change.old.start && last.new.end == change.new.start => {
                last.old.end = change.old.end;
                last.new.end = change.new.end;
            }
            _ => changes.push(change),
        }
    }
    changes
}
