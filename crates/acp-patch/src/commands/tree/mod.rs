//! Two files or two directories as they are on disk, reduced to what differs.

mod entry;
mod found;
mod ignored;
mod path;
mod walk;

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use bstr::{BStr, BString};
use patch_gen::Snapshot;
use patch_parse::Code;

use self::entry::{Timed, read, read_input};
use self::found::{Found, Kind};
use self::path::{bytes_of, special};
use self::walk::walk;
use super::root::{check_whole_tree, without_parents};
use crate::parallel;
use crate::progress::Progress;
use crate::report::Trouble;

/// The name of a file that does not exist.
const NOTHING: &str = "/dev/null";

pub(super) use self::found::{Empty, Walk};

/// When both sides of a file changed last.
pub(super) type Times = [Option<SystemTime>; 2];

/// The files of both sides: those that differ, or all.
#[derive(Debug, Default)]
pub(super) struct Sides {
    pub(super) old: Snapshot<'static>,
    pub(super) new: Snapshot<'static>,
    /// The directory that the paths are relative to.
    pub(super) root: PathBuf,
    is_different: bool,
    times: BTreeMap<BString, Times>,
}

/// What an argument names.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Nothing,
    /// Standard input.
    Input,
    File,
    Directory,
}

/// A file on both sides, as it was found.
struct Pair {
    name: BString,
    old: Option<Found>,
    new: Option<Found>,
}

impl Sides {
    /// Reads two files or two directories.
    pub(super) fn read(
        old: &Path,
        new: &Path,
        walk: Walk,
        progress: &Progress,
    ) -> Result<Self, Trouble> {
        match (side(old)?, side(new)?) {
            (Side::Directory, Side::Directory) => {
                check_whole_tree(old)?;
                check_whole_tree(new)?;
                Self::of_directories(old, new, walk, progress)
            }
            (Side::Directory, _) | (_, Side::Directory) => Err(Trouble::new(
                Code::NotAFile,
                format!("{} and {}: one is a directory", old.display(), new.display()),
                "Give two files or two directories.",
            )),
            (Side::Input, Side::Input) => Err(Trouble::new(
                Code::InvalidArgs,
                "standard input can be only one of the sides",
                "Give a file for the other.",
            )),
            (Side::Input, Side::Nothing) | (Side::Nothing, Side::Input) => Err(Trouble::new(
                Code::InvalidArgs,
                "neither OLD nor NEW is a file with a name, which the patch would be for",
                "Give a file for one of the two.",
            )),
            (old_side, new_side) => Self::of_files((old, old_side), (new, new_side)),
        }
    }

    /// Whether nothing differs.
    pub(super) fn is_equal(&self) -> bool {
        !self.is_different
    }

    /// When the file at `path` changed last, before and after.
    pub(super) fn times(&self, path: &BStr) -> Times {
        self.times.get(path).copied().unwrap_or_default()
    }

    fn of_files(old: (&Path, Side), new: (&Path, Side)) -> Result<Self, Trouble> {
        let name = name_of(if old.1 == Side::File { old.0 } else { new.0 })?;
        let mut sides = Self { root: PathBuf::from("."), ..Self::default() };
        let read = |(path, side): (&Path, Side)| match side {
            Side::Nothing => Ok(None),
            Side::Input => read_input().map(Some),
            Side::File | Side::Directory => read(path, Kind::File).map(Some),
        };
        let (mut before, mut after) = (read(old)?, read(new)?);
        if let (Some((before, _)), Some((after, _))) = (&mut before, &mut after) {
            // Input from a pipe has no mode of its own.
            match (old.1, new.1) {
                (Side::Input, _) => before.mode = after.mode,
                (_, Side::Input) => after.mode = before.mode,
                _ => {}
            }
        }
        sides.push(name, before, after, false);
        Ok(sides)
    }

    fn of_directories(
        old: &Path,
        new: &Path,
        how: Walk,
        progress: &Progress,
    ) -> Result<Self, Trouble> {
        let (old_files, new_files) = parallel::both(|| walk(old, how), || walk(new, how));
        let pairs = pairs(old_files?, new_files?);
        progress.part("reading", pairs.len());
        let read = |found: &Option<Found>| {
            found.as_ref().map(|found| read(&found.path, found.kind)).transpose()
        };
        let entries = parallel::map(&pairs, |pair| {
            progress.step();
            let (old, new) = (read(&pair.old)?, read(&pair.new)?);
            // Equal files need not wait for the others.
            let is_kept = how.keeps_equal || entry_of(old.as_ref()) != entry_of(new.as_ref());
            Ok(is_kept.then_some((old, new)))
        });
        let mut sides = Self { root: old.to_owned(), ..Self::default() };
        for (pair, entries) in pairs.into_iter().zip(entries) {
            if let Some((old, new)) = entries? {
                sides.push(pair.name, old, new, how.keeps_equal);
            }
        }
        Ok(sides)
    }

    fn push(&mut self, name: BString, old: Option<Timed>, new: Option<Timed>, keeps_equal: bool) {
        let is_equal = entry_of(old.as_ref()) == entry_of(new.as_ref());
        if is_equal && !keeps_equal {
            return;
        }
        self.is_different |= !is_equal;
        let time = |side: &Option<Timed>| side.as_ref().and_then(|(_, time)| *time);
        self.times.insert(name.clone(), [time(&old), time(&new)]);
        if let Some((old, _)) = old {
            self.old.insert(name.clone(), old);
        }
        if let Some((new, _)) = new {
            self.new.insert(name, new);
        }
    }
}

fn entry_of(side: Option<&Timed>) -> Option<&patch_gen::Entry<'static>> {
    side.map(|(entry, _)| entry)
}

/// The files of both sides, matched by their names, by which both lists are sorted.
fn pairs(old: Vec<Found>, new: Vec<Found>) -> Vec<Pair> {
    let mut pairs = Vec::with_capacity(old.len().max(new.len()));
    let (mut old, mut new) = (old.into_iter().peekable(), new.into_iter().peekable());
    loop {
        let (order, name) = match (old.peek(), new.peek()) {
            (Some(old), Some(new)) => (old.name.cmp(&new.name), (&old.name).min(&new.name)),
            (Some(old), None) => (Ordering::Less, &old.name),
            (None, Some(new)) => (Ordering::Greater, &new.name),
            (None, None) => return pairs,
        };
        let name = name.clone();
        let (old, new) = match order {
            Ordering::Less => (old.next(), None),
            Ordering::Equal => (old.next(), new.next()),
            Ordering::Greater => (None, new.next()),
        };
        pairs.extend(Pair { name, old, new }.told());
    }
}

impl Pair {
    /// What there is to tell: nothing of a directory that is on both sides, and nothing of one that
    /// what is in it tells of.
    fn told(self) -> Option<Self> {
        let Self { name, old, new } = self;
        let is_directory =
            |side: &Option<Found>| side.as_ref().is_some_and(|found| found.kind.is_directory());
        if is_directory(&old) && is_directory(&new) {
            return None;
        }
        let told = |side: Option<Found>| side.filter(|found| found.kind != Kind::FilledDirectory);
        let (old, new) = (told(old), told(new));
        (old.is_some() || new.is_some()).then_some(Self { name, old, new })
    }
}

/// A file under a name that a patch may have: no name leads out of the directory of the patch.
fn name_of(path: &Path) -> Result<BString, Trouble> {
    bytes_of(&without_parents(path).map_err(|error| Trouble::with_path(path, error))?)
}

/// What `path` names; a link there is followed.
fn side(path: &Path) -> Result<Side, Trouble> {
    if path == Path::new(NOTHING) {
        return Ok(Side::Nothing);
    }
    if path == Path::new("-") {
        return Ok(Side::Input);
    }
    let metadata = fs::metadata(path).map_err(|error| Trouble::with_path(path, error))?;
    if metadata.is_dir() {
        return Ok(Side::Directory);
    }
    if metadata.is_file() { Ok(Side::File) } else { Err(special(path)) }
}
