//! Hunks that are wholly numbered or wholly indented differently from the file: undone first, so
//! that the trials can then find a second difference.

use std::cmp::Reverse;
use std::collections::HashMap;

use memchr::{memmem, memrchr};
use patch_parse::{Hunk, HunkLine, HunkLines, LineKind};

use super::trials::Moved;
use super::verdicts::{is_kept, is_nowhere, is_only, is_only_but_for_outer_context};
use super::viewer::{Behind, without_line_numbers};
use super::work::{MOST_SOUGHT, Work, read_anew, replace};
use crate::place::placement::Placement;
use crate::place::reading::Reading;
use crate::place::scene::Placed;
use crate::text::Text;
use crate::text::blanks::{is_blank_line, without_indentation};
use crate::text::words::has_words;

/// How many of the longest old lines of a hunk are looked for.
const MOST_LINES: usize = 4;

/// A way in which a hunk may be written.
#[derive(Clone, Copy, Debug)]
enum Form {
    /// Each line begins with a number, and this follows it.
    Numbered(Behind),
    /// All lines are as much deeper than in the file, or as much less deep.
    Indented,
    /// Those with a mark are one blank too deep.
    BlankBehindMarks,
}

const FORMS: [Form; 4] = [
    Form::Numbered(Behind::Nothing),
    Form::Numbered(Behind::Blank),
    Form::Indented,
    Form::BlankBehindMarks,
];

impl Work<'_, '_, '_> {
    /// Reads the hunks that have no place in other forms.
    pub(super) fn read_in_forms(&mut self) {
        for form in FORMS {
            // Nearly always all hunks have a place.
            if !self.placed.iter().any(is_nowhere) {
                return;
            }
            self.read_in(form);
        }
    }

    /// Undoes this form in hunks that have no place, and tries all other readings on them. A hunk
    /// that gets a place is then placed as it is written, with that reading only, so that its old
    /// lines show how the added ones are to be written.
    fn read_in(&mut self, form: Form) {
        let text = self.text;
        let (mut left, mut moved) = (MOST_SOUGHT, Moved::default());
        let mut shifts = Vec::new();
        let lost = read_anew(&self.hunks, |at, hunk| {
            if !self.placed.get(at).is_some_and(is_nowhere) {
                return None;
            }
            left = left.checked_sub(1)?;
            let (hunk, shift) = form.plain(text, hunk, moved.by_front(&self.hunks, at))?;
            shifts.push(shift);
            Some(hunk)
        });
        if lost.is_empty() {
            return;
        }
        let mut hunks = self.hunks.clone();
        replace(&mut hunks, &lost);
        let anew = Vec::new();
        let by = self.placer;
        let mut plain = Work { text, placer: by, placed: by.place(text, &hunks), hunks, anew };
        plain.read_all();
        let written = |((at, _), shift): (&(usize, Hunk<'_>), &Option<Shift>)| {
            let (hunk, placed) = plain.hunks.get(*at).zip(plain.placed.get(*at))?;
            let written = match (placed, shift) {
                (Placed::At(place), Some(shift)) => {
                    as_shown(&shift.taken_back(hunk, place)?, self.hunks.get(*at)?)
                }
                _ => hunk.clone(),
            };
            is_only_but_for_outer_context(hunk, placed).then_some((*at, written))
        };
        let found: Vec<_> = lost.iter().zip(&shifts).filter_map(written).collect();
        if found.is_empty() {
            return;
        }
        let mut again = self.hunks.clone();
        replace(&mut again, &found);
        let places = by.place(text, &again);
        let is_same = |(at, hunk): &(usize, Hunk<'_>)| {
            let places = plain.placed.get(*at).zip(places.get(*at));
            places.is_some_and(|(was, placed)| is_kept(was, placed) && is_only(hunk, placed))
        };
        if !found.iter().all(is_same) || !self.are_others_kept(&found, &places) {
            return;
        }
        let is_found = |at: usize| found.iter().any(|(found, _)| *found == at);
        self.anew.extend(plain.anew.into_iter().filter(|anew| is_found(anew.hunk)));
        if let Some(reading) = form.reading() {
            self.note(found.iter().map(|(at, _)| *at), reading);
        }
        (self.hunks, self.placed) = (again, places);
    }
}

impl Form {
    /// The hunk as the file would have it, if it is written in this form, and by what its lines are
    /// indented otherwise; the hunks before it move the lines of the new file by `moved`.
    fn plain<'h>(
        self,
        text: Text<'_>,
        hunk: &Hunk<'h>,
        moved: i64,
    ) -> Option<(Hunk<'h>, Option<Shift>)> {
        let shift = match self {
            Self::Numbered(behind) => {
                return Some((without_line_numbers(hunk, behind, moved)?.0, None));
            }
            Self::Indented => Shift::of(text, hunk.old_lines())?,
            Self::BlankBehindMarks => {
                let removed = hunk.lines.iter().filter(|line| line.kind == LineKind::Remove);
                let shift = Shift::of(text, removed)?;
                matches!(&shift.by, By::Out(blanks) if blanks == b" ").then_some(())?;
                Shift { is_of_marks: true, ..shift }
            }
        };
        let plain = shift.applied(hunk).filter(|plain| plain.lines != hunk.lines)?;
        Some((plain, Some(shift)))
    }

    /// The note for this form, in addition to that of the reading that has a place.
    fn reading(self) -> Option<Reading> {
        match self {
            Self::Numbered(_) => Some(Reading::WithoutLineNumbers),
            Self::Indented | Self::BlankBehindMarks => None,
        }
    }
}

/// How lines are to be indented otherwise.
#[derive(Clone, Debug)]
struct Shift {
    by: By,
    /// Context stays as it is.
    is_of_marks: bool,
}

#[derive(Clone, Debug)]
enum By {
    In(Vec<u8>),
    Out(Vec<u8>),
}

impl By {
    fn apply(&self, line: &[u8]) -> Option<Vec<u8>> {
        match self {
            Self::In(blanks) => Some([blanks, line].concat()),
            Self::Out(blanks) => Some(line.strip_prefix(&**blanks)?.to_vec()),
        }
    }
}

impl Shift {
    /// The shift shown by the longest old line that the file has once, with another indentation.
    fn of<'l>(text: Text<'_>, old: impl Iterator<Item = HunkLine<'l>>) -> Option<Self> {
        let bytes = text.body();
        let old: Vec<HunkLine<'_>> = old.collect();
        let mut old: Vec<_> = old.iter().map(|line| without_indentation(line.text)).collect();
        old.sort_by_key(|(_, words)| Reverse(words.len()));
        let mut sought = old.into_iter().filter(|(_, words)| has_words(words)).take(MOST_LINES);
        let by = sought.find_map(|(indent, words)| {
            let in_file = only_indent(bytes, words)?;
            match in_file.strip_suffix(indent) {
                Some(b"") => None,
                Some(blanks) => Some(By::In(blanks.to_vec())),
                None => Some(By::Out(indent.strip_suffix(in_file)?.to_vec())),
            }
        })?;
        Some(Self { by, is_of_marks: false })
    }

    /// The hunk with its lines indented so.
    fn applied<'h>(&self, hunk: &Hunk<'h>) -> Option<Hunk<'h>> {
        self.each(hunk, &self.by)
    }

    /// The hunk with its lines indented as they were before; without the outer context that differs
    /// at its place.
    fn taken_back<'h>(&self, hunk: &Hunk<'h>, place: &Placement) -> Option<Hunk<'h>> {
        let kept = place.dropped_before..hunk.lines.len().checked_sub(place.dropped_after)?;
        let lines = hunk.lines.iter().take(kept.end).skip(kept.start).collect();
        let by = match &self.by {
            By::In(blanks) => By::Out(blanks.clone()),
            By::Out(blanks) => By::In(blanks.clone()),
        };
        self.each(&hunk.clone().with_lines(lines), &by)
    }

    fn each<'h>(&self, hunk: &Hunk<'h>, by: &By) -> Option<Hunk<'h>> {
        let mut lines = HunkLines::default();
        for line in &hunk.lines {
            let is_as_it_is =
                is_blank_line(line.text) || (self.is_of_marks && line.kind == LineKind::Context);
            if is_as_it_is {
                lines.push(line);
                continue;
            }
            let text = by.apply(line.text)?;
            lines.push(HunkLine { text: text.as_slice().into(), ..line });
        }
        Some(hunk.clone().with_lines(lines))
    }
}

/// The hunk with the context that a reading took from the file as the hunk itself has it, where the
/// words are in one line of it: that shows how it is indented.
fn as_shown<'h>(read: &Hunk<'h>, own: &Hunk<'h>) -> Hunk<'h> {
    let is_context = |line: &HunkLine<'_>| line.kind == LineKind::Context;
    let words = |line: HunkLine<'_>| without_indentation(line.text).1.to_vec();
    let mut shown: HashMap<Vec<u8>, Option<HunkLine<'_>>> = HashMap::new();
    for line in own.lines.iter().filter(is_context) {
        shown.entry(words(line)).and_modify(|several| *several = None).or_insert(Some(line));
    }
    let lines = read.lines.iter().map(|line| {
        let own = shown.get(&words(line)).copied().flatten();
        own.filter(|_| is_context(&line)).unwrap_or(line)
    });
    read.clone().with_lines(lines.collect())
}

/// The indentation of the line that begins with these words, if they are in the file once.
fn only_indent<'f>(bytes: &'f [u8], words: &[u8]) -> Option<&'f [u8]> {
    let mut places = memmem::find_iter(bytes, words);
    let (at, None) = (places.next()?, places.next()) else { return None };
    let front = bytes.get(..at)?;
    let line = memrchr(b'\n', front).map_or(0, |end| end + 1);
    front.get(line..).filter(|blanks| is_blank_line(blanks))
}
