//! Refuses hunks that seem to be done: by chance, or while others of the file are still to be made.
//! A patch is rarely done in part, so the file has to show it plainly.

use std::collections::HashMap;

use patch_parse::{Hunk, HunkLine, LineKind};

use super::lookup::{Block, Lookup};
use super::rung::{Rung, RungRule, plain};
use super::scene::{Placed, Scene};
use crate::failure::{HunkFailure, Why};
use crate::text::Text;
use crate::text::blanks::{without_indentation, without_trailing_blanks};
use crate::text::words::{has_words, is_item};

/// So many lines with words say what a hunk without context adds, or what a block is that is to be
/// taken away.
const MANY_ADDED: usize = 3;
const MANY_REMOVED: usize = 2;

/// Refuses those that nothing leads to where they would be done, if their old lines are elsewhere,
/// indented otherwise; and those that only lack an item of a list which is not one they remove.
pub(super) fn refuse_by_chance<L: Lookup>(scene: &mut Scene<'_, '_, L>, placed: &mut [Placed]) {
    for ((index, slot), hunk) in placed.iter_mut().enumerate().zip(scene.hunks) {
        let Placed::Done(failure) = slot else { continue };
        let line = failure.first_line().saturating_sub(1);
        let why = if removes_item_without_mark(hunk) {
            Why::Nowhere
        } else if may_be_elsewhere(scene, index, hunk, line) {
            Why::MaybeDone(line)
        } else {
            continue;
        };
        *slot = Placed::Failed(HunkFailure::refused(why, index, hunk));
    }
}

/// Whether a hunk adds nothing, and the minus of a line that it removes is more likely the dash of
/// an item, of which the mark is missing: items are above it, and no right count says otherwise.
fn removes_item_without_mark(hunk: &Hunk<'_>) -> bool {
    let is_counted = hunk.range().is_some() && !hunk.is_miscounted();
    let is_kept_item = |line: &HunkLine<'_>| match line.kind {
        LineKind::Context => is_item(without_indentation(line.text).1),
        LineKind::Remove | LineKind::Add => false,
    };
    let lines: Vec<HunkLine<'_>> = hunk.lines.iter().collect();
    let is_rest = |line: &HunkLine<'_>| {
        let (blanks, words) = without_indentation(line.text);
        line.kind == LineKind::Remove && blanks == b" " && has_words(words)
    };
    !is_counted
        && hunk.lines.added_count() == 0
        && lines
            .windows(2)
            .any(|pair| matches!(pair, [front, line] if is_kept_item(front) && is_rest(line)))
}

/// Whether neither number nor heading nor anchor leads to a hunk that removes lines, and its old
/// lines are beside the place where it would be done, at another indentation.
fn may_be_elsewhere<L: Lookup>(
    scene: &mut Scene<'_, '_, L>,
    index: usize,
    hunk: &Hunk<'_>,
    line: usize,
) -> bool {
    let Some(indented) = RungRule::of(Rung::Indentation).filter(|rule| (rule.concerns)(hunk))
    else {
        return false;
    };
    let is_led = hunk.range().is_some() || !hunk.anchors.is_empty() || !hunk.section().is_empty();
    if is_led || hunk.lines.removed_count() == 0 {
        return false;
    }
    let (old, new) = (hunk.lines.old_count(), hunk.lines.new_count());
    let places = scene.lookup.places(Block::Old(index), indented, 0);
    places.into_iter().any(|place| place + old <= line || line + new <= place)
}

/// Refuses those of which something says that they may not be.
pub(super) fn refuse<L: Lookup>(scene: &mut Scene<'_, '_, L>, placed: &mut [Placed]) {
    if !placed.iter().any(|placed| matches!(placed, Placed::At(_))) {
        return;
    }
    let to_make = Changes::of(scene.hunks, placed);
    for ((index, slot), hunk) in placed.iter_mut().enumerate().zip(scene.hunks) {
        let Placed::Done(failure) = slot else { continue };
        let line = failure.first_line().saturating_sub(1);
        if removes_repeated(hunk)
            || (says_little(hunk) && !to_make.have_below_another(hunk))
            || is_moved(scene.text, hunk, scene.hunks)
            || (is_indented(hunk) && !scene.lookup.is_at(Block::New(index), plain(), line))
        {
            *slot = Placed::Failed(HunkFailure::refused(Why::MaybeDone(line), index, hunk));
        }
    }
}

/// Whether a hunk shows no context and no number, and adds few lines, of other words than it takes
/// away: they may as well be those of another place.
fn says_little(hunk: &Hunk<'_>) -> bool {
    let words = |kind: LineKind| {
        let lines = hunk.lines.iter().filter(move |line| line.kind == kind);
        lines.map(|line| without_indentation(line.text).1)
    };
    let worded = words(LineKind::Add).filter(|words| has_words(words));
    hunk.lines.context_count() == 0
        && hunk.range().is_none()
        && worded.take(MANY_ADDED).count() < MANY_ADDED
        && !words(LineKind::Add).eq(words(LineKind::Remove))
}

/// The changes of the hunks below anchors that are still to be made, each with two of these hunks at
/// most, whose anchors differ.
struct Changes<'h>(HashMap<Vec<(u8, &'h [u8])>, Vec<&'h Hunk<'h>>>);

impl<'h> Changes<'h> {
    fn of(hunks: &'h [Hunk<'h>], placed: &[Placed]) -> Self {
        let mut changes: HashMap<_, Vec<&Hunk<'_>>> = HashMap::new();
        for (hunk, placed) in hunks.iter().zip(placed) {
            if !matches!(placed, Placed::At(_)) || hunk.anchors.is_empty() {
                continue;
            }
            let known = changes.entry(changed(hunk)).or_default();
            if known.len() < 2 && known.iter().all(|other| other.anchors != hunk.anchors) {
                known.push(hunk);
            }
        }
        Self(changes)
    }

    /// Whether one makes the same change as a hunk, below another anchor: each means what its own
    /// opens.
    fn have_below_another(&self, hunk: &Hunk<'_>) -> bool {
        let same = self.0.get(&changed(hunk));
        !hunk.anchors.is_empty()
            && same.is_some_and(|same| same.iter().any(|other| other.anchors != hunk.anchors))
    }
}

/// The lines of a hunk that are no context, with their marks.
fn changed<'l>(hunk: &'l Hunk<'_>) -> Vec<(u8, &'l [u8])> {
    let lines = hunk.lines.iter().filter(|line| line.kind != LineKind::Context);
    lines.map(|line| (line.kind.marker(), &**line.text)).collect()
}

/// Whether the file has a block in one place that a hunk takes away, and puts nothing in the place
/// of: others moved it since, unless the patch does so itself.
fn is_moved(text: Text<'_>, hunk: &Hunk<'_>, hunks: &[Hunk<'_>]) -> bool {
    if hunk.lines.added_count() > 0 {
        return false;
    }
    let lines: Vec<HunkLine<'_>> = hunk.lines.iter().collect();
    let mut runs = lines.chunk_by(|one, next| one.kind == next.kind);
    runs.any(|run| {
        let block: Vec<&[u8]> = run.iter().map(|line| without_trailing_blanks(line.text)).collect();
        let mut worded = block.iter().filter(|line| has_words(line));
        let is_removed = run.first().is_some_and(|line| line.kind == LineKind::Remove);
        let Some(first) = worded.next().filter(|_| is_removed) else { return false };
        let is_put = |line: HunkLine<'_>| {
            line.kind == LineKind::Add && without_trailing_blanks(line.text) == *first
        };
        worded.take(MANY_REMOVED - 1).count() == MANY_REMOVED - 1
            && is_once(text, &block)
            && !hunks.iter().any(|other| other.lines.iter().any(is_put))
    })
}

/// Whether a file has some lines once, one after the other.
fn is_once(text: Text<'_>, block: &[&[u8]]) -> bool {
    let bytes = text.body();
    let Some(longest) = block.iter().max_by_key(|line| line.len()) else { return false };
    if memchr::memmem::find(bytes, longest).is_none() {
        return false;
    }
    let in_file: Vec<&[u8]> =
        bytes.split_inclusive(|byte| *byte == b'\n').map(without_trailing_blanks).collect();
    let places = in_file.windows(block.len()).filter(|lines| *lines == block);
    places.take(2).count() == 1
}

/// Whether a hunk changes the indentation of a line: found whatever their indentation, its new lines
/// may be the old ones.
fn is_indented(hunk: &Hunk<'_>) -> bool {
    let words = |kind: LineKind| {
        let lines = hunk.lines.iter().filter(move |line| line.kind == kind);
        lines.map(|line| without_indentation(line.text)).filter(|(_, words)| has_words(words))
    };
    let added: Vec<_> = words(LineKind::Add).collect();
    words(LineKind::Remove).any(|old| added.iter().any(|new| new.1 == old.1 && new.0 != old.0))
}

/// Whether a hunk adds nothing, and lines with words that it takes away are the same as those of
/// the context directly before them or after them.
fn removes_repeated(hunk: &Hunk<'_>) -> bool {
    let lines: Vec<HunkLine<'_>> = hunk.lines.iter().collect();
    let is_same = |(one, other): (&HunkLine<'_>, &HunkLine<'_>)| {
        other.kind == LineKind::Context
            && without_indentation(one.text).1 == without_indentation(other.text).1
    };
    let mut at = 0;
    hunk.lines.added_count() == 0
        && lines.chunk_by(|one, next| one.kind == next.kind).any(|run| {
            let (front, behind) = lines.split_at_checked(at).unwrap_or_default();
            at += run.len();
            let is_removed = run.first().is_some_and(|line| line.kind == LineKind::Remove);
            let is_repeated = |other: Option<&[HunkLine<'_>]>| {
                other.is_some_and(|other| run.iter().zip(other).all(is_same))
            };
            is_removed
                && run.iter().any(|line| !line.text.trim_ascii().is_empty())
                && (is_repeated(front.len().checked_sub(run.len()).and_then(|at| front.get(at..)))
                    || is_repeated(behind.get(run.len()..run.len() * 2)))
        })
}
