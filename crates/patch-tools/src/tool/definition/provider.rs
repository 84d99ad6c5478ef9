//! The definitions that a request to a provider carries.

use std::fmt;
use std::str::FromStr;

use patch_parse::Format;
use serde_json::{Value, json};

use super::mcp::mcp_definitions;
use super::spec::apply_patch_spec;
use crate::tool::arguments::Spec;
use crate::tool::diff::DIFF;

/// The recipient of the definitions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Provider {
    /// `OpenAI` Responses with custom tools, and compatible providers.
    OpenAi,
    /// Messages with `input_schema`.
    Anthropic,
    /// A client of the Model Context Protocol.
    Mcp,
}

impl Provider {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::OpenAi, Self::Anthropic, Self::Mcp];

    /// The name used on the command line.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::OpenAi => "openai",
            Self::Anthropic => "anthropic",
            Self::Mcp => "mcp",
        }
    }
}

impl fmt::Display for Provider {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Provider {
    type Err = &'static str;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let named = Self::ALL.into_iter().find(|provider| provider.as_str() == name);
        named.ok_or("the providers are openai, anthropic and mcp")
    }
}

/// The Lark grammar of the patches of one format.
///
/// Every string that it accepts parses, apart from two rules of unified diffs that such a grammar
/// cannot express: the counts of a hunk header are those of its lines, and all headers of a section
/// name the same file. Both are checked with `llguidance`, in the tests of `patch-testkit`.
pub fn grammar(format: Format) -> &'static str {
    match format {
        Format::Unified => include_str!("unified.lark"),
        Format::OpenCode => include_str!("opencode.lark"),
    }
}

/// The tools of a session in the provider's form: a list for the `tools` of a request, or of an
/// answer to `tools/list`.
pub fn definitions(provider: Provider, format: Format) -> Vec<Value> {
    let apply_patch = apply_patch_spec(format);
    match provider {
        Provider::OpenAi => vec![
            json!({
                "type": "custom",
                "name": apply_patch.name,
                "description": apply_patch.description,
                "format": {"type": "grammar", "syntax": "lark", "definition": grammar(format)},
            }),
            json!({
                "type": "function",
                "name": DIFF.name,
                "description": DIFF.description,
                "parameters": DIFF.input_schema(),
                "strict": false,
            }),
        ],
        Provider::Anthropic => vec![with_input_schema(apply_patch), with_input_schema(DIFF)],
        Provider::Mcp => mcp_definitions(format),
    }
}

fn with_input_schema(spec: Spec) -> Value {
    json!({
        "name": spec.name,
        "description": spec.description,
        "input_schema": spec.input_schema(),
    })
}
