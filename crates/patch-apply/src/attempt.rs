//! Places, maps and splices the hunks of one file. Why some have no place is explained in
//! [`crate::explain`].
//!
//! [`written`] decides how added lines are written, [`as_copied`] refuses hunks that would lose
//! their places if they were written as the file is, [`foreign`] finds text in another encoding.

mod as_copied;
mod foreign;
mod written;

use std::borrow::Cow;

use patch_parse::{Format, Hunk};

use crate::Cause;
use crate::counts::Counts;
use crate::failure::HunkFailure;
use crate::kept::with_kept;
use crate::mapping::Mapping;
use crate::options::{ApplyOptions, Contract};
use crate::place::rung::Rung;
use crate::place::{Outcome, Placed, Placement, Placer, ReadAnew, Reading, read_and_place};
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

impl Applied {
    /// A text that has the changes of all hunks already.
    pub(crate) fn already(text: &[u8], failures: &[HunkFailure]) -> Self {
        let done = failures.iter().map(DoneHunk::of).collect();
        Self { contents: text.to_vec(), done, ..Self::default() }
    }
}

/// A hunk that was placed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AppliedHunk {
    /// Its place among the hunks of the section, 0-based.
    pub index: usize,
    /// Where it was placed in the old text.
    pub placement: Placement,
    /// How its added lines were written, if not as in the patch.
    pub mapping: Option<Mapping>,
    /// How it was read, if not as the parser read it.
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

impl DoneHunk {
    fn of(failure: &HunkFailure) -> Self {
        Self { index: failure.hunk, line_index: failure.first_line().saturating_sub(1) }
    }
}

/// What became of the hunks when some have no place, or none has anything left to do.
pub(crate) struct Unplaced<'w, 'f> {
    pub(crate) text: Text<'f>,
    /// As they were read.
    pub(crate) hunks: Cow<'w, [Hunk<'w>]>,
    /// The place of every hunk, in the order of the patch.
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
    /// The counts of hunks some of whose changed lines were taken for context, in the order of the
    /// hunks.
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
        Self::placed_by(Placer::fast(format, options), contents, hunks)
    }

    pub(crate) fn placed_by(by: Placer<'_>, contents: &'f [u8], hunks: &'w [Hunk<'w>]) -> Self {
        let Placer { format, options, .. } = by;
        let Outcome { text, hunks, mut read_anew, mut placed } =
            read_and_place(contents, hunks, by);
        read_anew.sort_by_key(|anew| anew.hunk);
        let contract = options.contract;
        let is_any_read_anew = !read_anew.is_empty();
        let mappings =
            written::mappings(text.bytes, &hunks, &mut placed, options, is_any_read_anew);
        let (kept, foreign) = (Vec::new(), Vec::new());
        let mut work = Self { text, hunks, read_anew, format, placed, mappings, kept, foreign };
        work.keep_lines();
        // Git takes a patch at its word.
        if contract != Contract::Git {
            let Self { hunks, mappings, placed, .. } = &mut work;
            as_copied::refuse(text, hunks, mappings, placed, |hunks| by.place(text, hunks));
        }
        work.foreign = foreign::hunks(text.bytes, &work.hunks, &work.placed, contract);
        work
    }

    /// Keeps the file's version of lines that a hunk removes and adds again, if the file writes
    /// them otherwise and they are not removed for that.
    fn keep_lines(&mut self) {
        let bytes = self.text.bytes;
        let adds_as_shown = |hunk: &Hunk<'_>, place: &Placement| {
            let file = bytes.get(place.start..).unwrap_or_default();
            Mapping::adds_as_shown(hunk, place, file)
        };
        for (index, placed) in self.placed.iter().enumerate() {
            let Placed::At(place) = placed else { continue };
            let hunk = self.hunks.get(index).filter(|_| place.rung != Rung::Exact);
            let hunk = hunk.filter(|hunk| !adds_as_shown(hunk, place));
            let Some((hunk, kept)) = hunk.and_then(|hunk| Some((hunk, with_kept(hunk)?))) else {
                continue;
            };
            self.kept.push((index, Counts::of(hunk, place)));
            if let Some(slot) = self.hunks.to_mut().get_mut(index) {
                *slot = kept;
            }
        }
    }

    /// What the hunks for which `is_chosen` is true make of the file, if each has a place and at
    /// least one has something to do.
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
                Placed::Done(failure) => done.push(DoneHunk::of(failure)),
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
        let (contents, edits) = splice(self.text, slots, self.format);
        // A patch that leaves nothing of the other encoding changes the encoding.
        let is_foreign = self.foreign.iter().any(|index| is_chosen(*index));
        if is_foreign && std::str::from_utf8(&contents).is_err() {
            return Err(self.refused(Vec::new(), is_chosen));
        }
        Ok(Applied { contents, edits, hunks, done })
    }

    /// The result for the hunk at `index`, which has this place.
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
            let failure = *HunkFailure::new(Cause::Encoding, *index, hunk);
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
