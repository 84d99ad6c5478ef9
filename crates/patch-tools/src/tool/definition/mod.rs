//! The definitions of the tools for providers: names, schemas, grammars and texts.
//!
//! | provider | `ApplyPatch` is | its patch is |
//! |---|---|---|
//! | `OpenAI` | a custom tool with a Lark grammar | the body of the call |
//! | Anthropic | a tool with an `input_schema` | the string `patch` |
//! | MCP | `apply_patch` with an `inputSchema` | the string `patch` |
//!
//! Each definition mentions only one format, since models copy the markers that they see; both
//! formats are accepted nevertheless. Source: RFC *ApplyPatch Unified Diff Contract*, sections
//! "Provider Contract" and "Prompt Guidance".

mod guidance;
mod mcp;
mod output;
mod provider;
mod spec;

pub use guidance::{example, guidance};
pub use mcp::mcp_definitions;
pub use provider::{Provider, definitions, grammar};
pub use spec::apply_patch_spec;
