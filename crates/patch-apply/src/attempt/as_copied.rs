//! Places hunks that agree loosely with the file once more, as if their writer had copied it
//! rightly.
//!
//! Checks for near matches and for changes already made compare the hunk's own text. If the hunk
//! matched only loosely, those checks find nothing. So such hunks are placed again, with the file's
//! own lines for the old ones and the added ones as they will be written, and any refusal of that
//! run applies to the original.

use std::collections::HashMap;
use std::ops::Range;

use foldhash::fast::RandomState;
use patch_parse::{Code, Hunk, HunkLine, HunkLines, LineKind};

use crate::failure::{Candidate, HunkFailure, Why};
use crate::mapping::Mapping;
use crate::place::rung::{Rung, loosest};
use crate::place::{Evidence, Placed, Placement};
use crate::text::blanks::{without_indentation, without_trailing_blanks};
use crate::text::words::has_words;
use crate::text::{Text, last_line};

/// How many lines of its context a hunk may leave out next to those that differ: it then begins so
/// many lines before the match.
const MOST_LEFT_OUT: usize = 2;

/// Fails hunks that lose their places when they are placed so.
pub(super) fn refuse(
    text: Text<'_>,
    hunks: &[Hunk<'_>],
    mappings: &[Option<Mapping>],
    placed: &mut [Placed],
    place: impl Fn(&[Hunk<'_>]) -> Vec<Placed>,
) {
    // Nearly always all hunks match the file exactly.
    if !placed.iter().any(|placed| matches!(placed, Placed::At(at) if is_loose(at))) {
        return;
    }
    let copied = Copied::new(text, hunks, mappings, placed);
    copied.objections(placed, &place(&copied.hunks));
    for by in (1..).take(MOST_LEFT_OUT) {
        let moved = copied.moved(placed, by);
        if moved.is_empty() {
            break;
        }
        copied.objections(placed, &place(&moved));
    }
}

/// Hunks as they are placed once more.
struct Copied<'a, 'h> {
    /// As they are in the patch.
    own: &'a [Hunk<'h>],
    hunks: Vec<Hunk<'h>>,
    /// Where the lines of the loosely matching hunks begin.
    firsts: Vec<Option<usize>>,
}

impl<'a, 'h> Copied<'a, 'h> {
    fn new(
        text: Text<'_>,
        own: &'a [Hunk<'h>],
        mappings: &[Option<Mapping>],
        placed: &[Placed],
    ) -> Self {
        let (taken, forms) = (taken(placed), Forms::of(text, own, mappings, placed));
        let again = own.iter().zip(placed).zip(mappings).map(|((hunk, placed), mapping)| {
            let Placed::At(at) = placed else { return (hunk.clone(), None) };
            if !is_loose(at) {
                return (hunk.clone(), None);
            }
            let outer = outer_lines(text, hunk, at, &taken);
            let first = at.line_index - outer.0.len();
            let written = |line: &[u8]| forms.in_file(&mapped(mapping.as_ref(), line));
            (as_in_file(text, hunk, at, outer, written), Some(first))
        });
        let (hunks, firsts) = again.unzip();
        Self { own, hunks, firsts }
    }

    /// Fails the hunks that were not found there again.
    fn objections(&self, placed: &mut [Placed], found: &[Placed]) {
        let all = placed.iter_mut().zip(found).zip(self.own.iter().zip(&self.firsts));
        for (index, ((slot, found), (hunk, first))) in all.enumerate() {
            if let (Placed::At(at), Some(first)) = (&*slot, first)
                && let Some(refused) = objection(index, hunk, at, found, *first)
            {
                *slot = Placed::Failed(refused);
            }
        }
    }

    /// The hunks with shifted numbers where they may leave out so many lines; empty if no hunk may.
    /// The lines that its number means may be that far away.
    fn moved(&self, placed: &[Placed], by: u64) -> Vec<Hunk<'h>> {
        let may_be = |placed: &Placed, first: Option<usize>| {
            let Placed::At(at) = placed else { return false };
            let says_where = [Evidence::Number, Evidence::Between, Evidence::Common]
                .iter()
                .any(|kind| at.evidence.contains(*kind));
            // If it has these lines, its number is that of the first.
            let has_all = first.is_some_and(|first| first + at.dropped_before < at.line_index);
            at.dropped_before > 0 && !has_all && !says_where
        };
        let mut is_any = false;
        let all = self.hunks.iter().zip(placed).zip(&self.firsts);
        let moved = all.map(|((hunk, placed), first)| {
            let range = hunk.range().filter(|_| may_be(placed, *first));
            let starts = range.map(|range| {
                (range.old_start.saturating_add(by), range.new_start.saturating_add(by))
            });
            is_any |= starts.is_some();
            let moved = hunk.clone();
            if starts.is_some() { moved.with_starts(starts) } else { moved }
        });
        let moved: Vec<_> = moved.collect();
        if is_any { moved } else { Vec::new() }
    }
}

/// How the file writes lines that hunks add: they may exist already, in a form that the old lines
/// do not show.
#[derive(Default)]
struct Forms<'f>(HashMap<Vec<u8>, Option<&'f [u8]>, RandomState>);

impl<'f> Forms<'f> {
    /// For all lines that loose hunks add; searched only if some hunk matched at a rung that
    /// ignores blanks or signs within lines.
    fn of(
        text: Text<'f>,
        hunks: &[Hunk<'_>],
        mappings: &[Option<Mapping>],
        placed: &[Placed],
    ) -> Self {
        let all = hunks.iter().zip(mappings).zip(placed);
        let loose = all.filter_map(|((hunk, mapping), placed)| match placed {
            Placed::At(at) if is_loose(at) => Some((hunk, mapping.as_ref(), at.rung)),
            _ => None,
        });
        let is_spaced = |rung: Rung| rung > Rung::Indentation;
        if !loose.clone().any(|(hunk, _, rung)| is_spaced(rung) && hunk.lines.added_count() > 0) {
            return Self::default();
        }
        let (mut form, mut scratch) = (Vec::new(), Vec::new());
        let mut forms = HashMap::default();
        for (hunk, mapping, _) in loose {
            for line in hunk.lines.iter().filter(|line| line.kind == LineKind::Add) {
                put_form(&mapped(mapping, line.text), &mut scratch, &mut form);
                forms.insert(form.clone(), None);
            }
        }
        let bytes = text.body();
        let lines = bytes.split_inclusive(|byte| *byte == b'\n').filter(|line| has_words(line));
        for line in lines {
            put_form(line, &mut scratch, &mut form);
            if let Some(slot) = forms.get_mut(&form) {
                slot.get_or_insert(without_trailing_blanks(line));
            }
        }
        Self(forms)
    }

    fn in_file(&self, line: &[u8]) -> Vec<u8> {
        if self.0.is_empty() {
            return line.to_vec();
        }
        let mut form = Vec::new();
        put_form(line, &mut Vec::new(), &mut form);
        self.0.get(&form).copied().flatten().unwrap_or(line).to_vec()
    }
}

/// What identifies a line however it is written: its indentation and its key, which begins with no
/// blank.
fn put_form(line: &[u8], scratch: &mut Vec<u8>, form: &mut Vec<u8>) {
    form.clear();
    form.extend_from_slice(without_indentation(line).0);
    form.extend_from_slice((loosest().key)(line, scratch));
}

/// An added line as it will be written.
fn mapped(mapping: Option<&Mapping>, line: &[u8]) -> Vec<u8> {
    mapping.map_or_else(|| line.to_vec(), |mapping| mapping.line(line))
}

/// Whether a place shows something about the hunk's lines by which others can be compared.
fn is_loose(place: &Placement) -> bool {
    place.rung.maps_added_lines() || place.rung == Rung::OuterContext
}

/// Why a hunk must lose its place, which begins at this line with all its context.
fn objection(
    index: usize,
    hunk: &Hunk<'_>,
    place: &Placement,
    found: &Placed,
    line: usize,
) -> Option<Box<HunkFailure>> {
    match found {
        Placed::At(found) if found.line_index == line => None,
        Placed::At(found) => {
            let mut refused = HunkFailure::refused(Why::Ambiguous, index, hunk);
            let lines = [found.line_index, place.line_index].map(Candidate::at).to_vec();
            refused.add_places([lines, Vec::new()], 2);
            Some(refused)
        }
        Placed::Done(done) => {
            let line = done.first_line().saturating_sub(1);
            Some(HunkFailure::refused(Why::MaybeDone(line), index, hunk))
        }
        // The lines were found, so that is not the reason.
        Placed::Failed(failure) if failure.code == Code::ContextNotFound => {
            let mut refused = HunkFailure::refused(Why::Ambiguous, index, hunk);
            let found = Candidate { rung: Some(place.rung), ..Candidate::at(place.line_index) };
            refused.add_places([vec![found], failure.rivals.clone()], 1);
            Some(refused)
        }
        Placed::Failed(failure) => {
            let mut failure = failure.clone();
            let all = failure.candidates.iter_mut().chain(&mut failure.rivals);
            for found in all.filter(|found| found.line == line + 1 && found.rung.is_some()) {
                found.rung = Some(place.rung);
            }
            Some(failure)
        }
    }
}

/// The lines that hunks cover, by where these begin.
fn taken(placed: &[Placed]) -> Vec<Range<usize>> {
    let lines = placed.iter().filter_map(|placed| match placed {
        Placed::At(at) => Some(at.line_index..at.line_index + at.line_count),
        Placed::Done(_) | Placed::Failed(_) => None,
    });
    let mut taken: Vec<_> = lines.filter(|lines| !lines.is_empty()).collect();
    taken.sort_unstable_by_key(|lines| lines.start);
    taken
}

/// The lines of the file in place of outer context that differs, before and after, as far as they
/// exist and no other hunk covers them. If the hunk's first (or last) line is a few lines further
/// out, the hunk leaves out the lines between.
fn outer_lines<'f>(
    text: Text<'f>,
    hunk: &Hunk<'_>,
    place: &Placement,
    taken: &[Range<usize>],
) -> (Vec<&'f [u8]>, Vec<&'f [u8]>) {
    let end = place.line_index + place.line_count;
    let behind = taken.partition_point(|lines| lines.start <= place.line_index);
    let before = taken.partition_point(|lines| lines.start < place.line_index);
    let next = taken.get(behind).map_or(usize::MAX, |lines| lines.start);
    let last = before.checked_sub(1).and_then(|at| taken.get(at)).map_or(0, |lines| lines.end);
    let mut above = text.slice(text.start..place.start);
    let upwards = std::iter::from_fn(|| last_line(&mut above));
    let upwards = upwards.take(place.line_index.saturating_sub(last));
    let mut front = reaching(upwards, place.dropped_before, hunk.old_lines().next());
    front.reverse();
    let downwards = text.slice(place.end..text.bytes.len()).split_inclusive(|byte| *byte == b'\n');
    let downwards = downwards.take(next.saturating_sub(end));
    (front, reaching(downwards, place.dropped_after, hunk.old_lines().last()))
}

/// So many lines, or more, up to the one that equals the hunk's outermost line.
fn reaching<'f>(
    lines: impl Iterator<Item = &'f [u8]>,
    count: usize,
    outermost: Option<HunkLine<'_>>,
) -> Vec<&'f [u8]> {
    if count == 0 {
        return Vec::new();
    }
    let mut lines: Vec<&[u8]> = lines.take(count + MOST_LEFT_OUT).collect();
    let is_it = |line: &&[u8]| {
        outermost.is_some_and(|outermost| {
            has_words(line)
                && without_trailing_blanks(line) == without_trailing_blanks(outermost.text)
        })
    };
    let reached = lines.iter().position(is_it).map_or(count, |at| count.max(at + 1));
    lines.truncate(reached);
    lines
}

/// The hunk that the writer would have sent after copying the lines of the file at a place; the
/// file's lines replace outer context that differs.
fn as_in_file<'h>(
    text: Text<'_>,
    hunk: &Hunk<'h>,
    place: &Placement,
    (front, behind): (Vec<&[u8]>, Vec<&[u8]>),
    written: impl Fn(&[u8]) -> Vec<u8>,
) -> Hunk<'h> {
    let missing = place.dropped_before.saturating_sub(front.len());
    let [more_in_front, more_behind] = [
        front.len().saturating_sub(place.dropped_before),
        behind.len().saturating_sub(place.dropped_after),
    ];
    let found = text.slice(place.start..place.end).split_inclusive(|byte| *byte == b'\n');
    let mut in_file = front.into_iter().chain(found).chain(behind);
    let mut lines = HunkLines::default();
    lines.extend(in_file.by_ref().take(more_in_front).map(context));
    let mut left_out = missing;
    for line in &hunk.lines {
        if line.kind == LineKind::Add {
            let written = written(line.text);
            lines.push(HunkLine { text: written.as_slice().into(), ..line });
        } else if left_out > 0 {
            left_out -= 1;
        } else if let Some(found) = in_file.next() {
            lines.push(HunkLine { kind: line.kind, ..context(found) });
        }
    }
    lines.extend(in_file.take(more_behind).map(context));
    let missing = u64::try_from(missing).unwrap_or(0);
    let starts = hunk.range().map(|range| {
        (range.old_start.saturating_add(missing), range.new_start.saturating_add(missing))
    });
    hunk.clone().with_lines(lines).with_starts(starts)
}

/// A line of the file as context.
fn context(line: &[u8]) -> HunkLine<'_> {
    HunkLine::from_line(LineKind::Context, line)
}
