//! Handles context that is one blank short: either it lost its mark, or all lines lost a blank.

use std::collections::BTreeSet;

use patch_parse::LineKind;

use crate::indent::around::Around;
use crate::indent::pair::Pair;

/// Whether context is one blank short: it has lost its mark, or all lines have lost a blank. A
/// removed line, which has its mark, would show.
pub(super) fn is_context_short(pairs: &[Pair<'_>]) -> bool {
    let is_short =
        |pair: &Pair<'_>| pair.file == pair.patch || pair.file == [b" ", pair.patch].concat();
    let is_context =
        |pair: &Pair<'_>| pair.kind == LineKind::Context || pair.is_removed_at_margin();
    pairs.iter().all(|pair| is_context(pair) && is_short(pair))
        && pairs.iter().any(|pair| pair.file != pair.patch)
}

/// Whether the added lines have the blank that context lacks: a line indented like the file has it,
/// a line indented like the context has not, and for any other the steps of the file decide. `None`
/// if they do not decide, if lines disagree, or if one is indented like both.
pub(super) fn are_added_whole(
    pairs: &[Pair<'_>],
    added: &[&[u8]],
    around: &Around<'_>,
) -> Option<bool> {
    let unit = around.unit();
    let base = pairs.first()?.file.len();
    let is_step = |width: usize| unit.is_some_and(|unit| width.abs_diff(base).is_multiple_of(unit));
    let kept = pairs.iter().filter(|pair| pair.patch == pair.file).map(|pair| pair.file);
    let kept: BTreeSet<&[u8]> = kept.collect();
    let added: BTreeSet<&[u8]> = added.iter().copied().collect();
    if added.is_subset(&kept) {
        return Some(true);
    }
    let added = || added.difference(&kept).copied();
    let of_context: BTreeSet<&[u8]> = pairs.iter().map(|pair| pair.patch).collect();
    let of_file: BTreeSet<&[u8]> = pairs.iter().map(|pair| pair.file).collect();
    let is_of_context = |indent: &[u8]| of_context.contains(indent);
    let is_of_file = |indent: &[u8]| of_file.contains(indent);
    if added().any(|indent| is_of_context(indent) && is_of_file(indent)) {
        return None;
    }
    let is_whole = |indent: &[u8]| {
        if is_of_file(indent) {
            // With steps of one blank it may as well be one step deeper than the context.
            return (unit != Some(1)).then_some(true);
        }
        if is_of_context(indent) {
            return Some(false);
        }
        let [as_it_is, longer] = [indent.len(), indent.len() + 1].map(is_step);
        (as_it_is != longer).then_some(as_it_is)
    };
    let mut told = added().filter_map(is_whole);
    let first = told.next()?;
    told.all(|other| other == first).then_some(first)
}
