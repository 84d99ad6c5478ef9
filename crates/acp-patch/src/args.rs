//! The command line.

use std::path::PathBuf;

use clap::builder::PossibleValue;
use clap::{Args, Parser, Subcommand, ValueEnum, value_parser};
use patch_apply::{Contract, InvalidPartId, PartId, Reach};
use patch_parse::{Format, ParseOptions};

use crate::diff_args::{DiffArgs, DiffFormat, KeyArgs, LookArgs};
use crate::fsync_arg::FsyncArg;
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
    /// Take back what `apply` did, by its receipt.
    Undo(UndoArgs),
    /// Print the patch that turns OLD into NEW.
    Diff(DiffArgs),
    /// Write a patch in another format, for the files as they are.
    Convert(ConvertArgs),
    /// Show what a patch says, without applying it.
    Parse(ParseArgs),
    /// Compare the changes of an ACP diff with its patch text.
    CheckDiff(CheckDiffArgs),
    /// Finish or undo what an interrupted `apply` left behind.
    Recover(RecoverArgs),
    /// Apply many patches to files in memory, JSON Lines in and out.
    Batch(BatchArgs),
    /// Call a tool as an agent does: JSON arguments in, one line of JSON out.
    Call(CallArgs),
    /// Serve the tools to a client of the Model Context Protocol (MCP).
    Mcp(McpArgs),
    /// Print what a provider is told of the tools.
    Tools(ToolsArgs),
    /// Print a JSON Schema, or the names of all.
    Schema(SchemaArgs),
    /// Count what became of recorded tool calls, by format and model.
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
    pub(crate) source: SourceArgs,
    /// The directory to change; no path of the patch leads out of it
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub(crate) root: PathBuf,
    /// What takes effect: text and paths, or also modes, copies, links and binary files
    #[arg(long, value_name = "NAME", default_value = "agent")]
    pub(crate) contract: ContractArg,
    /// Say what would happen, and write nothing
    #[arg(long, visible_alias = "dry-run")]
    pub(crate) check: bool,
    /// Say of every hunk where it went and what placed it there, as --json always does
    #[arg(long)]
    pub(crate) explain: bool,
    /// Refuse a chunk of the `*** Begin Patch` format that fits several places, of which the format takes the first
    #[arg(long)]
    pub(crate) unique: bool,
    /// Take the patch back instead: a chunk of the `*** Begin Patch` format only where its place is certain
    #[arg(long, short = 'R')]
    pub(crate) reverse: bool,
    /// Let new and moved files replace existing ones
    #[arg(long)]
    pub(crate) overwrite: bool,
    /// Where the symbolic links may lead that the patch makes under --contract git: inside the root, or
    /// anywhere, for the undo of a receipt
    #[arg(long, value_name = "WHERE", default_value = "inside")]
    pub(crate) links: LinksArg,
    /// Apply, or take back, only these parts of the patch: 2 is its second section, 2.1 the first hunk of that
    #[arg(long, value_name = "IDS", value_delimiter = ',', value_parser = part_id)]
    pub(crate) only: Option<Vec<PartId>>,
    /// Whether the files reach the disk before the program ends; full survives a loss of power
    #[arg(long, value_name = "HOW", default_value = "none")]
    pub(crate) fsync: FsyncArg,
    /// Print the receipt, or the refusal, as one line of JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Write the receipt with what changes, or the refusal, also as a page for a browser; - prints the page alone
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
Each hunk is put where its context matches; line numbers are hints. A patch that does not fit is refused \
with everything that is in its way, and no file is touched. The exit status is then 1.

Examples:
  acp-patch apply fix.patch --check
      See what a patch would do
  acp-patch apply fix.patch --check --explain
      See also where each hunk would go, and why
  acp-patch apply -R fix.patch
      Take it back
  acp-patch apply --only 1,3.2 fix.patch
      Apply the first section and one hunk of the third
  pbpaste | acp-patch apply --root src
      Apply what a model wrote, prose and code fence included
  acp-patch diff a b --format acp | acp-patch apply --format acp
      Take an ACP v2 diff; its paths are absolute and lie below the root
  acp-patch apply --json < fix.patch
      {\"ok\":true,\"receipt\":{...}} or {\"ok\":false,\"error\":{\"code\":...}}";

#[derive(Debug, Args)]
#[command(after_help = CONVERT_EXAMPLES)]
pub(crate) struct ConvertArgs {
    #[command(flatten)]
    pub(crate) source: SourceArgs,
    /// How to write the change
    #[arg(long, value_name = "NAME")]
    pub(crate) to: DiffFormat,
    /// The directory that the patch is for, as it is before the patch; it is read only
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub(crate) root: PathBuf,
    /// How the patch is read and what of it is written, as for `apply`: text and paths, or also modes, copies, links
    /// and binary files
    #[arg(long, value_name = "NAME", default_value = "agent")]
    pub(crate) contract: ContractArg,
    /// Write the patch that takes the change back, once it is made
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
The patch is read and placed in the files as `apply` does under the same contract, and what would come \
of it is written. Nothing is left out in silence: what was forgiven or not read as a part of the patch is told on standard error, as are modes that the contract leaves alone; what the other format cannot say is an error that names the file, and \
what an acp diff names and does not carry, such as binary contents, is told. The exit status is 1 when the patch is refused, as `apply` would refuse it.

Examples:
  acp-patch convert --to opencode fix.patch
      The same change as chunks that need no line numbers
  acp-patch convert --to git --root src < answer.md
      What a model wrote as a patch for `git apply`
  git diff | acp-patch convert --contract git --to acp
      What git wrote, with its modes, copies and links
  acp-patch convert --to git -R fix.patch
      The patch that takes it back";

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
One line for each file and each hunk, and what was forgiven while reading. The exit status is 1 when the \
text is no patch.

Examples:
  acp-patch parse fix.patch
      Files, hunks and what is odd about them
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
The changes of a diff are what a person is asked about, its patch is what a person is shown. One line for \
each way in which the two disagree: a file that only one of them names, another operation, path or kind of \
file, a path that is not absolute, text that is no part of a git patch. The counts of hunks are believed, as by git \
and by clients that show the patch.

The exit status is 0 when the two agree or there is no patch, 1 when they disagree, 2 when the input is no \
v2 diff.

Examples:
  acp-patch diff a b --format acp | acp-patch check-diff
      What this program writes agrees
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
Killed in the middle, `apply` leaves a journal in the directory `.acp-patch-commit`. With it the files are \
put back as they were or, where all had been changed, left as they are; the directory is removed. The next \
`apply` does so by itself. `recover` waits up to a minute for an `apply` that is still running.

Examples:
  acp-patch recover
      Make the current directory whole
  acp-patch recover --json
      {\"ok\":true,\"recovery\":\"nothing\"}, or cleared, rolled_back, rolled_forward";

#[derive(Debug, Args)]
#[command(after_help = BATCH_EXAMPLES)]
pub(crate) struct BatchArgs {
    /// A file of JSON Lines, or - for standard input
    #[arg(value_name = "FILE", default_value_os_t = crate::input::standard_input())]
    pub(crate) file: PathBuf,
    /// Threads, 1 to 1024; the answers keep the order of the lines
    #[arg(long, short = 'j', value_name = "N", default_value = "1", value_parser = value_parser!(u16).range(1..=1024))]
    pub(crate) jobs: u16,
}

const BATCH_EXAMPLES: &str = "\
In:   {\"id\", \"files\": {path: text}, \"patch\"} and optionally \"format\" and \"contract\"
Out:  {\"id\", \"ok\": true, \"files\": {path: text}, \"receipt\"}
      {\"id\", \"ok\": false, \"files\", \"error\"}; the files are then as they came
      {\"id\", \"ok\": false, \"line\", \"error\"} to a line that is no request; the first line is 1

Only a blank line gets no answer; one that cannot be read, or is longer than 512 MiB, ends nothing. The exit \
status is 0 when every line was answered, whether its patch was applied or refused. Answers come in the order of \
the lines. Memory does not grow with the number of lines.

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
    /// The format to insist on; opencode is the one of `*** Begin Patch`
    #[arg(long, value_name = "NAME", default_value = "auto")]
    pub(crate) format: FormatArg,
    /// Leading path components to drop, as with patch -p; without it they are worked out
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
