//! Tools as a provider is told of them: names, schemas, grammars and words.
//!
//! | provider | `ApplyPatch` is | its patch is |
//! |---|---|---|
//! | `OpenAI` | a custom tool with a Lark grammar | the body of the call |
//! | Anthropic | a tool with an `input_schema` | the string `patch` |
//! | MCP | `apply_patch` with an `inputSchema` | the string `patch` |
//!
//! Each speaks of one format alone, since models copy the markers that they see; both are accepted
//! all the same. Source: RFC *ApplyPatch Unified Diff Contract*, sections "Provider Contract" and
//! "Prompt Guidance".

mod guidance;
mod mcp;
mod output;
mod provider;
mod spec;

pub use guidance::{example, guidance};
pub use mcp::mcp_definitions;
pub use provider::{Provider, definitions, grammar};
pub use spec::apply_patch_spec;
