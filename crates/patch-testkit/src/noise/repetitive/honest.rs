//! Decides where the evidence honestly points: the rule that distinguishes a fault of the matcher
//! from one of the patch.
//!
//! A patch for a repetitive file may state, in good faith, something that has become true of
//! another place: the numbers of the old file may now be those of another copy, the heading may
//! have been given to a new one, the intended lines may be gone while a copy of them is left. A
//! reader who sees only the patch and the file believes it. If a hunk is placed wrongly in such a
//! case, it was placed *honestly*.
//!
//! # The rule
//!
//! The place W that a hunk was given is compared with each of these, its *rivals*: the true place
//! T, if the file there can still be recognised (all removed lines, three of five of all old lines,
//! most of those with words; two thirds if nothing is removed), and every other place where all old
//! lines are found exactly. A place given to another hunk is not a rival.
//!
//! **Unified diff.** W is honest if no kind of evidence speaks for a rival against it, and if
//! against each rival one speaks for W:
//!
//! - *text*: more of the old lines are found (a bracket of another depth is another one); of as
//!   many, more of them with the same blanks;
//! - *number*: the hunk is at the number of its header, moved as far as the previous hunk was moved
//!   (the first: not at all; one that is already done: as far as its new lines, and then by what it
//!   added or removed); for a rival that is in order;
//! - *between*: it was moved no less than one of its neighbours in the patch and no more than the
//!   other;
//! - *heading*: the nearest line above that begins with a letter is the one that the header names;
//!   next best, it lies somewhere above a hunk that is no deeper, indented or not, since git writes
//!   it without indentation. A heading that the file no longer has is no evidence; one that is
//!   context above the change, or changed itself, speaks against nothing; nor does it speak against
//!   a place that *number* speaks for and that has more of the text;
//! - *order*: what is found of it is after what is found of the previous hunk, and before that of
//!   the next, but for context that both show;
//! - *near* and *edge* can only speak for a rival: it is nearer to the number, both as written and
//!   as its neighbours were moved; or the header says the first line, or no context follows, and
//!   the rival is at that edge of the file. An edge is no evidence against a place that *number*
//!   speaks for.
//!
//! In addition, W itself must be recognised, in order (without numbers and with all old lines it
//! may be anywhere if it is the only such place, or below the heading that is named), and not below
//! another heading than the one that is named, unless the number says so, or all old lines are
//! found exactly, no deeper than a heading: then lines may have come in between. If W has no rival,
//! that is enough.
//!
//! **The `*** Begin Patch` format.** W is honest when it is what the format documents: the first
//! place after the chunk before, and after the anchors, where all old lines are found exactly; if
//! there is none and T cannot be recognised, the first after the last change of that chunk, so that
//! both show its last context. But not outside the block that the anchor opens while T is
//! recognised inside (W may be in what another line opens that the anchor names as well: what is
//! exact there says more than what nearly matches in the first), and not before the end of the file
//! while `*** End of File` is written and T is recognised there; with that line, the end of the
//! file, where all old lines are found exactly there. Where nothing after them
//! matches exactly, or an anchor is gone, W has to be the place with the most of the text, alone:
//! in what the anchor opens, if it is there. An empty last line may be the final newline: then the
//! first place is the end of the file, if none is exact. An anchor may name a line of the chunk
//! before: then W may be the first place after that chunk. Of the lines that an anchor names the
//! first may open nothing: then W may be the first place in what the next one opens that opens
//! something, if T is in none of them. Comments are written at the margin of what is deeper, and
//! end no block; a `[section]` ends at the next.
//!
//! Either format: a hunk without old lines belongs at the end of the file; for a unified diff, of
//! an empty file. If every hunk is where it was meant to begin, and the removed lines are found
//! there, and so are the lines that touch mere insertions, then lines that came in between are
//! copies of those that were meant; an empty last line may be the final newline here, too.
//!
//! The places of the other hunks are those that they were given, since a matcher knows no others:
//! so a wrong placement that follows from an honest one is honest too, and each of them must be
//! honest by itself.
//!
//! **Invariant.** This shares nothing with the code that places hunks, and finds every answer by
//! examining all lines.

use std::cmp::Ordering::{self, Equal, Greater, Less};

use patch_parse::Format;

use super::truth::splice;
use super::write::{Hunk, cut, first_from, is_heading};

/// A file and where the hunks of a patch are said to be in it.
#[derive(Clone, Debug)]
pub(super) struct View<'c> {
    pub(super) format: Format,
    pub(super) file: Vec<&'c str>,
    pub(super) hunks: &'c [Hunk],
    /// The first line of each hunk, 0-based, if all of its context were there.
    pub(super) places: Vec<Option<i64>>,
    /// Where each is meant to be.
    pub(super) truth: &'c [Option<i64>],
}

/// A kind of evidence: which of two places of a hunk it speaks for.
type Kind = fn(&View<'_>, usize, i64, i64) -> Ordering;

/// The comparisons of two places that the rule makes, in the order of the explanation.
const KINDS: &[(&str, Kind)] = &[
    ("text", |view, hunk, a, b| view.agreeing(hunk, a).cmp(&view.agreeing(hunk, b))),
    ("number", |view, hunk, a, b| {
        view.number(hunk, a).cmp(&(view.number(hunk, b) && view.is_in_order(hunk, b)))
    }),
    ("between", |view, hunk, a, b| view.is_between(hunk, a).cmp(&view.is_between(hunk, b))),
    ("heading", |view, hunk, a, b| {
        let heading = view.heading(hunk, a).cmp(&view.heading(hunk, b));
        let has_more = view.agreeing(hunk, a) > view.agreeing(hunk, b);
        let may_be_off = (has_more && view.number(hunk, a)) || view.has_own_heading(hunk);
        if may_be_off { heading.max(Equal) } else { heading }
    }),
    ("order", |view, hunk, a, b| view.is_in_order(hunk, a).cmp(&view.is_in_order(hunk, b))),
    ("near", |view, hunk, a, b| if view.is_nearer(hunk, b, a) { Less } else { Equal }),
    ("edge", |view, hunk, a, b| {
        let edge = view.edge(hunk, a).cmp(&view.edge(hunk, b)).min(Equal);
        if view.number(hunk, a) { Equal } else { edge }
    }),
];

pub(super) fn int(number: usize) -> i64 {
    i64::try_from(number).expect("a length fits")
}

impl View<'_> {
    /// What speaks for the place that a hunk was given; `None` if the rule does not hold.
    pub(super) fn evidence(&self, hunk: usize) -> Option<&'static str> {
        let place = self.places.get(hunk).copied()?;
        match (place, self.format) {
            (None, _) => self.looks_done(hunk),
            // Without old lines nothing but the edge is certain.
            (Some(place), _) if self.hunk(hunk).old_count() == 0 => {
                (place == int(self.file.len())).then_some("end")
            }
            (Some(place), Format::Unified) => self.by_dominance(hunk, place),
            (Some(place), Format::OpenCode) => self.by_order(hunk, place),
        }
    }

    pub(super) fn hunk(&self, hunk: usize) -> &Hunk {
        &self.hunks[hunk]
    }

    pub(super) fn line(&self, at: i64) -> Option<&str> {
        self.file.get(usize::try_from(at).ok()?).copied()
    }

    /// Old lines that are found at a place, with any blanks around them and with the same; `None`
    /// if it cannot be recognised.
    pub(super) fn agreeing(&self, hunk: usize, place: i64) -> Option<(usize, usize)> {
        let (mut alike, mut same, mut all) = (0, 0, 0);
        for (offset, (is_removed, text)) in self.hunk(hunk).old_lines().enumerate() {
            let at = place + int(offset);
            // The empty line after the final newline.
            let line = self.line(at).or((at == int(self.file.len())).then_some(""));
            let has_words = text.contains(char::is_alphanumeric);
            let is_alike = line == Some(text)
                || line.is_some_and(|line| {
                    line.trim() == text.trim() && (has_words || line.trim().is_empty())
                });
            if is_removed && !is_alike {
                return None;
            }
            alike += usize::from(is_alike);
            same += usize::from(line == Some(text));
            all += 1;
        }
        (alike * 2 > all).then_some((alike, same))
    }

    /// Whether a hunk was given a place where what it removes is found, and the lines around what
    /// it only adds.
    pub(super) fn holds_edits(&self, hunk: usize) -> bool {
        let Some(place) = self.places.get(hunk).copied().flatten() else { return false };
        let it = self.hunk(hunk);
        let is_found = |at: usize| {
            let offset = at.checked_sub(it.start)?;
            let (_, text) = it.old_lines().nth(offset)?;
            let at = place + int(offset);
            // The empty line after the final newline.
            let line = self.line(at).or((at == int(self.file.len())).then_some(""));
            Some(line == Some(text))
        };
        it.edits.iter().all(|edit| {
            let touched = match edit.removed {
                0 => edit.at.saturating_sub(1)..edit.at + 1,
                _ => edit.at..edit.end(),
            };
            touched.filter_map(is_found).all(|is_found| is_found)
        })
    }

    /// Whether a hunk was given a place that has all its old lines.
    pub(super) fn is_exact(&self, hunk: usize) -> bool {
        let place = self.places.get(hunk).copied().flatten();
        let mut old = self.hunk(hunk).old_lines().enumerate();
        // The empty line after the final newline.
        let line = |at: i64| self.line(at).or((at == int(self.file.len())).then_some(""));
        place.is_some_and(|it| old.all(|(at, (_, text))| line(it + int(at)) == Some(text)))
    }

    /// The true place, if the file there can be recognised.
    pub(super) fn true_place(&self, hunk: usize) -> Option<i64> {
        let place = self.truth.get(hunk).copied().flatten()?;
        let has_words = |text: &str| text.contains(char::is_alphanumeric);
        let words = || {
            let old = self.hunk(hunk).old_lines().map(|(_, text)| text).zip(place..);
            old.filter(|(text, _)| has_words(text))
        };
        let found = words().filter(|(text, at)| self.line(*at).map(str::trim) == Some(text.trim()));
        let is_known = words().count() == 0 || found.count() * 2 > words().count();
        let (all, removes) =
            (self.hunk(hunk).old_count(), self.hunk(hunk).old_lines().any(|(gone, _)| gone));
        let (part, of) = if removes { (3, 5) } else { (2, 3) };
        let is_enough = |alike: usize| alike * of >= all * part;
        self.agreeing(hunk, place).filter(|(alike, _)| is_known && is_enough(*alike)).map(|_| place)
    }

    /// The places that a place is compared with.
    pub(super) fn rivals(&self, hunk: usize, place: i64) -> Vec<i64> {
        let mut rivals: Vec<i64> = self.true_place(hunk).into_iter().collect();
        let mut from = 0;
        while let Some(at) = first_from(&self.file, self.hunk(hunk), from) {
            rivals.push(int(at));
            from = at + 1;
        }
        rivals.retain(|rival| *rival != place && !self.is_taken(hunk, *rival));
        rivals
    }

    /// Whether another hunk was given lines of a place.
    pub(super) fn is_taken(&self, hunk: usize, place: i64) -> bool {
        let end = place + int(self.hunk(hunk).old_count());
        self.places.iter().enumerate().filter(|(other, _)| *other != hunk).any(|(other, taken)| {
            taken.is_some_and(|at| at < end && place < at + int(self.hunk(other).old_count()))
        })
    }

    fn by_dominance(&self, hunk: usize, place: i64) -> Option<&'static str> {
        self.agreeing(hunk, place)?;
        let named = self.hunk(hunk).heading.as_ref().filter(|named| self.has_heading(named));
        let below = self.heading(hunk, place);
        let is_astray = match below {
            Heading::Another => true,
            Heading::Unknown => {
                named.is_some() && !self.number(hunk, place) && !self.is_exact(hunk)
            }
            Heading::Named => false,
        };
        let rivals = self.rivals(hunk, place);
        let is_told = rivals.is_empty() || below == Heading::Named;
        let may_be_anywhere = is_told && !self.hunk(hunk).has_numbers && self.is_exact(hunk);
        if is_astray || !(may_be_anywhere || self.is_in_order(hunk, place)) {
            return None;
        }
        let mut evidence = "alone";
        for rival in rivals {
            let told = || KINDS.iter().map(|(name, kind)| (*name, kind(self, hunk, place, rival)));
            if told().any(|(_, order)| order == Less) {
                return None;
            }
            evidence = told().find(|(_, order)| *order == Greater)?.0;
        }
        Some(evidence)
    }

    /// How far a place is from the number of the header.
    fn offset(&self, hunk: usize, place: i64) -> i64 {
        place - int(self.hunk(hunk).start)
    }

    /// How far the nearest placed hunks were moved, before it (the first: 0) and after it.
    fn neighbours(&self, hunk: usize) -> (i64, Option<i64>) {
        let is_behind = |other: usize| self.moved_by(other, self.places.get(other).copied()?);
        (self.front(hunk), (hunk + 1..self.hunks.len()).find_map(is_behind))
    }

    /// How far a hunk was moved: where it was put, or where its new lines are if it is done.
    fn moved_by(&self, hunk: usize, place: Option<i64>) -> Option<i64> {
        let place = place.or_else(|| self.done_place(hunk))?;
        Some(self.offset(hunk, place))
    }

    /// How far the nearest placed hunk before it was moved; if that hunk is done, what it changed
    /// is counted.
    fn front(&self, hunk: usize) -> i64 {
        let moved = |other: usize| {
            let place = self.places.get(other).copied()?;
            let it = self.hunk(other);
            let grown =
                if place.is_some() { 0 } else { int(it.new_lines().count()) - int(it.old_count()) };
            Some(self.moved_by(other, place)? + grown)
        };
        (0..hunk).rev().find_map(moved).unwrap_or_default()
    }

    pub(super) fn number(&self, hunk: usize, place: i64) -> bool {
        self.hunk(hunk).has_numbers && self.offset(hunk, place) == self.front(hunk)
    }

    fn is_between(&self, hunk: usize, place: i64) -> bool {
        let (front, behind) = self.neighbours(hunk);
        let offset = self.offset(hunk, place);
        let is_known = self.hunk(hunk).has_numbers;
        is_known && behind.is_some_and(|it| (front.min(it)..=front.max(it)).contains(&offset))
    }

    /// Whether `a` is nearer to the number than `b`, as written and as the neighbours were moved.
    fn is_nearer(&self, hunk: usize, a: i64, b: i64) -> bool {
        let (front, behind) = self.neighbours(hunk);
        let behind = behind.unwrap_or(front);
        let [a, b] = [a, b].map(|place| self.offset(hunk, place));
        let moved = |offset: i64| match offset {
            offset if (front.min(behind)..=front.max(behind)).contains(&offset) => 0,
            offset => (offset - front).abs().min((offset - behind).abs()),
        };
        self.hunk(hunk).has_numbers && a.abs() < b.abs() && moved(a) < moved(b)
    }

    pub(super) fn heading(&self, hunk: usize, place: i64) -> Heading {
        let is_it = |line: &&str| is_heading(line);
        let named = self.hunk(hunk).heading.as_ref();
        let Some(named) = named.filter(|named| self.has_heading(named)) else {
            return Heading::Unknown;
        };
        // If context differs, it is unclear on which side of it the heading is.
        let mut old = self.hunk(hunk).old_lines().zip(place..);
        let first = old.find(|((_, text), at)| self.line(*at) == Some(text));
        let first = first.map_or(place, |(_, at)| at);
        let is_named = |first: i64| {
            let above = self.file.iter().take(usize::try_from(first).unwrap_or(0)).rev();
            above.copied().find(is_it).map(cut).as_ref() == Some(named)
        };
        let is_itself = self.line(place).is_some_and(|line| cut(line) == *named);
        match is_itself || is_named(place) || is_named(first) {
            true => Heading::Named,
            false if self.number(hunk, place) || self.is_level(hunk, place) => Heading::Unknown,
            false => Heading::Another,
        }
    }

    /// Whether the file has a line that may be a heading and is the one that is named.
    fn has_heading(&self, named: &str) -> bool {
        self.file.iter().any(|line| is_heading(line) && cut(line) == named)
    }

    /// Whether the heading is context above the first change, or the first line that goes: then it
    /// may be that line.
    fn has_own_heading(&self, hunk: usize) -> bool {
        let it = self.hunk(hunk);
        let first =
            it.edits.first().map_or(0, |edit| edit.at - it.start + usize::from(edit.removed > 0));
        it.old_lines().take(first).any(|(_, text)| it.heading == Some(cut(text)))
    }

    /// Whether the first old line is no deeper than what may be a heading, and the one that is
    /// named lies somewhere above: then it may be what came in between that heads the place.
    fn is_level(&self, hunk: usize, place: i64) -> bool {
        let it = self.hunk(hunk);
        let is_deep = it
            .old_lines()
            .map(|(_, text)| text)
            .find(|text| !text.trim().is_empty())
            .is_some_and(|text| text.starts_with([' ', '\t']));
        let above = self.file.iter().take(usize::try_from(place).unwrap_or(0));
        let is_above = above.copied().any(|line| Some(cut(line.trim_start())) == it.heading);
        (is_above && !is_deep) || self.has_own_heading(hunk)
    }

    fn is_in_order(&self, hunk: usize, place: i64) -> bool {
        let placed = |other: usize| Some((other, self.places.get(other).copied().flatten()?));
        let front = (0..hunk).rev().find_map(placed);
        let behind = (hunk + 1..self.hunks.len()).find_map(placed);
        let own = (hunk, place);
        self.found(hunk, place).is_some()
            && front.is_none_or(|front| self.follow(front, own))
            && behind.is_none_or(|behind| self.follow(own, behind))
    }

    /// Whether what is found of one hunk is before what is found of another one, but for context
    /// that both show.
    fn follow(&self, one: (usize, i64), other: (usize, i64)) -> bool {
        let found = |(hunk, place): (usize, i64)| self.found(hunk, place);
        let Some(((_, end), (first, _))) = found(one).zip(found(other)) else { return true };
        let line =
            |(hunk, place): (usize, i64), at: usize| place + int(at) - int(self.hunk(hunk).start);
        let last_change = self.hunk(one.0).edits.last().map(|edit| line(one, edit.end()));
        let first_change = self.hunk(other.0).edits.first().map(|edit| line(other, edit.at));
        last_change.is_none_or(|last| last <= first) && first_change.is_none_or(|next| end <= next)
    }

    /// From the first old line that is found at a place to the line after the last.
    fn found(&self, hunk: usize, place: i64) -> Option<(i64, i64)> {
        let is_found = |line: &(i64, (bool, &str))| {
            self.line(line.0).is_some_and(|it| it.trim() == line.1.1.trim())
        };
        let found = || (place..).zip(self.hunk(hunk).old_lines()).filter(is_found);
        Some((found().next()?.0, found().last()?.0 + 1))
    }

    /// Whether the hunk says that it is at an edge of the file and is at that one.
    fn edge(&self, hunk: usize, place: i64) -> bool {
        let it = self.hunk(hunk);
        let is_context = |line: Option<&(patch_parse::LineKind, String)>| {
            line.is_some_and(|(kind, _)| *kind == patch_parse::LineKind::Context)
        };
        let (has_front, has_back) = (is_context(it.lines.first()), is_context(it.lines.last()));
        let starts = it.has_numbers && it.start == 0 && !has_front;
        let ends = has_front && !has_back;
        let end = place + int(it.old_count());
        (starts && place == 0) || (ends && end == int(self.file.len()))
    }

    /// The file as it would be with this hunk at a place.
    fn with(&self, hunk: usize, place: i64) -> Option<Vec<u8>> {
        let it = self.hunk(hunk);
        let at = |edit: usize| usize::try_from(place + int(edit) - int(it.start)).ok();
        let edits = it.edits.iter().map(|edit| Some((at(edit.at)?, edit)));
        Some(splice(&self.file, &edits.collect::<Option<Vec<_>>>()?))
    }

    /// Whether a hunk was given another place than the one that is meant, and it matters.
    pub(super) fn is_misplaced(&self, hunk: usize) -> bool {
        let place = self.places.get(hunk).copied().flatten();
        let truth = self.truth.get(hunk).copied().flatten();
        match (place, truth) {
            (Some(place), Some(truth)) => {
                place != truth && self.with(hunk, place) != self.with(hunk, truth)
            }
            _ => true,
        }
    }
}

/// What the heading shows about a place, the best last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Heading {
    /// It is below another one.
    Another,
    /// None is named that the file has, or the number takes precedence.
    Unknown,
    /// It is below the one that is named.
    Named,
}
