//! One file as it is on disk.

use std::fs::{self, Metadata};
use std::path::Path;
use std::time::SystemTime;

use patch_apply::Limits;
use patch_gen::Entry;
use patch_parse::{Code, FileMode};

use super::found::Kind;
use super::path::bytes_of;
use crate::input::read_with_metadata;
use crate::report::Trouble;

/// A file with the time of its last change, where that is known.
pub(super) type Timed = (Entry<'static>, Option<SystemTime>);

/// Reads what is at `path`.
pub(super) fn read(path: &Path, kind: Kind) -> Result<Timed, Trouble> {
    let failed = |error| Trouble::with_path(path, error);
    let time = |metadata: &Metadata| metadata.modified().ok();
    match kind {
        Kind::Link => {
            let target = bytes_of(&fs::read_link(path).map_err(failed)?)?;
            let metadata = fs::symlink_metadata(path).map_err(failed)?;
            Ok((Entry::new(Vec::from(target), FileMode::SYMLINK), time(&metadata)))
        }
        Kind::Directory => Ok((Entry::directory(), None)),
        Kind::File => {
            let limit = usize::try_from(Limits::default().file_bytes).unwrap_or(usize::MAX);
            let read = read_with_metadata(path, limit.saturating_add(1));
            let (contents, metadata) = read.map_err(failed)?;
            if contents.len() > limit {
                let message = format!("{}: the file is larger than {limit} bytes", path.display());
                return Err(Trouble::new(Code::LimitExceeded, message, "Leave the file out."));
            }
            let is_executable = is_executable(&metadata);
            let mode = if is_executable { FileMode::EXECUTABLE } else { FileMode::REGULAR };
            Ok((Entry::new(contents, mode), time(&metadata)))
        }
    }
}

#[cfg(unix)]
fn is_executable(metadata: &Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    metadata.permissions().mode() & 0o100 != 0
}

#[cfg(not(unix))]
fn is_executable(_: &Metadata) -> bool {
    false
}
