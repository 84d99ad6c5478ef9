//! Outer context that no place may give up: it is not what others changed.
//!
//! A line beside what is removed may be an added one that lost its `+`, a copy of what is removed
//! is one that is to stay, and where another name is in the place of a line, the record that is
//! meant is gone.

use std::collections::HashMap;

use foldhash::fast::RandomState;
use patch_parse::{Hunk, HunkLine, LineKind};

use super::enumerator::Enumerator;
use super::outer::MOST_DROPPED;
use crate::place::lookup::Lookup;
use crate::place::names::defines::{defines_another, defines_same, is_defined_once};
use crate::place::names::flat::Flat;
use crate::place::places::{Place, signed};
use crate::place::scene::Scene;
use crate::text::blanks::{depth, is_blank_line, without_indentation, without_trailing_blanks};
use crate::text::form::{
    ends_in_common, may_be_of_one_form, names_another, names_another_without, words_of_form,
};
use crate::text::words::{are_alike, has_words};

/// A context line with words that a place gives up and lacks.
struct Lacking<'h, 'f> {
    /// Its index among the lines of the hunk.
    at: usize,
    line: HunkLine<'h>,
    /// What the file has in its place.
    there: &'f [u8],
}

/// Whether a place gives up a copy of what a hunk only removes, or its begin or end: the hunk shows
/// that one of two stays, and the other may be gone already.
pub(super) fn gives_up_copy<'h, L: Lookup>(
    scene: &mut Scene<'_, 'h, L>,
    hunk: &'h Hunk<'h>,
    place: &Place,
) -> bool {
    if hunk.lines.added_count() > 0 {
        return false;
    }
    let lines: Vec<HunkLine<'h>> = hunk.lines.iter().collect();
    let lacking = lacking_lines(scene, &lines, place);
    lacking.iter().any(|lacking| {
        let (front, rest) = lines.split_at_checked(lacking.at).unwrap_or_default();
        let behind = rest.get(1..).unwrap_or_default();
        let has_copy =
            is_copied(lacking.line, behind.iter()) || is_copied(lacking.line, front.iter().rev());
        has_copy && !is_beside(scene, place, lacking.line.text)
    })
}

/// Whether a line is before a place or after it, but for empty lines that the hunk leaves out.
fn is_beside<L: Lookup>(scene: &mut Scene<'_, '_, L>, place: &Place, text: &[u8]) -> bool {
    let is_it = |line: Option<&[u8]>| line.is_some_and(|line| is_same_text(line, text));
    let is_worded = |line: &&[u8]| !is_blank_line(line);
    let mut above = (0..place.line).rev().map_while(|line| scene.lines_at(line).next());
    is_it(above.find(is_worded)) || is_it(scene.lines_at(place.end()).find(is_worded))
}

/// Whether a line and the context beside it, up to what is removed there, are the far end of that.
fn is_copied<'l, 'h: 'l>(
    line: HunkLine<'h>,
    beside: impl Iterator<Item = &'l HunkLine<'h>> + Clone,
) -> bool {
    let is_context = |line: &&HunkLine<'_>| line.kind == LineKind::Context;
    let between = beside.clone().take_while(is_context).copied();
    let copy: Vec<HunkLine<'h>> = std::iter::once(line).chain(between).collect();
    let removed = beside.skip_while(is_context).take_while(|line| line.kind == LineKind::Remove);
    let removed: Vec<HunkLine<'h>> = removed.copied().collect();
    let far_end = removed.len().checked_sub(copy.len()).and_then(|from| removed.get(from..));
    far_end.is_some_and(|end| {
        end.iter().zip(&copy).all(|(one, other)| is_same_text(one.text, other.text))
    })
}

fn is_same_text(one: &[u8], other: &[u8]) -> bool {
    without_trailing_blanks(one) == without_trailing_blanks(other)
}

fn lacking_lines<'f, 'h, L: Lookup>(
    scene: &mut Scene<'f, '_, L>,
    lines: &[HunkLine<'h>],
    place: &Place,
) -> Vec<Lacking<'h, 'f>> {
    let (before, after) = place.dropped;
    let old: Vec<_> =
        lines.iter().enumerate().filter(|(_, line)| line.kind != LineKind::Add).collect();
    let kept = before..old.len().saturating_sub(after);
    let given_up = old.iter().enumerate().filter(|(index, _)| !kept.contains(index));
    let worded = given_up.filter(|(_, (_, line))| has_words(line.text));
    let lacking = worded.filter_map(|(index, (at, line))| {
        let in_file = usize::try_from(place.whole() + signed(index)).ok();
        let there = in_file.and_then(|line| scene.lines_at(line).next()).unwrap_or_default();
        let is_there = is_same_text(there, line.text);
        (!is_there).then_some(Lacking { at: *at, line: **line, there })
    });
    lacking.collect()
}

/// Lines of the file that name another thing than a line of the hunk, in its form: one pass over the
/// file for a line, whatever the number of places that lack it.
#[derive(Default)]
pub(super) struct OtherNames<'f> {
    /// By the index of the line in the hunk; nothing if the file has the line itself.
    by_line: HashMap<usize, Named<'f>, RandomState>,
    /// By that index, the lines of its form, if the file has not the line itself.
    alike: HashMap<usize, Named<'f>, RandomState>,
    /// By that index, whether the file defines once what the line defines.
    is_defined: HashMap<usize, bool, RandomState>,
    /// By that index, whether it defines that once, otherwise.
    is_defined_anew: HashMap<usize, bool, RandomState>,
}

/// By their indentation, the words of some of these lines, each once.
type Named<'f> = HashMap<&'f [u8], Vec<&'f [u8]>, RandomState>;

/// As many lines of an indentation show a form.
const MOST_NAMED: usize = 16;

/// As many lines of a form show which words of their names are of the form.
const LEAST_ALIKE: usize = 3;

impl<'f, 'h, L: Lookup> Enumerator<'_, 'f, 'h, L> {
    /// Whether a place lacks context that may not be given up.
    pub(super) fn lacks_kept(&mut self, place: &Place, others: &mut OtherNames<'f>) -> bool {
        let lines: Vec<HunkLine<'h>> = self.hunk.lines.iter().collect();
        let lacking = lacking_lines(self.scene, &lines, place);
        lacking.iter().any(|lacking| {
            may_replace(&lines, lacking)
                || (is_of_record(&lines, lacking)
                    && (self.is_of_another(lacking, others) || self.is_redefined(lacking, others)))
        })
    }

    /// Whether the file defines another name in the place of a line, and the line's own elsewhere.
    fn is_redefined(&self, lacking: &Lacking<'_, 'f>, others: &mut OtherNames<'f>) -> bool {
        let (own, file) = (lacking.line.text, self.scene.text.body());
        defines_another(own, lacking.there)
            && *others.is_defined.entry(lacking.at).or_insert_with(|| is_defined_once(file, own))
    }

    /// Whether the file names another thing in the place of a line, in the form of several, and has
    /// the line nowhere: the record that is meant is gone, and this is the next one.
    fn is_of_another(&mut self, lacking: &Lacking<'_, 'f>, others: &mut OtherNames<'f>) -> bool {
        let own = without_indentation(lacking.line.text).1;
        let (blanks, there) = without_indentation(lacking.there);
        if !may_be_of_one_form(own.trim_ascii_end(), there.trim_ascii_end()) || own == there {
            return false;
        }
        if !names_another(own, there) {
            return self.is_of_another_part(lacking, others);
        }
        if defines_same(lacking.line.text, lacking.there) {
            let file = self.scene.text.body();
            let is_anew = || is_defined_once(file, lacking.there);
            if *others.is_defined_anew.entry(lacking.at).or_insert_with(is_anew) {
                return false;
            }
        }
        let named = others.by_line.entry(lacking.at).or_insert_with(|| {
            let mut named = Named::default();
            for (indent, words) in self.scene.lines_at(0).map(without_indentation) {
                if words == own {
                    return Named::default();
                }
                let is_shown = named.get(indent).is_some_and(|shown| shown.len() == MOST_NAMED);
                if !is_shown && names_another(own, words) {
                    let shown = named.entry(indent).or_default();
                    if !shown.contains(&words) {
                        shown.push(words);
                    }
                }
            }
            named
        });
        let shown = named.get(blanks).map(Vec::as_slice).unwrap_or_default();
        shown.iter().any(|words| names_another(there, words))
    }
}

impl<'f, L: Lookup> Enumerator<'_, 'f, '_, L> {
    /// The same, where a part of the name is in all lines of the form: `CMD_MAIL` among others that
    /// begin with `CMD_` is another name than `CMD_SEARCH`.
    fn is_of_another_part(
        &mut self,
        lacking: &Lacking<'_, 'f>,
        others: &mut OtherNames<'f>,
    ) -> bool {
        let own = without_indentation(lacking.line.text).1.trim_ascii_end();
        let (blanks, there) = without_indentation(lacking.there);
        let there = there.trim_ascii_end();
        let alike = others.alike.entry(lacking.at).or_insert_with(|| {
            let mut alike = Named::default();
            for (indent, words) in self.scene.lines_at(0).map(without_indentation) {
                let words = words.trim_ascii_end();
                if words == own {
                    return Named::default();
                }
                if may_be_of_one_form(own, words) {
                    let shown = alike.entry(indent).or_default();
                    if shown.len() < MOST_NAMED && !shown.contains(&words) {
                        shown.push(words);
                    }
                }
            }
            alike
        });
        let shown = alike.get(blanks).map(Vec::as_slice).unwrap_or_default();
        if shown.len() < LEAST_ALIKE {
            return false;
        }
        let of_form = words_of_form(own, shown);
        let is_another = |one: &[u8], other: &[u8]| names_another_without(&of_form, one, other);
        !of_form.is_empty()
            && is_another(own, there)
            && shown.iter().filter(|words| is_another(there, words)).count() + 1 >= LEAST_ALIKE
    }
}

impl<'h, L: Lookup> Enumerator<'_, '_, 'h, L> {
    /// Whether a rival is another record than the one that the hunk changes, and the file has that:
    /// in the place of the line that names it another one is named, and the file has the line once.
    pub(in crate::place) fn is_another_record(&mut self, rival: &Place) -> bool {
        let lines: Vec<HunkLine<'h>> = self.hunk.lines.iter().collect();
        let old = lines.iter().enumerate().filter(|(_, line)| line.kind != LineKind::Add);
        let pairs = old.zip(rival.whole()..).filter_map(|((at, line), in_file)| {
            let there = self.scene.lines_at(usize::try_from(in_file).ok()?).next()?;
            Some(Lacking { at, line: *line, there })
        });
        let pairs: Vec<_> = pairs.collect();
        pairs.iter().any(|lacking| {
            let [own, there] =
                [lacking.line.text, lacking.there].map(|line| without_indentation(line).1);
            lacking.line.kind == LineKind::Context
                && is_of_record(&lines, lacking)
                && names_another(own, there)
                && self.is_once(lacking.line.text)
        })
    }

    fn is_once(&mut self, line: &[u8]) -> bool {
        let is_it = |other: &&[u8]| is_same_text(other, line);
        self.scene.lines_at(0).filter(is_it).take(2).count() == 1
    }
}

/// Whether a line touches what is removed, and nothing is added in the place of that but, perhaps,
/// this line: it is like what is removed, and no less than like what the file has in its place; or it
/// ends the hunk and is as deep.
fn may_replace(lines: &[HunkLine<'_>], lacking: &Lacking<'_, '_>) -> bool {
    let (own, words) = without_indentation(lacking.line.text);
    let likeness =
        |other: &[u8]| ends_in_common(words, without_indentation(other).1.trim_ascii_end());
    let least = likeness(lacking.there);
    let is_replaced = |line: &HunkLine<'_>| {
        let (indent, other) = without_indentation(line.text);
        // With nothing after it but the end of the hunk it replaces what is as deep.
        if lacking.at + 1 == lines.len() && indent == own && has_words(other) {
            return true;
        }
        let is_like =
            are_alike(other, words) || likeness(other) * 2 >= other.len().max(words.len());
        other != words && is_like && likeness(other) >= least
    };
    let (front, rest) = lines.split_at_checked(lacking.at).unwrap_or_default();
    let behind = rest.get(1..).unwrap_or_default();
    are_alone(front.iter().rev()).any(is_replaced) || are_alone(behind.iter()).any(is_replaced)
}

/// The removed lines that some lines begin with, if none is added after them: one of many is
/// replaced by what touches it alone.
fn are_alone<'l, 'h: 'l>(
    lines: impl Iterator<Item = &'l HunkLine<'h>> + Clone,
) -> impl Iterator<Item = &'l HunkLine<'h>> {
    let is_removed = |line: &&HunkLine<'_>| line.kind == LineKind::Remove;
    let count = lines.clone().take_while(is_removed).count();
    let is_alone = lines.clone().nth(count).is_none_or(|next| next.kind != LineKind::Add);
    let asked = if count > MOST_DROPPED { 1 } else { count };
    lines.take(if is_alone { asked } else { 0 })
}

/// Whether a line may name the record in which lines are changed: no empty line is between, or it
/// is in front and less deep than all of it, or heads all of it as a section or a title. After lines that are only added another record may
/// begin.
fn is_of_record(lines: &[HunkLine<'_>], lacking: &Lacking<'_, '_>) -> bool {
    let is_change = |line: &HunkLine<'_>| line.kind != LineKind::Context;
    let Some(first) = lines.iter().position(is_change) else { return false };
    let last = lines.iter().rposition(is_change).unwrap_or(first);
    let is_in_front = lacking.at < first;
    let between = if is_in_front { lacking.at + 1..first + 1 } else { last..lacking.at };
    let between = lines.get(between).unwrap_or_default();
    let removes = lines.iter().any(|line| line.kind == LineKind::Remove);
    let own = depth(lacking.line.text);
    let flat = |line: &HunkLine<'_>| Flat::of(without_indentation(line.text).1);
    let own_flat = flat(&lacking.line).filter(|flat| *flat != Flat::Title(1));
    let is_inside = |line: &HunkLine<'_>| match own_flat {
        Some(own) => !flat(line).is_some_and(|other| own.ends_at(other)),
        None => depth(line.text).is_none_or(|it| Some(it) > own) || line.text.trim_ascii() == b"{",
    };
    let opens = || between.iter().all(is_inside);
    let is_beside = || between.iter().all(|line| !is_blank_line(line.text));
    if is_in_front { is_beside() || opens() } else { removes && is_beside() }
}
