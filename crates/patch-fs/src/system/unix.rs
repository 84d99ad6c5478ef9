//! POSIX systems, with what Linux and macOS add.

use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::fs::fchown;
use std::path::Path;

use cap_std::fs::{Dir, File, Metadata, MetadataExt};
use patch_apply::{FileId, Permissions};
use rustix::fs::{
    Access, AtFlags, FlockOperation, Mode, OFlags, accessat, fchmod, flock, mkdirat, openat,
};
use rustix::io::Errno;
use rustix::process::{getegid, geteuid};

use super::attributes::Attributes;
use super::seen::Seen;

const EXECUTE: u32 = 0o111;
const READ: u32 = 0o444;
const WRITE: u32 = 0o222;
const PERMISSIONS: u32 = 0o7777;
const OWNER: u32 = 0o700;
const SET_ID: u32 = 0o6000;
const SET_GROUP_ID: u32 = 0o2000;
/// In this directory, a name is changed only by those who own it.
const STICKY: u32 = 0o1000;
/// What those who do not own a directory may do in it, apart from listing it.
const FOR_OTHERS: u32 = 0o033;

/// Directories are opened as starting points; on Linux that needs no right to list them.
#[cfg(any(target_os = "linux", target_os = "android"))]
const AS_START: OFlags = OFlags::PATH;
#[cfg(not(any(target_os = "linux", target_os = "android")))]
const AS_START: OFlags = OFlags::RDONLY;

const DIRECTORY: OFlags =
    AS_START.union(OFlags::DIRECTORY).union(OFlags::NOFOLLOW).union(OFlags::CLOEXEC);

/// Opens the directory called `name`; a link there is an error ([`is_no_directory`]).
pub(crate) fn open_dir(dir: &Dir, name: &Path) -> io::Result<Dir> {
    let opened = openat(dir, name, DIRECTORY, Mode::empty())?;
    Ok(Dir::from_std_file(opened.into()))
}

/// Opens the directory at the end of a whole path, in one call that follows no link in it; `None`
/// if the system cannot do that.
#[cfg(any(target_os = "linux", target_os = "android"))]
pub(crate) fn open_dir_without_links(root: &Dir, path: &Path) -> Option<io::Result<Dir>> {
    use rustix::fs::{ResolveFlags, openat2};

    let rules = ResolveFlags::BENEATH | ResolveFlags::NO_SYMLINKS | ResolveFlags::NO_MAGICLINKS;
    match openat2(root, path, DIRECTORY, Mode::empty(), rules) {
        Ok(opened) => Some(Ok(Dir::from_std_file(opened.into()))),
        Err(error @ (Errno::NOENT | Errno::NOTDIR | Errno::LOOP | Errno::ACCESS)) => {
            Some(Err(error.into()))
        }
        // An old kernel, a sandbox that forbids the call, a rename at the same time.
        Err(_) => None,
    }
}

/// Opens the directory at the end of a whole path; this system cannot do that in one call.
#[cfg(not(any(target_os = "linux", target_os = "android")))]
pub(crate) fn open_dir_without_links(_: &Dir, _: &Path) -> Option<io::Result<Dir>> {
    None
}

/// Whether opening a directory failed because something else is there, possibly a link.
pub(crate) fn is_no_directory(error: &io::Error) -> bool {
    matches!(Errno::from_io_error(error), Some(Errno::NOTDIR | Errno::LOOP | Errno::MLINK))
}

/// Opens the file called `name` for reading. A link is not followed, and a pipe that took the name
/// since it was examined does not block.
pub(crate) fn open_file(dir: &Dir, name: &Path) -> io::Result<File> {
    let flags =
        OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
    let opened = openat(dir, name, flags, Mode::empty())?;
    Ok(File::from_std(opened.into()))
}

/// The most bytes that a name in a directory may have, if the system reports it.
pub(crate) fn longest_name(dir: &Dir) -> Option<usize> {
    usize::try_from(rustix::fs::fstatvfs(dir).ok()?.f_namemax).ok()
}

/// Refuses a directory in which this process may not make and remove names, as far as the system
/// reports that without trying.
pub(crate) fn check_writable(dir: &Dir) -> io::Result<()> {
    let access = Access::WRITE_OK | Access::EXEC_OK;
    match accessat(dir, ".", access, AtFlags::EACCESS) {
        Err(error @ (Errno::ACCESS | Errno::PERM | Errno::ROFS)) => Err(error.into()),
        Ok(()) | Err(_) => Ok(()),
    }
}

/// Refuses the name of a file that this process may not replace or take away although it may write
/// to the directory, as far as the system reports that without trying.
pub(crate) fn check_replaceable(dir: &Dir, name: &Path) -> io::Result<()> {
    let own = geteuid();
    let owns = |metadata: &Metadata| metadata.uid() == own.as_raw();
    let is_sticky = |folder: &Metadata| folder.mode() & STICKY != 0 && !owns(folder);
    // What is not there is reported elsewhere. Few directories need a look at the file.
    if !own.is_root()
        && dir.dir_metadata().is_ok_and(|folder| is_sticky(&folder))
        && dir.symlink_metadata(name).is_ok_and(|file| !owns(&file))
    {
        return Err(Errno::PERM.into());
    }
    marks::check(dir, name)
}

/// The mount that a directory is on, if the system reports it: one file system may be mounted
/// several times, and no name goes from one mount to another.
pub(crate) fn mount(dir: &Dir) -> Option<u64> {
    marks::mount(dir)
}

/// What only Linux reports of a file.
#[cfg(any(target_os = "linux", target_os = "android"))]
mod marks {
    use std::io;
    use std::path::Path;

    use cap_std::fs::Dir;
    use rustix::fs::{AtFlags, StatxAttributes, StatxFlags, statx};
    use rustix::io::Errno;

    /// Refuses a file that is marked as one that cannot be changed, or on which something is mounted.
    pub(super) fn check(dir: &Dir, name: &Path) -> io::Result<()> {
        let flags = AtFlags::SYMLINK_NOFOLLOW | AtFlags::NO_AUTOMOUNT;
        // An old kernel, or a sandbox that forbids the call.
        let Ok(found) = statx(dir, name, flags, StatxFlags::TYPE) else { return Ok(()) };
        let marks = found.stx_attributes;
        if marks.intersects(StatxAttributes::IMMUTABLE | StatxAttributes::APPEND) {
            Err(Errno::PERM.into())
        } else if marks.contains(StatxAttributes::MOUNT_ROOT) {
            Err(Errno::BUSY.into())
        } else {
            Ok(())
        }
    }

    pub(super) fn mount(dir: &Dir) -> Option<u64> {
        let found = statx(dir, ".", AtFlags::NO_AUTOMOUNT, StatxFlags::MNT_ID).ok()?;
        let is_known = found.stx_mask & StatxFlags::MNT_ID.bits() != 0;
        is_known.then_some(found.stx_mnt_id)
    }
}

#[cfg(not(any(target_os = "linux", target_os = "android")))]
mod marks {
    use std::io;
    use std::path::Path;

    use cap_std::fs::Dir;

    pub(super) fn check(_: &Dir, _: &Path) -> io::Result<()> {
        Ok(())
    }

    pub(super) fn mount(_: &Dir) -> Option<u64> {
        None
    }
}

/// Whether the owner may execute it.
pub(crate) fn is_executable(metadata: &Metadata) -> bool {
    metadata.mode() & 0o100 != 0
}

/// The permission bits.
#[expect(clippy::unnecessary_wraps, reason = "not every system has them")]
pub(crate) fn bits(metadata: &Metadata) -> Option<u32> {
    Some(metadata.mode() & (READ | WRITE | EXECUTE))
}

/// The file's identity.
#[expect(clippy::unnecessary_wraps, reason = "not every system can tell")]
pub(crate) fn file_id(metadata: &Metadata) -> Option<FileId> {
    Some(FileId(metadata.dev(), metadata.ino()))
}

/// Whether two examinations saw the same file with the same permissions and contents, the latter as
/// far as its times and size show.
pub(crate) fn is_same(before: &Metadata, after: &Metadata) -> bool {
    let marks = |m: &Metadata| (m.dev(), m.ino(), m.len(), m.mtime(), m.mtime_nsec());
    let rights = |m: &Metadata| (m.mode(), m.uid(), m.gid());
    marks(before) == marks(after) && rights(before) == rights(after)
}

/// Creates a file called `name`, which must not exist.
///
/// A file that is to get the permissions of another is private to its owner until [`dress`] sets
/// them, so that nobody reads what they may not. A new file gets what the umask leaves.
pub(crate) fn create(dir: &Dir, name: &Path, asked: &Permissions) -> io::Result<File> {
    let mode = match (asked.like.is_some(), asked.bits) {
        (true, None) => 0o600,
        // What the umask leaves of everything is what may be added.
        (true, Some(_)) => READ | WRITE | EXECUTE,
        (false, Some(bits)) => bits & (READ | WRITE | EXECUTE),
        (false, None) if asked.executable == Some(true) => READ | WRITE | EXECUTE,
        (false, None) => READ | WRITE,
    };
    let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let opened = openat(dir, name, flags, Mode::from_raw_mode(mode))?;
    Ok(File::from_std(opened.into()))
}

/// Gives a file the owner, the extended attributes and the permissions of another, with what else
/// is asked.
///
/// `born` is what a new file in this place has by itself; it is found out with the first one.
pub(crate) fn dress(
    file: &File,
    like: &Seen,
    asked: &Permissions,
    born: &mut Option<Born>,
) -> io::Result<()> {
    let Seen { metadata: like, attributes } = like;
    // Before owner and attributes are: both may change it.
    let left = if asked.bits.is_some() { file.metadata()?.mode() } else { 0 };
    let born = if let Some(born) = *born {
        born
    } else {
        let metadata = file.metadata()?;
        let has_access_list = super::attributes(file).has_access_list();
        *born.insert(Born { owner: (metadata.uid(), metadata.gid()), has_access_list })
    };
    let owned = born.owner == (like.uid(), like.gid())
        || fchown(file, Some(like.uid()), Some(like.gid())).is_ok();
    let mut mode = like.mode() & PERMISSIONS;
    if !owned {
        // These bits would lend our rights, not the owner's.
        mode &= !SET_ID;
    }
    // The group may still be one of ours. What an access control list says of it would otherwise be
    // said of another one.
    let in_group =
        owned || born.owner.1 == like.gid() || fchown(file, None, Some(like.gid())).is_ok();
    let listed = attributes.give(file, in_group)?;
    if born.has_access_list && !(listed && attributes.has_access_list()) {
        Attributes::take_access_list(file)?;
    }
    if !in_group || !listed {
        mode = alike_for_group_and_others(mode);
    }
    mode = match (asked.bits, asked.executable) {
        (Some(bits), _) => {
            (mode & !(READ | WRITE | EXECUTE)) | (bits & (mode | left) & (READ | WRITE | EXECUTE))
        }
        (None, Some(true)) => mode | ((mode & READ) >> 2),
        (None, Some(false)) => mode & !EXECUTE,
        (None, None) => mode,
    };
    // After the attributes, of which an access control list has bits of its own.
    match fchmod(file, Mode::from_raw_mode(mode)) {
        // Some file systems have one mode for all files.
        Err(error) if file.metadata()?.mode() & PERMISSIONS != mode => Err(error.into()),
        Ok(()) | Err(_) => Ok(()),
    }
}

/// The mode with which group and others each may do what both might: for a file that could not get
/// the group that it should have, or whose access control list is lost. Beside such a list, the bits
/// of the group are but a mask.
fn alike_for_group_and_others(mode: u32) -> u32 {
    let both = mode & (mode >> 3) & 0o7;
    (mode & !0o77) | (both << 3) | both
}

/// What a new file has by itself.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Born {
    /// User and group.
    owner: (u32, u32),
    /// The directory gives its files an access control list.
    has_access_list: bool,
}

/// Makes a link called `name`, which must not exist.
pub(crate) fn symlink(dir: &Dir, target: &Path, name: &Path) -> io::Result<()> {
    dir.symlink_contents(target, name)
}

/// Whether everyone who may enter the other directory, or change names there, may do so in this one
/// as well, as far as their permission bits tell; and whether owners of files matter in both or in
/// neither.
pub(crate) fn is_as_open(this: &Metadata, other: &Metadata) -> bool {
    let owners = |dir: &Metadata| (dir.uid(), dir.gid());
    let lacks = |dir: &Metadata, bits: u32| bits & !dir.mode() & PERMISSIONS;
    owners(this) == owners(other)
        && lacks(this, other.mode() & FOR_OTHERS) == 0
        && (this.mode() ^ other.mode()) & STICKY == 0
}

/// Whether what a commit has in a directory can only have been made by a process with the rights of
/// this one, or by who may do there as they like: root, and the owner of the directory, who on some
/// file systems owns everything that anyone makes.
///
/// A link has no permissions, and what it says is never changed. A directory in which everyone
/// changes names says nothing about what is in it.
pub(crate) fn is_trusted(made: &Metadata, root: &Metadata) -> bool {
    let is_open = |m: &Metadata| m.mode() & (WRITE & !OWNER) != 0 && m.mode() & STICKY == 0;
    [geteuid().as_raw(), root.uid(), 0].contains(&made.uid())
        && (made.is_symlink() || !is_open(made) || is_open(root))
}

/// Makes a directory that is the owner's alone.
pub(crate) fn create_private_dir(dir: &Dir, name: &Path) -> io::Result<()> {
    Ok(mkdirat(dir, name, Mode::RWXU)?)
}

/// The group that new files in a directory get, if those that are moved there from `root`, or from a
/// directory made there, may have another one.
pub(crate) fn inherited_group(dir: &Dir, root: &Dir) -> io::Result<Option<u32>> {
    let (dir, root) = (dir.dir_metadata()?, root.dir_metadata()?);
    let gives = |dir: &Metadata| {
        !cfg!(any(target_os = "linux", target_os = "android")) || dir.mode() & SET_GROUP_ID != 0
    };
    Ok(match (gives(&dir), gives(&root)) {
        (true, _) => Some(dir.gid()),
        (false, true) => Some(getegid().as_raw()),
        (false, false) => None,
    })
}

/// Gives a file to a group; where the system does not let us, it keeps the one it has.
pub(crate) fn give_to_group(file: &File, group: u32) {
    let _ = fchown(file, None, Some(group));
}

/// Takes the advisory lock of a directory; `None` while another has it. The lock lasts as long as
/// the value, and goes with the process.
///
/// It is `flock` on the directory itself: no lock file is made that could be left behind.
pub(crate) fn try_lock(dir: &Dir) -> io::Result<Option<OwnedFd>> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
    let own = openat(dir, ".", flags, Mode::empty())?;
    match flock(&own, FlockOperation::NonBlockingLockExclusive) {
        Ok(()) => Ok(Some(own)),
        Err(Errno::WOULDBLOCK | Errno::INTR) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// What [`try_lock`] gives.
pub(crate) type Lock = OwnedFd;

/// Whether [`sync_file_system`] does anything.
pub(crate) const SYNCS_FILE_SYSTEMS: bool = cfg!(any(target_os = "linux", target_os = "android"));

/// Brings everything on the file system of `dir` to the disk; `None` if the system cannot.
#[cfg(any(target_os = "linux", target_os = "android"))]
#[expect(clippy::unnecessary_wraps, reason = "not every system can")]
pub(crate) fn sync_file_system(dir: &Dir) -> Option<io::Result<()>> {
    let opened = openat(dir, ".", OFlags::RDONLY | OFlags::CLOEXEC, Mode::empty());
    Some(opened.and_then(rustix::fs::syncfs).map_err(io::Error::from))
}

/// Brings everything on the file system of `dir` to the disk; this system cannot.
#[cfg(not(any(target_os = "linux", target_os = "android")))]
pub(crate) fn sync_file_system(_: &Dir) -> Option<io::Result<()>> {
    None
}

/// Brings the names in a directory to the disk, where the file system has a call for that: there is
/// nothing else that one could wait for.
pub(crate) fn sync_dir(dir: &Dir) -> io::Result<()> {
    match dir.open(".")?.sync_all() {
        Err(error)
            if matches!(Errno::from_io_error(&error), Some(Errno::INVAL | Errno::NOTSUP)) =>
        {
            Ok(())
        }
        result => result,
    }
}

/// Renames, overwriting nothing: fails with `AlreadyExists`.
pub(crate) fn rename_new(from: (&Dir, &Path), to: (&Dir, &Path)) -> io::Result<()> {
    match special::rename_new(from, to) {
        Some(result) => result,
        None if to.0.symlink_metadata(to.1).is_ok() => Err(io::ErrorKind::AlreadyExists.into()),
        None => from.0.rename(from.1, to.0, to.1),
    }
}

/// Whether [`exchange`] can do anything.
pub(crate) const EXCHANGES: bool =
    cfg!(any(target_os = "linux", target_os = "android", target_vendor = "apple"));

/// Exchanges two names in one step; `None` if the file system cannot.
pub(crate) fn exchange(a: (&Dir, &Path), b: (&Dir, &Path)) -> Option<io::Result<()>> {
    special::exchange(a, b)
}

/// The renames that only some systems have. `None` if the file system lacks them.
#[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
mod special {
    use std::io;
    use std::path::Path;

    use cap_std::fs::Dir;
    use rustix::fs::{RenameFlags, renameat_with};
    use rustix::io::Errno;

    pub(super) fn rename_new(from: (&Dir, &Path), to: (&Dir, &Path)) -> Option<io::Result<()>> {
        rename(from, to, RenameFlags::NOREPLACE)
    }

    pub(super) fn exchange(a: (&Dir, &Path), b: (&Dir, &Path)) -> Option<io::Result<()>> {
        rename(a, b, RenameFlags::EXCHANGE)
    }

    fn rename(from: (&Dir, &Path), to: (&Dir, &Path), how: RenameFlags) -> Option<io::Result<()>> {
        match renameat_with(from.0, from.1, to.0, to.1, how) {
            Err(Errno::INVAL | Errno::NOSYS | Errno::NOTSUP) => None,
            result => Some(result.map_err(io::Error::from)),
        }
    }
}

#[cfg(not(any(target_os = "linux", target_os = "android", target_vendor = "apple")))]
mod special {
    use std::io;
    use std::path::Path;

    use cap_std::fs::Dir;

    pub(super) fn rename_new(_: (&Dir, &Path), _: (&Dir, &Path)) -> Option<io::Result<()>> {
        None
    }

    pub(super) fn exchange(_: (&Dir, &Path), _: (&Dir, &Path)) -> Option<io::Result<()>> {
        None
    }
}
