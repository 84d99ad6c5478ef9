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
    /// The directory that the tools work on; no path leads out of it
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub(crate) root: PathBuf,
    /// What may be read (r:PATH) or read and written (rw:PATH), a file or a directory with all below it;
    /// repeat it for several. Without any, everything below the root may be read and written
    #[arg(long = "grant", value_name = "GRANT")]
    pub(crate) grants: Vec<Grant>,
    /// Refuse a chunk of the `*** Begin Patch` format that fits several places, of which the format takes the first
    #[arg(long)]
    pub(crate) unique: bool,
    /// Whether the files reach the disk before a call is answered; full survives a loss of power
    #[arg(long, value_name = "HOW", default_value = "none")]
    pub(crate) fsync: FsyncArg,
}

#[derive(Debug, Args)]
#[command(after_help = CALL_EXAMPLES)]
pub(crate) struct CallArgs {
    /// The tool: ApplyPatch or Diff
    #[arg(value_name = "TOOL")]
    pub(crate) tool: String,
    /// The arguments, or - for standard input, the default
    #[arg(value_name = "ARGUMENTS", allow_hyphen_values = true)]
    pub(crate) arguments: Option<String>,
    #[command(flatten)]
    pub(crate) ground: GroundArgs,
    /// The format that the model was told of, in whose words it is told what is no patch; the tool takes both
    #[arg(long, value_name = "NAME", default_value = "unified")]
    pub(crate) format: ToolFormatArg,
}

const CALL_EXAMPLES: &str = "\
For ApplyPatch the arguments may be the patch itself, as a provider with freeform tools sends it. The \
answer has the data for a program and, under \"text\", what a model is told. A `request_id` changes nothing here: each \
call is a session of its own, and only a session knows a call again that is sent twice; see `acp-patch mcp`.

The exit status is 0 when the tool did its work, 1 when the call was refused; nothing was changed then.

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
    /// The format that the model is told of; the tools take both
    #[arg(long, value_name = "NAME", default_value = "unified")]
    pub(crate) format: ToolFormatArg,
}

const MCP_EXAMPLES: &str = "\
Speaks the protocol on standard input and output until the client hangs up. The tools are apply_patch, \
diff, check_patch and undo. Receipts are kept for the session, so that undo can take them back. Roots \
that the client lists narrow --root and the grants; an empty list narrows nothing.

Examples:
  acp-patch mcp --root repo --grant rw:src --grant r:docs
      What a host starts; in its settings: {\"command\": \"acp-patch\", \"args\": [\"mcp\", \"--root\", \"repo\"]}";

#[derive(Debug, Args)]
#[command(after_help = TOOLS_EXAMPLES)]
pub(crate) struct ToolsArgs {
    /// Whose shapes to print
    #[arg(long, value_name = "NAME")]
    pub(crate) provider: ProviderArg,
    /// The format that the model is told of; the tools take both
    #[arg(long, value_name = "NAME", default_value = "unified")]
    pub(crate) format: ToolFormatArg,
    /// Print the words for the prompt instead
    #[arg(long)]
    pub(crate) guidance: bool,
}

const TOOLS_EXAMPLES: &str = "\
openai has a custom tool with a Lark grammar, anthropic an input_schema, mcp what `acp-patch mcp` lists.

Examples:
  acp-patch tools --provider openai
      [{\"type\":\"custom\",\"name\":\"ApplyPatch\",\"format\":{\"type\":\"grammar\",...}},...]
  acp-patch tools --provider anthropic --format opencode --guidance
      What the prompt says, in the words of that provider and format";

#[derive(Debug, Args)]
pub(crate) struct SchemaArgs {
    /// The schema to print
    #[arg(value_name = "NAME")]
    pub(crate) name: Option<String>,
}

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
In: a line for each call, {\"model\", \"files\": {path: text}, \"patch\"} and optionally \"format\", which the \
model was told of, \"task\", which tells the tries of one task, and \"expected\", the files as they should be \
afterwards. Each call is made again by ApplyPatch on its own files, in memory; no model is asked.

A task whose first call is applied counts as first try; one whose calls were all refused as fallback: an \
agent then edits with the shell. Wrong are calls that were applied and left other files than expected.

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
