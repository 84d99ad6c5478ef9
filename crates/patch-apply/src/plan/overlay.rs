//! Holds the files as the sections so far have left them.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use bstr::{BStr, BString};
use foldhash::fast::RandomState;
use patch_parse::FileMode;

use super::ahead::Files;
use super::listed::Listed;
use super::names::{Ground, Thing};
use crate::{
    Change, Contents, Digest, Effect, Entry, EntryKind, Expected, FileId, ModeChange, Opened,
    Permissions, Reach, Relied, Workspace, WorkspaceError, WorkspacePath,
};

/// The most files that are listed for a suggestion.
const MOST_LISTED: usize = 20_000;

/// What is at a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Node {
    Absent,
    File(FileNode),
    Symlink(BString),
    Directory,
    /// A device, pipe, socket or the like.
    Other,
}

/// A regular file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FileNode {
    pub(super) contents: Contents,
    /// The file whose permissions it has (none for a file that the patch makes), and what a mode
    /// line changes in them.
    pub(super) permissions: Permissions,
}

/// A workspace with the changes planned so far on top of it.
pub(super) struct Overlay<'w, W> {
    workspace: &'w W,
    file_bytes: u64,
    /// What was read ahead.
    ahead: Files,
    /// What the workspace keeps open while planning.
    opened: Opened,
    /// The state in the workspace of every path that was examined.
    originals: HashMap<WorkspacePath, Original, RandomState>,
    /// The state after the plan.
    planned: BTreeMap<WorkspacePath, Node>,
    /// The links that the plan removes: no path leads through them any more.
    gone_links: BTreeSet<WorkspacePath>,
    /// The files of the workspace, listed once a name is missing.
    listed: OnceCell<Listed>,
}

/// What the workspace has at a path.
#[derive(Debug)]
struct Original {
    /// The identity of the file at the path, if the workspace provides one.
    id: Option<FileId>,
    is: Is,
}

#[derive(Debug)]
enum Is {
    Node(Node),
    /// What must be at a path that has a plan.
    Expected(Expected),
}

impl<'w, W: Workspace> Overlay<'w, W> {
    pub(super) fn new(workspace: &'w W, file_bytes: u64) -> Self {
        Self {
            workspace,
            file_bytes,
            ahead: Files::default(),
            opened: Opened::default(),
            originals: HashMap::default(),
            planned: BTreeMap::new(),
            gone_links: BTreeSet::new(),
            listed: OnceCell::new(),
        }
    }

    pub(super) fn workspace(&self) -> &'w W {
        self.workspace
    }

    /// Takes over files that were read ahead.
    pub(super) fn know(&mut self, files: Files) {
        self.originals.reserve(files.len());
        self.ahead = files;
    }

    /// The files that a name of no file may mean.
    pub(super) fn like(&self, name: &BStr) -> Vec<&BString> {
        self.listed().like(name)
    }

    /// The file that an absolute name outside the root may mean.
    pub(super) fn tail_of(&self, name: &BStr) -> Option<BString> {
        self.listed().tail_of(name)
    }

    fn listed(&self) -> &Listed {
        self.listed.get_or_init(|| Listed::of(self.workspace.some_paths(MOST_LISTED)))
    }

    /// What is at `path` now.
    pub(super) fn get(&mut self, path: &WorkspacePath) -> Result<Node, WorkspaceError> {
        if let Some(node) = self.planned.get(path) {
            return Ok(node.clone());
        }
        if let Some(Original { is: Is::Node(node), .. }) = self.originals.get(path) {
            return Ok(node.clone());
        }
        let (id, node) = self.original(path)?;
        self.originals.insert(path.clone(), Original { id, is: Is::Node(node.clone()) });
        Ok(node)
    }

    /// Whether the plan puts something below `path`, which makes it a folder.
    pub(super) fn becomes_folder(&self, path: &WorkspacePath) -> bool {
        self.planned_below(path).any(|(_, node)| *node != Node::Absent)
    }

    /// The paths below `folder` that the plan sets.
    fn planned_below(
        &self,
        folder: &WorkspacePath,
    ) -> impl Iterator<Item = (&WorkspacePath, &Node)> {
        let name: &[u8] = folder.as_bstr();
        let alike = self.planned.range(folder..).take_while(move |(other, _)| {
            other.root() == folder.root() && other.as_bstr().starts_with(name)
        });
        alike.filter(move |(other, _)| other.as_bstr().get(name.len()) == Some(&b'/'))
    }

    /// Refuses a file in place of a folder in which the plan leaves something.
    pub(super) fn check_emptied(&self, folder: &WorkspacePath) -> Result<(), WorkspaceError> {
        let effect =
            Effect::Write { contents: Contents::default(), permissions: Permissions::default() };
        let mut changes = vec![Change { path: folder.clone(), expected: Expected::Absent, effect }];
        for (path, node) in self.planned_below(folder) {
            let original = self.originals.get(path).map(|original| &original.is);
            if let Some(Is::Expected(expected)) = original
                && *expected != Expected::Absent
                && *node == Node::Absent
            {
                let (path, expected) = (path.clone(), expected.clone());
                changes.push(Change { path, expected, effect: Effect::Remove });
            }
        }
        self.workspace.check(&changes)
    }

    /// Whether the plan sets `path`.
    pub(super) fn is_planned(&self, path: &WorkspacePath) -> bool {
        self.planned.contains_key(path)
    }

    /// The paths that the plan leaves empty.
    pub(super) fn removed(&self) -> impl Iterator<Item = &WorkspacePath> {
        let is_removed = |node: &Node| matches!(node, Node::Absent);
        self.planned.iter().filter(move |(_, node)| is_removed(node)).map(|(path, _)| path)
    }

    /// Whether `path` is a link that the plan does not remove.
    pub(super) fn keeps_link(&mut self, path: &WorkspacePath) -> bool {
        let goes = self.gone_links.contains(path) && !self.is_planned(path);
        !goes && matches!(self.get(path), Ok(Node::Symlink(_)))
    }

    /// Notes that the link at `path` will be removed, so that what it leads to is not taken for
    /// what is below the path. Nothing else is changed.
    pub(super) fn link_goes(&mut self, path: WorkspacePath) {
        self.gone_links.insert(path);
    }

    pub(super) fn set(&mut self, path: WorkspacePath, node: Node) {
        if let Some(Original { is, .. }) = self.originals.get_mut(&path)
            && let Is::Node(original) = is
        {
            if matches!(original, Node::Symlink(_)) && !matches!(node, Node::Symlink(_)) {
                self.gone_links.insert(path.clone());
            }
            *is = Is::Expected(expected(original));
        }
        self.planned.insert(path, node);
    }

    /// The identity of the file at a name in the workspace.
    pub(super) fn id(&self, path: &WorkspacePath) -> Result<Option<FileId>, WorkspaceError> {
        match self.originals.get(path) {
            Some(original) => Ok(original.id),
            None if self.is_behind_gone_link(path) => Ok(None),
            None => Ok(self.workspace.entry(path)?.and_then(|entry| entry.id)),
        }
    }

    /// Whether the way to `path` led through a link that will be removed: then only what the plan
    /// puts there exists.
    fn is_behind_gone_link(&self, path: &WorkspacePath) -> bool {
        let above = || std::iter::successors(path.parent(), WorkspacePath::parent);
        !self.gone_links.is_empty() && above().any(|folder| self.gone_links.contains(&folder))
    }

    /// What the workspace has at `path`, as far as the plan lets it be reached.
    fn original(&mut self, path: &WorkspacePath) -> Result<(Option<FileId>, Node), WorkspaceError> {
        if self.is_behind_gone_link(path) { Ok((None, Node::Absent)) } else { self.read(path) }
    }

    fn read(&mut self, path: &WorkspacePath) -> Result<(Option<FileId>, Node), WorkspaceError> {
        let loaded = match self.ahead.remove(path) {
            Some(read) => Some(read),
            None => self.workspace.load(path, self.file_bytes, &mut self.opened)?,
        };
        let Some((entry, contents)) = loaded else { return Ok((None, Node::Absent)) };
        let node = match entry.kind {
            EntryKind::File => Node::File(FileNode {
                contents,
                permissions: Permissions { like: Some(path.clone()), ..Permissions::default() },
            }),
            EntryKind::Symlink => Node::Symlink(self.workspace.read_link(path)?),
            EntryKind::Directory => Node::Directory,
            EntryKind::Other => Node::Other,
        };
        Ok((entry.id, node))
    }

    /// Whether a file is made executable that was not, or no longer is.
    pub(super) fn sets_modes(&self) -> bool {
        self.planned.iter().any(|(path, node)| {
            let Node::File(FileNode { permissions, .. }) = node else { return false };
            permissions.executable.is_some_and(|executable| {
                let entry = self.workspace.entry(path).ok().flatten();
                entry.is_some_and(|entry| entry.executable != executable)
            })
        })
    }

    /// What a section makes of the mode of a file, if it asks for one that the file does not have.
    pub(super) fn mode_change(
        &self,
        old: Option<&Node>,
        asked: &Permissions,
    ) -> Option<ModeChange> {
        let new = mode(asked.executable?, asked.bits);
        let of_entry =
            |entry: Entry| mode(entry.executable, entry.bits.filter(|_| asked.bits.is_some()));
        let of_file =
            |like: &WorkspacePath| self.workspace.entry(like).ok().flatten().map(of_entry);
        let old = match old {
            // An earlier section may have changed it.
            Some(Node::File(FileNode { permissions, .. })) => match permissions.executable {
                Some(executable) => Some(mode(executable, permissions.bits)),
                None => permissions.like.as_ref().and_then(of_file),
            },
            _ => None,
        };
        (old.unwrap_or(FileMode::REGULAR) != new).then_some(ModeChange { old, new })
    }

    /// The steps that lead from the originals to the plan, and what else it was made from.
    ///
    /// `links` says where the links that are made may lead.
    pub(super) fn into_changes(
        mut self,
        links: Reach,
    ) -> Result<(Vec<Change>, Vec<Relied>), WorkspaceError> {
        let mut changes = Vec::with_capacity(self.planned.len());
        let mut relied = Vec::new();
        for (path, planned) in std::mem::take(&mut self.planned) {
            let expected = match self.originals.remove(&path).map(|original| original.is) {
                Some(Is::Expected(expected)) => expected,
                Some(Is::Node(node)) => expected(&node),
                // A path that is only written was never read.
                None => expected(&self.original(&path)?.1),
            };
            if is_unchanged(&path, &expected, &planned) {
                relied.push(Relied { path, expected });
            } else {
                changes.push(Change { path, expected, effect: effect(planned, links) });
            }
        }
        relied.extend(self.into_relied());
        relied.sort_unstable_by(|one, other| one.path.cmp(&other.path));
        Ok((changes, relied))
    }

    /// What was examined and is not changed. Beyond a link that will be removed the plan saw
    /// nothing, whatever exists there.
    fn into_relied(mut self) -> impl Iterator<Item = Relied> {
        let originals = std::mem::take(&mut self.originals);
        originals.into_iter().filter_map(move |(path, original)| {
            let expected = match original.is {
                Is::Expected(expected) => expected,
                // There is nothing to compare.
                Is::Node(Node::Other) => return None,
                Is::Node(node) => expected(&node),
            };
            (!self.is_behind_gone_link(&path)).then_some(Relied { path, expected })
        })
    }
}

impl<W: Workspace> Ground for Overlay<'_, W> {
    fn now(&mut self, name: &BStr) -> Thing {
        let Ok(path) = self.workspace.resolve(name) else { return Thing::Unknown };
        match self.get(&path) {
            Ok(Node::Absent) if self.becomes_folder(&path) => Thing::Other,
            Ok(node) => thing(path, &node),
            Err(_) => Thing::Unknown,
        }
    }

    fn before(&mut self, name: &BStr) -> Thing {
        let Ok(path) = self.workspace.resolve(name) else { return Thing::Unknown };
        if !self.is_planned(&path) {
            return self.get(&path).map_or(Thing::Unknown, |node| thing(path, &node));
        }
        match self.workspace.entry(&path).map(|entry| entry.map(|entry| entry.kind)) {
            Ok(None) => Thing::Nothing,
            Ok(Some(EntryKind::File | EntryKind::Symlink)) => Thing::File(path),
            Ok(Some(EntryKind::Directory | EntryKind::Other)) => Thing::Other,
            Err(_) => Thing::Unknown,
        }
    }
}

/// What a name means that leads to this node.
fn thing(path: WorkspacePath, node: &Node) -> Thing {
    match node {
        Node::Absent => Thing::Nothing,
        Node::File(_) | Node::Symlink(_) => Thing::File(path),
        Node::Directory | Node::Other => Thing::Other,
    }
}

/// The mode as git writes it, which only says whether a file is executable, or with these bits.
fn mode(executable: bool, bits: Option<u32>) -> FileMode {
    match bits {
        Some(bits) => FileMode(FileMode::REGULAR.0 & !0o777 | bits),
        None if executable => FileMode::EXECUTABLE,
        None => FileMode::REGULAR,
    }
}

fn expected(original: &Node) -> Expected {
    match original {
        Node::File(file) => Expected::File(Digest::from(&file.contents)),
        Node::Symlink(target) => Expected::Symlink(target.clone()),
        Node::Absent | Node::Directory | Node::Other => Expected::Absent,
    }
}

fn is_unchanged(path: &WorkspacePath, expected: &Expected, planned: &Node) -> bool {
    match (expected, planned) {
        (Expected::File(old), Node::File(new)) => {
            *old == Digest::from(&new.contents)
                && new.permissions.executable.is_none()
                && new.permissions.like.as_ref() == Some(path)
        }
        (Expected::Symlink(old), Node::Symlink(new)) => old == new,
        (Expected::Absent, Node::Absent) => true,
        _ => false,
    }
}

fn effect(planned: Node, links: Reach) -> Effect {
    match planned {
        Node::File(file) => {
            Effect::Write { contents: file.contents, permissions: file.permissions }
        }
        Node::Symlink(target) => Effect::Symlink { target, reach: links },
        Node::Absent | Node::Directory | Node::Other => Effect::Remove,
    }
}
