//! Decides whether the places of a hunk lie below the heading that its header names.

use patch_parse::{HunkLine, LineKind};

use super::{Judge, Named};
use crate::place::candidates::little::{FEWEST_RENAMED, says_something};
use crate::place::evidence::{Below, Facts, Judged};
use crate::place::lookup::Lookup;
use crate::place::names::defines::{begins_definition, defines_another};
use crate::place::names::flat::Flat;
use crate::place::names::heading::{are_siblings, is_like, is_named};
use crate::place::names::heads::{begins_as_git, goes_on};
use crate::place::numbers::MOST_MISCOUNTED;
use crate::place::places::{Kind, Place, signed};
use crate::place::rung::Rank;
use crate::place::scopes::lead::leads_to_another;
use crate::place::scopes::records::is_in_another;
use crate::text::blanks::without_indentation;
use crate::text::blocks::opens_block;
use crate::text::form::names_another;

/// How many lines above a place are looked at for the line that its heading names.
const MOST_UP: usize = 1_000;

impl<L: Lookup> Judge<'_, '_, '_, L> {
    /// Whether the hunk would go where its heading does not lead.
    pub(super) fn is_outside_heading(&mut self, chosen: &Judged, facts: &Facts) -> bool {
        let place = &chosen.place;
        let is_numbered = facts.is_numbered(place);
        (chosen.heading == Below::No && (!is_numbered || self.is_before_heading(place, facts)))
            || (facts.hint.is_none() && self.leads_elsewhere(place))
            || ((!is_numbered || place.rank == Rank::Outer) && self.is_in_another_section(place))
            || (!is_numbered
                && (self.is_loose_outside(chosen)
                    || self.is_outside_named(place)
                    || self.is_in_another_record(place)
                    || self.is_below_another(place, facts)))
    }

    /// Whether the file has not what the heading names, and the nearest line above the place that
    /// opens what it is in is of the heading's form with another name: few lines do not say that
    /// only the name was changed. A number near the place does.
    fn is_below_another(&mut self, place: &Place, facts: &Facts) -> bool {
        let Some(heading) = self.heading.map(|heading| without_indentation(heading).1) else {
            return false;
        };
        let is_far = || facts.hint.is_none() || facts.distance(place) > MOST_MISCOUNTED;
        let says_little = || {
            let telling = self.hunk.old_lines().filter(says_something);
            telling.take(FEWEST_RENAMED).count() < FEWEST_RENAMED
        };
        if facts.trusts_numbers
            || !(begins_definition(heading) || opens_block(heading))
            || !is_far()
            || !says_little()
            || self.own(heading).is_some()
            || self.scene.lookup.heading_line(heading).is_some()
        {
            return false;
        }
        let depth = self.scene.depth_from(place.line);
        let first = place.line.saturating_sub(MOST_UP);
        let above = self.scene.lines_at(first).take(place.line - first).map(without_indentation);
        let opens = |(blanks, words): &(&[u8], &[u8])| {
            blanks.len() < depth && is_like(heading, words, !blanks.is_empty())
        };
        above.filter(opens).last().is_some_and(|(_, found)| {
            defines_another(heading, found) || names_another(heading, found.trim_ascii_end())
        })
    }

    /// Whether the heading is a section or a title that the file has not, and the place is in one of
    /// another name.
    fn is_in_another_section(&mut self, place: &Place) -> bool {
        let Some(heading) = self.heading else { return false };
        let words = without_indentation(heading).1;
        let flat = Flat::of(words).filter(|flat| *flat != Flat::Title(1));
        let Some(own) = flat.filter(|_| self.scene.lookup.heading_line(heading).is_none()) else {
            return false;
        };
        let first = place.line.saturating_sub(MOST_UP);
        let above = self.scene.lines_at(first).take(place.line - first);
        let above = above.map(|line| without_indentation(line).1);
        let is_end = |words: &&[u8]| Flat::of(words).is_some_and(|flat| own.ends_at(flat));
        above.filter(is_end).last().is_some_and(|found| names_another(words, found))
    }

    /// Whether a place is deep enough to lie in what the only line that the heading names opens,
    /// but does not lie in it.
    fn is_outside_named(&mut self, place: &Place) -> bool {
        let Some(Named { depth, lines, .. }) = self.named else { return false };
        let holds = (place.line..place.end()).contains(&lines.start);
        !holds && !lines.contains(&place.line) && self.scene.depth_from(place.line) > *depth
    }

    /// Whether a place lies in another record than the line that the heading names.
    fn is_in_another_record(&mut self, place: &Place) -> bool {
        let above = |heading| self.scene.lookup.heading_above(heading, place.line);
        let line = self.heading.and_then(above);
        line.is_some_and(|line| is_in_another(self.scene, self.hunk, line, place.line))
    }

    /// Whether a place is before all lines that the heading names: unless the number is trusted,
    /// it then fits by chance.
    fn is_before_heading(&mut self, place: &Place, facts: &Facts) -> bool {
        let heading = self.heading.filter(|_| !facts.trusts_numbers);
        let line = heading.and_then(|heading| self.scene.lookup.heading_line(heading));
        line.is_some_and(|line| line >= place.end() + place.dropped.1)
    }

    /// Whether the hunk leads up to another heading than the one that it names. That git names the
    /// previous heading can only be seen by a number.
    fn leads_elsewhere(&mut self, place: &Place) -> bool {
        let line = self.heading.and_then(|heading| self.scene.lookup.heading_line(heading));
        line.is_some_and(|line| leads_to_another(self.scene, self.hunk, line, place))
    }

    /// Whether context differs at a place that is not below the heading, which the file has.
    fn is_loose_outside(&mut self, judged: &Judged) -> bool {
        let has_heading = |heading| self.scene.lookup.heading_line(heading).is_some();
        judged.place.rank == Rank::Outer
            && judged.heading != Below::Yes
            && self.heading.is_some_and(has_heading)
    }

    /// Whether a place where outer context differs has no more of the hunk than another one, and
    /// its heading is the first line of that: then the heading says no more than the text.
    pub(super) fn is_by_own_heading(&self, chosen: &Judged, judged: &[Judged]) -> bool {
        let is_outer = |judged: &Judged| judged.place.rank == Rank::Outer;
        let is_as_much = |other: &Judged| {
            is_outer(other)
                && other.place.whole() != chosen.place.whole()
                && other.place.missing <= chosen.place.missing
        };
        is_outer(chosen)
            && self.heading.is_some_and(|heading| self.own(heading) == Some(0))
            && judged.iter().any(is_as_much)
    }

    /// Whether a place is below the heading that the header names. `is_meant`: the number proves
    /// the place, because no other one is as written, or because the number was true.
    pub(super) fn below(&mut self, place: &Place, is_meant: bool, facts: &Facts) -> Below {
        let Some(heading) = self.heading else { return Below::Unknown };
        let whole = usize::try_from(place.whole()).unwrap_or(0);
        // Nothing is above the first line of the file.
        let is_below = place.whole() >= 0 && self.scene.lookup.is_below(heading, whole);
        // If outer context differs at the other places as well, the line of the heading may be
        // part of it.
        let may_be_below = is_below && place.rank == Rank::Outer;
        if place.kind == Kind::Rival && !may_be_below && self.lacks_own(heading, place) {
            return Below::Unknown;
        }
        if is_below {
            return Below::Yes;
        }
        // The heading may follow the rules of a language, by which other lines end a scope than
        // here.
        let is_meant = is_meant && facts.is_numbered(place) && place.is_exact();
        if is_meant
            && (self.is_last_like(heading, whole, facts.trusts_numbers)
                || self.is_last_at_margin(heading, whole))
        {
            return Below::Yes;
        }
        // If context differs, the heading may be on either side of it.
        let first = match place.kind {
            Kind::Match(_) | Kind::Done => place.line,
            Kind::Rival => {
                let agreeing = self.enumerator().agreeing(place.whole());
                let first = agreeing.iter().position(|agrees| *agrees).unwrap_or(0);
                usize::try_from(place.whole().saturating_add(signed(first))).unwrap_or(0)
            }
        };
        if self.scene.lookup.is_below(heading, first) {
            return Below::Perhaps;
        }
        if self.own(heading).is_some() {
            return Below::Unknown;
        }
        let Some(line) = self.scene.lookup.heading_line(heading) else { return Below::Unknown };
        if place.is_exact() && self.heads_itself(heading, line) {
            return Below::Unknown;
        }
        let Some(line) = self.scene.lookup.heading_above(heading, place.line) else {
            return Below::No;
        };
        let of_heading = self.scene.depth_of(line);
        // A line that continues a block belongs to what another heading opens.
        let goes_on = |line: &&[u8]| goes_on(without_indentation(line).1);
        let first = place.line + self.scene.lines_at(place.line).take_while(goes_on).count();
        let of_place = self.scene.depth_from(first);
        // git still names a function after its end; a section ends at the next one.
        let is_flat = Flat::of(without_indentation(heading).1).is_some();
        let may_be_behind = of_place <= of_heading && !is_flat;
        let is_last = place.is_exact() && self.is_last_definition(heading, line, place.line);
        if may_be_behind || is_last { Below::Unknown } else { Below::No }
    }

    /// Whether the heading is a definition, and no other one is between its line and a place: git
    /// names it there, though what it opens has ended.
    fn is_last_definition(&mut self, heading: &[u8], line: usize, place: usize) -> bool {
        begins_definition(without_indentation(heading).1)
            && place - line <= MOST_UP
            && !self
                .scene
                .lines_at(line + 1)
                .take((place - line).saturating_sub(1))
                .any(|line| begins_definition(without_indentation(line).1))
    }

    /// Whether, of the lines above a place that are like the heading, the last is the one that it
    /// names. There is a limit on how far up it goes. Where the number is to be trusted, deeper
    /// ones do not count: without a language a tool takes lines at the margin.
    fn is_last_like(&mut self, heading: &[u8], line: usize, trusts_number: bool) -> bool {
        let above = self.scene.lookup.heading_above(heading, line);
        let Some(above) = above.filter(|above| line - above <= MOST_UP) else { return false };
        let heading = without_indentation(heading).1;
        let mut lines = self.scene.lines_at(above).take(line - above).map(without_indentation);
        let own = lines.next().map_or(0, |(indent, _)| indent.len());
        !lines.any(|(indent, words)| {
            let is_deeper = indent.len() > own;
            !(is_deeper && trusts_number) && is_like(heading, words, is_deeper)
        })
    }

    /// Whether the heading names the last line above a place that git takes for one where no
    /// language tells it more. There is a limit on how far up it goes.
    fn is_last_at_margin(&mut self, heading: &[u8], line: usize) -> bool {
        let above = line.saturating_sub(MOST_UP);
        let lines = self.scene.lines_at(above).take(line - above);
        let last = lines.filter(|line| begins_as_git(line)).last();
        last.is_some_and(|last| is_named(heading, last.trim_ascii_end()))
    }

    /// Whether the hunk holds a line that opens what the heading's does, above what it changes and
    /// no deeper than the line of the file that the heading names: it is not in what that one
    /// heads.
    fn heads_itself(&mut self, heading: &[u8], line: usize) -> bool {
        let named = self.scene.lines_at(line).next().unwrap_or_default();
        let most = without_indentation(named).0.len();
        let heading = without_indentation(heading).1;
        let heads = |line: HunkLine<'_>| {
            let (indent, words) = without_indentation(line.text);
            indent.len() <= most && opens_block(words) && are_siblings(heading, words)
        };
        self.hunk.lines.iter().take_while(|line| line.kind == LineKind::Context).any(heads)
    }

    /// Which of the old lines the heading names: context above what changes, or the first line that
    /// does.
    fn own(&self, heading: &[u8]) -> Option<usize> {
        let is_own = |line: HunkLine<'_>| {
            is_named(without_indentation(heading).1, without_indentation(line.text).1)
        };
        let first = self.hunk.lines.iter().position(|line| line.kind != LineKind::Context);
        let above = first.map_or(usize::MAX, |first| first + 1);
        let is_old = |line: &HunkLine<'_>| line.kind != LineKind::Add;
        self.hunk.lines.iter().take(above).filter(is_old).position(is_own)
    }

    /// Whether the hunk holds the line that the heading names, and a rival has another heading in
    /// its place: it lies below no heading that is meant.
    fn lacks_own(&mut self, heading: &[u8], rival: &Place) -> bool {
        let Some(own) = self.own(heading) else { return false };
        let line = usize::try_from(rival.whole().saturating_add(signed(own)));
        let found = line.ok().and_then(|line| self.scene.lines_at(line).next());
        let words = found.map(|line| without_indentation(line).1).unwrap_or_default();
        let heading = without_indentation(heading).1;
        is_like(heading, words, false) && !is_named(heading, words)
    }
}
