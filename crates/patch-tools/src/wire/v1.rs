//! Makes v1 diffs: one block of whole texts for each file, or one for each hunk.

use acp_diff_types::AbsolutePath;
use acp_diff_types::convert::{FileTexts, NotInV1, change_to_v1};
use acp_diff_types::v1::Diff;
use acp_diff_types::v2::DiffFileType;
use patch_gen::{ChangeOf, Entry, GenOptions, file_hunks};
use patch_parse::{Hunk, HunkLine, HunkRange};

use super::change::{FileChange, file_type};
use super::{TreeChange, WireError, absolute};

/// A hunk as a v1 diff.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct HunkBlock {
    /// The lines of the hunk before and after; for a file that is added or removed, all of it.
    pub diff: Diff,
    /// The line of the new file at which the lines begin, 1-based; if none is left, the line that
    /// is there now.
    pub line: u32,
}

impl TreeChange<'_> {
    /// The change as v1 diffs: one for each file, two for one that moved.
    ///
    /// # Errors
    ///
    /// [`WireError::NotInV1`] for the first file that is not text: all or nothing, so that no part
    /// of a change goes unshown; a name that the protocol cannot carry.
    pub fn to_v1(&self) -> Result<Vec<Diff>, WireError> {
        let mut blocks = Vec::with_capacity(self.files.len());
        for file in &self.files {
            blocks.extend(file.to_v1(&self.root)?);
        }
        Ok(blocks)
    }

    /// The change as v1 diffs of one hunk each, with the line where it is: what a client shows of a
    /// small change to a large file. They are only for display; the protocol cannot distinguish
    /// them from whole texts. A file without hunks of its own, because it is added, removed, moved
    /// or its text is unchanged, is shown as in [`Self::to_v1`].
    ///
    /// # Errors
    ///
    /// As [`Self::to_v1`].
    pub fn to_v1_hunks(&self, options: &GenOptions) -> Result<Vec<HunkBlock>, WireError> {
        let mut blocks = Vec::with_capacity(self.files.len());
        for file in &self.files {
            blocks.extend(file.to_v1_hunks(&self.root, options)?);
        }
        Ok(blocks)
    }
}

impl FileChange<'_> {
    fn to_v1(&self, root: &AbsolutePath) -> Result<Vec<Diff>, WireError> {
        let path = absolute(root, self.get().path())?;
        let mut texts = FileTexts::new();
        texts.old_text = self.get().before().map(|old| text(old, &path)).transpose()?;
        texts.new_text = self.get().after().map(|new| text(new, &path)).transpose()?;
        let refuse = |reason| WireError::NotInV1 { path, reason };
        change_to_v1(self.to_v2(root)?, texts).map_err(refuse)
    }

    fn to_v1_hunks(
        &self,
        root: &AbsolutePath,
        options: &GenOptions,
    ) -> Result<Vec<HunkBlock>, WireError> {
        let whole = self.to_v1(root)?;
        let hunks = match self.get() {
            ChangeOf::Modify { .. } => file_hunks(self.get(), options),
            _ => Vec::new(),
        };
        match whole.as_slice() {
            [Diff { path, .. }] if !hunks.is_empty() => {
                Ok(hunks.iter().map(|hunk| HunkBlock::of(path, hunk)).collect())
            }
            _ => Ok(whole.into_iter().map(|diff| HunkBlock { diff, line: 1 }).collect()),
        }
    }
}

impl HunkBlock {
    fn of(path: &AbsolutePath, hunk: &Hunk<'_>) -> Self {
        let (old, new) = (lines(hunk.old_lines()), lines(hunk.new_lines()));
        let line = hunk.range().map_or(1, HunkRange::first_new_line);
        let line = u32::try_from(line).unwrap_or(u32::MAX);
        Self { diff: Diff::new(path.clone(), new).old_text(old), line }
    }
}

/// Lines as the file has them. Both texts are UTF-8, or there would be no v1 diff of the file.
fn lines<'h>(lines: impl Iterator<Item = HunkLine<'h>>) -> String {
    let bytes: Vec<&[u8]> =
        lines.flat_map(|line| [line.text.as_ref(), line.newline.as_bytes()]).collect();
    String::from_utf8_lossy(&bytes.concat()).into_owned()
}

fn text(entry: &Entry<'_>, path: &AbsolutePath) -> Result<String, WireError> {
    let file_type = file_type(entry);
    match String::from_utf8(entry.contents.to_vec()) {
        Ok(text) if file_type == DiffFileType::Text => Ok(text),
        Ok(_) | Err(_) => {
            Err(WireError::NotInV1 { path: path.clone(), reason: NotInV1::FileType(file_type) })
        }
    }
}
