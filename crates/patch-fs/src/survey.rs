//! Checks what a commit finds: every place is examined once, and the result is kept.

use std::collections::HashMap;
use std::io::{self, Read, Seek};

use bstr::BStr;
use cap_std::fs::{Dir, File, Metadata};
use foldhash::fast::RandomState;
use patch_apply::confine::{Found, Ground, Inspect, Spot, Step};
use patch_apply::{Digest, EntryKind, Expected};

use crate::handles::Handles;
use crate::look::{kind, link, metadata, read_whole};
use crate::share::in_parts;
use crate::spelling::as_path;
use crate::system::{self, Seen};

/// What is known of the files that were examined.
pub(crate) type Known = HashMap<Spot, Seen, RandomState>;

/// The regular file called `name`, without its contents; `None` if there is none.
pub(crate) fn seen_file(dir: &Dir, name: &BStr) -> io::Result<Option<Seen>> {
    let Some(metadata) = metadata(dir, name)?.filter(Metadata::is_file) else {
        return Ok(None);
    };
    let file = system::open_file(dir, as_path(name)?)?;
    Ok(Some(Seen { metadata, attributes: system::attributes(&file) }))
}

/// What a commit finds at `name`, with what is known of it. `scratch` is a buffer for reading; the
/// expected contents are probably there.
fn found(
    dir: &Dir,
    name: &BStr,
    expected: &Expected,
    scratch: &mut Vec<u8>,
) -> io::Result<(Found, Option<Seen>)> {
    let Some(metadata) = metadata(dir, name)? else { return Ok((Found::Absent, None)) };
    let mut attributes = system::Attributes::default();
    let found = match kind(&metadata) {
        EntryKind::Directory => Found::Directory,
        EntryKind::Other => Found::Other,
        EntryKind::Symlink => Found::Symlink(link(dir, name)?),
        EntryKind::File => {
            // If another file has taken its place since, its contents are kept with the marks of
            // the one that was examined: the exchange notices this.
            let mut file = system::open_file(dir, as_path(name)?)?;
            attributes = system::attributes(&file);
            match held(expected).filter(|(_, held)| held.len() as u64 == metadata.len()) {
                Some((digest, held)) if is_same(&mut file, held, scratch)? => {
                    Found::File(digest.clone())
                }
                _ => {
                    file.rewind()?;
                    read_whole(file, metadata.len(), u64::MAX, scratch)?;
                    Found::File(expected.digest_of(scratch))
                }
            }
        }
    };
    Ok((found, Some(Seen { metadata, attributes })))
}

/// The expected contents, if they are available.
fn held(expected: &Expected) -> Option<(&Digest, &[u8])> {
    let Expected::File(digest) = expected else { return None };
    Some((digest, digest.contents()?))
}

/// The amount that is compared at a time: small enough to stay in the processor's cache.
const BLOCK: usize = 128 << 10;

/// Whether a file that was just opened contains exactly these bytes.
fn is_same(file: &mut File, contents: &[u8], scratch: &mut Vec<u8>) -> io::Result<bool> {
    scratch.clear();
    // One byte more than a small file should have: a read that returns less than requested has
    // reached its end.
    scratch.resize(BLOCK.min(contents.len() + 1), 0);
    let mut rest = contents;
    loop {
        let read = match file.read(scratch) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            result => result?,
        };
        let Some((expected, behind)) = rest.split_at_checked(read) else { return Ok(false) };
        if scratch.get(..read) != Some(expected) {
            return Ok(false);
        }
        rest = behind;
        if read == 0 || (rest.is_empty() && read < scratch.len()) {
            return Ok(rest.is_empty());
        }
    }
}

/// The base of a commit: remembers what was known of each file when it was checked.
#[derive(Debug)]
pub(crate) struct Survey<'h, 't> {
    handles: &'h mut Handles<'t>,
    seen: Known,
}

impl<'h, 't> Survey<'h, 't> {
    /// Nothing seen yet.
    pub(crate) fn new(handles: &'h mut Handles<'t>) -> Self {
        Self { handles, seen: HashMap::default() }
    }

    /// What was seen.
    pub(crate) fn into_seen(self) -> Known {
        self.seen
    }
}

impl Ground for Survey<'_, '_> {
    fn step(&mut self, spot: &Spot) -> io::Result<Step> {
        self.handles.step(spot)
    }
}

impl Inspect for Survey<'_, '_> {
    fn found(&mut self, spot: &Spot) -> io::Result<Found> {
        let (dir, name) = self.handles.parent(spot)?;
        let (found, seen) = found(&dir, name, &Expected::Absent, &mut Vec::new())?;
        if let Some(seen) = seen {
            self.seen.insert(spot.clone(), seen);
        }
        Ok(found)
    }

    fn found_all(&mut self, spots: &[Option<(&Spot, &Expected)>]) -> Vec<io::Result<Found>> {
        let handles = &*self.handles;
        let parts = in_parts(spots, |part| {
            let (mut handles, mut scratch) = (handles.for_thread(), Vec::new());
            let mut look = |(spot, expected)| {
                let (dir, name) = handles.parent(spot)?;
                found(&dir, name, expected, &mut scratch)
            };
            let nothing = || Ok((Found::Absent, None));
            part.iter().map(|spot| spot.map_or_else(nothing, &mut look)).collect::<Vec<_>>()
        });
        self.seen.reserve(spots.len());
        let looked = spots.iter().zip(parts.into_iter().flatten());
        looked
            .map(|(spot, looked)| {
                let (found, seen) = looked?;
                if let Some(((spot, _), seen)) = spot.zip(seen) {
                    self.seen.insert(spot.clone(), seen);
                }
                Ok(found)
            })
            .collect()
    }
}
