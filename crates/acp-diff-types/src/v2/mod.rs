//! The diff surface of the ACP v2 draft.

mod change;
mod diff;
mod file_type;
mod patch;
#[cfg(feature = "surface")]
mod permission;
#[cfg(feature = "surface")]
mod session;
#[cfg(feature = "surface")]
mod tool_call;

pub use change::{DiffChange, DiffChangeDetails, DiffPathChange, DiffPathPairChange};
pub use diff::Diff;
pub use file_type::DiffFileType;
pub use patch::{DiffPatch, DiffPatchFormat, GitPatch, PatchKey};
#[cfg(feature = "surface")]
pub use permission::{
    CancelledPermissionOutcome, CommandPermissionSubject, PermissionOption, PermissionOptionKind,
    RequestPermissionOutcome, RequestPermissionRequest, RequestPermissionResponse,
    RequestPermissionSubject, SelectedPermissionOutcome, ToolCallPermissionSubject,
};
#[cfg(feature = "surface")]
pub use session::{SessionNotification, SessionUpdate};
#[cfg(feature = "surface")]
pub use tool_call::{
    OtherToolCall, ToolCallCancelCapabilities, ToolCallCapabilities, ToolCallContent,
    ToolCallContentChunk, ToolCallLocation, ToolCallStatus, ToolCallUpdate, ToolKind,
};
