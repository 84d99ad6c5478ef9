//! The diff surface of ACP v1.

mod diff;
mod tool_call_content;

pub use diff::Diff;
pub use tool_call_content::ToolCallContent;
