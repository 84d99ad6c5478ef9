//! The arguments of `diff`, and those that `convert` shares with it.

use std::path::PathBuf;

use acp_diff_types::v2::PatchKey;
use anstream::ColorChoice;
use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};
use patch_gen::{Algorithm, Headings};

#[derive(Debug, Args)]
#[command(after_help = DIFF_EXAMPLES)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a switch of its own on the command line"
)]
pub(crate) struct DiffArgs {
    /// The file or directory as it was, or - for standard input
    #[arg(value_name = "OLD")]
    pub(crate) old: PathBuf,
    /// The file or directory as it is now, or - for standard input
    #[arg(value_name = "NEW")]
    pub(crate) new: PathBuf,
    /// How to write the difference
    #[arg(long, value_name = "NAME", default_value = "unified")]
    pub(crate) format: DiffFormat,
    /// Lines of context around a change
    #[arg(short = 'U', value_name = "LINES", default_value_t = 3)]
    pub(crate) context: usize,
    /// How lines are paired: rare ones first, unique ones first, or for the fewest changes
    #[arg(long, value_name = "NAME", default_value = "histogram")]
    pub(crate) diff_algorithm: AlgorithmArg,
    /// Take a file at another path for a moved one if so much of it is the same, in percent
    #[arg(long, short = 'M', value_name = "PERCENT", default_value_t = 50,
        value_parser = clap::value_parser!(u8).range(..=100))]
    pub(crate) similarity: u8,
    /// Look also for copies of files that change or go
    #[arg(long, short = 'C')]
    pub(crate) copies: bool,
    /// Look also for copies of files that stay as they are
    #[arg(long)]
    pub(crate) find_copies_harder: bool,
    /// Compare up to this many new files with as many old ones where a moved or copied file may have changed; 0 for any
    /// number
    #[arg(short = 'l', value_name = "FILES", default_value_t = 1000)]
    pub(crate) rename_limit: usize,
    /// Take no file for a moved one
    #[arg(long, conflicts_with_all = ["copies", "find_copies_harder"])]
    pub(crate) no_renames: bool,
    /// Leave out what a .gitignore in OLD or NEW names
    #[arg(long)]
    pub(crate) ignore: bool,
    /// Print how many lines of each file change, and no patch
    #[arg(long)]
    pub(crate) stat: bool,
    /// Write the difference as a page for a browser, to a file or to - for standard output, and print nothing else
    #[arg(long, value_name = "FILE", conflicts_with_all = ["stat", "times"])]
    pub(crate) html: Option<PathBuf>,
    /// Tell when the files changed last, as `diff -u` does; with --format unified
    #[arg(long)]
    pub(crate) times: bool,
    /// Write these names and not those of the files, once for each side; with two files and --format unified
    #[arg(long = "label", value_name = "NAME")]
    pub(crate) labels: Vec<String>,
    #[command(flatten)]
    pub(crate) look: LookArgs,
    #[command(flatten)]
    pub(crate) key: KeyArgs,
}

const DIFF_EXAMPLES: &str = "\
OLD and NEW are two files or two directories; /dev/null is a file that does not exist. The patch names \
what is to be changed: files below OLD, or OLD as it is given, by its absolute name where that begins with `..`; NEW where OLD has no name. What is named .git is left out, \
links below OLD and NEW are not followed, empty directories are told by acp alone.

unified and git are patch text; git also tells modes, links, moved files and binary contents. opencode is the `*** Begin Patch` format: each \
chunk has the lines and anchors that single out its place, and what it cannot say is an error. acp and acp-v1 are one line of JSON, \
the diff of version 2 and the list of diffs of version 1 of the protocol, with absolute paths; acp-v1-hunks is the content and the \
locations of a tool call of version 1, with one diff a hunk.

On a terminal a patch is coloured, the words that change are marked, and control characters are shown as escapes; a pipe \
or a file gets the bytes as they are.

The exit status is 0 when nothing differs, 1 when something does.

Examples:
  acp-patch diff old.txt new.txt
      A patch for old.txt
  acp-patch diff old.txt new.txt --label old.txt --label new.txt --headings none
      What `diff -u` prints, without times
  git show HEAD:old.txt | acp-patch diff - old.txt
      How a file differs from what was committed
  acp-patch diff a b --format git | acp-patch apply --contract git --root a
      Make a like b
  acp-patch diff a b --ignore --stat
      How much changes in which files
  acp-patch diff a b --html diff.html
      A page to look at, side by side or inline
  acp-patch diff a b --format acp-v1
      [{\"path\":...,\"oldText\":...,\"newText\":...}]";

// How a patch looks.
#[derive(Clone, Debug, Args)]
pub(crate) struct LookArgs {
    /// Whether to colour a patch and mark the words that change: on a terminal, always or never
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: ColorArg,
    /// What to write before the old names, in the formats unified and git
    #[arg(long, value_name = "PREFIX", default_value = "a/")]
    pub(crate) src_prefix: String,
    /// What to write before the new names
    #[arg(long, value_name = "PREFIX", default_value = "b/")]
    pub(crate) dst_prefix: String,
    /// Write nothing before the names
    #[arg(long, conflicts_with_all = ["src_prefix", "dst_prefix"])]
    pub(crate) no_prefix: bool,
    /// What is told behind the numbers of a hunk: a line that starts in the first column, what the language calls for
    /// that the name of the file tells, as git does with an attribute, or nothing
    #[arg(long, value_name = "NAME", default_value = "plain")]
    pub(crate) headings: HeadingsArg,
    /// Write names that are not ASCII as they are, as git does with core.quotePath off
    #[arg(long)]
    pub(crate) no_quote_path: bool,
    /// Say of binary files that they differ, and no more: a patch to be read, in the formats unified and git
    #[arg(long)]
    pub(crate) no_binary: bool,
}

impl LookArgs {
    /// What is written before the names of both sides.
    pub(crate) fn prefixes(&self) -> [&str; 2] {
        if self.no_prefix { ["", ""] } else { [&self.src_prefix, &self.dst_prefix] }
    }
}

/// When to colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ColorArg {
    Auto,
    Always,
    Never,
}

impl From<ColorArg> for ColorChoice {
    fn from(arg: ColorArg) -> Self {
        match arg {
            ColorArg::Auto => Self::Auto,
            ColorArg::Always => Self::Always,
            ColorArg::Never => Self::Never,
        }
    }
}

/// What is told behind the numbers of a hunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum HeadingsArg {
    Plain,
    Language,
    None,
}

impl From<HeadingsArg> for Headings {
    fn from(arg: HeadingsArg) -> Self {
        match arg {
            HeadingsArg::Plain => Self::Plain,
            HeadingsArg::Language => Self::ByName,
            HeadingsArg::None => Self::Nothing,
        }
    }
}

/// How lines are paired, by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum AlgorithmArg {
    Histogram,
    Patience,
    Myers,
}

impl From<AlgorithmArg> for Algorithm {
    fn from(arg: AlgorithmArg) -> Self {
        match arg {
            AlgorithmArg::Histogram => Self::Histogram,
            AlgorithmArg::Patience => Self::Patience,
            AlgorithmArg::Myers => Self::Myers,
        }
    }
}

/// How `diff` writes a difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum DiffFormat {
    Unified,
    Git,
    #[value(name = "opencode", aliases = ["codex", "v4a", "envelope", "apply_patch"])]
    OpenCode,
    Acp,
    AcpV1,
    AcpV1Hunks,
}

// Under which key an ACP v2 diff has its patch text.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct KeyArgs {
    /// The key of the patch text in an ACP v2 diff: of the RFD, of the draft since, or both
    #[arg(long, value_name = "KEY", default_value = "both")]
    pub(crate) patch_key: KeyArg,
}

/// A key of the patch text by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct KeyArg(pub(crate) PatchKey);

impl ValueEnum for KeyArg {
    fn value_variants<'a>() -> &'a [Self] {
        &[Self(PatchKey::Diff), Self(PatchKey::Text), Self(PatchKey::Both)]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.0.as_str()))
    }
}
