//! Hunks that do not follow each other.

use patch_parse::{Format, LineKind};

use super::Refusal::{self, Fine, OnlyRight, Wrong};
use super::damage::{BOTH, Damage};
use super::scene::{Hunk, Line, Scene};

/// See the module.
pub(super) const DAMAGES: &[Damage] = &[
    Damage {
        name: "out_of_order",
        what: "the hunks are written from the last to the first",
        formats: BOTH,
        hunks: (2, 3),
        make: out_of_order,
    },
    Damage {
        name: "shared_context",
        what: "two hunks name the lines between their changes as context",
        formats: BOTH,
        hunks: (1, 1),
        make: shared_context,
    },
    Damage {
        name: "changed_twice",
        what: "two hunks remove the same lines and put other ones there",
        formats: BOTH,
        hunks: (1, 1),
        make: changed_twice,
    },
];

fn out_of_order(scene: &mut Scene) -> Option<Refusal> {
    scene.hunks.reverse();
    // That format seeks forward: whether it looks after is the tool's choice.
    let refusal = if scene.format == Format::Unified { Wrong } else { Fine };
    scene.is_alone().then_some(refusal)
}

fn shared_context(scene: &mut Scene) -> Option<Refusal> {
    let hunk = scene.hunk().clone();
    let (first, last) = hunk.core()?;
    let inner = hunk.lines.get(first..last)?;
    // The longest run of context between two changes.
    let runs = inner.split(|line| !line.is_context()).map(<[Line]>::len);
    let longest = runs.max().filter(|run| *run >= 3)?;
    let start = (first..last).find(|start| {
        let run = hunk.lines.get(*start..start + longest);
        run.is_some_and(|run| run.iter().all(Line::is_context))
    })?;
    let mut above = hunk.clone();
    above.lines.truncate(start + longest);
    let mut below = hunk.clone();
    below.lines.drain(..start);
    below.anchors.clear();
    below.at += hunk.lines.iter().take(start).filter(|line| line.is_old()).count();
    scene.hunks = vec![above, below];
    scene.renumber_apart();
    scene.is_alone().then_some(Fine)
}

fn changed_twice(scene: &mut Scene) -> Option<Refusal> {
    let mut again: Hunk = scene.hunk().clone();
    if !again.has(LineKind::Remove) {
        return None;
    }
    again.lines.retain(|line| line.kind != LineKind::Add);
    let behind = again.lines.iter().rposition(|line| line.kind == LineKind::Remove)? + 1;
    let other = scene.filler(1).pop()?;
    again.lines.insert(behind, Line::new(LineKind::Add, &other));
    scene.hunks.push(again);
    scene.renumber_apart();
    scene.is_alone().then_some(OnlyRight)
}

impl Scene {
    /// Writes the numbers of hunks that were made one by one, without regard to each other.
    fn renumber_apart(&mut self) {
        let hunks = std::mem::take(&mut self.hunks);
        for hunk in hunks {
            let before = std::mem::replace(&mut self.hunks, vec![hunk]);
            self.renumber();
            let numbered = std::mem::replace(&mut self.hunks, before);
            self.hunks.extend(numbered);
        }
    }
}
