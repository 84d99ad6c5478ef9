//! Handles one blank too many after the marks: of all lines, or only of the context, which may have
//! two or three.

use std::collections::BTreeSet;

use patch_parse::LineKind;

use crate::indent::around::Around;
use crate::indent::pair::Pair;

/// Whether added lines are right beside context with one blank too many: they have the steps of the
/// file, and would not with one blank less. `None` if they disagree, and the first lines of the
/// changes (`first`) do not decide.
pub(super) fn is_of_context_alone(
    pairs: &[Pair<'_>],
    [added, first]: [&[&[u8]]; 2],
    around: &Around<'_>,
) -> Option<bool> {
    let is_long = |pair: &&Pair<'_>| pair.patch.strip_prefix(b" ") == Some(pair.file);
    let is_margin = |pair: &&Pair<'_>| pair.patch.is_empty() && pair.file.is_empty();
    let of = |kind| pairs.iter().filter(move |pair| pair.kind == kind);
    if of(LineKind::Context).next().is_none() || !of(LineKind::Context).all(|pair| is_long(&pair)) {
        return Some(false);
    }
    // Removed lines have the marks of the added ones.
    if of(LineKind::Remove).next().is_some() {
        return Some(of(LineKind::Remove).all(|pair| is_margin(&pair)));
    }
    let depths = Depths::of(pairs, around);
    let all = depths.said(added, b" ");
    // A line that continues another is aligned with its brackets.
    let told = if all.len() > 1 { depths.said(first, b" ") } else { all };
    (told.len() < 2).then(|| told.contains(&true))
}

/// Whether added lines are right while only the context has two or three blanks too many, which are
/// not a step of the file: each line has the file's steps, and would not without these blanks.
/// Lines that moved with the context are not right.
pub(super) fn is_context_apart(pairs: &[Pair<'_>], added: &[&[u8]], around: &Around<'_>) -> bool {
    let is_context = pairs.iter().all(|pair| pair.kind == LineKind::Context);
    let Some(first) = pairs.first().filter(|_| is_context) else { return false };
    let Some(more) = first.patch.strip_suffix(first.file) else { return false };
    let is_off = |unit: usize| unit > more.len();
    let is_few = (2..4).contains(&more.len()) && is_of(more, b' ');
    if !is_few || !around.unit().is_some_and(is_off) {
        return false;
    }
    let is_long = |pair: &Pair<'_>| pair.patch.strip_prefix(more) == Some(pair.file);
    pairs.iter().all(is_long)
        && added.iter().all(|indent| !indent.is_empty())
        && Depths::of(pairs, around).said(added, more) == BTreeSet::from([true])
}

/// The depths of the lines of a file.
struct Depths<'l> {
    known: BTreeSet<&'l [u8]>,
    base: &'l [u8],
    unit: Option<usize>,
}

impl<'l> Depths<'l> {
    fn of(pairs: &[Pair<'l>], around: &Around<'_>) -> Self {
        let known: BTreeSet<_> = pairs.iter().map(|pair| pair.file).collect();
        let base = pairs.first().map(|pair| pair.file).unwrap_or_default();
        let is_tabbed = known.iter().any(|indent| indent.contains(&b'\t'));
        let unit = around.unit().filter(|unit| *unit > 1 && !is_tabbed);
        Self { known, base, unit }
    }

    /// What lines of these indentations say: `true` where one is as deep as those of the file as it
    /// is and not without the blanks that the context has too many, `false` where it is so without
    /// them alone.
    fn said(&self, indents: &[&[u8]], more: &[u8]) -> BTreeSet<bool> {
        let is_right = |indent: &&[u8]| {
            let is_fit = self.has(indent);
            let is_moved_fit = indent.strip_prefix(more).is_some_and(|moved| self.has(moved));
            (is_fit != is_moved_fit).then_some(is_fit)
        };
        indents.iter().filter_map(is_right).collect()
    }

    /// Whether lines of the file have this depth, or it is a multiple of its steps.
    fn has(&self, indent: &[u8]) -> bool {
        let is_step = |unit| {
            is_of(indent, b' ') && indent.len().abs_diff(self.base.len()).is_multiple_of(unit)
        };
        let is_tabs = || !self.base.is_empty() && is_of(self.base, b'\t') && is_of(indent, b'\t');
        self.known.contains(indent) || self.unit.map_or_else(is_tabs, is_step)
    }
}

fn is_of(indent: &[u8], blank: u8) -> bool {
    indent.iter().all(|byte| *byte == blank)
}
