//! Context without marks in which items of a list (`- text`) or lines of dashes (`---`) look like
//! removed lines.

use std::collections::BTreeSet;

use bstr::BStr;
use patch_parse::{Hunk, HunkLine, HunkLines, LineKind};

use crate::text::Text;
use crate::text::blanks::{is_blank_line, without_trailing_blanks};
use crate::text::words::has_words;

/// The hunk with its items as context, where other context shows that it has no marks, and no added
/// line may replace an item before it.
pub(super) fn with_items_as_context<'h>(hunk: &Hunk<'h>) -> Option<Hunk<'h>> {
    let context = hunk.lines.iter().filter(|line| line.kind == LineKind::Context);
    let shows = context.clone().any(|line| has_words(line.text));
    let may_be = shows && hunk.lines.added_count() > 0 && !replaces(hunk);
    may_be.then(|| hunk.without_marks()).flatten()
}

/// The hunk with its lines of signs that begin with two dashes (`---`, `-->`) as context, the first
/// dash being theirs, if it changes others, its counts do not say that it removes them, no added
/// line of signs may replace one, and the file has no line with a dash less.
pub(super) fn with_dashes_as_context<'h>(text: Text<'_>, hunk: &Hunk<'h>) -> Option<Hunk<'h>> {
    let is_dashes = |line: &HunkLine<'_>| {
        line.kind == LineKind::Remove && line.text.starts_with(b"-") && !has_words(line.text)
    };
    let dashes = hunk.lines.iter().filter(is_dashes);
    let less: Vec<&[u8]> = dashes.map(|line| without_trailing_blanks(line.text)).collect();
    let is_counted = hunk.range().is_some() && !hunk.is_miscounted();
    let is_all = hunk.lines.added_count() + hunk.lines.removed_count() == less.len();
    if less.is_empty() || is_counted || is_all {
        return None;
    }
    let is_sign = |line: &HunkLine<'_>| {
        line.kind == LineKind::Add && !is_blank_line(line.text) && !has_words(line.text)
    };
    let lines: Vec<HunkLine<'_>> = hunk.lines.iter().collect();
    let mut in_file = text.body().split(|byte| *byte == b'\n').map(without_trailing_blanks);
    if lines.windows(2).any(|pair| pair.iter().any(is_dashes) && pair.iter().any(is_sign))
        || in_file.any(|line| less.contains(&line))
    {
        return None;
    }
    let mut read = HunkLines::default();
    for line in lines {
        if is_dashes(&line) {
            let text = [b"-", &**line.text].concat();
            read.push(HunkLine { kind: LineKind::Context, text: BStr::new(&text), ..line });
        } else {
            read.push(line);
        }
    }
    Some(hunk.clone().with_lines(read))
}

/// Whether an added line shares a word with the items directly before the added ones.
fn replaces(hunk: &Hunk<'_>) -> bool {
    let lines: Vec<HunkLine<'_>> = hunk.lines.iter().collect();
    let runs: Vec<&[HunkLine<'_>]> = lines.chunk_by(|one, next| one.kind == next.kind).collect();
    runs.windows(2).any(|pair| match pair {
        [items, added] => {
            is_run(items, LineKind::Remove)
                && is_run(added, LineKind::Add)
                && !words(items).is_disjoint(&words(added))
        }
        _ => false,
    })
}

fn is_run(lines: &[HunkLine<'_>], kind: LineKind) -> bool {
    lines.first().is_some_and(|line| line.kind == kind)
}

fn words(lines: &[HunkLine<'_>]) -> BTreeSet<Vec<u8>> {
    let words = lines
        .iter()
        .flat_map(|line| line.text.split(|byte| !byte.is_ascii_alphanumeric() && byte.is_ascii()));
    words.filter(|word| !word.is_empty()).map(<[u8]>::to_ascii_lowercase).collect()
}
