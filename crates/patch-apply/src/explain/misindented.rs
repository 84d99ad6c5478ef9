//! Finds the added line whose indentation is wrong, if the old lines of a hunk match exactly.

use bstr::BString;
use patch_parse::{Hunk, LineKind};

use super::show::{around, without_ending};
use crate::HunkFailure;
use crate::indent::around::Around;
use crate::remark::Remark;
use crate::text::LineTable;
use crate::text::blanks::without_indentation;
use crate::text::blocks::opens_block;
use crate::text::closers::Closer;
use crate::text::words::first_word;

/// How many bytes before and after a place show the step of the file.
const AROUND: usize = 4 << 10;

/// The indentation of a line, and its words.
type Line<'l> = (&'l [u8], &'l [u8]);

/// The first added line that is not indented as the lines beside it, if these show how it should be.
pub(super) fn remark(
    text: &[u8],
    table: &LineTable<'_>,
    hunk: &Hunk<'_>,
    failure: &HunkFailure,
) -> Option<Remark> {
    let mut at = failure.first_line().checked_sub(1).filter(|_| failure.is_exact())?;
    let start = table.start_of(at);
    let unit = || {
        let end = start.saturating_add(AROUND).min(text.len());
        Around::new(text.get(start.saturating_sub(AROUND)..end)?).unit()
    };
    let mut before = (0..at).rev().find_map(|index| worded(table.line(index)));
    let mut replaced = None;
    for line in &hunk.lines {
        let own = worded(line.text);
        match (line.kind, own) {
            (LineKind::Add, Some(own)) => {
                let next = (at..table.len()).find_map(|index| worded(table.line(index)));
                let beside = Beside { before, next, replaced };
                if !beside.takes(own) {
                    let expected: BString = beside.expected(own, unit)?.into();
                    let text = around(without_ending(line.text), 1);
                    let line = failure.first_line();
                    return (expected != own.0).then_some(Remark::Misindented {
                        line,
                        text,
                        expected,
                    });
                }
                (before, replaced) = (Some(own), None);
            }
            (LineKind::Add, None) => {}
            (LineKind::Remove, _) => {
                replaced = replaced.or(own);
                at += 1;
            }
            (LineKind::Context, _) => {
                (before, replaced) = (own.or(before), None);
                at += 1;
            }
        }
    }
    None
}

/// A line with words.
fn worded(line: &[u8]) -> Option<Line<'_>> {
    let (indent, words) = without_indentation(line);
    (!words.is_empty()).then_some((indent, words))
}

/// The lines with words beside an added one.
struct Beside<'l> {
    /// The line before, kept or added.
    before: Option<Line<'l>>,
    /// The next line of the file.
    next: Option<Line<'l>>,
    /// The first of the removed lines directly before.
    replaced: Option<Line<'l>>,
}

impl Beside<'_> {
    /// Whether a line is as deep as one beside it, or inside what the line before opens.
    fn takes(&self, (own, words): Line<'_>) -> bool {
        let is_as = |line: Option<Line<'_>>| line.is_some_and(|(indent, _)| indent == own);
        match (self.replaced, self.before) {
            (Some((indent, _)), _) => indent == own,
            (None, Some((outer, line))) if is_opened(line, words) => {
                own.len() > outer.len() && own.starts_with(outer)
            }
            (None, Some((outer, _))) if Closer::of(words).is_some() => outer.starts_with(own),
            (None, _) => is_as(self.before) || is_as(self.next),
        }
    }

    /// How a line should be indented, if that is certain. `unit` is the step of the file.
    fn expected(&self, (_, words): Line<'_>, unit: impl Fn() -> Option<usize>) -> Option<Vec<u8>> {
        if let Some((indent, _)) = self.replaced {
            return Some(indent.to_vec());
        }
        let ((outer, line), next) = (self.before?, self.next);
        if is_opened(line, words) {
            let inner =
                next.filter(|(inner, _)| inner.len() > outer.len() && inner.starts_with(outer));
            let step = || Some([outer, &*step_of(outer, unit()?)].concat());
            return inner.map(|(inner, _)| inner.to_vec()).or_else(step);
        }
        let (inner, behind) = next?;
        let is_like_next = first_word(words) == first_word(behind) && !first_word(words).is_empty();
        match () {
            () if inner == outer || is_like_next => Some(inner.to_vec()),
            // What is before the end of a block is in it.
            () if Closer::of(behind).is_some() && Closer::of(words).is_none() => {
                Some(outer.to_vec())
            }
            () => None,
        }
    }
}

/// Whether a line opens what contains the next one.
fn is_opened(line: &[u8], words: &[u8]) -> bool {
    opens_block(line) && Closer::of(words).is_none()
}

/// One step of a file, in the blanks of an indentation.
fn step_of(indent: &[u8], unit: usize) -> Vec<u8> {
    // A step of one is a tab: no file is in steps of one blank.
    let blank = if unit == 1 { b'\t' } else { indent.first().copied().unwrap_or(b' ') };
    vec![blank; unit]
}
