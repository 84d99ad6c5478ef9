//! Chooses the rule for the added lines of a hunk: one that all of its old lines show, or what each
//! of them shows by itself.

mod blank;
mod by_line;
mod short;
mod single;

use std::collections::BTreeSet;

use patch_parse::LineKind;

use self::by_line::{lookup, of_items, of_removed};
use self::short::{are_added_whole, is_context_short};
use self::single::single;
use super::added::{Added, Replacing};
use super::steps;
use crate::indent::around::Around;
use crate::indent::indentation::Indentation;
use crate::indent::pair::Pair;
use crate::indent::rules;
use crate::mapping::lines::gap::Gap;

/// The rule that the pairs show and that can write all added indentations; `None` if it cannot be
/// known.
pub(super) fn of(
    pairs: &[Pair<'_>],
    added: &Added<'_>,
    around: &Around<'_>,
) -> Option<Indentation> {
    let case = Case { pairs, added, around, rules: rules::of(pairs) };
    let decided =
        Case::QUESTIONS.iter().map(|ask| ask(&case)).find(|answer| *answer != Answer::NotMine);
    match decided {
        Some(Answer::Written(rule)) => Some(rule),
        Some(Answer::Refused | Answer::NotMine) | None => None,
    }
}

/// The answer of one question about a hunk.
#[derive(PartialEq, Eq)]
enum Answer {
    /// The added lines are written by this rule.
    Written(Indentation),
    /// It cannot be known how they are meant: the hunk is refused.
    Refused,
    /// The question does not concern this hunk; the next one is tried.
    NotMine,
}

impl Answer {
    const AS_THEY_ARE: Self = Self::Written(Indentation::Same);

    fn refused_if(is_refused: bool) -> Self {
        if is_refused { Self::Refused } else { Self::NotMine }
    }

    fn kept_if(is_kept: bool) -> Self {
        if is_kept { Self::AS_THEY_ARE } else { Self::NotMine }
    }
}

impl From<Option<Indentation>> for Answer {
    fn from(rule: Option<Indentation>) -> Self {
        rule.map_or(Self::NotMine, Self::Written)
    }
}

/// What is known of a hunk that matched in other indentation.
struct Case<'c, 'l> {
    pairs: &'c [Pair<'l>],
    added: &'c Added<'l>,
    around: &'c Around<'l>,
    /// The rules that hold for all pairs, whatever is added.
    rules: Vec<Indentation>,
}

impl<'c, 'l> Case<'c, 'l> {
    /// The questions in order: the first answer that is not [`Answer::NotMine`] decides; if there
    /// is none, the hunk is refused.
    const QUESTIONS: [fn(&Self) -> Answer; 21] = [
        // Nothing moved, or in a way that shows nothing about the added lines.
        Self::as_it_is,
        Self::block_lost,
        Self::flattened,
        // The items of a list moved, and its key did not.
        Self::as_items,
        Self::shift_of_change,
        Self::other_steps,
        Self::both_trimmed,
        Self::lost_in_part,
        Self::open_at_margin,
        Self::amid_kept,
        Self::context_apart,
        Self::in_tabs_already,
        Self::as_in_file,
        // One rule for all lines.
        Self::beside_trimmed,
        Self::by_rule,
        Self::out_of_order,
        // No rule: by the old lines that the added ones resemble.
        Self::as_removed,
        Self::looked_up,
        Self::lost_in_place,
        Self::between_alike,
        Self::kept,
    ];

    /// Nothing is moved, or only the context is one blank short, or one to three too long.
    fn as_it_is(&self) -> Answer {
        let Self { pairs, added, around, .. } = self;
        if pairs.iter().all(|pair| pair.patch == pair.file) {
            return Answer::AS_THEY_ARE;
        }
        if is_context_short(pairs) {
            match are_added_whole(pairs, &added.indents, around) {
                Some(true) => return Answer::AS_THEY_ARE,
                Some(false) => {}
                None => return Answer::Refused,
            }
        }
        if blank::is_context_apart(pairs, &added.indents, around) {
            return Answer::AS_THEY_ARE;
        }
        let first: Vec<&[u8]> = added.gaps.iter().map(|gap| gap.added).collect();
        blank::is_of_context_alone(pairs, [&added.indents, &first], around)
            .map_or(Answer::Refused, Answer::kept_if)
    }

    /// One added line opens the block that the next is in, and none has any indentation, but for one
    /// blank after its mark: it was lost together with that of old lines.
    fn block_lost(&self) -> Answer {
        let is_at_margin = self.added.indents.iter().all(|indent| indent.len() <= 1);
        let is_lost = self.pairs.iter().any(Pair::is_stripped);
        Answer::refused_if(is_at_margin && self.added.is_flat && is_lost)
    }

    /// No line has any indentation, and a kept one opens the block that the added ones follow in
    /// the file: they may be in it.
    fn flattened(&self) -> Answer {
        let Added { indents, gaps, .. } = self.added;
        let is_flat =
            self.pairs.iter().all(Pair::is_stripped) && indents.iter().all(|own| own.is_empty());
        Answer::refused_if(is_flat && gaps.iter().any(Gap::parts_block))
    }

    /// The items of a list are deeper in the file than their key, and as deep as it in the patch.
    fn as_items(&self) -> Answer {
        of_items(self.pairs, self.added).into()
    }

    /// The changed lines were shifted, and the context is as in the file.
    fn shift_of_change(&self) -> Answer {
        let mut context = self.pairs.iter().filter(|pair| pair.kind == LineKind::Context);
        let is_kept =
            context.clone().next().is_some() && context.all(|pair| pair.patch == pair.file);
        self.added.shift_in_place.clone().filter(|_| is_kept).into()
    }

    /// The patch has other steps than the file, and at one depth both agree by chance.
    fn other_steps(&self) -> Answer {
        let Self { pairs, added, around, .. } = self;
        let is_any_kept = pairs.iter().any(Pair::is_kept) && self.rules.is_empty();
        let units = || steps::beside_kept(added.step, &added.indents, pairs, around);
        is_any_kept.then(units).flatten().map(Indentation::Units).into()
    }

    /// The hunk begins with a removed line that lost its indentation, as trimmed text does, and so
    /// did the first added one that replaces it. All others kept theirs.
    fn both_trimmed(&self) -> Answer {
        let Self { pairs, added, around, .. } = self;
        let (Some((old, rest)), Some((new, others))) =
            (pairs.split_first(), added.indents.split_first())
        else {
            return Answer::NotMine;
        };
        let in_place = Replacing { patch: b"", file: old.file, added: b"" };
        let is_first = old.kind == LineKind::Remove
            && old.is_stripped()
            && new.is_empty()
            && added.replacing.first() == Some(&in_place);
        let is_rest_kept = !rest.is_empty() && rest.iter().all(Pair::is_kept);
        let base = old.file.len();
        let is_next = |next: &&[u8]| match (added.is_opened_by_first, around.unit()) {
            (true, unit) => unit.is_some_and(|unit| next.len() == base + unit),
            (false, _) => next.len() <= base,
        };
        let are_whole = others.iter().all(|indent| !indent.is_empty() && indent.len() >= base);
        if !is_first || !is_rest_kept || !are_whole || !others.first().is_some_and(is_next) {
            return Answer::NotMine;
        }
        let kept = others.iter().map(|indent| (indent.to_vec(), indent.to_vec()));
        let table = [(Vec::new(), old.file.to_vec())].into_iter().chain(kept);
        Answer::Written(Indentation::Lookup(table.collect()))
    }

    /// Some lines lost all their indentation while deeper ones are as in the file: then the added
    /// ones are, too.
    fn lost_in_part(&self) -> Answer {
        let mut removed = self.pairs.iter().filter(|pair| pair.kind == LineKind::Remove);
        let is_removed_kept = removed.any(Pair::is_kept);
        Answer::kept_if(
            self.moved().all(|pair| pair.patch.is_empty())
                && self.pairs.iter().any(Pair::is_kept)
                && self.fits(&Indentation::Same)
                && (is_removed_kept || !self.is_any_lost_in_place()),
        )
    }

    /// The context alone may have lost all of its indentation, or the hunk as a whole.
    fn open_at_margin(&self) -> Answer {
        let is_at_margin = self.pairs.iter().all(|pair| pair.patch.is_empty());
        Answer::refused_if(is_at_margin && self.added.gaps.iter().any(Gap::is_open))
    }

    /// No rule holds for all lines, but those next to the changes are as in the file: the added ones
    /// are right as they are, if they are as deep as such lines.
    fn amid_kept(&self) -> Answer {
        let Self { pairs, added, around, .. } = self;
        let is_told = |indent: &&[u8]| pairs.iter().any(|it| it.is_kept() && it.patch == *indent);
        Answer::kept_if(
            added.is_amid_kept
                && self.rules.is_empty()
                && added.nesting.outermost.iter().all(is_told)
                && added.nesting.is_in_steps(around)
                && self.fits(&Indentation::Same),
        )
    }

    /// Only the context is indented otherwise than in the file, and the added lines are right as
    /// they are; not if one of them is as deep as a moved line.
    fn context_apart(&self) -> Answer {
        let is_apart = self.pairs.iter().all(|pair| pair.kind == LineKind::Context)
            && !self.added.gaps.is_empty()
            && self.fits(&Indentation::Same)
            && !self.rules.iter().any(|rule| self.fits(rule));
        match is_apart {
            true if self.is_any_as_moved() => Answer::Refused,
            is_apart => Answer::kept_if(is_apart),
        }
    }

    /// Whether an added line is indented like an old line that differs in the file, and not merely
    /// because of the added line that it is in.
    fn is_any_as_moved(&self) -> bool {
        let moved: BTreeSet<&[u8]> = self.moved().map(|pair| pair.patch).collect();
        self.added.nesting.is_any(self.around, |indent| moved.contains(indent))
    }

    /// The old lines have spaces where the file has tabs, and the added ones have tabs already:
    /// these stay if they are as deep as the lines that they replace, or fit between the kept
    /// lines.
    fn in_tabs_already(&self) -> Answer {
        let is_of = |indent: &[u8], blank: u8| indent.iter().all(|own| *own == blank);
        let Added { indents, gaps, replacing, .. } = self.added;
        let are_moved = self.pairs.iter().any(|pair| !pair.patch.is_empty())
            && self.pairs.iter().all(|pair| is_of(pair.patch, b' ') && is_of(pair.file, b'\t'));
        let are_tabbed = indents.iter().any(|indent| !indent.is_empty())
            && indents.iter().all(|indent| is_of(indent, b'\t'));
        let is_fit = |gap: &Gap<'_>| gap.is_replaced || gap.takes(gap.added);
        Answer::kept_if(
            are_moved
                && are_tabbed
                && gaps.iter().all(is_fit)
                && replacing.iter().all(|line| line.added == line.file),
        )
    }

    /// Added lines that are indented as the removed ones they replace are in the file, and not as
    /// those are in the patch, may be right as they are; not if another removed line shows what
    /// that indentation is in the file.
    fn as_in_file(&self) -> Answer {
        let is_shown = |indent: &[u8]| {
            let mut removed = self.pairs.iter().filter(|pair| pair.kind == LineKind::Remove);
            removed.any(|pair| pair.patch == indent && pair.file == indent)
        };
        let is_as_file = |line: &Replacing<'_>| {
            line.added == line.file && line.file != line.patch && !is_shown(line.added)
        };
        let is_as_removed = |line: &Replacing<'_>| line.added == line.patch;
        let replacing = &self.added.replacing;
        Answer::refused_if(replacing.iter().any(is_as_file) && !replacing.iter().any(is_as_removed))
    }

    /// No rule holds for all lines because the first is context that lost its indentation, as a
    /// trimmed hunk does: it is ignored, and the rest decides. Added lines without any may have
    /// lost theirs as well, unless a removed line is at the margin.
    fn beside_trimmed(&self) -> Answer {
        let Some((first, rest)) = self.pairs.split_first() else { return Answer::NotMine };
        let is_trimmed = first.kind == LineKind::Context && first.is_stripped();
        let is_whole =
            rest.iter().any(|pair| !pair.patch.is_empty()) && !rest.iter().any(Pair::is_stripped);
        let is_told = rest.iter().any(Pair::is_removed_at_margin)
            || self.added.indents.iter().all(|indent| !indent.is_empty());
        let is_first_alone = self.rules.is_empty() && is_trimmed && is_whole && is_told;
        let is_rest_kept = || rest.iter().all(|pair| pair.patch == pair.file);
        if !is_first_alone || !(is_in_order(self.pairs) || is_rest_kept()) {
            return Answer::NotMine;
        }
        of(rest, self.added, self.around).map_or(Answer::Refused, Answer::Written)
    }

    /// One rule holds for all old lines and can write all added ones; of several, the one that is
    /// meant.
    fn by_rule(&self) -> Answer {
        let Self { pairs, added, around, .. } = self;
        let rules: Vec<_> = self.rules.iter().filter(|rule| self.covers(rule)).cloned().collect();
        let rule = self.rescaled(&rules).or_else(|| single(&rules, pairs, added, around));
        match rule {
            Some(rule) if self.is_too_deep(&rule) => Answer::AS_THEY_ARE,
            Some(rule) => Answer::Written(rule),
            None => Answer::refused_if(!rules.is_empty()),
        }
    }

    /// A deeper line in the patch is less deep in the file: the structure differs.
    fn out_of_order(&self) -> Answer {
        Answer::refused_if(!is_in_order(self.pairs))
    }

    fn as_removed(&self) -> Answer {
        of_removed(self.pairs, self.added, self.around).into()
    }

    fn looked_up(&self) -> Answer {
        let Self { pairs, added, .. } = self;
        lookup(pairs, added).filter(|rule| added.nesting.is_kept_by(rule, pairs)).into()
    }

    /// Lines without any indentation replace lines that are deeper in the file: they get that
    /// depth, if it is the same for all.
    fn lost_in_place(&self) -> Answer {
        let mut depths = self.added.lost_in_places.iter();
        match (depths.next(), depths.next()) {
            (Some(depth), None) if !depth.is_empty() => {
                Answer::Written(Indentation::Lookup(vec![(Vec::new(), depth.clone())]))
            }
            (first, second) => Answer::refused_if(first.is_some() && second.is_some()),
        }
    }

    /// The whole hunk lost its indentation, and its lines are added between two of one depth, neither
    /// of which may contain the next: they are as deep.
    fn between_alike(&self) -> Answer {
        let Self { pairs, added, .. } = self;
        let is_flat = pairs.iter().all(|pair| pair.patch.is_empty())
            && added.indents.iter().all(|indent| indent.is_empty());
        let is_between = |gap: &Gap<'_>| {
            gap.before == gap.behind && !gap.opens && !gap.is_apart && !gap.is_behind_removed
        };
        let Some(first) = added.gaps.first() else { return Answer::NotMine };
        let are_alike =
            || added.gaps.iter().all(|gap| is_between(gap) && gap.before == first.before);
        if !is_flat || first.before.is_empty() || !are_alike() || !added.are_plain() {
            return Answer::NotMine;
        }
        Answer::Written(Indentation::Lookup(vec![(Vec::new(), first.before.to_vec())]))
    }

    fn kept(&self) -> Answer {
        Answer::kept_if(self.is_kept() || self.is_mostly_kept())
    }

    /// The units that bring the added lines into the steps of the file, if these rules do not.
    fn rescaled(&self, rules: &[Indentation]) -> Option<Indentation> {
        let Added { step, indents, .. } = self.added;
        let units = steps::rescaled(*step, indents, rules, self.pairs, self.around);
        units.map(Indentation::Units)
    }

    /// Whether a rule would write several steps of the file for each step of the added lines,
    /// although these are in the file's steps already; and the lines that are in no added line are
    /// as deep in the file, or replace lines that are.
    fn is_too_deep(&self, rule: &Indentation) -> bool {
        let Added { nesting, gaps, replacing, .. } = self.added;
        let is_as_deep = |indent: &[u8]| rule.apply(indent).as_deref() == Some(indent);
        let is_opened = |indent: &[u8]| {
            let mut gaps = gaps.iter().filter(|gap| gap.added == indent);
            gaps.any(Gap::is_step)
        };
        let is_in_place = |indent: &[u8]| {
            replacing.iter().any(|line| line.added == indent && line.file == indent)
        };
        let is_told =
            |indent: &&[u8]| is_as_deep(indent) || is_opened(indent) || is_in_place(indent);
        matches!(rule, Indentation::Units(_))
            && nesting.is_scaled_twice(rule, self.around)
            && nesting.outermost.iter().all(is_told)
    }

    /// Whether the added lines may stay if a removed one has no indentation: it shows little about
    /// lines that have some.
    fn is_kept(&self) -> bool {
        let is_fit = |gap: &Gap<'_>| gap.is_replaced || gap.takes(gap.added);
        let indents = &self.added.indents;
        let mut told = self.moved().filter(|pair| !pair.patch.is_empty());
        self.pairs.iter().any(Pair::is_removed_at_margin)
            && self.added.gaps.iter().all(is_fit)
            && !self.is_any_lost_in_place()
            && !self.added.are_more_at_margin
            && !told.any(|pair| indents.contains(&pair.patch))
    }

    /// Whether an added line without indentation replaces a line that lost its own.
    fn is_any_lost_in_place(&self) -> bool {
        let is_lost = |line: &Replacing<'_>| {
            line.added.is_empty() && line.patch.is_empty() && !line.file.is_empty()
        };
        self.added.replacing.iter().any(is_lost)
    }

    /// Whether the added lines may stay if most old lines are as in the file: they are indented
    /// like these, or in steps of the file below an added line that opens a block.
    fn is_mostly_kept(&self) -> bool {
        let Self { pairs, added, around, .. } = self;
        let (kept, moved): (Vec<&Pair<'_>>, Vec<&Pair<'_>>) =
            pairs.iter().partition(|pair| pair.patch == pair.file);
        let is_of = |pairs: &[&Pair<'_>], indent: &[u8]| pairs.iter().any(|it| it.patch == indent);
        let is_told = |indent: &&[u8]| is_of(&kept, indent) && !is_of(&moved, indent);
        kept.len() > moved.len()
            && added.nesting.outermost.iter().all(is_told)
            && added.nesting.is_in_steps(around)
            && added.gaps.iter().all(|gap| gap.takes(gap.added) || gap.is_replaced)
    }

    /// The old lines that are indented otherwise in the file.
    fn moved(&self) -> impl Iterator<Item = &'c Pair<'l>> {
        self.pairs.iter().filter(|pair| pair.patch != pair.file)
    }

    /// Whether a rule can write all added lines.
    fn covers(&self, rule: &Indentation) -> bool {
        self.added.indents.iter().all(|indent| rule.apply(indent).is_some())
    }

    /// Whether the lines that a rule writes fit between those of the file.
    fn fits(&self, rule: &Indentation) -> bool {
        let is_fit = |gap: &Gap<'_>| rule.apply(gap.added).is_some_and(|indent| gap.takes(&indent));
        self.added.gaps.iter().all(is_fit)
    }
}

/// Whether no deeper line of the patch is less deep in the file: otherwise the structure differs.
/// Tabs are not compared with spaces.
fn is_in_order(pairs: &[Pair<'_>]) -> bool {
    let is_tabbed = |pair: &&Pair<'_>| pair.patch.contains(&b'\t');
    let (tabbed, others): (Vec<_>, Vec<_>) = pairs.iter().partition(is_tabbed);
    [tabbed, others].iter().all(|pairs| are_widths_in_order(pairs))
}

fn are_widths_in_order(pairs: &[&Pair<'_>]) -> bool {
    let mut widths: Vec<_> = pairs.iter().map(|pair| (pair.patch.len(), pair.file.len())).collect();
    widths.sort_unstable();
    let mut most = (0, 0);
    widths.chunk_by(|one, other| one.0 == other.0).all(|same| {
        let least = same.iter().map(|(_, file)| *file).min().unwrap_or(0);
        let is_behind = least >= most.1;
        most = same.last().copied().unwrap_or(most);
        is_behind
    })
}

#[cfg(test)]
mod tests;
