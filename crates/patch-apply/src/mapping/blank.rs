//! One blank too many behind the marks: of all lines, of the context alone, or of what is changed
//! alone. Context alone may have two or three.

use std::collections::BTreeSet;

use patch_parse::{Hunk, LineKind};

use super::code::is_code;
use crate::indent::around::Around;
use crate::indent::margins::{is_star, step_of};
use crate::indent::pair::Pair;
use crate::text::blanks::without_indentation;
use crate::text::blocks::opens_block;
use crate::text::closers::Closer;
use crate::text::words::is_of_word;

/// Whether added lines are as they are to be beside context that has a blank too many: they are in
/// the steps of the file, and would not be without a blank. `None` where some are this and some
/// that, and the first lines of the changes, which are `first`, do not tell.
pub(super) fn is_of_context_alone(
    pairs: &[Pair<'_>],
    [added, first]: [&[&[u8]]; 2],
    around: &Around<'_>,
) -> Option<bool> {
    let is_long = |pair: &&Pair<'_>| pair.patch.strip_prefix(b" ") == Some(pair.file);
    let is_margin = |pair: &&Pair<'_>| pair.patch.is_empty() && pair.file.is_empty();
    let of = |kind| pairs.iter().filter(move |pair| pair.kind == kind);
    if of(LineKind::Context).next().is_none() || !of(LineKind::Context).all(|pair| is_long(&pair)) {
        return Some(false);
    }
    // Removed lines have the marks of the added ones.
    if of(LineKind::Remove).next().is_some() {
        return Some(of(LineKind::Remove).all(|pair| is_margin(&pair)));
    }
    let depths = Depths::of(pairs, around);
    let all = depths.said(added, b" ");
    // A line that goes on with another is where its brackets are.
    let told = if all.len() > 1 { depths.said(first, b" ") } else { all };
    (told.len() < 2).then(|| told.contains(&true))
}

/// Whether added lines are as they are to be beside context alone that has two or three blanks too
/// many, which are no step of the file: each of them is in its steps, and would not be without
/// these. What is moved with the context is not.
pub(super) fn is_context_apart(pairs: &[Pair<'_>], added: &[&[u8]], around: &Around<'_>) -> bool {
    let is_context = pairs.iter().all(|pair| pair.kind == LineKind::Context);
    let Some(first) = pairs.first().filter(|_| is_context) else { return false };
    let Some(more) = first.patch.strip_suffix(first.file) else { return false };
    let is_off = |unit: usize| unit > more.len();
    let is_few = (2..4).contains(&more.len()) && is_of(more, b' ');
    if !is_few || !around.unit().is_some_and(is_off) {
        return false;
    }
    let is_long = |pair: &Pair<'_>| pair.patch.strip_prefix(more) == Some(pair.file);
    pairs.iter().all(is_long)
        && added.iter().all(|indent| !indent.is_empty())
        && Depths::of(pairs, around).said(added, more) == BTreeSet::from([true])
}

/// How deep the lines of a file are.
struct Depths<'l> {
    known: BTreeSet<&'l [u8]>,
    base: &'l [u8],
    unit: Option<usize>,
}

impl<'l> Depths<'l> {
    fn of(pairs: &[Pair<'l>], around: &Around<'_>) -> Self {
        let known: BTreeSet<_> = pairs.iter().map(|pair| pair.file).collect();
        let base = pairs.first().map(|pair| pair.file).unwrap_or_default();
        let is_tabbed = known.iter().any(|indent| indent.contains(&b'\t'));
        let unit = around.unit().filter(|unit| *unit > 1 && !is_tabbed);
        Self { known, base, unit }
    }

    /// What lines of these indentations say: `true` where one is as deep as those of the file as it
    /// is and not without the blanks that the context has too many, `false` where it is so without
    /// them alone.
    fn said(&self, indents: &[&[u8]], more: &[u8]) -> BTreeSet<bool> {
        let is_right = |indent: &&[u8]| {
            let is_fit = self.has(indent);
            let is_moved_fit = indent.strip_prefix(more).is_some_and(|moved| self.has(moved));
            (is_fit != is_moved_fit).then_some(is_fit)
        };
        indents.iter().filter_map(is_right).collect()
    }

    /// Whether lines of the file are as deep, or a line would be in its steps.
    fn has(&self, indent: &[u8]) -> bool {
        let is_step = |unit| {
            is_of(indent, b' ') && indent.len().abs_diff(self.base.len()).is_multiple_of(unit)
        };
        let is_tabs = || !self.base.is_empty() && is_of(self.base, b'\t') && is_of(indent, b'\t');
        self.known.contains(indent) || self.unit.map_or_else(is_tabs, is_step)
    }
}

/// Of how many lines that are a blank off one may be in the steps of the file.
const MOST_ON_STEP: usize = 4;

/// Whether a hunk whose old lines are as the file has them may have a blank too many in front of
/// what it adds; `None` where it neither adds nor removes a line with words. An odd number of
/// blanks is in few steps.
pub(super) fn may_be_off(hunk: &Hunk<'_>) -> Option<bool> {
    let mut changed = hunk.lines.iter().filter(|line| line.kind != LineKind::Context);
    let first = changed.find(|line| !is_empty(line.text))?;
    if first.kind == LineKind::Remove {
        return Some(false);
    }
    let own = indent(first.text);
    let is_odd = own.len() % 2 == 1 || own.last() == Some(&b'\t') || is_star_line(first.text);
    Some(own.first() == Some(&b' ') && is_odd)
}

/// Lines with words that are added between two such lines of the file, which stay.
#[derive(Debug)]
pub(super) struct Insertion<'l> {
    before: Option<&'l [u8]>,
    added: Vec<&'l [u8]>,
    behind: Option<&'l [u8]>,
    /// The lines of a comment begin with stars (` * x`): those of a list do, too.
    has_stars: bool,
}

impl<'l> Insertion<'l> {
    /// Those of a hunk whose old lines are as the file has them, and which removes no line with
    /// words: that would show that its mark has no blank behind it. `before` and `behind` are the
    /// lines around the hunk.
    pub(super) fn of(
        hunk: &'l Hunk<'_>,
        [before, behind]: [Option<&'l [u8]>; 2],
        around: &Around<'_>,
    ) -> Option<Vec<Self>> {
        let has_stars = around.has_comments();
        let mut all: Vec<Self> = Vec::new();
        let (mut before, mut is_in) = (before, false);
        for line in hunk.lines.iter().filter(|line| !is_empty(line.text)) {
            let text = &**line.text;
            match line.kind {
                LineKind::Remove => return None,
                LineKind::Context => {
                    if let Some(last) = all.last_mut().filter(|_| is_in) {
                        last.behind = Some(text);
                    }
                    before = Some(text);
                }
                LineKind::Add if is_in => all.last_mut()?.added.push(text),
                LineKind::Add => {
                    all.push(Self { before, added: vec![text], behind: None, has_stars });
                }
            }
            is_in = line.kind == LineKind::Add;
        }
        if let Some(last) = all.last_mut().filter(|_| is_in) {
            last.behind = behind;
        }
        (!all.is_empty()).then_some(all)
    }

    /// Whether a line is one of a comment.
    fn is_star(&self, line: &[u8]) -> bool {
        self.has_stars && is_star_line(line)
    }

    /// The blanks at the start of a line, without that in front of the star of a comment.
    fn step_indent(&self, line: &'l [u8]) -> &'l [u8] {
        let indent = indent(line);
        step_of(indent).filter(|_| self.is_star(line)).unwrap_or(indent)
    }

    /// Whether lines are added to a comment, and the first of them has no star: its text may be a
    /// blank deep.
    fn is_text_of_comment(&self) -> bool {
        let is_open = |line: &[u8]| {
            let (indent, words) = without_indentation(line);
            self.is_star(line) && step_of(indent).is_some() && !words.ends_with(b"*/")
        };
        self.before.is_some_and(is_open)
            && !self.added.first().is_some_and(|line| self.is_star(line))
    }

    /// How many lines tell that they are a blank off. No star is deeper than the one above: it says
    /// as much as two lines. So does a line of code between such as are at the margin, one that is
    /// built as they are, and any where all lines around are there.
    pub(super) fn weight(&self, around: &Around<'_>) -> usize {
        let stars = self.added.iter().filter(|line| self.is_star(line)).count();
        let is_told = self.is_code_at_margin() || self.is_like_beside() || around.is_flat();
        self.added.len() + stars + usize::from(is_told)
    }

    /// Whether all of the lines may be one blank too deep: each has a blank in front, without which
    /// the first is in the steps of the file, or as deep as a neighbour, and hardly one is in the
    /// steps with it.
    pub(super) fn is_blank_off(&self, around: &Around<'_>) -> bool {
        let unit = around.unit().filter(|unit| *unit > 1);
        let beside =
            || [self.before, self.behind].into_iter().flatten().map(|line| self.step_indent(line));
        let is_beside = |indent: &[u8]| beside().any(|beside| beside == indent);
        // A blank and tabs are a blank off wherever there are tabs.
        let is_tabs = |indent: &[u8]| indent.contains(&b'\t') && is_of(indent, b'\t');
        let is_on_step = |indent: &[u8]| {
            is_of(indent, b' ') && unit.is_some_and(|unit| indent.len().is_multiple_of(unit))
        };
        let is_off = |line: &&[u8]| {
            let own = indent(line);
            let Some(moved) = own.strip_prefix(b" ") else { return false };
            if self.is_star(line) {
                return step_of(own).is_none() && step_of(moved).is_some();
            }
            is_tabs(moved) || !is_beside(own) && !is_on_step(own)
        };
        let is_first_off = |line: &&[u8]| {
            let moved = indent(line).strip_prefix(b" ").unwrap_or_default();
            is_off(line)
                && (self.is_star(line) || is_tabs(moved) || is_on_step(moved) || is_beside(moved))
        };
        // What goes on with a line is where its brackets are.
        let on_step = self.added.iter().filter(|line| !is_off(line)).count();
        !self.is_text_of_comment()
            && self.added.iter().all(|line| line.starts_with(b" "))
            && self.added.first().is_some_and(is_first_off)
            && on_step * MOST_ON_STEP <= self.added.len()
    }

    /// Whether one blank less is what the place asks for, whatever other hunks show: the first line
    /// then is as deep as a neighbour, or in what the line before opens, and no line around is as
    /// deep as it is.
    pub(super) fn is_moved_by_place(&self, around: &Around<'_>) -> bool {
        let Some(first) = self.added.first() else { return false };
        let own = indent(first);
        let Some(moved) = own.strip_prefix(b" ") else { return false };
        let [before, behind] =
            [self.before, self.behind].map(|line| line.map(|line| self.step_indent(line)));
        if self.is_star(first) {
            let opens =
                self.before.is_some_and(|line| without_indentation(line).1.starts_with(b"/*"));
            let is_of = |line: Option<&[u8]>| {
                line.is_some_and(|line| self.is_star(line) && indent(line) == moved)
            };
            let is_opened = opens && before == moved.strip_suffix(b" ");
            return is_of(self.before) || is_of(self.behind) || is_opened;
        }
        let is_opened = || {
            let before = before.unwrap_or_default();
            let step = moved.strip_prefix(before);
            let is_step =
                step.is_some_and(|step| step == b"\t" || Some(step.len()) == around.unit());
            if behind.is_some_and(|behind| behind.len() > before.len()) {
                behind == Some(moved)
            } else {
                is_step
            }
        };
        let words = without_indentation(first).1;
        let may_begin_so = |line: &[u8]| {
            let words = without_indentation(line).1;
            [b"/*".as_slice(), b"<!--", b"(", b"[", b"{"].iter().any(|open| words.starts_with(open))
        };
        if self.before.is_some_and(may_begin_so) {
            return false;
        }
        // Items of lists, and what goes on with the line before, are a blank deep where all else is
        // at the margin; code is not.
        let is_told = || {
            !may_be_item(words)
                && (self.has_deeper_step(around) || self.is_code_at_margin() || around.is_flat())
        };
        if moved.is_empty() && !self.is_like_beside() && !is_told() {
            return false;
        }
        // What is before the file, and behind it, is at the margin.
        let is_as_deep = |other: Option<&[u8]>| other.unwrap_or_default() == moved;
        let is_fit = if self.before.is_some_and(opens_block) {
            is_opened()
        } else {
            // No line but a closer is as deep as the one behind it.
            let is_closed = self.behind.is_some_and(closes) && !closes(first);
            is_as_deep(before) || (is_as_deep(behind) && !is_closed)
        };
        is_fit && !around.has_depth(own)
    }
}

impl Insertion<'_> {
    /// Whether the first line is one of code behind a blank, and the lines around are at the
    /// margin, one of them of code, too.
    fn is_code_at_margin(&self) -> bool {
        let beside = || [self.before, self.behind].into_iter().flatten();
        let is_of_code = |line: &[u8]| is_code(without_indentation(line).1);
        self.added.first().is_some_and(|line| indent(line) == b" " && is_of_code(line))
            && beside().all(|line| self.step_indent(line).is_empty())
            && beside().any(is_of_code)
    }

    /// Whether the first line is behind a blank and built as one beside it that is at the margin.
    fn is_like_beside(&self) -> bool {
        let first = self.added.first().and_then(|line| line.strip_prefix(b" "));
        let is_like = |line: &[u8]| first.is_some_and(|first| is_built_alike(first, line));
        [self.before, self.behind].into_iter().flatten().any(is_like)
    }

    /// Whether a line is deeper than the first by steps of the file.
    fn has_deeper_step(&self, around: &Around<'_>) -> bool {
        let own = self.added.first().map_or(0, |line| indent(line).len());
        let unit = around.unit().unwrap_or(0);
        let is_deeper = |line: &&[u8]| {
            let deeper = indent(line).len().saturating_sub(own);
            deeper > 0 && (indent(line).contains(&b'\t') || deeper.is_multiple_of(unit))
        };
        self.added.iter().any(is_deeper)
    }
}

/// Whether two lines begin with the same signs (`//`), or have the same ones behind their first word
/// (`2,b` and `3,c`, `A ?= a` and `B ?= b`): they stand beside each other.
fn is_built_alike(one: &[u8], other: &[u8]) -> bool {
    let signs = first_signs(one);
    !signs.is_empty() && signs == first_signs(other)
}

/// The signs that a line begins with, or has behind its first word.
fn first_signs(line: &[u8]) -> &[u8] {
    let len = line.iter().take_while(|byte| is_of_word(**byte)).count();
    let (_, rest) = without_indentation(line.get(len..).unwrap_or_default());
    let len = rest.iter().take_while(|byte| byte.is_ascii_punctuation()).count();
    rest.get(..len).unwrap_or_default()
}

/// Whether words could as well be an item of a list, or go on with a line of prose: these begin
/// behind one blank, too.
fn may_be_item(words: &[u8]) -> bool {
    words.first().is_none_or(|first| b"-+*>|".contains(first) || first.is_ascii_digit())
}

/// The blanks at the start of a line.
fn indent(line: &[u8]) -> &[u8] {
    without_indentation(line).0
}

fn closes(line: &[u8]) -> bool {
    Closer::of(without_indentation(line).1).is_some()
}

fn is_star_line(line: &[u8]) -> bool {
    is_star(without_indentation(line).1)
}

fn is_empty(line: &[u8]) -> bool {
    without_indentation(line).1.is_empty()
}

fn is_of(indent: &[u8], blank: u8) -> bool {
    indent.iter().all(|byte| *byte == blank)
}
