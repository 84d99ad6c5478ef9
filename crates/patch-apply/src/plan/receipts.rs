//! Writes what a receipt says of a section and of its hunks.

use patch_parse::{FilePatch, Hunk, HunkRange, Operation};

use super::source::Source;
use crate::attempt::AppliedHunk;
use crate::mapping::Mapping;
use crate::part_id::PartId;
use crate::{FileReceipt, HunkReceipt, Reading, SkippedHunk, WorkspacePath};

/// The receipt of a section, its number and its hashes aside.
pub(super) fn of_file(
    file: &FilePatch<'_>,
    source: Option<&Source>,
    target: Option<&WorkspacePath>,
    hunks: Vec<HunkReceipt>,
    skipped: Vec<SkippedHunk>,
) -> FileReceipt {
    let show = |path: &WorkspacePath| path.as_bstr().to_owned();
    let path = target.or(source.map(|source| &source.path)).map(show).unwrap_or_default();
    // If a move was already made, the rest of its change is done in place.
    let is_in_place = target.is_some_and(|target| source.is_some_and(|from| from.path == *target));
    let operation = if is_in_place { Operation::Modify } else { file.operation.kind() };
    FileReceipt {
        section: 0,
        operation,
        old_path: source.filter(|_| operation.has_source()).map(|source| show(&source.path)),
        path,
        lines_added: hunks.iter().map(|hunk| hunk.lines_added).sum(),
        lines_removed: hunks.iter().map(|hunk| hunk.lines_removed).sum(),
        hunks,
        skipped,
        mode: None,
        before: None,
        after: None,
        overwrote: false,
    }
}

/// Sets the line counts of a file whose contents stay the same, even if its hunks remove and add lines.
pub(super) fn count_nothing(file: &mut FileReceipt) {
    (file.lines_added, file.lines_removed) = (0, 0);
    for hunk in &mut file.hunks {
        (hunk.lines_added, hunk.lines_removed) = (0, 0);
    }
}

/// The receipt of a hunk that has its place.
pub(super) fn of_hunk(hunk: &Hunk<'_>, placed: &AppliedHunk, id: PartId) -> HunkReceipt {
    let AppliedHunk { placement: place, reading, .. } = placed;
    let hinted_line = hunk.range().map(HunkRange::first_old_line);
    let matched_line = place.line_index + 1;
    let whole_line = i64::try_from(matched_line).ok().zip(i64::try_from(place.dropped_before).ok());
    let whole_line = whole_line.map(|(matched, dropped)| matched - dropped);
    let offset =
        hinted_line.and_then(|hinted| whole_line?.checked_sub(i64::try_from(hinted).ok()?));
    // The rest of a hunk that was cut begins elsewhere than its header says.
    let offset = offset.filter(|_| *reading != Some(Reading::WithoutOverlap));
    HunkReceipt {
        id,
        patch_line: hunk.span().line,
        hinted_line,
        matched_line,
        offset,
        rung: place.rung,
        lines_added: placed.counts.added,
        lines_removed: placed.counts.removed,
        other_places: place.other_places,
        dropped_before: place.dropped_before,
        dropped_after: place.dropped_after,
        evidence: place.evidence,
        mapping: placed.mapping.as_ref().map(ToString::to_string),
        reading: *reading,
        undoes_escapes: placed.mapping.as_ref().is_some_and(Mapping::undoes_escapes),
    }
}
