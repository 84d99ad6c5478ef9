//! A line that a hunk has twice in a row: both as context, or one as context and one as removed.

use patch_parse::{Hunk, HunkLine, LineKind};

use crate::text::blanks::without_trailing_blanks;
use crate::text::blocks::closes_block;
use crate::text::words::{are_alike, has_words};

/// The hunk without a line of context with words that the next line repeats; `None` where there is
/// none, or several, or a third one like the two. Two lines that close something may be meant.
///
/// The next line is context as well, or it is removed, and a line like it is added in its place:
/// otherwise the writer may have meant two equal lines, one of which stays.
pub(super) fn without_repeated<'h>(hunk: &Hunk<'h>) -> Option<Hunk<'h>> {
    let lines: Vec<HunkLine<'_>> = hunk.lines.iter().collect();
    let is_repeated = |at: usize| {
        let Some([front, line, ..]) = lines.get(at..) else { return false };
        front.kind == LineKind::Context
            && without_trailing_blanks(front.text) == without_trailing_blanks(line.text)
            && has_words(line.text)
            && !closes_block(line.text.trim_ascii())
            && (line.kind == LineKind::Context || is_replaced(&lines, at + 1))
    };
    let mut repeated = (0..lines.len()).filter(|at| is_repeated(*at));
    let first = repeated.next()?;
    if repeated.next().is_some() || touches_added_at_end(&lines, first) || has_third(&lines, first)
    {
        return None;
    }
    let kept = lines.iter().enumerate().filter(|(at, _)| *at != first);
    Some(hunk.clone().with_lines(kept.map(|(_, line)| *line).collect()))
}

/// Whether a third old line is like the two equal ones: the file has such lines in numbers.
fn has_third(lines: &[HunkLine<'_>], first: usize) -> bool {
    let Some(repeated) = lines.get(first) else { return false };
    let is_like = |line: &&HunkLine<'_>| {
        line.kind != LineKind::Add
            && without_trailing_blanks(line.text) == without_trailing_blanks(repeated.text)
    };
    lines.iter().filter(is_like).nth(2).is_some()
}

/// Whether lines that are added at an end of the hunk touch the two equal ones: the one beside them
/// may stand for the line of the file that is there, and nothing on their other side tells.
fn touches_added_at_end(lines: &[HunkLine<'_>], first: usize) -> bool {
    let (front, rest) = lines.split_at_checked(first).unwrap_or_default();
    let behind = rest.get(2..).unwrap_or_default();
    [front, behind]
        .iter()
        .any(|side| !side.is_empty() && side.iter().all(|line| line.kind == LineKind::Add))
}

/// Whether a removed line, the first of its change, has one like it in its place.
fn is_replaced(lines: &[HunkLine<'_>], at: usize) -> bool {
    let Some((removed, rest)) = lines.get(at..).and_then(<[_]>::split_first) else { return false };
    let behind = rest.iter().skip_while(|line| line.kind == LineKind::Remove);
    let mut added = behind.take_while(|line| line.kind == LineKind::Add);
    let is_like = |line: &HunkLine<'_>| are_alike(removed.text, line.text);
    removed.kind == LineKind::Remove && added.next().is_some_and(is_like)
}
