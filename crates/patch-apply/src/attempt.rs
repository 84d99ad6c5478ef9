//! Placing, mapping and splicing the hunks of one file; not a word about those that have no place.

use std::borrow::Cow;

use patch_parse::{Code, Format, Hunk, LineKind};

use crate::Cause;
use crate::counts::Counts;
use crate::failure::HunkFailure;
use crate::kept::with_kept;
use crate::mapping::{self, Around, Mapping, Piece, Shown};
use crate::options::{ApplyOptions, Contract};
use crate::place::rung::Rung;
use crate::place::{self, Outcome, Placed, Placement, ReadAnew, Reading};
use crate::splice::{Edit, splice};
use crate::text::Text;

/// What hunks make of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Applied {
    /// The new contents.
    pub contents: Vec<u8>,
    /// What was changed for that, in the order of the text; what lies between two edits is kept.
    pub edits: Vec<Edit>,
    /// Where each hunk was placed, in the order of the patch, without those that are
    /// [done](Self::done).
    pub hunks: Vec<AppliedHunk>,
    /// Hunks whose change the file has already, in the order of the patch.
    pub done: Vec<DoneHunk>,
}

/// A hunk that was placed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AppliedHunk {
    /// Its place among the hunks of the section, 0-based.
    pub index: usize,
    /// Where it was placed in the old text.
    pub placement: Placement,
    /// How its added lines were written, where not as in the patch.
    pub mapping: Option<Mapping>,
    /// How it was read, where otherwise than the parser read it.
    pub reading: Option<Reading>,
    /// How many lines it adds and removes, as it was read.
    pub(crate) counts: Counts,
}

/// A hunk whose change the file has already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DoneHunk {
    /// Its place among the hunks of the section, 0-based.
    pub index: usize,
    /// The line of the old text where its change was found, 0-based.
    pub line_index: usize,
}

/// What became of the hunks when some have no place, or none has anything left to do.
pub(crate) struct Unplaced<'w, 'f> {
    pub(crate) text: Text<'f>,
    /// As they were read.
    pub(crate) hunks: Cow<'w, [Hunk<'w>]>,
    /// Of every hunk, in the order of the patch.
    pub(crate) places: Vec<Option<Placement>>,
    pub(crate) failures: Vec<HunkFailure>,
}

/// Applies the hunks that have a place; why the others have none is not explained.
pub(crate) fn try_apply<'w, 'f>(
    contents: &'f [u8],
    hunks: &'w [Hunk<'w>],
    format: Format,
    options: &ApplyOptions,
) -> Result<Applied, Box<Unplaced<'w, 'f>>> {
    Work::new(contents, hunks, format, options).write(|_| true).map_err(Box::new)
}

/// The hunks of a file and what became of each.
pub(crate) struct Work<'w, 'f> {
    text: Text<'f>,
    hunks: Cow<'w, [Hunk<'w>]>,
    /// In the order of the hunks.
    read_anew: Vec<ReadAnew>,
    format: Format,
    placed: Vec<Placed>,
    mappings: Vec<Option<Mapping>>,
    /// What hunks say of whose lines some were taken for context, in the order of the hunks.
    kept: Vec<(usize, Counts)>,
    /// Hunks whose text does not fit the encoding of the file.
    foreign: Vec<usize>,
}

impl<'w, 'f> Work<'w, 'f> {
    pub(crate) fn new(
        contents: &'f [u8],
        hunks: &'w [Hunk<'w>],
        format: Format,
        options: &ApplyOptions,
    ) -> Self {
        Self::of(place::place(contents, hunks, format, options), format, options)
    }

    pub(crate) fn of(outcome: Outcome<'f, 'w>, format: Format, options: &ApplyOptions) -> Self {
        let Outcome { text, hunks, mut read_anew, placed } = outcome;
        read_anew.sort_by_key(|anew| anew.hunk);
        let mut work = Self {
            text,
            hunks,
            read_anew,
            format,
            placed,
            mappings: Vec::new(),
            kept: Vec::new(),
            foreign: Vec::new(),
        };
        work.map(options.contract);
        work.keep_lines();
        work.foreign = foreign(text.bytes, &work.hunks, &work.placed, options.contract);
        work
    }

    /// Leaves the lines alone that a hunk removes and adds again where the file has them otherwise.
    fn keep_lines(&mut self) {
        for (index, placed) in self.placed.iter().enumerate() {
            let Placed::At(place) = placed else { continue };
            let hunk = self.hunks.get(index).filter(|_| place.rung != Rung::Exact);
            let Some((hunk, kept)) = hunk.and_then(|hunk| Some((hunk, with_kept(hunk)?))) else {
                continue;
            };
            self.kept.push((index, Counts::of(hunk, place)));
            if let Some(slot) = self.hunks.to_mut().get_mut(index) {
                *slot = kept;
            }
        }
    }

    /// Finds out how the added lines of each hunk are to be written.
    fn map(&mut self, contract: Contract) {
        let bytes = self.text.bytes;
        self.mappings = vec![None; self.placed.len()];
        let mut around = Around::default();
        let hunks = self.hunks.iter().zip(&mut self.mappings);
        for ((index, placed), (hunk, slot)) in self.placed.iter_mut().enumerate().zip(hunks) {
            let Placed::At(place) = placed else { continue };
            let file = bytes.split_at_checked(place.start).unwrap_or_default();
            move_to(&mut around, bytes, place);
            match Mapping::of(hunk, place, file, &around) {
                Ok(mapping) => *slot = Some(mapping).filter(|mapping| !mapping.is_same()),
                Err(cause) => {
                    *placed = Placed::Failed(HunkFailure::unmapped(cause, index, hunk, place));
                }
            }
        }
        // Git takes a patch that fits at its word; so is one that a tool made of this very file.
        let is_literal = contract == Contract::Git || self.are_at_their_numbers();
        let open = if is_literal { None } else { self.map_by_place() };
        self.map_by_others();
        if !is_literal {
            self.map_by_tabs();
            self.map_damaged();
            self.map_misplaced();
        }
        self.empty_stray_blanks();
        let Some(open) = open.filter(|open| self.mappings.get(*open) == Some(&None)) else {
            return;
        };
        if let (Some(placed), Some(hunk)) = (self.placed.get_mut(open), self.hunks.get(open))
            && let Placed::At(place) = placed
        {
            let cause = Cause::UnmappedIndentation;
            *placed = Placed::Failed(HunkFailure::unmapped(cause, open, hunk, place));
        }
    }

    /// Hunks that match as they are and have a blank too many in front of all that they add, in a
    /// patch of which nothing shows how its lines are marked. One line alone may be meant so: its
    /// hunk is open, unless others show what is.
    fn map_by_place(&mut self) -> Option<usize> {
        let bytes = self.text.bytes;
        let exact = self.hunks.iter().zip(&self.placed).enumerate();
        let exact = exact.filter_map(|(index, (hunk, placed))| match placed {
            Placed::At(place) if matches!(place.rung, Rung::Exact | Rung::TrailingBlanks) => {
                Some((index, hunk, place))
            }
            Placed::At(_) | Placed::Done(_) | Placed::Failed(_) => None,
        });
        let exact = exact.map(|exact| (mapping::may_be_blank_off(exact.1), exact));
        let said = exact.clone().filter_map(|(is_off, _)| is_off);
        if said.clone().next().is_none() || !said.into_iter().all(|is_off| is_off) {
            return None;
        }
        let mut around = Around::default();
        let mut found = Vec::new();
        for (_, (index, hunk, place)) in exact.filter(|(is_off, _)| is_off.is_some()) {
            move_to(&mut around, bytes, place);
            let by_place = Mapping::by_place(hunk, beside(bytes, place), &around);
            found.extend(by_place.map(|(mapping, count)| (index, mapping, count)));
        }
        if let [(only, _, 1)] = *found {
            return Some(only);
        }
        for (index, mapping, _) in found {
            if let Some(slot) = self.mappings.get_mut(index) {
                *slot = Some(mapping);
            }
        }
        None
    }

    /// Hunks that match as they are and add lines in blanks to a file that is indented by tabs, in
    /// a patch of which nothing shows that it has its tabs.
    fn map_by_tabs(&mut self) {
        if !self.hunks.iter().all(mapping::are_blanks_open) {
            return;
        }
        let bytes = self.text.bytes;
        let mut around = Around::default();
        let hunks = self.hunks.iter().zip(&self.placed).zip(&mut self.mappings);
        for ((hunk, placed), slot) in hunks.filter(|(_, slot)| slot.is_none()) {
            let Placed::At(place) = placed else { continue };
            if hunk.lines.added_count() > 0
                && matches!(place.rung, Rung::Exact | Rung::TrailingBlanks)
            {
                move_to(&mut around, bytes, place);
                *slot = Mapping::by_tabs(hunk, &around);
            }
        }
    }

    /// Hunks that match as they are and of which the added lines alone are damaged.
    fn map_damaged(&mut self) {
        let bytes = self.text.bytes;
        let mut around = Around::default();
        let hunks = self.hunks.iter().zip(&mut self.mappings);
        for ((index, placed), (hunk, slot)) in self.placed.iter_mut().enumerate().zip(hunks) {
            let Placed::At(place) = placed else { continue };
            let is_exact = matches!(place.rung, Rung::Exact | Rung::TrailingBlanks);
            if slot.is_some() || !is_exact || !mapping::may_be_damaged(hunk) {
                continue;
            }
            move_to(&mut around, bytes, place);
            match Mapping::of_damaged(hunk, place, bytes, &around) {
                Ok(mapping) => *slot = mapping,
                Err(cause) => {
                    *placed = Placed::Failed(HunkFailure::unmapped(cause, index, hunk, place));
                }
            }
        }
    }

    /// A hunk that matches as it is, and adds lines that Python cannot read where they are, but in
    /// one other way. Where there are several or none it is taken at its word: a file may be
    /// changed in steps of which not each leads to one that can be read.
    fn map_misplaced(&mut self) {
        if let Some((index, mapping)) = self.misplaced()
            && let Some(slot) = self.mappings.get_mut(index)
        {
            *slot = Some(mapping);
        }
    }

    /// That hunk, and how its added lines are written.
    fn misplaced(&self) -> Option<(usize, Mapping)> {
        let bytes = self.text.bytes;
        let slots = || self.placed.iter().zip(&self.mappings);
        let may_be = slots().any(|(placed, slot)| slot.is_none() && is_taken_as_it_is(placed));
        if !may_be || !slots().all(|(placed, _)| is_whole(placed)) || !mapping::may_be_python(bytes)
        {
            return None;
        }
        let all = self.hunks.iter().zip(&self.placed).zip(&self.mappings).enumerate();
        let all = all.filter_map(|(index, ((hunk, placed), mapping))| match placed {
            Placed::At(place) => Some((index, (hunk, place, mapping.as_ref()))),
            Placed::Done(_) | Placed::Failed(_) => None,
        });
        let mut all: Vec<(usize, Piece<'_>)> = all.collect();
        all.sort_by_key(|(_, (_, place, _))| place.start);
        let pieces: Vec<Piece<'_>> = all.iter().map(|(_, piece)| *piece).collect();
        let at = mapping::misplaced(bytes, &pieces)?;
        let (index, (_, place, mapping)) = all.get(at).copied()?;
        if mapping.is_some() || !is_exact(place) {
            return None;
        }
        let mut around = Around::default();
        move_to(&mut around, bytes, place);
        Some((index, Mapping::of_misplaced(&pieces, at, bytes, &around)?))
    }

    /// Hunks that do not match as they are, and add lines of blanks alone to a file that has no
    /// such lines.
    fn empty_stray_blanks(&mut self) {
        let mut around = Around::default();
        let hunks = self.hunks.iter().zip(&self.placed).zip(&mut self.mappings);
        for ((hunk, placed), slot) in hunks {
            let Placed::At(place) = placed else { continue };
            move_to(&mut around, self.text.bytes, place);
            if Mapping::has_stray_blanks(hunk, place.rung, &around) {
                slot.get_or_insert_default().empty_blank_lines();
            }
        }
    }

    /// Whether all hunks are in the very lines that their headers name.
    fn are_at_their_numbers(&self) -> bool {
        self.hunks.iter().zip(&self.placed).all(|(hunk, placed)| {
            let Some((range, Placed::At(place))) = hunk.range().zip(Some(placed)) else {
                return false;
            };
            usize::try_from(range.first_old_line()).is_ok_and(|line| line == place.line_index + 1)
        })
    }

    /// Hunks that match as they are, beside others that do not.
    fn map_by_others(&mut self) {
        let bytes = self.text.bytes;
        let of_removals = self.hunks.iter().zip(&self.placed).filter_map(|(hunk, placed)| {
            let Placed::At(place) = placed else { return None };
            Mapping::of_removal(hunk, place, bytes.split_at_checked(place.start)?.1)
        });
        let others: Vec<Mapping> =
            self.mappings.iter().flatten().cloned().chain(of_removals).collect();
        let Some(others) = Shown::by(&others) else { return };
        let mut around = Around::default();
        let hunks = self.hunks.iter().zip(&mut self.mappings);
        for ((index, placed), (hunk, slot)) in self.placed.iter_mut().enumerate().zip(hunks) {
            let Placed::At(place) = placed else { continue };
            if let Some(mapping) = slot {
                mapping.take_signs(&others);
                continue;
            }
            if hunk.lines.added_count() == 0 {
                continue;
            }
            move_to(&mut around, bytes, place);
            match Mapping::by_others(hunk, &others, beside(bytes, place), &around) {
                Ok(mapping) => *slot = mapping,
                Err(cause) => {
                    *placed = Placed::Failed(HunkFailure::unmapped(cause, index, hunk, place));
                }
            }
        }
    }

    /// What the hunks for which `is_chosen` is true make of the file, if each of them has a place
    /// and one of them something to do.
    pub(crate) fn write(
        self,
        is_chosen: impl Fn(usize) -> bool,
    ) -> Result<Applied, Unplaced<'w, 'f>> {
        let chosen = || self.placed.iter().enumerate().filter(|(index, _)| is_chosen(*index));
        let mut failures: Vec<HunkFailure> = Vec::new();
        let mut done: Vec<DoneHunk> = Vec::new();
        let mut hunks: Vec<AppliedHunk> = Vec::with_capacity(self.placed.len());
        for (index, placed) in chosen() {
            match placed {
                Placed::At(placement) => hunks.extend(self.applied(index, *placement)),
                Placed::Done(failure) => {
                    done.push(DoneHunk {
                        index,
                        line_index: failure.first_line().saturating_sub(1),
                    });
                }
                Placed::Failed(failure) => failures.push((**failure).clone()),
            }
        }
        if failures.is_empty() && hunks.is_empty() {
            failures = chosen().filter_map(|(_, placed)| placed.done()).collect();
        }
        if !failures.is_empty() {
            return Err(self.refused(failures, is_chosen));
        }
        let slots = hunks.iter().filter_map(|AppliedHunk { index, placement, mapping, .. }| {
            Some((self.hunks.get(*index)?, *placement, mapping.as_ref()))
        });
        let (contents, edits) = splice(self.text, &slots.collect::<Vec<_>>(), self.format);
        // A patch that leaves nothing of the other encoding is one that changes the encoding.
        let is_foreign = self.foreign.iter().any(|index| is_chosen(*index));
        if is_foreign && std::str::from_utf8(&contents).is_err() {
            return Err(self.refused(Vec::new(), is_chosen));
        }
        Ok(Applied { contents, edits, hunks, done })
    }

    /// What is said of the hunk at `index`, which has this place.
    fn applied(&self, index: usize, placement: Placement) -> Option<AppliedHunk> {
        let mapping = self.mappings.get(index).cloned().flatten();
        let first = self.read_anew.partition_point(|anew| anew.hunk < index);
        let anew = self.read_anew.get(first).filter(|anew| anew.hunk == index);
        let reading = anew.map(|anew| anew.reading);
        let counts = match self.kept.binary_search_by_key(&index, |(hunk, _)| *hunk) {
            Ok(at) => self.kept.get(at)?.1,
            Err(_) => Counts::of(self.hunks.get(index)?, &placement),
        };
        Some(AppliedHunk { index, placement, mapping, reading, counts })
    }

    fn refused(
        &self,
        mut failures: Vec<HunkFailure>,
        is_chosen: impl Fn(usize) -> bool,
    ) -> Unplaced<'w, 'f> {
        for index in self.foreign.iter().filter(|index| is_chosen(**index)) {
            let Some(hunk) = self.hunks.get(*index) else { continue };
            let failure = *HunkFailure::new(Code::EncodingMismatch, *index, hunk);
            match failures.iter_mut().find(|failure| failure.hunk == *index) {
                Some(slot) => *slot = failure,
                None => failures.push(failure),
            }
        }
        let place = |placed: &Placed| match placed {
            Placed::At(place) => Some(*place),
            Placed::Done(_) | Placed::Failed(_) => None,
        };
        let places = self.placed.iter().map(place).collect();
        Unplaced { text: self.text, hunks: self.hunks.clone(), places, failures }
    }
}

impl Placed {
    fn done(&self) -> Option<HunkFailure> {
        match self {
            Self::Done(failure) => Some((**failure).clone()),
            Self::At(_) | Self::Failed(_) => None,
        }
    }
}

/// Bytes before and behind a place, at least, from which the steps of indentation are told.
const AROUND: usize = 8 << 10;

/// The text in front of a place, and behind it.
fn beside<'f>(bytes: &'f [u8], place: &Placement) -> (&'f [u8], &'f [u8]) {
    let front = bytes.get(..place.start).unwrap_or_default();
    (front, bytes.get(place.end..).unwrap_or_default())
}

/// Whether the old lines of a hunk are as the file has them.
fn is_exact(place: &Placement) -> bool {
    matches!(place.rung, Rung::Exact | Rung::TrailingBlanks)
}

/// Whether a hunk matches as it is.
fn is_taken_as_it_is(placed: &Placed) -> bool {
    matches!(placed, Placed::At(place) if is_exact(place))
}

/// Whether it is known what a hunk makes of the lines that it faces.
fn is_whole(placed: &Placed) -> bool {
    match placed {
        Placed::At(place) => place.rung != Rung::OuterContext,
        Placed::Done(_) => true,
        Placed::Failed(_) => false,
    }
}

/// What is around a place, up to the bounds of blocks: hunks near each other have the same around
/// them, which is looked at once.
fn move_to<'f>(around: &mut Around<'f>, bytes: &'f [u8], place: &Placement) {
    let from = place.start.saturating_sub(AROUND) / AROUND * AROUND;
    let to = (place.end + AROUND).next_multiple_of(AROUND).min(bytes.len());
    let text = bytes.get(from..to).unwrap_or_default();
    if !std::ptr::eq(around.text(), text) {
        *around = Around::new(text);
    }
}

/// The hunks with text that is UTF-8 beyond ASCII and does not belong in a file of another
/// encoding: added it would be garbled beside what stays, and as context it cannot be found. Where
/// old lines agree byte for byte, git's contract takes the patch at its word.
fn foreign(
    contents: &[u8],
    hunks: &[Hunk<'_>],
    placed: &[Placed],
    contract: Contract,
) -> Vec<usize> {
    let is_utf8_text = |text: &[u8]| !text.is_ascii() && std::str::from_utf8(text).is_ok();
    let mut foreign = Vec::new();
    let mut file_is_utf8 = None;
    let may_differ = |(_, (hunk, _)): &(usize, (&Hunk<'_>, &Placed))| !hunk.lines.is_ascii();
    for (index, (hunk, placed)) in hunks.iter().zip(placed).enumerate().filter(may_differ) {
        let is_exact = matches!(placed, Placed::At(place) if place.rung == Rung::Exact);
        // Of lines that are found somewhere the encoding is not what is wrong.
        let is_lost = matches!(placed, Placed::Failed(failure) if failure.candidates.is_empty());
        let is_failed = matches!(placed, Placed::Failed(_)) && !is_lost;
        if (is_exact || is_failed) && contract == Contract::Git {
            continue;
        }
        let kind_matters = |kind| kind == LineKind::Add || is_lost;
        let speaks_utf8 =
            hunk.lines.iter().any(|line| kind_matters(line.kind) && is_utf8_text(line.text));
        let speaks_other = hunk.old_lines().any(|line| is_utf8_text(line.text));
        // Old lines in UTF-8 that were found show that this part of the file is UTF-8.
        if !speaks_utf8 || (!is_lost && speaks_other) {
            continue;
        }
        if *file_is_utf8.get_or_insert_with(|| std::str::from_utf8(contents).is_ok()) {
            return Vec::new();
        }
        foreign.push(index);
    }
    foreign
}
