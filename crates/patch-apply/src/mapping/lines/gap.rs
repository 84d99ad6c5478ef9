//! Describes where lines are added: between which two lines of the file, and how deep they may be
//! there.

use patch_parse::{Hunk, LineKind};

use super::code::{is_comment_line, opens};
use super::facing::{Facing, is_closed_by, last_worded};
use crate::indent::around::Around;
use crate::indent::margins::{Margins, is_star, step_of};
use crate::text::blanks::{depth, without_indentation};
use crate::text::blocks::closes_block;
use crate::text::closers::{Closer, may_open};
use crate::text::words::{ITEM, is_item};

/// A place where lines are added: the indentation of the first of them, and those of the lines of
/// the file around them.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is the answer to one question")]
pub(in crate::mapping) struct Gap<'l> {
    pub(in crate::mapping) added: &'l [u8],
    /// The removed line that it replaces is indented as it is, in the patch and in the file.
    pub(in crate::mapping) is_replaced: bool,
    /// A removed line precedes it.
    pub(in crate::mapping) is_behind_removed: bool,
    /// The last of the added lines is in a block that the first opens, or opens one itself: the
    /// line after them may be in it.
    pub(in crate::mapping) leads_on: bool,
    /// The added line closes something.
    pub(in crate::mapping) closes: bool,
    pub(in crate::mapping) before: &'l [u8],
    /// The line before ends like one that opens something.
    pub(in crate::mapping) opens: bool,
    /// The following line of the file shows that the line before opens nothing, or something of its
    /// own depth.
    pub(in crate::mapping) is_level: bool,
    pub(in crate::mapping) behind: &'l [u8],
    /// There are empty lines between the line before and the added one.
    pub(in crate::mapping) is_apart: bool,
    /// The line before begins an item of a list, and the added one is a key.
    pub(in crate::mapping) is_key_behind_item: bool,
    /// The line before is a key with its value, and the added one begins an item of a list.
    pub(in crate::mapping) is_item_behind_key: bool,
    /// The indentation of a comment line (` * x`) next to it, if it is one as well.
    pub(in crate::mapping) star: Option<&'l [u8]>,
    /// The file around.
    pub(in crate::mapping) around: &'l Around<'l>,
}

impl Gap<'_> {
    /// Whether a line of this indentation fits in: if the line before opens something it is inside
    /// that, otherwise it is as deep as one of the two neighbours, or between them. A closing line
    /// may be less deep. A key is not as deep as the item before it but may be inside it; and no
    /// line is more than two steps deeper than the one that opens its block.
    pub(in crate::mapping) fn takes(&self, indent: &[u8]) -> bool {
        let is_alike = |other: &[u8]| indent.starts_with(other) || other.starts_with(indent);
        let [before, behind, width] = [self.before, self.behind, indent].map(<[u8]>::len);
        let is_fit = match (self.closes, behind > before) {
            (true, _) => width <= before,
            // Below a line that opens nothing, a deeper line proves nothing.
            (false, true) => (self.opens || self.is_in_item(width)) && width == behind,
            (false, false) if self.is_in_item(width) => true,
            (false, false) if self.opens => {
                let most = self.around.unit().map_or(usize::MAX, |unit| before + 2 * unit);
                let least = if self.is_level { behind } else { before + 1 };
                (least..=most).contains(&width)
            }
            (false, false) => (behind..=before).contains(&width) && !self.is_beside_item(width),
        };
        is_fit && is_alike(self.before) && is_alike(self.behind)
    }

    /// Whether the added line, as it is, is one step of the file deeper than the line before, which
    /// opens a block.
    pub(in crate::mapping) fn is_step(&self) -> bool {
        let step = self.added.strip_prefix(self.before);
        self.opens && step.is_some_and(|step| self.around.unit() == Some(step.len()))
    }

    /// Whether the added line, in this indentation, fits nowhere: the line after is deeper than the
    /// line before, and it has another depth than that; or it is deeper than a line that opens
    /// nothing. This is laxer than [`Self::takes`]: some rule of the old lines has led here.
    pub(in crate::mapping) fn is_misfit(&self, indent: &[u8]) -> bool {
        let [before, behind, width] = [self.before, self.behind, indent].map(<[u8]>::len);
        let is_misfit = match (behind > before, self.leads_on, self.opens) {
            (true, true, _) => width > behind,
            (true, false, _) => width != behind,
            (false, _, true) if self.is_level => width < behind,
            (false, _, true) => width <= before,
            (false, _, false) => width > before || self.is_beside_item(width),
        };
        let is_misfit = is_misfit && !(behind <= before && self.is_in_item(width));
        let is_astray = self.star.is_some_and(|star| star != indent);
        is_astray || (is_misfit && !self.closes && !self.is_behind_removed)
    }

    /// Whether the added line is a key that would be as deep as the item before it, or an item that
    /// would be as deep as the key before it.
    fn is_beside_item(&self, width: usize) -> bool {
        (self.is_key_behind_item || self.is_item_behind_key) && width == self.before.len()
    }

    /// Whether the added line, as deep as the one before that opens a block, would part it from
    /// what is in that.
    pub(in crate::mapping) fn parts_block(&self) -> bool {
        let is_inner = self.behind.len() > self.before.len();
        self.opens && is_inner && !self.closes && !self.is_behind_removed
    }

    /// Whether the added line is a key that would be as deep as the words of the item before it.
    fn is_in_item(&self, width: usize) -> bool {
        self.is_key_behind_item && width == self.before.len() + ITEM.len()
    }

    /// Whether the added line has no indentation and fits both at the margin and at the depth of
    /// the line before, with an empty line that may separate the two.
    pub(in crate::mapping) fn is_open(&self) -> bool {
        let is_bare = self.added.is_empty() && !self.before.is_empty();
        self.is_apart && is_bare && self.takes(b"") && self.takes(self.before)
    }
}

/// The places where lines are added between two kept lines of the file that have words; `added` are
/// all added lines, their signs mapped. `front` is the file up to the place.
pub(in crate::mapping) fn gaps<'l>(
    hunk: &Hunk<'_>,
    front: &'l [u8],
    facing: &Facing<'l>,
    added: &'l [Vec<u8>],
    around: &'l Around<'l>,
) -> Vec<Gap<'l>> {
    let margins = facing.margins;
    let mut added = added.iter();
    let mut gaps = Vec::new();
    let (mut at, mut before, mut is_in_gap) = (0, last_worded(front, margins), false);
    let (mut removed, mut is_behind_removed, mut is_apart) = (None, false, false);
    for line in &hunk.lines {
        if line.kind != LineKind::Add {
            let patch = margins.depth(line.text);
            let kept = facing.own_depth(at).filter(|depth| Some(*depth) == patch);
            is_behind_removed = line.kind == LineKind::Remove;
            removed = kept.filter(|_| is_behind_removed);
            before = facing.own(at).or(before);
            is_apart = facing.own(at).is_none();
            at += 1;
            is_in_gap = false;
            continue;
        }
        let text = added.next().map(Vec::as_slice).unwrap_or_default();
        let split = margins.split(text);
        is_apart |= depth(text).is_none();
        let first = split.filter(|_| !is_in_gap);
        if let (Some((added, words)), Some(before)) = (first, before) {
            let indent = |line| margins.indent(line).unwrap_or_default();
            let beside = [Some(before), facing.next(at)].into_iter().flatten();
            let star = || beside.into_iter().find(|line| is_star(words) && is_of_comment(line));
            gaps.push(Gap {
                added,
                is_replaced: removed == Some(added.len()),
                is_behind_removed,
                leads_on: false,
                closes: closes_block(words) || Closer::of(words).is_some(),
                before: indent(before),
                opens: opens(before)
                    || goes_on(before, words)
                    || is_closed_by(before, facing.next(at), margins),
                is_level: is_level(before, words, facing.next(at), margins),
                // The end of the file is the margin.
                behind: facing.next(at).map(indent).unwrap_or_default(),
                is_apart,
                is_key_behind_item: is_item(without_indentation(before).1) && is_key(words),
                is_item_behind_key: is_item(words) && has_value(before),
                star: star().map(indent),
                around,
            });
            is_in_gap = true;
        }
        if let (Some((indent, _)), Some(gap)) = (split, gaps.last_mut().filter(|_| is_in_gap)) {
            gap.leads_on = opens(text) || may_open(text) || indent.len() > gap.added.len();
        }
    }
    gaps
}

/// Whether the line after shows that the one before contains nothing deeper although it ends like
/// one that opens something: it is continued by others, or is a label or a bare key, and the added
/// line is one as well.
fn is_level(before: &[u8], words: &[u8], behind: Option<&[u8]>, margins: Margins) -> bool {
    let Some((behind, next)) = behind.and_then(|line| margins.split(line)) else { return false };
    let (outer, line) = without_indentation(before);
    if Closer::of(next).is_some() || is_comment_line(words) || behind.len() > outer.len() {
        return false;
    }
    let is_bracket = matches!(line.last(), Some(b'{' | b'(' | b'['));
    is_bracket || is_alike(line, words) || (behind.len() == outer.len() && is_alike(next, words))
}

/// Whether lines are of one kind: items of a list, cases, calls of a chain, or keys without a value.
fn is_alike(one: &[u8], other: &[u8]) -> bool {
    let is_case = |words: &[u8]| words.starts_with(b"case ") || words.starts_with(b"default:");
    let is_call = |words: &[u8]| words.starts_with(b".");
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || b"_-".contains(byte);
    let is_key = |words: &[u8]| {
        let name = words.strip_suffix(b":");
        name.is_some_and(|name| !name.is_empty() && name.iter().all(is_name))
    };
    [is_item, is_case, is_call].iter().any(|is_it| is_it(one) && is_it(other))
        || (is_key(one) && is_key(other))
}

/// Whether a line of the file belongs to a comment, one blank past a step: list items are never
/// indented so.
fn is_of_comment(line: &[u8]) -> bool {
    let (indent, words) = without_indentation(line);
    is_star(words) && step_of(indent).is_some()
}

/// Whether a line, without its indentation, is a key with or without its value, and not the first
/// of an item.
fn is_key(words: &[u8]) -> bool {
    let is_end = |rest: &[u8]| rest.is_empty() || rest.starts_with(b" ");
    let name = words.iter().take_while(|byte| !b": ".contains(byte)).count();
    !is_item(words) && words.get(name + 1..).is_some_and(is_end) && words.get(name) == Some(&b':')
}

/// Whether a line is a key with its value.
fn has_value(line: &[u8]) -> bool {
    let words = without_indentation(line.trim_ascii_end()).1;
    is_key(words) && !words.last().is_some_and(|last| b":|>".contains(last))
}

/// Whether a line is continued by the words after it: it ends in an operator, or they begin with
/// one. A row of a table ends in what separates its cells.
fn goes_on(line: &[u8], words: &[u8]) -> bool {
    let line = without_indentation(line.trim_ascii_end()).1;
    if line.starts_with(b"|") && words.starts_with(b"|") {
        return false;
    }
    let is_operator = |bytes: &[u8], at: Option<&u8>| at.is_some_and(|byte| bytes.contains(byte));
    let is_done = is_operator(b";{}", line.last());
    is_operator(b"=\\+|&", line.last())
        || (words.starts_with(b".") && !line.starts_with(b".") && !is_done)
}
