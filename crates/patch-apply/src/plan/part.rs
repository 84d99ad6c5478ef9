//! Committing a part of a plan.

use patch_parse::Patch;

use super::build::plan;
use super::planned::Plan;
use crate::options::ApplyOptions;
use crate::receipt::Receipt;
use crate::refusal::Refusal;
use crate::workspace::Workspace;

impl Plan {
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
}
