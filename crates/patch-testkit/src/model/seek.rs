//! Where the chunks of the `OpenCode` format stand: seek forward, the first match wins.

use patch_apply::Locate;
use patch_parse::{Code, Hunk};

use super::ladder::{RUNGS, Rung};
use super::text::{
    Placed, old_block, places, stands_already, why_nowhere, without_trailing_blanks,
};

/// Places the chunks in order, each from where the last one ended.
pub(super) fn all(file: &[&[u8]], hunks: &[Hunk<'_>], locate: Locate) -> Vec<Result<Placed, Code>> {
    let mut position = 0;
    let mut places = Vec::new();
    for hunk in hunks {
        let place = match one(file, hunk, position, locate) {
            Ok(place) if stands_already(file, hunk, place) => Err(Code::AlreadyApplied),
            place => place,
        };
        position = place.map_or(position, Placed::end);
        places.push(place);
    }
    places
}

fn one(file: &[&[u8]], hunk: &Hunk<'_>, position: usize, locate: Locate) -> Result<Placed, Code> {
    let mut anchor = None;
    for text in &hunk.anchors {
        let from = anchor.map_or(position, |line| line + 1);
        anchor = Some(seek_anchor(file, text, from).ok_or(Code::ContextNotFound)?);
    }
    let block = old_block(hunk);
    if block.is_empty() {
        return Ok(insertion(file, hunk, anchor));
    }
    // The chunk may begin at the anchor line itself.
    let from = anchor.unwrap_or(position);
    for rung in RUNGS {
        let fits = |start: &usize| {
            *start >= from && (!hunk.end_of_file || start + block.len() == file.len())
        };
        let found: Vec<_> = places(file, hunk, rung).into_iter().filter(fits).collect();
        match *found {
            [] => {}
            [_, _, ..] if locate == Locate::Unique => return Err(Code::AmbiguousContext),
            [start, ..] => return Ok(Placed { start, count: block.len(), rung }),
        }
    }
    Err(why_nowhere(file, hunk))
}

/// Without old lines: directly behind the anchor, or at the end of the file.
fn insertion(file: &[&[u8]], hunk: &Hunk<'_>, anchor: Option<usize>) -> Placed {
    let start = match anchor {
        Some(line) if !hunk.end_of_file => line + 1,
        _ => file.len(),
    };
    Placed { start, count: 0, rung: Rung::Same }
}

/// The first line from a line on that an anchor names, by the strictest way that names one.
fn seek_anchor(file: &[&[u8]], anchor: &[u8], from: usize) -> Option<usize> {
    let anchor = without_trailing_blanks(anchor);
    let name = anchor.trim_ascii();
    if name.is_empty() {
        return None;
    }
    let first = |names: &dyn Fn(&[u8]) -> bool| {
        (from..file.len()).find(|line| names(without_trailing_blanks(file[*line])))
    };
    first(&|line| line == anchor)
        .or_else(|| first(&|line| line.trim_ascii() == name))
        .or_else(|| first(&|line| line.trim_ascii().starts_with(name)))
        .or_else(|| first(&|line| line.windows(name.len()).any(|part| part == name)))
}
