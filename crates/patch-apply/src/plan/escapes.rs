//! Escapes of HTML that one section of a patch shows to be none of the files': a patch is escaped
//! as a whole, by what it went through.

use patch_parse::{FilePatch, Hunk, LineKind, Patch};

use crate::text::fold::has_references;
use crate::{Contract, HunkReceipt, Receipt};

/// How the mapping of a hunk tells that it was written without them.
const UNDONE: &str = "escapes: plain";

/// Whether some hunks of a patch were written without the escapes of HTML that they have, and
/// others of it with theirs.
pub(super) fn are_kept_beside(patch: &Patch<'_>, receipt: &Receipt) -> bool {
    let is_undone =
        |hunk: &HunkReceipt| hunk.mapping.as_ref().is_some_and(|rules| rules.contains(UNDONE));
    if receipt.contract == Contract::Git
        || !receipt.files.iter().any(|file| file.hunks.iter().any(is_undone))
    {
        return false;
    }
    let hunks: Vec<&Hunk<'_>> = patch.files.iter().flat_map(FilePatch::hunks).collect();
    let is_kept = |of_hunk: &HunkReceipt| {
        let mut own = hunks.iter().filter(|hunk| hunk.span().line == of_hunk.patch_line);
        own.any(|hunk| adds_references(hunk))
    };
    let files = receipt.files.iter().filter(|file| !file.hunks.iter().any(is_undone));
    files.into_iter().any(|file| file.hunks.iter().any(is_kept))
}

fn adds_references(hunk: &Hunk<'_>) -> bool {
    let mut added = hunk.lines.iter().filter(|line| line.kind == LineKind::Add);
    added.any(|line| has_references(line.text))
}
