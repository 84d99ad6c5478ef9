//! The command line of `undo`.

use std::path::PathBuf;

use clap::Args;

use crate::fsync_arg::FsyncArg;

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct UndoArgs {
    /// What `apply --json` printed, or - for standard input
    #[arg(value_name = "RECEIPT", default_value_os_t = crate::input::standard_input())]
    pub(crate) receipt: PathBuf,
    /// The directory that the patch was applied to
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub(crate) root: PathBuf,
    /// Say what would happen, and write nothing
    #[arg(long, visible_alias = "dry-run")]
    pub(crate) check: bool,
    /// Whether the files reach the disk before the program ends; full survives a loss of power
    #[arg(long, value_name = "HOW", default_value = "none")]
    pub(crate) fsync: FsyncArg,
    /// Print the receipt, or the refusal, as one line of JSON
    #[arg(long)]
    pub(crate) json: bool,
}

const EXAMPLES: &str = "\
Every file is put back as it was, or none: one that is not as the patch left it refuses all. What is \
printed with --json is a receipt too, which can be taken back again.

Examples:
  acp-patch apply --json fix.patch > receipt.json
      Keep the receipt
  acp-patch undo receipt.json
      Take it back";
