//! Makes git's extended headers for the two sides of a change: modes and object names.

use std::borrow::Cow;
use std::fmt::Write as _;

use bstr::{BStr, BString};
use patch_parse::{Index, Metadata};
use sha1::{Digest as _, Sha1};

use crate::{Entry, ObjectNames};

/// Number of digits of an abbreviated object name, as git writes it in repositories that are not
/// large.
const SHORT: usize = 7;

/// The object name of a side that does not exist.
const NOTHING: &str = "0000000000000000000000000000000000000000";

/// The modes that git's headers name for a change from `old` to `new`; `None` is a side that does
/// not exist.
///
/// That is the mode of an added or deleted file, and both modes if the mode changes. If a symbolic
/// link only gets another target, git's patches have no mode line: the mode, `120000`, is in the
/// `index` line, without which the patch would be applied to the target of the link.
///
/// The caller adds operation, similarity and the like.
pub fn headers(old: Option<&Entry<'_>>, new: Option<&Entry<'_>>) -> Metadata<'static> {
    let mode = |entry: Option<&Entry<'_>>| entry.map(|entry| entry.mode);
    let (old_mode, new_mode) = match (mode(old), mode(new)) {
        (Some(old), Some(new)) if old == new => (None, None),
        modes => modes,
    };
    let index = match (old, new) {
        (Some(old), Some(new)) if turns(old, new) => {
            let short =
                |entry: &Entry<'_>| object_name(&entry.contents).chars().take(SHORT).collect();
            Some(Index { mode: Some(new.mode), ..index(short(old), short(new)) })
        }
        _ => None,
    };
    Metadata { git: true, old_mode, new_mode, index, ..Metadata::default() }
}

/// The `index` line that the options ask for; none if the contents do not change.
pub(crate) fn index_line(
    old: Option<&Entry<'_>>,
    new: Option<&Entry<'_>>,
    names: ObjectNames,
) -> Option<Index<'static>> {
    if names == ObjectNames::Needed
        || old.map(|entry| &entry.contents) == new.map(|entry| &entry.contents)
    {
        return None;
    }
    let mut line = full_index(old, new);
    line.mode = old.zip(new).filter(|(old, new)| old.mode == new.mode).map(|(_, new)| new.mode);
    if names == ObjectNames::Short {
        let short = |name: &BStr| name.iter().take(SHORT).map(|byte| char::from(*byte)).collect();
        line = Index { mode: line.mode, ..index(short(&line.old), short(&line.new)) };
    }
    Some(line)
}

/// The `index` line with full object names, without which `git apply` accepts no binary patch.
pub fn full_index(old: Option<&Entry<'_>>, new: Option<&Entry<'_>>) -> Index<'static> {
    let name = |entry: Option<&Entry<'_>>| {
        entry.map_or_else(|| NOTHING.into(), |entry| object_name(&entry.contents))
    };
    let link = old.zip(new).filter(|(old, new)| turns(old, new)).map(|(_, new)| new.mode);
    Index { mode: link, ..index(name(old), name(new)) }
}

/// Whether a link gets another target.
fn turns(old: &Entry<'_>, new: &Entry<'_>) -> bool {
    old.mode.is_symlink() && old.mode == new.mode && old.contents != new.contents
}

fn index(old: String, new: String) -> Index<'static> {
    let name = |name: String| -> Cow<'static, BStr> { Cow::Owned(BString::from(name)) };
    Index { old: name(old), new: name(new), mode: None }
}

/// The name that git gives to contents in a repository with SHA-1 object names: the hash of
/// `blob LENGTH\0` and the bytes, in hexadecimal.
fn object_name(contents: &[u8]) -> String {
    let mut hash = Sha1::new();
    hash.update(format!("blob {}\0", contents.len()));
    hash.update(contents);
    let mut name = String::with_capacity(NOTHING.len());
    for byte in hash.finalize() {
        // Writing to memory cannot fail.
        let _ = write!(name, "{byte:02x}");
    }
    name
}

#[cfg(test)]
mod tests {
    use patch_parse::FileMode;

    use super::*;

    #[test]
    fn object_names_are_those_of_git() {
        assert_eq!(object_name(b""), "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391");
        assert_eq!(object_name(b"hello\n"), "ce013625030ba8dba906f756967f9e9ca394464a");
    }

    #[test]
    fn the_mode_of_a_link_is_in_the_index_line_when_its_target_changes() {
        let (old, new) = (Entry::symlink("old"), Entry::symlink("new"));
        let index = headers(Some(&old), Some(&new)).index.unwrap();
        assert_eq!(
            (&**index.old, &**index.new),
            (&b"489ce0f"[..], &b"3e5126c"[..]),
            "as git has it"
        );
        assert_eq!(index.mode, Some(FileMode::SYMLINK));
        assert_eq!(full_index(Some(&old), Some(&new)).mode, Some(FileMode::SYMLINK));
        for (old, new) in [
            (Some(&old), Some(&old)),
            (Some(&old), None),
            (None, Some(&new)),
            (Some(&Entry::file("a")), Some(&Entry::file("b"))),
        ] {
            assert_eq!(headers(old, new).index, None, "{old:?} {new:?}");
        }
    }
}
