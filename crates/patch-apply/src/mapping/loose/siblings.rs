//! Checks whether added lines are beside a line like them. Old lines that are all context do not
//! show whether the added lines are indented otherwise as well: if a line of the file that encloses
//! them is like the first of them, and as deep as that would be in the other case, it is open which
//! of the two is meant.

use patch_parse::LineKind;

use super::rows::{Row, enclosing, push};
use super::seams::Seams;
use crate::indent::indentation::Indentation;
use crate::indent::rules;
use crate::mapping::lines::code::{is_comment_line, opens};
use crate::text::blanks::without_indentation;
use crate::text::closers::Closer;
use crate::text::form::may_be_of_one_form;
use crate::text::words::{is_item, words_of};

/// Lines that are added together, each with its indentation, its words, and whether it is a
/// comment.
type Run<'l> = Vec<(&'l [u8], &'l [u8], bool)>;

/// The lines of the file around a run.
struct Around<'c, 'l> {
    /// Those that enclose the place, and the one before it.
    open: &'c [Row<'l>],
    next: Option<Row<'l>>,
    /// The hunk has context after the run.
    is_followed: bool,
}

impl<'l> Seams<'l> {
    /// Whether a rule leaves the place where added lines are beside a line like them: no change if
    /// it is a shift, a shift that all old lines show if it is none.
    pub(super) fn leaves_siblings(&self, rule: &Indentation) -> bool {
        let is_context = self.pairs.iter().all(|pair| pair.kind == LineKind::Context);
        let is_moved = self.pairs.iter().any(|pair| pair.patch != pair.file);
        if !is_context || !is_moved {
            return false;
        }
        let mut others = rules::of(self.pairs);
        others.push(Indentation::Same);
        let mut open = enclosing(self.front);
        let mut added = self.lines.iter();
        let (mut at, mut run): (usize, Run<'l>) = (0, Vec::new());
        let mut is_left = false;
        let last = self.hunk.lines.old_count();
        for line in &self.hunk.lines {
            if line.kind == LineKind::Add {
                run.extend(added.next().and_then(|text| self.split(text)));
                continue;
            }
            let own = self.facing.own(at).and_then(|line| Row::of_file(line, Some(at)));
            if let Some(own) = own {
                let around = Around { open: &open, next: Some(own), is_followed: true };
                is_left |= is_run_left(&run, &around, rule, &others);
                run.clear();
                push(&mut open, own);
            }
            at += 1;
        }
        let next = self.facing.next(last).and_then(|line| Row::of_file(line, Some(last)));
        let around = Around { open: &open, next, is_followed: false };
        is_left || is_run_left(&run, &around, rule, &others)
    }

    fn split(&self, text: &'l [u8]) -> Option<(&'l [u8], &'l [u8], bool)> {
        let (indent, words) = self.facing.margins.split(text)?;
        Some((indent, words, is_comment_line(text)))
    }
}

/// Whether another rule would put a run beside a line like it, and this one does not; or both do,
/// this one is a shift, and no context after the run shows the shift as well. What a line that
/// closes something belongs to shows by what it closes.
fn is_run_left(
    run: &Run<'_>,
    around: &Around<'_, '_>,
    rule: &Indentation,
    others: &[Indentation],
) -> bool {
    let Some((first, words, _)) = run.first() else { return false };
    let Some(own) = rule.apply(first).filter(|_| Closer::of(words).is_none()) else { return false };
    let is_like = || around.is_like(run, own.len());
    let is_open = || rule.shifted().is_some() && !around.is_followed;
    others.iter().any(|other| {
        let width = other.apply(first).map(|indent| indent.len());
        let width = width.filter(|width| *width != own.len());
        width.is_some_and(|width| {
            around.is_like(run, width) && around.takes(run, other) && (!is_like() || is_open())
        })
    })
}

impl Around<'_, '_> {
    /// Whether a line around of this width is like one of the run that is as deep as its first one.
    fn is_like(&self, run: &Run<'_>, width: usize) -> bool {
        let Some((first, ..)) = run.first() else { return false };
        let heads = || run.iter().filter(|(own, _, is_comment)| own == first && !is_comment);
        let mut beside = self.open.iter().chain(&self.next).filter(|row| row.width == width);
        beside.any(|row| heads().any(|(_, words, _)| are_alike(row.words, words)))
    }

    /// Whether the line after a run may follow it: it is no deeper than the first of the run, as
    /// deep as one of it, or in a block that the last one opens.
    fn takes(&self, run: &Run<'_>, rule: &Indentation) -> bool {
        let width = |(indent, ..): &(&[u8], &[u8], bool)| rule.apply(indent).map(|own| own.len());
        let next = self.next.map_or(0, |row| row.width);
        let is_in_last = |(indent, words, is_comment): &(&[u8], &[u8], bool)| {
            opens(words) && width(&(indent, words, *is_comment)) < Some(next)
        };
        run.first().and_then(width) >= Some(next)
            || run.iter().any(|line| width(line) == Some(next))
            || run.last().is_some_and(is_in_last)
    }
}

/// Whether two lines, without their indentation, begin with the same word, are of one form, or are
/// both keys that have something in them; an item of a list is like no other line.
fn are_alike(one: &[u8], other: &[u8]) -> bool {
    let is_key = |words: &[u8]| words.ends_with(b":") && !words.contains(&b' ');
    let first = words_of(one).next();
    is_item(one) == is_item(other)
        && ((first.is_some() && first == words_of(other).next())
            || may_be_of_one_form(without_indentation(one).1, without_indentation(other).1)
            || (is_key(one) && is_key(other)))
}
