//! One file as it is on disk.

use std::fmt::Display;
use std::fs::{self, Metadata};
use std::path::Path;
use std::time::SystemTime;

use patch_apply::Limits;
use patch_gen::Entry;
use patch_parse::{Code, FileMode};

use super::found::Kind;
use super::path::bytes_of;
use crate::input::{PatchText, read_with_metadata};
use crate::report::Trouble;

/// A file with the time of its last change, if that is known.
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
        Kind::EmptyDirectory | Kind::FilledDirectory => Ok((Entry::directory(), None)),
        Kind::File => {
            let read = read_with_metadata(path, most().saturating_add(1));
            let (contents, metadata) = read.map_err(failed)?;
            check_size(&contents, path.display())?;
            let is_executable = is_executable(&metadata);
            let mode = if is_executable { FileMode::EXECUTABLE } else { FileMode::REGULAR };
            Ok((Entry::new(contents, mode), time(&metadata)))
        }
    }
}

/// Reads standard input, whose last change is now.
pub(super) fn read_input() -> Result<Timed, Trouble> {
    let PatchText { name, bytes } = PatchText::read(Path::new("-"), most())?;
    check_size(&bytes, name)?;
    Ok((Entry::new(bytes, FileMode::REGULAR), Some(SystemTime::now())))
}

/// The most bytes of a file.
fn most() -> usize {
    usize::try_from(Limits::default().file_bytes).unwrap_or(usize::MAX)
}

fn check_size(contents: &[u8], name: impl Display) -> Result<(), Trouble> {
    if contents.len() <= most() {
        return Ok(());
    }
    let message = format!("{name}: the file is larger than {} bytes", most());
    Err(Trouble::new(Code::LimitExceeded, message, "Leave the file out."))
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
