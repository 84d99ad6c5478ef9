//! How durable a commit is, on the command line.

use clap::ValueEnum;
use patch_apply::Durability;

/// How durable a commit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum FsyncArg {
    Full,
    None,
}

impl From<FsyncArg> for Durability {
    fn from(arg: FsyncArg) -> Self {
        match arg {
            FsyncArg::Full => Self::Full,
            FsyncArg::None => Self::None,
        }
    }
}
