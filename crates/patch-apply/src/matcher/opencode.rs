//! Placing the chunks of the OpenCode format: seek forward, the first match wins.
//!
//! OpenCode patch format, *Context Seeking*.

use patch_parse::{Code, Hunk};

use super::anchor;
use super::ladder::{RUNGS, Rung};
use super::unified::Search;
use super::{Placed, Placement, stands_already};
use crate::text::Text;
use crate::{ApplyOptions, HunkFailure, Locate};

/// Places the chunks in order, each from where the last one ended.
pub(super) fn place(text: Text<'_>, hunks: &[Hunk<'_>], options: &ApplyOptions) -> Vec<Placed> {
    let mut search = Search::new(text, hunks);
    let mut position = 0;
    hunks
        .iter()
        .enumerate()
        .map(|(index, hunk)| {
            let place = place_one(&mut search, index, hunk, position, options)?;
            if stands_already(text, hunk, &place) {
                return Err(HunkFailure::at(Code::AlreadyApplied, index, hunk, place.line_index));
            }
            position = place.line_index + place.line_count;
            Ok(place)
        })
        .collect()
}

fn place_one(
    search: &mut Search<'_, '_>,
    index: usize,
    hunk: &Hunk<'_>,
    position: usize,
    options: &ApplyOptions,
) -> Placed {
    let anchor = seek_anchors(search, index, hunk, position)?;
    if hunk.lines.old_count() == 0 {
        return Ok(insertion(search, index, hunk, anchor));
    }
    // The chunk may begin at the anchor line itself.
    let from = anchor.unwrap_or(position);
    for (rung_index, rule) in RUNGS.iter().enumerate() {
        let mut places = search.places(rung_index, index, from);
        if hunk.end_of_file {
            let count = hunk.lines.old_count();
            let last = search.table().len().saturating_sub(count);
            places = search.places(rung_index, index, last.max(from));
        }
        match *places {
            [] => {}
            [_, ref others @ ..] if !others.is_empty() && options.locate == Locate::Unique => {
                return Err(HunkFailure::ambiguous(index, hunk, &places));
            }
            [first, ref others @ ..] => {
                return Ok(search.placement(index, first, rule.rung, others.len()));
            }
        }
    }
    Err(search.not_found(index, hunk))
}

/// The line of the innermost anchor, 0-based; `None` without anchors.
fn seek_anchors(
    search: &mut Search<'_, '_>,
    index: usize,
    hunk: &Hunk<'_>,
    position: usize,
) -> Result<Option<usize>, Box<HunkFailure>> {
    let mut found: Option<usize> = None;
    for text in &hunk.anchors {
        let from = found.map_or(position, |line_index| line_index + 1);
        let line_index = anchor::seek(search.table(), text, from)
            .ok_or_else(|| HunkFailure::anchor_not_found(index, hunk, text))?;
        found = Some(line_index);
    }
    Ok(found)
}

/// Without old lines: directly after the anchor, or at the end of the file.
fn insertion(
    search: &mut Search<'_, '_>,
    index: usize,
    hunk: &Hunk<'_>,
    anchor: Option<usize>,
) -> Placement {
    let end = search.table().len();
    let line_index = match anchor {
        Some(anchor) if !hunk.end_of_file => anchor + 1,
        _ => end,
    };
    search.placement(index, line_index, Rung::Exact, 0)
}
