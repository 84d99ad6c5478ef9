//! Finds how far down the block that a line opens reaches.
//!
//! A line opens the deeper lines below it, up to the next line that is no deeper; a `[section]`, a
//! `## title` or a banner opens everything up to the next one; a line that opens nothing lies in a
//! block that reaches to the next line that is less deep. Closing brackets belong to what they
//! close. A line that begins in a [string](super::strings) ends nothing, nor does a line before
//! the bracket that [closes](super::brackets) the one which the line leaves open, even if it is no
//! deeper.

use patch_parse::LineEnds;

use super::brackets::{UNCLOSED, closers};
use super::ends::{Behind, Below, Line, Scope};
use super::strings::Strings;
use crate::place::lookup::Lookup;
use crate::place::names::flat::{Flat, heads_flat};
use crate::place::names::heads::{is_comment_or_directive, may_head};
use crate::place::scene::Scene;
use crate::text::blanks::{depth, is_blank, without_indentation};
use crate::text::last_line;

/// How many lines below one are looked at for the next heading of its kind.
const MOST_BELOW: usize = 1_000;

/// How often all lines are looked at for names.
const MOST_SEARCHES: usize = 32;

/// How many lines above one are looked at for what opens what it lies in.
const MOST_UP: usize = 1_000;

/// The ends of scopes in one file. The first ones are walked to; when that has taken twice as many
/// lines as the file has, one pass finds all.
///
/// What was found last above a line and below one is kept: the chunks of a patch often ask for the
/// same.
#[derive(Debug, Default)]
pub(in crate::place) struct Scopes {
    walked: usize,
    ends: Option<Vec<usize>>,
    above: Option<Above>,
    below: Option<Next>,
    searches: usize,
    strings: Strings,
    closers: Option<Vec<usize>>,
}

/// What opens what a line lies in.
#[derive(Clone, Copy, Debug)]
struct Above {
    line: usize,
    depth: usize,
    opener: Option<usize>,
}

/// The next heading below a line, of those up to another one.
#[derive(Clone, Copy, Debug)]
struct Next {
    line: usize,
    own: Flat,
    seen: usize,
    heading: Option<usize>,
}

impl Scopes {
    /// Whether one more search in all of the file may be made: what is searched for so often is not
    /// in it.
    pub(in crate::place) fn may_search(&mut self) -> bool {
        self.searches += 1;
        self.searches <= MOST_SEARCHES
    }

    /// The line after the last one of the scope of a line, both 0-based: of what it opens, or of
    /// what it lies in, if it opens nothing. `usize::MAX` where that is the end of the file.
    pub(in crate::place) fn end<L: Lookup>(
        &mut self,
        scene: &mut Scene<'_, '_, L>,
        line: usize,
    ) -> usize {
        if self.ends.is_none() {
            if let Some(end) = self.walk(scene, line) {
                return end;
            }
            self.ends = Some(self.all_ends(scene));
        }
        let ends = self.ends.as_deref().unwrap_or_default();
        ends.get(line).copied().unwrap_or(usize::MAX)
    }

    /// The line that opens what a line lies in, or heads it; the line itself where it opens
    /// something. Goes up so far and no further.
    pub(in crate::place) fn opener<L: Lookup>(
        &mut self,
        scene: &mut Scene<'_, '_, L>,
        line: usize,
    ) -> usize {
        if opens(scene, line) {
            return line;
        }
        led_to(scene, line).or_else(|| self.opener_above(scene, line)).unwrap_or(line)
    }

    /// The line above one that opens what it lies in, or heads it. Goes up so far and no further.
    pub(in crate::place) fn opener_above<L: Lookup>(
        &mut self,
        scene: &mut Scene<'_, '_, L>,
        line: usize,
    ) -> Option<usize> {
        let depth = scene.lines_at(line).next().and_then(depth).unwrap_or(0);
        let is_opener = |text: &[u8]| {
            // Most lines are no less deep, which needs no look at their end.
            let blanks = text.iter().take(depth).take_while(|byte| is_blank(**byte)).count();
            let words = || without_indentation(text).1;
            (blanks < depth && may_head(words()) && words().trim_ascii_end() != b"where")
                || (depth == 0 && heads_flat(words()))
        };
        let known = self.above.filter(|above| above.depth == depth);
        if let Some(known) = known.filter(|known| known.line == line) {
            return known.opener;
        }
        let mut text = scene.text.slice(scene.text.start..scene.lookup.start_of(line));
        let above = std::iter::from_fn(|| last_line(&mut text)).zip((0..line).rev());
        let mut opener = None;
        for (text, at) in above.take(MOST_UP) {
            if is_opener(text) && self.string_end(scene, line, at).is_none() {
                opener = Some(at);
                break;
            }
            let known = known.filter(|known| known.line == at);
            if let Some(known) = known.filter(|_| self.string_end(scene, line, at).is_none()) {
                opener = known.opener.filter(|opener| line - opener <= MOST_UP);
                break;
            }
        }
        self.above = Some(Above { line, depth, opener });
        opener
    }

    /// Whether a line at the margin, below one and no further down than another, ends what a
    /// heading of this kind heads.
    pub(in crate::place) fn is_headed_anew<L: Lookup>(
        &mut self,
        scene: &mut Scene<'_, '_, L>,
        (line, own): (usize, Flat),
        last: usize,
    ) -> bool {
        let last = last.min(line.saturating_add(MOST_BELOW));
        let known = self.below.filter(|known| (known.line, known.own) == (line, own));
        let mut next = known.unwrap_or(Next { line, own, seen: line, heading: None });
        if next.heading.is_none() && next.seen < last {
            let is_end = |text: &[u8]| {
                !text.first().is_some_and(|first| is_blank(*first))
                    && Flat::of(without_indentation(text).1).is_some_and(|flat| own.ends_at(flat))
            };
            while next.heading.is_none() && next.seen < last {
                let below = scene.lines_at(next.seen + 1).take(last - next.seen).position(is_end);
                let found = below.map(|below| next.seen + 1 + below);
                let end = found.and_then(|found| self.string_end(scene, line, found));
                next.heading = found.filter(|_| end.is_none());
                next.seen = end.map_or(last, |end| last.min(end - 1));
            }
        }
        self.below = Some(next);
        next.heading.is_some_and(|heading| heading <= last)
    }

    /// Where a line begins in a string that another one is not in, the line after that string.
    pub(in crate::place) fn string_end<L: Lookup>(
        &mut self,
        scene: &mut Scene<'_, '_, L>,
        own: usize,
        line: usize,
    ) -> Option<usize> {
        let (own, start) = (scene.lookup.start_of(own), scene.lookup.start_of(line));
        if own < start && !Strings::may_open(scene.text, own..start) {
            return None;
        }
        let string = self.strings.around(scene.text, start)?;
        let rest = scene.text.slice(start..string.end);
        (!string.contains(&own)).then(|| line + LineEnds::of(rest).count().max(1))
    }

    /// The line that closes the bracket which is left open by one, or by the bracket below it.
    fn closer<L: Lookup>(&mut self, scene: &mut Scene<'_, '_, L>, line: usize) -> Option<usize> {
        let (text, strings) = (scene.text, &mut self.strings);
        let closers = self.closers.get_or_insert_with(|| closers(strings, text));
        let closer = |line: usize| closers.get(line).copied().filter(|at| *at != UNCLOSED);
        let below = || {
            let mut below = (line + 1..).zip(scene.lines_at(line + 1));
            let (at, next) = below.find(|(_, next)| Line::new(next).is_code)?;
            closer(at).filter(|_| Line::new(next).is_bracket)
        };
        closer(line).or_else(below)
    }

    /// The ends of the scopes of all lines, from the last to the first: of the lines below only
    /// those can end a scope that are less deep than all between.
    fn all_ends<L: Lookup>(&mut self, scene: &mut Scene<'_, '_, L>) -> Vec<usize> {
        let lines: Vec<Line> = scene.lines_at(0).map(Line::new).collect();
        let mut ends = vec![usize::MAX; lines.len()];
        let (mut outer, mut inner, mut closing) =
            (Behind::default(), Behind::default(), Below::default());
        let mut string = None;
        let mut next = None;
        for ((at, line), end) in lines.iter().copied().enumerate().zip(&mut ends).rev() {
            let around = self.strings.around(scene.text, scene.lookup.start_of(at));
            let is_text = around.is_some();
            if is_text && around != string {
                (string, inner) = (around, Behind::default());
            }
            let scope = Scope::of(line, next);
            *end = outer.end(scope);
            if is_text {
                *end = inner.end(scope).min(*end);
                inner.push(at, line);
            } else {
                let closed = closing.first_of_less(line.depth + 1);
                let is_left_open = *end != usize::MAX && line.leaves_open(next);
                if is_left_open && closed.is_none_or(|closed| closed >= *end) {
                    *end = self.end_behind_closer(scene, (at, *end), scope);
                }
                outer.push(at, line);
            }
            if line.closes(Line { depth: line.depth, ..Line::default() }) {
                closing.push(at, line.depth);
            }
            if line.is_code {
                next = Some(line);
            }
        }
        ends
    }

    /// The end of the scope of a line that leaves a bracket open, where the bracket that closes it
    /// is after another end.
    fn end_behind_closer<L: Lookup>(
        &mut self,
        scene: &mut Scene<'_, '_, L>,
        (line, end): (usize, usize),
        scope: Scope,
    ) -> usize {
        let closer = self.closer(scene, line).filter(|closer| *closer > end);
        let Some(closer) = closer else { return end };
        let mut at = closer + 1;
        for _ in 0..MOST_BELOW {
            let mut behind = scene.lines_at(at).map(Line::new);
            let Some(found) = behind.position(|line| scope.ends_at(line)) else {
                return usize::MAX;
            };
            at += found;
            let Some(after) = self.string_end(scene, line, at) else { return at };
            at = after;
        }
        at
    }

    /// Walks to the end of one scope; `None` where too many lines have been walked.
    fn walk<L: Lookup>(&mut self, scene: &mut Scene<'_, '_, L>, line: usize) -> Option<usize> {
        let most = 2 * scene.lookup.line_count();
        let mut walked = self.walked;
        let mut step = |_: &Line| {
            walked += 1;
            walked < most
        };
        let mut lines = scene.lines_at(line).map(Line::new);
        let first = lines.next().unwrap_or_default();
        let mut ahead = lines.clone().take_while(&mut step);
        let next = ahead.find(|line| line.is_code);
        let scope = Scope::of(first, next);
        let mut is_closed = !first.leaves_open(next);
        let mut end = line + 1;
        loop {
            let mut behind = lines.take_while(&mut step);
            let found = behind.position(|line| {
                is_closed |= line.closes(first);
                scope.ends_at(line)
            });
            let Some(found) = found else { break };
            end += found;
            let after = self.string_end(scene, line, end).or_else(|| {
                let closer = (!is_closed).then(|| self.closer(scene, line)).flatten();
                closer.filter(|closer| *closer > end).map(|closer| closer + 1)
            });
            let Some(after) = after else {
                self.walked = walked;
                return Some(end);
            };
            lines = scene.lines_at(after).map(Line::new);
            end = after;
        }
        self.walked = walked;
        (walked < most).then_some(usize::MAX)
    }
}

/// So many lines below one are looked at for what it opens.
const MOST_AHEAD: usize = 64;

/// Whether a line opens something, or heads what is below it.
pub(in crate::place) fn opens<L: Lookup>(scene: &mut Scene<'_, '_, L>, line: usize) -> bool {
    let mut lines = scene.lines_at(line).take(MOST_AHEAD).map(Line::new);
    let first = lines.next().unwrap_or_default();
    let opens = |next| Scope::of(first, Some(next)).least > first.depth;
    first.flat.is_some() || lines.find(|line| line.is_code).is_some_and(opens)
}

/// The section that a comment at the margin leads up to: nothing but comments is between.
fn led_to<L: Lookup>(scene: &mut Scene<'_, '_, L>, line: usize) -> Option<usize> {
    let is_note = |text: &[u8]| {
        let is_blank = text.trim_ascii().is_empty();
        is_blank || text.starts_with(b";") || is_comment_or_directive(text)
    };
    let mut lines = (line..).zip(scene.lines_at(line).take(MOST_AHEAD));
    lines.next().filter(|(_, text)| is_note(text) && !text.trim_ascii().is_empty())?;
    let (at, text) = lines.find(|(_, text)| !is_note(text))?;
    (Flat::of(text.trim_ascii_end()) == Some(Flat::Section)).then_some(at)
}

#[cfg(test)]
mod tests;
