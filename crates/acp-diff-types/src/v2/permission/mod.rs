//! Permissions: an edit put to a person, and the answer.

mod option;
mod outcome;
mod request;
mod subject;

pub use option::{PermissionOption, PermissionOptionKind};
pub use outcome::{
    CancelledPermissionOutcome, RequestPermissionOutcome, RequestPermissionResponse,
    SelectedPermissionOutcome,
};
pub use request::RequestPermissionRequest;
pub use subject::{CommandPermissionSubject, RequestPermissionSubject, ToolCallPermissionSubject};
