//! One hunk of a file, and what became of it so far.

use patch_parse::{Hunk, HunkLine, LineKind};

use crate::failure::Why;
use crate::place::candidate::{Candidate, Kind, Places, signed};
use crate::place::lookup::MOST_PLACES;
use crate::place::numbers::Numbers;
use crate::place::overlap::Choice;
use crate::place::placement::EvidenceSet;

/// The edge of the file that a hunk claims, by having no context on that side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Edge {
    Start,
    End,
}

/// One hunk, in the order of the file.
#[derive(Debug)]
pub(super) struct Slot<'h> {
    pub(super) index: usize,
    pub(super) hunk: &'h Hunk<'h>,
    pub(super) hint: Option<usize>,
    pub(super) heading: Option<&'h [u8]>,
    pub(super) state: State,
    pub(super) places: Option<Places>,
}

/// What became of a hunk so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    Open(Why),
    At(Candidate, EvidenceSet),
    /// The file has the change already, at this line.
    Done(usize),
}

impl State {
    pub(super) fn candidate(&self) -> Option<&Candidate> {
        match self {
            Self::At(place, _) => Some(place),
            Self::Open(_) | Self::Done(_) => None,
        }
    }

    /// Whether two judgements put the hunk in one place.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::At(one, _), Self::At(other, _)) => one == other,
            (one, other) => one == other,
        }
    }
}

impl<'h> Slot<'h> {
    pub(super) fn new(index: usize, hunk: &'h Hunk<'h>, numbers: &Numbers) -> Self {
        Self {
            index,
            hunk,
            hint: numbers.hint(hunk),
            heading: heading(hunk),
            state: State::Open(Why::Nowhere),
            places: None,
        }
    }

    /// The edge of the file that the hunk claims. To see its last line takes a walk over all, and most hunks are
    /// never asked.
    pub(super) fn edge(&self) -> Option<Edge> {
        edge_of(self.hunk)
    }

    /// How far the place of the hunk is from its number.
    pub(super) fn offset(&self) -> Option<i64> {
        Some(self.state.candidate()?.whole().saturating_sub(signed(self.hint?)))
    }

    /// What the hunk may take, open or placed, for the order of all.
    pub(super) fn choice(&self) -> Option<Choice> {
        match (&self.state, &self.places) {
            (State::At(place, _), _) => Some(Choice::one(place)),
            (State::Open(Why::Ambiguous), Some(places)) => choice_of(self.index, places),
            _ => None,
        }
    }
}

/// The heading that a header names, if any.
fn heading<'h>(hunk: &'h Hunk<'_>) -> Option<&'h [u8]> {
    let anchor = hunk.anchors.last().map(|anchor| &***anchor);
    anchor.or(Some(&**hunk.section)).filter(|heading| !heading.trim_ascii().is_empty())
}

fn edge_of(hunk: &Hunk<'_>) -> Option<Edge> {
    let is_context =
        |line: Option<HunkLine<'_>>| line.is_some_and(|line| line.kind == LineKind::Context);
    let (first, last) =
        (is_context(hunk.lines.iter().next()), is_context(hunk.lines.iter().last()));
    match (first, last) {
        (false, true) => hunk.range.filter(|range| range.old_start <= 1).map(|_| Edge::Start),
        (true, false) => Some(Edge::End),
        _ => None,
    }
}

/// The lines that the best places of a hunk leave it.
fn choice_of(index: usize, places: &Places) -> Option<Choice> {
    let best = places.best()?;
    let mut of_best = places.all.iter().filter(|place| place.is_match() && place.rank == best);
    let first = of_best.clone().next()?;
    let Kind::Match(rung) = first.kind else { return None };
    debug_assert!(places.all.len() <= 4 * MOST_PLACES + 4096, "places are bounded");
    let lines: Vec<(usize, usize)> =
        of_best.by_ref().map(|place| (place.line, place.count)).collect();
    Some(Choice::several(lines, places.is_cut.then_some((index, rung, first.count))))
}
