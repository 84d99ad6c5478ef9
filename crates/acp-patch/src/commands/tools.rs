//! `tools`: prints the definitions of the tools for a provider.

use patch_tools::schema::in_order;
use patch_tools::tool::{definitions, guidance};

use crate::exit::Exit;
use crate::report::{Report, Text};
use crate::tool_args::ToolsArgs;

/// The list of definitions as JSON, or the text for a prompt.
pub(crate) fn run(args: &ToolsArgs) -> Report {
    let (provider, format) = (args.provider.0, args.format.0);
    let text = if args.guidance {
        guidance(provider, format).into_bytes()
    } else {
        pretty(&in_order(definitions(provider, format).into()))
    };
    Report::new(Exit::Done, Text::Raw(text))
}

/// JSON for people and files.
pub(super) fn pretty(value: &serde_json::Value) -> Vec<u8> {
    // A value into a vector: this cannot fail.
    let mut text = serde_json::to_vec_pretty(value).unwrap_or_default();
    text.push(b'\n');
    text
}
