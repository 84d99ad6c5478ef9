//! Handles lines that are added between exactly matching ones, with one blank too many after their
//! marks.

use bstr::ByteSlice as _;
use patch_parse::{Hunk, LineKind};

use crate::indent::around::Around;
use crate::indent::margins::{is_star, step_of};
use crate::mapping::lines::code::{is_code, is_comment_line, opens};
use crate::text::blanks::without_indentation;
use crate::text::blocks::opens_block;
use crate::text::closers::{Closer, leaves_bracket_open};
use crate::text::words::{is_item, is_of_word};

/// Among so many lines that are a blank off, one may have the steps of the file.
const MOST_ON_STEP: usize = 4;

/// Whether a hunk whose old lines match exactly may have a blank too many before its added lines;
/// `None` if it neither adds nor removes a line with words. The sign is an odd number of blanks,
/// which few steps are.
pub(super) fn may_be_off(hunk: &Hunk<'_>) -> Option<bool> {
    let mut changed = hunk.lines.iter().filter(|line| line.kind != LineKind::Context);
    let first = changed.find(|line| !is_empty(line.text))?;
    if first.kind == LineKind::Remove {
        return Some(false);
    }
    let own = indent(first.text);
    let is_before_tab = own.last() == Some(&b'\t') || own.starts_with(b" \t");
    let is_odd = own.len() % 2 == 1 || is_before_tab || is_star_line(first.text);
    Some(own.first() == Some(&b' ') && is_odd)
}

/// Lines with words that are added between two kept lines of the file with words.
#[derive(Debug)]
pub(super) struct Insertion<'l> {
    before: Option<&'l [u8]>,
    added: Vec<&'l [u8]>,
    behind: Option<&'l [u8]>,
    /// The lines of a comment begin with stars (` * x`): those of a list do, too.
    has_stars: bool,
}

impl<'l> Insertion<'l> {
    /// The insertions of a hunk whose old lines match exactly and which removes no line with words:
    /// a removed line would show that its mark has no blank after it. `before` and `behind` are the
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

    /// Whether a line belongs to a comment.
    fn is_star(&self, line: &[u8]) -> bool {
        self.has_stars && is_star_line(line)
    }

    /// The blanks at the start of a line, without the one before the star of a comment.
    fn step_indent(&self, line: &'l [u8]) -> &'l [u8] {
        let indent = indent(line);
        step_of(indent).filter(|_| self.is_star(line)).unwrap_or(indent)
    }

    /// Whether lines are added to a comment, and the first of them has no star: its text may be
    /// indented by a blank.
    fn is_text_of_comment(&self) -> bool {
        let is_open = |line: &[u8]| {
            let (indent, words) = without_indentation(line);
            self.is_star(line) && step_of(indent).is_some() && !words.ends_with(b"*/")
        };
        self.before.is_some_and(is_open)
            && !self.added.first().is_some_and(|line| self.is_star(line))
    }

    /// How many lines count as proof that they are a blank off. A star is never deeper than the one
    /// above, so it counts as two lines. So does a line of code between lines at the margin, one
    /// that is built like these, and any line if all lines around are at the margin.
    pub(super) fn weight(&self, around: &Around<'_>) -> usize {
        let stars = self.added.iter().filter(|line| self.is_star(line)).count();
        self.added.len() + stars + usize::from(self.is_like_beside() || self.is_told(around))
    }

    /// Whether the lines around the first line show where lines like it belong.
    fn is_told(&self, around: &Around<'_>) -> bool {
        self.is_code_at_margin() || self.holds_next(around) || around.is_flat()
    }

    /// Whether all of the lines may be one blank too deep: each has a leading blank, without it the
    /// first has the steps of the file or the depth of a neighbour, and with it hardly any line has
    /// the steps.
    pub(super) fn is_blank_off(&self, around: &Around<'_>) -> bool {
        let unit = around.unit().filter(|unit| *unit > 1);
        let beside =
            || [self.before, self.behind].into_iter().flatten().map(|line| self.step_indent(line));
        let is_beside = |indent: &[u8]| beside().any(|beside| beside == indent);
        // A blank before tabs is a blank off in any file with tabs.
        let is_tabs = |indent: &[u8]| indent.contains(&b'\t') && is_of(indent, b'\t');
        let is_on_step = |indent: &[u8]| {
            let is_step = |unit| indent.len().is_multiple_of(unit);
            indent.is_empty() || (is_of(indent, b' ') && unit.is_some_and(is_step))
        };
        let is_off = |line: &&[u8]| {
            let own = indent(line);
            let Some(moved) = own.strip_prefix(b" ") else { return false };
            if self.is_star(line) {
                return step_of(own).is_none() && step_of(moved).is_some();
            }
            let is_between = || beside().count() == 2 && beside().all(|beside| beside == moved);
            is_tabs(moved) || (!is_beside(own) && (!is_on_step(own) || is_between()))
        };
        let is_first_off = |line: &&[u8]| {
            let moved = indent(line).strip_prefix(b" ").unwrap_or_default();
            is_off(line)
                && (self.is_star(line) || is_tabs(moved) || is_on_step(moved) || is_beside(moved))
        };
        // A line that continues another is aligned with its brackets.
        let on_step = self.added.iter().filter(|line| !is_off(line)).count();
        !self.is_text_of_comment()
            && self.added.iter().all(|line| line.starts_with(b" "))
            && self.added.first().is_some_and(is_first_off)
            && on_step * MOST_ON_STEP <= self.added.len()
    }

    /// Whether the place itself requires one blank less, whatever other hunks show: the first line
    /// would then be as deep as a neighbour, or in a block that the line before opens, and no line
    /// around has its present depth.
    pub(super) fn is_moved_by_place(&self, around: &Around<'_>) -> bool {
        let Some(first) = self.added.first() else { return false };
        let own = indent(first);
        let Some(moved) = own.strip_prefix(b" ") else { return false };
        if self.is_star(first) {
            return self.is_star_beside(moved);
        }
        let is_told =
            || !moved.is_empty() || self.is_like_beside() || self.is_told_at_margin(around);
        !self.before.is_some_and(begins_text)
            && is_told()
            && self.is_fit(moved, around)
            && !around.has_depth(own)
    }

    /// Whether a star is as deep as one next to it, or fits below the opening of the comment.
    fn is_star_beside(&self, moved: &[u8]) -> bool {
        let opens = self.before.is_some_and(|line| without_indentation(line).1.starts_with(b"/*"));
        let outer = self.before.map(|line| self.step_indent(line));
        let is_of = |line: &[u8]| self.is_star(line) && indent(line) == moved;
        let is_opened = opens && outer == moved.strip_suffix(b" ");
        is_opened || [self.before, self.behind].into_iter().flatten().any(is_of)
    }

    /// Whether lines after one blank belong at the margin. List items, and lines that continue the
    /// one before, may be indented by one blank where all else is at the margin; code is not.
    fn is_told_at_margin(&self, around: &Around<'_>) -> bool {
        let words = self.added.first().map(|first| without_indentation(first).1);
        let is_told =
            |words| is_comment_line(words) || self.has_deeper_step(around) || self.is_told(around);
        words.is_some_and(|words| !may_be_item(words) && is_told(words))
    }

    /// Whether the first line, at this depth, is as deep as a neighbour, or in a block that the
    /// line before opens.
    fn is_fit(&self, moved: &[u8], around: &Around<'_>) -> bool {
        let [before, behind] =
            [self.before, self.behind].map(|line| line.map(|line| self.step_indent(line)));
        if self.before.is_some_and(opens) {
            let before = before.unwrap_or_default();
            let step = moved.strip_prefix(before);
            let is_step =
                step.is_some_and(|step| step == b"\t" || Some(step.len()) == around.unit());
            return match behind.filter(|behind| behind.len() > before.len()) {
                Some(behind) => behind == moved || (is_step && self.holds_next(around)),
                None => is_step,
            };
        }
        // The start and the end of the file count as lines at the margin.
        let is_as_deep = |other: Option<&[u8]>| other.unwrap_or_default() == moved;
        // Only a closing line may be as deep as the line after it.
        let is_closed = || {
            self.behind.is_some_and(closes)
                && !self.added.first().is_some_and(|first| closes(first))
        };
        let key_depth = self.opt_key_depth();
        key_depth.map_or_else(|| is_as_deep(before), |depth| depth == moved)
            || (is_as_deep(behind) && !is_closed())
            || (moved.is_empty() && self.holds_next(around))
    }
}

impl Insertion<'_> {
    /// Whether the first line is code after a blank, and the lines around are at the margin, one of
    /// them code as well; or the line before is such, and several lines are added.
    fn is_code_at_margin(&self) -> bool {
        let beside = || [self.before, self.behind].into_iter().flatten();
        let is_of_code = |line: &[u8]| is_code(without_indentation(line).1);
        let is_at_margin = |line: &[u8]| self.step_indent(line).is_empty();
        let are_several = || {
            let mut code = self.added.iter().filter(|line| is_of_code(line));
            code.nth(1).is_some()
                && self.before.is_some_and(|line| is_at_margin(line) && is_of_code(line))
        };
        self.added.first().is_some_and(|line| indent(line) == b" " && is_of_code(line))
            && (are_several() || (beside().all(is_at_margin) && beside().any(is_of_code)))
    }

    /// Whether the first line follows a blank and is built like a neighbour that is at the margin.
    fn is_like_beside(&self) -> bool {
        let first = self.added.first().and_then(|line| line.strip_prefix(b" "));
        let is_like = |line: &[u8]| first.is_some_and(|first| is_built_alike(first, line));
        [self.before, self.behind].into_iter().flatten().any(is_like)
    }

    /// Whether the line after is deeper than the first would be with a blank less, and in a block
    /// that an added line opens: it is as deep as one of them, or in the last.
    fn holds_next(&self, around: &Around<'_>) -> bool {
        let moved = |line: &'_ [u8]| indent(line).get(1..).unwrap_or_default().to_vec();
        let Some(behind) = self.behind.filter(|line| !closes(line)).map(indent) else {
            return false;
        };
        let is_step = |step: &[u8]| step == b"\t" || Some(step.len()) == around.unit();
        let opens_it = |line: &&[u8]| {
            opens_block(line) && behind.strip_prefix(&*moved(line)).is_some_and(is_step)
        };
        let is_deeper = self.added.first().is_some_and(|first| indent(first).len() <= behind.len());
        is_deeper
            && (self.added.iter().any(|line| moved(line) == behind)
                || self.added.last().is_some_and(opens_it))
    }

    /// The depth of a key after an item (`- name: a`): that of the item's words. `None` if the
    /// first line is not such a key.
    fn opt_key_depth(&self) -> Option<Vec<u8>> {
        let begins_item = |line: &[u8]| is_item(without_indentation(line).1);
        let item = self.before.filter(|line| begins_item(line) && line.contains_str(": "))?;
        let is_key = self.added.first().is_some_and(|line| !begins_item(line));
        is_key.then(|| [indent(item), b"  "].concat())
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

/// Whether two lines begin with the same signs (`//`), or have the same ones after their first word
/// (`2,b` and `3,c`, `A ?= a` and `B ?= b`): they are siblings.
fn is_built_alike(one: &[u8], other: &[u8]) -> bool {
    let signs = first_signs(one);
    !signs.is_empty() && signs == first_signs(other)
}

/// The signs that a line begins with, or has after its first word.
fn first_signs(line: &[u8]) -> &[u8] {
    let len = line.iter().take_while(|byte| is_of_word(**byte)).count();
    let (_, rest) = without_indentation(line.get(len..).unwrap_or_default());
    let len = rest.iter().take_while(|byte| byte.is_ascii_punctuation()).count();
    rest.get(..len).unwrap_or_default()
}

/// Whether a line begins a text whose lines are indented by a blank: a comment, or a bracket
/// followed by its first words.
fn begins_text(line: &[u8]) -> bool {
    let words = without_indentation(line).1.trim_ascii_end();
    let is_comment = [("/*", "*/"), ("<!--", "-->")]
        .iter()
        .any(|(open, close)| words.starts_with(open.as_bytes()) && !words.contains_str(close));
    let is_bracket = words.len() > 1 && words.first().is_some_and(|first| b"([{".contains(first));
    is_comment || (is_bracket && leaves_bracket_open(words))
}

/// Whether words could also be a list item, or continue a line of prose: these may begin after one
/// blank, too.
fn may_be_item(words: &[u8]) -> bool {
    let digits = words.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let is_numbered = digits > 0 && words.len() > digits;
    words.first().is_none_or(|first| b"-+*>|".contains(first)) || is_numbered
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
