//! Empty lines without a mark beside added lines: context, or added lines that lost their `+`? And empty lines among the
//! context, of which the file may have more or fewer.
//!
//! Those beside added lines are context, as readers of the format have it, where that has a place. Only where it has none, and
//! the hunk without them is somewhere as written and nowhere else, they are added. A hunk that has no other old lines inserts:
//! an empty line by itself is no place.

use std::borrow::Cow;

use bstr::ByteSlice;
use patch_parse::{Blanks, Code, Format, Hunk, LineKind};

use super::gaps::as_in_file;
use super::placement::Placement;
use super::rung::{Rung, has_words, is_worded};
use super::scene::{Outcome, Placed};
use crate::cause::Cause;
use crate::options::{ApplyOptions, Contract};
use crate::text::Text;

/// How many hunks of a file are looked for in it by what is between their empty lines.
const MOST_SEARCHES: usize = 32;

/// How the empty lines of a hunk that has no place may be read.
#[derive(Clone, Copy, Debug)]
enum Reading {
    Added(Blanks),
    AsInFile,
}

/// What is tried first.
const READINGS: [Reading; 3] =
    [Reading::Added(Blanks::Between), Reading::Added(Blanks::Beside), Reading::AsInFile];

/// Places hunks by `place`, and again where some have no place and another reading of their empty lines gives them one.
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
    let anew = read_anew(hunks, |_, hunk| insertion(hunk, format));
    replace(&mut read, &anew);
    let placed = place(&read);
    let mut work = Work { text, format, hunks: read, anew, placed };
    for reading in READINGS {
        work.read(reading, &place);
    }
    let Work { hunks, anew, placed, .. } = work;
    let read_anew = anew.into_iter().map(|(at, hunk)| (at, hunk.lines.added_count())).collect();
    Outcome { text, hunks, read_anew, placed }
}

/// The hunks as they are read so far.
struct Work<'f, 'h> {
    text: Text<'f>,
    format: Format,
    hunks: Cow<'h, [Hunk<'h>]>,
    anew: Vec<(usize, Hunk<'h>)>,
    placed: Vec<Placed>,
}

impl<'h> Work<'_, 'h> {
    /// Reads the hunks that have no place in this way, so far as that gives them one.
    fn read(&mut self, reading: Reading, place: &impl Fn(&[Hunk<'_>]) -> Vec<Placed>) {
        let mut lost = self.lost(reading);
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
                    self.anew.extend(found);
                }
                return;
            }
            lost = found;
        }
    }

    /// The hunks that have no place, in this reading.
    fn lost(&self, reading: Reading) -> Vec<(usize, Hunk<'h>)> {
        let mut left = MOST_SEARCHES;
        read_anew(&self.hunks, |at, hunk| {
            if !self.placed.get(at).is_some_and(is_nowhere) {
                return None;
            }
            match reading {
                Reading::Added(blanks) if is_uncounted(hunk, self.format) => {
                    hunk.with_blanks_added(blanks)
                }
                Reading::Added(_) => None,
                Reading::AsInFile => {
                    left = left.checked_sub(1)?;
                    as_in_file(self.text, hunk)
                }
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

/// Whether no count says what the empty lines of a hunk are: in an envelope none is looked at.
fn is_uncounted(hunk: &Hunk<'_>, format: Format) -> bool {
    hunk.range().is_none() || format == Format::OpenCode
}

/// The hunk as an insertion, if it is one but for empty lines between what it adds.
fn insertion<'h>(hunk: &Hunk<'h>, format: Format) -> Option<Hunk<'h>> {
    let begins_added = || hunk.lines.iter().next().is_some_and(|line| line.kind == LineKind::Add);
    let may_be = hunk.lines.removed_count() == 0
        && hunk.lines.context_count() > 0
        && is_uncounted(hunk, format)
        && begins_added();
    let read = may_be.then(|| hunk.with_blanks_added(Blanks::Between)).flatten()?;
    (read.lines.old_count() == 0).then_some(read)
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
    let may_be_context = || {
        before.lines.len() == hunk.lines.len() && is_like_context(text, &sides(before, hunk), place)
    };
    is_as_written && is_worded(hunk) && !may_be_context()
}

/// Whether a file has lines elsewhere than at a place: then something like the hunk as it was read before may be meant.
fn is_like_context(text: Text<'_>, sides: &[Vec<Vec<u8>>], place: &Placement) -> bool {
    let lines = text.slice(text.start..text.bytes.len()).lines();
    let lines: Vec<&[u8]> = lines.map(<[u8]>::trim_ascii).collect();
    let has = |side: &Vec<Vec<u8>>| {
        let is_inside = |first: &usize| {
            *first >= place.line_index && first + side.len() <= place.line_index + place.line_count
        };
        let windows = lines.windows(side.len().max(1)).enumerate();
        windows.filter(|(first, _)| !is_inside(first)).any(|(_, lines)| lines == side.as_slice())
    };
    sides.iter().any(has)
}

/// The old lines next to the ones that were read anew, from a line with words on, with an empty line in their place.
fn sides(before: &Hunk<'_>, hunk: &Hunk<'_>) -> Vec<Vec<Vec<u8>>> {
    let lines = before.lines.iter().zip(hunk.lines.iter());
    let old = lines.filter(|(line, _)| line.kind != LineKind::Add);
    let old: Vec<(Vec<u8>, bool)> =
        old.map(|(line, now)| (line.text.trim_ascii().to_vec(), now.kind != line.kind)).collect();
    let is_anew = |line: &(Vec<u8>, bool)| line.1;
    let mut sides = Vec::new();
    for pair in old.split_inclusive(is_anew) {
        let [front @ .., (_, true)] = pair else { continue };
        let from = front.iter().rposition(|(line, _)| has_words(line)).unwrap_or(0);
        let near = front.get(from..).unwrap_or_default().iter().map(|(line, _)| line.clone());
        sides.push(near.chain([Vec::new()]).collect());
    }
    for back in old.split(is_anew).skip(1) {
        let end = back.iter().position(|(line, _)| has_words(line)).unwrap_or(back.len());
        let near = back.iter().take(end + 1).map(|(line, _)| line.clone());
        sides.push([Vec::new()].into_iter().chain(near).collect());
    }
    sides.retain(|side: &Vec<Vec<u8>>| side.len() > 1);
    sides
}
