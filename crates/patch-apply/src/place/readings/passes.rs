//! Reinterprets hunks in three passes: before any is placed, then those that have no place, then
//! those next to another hunk.

use std::borrow::Cow;

use patch_parse::{Direction, Hunk};

use super::bare::with_blanks_behind;
use super::blanks::{context_at_number, insertion};
use super::doubled::{self, with_signs_alike, without_doubled};
use super::endings::with_lf;
use super::last_blank::without_newline;
use super::lost_minus::with_minus;
use super::lost_plus::with_plus;
use super::pairs::recut_all;
use super::rare::RareBytes;
use super::work::{MOST_SOUGHT, Work, read_anew, replace};
use crate::options::Contract;
use crate::place::placeholder;
use crate::place::placer::Placer;
use crate::place::reading::Reading;
use crate::place::scene::Outcome;
use crate::text::Text;

/// Places hunks, and again where some have no place and another reading gives them one.
pub(in crate::place) fn place_in_some_reading<'f, 'h>(
    text: Text<'f>,
    hunks: &'h [Hunk<'h>],
    placer: Placer<'_>,
) -> Outcome<'f, 'h> {
    // Where counts are believed, they say what an empty line is.
    if placer.options.contract == Contract::Git {
        return Outcome {
            text,
            hunks: Cow::Borrowed(hunks),
            read_anew: Vec::new(),
            placed: placer.place(text, hunks),
        };
    }
    let rare = RareBytes::of(hunks);
    // What a reversed patch adds was in the file before, so its signs and line endings are meant.
    let is_written = placer.options.direction == Direction::Forward;
    let mut work = Work::new(text, placer, hunks);
    work.read_before_placing(rare, is_written);
    work.placed = placer.place(text, &work.hunks);
    work.read_without_place();
    work.read_after_placing(hunks);
    work.restore_numbers(hunks);
    if is_written {
        work.refuse_damaged(rare);
    }
    Outcome { text, hunks: work.hunks, read_anew: work.anew, placed: work.placed }
}

impl Work<'_, '_, '_> {
    fn read_before_placing(&mut self, rare: RareBytes, is_written: bool) {
        let (text, format) = (self.text, self.placer.format);
        // Counts speak of the lines as they are in the patch, so this is first. What a reversed patch
        // shows is the other side.
        if is_written && self.hunks.iter().any(|hunk| hunk.lost_mark().is_some()) {
            self.read_lost_marks();
        }
        let insertions = read_anew(&self.hunks, |_, hunk| insertion(hunk, format));
        self.take(&insertions, Reading::BlanksAdded);
        let contexts = read_anew(&self.hunks, |_, hunk| context_at_number(text, hunk));
        self.take(&contexts, Reading::BlanksAsContext);
        let endings =
            if is_written && rare.has_cr() { with_lf(text, &self.hunks) } else { Vec::new() };
        replace(&mut self.hunks, &endings);
        if is_written && (rare.has_two_pluses() || rare.is_beyond_ascii()) {
            let signs = read_anew(&self.hunks, |_, hunk| {
                without_doubled(text, hunk).or_else(|| with_signs_alike(text, hunk))
            });
            self.take(&signs, Reading::DoubledSign);
        }
        // Of a hunk that is read otherwise twice, the first note counts: signs come before ends.
        self.note(endings.iter().map(|(at, _)| *at), Reading::EndsInLf);
        let overlapping = recut_all(&mut self.hunks);
        self.note(overlapping, Reading::WithoutOverlap);
    }

    /// Reads hunks of which a context line lost its mark.
    fn read_lost_marks(&mut self) {
        let (text, mut left) = (self.text, MOST_SOUGHT);
        let marked = read_anew(&self.hunks, |_, hunk| {
            hunk.lost_mark()?;
            left = left.checked_sub(1)?;
            with_plus(text, hunk, &self.hunks).or_else(|| with_minus(text, hunk))
        });
        self.take(&marked, Reading::LostMark);
    }

    fn read_without_place(&mut self) {
        self.read_all();
        self.read_in_forms();
        self.read_misnumbered();
        self.read_recut();
        self.read_recut_at_end();
        self.skip_repeated();
    }

    /// Reads hunks that have a place with the empty lines that are a part of them, and without the
    /// final newline. `in_patch` are the hunks as the parser read them.
    fn read_after_placing(&mut self, in_patch: &[Hunk<'_>]) {
        let text = self.text;
        let ended = with_blanks_behind(text, in_patch, (&self.hunks, &self.placed));
        self.take(&ended, Reading::BlanksAdded);
        let newlines =
            read_anew(&self.hunks, |at, hunk| without_newline(text, hunk, self.placed.get(at)?));
        self.take(&newlines, Reading::FinalNewline);
    }

    /// Gives hunks without the numbers of a viewer their own starts again: no tool made those that
    /// a viewer shows.
    fn restore_numbers(&mut self, in_patch: &[Hunk<'_>]) {
        for anew in self.anew.iter().filter(|anew| anew.reading == Reading::WithoutLineNumbers) {
            let slot = self.hunks.to_mut().get_mut(anew.hunk);
            if let Some((slot, hunk)) = slot.zip(in_patch.get(anew.hunk)) {
                let starts = hunk.range().map(|range| (range.old_start, range.new_start));
                *slot = slot.clone().with_starts(starts);
            }
        }
    }

    /// Refuses placed hunks that add a placeholder or doubled signs.
    fn refuse_damaged(&mut self, rare: RareBytes) {
        // Another reading may put signs together: without the numbers of a viewer, say.
        let rare = if self.anew.is_empty() { rare } else { RareBytes::of(&self.hunks) };
        placeholder::refuse(self.text, &self.hunks, &mut self.placed, rare.has_dots());
        if rare.has_two_pluses() {
            doubled::refuse(self.text, &self.hunks, &mut self.placed);
        }
    }
}
