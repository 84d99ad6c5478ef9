//! The lines of the file that a hunk faces.

use patch_parse::Hunk;

use crate::indent::margins::Margins;
use crate::text::blanks::depth;
use crate::text::last_line;

/// The lines of the file that a hunk faces.
pub(super) struct Facing<'f> {
    pub(super) margins: Margins,
    /// Each line, where it has words.
    own: Vec<Option<&'f [u8]>>,
    /// The first line with words from each on, and from the line behind the last on.
    next: Vec<Option<&'f [u8]>>,
}

impl<'f> Facing<'f> {
    /// `file` is the text from the place of the hunk on.
    pub(super) fn of(hunk: &Hunk<'_>, file: &'f [u8], margins: Margins) -> Self {
        let worded = |line: &'f [u8]| margins.depth(line).map(|_| line);
        let mut in_file = file.split_inclusive(|byte| *byte == b'\n');
        let own: Vec<_> = in_file.by_ref().take(hunk.lines.old_count()).map(worded).collect();
        let mut next = vec![in_file.find_map(worded)];
        for line in own.iter().rev() {
            next.push(line.or_else(|| next.last().copied().flatten()));
        }
        next.reverse();
        Self { margins, own, next }
    }

    pub(super) fn own(&self, at: usize) -> Option<&'f [u8]> {
        self.own.get(at).copied().flatten()
    }

    pub(super) fn next(&self, at: usize) -> Option<&'f [u8]> {
        self.next.get(at).copied().flatten()
    }

    pub(super) fn own_depth(&self, at: usize) -> Option<usize> {
        self.own(at).and_then(|line| self.margins.depth(line))
    }

    pub(super) fn next_depth(&self, at: usize) -> Option<usize> {
        self.next(at).and_then(|line| self.margins.depth(line))
    }
}

/// How many lines are looked at for one with words.
const MOST_BLANK: usize = 16;

/// The last line that has an indentation, of so many.
pub(super) fn last_worded(mut text: &[u8], margins: Margins) -> Option<&[u8]> {
    let lines = std::iter::from_fn(|| last_line(&mut text));
    lines.take(MOST_BLANK).find(|line| margins.depth(line).is_some())
}

/// The first line with words, of so many.
pub(super) fn first_worded(text: &[u8]) -> Option<&[u8]> {
    let lines = text.split_inclusive(|byte| *byte == b'\n').take(MOST_BLANK);
    lines.into_iter().find(|line| depth(line).is_some())
}
