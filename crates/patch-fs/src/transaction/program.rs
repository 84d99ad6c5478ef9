//! The order in which the changes of one commit take effect.

use std::collections::BTreeSet;

use patch_apply::confine::Spot;

use super::op::{Fresh, Kind, Op};
use super::shape::Shape;
use super::step::Step;

/// A step and the change that it is part of, by its number.
#[derive(Clone, Debug)]
pub(super) struct Task {
    pub(super) op: Op,
    pub(super) step: usize,
}

/// Removals that make way, directories that make way, writes with the directories they need, and
/// then the other removals.
pub(super) fn program(steps: &[Step<'_>]) -> Vec<Task> {
    let shape = Shape::of(steps);
    let tasks = Vec::with_capacity(steps.len());
    let mut program = Program { tasks, free: steps.len(), made: BTreeSet::new() };
    let numbered = || steps.iter().enumerate();
    let (first, later): (Vec<_>, Vec<_>) = numbered()
        .filter(|(_, step)| step.site.is_removal() && step.old.is_some())
        .partition(|(_, step)| shape.blocks(&step.site));
    for (number, step) in first {
        program.push(number, &step.site.place.spot, Kind::Remove);
    }
    // The deepest first.
    for folder in shape.displaced.iter().rev() {
        let makes_way = |(_, step): &(usize, &Step<'_>)| {
            let spot = &step.site.place.spot;
            step.fresh.is_some() && (spot == folder || folder.is_below(spot))
        };
        if let Some((number, _)) = numbered().find(makes_way) {
            program.push_new(number, folder, Kind::Displace);
        }
    }
    for (number, step) in numbered() {
        program.write(number, step);
    }
    for (number, step) in later {
        program.push(number, &step.site.place.spot, Kind::Remove);
    }
    program.tasks
}

/// Whether there is only one step, which the system performs completely or not at all: a power
/// failure can leave it done or not done, whatever happened to the journal.
pub(super) fn is_single(tasks: &[Task]) -> bool {
    tasks.len() == 1
}

struct Program {
    tasks: Vec<Task>,
    /// The first number that no change has.
    free: usize,
    made: BTreeSet<Spot>,
}

impl Program {
    fn push(&mut self, number: usize, at: &Spot, kind: Kind) {
        let op = Op { number: Some(number), at: at.clone(), kind };
        self.tasks.push(Task { op, step: number });
    }

    fn push_new(&mut self, step: usize, at: &Spot, kind: Kind) {
        let number = self.free;
        self.free += 1;
        let op = Op { number: Some(number), at: at.clone(), kind };
        self.tasks.push(Task { op, step });
    }

    fn write(&mut self, number: usize, step: &Step<'_>) {
        let Some(Fresh { content, file }) = step.fresh else { return };
        for folder in step.site.place.missing_folders() {
            if self.made.insert(folder.clone()) {
                self.push_new(number, &folder, Kind::MakeDir);
            }
        }
        let old = step.old.as_ref().filter(|old| !old.is_dir());
        let kind = match old {
            None => Kind::Create { content },
            Some(_) => Kind::Replace { content, file },
        };
        self.push(number, &step.site.place.spot, kind);
    }
}
