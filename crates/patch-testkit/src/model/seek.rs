//! Where the chunks of the `OpenCode` format stand: seek forward, the first match wins.

use patch_apply::Locate;
use patch_parse::{Code, Hunk};

use super::ladder::{RUNGS, Rung, collapsed, folded, indent, is_loose, words};
use super::outer;
use super::text::{
    Placed, is_substantial, old_block, places, stands_already, where_the_new_block_stands,
    without_trailing_blanks,
};
use super::together::{self, Found};

/// Places the chunks in order, each from where the last one ended.
pub(super) fn all(file: &[&[u8]], hunks: &[Hunk<'_>], locate: Locate) -> Vec<Result<Placed, Code>> {
    let mut position = 0;
    let mut found = Vec::new();
    for hunk in hunks {
        let one = one(file, hunk, position, locate);
        if let Found::At(place, _) = one {
            position = position.max(place.end());
        }
        found.push(one);
    }
    let settled = together::settle_by_order(hunks, &found);
    let places = settled.into_iter().zip(hunks).map(|(place, hunk)| match place {
        Ok(place) if stands_already(file, hunk, place) => Err(Code::AlreadyApplied),
        place => place,
    });
    places.collect()
}

fn one(file: &[&[u8]], hunk: &Hunk<'_>, position: usize, locate: Locate) -> Found {
    let Some(anchor) = seek_anchors(file, hunk, position) else {
        // Before the position only what cannot be elsewhere is meant.
        return match seek_anchors(file, hunk, 0).flatten() {
            Some(anchor) if is_only_anchor(file, hunk, anchor) => {
                out_of_order(file, hunk, Some(anchor))
            }
            _ => Found::Refused(Code::ContextNotFound),
        };
    };
    if old_block(hunk).is_empty() {
        return insertion(file, hunk, anchor);
    }
    // The chunk may begin at the anchor line itself.
    let from = anchor.unwrap_or(position);
    for rung in RUNGS {
        if made_already(file, hunk, rung) {
            return Found::Refused(Code::AlreadyApplied);
        }
        let found = places_from(file, hunk, rung, from);
        let is_loose = is_loose(rung);
        let start = match *found {
            [] => continue,
            [start] => start,
            [start, ..] if locate == Locate::First && !is_loose => start,
            _ => match in_scope(file, &found, anchor) {
                Some(start) => start,
                None => return Found::Several(rung, found),
            },
        };
        let new = where_the_new_block_stands(file, hunk);
        if anchor.is_none() && is_substantial(hunk) && new.is_some_and(|new| new != start) {
            return Found::Refused(Code::AlreadyApplied);
        }
        return at(hunk, start, rung);
    }
    if anchor.is_none() && position > 0 && !hunk.end_of_file {
        return out_of_order(file, hunk, None);
    }
    without_outer_context(file, hunk, from)
}

fn at(hunk: &Hunk<'_>, start: usize, rung: Rung) -> Found {
    Found::At(Placed { start, count: old_block(hunk).len(), rung, dropped: (0, 0) }, false)
}

/// The new lines as they are say more than the old ones changed.
fn made_already(file: &[&[u8]], hunk: &Hunk<'_>, rung: Rung) -> bool {
    rung == Rung::Shifted && where_the_new_block_stands(file, hunk).is_some()
}

/// Where a chunk stands from a line on; one that ends the file only there.
fn places_from(file: &[&[u8]], hunk: &Hunk<'_>, rung: Rung, from: usize) -> Vec<usize> {
    let ends = |start: usize| start + old_block(hunk).len() == file.len();
    let fits = |start: &usize| *start >= from && (!hunk.end_of_file || ends(*start));
    places(file, hunk, rung).into_iter().filter(fits).collect()
}

/// The one place in what an anchor opens: up to the first line with words that is not indented
/// deeper, brackets aside.
fn in_scope(file: &[&[u8]], places: &[usize], anchor: Option<usize>) -> Option<usize> {
    let anchor = anchor?;
    let closes = |line: &&[u8]| {
        indent(line).len() <= indent(file[anchor]).len()
            && words(line).first().is_some_and(|first| !b"{}()[],;".contains(first))
    };
    let len = file[anchor + 1..].iter().position(closes);
    let end = len.map_or(file.len(), |len| anchor + 1 + len);
    match *places.iter().filter(|start| **start < end).collect::<Vec<_>>() {
        [start] => Some(*start),
        _ => None,
    }
}

fn out_of_order(file: &[&[u8]], hunk: &Hunk<'_>, anchor: Option<usize>) -> Found {
    if old_block(hunk).is_empty() {
        return insertion(file, hunk, anchor);
    }
    let from = anchor.unwrap_or(0);
    for rung in RUNGS {
        if made_already(file, hunk, rung) {
            return Found::Refused(Code::AlreadyApplied);
        }
        match *places_from(file, hunk, rung, from) {
            [] => {}
            [start] => return at(hunk, start, rung),
            _ => return Found::Refused(Code::AmbiguousContext),
        }
    }
    without_outer_context(file, hunk, from)
}

fn without_outer_context(file: &[&[u8]], hunk: &Hunk<'_>, from: usize) -> Found {
    match outer::place(file, hunk, None) {
        Ok(place) if place.start >= from && !hunk.end_of_file => Found::At(place, false),
        Ok(_) => Found::Refused(Code::ContextNotFound),
        Err(code) => Found::Refused(code),
    }
}

/// Without old lines: directly behind the anchor, or at the end of the file.
fn insertion(file: &[&[u8]], hunk: &Hunk<'_>, anchor: Option<usize>) -> Found {
    let start = match anchor {
        Some(line) if !hunk.end_of_file => line + 1,
        _ => file.len(),
    };
    Found::At(Placed { start, count: 0, rung: Rung::Same, dropped: (0, 0) }, true)
}

/// The line of the last anchor, each sought behind the one before; `None` when one is missing.
#[expect(clippy::option_option, reason = "there may be no anchors, or one that is missing")]
fn seek_anchors(file: &[&[u8]], hunk: &Hunk<'_>, from: usize) -> Option<Option<usize>> {
    let mut anchor = None;
    for text in &hunk.anchors {
        let from = anchor.map_or(from, |line| line + 1);
        anchor = Some(seek_anchor(file, text, from)?);
    }
    Some(anchor)
}

/// Whether the innermost anchor names this line better than any other.
fn is_only_anchor(file: &[&[u8]], hunk: &Hunk<'_>, anchor: usize) -> bool {
    let text = hunk.anchors.last().expect("it was found");
    let own = way(text, file[anchor]);
    (0..file.len()).all(|line| line == anchor || way(text, file[line]) > own)
}

/// The first line from a line on that an anchor names, by the strictest way that names one.
fn seek_anchor(file: &[&[u8]], anchor: &[u8], from: usize) -> Option<usize> {
    if anchor.trim_ascii().is_empty() {
        return None;
    }
    let ways = (from..file.len()).map(|line| (way(anchor, file[line]), line));
    ways.min().filter(|(way, _)| *way < NO_WAY).map(|(_, line)| line)
}

const NO_WAY: usize = 6;

/// How an anchor names a line: the less, the stricter.
fn way(anchor: &[u8], line: &[u8]) -> usize {
    let anchor = without_trailing_blanks(anchor);
    let line = without_trailing_blanks(line);
    let (name, text) = (anchor.trim_ascii_start(), line.trim_ascii_start());
    let (loose_name, loose_text) = (folded(name), folded(text));
    let is_part = || loose_text.windows(loose_name.len()).any(|part| part == loose_name);
    match () {
        () if line == anchor => 0,
        () if text == name => 1,
        () if collapsed(text) == collapsed(name) => 2,
        () if loose_text == loose_name => 3,
        () if loose_text.starts_with(&loose_name) => 4,
        () if is_part() => 5,
        () => NO_WAY,
    }
}
