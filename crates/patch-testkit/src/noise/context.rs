//! Context: too little of it, or a line of it that is not what the file has.

use patch_parse::LineKind;

use super::Refusal::{self, Fine, OnlyRight, Wrong};
use super::damage::{BOTH, Damage, UNIFIED};
use super::places::places;
use super::scene::{Hunk, Line, Scene};
use super::widest::same_text;

/// See the module.
pub(super) const DAMAGES: &[Damage] = &[
    Damage {
        name: "context_1",
        what: "one line of context around each change",
        formats: BOTH,
        hunks: (1, 3),
        make: |scene| cut_context(scene, 1),
    },
    Damage {
        name: "context_0",
        what: "no context around changes that remove lines",
        formats: BOTH,
        hunks: (1, 3),
        make: |scene| {
            let has_removed = |hunk: &Hunk| hunk.has(LineKind::Remove);
            let is_fit = scene.hunks.iter().all(has_removed);
            cut_context(scene, 0).filter(|_| is_fit)
        },
    },
    Damage {
        name: "context_0_insertion",
        what: "added lines with no context: only the number says where",
        formats: UNIFIED,
        hunks: (1, 1),
        make: |scene| {
            cut_context(scene, 0)?;
            (scene.hunk().old_count() == 0).then_some(Fine)
        },
    },
    Damage {
        name: "outer_line_wrong",
        what: "the first or the last context line of a hunk is not what the file has",
        formats: BOTH,
        hunks: (1, 2),
        make: outer_line_wrong,
    },
    Damage {
        name: "inner_line_wrong",
        what: "the context line that touches the change is not what the file has",
        formats: BOTH,
        hunks: (1, 2),
        make: inner_line_wrong,
    },
    Damage {
        name: "removed_line_differs",
        what: "a removed line is not what the file has: somebody else changed it meanwhile",
        formats: BOTH,
        hunks: (1, 3),
        make: removed_line_differs,
    },
    Damage {
        name: "context_elided",
        what: "a part of the context is written as `...`",
        formats: BOTH,
        hunks: (1, 1),
        make: context_elided,
    },
];

fn cut_context(scene: &mut Scene, keep: usize) -> Option<Refusal> {
    for hunk in &mut scene.hunks {
        let (first, last) = hunk.core()?;
        let (from, to) = (first.saturating_sub(keep), (last + keep).min(hunk.lines.len()));
        hunk.at += from;
        hunk.lines = hunk.lines.drain(..).take(to).skip(from).collect();
    }
    scene.renumber();
    let is_empty = scene.hunks.iter().any(|hunk| hunk.old_count() == 0);
    if scene.format == patch_parse::Format::OpenCode {
        scene.hunks.iter_mut().for_each(|hunk| hunk.anchors.clear());
        if is_empty {
            return None;
        }
        scene.anchor_all()?;
    }
    // The numbers are right, or the anchors are.
    Some(Wrong)
}

fn outer_line_wrong(scene: &mut Scene) -> Option<Refusal> {
    for number in 0..scene.hunks.len() {
        let is_first = scene.rng.once_in(2);
        let hunk = scene.hunks.get(number)?;
        let (first, last) = hunk.core()?;
        let (index, room) =
            if is_first { (0, first) } else { (hunk.lines.len() - 1, hunk.lines.len() - last) };
        // Something must be left on that side.
        if room < 2 {
            return None;
        }
        let text = other_words(&hunk.lines.get(index)?.text)?;
        let mut rest = hunk.clone();
        rest.lines.remove(index);
        rest.at += usize::from(is_first);
        let is_certain = places(&scene.file, &rest.old_block()) == [rest.at];
        if !is_certain {
            return None;
        }
        scene.hunks.get_mut(number)?.lines.get_mut(index)?.show(&text);
    }
    Some(Wrong)
}

fn inner_line_wrong(scene: &mut Scene) -> Option<Refusal> {
    let is_above = scene.rng.once_in(2);
    let number = scene.rng.below(scene.hunks.len());
    let hunk = scene.hunks.get_mut(number)?;
    let (first, last) = hunk.core()?;
    let index = if is_above { first.checked_sub(1)? } else { last };
    let line = hunk.lines.get_mut(index)?;
    line.show(&other_words(&line.text)?);
    scene.is_alone().then_some(Fine)
}

fn removed_line_differs(scene: &mut Scene) -> Option<Refusal> {
    let number = scene.rng.below(scene.hunks.len());
    let hunk = scene.hunks.get(number)?;
    let old = hunk.lines.iter().filter(|line| line.is_old());
    let removed = (hunk.at..).zip(old).filter(|(_, line)| line.kind == LineKind::Remove);
    let removed: Vec<usize> = removed.map(|(at, _)| at).collect();
    let at = scene.rng.pick(&removed).copied()?;
    let text = other_words(&scene.file.get(at)?.text)?;
    // What the hunk makes of the line may be what is there now: that is another story.
    let is_new = hunk.lines.iter().all(|line| !same_text(&line.text, &text));
    let is_certain = scene.is_alone() && is_new;
    scene.file.get_mut(at)?.text = text;
    is_certain.then_some(OnlyRight)
}

/// The line with a word that is another one; `None` for a line without a word to spare.
pub(super) fn other_words(text: &[u8]) -> Option<Vec<u8>> {
    let is_letter = |byte: &u8| byte.is_ascii_alphabetic();
    let start = text.iter().position(is_letter)?;
    let len = text.get(start..)?.iter().take_while(|byte| is_letter(byte)).count();
    let (before, rest) = text.split_at(start);
    let (word, behind) = rest.split_at(len);
    (len > 2).then(|| [before, b"other_", word, behind].concat())
}

fn context_elided(scene: &mut Scene) -> Option<Refusal> {
    const ELLIPSES: &[&[u8]] = &[b"...", b" ...", b" // ...", b" // ... existing code ..."];
    let ellipsis = scene.rng.pick(ELLIPSES).copied()?;
    let above = scene.rng.between(6, 12);
    let at = scene.hunk().at;
    let from = at.checked_sub(above)?;
    let grown: Vec<Line> = scene
        .file
        .get(from..at)?
        .iter()
        .map(|line| Line::new(LineKind::Context, &line.text))
        .collect();
    let is_certain = scene.is_alone();
    let hunk = scene.hunk();
    hunk.at = from;
    hunk.lines.splice(0..0, grown);
    let (first, _) = hunk.core()?;
    let hidden = hunk.lines.get_mut(2..first.checked_sub(2)?)?;
    let (head, rest) = hidden.split_first_mut()?;
    head.shown = Some(ellipsis.to_vec());
    for line in rest {
        line.shown = None;
    }
    scene.renumber();
    is_certain.then_some(Fine)
}
