//! The table of reinterpretations ([`TRIALS`]) for hunks that have no place, tried in order: blank
//! lines as added or context, without a viewer's line numbers, with changed context taken from the
//! file, and so on.

use std::collections::BTreeSet;

use patch_parse::{Blanks, Format, Hunk, HunkLine, LineKind};

use super::at_number::with_line_at_number;
use super::bare::as_file_has;
use super::blanks::{is_uncounted, with_all_added, with_one_added, without_separator};
use super::changed_line::with_line_of_file;
use super::comma::with_sign_by_change;
use super::cut::with_whole_lines;
use super::doubled::with_plain_signs;
use super::doubled_line::without_repeated;
use super::elided::in_full;
use super::fence::without_fences;
use super::first::{add_at_numbers, is_first_of_some, take_certain};
use super::gaps::as_in_file;
use super::items::{with_dashes_as_context, with_items_as_context};
use super::last_blank::at_end;
use super::left_out::with_left_out;
use super::own_anchor::anchored_in_file;
use super::partly_done::left_to_do;
use super::stale::with_context_of_file;
use super::verdicts::{
    ends_file, is_as_written_and_only, is_kept, is_not_there, is_nowhere,
    is_nowhere_or_in_outer_matches, is_off_its_anchor, is_settled_by_reading,
};
use super::viewer::{Behind, without_line_numbers};
use super::work::{MOST_SOUGHT, Work, read_anew, replace};
use super::wrapped::with_joined_lines;
use crate::options::Locate;
use crate::place::numbers::{Known, hinted_index};
use crate::place::places::signed;
use crate::place::reading::Reading;
use crate::place::scene::Placed;
use crate::text::Text;

/// How often the hunks of one trial are placed: all that it reads, then those alone to which it
/// gave a place.
const ATTEMPTS: usize = 2;

/// One way of reading hunks that have no place.
struct Trial {
    /// The note for a hunk that has a place in this reading.
    reading: Reading,
    /// Whether a hunk is read so, by what became of it.
    is_for: fn(&Placed) -> bool,
    /// The hunk in this reading; `None` where it is the same, or cannot be read so.
    read: for<'h> fn(&Lost<'_, 'h>) -> Option<Hunk<'h>>,
    /// It looks for the lines of each hunk in all of the file, as is done for [so
    /// many](MOST_SOUGHT).
    is_search: bool,
    /// Whether the place that a hunk has so is where it is meant.
    is_found: fn(&Found<'_, '_>) -> bool,
    /// The hunk says by numbers where it is, although the format may have none.
    is_numbered: bool,
}

/// All that is tried, in this order.
static TRIALS: [Trial; 28] = [
    // Empty lines that its counts make added ones are context.
    Trial::new(Reading::BlanksAsContext, |lost| lost.hunk.with_blanks_as_context()),
    // Its last lines are empty, and the file ends before them.
    Trial {
        is_for: is_not_there,
        is_found: |found| {
            ends_file(found.text, found.hunk, found.format, (found.in_front, found.placed))
        },
        ..Trial::new(Reading::FinalNewline, |lost| at_end(lost.text, lost.hunk))
    },
    // The empty line at its end is none of its lines.
    Trial::new(Reading::BlanksAsInFile, |lost| without_separator(lost.hunk)),
    Trial::new(Reading::BlanksAdded, |lost| lost.with_blanks_added(Blanks::Between)),
    Trial::new(Reading::BlanksAdded, |lost| lost.with_blanks_added(Blanks::Beside)),
    // One of the empty lines around what it adds is added, whatever its mark.
    Trial::new(Reading::BlanksAdded, |lost| with_one_added(lost.hunk, lost.format)),
    // All that are next to what it adds are.
    Trial::new(Reading::BlanksAdded, |lost| with_all_added(lost.hunk, lost.format)),
    // Of those without a mark that are next to what it adds so many are as the file lacks.
    Trial::search(Reading::BlanksAdded, |lost| as_file_has(lost.text, lost.hunk)),
    // Its context has no marks, and items of a list in it look like removed lines.
    Trial {
        is_found: |found| is_as_written_and_only(found.hunk, found.placed),
        ..Trial::new(Reading::ItemsAsContext, |lost| with_items_as_context(lost.hunk))
    },
    // A line of dashes that seems removed is context without its mark.
    Trial::search(Reading::DashesAsContext, |lost| with_dashes_as_context(lost.text, lost.hunk)),
    // There are as many empty lines between its context as in the file.
    Trial::search(Reading::BlanksAsInFile, |lost| as_in_file(lost.text, lost.hunk)),
    // The numbers before its lines do not belong to them, and say where it is.
    Trial {
        is_numbered: true,
        ..Trial::new(Reading::WithoutLineNumbers, |lost| lost.at_its_numbers(Behind::Nothing))
    },
    Trial {
        is_numbered: true,
        ..Trial::new(Reading::WithoutLineNumbers, |lost| lost.at_its_numbers(Behind::Blank))
    },
    // They do not belong to them, and may be those of another state of the file.
    Trial::new(Reading::WithoutLineNumbers, |lost| lost.without_numbers(Behind::Nothing)),
    Trial::new(Reading::WithoutLineNumbers, |lost| lost.without_numbers(Behind::Blank)),
    // Its signs are there twice, or only look like such.
    Trial::new(Reading::DoubledSign, |lost| with_plain_signs(lost.hunk)),
    // The code fence around the patch is among its lines.
    Trial::new(Reading::ContextAsInFile, |lost| without_fences(lost.text, lost.hunk)),
    // A line of dots is in the place of others.
    Trial {
        is_for: is_nowhere_or_in_outer_matches,
        ..Trial::search(Reading::InFull, |lost| in_full(lost.text, lost.hunk))
    },
    // An old line has the comma that the change gives it.
    Trial::search(Reading::SpelledAsInFile, |lost| with_sign_by_change(lost.text, lost.hunk)),
    // Some of its changes are made.
    Trial::search(Reading::LeftToDo, |lost| left_to_do(lost.text, lost.hunk)),
    // Others changed some of its context since.
    Trial::search(Reading::ContextAsInFile, |lost| {
        with_context_of_file(lost.text, lost.hunk, lost.hunks)
    }),
    // Lines have other blanks or quotes within, or one of its context is misspelt, or was changed
    // or added next to what it changes.
    Trial::search(Reading::ContextAsInFile, |lost| with_line_of_file(lost.text, lost.hunk)),
    // All but one of its lines are at its number.
    Trial::search(Reading::ContextAsInFile, |lost| {
        let offsets = lost.offsets().into_iter();
        let mut found = offsets.filter_map(|it| with_line_at_number(lost.text, lost.hunk, it));
        found.next().filter(|_| found.next().is_none())
    }),
    // The ends of its old lines are on the next one.
    Trial::search(Reading::SpelledAsInFile, |lost| with_joined_lines(lost.text, lost.hunk)),
    // A line of its context is there once more.
    Trial::new(Reading::ContextAsInFile, |lost| without_repeated(lost.hunk)),
    // The ends of lines are left out.
    Trial::search(Reading::InFull, |lost| with_whole_lines(lost.text, lost.hunk)),
    // Lines are left out between its parts without a sign of it.
    Trial::search(Reading::InFull, |lost| with_left_out(lost.text, lost.hunk)),
    // Its anchor is a line of the patch.
    Trial {
        is_for: is_off_its_anchor,
        ..Trial::new(Reading::AnchorOfPatch, |lost| anchored_in_file(lost.hunks.get(..=lost.at)?))
    },
];

impl Trial {
    /// A reading of hunks that are nowhere, by their lines alone.
    const fn new(reading: Reading, read: for<'h> fn(&Lost<'_, 'h>) -> Option<Hunk<'h>>) -> Self {
        let is_found: fn(&Found<'_, '_>) -> bool =
            |found| is_settled_by_reading(found.text, found.before, found.hunk, found.placed);
        Self { reading, is_for: is_nowhere, read, is_search: false, is_found, is_numbered: false }
    }

    /// A reading of hunks that are nowhere, by lines of the file.
    const fn search(reading: Reading, read: for<'h> fn(&Lost<'_, 'h>) -> Option<Hunk<'h>>) -> Self {
        Self { is_search: true, ..Self::new(reading, read) }
    }
}

/// A hunk that has no place, and is to be read otherwise.
struct Lost<'a, 'h> {
    text: Text<'a>,
    format: Format,
    hunk: &'a Hunk<'h>,
    /// All hunks of the file, and where it is among them.
    hunks: &'a [Hunk<'h>],
    at: usize,
    /// By how many lines those in front of it move it.
    moved: i64,
    /// What became of all hunks.
    placed: &'a [Placed],
}

impl<'h> Lost<'_, 'h> {
    /// By how many lines the number of the hunk may be off, as its neighbours that have a place show.
    fn offsets(&self) -> BTreeSet<i64> {
        let of = |at: usize| {
            let (hunk, Placed::At(place)) = (self.hunks.get(at)?, self.placed.get(at)?) else {
                return None;
            };
            let line = signed(place.line_index).saturating_sub(signed(place.dropped_before));
            Some(line.saturating_sub(signed(hinted_index(hunk)?)))
        };
        let front = (0..self.at).rev().find_map(of);
        let behind = (self.at + 1..self.hunks.len()).find_map(of);
        match front {
            Some(front) => Known { front, behind }.offsets().collect(),
            // What moved the next hunk may be before this one or after it.
            None => behind.into_iter().chain([0]).collect(),
        }
    }

    fn with_blanks_added(&self, blanks: Blanks) -> Option<Hunk<'h>> {
        let is_open = is_uncounted(self.hunk, self.format);
        is_open.then(|| self.hunk.with_blanks_added(blanks)).flatten()
    }

    fn without_numbers(&self, behind: Behind) -> Option<Hunk<'h>> {
        Some(without_line_numbers(self.hunk, behind, self.moved)?.0)
    }

    fn at_its_numbers(&self, behind: Behind) -> Option<Hunk<'h>> {
        let (hunk, first) = without_line_numbers(self.hunk, behind, self.moved)?;
        // A writer who did not count writes line 1.
        (first > 1).then(|| hunk.with_starts(Some((first, first))))
    }
}

/// By how many lines hunks move what is after them, counted once for all of them.
#[derive(Debug, Default)]
pub(super) struct Moved {
    /// How many hunks are counted, and by how much they move it.
    so_far: (usize, i64),
}

impl Moved {
    /// By how much those in front of one move it, which is never before the one asked for last.
    pub(super) fn by_front(&mut self, hunks: &[Hunk<'_>], at: usize) -> i64 {
        let (counted, by) = self.so_far;
        let own = |hunk: &Hunk<'_>| {
            signed(hunk.lines.added_count()).saturating_sub(signed(hunk.lines.removed_count()))
        };
        let front = hunks.get(counted..at).unwrap_or_default();
        let by = front.iter().map(own).fold(by, i64::saturating_add);
        self.so_far = (counted.max(at), by);
        by
    }
}

/// As what a hunk is noted to be read: what it removes is never other text, only spelled otherwise.
fn reading(trial: &Trial, before: &Hunk<'_>, now: &Hunk<'_>) -> Reading {
    let is_removed = |line: &HunkLine<'_>| line.kind == LineKind::Remove;
    let [before, now] = [before, now].map(|hunk| hunk.old_lines().filter(is_removed));
    match trial.reading {
        Reading::ContextAsInFile if !before.eq(now) => Reading::SpelledAsInFile,
        reading => reading,
    }
}

/// What became of a hunk in another reading.
struct Found<'a, 'h> {
    text: Text<'a>,
    format: Format,
    /// The hunk as it was read before.
    before: &'a Hunk<'h>,
    hunk: &'a Hunk<'h>,
    /// What became of the hunk in front.
    in_front: Option<&'a Placed>,
    placed: &'a Placed,
}

impl<'h> Work<'_, '_, 'h> {
    /// Reads the hunks that have no place in one way after the other.
    pub(super) fn read_all(&mut self) {
        for trial in &TRIALS {
            // Nearly always all hunks have a place.
            if !self.placed.iter().any(|placed| matches!(placed, Placed::Failed(_))) {
                return;
            }
            self.read(trial);
        }
    }

    /// Reads the hunks that have no place in this way, and keeps those that get one by it.
    fn read(&mut self, trial: &Trial) {
        let mut lost = self.lost(trial);
        // Hunks without a place stay as they were, and the others are placed again with them.
        for _ in 0..ATTEMPTS {
            if lost.is_empty() {
                return;
            }
            let mut again = self.hunks.clone();
            replace(&mut again, &lost);
            let mut places = self.placer.place(self.text, &again);
            if lost.iter().any(|(at, _)| places.get(*at).is_some_and(is_first_of_some)) {
                let certain = self.placer.options.clone().locate(Locate::Certain);
                let certain = self.placer.under(&certain).place(self.text, &again);
                take_certain(&mut places, &lost, &certain);
            }
            if trial.is_numbered && self.placer.format == Format::OpenCode {
                add_at_numbers(self.text, &again, &lost, &mut places);
            }
            let is_found = |(at, hunk): &&(usize, Hunk<'h>)| {
                let before = self.hunks.get(*at).zip(places.get(*at));
                before.is_some_and(|(before, placed)| {
                    let (text, format) = (self.text, self.placer.format);
                    let in_front = at.checked_sub(1).and_then(|front| places.get(front));
                    (trial.is_found)(&Found { text, format, before, hunk, in_front, placed })
                })
            };
            let found: Vec<_> = lost.iter().filter(is_found).cloned().collect();
            if found.len() == lost.len() {
                if self.are_others_kept(&lost, &places) {
                    let before = std::mem::replace(&mut self.hunks, again);
                    self.placed = places;
                    for (at, hunk) in &found {
                        let before = before.get(*at);
                        let reading = before.map(|before| reading(trial, before, hunk));
                        self.note(std::iter::once(*at), reading.unwrap_or(trial.reading));
                    }
                }
                return;
            }
            lost = found;
        }
    }

    /// The hunks that are to be read in this way, each in its new reading.
    fn lost(&self, trial: &Trial) -> Vec<(usize, Hunk<'h>)> {
        let (text, format, hunks) = (self.text, self.placer.format, &*self.hunks);
        let (mut left, mut moved) = (MOST_SOUGHT, Moved::default());
        read_anew(hunks, |at, hunk| {
            if !self.placed.get(at).is_some_and(trial.is_for) {
                return None;
            }
            if trial.is_search {
                left = left.checked_sub(1)?;
            }
            let moved = moved.by_front(hunks, at);
            (trial.read)(&Lost { text, format, hunk, hunks, at, moved, placed: &self.placed })
        })
    }

    /// Whether the hunks that are not read otherwise are in these places as they were.
    pub(super) fn are_others_kept(&self, lost: &[(usize, Hunk<'_>)], places: &[Placed]) -> bool {
        let is_lost = |at: usize| lost.binary_search_by_key(&at, |(lost, _)| *lost).is_ok();
        let mut places = self.placed.iter().zip(places).enumerate();
        places.all(|(at, (was, placed))| is_lost(at) || is_kept(was, placed))
    }
}
