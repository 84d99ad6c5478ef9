//! Lists the lines that enclose a place of a file.

use crate::indent::margins::is_directive;
use crate::mapping::lines::code::{is_comment_line, opens};
use crate::text::blanks::without_indentation;
use crate::text::last_line;

/// How many lines before the place are searched for those that enclose it.
const MOST_LINES: usize = 1024;

/// A line with words.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row<'l> {
    pub(super) width: usize,
    pub(super) words: &'l [u8],
    /// Its index among the old lines, including the one after them; `None` for an added line.
    pub(super) at: Option<usize>,
    /// The next line is deeper and opens something: this one may begin the head of that block.
    pub(super) leads: bool,
    /// It is a comment, which does not belong to the structure of the code.
    pub(super) is_comment: bool,
}

impl<'l> Row<'l> {
    pub(super) fn is_added(&self) -> bool {
        self.at.is_none()
    }

    /// Of a line that is not the preprocessor's, which is at the margin whatever it is in.
    pub(super) fn of(
        width: usize,
        words: &'l [u8],
        at: Option<usize>,
        is_comment: bool,
    ) -> Option<Self> {
        let is_one = !words.is_empty() && !is_directive(words);
        is_one.then_some(Self { width, words, at, leads: false, is_comment })
    }

    pub(super) fn of_file(line: &'l [u8], at: Option<usize>) -> Option<Self> {
        let (indent, words) = without_indentation(line);
        Self::of(indent.len(), words, at, is_comment_line(line))
    }
}

/// The lines that enclose the place, the outermost first, and the last line before it.
pub(super) fn enclosing(mut front: &[u8]) -> Vec<Row<'_>> {
    let mut open: Vec<Row<'_>> = Vec::new();
    let mut below: Option<Row<'_>> = None;
    let lines = std::iter::from_fn(|| last_line(&mut front)).take(MOST_LINES);
    let rows = lines.filter_map(|line| Row::of_file(line, Some(0)));
    for mut row in rows.filter(|row| !row.is_comment) {
        let is_outer = open.last().is_none_or(|inner| row.width < inner.width);
        if is_outer {
            row.leads = below.is_some_and(|below| below.width > row.width && opens(below.words));
            open.push(row);
        }
        below = Some(row);
        if is_outer && row.width == 0 {
            break;
        }
    }
    open.reverse();
    open
}

/// Moves to the next line: drops the lines that do not enclose it.
pub(super) fn push<'l>(open: &mut Vec<Row<'l>>, row: Row<'l>) {
    if row.is_comment {
        return;
    }
    if let Some(last) = open.last_mut().filter(|last| last.width < row.width) {
        last.leads |= opens(row.words);
    }
    while open.pop_if(|other| other.width >= row.width).is_some() {}
    open.push(row);
}
