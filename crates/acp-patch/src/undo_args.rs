//! The command line of `undo`.

use std::path::PathBuf;

use clap::Args;

use crate::fsync_arg::FsyncArg;

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct UndoArgs {
    /// The output of `apply --json`, or the receipt in it; - for standard input
    #[arg(value_name = "RECEIPT", default_value_os_t = crate::input::standard_input())]
    pub(crate) receipt: PathBuf,
    /// The directory that the patch was applied to
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub(crate) root: PathBuf,
    /// Report what would happen, and write nothing
    #[arg(long, visible_alias = "dry-run")]
    pub(crate) check: bool,
    /// Whether to flush the files to disk before exiting; full survives a power failure
    #[arg(long, value_name = "HOW", default_value = "none")]
    pub(crate) fsync: FsyncArg,
    /// Print the receipt, or the refusal, as one line of JSON
    #[arg(long)]
    pub(crate) json: bool,
}

const EXAMPLES: &str = "\
Restores every file, or none: if any of them changed after the patch was applied, nothing is written. \
If there is nothing to restore, because the patch changed nothing or was undone already, the exit status is 1. \
With --json the undo prints a receipt of its own, which can be undone in turn.

Examples:
  acp-patch apply --json fix.patch > receipt.json
      Keep the receipt
  acp-patch undo receipt.json
      Undo the patch";
