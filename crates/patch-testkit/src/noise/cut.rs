//! Answers that end too early: refused, unless what is missing changes nothing.

use patch_parse::{Format, LineKind};

use super::Refusal::{self, Fine, OnlyRight};
use super::damage::{BOTH, Damage, UNIFIED};
use super::scene::{Line, Scene};

/// See the module.
pub(super) const DAMAGES: &[Damage] = &[
    Damage {
        name: "cut_in_changes",
        what: "the text ends in the last hunk, with changes of it missing",
        formats: BOTH,
        hunks: (1, 3),
        make: |scene| {
            cut(scene)?;
            Some(OnlyRight)
        },
    },
    Damage {
        name: "cut_in_line",
        what: "the text ends in the middle of an added line, and more changes are missing",
        formats: BOTH,
        hunks: (1, 3),
        make: cut_in_line,
    },
    Damage {
        name: "cut_behind_changes",
        what: "the text ends after the last change, and the context after it is missing",
        formats: UNIFIED,
        hunks: (1, 3),
        make: cut_behind_changes,
    },
];

/// Lines that counts are wrong by, out of mere carelessness.
const MOST_MISCOUNTED: usize = 3;

/// Ends the text in the last hunk, where the counts or the marks show it; returns the last line
/// that is left.
fn cut(scene: &mut Scene) -> Option<usize> {
    let lines = &scene.hunks.last()?.lines;
    let is_told = |last: &usize| {
        let (Some(line), Some(lost)) = (lines.get(*last), lines.get(*last + 1..)) else {
            return false;
        };
        let is_missing = lost.iter().any(|line| !line.is_context());
        let count = |kind| lost.iter().filter(|line| line.kind != kind).count();
        let is_far =
            [LineKind::Add, LineKind::Remove].map(count).into_iter().min() > Some(MOST_MISCOUNTED);
        let is_marked = scene.format == Format::OpenCode;
        is_missing && (!line.is_context() || is_far || is_marked)
    };
    let places: Vec<usize> = (0..lines.len()).filter(is_told).collect();
    let last = scene.rng.pick(&places).copied()?;
    hide_behind(scene, last)?;
    Some(last)
}

fn hide_behind(scene: &mut Scene, last: usize) -> Option<()> {
    let hunk = scene.hunks.last_mut()?;
    for line in hunk.lines.iter_mut().skip(last + 1) {
        line.shown = None;
    }
    hunk.ends_file = false;
    scene.look.envelope[1] = None;
    Some(())
}

fn cut_in_line(scene: &mut Scene) -> Option<Refusal> {
    let last = cut(scene)?;
    let line = scene.hunks.last_mut()?.lines.get_mut(last)?;
    let text = line.text.clone();
    let is_fit = line.kind == LineKind::Add && text.trim_ascii().len() > 8;
    line.show(text.get(..text.len().saturating_sub(4))?);
    scene.look.has_last_newline = false;
    is_fit.then_some(OnlyRight)
}

fn cut_behind_changes(scene: &mut Scene) -> Option<Refusal> {
    let (_, end) = scene.hunks.last()?.core()?;
    let is_more = scene.hunks.last()?.lines.get(end).is_some_and(Line::is_context);
    hide_behind(scene, end.checked_sub(1)?)?;
    // What is left is put where it belongs, if it is.
    (is_more && scene.is_alone()).then_some(Fine)
}
