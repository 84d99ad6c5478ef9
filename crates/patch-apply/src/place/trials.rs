//! Hunks that have no place are tried in other readings: what their empty lines are, and without the numbers in front of
//! their lines.

use std::borrow::Cow;

use patch_parse::{Blanks, Code, Format, Hunk};

use super::blanks::{insertion, is_uncounted, may_be_context};
use super::gaps::as_in_file;
use super::reading::{ReadAnew, Reading};
use super::rung::{Rung, is_worded};
use super::scene::{Outcome, Placed};
use super::viewer::{Behind, without_line_numbers};
use crate::cause::Cause;
use crate::options::{ApplyOptions, Contract};
use crate::text::Text;

/// How many hunks of a file are looked for in it by what is between their empty lines.
const MOST_SEARCHES: usize = 32;

/// What a hunk that has no place may be.
#[derive(Clone, Copy, Debug)]
enum Trial {
    Blanks(Blanks),
    AsInFile,
    Unnumbered(Behind),
}

impl Trial {
    fn reading(self) -> Reading {
        match self {
            Self::Blanks(_) => Reading::BlanksAdded,
            Self::AsInFile => Reading::BlanksAsInFile,
            Self::Unnumbered(_) => Reading::WithoutLineNumbers,
        }
    }
}

/// What is tried first.
const TRIALS: [Trial; 5] = [
    Trial::Blanks(Blanks::Between),
    Trial::Blanks(Blanks::Beside),
    Trial::AsInFile,
    Trial::Unnumbered(Behind::Nothing),
    Trial::Unnumbered(Behind::Blank),
];

/// Places hunks by `place`, and again where some have no place and another reading gives them one.
pub(super) fn place<'f, 'h>(
    text: Text<'f>,
    hunks: &'h [Hunk<'h>],
    format: Format,
    options: &ApplyOptions,
    place: impl Fn(&[Hunk<'_>]) -> Vec<Placed>,
) -> Outcome<'f, 'h> {
    // Where counts are believed, they say what an empty line is.
    if options.contract == Contract::Git {
        let placed = place(hunks);
        return Outcome { text, hunks: Cow::Borrowed(hunks), read_anew: Vec::new(), placed };
    }
    let mut read = Cow::Borrowed(hunks);
    let insertions = read_anew(hunks, |_, hunk| insertion(hunk, format));
    replace(&mut read, &insertions);
    let placed = place(&read);
    let mut work = Work { text, format, hunks: read, anew: Vec::new(), placed };
    work.note(&insertions, Reading::BlanksAdded);
    for trial in TRIALS {
        work.read(trial, &place);
    }
    let Work { hunks, anew, placed, .. } = work;
    Outcome { text, hunks, read_anew: anew, placed }
}

/// The hunks as they are read so far.
struct Work<'f, 'h> {
    text: Text<'f>,
    format: Format,
    hunks: Cow<'h, [Hunk<'h>]>,
    anew: Vec<ReadAnew>,
    placed: Vec<Placed>,
}

impl<'h> Work<'_, 'h> {
    /// Reads the hunks that have no place in this way, so far as that gives them one.
    fn read(&mut self, trial: Trial, place: &impl Fn(&[Hunk<'_>]) -> Vec<Placed>) {
        let mut lost = self.lost(trial);
        // Those that it gives none stay as they were, and the others are placed beside them.
        for _ in 0..2 {
            if lost.is_empty() {
                return;
            }
            let mut again = self.hunks.clone();
            replace(&mut again, &lost);
            let places = place(&again);
            let places_of = || self.placed.iter().zip(&places).enumerate();
            let is_lost = |at: usize| lost.iter().any(|(lost, _)| *lost == at);
            let mut kept = places_of().filter(|(at, _)| !is_lost(*at));
            let are_kept = kept.all(|(_, (was, placed))| is_kept(was, placed));
            let is_found = |(at, hunk): &(usize, Hunk<'h>)| {
                let before = self.hunks.get(*at).zip(places.get(*at));
                before.is_some_and(|(before, placed)| is_found(self.text, before, hunk, placed))
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

    fn note(&mut self, found: &[(usize, Hunk<'_>)], reading: Reading) {
        let note = |(at, hunk): &(usize, Hunk<'_>)| ReadAnew {
            hunk: *at,
            lines_added: hunk.lines.added_count(),
            reading,
        };
        self.anew.extend(found.iter().map(note));
    }

    /// The hunks that have no place, read in this way.
    fn lost(&self, trial: Trial) -> Vec<(usize, Hunk<'h>)> {
        let mut left = MOST_SEARCHES;
        read_anew(&self.hunks, |at, hunk| {
            if !self.placed.get(at).is_some_and(is_nowhere) {
                return None;
            }
            match trial {
                Trial::Blanks(blanks) if is_uncounted(hunk, self.format) => {
                    hunk.with_blanks_added(blanks)
                }
                Trial::Blanks(_) => None,
                Trial::AsInFile => {
                    left = left.checked_sub(1)?;
                    as_in_file(self.text, hunk)
                }
                Trial::Unnumbered(behind) => without_line_numbers(hunk, behind),
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

/// Whether a hunk is not in the file: neither its old lines are, nor its anchor is missing.
fn is_nowhere(placed: &Placed) -> bool {
    let Placed::Failed(failure) = placed else { return false };
    failure.code == Code::ContextNotFound && failure.cause == Cause::NothingSimilar
}

/// Whether a hunk is where it was.
fn is_kept(was: &Placed, placed: &Placed) -> bool {
    match (was, placed) {
        (Placed::At(was), Placed::At(place)) => was.line_index == place.line_index,
        (Placed::Done(_), Placed::Done(_)) | (Placed::Failed(_), _) => true,
        _ => false,
    }
}

/// Whether a hunk in another reading is done, or has words, is as written at its place and nowhere else.
fn is_found(text: Text<'_>, before: &Hunk<'_>, hunk: &Hunk<'_>, placed: &Placed) -> bool {
    let place = match placed {
        Placed::At(place) => place,
        Placed::Done(_) => return true,
        Placed::Failed(_) => return false,
    };
    let is_as_written = matches!(place.rung, Rung::Exact | Rung::TrailingBlanks)
        && (place.dropped_before, place.dropped_after) == (0, 0)
        && place.other_places == 0;
    is_as_written && is_worded(hunk) && !may_be_context(text, before, hunk, place)
}
