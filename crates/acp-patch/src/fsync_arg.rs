//! How durable a commit is, on the command line.

use clap::ValueEnum;
use patch_apply::Durability;

/// How durable a commit is.
///
/// The default of `--fsync` is `none`, as in `git apply` and GNU `patch`; that of the libraries
/// ([`Durability`]) is `Full`. A killed process leaves nothing half done either way, a power failure
/// may.
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
