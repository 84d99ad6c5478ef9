//! Judges all hunks of a file in rounds, each under what all others show, until nothing changes.
//!
//! A first look in the order of the numbers makes guesses, which save work: most hunks match byte
//! for byte where the number and the hunks before them say. Then all hunks are judged at once, the
//! guesses too, so that no guess outlives the evidence against it.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use patch_parse::Hunk;

use super::copies::{copies, of_copy};
use super::judge::Judge;
use super::part::Parts;
use super::slot::{Slot, State};
use super::{offsets, twins};
use crate::failure::{HunkFailure, Why};
use crate::options::{ApplyOptions, Contract};
use crate::place::candidates::done;
use crate::place::candidates::enumerator::Enumerator;
use crate::place::decide::report;
use crate::place::evidence::{Facts, UNIFIED};
use crate::place::lookup::{Block, Lookup};
use crate::place::numbers::{Known, MOST_MISCOUNTED, Numbers, counts, hinted_index};
use crate::place::overlap::{self, Choice};
use crate::place::placement::{Evidence, EvidenceSet};
use crate::place::places::{Match, Place, Places, signed};
use crate::place::rung::{Rank, exact};
use crate::place::scene::{Placed, Scene};

/// How often all hunks are judged. What still changes then is refused.
const MOST_ROUNDS: usize = 12;

/// How many lines after the end of the file a number may be, if the file was longer.
const MOST_BEYOND: usize = 16;

/// Places every hunk that the evidence puts in one place.
pub(in crate::place) fn place<L: Lookup>(
    scene: &mut Scene<'_, '_, L>,
    options: &ApplyOptions,
) -> Vec<Placed> {
    let hunks = scene.hunks;
    let trusts_numbers = options.contract == Contract::Git;
    let copies = if trusts_numbers { BTreeMap::new() } else { copies(hunks) };
    let mut numbers = Numbers::of(hunks, options.contract, |at| copies.contains_key(&at));
    if numbers.reorder() && are_false(scene, &numbers) {
        numbers = numbers.disbelieved();
    }
    let slot = |index| Some(Slot::new(index, hunks.get(index)?, &numbers, !trusts_numbers));
    let mut slots: Vec<_> = numbers.order().filter_map(slot).collect();
    let mut moved = 0_i64;
    for slot in slots.iter_mut().filter(|_| !trusts_numbers) {
        slot.move_by(moved);
        let lines = &slot.hunk.lines;
        let own = signed(lines.added_count()).saturating_sub(signed(lines.removed_count()));
        moved = moved.saturating_add(own);
    }
    let (mut rest, mut next) = (slots.as_mut_slice(), None);
    while let Some((last, front)) = rest.split_last_mut() {
        if let Some(next) = next {
            last.share_with(next);
        }
        (rest, next) = (front, Some(&*last));
    }
    let is_ordered = numbers.are_in_order();
    let mut file = File { scene, slots, parts: Parts::default(), trusts_numbers, is_ordered };
    file.guess();
    file.find_headings();
    let facts = file.settle();
    file.finish(facts, &copies)
}

/// Whether the hunks that are found in one place alone, as written, are there in the order of the
/// patch and not in that of the numbers.
fn are_false<L: Lookup>(scene: &mut Scene<'_, '_, L>, numbers: &Numbers) -> bool {
    let hunks = scene.hunks;
    let mut lines: Vec<(usize, usize)> = Vec::new();
    for index in numbers.order() {
        let Some(hunk) = hunks.get(index).filter(|hunk| hunk.lines.old_count() > 0) else {
            continue;
        };
        let places = Enumerator::new(scene, index, hunk, 0).strictest();
        if let [place] = places.all.as_slice()
            && place.is_exact()
        {
            lines.push((index, place.line));
        }
    }
    let are_in_order = |lines: &[(usize, usize)]| lines.is_sorted_by_key(|(_, line)| *line);
    let are_as_numbered = are_in_order(&lines);
    lines.sort_unstable();
    !are_as_numbered && are_in_order(&lines)
}

struct File<'s, 'f, 'h, L> {
    scene: &'s mut Scene<'f, 'h, L>,
    /// In the order of the numbers.
    slots: Vec<Slot<'h>>,
    /// The lines that headings name.
    parts: Parts<'h>,
    /// The patch is one that a tool made: its numbers were true.
    trusts_numbers: bool,
    /// The numbers are in the order of the patch, and can all be true.
    is_ordered: bool,
}

impl<L: Lookup> File<'_, '_, '_, L> {
    /// Puts each hunk where it matches byte for byte: at its number, or where it matches alone.
    fn guess(&mut self) {
        let mut offset = 0;
        for slot in self.slots.iter_mut().filter(|slot| slot.hunk.lines.old_count() > 0) {
            if let Some(found) = guess(self.scene, slot, offset, self.trusts_numbers) {
                slot.state = State::At(found, EvidenceSet::default());
                offset = slot.offset().unwrap_or(offset);
            }
        }
    }

    /// Replaces the headings of hunks that are not at their numbers, as [`find_heading`] does.
    fn find_headings(&mut self) {
        for slot in self.slots.iter_mut().filter(|slot| slot.places.is_some()) {
            find_heading(self.scene, &mut self.parts, slot);
        }
    }

    /// Judges all hunks under what all show, until nothing changes. Returns what they show then.
    fn settle(&mut self) -> Vec<Facts> {
        for _ in 0..MOST_ROUNDS {
            let facts = self.facts();
            let judged = self.judge_all(&facts);
            let mut is_stable = true;
            for (slot, state) in self.slots.iter_mut().zip(judged) {
                is_stable &= slot.state.is_like(&state);
                slot.state = state;
            }
            if is_stable {
                // If all are where they were guessed, the facts are the same.
                return if self.are_guesses() { facts } else { self.facts() };
            }
        }
        // The rounds did not settle: only what one more judgement confirms is certain.
        let facts = self.facts();
        let last = self.judge_all(&facts);
        for (slot, state) in self.slots.iter_mut().zip(last) {
            if !slot.state.is_like(&state) {
                slot.state = State::Open(Why::Ambiguous);
            }
        }
        self.facts()
    }

    /// Whether all hunks have a place, and no others were looked for.
    fn are_guesses(&self) -> bool {
        let is_guess =
            |slot: &Slot<'_>| matches!(slot.state, State::At(..)) && slot.places.is_none();
        self.slots.iter().all(is_guess)
    }

    /// What becomes of all hunks under what all show.
    fn judge_all(&mut self, facts: &[Facts]) -> Vec<State> {
        let slots = self.slots.iter_mut().zip(facts);
        slots.map(|(slot, facts)| judge(self.scene, &mut self.parts, slot, facts)).collect()
    }

    /// What the hunks that have a place show for each hunk.
    fn facts(&mut self) -> Vec<Facts> {
        let dragged = if self.trusts_numbers {
            BTreeSet::new()
        } else {
            offsets::dragged(self.scene, &mut self.slots)
        };
        let mut feasible = self.feasible().map(Vec::into_iter);
        let common = offsets::common(self.scene, &mut self.slots);
        // Not needed if all hunks are at their numbers.
        let is_asked = self.slots.iter().any(|slot| slot.places.is_some()) && !self.trusts_numbers;
        let end = is_asked.then(|| self.scene.lookup.line_count().saturating_add(MOST_BEYOND));
        let mut facts: Vec<Facts> = Vec::with_capacity(self.slots.len());
        let (mut front, mut first) = (0, 0);
        for slot in &self.slots {
            let hint = slot.hint.map(signed);
            let known = Known { front, behind: None };
            let room = Some((first, usize::MAX));
            let is_ordered = self.is_ordered;
            facts.push(Facts {
                hint,
                known,
                room,
                margins: slot.margins,
                feasible: feasible.as_mut().and_then(Iterator::next),
                common,
                is_ordered,
                takes_first: false,
                trusts_numbers: self.trusts_numbers,
                is_beyond: slot.hint.zip(end).is_some_and(|(hint, end)| hint > end),
                is_counted: false,
            });
            if !dragged.contains(&slot.index) {
                front = slot.offset_behind().unwrap_or(front);
            }
            first = slot.own_lines().map_or(first, |(_, end)| end);
        }
        self.count_insertions_in_patch(&mut facts);
        self.add_what_follows(&mut facts, &dragged);
        facts
    }

    /// Adds to the facts of each hunk what the hunks after it show. Those that are `dragged` show no
    /// offset.
    fn add_what_follows(&self, facts: &mut [Facts], dragged: &BTreeSet<usize>) {
        let (mut behind, mut end) = (None, usize::MAX);
        let mut next: Option<&Slot<'_>> = None;
        for (slot, facts) in self.slots.iter().zip(facts).rev() {
            facts.known.behind = behind;
            facts.is_counted = next.is_some_and(|next| counts(slot.hunk, next.hunk));
            let first = facts.room.map_or(0, |(first, _)| first);
            // Hunks that are out of order say nothing about the order of others.
            facts.room = (first <= end).then_some((first, end.saturating_add(slot.shared)));
            if let Some(offset) = slot.offset().filter(|_| !dragged.contains(&slot.index)) {
                (behind, next) = (Some(offset), Some(slot));
            }
            end = slot.own_lines().map_or(end, |(first, _)| first);
        }
    }

    /// Where the numbers have the hunks in another order, those without old lines are moved as the
    /// hunks are that the patch has before them: they were counted in its order, and nothing
    /// else shows where they belong.
    fn count_insertions_in_patch(&self, facts: &mut [Facts]) {
        if self.slots.is_sorted_by_key(|slot| slot.index) {
            return;
        }
        let mut in_patch: Vec<_> = self.slots.iter().zip(facts).collect();
        in_patch.sort_unstable_by_key(|(slot, _)| slot.index);
        let mut front = 0;
        for (slot, facts) in in_patch {
            if slot.hunk.lines.old_count() == 0 {
                facts.known.front = front;
            }
            front = slot.offset_behind().unwrap_or(front);
        }
    }

    /// The lines that the others leave each hunk in the order of all; `None` if that is not needed
    /// or cannot be found out.
    fn feasible(&mut self) -> Option<Vec<(usize, usize)>> {
        if !self.slots.iter().any(|slot| matches!(slot.state, State::Open(_))) {
            return None;
        }
        twins::find_like(self.scene, &mut self.slots);
        let choices: Vec<Option<Choice>> = self.slots.iter().map(Slot::choice).collect();
        let mut feasible = overlap::feasible(&mut self.scene.lookup, &choices)?;
        for ((_, end), slot) in feasible.iter_mut().zip(&self.slots) {
            *end = end.saturating_add(slot.shared);
        }
        Some(feasible)
    }

    /// The placements and the failures, in the order of the patch.
    fn finish(self, facts: Vec<Facts>, copies: &BTreeMap<usize, usize>) -> Vec<Placed> {
        let mut placed: Vec<(usize, Placed)> = Vec::with_capacity(self.scene.hunks.len());
        let firsts: BTreeSet<usize> = copies.values().copied().collect();
        let firsts = self.slots.iter().filter(|slot| firsts.contains(&slot.index));
        let firsts: BTreeMap<usize, &Slot<'_>> = firsts.map(|slot| (slot.index, slot)).collect();
        for (copy, first) in copies {
            let first = firsts.get(first);
            let Some((first, hunk)) = first.zip(self.scene.hunks.get(*copy)) else { continue };
            placed.push((*copy, of_copy(*copy, hunk, first)));
        }
        for (mut slot, facts) in self.slots.into_iter().zip(facts) {
            placed.push((slot.index, what_became(self.scene, &mut slot, &facts)));
        }
        placed.sort_by_key(|(index, _)| *index);
        placed.into_iter().map(|(_, placed)| placed).collect()
    }
}

/// Where a hunk matches byte for byte by its number, moved by the `offset` of the hunks in front;
/// otherwise where it matches alone.
fn guess<'h, L: Lookup>(
    scene: &mut Scene<'_, 'h, L>,
    slot: &mut Slot<'h>,
    offset: i64,
    trusts_numbers: bool,
) -> Option<Match> {
    let expected =
        slot.hint.and_then(|hint| usize::try_from(signed(hint).saturating_add(offset)).ok());
    let block = Block::Old(slot.index);
    let numbered = expected.filter(|line| scene.lookup.is_at(block, exact(), *line));
    let mut enumerator = Enumerator::new(scene, slot.index, slot.hunk, 0);
    if let Some(line) = numbered {
        return enumerator.matching(exact(), line).as_match();
    }
    let places = slot.places.insert(strictest(&mut enumerator, slot.hint, trusts_numbers));
    match places.all.as_slice() {
        [alone] => alone.as_match(),
        _ => None,
    }
}

/// The places at the strictest rung. A blank at the end of a line does not distinguish two places,
/// unless the numbers are trusted, or the number is line 1, which is written without counting.
fn strictest<L: Lookup>(
    enumerator: &mut Enumerator<'_, '_, '_, L>,
    hint: Option<usize>,
    trusts_numbers: bool,
) -> Places {
    if trusts_numbers || hint == Some(0) {
        enumerator.strictest()
    } else {
        enumerator.strictest_as_seen(hint)
    }
}

/// Replaces a heading that is a part of a line by the whole line, and keeps what that opens.
fn find_heading<'h, L: Lookup>(
    scene: &mut Scene<'_, 'h, L>,
    parts: &mut Parts<'h>,
    slot: &mut Slot<'h>,
) {
    let Some(Cow::Borrowed(heading)) = slot.heading else { return };
    if let Some(named) = parts.named_by(scene, heading) {
        slot.heading = Some(Cow::Owned(named.words.clone()));
        slot.named = Some(named);
    }
}

/// Whether the file lacks the heading of a hunk that is as written at its number, and the hunk has a
/// twin: which of the two is meant, a heading that is written loosely may know better.
fn is_twin_without_heading<'h, L: Lookup>(scene: &mut Scene<'_, 'h, L>, slot: &Slot<'h>) -> bool {
    let (State::At(found, _), Some(heading)) = (slot.state, slot.heading.as_deref()) else {
        return false;
    };
    if slot.places.is_some() || scene.lookup.heading_line(heading).is_some() {
        return false;
    }
    let lines = 0..scene.lookup.line_count();
    Enumerator::new(scene, slot.index, slot.hunk, 0).has_other_exact(lines, found.place().line)
}

/// What becomes of a hunk under what the others show.
fn judge<'h, L: Lookup>(
    scene: &mut Scene<'_, 'h, L>,
    parts: &mut Parts<'h>,
    slot: &mut Slot<'h>,
    facts: &Facts,
) -> State {
    if slot.hunk.lines.old_count() == 0 {
        return insertion(scene, slot.hunk, facts);
    }
    if holds(scene, slot, facts) {
        return slot.state;
    }
    if !facts.trusts_numbers && is_twin_without_heading(scene, slot) {
        find_heading(scene, parts, slot);
    }
    let is_known = slot.note_question(facts);
    if is_known {
        return slot.state;
    }
    let taken = slot.places.take();
    let mut judge = Judge::of(scene, slot);
    let mut places = taken
        .unwrap_or_else(|| strictest(&mut judge.enumerator(), slot.hint, facts.trusts_numbers));
    let state = judge.state(&mut places, facts);
    slot.places = Some(places);
    state
}

/// Whether a guess beats every possible place, so that none need be looked for: it matches byte
/// for byte where the number says, below its heading, and no offset speaks against it.
fn holds<'h, L: Lookup>(scene: &mut Scene<'_, 'h, L>, slot: &mut Slot<'h>, facts: &Facts) -> bool {
    let (State::At(found, _), Some(hint), None) = (slot.state, facts.hint, &slot.places) else {
        return false;
    };
    let (place, known) = (found.place(), facts.known);
    let offset = place.whole().saturating_sub(hint);
    let has_room = facts.room.is_none_or(|(first, end)| first <= place.line && place.end() <= end);
    if place.rank != Rank::Exact || offset != known.front || !has_room {
        return false;
    }
    let is_moved = offset.abs() > MOST_MISCOUNTED && known.behind != Some(offset);
    if is_moved && !facts.trusts_numbers && slot.is_at_own(scene) {
        return false;
    }
    // The number may have been counted in the new file.
    if let Some(line) = slot.hint_in_new().map(|hint| hint.saturating_add(offset))
        && let Ok(line) = usize::try_from(line)
        && scene.lookup.is_at(Block::Old(slot.index), exact(), line)
    {
        return false;
    }
    let mut enumerator = Enumerator::new(scene, slot.index, slot.hunk, 0);
    // If no later hunk shows an offset, the number may be true without one.
    if known.behind.is_none()
        && offset != 0
        && let Ok(line) = usize::try_from(hint)
    {
        let mut raw = Places::default();
        enumerator.at(line, &mut raw);
        if !raw.all.is_empty() {
            return false;
        }
    }
    if let Some((least, most)) = known.range().filter(|(least, most)| least != most) {
        let line = |offset: i64| usize::try_from(hint.saturating_add(offset)).unwrap_or(0);
        let lines = line(least)..line(most).saturating_add(1);
        if enumerator.has_other_exact(lines, place.line) {
            return false;
        }
    }
    let heading = slot.heading.as_deref();
    heading.is_none_or(|heading| scene.lookup.is_below(heading, place.line))
        && !done::is_made(scene, slot.hunk, found)
}

/// A hunk without old lines has no evidence but the numbers: they decide under git's
/// contract, moved as the hunks in front are; otherwise only an empty file is certain.
fn insertion<L: Lookup>(scene: &mut Scene<'_, '_, L>, hunk: &Hunk<'_>, facts: &Facts) -> State {
    let line = if scene.text.is_empty() {
        Some(0)
    } else {
        let hinted = hinted_index(hunk).filter(|_| facts.trusts_numbers);
        let line = hinted.map(|line| signed(line).saturating_add(facts.known.front));
        let line = line.and_then(|line| usize::try_from(line).ok());
        line.filter(|line| *line <= scene.lookup.line_count())
    };
    match line {
        Some(line) => {
            let evidence = EvidenceSet::from_iter([Evidence::Number]);
            State::At(Match::insertion(line), evidence)
        }
        None => State::Open(Why::NoContext),
    }
}

/// What became of a hunk in the end.
fn what_became<'h, L: Lookup>(
    scene: &mut Scene<'_, 'h, L>,
    slot: &mut Slot<'h>,
    facts: &Facts,
) -> Placed {
    match slot.state {
        State::At(found, evidence) => {
            let mut placement = scene.placement(found);
            placement.evidence = if evidence.is_empty() {
                by_guess(slot.heading.is_some(), facts, &found.place())
            } else {
                evidence
            };
            Placed::At(placement)
        }
        State::Done(line) => Placed::Done(HunkFailure::done(slot.index, slot.hunk, line)),
        State::Open(why) => Placed::Failed(failure(scene, slot, why, facts)),
    }
}

/// Why a hunk has no place, with those that it may have.
fn failure<'h, L: Lookup>(
    scene: &mut Scene<'_, 'h, L>,
    slot: &mut Slot<'h>,
    why: Why,
    facts: &Facts,
) -> Box<HunkFailure> {
    let mut failure = HunkFailure::refused(why, slot.index, slot.hunk);
    let Some(mut places) = slot.places.take() else { return failure };
    // Where nothing matches, the explanation finds the nearest place by what differs there.
    if why != Why::Nowhere {
        let judged = Judge::of(scene, slot).judged(&mut places, facts);
        let count = judged.iter().filter(|judged| judged.place.is_match()).count();
        failure.add_places(report(&UNIFIED, facts, &judged), count);
    }
    if let (Why::OutsideHeading(_), Some(heading)) = (why, slot.heading.as_deref()) {
        let line = scene.lookup.heading_line(heading);
        failure.add_heading(heading, line);
    }
    failure
}

/// What spoke for a guess that nothing spoke against.
fn by_guess(has_heading: bool, facts: &Facts, place: &Place) -> EvidenceSet {
    let heading = has_heading.then_some(Evidence::Heading);
    let number = facts.is_numbered(place).then_some(Evidence::Number);
    [Evidence::Text].into_iter().chain(number).chain(heading).collect()
}
