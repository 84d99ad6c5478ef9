//! Finds a line of the file next to what a hunk adds at its end, or at its start, which it adds as
//! well: the writer took it for a new one, or others added it since.

use patch_parse::{Hunk, HunkLine, LineKind};

use super::edited::names_what_follows;
use crate::place::numbers::hinted_index;
use crate::place::placement::Placement;
use crate::place::scopes::lead::is_leading;
use crate::text::blanks::{depth, is_blank_line, without_indentation, without_trailing_blanks};
use crate::text::blocks::{is_closing_tag, is_closing_word};
use crate::text::words::{first_word, has_ascii_words};
use crate::text::{Text, last_line};

/// Words that begin statements which many blocks end with.
const OF_ENDS: [&[u8]; 9] = [
    b"return",
    b"break",
    b"continue",
    b"pass",
    b"raise",
    b"throw",
    b"yield",
    b"exit",
    b"fallthrough",
];

/// For so many hunks it is checked that the file has a line once, which costs a pass over it.
const MOST_SOUGHT: usize = 64;

/// Finds hunks that no context ends, or none begins, and that add the next line of the file there,
/// which has it once and would have it twice. What the hunk shows itself its writer has seen, what
/// another one takes away is moved, and a header that is true was made by a tool.
#[derive(Default)]
pub(in crate::place) struct NextLines {
    sought: usize,
}

impl NextLines {
    pub(in crate::place) fn are_added(
        &mut self,
        text: Text<'_>,
        hunks: &[Hunk<'_>],
        hunk: &Hunk<'_>,
        place: &Placement,
    ) -> bool {
        let is_true = !hunk.is_miscounted() && hinted_index(hunk) == Some(place.line_index);
        if is_true || !place.is_whole() || hunk.lines.added_count() == 0 {
            return false;
        }
        let lines: Vec<HunkLine<'_>> = hunk.lines.iter().collect();
        let is_old = |line: &HunkLine<'_>| line.kind != LineKind::Add;
        let (first, last) = (lines.iter().position(is_old), lines.iter().rposition(is_old));
        let leading = first.and_then(|first| lines.get(..first)).unwrap_or_default();
        let trailing = last.and_then(|last| lines.get(last + 1..)).unwrap_or_default();
        let key = if place.rung.is_plain() { without_trailing_blanks } else { words };
        let mut adds = |run, found: Option<&[u8]>| {
            let Some(found) = found.map(key) else { return false };
            let is_it = |line: &[u8]| key(line) == found;
            let is_new = is_to_be_once(run, is_it) && !hunk.old_lines().any(|old| is_it(old.text));
            if !is_new || self.sought == MOST_SOUGHT {
                return false;
            }
            self.sought += 1;
            let mut lines = text.body().split(|byte| *byte == b'\n');
            lines.by_ref().any(is_it)
                && !lines.any(is_it)
                && !hunks.iter().any(|it| takes(it, is_it))
        };
        (!trailing.is_empty() && adds(trailing, line_behind(text, place)))
            || (!leading.is_empty() && adds(leading, line_above(text, place)))
    }
}

fn words(line: &[u8]) -> &[u8] {
    without_indentation(line).1
}

/// The line before a place, empty ones aside.
fn line_above<'f>(text: Text<'f>, place: &Placement) -> Option<&'f [u8]> {
    let mut above = text.slice(text.start..place.start);
    std::iter::from_fn(|| last_line(&mut above)).find(|line| !is_blank_line(line))
}

/// The line after a place, empty ones aside.
fn line_behind<'f>(text: Text<'f>, place: &Placement) -> Option<&'f [u8]> {
    let behind = text.slice(place.end..text.bytes.len());
    behind.split_inclusive(|byte| *byte == b'\n').find(|line| !is_blank_line(line))
}

fn takes(hunk: &Hunk<'_>, is_it: impl Fn(&[u8]) -> bool) -> bool {
    hunk.lines.iter().any(|line| line.kind == LineKind::Remove && is_it(line.text))
}

/// Whether a line is among some added ones, and says something of its own: it is no attribute or
/// comment, and nothing that closes a block or ends one; and if it opens one, it names that.
fn is_to_be_once(run: &[HunkLine<'_>], is_it: impl Fn(&[u8]) -> bool) -> bool {
    let Some(at) = run.iter().position(|line| is_it(line.text)) else { return false };
    let mut lines = run.iter().skip(at).map(|line| &**line.text);
    let line = lines.next().unwrap_or_default();
    let behind: Vec<&[u8]> = lines.collect();
    let words = without_indentation(line).1;
    let next = behind.iter().find(|line| !is_blank_line(line));
    let is_deeper = |next: &[u8]| depth(line).zip(depth(next)).is_some_and(|(own, it)| it > own);
    has_ascii_words(words)
        && !is_leading(words)
        && !is_closing_word(words)
        && !is_closing_tag(words)
        && !OF_ENDS.contains(&first_word(words))
        && (!next.is_some_and(|next| is_deeper(next)) || names_what_follows(line, &behind))
}
