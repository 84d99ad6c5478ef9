//! Tool calls: what is reported of one while it runs.

mod capabilities;
mod chunk;
mod content;
mod kind;
mod location;
mod status;
mod update;

pub use capabilities::{ToolCallCancelCapabilities, ToolCallCapabilities};
pub use chunk::ToolCallContentChunk;
pub use content::ToolCallContent;
pub use kind::ToolKind;
pub use location::ToolCallLocation;
pub use status::ToolCallStatus;
pub use update::{OtherToolCall, ToolCallUpdate};
