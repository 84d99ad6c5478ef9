//! Finds added lines that YAML cannot parse where they are, in a file that it can parse.

use std::borrow::Cow;
use std::collections::BTreeSet;

use bstr::ByteSlice as _;
use patch_parse::LineKind;

use super::ways::{
    Piece, Table, Unparsed, first_added, first_alone, is_moved, only_adding, parsed, shifted,
    sorted,
};
use super::yaml_layout::{Fault, Layout, is_item, key};
use crate::indent::around::Around;
use crate::mapping::Mapping;
use crate::mapping::lines::change::{Change, worded};
use crate::text::blanks::without_indentation;

/// Whether a text may be YAML, by its first line: for most files this ends the check.
pub(super) fn may_be_yaml(file: &[u8]) -> bool {
    let mut words = file.lines().map(|line| without_indentation(line).1);
    let first = words.find(|words| !words.is_empty() && !words.starts_with(b"#"));
    first.is_some_and(|words| words == b"---" || is_item(words) || key(words).is_some())
}

/// Whether a text is YAML for certain.
pub(super) fn is_yaml(file: &[u8]) -> bool {
    let mut layout = Layout::default();
    may_be_yaml(file) && push_all(&mut layout, file).is_ok() && layout.is_yaml()
}

/// Where YAML cannot continue.
struct Stop {
    /// The hunk.
    index: usize,
    fault: Fault,
    /// The line is an added one.
    is_at_added: bool,
    /// It is that, or the first one with words behind one.
    is_beside_added: bool,
}

/// The first of some hunks, in the order of the file, that adds lines which YAML cannot parse there:
/// for certain, unless removing lines may be why. `None` if YAML can parse everything, or not even
/// the present file.
pub(super) fn misplaced(file: &[u8], pieces: &[Piece<'_>]) -> Option<Unparsed> {
    if !is_yaml(file) {
        return None;
    }
    let stop = first_stop(file, pieces).err().filter(|stop| stop.fault.is_of_depth())?;
    let (hunk, _, _) = *pieces.get(stop.index)?;
    first_added(hunk)?;
    let is_removing = hunk.lines.iter().any(|line| line.kind == LineKind::Remove);
    let Stop { index, is_at_added, is_beside_added, .. } = stop;
    Some(Unparsed { index, is_certain: is_at_added || !is_removing, is_beside_added })
}

/// Reads a file with its hunks. If all of it can be read: whether a hunk ends a text (`key: |`) that
/// the line before its added ones is in.
fn first_stop(file: &[u8], pieces: &[Piece<'_>]) -> Result<bool, Stop> {
    let (mut new, mut at, mut ends_text) = (Layout::default(), 0, false);
    let mut is_behind_added = false;
    // What could be read before fails because of what is added, whatever it would be now.
    let kept = |index, is_beside_added| {
        let (fault, is_at_added) = (Fault::Depth, false);
        Stop { index, fault, is_at_added, is_beside_added }
    };
    for (index, (hunk, place, mapping)) in pieces.iter().enumerate() {
        let before = file.get(at..place.start).unwrap_or_default();
        push_behind(&mut new, before, &mut is_behind_added)
            .map_err(|_| kept(index.saturating_sub(1), is_behind_added))?;
        let own = file.get(place.start..place.end).unwrap_or_default();
        let behind = file.get(place.end..).unwrap_or_default();
        let mut own = own.lines_with_terminator().chain(behind.lines_with_terminator().take(1));
        let mut is_text_added = false;
        for line in &hunk.lines {
            if line.kind == LineKind::Add {
                let text =
                    mapping.map_or(Cow::Borrowed(&**line.text), |it| it.line(line.text).into());
                let at_added =
                    |fault| Stop { index, fault, is_at_added: true, is_beside_added: true };
                new.push(&text).map_err(at_added)?;
                is_text_added = new.is_in_text();
                is_behind_added |= !text.trim_ascii().is_empty();
                continue;
            }
            let kept_line = own.next().filter(|_| line.kind == LineKind::Context);
            let Some(line) = kept_line else { continue };
            push_behind(&mut new, line, &mut is_behind_added)
                .map_err(|_| kept(index, is_behind_added))?;
            ends_text |= std::mem::take(&mut is_text_added) && !new.is_in_text();
        }
        let mut after = new.clone();
        let next = behind.lines_with_terminator().find(|line| !line.trim_ascii().is_empty());
        ends_text |= is_text_added
            && next.is_none_or(|line| after.push(line).is_err() || !after.is_in_text());
        at = place.end;
    }
    let rest = file.get(at..).unwrap_or_default();
    push_behind(&mut new, rest, &mut is_behind_added)
        .map_err(|_| kept(pieces.len().saturating_sub(1), is_behind_added))?;
    Ok(ends_text)
}

/// Advances over lines of the file, the first of which with words is the last one behind added ones.
fn push_behind(layout: &mut Layout, text: &[u8], is_behind_added: &mut bool) -> Result<(), Fault> {
    text.lines_with_terminator().try_for_each(|line| {
        layout.push(line)?;
        *is_behind_added &= line.trim_ascii().is_empty();
        Ok(())
    })
}

fn push_all(layout: &mut Layout, text: &[u8]) -> Result<(), Fault> {
    text.lines_with_terminator().try_for_each(|line| layout.push(line))
}

/// For a hunk whose old lines match exactly and whose added ones YAML [cannot parse](misplaced):
/// the only way in which it can, with all of them moved alike or only the first, so that the first
/// is as deep as the line that it replaces, or else as a line next to it.
pub(super) fn mended(
    pieces: &[Piece<'_>],
    index: usize,
    file: &[u8],
    around: &Around<'_>,
) -> Option<Mapping> {
    let (hunk, place, _) = *pieces.get(index)?;
    let changes = Change::all(hunk, file, place.start);
    let change = only_adding(&changes).filter(|_| !is_moved_alone(&changes))?;
    let mut found = parsed(pieces, index, tables(change, around), |pieces| {
        // The last line of a text may as well belong behind it.
        first_stop(file, pieces).is_ok_and(|ends_text| !ends_text)
    });
    if found.len() > 1 {
        found.retain(|(target, _)| is_beside_its_like(change, target));
    }
    let (_, only) = found.pop()?;
    found.is_empty().then_some(only)
}

/// Whether lines are removed and added again at another depth.
fn is_moved_alone(changes: &[Change<'_>]) -> bool {
    changes.iter().any(|change| !change.removed.is_empty() && is_moved(change))
}

/// Whether the first added line is, in this way, as deep as a key or an item beside it, and one
/// itself.
fn is_beside_its_like(change: &Change<'_>, target: &[u8]) -> bool {
    let Some((_, words)) = worded(&change.added).first().copied() else { return false };
    let is_like = |(outer, line): (&[u8], &[u8])| {
        outer == target
            && is_item(line) == is_item(words)
            && key(line).is_some() == key(words).is_some()
    };
    [change.before(), change.next()].into_iter().flatten().any(is_like)
}

/// The ways in which the added lines of a change may be meant, each with the depth of the first.
fn tables(change: &Change<'_>, around: &Around<'_>) -> BTreeSet<(Vec<u8>, Table)> {
    let added = worded(&change.added);
    let indents: Vec<&[u8]> = added.iter().map(|(indent, _)| *indent).collect();
    let targets = targets(change, around);
    let all = targets.into_iter().flat_map(|target| {
        let ways = [
            shifted(&indents, &target),
            first_alone(&indents, &target),
            from_tabs(&indents, &target, around),
        ];
        ways.into_iter().flatten().map(move |table| (target.clone(), sorted(table)))
    });
    all.filter(|(_, table)| table.iter().all(|(_, own)| !own.contains(&b'\t'))).collect()
}

/// The possible depths of the first added line of a change.
fn targets(change: &Change<'_>, around: &Around<'_>) -> BTreeSet<Vec<u8>> {
    if let Some((indent, _)) = worded(&change.removed).first() {
        return BTreeSet::from([indent.to_vec()]);
    }
    let (before, next) = (change.before(), change.next());
    let beside = [before, next].into_iter().flatten().map(|(indent, _)| indent.to_vec());
    // The keys of an item are as deep as its first one.
    let of_item = before.filter(|(_, words)| is_item(words) && words.contains(&b':'));
    let of_item = of_item.map(|(indent, words)| {
        let inner = words.get(1..).unwrap_or_default().trim_ascii_start();
        [indent, &*vec![b' '; words.len() - inner.len()]].concat()
    });
    let opened = before.filter(|(_, words)| words.ends_with(b":"));
    let opened =
        opened.and_then(|(indent, _)| Some([indent, &*vec![b' '; around.unit()?]].concat()));
    beside.chain(of_item).chain(opened).collect()
}

/// Each tab is a step of the file.
fn from_tabs(indents: &[&[u8]], target: &[u8], around: &Around<'_>) -> Option<Table> {
    let first = indents.first().filter(|first| first.contains(&b'\t'))?.len();
    let unit = around.unit()?;
    let in_blanks = |indent: &&[u8]| {
        let more = indent.len().checked_sub(first)?;
        let is_of_tabs = indent.iter().all(|blank| *blank == b'\t');
        is_of_tabs.then(|| (indent.to_vec(), [target, &*vec![b' '; more * unit]].concat()))
    };
    indents.iter().map(in_blanks).collect()
}
