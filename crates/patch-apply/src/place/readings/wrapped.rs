//! Old lines of which the end is on the next line, without a mark, as mail programs and narrow
//! windows wrap them.

use patch_parse::{Hunk, HunkLine, HunkLines, LineKind};

use crate::text::blanks::without_trailing_blanks;
use crate::text::{Text, has_line};

/// A shorter line is not wrapped.
const FEWEST_BYTES: usize = 24;

/// The most lines of a hunk that are looked for in all of the file.
const MOST_WRAPPED: usize = 8;

/// The hunk with such lines as one, if the file has them so; `None` if there are none. The end of
/// an added line cannot be told from context that lost its mark.
pub(super) fn with_joined_lines<'h>(text: Text<'_>, hunk: &Hunk<'h>) -> Option<Hunk<'h>> {
    let is_rest = |raw: &&[u8]| !matches!(raw.first(), None | Some(b' ' | b'\t' | b'+' | b'-'));
    let is_line = |raw: &&[u8]| raw.first() != Some(&b'\\');
    let raw: Vec<&[u8]> = hunk.lines.raw().split(|byte| *byte == b'\n').filter(is_line).collect();
    let lines: Vec<HunkLine<'_>> = hunk.lines.iter().collect();
    let is_wrapped = |at: usize| {
        let Some([first, rest]) = lines.get(at..at + 2) else { return false };
        first.kind != LineKind::Add
            && first.text.len() >= FEWEST_BYTES
            && rest.kind == LineKind::Context
            && raw.get(at + 1).is_some_and(is_rest)
    };
    let wrapped: Vec<usize> = (0..lines.len()).filter(|at| is_wrapped(*at)).collect();
    if wrapped.is_empty() || wrapped.len() > MOST_WRAPPED {
        return None;
    }
    let mut joined = HunkLines::default();
    let mut at = 0;
    while let Some(line) = lines.get(at) {
        let rest = lines.get(at + 1).filter(|_| wrapped.contains(&at));
        let whole = rest.and_then(|rest| joined_line(text.body(), line.text, rest.text));
        at += if whole.is_some() { 2 } else { 1 };
        joined.push(match &whole {
            Some(whole) => HunkLine { text: whole.as_slice().into(), ..*line },
            None => *line,
        });
    }
    (joined.len() < lines.len()).then(|| hunk.clone().with_lines(joined))
}

/// The line of the file that begins with one line and ends with the next, if the file does not have
/// the first alone.
fn joined_line(bytes: &[u8], first: &[u8], rest: &[u8]) -> Option<Vec<u8>> {
    let first = without_trailing_blanks(first);
    let whole = [first, b" ", rest.trim_ascii()].concat();
    (has_line(bytes, &whole) && !has_line(bytes, first)).then_some(whole)
}
