//! Placing the hunks of a unified diff: the hinted line first, then the whole file.

use patch_parse::{Code, Hunk};

use super::hint::exact_at;
use super::index::{BlockIndex, new_blocks, old_blocks};
use super::joint::Drift;
use super::ladder::{RUNGS, Rung};
use super::{Placed, Placement, near_miss, stands_already};
use crate::text::{LineSeeker, LineTable, Text};
use crate::{ApplyOptions, Contract, HunkFailure};

/// Places every hunk on its own; the offset of the last one placed moves the next hint.
pub(super) fn place(text: Text<'_>, hunks: &[Hunk<'_>], options: &ApplyOptions) -> Vec<Placed> {
    let mut search = Search::new(text, hunks);
    let mut drift = Drift::default();
    hunks
        .iter()
        .enumerate()
        .map(|(index, hunk)| {
            let place = search.place(index, hunk, drift, options)?;
            if let Some(hinted) = hinted_index(hunk) {
                drift.learn(hinted, place.line_index);
            }
            // Where the numbers decide they have decided.
            let by_number = place.line_count == 0 && options.contract == Contract::Git;
            if !by_number && stands_already(text, hunk, &place) {
                return Err(HunkFailure::at(Code::AlreadyApplied, index, hunk, place.line_index));
            }
            Ok(place)
        })
        .collect()
}

/// The line the header names, 0-based: where the old block starts, or before which an empty one
/// stands (`-5,0` is behind line 5).
fn hinted_index(hunk: &Hunk<'_>) -> Option<usize> {
    let range = hunk.range?;
    let start = usize::try_from(range.old_start).ok()?;
    Some(if range.old_count == 0 { start } else { start.saturating_sub(1) })
}

/// What the search for one file's hunks builds when it is first needed.
pub(super) struct Search<'f, 'h> {
    text: Text<'f>,
    hunks: &'h [Hunk<'h>],
    seeker: LineSeeker<'f>,
    table: Option<LineTable<'f>>,
    indices: Vec<Option<BlockIndex>>,
    /// The new lines, at the last rung: only a failure asks for them.
    new_index: Option<BlockIndex>,
}

impl<'f, 'h> Search<'f, 'h> {
    pub(super) fn new(text: Text<'f>, hunks: &'h [Hunk<'h>]) -> Self {
        let indices = RUNGS.iter().map(|_| None).collect();
        Self { text, hunks, seeker: LineSeeker::new(text), table: None, indices, new_index: None }
    }

    fn place(
        &mut self,
        index: usize,
        hunk: &Hunk<'_>,
        drift: Drift,
        options: &ApplyOptions,
    ) -> Placed {
        if hunk.lines.old_count() == 0 {
            return self.insertion(index, hunk, options);
        }
        if let Some(place) = self.at_hint(hunk, drift) {
            return Ok(place);
        }
        for (rung_index, rule) in RUNGS.iter().enumerate() {
            if let Some(line_index) = self.hinted_at(rung_index, index, hunk, drift) {
                return Ok(self.placement(index, line_index, rule.rung, 0));
            }
            match *self.places(rung_index, index, 0) {
                [] => {}
                [line_index] => return Ok(self.placement(index, line_index, rule.rung, 0)),
                ref several => return Err(HunkFailure::ambiguous(index, hunk, several)),
            }
        }
        Err(self.not_found(index, hunk))
    }

    fn at_hint(&mut self, hunk: &Hunk<'_>, drift: Drift) -> Option<Placement> {
        let hinted = hinted_index(hunk)?;
        drift
            .expected(hinted)
            .find_map(|line_index| exact_at(self.text, &mut self.seeker, hunk, line_index))
    }

    /// The expected line at which the old block stands, at one rung.
    fn hinted_at(
        &mut self,
        rung_index: usize,
        index: usize,
        hunk: &Hunk<'_>,
        drift: Drift,
    ) -> Option<usize> {
        let hinted = hinted_index(hunk)?;
        let built = self.index(rung_index)?;
        drift.expected(hinted).find(|line_index| built.stands(index, *line_index))
    }

    /// A hunk without old lines has no evidence but the numbers: they decide under git's
    /// contract; otherwise only an empty file is certain.
    fn insertion(&mut self, index: usize, hunk: &Hunk<'_>, options: &ApplyOptions) -> Placed {
        if self.text.is_empty() {
            return Ok(self.placement(index, 0, Rung::Exact, 0));
        }
        let hinted = hinted_index(hunk).filter(|_| options.contract == Contract::Git);
        match hinted.filter(|line_index| *line_index <= self.table().len()) {
            Some(line_index) => Ok(self.placement(index, line_index, Rung::Exact, 0)),
            None => Err(HunkFailure::new(Code::AmbiguousContext, index, hunk)),
        }
    }

    pub(super) fn table(&mut self) -> &LineTable<'f> {
        let text = self.text;
        self.table.get_or_insert_with(|| text.line_table())
    }

    /// The lines from `from` on where a hunk's old block stands, at one rung.
    pub(super) fn places(&mut self, rung_index: usize, index: usize, from: usize) -> Vec<usize> {
        self.index(rung_index).map_or_else(Vec::new, |built| built.places(index, from))
    }

    /// The index of the old blocks at one rung, built when it is first asked for.
    fn index(&mut self, rung_index: usize) -> Option<&BlockIndex> {
        let (text, hunks) = (self.text, self.hunks);
        let table = self.table.get_or_insert_with(|| text.line_table());
        let slot = self.indices.get_mut(rung_index)?;
        let rule = RUNGS.get(rung_index)?;
        Some(slot.get_or_insert_with(|| BlockIndex::new(table, old_blocks(hunks), rule)))
    }

    /// The placement of a hunk at a line, 0-based.
    pub(super) fn placement(
        &mut self,
        index: usize,
        line_index: usize,
        rung: Rung,
        other_places: usize,
    ) -> Placement {
        let line_count = self.hunks.get(index).map_or(0, |hunk| hunk.lines.old_count());
        let table = self.table();
        let (start, end) = (table.start_of(line_index), table.start_of(line_index + line_count));
        Placement { line_index, line_count, start, end, rung, other_places }
    }

    /// Explains a hunk that stands nowhere: already applied, or the nearest miss.
    pub(super) fn not_found(&mut self, index: usize, hunk: &Hunk<'_>) -> Box<HunkFailure> {
        let (Some(rule), Some(last)) = (RUNGS.last(), self.indices.last_mut()) else {
            return HunkFailure::new(Code::ContextNotFound, index, hunk);
        };
        let (text, hunks) = (self.text, self.hunks);
        let table = self.table.get_or_insert_with(|| text.line_table());
        let new =
            self.new_index.get_or_insert_with(|| BlockIndex::new(table, new_blocks(hunks), rule));
        if let [line_index] = *new.places(index, 0) {
            return HunkFailure::at(Code::AlreadyApplied, index, hunk, line_index);
        }
        let old = last.get_or_insert_with(|| BlockIndex::new(table, old_blocks(hunks), rule));
        let near = near_miss::find(table, old, index, hunk, hinted_index(hunk));
        HunkFailure::not_found(index, hunk, near)
    }
}
