//! Turns v1 diffs into a patch.

use std::borrow::Cow;
use std::fmt;

use acp_diff_types::AbsolutePath;
use acp_diff_types::v1::Diff;
use bstr::{BStr, ByteSlice, Finder};
use patch_gen::{Binary, Entry, FileChange, GenError, GenOptions, Style, file_patches, patch_of};
use patch_parse::{Direction, FileContent, FilePatch};

/// The patch made from v1 diffs of whole texts: git's text with absolute paths, as in the patch of
/// a v2 diff. A diff with equal texts adds nothing.
///
/// # Examples
///
/// ```
/// use acp_diff_types::{AbsolutePath, v1::Diff};
///
/// let diff = Diff::new(AbsolutePath::new("/repo/x")?, "2\n").old_text("1\n");
/// let patch = patch_tools::wire::patch_of_v1(&[diff]);
/// assert!(patch.ends_with(b"--- /repo/x\n+++ /repo/x\n@@ -1 +1 @@\n-1\n+2\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn patch_of_v1(diffs: &[Diff]) -> Vec<u8> {
    patch_of_placed(diffs.iter().map(Placed::as_it_is))
}

/// The same for diffs whose texts may be parts of the files, as some agents send them.
///
/// If a file contains the text once, as whole lines, the patch changes it there. If it does not, the
/// file may have changed since; the hunks then have no line numbers, since those of the text may not
/// be those of the file. `contents` reads the file of a diff, or returns `None`; `direction` selects
/// which of the two texts is searched for in it.
///
/// # Errors
///
/// If a file contains such a part more than once.
///
/// # Examples
///
/// ```
/// use acp_diff_types::{AbsolutePath, v1::Diff};
/// use patch_parse::Direction;
/// use patch_tools::wire::patch_of_v1_parts;
///
/// let diff = [Diff::new(AbsolutePath::new("/repo/x")?, "B\n").old_text("b\n")];
/// let patch = patch_of_v1_parts(&diff, Direction::Forward, |_| Some("a\nb\n".to_owned()))?;
/// assert!(patch.ends_with(b"@@ -1,2 +1,2 @@\n a\n-b\n+B\n"));
///
/// let twice = patch_of_v1_parts(&diff, Direction::Forward, |_| Some("b\nb\n".to_owned()));
/// assert_eq!(twice.unwrap_err().to_string(), "/repo/x: `oldText` is in the file more than once, at lines 1 and 2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn patch_of_v1_parts(
    diffs: &[Diff],
    direction: Direction,
    mut contents: impl FnMut(&Diff) -> Option<String>,
) -> Result<Vec<u8>, PartNotUnique> {
    let mut placed = Vec::with_capacity(diffs.len());
    for diff in diffs {
        placed.push(Placed::of(diff, direction, contents(diff))?);
    }
    Ok(patch_of_placed(placed.into_iter()))
}

/// A file contains a text more than once.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PartNotUnique {
    /// The file.
    pub path: AbsolutePath,
    /// Which of the two texts it is: forward the old one.
    pub direction: Direction,
    /// The first two lines where it begins, 1-based.
    pub lines: [usize; 2],
}

impl std::error::Error for PartNotUnique {}

impl PartNotUnique {
    /// What to do next.
    pub const HINT: &'static str =
        "Give the whole text of the file, or so many lines of it that they are there once.";
}

impl fmt::Display for PartNotUnique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { path, lines: [first, second], .. } = self;
        let text = match self.direction {
            Direction::Forward => "oldText",
            Direction::Back => "newText",
        };
        write!(f, "{path}: `{text}` is in the file more than once, at lines {first} and {second}")
    }
}

/// A diff as it is written as a section.
struct Placed<'d> {
    diff: Cow<'d, Diff>,
    /// Whether the texts are whole files, so that their line numbers are those of the file.
    is_whole: bool,
}

impl<'d> Placed<'d> {
    fn as_it_is(diff: &'d Diff) -> Self {
        Self { diff: Cow::Borrowed(diff), is_whole: true }
    }

    fn of(
        diff: &'d Diff,
        direction: Direction,
        contents: Option<String>,
    ) -> Result<Self, PartNotUnique> {
        let as_it_is = Self::as_it_is(diff);
        let (Some(old), Some(file)) = (&diff.old_text, contents) else { return Ok(as_it_is) };
        let (sought, other) = match direction {
            Direction::Forward => (old, &diff.new_text),
            Direction::Back => (&diff.new_text, old),
        };
        if diff.deleted == Some(true) || sought.is_empty() || *sought == file {
            return Ok(as_it_is);
        }
        let places = places(file.as_bytes(), sought.as_bytes());
        let line = |at: usize| file.bytes().take(at).filter(|byte| *byte == b'\n').count() + 1;
        match *places {
            [] => Ok(Self { is_whole: false, ..as_it_is }),
            [at] => {
                let mut changed = file.clone();
                changed.replace_range(at..at + sought.len(), other);
                let (old, new) = match direction {
                    Direction::Forward => (file, changed),
                    Direction::Back => (changed, file),
                };
                let diff = Diff::new(diff.path.clone(), new).old_text(old);
                Ok(Self { diff: Cow::Owned(diff), is_whole: true })
            }
            [first, second, ..] => Err(PartNotUnique {
                path: diff.path.clone(),
                direction,
                lines: [line(first), line(second)],
            }),
        }
    }

    fn change<'c>(&'c self, old: &'c Entry<'c>, new: &'c Entry<'c>) -> FileChange<'c> {
        let path = BStr::new(self.diff.path.as_str());
        match (self.diff.deleted, &self.diff.old_text) {
            (Some(true), _) => FileChange::Delete { path, old },
            (_, None) => FileChange::Add { path, new },
            (_, Some(_)) => FileChange::Modify { path, old, new },
        }
    }

    fn sections(&self) -> Result<Vec<FilePatch<'static>>, GenError> {
        let options = GenOptions::default().binary(Binary::Data);
        let old = Entry::file(self.diff.old_text.as_deref().unwrap_or_default());
        let new = Entry::file(&self.diff.new_text);
        let sections = file_patches(self.change(&old, &new), &options)?;
        let owned = sections.into_iter().map(FilePatch::into_owned);
        Ok(owned
            .map(|section| if self.is_whole { section } else { without_numbers(section) })
            .collect())
    }
}

/// The first two places where whole lines of a file are `text`.
fn places(file: &[u8], text: &[u8]) -> Vec<usize> {
    let finder = Finder::new(text);
    let ends_line = |at: usize| at == 0 || file.get(at - 1) == Some(&b'\n');
    let (mut found, mut from) = (Vec::new(), 0);
    while let Some(at) = file.get(from..).and_then(|rest| finder.find(rest)) {
        let (start, end) = (from + at, from + at + text.len());
        let is_whole = ends_line(end) || matches!(file.get(end), None | Some(b'\n'));
        if ends_line(start) && is_whole {
            found.push(start);
        }
        // The next one may begin at any later line.
        let next = file.get(start..).and_then(|rest| rest.find_byte(b'\n'));
        let Some(next) = next.filter(|_| found.len() < 2) else { break };
        from = start + next + 1;
    }
    found
}

fn without_numbers(mut section: FilePatch<'_>) -> FilePatch<'_> {
    if let FileContent::Hunks(hunks) = &mut section.content {
        for hunk in hunks {
            *hunk = std::mem::take(hunk).with_starts(None);
        }
    }
    section
}

fn patch_of_placed<'d>(placed: impl Iterator<Item = Placed<'d>>) -> Vec<u8> {
    let sections: Result<Vec<_>, GenError> = placed.map(|placed| placed.sections()).collect();
    // Data is requested: nothing here can be refused.
    let sections = sections.unwrap_or_default().into_iter().flatten().collect();
    patch_of(sections, Style::Git).to_bytes()
}
