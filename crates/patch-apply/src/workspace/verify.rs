//! Checks that the tree is what a set of changes expects. Nothing is written here.

use std::collections::{BTreeSet, HashMap};
use std::io::ErrorKind;

use bstr::{BStr, ByteSlice};
use foldhash::fast::RandomState;
use patch_parse::Code;

use super::border::Border;
use super::change::{Change, Effect, Expected, Reach, Relied};
use super::error::WorkspaceError;
use super::spot::{Spot, parts};
use super::walk::{Found, Ground, Inspect, Last, Place, Step, Without, locate};

/// A change and where it takes place.
#[derive(Clone, Debug)]
pub struct Site<'c> {
    /// The change.
    pub change: &'c Change,
    /// Where its path leads.
    pub place: Place,
}

impl Site<'_> {
    /// Whether the change leaves nothing there.
    pub fn is_removal(&self) -> bool {
        self.change.effect == Effect::Remove
    }

    /// A refusal of this change.
    pub fn refuse(&self, code: Code, rule: impl Into<String>) -> WorkspaceError {
        WorkspaceError::new(code, self.change.path.as_bstr(), rule)
    }

    fn is_directory(&self) -> WorkspaceError {
        self.refuse(Code::NotAFile, "this is a directory")
    }

    /// Refuses a change below something that is not a directory.
    fn reaches_directory(&self) -> Result<(), WorkspaceError> {
        self.place.blocker.as_ref().map_or(Ok(()), |blocker| {
            let rule = format!("{} is no directory", blocker.path());
            Err(self.refuse(Code::NotAFile, rule))
        })
    }

    /// A refusal by the system, while doing what `doing` says.
    pub fn failed(&self, doing: &str, error: std::io::Error) -> WorkspaceError {
        if error.kind() == ErrorKind::CrossesDevices {
            let rule = format!(
                "{doing}: it lies on another file system than its root; open that directory as a root \
                 of its own"
            );
            let about = self.change.path.as_bstr();
            return WorkspaceError {
                source: Some(error),
                ..WorkspaceError::new(Code::IoError, about, rule)
            };
        }
        WorkspaceError::system(self.change.path.as_bstr(), doing, error)
    }
}

/// Finds the place of every change and checks that the tree is what each expects, the parents
/// included.
///
/// The sites come in the order of their spots, and no two share one.
///
/// # Errors
///
/// `stale_file`, `not_a_file`, `duplicate_file_patch`, `path_escape`, `protected_path`, `io_error`.
pub fn verify<'c, G: Inspect>(
    border: &Border,
    ground: &mut G,
    changes: &'c [Change],
) -> Result<Vec<Site<'c>>, WorkspaceError> {
    let (sites, gone) = placed(border, ground, changes)?;
    as_expected(ground, &sites, &gone)?;
    Ok(sites)
}

/// Checks that what a plan read and does not change is as it was read.
///
/// # Errors
///
/// `stale_file` where it is not, `path_escape`, `protected_path`, `file_not_found`, `io_error`.
pub fn unchanged<G: Inspect>(
    border: &Border,
    ground: &mut G,
    relied: &[Relied],
) -> Result<(), WorkspaceError> {
    let mut spots = Vec::with_capacity(relied.len());
    for Relied { path, .. } in relied {
        let place = locate(ground, border, path, Last::Keep)?;
        spots.push(place.is_reached().then_some(place.spot));
    }
    let expected = spots.iter().zip(relied);
    let expected = expected.map(|(spot, relied)| Some((spot.as_ref()?, &relied.expected)));
    let found = ground.found_all(&expected.collect::<Vec<_>>());
    for (Relied { path, expected }, found) in relied.iter().zip(found) {
        let found = match found {
            // No file can have such a name.
            Err(error) if error.kind() == ErrorKind::InvalidFilename => Found::Absent,
            found => found
                .map_err(|error| WorkspaceError::system(path.as_bstr(), "cannot read it", error))?,
        };
        if let Some(rule) = mismatch(expected, &found) {
            return Err(WorkspaceError::new(Code::StaleFile, path.as_bstr(), rule));
        }
    }
    Ok(())
}

/// As [`verify`], without comparing what the files hold. Also returns the places that will be free.
///
/// # Errors
///
/// As [`verify`], but for `stale_file`.
pub fn unhindered<'c, G: Ground>(
    border: &Border,
    ground: &mut G,
    changes: &'c [Change],
) -> Result<(Vec<Site<'c>>, BTreeSet<Spot>), WorkspaceError> {
    let (sites, gone) = placed(border, ground, changes)?;
    for site in &sites {
        site.reaches_directory()?;
        if site.place.is_reached() && !becomes_free(site, &gone) {
            let step = ground.step(&site.place.spot);
            if step.map_err(|error| site.failed("cannot look at it", error))? == Step::Directory {
                return Err(site.is_directory());
            }
        }
    }
    Ok((sites, gone))
}

fn placed<'c, G: Ground>(
    border: &Border,
    ground: &mut G,
    changes: &'c [Change],
) -> Result<(Vec<Site<'c>>, BTreeSet<Spot>), WorkspaceError> {
    let mut sites = Vec::with_capacity(changes.len());
    let is_removal = |change: &&Change| change.effect == Effect::Remove;
    add_sites(&mut sites, border, ground, changes.iter().filter(is_removal))?;
    let gone: BTreeSet<Spot> = sites.iter().map(|site| site.place.spot.clone()).collect();
    let writes = changes.iter().filter(|change| !is_removal(change));
    add_sites(&mut sites, border, &mut Without { ground, gone: &gone }, writes)?;
    sites.sort_by(|a, b| a.place.spot.cmp(&b.place.spot));
    distinct(&sites)?;
    unobstructed(&sites)?;
    sites.iter().try_for_each(|site| links_inside(border, site))?;
    Ok((sites, gone))
}

/// Whether one of `spots` lies below `folder`.
pub fn any_below(spots: &BTreeSet<Spot>, folder: &Spot) -> bool {
    spots.range(folder.child(b"")..).next().is_some_and(|spot| spot.is_below(folder))
}

fn add_sites<'c, G: Ground>(
    sites: &mut Vec<Site<'c>>,
    border: &Border,
    ground: &mut G,
    changes: impl Iterator<Item = &'c Change>,
) -> Result<(), WorkspaceError> {
    for change in changes {
        sites.push(Site { change, place: locate(ground, border, &change.path, Last::Keep)? });
    }
    Ok(())
}

/// No file is named twice, whatever links its names lead through.
fn distinct(sites: &[Site<'_>]) -> Result<(), WorkspaceError> {
    match sites.windows(2).find(|pair| matches!(pair, [a, b] if a.place.spot == b.place.spot)) {
        Some([first, second]) => {
            let rule = format!("the path leads to the same file as {}", first.change.path);
            Err(second.refuse(Code::DuplicateFilePatch, rule))
        }
        _ => Ok(()),
    }
}

/// No file is written below a path that is written, too, be it by name or by place.
fn unobstructed(sites: &[Site<'_>]) -> Result<(), WorkspaceError> {
    // A single change cannot conflict: most patches are of one file.
    if sites.len() < 2 {
        return Ok(());
    }
    let writes = || sites.iter().filter(|site| !site.is_removal());
    let by_place: HashMap<(usize, &BStr), &Effect, RandomState> = writes()
        .flat_map(|site| [place(site), name(site)].map(|place| (place, &site.change.effect)))
        .collect();
    let above =
        |(root, way)| folders(way).find_map(|folder| by_place.get(&(root, folder)).copied());
    for site in writes() {
        match above(place(site)).or_else(|| above(name(site))) {
            Some(Effect::Symlink { .. }) => {
                let rule = "the path leads through a symbolic link that the same commit makes";
                return Err(site.refuse(Code::PathEscape, rule));
            }
            Some(_) => {
                let rule = "a part of the path is a file that the same commit writes";
                return Err(site.refuse(Code::NotAFile, rule));
            }
            None => {}
        }
    }
    Ok(())
}

fn place<'s>(site: &'s Site<'_>) -> (usize, &'s BStr) {
    (site.place.spot.root(), site.place.spot.path())
}

fn name<'s>(site: &'s Site<'_>) -> (usize, &'s BStr) {
    (site.change.path.root(), site.change.path.as_bstr())
}

/// The ways to the directories above the end of a way, the nearest first, without the root.
fn folders(way: &BStr) -> impl Iterator<Item = &BStr> {
    std::iter::successors(Some(parts(way).0), |way| Some(parts(way).0))
        .take_while(|way| !way.is_empty())
}

/// A link that is made stays inside the root by its words, unless it may lead anywhere.
fn links_inside(border: &Border, site: &Site<'_>) -> Result<(), WorkspaceError> {
    let Effect::Symlink { target, reach: Reach::Inside } = &site.change.effect else {
        return Ok(());
    };
    let folder = site.place.spot.split().0;
    border
        .guard_link(&folder, target.as_bstr())
        .map_err(|error| error.about(site.change.path.as_bstr()))
}

fn as_expected<G: Inspect>(
    ground: &mut G,
    sites: &[Site<'_>],
    gone: &BTreeSet<Spot>,
) -> Result<(), WorkspaceError> {
    let expected = sites
        .iter()
        .map(|site| site.place.is_reached().then_some((&site.place.spot, &site.change.expected)));
    let found = ground.found_all(&expected.collect::<Vec<_>>());
    for (site, found) in sites.iter().zip(found) {
        site.reaches_directory()?;
        let found = found.map_err(|error| site.failed("cannot read it", error))?;
        is_expected(site, &found, gone)?;
    }
    Ok(())
}

/// Whether the commit removes what is below a place where it writes.
fn becomes_free(site: &Site<'_>, gone: &BTreeSet<Spot>) -> bool {
    !site.is_removal() && any_below(gone, &site.place.spot)
}

fn is_expected(
    site: &Site<'_>,
    found: &Found,
    gone: &BTreeSet<Spot>,
) -> Result<(), WorkspaceError> {
    match (&site.change.expected, found) {
        (_, Found::Directory) if !becomes_free(site, gone) => Err(site.is_directory()),
        (_, Found::Other) => Err(site.refuse(Code::NotAFile, "this is a device, pipe or socket")),
        (expected, found) => {
            mismatch(expected, found).map_or(Ok(()), |rule| Err(site.refuse(Code::StaleFile, rule)))
        }
    }
}

/// What is not as expected; `None` when all is.
fn mismatch(expected: &Expected, found: &Found) -> Option<&'static str> {
    match (expected, found) {
        (Expected::Absent, Found::Absent | Found::Directory) => None,
        (Expected::File(expected), Found::File(found)) if expected == found => None,
        (Expected::Symlink(expected), Found::Symlink(found)) if expected == found => None,
        (Expected::Absent, _) => Some("it did not exist when the patch was planned, and does now"),
        (_, Found::Absent) => Some("it existed when the patch was planned, and is gone now"),
        (Expected::File(_), Found::File(_)) => Some("its contents changed since they were read"),
        (Expected::Symlink(_), Found::Symlink(_)) => Some("the link changed since it was read"),
        _ => Some("it is not the kind of file that it was when the patch was planned"),
    }
}
