//! The context of a hunk that may differ from the file, as after a change close by.
//!
//! Removed lines must match, and so must the context line that touches an insertion. Up to two
//! lines at either end may differ, as with the fuzz of GNU patch; never a line that could be an
//! added one which lost its mark.

use std::ops::Range;

use bstr::ByteSlice;
use patch_parse::{Hunk, HunkLine, LineKind};

use crate::place::lookup::Lookup;
use crate::place::names::defines::begins_definition;
use crate::place::names::flat::heads_flat;
use crate::place::names::heads::may_head;
use crate::place::places::Place;
use crate::place::scene::Scene;
use crate::text::blanks::{depth, is_blank_line, without_indentation, without_trailing_blanks};
use crate::text::form::ends_in_common;
use crate::text::words::has_words;
use crate::text::{Text, has_line_indented};

/// The most context lines that may differ at either end.
pub(in crate::place) const MOST_DROPPED: usize = 2;

/// The old lines of a hunk, by their places, that must match whatever its context.
pub fn core(hunk: &Hunk<'_>) -> Range<usize> {
    let (before, after) = droppable(hunk);
    before..hunk.lines.old_count() - after
}

/// How many context lines at the start and at the end of a hunk may differ.
pub(in crate::place) fn droppable(hunk: &Hunk<'_>) -> (usize, usize) {
    // A hunk of context alone has nothing else that must match.
    if hunk.lines.context_count() == hunk.lines.len() {
        return (0, 0);
    }
    let skipped = hunk.lines.len().saturating_sub(MOST_DROPPED + 1);
    let last: Vec<_> = hunk.lines.iter().skip(skipped).collect();
    (droppable_at(hunk, hunk.lines.iter()), droppable_at(hunk, last.into_iter().rev()))
}

fn droppable_at<'l>(hunk: &Hunk<'_>, end: impl Iterator<Item = HunkLine<'l>>) -> usize {
    // How many empty lines are right before the next.
    let mut empty = 0;
    for (context, line) in end.enumerate() {
        // Up to a line that differs from what surrounds the change.
        let is_outside = line.kind == LineKind::Context
            && !line.text.starts_with(b"*** ")
            && !is_wish(&line, hunk);
        if !is_outside {
            // What touches an added line could be one, too, and so could empty ones that touch what
            // is removed.
            let may_be_added = usize::from(context > 0 && line.kind == LineKind::Add);
            return context - may_be_added.max(empty);
        }
        let is_empty = is_blank_line(line.text);
        if context == MOST_DROPPED {
            return MOST_DROPPED - if is_empty { empty } else { 0 };
        }
        empty = if is_empty { empty + 1 } else { 0 };
    }
    0
}

/// Whether a context line is one that a hunk adds, this one or the next: the writer took the wish
/// for the state. Signs other than brackets (`///`) say nothing: they are everywhere.
pub(in crate::place) fn is_wish(line: &HunkLine<'_>, hunk: &Hunk<'_>) -> bool {
    let words = without_indentation(line.text).1;
    let is_same = |other: &HunkLine<'_>| without_indentation(other.text).1 == words;
    let says_something = has_words(words) || words.find_byteset("()[]{}<>").is_some();
    says_something && hunk.lines.iter().any(|other| other.kind == LineKind::Add && is_same(&other))
}

/// Whether a place without so many lines at the start of a hunk lacks the line that heads what is
/// changed: in another function the rest may be the same.
pub(in crate::place) fn lacks_opener(hunk: &Hunk<'_>, dropped: usize) -> bool {
    openers(hunk, dropped).next().is_some()
}

/// Whether a place lacks that line, which the context that it gives up may hold and the file have
/// there all the same.
pub(in crate::place) fn lacks_opener_at<L: Lookup>(
    scene: &mut Scene<'_, '_, L>,
    hunk: &Hunk<'_>,
    place: &Place,
) -> bool {
    let mut openers = openers(hunk, place.dropped.0).peekable();
    if openers.peek().is_none() {
        return false;
    }
    let Ok(first) = usize::try_from(place.whole()) else { return true };
    let in_file: Vec<&[u8]> = scene.lines_at(first).take(place.dropped.0).collect();
    openers.any(|(at, line)| {
        let found = in_file.get(at).copied().map(without_trailing_blanks);
        found != Some(without_trailing_blanks(line.text))
    })
}

/// Whether the file has that line, whatever its indentation, and it is not `own`, the one that
/// heads the place: then what it heads there is meant.
pub(in crate::place) fn has_opener_elsewhere(
    text: Text<'_>,
    own: &[u8],
    hunk: &Hunk<'_>,
    dropped: usize,
) -> bool {
    openers(hunk, dropped).any(|(_, line)| {
        let words = line.text.trim_ascii();
        words != own.trim_ascii() && has_line_indented(text.body(), words)
    })
}

/// Whether a line that heads what is changed is more like another line of the file, as deep, than
/// it is like the one that heads the place, or the one in its stead; of definitions, which have
/// names, as much. Then that one may be meant.
pub(in crate::place) fn is_opener_like_another<L: Lookup>(
    scene: &mut Scene<'_, '_, L>,
    opener: usize,
    hunk: &Hunk<'_>,
    place: &Place,
) -> bool {
    let first = usize::try_from(place.whole()).unwrap_or(0);
    let own = words_at(scene, opener);
    openers(hunk, place.dropped.0).any(|(at, line)| {
        let (blanks, words) = without_indentation(line.text);
        let instead = words_at(scene, first + at);
        let least = ends_in_common(words, own).max(ends_in_common(words, instead));
        let is_named = begins_definition(words);
        let is_more = |other: &[u8]| {
            let likeness = ends_in_common(words, other);
            likeness > least + MOST_BY_CHANCE
                || (is_named && begins_definition(other) && likeness >= least)
        };
        scene.lines_at(0).map(without_indentation).any(|(indent, other)| {
            indent.len() == blanks.len()
                && other != own
                && other != instead
                && may_head(other)
                && is_more(other)
        })
    })
}

/// A line of the file without the blanks around it.
fn words_at<'f, L: Lookup>(scene: &mut Scene<'f, '_, L>, line: usize) -> &'f [u8] {
    scene.lines_at(line).next().map(|line| without_indentation(line).1).unwrap_or_default()
}

/// Up to this many more bytes are the same in unrelated lines.
const MOST_BY_CHANCE: usize = 1;

/// The lines that head what is changed, of so many at the start of a hunk, each with its index.
pub(in crate::place) fn openers<'h>(
    hunk: &'h Hunk<'_>,
    dropped: usize,
) -> impl Iterator<Item = (usize, HunkLine<'h>)> {
    let inner = hunk.old_lines().skip(dropped).find_map(|line| depth(line.text));
    hunk.old_lines().take(dropped).enumerate().filter(move |(_, line)| {
        let (blanks, words) = without_indentation(line.text);
        let is_less_deep = || inner.is_some_and(|inner| blanks.len() < inner);
        heads_flat(words) || (is_less_deep() && may_head(words))
    })
}

/// Whether the context that a place lacks is there all the same, but for empty lines in it: those
/// may be added ones that lost their marks, unless a header counts the lines.
pub(in crate::place) fn lacks_empty_alone<L: Lookup>(
    scene: &mut Scene<'_, '_, L>,
    hunk: &Hunk<'_>,
    place: &Place,
) -> bool {
    if hunk.range().is_some() {
        return false;
    }
    let (before, after) = place.dropped;
    let old: Vec<&[u8]> = hunk.old_lines().map(|line| line.text.trim_ascii()).collect();
    let front = old.get(..before).unwrap_or_default();
    let back = old.get(old.len().saturating_sub(after)..).unwrap_or_default();
    let worded = |lines: &[&[u8]]| lines.iter().filter(|line| !line.is_empty()).count();
    let before_place = place.line.checked_sub(worded(front));
    let ends = [(front, before_place), (back, Some(place.end()))];
    ends.into_iter().any(|(lacking, first)| {
        let count = worded(lacking);
        let is_there = |first| {
            let there = scene.lines_at(first).take(count).map(<[u8]>::trim_ascii);
            there.eq(lacking.iter().copied().filter(|line| !line.is_empty()))
        };
        count > 0 && count < lacking.len() && first.is_some_and(is_there)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(body: &str, expected: Range<usize>) {
        let patch = format!("--- a/x\n+++ b/x\n@@ @@\n{body}");
        let patch = patch_parse::parse(patch.as_bytes()).unwrap();
        assert_eq!(core(&patch.files[0].hunks()[0]), expected, "{body}");
    }

    #[test]
    fn two_lines_at_either_end_may_differ_but_for_what_touches_an_insertion() {
        check(" a\n b\n c\n-d\n e\n f\n g\n", 2..5);
        check(" a\n-d\n e\n", 1..2);
        check(" a\n b\n+d\n e\n", 1..3);
    }

    #[test]
    fn an_empty_line_beside_what_is_removed_may_be_an_added_one() {
        check(" a\n b\n-c\n\n d\n", 2..4);
        check(" a\n\n-c\n d\n\n", 1..3);
        check(" a\n-c\n\n\n d\n", 1..4);
    }

    #[test]
    fn a_line_that_the_hunk_adds_may_not_differ_if_it_says_something() {
        check(" a\n+/// b\n+///\n+c\n /// d\n ///\n \n", 0..2);
        check(" a\n+b\n+c\n d\n b\n \n", 0..4);
        check(" a\n+b {\n+}\n d\n }\n \n", 0..4);
    }

    #[test]
    fn of_context_alone_all_must_match() {
        check(" a\n b\n c\n", 0..3);
        check(" a\n b\n c\n d\n e\n", 0..5);
    }
}
