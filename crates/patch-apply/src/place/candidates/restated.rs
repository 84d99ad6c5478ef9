//! Finds a change that others made already in other words: some of their lines differ from the
//! added ones.

use patch_parse::{Hunk, HunkLine, LineKind};

use super::share::Share;
use crate::place::lookup::Lookup;
use crate::place::names::defines::OF_STATEMENTS;
use crate::place::names::flat::Flat;
use crate::place::places::Place;
use crate::place::scene::Scene;
use crate::place::scopes::lead::is_leading;
use crate::text::blanks::{depth, is_blank_line, without_indentation, without_trailing_blanks};
use crate::text::words::{first_word, has_ascii_words, words_of};

/// The line at which all context is found around as many other lines as a hunk adds, where a place
/// gives up some of it: it is there, and what others added is between.
pub(super) fn opt_around<L: Lookup>(
    scene: &mut Scene<'_, '_, L>,
    hunk: &Hunk<'_>,
    place: &Place,
) -> Option<usize> {
    let lines = &hunk.lines;
    if lines.added_count() == 0 || lines.removed_count() > 0 {
        return None;
    }
    let first = usize::try_from(place.whole()).ok();
    let last = (place.end() + place.dropped.1).checked_sub(lines.new_count());
    let are_around = |start: &usize| {
        let mut in_file = scene.lines_at(*start).map(without_trailing_blanks);
        hunk.new_lines().all(|line| {
            let found = in_file.next();
            line.kind == LineKind::Add || found == Some(without_trailing_blanks(line.text))
        })
    };
    [first, last].into_iter().flatten().find(are_around)
}

/// Whether added lines, paired in their order with those of the file that are there, are found
/// there but for some words: they begin with a line that is hardly there twice, and half of those
/// with words agree.
pub(super) fn is_most_of(
    hunk: &Hunk<'_>,
    added: &[HunkLine<'_>],
    pairs: &[(HunkLine<'_>, &[u8])],
) -> bool {
    let agrees = |(line, found): &(HunkLine<'_>, &[u8])| {
        without_trailing_blanks(line.text) == without_trailing_blanks(found)
    };
    let heads = |at: usize| {
        let rest = pairs.get(at..).unwrap_or_default();
        rest.first().is_some_and(|(line, _)| {
            let behind: Vec<&[u8]> =
                rest.iter().skip(1).map(|(line, _)| line.text.as_ref()).collect();
            is_unique(line.text, &behind)
        })
    };
    let is_start = |(line, _): &(HunkLine<'_>, &[u8])| {
        let words = without_indentation(line.text).1;
        has_ascii_words(words) && (Flat::of(words).is_some() || !is_leading(words))
    };
    // A line that is also among the old lines is not the head of something new.
    let is_shown = |line: &HunkLine<'_>| hunk.old_lines().any(|old| old.text == line.text);
    let is_head = |pair: &(HunkLine<'_>, &[u8])| is_start(pair) && !is_shown(&pair.0);
    let Some(first) = pairs.iter().position(is_head) else { return false };
    let is_worded = |line: &HunkLine<'_>| has_ascii_words(line.text);
    let agreeing = pairs.iter().filter(|pair| is_worded(&pair.0) && agrees(pair)).count();
    let worded = added.iter().filter(|line| is_worded(line)).count();
    pairs.get(first).is_some_and(agrees)
        && agreeing > 1
        && Share::HALF.is_reached(agreeing, worded)
        && heads(first)
}

/// Whether a line names what follows it, so that two of it would name one thing: a section, a
/// title, or what opens the line after it by two words or more. An entry of a list of tables
/// (`[[bin]]`) has its name elsewhere, an attribute (`[Test]`) heads no keys, and after a title of
/// one sign, which may be a comment, is an empty line.
pub(super) fn is_unique(line: &[u8], behind: &[&[u8]]) -> bool {
    let words = without_indentation(line).1;
    let next = behind.iter().find(|line| !is_blank_line(line)).copied().unwrap_or_default();
    match Flat::of(words) {
        Some(Flat::Section) => !words.starts_with(b"[[") && next.contains(&b'='),
        Some(Flat::Title(1)) => behind.first().is_some_and(|line| is_blank_line(line)),
        Some(_) => true,
        None => {
            let first = first_word(words);
            let opens = || depth(line).zip(depth(next)).is_some_and(|(own, behind)| behind > own);
            !first.is_empty()
                && !OF_STATEMENTS.contains(&first)
                && words_of(words).nth(1).is_some()
                && opens()
        }
    }
}
