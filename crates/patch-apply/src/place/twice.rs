//! Refuses hunks that have a place although the file shows that the lines which they insert are
//! there already.

use std::collections::BTreeSet;
use std::ops::Range;

use patch_parse::{Hunk, HunkLine, LineKind};

use super::lookup::{Block, Lookup};
use super::numbers::{counts, hinted_index};
use super::placement::{Evidence, Placement};
use super::places::signed;
use super::rung::{Rung, plain};
use super::scene::{Placed, Scene};
use super::seems_done;
use crate::failure::{self, HunkFailure, Why};
use crate::place::candidates::beside::{ends_as_file_goes_on, is_beside};
use crate::place::candidates::done;
use crate::place::candidates::next_line::NextLines;
use crate::text::words::has_words;

/// How many different lines with words an insertion adds that says more than its number, or its
/// only context.
const MANY_WORDS: usize = 3;

/// Refuses such hunks, and those that are done only by lines that another hunk takes for the
/// file's.
pub(super) fn refuse<L: Lookup>(scene: &mut Scene<'_, '_, L>, placed: &mut [Placed]) {
    let is_any_done = placed.iter().any(|placed| matches!(placed, Placed::Done(_)));
    if is_any_done {
        seems_done::refuse_by_chance(scene, placed);
        seems_done::refuse(scene, placed);
        refuse_claimed(scene, placed);
    }
    let mut next_lines = NextLines::default();
    for (index, hunk) in scene.hunks.iter().enumerate() {
        let Some(Placed::At(place)) = placed.get(index) else { continue };
        if is_unmade(scene.hunks, placed, index) {
            continue;
        }
        let line = place.line_index;
        let is_insertion = hunk.lines.removed_count() == 0;
        let why = if is_beside(scene.text, scene.hunks, hunk, place) {
            if is_insertion { Why::MaybeDone(line) } else { Why::PartDone(line) }
        } else if ends_as_file_goes_on(scene.text, hunk, place)
            || next_lines.are_added(scene.text, scene.hunks, hunk, place)
        {
            Why::PartDone(line)
        } else if is_insertion && hunk.lines.old_count() > 0 {
            let over = if is_any_done { done::opt_over(scene, index, place) } else { None };
            let Some(line) = over.or_else(|| opt_elsewhere(scene, (index, hunk), place)) else {
                continue;
            };
            Why::MaybeDone(line)
        } else {
            continue;
        };
        let mut refused = HunkFailure::refused(why, index, hunk);
        let mut found = failure::Candidate::at(line);
        found.rung = Some(place.rung).filter(|_| line == place.line_index);
        refused.add_places([vec![found], Vec::new()], 1);
        if let Some(slot) = placed.get_mut(index) {
            *slot = Placed::Failed(refused);
        }
    }
}

/// Whether a hunk, the one in front and the next one are as written and as far from their numbers,
/// and these count by how many lines it moves the next one: it does not yet.
fn is_unmade(hunks: &[Hunk<'_>], placed: &[Placed], index: usize) -> bool {
    let offset = |index: usize| {
        let (hunk, Placed::At(place)) = (hunks.get(index)?, placed.get(index)?) else {
            return None;
        };
        let is_exact = place.rung == Rung::Exact && place.is_whole();
        let offset = signed(place.line_index) - signed(hinted_index(hunk)?);
        is_exact.then_some((hunk, offset))
    };
    let front = match index.checked_sub(1) {
        Some(front) => offset(front).map(|(_, offset)| offset),
        None => Some(0),
    };
    let both = offset(index).zip(offset(index + 1));
    both.is_some_and(|((hunk, own), (next, behind))| {
        front == Some(own) && own == behind && counts(hunk, next)
    })
}

/// Refuses hunks that add lines at an edge, and are done by lines there that the old lines of
/// another hunk cover: where both hunks are parts of one insertion, neither is made.
fn refuse_claimed<L: Lookup>(scene: &mut Scene<'_, '_, L>, placed: &mut [Placed]) {
    let claimed: Vec<Range<usize>> = placed.iter().filter_map(own_lines).collect();
    for ((index, slot), hunk) in placed.iter_mut().enumerate().zip(scene.hunks) {
        let Placed::Done(done) = slot else { continue };
        let line = done.first_line().saturating_sub(1);
        let is_whole = || scene.lookup.is_at(Block::New(index), plain(), line);
        let Some(made) = done::edge_lines(hunk, line, is_whole) else { continue };
        if claimed.iter().any(|lines| lines.start < made.end && made.start < lines.end) {
            *slot = Placed::Failed(HunkFailure::refused(Why::MaybeDone(line), index, hunk));
        }
    }
}

/// The lines of the file that a hunk covers.
fn own_lines(placed: &Placed) -> Option<Range<usize>> {
    let Placed::At(place) = placed else { return None };
    Some(place.line_index..place.line_index + place.line_count)
}

/// The line at which the new lines are found, while the old ones say little of the place: one of
/// them has words, or none. Where none has and no number says so, one added line with words is
/// enough, else several.
fn opt_elsewhere<L: Lookup>(
    scene: &mut Scene<'_, '_, L>,
    (index, hunk): (usize, &Hunk<'_>),
    place: &Placement,
) -> Option<usize> {
    let worded = hunk.old_lines().filter(|line| has_words(line.text)).take(2).count();
    let is_told =
        [Evidence::Heading, Evidence::Anchor].iter().any(|it| place.evidence.contains(*it));
    if worded > 1 || is_told || !done::is_evidence(hunk) {
        return None;
    }
    let is_added = |line: &HunkLine<'_>| line.kind == LineKind::Add && has_words(line.text);
    let added: BTreeSet<_> = hunk.lines.iter().filter(is_added).map(|line| line.text).collect();
    let is_bare = worded == 0 && !place.evidence.contains(Evidence::Number);
    let says_much = added.len() >= MANY_WORDS;
    if !(says_much || (is_bare && !added.is_empty())) || !scene.lookup.may_match(Block::New(index))
    {
        return None;
    }
    let (count, end) = (hunk.lines.new_count(), place.line_index + place.line_count);
    let is_apart = |line: usize| line + count <= place.line_index || line >= end;
    let found = scene.lookup.places(Block::New(index), plain(), 0);
    found.iter().copied().find(|line| says_much || is_apart(*line))
}
