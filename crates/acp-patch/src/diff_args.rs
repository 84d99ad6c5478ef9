//! The arguments of `diff`, and those that `convert` shares with it.

use std::path::PathBuf;

use acp_diff_types::v2::PatchKey;
use anstream::ColorChoice;
use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};
use patch_gen::{Algorithm, Headings};

use crate::given::Given;

#[derive(Debug, Args)]
#[command(after_help = DIFF_EXAMPLES)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a switch of its own on the command line"
)]
pub(crate) struct DiffArgs {
    #[command(flatten)]
    pub(crate) given: Given,
    /// The file or directory as it was, or - for standard input
    #[arg(value_name = "OLD")]
    pub(crate) old: PathBuf,
    /// The file or directory as it is now, or - for standard input
    #[arg(value_name = "NEW")]
    pub(crate) new: PathBuf,
    /// The format to write; opencode may be called `codex`, `v4a`, `envelope` or `apply_patch`
    #[arg(long, value_name = "NAME", default_value = "unified")]
    pub(crate) format: DiffFormat,
    /// Lines of context around a change; with 0, added lines alone apply only under --contract git
    #[arg(short = 'U', value_name = "LINES", default_value_t = 3)]
    pub(crate) context: usize,
    /// How to match lines: rare ones first, unique ones first, or so that the fewest lines change
    #[arg(long, value_name = "NAME", default_value = "histogram")]
    pub(crate) diff_algorithm: AlgorithmArg,
    /// Treat a file at another path as moved if at least this much of it is the same, in percent; for git, opencode,
    /// acp, --stat and --html
    #[arg(long, short = 'M', value_name = "PERCENT", default_value_t = 50,
        value_parser = clap::value_parser!(u8).range(..=100))]
    pub(crate) similarity: u8,
    /// Also detect copies of files that are changed or removed; for git, acp, --stat and --html
    #[arg(long, short = 'C')]
    pub(crate) copies: bool,
    /// Also detect copies of unchanged files; for git, acp, --stat and --html
    #[arg(long)]
    pub(crate) find_copies_harder: bool,
    /// Limit for detecting moved or copied files that changed as well: compare at most this many new files with as
    /// many old ones; 0 for no limit; for what -M is for
    #[arg(short = 'l', value_name = "FILES", default_value_t = 1000)]
    pub(crate) rename_limit: usize,
    /// Do not detect moved files
    #[arg(long, conflicts_with_all = ["similarity", "copies", "find_copies_harder", "rename_limit"])]
    pub(crate) no_renames: bool,
    /// Skip whatever a .gitignore in OLD or NEW excludes
    #[arg(long)]
    pub(crate) ignore: bool,
    /// Print only how many lines of each file change
    #[arg(long, conflicts_with = "format")]
    pub(crate) stat: bool,
    /// Write the difference as an HTML page to a file, or - for standard output, and print nothing else; the only file
    /// that is replaced is an older page
    #[arg(long, value_name = "FILE", conflicts_with_all = ["stat", "format"])]
    pub(crate) html: Option<PathBuf>,
    /// Include modification times, as `diff -u` does; only with --format unified
    #[arg(long, conflicts_with_all = ["stat", "html"])]
    pub(crate) times: bool,
    /// Use this name instead of the file's; give it once for each side, with two files and --format unified
    #[arg(long = "label", value_name = "NAME", conflicts_with_all = ["stat", "html"])]
    pub(crate) labels: Vec<String>,
    #[command(flatten)]
    pub(crate) look: LookArgs,
    #[command(flatten)]
    pub(crate) key: KeyArgs,
}

const DIFF_EXAMPLES: &str = "\
OLD and NEW are two files or two directories; /dev/null is a file that does not exist. The patch names the files to \
change: those below OLD, or OLD as given (its absolute name if it begins with `..`), or NEW if OLD has no name. Anything named .git is \
skipped, symbolic links below OLD and NEW are not followed, and only acp reports empty directories.

unified and git are patch text; git also covers modes, links, moved files and binary contents. opencode is the `*** Begin Patch` \
format: each chunk has the lines and anchors that single out its place; a change that the format cannot express is an error. acp and \
acp-v1 are one line of JSON with absolute paths, the diff of protocol version 2 or the list of diffs of version 1; \
acp-v1-hunks is the content and locations of a version 1 tool call, with one diff for each hunk.

An option that has no effect on the format is refused. On a terminal the patch is coloured, changed words are \
highlighted, and control characters are escaped; a pipe or a file gets the exact bytes.

The exit status is 0 when there is no difference, 1 when there is.

Examples:
  acp-patch diff old.txt new.txt
      A patch for old.txt
  acp-patch diff old.txt new.txt --label old.txt --label new.txt --headings none
      The output of `diff -u`, without times
  git show HEAD:old.txt | acp-patch diff - old.txt
      How a file differs from its last commit
  acp-patch diff a b --format git | acp-patch apply --contract git --root a
      Make a like b
  acp-patch diff a b --ignore --stat
      How much changes in which files
  acp-patch diff a b --html diff.html
      A page for a browser, side by side or inline
  acp-patch diff a b --format acp-v1
      [{\"path\":...,\"oldText\":...,\"newText\":...}]";

// How a patch looks.
#[derive(Clone, Debug, Args)]
pub(crate) struct LookArgs {
    /// When to colour the patch and highlight changed words; auto: on a terminal
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: ColorArg,
    /// Prefix of the old names, in the formats unified and git
    #[arg(long, value_name = "PREFIX", default_value = "a/")]
    pub(crate) src_prefix: String,
    /// Prefix of the new names
    #[arg(long, value_name = "PREFIX", default_value = "b/")]
    pub(crate) dst_prefix: String,
    /// Use no prefixes
    #[arg(long, conflicts_with_all = ["src_prefix", "dst_prefix"])]
    pub(crate) no_prefix: bool,
    /// The heading after the numbers of a hunk: the last line that starts in the first column (plain), the last one that
    /// begins a function or section in the language of the file, told by its name (language), or none
    #[arg(long, value_name = "NAME", default_value = "plain")]
    pub(crate) headings: HeadingsArg,
    /// Do not quote names that are not ASCII, like git with core.quotePath off
    #[arg(long)]
    pub(crate) no_quote_path: bool,
    /// Only state that binary files differ, in the formats unified and git; such a patch is for reading
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

/// What is told after the numbers of a hunk.
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
    /// The key of the patch text in an ACP v2 diff: as in the RFD (diff), as in the later draft (text), or both
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
