//! Blanks for tabs where context does not show it: all of it is at the margin, in a file that is indented by tabs alone.

use bstr::ByteSlice as _;
use patch_parse::{Hunk, LineKind};

use super::Mapping;
use super::literals::is_literal_changed;
use crate::indent::indentation::Indentation;
use crate::indent::margins::Margins;
use crate::indent::units::{Around, Units};
use crate::text::blanks::without_indentation;
use crate::text::blocks::opens_block;

/// Whether a hunk leaves open in which blanks its patch is indented: no old line has any, and no added one a tab.
pub(crate) fn are_blanks_open(hunk: &Hunk<'_>) -> bool {
    hunk.lines.iter().all(|line| match line.kind {
        LineKind::Add => line.text.first() != Some(&b'\t'),
        LineKind::Context | LineKind::Remove => without_indentation(line.text).0.is_empty(),
    })
}

impl Mapping {
    /// Of a hunk whose old lines are as the file has them, in a patch that leaves open in which blanks it is indented: the tabs
    /// that those of its added lines are, where no line around begins with a blank and each of these is whole steps deeper
    /// than the line that opens what it is in.
    pub(crate) fn by_tabs(hunk: &Hunk<'_>, around: &Around<'_>) -> Option<Self> {
        let margins = Margins::of_exact(hunk);
        let step = step_of(hunk, margins)?;
        let is_tabbed = around.begins_with(b'\t') && !around.begins_with(b' ');
        let units = Units::of_steps([b' ', b'\t'], [step, 1], [0, 0]).filter(|_| is_tabbed)?;
        let indentation = Indentation::Units(units);
        let added = hunk.lines.iter().filter(|line| line.kind == LineKind::Add);
        let added: Vec<Vec<u8>> = added.map(|line| line.text.to_vec()).collect();
        let is_text = added.iter().any(|line| line.find_iter("`").count() % 2 == 1)
            || is_literal_changed(hunk, &added, margins, &indentation);
        (!is_text).then(|| Self { margins, indentation, ..Self::default() })
    }
}

/// The step in blanks of the added lines, where each line of each run is in one that opens something, or at the margin.
fn step_of(hunk: &Hunk<'_>, margins: Margins) -> Option<usize> {
    let mut steps = Vec::new();
    // Those that the next line may be in.
    let mut around: Vec<(&[u8], bool)> = Vec::new();
    for line in &hunk.lines {
        let Some((indent, words)) = margins.split(line.text) else { continue };
        if line.kind != LineKind::Add {
            around.clear();
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

/// Whether words begin a rule of a Makefile.
fn is_target(words: &[u8]) -> bool {
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || b"_-./%$(){}@ ".contains(byte);
    let len = words.iter().take_while(|byte| is_name(byte)).count();
    let behind = words.get(len..).unwrap_or_default().strip_prefix(b":");
    len > 0 && behind.is_some_and(|behind| !behind.starts_with(b"=") && !behind.starts_with(b":="))
}
