//! Checks where written lines meet kept lines: a closing line is as deep as the line it closes, and
//! every kept line stays as deep relative to its enclosing line as before. A rule that explains all
//! old lines may still break this; then it is not the rule of the added lines.

use patch_parse::{Hunk, LineKind};

use super::added::Added;
use super::rows::{Row, enclosing, push};
use crate::indent::indentation::Indentation;
use crate::indent::margins::{Margins, is_star};
use crate::indent::pair::Pair;
use crate::mapping::lines::code::is_comment_line;
use crate::mapping::lines::facing::Facing;
use crate::mapping::lines::inside::may_open_text;
use crate::text::blanks::without_indentation;
use crate::text::closers::{Closer, may_open};
use crate::text::words::{first_word, is_item};

/// A placed hunk that matched in other indentation.
pub(super) struct Seams<'l> {
    pub(super) hunk: &'l Hunk<'l>,
    /// All added lines, their signs mapped.
    pub(super) lines: &'l [Vec<u8>],
    /// The file up to the place.
    pub(super) front: &'l [u8],
    pub(super) facing: &'l Facing<'l>,
    pub(super) pairs: &'l [Pair<'l>],
}

/// How a kept line relates to the lines around it in the old file.
#[derive(Clone, Copy, Debug, Default)]
struct Kept {
    /// It closes a block that a line of the same depth opens.
    is_closing: bool,
    /// How much deeper it is than its enclosing line.
    step: Option<usize>,
}

/// How much deeper a kept line has to be than an added one that encloses it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Steps {
    /// As much as than the line that enclosed it.
    Kept,
    Any,
}

impl<'l> Seams<'l> {
    /// The rule; or no change, if the lines fit exactly as they are and cannot fit by the rule;
    /// `None` if neither fits.
    pub(super) fn mended(&self, rule: Indentation, added: &Added<'_>) -> Option<Indentation> {
        let is_moved = self.pairs.iter().any(|pair| pair.patch != pair.file);
        // Text within a string has no structure.
        if !is_moved || self.lines.iter().any(|line| may_open_text(line)) || self.is_whole(&rule) {
            return Some(rule);
        }
        if self.is_like_next(&rule) {
            return None;
        }
        if !self.is_broken(&rule, Steps::Kept) {
            return Some(rule);
        }
        if self.leaves_added() {
            // As they are, the lines enclose nothing; so it is the change that makes another step.
            return Some(rule).filter(|rule| !self.is_broken(rule, Steps::Any));
        }
        let is_fit = !added.gaps.is_empty()
            && added.gaps.iter().all(|gap| gap.takes(gap.added))
            && !self.is_broken(&Indentation::Same, Steps::Kept);
        is_fit.then_some(Indentation::Same)
    }

    /// Whether a rule shifts all old lines alike, removed ones among them, which are written as
    /// added ones are: what it breaks the change itself breaks.
    fn is_whole(&self, rule: &Indentation) -> bool {
        rule.shifted().is_some() && self.pairs.iter().any(|pair| pair.kind == LineKind::Remove)
    }

    /// Whether lines that a rule writes close something that nothing opens there, take away what a
    /// kept closing line closes, or enclose a kept line otherwise than before.
    fn is_broken(&self, rule: &Indentation, steps: Steps) -> bool {
        let open = enclosing(self.front);
        let mut kept = self.kept(&open);
        if steps == Steps::Any {
            for kept in &mut kept {
                kept.step = None;
            }
        }
        let Some(rows) = self.rows(rule) else { return true };
        let mut open = open;
        let mut before: Option<Row<'_>> = None;
        rows.into_iter().any(|row| {
            let is_new = row.is_added() || before.is_some_and(|before| before.is_added());
            let is_broken =
                is_broken_at(row, &open, &kept) || (is_new && is_comment_off(before, row));
            push(&mut open, row);
            before = Some(row);
            is_broken
        })
    }

    /// Whether a kept line is deeper than the added one before it in the patch, and no longer if that
    /// one stays as it is.
    fn leaves_added(&self) -> bool {
        let margins = self.facing.margins;
        let (mut added, mut at) = (self.lines.iter(), 0);
        let mut before: Option<&[u8]> = None;
        for line in &self.hunk.lines {
            if line.kind == LineKind::Add {
                before = added.next().and_then(|text| margins.indent(text)).or(before);
                continue;
            }
            let own = self.facing.own(at).and_then(|own| margins.indent(own));
            at += 1;
            if line.kind == LineKind::Remove {
                continue;
            }
            let Some((patch, own)) = margins.indent(line.text).zip(own) else { continue };
            let is_inside = |outer: &[u8]| patch.len() > outer.len() && patch.starts_with(outer);
            if before.take().is_some_and(|outer| is_inside(outer) && own.len() <= outer.len()) {
                return true;
            }
        }
        false
    }

    /// How the old lines, and the one after them, relate to each other in the present file.
    fn kept(&self, open: &[Row<'l>]) -> Vec<Kept> {
        let mut open = open.to_vec();
        let mut own: Vec<Kept> = Vec::new();
        let mut before: Option<usize> = None;
        for at in 0..=self.hunk.lines.old_count() {
            let Some(row) = self.row(at) else {
                own.push(Kept::default());
                continue;
            };
            if is_between(row, &open)
                && let Some(before) = before.and_then(|before| own.get_mut(before))
            {
                before.step = None;
            }
            before = Some(at);
            let head = head_of(row, &open);
            let closer = Closer::of(row.words);
            own.push(Kept {
                is_closing: head.is_some_and(|head| closes(closer, row, head)),
                step: parent_of(row, &open)
                    .filter(|parent| parent.leads || may_open(parent.words))
                    .map(|parent| row.width - parent.width),
            });
            push(&mut open, row);
        }
        own
    }

    /// An old line as the file has it, or the line after the last one.
    fn row(&self, at: usize) -> Option<Row<'l>> {
        let is_behind = at >= self.hunk.lines.old_count();
        let line = if is_behind { self.facing.next(at) } else { self.facing.own(at) };
        Row::of_file(line?, Some(at))
    }

    /// The lines that a rule makes of the hunk, and the one after them.
    fn rows(&self, rule: &Indentation) -> Option<Vec<Row<'l>>> {
        let mut added = self.lines.iter();
        let mut rows = Vec::new();
        let mut at = 0;
        for line in &self.hunk.lines {
            if line.kind == LineKind::Add {
                let Some(text) = added.next() else { continue };
                let Some(indent) = self.facing.margins.indent(text) else { continue };
                let (own, words) = without_indentation(text);
                let star = own.len() - indent.len();
                let width = rule.apply(indent)?.len() + star;
                rows.extend(Row::of(width, words, None, is_comment_line(text)));
                continue;
            }
            let row = self.row(at).filter(|_| line.kind == LineKind::Context);
            rows.extend(row);
            at += 1;
        }
        rows.extend(self.row(at));
        Some(rows)
    }

    /// Whether a rule moves lines that, as they are, are as deep as the next line of the file, and
    /// begin as that and the one after it: they may be what that is another of.
    fn is_like_next(&self, rule: &Indentation) -> bool {
        let mut added = self.lines.iter();
        let (mut at, mut run): (usize, Vec<&'l [u8]>) = (0, Vec::new());
        let mut is_like = false;
        for line in &self.hunk.lines {
            if line.kind == LineKind::Add {
                run.extend(added.next().map(Vec::as_slice));
                continue;
            }
            is_like |= self.is_run_like(&run, at, rule);
            run.clear();
            at += 1;
        }
        is_like || self.is_run_like(&run, at, rule)
    }

    fn is_run_like(&self, run: &[&'l [u8]], at: usize, rule: &Indentation) -> bool {
        let margins = self.facing.margins;
        let mut own = run.iter().filter_map(|line| margins.split(line));
        let (Some(first), Some(second)) = (own.next(), own.next()) else { return false };
        let next = self.behind(at, margins);
        let [Some(one), Some(other)] = next else { return false };
        let step = |(outer, _): (&[u8], &[u8]), (inner, _): (&[u8], &[u8])| {
            inner.len().checked_sub(outer.len()).filter(|step| *step > 0)
        };
        first.0 == one.0
            && rule.apply(first.0).as_deref() != Some(one.0)
            && step(first, second).is_some_and(|own| step(one, other) == Some(own))
            && is_begun_alike(first.1, one.1)
            && !first_word(second.1).is_empty()
            && first_word(second.1) == first_word(other.1)
    }

    /// The line of the file from `at` on, and the one after it.
    fn behind(&self, at: usize, margins: Margins) -> [Option<(&'l [u8], &'l [u8])>; 2] {
        let [first, second] = self.facing.next_two(at);
        [first, second].map(|line| line.and_then(|line| margins.split(line)))
    }
}

/// Whether two lines begin with the same word and sign, or are both keys that have something in
/// them.
fn is_begun_alike(one: &[u8], other: &[u8]) -> bool {
    let is_key = |words: &[u8]| {
        words.strip_suffix(b":").is_some_and(|name| {
            !name.is_empty() && name.iter().all(|byte| !byte.is_ascii_whitespace())
        })
    };
    let begun = |words: &'_ [u8]| -> Vec<u8> {
        words.split(|byte| *byte == b' ').take(2).flatten().copied().collect()
    };
    (is_key(one) && is_key(other)) || (is_item(one) && is_item(other) && begun(one) == begun(other))
}

/// The line whose block a closing line may close: the last one before it that is no deeper.
fn head_of<'l>(row: Row<'_>, open: &[Row<'l>]) -> Option<Row<'l>> {
    open.iter().rev().find(|other| other.width <= row.width).copied()
}

/// The line that encloses another: the last one before it that is less deep.
fn parent_of<'l>(row: Row<'_>, open: &[Row<'l>]) -> Option<Row<'l>> {
    open.iter().rev().find(|other| other.width < row.width).copied()
}

/// Whether a line is less deep than the one in front and in what that is in: so deep is nothing
/// there.
fn is_between(row: Row<'_>, open: &[Row<'_>]) -> bool {
    let mut inner = open.iter().rev();
    let (last, parent) = (inner.next(), inner.next());
    last.is_some_and(|last| last.width > row.width)
        && parent.is_some_and(|parent| parent.width < row.width)
}

/// Whether a closing line is as deep as a line that opens what it closes.
fn closes(closer: Option<Closer<'_>>, row: Row<'_>, head: Row<'_>) -> bool {
    closer.is_some_and(|closer| {
        head.width == row.width && (head.leads || closer.is_opened_by(head.words))
    })
}

/// Whether a line, after those that are open, shows that lines are not where they are to be.
fn is_broken_at(row: Row<'_>, open: &[Row<'_>], kept: &[Kept]) -> bool {
    if row.is_comment {
        return false;
    }
    let closer = Closer::of(row.words);
    let was = row.at.and_then(|at| kept.get(at)).copied().unwrap_or_default();
    let head = head_of(row, open);
    let is_judged = match head {
        // A rule applies equally to added lines and to the lines that enclose them.
        Some(head) => row.is_added() != head.is_added(),
        None => row.is_added() && !open.is_empty(),
    };
    if closer.is_some() && is_judged && (row.is_added() || was.is_closing) {
        return !head.is_some_and(|head| closes(closer, row, head));
    }
    let is_in_added =
        |parent: Row<'_>| parent.is_added() && was.step != Some(row.width - parent.width);
    !row.is_added() && was.step.is_some() && parent_of(row, open).is_some_and(is_in_added)
}

/// Whether a line of a comment (` * x`) is not one blank deeper than the line that begins it
/// (`/**`).
fn is_comment_off(before: Option<Row<'_>>, row: Row<'_>) -> bool {
    let begins = before.filter(|before| before.words.starts_with(b"/*"));
    is_star(row.words) && begins.is_some_and(|before| before.width + 1 != row.width)
}
