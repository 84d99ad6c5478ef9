//! The command line of the commands that agents and their hosts use.

use std::path::PathBuf;

use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};
use patch_parse::Format;
use patch_tools::tool::{Grant, Provider};

use crate::fsync_arg::FsyncArg;

// Where tools work, and what they may do there.
#[derive(Debug, Args)]
pub(crate) struct GroundArgs {
    /// The directory that the tools work on; they cannot reach outside it
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub(crate) root: PathBuf,
    /// A file or directory (with everything below it) that may be read (r:PATH) or read and written (rw:PATH);
    /// repeatable. Without any grant, everything below the root may be read and written
    #[arg(long = "grant", value_name = "GRANT")]
    pub(crate) grants: Vec<Grant>,
    /// Refuse a `*** Begin Patch` chunk that matches in several places; the format would take the first
    #[arg(long)]
    pub(crate) unique: bool,
    /// Whether to flush the files to disk before answering a call; full survives a power failure
    #[arg(long, value_name = "HOW", default_value = "none")]
    pub(crate) fsync: FsyncArg,
}

#[derive(Debug, Args)]
#[command(after_help = CALL_EXAMPLES)]
pub(crate) struct CallArgs {
    /// The tool: ApplyPatch or Diff, by this name or as clients of `acp-patch mcp` call it: `apply_patch` or `diff`
    #[arg(value_name = "TOOL")]
    pub(crate) tool: String,
    /// The arguments, or - for standard input (the default)
    #[arg(value_name = "ARGUMENTS", allow_hyphen_values = true)]
    pub(crate) arguments: Option<String>,
    #[command(flatten)]
    pub(crate) ground: GroundArgs,
    /// The format that the model was told to write, for the wording of errors; the tool accepts both
    #[arg(long, value_name = "NAME", default_value = "unified")]
    pub(crate) format: ToolFormatArg,
}

const CALL_EXAMPLES: &str = "\
The arguments of ApplyPatch may also be the bare patch text, as a provider with freeform tools sends it. The \
answer holds data for the host program and, under \"text\", what to show the model. A `request_id` has no effect here: it \
keeps a repeated call from being applied twice within a session, and each call is a session of its own; see `acp-patch mcp`.

The exit status is 0 when the tool did its work, 1 when the call was refused and nothing was changed.

Examples:
  acp-patch call Diff '{\"path_a\": \"old.txt\", \"path_b\": \"new.txt\"}'
      {\"diff\":...,\"identical\":false,...}
  acp-patch call ApplyPatch --root repo --grant rw:src --grant r:docs < call.json
      {\"text\":\"Applied:...\",\"receipt\":{...}} or {\"text\":...,\"error\":{\"code\":...}}";

#[derive(Debug, Args)]
#[command(after_help = MCP_EXAMPLES)]
pub(crate) struct McpArgs {
    #[command(flatten)]
    pub(crate) ground: GroundArgs,
    /// The format that the model is told to write; the tools accept both
    #[arg(long, value_name = "NAME", default_value = "unified")]
    pub(crate) format: ToolFormatArg,
}

const MCP_EXAMPLES: &str = "\
Serves on standard input and output until the client disconnects. The tools are apply_patch, diff, check_patch and \
undo; receipts are kept for the session so that undo can use them. Roots listed by the client narrow \
--root and the grants; an empty list changes nothing.

Examples:
  acp-patch mcp --root repo --grant rw:src --grant r:docs
      The command a host runs; in its settings: {\"command\": \"acp-patch\", \"args\": [\"mcp\", \"--root\", \"repo\"]}";

#[derive(Debug, Args)]
#[command(after_help = TOOLS_EXAMPLES)]
pub(crate) struct ToolsArgs {
    /// Which provider's definitions to print
    #[arg(long, value_name = "NAME")]
    pub(crate) provider: ProviderArg,
    /// The format that the model is told to write; the tools accept both
    #[arg(long, value_name = "NAME", default_value = "unified")]
    pub(crate) format: ToolFormatArg,
    /// Print the instructions for the prompt instead
    #[arg(long)]
    pub(crate) guidance: bool,
}

const TOOLS_EXAMPLES: &str = "\
openai gets a custom tool with a Lark grammar, anthropic an input_schema, mcp the list that `acp-patch mcp` serves.

Examples:
  acp-patch tools --provider openai
      [{\"type\":\"custom\",\"name\":\"ApplyPatch\",\"format\":{\"type\":\"grammar\",...}},...]
  acp-patch tools --provider anthropic --format opencode --guidance
      Instructions for the prompt, worded for that provider and format";

#[derive(Debug, Args)]
#[command(after_help = SCHEMA_EXAMPLES)]
pub(crate) struct SchemaArgs {
    /// The schema to print; without a name, the names of all are listed, one on each line
    #[arg(value_name = "NAME")]
    pub(crate) name: Option<String>,
}

const SCHEMA_EXAMPLES: &str = "\
receipt, refusal and patch are in what --json prints, and check-diff is what `check-diff --json` prints. tool-* are the arguments and the answers of the tools for \
`call`, mcp-* the answers of `mcp`. acp-v1-* and acp-v2-* are the parts of the Agent Client Protocol that carry diffs.

Examples:
  acp-patch schema
      The names
  acp-patch schema receipt > receipt.json
      What `apply --json` prints under \"receipt\"";

#[derive(Debug, Args)]
#[command(after_help = EVAL_EXAMPLES)]
pub(crate) struct EvalArgs {
    /// A file of JSON Lines, or - for standard input
    #[arg(value_name = "FILE", default_value_os_t = crate::input::standard_input())]
    pub(crate) file: PathBuf,
    /// Print the counts as one line of JSON
    #[arg(long)]
    pub(crate) json: bool,
}

const EVAL_EXAMPLES: &str = "\
In: a line for each call, {\"model\", \"files\": {path: text}, \"patch\"}. Instead of \"patch\" it may have \"arguments\": all that the \
model sent, as an object or as its text. Optional are \"format\" (what the model was told to write), \"task\" (the same for \
all attempts at one task) and \"expected\" (the files as they should be afterwards). ApplyPatch replays each call on the \
call's own files, in memory; no model is involved.

Out: a row for each format and model, and below it how many calls were refused with which error code. The columns:
  tasks        the tasks; a call without \"task\" is one of its own
  first try    tasks whose first call applied, in percent, rounded down
  later        tasks that a later call completed
  fallback     tasks whose calls were all refused: an agent would then edit with the shell
  wrong        calls that applied but did not produce the expected files
  calls        the calls
  patch bytes  the bytes of all patches
--json has the same counts, with first_try as a number of tasks.

The exit status is 0 when every line was a recorded call, and 2 when some were not; those are reported and not counted.

Examples:
  acp-patch eval calls.jsonl
      A table of formats and models
  acp-patch eval --json < calls.jsonl
      {\"ok\":true,\"groups\":[{\"format\":\"unified\",\"model\":...,\"first_try\":...}]}";

/// A provider by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ProviderArg(pub(crate) Provider);

impl ValueEnum for ProviderArg {
    fn value_variants<'a>() -> &'a [Self] {
        &[Self(Provider::OpenAi), Self(Provider::Anthropic), Self(Provider::Mcp)]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.0.as_str()))
    }
}

/// A format that a model is told of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ToolFormatArg(pub(crate) Format);

impl ValueEnum for ToolFormatArg {
    fn value_variants<'a>() -> &'a [Self] {
        &[Self(Format::Unified), Self(Format::OpenCode)]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(match self.0 {
            Format::Unified => PossibleValue::new("unified"),
            Format::OpenCode => {
                PossibleValue::new("opencode").aliases(["codex", "v4a", "envelope", "apply_patch"])
            }
        })
    }
}
