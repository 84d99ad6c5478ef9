//! Turns v1 diffs into a patch.

use acp_diff_types::v1::Diff;
use bstr::BStr;
use patch_gen::{Binary, Entry, FileChange, GenError, GenOptions, Style, file_patches, patch_of};
use patch_parse::FilePatch;

/// The patch made from v1 diffs of whole texts: git's text with absolute paths, as in the patch of
/// a v2 diff. A diff with equal texts adds nothing.
///
/// # Examples
///
/// ```
/// use acp_diff_types::{AbsolutePath, v1::Diff};
///
/// let diff = Diff::new(AbsolutePath::new("/repo/x")?, "2\n").old_text("1\n");
/// let patch = patch_tools::wire::patch_of_v1(&[diff]);
/// assert!(patch.ends_with(b"--- /repo/x\n+++ /repo/x\n@@ -1 +1 @@\n-1\n+2\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn patch_of_v1(diffs: &[Diff]) -> Vec<u8> {
    let options = GenOptions::default().binary(Binary::Data);
    let texts: Vec<Texts<'_>> = diffs.iter().map(Texts::of).collect();
    let sections: Result<Vec<Vec<FilePatch<'_>>>, GenError> =
        texts.iter().map(|texts| file_patches(texts.change(), &options)).collect();
    // Data is requested: nothing here can be refused.
    let sections = sections.unwrap_or_default().into_iter().flatten().collect();
    patch_of(sections, Style::Git).to_bytes()
}

/// The two sides of a diff.
struct Texts<'d> {
    diff: &'d Diff,
    old: Entry<'d>,
    new: Entry<'d>,
}

impl<'d> Texts<'d> {
    fn of(diff: &'d Diff) -> Self {
        let old = diff.old_text.as_deref().unwrap_or_default();
        Self { diff, old: Entry::file(old), new: Entry::file(&diff.new_text) }
    }

    fn change(&self) -> FileChange<'_> {
        let (path, old, new) = (BStr::new(self.diff.path.as_str()), &self.old, &self.new);
        match (self.diff.deleted, &self.diff.old_text) {
            (Some(true), _) => FileChange::Delete { path, old },
            (_, None) => FileChange::Add { path, new },
            (_, Some(_)) => FileChange::Modify { path, old, new },
        }
    }
}
