//! Finds where the old lines of a hunk match, and what is at a line that some evidence points to.
//!
//! A *candidate* is a place where the old lines agree at some rung. A *rival* is one where they
//! nearly agree: it is never chosen, and it can forbid a choice. A place where the new lines match
//! already (*done*) is weighed like the others.

use std::ops::Range;

use patch_parse::{HunkLine, LineKind, Newline};

use super::brackets::{are_other_brackets, may_be_trimmed};
use super::done;
use super::enumerator::Enumerator;
use crate::indent::is_one_rule;
use crate::place::lookup::{Block, Lookup, MOST_PLACES};
use crate::place::places::{Kind, Place, Places, signed};
use crate::place::rung::{RUNGS, Rank, Rung, RungRule, exact, plain};
use crate::text::blanks::{is_blank_line, without_indentation, without_trailing_blanks};
use crate::text::words::has_words;

/// How many lines before a change that is done already are searched for old lines.
const MOST_AROUND: usize = 8;

/// By how many lines a number may be off for a place near it that differs only in trailing blanks.
const MOST_OFF: usize = 6;

impl<L: Lookup> Enumerator<'_, '_, '_, L> {
    /// The places at the strictest rung that has any, or where all but outer context agrees.
    pub(in crate::place) fn strictest(&mut self) -> Places {
        let mut places = self.ladder();
        if places.all.is_empty() {
            self.add_outer(&mut places);
        }
        places
    }

    /// The same, with the places that differ from an exact one only in trailing blanks, if the
    /// hunk has no such blanks: they are invisible, and few writers keep them. Where a number says
    /// where the hunk is, it is looked for near that.
    pub(in crate::place) fn strictest_as_seen(&mut self, hint: Option<usize>) -> Places {
        let mut places = self.strictest();
        let is_bare = |line: HunkLine<'_>| without_trailing_blanks(line.text) == &**line.text;
        let is_asked = places.best() == Some(Rank::Exact)
            && !places.is_cut
            && self.hunk.old_lines().all(is_bare);
        if !is_asked {
            return places;
        }
        let (block, from) = (Block::Old(self.index), self.from);
        let lines = match hint {
            Some(hint) => {
                let near = hint.saturating_sub(MOST_OFF).max(from)..=hint.saturating_add(MOST_OFF);
                near.filter(|line| self.scene.lookup.is_at(block, plain(), *line)).collect()
            }
            None if self.scene.has_blank_ends() => self.scene.lookup.places(block, plain(), from),
            None => Vec::new(),
        };
        for line in lines {
            if !places.has(signed(line)) {
                let place = self.matching(plain(), line);
                places.all.push(Place { rank: Rank::Exact, ..place });
            }
        }
        places
    }

    /// The places at the strictest rung that has any; what is done already comes before the loose
    /// ones, since the new lines as they are say more than the old ones changed.
    pub(in crate::place) fn ladder(&mut self) -> Places {
        let mut places = Places::default();
        let mut is_loose = false;
        for rule in self.rules() {
            if rule.is_loose && !std::mem::replace(&mut is_loose, true) {
                self.add_without_last_blank(&mut places);
                if !places.all.is_empty() || self.add_done(&mut places) {
                    self.add_loose_around_done(&mut places);
                    return places;
                }
            }
            self.add_rung(rule, &mut places);
            if !places.all.is_empty() {
                return places;
            }
        }
        if !is_loose {
            self.add_done(&mut places);
        }
        places
    }

    /// Adds the places where a hunk that removes lines is done, if it could still be made with its
    /// old lines taken loosely: the removed lines may be gone, or be the ones that are there.
    /// Neither says more than the other.
    fn add_loose_around_done(&mut self, places: &mut Places) {
        let [Place { kind: Kind::Done, line, .. }] = *places.all.as_slice() else { return };
        let lines = &self.hunk.lines;
        let removed = lines.old_count().saturating_sub(lines.new_count()).min(MOST_AROUND);
        if removed == 0 {
            return;
        }
        let block = Block::Old(self.index);
        for start in line.saturating_sub(removed).max(self.from)..=line {
            let found = self.rules().find(|rule| self.scene.lookup.is_at(block, rule, start));
            if let Some(rule) = found {
                let place = self.matching(rule, start);
                places.all.push(Place { rank: Rank::New, ..place });
            }
        }
    }

    /// The end of the file, for a hunk whose last old line is blank: writers take the final newline
    /// for an empty line.
    pub(in crate::place) fn add_without_last_blank(&mut self, places: &mut Places) {
        let count = self.hunk.lines.old_count();
        let is_blank =
            |line: HunkLine<'_>| is_blank_line(line.text) && line.newline != Newline::None;
        // Lines that are all blank are those of the file: nothing else says that they are at its
        // end.
        if !self.hunk.old_lines().last().is_some_and(is_blank)
            || self.hunk.old_lines().all(is_blank)
        {
            return;
        }
        // Lines are added after an empty line or in its place, or it is all that is removed, and
        // the file has none.
        let changes = self.hunk.lines.added_count() + self.hunk.lines.removed_count();
        let is_needed = |line: HunkLine<'_>| match line.kind {
            LineKind::Add => true,
            LineKind::Remove => changes == 1,
            LineKind::Context => false,
        };
        if self.hunk.lines.iter().last().is_some_and(is_needed) {
            return;
        }
        let Some(line) = self.scene.lookup.line_count().checked_sub(count - 1) else { return };
        let agreeing = self.agreeing(signed(line));
        let is_new = line >= self.from && !places.has(signed(line));
        if is_new && agreeing.iter().rev().skip(1).all(|agrees| *agrees) {
            let is_exact = self.agrees_exactly(line, count - 1);
            let rank = if is_exact { Rank::Exact } else { Rank::TrailingBlanks };
            let place = Place::matching(plain(), line, count - 1);
            places.all.push(Place { rank, dropped: (0, 1), ..place });
        }
    }

    /// All others: at looser rungs, and rivals.
    pub(in crate::place) fn complete(&mut self, places: &mut Places) {
        if std::mem::replace(&mut places.needs_no_rivals, true) {
            return;
        }
        for rule in self.rules() {
            self.add_rung(rule, places);
        }
        self.add_rivals(places);
    }

    /// Adds what is found if the hunk starts at this line: a match at any rung, a near match, or
    /// the change done.
    pub(in crate::place) fn at(&mut self, start: usize, places: &mut Places) {
        let is_there = |place: &Place| place.whole() == signed(start);
        if places.all.iter().any(|place| is_there(place) && place.kind != Kind::Rival) {
            return;
        }
        let block = Block::Old(self.index);
        let found = self.rules().find(|rule| self.scene.lookup.is_at(block, rule, start));
        if let Some(rule) = found.filter(|rule| !self.has_other_brackets(rule, start)) {
            let place = self.matching(rule, start);
            // Of more places than are listed some were taken for rivals.
            places.all.retain(|place| !is_there(place));
            places.all.push(place);
            return;
        }
        if places.has(signed(start)) {
            return;
        }
        if done::is_at(self.scene, self.index, start) {
            places.all.push(self.done(start));
            return;
        }
        let is_weak = places.best() == Some(Rank::Outer);
        self.compare_as(places);
        if self.is_nearly_at(start, is_weak)
            || (is_weak && done::is_nearly_at(self.scene, self.index, start))
        {
            places.all.push(self.rival(signed(start)));
        } else {
            self.add_parted_at(signed(start), places);
        }
    }

    /// The first and the last place in some room, where there are more places than are listed.
    pub(in crate::place) fn at_ends_of(
        &mut self,
        (first, end): (usize, usize),
        places: &mut Places,
    ) {
        let best = places.best();
        let Some(rule) = RUNGS.iter().find(|rule| Some(rule.rank) == best) else { return };
        let block = Block::Old(self.index);
        let ends = [
            self.scene.lookup.first_place(block, rule, first),
            self.scene.lookup.last_place(block, rule, first..end),
        ];
        for line in ends.into_iter().flatten() {
            self.at(line, places);
        }
    }

    /// The rungs at which the hunk may match.
    fn rules(&mut self) -> impl Iterator<Item = &'static RungRule> + use<L> {
        let may_match = self.scene.lookup.may_match(Block::Old(self.index));
        let concerns = |rule: &RungRule| may_match && (rule.concerns)(self.hunk);
        // If nothing can match, the first lookup is enough.
        let last = RUNGS.iter().rposition(concerns).unwrap_or(0);
        RUNGS.iter().take(last + 1)
    }

    fn add_rung(&mut self, rule: &'static RungRule, places: &mut Places) {
        if rule.is_loose && self.is_one_vague_word(rule) {
            return;
        }
        let found = self.scene.lookup.places(Block::Old(self.index), rule, self.from);
        let is_new = places.all.iter().all(|place| !place.is_match());
        places.is_cut |= is_new && found.len() == MOST_PLACES;
        // The lookup gives no line twice.
        let known: Vec<i64> = places.all.iter().map(Place::whole).collect();
        for line in found {
            if !self.has_other_brackets(rule, line) && !known.contains(&signed(line)) {
                let place = self.matching(rule, line);
                places.all.push(place);
            }
        }
    }

    /// Whether the old lines agree at a rung with brackets of another depth, or with a removed line
    /// of another depth that the file has elsewhere.
    fn has_other_brackets(&mut self, rule: &RungRule, line: usize) -> bool {
        if !rule.is_loose {
            return false;
        }
        let first = self.hunk.old_lines().next().filter(|line| line.kind == LineKind::Context);
        let trimmed = usize::from(first.is_some_and(|line| may_be_trimmed(line.text)));
        let old = self.hunk.old_lines().map(|line| line.text.as_ref());
        are_other_brackets(old.zip(self.scene.lines_at(line)).skip(trimmed))
            || self.has_removed_elsewhere(line)
    }

    /// Whether a removed line is indented otherwise here, where another old line is as written, and
    /// the file has it once as written: no hunk is shifted in two ways to be elsewhere.
    fn has_removed_elsewhere(&mut self, line: usize) -> bool {
        let (mut is_any_kept, mut moved) = (false, Vec::new());
        for (at, (old, now)) in self.hunk.old_lines().zip(self.scene.lines_at(line)).enumerate() {
            let (depth, own) = (without_indentation(old.text).0, without_indentation(now).0);
            if !has_words(old.text) {
                continue;
            }
            is_any_kept |= depth == own && !depth.is_empty();
            moved.extend((depth != own && old.kind == LineKind::Remove).then_some(at));
        }
        is_any_kept
            && moved.into_iter().any(|at| self.scene.lookup.is_once(self.index, plain(), at))
    }

    /// Whether the only old line with words does not say where it is. If the file has it once as
    /// written, that is where the writer looked. If it is there several times at the rung, nothing
    /// but brackets and blank lines would distinguish them, unless the header says more.
    fn is_one_vague_word(&mut self, rule: &'static RungRule) -> bool {
        let old = self.hunk.old_lines().enumerate();
        let mut words = old.filter(|(_, line)| has_words(line.text)).map(|(at, _)| at);
        match (words.next(), words.next()) {
            (Some(only), None) if self.hunk.lines.old_count() > 1 => {
                let (hunk, lookup) = (self.hunk, &mut self.scene.lookup);
                let is_bare =
                    hunk.range().is_none() && hunk.anchors.is_empty() && hunk.section().is_empty();
                lookup.is_once(self.index, plain(), only)
                    || (is_bare && !lookup.is_once(self.index, rule, only))
            }
            _ => false,
        }
    }

    /// Places that start in a range at which all old lines agree but for how they are indented or
    /// spaced.
    pub(in crate::place) fn add_loose_in(&mut self, starts: Range<i64>, places: &mut Places) {
        let hunk = self.hunk;
        let mut old = hunk.old_lines().enumerate();
        let Some((at, pivot)) = old.find(|(_, line)| has_words(line.text)) else { return };
        let key = |line| without_indentation(line).1.trim_ascii_end();
        let first = usize::try_from(starts.start.max(0)).unwrap_or(0);
        let end = usize::try_from(starts.end).unwrap_or(0);
        let lines = self.scene.lines_at(first + at).take(end.saturating_sub(first));
        let alike = lines.zip(first..).filter(|(line, _)| key(line) == key(pivot.text));
        let alike: Vec<usize> = alike.map(|(_, start)| start).collect();
        let block = Block::Old(self.index);
        let from = self.from;
        for start in alike.into_iter().filter(|start| *start >= from) {
            let mut loose = self.rules().filter(|rule| rule.is_loose);
            let found = loose.find(|rule| self.scene.lookup.is_at(block, rule, start));
            if let Some(rule) = found
                && !places.has(signed(start))
                && !self.has_other_brackets(rule, start)
            {
                let is_vague = self.is_one_vague_word(rule);
                let place = self.matching(rule, start);
                places.all.push(if is_vague { self.rival(signed(start)) } else { place });
            }
        }
    }

    /// A place at which the old lines agree at a rung.
    pub(in crate::place) fn matching(&mut self, rule: &'static RungRule, line: usize) -> Place {
        let count = self.hunk.lines.old_count();
        let rank = match rule.rung {
            Rung::TrailingBlanks if self.lacks_only_newline(line) => Rank::Exact,
            Rung::Indentation if !is_one_rule(self.hunk, self.scene.lines_at(line)) => Rank::Spaced,
            _ => rule.rank,
        };
        Place { rank, ..Place::matching(rule, line, count) }
    }

    /// Whether a block agrees byte for byte but for the newline that the last line of the file
    /// lacks.
    fn lacks_only_newline(&mut self, line: usize) -> bool {
        let count = self.hunk.lines.old_count();
        let is_at_end = line + count == self.scene.lookup.line_count();
        is_at_end && self.scene.text.lacks_final_newline() && self.agrees_exactly(line, count)
    }

    /// Whether so many old lines agree byte for byte, but for the newline that the last line of the
    /// file may lack.
    fn agrees_exactly(&mut self, line: usize, count: usize) -> bool {
        let in_file = self.scene.lines_at(line);
        self.hunk.old_lines().take(count).zip(in_file).all(|(line, in_file)| {
            let newline = in_file.strip_prefix(&**line.text);
            newline.is_some_and(|newline| newline.is_empty() || newline == line.newline.as_bytes())
        })
    }

    pub(in crate::place) fn done(&self, line: usize) -> Place {
        Place::done(line, self.hunk.lines.new_count())
    }

    fn add_done(&mut self, places: &mut Places) -> bool {
        let found = done::anywhere(self.scene, self.index).filter(|line| *line >= self.from);
        places.all.extend(found.map(|line| self.done(line)));
        found.is_some()
    }

    /// Whether a block matches byte for byte at another line in a range of starts.
    pub(in crate::place) fn has_other_exact(&mut self, lines: Range<usize>, own: usize) -> bool {
        let block = Block::Old(self.index);
        if lines.len() > MOST_PLACES {
            let found = self.scene.lookup.places(block, exact(), lines.start);
            return found.into_iter().any(|line| line != own && lines.contains(&line));
        }
        lines.into_iter().any(|line| line != own && self.scene.lookup.is_at(block, exact(), line))
    }
}
