//! Explains anchors that were not found: where they occur after all, and which lines are similar.

use std::borrow::Cow;

use bstr::BStr;

use super::scan::scan;
use crate::place::{Named, Way};
use crate::text::LineTable;
use crate::{Candidate, Cause, HunkFailure};

/// How many hunks of a file are examined: each costs a pass over the file.
const MOST_ANCHORS: usize = 8;

/// How many lines similar to an anchor are named.
const MOST_NAMED: usize = 3;

/// Fills in the failures about anchors.
pub(super) fn explain(table: &LineTable<'_>, failures: &mut [HunkFailure]) {
    let mut lost = Vec::new();
    for failure in failures.iter_mut().filter(|failure| failure.cause == Cause::AnchorNotFound) {
        let Some(anchor) = failure.anchor.clone() else { continue };
        if lost.len() == MOST_ANCHORS {
            break;
        }
        lost.push((anchor, failure));
    }
    lost.retain_mut(|(anchor, failure)| !is_before(table, anchor.trim_ascii(), failure));
    let probes: Vec<&[u8]> = lost.iter().map(|(anchor, _)| anchor.as_slice()).collect();
    if probes.is_empty() {
        return;
    }
    let alike = scan(table, &probes);
    for ((_, failure), lines) in lost.into_iter().zip(alike) {
        failure.places = lines.len().min(MOST_NAMED);
        let lines = lines.into_iter().take(MOST_NAMED);
        failure.candidates = lines.map(|(_, line_index)| Candidate::at(line_index)).collect();
    }
}

/// The first line (0-based) that an anchor may name.
pub(super) fn line_of(table: &LineTable<'_>, anchor: &[u8]) -> Option<usize> {
    line_from(table, 0, anchor)
}

/// The first line (0-based) after another that an anchor may name; if there is none, the first of
/// all.
pub(super) fn line_behind(table: &LineTable<'_>, before: usize, anchor: &[u8]) -> Option<usize> {
    line_from(table, before + 1, anchor).or_else(|| line_of(table, anchor))
}

/// The line (0-based) that the last of some anchors may name, each searched for after the one
/// before.
pub(super) fn line_of_all(table: &LineTable<'_>, anchors: &[Cow<'_, BStr>]) -> Option<usize> {
    let lines = anchors.iter().try_fold(None, |before: Option<usize>, anchor| {
        let from = before.map_or(0, |line_index| line_index + 1);
        line_from(table, from, anchor.trim_ascii()).map(Some)
    });
    lines.flatten()
}

fn line_from(table: &LineTable<'_>, from: usize, anchor: &[u8]) -> Option<usize> {
    let named = Way::all().last().and_then(|way| Named::new(way, anchor))?;
    named.line_from(table, from)
}

/// The anchor is in the file, and so before the place from which the search began.
fn is_before(table: &LineTable<'_>, anchor: &[u8], failure: &mut HunkFailure) -> bool {
    let found = line_of(table, anchor);
    if let Some(line_index) = found {
        failure.cause = Cause::OutOfOrder;
        failure.places = 1;
        failure.candidates = vec![Candidate::at(line_index)];
    }
    found.is_some()
}
