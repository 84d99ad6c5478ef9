//! Defines where a workspace ends: its roots by name, and what lies inside but is protected.

use bstr::{BStr, BString, ByteSlice};
use patch_parse::Code;

use super::error::WorkspaceError;
use super::path::WorkspacePath;
use super::protected::Protected;
use super::spelling;
use super::spot::Spot;

/// The roots by their absolute names, and the protected paths.
#[derive(Clone, Debug, Default)]
pub struct Border {
    /// For each root its names, normalised and without the leading `/`.
    names: Vec<Vec<BString>>,
    protected: Protected,
}

impl Border {
    /// Adds a root with these absolute names.
    pub fn add_root<N: AsRef<[u8]>>(&mut self, names: impl IntoIterator<Item = N>) {
        let names = names.into_iter().map(|name| spelling::normalise(name.as_ref()));
        self.names.push(names.collect());
    }

    /// Gives a root one more absolute name.
    pub fn name_root(&mut self, root: usize, name: &[u8]) {
        if let Some(names) = self.names.get_mut(root) {
            names.push(spelling::normalise(name));
        }
    }

    /// The absolute name of a root: the canonical one, if it was given.
    pub fn name_of(&self, root: usize) -> BString {
        self.names.get(root).and_then(|names| names.last()).cloned().unwrap_or_default()
    }

    /// The root with an absolute name.
    pub fn root_named(&self, name: &BStr) -> Option<usize> {
        self.names.iter().position(|names| names.iter().any(|own| own == name))
    }

    /// Protects a path and all below it.
    pub fn protect(&mut self, path: &BStr) -> Result<(), WorkspaceError> {
        let path = self.place(path)?;
        self.protected.insert(&path);
        Ok(())
    }

    /// Checks a path that a patch names; see [`super::Workspace::resolve`].
    pub fn resolve(&self, path: &BStr) -> Result<WorkspacePath, WorkspaceError> {
        let placed = self.place(path).map_err(|error| error.about(path))?;
        self.check(&placed).map_err(|error| error.about(path))?;
        Ok(placed)
    }

    fn place(&self, path: &BStr) -> Result<WorkspacePath, WorkspaceError> {
        if !spelling::is_absolute(path) {
            return self.innermost(WorkspacePath::new(0, path)?);
        }
        match self.strip_root(path) {
            Some((root, rest)) if !rest.is_empty() => WorkspacePath::new(root, rest),
            Some(_) => Err(escape(path, "the path names the root itself")),
            None => Err(escape(path, "the absolute path lies outside the root")),
        }
    }

    /// The path relative to the innermost root that holds it, if one root lies in another.
    fn innermost(&self, path: WorkspacePath) -> Result<WorkspacePath, WorkspaceError> {
        let Some(name) = self.names.first().filter(|_| self.names.len() > 1).and_then(|n| n.last())
        else {
            return Ok(path);
        };
        let absolute = bstr::join("/", [name.as_bstr(), path.as_bstr()]);
        match self.strip_root(BStr::new(&absolute)) {
            Some((root, rest)) if root != path.root() && !rest.is_empty() => {
                WorkspacePath::new(root, rest)
            }
            _ => Ok(path),
        }
    }

    /// The innermost root that holds an absolute path, and the way from there.
    pub fn strip_root(&self, absolute: &BStr) -> Option<(usize, BString)> {
        let absolute = spelling::normalise(absolute);
        let named = self
            .names
            .iter()
            .enumerate()
            .flat_map(|(root, names)| names.iter().map(move |n| (root, n)));
        let holding =
            named.filter_map(|(root, name)| Some((root, spelling::below(&absolute, name)?)));
        holding.min_by_key(|(_, rest)| rest.len()).map(|(root, rest)| (root, rest.into()))
    }

    /// Checks a spot that was found by walking: links may have led to a protected place.
    pub fn guard(&self, spot: &Spot) -> Result<WorkspacePath, WorkspaceError> {
        let path = spot.to_path()?;
        self.check(&path)?;
        Ok(path)
    }

    /// Checks a path that leads where its words say.
    pub fn check(&self, path: &WorkspacePath) -> Result<(), WorkspaceError> {
        self.protected.check(path)
    }

    /// Checks a link that will be in `folder` and lead to `target`, judged by its words alone.
    pub fn guard_link(&self, folder: &Spot, target: &BStr) -> Result<(), WorkspaceError> {
        let (mut at, way) = self.start_of(folder, target).ok_or_else(|| leads_out(target))?;
        for part in spelling::parts(&way) {
            at = if part == ".." {
                at.parent().ok_or_else(|| leads_out(target))?
            } else {
                at.child(part)
            };
        }
        if at.is_root() { Ok(()) } else { self.guard(&at).map(drop) }
    }

    /// Where the way of a link begins, and that way; `None` when it begins outside.
    pub fn start_of(&self, folder: &Spot, target: &BStr) -> Option<(Spot, BString)> {
        if spelling::is_absolute(target) {
            let (root, way) = self.strip_root(target)?;
            return Some((Spot::of_root(root), way));
        }
        spelling::absolute_form(target).is_none().then(|| (folder.clone(), target.into()))
    }
}

fn escape(path: &BStr, rule: &str) -> WorkspaceError {
    WorkspaceError::new(Code::PathEscape, path, rule)
}

fn leads_out(target: &BStr) -> WorkspaceError {
    escape(target, "the symbolic link leads outside the root")
}
