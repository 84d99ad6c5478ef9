//! Places all chunks of a section: each is sought from where the last one ended, then the order of
//! all decides between places that nothing else tells apart.

use std::ops::Range;

use patch_parse::Hunk;

use super::cursor::Cursor;
use super::fill::fill;
use super::seek::Seeker;
use super::slot::{Found, Slot, State};
use crate::failure::Why;
use crate::options::ApplyOptions;
use crate::place::candidates::done;
use crate::place::decide::{choose, in_favour};
use crate::place::evidence::{Judged, OPENCODE};
use crate::place::lookup::Lookup;
use crate::place::numbers::context_of;
use crate::place::overlap;
use crate::place::placement::Evidence;
use crate::place::places::{Kind, Place};
use crate::place::scene::{Placed, Scene};
use crate::place::scopes::scope::Scopes;

/// How often the order of all chunks is used to decide between places that nothing else
/// distinguishes.
const MOST_ROUNDS: usize = 8;

/// Places the chunks in order, each from where the last one ended.
pub(in crate::place) fn place<L: Lookup>(
    scene: &mut Scene<'_, '_, L>,
    options: &ApplyOptions,
) -> Vec<Placed> {
    let mut cursor = Cursor::default();
    let mut scopes = Scopes::default();
    let mut slots: Vec<Slot> = Vec::with_capacity(scene.hunks.len());
    for (index, hunk) in scene.hunks.iter().enumerate() {
        let goes_back = cursor.goes_back(hunk);
        let cursor_now = cursor.clone();
        let scopes = &mut scopes;
        let locate = options.locate;
        let mut seeker = Seeker { scene, scopes, index, hunk, locate, cursor: cursor_now };
        let mut slot = seeker.seek();
        slot.is_doubted |= goes_back;
        // The lines that the chunk in front changes are not as the writer of this one saw them.
        if let State::Done(line) = slot.state
            && cursor.is_changed(line)
        {
            slot.state = State::Open(Why::MaybeDone(line));
        }
        match &slot.state {
            State::At(found) => cursor.pass(hunk, &found.place()),
            State::Done(line) => {
                // The next one may show the context after what is done as well.
                let (_, context) = context_of(hunk);
                let end = line + hunk.lines.new_count();
                cursor.line = cursor.line.max(end.saturating_sub(context));
            }
            State::Open(_) | State::Failed(_) => {}
        }
        slots.push(slot);
    }
    settle_done_below_anchors(&mut slots);
    doubt_first(&mut slots);
    doubt_the_end(&mut slots, scene.hunks);
    doubt_what_passed_an_anchor(&mut slots);
    doubt_what_was_changed(&mut slots);
    doubt_twins_of_what_is_done(scene, &mut slots, options.sent_again);
    settle_by_order(scene, &mut slots);
    fill(scene, &mut scopes, &mut slots);
    slots
        .into_iter()
        .zip(scene.hunks.iter().enumerate())
        .map(|(slot, (index, hunk))| slot.placed(scene, index, hunk))
        .collect()
}

/// Takes a chunk for done that may be, if it is in what its anchor opens, and other chunks have all
/// the places that it has elsewhere.
fn settle_done_below_anchors(slots: &mut [Slot]) {
    let anchored = slots.iter().filter(|slot| slot.anchor.is_some());
    let taken = anchored.filter_map(|slot| match &slot.state {
        State::At(found) => Some(found.place().line..found.place().end()),
        State::Open(_) | State::Done(_) | State::Failed(_) => None,
    });
    let mut taken: Vec<Range<usize>> = taken.collect();
    taken.sort_unstable_by_key(|taken| taken.start);
    let is_taken = |place: &Place| {
        let behind = taken.partition_point(|taken| taken.start < place.end());
        let last = behind.checked_sub(1).and_then(|last| taken.get(last));
        last.is_some_and(|taken| place.line < taken.end)
    };
    for slot in slots.iter_mut().filter(|slot| slot.anchor.is_some() && !slot.is_cut) {
        let State::Open(Why::MaybeDone(line)) = slot.state else { continue };
        let (own, elsewhere): (Vec<&Judged>, Vec<&Judged>) =
            slot.judged.iter().partition(|judged| judged.is_in_first_scope);
        let is_it = |judged: &&Judged| judged.place.kind == Kind::Done && judged.place.line == line;
        if matches!(*own, [only] if is_it(&only))
            && !elsewhere.is_empty()
            && elsewhere.iter().all(|judged| judged.place.is_match() && is_taken(&judged.place))
        {
            slot.state = State::Done(line);
        }
    }
}

/// Takes back a place that was the first of several, or matched in part, if a later chunk lies
/// before it: the order of the chunks, by which it was the first, is not that of the file.
fn doubt_first(slots: &mut [Slot]) {
    let mut least = usize::MAX;
    for slot in slots.iter_mut().rev() {
        let State::At(found) = &slot.state else { continue };
        let is_first = found.evidence.contains(Evidence::First);
        let is_whole = found.place().dropped == (0, 0);
        if found.place().line > least && ((is_first && !slot.is_alone) || !is_whole) {
            slot.state = State::Open(Why::Ambiguous);
            continue;
        }
        least = least.min(found.place().line);
    }
}

/// Takes back a chunk that was put at the end of the file because nothing said where it belongs,
/// if a later chunk lies before that: by the order of the chunks it does not belong there.
fn doubt_the_end(slots: &mut [Slot], hunks: &[Hunk<'_>]) {
    let mut least = usize::MAX;
    for (slot, hunk) in slots.iter_mut().zip(hunks).rev() {
        let line = match &slot.state {
            State::At(found) => found.place().line,
            State::Done(line) => *line,
            State::Open(_) | State::Failed(_) => continue,
        };
        let is_told = slot.anchor.is_some() || hunk.is_end_of_file();
        if hunk.lines.old_count() == 0 && !is_told && line > least {
            slot.state = State::Open(Why::NoContext);
            continue;
        }
        least = least.min(line);
    }
}

/// Takes back a place that was the first of several if it is after the line that the anchor of the
/// next chunk names: the search for that anchor begins after the place.
fn doubt_what_passed_an_anchor(slots: &mut [Slot]) {
    let mut end = 0;
    let next: Vec<Option<usize>> = slots.iter().skip(1).map(|slot| slot.anchor).collect();
    for (slot, next) in slots.iter_mut().zip(next) {
        let State::At(found) = &slot.state else { continue };
        let is_first = found.evidence.contains(Evidence::First);
        let from = slot.anchor.map_or(end, |own| end.max(own + 1));
        end = end.max(found.place().end());
        if is_first && next.is_some_and(|next| (from..found.place().line).contains(&next)) {
            slot.state = State::Open(Why::Ambiguous);
            slot.is_doubted = true;
        }
    }
}

/// Takes back a chunk that was put after the block that its anchor opens, although something like
/// it is in the block. The chunks after it were looked for from that place, so they are no more
/// certain.
fn doubt_what_was_changed(slots: &mut [Slot]) {
    for slot in slots {
        if matches!(slot.state, State::At(_)) && !slot.changed.is_empty() {
            slot.state = State::Open(Why::Ambiguous);
            slot.judged.append(&mut slot.changed);
            slot.is_doubted = true;
        }
    }
}

/// Takes back what has a place while the file has its change before that, after the chunks
/// before, where another chunk is done or is meant before that place as well: the patch was
/// applied already, all or in part, and its places had twins. An anchor tells a place from its twin
/// if no line before that is all of the anchor's, too.
fn doubt_twins_of_what_is_done<L: Lookup>(
    scene: &mut Scene<'_, '_, L>,
    slots: &mut [Slot],
    is_sent_again: bool,
) {
    let is_any_done =
        is_sent_again || slots.iter().any(|slot| matches!(slot.state, State::Done(_)));
    let line_of = |slot: &Slot| match &slot.state {
        State::At(found) => Some(found.place().line),
        State::Done(line) => Some(*line),
        State::Open(_) | State::Failed(_) => None,
    };
    let mut least = usize::MAX;
    let behind = slots.iter().rev().map(|slot| {
        let behind = least;
        least = line_of(slot).map_or(least, |line| line.min(least));
        behind
    });
    let mut behind: Vec<usize> = behind.collect();
    behind.reverse();
    let mut end = 0;
    for (((index, slot), behind), hunk) in slots.iter_mut().enumerate().zip(behind).zip(scene.hunks)
    {
        let count = hunk.lines.new_count();
        match &slot.state {
            State::At(found) => {
                let place = found.place();
                let before = place.line.min(behind);
                let is_doubtful = is_any_done || before < place.line;
                let twin = is_doubtful.then(|| done::first_in(scene, index, end..before)).flatten();
                let twin = twin.filter(|line| {
                    let mut is_named =
                        |anchor| is_namesake_in(scene, hunk, anchor, end..line + count);
                    line + count <= before && slot.anchor.is_none_or(&mut is_named)
                });
                end = place.end();
                if let Some(line) = twin {
                    slot.state = State::Open(Why::MaybeDone(line));
                }
            }
            // The next one may show the context after what is done as well.
            State::Done(line) => end = line + count.saturating_sub(context_of(hunk).1),
            State::Open(_) | State::Failed(_) => {}
        }
    }
}

/// Whether the line that is all of the anchor of a chunk is among some lines as well.
fn is_namesake_in<L: Lookup>(
    scene: &mut Scene<'_, '_, L>,
    hunk: &Hunk<'_>,
    anchor: usize,
    lines: Range<usize>,
) -> bool {
    let Some(named) = scene.lines_at(anchor).next().map(<[u8]>::trim_ascii) else { return false };
    let is_it = |line: &[u8]| line.trim_ascii() == named;
    hunk.anchors.len() == 1 && scene.lines_at(lines.start).take(lines.len()).any(is_it)
}

/// Gives places to chunks that have only one in the order of all, until nothing changes.
fn settle_by_order<L: Lookup>(scene: &mut Scene<'_, '_, L>, slots: &mut [Slot]) {
    for _ in 0..MOST_ROUNDS {
        if !slots.iter().any(|slot| matches!(slot.state, State::Open(Why::Ambiguous))) {
            return;
        }
        let choices: Vec<_> =
            slots.iter().enumerate().map(|(index, slot)| slot.choice(index)).collect();
        let Some(feasible) = overlap::feasible(&mut scene.lookup, &choices) else { return };
        let mut is_stable = true;
        let feasible = feasible.into_iter().enumerate();
        for ((slot, (index, feasible)), hunk) in slots.iter_mut().zip(feasible).zip(scene.hunks) {
            if !matches!(slot.state, State::Open(Why::Ambiguous))
                || slot.is_doubted
                || slot.is_loose()
            {
                continue;
            }
            slot.facts.feasible = Some(feasible);
            if slot.is_cut {
                slot.add_unlisted(&mut scene.lookup, index, feasible);
            }
            let Some(chosen) = choose(&OPENCODE, &slot.facts, &slot.judged) else { continue };
            if let Some(found) = chosen.place.as_match() {
                slot.state = if done::is_made(scene, hunk, found) {
                    State::Done(chosen.place.line)
                } else {
                    let evidence = in_favour(&OPENCODE, &slot.facts, &chosen, &slot.judged);
                    State::At(Found { at: found, evidence, other_places: 0 })
                };
                is_stable = false;
            }
        }
        if is_stable {
            return;
        }
    }
}
