//! Context without marks in which items of a list (`- text`) look like removed lines.

use std::collections::BTreeSet;

use patch_parse::{Hunk, HunkLine, LineKind};

use crate::text::words::has_words;

/// The hunk with its items as context, where other context shows that it has no marks, and no added
/// line may replace an item before it.
pub(super) fn with_items_as_context<'h>(hunk: &Hunk<'h>) -> Option<Hunk<'h>> {
    let context = hunk.lines.iter().filter(|line| line.kind == LineKind::Context);
    let shows = context.clone().any(|line| has_words(line.text));
    let may_be = shows && hunk.lines.added_count() > 0 && !replaces(hunk);
    may_be.then(|| hunk.without_marks()).flatten()
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
