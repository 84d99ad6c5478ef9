//! Examines one name in one directory: its kind, its bytes, its target.

use std::io::{self, Read};

use bstr::{BStr, BString};
use cap_std::fs::{Dir, File, Metadata};
use patch_apply::confine::Step;
use patch_apply::{Entry, EntryKind};

use crate::spelling::{as_path, bytes_of};
use crate::system;

/// The outcome of reading a file.
pub(crate) enum Reading {
    /// All its bytes were read.
    Whole,
    /// It has more bytes than allowed.
    TooLarge,
    /// It is not a regular file.
    NotRegular,
}

/// What is at `name`; a link there is not followed.
pub(crate) fn entry(dir: &Dir, name: &BStr) -> io::Result<Option<Entry>> {
    Ok(metadata(dir, name)?.map(|metadata| entry_of(&metadata)))
}

fn entry_of(metadata: &Metadata) -> Entry {
    let kind = kind(metadata);
    let is_file = kind == EntryKind::File;
    Entry {
        kind,
        len: if is_file { metadata.len() } else { 0 },
        executable: is_file && system::is_executable(metadata),
        bits: if is_file { system::bits(metadata) } else { None },
        id: system::file_id(metadata),
    }
}

/// What is at `name`, with the contents of a regular file that is not larger than `limit`.
///
/// A file that becomes larger than that while it is read counts as larger.
pub(crate) fn load(dir: &Dir, name: &BStr, limit: u64) -> io::Result<Option<(Entry, Vec<u8>)>> {
    let Some(metadata) = metadata(dir, name)? else { return Ok(None) };
    let mut entry = entry_of(&metadata);
    let mut contents = Vec::new();
    if entry.kind == EntryKind::File && entry.len <= limit {
        let file = system::open_file(dir, as_path(name)?)?;
        read_whole(file, entry.len, limit, &mut contents)?;
        entry.len = entry.len.max(contents.len() as u64);
    }
    Ok(Some((entry, contents)))
}

/// Reads a file to its end, or to one byte more than `limit`; `expected` is the length it should
/// have.
///
/// If one byte more than expected is requested and exactly the expected number arrives, that is the
/// end of a regular file: no further call is needed.
pub(crate) fn read_whole(
    mut file: File,
    expected: u64,
    limit: u64,
    contents: &mut Vec<u8>,
) -> io::Result<()> {
    let expected = usize::try_from(expected).unwrap_or_default();
    contents.clear();
    contents.resize(expected.saturating_add(1), 0);
    let read = match file.read(contents) {
        Err(error) if error.kind() == io::ErrorKind::Interrupted => 0,
        result => result?,
    };
    contents.truncate(read);
    if read == expected {
        return Ok(());
    }
    let more = limit.saturating_add(1).saturating_sub(read as u64);
    file.take(more).read_to_end(contents).map(drop)
}

/// What is known of `name`; `None` if it does not exist.
pub(crate) fn metadata(dir: &Dir, name: &BStr) -> io::Result<Option<Metadata>> {
    match dir.symlink_metadata(as_path(name)?) {
        Ok(metadata) => Ok(Some(metadata)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// The target of the link at `name`.
pub(crate) fn link(dir: &Dir, name: &BStr) -> io::Result<BString> {
    Ok(bytes_of(&dir.read_link_contents(as_path(name)?)?))
}

/// What a walk finds at `name`, which is known not to be a directory.
pub(crate) fn step(dir: &Dir, name: &BStr) -> io::Result<Step> {
    Ok(match metadata(dir, name)? {
        None => Step::Missing,
        Some(metadata) if metadata.is_symlink() => Step::Link(link(dir, name)?),
        Some(_) => Step::Other,
    })
}

/// Reads the regular file at `name` into `contents`, at most `limit` bytes.
///
/// Only a regular file is opened: opening a pipe would wait for its other end, and opening a device
/// may trigger it.
pub(crate) fn read(
    dir: &Dir,
    name: &BStr,
    limit: u64,
    contents: &mut Vec<u8>,
) -> io::Result<Reading> {
    let name = as_path(name)?;
    if !dir.symlink_metadata(name)?.is_file() {
        return Ok(Reading::NotRegular);
    }
    read_open(system::open_file(dir, name)?, limit, contents)
}

fn read_open(file: File, limit: u64, contents: &mut Vec<u8>) -> io::Result<Reading> {
    let metadata = file.metadata()?;
    if !metadata.is_file() {
        return Ok(Reading::NotRegular);
    }
    if metadata.len() > limit {
        return Ok(Reading::TooLarge);
    }
    contents.clear();
    // One byte more than the file should have, so that the last read finds the end without growing
    // the buffer.
    contents.reserve(usize::try_from(metadata.len()).unwrap_or_default().saturating_add(1));
    let read = file.take(limit.saturating_add(1)).read_to_end(contents)?;
    Ok(if read as u64 > limit { Reading::TooLarge } else { Reading::Whole })
}

pub(crate) fn kind(metadata: &Metadata) -> EntryKind {
    if metadata.is_file() {
        EntryKind::File
    } else if metadata.is_dir() {
        EntryKind::Directory
    } else if metadata.is_symlink() {
        EntryKind::Symlink
    } else {
        EntryKind::Other
    }
}
