//! Plans and commits while others commit: a plan that became stale is made once more.

use std::collections::HashMap;

use bstr::ByteSlice;
use foldhash::fast::RandomState;
use patch_parse::{Code, FileOperation, FilePatch, Format, Hunk, Patch, Span};

use super::build::plan;
use super::planned::Plan;
use crate::{
    ApplyOptions, Failure, FileReceipt, HunkReceipt, Note, NoteKind, Receipt, Refusal, Rung,
    Workspace, WorkspaceError, WorkspacePath,
};

/// How often a plan is made again. After the first time, committers that take the lock are kept
/// out; only one that ignores the lock can make it stale again.
const TRIES: usize = 3;

/// Plans and commits.
///
/// When a file changed since it was read, the plan is made once more against the files as they are
/// now, this time with other committers kept out ([`Workspace::hold`]). It takes effect if every
/// hunk of every file that changed has exactly one place, byte for byte, and no contents that
/// nobody has seen would be lost; otherwise the refusal is `stale_file`.
///
/// # Errors
///
/// Those of [`plan`] and [`Plan::commit`], and of [`Workspace::make_whole`]. The files are then as
/// they were.
pub fn apply(
    patch: &Patch<'_>,
    workspace: &mut impl Workspace,
    options: &ApplyOptions,
) -> Result<Receipt, Refusal> {
    apply_with(patch, workspace, options, |_, _| ()).map(|(receipt, ())| receipt)
}

/// Plans and commits, as [`apply`] does, and shows every plan to `look` just before it is
/// committed: the files of the workspace are then still the old ones. Returns what `look` returned
/// for the plan that took effect.
///
/// # Errors
///
/// As [`apply`].
pub fn apply_with<W: Workspace, T>(
    patch: &Patch<'_>,
    workspace: &mut W,
    options: &ApplyOptions,
    mut look: impl FnMut(&Plan<'_>, &W) -> T,
) -> Result<(Receipt, T), Refusal> {
    // A half-made commit must not be read: what it has put in place would seem to be there.
    workspace.make_whole(&|| true).map_err(|error| not_whole(patch.format, &error))?;
    let (mut receipt, seen) = commit(patch, workspace, options, &mut look)?;
    if workspace.took_back() {
        receipt.diagnostics.push(Note::new(NoteKind::TookBackInterrupted, 0));
    }
    Ok((receipt, seen))
}

/// The patch is not to blame, whatever the code means for other refusals.
fn not_whole(format: Format, error: &WorkspaceError) -> Refusal {
    let hint = Some("Another patch would fare no better until that is settled; see the message.");
    Refusal::one(format, Failure { hint, ..Failure::of_workspace(format, Span::default(), error) })
}

fn commit<W: Workspace, T>(
    patch: &Patch<'_>,
    workspace: &mut W,
    options: &ApplyOptions,
    look: &mut impl FnMut(&Plan<'_>, &W) -> T,
) -> Result<(Receipt, T), Refusal> {
    let mut first = match plan(patch, workspace, options) {
        // Files that others replace meanwhile may reuse each other's inode numbers, so two may seem
        // one.
        Err(refusal) if refusal.code() == Code::DuplicateFilePatch && workspace.hold().is_ok() => {
            let undisturbed = plan(patch, workspace, options);
            workspace.release();
            undisturbed?
        }
        planned => planned?,
    };
    let seen = look(&first, workspace);
    let stale = match first.take_effect(workspace) {
        Ok(()) => return Ok((first.receipt, seen)),
        Err(refusal) if refusal.code() == Code::StaleFile => refusal,
        Err(refusal) => return Err(refusal),
    };
    if workspace.hold().is_err() {
        return Err(stale);
    }
    let again = Again { patch, options, read: &first.receipt.files };
    let result = again.run(workspace, stale, look);
    workspace.release();
    result
}

/// What a second plan must fulfil.
struct Again<'p, 'a> {
    patch: &'p Patch<'a>,
    options: &'p ApplyOptions,
    /// What the first plan read.
    read: &'p [FileReceipt],
}

impl Again<'_, '_> {
    fn run<W: Workspace, T>(
        &self,
        workspace: &mut W,
        mut stale: Refusal,
        look: &mut impl FnMut(&Plan<'_>, &W) -> T,
    ) -> Result<(Receipt, T), Refusal> {
        for _ in 0..TRIES {
            let Ok(next) = plan(self.patch, workspace, self.options) else { break };
            if !self.is_certain(&next, workspace) {
                break;
            }
            let seen = look(&next, workspace);
            match next.commit(workspace) {
                Ok(receipt) => return Ok((receipt, seen)),
                Err(refusal) if refusal.code() == Code::StaleFile => stale = refusal,
                Err(refusal) => return Err(refusal),
            }
        }
        Err(stale)
    }

    /// Whether the patch fits unambiguously into every file that changed since it was first read:
    /// nobody has seen its present contents.
    fn is_certain(&self, next: &Plan<'_>, workspace: &impl Workspace) -> bool {
        let section = |receipt: &FileReceipt| self.patch.opt_section(receipt.section);
        let before: HashMap<_, _, RandomState> =
            self.read.iter().map(|before| (before.section, before)).collect();
        next.receipt.files.iter().all(|now| {
            // A hunk that was skipped then and is not now has not been seen in its present file
            // either.
            before.get(&now.section).is_some_and(|before| before.before == now.before)
                || section(now).is_some_and(|file| {
                    is_certain(file, now, workspace).is_ok_and(|certain| certain)
                })
        })
    }
}

fn is_certain(
    file: &FilePatch<'_>,
    receipt: &FileReceipt,
    workspace: &impl Workspace,
) -> Result<bool, WorkspaceError> {
    if receipt.overwrote || file.binary().is_some() {
        return Ok(false);
    }
    if file.hunks().is_empty() {
        // The contents go along unread, or only the mode changes; a deletion would lose them.
        let keeps =
            !matches!(file.operation, FileOperation::Delete { .. } | FileOperation::Add { .. });
        return Ok(keeps);
    }
    let source = receipt.old_path.as_ref().unwrap_or(&receipt.path);
    let source: WorkspacePath = workspace.resolve(source.as_bstr())?;
    let text = workspace.read(&source, u64::MAX)?;
    // An earlier section of the patch may have changed it.
    let is_read = receipt.before.as_ref().is_some_and(|before| before.is_of(&text));
    let text = without_returns(&text);
    // Those that were left out have no receipt.
    let mut receipts = receipt.hunks.iter().peekable();
    let mut placed = file.hunks().iter().filter_map(|hunk| {
        Some((hunk, receipts.next_if(|receipt| receipt.patch_line == hunk.span().line)?))
    });
    Ok(is_read && placed.all(|(hunk, receipt)| is_exact(receipt) && is_found_once(hunk, &text)))
}

fn is_exact(hunk: &HunkReceipt) -> bool {
    let dropped = hunk.dropped_before + hunk.dropped_after;
    hunk.rung == Rung::Exact && hunk.other_places == 0 && dropped == 0
}

/// Whether the old lines of a hunk are found in exactly one place of a text.
fn is_found_once(hunk: &Hunk<'_>, text: &[u8]) -> bool {
    let mut block = Vec::from(b"\n");
    for line in hunk.old_lines() {
        block.extend_from_slice(line.text.strip_suffix(b"\r").unwrap_or(line.text));
        block.push(b'\n');
    }
    if block.len() == 1 {
        return false;
    }
    let finder = memchr::memmem::Finder::new(&block);
    let Some(first) = finder.find(text) else { return false };
    text.get(first + 1..).is_none_or(|rest| finder.find(rest).is_none())
}

/// The text with plain line endings, with one more before its first line and after its last.
fn without_returns(text: &[u8]) -> Vec<u8> {
    let mut plain = Vec::with_capacity(text.len() + 2);
    for line in text.lines() {
        plain.push(b'\n');
        plain.extend_from_slice(line);
    }
    plain.push(b'\n');
    plain
}
