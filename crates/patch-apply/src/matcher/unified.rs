//! Placing the hunks of a unified diff: the hinted line first, then the whole file.

use patch_parse::{Code, Hunk, HunkLine, LineKind};

use super::hint::exact_at;
use super::indent::shift;
use super::index::{BlockIndex, MOST_PLACES, new_blocks, old_blocks};
use super::joint::Drift;
use super::ladder::{EXPLAINING_RUNG, RUNGS, Rung};
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
pub(super) fn hinted_index(hunk: &Hunk<'_>) -> Option<usize> {
    let range = hunk.range?;
    let start = usize::try_from(range.old_start).ok()?;
    Some(if range.old_count == 0 { start } else { start.saturating_sub(1) })
}

/// Whether finding the new lines says that the change was made: they hold something added, or they
/// close over what is removed.
fn new_lines_are_evidence(hunk: &Hunk<'_>) -> bool {
    let is_context =
        |line: Option<HunkLine<'_>>| line.is_some_and(|line| line.kind == LineKind::Context);
    hunk.lines.added_count() > 0
        || (is_context(hunk.lines.iter().next()) && is_context(hunk.lines.iter().last()))
}

fn contradiction(index: usize, hunk: &Hunk<'_>, places: &[Placement]) -> Box<HunkFailure> {
    let lines: Vec<_> = places.iter().map(|place| place.line_index).collect();
    HunkFailure::ambiguous(index, hunk, &lines)
}

/// What the search for one file's hunks builds when it is first needed.
pub(super) struct Search<'f, 'h> {
    text: Text<'f>,
    hunks: &'h [Hunk<'h>],
    seeker: LineSeeker<'f>,
    table: Option<LineTable<'f>>,
    indices: Vec<Option<BlockIndex>>,
    /// The new lines, at the explaining rung: only a failure asks for them.
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
        let hinted = self.at_hint(hunk, drift);
        match *hinted {
            [place] if drift.expects(hunk, place.line_index) => return Ok(place),
            [_, _, ..] => return Err(contradiction(index, hunk, &hinted)),
            _ => {}
        }
        for (rung_index, rule) in RUNGS.iter().enumerate() {
            let hinted = self.hinted_at(rung_index, index, hunk, drift);
            match *hinted {
                [line_index] if drift.expects(hunk, line_index) => {
                    return Ok(self.placement(index, line_index, rule.rung, 0));
                }
                [_, _, ..] => return Err(HunkFailure::ambiguous(index, hunk, &hinted)),
                _ => {}
            }
            match *self.places(rung_index, index, 0) {
                [] => {}
                [line_index] => return Ok(self.placement(index, line_index, rule.rung, 0)),
                ref several => return Err(HunkFailure::ambiguous(index, hunk, several)),
            }
        }
        Err(self.not_found(index, hunk))
    }

    /// The expected places at which the old block stands byte for byte.
    ///
    /// Two of them contradict each other: the number says one, the hunks before say the other.
    fn at_hint(&mut self, hunk: &Hunk<'_>, drift: Drift) -> Vec<Placement> {
        let expected = hinted_index(hunk).into_iter().flat_map(|hinted| drift.expected(hinted));
        expected
            .filter_map(|line_index| exact_at(self.text, &mut self.seeker, hunk, line_index))
            .collect()
    }

    /// The expected lines at which the old block stands, at one rung.
    fn hinted_at(
        &mut self,
        rung_index: usize,
        index: usize,
        hunk: &Hunk<'_>,
        drift: Drift,
    ) -> Vec<usize> {
        let (Some(hinted), Some(built)) = (hinted_index(hunk), self.index(rung_index)) else {
            return Vec::new();
        };
        let stands = |line_index: &usize| built.stands(index, *line_index);
        let mut places: Vec<_> = drift.expected(hinted).filter(stands).collect();
        places.retain(|line_index| self.fits(rung_index, index, *line_index));
        places
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
        let places =
            self.index(rung_index).map_or_else(Vec::new, |built| built.places(index, from));
        let (mut fitting, other): (Vec<_>, Vec<_>) =
            places.iter().partition(|line_index| self.fits(rung_index, index, **line_index));
        // Behind so many places there may be more, and they have not been looked at.
        if places.len() == MOST_PLACES && !fitting.is_empty() {
            fitting.extend(other.last());
        }
        fitting
    }

    /// Whether a block whose keys agree at a line agrees as a whole.
    fn fits(&mut self, rung_index: usize, index: usize, line_index: usize) -> bool {
        let is_shift = RUNGS.get(rung_index).is_some_and(|rule| rule.rung == Rung::Indentation);
        let Some(hunk) = self.hunks.get(index).filter(|_| is_shift) else { return true };
        let table = self.table();
        shift(hunk, &(line_index..).map(|line_index| table.line(line_index))).is_some()
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
        let rung = self.indices.get_mut(EXPLAINING_RUNG);
        let (Some(rule), Some(old)) = (RUNGS.get(EXPLAINING_RUNG), rung) else {
            return HunkFailure::new(Code::ContextNotFound, index, hunk);
        };
        let (text, hunks) = (self.text, self.hunks);
        let table = self.table.get_or_insert_with(|| text.line_table());
        let new =
            self.new_index.get_or_insert_with(|| BlockIndex::new(table, new_blocks(hunks), rule));
        if let [line_index] = *new.places(index, 0)
            && new_lines_are_evidence(hunk)
        {
            return HunkFailure::at(Code::AlreadyApplied, index, hunk, line_index);
        }
        let old = old.get_or_insert_with(|| BlockIndex::new(table, old_blocks(hunks), rule));
        let near = near_miss::find(table, old, index, hunk, hinted_index(hunk));
        HunkFailure::not_found(index, hunk, near)
    }
}
