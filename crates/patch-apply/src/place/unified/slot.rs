//! One hunk of a file, and what became of it so far.

use std::borrow::Cow;
use std::num::NonZero;

use patch_parse::{Hunk, HunkLine, LineKind};

use super::part::Named;
use crate::failure::Why;
use crate::place::evidence::Facts;
use crate::place::lookup::{Block, Lookup, MOST_PLACES};
use crate::place::names::heading::names_nothing;
use crate::place::numbers::{MOST_MISCOUNTED, Numbers, context_of};
use crate::place::overlap::Choice;
use crate::place::placement::EvidenceSet;
use crate::place::places::{Match, Place, Places, signed};
use crate::place::rung::exact;
use crate::place::scene::Scene;
use crate::text::words::has_words;

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
    pub(super) heading: Option<Cow<'h, [u8]>>,
    /// The one line that the heading names, if the heading has a form that no tool writes.
    pub(super) named: Option<Named>,
    /// How many lines at its end the next hunk has as well, by the numbers of both: context in
    /// both.
    pub(super) shared: usize,
    /// Lines at its start and at its end that others may have as well: all context there, where no
    /// numbers say how many.
    pub(super) margins: (usize, usize),
    pub(super) state: State,
    pub(super) places: Option<Places>,
    /// It has no number and the same old lines as the hunk next to it: places like it were looked
    /// for.
    pub(super) is_of_twins: bool,
    /// Something was found that one of these hunks may mean, and that is not a place for it.
    pub(super) is_like_others: bool,
    /// Whether it is as written at its number, once that was looked up.
    is_at_own: Option<bool>,
    /// By how many lines the hunks in front move it, where it has the same number on both sides.
    moved: Option<NonZero<i32>>,
    /// What it was judged under last.
    pub(super) asked: Option<Box<Asked>>,
}

/// What a judgement depends on: if this is the same, so is the judgement.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Asked {
    facts: Facts,
    state: State,
    /// How many places were listed, and whether all were looked for.
    places: Option<(usize, bool)>,
}

/// What became of a hunk so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    Open(Why),
    At(Match, EvidenceSet),
    /// The file has the change already, at this line.
    Done(usize),
}

impl State {
    pub(super) fn place(&self) -> Option<Place> {
        match self {
            Self::At(found, _) => Some(found.place()),
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
    /// A hunk of which nothing is known yet, and which may share context or not.
    pub(super) fn new(
        index: usize,
        hunk: &'h Hunk<'h>,
        numbers: &Numbers,
        may_share: bool,
    ) -> Self {
        let hint = numbers.hint(hunk);
        let is_counted = hint.is_some() || !may_share;
        Self {
            index,
            hunk,
            hint,
            margins: if is_counted { (0, 0) } else { context_of(hunk) },
            heading: heading(hunk).map(Cow::Borrowed),
            named: None,
            shared: 0,
            state: State::Open(Why::Nowhere),
            places: None,
            is_of_twins: false,
            is_like_others: false,
            is_at_own: None,
            moved: None,
            asked: None,
        }
    }

    /// Notes what the hunk is judged under. Returns whether that is the same as last time, and
    /// nothing was found out about the hunk since: then the verdict would be the same as well.
    pub(super) fn note_question(&mut self, facts: &Facts) -> bool {
        let places = self.places.as_ref().map(|places| (places.all.len(), places.needs_no_rivals));
        let asked = Asked { facts: facts.clone(), state: self.state, places };
        let is_again = self.asked.as_deref() == Some(&asked);
        self.asked = Some(Box::new(asked));
        is_again
    }

    /// Whether the hunk is as written where its number says, or so close that it was miscounted.
    pub(super) fn is_at_own<L: Lookup>(&mut self, scene: &mut Scene<'_, '_, L>) -> bool {
        *self.is_at_own.get_or_insert_with(|| {
            self.hint.is_some_and(|hint| own_line(scene, self.index, self.hunk, hint).is_some())
        })
    }

    /// The edge of the file that the hunk claims. Finding its last line takes a walk over all of
    /// them, and for most hunks this is never needed.
    pub(super) fn edge(&self) -> Option<Edge> {
        edge_of(self.hunk)
    }

    /// How far the place of the hunk is from its number, or the place where it is done already.
    pub(super) fn offset(&self) -> Option<i64> {
        let line = match &self.state {
            State::At(found, _) => found.place().counted(),
            State::Done(line) => signed(*line),
            State::Open(_) => return None,
        };
        Some(line.saturating_sub(signed(self.hint?)))
    }

    /// The offset that it shows the hunks after it: a change that is done has moved them already.
    pub(super) fn offset_behind(&self) -> Option<i64> {
        let lines = &self.hunk.lines;
        let moved = match self.state {
            State::Done(_) => signed(lines.new_count()).saturating_sub(signed(lines.old_count())),
            _ => 0,
        };
        Some(self.offset()?.saturating_add(moved))
    }

    /// Takes note of the lines by which the hunks in front move it.
    pub(super) fn move_by(&mut self, moved: i64) {
        let is_same = self.hunk.range().is_some_and(|range| range.old_start == range.new_start);
        let moved = i32::try_from(moved).ok().filter(|_| is_same);
        self.moved = moved.and_then(NonZero::new);
    }

    /// The line of the old file that its number means if that was counted in the new file: where
    /// it has the same number on both sides, though the hunks in front move it.
    pub(super) fn hint_in_new(&self) -> Option<i64> {
        let (hint, moved) = self.hint.zip(self.moved)?;
        Some(signed(hint).saturating_sub(moved.get().into()))
    }

    /// Takes note of the lines that the next hunk has as well, by the numbers.
    pub(super) fn share_with(&mut self, next: &Self) {
        let end = self.hint.map(|hint| hint.saturating_add(self.hunk.lines.old_count()));
        let shared = end.zip(next.hint).map(|(end, next)| end.saturating_sub(next));
        self.shared = shared.unwrap_or(0);
    }

    /// The lines that it has alone, the first and the one after, where it has a place or is done:
    /// then what is beside its change may be in others.
    pub(super) fn own_lines(&self) -> Option<(usize, usize)> {
        match &self.state {
            State::At(found, _) => {
                let place = found.place();
                let (first, end) = place.core(self.margins);
                Some((first, end.saturating_sub(self.shared)))
            }
            State::Done(line) => {
                let (before, after) = context_of(self.hunk);
                let end = line + self.hunk.lines.new_count();
                Some((line + before, end.saturating_sub(after)))
            }
            State::Open(_) => None,
        }
    }

    /// What the hunk may take, open or placed, for the order of all.
    pub(super) fn choice(&self) -> Option<Choice> {
        match (&self.state, &self.places) {
            (State::At(..), _) => {
                let (first, end) = self.own_lines()?;
                Some(Choice::one(first, end.saturating_sub(first)))
            }
            (State::Open(Why::Ambiguous), Some(places)) if !self.is_like_others => {
                self.choice_of(places)
            }
            _ => None,
        }
    }

    /// The lines that the best places of the hunk leave it.
    fn choice_of(&self, places: &Places) -> Option<Choice> {
        let best = places.best()?;
        let mut of_best = places.all.iter().filter(|place| place.is_match() && place.rank == best);
        let first = of_best.clone().next()?;
        let rung = first.as_match()?.rung();
        debug_assert!(places.all.len() <= 4 * MOST_PLACES + 4096, "places are bounded");
        let own = |place: &Place| {
            let (first, end) = place.core(self.margins);
            (first, end.saturating_sub(first).saturating_sub(self.shared))
        };
        let count = own(first).1;
        let lines: Vec<(usize, usize)> = of_best.by_ref().map(own).collect();
        Some(Choice::several(lines, places.is_cut.then_some((self.index, rung, count))))
    }
}

/// The line at which a hunk with words is as written, where its number says or so close that it was
/// miscounted.
pub(super) fn own_line<L: Lookup>(
    scene: &mut Scene<'_, '_, L>,
    index: usize,
    hunk: &Hunk<'_>,
    hint: usize,
) -> Option<usize> {
    if !hunk.old_lines().any(|line| has_words(line.text)) {
        return None;
    }
    let most = usize::try_from(MOST_MISCOUNTED).unwrap_or(0);
    let mut lines = hint.saturating_sub(most)..=hint.saturating_add(most);
    lines.find(|line| scene.lookup.is_at(Block::Old(index), exact(), *line))
}

/// The heading that a header names, if any that says something.
fn heading<'h>(hunk: &'h Hunk<'_>) -> Option<&'h [u8]> {
    let anchor = hunk.anchors.last().map(|anchor| &***anchor);
    let says = |heading: &&[u8]| !heading.trim_ascii().is_empty() && !names_nothing(heading);
    anchor.or(Some(&**hunk.section())).filter(says)
}

fn edge_of(hunk: &Hunk<'_>) -> Option<Edge> {
    let is_context =
        |line: Option<HunkLine<'_>>| line.is_some_and(|line| line.kind == LineKind::Context);
    let (first, last) =
        (is_context(hunk.lines.iter().next()), is_context(hunk.lines.iter().last()));
    match (first, last) {
        (false, true) => hunk.range().filter(|range| range.old_start <= 1).map(|_| Edge::Start),
        (true, false) => Some(Edge::End),
        _ => None,
    }
}
