//! Detects a patch that is HTML-escaped as a whole: one section proves it (its old lines match only
//! when unescaped), so the other sections are unescaped too.

use std::collections::BTreeSet;

use patch_parse::{FilePatch, Hunk, LineKind, Patch};

use crate::text::fold::has_references;
use crate::{Contract, HunkReceipt, Receipt};

/// Whether some hunks of a patch were written without their HTML escapes, and hunks of other
/// sections with theirs.
pub(super) fn are_kept_beside(patch: &Patch<'_>, receipt: &Receipt) -> bool {
    let is_undone = |hunk: &HunkReceipt| hunk.undoes_escapes;
    if receipt.contract == Contract::Git
        || !receipt.files.iter().any(|file| file.hunks.iter().any(is_undone))
    {
        return false;
    }
    let hunks = patch.files.iter().flat_map(FilePatch::hunks);
    let kept: BTreeSet<usize> =
        hunks.filter(|hunk| adds_references(hunk)).map(|hunk| hunk.span().line).collect();
    let is_kept = |of_hunk: &HunkReceipt| kept.contains(&of_hunk.patch_line);
    let files = receipt.files.iter().filter(|file| !file.hunks.iter().any(is_undone));
    files.into_iter().any(|file| file.hunks.iter().any(is_kept))
}

fn adds_references(hunk: &Hunk<'_>) -> bool {
    let mut added = hunk.lines.iter().filter(|line| line.kind == LineKind::Add);
    added.any(|line| has_references(line.text))
}
