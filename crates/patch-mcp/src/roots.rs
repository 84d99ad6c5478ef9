//! The files that the client allows to be touched.

use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard};

use patch_apply::WorkspacePath;
use patch_fs::DirWorkspace;
use patch_tools::tool::{Access, Capabilities, Grant, GrantTable};

/// The grants of the command line, narrowed to the roots that the client has listed.
#[derive(Debug)]
pub(crate) struct Narrowed(pub(crate) Arc<Roots>);

impl Capabilities for Narrowed {
    fn tool_grants(&self, tool: &str) -> bool {
        read(&self.0.granted).tool_grants(tool)
    }

    fn check_fs(&self, path: &WorkspacePath, access: Access) -> bool {
        read(&self.0.granted).check_fs(path, access) && self.0.hold(path)
    }
}

/// The grants of the command line, and the roots of the client, as far as they are known.
#[derive(Debug, Default)]
pub(crate) struct Roots {
    granted: RwLock<GrantTable>,
    /// What the client listed.
    uris: RwLock<Vec<String>>,
    /// `None`: the client sets no limits.
    inside: RwLock<Option<GrantTable>>,
}

fn read<T>(lock: &RwLock<T>) -> RwLockReadGuard<'_, T> {
    lock.read().unwrap_or_else(PoisonError::into_inner)
}

fn put<T>(lock: &RwLock<T>, value: T) {
    *lock.write().unwrap_or_else(PoisonError::into_inner) = value;
}

impl Roots {
    fn hold(&self, path: &WorkspacePath) -> bool {
        read(&self.inside).as_ref().is_none_or(|inside| inside.check_fs(path, Access::Write))
    }

    /// Sets the grants of the command line.
    pub(crate) fn grant(&self, granted: GrantTable) {
        put(&self.granted, granted);
    }

    /// Evaluates the client's list again, after another directory took the name of ours.
    pub(crate) fn look_again(&self, root: &Path) {
        let uris = read(&self.uris).clone();
        self.set(root, uris);
    }

    /// Sets the client's list, as URIs. An empty list sets no limits.
    pub(crate) fn set(&self, root: &Path, uris: Vec<String>) {
        let inside = (!uris.is_empty()).then(|| {
            // A root that cannot be examined grants nothing.
            let Ok(files) = DirWorkspace::open(root) else { return GrantTable::default() };
            let is_usable =
                |one: &Grant| GrantTable::new(&files, std::slice::from_ref(one)).is_ok();
            let grants = uris.iter().filter_map(|uri| grant(root, uri)).filter(is_usable);
            GrantTable::new(&files, &grants.collect::<Vec<_>>()).unwrap_or_default()
        });
        put(&self.inside, inside);
        put(&self.uris, uris);
    }
}

/// The part of our root that a root of the client covers: all of it, a part, or nothing.
fn grant(root: &Path, uri: &str) -> Option<Grant> {
    let theirs = real(&path_of(uri)?);
    let root = real(root);
    if root.starts_with(&theirs) {
        return Grant::parse("rw:.").ok();
    }
    let below = theirs.strip_prefix(&root).ok()?;
    Grant::parse(&format!("rw:{}", below.to_str()?)).ok()
}

#[expect(clippy::disallowed_methods, reason = "the names of roots, to compare them")]
fn real(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

/// The path of a `file:` URI of this machine.
///
/// Source: RFC 8089; RFC 3986, section 2.1, for `%`.
fn path_of(uri: &str) -> Option<PathBuf> {
    let rest = uri.strip_prefix("file://")?;
    let rest = rest.strip_prefix("localhost").unwrap_or(rest);
    if !rest.starts_with('/') {
        return None;
    }
    let path = String::from_utf8(decoded(rest.as_bytes())?).ok()?;
    let drive = path.strip_prefix('/').filter(|path| cfg!(windows) && path.contains(':'));
    Some(PathBuf::from(drive.unwrap_or(&path)))
}

/// The bytes that `%XX` stands for; `None` if it is invalid.
fn decoded(text: &[u8]) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.iter().copied();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let digit = |byte: Option<u8>| char::from(byte?).to_digit(16);
        let value = digit(rest.next())? * 16 + digit(rest.next())?;
        bytes.push(u8::try_from(value).ok()?);
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(uri: &str, expected: Option<&str>) {
        assert_eq!(path_of(uri), expected.map(PathBuf::from), "{uri}");
    }

    #[cfg(unix)]
    #[test]
    fn a_file_uri_is_a_path() {
        check("file:///home/me/my%20repo", Some("/home/me/my repo"));
        check("file://localhost/x", Some("/x"));
        check("file:///%C3%A4", Some("/\u{e4}"));
        for uri in ["https://example.org/x", "file://other/x", "file:///%zz", "file:///%f", "/x"] {
            check(uri, None);
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_root_of_the_client_narrows_ours() {
        let scratch = tempfile::tempdir().unwrap();
        let root = scratch.path();
        let uri = |path: &Path| format!("file://{}", path.display());
        let everything = Grant::parse("rw:.").ok();
        assert_eq!(grant(root, &uri(root)), everything);
        assert_eq!(grant(root, "file:///"), everything);
        assert_eq!(grant(root, &uri(&real(root).join("src"))), Grant::parse("rw:src").ok());
        assert_eq!(grant(root, "file:///elsewhere"), None);
    }
}
