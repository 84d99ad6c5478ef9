//! The v1 diffs: one block of whole texts for each file.

use acp_diff_types::AbsolutePath;
use acp_diff_types::convert::{FileTexts, NotInV1, change_to_v1};
use acp_diff_types::v1::Diff;
use acp_diff_types::v2::DiffFileType;
use patch_gen::Entry;

use super::change::{FileChange, file_type};
use super::{TreeChange, WireError, absolute};

impl TreeChange<'_> {
    /// The change as v1 diffs: one for each file, two for one that moved.
    ///
    /// # Errors
    ///
    /// [`WireError::NotInV1`] for the first file that is no text: all or nothing, so that no part
    /// of a change goes unshown; a name that the protocol cannot carry.
    pub fn to_v1(&self) -> Result<Vec<Diff>, WireError> {
        let mut blocks = Vec::with_capacity(self.files.len());
        for file in &self.files {
            blocks.extend(file.to_v1(&self.root)?);
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
