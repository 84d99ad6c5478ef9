//! Systems without POSIX permissions and handles: what cap-std alone can do.

use std::io;
use std::path::Path;

use cap_std::fs::{Dir, File, Metadata, OpenOptions};
use patch_apply::{FileId, Permissions};

use super::seen::Seen;

/// Opens the directory called `name`; a link there is an error ([`is_no_directory`]).
pub(crate) fn open_dir(dir: &Dir, name: &Path) -> io::Result<Dir> {
    if !dir.symlink_metadata(name)?.is_dir() {
        return Err(io::ErrorKind::NotADirectory.into());
    }
    dir.open_dir(name)
}

/// Opens the directory at the end of a whole path; this system cannot do that in one call.
pub(crate) fn open_dir_without_links(_: &Dir, _: &Path) -> Option<io::Result<Dir>> {
    None
}

/// Whether opening a directory failed because something else is there, possibly a link.
pub(crate) fn is_no_directory(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::NotADirectory
}

/// Opens the file called `name` for reading.
pub(crate) fn open_file(dir: &Dir, name: &Path) -> io::Result<File> {
    dir.open(name)
}

/// The most bytes that a name in a directory may have, which this system does not report.
pub(crate) fn longest_name(_: &Dir) -> Option<usize> {
    None
}

/// Whether the owner may execute it: this system has no such permission.
pub(crate) fn is_executable(_: &Metadata) -> bool {
    false
}

/// The permission bits: this system has none.
pub(crate) fn bits(_: &Metadata) -> Option<u32> {
    None
}

/// Refuses the name of a file that may not be replaced; this system cannot report that here.
pub(crate) fn check_replaceable(_: &Dir, _: &Path) -> io::Result<()> {
    Ok(())
}

/// The mount that a directory is on; this system cannot report it here.
pub(crate) fn mount(_: &Dir) -> Option<u64> {
    None
}

/// Refuses a directory that is not writable: this system reports that only when one tries.
#[expect(clippy::unnecessary_wraps, reason = "on other systems it may fail")]
pub(crate) fn check_writable(_: &Dir) -> io::Result<()> {
    Ok(())
}

/// The file's identity, which stable Rust does not provide on this system.
pub(crate) fn file_id(_: &Metadata) -> Option<FileId> {
    None
}

/// Whether two examinations saw the same file with the same contents, as far as its times and size
/// show.
pub(crate) fn is_same(before: &Metadata, after: &Metadata) -> bool {
    let marks =
        |m: &Metadata| (m.len(), m.modified().ok().map(cap_std::time::SystemTime::into_std));
    marks(before) == marks(after)
}

/// Creates a file called `name`, which must not exist.
pub(crate) fn create(dir: &Dir, name: &Path, _asked: &Permissions) -> io::Result<File> {
    dir.open_with(name, OpenOptions::new().write(true).create_new(true))
}

/// Gives a file the permissions of another.
pub(crate) fn dress(
    file: &File,
    like: &Seen,
    _asked: &Permissions,
    _born: &mut Option<Born>,
) -> io::Result<()> {
    file.set_permissions(like.metadata.permissions())
}

/// The attributes that a new file has from the start: none on this system.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Born;

/// Makes a link called `name`, which must not exist.
pub(crate) fn symlink(_: &Dir, _target: &Path, _name: &Path) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Whether everyone who may enter the other directory may enter this one; this system has no
/// directories that are private.
pub(crate) fn is_as_open(_: &Metadata, _: &Metadata) -> bool {
    true
}

/// Whether only a process with the rights of this one can have made it, which this system does not
/// tell.
pub(crate) fn is_trusted(_: &Metadata, _: &Metadata) -> bool {
    true
}

/// Makes a directory.
pub(crate) fn create_private_dir(dir: &Dir, name: &Path) -> io::Result<()> {
    dir.create_dir(name)
}

/// The group that new files in this directory get: this system has none.
#[expect(clippy::unnecessary_wraps, reason = "on other systems it may fail")]
pub(crate) fn inherited_group(_: &Dir, _: &Dir) -> io::Result<Option<u32>> {
    Ok(None)
}

/// Gives a file to a group: this system has none.
pub(crate) fn give_to_group(_: &File, _group: u32) {}

/// Takes the advisory lock of a directory: this system has none, so everyone gets it.
#[expect(clippy::unnecessary_wraps, reason = "on other systems it may fail or be taken")]
pub(crate) fn try_lock(_: &Dir) -> io::Result<Option<Lock>> {
    Ok(Some(Lock))
}

/// What [`try_lock`] gives.
#[derive(Debug)]
pub(crate) struct Lock;

/// Whether [`sync_file_system`] does anything.
pub(crate) const SYNCS_FILE_SYSTEMS: bool = false;

/// Brings everything on the file system of `dir` to the disk; this system cannot.
pub(crate) fn sync_file_system(_: &Dir) -> Option<io::Result<()>> {
    None
}

/// Brings the names in a directory to the disk: this system does so by itself.
#[expect(clippy::unnecessary_wraps, reason = "on other systems it may fail")]
pub(crate) fn sync_dir(_: &Dir) -> io::Result<()> {
    Ok(())
}

/// Renames, overwriting nothing: fails with `AlreadyExists`.
pub(crate) fn rename_new(from: (&Dir, &Path), to: (&Dir, &Path)) -> io::Result<()> {
    if to.0.symlink_metadata(to.1).is_ok() {
        return Err(io::ErrorKind::AlreadyExists.into());
    }
    from.0.rename(from.1, to.0, to.1)
}

/// Whether [`exchange`] can do anything.
pub(crate) const EXCHANGES: bool = false;

/// Exchanges two names in one step; this system cannot.
pub(crate) fn exchange(_: (&Dir, &Path), _: (&Dir, &Path)) -> Option<io::Result<()>> {
    None
}
