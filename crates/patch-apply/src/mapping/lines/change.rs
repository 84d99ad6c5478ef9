//! Lists the changes of a hunk whose old lines match exactly, each with the file before and after
//! it.

use patch_parse::{Hunk, LineKind};

use super::facing::{first_worded, last_worded};
use super::inside::{Marks, is_in_text};
use crate::indent::margins::Margins;
use crate::text::blanks::{is_blank_line, without_indentation};

/// Lines that are changed together, without context between them.
#[derive(Debug, Default)]
pub(in crate::mapping) struct Change<'l> {
    /// The file up to the first line.
    pub(in crate::mapping) front: &'l [u8],
    pub(in crate::mapping) removed: Vec<&'l [u8]>,
    pub(in crate::mapping) added: Vec<&'l [u8]>,
    /// The file after the removed lines.
    pub(in crate::mapping) behind: &'l [u8],
    /// The hunk shows a line with words after it.
    pub(in crate::mapping) is_followed: bool,
    /// Those of the file, if they are kept for all its hunks.
    marks: Option<&'l Marks<'l>>,
}

impl<'l> Change<'l> {
    /// The changes of a hunk at byte `start` of a file.
    pub(in crate::mapping) fn all(hunk: &'l Hunk<'_>, file: &'l [u8], start: usize) -> Vec<Self> {
        let mut changes: Vec<Self> = Vec::new();
        let (mut at, mut is_in) = (start, false);
        for line in &hunk.lines {
            let (front, rest) = file.split_at_checked(at).unwrap_or((file, &[]));
            let len = memchr::memchr(b'\n', rest).map_or(rest.len(), |end| end + 1);
            if line.kind == LineKind::Context {
                (at, is_in) = (at + len, false);
                if let Some(change) = changes.last_mut() {
                    change.is_followed |= !is_blank_line(line.text);
                }
                continue;
            }
            if !is_in {
                changes.push(Self { front, behind: rest, ..Self::default() });
                is_in = true;
            }
            let Some(change) = changes.last_mut() else { continue };
            if line.kind == LineKind::Add {
                change.added.push(line.text);
                continue;
            }
            change.removed.push(line.text);
            at += len;
            change.behind = file.get(at..).unwrap_or_default();
        }
        changes
    }

    /// The same change of a file with these marks.
    pub(in crate::mapping) fn knowing(self, marks: &'l Marks<'l>) -> Self {
        Self { marks: Some(marks), ..self }
    }

    /// Whether it is in a string, a heredoc or a comment.
    pub(in crate::mapping) fn is_in_text(&self) -> bool {
        match self.marks {
            Some(marks) => marks.are_open(self.front),
            None => is_in_text(self.front),
        }
    }

    /// The indentation and the words of the last line with words before it.
    pub(in crate::mapping) fn before(&self) -> Option<(&'l [u8], &'l [u8])> {
        last_worded(self.front, Margins::default()).map(without_indentation)
    }

    /// The same of the first line with words after it.
    pub(in crate::mapping) fn next(&self) -> Option<(&'l [u8], &'l [u8])> {
        first_worded(self.behind).map(without_indentation)
    }
}

/// The indentations and the words of the lines that have words.
pub(in crate::mapping) fn worded<'l>(lines: &[&'l [u8]]) -> Vec<(&'l [u8], &'l [u8])> {
    let split = lines.iter().map(|line| without_indentation(line));
    split.filter(|(_, words)| !words.is_empty()).collect()
}
