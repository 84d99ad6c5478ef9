//! What a commit has in a root: the staging directory, which contains new contents, old ones, and
//! the journal.
//!
//! | name | means |
//! |---|---|
//! | `n7` | the new contents of step 7, or, after an exchange, the old ones |
//! | `o7` | what step 7 removed |
//! | `2/n263` | the same for a step after the first 128, in a shard of its own |
//! | `writing` | a journal of which no step was performed, or all were taken back |
//! | `journal` | steps are being performed: recovery takes them back |
//! | `committed` | all steps were performed: recovery clears up |
//! | `part-of` | the journal is in the root with this absolute name, which is followed by its hash |
//!
//! The directory is accessible to its owner alone, and no patch can name it.
//!
//! A commit that only writes one file ([`super::single`]) needs no directory. Beside where that
//! would be are:
//!
//! | name | means |
//! |---|---|
//! | `.acp-patch-commit.file` | the new file or, after an exchange, the old one |
//! | `.acp-patch-commit.journal` | a file is being replaced: recovery takes it back |

use std::collections::BTreeSet;
use std::fmt::Display;
use std::io;

use bstr::{BStr, BString, ByteSlice};
use patch_apply::confine::{STAGING, Spot};

use super::disk::Disk;
use crate::share::in_parts;
use crate::system;

pub(super) const WRITING: &str = "writing";
pub(super) const JOURNAL: &str = "journal";
pub(super) const COMMITTED: &str = "committed";
pub(super) const PART_OF: &str = "part-of";

/// Threads that make names in one directory wait for each other, and some file systems get slower
/// the more names there are. Recovery relies on this number to find things: another number needs
/// another version of the [`super::journal`].
const IN_ONE_SHARD: usize = 128;

/// The staging directory of a root.
pub(super) fn spot(root: usize) -> Spot {
    Spot::of_root(root).child(STAGING.as_bytes())
}

/// A name in it.
pub(super) fn named(root: usize, name: impl Display) -> Spot {
    Spot::of_root(root).child(format!("{STAGING}/{name}").as_bytes())
}

/// The file of a commit that only writes one.
pub(super) fn single_file(root: usize) -> Spot {
    beside(root, "file")
}

/// The journal of a commit that only replaces one file.
pub(super) fn single_journal(root: usize) -> Spot {
    beside(root, JOURNAL)
}

fn beside(root: usize, name: &str) -> Spot {
    Spot::of_root(root).child(format!("{STAGING}.{name}").as_bytes())
}

/// The directories where files of steps with these roots and numbers are staged; those of the first
/// steps are in the staging directories themselves.
pub(super) fn shards(steps: impl Iterator<Item = (usize, usize)>) -> BTreeSet<Spot> {
    let shards = steps.filter_map(|(root, number)| Some((root, shard_of(number)?)));
    let shards: BTreeSet<_> = shards.collect();
    shards.into_iter().map(|(root, shard)| named(root, shard)).collect()
}

/// The name of a staged file.
pub(super) fn staged(root: usize, letter: char, number: usize) -> Spot {
    // Not through `named`: this is called for every file of a commit, and one formatting is half of
    // two.
    let way = match shard_of(number) {
        None => format!("{STAGING}/{letter}{number}"),
        Some(shard) => format!("{STAGING}/{shard}/{letter}{number}"),
    };
    Spot::of_root(root).child(way.as_bytes())
}

fn shard_of(number: usize) -> Option<usize> {
    #[cfg(any(test, feature = "faults"))]
    if super::faults::many() {
        return Some(number / 2).filter(|shard| *shard > 0);
    }
    Some(number / IN_ONE_SHARD).filter(|shard| *shard > 0)
}

/// What is in a staging directory.
#[derive(Debug, Default)]
pub(super) struct Contents {
    /// Its names, and the paths of the names in its shards.
    names: Vec<BString>,
    shards: Vec<BString>,
}

impl Contents {
    /// Lists it; `None` if there is no such directory.
    pub(super) fn of(disk: &mut Disk<'_>, root: usize) -> io::Result<Option<Self>> {
        let all = match disk.names(&spot(root)) {
            Ok(names) => names,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error),
        };
        let mut contents = Self::default();
        for name in all {
            if !is_number(&name) {
                contents.names.push(name);
                continue;
            }
            match disk.names(&spot(root).child(&name)) {
                Ok(staged) => {
                    let ways = staged.iter().map(|staged| bstr::join("/", [&name, staged]).into());
                    contents.names.extend(ways);
                    contents.shards.push(name);
                }
                Err(error) if system::is_no_directory(&error) => contents.names.push(name),
                Err(error) => return Err(error),
            }
        }
        Ok(Some(contents))
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.names.iter().any(|own| own == name)
    }

    /// The first name that no commit of this version makes.
    pub(super) fn alien(&self) -> Option<&BStr> {
        let known = |name: &&BString| {
            [WRITING, JOURNAL, COMMITTED, PART_OF].iter().any(|own| *name == own)
                || letter(name.as_bstr()).is_some()
        };
        self.names.iter().find(|name| !known(name)).map(|name| name.as_bstr())
    }

    /// Whether any file is staged here.
    pub(super) fn has_staged(&self) -> bool {
        self.names.iter().any(|name| letter(name.as_bstr()).is_some())
    }

    /// Whether it contains anything that may be the only copy.
    pub(super) fn keeps_something(&self) -> bool {
        self.names.iter().any(|name| letter(name.as_bstr()) == Some(b'o'))
    }
}

/// The letter of a staged name, possibly in a shard.
fn letter(name: &BStr) -> Option<u8> {
    let name = match name.split_once_str("/") {
        Some((shard, name)) => Some(name).filter(|_| is_number(shard))?,
        None => name,
    };
    let (letter, number) = name.split_first()?;
    (matches!(letter, b'n' | b'o') && is_number(number)).then_some(*letter)
}

fn is_number(name: &[u8]) -> bool {
    !name.is_empty() && name.iter().all(u8::is_ascii_digit)
}

/// Removes everything in the staging directory, the journal last, and then the directory.
pub(super) fn clear(disk: &mut Disk<'_>, root: usize, contents: &Contents) -> io::Result<()> {
    let is_journal = |name: &&BString| letter(name.as_bstr()).is_none();
    let (journals, staged): (Vec<_>, Vec<_>) = contents.names.iter().partition(is_journal);
    let folder = spot(root);
    let removed = in_parts(&staged, |part| {
        let mut disk = disk.for_thread();
        part.iter().try_for_each(|name| disk.remove(&folder.child(name)))
    });
    removed.into_iter().collect::<io::Result<()>>()?;
    contents.shards.iter().try_for_each(|shard| disk.remove_dir(&folder.child(shard)))?;
    journals.iter().try_for_each(|name| disk.remove(&folder.child(name)))?;
    disk.remove_dir(&folder)
}
