//! Holds the lines of the file that a hunk faces: one beside each old line of the hunk at its
//! place.

use patch_parse::Hunk;

use crate::indent::margins::Margins;
use crate::text::blanks::depth;
use crate::text::closers::Closer;
use crate::text::last_line;

/// The lines of the file that a hunk faces.
pub(in crate::mapping) struct Facing<'f> {
    pub(in crate::mapping) margins: Margins,
    /// Each line, if it has words.
    own: Vec<Option<&'f [u8]>>,
    /// The first line with words from each one on, and from the line after the last on.
    next: Vec<Option<&'f [u8]>>,
    /// The second line with words after the last.
    second: Option<&'f [u8]>,
}

impl<'f> Facing<'f> {
    /// `file` is the text from the place of the hunk on.
    pub(in crate::mapping) fn of(hunk: &Hunk<'_>, file: &'f [u8], margins: Margins) -> Self {
        let worded = |line: &'f [u8]| margins.depth(line).map(|_| line);
        let mut in_file = file.split_inclusive(|byte| *byte == b'\n');
        let own: Vec<_> = in_file.by_ref().take(hunk.lines.old_count()).map(worded).collect();
        let mut next = vec![in_file.find_map(worded)];
        for line in own.iter().rev() {
            next.push(line.or_else(|| next.last().copied().flatten()));
        }
        next.reverse();
        let second = in_file.take(MOST_BLANK).find_map(worded);
        Self { margins, own, next, second }
    }

    pub(in crate::mapping) fn own(&self, at: usize) -> Option<&'f [u8]> {
        self.own.get(at).copied().flatten()
    }

    pub(in crate::mapping) fn next(&self, at: usize) -> Option<&'f [u8]> {
        self.next.get(at).copied().flatten()
    }

    /// The first line with words from `at` on, and the one after it.
    pub(in crate::mapping) fn next_two(&self, at: usize) -> [Option<&'f [u8]>; 2] {
        let own = self.own.iter().enumerate().skip(at).find(|(_, line)| line.is_some());
        match own {
            Some((first, line)) => [*line, self.next(first + 1)],
            None => [self.next(self.own.len()), self.second],
        }
    }

    /// Whether the next line closes what the line at `at` opens, with nothing between the two.
    pub(in crate::mapping) fn is_closed_next(&self, at: usize) -> bool {
        self.own(at).is_some_and(|line| is_closed_by(line, self.next(at + 1), self.margins))
    }

    pub(in crate::mapping) fn own_depth(&self, at: usize) -> Option<usize> {
        self.own(at).and_then(|line| self.margins.depth(line))
    }

    pub(in crate::mapping) fn next_depth(&self, at: usize) -> Option<usize> {
        self.next(at).and_then(|line| self.margins.depth(line))
    }
}

/// Whether the next line closes what the one before it opens, even if that opens by a word or a tag
/// (`<ul>`, `def a`) that its end does not show.
pub(super) fn is_closed_by(before: &[u8], behind: Option<&[u8]>, margins: Margins) -> bool {
    let (Some((outer, line)), Some((own, words))) =
        (margins.split(before), behind.and_then(|line| margins.split(line)))
    else {
        return false;
    };
    own == outer && Closer::of(words).is_some_and(|closer| closer.is_opened_by(line))
}

/// How many lines are searched for one with words.
const MOST_BLANK: usize = 16;

/// The last line with words among the last so many.
pub(in crate::mapping) fn last_worded(mut text: &[u8], margins: Margins) -> Option<&[u8]> {
    let lines = std::iter::from_fn(|| last_line(&mut text));
    lines.take(MOST_BLANK).find(|line| margins.depth(line).is_some())
}

/// The first line with words among the first so many.
pub(in crate::mapping) fn first_worded(text: &[u8]) -> Option<&[u8]> {
    let lines = text.split_inclusive(|byte| *byte == b'\n').take(MOST_BLANK);
    lines.into_iter().find(|line| depth(line).is_some())
}
