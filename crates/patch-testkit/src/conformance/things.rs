//! The contents of a workspace, as a value: what a check starts from, and what it compares with.

use std::collections::BTreeMap;
use std::fmt;

use bstr::{BStr, BString, ByteSlice};
use patch_gen::{Entry, Snapshot};
use patch_parse::FileMode;

/// What is at a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Thing {
    /// A regular file.
    File {
        /// Its bytes.
        contents: BString,
        /// Whether its owner may execute it.
        executable: bool,
    },
    /// One more name of the regular file at this path, which comes earlier in the order of bytes.
    /// Asked for only where the host has [`super::Ability::HardLinks`]; what is read back is a
    /// [`Self::File`].
    HardLink(BString),
    /// A symbolic link with this target, as written.
    Symlink(BString),
    /// A directory with nothing in it. Others are there because something is below them.
    EmptyDirectory,
}

/// Everything in a workspace, by its path below the root, `/` between the parts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Things(pub BTreeMap<BString, Thing>);

/// Things in short form: a path and what is there.
///
/// The text is that of a file, except `-> target`, a symbolic link; `== path`, a hard link; `+x
/// text`, an executable file. A path that ends in `/` is an empty directory.
pub(super) type Short<'s> = &'s [(&'s str, &'s str)];

impl Things {
    /// Reads the short form.
    pub(super) fn of(short: Short<'_>) -> Self {
        Self(short.iter().map(|(path, text)| thing(path, text)).collect())
    }

    /// What is at a path.
    pub fn get(&self, path: impl AsRef<[u8]>) -> Option<&Thing> {
        self.0.get(path.as_ref().as_bstr())
    }

    /// The same as a side of a diff.
    ///
    /// # Panics
    ///
    /// For what no patch carries: hard links and empty directories.
    pub fn to_snapshot(&self) -> Snapshot<'_> {
        let entry = |thing: &Thing| match thing {
            Thing::File { contents, executable: false } => {
                Entry::new(contents.to_vec(), FileMode::REGULAR)
            }
            Thing::File { contents, executable: true } => {
                Entry::new(contents.to_vec(), FileMode::EXECUTABLE)
            }
            Thing::Symlink(target) => Entry::new(target.to_vec(), FileMode::SYMLINK),
            other => panic!("no patch carries {other:?}"),
        };
        self.0.iter().map(|(path, thing)| (path.clone(), entry(thing))).collect()
    }
}

fn thing(path: &str, text: &str) -> (BString, Thing) {
    let file = |text: &str, executable| Thing::File { contents: text.into(), executable };
    let thing = if path.ends_with('/') {
        Thing::EmptyDirectory
    } else if let Some(target) = text.strip_prefix("-> ") {
        Thing::Symlink(target.into())
    } else if let Some(first) = text.strip_prefix("== ") {
        Thing::HardLink(first.into())
    } else if let Some(text) = text.strip_prefix("+x ") {
        file(text, true)
    } else {
        file(text, false)
    };
    (path.trim_end_matches('/').into(), thing)
}

impl FromIterator<(BString, Thing)> for Things {
    fn from_iter<I: IntoIterator<Item = (BString, Thing)>>(things: I) -> Self {
        Self(things.into_iter().collect())
    }
}

/// For the report of a failure: one line for each thing.
impl fmt::Display for Things {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut line = |path: &BString, shown: fmt::Arguments<'_>| writeln!(f, "  {path} {shown}");
        for (path, thing) in &self.0 {
            match thing {
                Thing::File { contents, executable: false } => {
                    line(path, format_args!("{}", start_of(contents.as_bstr())))?;
                }
                Thing::File { contents, executable: true } => {
                    line(path, format_args!("{} (executable)", start_of(contents.as_bstr())))?;
                }
                Thing::HardLink(first) => line(path, format_args!("is {first}"))?,
                Thing::Symlink(target) => line(path, format_args!("-> {target}"))?,
                Thing::EmptyDirectory => line(path, format_args!("is an empty directory"))?,
            }
        }
        Ok(())
    }
}

/// As much of a file as fits a line.
fn start_of(contents: &BStr) -> String {
    let start = contents.get(..contents.len().min(60)).unwrap_or_default().as_bstr();
    format!("{start:?}, {} bytes", contents.len())
}
