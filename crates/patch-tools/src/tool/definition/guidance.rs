//! The text about the tools for prompts.

use patch_parse::Format;
use serde_json::json;

use super::provider::Provider;

/// A patch that changes one line, for prompts: models copy it.
pub fn example(format: Format) -> &'static str {
    match format {
        Format::Unified => "--- a/path\n+++ b/path\n@@ -1,1 +1,1 @@\n-old\n+new\n",
        Format::OpenCode => {
            "*** Begin Patch\n*** Update File: path\n@@\n-old\n+new\n*** End Patch\n"
        }
    }
}

/// The text about `ApplyPatch` for prompts, in the terms of one provider and with the markers of
/// one format.
///
/// Source: RFC *ApplyPatch Unified Diff Contract*, section "Prompt Guidance".
pub fn guidance(provider: Provider, format: Format) -> String {
    let body = match format {
        Format::Unified => "The patch body must be unified diff text.",
        Format::OpenCode => {
            "The patch body must start with `*** Begin Patch` and end with `*** End Patch`."
        }
    };
    let patch = example(format);
    let call = match provider {
        Provider::OpenAi => format!("Emit the patch body directly:\n{patch}"),
        Provider::Anthropic => {
            format!("Call ApplyPatch with:\n{}\n", json!({"patch": patch}))
        }
        Provider::Mcp => format!("Call apply_patch with:\n{}\n", json!({"patch": patch})),
    };
    let name = if provider == Provider::Mcp { "apply_patch" } else { "ApplyPatch" };
    let place = match format {
        Format::Unified => {
            "Write the line numbers of hunk headers as well as you know them: they are hints, and the \
             context lines decide. Merge all hunks for one path into a single file section."
        }
        Format::OpenCode => {
            "Copy context lines from the file; where they occur more than once, name the enclosing line \
             after `@@`."
        }
    };
    format!(
        "Use {name} for file mutations.\n{body}\n{call}{place}\nEvery change takes effect, or none. When \
         a call is refused, read what it says; read the file again only where it says that the context \
         does not match.\n"
    )
}
