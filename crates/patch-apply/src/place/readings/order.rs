//! In which order hunks are read otherwise: some before any is placed, then those that have no
//! place, then those beside another one.

use std::borrow::Cow;

use patch_parse::{Format, Hunk};

use super::bare::with_blanks_behind;
use super::blanks::{context_at_number, insertion};
use super::doubled::{self, with_signs_alike, without_doubled};
use super::endings::with_lf;
use super::last_blank::without_newline;
use super::pairs::recut_all;
use super::rare::RareBytes;
use super::work::{Work, read_anew, replace};
use crate::options::{ApplyOptions, Contract, Locate};
use crate::place::placeholder;
use crate::place::reading::Reading;
use crate::place::scene::{Outcome, Placed};
use crate::text::Text;

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
    // What is taken back was there, and made by whoever wrote that.
    let is_written = options.locate != Locate::Certain;
    let rare = RareBytes::of(hunks);
    let endings = if is_written && rare.has_cr() { with_lf(text, &read) } else { Vec::new() };
    replace(&mut read, &endings);
    let one_sign = |_: usize, hunk: &Hunk<'h>| {
        without_doubled(text, hunk).or_else(|| with_signs_alike(text, hunk))
    };
    let may_have_signs = is_written && (rare.has_two_pluses() || rare.is_beyond_ascii());
    let signs = if may_have_signs { read_anew(&read, one_sign) } else { Vec::new() };
    replace(&mut read, &signs);
    let overlapping = recut_all(&mut read);
    let placed = place(&read, options);
    let mut work = Work { text, format, options, hunks: read, anew: Vec::new(), placed };
    work.note(insertions.iter().map(|(at, _)| *at), Reading::BlanksAdded);
    work.note(contexts.iter().map(|(at, _)| *at), Reading::BlanksAsContext);
    work.note(signs.iter().map(|(at, _)| *at), Reading::SignsOnce);
    work.note(endings.iter().map(|(at, _)| *at), Reading::EndsInLf);
    work.note(overlapping, Reading::WithoutOverlap);
    work.read_all(&place);
    work.read_in_forms(&place);
    work.read_misnumbered();
    work.read_recut();
    work.read_recut_at_end();
    work.skip_repeated();
    let ended = with_blanks_behind(text, hunks, (&work.hunks, &work.placed));
    replace(&mut work.hunks, &ended);
    work.note(ended.iter().map(|(at, _)| *at), Reading::BlanksAdded);
    let newlines =
        read_anew(&work.hunks, |at, hunk| without_newline(text, hunk, work.placed.get(at)?));
    replace(&mut work.hunks, &newlines);
    work.note(newlines.iter().map(|(at, _)| *at), Reading::FinalNewline);
    let Work { hunks: mut read, anew, mut placed, .. } = work;
    // No tool made the numbers that a viewer shows.
    for anew in anew.iter().filter(|anew| anew.reading == Reading::WithoutLineNumbers) {
        if let Some((slot, hunk)) = read.to_mut().get_mut(anew.hunk).zip(hunks.get(anew.hunk)) {
            let starts = hunk.range().map(|range| (range.old_start, range.new_start));
            *slot = slot.clone().with_starts(starts);
        }
    }
    // Without the numbers of a viewer, say, two signs are beside each other that were not.
    let rare = if anew.is_empty() { rare } else { RareBytes::of(&read) };
    if is_written && rare.has_dots() {
        placeholder::refuse(text, &read, &mut placed);
    }
    if is_written && rare.has_two_pluses() {
        doubled::refuse(text, &read, &mut placed);
    }
    Outcome { text, hunks: read, read_anew: anew, placed }
}
