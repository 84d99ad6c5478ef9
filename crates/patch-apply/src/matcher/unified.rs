//! Placing the hunks of a unified diff: the numbers are hints, the context decides.

use patch_parse::{Code, Hunk};

use super::joint::{self, Drift, Found, Numbers};
use super::ladder::{EXPLAINING_RUNG, LOOSE_RUNG, RUNGS, Rung};
use super::outer::Outer;
use super::search::Search;
use super::{Placed, Placement, is_substantial, stands_already};
use crate::text::Text;
use crate::{ApplyOptions, Contract, HunkFailure};

/// Places every hunk on its own where that can be done, and the others by what those show.
pub(super) fn place(text: Text<'_>, hunks: &[Hunk<'_>], options: &ApplyOptions) -> Vec<Placed> {
    let numbers = Numbers::of(hunks);
    let mut search = Search::new(text, hunks);
    let mut drift = Drift::default();
    let mut found = Vec::with_capacity(hunks.len());
    for index in numbers.order() {
        let Some(hunk) = hunks.get(index) else { continue };
        let hint = numbers.hint(hunk);
        let one = Seeker { search: &mut search, index, hunk, options }.seek(hint, drift);
        if let (Found::At { place, .. }, Some(hint)) = (&one, hint) {
            drift.learn(hint, place.whole_index());
        }
        found.push(one);
    }
    joint::settle(&mut search, hunks, &numbers, &mut found);
    let mut places: Vec<_> = numbers.order().zip(found).collect();
    places.sort_by_key(|(index, _)| *index);
    let places = places.into_iter().zip(hunks);
    places.map(|((index, found), hunk)| finish(text, index, hunk, found, options)).collect()
}

/// Refuses what is still open, and what stands already.
fn finish(
    text: Text<'_>,
    index: usize,
    hunk: &Hunk<'_>,
    found: Found,
    options: &ApplyOptions,
) -> Placed {
    let place = found.into_placed(index, hunk)?;
    // Where the numbers decide they have decided.
    let by_number = place.line_count == 0 && options.contract == Contract::Git;
    if !by_number && stands_already(text, hunk, &place) {
        return Err(HunkFailure::at(Code::AlreadyApplied, index, hunk, place.line_index));
    }
    Ok(place)
}

/// The heading that a header names, if any.
pub(super) fn heading<'h>(hunk: &'h Hunk<'_>) -> Option<&'h [u8]> {
    let anchor = hunk.anchors.last().map(|anchor| &***anchor);
    anchor.or(Some(&**hunk.section)).filter(|heading| !heading.trim_ascii().is_empty())
}

/// Looks for one hunk.
struct Seeker<'s, 'f, 'h> {
    search: &'s mut Search<'f, 'h>,
    index: usize,
    hunk: &'h Hunk<'h>,
    options: &'s ApplyOptions,
}

impl Seeker<'_, '_, '_> {
    fn seek(&mut self, hint: Option<usize>, drift: Drift) -> Found {
        if self.hunk.lines.old_count() == 0 {
            return self.insertion(hint);
        }
        // By the number moved as the hunks before were, and by the number as it stands.
        let expected: Vec<usize> = hint.into_iter().flat_map(|hint| drift.expected(hint)).collect();
        let standing = self.search.exact_at(self.hunk, &expected);
        if let [place] = *standing
            && expected.first() == Some(&place.line_index)
            && self.is_below_heading(place.line_index)
        {
            return Found::At { place, by_number: true };
        }
        let mut rungs = RUNGS.iter().enumerate();
        let mut could_stand = true;
        rungs
            .find_map(|(rung_index, rule)| {
                // One search before the first index is built.
                if rung_index == EXPLAINING_RUNG {
                    could_stand = self.search.could_stand(self.index);
                }
                self.at_rung(rung_index, rule.rung, &expected, could_stand)
            })
            .unwrap_or_else(|| self.without_outer_context(expected.first().copied()))
    }

    /// What one rung says; `None` where the block does not stand.
    fn at_rung(
        &mut self,
        rung_index: usize,
        rung: Rung,
        expected: &[usize],
        could_stand: bool,
    ) -> Option<Found> {
        let (index, hunk) = (self.index, self.hunk);
        if rung_index == LOOSE_RUNG
            && let Some(line) = self.search.new_block(index)
        {
            // The new lines as they are say more than the old ones changed.
            return Some(Found::failed(Code::AlreadyApplied, index, hunk, line));
        }
        if !could_stand {
            return None;
        }
        // What is expected byte for byte was looked at before all rungs.
        let stands = |line: &usize| rung_index > 0 && self.search.stands(rung_index, index, *line);
        let standing: Vec<usize> = expected.iter().copied().filter(stands).collect();
        if let [line] = *standing
            && expected.first() == Some(&line)
            && self.is_below_heading(line)
        {
            let place = self.search.placement(index, line, rung, (0, 0));
            return Some(Found::At { place, by_number: true });
        }
        let places = self.search.places(rung_index, index, 0);
        match *places {
            [] => None,
            [line] => {
                let is_loose = rung_index >= LOOSE_RUNG;
                let expected = expected.first().copied();
                let place = self.search.placement(index, line, rung, (0, 0));
                let contradiction = self
                    .contradiction(line, expected, is_loose)
                    .or_else(|| self.outside_heading(&place, expected).filter(|_| is_loose));
                Some(contradiction.unwrap_or(Found::At { place, by_number: false }))
            }
            _ => Some(Found::Several { rung_index, places }),
        }
    }

    /// What speaks against the one place where a block stands.
    fn contradiction(
        &mut self,
        line: usize,
        expected: Option<usize>,
        is_loose: bool,
    ) -> Option<Found> {
        let (index, hunk) = (self.index, self.hunk);
        let Some(expected) = expected else {
            // Without a number, one of two places was changed already: which is meant?
            let new = self.search.new_block(index).filter(|_| is_substantial(hunk))?;
            return Some(Found::failed(Code::AlreadyApplied, index, hunk, new));
        };
        if expected == line {
            return None;
        }
        if self.search.new_block_stands(index, expected, is_loose) {
            return Some(Found::failed(Code::AlreadyApplied, index, hunk, expected));
        }
        self.search.nearly_stands(index, expected).then(|| {
            let mut places = [expected, line];
            places.sort_unstable();
            Found::Failed(HunkFailure::ambiguous(index, hunk, &places))
        })
    }

    /// What speaks against a loose place elsewhere than expected: the heading of the hunk stands in
    /// the file, and not above it.
    fn outside_heading(&mut self, place: &Placement, expected: Option<usize>) -> Option<Found> {
        if expected == Some(place.whole_index()) {
            return None;
        }
        joint::outside_heading(self.search, self.index, self.hunk, place)
    }

    fn without_outer_context(&mut self, expected: Option<usize>) -> Found {
        let (index, hunk) = (self.index, self.hunk);
        match self.search.outer(index, expected) {
            Outer::One(line, dropped) => {
                let place = self.search.placement(index, line, Rung::OuterContext, dropped);
                let elsewhere = expected.filter(|expected| *expected != place.whole_index());
                if elsewhere.is_some_and(|expected| self.search.half_stands(index, expected)) {
                    return Found::Failed(HunkFailure::new(Code::ContextNotFound, index, hunk));
                }
                let outside = self.outside_heading(&place, expected);
                outside.unwrap_or(Found::At { place, by_number: false })
            }
            Outer::Several(places) => Found::Failed(HunkFailure::ambiguous(index, hunk, &places)),
            Outer::Nowhere => Found::Failed(HunkFailure::new(Code::ContextNotFound, index, hunk)),
        }
    }

    /// Whether a place lies below the heading that the header names, or nobody knows.
    fn is_below_heading(&mut self, line: usize) -> bool {
        heading(self.hunk).is_none_or(|heading| self.search.is_below(heading, line) != Some(false))
    }

    /// A hunk without old lines has no evidence but the numbers: they decide under git's
    /// contract; otherwise only an empty file is certain.
    fn insertion(&mut self, hint: Option<usize>) -> Found {
        let (index, hunk) = (self.index, self.hunk);
        let line = if self.search.text().is_empty() {
            Some(0)
        } else {
            let is_git = self.options.contract == Contract::Git;
            let line = joint::hinted_index(hunk).or(hint).filter(|_| is_git);
            line.filter(|line| *line <= self.search.table().len())
        };
        match line {
            Some(line) => {
                let place = self.search.placement(index, line, Rung::Exact, (0, 0));
                Found::At { place, by_number: true }
            }
            None => Found::Failed(HunkFailure::new(Code::AmbiguousContext, index, hunk)),
        }
    }
}
