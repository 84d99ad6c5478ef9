//! The command line.

use std::path::PathBuf;

use clap::builder::PossibleValue;
use clap::{Args, Parser, Subcommand, ValueEnum, value_parser};
use patch_apply::{Contract, InvalidPartId, PartId, Reach};
use patch_parse::{Format, ParseOptions};

use crate::diff_args::{DiffArgs, DiffFormat, KeyArgs, LookArgs};
use crate::fsync_arg::FsyncArg;
use crate::given::Given;
use crate::tool_args::{CallArgs, EvalArgs, McpArgs, SchemaArgs, ToolsArgs};
use crate::undo_args::UndoArgs;

/// Applies patches, all or nothing, and makes them.
#[derive(Debug, Parser)]
#[command(name = "acp-patch", version, max_term_width = 100)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

// A paragraph is one line, which is wrapped to the width of the terminal.
const EXAMPLES: &str = "\
A patch is a unified diff, with or without git's headers, or the `*** Begin Patch` format that coding \
agents write. Prose and code fences around it do no harm.

Exit status: 0 done, 1 refused (for diff: different), 2 usage or trouble.

Examples:
  acp-patch apply fix.patch
      Apply a patch to the current directory
  git diff | acp-patch apply --root ../b
      Carry changes over to another tree
  acp-patch diff old new --format acp
      Show a change as clients of the Agent Client Protocol (ACP) see it";

/// What to do.
///
/// The first line of the help is here, for a command's arguments are built only when it is asked for. The arguments and
/// what they share have none: a doc comment there would take the place of this one.
#[derive(Debug, Subcommand)]
#[command(defer = true)]
pub(crate) enum Command {
    /// Apply a patch to a directory: every change, or none.
    Apply(ApplyArgs),
    /// Undo what `apply` did, using its receipt.
    Undo(UndoArgs),
    /// Print the patch that turns OLD into NEW.
    Diff(DiffArgs),
    /// Rewrite a patch in another format, against the current files.
    Convert(ConvertArgs),
    /// Show what a patch says, without applying it.
    Parse(ParseArgs),
    /// Compare the changes of an ACP diff with its patch text.
    CheckDiff(CheckDiffArgs),
    /// Finish or undo what an interrupted `apply` left behind.
    Recover(RecoverArgs),
    /// Apply many patches to files in memory, as JSON Lines.
    Batch(BatchArgs),
    /// Call a tool as an agent would: JSON arguments in, one line of JSON out.
    Call(CallArgs),
    /// Serve the tools to a client of the Model Context Protocol (MCP).
    Mcp(McpArgs),
    /// Print the tool definitions for a provider.
    Tools(ToolsArgs),
    /// Print a JSON Schema, or list their names.
    Schema(SchemaArgs),
    /// Replay recorded tool calls and count the outcomes by format and model.
    Eval(EvalArgs),
}

#[derive(Debug, Args)]
#[command(after_help = APPLY_EXAMPLES)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a switch of its own on the command line"
)]
pub(crate) struct ApplyArgs {
    #[command(flatten)]
    pub(crate) given: Given,
    #[command(flatten)]
    pub(crate) source: SourceArgs,
    /// The directory to change; the patch cannot reach outside it
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub(crate) root: PathBuf,
    /// What the patch may change: text and paths, or also modes, copies, links and binary files
    #[arg(long, value_name = "NAME", default_value = "agent")]
    pub(crate) contract: ContractArg,
    /// Report what would happen, and write nothing
    #[arg(long, visible_alias = "dry-run")]
    pub(crate) check: bool,
    /// Report where every hunk went and why, as --json always does
    #[arg(long)]
    pub(crate) explain: bool,
    /// Refuse a `*** Begin Patch` chunk that matches in several places; the format would take the first
    #[arg(long)]
    pub(crate) unique: bool,
    /// Apply the patch in reverse; a `*** Begin Patch` chunk only where its place is certain
    #[arg(long, short = 'R')]
    pub(crate) reverse: bool,
    /// Let new and moved files replace existing ones
    #[arg(long)]
    pub(crate) overwrite: bool,
    /// Where symbolic links created under --contract git may point: inside the root, or anywhere, as the undo of a
    /// receipt may need
    #[arg(long, value_name = "WHERE", default_value = "inside")]
    pub(crate) links: LinksArg,
    /// Apply only these parts of the patch, comma-separated: 2 is its second section, 2.1 the first hunk of it
    #[arg(long, value_name = "IDS", value_delimiter = ',', value_parser = part_id)]
    pub(crate) only: Option<Vec<PartId>>,
    /// Whether to flush the files to disk before exiting; full survives a power failure
    #[arg(long, value_name = "HOW", default_value = "none")]
    pub(crate) fsync: FsyncArg,
    /// Print the receipt, or the refusal, as one line of JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Also write the receipt and its diff, or the refusal, as an HTML page; - prints only the page; the only file that is
    /// replaced is an older page
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) key: KeyArgs,
}

/// A part of the list may have blanks around it.
fn part_id(text: &str) -> Result<PartId, InvalidPartId> {
    text.trim().parse()
}

const APPLY_EXAMPLES: &str = "\
Each hunk goes where its context matches; line numbers are hints. If any part of the patch does not match, \
no file is touched, everything that is wrong is reported, and the exit status is 1.

Examples:
  acp-patch apply fix.patch --check
      See what a patch would do
  acp-patch apply fix.patch --check --explain
      See also where each hunk would go, and why
  acp-patch apply -R fix.patch
      Undo it
  acp-patch apply --only 1,3.2 fix.patch
      Apply the first section and one hunk of the third
  pbpaste | acp-patch apply --root src
      Apply what a model wrote, prose and code fence included
  acp-patch diff a b --format acp | acp-patch apply --format acp
      Apply an ACP v2 diff; its paths are absolute and must be below the root
  acp-patch apply --json < fix.patch
      {\"ok\":true,\"receipt\":{...}} or {\"ok\":false,\"error\":{\"code\":...}}";

#[derive(Debug, Args)]
#[command(after_help = CONVERT_EXAMPLES)]
pub(crate) struct ConvertArgs {
    #[command(flatten)]
    pub(crate) given: Given,
    #[command(flatten)]
    pub(crate) source: SourceArgs,
    /// The format to write; opencode may be called `codex`, `v4a`, `envelope` or `apply_patch`
    #[arg(long, value_name = "NAME")]
    pub(crate) to: DiffFormat,
    /// The directory the patch applies to, before the patch; it is only read
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub(crate) root: PathBuf,
    /// How to read the patch and what to write of it, as for `apply`: text and paths, or also modes, copies, links
    /// and binary files
    #[arg(long, value_name = "NAME", default_value = "agent")]
    pub(crate) contract: ContractArg,
    /// Write the patch that undoes the change
    #[arg(long, short = 'R')]
    pub(crate) reverse: bool,
    /// Lines of context around a change
    #[arg(short = 'U', value_name = "LINES", default_value_t = 3)]
    pub(crate) context: usize,
    #[command(flatten)]
    pub(crate) look: LookArgs,
    #[command(flatten)]
    pub(crate) key: KeyArgs,
}

const CONVERT_EXAMPLES: &str = "\
The patch is placed in the files as `apply` would place it under the same contract, and the resulting change is written. \
Nothing is dropped silently: whatever was forgiven or skipped in the patch, and modes that the contract ignores, are reported \
on standard error. A change that the new format cannot express is an error that names the file; contents that an ACP \
diff mentions but does not carry, such as binary files, are reported. An option that has no effect on the new format is \
refused. The exit status is 1 when `apply` would refuse the patch.

Examples:
  acp-patch convert --to opencode fix.patch
      The same change as chunks that need no line numbers
  acp-patch convert --to git --root src < answer.md
      What a model wrote as a patch for `git apply`
  git diff | acp-patch convert --contract git --to acp
      A patch from git, with its modes, copies and links
  acp-patch convert --to git -R fix.patch
      The patch that undoes it";

#[derive(Debug, Args)]
#[command(after_help = PARSE_EXAMPLES)]
pub(crate) struct ParseArgs {
    #[command(flatten)]
    pub(crate) source: SourceArgs,
    /// Print the patch as one line of JSON
    #[arg(long)]
    pub(crate) json: bool,
}

const PARSE_EXAMPLES: &str = "\
Prints a line for each file and each hunk, and notes on whatever was forgiven while reading. The exit status is 1 when \
the text is not a patch.

Examples:
  acp-patch parse fix.patch
      Its files and hunks, and what is odd about them
  acp-patch parse --json < answer.md
      {\"ok\":true,\"patch\":{...}} or {\"ok\":false,\"error\":{\"code\":...}}";

#[derive(Debug, Args)]
#[command(after_help = CHECK_DIFF_EXAMPLES)]
pub(crate) struct CheckDiffArgs {
    /// The JSON of a v2 diff, or - for standard input
    #[arg(value_name = "DIFF", default_value_os_t = crate::input::standard_input())]
    pub(crate) diff: PathBuf,
    /// Print what was found as one line of JSON
    #[arg(long)]
    pub(crate) json: bool,
}

const CHECK_DIFF_EXAMPLES: &str = "\
A person approves the changes listed in a diff, but is shown its patch text: the two must agree. Prints a line for \
each disagreement: a file that only one of them names, a different operation, path or kind of file, a path that is \
not absolute, text that does not belong to a git patch. Hunk counts are believed, as git and the clients that show \
the patch believe them.

The exit status is 0 when the two agree or there is no patch, 1 when they disagree, 2 when the input is not \
a v2 diff.

Examples:
  acp-patch diff a b --format acp | acp-patch check-diff
      Diffs written by this program agree
  acp-patch check-diff --json < diff.json
      {\"ok\":false,\"disagreements\":[{\"code\":\"missing_change\",...}]}";

#[derive(Debug, Args)]
#[command(after_help = RECOVER_EXAMPLES)]
pub(crate) struct RecoverArgs {
    /// The directory that the patch was applied to
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub(crate) root: PathBuf,
    /// Print what was done as one line of JSON
    #[arg(long)]
    pub(crate) json: bool,
}

const RECOVER_EXAMPLES: &str = "\
If `apply` is killed, it leaves a journal in the directory `.acp-patch-commit`, or beside it for a single file. `recover` \
uses it to restore the files or, if all of them had been changed already, to keep the changes; then it removes what was \
left. The next `apply` does the same by itself. `recover` waits up to a minute for an `apply` that is still running.

Examples:
  acp-patch recover
      Repair the current directory
  acp-patch recover --json
      {\"ok\":true,\"recovery\":\"nothing\"}, or cleared, rolled_back, rolled_forward";

#[derive(Debug, Args)]
#[command(after_help = BATCH_EXAMPLES)]
pub(crate) struct BatchArgs {
    /// A file of JSON Lines, or - for standard input
    #[arg(value_name = "FILE", default_value_os_t = crate::input::standard_input())]
    pub(crate) file: PathBuf,
    /// Number of threads, 1 to 1024; results keep the order of the input
    #[arg(long, short = 'j', value_name = "N", default_value = "1", value_parser = value_parser!(u16).range(1..=1024))]
    pub(crate) jobs: u16,
}

const BATCH_EXAMPLES: &str = "\
In:   {\"id\", \"files\": {path: text}, \"patch\"} and optionally \"format\" and \"contract\"
Out:  {\"id\", \"ok\": true, \"files\": {path: text}, \"receipt\"}
      {\"id\", \"ok\": false, \"files\", \"error\"}; the files are unchanged
      {\"id\", \"ok\": false, \"line\", \"error\"} for a line that is not a request; lines count from 1

Every line except a blank one gets a result, in the order of the input; a line that cannot be read, or is longer than \
512 MiB, does not stop the run. The exit status is 0 when every line got its result, whether its patch was applied or refused. \
Memory use does not grow with the number of lines.

Examples:
  acp-patch batch cases.jsonl > results.jsonl
  acp-patch batch --jobs 8 cases.jsonl > results.jsonl
  acp-patch batch < cases.jsonl | jq -r 'select(.ok | not) | .error.code' | sort | uniq -c";

// A patch, and how to read it.
#[derive(Debug, Args)]
pub(crate) struct SourceArgs {
    /// The patch, or - for standard input
    #[arg(value_name = "PATCH", default_value_os_t = crate::input::standard_input())]
    pub(crate) patch: PathBuf,
    /// The format to insist on; opencode (or `codex`, `v4a`, `envelope`, `apply_patch`) is the `*** Begin Patch` format, unified
    /// (or `git`, `diff`) a unified diff
    #[arg(long, value_name = "NAME", default_value = "auto")]
    pub(crate) format: FormatArg,
    /// Leading path components to drop, as with patch -p; worked out if not given; no effect on
    /// the `*** Begin Patch` format
    #[arg(short = 'p', value_name = "N")]
    pub(crate) strip: Option<usize>,
}

impl SourceArgs {
    /// What the parser is told.
    pub(crate) fn parse_options(&self) -> ParseOptions {
        let mut options = ParseOptions::default();
        options.format = match self.format {
            FormatArg::Patch(format) => format,
            FormatArg::Acp | FormatArg::AcpV1 => Some(Format::Unified),
        };
        options.strip = self.strip;
        options
    }
}

/// What a patch comes in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FormatArg {
    /// Text, in a format to insist on or any.
    Patch(Option<Format>),
    /// The JSON of an ACP v2 diff.
    Acp,
    /// The JSON of a list of ACP v1 diffs.
    AcpV1,
}

impl ValueEnum for FormatArg {
    fn value_variants<'a>() -> &'a [Self] {
        &[
            Self::Patch(None),
            Self::Patch(Some(Format::Unified)),
            Self::Patch(Some(Format::OpenCode)),
            Self::Acp,
            Self::AcpV1,
        ]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(match self {
            Self::Patch(None) => PossibleValue::new("auto"),
            Self::Patch(Some(Format::Unified)) => {
                PossibleValue::new("unified").aliases(["git", "diff"])
            }
            Self::Patch(Some(Format::OpenCode)) => {
                PossibleValue::new("opencode").aliases(["codex", "v4a", "envelope", "apply_patch"])
            }
            Self::Acp => PossibleValue::new("acp"),
            Self::AcpV1 => PossibleValue::new("acp-v1"),
        })
    }
}

/// A contract by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ContractArg(pub(crate) Contract);

impl ValueEnum for ContractArg {
    fn value_variants<'a>() -> &'a [Self] {
        &[Self(Contract::Agent), Self(Contract::Git)]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.0.as_str()))
    }
}

/// Where the links may lead that a patch makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum LinksArg {
    Inside,
    Anywhere,
}

impl From<LinksArg> for Reach {
    fn from(arg: LinksArg) -> Self {
        match arg {
            LinksArg::Inside => Self::Inside,
            LinksArg::Anywhere => Self::Anywhere,
        }
    }
}
