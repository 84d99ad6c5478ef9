//! Indentation in another unit, or a blank too many: added lines must follow the lines that were
//! matched.

use patch_parse::LineKind;

use super::Refusal::{self, Fine, Wrong};
use super::blocks::is_in_blocks;
use super::damage::{BOTH, Damage};
use super::scene::{Hunk, Line, Scene};

/// See the module.
pub(super) const DAMAGES: &[Damage] = &[
    Damage {
        name: "unit_halved",
        what: "the patch is indented by two for each four of the file",
        formats: BOTH,
        hunks: (1, 3),
        make: unit_halved,
    },
    Damage {
        name: "unit_doubled",
        what: "the patch is indented by four for each two of the file",
        formats: BOTH,
        hunks: (1, 3),
        make: unit_doubled,
    },
    Damage {
        name: "blank_behind_marks",
        what: "there is a blank too many after the mark of every line",
        formats: BOTH,
        hunks: (1, 3),
        make: blank_behind_marks,
    },
    Damage {
        name: "blank_behind_signs",
        what: "there is a blank too many after `-` and `+`, and none after the mark of context",
        formats: BOTH,
        hunks: (1, 3),
        make: blank_behind_signs,
    },
    Damage {
        name: "context_unindented",
        what: "context lines have lost their indentation, removed and added ones have it",
        formats: BOTH,
        hunks: (1, 2),
        make: context_unindented,
    },
];

fn unit_halved(scene: &mut Scene) -> Option<Refusal> {
    is_told(scene)?;
    is_in_blocks(scene)?;
    for line in scene.hunks.iter_mut().flat_map(|hunk| &mut hunk.lines) {
        line.show(&halved(&line.text));
    }
    scene.is_alone().then_some(Wrong)
}

fn unit_doubled(scene: &mut Scene) -> Option<Refusal> {
    is_told(scene)?;
    is_in_blocks(scene)?;
    for line in &mut scene.file {
        line.text = halved(&line.text);
    }
    for line in scene.hunks.iter_mut().flat_map(|hunk| &mut hunk.lines) {
        // What is written stays; what is meant is in the unit of the file.
        line.text = halved(&line.text);
    }
    scene.is_alone().then_some(Wrong)
}

/// Half of the blanks in front, and the rest.
fn halved(text: &[u8]) -> Vec<u8> {
    let text = if text.trim_ascii().is_empty() { &[][..] } else { text };
    text.get(width(text) / 2..).unwrap_or_default().to_vec()
}

/// Blanks in front.
fn width(text: &[u8]) -> usize {
    text.iter().take_while(|byte| **byte == b' ').count()
}

/// Whether the old lines of every hunk show how each added indentation is to be written: it is one
/// of theirs, or they have two, by which a unit can be distinguished from a shift. Added lines go
/// one step deeper at a time: if a line goes two steps deeper, it is unclear whether the unit is
/// the cause.
fn is_told(scene: &Scene) -> Option<()> {
    let is_fit = |hunk: &Hunk| {
        let lines = || hunk.lines.iter().filter(|line| !line.is_blank());
        let is_by_four = lines().all(|line| {
            let blanks = width(&line.text);
            blanks.is_multiple_of(4) && line.text.get(blanks) != Some(&b'\t')
        });
        let by_steps = lines()
            .zip(lines().skip(1))
            .all(|(above, line)| line.is_old() || width(&line.text) <= width(&above.text) + 4);
        let old: Vec<usize> =
            lines().filter(|line| line.is_old()).map(|line| width(&line.text)).collect();
        let has_two = old.iter().any(|width| Some(width) != old.first());
        let is_known = |line: &Line| old.contains(&width(&line.text));
        let is_shown = has_two || lines().all(is_known);
        is_by_four && by_steps && old.iter().any(|width| *width > 0) && is_shown
    };
    scene.hunks.iter().all(is_fit).then_some(())
}

fn blank_behind_marks(scene: &mut Scene) -> Option<Refusal> {
    let shows = |hunk: &Hunk| hunk.lines.iter().any(|line| line.is_old() && !line.is_blank());
    let is_told = scene.hunks.iter().all(shows);
    shift(scene, |_| true);
    (is_told && scene.is_alone()).then_some(Wrong)
}

fn blank_behind_signs(scene: &mut Scene) -> Option<Refusal> {
    // A removed line of the same indentation shows how an added one is meant.
    let is_told = scene.hunks.iter().all(|hunk| {
        let of = |kind| hunk.lines.iter().filter(move |line| line.kind == kind && !line.is_blank());
        let is_shown = |added: &Line| {
            of(LineKind::Remove).any(|removed| width(&removed.text) == width(&added.text))
        };
        of(LineKind::Remove).next().is_some() && of(LineKind::Add).all(is_shown)
    });
    shift(scene, |line| !line.is_context());
    (is_told && scene.is_alone()).then_some(Wrong)
}

/// Writes a blank more before some lines.
fn shift(scene: &mut Scene, wanted: impl Fn(&Line) -> bool) {
    for line in scene.hunks.iter_mut().flat_map(|hunk| &mut hunk.lines) {
        if wanted(line) && !line.is_blank() {
            line.show(&[b" ", &*line.text].concat());
        }
    }
}

fn context_unindented(scene: &mut Scene) -> Option<Refusal> {
    // Added lines without any indentation look like part of a block that lost all of it, and lines
    // added before all context could be anything.
    let is_told = scene.hunks.iter().all(|hunk| {
        let of = |kind| hunk.lines.iter().filter(move |line| line.kind == kind && !line.is_blank());
        let is_flat = of(LineKind::Add).any(|added| width(&added.text) == 0);
        let is_deep = of(LineKind::Context).all(|context| width(&context.text) > 0);
        let is_first = hunk.lines.first().is_some_and(|line| line.kind == LineKind::Add);
        of(LineKind::Remove).next().is_some() || !(is_flat && is_deep || is_first)
    });
    let mut is_changed = false;
    for line in scene.hunks.iter_mut().flat_map(|hunk| &mut hunk.lines) {
        if line.is_context() && !line.is_blank() {
            let text = line.text.trim_ascii_start().to_vec();
            is_changed |= text != line.text;
            line.show(&text);
        }
    }
    (is_changed && is_told && scene.is_alone()).then_some(Fine)
}
