//! The diff surface of the ACP v2 draft.

mod change;
mod diff;
mod file_type;
mod patch;
mod permission;
mod session;
mod tool_call;

pub use change::{DiffChange, DiffChangeDetails, DiffPathChange, DiffPathPairChange};
pub use diff::Diff;
pub use file_type::DiffFileType;
pub use patch::{DiffPatch, DiffPatchFormat, GitPatch, PatchKey};
pub use permission::{
    CancelledPermissionOutcome, CommandPermissionSubject, PermissionOption, PermissionOptionKind,
    RequestPermissionOutcome, RequestPermissionRequest, RequestPermissionResponse,
    RequestPermissionSubject, SelectedPermissionOutcome, ToolCallPermissionSubject,
};
pub use session::{SessionNotification, SessionUpdate};
pub use tool_call::{
    OtherToolCall, ToolCallCancelCapabilities, ToolCallCapabilities, ToolCallContent,
    ToolCallContentChunk, ToolCallLocation, ToolCallStatus, ToolCallUpdate, ToolKind,
};
