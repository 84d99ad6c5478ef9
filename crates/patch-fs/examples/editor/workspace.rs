//! A workspace of a host: an editor with unsaved buffers over a directory.
//!
//! An open file is read from its buffer and changed in its buffer; all others are read and changed
//! on the disk. A patch never saves what the person has not saved, and never sees an old text that
//! the person has already changed.

use std::collections::BTreeMap;

use bstr::{BStr, BString};
use patch_apply::{
    Change, ContentHash, Contents, Durability, Effect, Entry, EntryKind, Expected, Opened,
    Permissions, Workspace, WorkspaceError, WorkspacePath,
};
use patch_fs::DirWorkspace;
use patch_parse::Code;

/// A directory, and its open files.
///
/// Buffers are keyed by the one path of their file that leads through no link, so that every name
/// of an open file finds its buffer.
#[derive(Debug)]
pub(crate) struct EditorWorkspace {
    disk: DirWorkspace,
    buffers: BTreeMap<WorkspacePath, Buffer>,
}

/// An open file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Buffer {
    /// The text as the person sees it.
    pub(crate) text: Vec<u8>,
    /// The text as it was opened or saved last.
    saved: Vec<u8>,
}

impl Buffer {
    /// Whether the text was changed since the file was opened or saved.
    pub(crate) fn is_modified(&self) -> bool {
        self.text != self.saved
    }

    /// What the file on the disk must still contain before it is changed there.
    fn on_disk(&self) -> Expected {
        Expected::File(ContentHash::of(&self.saved).into())
    }
}

impl EditorWorkspace {
    /// An editor with no open files.
    pub(crate) fn new(disk: DirWorkspace) -> Self {
        Self { disk, buffers: BTreeMap::new() }
    }

    /// Opens a file by any of its names.
    pub(crate) fn open(&mut self, path: &str) -> Result<WorkspacePath, WorkspaceError> {
        let path = self.disk.follow(&self.disk.resolve(BStr::new(path))?)?;
        let text = self.disk.read(&path, u64::MAX)?;
        self.buffers.entry(path.clone()).or_insert_with(|| Buffer { saved: text.clone(), text });
        Ok(path)
    }

    /// Changes the text of an open file, as typing does. Returns whether it is open.
    pub(crate) fn edit(&mut self, path: &WorkspacePath, change: impl FnOnce(&mut Vec<u8>)) -> bool {
        self.buffers.get_mut(path).map(|buffer| change(&mut buffer.text)).is_some()
    }

    /// Writes the text of an open file to the disk, unless somebody else wrote to the file since.
    pub(crate) fn save(&mut self, path: &WorkspacePath) -> Result<(), WorkspaceError> {
        let Some(buffer) = self.buffers.get_mut(path) else { return Ok(()) };
        let contents = buffer.text.clone().into();
        let effect = Effect::Write { contents, permissions: as_it_is(path) };
        let change = Change { path: path.clone(), expected: buffer.on_disk(), effect };
        self.disk.commit(&[change], Durability::Full)?;
        buffer.saved.clone_from(&buffer.text);
        Ok(())
    }

    /// Everything that is open.
    pub(crate) fn buffers(&self) -> &BTreeMap<WorkspacePath, Buffer> {
        &self.buffers
    }

    /// The buffer of the file that `path` names, and the path under which it is kept.
    fn buffer(
        &self,
        path: &WorkspacePath,
    ) -> Result<Option<(WorkspacePath, &Buffer)>, WorkspaceError> {
        let key = match self.disk.entry(path)? {
            Some(entry) if entry.kind == EntryKind::File => self.disk.follow(path)?,
            // The file is gone, and only its buffer is left.
            None => path.clone(),
            Some(_) => return Ok(None),
        };
        Ok(self.buffers.get(&key).map(|buffer| (key.clone(), buffer)))
    }

    /// The effect of a set of changes, worked out before anything is touched.
    fn stage(&self, changes: &[Change]) -> Result<Staged, WorkspaceError> {
        let mut staged = Staged::default();
        let mut elsewhere = Vec::new();
        for change in changes {
            match self.buffer(&change.path)? {
                Some((key, buffer)) => staged.open_file(change, key, buffer)?,
                None => elsewhere.push(change.clone()),
            }
        }
        for change in elsewhere {
            let change = self.move_buffer(change, &mut staged)?;
            staged.disk.push(change);
        }
        staged.check(changes)?;
        Ok(staged)
    }

    /// Moves the buffer along with its file: the disk gets the new name with the text that was
    /// saved, and the unsaved text stays in the buffer.
    fn move_buffer(
        &self,
        mut change: Change,
        staged: &mut Staged,
    ) -> Result<Change, WorkspaceError> {
        let Effect::Write { contents, permissions } = &mut change.effect else { return Ok(change) };
        let Some(source) = &permissions.like else { return Ok(change) };
        let Some((key, buffer)) = self.buffer(source)? else { return Ok(change) };
        // A copy leaves the buffer where it is; if a file is moved to several names, the first
        // takes it.
        if staged.closed.contains(&key) && !staged.moved.contains_key(&key) {
            let text = std::mem::replace(contents, buffer.saved.clone().into());
            let moved = Buffer { text: text.into_vec(), saved: buffer.saved.clone() };
            staged.moved.insert(key, (change.path.clone(), moved));
        }
        Ok(change)
    }
}

/// What a commit will do.
#[derive(Debug, Default)]
struct Staged {
    /// To the directory.
    disk: Vec<Change>,
    /// To texts of buffers.
    texts: BTreeMap<WorkspacePath, Vec<u8>>,
    /// For changes that leave the disk alone, the name of the file in the patch.
    names: BTreeMap<WorkspacePath, WorkspacePath>,
    /// The buffers whose files are removed.
    closed: Vec<WorkspacePath>,
    /// The buffers whose files are renamed, by the path under which they are kept so far.
    moved: BTreeMap<WorkspacePath, (WorkspacePath, Buffer)>,
}

impl Staged {
    /// A change of an open file: it expects the contents of the buffer. If the file on the disk
    /// changes too, that part expects what was saved.
    fn open_file(
        &mut self,
        change: &Change,
        key: WorkspacePath,
        buffer: &Buffer,
    ) -> Result<(), WorkspaceError> {
        if !matches!(&change.expected, Expected::File(digest) if digest.is_of(&buffer.text)) {
            let rule = "the text in the editor is not what the patch was made for";
            return Err(WorkspaceError::new(Code::StaleFile, change.path.as_bstr(), rule));
        }
        if self.texts.contains_key(&key) || self.closed.contains(&key) {
            let rule = "two paths lead to one open file";
            return Err(WorkspaceError::new(Code::DuplicateFilePatch, change.path.as_bstr(), rule));
        }
        let effect = match &change.effect {
            Effect::Write { contents, permissions } => {
                self.texts.insert(key.clone(), contents.to_vec());
                if *permissions == as_it_is(&change.path) {
                    self.names.insert(key, change.path.clone());
                    return Ok(());
                }
                let (contents, permissions) = (buffer.saved.clone().into(), permissions.clone());
                Effect::Write { contents, permissions }
            }
            other => {
                self.closed.push(key);
                other.clone()
            }
        };
        self.disk.push(Change { path: change.path.clone(), expected: buffer.on_disk(), effect });
        Ok(())
    }

    /// The directory checks everything that happens on the disk. It cannot know about changes that
    /// are made only in buffers, so the paths of those are checked here.
    fn check(&self, changes: &[Change]) -> Result<(), WorkspaceError> {
        for (key, name) in &self.names {
            let on_the_way = |change: &&Change| {
                [key, name]
                    .iter()
                    .any(|path| **path != change.path && path.starts_with(&change.path))
            };
            let Some(above) = changes.iter().find(on_the_way) else { continue };
            let (code, rule) = match above.effect {
                Effect::Remove => {
                    (Code::StaleFile, "the same patch removes the link that leads here")
                }
                Effect::Symlink { .. } => {
                    (Code::PathEscape, "the same patch makes a link of the way")
                }
                Effect::Write { .. } => (Code::NotAFile, "the same patch puts a file in the way"),
            };
            return Err(WorkspaceError::new(code, name.as_bstr(), rule));
        }
        Ok(())
    }
}

/// The permissions of a file that keeps its own.
fn as_it_is(path: &WorkspacePath) -> Permissions {
    Permissions { like: Some(path.clone()), ..Permissions::default() }
}

impl Workspace for EditorWorkspace {
    fn resolve(&self, path: &BStr) -> Result<WorkspacePath, WorkspaceError> {
        self.disk.resolve(path)
    }

    fn entry(&self, path: &WorkspacePath) -> Result<Option<Entry>, WorkspaceError> {
        let entry = self.disk.entry(path)?;
        let Some((_, buffer)) = self.buffer(path)? else { return Ok(entry) };
        let (kind, len) = (EntryKind::File, buffer.text.len() as u64);
        let never_saved = Entry { kind, len, executable: false, bits: None, id: None };
        Ok(Some(entry.map_or(never_saved, |entry| Entry { kind, len, ..entry })))
    }

    fn follow(&self, path: &WorkspacePath) -> Result<WorkspacePath, WorkspaceError> {
        self.disk.follow(path)
    }

    fn read_link(&self, path: &WorkspacePath) -> Result<BString, WorkspaceError> {
        self.disk.read_link(path)
    }

    fn read(&self, path: &WorkspacePath, limit: u64) -> Result<Vec<u8>, WorkspaceError> {
        match self.buffer(path)? {
            Some((_, buffer)) if buffer.text.len() as u64 > limit => {
                let rule = format!("the open file is larger than {limit} bytes");
                Err(WorkspaceError::new(Code::LimitExceeded, path.as_bstr(), rule))
            }
            Some((_, buffer)) => Ok(buffer.text.clone()),
            None => self.disk.read(path, limit),
        }
    }

    fn load(
        &self,
        path: &WorkspacePath,
        limit: u64,
        opened: &mut Opened,
    ) -> Result<Option<(Entry, Contents)>, WorkspaceError> {
        match self.entry(path)? {
            Some(entry) if self.buffer(path)?.is_some() => {
                Ok(Some((entry, self.read(path, limit)?.into())))
            }
            _ => self.disk.load(path, limit, opened),
        }
    }

    /// All or nothing: everything that can be refused is refused before anything happens. Then the
    /// directory changes, in a transaction of its own; only after that the buffers change, which
    /// cannot fail.
    fn commit(&mut self, changes: &[Change], durability: Durability) -> Result<(), WorkspaceError> {
        let mut staged = self.stage(changes)?;
        self.disk.commit(&staged.disk, durability)?;
        for (key, text) in staged.texts {
            self.edit(&key, |old| *old = text);
        }
        for key in staged.closed {
            self.buffers.remove(&key);
            if let Some((path, buffer)) = staged.moved.remove(&key) {
                // Since the commit, links lead there; if they cannot be followed, the name is used.
                let path = self.disk.follow(&path).unwrap_or(path);
                self.buffers.insert(path, buffer);
            }
        }
        Ok(())
    }

    fn make_whole(&mut self, is_wanted: &dyn Fn() -> bool) -> Result<(), WorkspaceError> {
        self.disk.make_whole(is_wanted)
    }

    fn is_whole(&self) -> Result<bool, WorkspaceError> {
        self.disk.is_whole()
    }

    fn took_back(&self) -> bool {
        self.disk.took_back()
    }

    fn hold(&mut self) -> Result<(), WorkspaceError> {
        self.disk.hold()
    }

    fn hold_while(&mut self, is_wanted: &dyn Fn() -> bool) -> Result<(), WorkspaceError> {
        self.disk.hold_while(is_wanted)
    }

    fn release(&mut self) {
        self.disk.release();
    }
}
