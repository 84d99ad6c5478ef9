//! One chunk of a section, and what became of it so far.

use patch_parse::Hunk;

use crate::failure::{HunkFailure, Why};
use crate::place::decide::report;
use crate::place::evidence::{Facts, Judged, OPENCODE};
use crate::place::lookup::{Block, Lookup};
use crate::place::overlap::Choice;
use crate::place::placement::EvidenceSet;
use crate::place::places::{Match, Place};
use crate::place::rung::{Rank, RungRule};
use crate::place::scene::{Placed, Scene};

/// One chunk and what became of it.
pub(super) struct Slot {
    pub(super) state: State,
    pub(super) judged: Vec<Judged>,
    pub(super) is_cut: bool,
    pub(super) facts: Facts,
    /// The line that its anchor names.
    pub(super) anchor: Option<usize>,
    /// What is like it in the block that its anchor opens, if it was put after that.
    pub(super) changed: Vec<Judged>,
    /// Its anchor names one line, and it is once in what that opens.
    pub(super) is_alone: bool,
    /// It was taken back, and no order of the others gives it another place.
    pub(super) is_doubted: bool,
}

/// What became of a chunk so far.
pub(super) enum State {
    Open(Why),
    At(Found),
    Done(usize),
    Failed(Box<HunkFailure>),
}

/// A chunk's place.
#[derive(Clone, Copy)]
pub(super) struct Found {
    pub(super) at: Match,
    pub(super) evidence: EvidenceSet,
    pub(super) other_places: usize,
}

/// Why a chunk does not go to the place that was chosen.
#[derive(Clone, Copy, Debug)]
pub(super) struct Objection {
    pub(super) why: Why,
    /// Nor does the order of the chunks say that it is meant.
    pub(super) is_final: bool,
}

impl Found {
    pub(super) fn place(&self) -> Place {
        self.at.place()
    }
}

impl Slot {
    pub(super) fn new(state: State) -> Self {
        Self {
            state,
            judged: Vec::new(),
            is_cut: false,
            facts: Facts::default(),
            anchor: None,
            changed: Vec::new(),
            is_alone: false,
            is_doubted: false,
        }
    }

    /// What the chunk may take, for the order of all.
    pub(super) fn choice(&self, index: usize) -> Option<Choice> {
        match &self.state {
            State::At(found) => Some(Choice::one(found.place().line, found.place().count)),
            State::Open(Why::Ambiguous) => {
                let matches = || self.judged.iter().filter(|judged| judged.place.is_match());
                let best = matches().map(|judged| judged.place.rank).min()?;
                let of_best = matches().filter(|judged| judged.place.rank == best);
                let first = of_best.clone().next()?;
                let rung = first.place.as_match()?.rung();
                let more = self.is_cut.then_some((index, rung, first.place.count));
                let lines = of_best.map(|judged| (judged.place.line, judged.place.count));
                Some(Choice::several(lines.collect(), more))
            }
            State::Open(_) | State::Done(_) | State::Failed(_) => None,
        }
    }

    /// Whether its places differ in nothing but their outer context.
    pub(super) fn is_loose(&self) -> bool {
        let matches = || self.judged.iter().filter(|judged| judged.place.is_match());
        matches().all(|judged| judged.place.rank == Rank::Outer)
    }

    /// Adds the first and the last place in some room, where there are more than are listed.
    pub(super) fn add_unlisted(
        &mut self,
        lookup: &mut impl Lookup,
        index: usize,
        (first, end): (usize, usize),
    ) {
        let Some(like) = self.judged.first().copied() else { return };
        let rung = like.place.as_match().map(|found| found.rung());
        let Some(rule) = rung.and_then(RungRule::of) else { return };
        let block = Block::Old(index);
        let ends =
            [lookup.first_place(block, rule, first), lookup.last_place(block, rule, first..end)];
        for line in ends.into_iter().flatten() {
            if self.judged.iter().all(|judged| judged.place.line != line) {
                self.judged.push(Judged { place: Place { line, ..like.place }, ..like });
            }
        }
    }

    /// Why the chunk has no place, with those that it may have.
    pub(super) fn failure(&self, why: Why, index: usize, hunk: &Hunk<'_>) -> Box<HunkFailure> {
        let mut failure = HunkFailure::refused(why, index, hunk);
        let count = self.judged.iter().filter(|judged| judged.place.is_match()).count();
        failure.add_places(report(&OPENCODE, &self.facts, &self.judged), count);
        failure
    }

    pub(super) fn placed<L: Lookup>(
        self,
        scene: &mut Scene<'_, '_, L>,
        index: usize,
        hunk: &Hunk<'_>,
    ) -> Placed {
        match self.state {
            State::At(found) => {
                let mut placement = scene.placement(found.at);
                placement.evidence = found.evidence;
                placement.other_places = found.other_places;
                Placed::At(placement)
            }
            State::Done(line) => Placed::Done(HunkFailure::done(index, hunk, line)),
            State::Failed(failure) => Placed::Failed(failure),
            State::Open(why) => {
                let mut failure = self.failure(why, index, hunk);
                if let (Why::OutsideHeading(_), Some(anchor)) = (why, hunk.anchors.last()) {
                    failure.add_heading(anchor, self.anchor);
                }
                Placed::Failed(failure)
            }
        }
    }
}
