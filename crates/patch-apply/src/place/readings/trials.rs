//! Hunks that have no place are tried in other readings: what their empty lines are, without the
//! numbers in front of their lines, and without what another hunk shows as well.

use std::borrow::Cow;

use patch_parse::{Blanks, Format, Hunk};

use super::bare::{as_file_has, with_blanks_behind};
use super::blanks::{context_at_number, insertion, is_uncounted, with_all_added, with_one_added};
use super::elided::in_full;
use super::first::{add_at_numbers, is_first_of_some, take_certain};
use super::gaps::as_in_file;
use super::items::with_items_as_context;
use super::last_blank::at_end;
use super::misnumbered::without_overlap;
use super::own_anchor::anchored_in_file;
use super::partly_done::left_to_do;
use super::recut::{recut, shows_added, shows_all};
use super::repeated::without_repeated;
use super::stale::with_context_of_file;
use super::verdicts::{
    ends_file, is_as_written, is_found, is_kept, is_not_there, is_nowhere, is_nowhere_whole,
    is_off_its_anchor, is_once, may_be_behind,
};
use super::viewer::{Behind, without_line_numbers};
use super::written::{both_from, is_elsewhere, only_both};
use crate::cause::Cause;
use crate::failure::{Candidate, HunkFailure, Why};
use crate::options::{ApplyOptions, Contract, Locate};
use crate::place::numbers::hinted_index;
use crate::place::overlap;
use crate::place::placeholder;
use crate::place::placement::Evidence;
use crate::place::reading::{ReadAnew, Reading};
use crate::place::scene::{Outcome, Placed};
use crate::text::Text;

/// How often the hunks of one trial are placed: all that it reads, then those alone to which it
/// gave a place.
const ATTEMPTS: usize = 2;

/// How many hunks of a file are looked for in it by what is between their empty lines.
const MOST_SOUGHT: usize = 32;

/// What a hunk that has no place may be.
#[derive(Clone, Copy, Debug)]
enum Trial {
    /// Empty lines that its counts make added ones are context.
    Context,
    Blanks(Blanks),
    /// One of the empty lines around what it adds is added, whatever its mark.
    OneBlank,
    /// All that are next to what it adds are.
    AllBlanks,
    /// Of those without a mark that are next to what it adds so many are as the file lacks.
    EachBlank,
    /// Its context has no marks, and items of a list in it look like removed lines.
    Items,
    AsInFile,
    /// Its last lines are empty, and the file ends in front of them.
    AtEnd,
    /// The numbers in front of its lines are no part of them, and say where it is.
    Numbered(Behind),
    /// They are no part of them.
    Unnumbered(Behind),
    /// A line of dots is in the place of others.
    InFull,
    /// Some of its changes are made.
    LeftToDo,
    /// Others changed some of its context since.
    ContextAsInFile,
    /// A line of its context is there once more.
    Repeated,
    /// Its anchor is a line of the patch.
    AnchorOfPatch,
}

impl Trial {
    fn reading(self) -> Reading {
        match self {
            Self::Context => Reading::BlanksAsContext,
            Self::Blanks(_) | Self::OneBlank | Self::AllBlanks | Self::EachBlank => {
                Reading::BlanksAdded
            }
            Self::Items => Reading::ItemsAsContext,
            Self::AsInFile => Reading::BlanksAsInFile,
            Self::AtEnd => Reading::FinalNewline,
            Self::Numbered(_) | Self::Unnumbered(_) => Reading::WithoutLineNumbers,
            Self::InFull => Reading::InFull,
            Self::LeftToDo => Reading::LeftToDo,
            Self::ContextAsInFile | Self::Repeated => Reading::ContextAsInFile,
            Self::AnchorOfPatch => Reading::AnchorOfPatch,
        }
    }
}

/// What is tried first.
const TRIALS: [Trial; 18] = [
    Trial::Context,
    Trial::Blanks(Blanks::Between),
    Trial::Blanks(Blanks::Beside),
    Trial::AtEnd,
    Trial::OneBlank,
    Trial::AllBlanks,
    Trial::EachBlank,
    Trial::Items,
    Trial::AsInFile,
    Trial::Numbered(Behind::Nothing),
    Trial::Numbered(Behind::Blank),
    Trial::Unnumbered(Behind::Nothing),
    Trial::Unnumbered(Behind::Blank),
    Trial::InFull,
    Trial::LeftToDo,
    Trial::ContextAsInFile,
    Trial::Repeated,
    Trial::AnchorOfPatch,
];

/// Places hunks by `place`, and again where some have no place and another reading gives them one.
pub(in crate::place) fn place<'f, 'h>(
    text: Text<'f>,
    hunks: &'h [Hunk<'h>],
    format: Format,
    options: &ApplyOptions,
    place: impl Fn(&[Hunk<'_>], &ApplyOptions) -> Vec<Placed>,
) -> Outcome<'f, 'h> {
    // Where counts are believed, they say what an empty line is.
    if options.contract == Contract::Git {
        let placed = place(hunks, options);
        return Outcome { text, hunks: Cow::Borrowed(hunks), read_anew: Vec::new(), placed };
    }
    let mut read = Cow::Borrowed(hunks);
    let insertions = read_anew(hunks, |_, hunk| insertion(hunk, format));
    replace(&mut read, &insertions);
    let contexts = read_anew(hunks, |_, hunk| context_at_number(text, hunk));
    replace(&mut read, &contexts);
    let overlapping = recut_all(&mut read);
    let placed = place(&read, options);
    let mut work = Work { text, format, options, hunks: read, anew: Vec::new(), placed };
    work.note(&insertions, Reading::BlanksAdded);
    work.note(&contexts, Reading::BlanksAsContext);
    work.note_recut(&overlapping);
    for trial in TRIALS {
        // Nearly always all hunks have a place.
        if !work.placed.iter().any(|placed| matches!(placed, Placed::Failed(_))) {
            break;
        }
        work.read(trial, &place);
    }
    work.read_misnumbered();
    work.read_recut();
    work.skip_repeated();
    let ended = with_blanks_behind(text, hunks, (&work.hunks, &work.placed));
    replace(&mut work.hunks, &ended);
    work.note(&ended, Reading::BlanksAdded);
    let Work { hunks: mut read, anew, mut placed, .. } = work;
    // No tool made the numbers that a viewer shows.
    for anew in anew.iter().filter(|anew| anew.reading == Reading::WithoutLineNumbers) {
        if let Some((slot, hunk)) = read.to_mut().get_mut(anew.hunk).zip(hunks.get(anew.hunk)) {
            let starts = hunk.range().map(|range| (range.old_start, range.new_start));
            *slot = slot.clone().with_starts(starts);
        }
    }
    // What is taken back was there.
    if options.locate != Locate::Certain {
        placeholder::refuse(text, &read, &mut placed);
    }
    Outcome { text, hunks: read, read_anew: anew, placed }
}

/// By how many lines hunks move what is behind them.
fn moved_by(hunks: &[Hunk<'_>]) -> i64 {
    let count = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
    let moved = hunks.iter().map(|hunk| {
        count(hunk.lines.added_count()).saturating_sub(count(hunk.lines.removed_count()))
    });
    moved.fold(0, i64::saturating_add)
}

/// The hunks as they are read so far.
struct Work<'o, 'f, 'h> {
    text: Text<'f>,
    format: Format,
    options: &'o ApplyOptions,
    hunks: Cow<'h, [Hunk<'h>]>,
    anew: Vec<ReadAnew>,
    placed: Vec<Placed>,
}

impl<'h> Work<'_, '_, 'h> {
    /// Reads the hunks that have no place in this way, so far as that gives them one.
    fn read(&mut self, trial: Trial, place: &impl Fn(&[Hunk<'_>], &ApplyOptions) -> Vec<Placed>) {
        let mut lost = self.lost(trial);
        // Those that it gives none stay as they were, and the others are placed beside them.
        for _ in 0..ATTEMPTS {
            if lost.is_empty() {
                return;
            }
            let mut again = self.hunks.clone();
            replace(&mut again, &lost);
            let mut places = place(&again, self.options);
            if lost.iter().any(|(at, _)| places.get(*at).is_some_and(is_first_of_some)) {
                let certain = self.options.clone().locate(Locate::Certain);
                take_certain(&mut places, &lost, &place(&again, &certain));
            }
            if let (Trial::Numbered(_), Format::OpenCode) = (trial, self.format) {
                add_at_numbers(self.text, &again, &lost, &mut places);
            }
            let places_of = || self.placed.iter().zip(&places).enumerate();
            let is_lost = |at: usize| lost.iter().any(|(lost, _)| *lost == at);
            let mut kept = places_of().filter(|(at, _)| !is_lost(*at));
            let are_kept = kept.all(|(_, (was, placed))| is_kept(was, placed));
            let is_found = |(at, hunk): &(usize, Hunk<'h>)| {
                let before = self.hunks.get(*at).zip(places.get(*at));
                before.is_some_and(|(before, placed)| match trial {
                    Trial::AtEnd => ends_file(self.text, hunk, self.format, placed),
                    Trial::Items => is_once(hunk, placed),
                    _ => is_found(self.text, before, hunk, placed),
                })
            };
            let found: Vec<_> = lost.iter().filter(|lost| is_found(lost)).cloned().collect();
            if found.len() == lost.len() {
                if are_kept {
                    (self.hunks, self.placed) = (again, places);
                    self.note(&found, trial.reading());
                }
                return;
            }
            lost = found;
        }
    }

    /// Reads two hunks that show the same lines, against their numbers, where one of them has no
    /// place.
    fn read_misnumbered(&mut self) {
        let mut left = MOST_SOUGHT;
        for at in 1..self.hunks.len() {
            let Some([front, hunk]) = self.hunks.get(at - 1..=at) else { return };
            let Some([of_front, of_hunk]) = self.placed.get(at - 1..=at) else { return };
            let are_placed = [of_front, of_hunk].iter().all(|it| matches!(it, Placed::At(_)));
            if are_placed || ![of_front, of_hunk].iter().all(|it| may_be_behind(it)) || left == 0 {
                continue;
            }
            left -= 1;
            let place = if let Placed::At(place) = of_front { Some(place) } else { None };
            let Some(cut) = without_overlap(self.text, [front, hunk], place) else { continue };
            for (at, (hunk, place)) in (at - 1..).zip(cut) {
                replace(&mut self.hunks, &[(at, hunk)]);
                if let Some(slot) = self.placed.get_mut(at) {
                    *slot = Placed::At(place);
                }
            }
            self.note_recut(&[at]);
        }
        if left < MOST_SOUGHT {
            overlap::refuse(&self.hunks, &mut self.placed);
        }
    }

    /// Reads hunks without numbers that show what the one in front shows as well without that,
    /// where they then are right behind it and nowhere else. One that has a place elsewhere as it
    /// is may be meant for either. Where the one in front is elsewhere, and they show what it adds,
    /// both are where they are one behind the other.
    fn read_recut(&mut self) {
        let mut left = MOST_SOUGHT;
        for at in 1..self.hunks.len() {
            let Some((front, hunk)) = self.hunks.get(at - 1).zip(self.hunks.get(at)) else {
                return;
            };
            if front.range().is_some() {
                continue;
            }
            let place = match self.placed.get(at - 1) {
                Some(Placed::At(place)) => Some(place),
                Some(Placed::Failed(front)) if front.cause == Cause::Ambiguous => None,
                _ => continue,
            };
            let Some([first, second]) = recut(front, hunk) else {
                if let Some(place) = place
                    && is_as_written(place)
                    && shows_all(front, hunk)
                {
                    self.doubt(at, place.line_index);
                }
                continue;
            };
            let from = place.map(|place| (place.line_index, place.start));
            let there = from.and_then(|from| both_from(self.text, from, [&first, &second]));
            let is_apart = there.is_none();
            let shown =
                || shows_added(front, hunk).then(|| only_both(self.text, [&first, &second]));
            let Some([first_place, second_place]) = there.or_else(|| shown().flatten()) else {
                continue;
            };
            match self.placed.get(at) {
                Some(Placed::At(was)) if is_as_written(was) => {
                    self.doubt(at, second_place.line_index);
                }
                Some(was) if left > 0 && may_be_behind(was) => {
                    left -= 1;
                    let last = second_place.line_index + second_place.line_count;
                    if !is_apart && is_elsewhere(self.text, hunk, last.saturating_sub(1)) {
                        continue;
                    }
                    replace(&mut self.hunks, &[(at - 1, first), (at, second)]);
                    for (at, place) in [(at - 1, first_place), (at, second_place)] {
                        if let Some(slot) = self.placed.get_mut(at) {
                            *slot = Placed::At(place);
                        }
                    }
                    self.note_recut(&[at]);
                }
                Some(_) | None => {}
            }
        }
        // What has a place now may be where another is.
        if left < MOST_SOUGHT {
            overlap::refuse(&self.hunks, &mut self.placed);
        }
    }

    /// Takes a hunk with numbers for made already that is one in front once more, whatever these
    /// are; not where its lines are elsewhere as well, for which it may be meant.
    fn skip_repeated(&mut self) {
        let mut left = MOST_SOUGHT;
        for at in 1..self.hunks.len() {
            if !matches!(self.placed.get(at), Some(Placed::Failed(_))) || left == 0 {
                continue;
            }
            left -= 1;
            let Some(hunk) = self.hunks.get(at).filter(|hunk| hunk.range().is_some()) else {
                continue;
            };
            let is_same =
                |front: &Hunk<'_>| front.lines == hunk.lines && front.anchors == hunk.anchors;
            let Some(before) = self.hunks.iter().take(at).position(is_same) else { continue };
            let line = match self.placed.get(before) {
                Some(Placed::At(place)) => place.line_index,
                Some(Placed::Done(done)) => done.first_line().saturating_sub(1),
                Some(Placed::Failed(_)) | None => continue,
            };
            let done = HunkFailure::done(at, hunk, line);
            if !is_elsewhere(self.text, hunk, line)
                && let Some(slot) = self.placed.get_mut(at)
            {
                *slot = Placed::Done(done);
            }
        }
    }

    /// Refuses a hunk of a unified diff that has another place than one that begins before a line
    /// and ends behind it, unless its heading is above that.
    fn doubt(&mut self, at: usize, line: usize) {
        let Some((hunk, slot)) = self.hunks.get(at).zip(self.placed.get_mut(at)) else { return };
        let Placed::At(place) = slot else { return };
        let was = place.line_index;
        // A chunk is meant behind the one in front, as the format has it.
        let is_told = self.format == Format::OpenCode || place.evidence.contains(Evidence::Heading);
        if is_told || (was..=was + place.line_count).contains(&line) {
            return;
        }
        let mut refused = HunkFailure::refused(Why::Ambiguous, at, hunk);
        let lines = vec![Candidate::at(line), Candidate::at(was)];
        refused.add_places([lines, Vec::new()], 2);
        *slot = Placed::Failed(refused);
    }

    fn note_recut(&mut self, found: &[usize]) {
        let hunks: Vec<_> =
            found.iter().filter_map(|at| Some((*at, self.hunks.get(*at)?.clone()))).collect();
        self.note(&hunks, Reading::WithoutOverlap);
    }

    fn note(&mut self, found: &[(usize, Hunk<'_>)], reading: Reading) {
        let note = |(at, _): &(usize, Hunk<'_>)| ReadAnew { hunk: *at, reading };
        self.anew.extend(found.iter().map(note));
    }

    /// The hunks that have no place, read in this way.
    fn lost(&self, trial: Trial) -> Vec<(usize, Hunk<'h>)> {
        let mut left = MOST_SOUGHT;
        read_anew(&self.hunks, |at, hunk| {
            let is_lost = match trial {
                Trial::AnchorOfPatch => is_off_its_anchor,
                Trial::AtEnd => is_not_there,
                Trial::InFull => is_nowhere_whole,
                Trial::Context
                | Trial::Blanks(_)
                | Trial::OneBlank
                | Trial::AllBlanks
                | Trial::EachBlank
                | Trial::Items
                | Trial::AsInFile
                | Trial::LeftToDo
                | Trial::ContextAsInFile
                | Trial::Repeated
                | Trial::Numbered(_)
                | Trial::Unnumbered(_) => is_nowhere,
            };
            if !self.placed.get(at).is_some_and(is_lost) {
                return None;
            }
            match trial {
                Trial::Context => hunk.with_blanks_as_context(),
                Trial::Blanks(blanks) if is_uncounted(hunk, self.format) => {
                    hunk.with_blanks_added(blanks)
                }
                Trial::Blanks(_) => None,
                Trial::OneBlank => with_one_added(hunk, self.format),
                Trial::AllBlanks => with_all_added(hunk, self.format),
                Trial::Items => with_items_as_context(hunk),
                Trial::EachBlank
                | Trial::AsInFile
                | Trial::InFull
                | Trial::LeftToDo
                | Trial::ContextAsInFile => {
                    left = left.checked_sub(1)?;
                    match trial {
                        Trial::EachBlank => as_file_has(self.text, hunk),
                        Trial::InFull => in_full(self.text, hunk),
                        Trial::LeftToDo => left_to_do(self.text, hunk),
                        Trial::ContextAsInFile => {
                            with_context_of_file(self.text, hunk, &self.hunks)
                        }
                        _ => as_in_file(self.text, hunk),
                    }
                }
                Trial::Repeated => without_repeated(hunk),
                Trial::AtEnd => at_end(self.text, hunk),
                Trial::Numbered(behind) => {
                    // Line 1 is what is written where nobody counted.
                    let moved = moved_by(self.hunks.get(..at)?);
                    let (hunk, first) = without_line_numbers(hunk, behind, moved)?;
                    (first > 1).then(|| hunk.with_starts(Some((first, first))))
                }
                Trial::Unnumbered(behind) => {
                    let moved = moved_by(self.hunks.get(..at)?);
                    Some(without_line_numbers(hunk, behind, moved)?.0)
                }
                Trial::AnchorOfPatch => anchored_in_file(self.hunks.get(..=at)?),
            }
        })
    }
}

/// The hunks that `read` reads in another way, each with its place in the patch.
fn read_anew<'h>(
    hunks: &[Hunk<'h>],
    mut read: impl FnMut(usize, &Hunk<'h>) -> Option<Hunk<'h>>,
) -> Vec<(usize, Hunk<'h>)> {
    let numbered = hunks.iter().enumerate();
    numbered.filter_map(|(at, hunk)| Some((at, read(at, hunk)?))).collect()
}

fn replace<'h>(hunks: &mut Cow<'h, [Hunk<'h>]>, anew: &[(usize, Hunk<'h>)]) {
    for (at, hunk) in anew {
        if let Some(slot) = hunks.to_mut().get_mut(*at) {
            slot.clone_from(hunk);
        }
    }
}

/// Cuts hunks with numbers that overlap with the one in front, by these; which ones.
fn recut_all<'h>(hunks: &mut Cow<'h, [Hunk<'h>]>) -> Vec<usize> {
    if hunks.len() < 2 {
        return Vec::new();
    }
    let mut order: Vec<usize> = (0..hunks.len()).collect();
    if hunks.iter().all(|hunk| hunk.range().is_some()) {
        order.sort_by_key(|at| hunks.get(*at).and_then(hinted_index));
    }
    let mut found = Vec::new();
    for pair in order.windows(2) {
        let [before, at] = *pair else { continue };
        let Some((front, hunk)) = hunks.get(before).zip(hunks.get(at)) else { continue };
        if front.range().is_none() {
            continue;
        }
        let Some([front, hunk]) = recut(front, hunk) else { continue };
        replace(hunks, &[(before, front), (at, hunk)]);
        found.push(at);
    }
    found
}
