//! The diff surface of the ACP v2 draft.

mod change;
mod diff;
mod file_type;
mod patch;
mod tool_call_content;

pub use change::{DiffChange, DiffChangeDetails, DiffPathChange, DiffPathPairChange};
pub use diff::Diff;
pub use file_type::DiffFileType;
pub use patch::{DiffPatch, DiffPatchFormat, GitPatch, PatchKey};
pub use tool_call_content::ToolCallContent;
