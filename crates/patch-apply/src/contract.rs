//! Defines what each contract executes, refuses and only records.

use patch_parse::{BinaryPatch, FileMode, FileOperation, FilePatch, Metadata};

use crate::Contract;
use crate::fault::{Fault, Unsupported};

/// Why a section cannot be applied under a contract; `None` when it can.
pub(crate) fn unsupported(file: &FilePatch<'_>, contract: Contract) -> Option<Unsupported> {
    if file.is_submodule() {
        return Some(Unsupported::Submodule);
    }
    if matches!(file.binary(), Some(BinaryPatch::Differ)) {
        return Some(Unsupported::BinaryWithoutData);
    }
    if contract == Contract::Git {
        return changes_kind(file).then_some(Unsupported::KindChange);
    }
    if file.binary().is_some() {
        return Some(Unsupported::Binary);
    }
    if file.is_symlink() {
        return Some(Unsupported::Symlink);
    }
    matches!(file.operation, FileOperation::Copy { .. }).then_some(Unsupported::Copy)
}

/// Whether the modes of one section are of different kinds of file.
fn changes_kind(file: &FilePatch<'_>) -> bool {
    let mut kinds = file.metadata.modes().map(FileMode::is_symlink);
    let first = kinds.next();
    kinds.any(|kind| Some(kind) != first)
}

/// The fault, if the modes of a section are those of a link and the tree has a regular file, or the
/// reverse. Under the agent contract modes are ignored.
pub(crate) fn wrong_kind(file: &FilePatch<'_>, is_link: bool, contract: Contract) -> Option<Fault> {
    let stated = file.metadata.modes().next().filter(|_| contract == Contract::Git)?;
    (stated.is_symlink() != is_link).then_some(Fault::WrongKind { is_link })
}

/// Whether the file is to be executable; `None` leaves it as it is.
pub(crate) fn executable(metadata: &Metadata<'_>, contract: Contract) -> Option<bool> {
    Some(new_mode(metadata, contract)?.is_executable())
}

/// The requested permission bits, if the mode lines have others than those that git writes, which
/// only say whether a file is executable.
///
/// A patch cannot mean a file that its owner cannot read.
pub(crate) fn bits(metadata: &Metadata<'_>, contract: Contract) -> Option<u32> {
    let mode = new_mode(metadata, contract)?;
    let is_usual = |mode: FileMode| [FileMode::REGULAR, FileMode::EXECUTABLE].contains(&mode);
    // Beside an old mode that git does not write, its two modes mean their bits as well.
    let says_bits = !is_usual(mode) || metadata.old_mode.is_some_and(|old| !is_usual(old));
    let bits = mode.0 & 0o777;
    (says_bits && bits & 0o400 != 0).then_some(bits)
}

fn new_mode(metadata: &Metadata<'_>, contract: Contract) -> Option<FileMode> {
    metadata.new_mode.filter(|_| contract == Contract::Git)
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

/// Bytes at the start of a file in which a NUL makes it binary, as git has it.
const BINARY_WINDOW: usize = 8000;

/// Whether a file must not be changed by text hunks. Git, like `diff --text`, accepts any file as
/// lines.
pub(crate) fn takes_no_text(contract: Contract, contents: &[u8]) -> bool {
    contract == Contract::Agent && is_binary(contents)
}

/// By git's test: a NUL near the start.
pub(crate) fn is_binary(contents: &[u8]) -> bool {
    memchr::memchr(0, contents.get(..BINARY_WINDOW).unwrap_or(contents)).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_asked_for_by_modes_that_git_does_not_write() {
        for (lines, expected) in [
            ("old mode 100644\nnew mode 100755", None),
            ("old mode 100644\nnew mode 100750", Some(0o750)),
            ("old mode 100600\nnew mode 100755", Some(0o755)),
            ("old mode 100700\nnew mode 100644", Some(0o644)),
            ("old mode 100644\nnew mode 100044", None),
            ("new file mode 100600", Some(0o600)),
            ("new file mode 100755", None),
        ] {
            let text = format!("diff --git a/x b/x\n{lines}\n");
            let patch = patch_parse::parse(text.as_bytes()).unwrap();
            let [file] = patch.files.as_slice() else { panic!("{text}: one section") };
            assert_eq!(bits(&file.metadata, Contract::Git), expected, "{lines}");
            assert_eq!(bits(&file.metadata, Contract::Agent), None, "{lines}");
        }
    }
}
