//! Uses what the other hunks of a file show: a patch is written otherwise as a whole, not hunk by
//! hunk.

use std::collections::BTreeSet;

use patch_parse::{Hunk, LineKind};

use super::insertion::Insertion;
use crate::Cause;
use crate::indent::around::Around;
use crate::indent::indentation::Indentation;
use crate::indent::margins::Margins;
use crate::indent::pair::Pair;
use crate::indent::rules;
use crate::mapping::Mapping;
use crate::mapping::characters::signs::Signs;
use crate::mapping::lines::facing::{first_worded, last_worded};
use crate::mapping::lines::flat::are_added_flat;

/// What the hunks of a file that are written otherwise show together.
#[derive(Default)]
pub(crate) struct Shown {
    signs: Signs,
    /// The indentation, if it is the same for all.
    indentation: Option<Indentation>,
    /// What all of them show of it.
    pairs: BTreeSet<(Vec<u8>, Vec<u8>)>,
    indents_what_has_none: bool,
}

impl Shown {
    /// `None` where no hunk is written otherwise.
    pub(crate) fn by(mappings: &[Mapping]) -> Option<Self> {
        let (first, rest) = mappings.split_first()?;
        let is_one = rest.iter().all(|other| other.indentation == first.indentation);
        Some(Self {
            signs: rest.iter().fold(first.signs.clone(), |signs, other| signs.and(&other.signs)),
            indentation: is_one.then(|| first.indentation.clone()),
            pairs: mappings.iter().flat_map(|mapping| &mapping.shown).cloned().collect(),
            indents_what_has_none: mappings
                .iter()
                .any(|mapping| mapping.indentation.indents_what_has_none()),
        })
    }

    /// What they show together with the other files of the patch: HTML escapes do not belong to the
    /// files, unless a hunk here shows that they do.
    pub(crate) fn escaped(self) -> Self {
        let signs = self.signs.or(&Signs::of_escaped());
        Self { signs, ..self }
    }
}

impl Mapping {
    /// Adds what the other hunks show about characters that its own lines do not have.
    pub(crate) fn take_signs(&mut self, others: &Shown) {
        self.signs = std::mem::take(&mut self.signs).or(&others.signs);
    }

    /// For a hunk whose old lines match exactly: how its added lines are written according to the
    /// other hunks of the file, if its own lines show nothing.
    ///
    /// # Errors
    ///
    /// The cause for which the added lines cannot be written: the others lost their indentation,
    /// and so did these.
    pub(crate) fn by_others(
        hunk: &Hunk<'_>,
        others: &Shown,
        (front, behind): (&[u8], &[u8]),
        around: &Around<'_>,
    ) -> Result<Option<Self>, Cause> {
        let own = Signs::of(hunk.old_lines().map(|line| (&**line.text, &**line.text)));
        let signs = own.or(&others.signs);
        let margins = Margins::of_exact(hunk);
        let indents = |kind: LineKind| -> Vec<Vec<u8>> {
            let lines = hunk.lines.iter().filter(|line| line.kind == kind);
            lines.filter_map(|line| Some(margins.indent(line.text)?.to_vec())).collect()
        };
        let added = indents(LineKind::Add);
        let old = [indents(LineKind::Context), indents(LineKind::Remove)].concat();
        let mut at_margin = added.iter().chain(&old);
        if at_margin.all(Vec::is_empty) && others.indents_what_has_none && are_added_flat(hunk) {
            return Err(Cause::UnmappedIndentation);
        }
        let is_off = || {
            let insertions =
                Insertion::of(hunk, [last_worded(front, margins), first_worded(behind)], around);
            insertions.is_some_and(|all| all.iter().all(|lines| lines.is_blank_off(around)))
        };
        let by_others = |rule: &Indentation| {
            if rule.is_blank_too_many() {
                return is_off().then(|| rule.clone());
            }
            by_others(rule, &old, &added)
        };
        let indentation = others.indentation.as_ref().and_then(by_others);
        let by_all = || by_all(&others.pairs, &old, &added, around);
        let indentation = indentation.or_else(by_all).unwrap_or_default();
        let mapping = Self { signs, margins, indentation, ..Self::default() };
        let mut lines = hunk.lines.iter().filter(|line| line.kind == LineKind::Add);
        let is_other = lines.any(|line| mapping.line(line.text) != **line.text);
        Ok(is_other.then_some(mapping))
    }
}

/// The rule that the other hunks of a file show only together, for lines added between lines at the
/// margin: other units, in which a step is one of the file around.
fn by_all(
    shown: &BTreeSet<(Vec<u8>, Vec<u8>)>,
    old: &[Vec<u8>],
    added: &[Vec<u8>],
    around: &Around<'_>,
) -> Option<Indentation> {
    let kind = LineKind::Context;
    let margin = Pair { patch: b"", file: b"", kind, is_item: false };
    let shown = shown.iter().map(|(patch, file)| Pair { patch, file, kind, is_item: false });
    let pairs: Vec<Pair<'_>> = shown.chain([margin]).collect();
    let rule = rules::only(&pairs).filter(|_| !old.is_empty())?;
    let Indentation::Units(units) = &rule else { return None };
    let is_step = |step: usize| units.is_of_tabs() || around.unit() == Some(step);
    let is_of_file = units.step().is_some_and(is_step);
    by_others(&rule, old, added).filter(|_| is_of_file)
}

/// The rule that all other hunks of a file show, for lines that are added between, or replace,
/// lines that show nothing: other units, if those lines have no indentation and the added ones are
/// in the patch's units. A shift of the other hunks does not concern lines that are at the margin
/// in the file as well.
fn by_others(rule: &Indentation, old: &[Vec<u8>], added: &[Vec<u8>]) -> Option<Indentation> {
    let Indentation::Units(units) = rule else { return None };
    let units = if old.is_empty() { *units } else { units.at_margin() };
    let rule = Indentation::Units(units);
    let covers = || added.iter().all(|indent| rule.apply(indent).is_some());
    let deeper = added.iter().find(|indent| !indent.is_empty());
    let is_meant =
        old.iter().all(Vec::is_empty) && deeper.is_none_or(|indent| units.is_one_step(indent));
    (is_meant && covers()).then_some(rule)
}
