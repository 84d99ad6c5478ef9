//! From a patch and a workspace to every result, in memory.
//!
//! Planning reads and never writes. A [`Plan`] is a value: it can be looked at, shown, dropped, or
//! committed. [`build`] walks the sections of the patch, [`overlay`] holds the files as the
//! sections so far have left them, [`names`] tells which file is meant, [`section`] applies one section, [`group`] the sections that
//! take effect together, and [`selection`] knows which are asked for.

mod again;
mod build;
mod group;
mod names;
mod overlay;
mod section;
mod selection;

use bstr::{BStr, BString, ByteSlice};
use patch_parse::{Patch, Span};

use crate::{ApplyOptions, Change, Expected, Failure, Hash, Receipt, Refusal, Sync, Workspace};

pub use again::apply_with;

/// Everything that a patch would change, worked out and not yet written.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use = "a plan changes nothing until it is committed"]
pub struct Plan {
    receipt: Receipt,
    changes: Vec<Change>,
    /// Where the patch speaks of each file in the receipt, for what only the commit can say.
    spans: Vec<Span>,
}

impl Plan {
    /// What the plan would do. [`Receipt::committed`] is `false`.
    pub fn receipt(&self) -> &Receipt {
        &self.receipt
    }

    /// The steps of the commit, each with what it expects to find: no path is named twice.
    pub fn changes(&self) -> &[Change] {
        &self.changes
    }

    /// Writes the changes of some sections and hunks, all of them or none, as one transaction; see
    /// [`ApplyOptions::only`] for their ids. `patch` and `options` are what the plan was made of.
    ///
    /// The plan stays, so that what was left out can be made later of another patch, or of a plan
    /// made then: this one is about the files as they were before.
    ///
    /// # Errors
    ///
    /// `missing_hunk` for an id that the patch has not; `stale_file` when a file changed since the
    /// plan was made; what stands in the way of this part of the patch alone; as [`Self::commit`].
    /// The files are then as they were.
    ///
    /// # Examples
    ///
    /// ```
    /// use patch_apply::{ApplyOptions, MemoryWorkspace, Workspace, plan};
    ///
    /// let mut files = MemoryWorkspace::new();
    /// files.insert("x", "1\n2\n3\n")?;
    /// let text = b"--- a/x\n+++ b/x\n@@ -1 +1 @@\n-1\n+one\n@@ -3 +3 @@\n-3\n+three\n";
    /// let patch = patch_parse::parse(text)?;
    /// let options = ApplyOptions::default();
    ///
    /// let receipt = plan(&patch, &files, &options)?.commit_only(["1.2"], &patch, &mut files, &options)?;
    /// let path = files.resolve("x".into())?;
    /// assert_eq!(files.read(&path, 99)?, b"1\n2\nthree\n");
    /// assert_eq!(receipt.left_out, ["1.1"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn commit_only<I: Into<String>>(
        &self,
        ids: impl IntoIterator<Item = I>,
        patch: &Patch<'_>,
        workspace: &mut impl Workspace,
        options: &ApplyOptions,
    ) -> Result<Receipt, Refusal> {
        let only = Some(ids.into_iter().map(Into::into).collect());
        let expected = self.read().collect();
        let options = ApplyOptions { only, expected, ..options.clone() };
        plan(patch, workspace, &options)?.commit(workspace, options.sync)
    }

    /// What the plan found in the files that it reads or writes; `None` where nothing stood.
    pub fn read(&self) -> impl Iterator<Item = (BString, Option<Hash>)> {
        let changed = self.changes.iter().filter_map(|change| {
            let hash = match change.expected {
                Expected::File(hash) => Some(hash),
                Expected::Absent => None,
                Expected::Symlink(_) => return None,
            };
            Some((change.path.to_string().into(), hash))
        });
        let copied = self.receipt.files.iter().filter(|file| file.operation == "copy");
        let copied = copied.filter_map(|file| Some((file.old_path.clone()?, Some(file.before?))));
        copied.chain(changed)
    }

    /// Writes all changes, or none.
    ///
    /// # Errors
    ///
    /// `stale_file` when a file changed since it was read, `io_error` when the system refuses. The
    /// files are then as they were.
    pub fn commit(
        mut self,
        workspace: &mut impl Workspace,
        sync: Sync,
    ) -> Result<Receipt, Refusal> {
        match workspace.commit(&self.changes, sync) {
            Ok(()) => {
                self.receipt.committed = true;
                Ok(self.receipt)
            }
            Err(error) => {
                let format = self.receipt.format;
                let span = span_of(&self.receipt, &self.spans, error.path.as_bstr());
                let failure = Failure::of_workspace(format, span, &error);
                Err(Refusal::one(format, failure))
            }
        }
    }
}

/// Where the patch speaks of a path; of each file in the receipt it is known.
fn span_of(receipt: &Receipt, spans: &[Span], path: &BStr) -> Span {
    let files = receipt.files.iter().zip(spans).rev();
    let span = files.clone().find(|(file, _)| file.path == path).map(|(_, span)| *span);
    span.unwrap_or_default()
}

/// Works out what a patch would change.
///
/// # Errors
///
/// Everything that stands in the way, of all hunks of all files at once.
pub fn plan(
    patch: &Patch<'_>,
    workspace: &impl Workspace,
    options: &ApplyOptions,
) -> Result<Plan, Refusal> {
    build::Builder::new(patch, workspace, options).build()
}

/// Plans and commits.
///
/// When a file changed since it was read, the plan is made once more against the files as they are
/// now, this time with other committers kept out ([`Workspace::hold`]). It takes effect if every
/// hunk of every file that changed has exactly one place, byte for byte, and no contents would be
/// lost that nobody looked at; else the refusal is `stale_file`.
///
/// # Errors
///
/// Those of [`plan`] and [`Plan::commit`]. The files are then as they were.
pub fn apply(
    patch: &Patch<'_>,
    workspace: &mut impl Workspace,
    options: &ApplyOptions,
) -> Result<Receipt, Refusal> {
    apply_with(patch, workspace, options, |_, _| ()).map(|(receipt, ())| receipt)
}
