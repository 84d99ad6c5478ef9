//! The staging directory of a root: where new contents wait, old ones are kept, and the journal is.
//!
//! | name | means |
//! |---|---|
//! | `n7` | the new contents of step 7, or, behind an exchange, the old ones |
//! | `o7` | what step 7 took away |
//! | `writing` | a journal that no step was taken on, or all were taken back |
//! | `journal` | steps are being taken: recovery takes them back |
//! | `committed` | all steps were taken: recovery clears away |
//! | `part-of` | the journal is in the root with this absolute name |
//!
//! The directory is the owner's alone, and no patch can name it.

use std::fmt::Display;
use std::io;

use bstr::{BStr, BString, ByteSlice};

use super::disk::Disk;
use crate::workspace::{STAGING, Spot};

pub(super) const WRITING: &str = "writing";
pub(super) const JOURNAL: &str = "journal";
pub(super) const COMMITTED: &str = "committed";
pub(super) const PART_OF: &str = "part-of";

/// The staging directory of a root.
pub(super) fn spot(root: usize) -> Spot {
    Spot::of_root(root).child(STAGING.as_bytes())
}

/// A name in it.
pub(super) fn named(root: usize, name: impl Display) -> Spot {
    Spot::of_root(root).child(format!("{STAGING}/{name}").as_bytes())
}

/// What stands in a staging directory.
#[derive(Debug, Default)]
pub(super) struct Contents {
    pub(super) names: Vec<BString>,
}

impl Contents {
    /// Looks; `None` where there is no such directory.
    pub(super) fn of(disk: &mut Disk<'_>, root: usize) -> io::Result<Option<Self>> {
        match disk.names(&spot(root)) {
            Ok(names) => Ok(Some(Self { names })),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.names.iter().any(|own| own == name)
    }

    /// The first name that no commit of this version makes.
    pub(super) fn alien(&self) -> Option<&BStr> {
        let known = |name: &&BString| {
            [WRITING, JOURNAL, COMMITTED, PART_OF].iter().any(|own| *name == own)
                || staged(name.as_bstr()).is_some()
        };
        self.names.iter().find(|name| !known(name)).map(|name| name.as_bstr())
    }

    /// Whether something is kept here that may be the only copy.
    pub(super) fn keeps_something(&self) -> bool {
        self.names.iter().any(|name| staged(name.as_bstr()) == Some(b'o'))
    }
}

/// The letter of a staged name.
fn staged(name: &BStr) -> Option<u8> {
    let (letter, number) = name.split_first()?;
    let is_number = !number.is_empty() && number.iter().all(u8::is_ascii_digit);
    (matches!(letter, b'n' | b'o') && is_number).then_some(*letter)
}

/// Removes everything in the staging directory, the journal last, and the directory.
pub(super) fn clear(disk: &mut Disk<'_>, root: usize, contents: &Contents) -> io::Result<()> {
    let is_journal = |name: &&BString| staged(name.as_bstr()).is_none();
    let (journals, staged): (Vec<_>, Vec<_>) = contents.names.iter().partition(is_journal);
    for name in staged.into_iter().chain(journals) {
        disk.remove(&spot(root).child(name))?;
    }
    disk.remove_dir(&spot(root))
}
