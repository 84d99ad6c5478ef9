//! Placing the chunks of the OpenCode format: seek forward, the first match wins.
//!
//! OpenCode patch format, *Context Seeking*.

use patch_parse::{Code, Hunk};

use super::joint::{self, Found};
use super::ladder::{LOOSE_RUNG, RUNGS, Rung};
use super::outer::Outer;
use super::search::Search;
use super::{Placed, anchor, is_substantial, stands_already};
use crate::text::Text;
use crate::{ApplyOptions, HunkFailure, Locate};

/// Places the chunks in order, each from where the last one ended.
pub(super) fn place(text: Text<'_>, hunks: &[Hunk<'_>], options: &ApplyOptions) -> Vec<Placed> {
    let mut search = Search::new(text, hunks);
    let mut position = 0;
    let mut found = Vec::with_capacity(hunks.len());
    for (index, hunk) in hunks.iter().enumerate() {
        let search = &mut search;
        let one = Seeker { search, index, hunk, locate: options.locate, position }.seek();
        if let Found::At { place, .. } = one {
            position = position.max(place.line_index + place.line_count);
        }
        found.push(one);
    }
    joint::by_order_alone(&mut search, hunks, &mut found);
    let finish = |((index, found), hunk): ((usize, Found), &Hunk<'_>)| {
        let place = found.into_placed(index, hunk)?;
        if stands_already(text, hunk, &place) {
            return Err(HunkFailure::at(Code::AlreadyApplied, index, hunk, place.line_index));
        }
        Ok(place)
    };
    found.into_iter().enumerate().zip(hunks).map(finish).collect()
}

/// Looks for one chunk.
struct Seeker<'s, 'f, 'h> {
    search: &'s mut Search<'f, 'h>,
    index: usize,
    hunk: &'h Hunk<'h>,
    locate: Locate,
    /// The line behind the last chunk, 0-based.
    position: usize,
}

impl<'h> Seeker<'_, '_, 'h> {
    fn seek(&mut self) -> Found {
        let (index, hunk) = (self.index, self.hunk);
        let anchor = match self.anchor(self.position) {
            Ok(anchor) => anchor,
            Err(text) => match self.anchor(0) {
                // Before the position, only what cannot be elsewhere is meant.
                Ok(Some(line)) if self.is_only_anchor(line) => {
                    return self.out_of_order(Some(line));
                }
                _ => return Found::Failed(HunkFailure::anchor_not_found(index, hunk, text)),
            },
        };
        if hunk.lines.old_count() == 0 {
            return self.insertion(anchor);
        }
        // The chunk may begin at the anchor line itself.
        let from = anchor.unwrap_or(self.position);
        let found = self.block(from, anchor);
        if let Some(found) = found {
            return found;
        }
        if anchor.is_none() && self.position > 0 && !hunk.end_of_file {
            return self.out_of_order(None);
        }
        self.without_outer_context(from)
    }

    /// The line (0-based) of the innermost anchor, each sought behind the one before; the text of
    /// the anchor that is missing.
    fn anchor(&mut self, from: usize) -> Result<Option<usize>, &'h [u8]> {
        let mut found: Option<usize> = None;
        for text in &self.hunk.anchors {
            let from = found.map_or(from, |line| line + 1);
            found = Some(anchor::seek(self.search.table(), text, from).ok_or(&***text)?);
        }
        Ok(found)
    }

    /// Whether the innermost anchor agrees with no other line as well as with this one.
    fn is_only_anchor(&mut self, line: usize) -> bool {
        let Some(text) = self.hunk.anchors.last() else { return false };
        let table = self.search.table();
        anchor::seek(table, text, 0) == Some(line)
            && anchor::seek(table, text, line + 1)
                .is_none_or(|other| !anchor::agree_alike(table, text, line, other))
    }

    /// The old block from a line on; `None` where it does not stand.
    fn block(&mut self, from: usize, anchor: Option<usize>) -> Option<Found> {
        let (index, hunk) = (self.index, self.hunk);
        let from = self.earliest(from);
        for (rung_index, rule) in RUNGS.iter().enumerate() {
            if let Some(line) = self.loosely_made_already(rung_index) {
                return Some(Found::failed(Code::AlreadyApplied, index, hunk, line));
            }
            let places = self.search.places(rung_index, index, from);
            let takes_first = self.locate == Locate::First && rung_index < LOOSE_RUNG;
            let (line, other_places) = match *places {
                [] => continue,
                [line] => (line, 0),
                [line, ref others @ ..] if takes_first => (line, others.len()),
                _ => match self.in_scope(&places, anchor) {
                    Some(line) => (line, 0),
                    None => return Some(Found::Several { rung_index, places }),
                },
            };
            let new = self.search.new_block(index).filter(|_| anchor.is_none());
            if let Some(new) = new.filter(|new| *new != line && is_substantial(hunk)) {
                // One of two places was changed already: which is meant?
                return Some(Found::failed(Code::AlreadyApplied, index, hunk, new));
            }
            let mut place = self.search.placement(index, line, rule.rung, (0, 0));
            place.other_places = other_places;
            return Some(Found::At { place, by_number: false });
        }
        None
    }

    /// The new lines as they are say more than the old ones changed.
    fn loosely_made_already(&mut self, rung_index: usize) -> Option<usize> {
        let is_loose = rung_index == LOOSE_RUNG;
        is_loose.then(|| self.search.new_block(self.index)).flatten()
    }

    /// The one place in what the anchor opens.
    fn in_scope(&mut self, places: &[usize], anchor: Option<usize>) -> Option<usize> {
        let end = anchor::end_of_scope(self.search.table(), anchor?);
        match *places {
            [line, next, ..] if line < end && next >= end => Some(line),
            _ => None,
        }
    }

    /// The first line that a block may start at: at the end of the file for one that ends there.
    fn earliest(&mut self, from: usize) -> usize {
        if !self.hunk.end_of_file {
            return from;
        }
        let last = self.search.table().len().saturating_sub(self.hunk.lines.old_count());
        last.max(from)
    }

    /// A chunk that does not stand behind the ones before it, but in one place of the file.
    fn out_of_order(&mut self, anchor: Option<usize>) -> Found {
        let (index, hunk) = (self.index, self.hunk);
        if hunk.lines.old_count() == 0 {
            return self.insertion(anchor);
        }
        let from = self.earliest(anchor.unwrap_or(0));
        for (rung_index, rule) in RUNGS.iter().enumerate() {
            if let Some(line) = self.loosely_made_already(rung_index) {
                return Found::failed(Code::AlreadyApplied, index, hunk, line);
            }
            match *self.search.places(rung_index, index, from) {
                [] => {}
                [line] => {
                    let place = self.search.placement(index, line, rule.rung, (0, 0));
                    return Found::At { place, by_number: false };
                }
                ref places => {
                    return Found::Failed(HunkFailure::ambiguous(index, hunk, places));
                }
            }
        }
        self.without_outer_context(from)
    }

    fn without_outer_context(&mut self, from: usize) -> Found {
        let (index, hunk) = (self.index, self.hunk);
        match self.search.outer(index, None) {
            Outer::One(line, dropped) if line >= from && !hunk.end_of_file => {
                let place = self.search.placement(index, line, Rung::OuterContext, dropped);
                Found::At { place, by_number: false }
            }
            Outer::Several(places) => Found::Failed(HunkFailure::ambiguous(index, hunk, &places)),
            Outer::One(..) | Outer::Nowhere => {
                Found::Failed(HunkFailure::new(Code::ContextNotFound, index, hunk))
            }
        }
    }

    /// Without old lines: directly after the anchor, or at the end of the file.
    fn insertion(&mut self, anchor: Option<usize>) -> Found {
        let end = self.search.table().len();
        let line = match anchor {
            Some(line) if !self.hunk.end_of_file => line + 1,
            _ => end,
        };
        let place = self.search.placement(self.index, line, Rung::Exact, (0, 0));
        Found::At { place, by_number: true }
    }
}
