//! What each contract executes, refuses and only records.

use patch_parse::{BinaryPatch, FileOperation, FilePatch, Metadata};

use crate::Contract;

/// Why a section cannot be applied under a contract; `None` when it can.
pub(crate) fn unsupported(file: &FilePatch<'_>, contract: Contract) -> Option<&'static str> {
    if file.is_submodule() {
        return Some("changes of submodules are not supported");
    }
    if matches!(file.binary(), Some(BinaryPatch::Differ)) {
        return Some("the patch says that binary files differ, not how");
    }
    if contract == Contract::Git {
        return None;
    }
    if file.binary().is_some() {
        return Some("binary patches are not supported");
    }
    if file.is_symlink() {
        return Some("symbolic links are not supported");
    }
    if matches!(file.operation, FileOperation::Copy { .. }) {
        return Some("copies are not supported");
    }
    None
}

/// Whether the file is to be executable; `None` leaves it as it is.
pub(crate) fn executable(metadata: &Metadata<'_>, contract: Contract) -> Option<bool> {
    let mode = metadata.new_mode.filter(|_| contract == Contract::Git)?;
    Some(mode.is_executable())
}

/// The header lines of a section that are accepted and not executed.
pub(crate) fn ignored_metadata(file: &FilePatch<'_>, contract: Contract) -> Vec<String> {
    let metadata = &file.metadata;
    let mut lines = Vec::new();
    if contract == Contract::Agent {
        let (old, new) = match file.operation {
            FileOperation::Add { .. } => ("old mode", "new file mode"),
            FileOperation::Delete { .. } => ("deleted file mode", "new mode"),
            _ => ("old mode", "new mode"),
        };
        lines.extend(metadata.old_mode.map(|mode| format!("{old} {mode}")));
        lines.extend(metadata.new_mode.map(|mode| format!("{new} {mode}")));
    }
    lines.extend(metadata.similarity.map(|percent| format!("similarity index {percent}%")));
    lines.extend(metadata.dissimilarity.map(|percent| format!("dissimilarity index {percent}%")));
    lines.extend(metadata.index.as_ref().map(|index| {
        let mode = index.mode.map(|mode| format!(" {mode}")).unwrap_or_default();
        format!("index {}..{}{mode}", index.old, index.new)
    }));
    lines
}
