//! Checks that the lines that a rule writes have the steps and the blanks of the file. This catches
//! a rule that explains two faults of a patch as one.

use super::added::Added;
use crate::indent::around::Around;
use crate::indent::indentation::Indentation;
use crate::indent::pair::Pair;
use crate::mapping::lines::gap::Gap;
use crate::text::blanks::{depth, without_indentation};
use crate::text::blocks::{closes_block, opens_block};

/// Added lines as a rule would write them.
pub(super) struct Written<'l> {
    pub(super) rule: &'l Indentation,
    /// All added lines, their signs mapped.
    pub(super) lines: &'l [Vec<u8>],
    pub(super) added: &'l Added<'l>,
    pub(super) pairs: &'l [Pair<'l>],
    pub(super) around: &'l Around<'l>,
}

impl<'l> Written<'l> {
    /// Whether the lines fit nowhere in the file; or old lines had to be moved, and the added ones
    /// would not have the steps or the blanks of the file.
    pub(super) fn is_unfit(&self) -> bool {
        let is_moved = || self.pairs.iter().any(|pair| pair.patch != pair.file);
        self.is_any_gap(Gap::is_misfit) || (is_moved() && self.is_off())
    }

    fn is_off(&self) -> bool {
        let around = self.around;
        let indents = || self.added.indents.iter().filter_map(|own| self.rule.apply(own));
        let is_at_margin = || self.pairs.iter().all(|pair| pair.file.is_empty());
        self.is_any_gap(|gap, indent| is_beside_step(gap, indent, around))
            || indents().any(|indent| are_other_blanks(&indent, around))
            // Context at the margin of the file shows nothing about the steps of the patch.
            || (is_at_margin() && are_other_steps(self.lines, around))
    }

    fn is_any_gap(&self, is_it: impl Fn(&Gap<'l>, &[u8]) -> bool) -> bool {
        let is_it =
            |gap: &Gap<'l>| self.rule.apply(gap.added).is_some_and(|indent| is_it(gap, &indent));
        self.added.gaps.iter().any(is_it)
    }
}

/// Whether a line would be one blank off a step among lines that are in steps.
fn is_beside_step(gap: &Gap<'_>, indent: &[u8], around: &Around<'_>) -> bool {
    let is_of_spaces = [gap.before, gap.behind, indent].concat().iter().all(|byte| *byte == b' ');
    let is_beside = |unit: usize| {
        let [before, behind, rest] = [gap.before, gap.behind, indent].map(|line| line.len() % unit);
        before == 0 && behind == 0 && (rest == 1 || rest == unit - 1)
    };
    // With steps of three blanks, one step may be one blank off another.
    let unit = around.unit().filter(|unit| *unit > 1 && *unit != 3);
    !gap.is_behind_removed && is_of_spaces && unit.is_some_and(is_beside)
}

/// Whether a line would begin with a blank that no line around begins with, while lines begin with
/// the other.
fn are_other_blanks(indent: &[u8], around: &Around<'_>) -> bool {
    match indent.first() {
        Some(b'\t') => !around.begins_with(b'\t') && around.begins_with(b' '),
        // A single one may precede the star of a comment.
        Some(_) if indent.len() > 1 => !around.begins_with(b' ') && around.begins_with(b'\t'),
        Some(_) | None => false,
    }
}

/// Whether added lines open blocks, and none of the lines in these is one step of the file deeper.
fn are_other_steps(added: &[Vec<u8>], around: &Around<'_>) -> bool {
    let is_worded = |line: &&Vec<u8>| depth(line).is_some();
    let worded: Vec<&Vec<u8>> = added.iter().filter(is_worded).collect();
    let step = |pair: &[&Vec<u8>]| {
        let [first, second] = pair else { return None };
        let is_opened = opens_block(first) && !closes_block(without_indentation(second).1);
        let step = depth(second)?.checked_sub(depth(first)?)?;
        Some(step).filter(|step| is_opened && *step > 0)
    };
    let mut steps = worded.windows(2).filter_map(step).peekable();
    let Some(unit) = around.unit() else { return false };
    steps.peek().is_some() && steps.all(|step| step != unit)
}
