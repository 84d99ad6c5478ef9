//! The diff surface of ACP v1.

mod diff;
#[cfg(feature = "surface")]
mod tool_call_content;

pub use diff::Diff;
#[cfg(feature = "surface")]
pub use tool_call_content::ToolCallContent;
