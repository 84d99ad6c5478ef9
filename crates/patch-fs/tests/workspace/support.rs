//! Changes in one line each.

use bstr::{BStr, BString};
use patch_apply::{
    Change, ContentHash, Effect, Expected, Permissions, Reach, Workspace, WorkspaceError,
    WorkspacePath,
};

/// Checks a path that is known to be right.
pub(crate) fn at(workspace: &impl Workspace, path: &str) -> WorkspacePath {
    workspace.resolve(BStr::new(path)).unwrap()
}

/// A regular file with these contents.
pub(crate) fn file(contents: &str) -> Expected {
    Expected::File(ContentHash::of(contents.as_bytes()).into())
}

pub(crate) fn write(
    workspace: &impl Workspace,
    path: &str,
    expected: Expected,
    new: &str,
) -> Change {
    let path = at(workspace, path);
    let like = matches!(expected, Expected::File(_)).then(|| path.clone());
    let permissions = Permissions { like, ..Permissions::default() };
    Change { path, expected, effect: Effect::Write { contents: new.into(), permissions } }
}

pub(crate) fn add(workspace: &impl Workspace, path: &str, new: &str) -> Change {
    write(workspace, path, Expected::Absent, new)
}

pub(crate) fn modify(workspace: &impl Workspace, path: &str, old: &str, new: &str) -> Change {
    write(workspace, path, file(old), new)
}

pub(crate) fn remove(workspace: &impl Workspace, path: &str, old: &str) -> Change {
    Change { path: at(workspace, path), expected: file(old), effect: Effect::Remove }
}

pub(crate) fn link(workspace: &impl Workspace, path: &str, target: &str) -> Change {
    let effect = Effect::Symlink { target: BString::from(target), reach: Reach::Inside };
    Change { path: at(workspace, path), expected: Expected::Absent, effect }
}

/// The same change, with the permissions given.
pub(crate) fn with_permissions(change: Change, permissions: Permissions) -> Change {
    match change.effect {
        Effect::Write { contents, .. } => {
            Change { effect: Effect::Write { contents, permissions }, ..change }
        }
        _ => change,
    }
}

/// The code of a refusal, as a string.
#[track_caller]
pub(crate) fn code<T: std::fmt::Debug>(result: Result<T, WorkspaceError>) -> &'static str {
    result.unwrap_err().code.as_str()
}
