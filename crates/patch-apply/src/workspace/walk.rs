//! Finds where a path leads, link by link.
//!
//! One algorithm for every workspace of this crate, so that what is refused in memory is refused on
//! disk. Links are followed here and never by the system: each part is examined by its own name in
//! a directory that is already known, so that `..` means the directory above the one reached, and a
//! link that leads out, or into a protected place, is seen before anything beyond it is used.

use std::collections::BTreeSet;
use std::io;

use bstr::{BStr, BString, ByteSlice};
use patch_parse::Code;

use super::border::Border;
use super::change::Expected;
use super::error::WorkspaceError;
use super::path::WorkspacePath;
use super::spelling;
use super::spot::Spot;
use crate::contents::Digest;

/// How many links one path may lead through, as on Linux.
const MAX_LINKS: usize = 40;

/// A tree that can be walked.
pub trait Ground {
    /// What is at `spot`, whose parent is a directory, as far as walking on is concerned.
    fn step(&mut self, spot: &Spot) -> io::Result<Step>;
}

/// A tree that can be compared with the expectations of a change.
pub trait Inspect: Ground {
    /// What is at `spot`, as far as a commit is concerned.
    fn found(&mut self, spot: &Spot) -> io::Result<Found>;

    /// What is at each of `spots`, in their order; nothing where there is no spot. What is expected
    /// there may save hashing what is found ([`Expected::digest_of`]).
    fn found_all(&mut self, spots: &[Option<(&Spot, &Expected)>]) -> Vec<io::Result<Found>> {
        let mut found = Vec::with_capacity(spots.len());
        for spot in spots {
            found.push(spot.map_or(Ok(Found::Absent), |(spot, _)| self.found(spot)));
        }
        found
    }
}

/// What a walk meets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// A directory to walk into.
    Directory,
    /// A link with this target.
    Link(BString),
    /// Nothing.
    Missing,
    /// Anything else: the way ends here.
    Other,
}

/// What a commit meets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// Nothing.
    Absent,
    /// A regular file with these contents.
    File(Digest),
    /// A link with this target.
    Symlink(BString),
    /// A directory.
    Directory,
    /// A device, pipe or socket.
    Other,
}

/// Where a path leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The last directory on the way that exists.
    pub folder: Spot,
    /// The directories that are missing below it.
    pub missing: Vec<BString>,
    /// The place itself.
    pub spot: Spot,
    /// What is where the first missing directory should be, but is not a directory.
    pub blocker: Option<Spot>,
}

impl Place {
    /// What is called `name` in a directory.
    fn within(folder: Spot, name: &BStr) -> Self {
        let spot = folder.child(name);
        Self { folder, missing: Vec::new(), spot, blocker: None }
    }

    /// The last part.
    pub fn name(&self) -> &BStr {
        self.spot.parts().1
    }

    /// Whether the directory that would hold the last part exists.
    pub fn is_reached(&self) -> bool {
        self.missing.is_empty()
    }

    /// The missing directories, from the top down.
    pub fn missing_folders(&self) -> impl Iterator<Item = Spot> {
        let below = |folder: &Spot, name: Option<&BString>| Some(folder.child(name?));
        let mut names = self.missing.iter();
        std::iter::successors(below(&self.folder, names.next()), move |folder| {
            below(folder, names.next())
        })
    }
}

/// Whether a link in the last part is followed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Last {
    /// The link itself is meant.
    Keep,
    /// What it leads to is meant.
    Follow,
}

/// Finds where `path` leads.
///
/// # Errors
///
/// `path_escape`, `protected_path`; `file_not_found` for a link that leads nowhere; `io_error`.
pub fn locate<G: Ground>(
    ground: &mut G,
    border: &Border,
    path: &WorkspacePath,
    last: Last,
) -> Result<Place, WorkspaceError> {
    let about = |error: WorkspaceError| error.about(path.as_bstr());
    if last == Last::Keep {
        let folder = Spot::folder_of(path);
        // No link on the way: nearly every path ends here, after one look.
        if let Ok(Step::Directory) = ground.step(&folder) {
            border.check(path).map_err(about)?;
            return Ok(Place { folder, missing: Vec::new(), spot: path.into(), blocker: None });
        }
    }
    let place = Walk::new(ground, border, path).run(last)?;
    border.guard(&place.spot).map_err(about)?;
    Ok(place)
}

struct Walk<'w, G> {
    ground: &'w mut G,
    border: &'w Border,
    path: &'w WorkspacePath,
    /// Where the walk is.
    folder: Spot,
    /// The parts still to go, the next one last.
    rest: Vec<BString>,
    /// How many parts at the bottom of `rest` are the path's own; those above come from links.
    own: usize,
    links: usize,
}

impl<'w, G: Ground> Walk<'w, G> {
    fn new(ground: &'w mut G, border: &'w Border, path: &'w WorkspacePath) -> Self {
        let rest: Vec<BString> = path.components().rev().map(BString::from).collect();
        let (folder, own) = (Spot::of_root(path.root()), rest.len());
        Self { ground, border, path, folder, rest, own, links: 0 }
    }

    fn run(mut self, last: Last) -> Result<Place, WorkspaceError> {
        while let Some(part) = self.rest.pop() {
            if part == ".." {
                self.folder = self.folder.parent().ok_or_else(|| self.leads_out())?;
                continue;
            }
            if self.rest.is_empty() && last == Last::Keep {
                return Ok(Place::within(self.folder, part.as_bstr()));
            }
            let next = self.folder.child(&part);
            match self.look(&next)? {
                Step::Directory => self.folder = next,
                Step::Link(target) => self.turn(&target)?,
                Step::Missing => return self.stop_at(part, None),
                Step::Other if self.rest.is_empty() => {
                    return Ok(Place::within(self.folder, part.as_bstr()));
                }
                Step::Other => return self.stop_at(part, Some(next)),
            }
            self.own = self.own.min(self.rest.len());
        }
        self.end_in_folder()
    }

    fn look(&mut self, spot: &Spot) -> Result<Step, WorkspaceError> {
        let name = self.path.as_bstr();
        self.ground
            .step(spot)
            .map_err(|error| WorkspaceError::system(name, "cannot look at it", error))
    }

    /// Goes on along a link in the present directory.
    fn turn(&mut self, target: &BString) -> Result<(), WorkspaceError> {
        self.links += 1;
        if self.links > MAX_LINKS {
            return Err(
                self.refuse(Code::IoError, "the path leads through too many symbolic links")
            );
        }
        self.own = self.own.min(self.rest.len());
        let start = self.border.start_of(&self.folder, target.as_ref());
        let (folder, way) = start.ok_or_else(|| self.leads_out())?;
        self.folder = folder;
        self.rest.extend(spelling::parts(&way).rev().map(BString::from));
        Ok(())
    }

    /// The walk ends before its goal: `part` is missing, or not a directory.
    fn stop_at(self, part: BString, blocker: Option<Spot>) -> Result<Place, WorkspaceError> {
        // A file at the end of a link is in the way like any file; else the link itself is at
        // fault.
        let left_by_links = self.rest.len() + usize::from(blocker.is_none());
        if self.links > 0 && left_by_links > self.own {
            return Err(self.refuse(Code::FileNotFound, "a symbolic link on the way leads nowhere"));
        }
        let mut missing: Vec<BString> =
            std::iter::once(part).chain(self.rest.into_iter().rev()).collect();
        let name = missing.pop().unwrap_or_default();
        let above = missing.iter().fold(self.folder.clone(), |above, name| above.child(name));
        Ok(Place { folder: self.folder, missing, spot: above.child(&name), blocker })
    }

    /// The last part turned out to be a directory.
    fn end_in_folder(self) -> Result<Place, WorkspaceError> {
        if self.folder.is_root() {
            return Err(self.refuse(Code::NotAFile, "the symbolic link leads to the root itself"));
        }
        let (folder, name) = self.folder.split();
        Ok(Place::within(folder, name))
    }

    fn leads_out(&self) -> WorkspaceError {
        self.refuse(Code::PathEscape, "a symbolic link on the way leads outside the root")
    }

    fn refuse(&self, code: Code, rule: &str) -> WorkspaceError {
        WorkspaceError::new(code, self.path.as_bstr(), rule)
    }
}

/// The ground as it will be once the contents of some spots are gone.
pub struct Without<'w, G> {
    /// The ground as it is now.
    pub ground: &'w mut G,
    /// What will be gone.
    pub gone: &'w BTreeSet<Spot>,
}

impl<G: Ground> Ground for Without<'_, G> {
    fn step(&mut self, spot: &Spot) -> io::Result<Step> {
        if self.gone.contains(spot) { Ok(Step::Missing) } else { self.ground.step(spot) }
    }
}
