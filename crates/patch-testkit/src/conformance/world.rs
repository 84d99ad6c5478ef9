//! One workspace under check: its changes in one line each, and its contents afterwards.

use std::fmt::Debug;

use bstr::{BStr, BString};
use patch_apply::{
    Change, ContentHash, Durability, Effect, EntryKind, Expected, Permissions, Reach, Workspace,
    WorkspaceError, WorkspacePath,
};

use super::things::Short;
use super::{Host, Things};

/// A workspace of the host, and the means to examine it from outside.
pub(super) struct World<'h, H: Host> {
    pub(super) host: &'h H,
    pub(super) workspace: H::Workspace,
    pub(super) ground: H::Ground,
}

impl<'h, H: Host> World<'h, H> {
    /// A world with these things, which the workspace must report too.
    #[track_caller]
    pub(super) fn of(host: &'h H, short: Short<'_>) -> Self {
        let (workspace, ground) = host.open(&Things::of(short));
        Self { host, workspace, ground }
    }

    /// Changes everything to these things, from outside.
    pub(super) fn change_to(&mut self, short: Short<'_>) {
        self.host.change_to(&mut self.workspace, &mut self.ground, &Things::of(short));
    }

    pub(super) fn things(&self) -> Things {
        self.host.things(&self.workspace, &self.ground)
    }

    /// Checks that the world contains exactly this.
    #[track_caller]
    pub(super) fn assert_holds(&self, short: Short<'_>) {
        let (found, expected) = (self.things(), Things::of(short));
        assert!(found == expected, "it holds\n{found}and should hold\n{expected}");
    }

    #[track_caller]
    pub(super) fn commits(&mut self, changes: &[Change]) {
        if let Err(error) = self.workspace.commit(changes, Durability::None) {
            panic!("refused, {}: {error}\nIt holds\n{}", error.code.as_str(), self.things());
        }
    }

    /// A commit that is refused changes nothing.
    #[track_caller]
    pub(super) fn refuses(&mut self, changes: &[Change], expected: &str) {
        let before = self.things();
        let result = self.workspace.commit(changes, Durability::None);
        let after = self.things();
        let paths: Vec<_> = changes.iter().map(|change| change.path.to_string()).collect();
        let code = result.as_ref().map_err(|error| error.code.as_str()).err();
        assert_eq!(code, Some(expected), "changes of {paths:?}: {result:?}");
        assert!(
            after == before,
            "changes of {paths:?} were refused, and left\n{after}of\n{before}"
        );
    }

    /// Resolves a path that is known to be valid.
    #[track_caller]
    pub(super) fn at(&self, path: impl AsRef<[u8]>) -> WorkspacePath {
        let path = BStr::new(path.as_ref());
        self.workspace.resolve(path).unwrap_or_else(|error| panic!("{error}"))
    }

    #[track_caller]
    pub(super) fn kind(&self, path: &str) -> Option<(EntryKind, u64)> {
        let entry = self.workspace.entry(&self.at(path));
        entry.expect("it can be looked at").map(|entry| (entry.kind, entry.len))
    }

    #[track_caller]
    pub(super) fn is_executable(&self, path: &str) -> bool {
        let entry = self.workspace.entry(&self.at(path)).expect("it can be looked at");
        entry.expect("it is there").executable
    }

    pub(super) fn write(&self, path: &str, expected: Expected, new: &str) -> Change {
        let path = self.at(path);
        let like = matches!(expected, Expected::File(_)).then(|| path.clone());
        let permissions = Permissions { like, ..Permissions::default() };
        Change { path, expected, effect: Effect::Write { contents: new.into(), permissions } }
    }

    pub(super) fn add(&self, path: &str, new: &str) -> Change {
        self.write(path, Expected::Absent, new)
    }

    pub(super) fn modify(&self, path: &str, old: &str, new: &str) -> Change {
        self.write(path, file(old), new)
    }

    pub(super) fn remove(&self, path: &str, old: &str) -> Change {
        Change { path: self.at(path), expected: file(old), effect: Effect::Remove }
    }

    pub(super) fn link(&self, path: &str, target: &str) -> Change {
        let effect = Effect::Symlink { target: target.into(), reach: Reach::Inside };
        Change { path: self.at(path), expected: Expected::Absent, effect }
    }

    pub(super) fn unlink(&self, path: &str, target: &str) -> Change {
        let expected = Expected::Symlink(target.into());
        Change { path: self.at(path), expected, effect: Effect::Remove }
    }

    pub(super) fn turn(&self, path: &str, old: &str, new: &str) -> Change {
        let effect = Effect::Symlink { target: BString::from(new), reach: Reach::Inside };
        Change { effect, ..self.unlink(path, old) }
    }

    /// The same change, with the permissions of `like` and the executable bit given.
    pub(super) fn permit(
        &self,
        mut change: Change,
        like: Option<&str>,
        executable: Option<bool>,
    ) -> Change {
        if let Effect::Write { permissions, .. } = &mut change.effect {
            *permissions =
                Permissions { like: like.map(|path| self.at(path)), executable, bits: None };
        }
        change
    }
}

/// A regular file with these contents.
pub(super) fn file(contents: &str) -> Expected {
    Expected::File(ContentHash::of(contents.as_bytes()).into())
}

/// The code of a refusal, as a string.
#[track_caller]
pub(super) fn code<T: Debug>(result: Result<T, WorkspaceError>) -> &'static str {
    result.expect_err("it is refused").code.as_str()
}
