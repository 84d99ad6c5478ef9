//! A line of context that a hunk has twice, one below the other.

use patch_parse::{Hunk, HunkLine, LineKind};

use crate::text::blanks::without_trailing_blanks;
use crate::text::blocks::closes_block;
use crate::text::words::has_words;

/// The hunk without a line of context that repeats the one in front of it, which is context with
/// words, too; `None` where there is none, or several. Two lines that close something may be meant.
pub(super) fn without_repeated<'h>(hunk: &Hunk<'h>) -> Option<Hunk<'h>> {
    let lines: Vec<HunkLine<'_>> = hunk.lines.iter().collect();
    let is_repeated = |pair: &[HunkLine<'_>]| {
        let [front, line] = pair else { return false };
        let is_context = |line: &HunkLine<'_>| line.kind == LineKind::Context;
        is_context(front)
            && is_context(line)
            && without_trailing_blanks(front.text) == without_trailing_blanks(line.text)
            && has_words(line.text)
            && !closes_block(line.text.trim_ascii())
    };
    let mut repeated = lines.windows(2).enumerate().filter(|(_, pair)| is_repeated(pair));
    let (first, _) = repeated.next()?;
    if repeated.next().is_some() {
        return None;
    }
    let kept = lines.iter().enumerate().filter(|(at, _)| *at != first + 1);
    Some(hunk.clone().with_lines(kept.map(|(_, line)| *line).collect()))
}
