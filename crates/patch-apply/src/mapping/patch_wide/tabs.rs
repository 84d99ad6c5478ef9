//! Handles a patch in spaces for a file in tabs, if no context shows it because all of it is at the
//! margin.

use patch_parse::{Hunk, LineKind};

use crate::indent::around::Around;
use crate::indent::indentation::Indentation;
use crate::indent::margins::Margins;
use crate::indent::units::Units;
use crate::mapping::Mapping;
use crate::mapping::lines::inside::may_open_text;
use crate::mapping::lines::literals::is_literal_changed;
use crate::mapping::lines::makefile::{has_recipes, is_in_tabs, is_rule, is_target};
use crate::text::blanks::without_indentation;
use crate::text::blocks::opens_block;

/// Whether a hunk leaves open by which blanks its patch is indented: no old line has any, and no
/// added one has a tab.
pub(crate) fn are_blanks_open(hunk: &Hunk<'_>) -> bool {
    hunk.lines.iter().all(|line| match line.kind {
        LineKind::Add => line.text.first() != Some(&b'\t'),
        LineKind::Context | LineKind::Remove => without_indentation(line.text).0.is_empty(),
    })
}

impl Mapping {
    /// For a hunk whose old lines match exactly, in a patch that leaves open by which blanks it is
    /// indented: the tabs for the spaces of its added lines, if no line around begins with a space
    /// and each added line is a whole number of steps deeper than the line that opens its block.
    pub(crate) fn by_tabs(hunk: &Hunk<'_>, around: &Around<'_>) -> Option<Self> {
        let margins = Margins::of_exact(hunk);
        let step = step_of(hunk, margins)?;
        let is_tabbed = is_in_tabs(around) || (has_recipes(around) && are_recipes(hunk, margins));
        let units = Units::of_steps([b' ', b'\t'], [step, 1], [0, 0]).filter(|_| is_tabbed)?;
        let indentation = Indentation::Units(units);
        let added = hunk.lines.iter().filter(|line| line.kind == LineKind::Add);
        let added: Vec<Vec<u8>> = added.map(|line| line.text.to_vec()).collect();
        let is_text = added.iter().any(|line| may_open_text(line))
            || is_literal_changed(hunk, &added, margins, &indentation);
        (!is_text).then(|| Self { margins, indentation, ..Self::default() })
    }
}

/// Whether all indented lines that a hunk adds are in rules of a Makefile that it shows.
fn are_recipes(hunk: &Hunk<'_>, margins: Margins) -> bool {
    let mut is_in_rule = false;
    hunk.lines.iter().all(|line| {
        let Some((indent, words)) = margins.split(line.text) else { return true };
        if indent.is_empty() {
            is_in_rule = is_rule(words);
        }
        is_in_rule || indent.is_empty() || line.kind != LineKind::Add
    })
}

/// The step of the added lines in spaces, if each line of each run is in a block that another
/// opens, or at the margin.
fn step_of(hunk: &Hunk<'_>, margins: Margins) -> Option<usize> {
    let mut steps = Vec::new();
    // The lines that the next one may be in; old lines are at the margin.
    let mut around: Vec<(&[u8], bool)> = Vec::new();
    for line in &hunk.lines {
        let Some((indent, words)) = margins.split(line.text) else { continue };
        if line.kind != LineKind::Add {
            around = vec![(indent, line.kind == LineKind::Context && is_rule(words))];
            continue;
        }
        while around.pop_if(|(outer, _)| outer.len() >= indent.len()).is_some() {}
        match around.last() {
            Some((outer, true)) => steps.push(indent.len() - outer.len()),
            None if indent.is_empty() => {}
            Some((_, false)) | None => return None,
        }
        around.push((indent, opens_block(words) || is_target(words)));
    }
    let step = steps.iter().copied().min().filter(|step| *step > 1)?;
    steps.iter().all(|other| other.is_multiple_of(step)).then_some(step)
}
