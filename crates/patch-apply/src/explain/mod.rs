//! Explains why a hunk has no place, and what would give it one.
//!
//! Runs when placing is over and something failed; it changes no code and places nothing. For a
//! hunk that matches nowhere, [`votes`] and [`scan`] find where it may be meant, [`align`] lays it
//! along the file there, [`near`] takes the best place ([`meant`]: rather below what the header
//! names) and [`cause`] names what is the matter. [`repair`] corrects the hunk if exactly one
//! repair is possible and [`safe`]. It keeps lines that lost their `+` ([`unmarked`]) and undoes in
//! added lines the escapes found in old ones ([`escapes`]). [`anchors`] and [`heading`] describe
//! the candidates. All of it is values: [`crate::render`] has the words.
//!
//! **Cost.** Linear in the file and the hunks: one pass to look up the old lines, one more where
//! they match nowhere, and for each hunk a bounded number of places. Corrected hunks are tried, a
//! bounded number of them.

mod align;
mod anchors;
mod cause;
mod escapes;
mod excerpt;
mod heading;
mod likeness;
mod meant;
mod misindented;
mod near;
mod order;
mod repair;
mod safe;
mod scan;
mod scene;
mod show;
mod unmarked;
mod votes;

use std::borrow::Cow;

use bstr::BString;
use patch_parse::{Code, Format, Hunk, LineKind};

use self::align::{Alignment, Step};
use self::cause::is_material;
use self::likeness::Level;
pub(crate) use self::likeness::differ_in_blanks_alone;
use self::near::{Lost, Near, per_cent};
use self::scene::Scene;
use self::show::{around, column, without_ending};
use crate::kept::with_kept;
use crate::mapping::{Again, Misplaced, Whole, beside_closer, defined_already, first_odd};
use crate::place::with_one_sign;
use crate::text::blanks::{is_blank_line, without_trailing_blanks};
use crate::text::words::has_words;
use crate::text::{LineTable, Text};
use crate::{
    ApplyOptions, Candidate, Cause, Difference, FileLine, HunkFailure, NearMiss, Placement, Remark,
};

/// How many corrected hunks of a file are tried: each try may cost as much as placing the hunk.
const MOST_TRIED: usize = 8;

/// Lines of the file shown before and after a difference.
const AROUND: usize = 2;

/// Adds what a writer needs to mend each failure. `places` has the place of every hunk that has
/// one, in the order of the patch.
pub(crate) fn explain(
    text: Text<'_>,
    hunks: &[Hunk<'_>],
    format: Format,
    options: &ApplyOptions,
    places: &[Option<Placement>],
    failures: &mut [HunkFailure],
) {
    let table = text.line_table();
    let scene = Scene { text, table: &table, hunks, format };
    let is_bare = |failure: &&HunkFailure| {
        failure.code == Code::ContextNotFound && failure.cause == Cause::NothingSimilar
    };
    // Lines that are removed and added again count as context, as they do when the hunk is applied.
    let kept = |failure: &HunkFailure| {
        let hunk = hunks.get(failure.hunk)?;
        Some((failure.hunk, with_kept(hunk).map_or(Cow::Borrowed(hunk), Cow::Owned)))
    };
    let bare: Vec<_> = failures.iter().filter(is_bare).filter_map(kept).collect();
    let mut lost: Vec<_> = bare.iter().map(|(index, hunk)| Lost::new(*index, hunk)).collect();
    if !lost.is_empty() {
        near::find(scene, &mut lost);
    }
    let taken = safe::Taken::of(places, &lost);
    let mut tries = MOST_TRIED;
    for lost in &lost {
        let mut of_hunk = failures.iter_mut().filter(|failure| failure.hunk == lost.index);
        let Some(failure) = of_hunk.next() else { continue };
        explain_lost(scene, lost, reached(places, lost.index), failure);
        suggest(scene, lost, &taken, options, &mut tries, failure);
    }
    anchors::explain(&table, failures);
    for failure in failures {
        describe(scene, places, failure);
    }
}

/// Adds the corrected hunk, if exactly one repair is possible and safe and the result applies.
fn suggest(
    scene: Scene<'_, '_>,
    lost: &Lost<'_>,
    taken: &safe::Taken,
    options: &ApplyOptions,
    tries: &mut usize,
    failure: &mut HunkFailure,
) {
    let is_done = failure.near_miss.is_none() || *tries == 0;
    let Some(near) = lost.near.as_ref().filter(|_| !is_done) else { return };
    let is_safe =
        taken.is_free(lost.index, near) && meant::is_meant(scene, lost.hunk, &near.alignment);
    if !is_safe {
        return;
    }
    let repaired = repair::correct(lost, near, scene.table, scene.format, failure.cause);
    let Some(repaired) = repaired else { return };
    *tries -= 1;
    if repair::holds(scene.text.bytes, &repaired.hunk, near, scene.format, options) {
        failure.overwrites = repaired.overwrites;
        failure.corrected = Some(Box::new(repaired.hunk));
    }
}

/// Adds what the file shows of the places of a failure, whatever its cause.
fn describe(scene: Scene<'_, '_>, places: &[Option<Placement>], failure: &mut HunkFailure) {
    let Scene { text, table, hunks, format } = scene;
    heading::describe(table, &mut failure.candidates);
    heading::describe(table, &mut failure.rivals);
    if failure.cause == Cause::OutsideHeading {
        // The place was judged to be outside this heading, so do not show it as the place's own.
        let named = failure.candidates.get(1).map(|named| named.line);
        if let Some(place) = failure.candidates.first_mut()
            && place.heading.as_ref().map(|heading| heading.line) == named
        {
            place.heading = None;
        }
    }
    let hunk = hunks.get(failure.hunk);
    match failure.cause {
        Cause::UnmappedIndentation | Cause::UnmappedCharacters | Cause::UnmarkedMove => {
            failure.near_miss = hunk.and_then(|hunk| unmapped(table, hunk, failure));
            failure.remark = hunk.and_then(|hunk| match failure.cause {
                Cause::UnmappedIndentation => misplaced(text.bytes, table, hunk, failure)
                    .or_else(|| misindented::remark(text.bytes, table, hunk, failure)),
                Cause::UnmappedCharacters => odd(text.bytes, table, hunk, failure),
                _ => None,
            });
        }
        Cause::PartlyApplied => {
            failure.remark = hunk.and_then(|hunk| repeated(table, hunk, failure));
        }
        Cause::NoContext => {
            let line = failure.first_line().checked_sub(1);
            let already =
                hunk.zip(line).and_then(|(hunk, line)| defined(text.bytes, table, hunk, line));
            if let Some((line, text)) = already {
                failure.candidates = vec![Candidate::at(line)];
                heading::describe(table, &mut failure.candidates);
                failure.remark = Some(Remark::Defined { line: line + 1, text });
            } else if hunk.is_some_and(|hunk| hunk.anchors.is_empty()) {
                // No anchor names the line after which the added ones would be.
                failure.candidates.clear();
            }
        }
        Cause::DoubledSign => failure.corrected = hunk.map(with_one_sign).map(Box::new),
        Cause::Ambiguous if is_late(failure, places, format) => {
            failure.cause = Cause::OutOfOrder;
        }
        Cause::Ambiguous => failure.remark = apart(failure, format),
        Cause::Overlap => failure.remark = order::covered(failure, places),
        _ => {}
    }
    if failure.cause == Cause::OutOfOrder && failure.anchor.is_none() {
        failure.remark = order::in_the_way(hunks, places, failure);
    }
    failure.excerpt = excerpt::of(table, hunk, failure);
}

/// The line at which the old lines match exactly, 1-based and 0-based.
fn exact_start(failure: &HunkFailure) -> Option<(usize, usize)> {
    let line = failure.first_line();
    let at = line.checked_sub(1).filter(|_| failure.is_exact())?;
    Some((line, at))
}

/// The added line that is on the wrong side of the bracket that closes a block.
fn misplaced(
    text: &[u8],
    table: &LineTable<'_>,
    hunk: &Hunk<'_>,
    failure: &HunkFailure,
) -> Option<Remark> {
    let (line, at) = exact_start(failure)?;
    let Misplaced { added, closer, is_before } = beside_closer(hunk, table.start_of(at), text)?;
    let [text, closer] = [added, closer].map(|line| around(without_ending(line), 1));
    Some(Remark::BesideCloser { line, text, closer, is_before })
}

/// The added line with characters that the file does not write so, if the old lines match exactly.
fn odd(
    text: &[u8],
    table: &LineTable<'_>,
    hunk: &Hunk<'_>,
    failure: &HunkFailure,
) -> Option<Remark> {
    let (line, at) = exact_start(failure)?;
    let odd = first_odd(hunk, table.start_of(at), &Whole::new(text))?;
    Some(Remark::Odd { line, text: around(without_ending(odd), 1) })
}

/// The added line that repeats the line of the file directly before or after it, if the old lines
/// match exactly; rather one with words than a bracket.
fn repeated(table: &LineTable<'_>, hunk: &Hunk<'_>, failure: &HunkFailure) -> Option<Remark> {
    let with = |is: fn(&[u8]) -> bool| first_repeated(table, hunk, failure, is);
    with(has_words).or_else(|| with(|line| !is_blank_line(line)))
}

fn first_repeated(
    table: &LineTable<'_>,
    hunk: &Hunk<'_>,
    failure: &HunkFailure,
    is_such: fn(&[u8]) -> bool,
) -> Option<Remark> {
    let (line, mut at) = exact_start(failure)?;
    for own in &hunk.lines {
        if own.kind != LineKind::Add {
            at += 1;
            continue;
        }
        let front = at.checked_sub(1).map(|at| table.line(at)).unwrap_or_default();
        let is_it = |line: &[u8]| {
            is_such(line) && without_trailing_blanks(line) == without_trailing_blanks(own.text)
        };
        let is_before = is_it(front);
        if is_before || is_it(table.line(at)) {
            let text = around(without_ending(own.text), 1);
            return Some(Remark::Repeated { line, text, is_before });
        }
    }
    None
}

/// The line (0-based), and its text, at which the file defines what a hunk without old lines
/// defines at another one.
fn defined(
    bytes: &[u8],
    table: &LineTable<'_>,
    hunk: &Hunk<'_>,
    line: usize,
) -> Option<(usize, BString)> {
    if hunk.lines.old_count() > 0 {
        return None;
    }
    let (front, behind) = bytes.split_at_checked(table.start_of(line))?;
    let added: Vec<&[u8]> = hunk.lines.iter().map(|line| &**line.text).collect();
    let (line, text) = match defined_already(&added, front, behind)? {
        Again::Above(between, text) => (line.checked_sub(between + 1)?, text),
        Again::Below(between, text) => (line + between, text),
    };
    Some((line, around(without_ending(text), 1)))
}

/// The line (0-based) after the last hunk that was placed before one.
fn reached(places: &[Option<Placement>], index: usize) -> usize {
    let before = places.iter().take(index).rev().find_map(Option::as_ref);
    before.map_or(0, |place| place.line_index + place.line_count)
}

fn explain_lost(scene: Scene<'_, '_>, lost: &Lost<'_>, position: usize, failure: &mut HunkFailure) {
    (failure.cause, failure.remark) = cause::of(scene, lost, position);
    let Some(near) = &lost.near else { return };
    failure.near_miss = near_miss(scene.table, lost, near);
    if failure.near_miss.is_none() || failure.cause == Cause::OutOfOrder {
        failure.near_miss = None;
        failure.candidates = vec![Candidate::at(near.alignment.first)];
        failure.places = 1;
    }
    // No earlier hunk is in the way: the chunk lies before its own anchor.
    let is_before_anchor = failure.cause == Cause::OutOfOrder && near.alignment.first >= position;
    if let Some(anchor) = lost.hunk.anchors.last().filter(|_| is_before_anchor) {
        failure.cause = Cause::OutsideHeading;
        failure.add_heading(anchor, anchors::line_behind(scene.table, near.alignment.last, anchor));
    }
}

/// The lines of the file at a place where the old lines match, and the first that is not written
/// as in the patch.
fn unmapped(table: &LineTable<'_>, hunk: &Hunk<'_>, failure: &HunkFailure) -> Option<NearMiss> {
    let mut lost = Lost::new(failure.hunk, hunk);
    let start = i64::try_from(failure.first_line().checked_sub(1)?).ok()?;
    let alignment = align::align(&lost.old, table, start)?;
    lost.near = Some(Near { alignment, is_clear: false });
    near_miss(table, &lost, lost.near.as_ref()?)
}

/// Whether all places of an ambiguous hunk lie before the line that the earlier hunks have reached,
/// in a format that seeks forward.
fn is_late(failure: &HunkFailure, places: &[Option<Placement>], format: Format) -> bool {
    let position = reached(places, failure.hunk);
    format == Format::OpenCode
        && failure.places == failure.candidates.len()
        && failure.candidates.iter().all(|place| place.line <= position)
}

/// The anchor that would tell the candidates of an ambiguous hunk apart, if one can.
fn apart(failure: &HunkFailure, format: Format) -> Option<Remark> {
    let headings: Vec<_> =
        failure.candidates.iter().filter_map(|place| place.heading.as_ref()).collect();
    let mut texts: Vec<_> = headings.iter().map(|heading| &heading.text).collect();
    texts.sort();
    texts.dedup();
    let is_apart = texts.len() == failure.candidates.len()
        && failure.places == failure.candidates.len()
        && format == Format::OpenCode;
    // The candidate with the least evidence against it.
    let places = failure.candidates.iter().min_by_key(|place| place.speaks_against.len());
    let place = places.filter(|_| is_apart)?;
    let anchor = place.heading.as_ref()?.text.clone();
    Some(Remark::Anchor { anchor, line: place.line })
}

/// Where a hunk comes closest, as data; `None` if all of it agrees.
fn near_miss(table: &LineTable<'_>, lost: &Lost<'_>, near: &Near) -> Option<NearMiss> {
    let Alignment { steps, thousandths, first, last } = &near.alignment;
    // If words differ, differences in blanks do not matter.
    let has_material = steps.iter().any(is_material);
    let agrees = |step: &&Step| {
        let is_pair =
            |level: &Level| *level == Level::Same || (has_material && *level == Level::Loose);
        matches!(step, Step::Pair { level, .. } if is_pair(level))
    };
    let step = steps.iter().find(|step| !agrees(step))?;
    let (difference, old, file) = match *step {
        Step::Pair { old, file, .. } => (Difference::Replaced, old, file),
        Step::OnlyPatch { old, file } => (Difference::MissingInFile, old, file),
        Step::OnlyFile { old, file } => (Difference::MissingInPatch, old, file),
    };
    let expected = lost.old.get(old).copied().unwrap_or_default();
    let actual = (file < table.len()).then(|| without_ending(table.line(file)));
    let column = match actual {
        Some(actual) if difference == Difference::Replaced => column(expected, actual),
        _ => 1,
    };
    let shown = file.saturating_sub(AROUND)..(file + AROUND + 1).min(table.len());
    let excerpt = shown.map(|line_index| {
        let column = if line_index == file { column } else { 1 };
        let text = around(without_ending(table.line(line_index)), column);
        FileLine { line: line_index + 1, text }
    });
    Some(NearMiss {
        line: first + 1,
        last_line: last + 1,
        matched_lines: steps.iter().take_while(agrees).count(),
        agreeing_lines: steps.iter().filter(agrees).count(),
        old_lines: lost.old.len(),
        similarity: per_cent(*thousandths),
        difference,
        differing_line: file + 1,
        column,
        expected: around(expected, column),
        actual: actual.map(|actual| around(actual, column)),
        excerpt: excerpt.collect(),
    })
}
