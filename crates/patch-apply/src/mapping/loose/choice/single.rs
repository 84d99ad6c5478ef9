//! Chooses among several rules that hold for all old lines.

use patch_parse::LineKind;

use crate::indent::around::Around;
use crate::indent::indentation::Indentation;
use crate::indent::pair::Pair;
use crate::mapping::loose::added::Added;

/// The one of several rules that is meant: they agree about the added lines, or only one fits the
/// steps of the file.
pub(super) fn single(
    rules: &[Indentation],
    pairs: &[Pair<'_>],
    added: &Added<'_>,
    around: &Around<'_>,
) -> Option<Indentation> {
    let written = |rule: &Indentation| -> Vec<Option<Vec<u8>>> {
        added.indents.iter().map(|indent| rule.apply(indent)).collect()
    };
    let first = rules.first()?;
    let unit = around.unit();
    let base = pairs.first()?.file.len();
    // Scaled, a line that was not in the units of the patch comes between those of the file.
    let is_scaled = matches!(first, Indentation::Units(_));
    let is_step = |width: usize, unit| width.abs_diff(base).is_multiple_of(unit);
    let in_file = |unit: &usize| pairs.iter().all(|pair| is_step(pair.file.len(), *unit));
    let steps = unit.filter(in_file).filter(|_| is_scaled);
    let is_off = |width: usize| steps.is_some_and(|unit| !is_step(width, unit));
    if rules.iter().all(|rule| written(rule) == written(first)) {
        let is_step = written(first).into_iter().flatten().all(|indent| !is_off(indent.len()));
        return (is_step && !is_stripped_alone(pairs, added)).then(|| first.clone());
    }
    let unit = unit?;
    let fits = |rule: &&Indentation| {
        let mut before = base;
        written(rule).into_iter().flatten().all(|indent| {
            let is_step =
                indent.len().abs_diff(base).is_multiple_of(unit) && indent.len() <= before + unit;
            before = indent.len();
            is_step
        })
    };
    let mut fitting = rules.iter().filter(fits);
    let one = fitting.next()?;
    fitting.next().is_none().then(|| one.clone())
}

/// Old lines without any indentation, and added lines that have as much as the file, or more than
/// context where nothing begins: the old ones alone may have lost it.
fn is_stripped_alone(pairs: &[Pair<'_>], added: &Added<'_>) -> bool {
    let least = pairs.iter().map(|pair| pair.file.len()).min().unwrap_or(0);
    let least_added = added.indents.iter().map(|indent| indent.len()).min();
    // As they are they may belong to no block that the line before opens.
    let is_any_fit = added.gaps.is_empty() || added.gaps.iter().any(|gap| gap.takes(gap.added));
    let is_context = pairs.iter().all(|pair| pair.kind == LineKind::Context);
    pairs.iter().all(Pair::is_stripped)
        && ((is_context && added.is_step_unfounded)
            || least_added.is_some_and(|added| added >= least && is_any_fit))
}
