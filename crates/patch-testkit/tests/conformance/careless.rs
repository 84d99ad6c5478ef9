//! A workspace that breaks one selected promise.
#![expect(clippy::disallowed_methods, reason = "it does what no workspace may do")]
#![expect(clippy::expect_used, reason = "helpers of tests may stop at the first surprise")]

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use bstr::{BStr, BString, ByteSlice};
use patch_apply::{
    Change, ContentHash, Contents, Durability, Effect, Entry, EntryKind, Expected, FileId, Opened,
    Workspace, WorkspaceError, WorkspacePath,
};
use patch_fs::DirWorkspace;
use patch_parse::Code;
use patch_testkit::conformance::{fill, things_below};

use crate::mutants::Fault;

/// A directory, and one fault.
pub(crate) struct Careless {
    fault: Fault,
    pub(crate) inner: DirWorkspace,
    root: PathBuf,
    /// What was read before.
    kept: RefCell<BTreeMap<WorkspacePath, Vec<u8>>>,
    is_held: bool,
}

impl Careless {
    /// The directory at `root`, open as `inner`.
    pub(crate) fn new(fault: Fault, inner: DirWorkspace, root: PathBuf) -> Self {
        Self { fault, inner, root, kept: RefCell::default(), is_held: false }
    }

    fn has(&self, fault: Fault) -> bool {
        self.fault == fault
    }

    /// The commit with what the fault makes of its changes.
    fn commit_carelessly(
        &mut self,
        changes: &[Change],
        durability: Durability,
    ) -> Result<(), WorkspaceError> {
        let mut changes = changes.to_vec();
        for change in &mut changes {
            self.spoil(change);
        }
        match self.fault {
            Fault::LosesTheLastChange if changes.len() > 1 => drop(changes.pop()),
            Fault::RefusesToRemoveNothing => {
                let is_empty = |change: &Change| {
                    change.expected == Expected::Absent && change.effect == Effect::Remove
                };
                if let Some(change) = changes.iter().find(|change| is_empty(change)) {
                    let path = change.path.as_bstr();
                    return Err(WorkspaceError::new(Code::FileNotFound, path, "nothing is there"));
                }
            }
            Fault::DropsWhatLiesBelow => {
                let written = changes.iter().filter(|change| change.effect != Effect::Remove);
                let written: Vec<_> = written.map(|change| change.path.clone()).collect();
                let is_below = |path: &WorkspacePath| {
                    written.iter().any(|above| path != above && path.starts_with(above))
                };
                changes.retain(|change| !is_below(&change.path));
            }
            Fault::LetsTheLastOfTwoNamesWin => self.keep_last(&mut changes),
            Fault::RemovesWhatIsInTheWay => self.clear_the_way(&changes),
            Fault::CommitsOneByOne => {
                let one = |change| self.inner.commit(std::slice::from_ref(change), durability);
                return changes.iter().try_for_each(one);
            }
            Fault::CommitsOneByOneAndTakesBack => return self.one_by_one(&changes, durability),
            Fault::RefusesUnderFullDurability if durability == Durability::Full => {
                return Err(WorkspaceError::new(Code::IoError, "", "nothing is synced here"));
            }
            _ => {}
        }
        self.inner.commit(&changes, durability)
    }

    fn spoil(&self, change: &mut Change) {
        match (self.fault, &mut change.effect) {
            (Fault::ChecksNoContents, _) => {
                if let (Expected::File(_), Ok(found)) =
                    (&change.expected, self.inner.read(&change.path, u64::MAX))
                {
                    change.expected = Expected::File(ContentHash::of(&found).into());
                }
            }
            (Fault::ChecksNoAbsence, _) => {
                if let (Expected::Absent, Ok(found)) =
                    (&change.expected, self.inner.read(&change.path, u64::MAX))
                {
                    change.expected = Expected::File(ContentHash::of(&found).into());
                }
            }
            (Fault::ChecksNoLinks, _) => {
                if let (Expected::Symlink(_), Ok(found)) =
                    (&change.expected, self.inner.read_link(&change.path))
                {
                    change.expected = Expected::Symlink(found);
                }
            }
            (Fault::WritesThroughTheLastLink, Effect::Write { .. } | Effect::Remove) => {
                if let (Expected::Symlink(_), Ok(target)) =
                    (&change.expected, self.inner.follow(&change.path))
                    && let Ok(found) = self.inner.read(&target, u64::MAX)
                {
                    change.path = target;
                    change.expected = Expected::File(ContentHash::of(&found).into());
                }
            }
            (Fault::WritesLinesItsOwnWay, Effect::Write { contents, .. }) => {
                *contents = contents.replace("\r\n", "\n").into();
            }
            (Fault::IgnoresTheExecutableBit, Effect::Write { permissions, .. }) => {
                permissions.executable = None;
            }
            (Fault::IgnoresWhoseThePermissionsAre, Effect::Write { permissions, .. }) => {
                permissions.like = None;
            }
            (Fault::AllowsPermissionsOfNothing, Effect::Write { permissions, .. }) => {
                let is_there = |like: &WorkspacePath| matches!(self.inner.entry(like), Ok(Some(_)));
                permissions.like = permissions.like.take().filter(is_there);
            }
            _ => {}
        }
    }

    fn keep_last(&self, changes: &mut Vec<Change>) {
        let place = |change: &Change| {
            let parent = change.path.parent().and_then(|parent| self.inner.follow(&parent).ok());
            (parent.map(|parent| parent.to_string()), change.path.file_name().to_owned())
        };
        let places: Vec<_> = changes.iter().map(place).collect();
        let mut at = 0..;
        changes.retain(|change| {
            !places.iter().skip(at.next().unwrap_or(0) + 1).any(|later| *later == place(change))
        });
    }

    fn clear_the_way(&self, changes: &[Change]) {
        let is_named = |path: &BString| changes.iter().any(|change| change.path.as_bstr() == path);
        let is_written = |folder: &Change, path: &BString| {
            let rest = path.strip_prefix(folder.path.as_bstr().as_bytes());
            folder.effect != Effect::Remove && rest.is_some_and(|rest| rest.starts_with(b"/"))
        };
        for path in things_below(&self.root).0.keys().filter(|path| !is_named(path)) {
            if changes.iter().any(|change| is_written(change, path)) {
                let path = self.root.join(path.to_string());
                fs::remove_file(&path)
                    .or_else(|_| fs::remove_dir(&path))
                    .expect("a file or an empty directory");
            }
        }
    }

    /// Whole or nothing, and yet the order has a meaning.
    fn one_by_one(
        &mut self,
        changes: &[Change],
        durability: Durability,
    ) -> Result<(), WorkspaceError> {
        let before = things_below(&self.root);
        for change in changes {
            if let Err(error) = self.inner.commit(std::slice::from_ref(change), durability) {
                fill(&self.root, &before);
                return Err(error);
            }
        }
        Ok(())
    }

    fn make_any_link(&self, changes: &[Change]) -> bool {
        let outside = changes.iter().find_map(|change| match &change.effect {
            Effect::Symlink { target, .. } if self.has(Fault::MakesAnyLink) => {
                Some((change, target))
            }
            _ => None,
        });
        let Some((change, target)) = outside else { return false };
        let path = self.root.join(change.path.to_string());
        let _ = fs::remove_file(&path);
        std::os::unix::fs::symlink(target.to_string(), path).is_ok()
    }
}

impl Workspace for Careless {
    fn resolve(&self, path: &BStr) -> Result<WorkspacePath, WorkspaceError> {
        match self.fault {
            Fault::AllowsDots => self.inner.resolve(path.replace("..", "dots").as_bstr()),
            Fault::RefusesAbsolutePaths => WorkspacePath::new(0, path),
            Fault::AllowsGit => self.inner.resolve(path.replace("git", "got").as_bstr()),
            Fault::RefusesUnusualNames if path.contains(&b' ') => {
                Err(WorkspaceError::new(Code::PathEscape, path, "a blank"))
            }
            Fault::TakesNamesForText => {
                self.inner.resolve(path.to_str_lossy().as_bytes().as_bstr())
            }
            _ => self.inner.resolve(path),
        }
    }

    fn entry(&self, path: &WorkspacePath) -> Result<Option<Entry>, WorkspaceError> {
        let entry = self.inner.entry(path)?;
        match (self.fault, entry) {
            (Fault::SeesNoDirectories, Some(entry)) if entry.kind == EntryKind::Directory => {
                Ok(None)
            }
            (Fault::FollowsTheLastLinkWhenLooking, Some(entry))
                if entry.kind == EntryKind::Symlink =>
            {
                self.inner.entry(&self.inner.follow(path)?)
            }
            (Fault::ForgetsTheExecutableBitWhenLooking, Some(entry)) => {
                Ok(Some(Entry { executable: false, ..entry }))
            }
            (Fault::GivesEachNameAnId, Some(entry)) => {
                let name = ContentHash::of(path.as_bstr());
                let [a, b, ..] = *name.as_bytes();
                let id = FileId(0, u64::from(a) << 8 | u64::from(b));
                Ok(Some(Entry { id: Some(id), ..entry }))
            }
            (Fault::GivesAllFilesOneId, Some(entry)) => {
                Ok(Some(Entry { id: Some(FileId(0, 0)), ..entry }))
            }
            (_, entry) => Ok(entry),
        }
    }

    fn follow(&self, path: &WorkspacePath) -> Result<WorkspacePath, WorkspaceError> {
        match self.fault {
            Fault::FollowsOneLinkOnly => match self.inner.read_link(path) {
                Ok(target) => self.inner.resolve(target.as_bstr()),
                Err(_) => self.inner.follow(path),
            },
            Fault::FollowsToNowhere => match self.inner.follow(path) {
                Err(error) if error.code == Code::FileNotFound => Ok(path.clone()),
                result => result,
            },
            Fault::FollowsOutOfTheRoot => match self.inner.follow(path) {
                Err(error) if error.code == Code::PathEscape => Ok(path.clone()),
                result => result,
            },
            _ => self.inner.follow(path),
        }
    }

    fn read_link(&self, path: &WorkspacePath) -> Result<BString, WorkspaceError> {
        let target = self.inner.read_link(path)?;
        if self.has(Fault::NormalisesLinkTargets) {
            return Ok(target.trim_start_with(|c| matches!(c, '.' | '/')).into());
        }
        Ok(target)
    }

    fn read(&self, path: &WorkspacePath, limit: u64) -> Result<Vec<u8>, WorkspaceError> {
        match self.fault {
            Fault::ReadsPastTheLimit => self.inner.read(path, u64::MAX),
            Fault::RefusesAtTheLimit => self.inner.read(path, limit.saturating_sub(1)),
            Fault::ReadsThroughTheLastLink => {
                let target = self.inner.follow(path).unwrap_or_else(|_| path.clone());
                self.inner.read(&target, limit)
            }
            Fault::FollowsOutOfTheRoot => match self.inner.read(path, limit) {
                Err(error) if error.code == Code::PathEscape => {
                    Ok(fs::read(self.root.join(path.to_string())).unwrap_or_default())
                }
                result => result,
            },
            Fault::RemembersWhatItRead => {
                let read = self.inner.read(path, limit);
                let mut kept = self.kept.borrow_mut();
                match (read, kept.get(path)) {
                    (Ok(_), Some(before)) => Ok(before.clone()),
                    (read, _) => read.inspect(|text| drop(kept.insert(path.clone(), text.clone()))),
                }
            }
            _ => self.inner.read(path, limit),
        }
    }

    fn load(
        &self,
        path: &WorkspacePath,
        limit: u64,
        opened: &mut Opened,
    ) -> Result<Option<(Entry, Contents)>, WorkspaceError> {
        let Some(entry) = self.entry(path)? else { return Ok(None) };
        let limit = if self.has(Fault::LoadsPastTheLimit) { u64::MAX } else { limit };
        let loaded = self.inner.load(path, limit, opened)?.map(|(_, contents)| contents);
        let contents = match (self.fault, loaded) {
            (Fault::LoadsWhatItLoadedBefore, Some(contents)) => {
                let mut kept = self.kept.borrow_mut();
                let kept = kept.entry(path.clone()).or_insert_with(|| contents.into_vec());
                kept.clone().into()
            }
            (_, contents) => contents.unwrap_or_default(),
        };
        Ok(Some((entry, contents)))
    }

    fn load_ahead(
        &self,
        paths: &[WorkspacePath],
        _: u64,
        take: &(dyn Fn(usize, Entry, Contents) + Sync),
    ) {
        if self.has(Fault::LoadsAheadPastTheLimit) {
            self.inner.load_ahead(paths, u64::MAX, take);
        }
    }

    fn commit(&mut self, changes: &[Change], durability: Durability) -> Result<(), WorkspaceError> {
        if self.make_any_link(changes) {
            return Ok(());
        }
        let result = self.commit_carelessly(changes, durability);
        match self.fault {
            Fault::LeavesTemporaryFiles if result.is_err() => {
                fs::write(self.root.join("tmp.1"), "half").expect("a directory of ours");
            }
            Fault::KeepsEmptiedDirectories => {
                for parent in changes.iter().filter_map(|change| change.path.parent()) {
                    let _ = fs::create_dir_all(self.root.join(parent.to_string()));
                }
            }
            Fault::RemovesEmptyDirectoriesElsewhere => {
                for entry in fs::read_dir(&self.root).expect("a directory of ours") {
                    let _ = fs::remove_dir(entry.expect("a directory of ours").path());
                }
            }
            _ => {}
        }
        if self.has(Fault::LetsGoAfterACommit) {
            self.inner.release();
        }
        result
    }

    fn hold(&mut self) -> Result<(), WorkspaceError> {
        match self.fault {
            Fault::HoldsNothing => Ok(()),
            Fault::HoldsOnlyOnce if self.is_held => {
                Err(WorkspaceError::new(Code::IoError, "", "it is held"))
            }
            _ => {
                self.is_held = true;
                self.inner.hold()
            }
        }
    }

    fn release(&mut self) {
        if !self.has(Fault::NeverLetsGo) {
            self.is_held = false;
            self.inner.release();
        }
    }
}
