//! Commits a part of a plan.

use super::build::plan;
use super::planned::Plan;
use crate::options::ApplyOptions;
use crate::part_id::PartId;
use crate::receipt::Receipt;
use crate::refusal::Refusal;
use crate::workspace::Workspace;

impl Plan<'_> {
    /// Writes the changes of some sections and hunks, all of them or none, as one transaction and
    /// as durably as [`Self::commit`]; see [`PartId`] for what names them, and [`Receipt`] for
    /// those of a plan.
    ///
    /// The plan stays, so that what was left out can be made later of another patch, or of a plan
    /// made then: this one is about the files as they were before.
    ///
    /// # Errors
    ///
    /// `missing_hunk` for an id that the patch has not; `stale_file` when a file changed since the
    /// plan was made; what prevents this part of the patch alone; as [`Self::commit`].
    /// The files are then as they were.
    ///
    /// # Examples
    ///
    /// ```
    /// use patch_apply::{ApplyOptions, MemoryWorkspace, PartId, Workspace, plan};
    ///
    /// let mut files = MemoryWorkspace::new();
    /// files.insert("x", "1\n2\n3\n")?;
    /// let text = b"--- a/x\n+++ b/x\n@@ -1 +1 @@\n-1\n+one\n@@ -3 +3 @@\n-3\n+three\n";
    /// let patch = patch_parse::parse(text)?;
    /// let plan = plan(&patch, &files, &ApplyOptions::default())?;
    ///
    /// let second = plan.receipt().files[0].hunks[1].id;
    /// let receipt = plan.commit_only([second], &mut files)?;
    /// let path = files.resolve("x".into())?;
    /// assert_eq!(files.read(&path, 99)?, b"1\n2\nthree\n");
    /// assert_eq!(receipt.left_out, [PartId::hunk(1, 1)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn commit_only(
        &self,
        ids: impl IntoIterator<Item = PartId>,
        workspace: &mut impl Workspace,
    ) -> Result<Receipt, Refusal> {
        let only = Some(ids.into_iter().collect());
        let expected = self.read().collect();
        let options = ApplyOptions { only, expected, ..self.options.clone() };
        plan(self.patch, workspace, &options)?.commit(workspace)
    }
}
