//! What is written is in the steps and the blanks of the file, where the lines around it are: a rule that two faults of the
//! patch have made is noticed here.

use super::gap::Gap;
use super::units::Around;
use crate::place::rung::{closes_block, depth, opens_block, without_indentation};

/// Whether a line would be one blank beside a step between lines that are in steps.
pub(super) fn is_beside_step(gap: &Gap<'_>, indent: &[u8], around: &Around<'_>) -> bool {
    let is_of_spaces = [gap.before, gap.behind, indent].concat().iter().all(|byte| *byte == b' ');
    let is_beside = |unit: usize| {
        let [before, behind, rest] = [gap.before, gap.behind, indent].map(|line| line.len() % unit);
        before == 0 && behind == 0 && (rest == 1 || rest == unit - 1)
    };
    // Of steps of three blanks one is beside the other.
    let unit = around.unit().filter(|unit| *unit > 1 && *unit != 3);
    !gap.is_behind_removed && is_of_spaces && unit.is_some_and(is_beside)
}

/// Whether a line would begin with a blank that no line around begins with, while lines begin with the other.
pub(super) fn are_other_blanks<'l>(
    mut indents: impl Iterator<Item = &'l [u8]>,
    around: &Around<'_>,
) -> bool {
    indents.any(|indent| match indent.first() {
        Some(b'\t') => !around.begins_with(b'\t') && around.begins_with(b' '),
        // One alone may be that in front of the star of a comment.
        Some(_) if indent.len() > 1 => !around.begins_with(b' ') && around.begins_with(b'\t'),
        Some(_) | None => false,
    })
}

/// Whether added lines open something and none of what they open is a step of the file deeper.
pub(super) fn are_other_steps(added: &[Vec<u8>], around: &Around<'_>) -> bool {
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
