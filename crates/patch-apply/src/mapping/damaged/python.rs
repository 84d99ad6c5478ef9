//! Finds added lines that Python cannot parse where they are, in a file that it can parse.

use std::borrow::Cow;
use std::collections::BTreeSet;

use bstr::ByteSlice as _;
use patch_parse::LineKind;

use super::layout::{Fault, Layout, is_method};
use super::off::is_odd;
use super::ways::{
    Piece, Table, Unparsed, first_added, first_alone, is_moved, only_adding, parsed, shifted,
    sorted,
};
use crate::indent::around::Around;
use crate::mapping::Mapping;
use crate::mapping::lines::change::{Change, worded};
use crate::mapping::lines::inside::may_open_text;
use crate::text::blanks::without_indentation;

/// How many bytes at the start decide whether a text may be Python.
const MOST_BEGINNING: usize = 8 << 10;

/// Whether a text may be Python, by its start: for most files this ends the check.
pub(super) fn may_be_python(file: &[u8]) -> bool {
    let beginning = file.get(..file.len().min(MOST_BEGINNING)).unwrap_or_default();
    ["def ", "class "].iter().any(|word| beginning.contains_str(word))
}

/// The first of some hunks, in the order of the file, that adds lines which Python cannot parse
/// there. No later change could mend it if an added function is empty or swallows the methods after
/// it, or its first line is in no step of the file, and no line of the file is as deep. `None` if
/// Python can parse everything, or not even the present file.
pub(super) fn misplaced(file: &[u8], pieces: &[Piece<'_>]) -> Option<Unparsed> {
    let Stop { index, fault, is_beside_added } = unread(file, pieces)?;
    let first = first_added(pieces.get(index)?.0)?;
    let is_off = || {
        let around = Around::new(file);
        let is_in_steps = || around.unit().is_none_or(|unit| first.len().is_multiple_of(unit));
        (is_odd(first) || !is_in_steps()) && !around.has_depth(first)
    };
    let is_certain = matches!(fault, Fault::Empty | Fault::Swallowed) || is_off();
    Some(Unparsed { index, is_certain, is_beside_added })
}

/// Where Python cannot continue.
#[derive(Clone, Copy, Debug)]
struct Stop {
    /// The hunk that it is in, or behind.
    index: usize,
    fault: Fault,
    /// The line is an added one, or directly behind one.
    is_beside_added: bool,
}

/// Where Python cannot continue although it could before, if that is a matter of depth.
fn unread(file: &[u8], pieces: &[Piece<'_>]) -> Option<Stop> {
    let mut old = Layout::default();
    let is_read = file.lines_with_terminator().try_for_each(|line| old.push(line, false)).is_ok();
    if !is_read || !old.is_python() {
        return None;
    }
    first_stop(file, pieces).filter(|stop| stop.fault.is_of_depth())
}

fn first_stop(file: &[u8], pieces: &[Piece<'_>]) -> Option<Stop> {
    let (mut new, mut at) = (Layout::default(), 0);
    let stop = |layout: &Layout, index, fault| {
        let is_beside_added = layout.is_beside_added();
        Some(Stop { index, fault, is_beside_added })
    };
    for (index, piece) in pieces.iter().enumerate() {
        let before = file.get(at..piece.1.start).unwrap_or_default();
        if let Err(fault) = push_all(&mut new, before) {
            return stop(&new, index.checked_sub(1)?, fault);
        }
        if let Err(fault) = push_piece(&mut new, *piece, file) {
            return stop(&new, index, fault);
        }
        at = piece.1.end;
    }
    let fault = push_all(&mut new, file.get(at..).unwrap_or_default()).err()?;
    stop(&new, pieces.len().checked_sub(1)?, fault)
}

fn push_all(layout: &mut Layout, text: &[u8]) -> Result<(), Fault> {
    text.lines_with_terminator().try_for_each(|line| layout.push(line, false))
}

/// Advances over the lines that a hunk makes.
fn push_piece(
    layout: &mut Layout,
    (hunk, place, mapping): Piece<'_>,
    file: &[u8],
) -> Result<(), Fault> {
    let mut own = file.get(place.start..place.end).unwrap_or_default().lines_with_terminator();
    for line in &hunk.lines {
        if line.kind == LineKind::Add {
            let text = mapping.map_or(Cow::Borrowed(&**line.text), |it| it.line(line.text).into());
            layout.push(&text, true)?;
            continue;
        }
        let kept = own.next().filter(|_| line.kind == LineKind::Context);
        kept.map_or(Ok(()), |line| layout.push(line, false))?;
    }
    Ok(())
}

/// For a hunk whose old lines match exactly and whose added ones Python [cannot
/// parse](misplaced): the only way in which it can, with all of them moved alike or only the
/// first, so that the first is as deep as the line that it replaces, or else as a line next to
/// it.
pub(super) fn mended(
    pieces: &[Piece<'_>],
    index: usize,
    file: &[u8],
    around: &Around<'_>,
) -> Option<Mapping> {
    let (hunk, place, _) = *pieces.get(index)?;
    let changes = Change::all(hunk, file, place.start);
    let change = only_adding(&changes)?;
    if is_moved(change) || change.added.iter().any(|line| may_open_text(line)) {
        return None;
    }
    let ways = tables(change, around).into_iter().map(|table| ((), table));
    let mut found = parsed(pieces, index, ways, |pieces| {
        // Names may be of another Python.
        first_stop(file, pieces).is_none_or(|stop| stop.fault == Fault::Other)
    });
    if found.len() > 1 && are_one_at_start(change, &found) {
        found.retain(|((), mapping)| moves_alike(change, mapping));
    } else if found.len() > 1 {
        found.retain(|((), mapping)| is_beside_its_like(change, mapping));
    }
    let ((), only) = found.pop()?;
    found.is_empty().then_some(only)
}

/// Whether the first line of a change is as deep in all of some ways: they differ in lines of a
/// statement that Python reads at any depth.
fn are_one_at_start(change: &Change<'_>, ways: &[((), Mapping)]) -> bool {
    let Some((indent, words)) = worded(&change.added).first().copied() else { return false };
    let first = [indent, words].concat();
    let mut lines = ways.iter().map(|((), mapping)| mapping.line(&first));
    let one = lines.next();
    lines.all(|line| Some(line) == one)
}

/// Whether all lines of a change move by as much in a way.
fn moves_alike(change: &Change<'_>, mapping: &Mapping) -> bool {
    let added = worded(&change.added);
    let lengths = added.iter().map(|(indent, words)| {
        let line = [*indent, *words].concat();
        (line.len(), mapping.line(&line).len())
    });
    let lengths: Vec<(usize, usize)> = lengths.collect();
    lengths.first().is_none_or(|first| lengths.iter().all(|it| it.0 + first.1 == it.1 + first.0))
}

/// Whether an added method is, in this way, as deep as a method beside it.
fn is_beside_its_like(change: &Change<'_>, mapping: &Mapping) -> bool {
    let Some((indent, words)) = worded(&change.added).first().copied() else { return false };
    let own = mapping.line(&[indent, words].concat());
    let is_like =
        |(outer, line): (&[u8], &[u8])| is_method(line) && outer == without_indentation(&own).0;
    is_method(words) && [change.before(), change.next()].into_iter().flatten().any(is_like)
}

/// The ways in which the added lines of a change may be meant.
fn tables(change: &Change<'_>, around: &Around<'_>) -> BTreeSet<Table> {
    let added = worded(&change.added);
    let indents: Vec<&[u8]> = added.iter().map(|(indent, _)| *indent).collect();
    let targets = targets(change, around);
    let all = targets.iter().flat_map(|target| {
        let shifted = [shifted(&indents, target), first_alone(&indents, target)];
        let steps = [2, 3, 4, 8].map(|step| in_tabs(&indents, target, step));
        let units = [2, 4].map(|step| in_units(&indents, target, step, around.unit()));
        shifted.into_iter().chain(steps).chain(units).flatten()
    });
    all.filter(|table| is_in_steps(&added, table, around)).map(sorted).collect()
}

/// The possible depths of the first added line of a change. A line with an odd number of blanks may
/// have one too many.
fn targets(change: &Change<'_>, around: &Around<'_>) -> BTreeSet<Vec<u8>> {
    if let Some((indent, _)) = worded(&change.removed).first() {
        return BTreeSet::from([indent.to_vec()]);
    }
    let (before, next) = (change.before(), change.next());
    let opened = before.filter(|(_, words)| words.ends_with(b":")).and_then(|(indent, _)| {
        let blank = indent.first().copied();
        let is_tab = blank.map_or_else(|| around.begins_with(b'\t'), |blank| blank == b'\t');
        let step = if is_tab { vec![b'\t'] } else { vec![b' '; around.unit()?] };
        Some([indent, &*step].concat())
    });
    let beside = [before, next].into_iter().flatten().map(|(indent, _)| indent.to_vec());
    let first = worded(&change.added).first().map(|(indent, _)| *indent);
    let without = first.filter(|first| is_odd(first)).and_then(|first| first.strip_prefix(b" "));
    beside.chain(opened).chain(without.map(<[u8]>::to_vec)).collect()
}

/// Each of these steps in blanks is a tab.
fn in_tabs(indents: &[&[u8]], target: &[u8], step: usize) -> Option<Table> {
    let first = indents.first()?.len();
    if !target.iter().all(|blank| *blank == b'\t') {
        return None;
    }
    let tabs = |indent: &&[u8]| {
        let more = indent.len().checked_sub(first)?;
        let is_step = more.is_multiple_of(step) && indent.iter().all(|blank| *blank == b' ');
        let tabs = vec![b'\t'; more / step];
        is_step.then(|| (indent.to_vec(), [target, &*tabs].concat()))
    };
    indents.iter().map(tabs).collect()
}

/// Each of these steps is one of the file.
fn in_units(indents: &[&[u8]], target: &[u8], step: usize, unit: Option<usize>) -> Option<Table> {
    let (first, unit) = (indents.first()?.len(), unit?);
    if step == unit
        || indents.iter().chain([&target]).any(|own| own.iter().any(|blank| *blank != b' '))
    {
        return None;
    }
    let in_unit = |indent: &&[u8]| {
        let more = indent.len().checked_sub(first).filter(|more| more.is_multiple_of(step))?;
        Some((indent.to_vec(), vec![b' '; target.len() + more / step * unit]))
    };
    let table: Table = indents.iter().map(in_unit).collect::<Option<_>>()?;
    table.iter().any(|(_, own)| own.len() > target.len()).then_some(table)
}

/// Whether each line after one that ends in `:` is one step of the file deeper.
fn is_in_steps(added: &[(&[u8], &[u8])], table: &Table, around: &Around<'_>) -> bool {
    let width = |at: usize| table.get(at).map_or(0, |(_, file)| file.len());
    let is_step = |at: usize| {
        let step = width(at + 1).checked_sub(width(at));
        around.unit().is_none_or(|unit| step == Some(unit))
    };
    let heads = added.iter().rev().skip(1).rev().enumerate();
    heads.filter(|(_, (_, words))| words.ends_with(b":")).all(|(at, _)| is_step(at))
}
