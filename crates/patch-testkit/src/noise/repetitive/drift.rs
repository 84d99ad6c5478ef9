//! What became of the file before the patch came to it.

use super::super::rng::Rng;
use super::edit::Edit;
use super::text::{Text, alter};

/// A line of the file as it is now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Line {
    pub(super) text: String,
    /// The line of the old file that it was.
    pub(super) from: Option<usize>,
    /// Whether it reads as it did.
    pub(super) is_same: bool,
    copy: Option<usize>,
    is_heading: bool,
}

/// The file on its way from the old text to the one that the patch meets.
struct Drift<'t> {
    text: &'t Text,
    lines: Vec<Line>,
    /// Of each old line, whether an edit changes or touches it.
    is_core: Vec<bool>,
    /// Of each old line, whether it is near an edit without touching it.
    is_context: Vec<bool>,
    rng: &'t mut Rng,
}

/// One way in which a file changes.
type Step = fn(&mut Drift<'_>) -> Option<()>;

/// What may happen, the likely more than once.
const STEPS: &[Step] = &[
    |drift| drift.insert_lines(),
    |drift| drift.insert_lines(),
    |drift| drift.insert_lines(),
    |drift| drift.delete_lines(),
    |drift| drift.delete_lines(),
    |drift| drift.change_line(),
    |drift| drift.change_context(),
    |drift| drift.change_context(),
    |drift| drift.insert_copy(),
    |drift| drift.insert_copy(),
    |drift| drift.delete_copy(),
    |drift| drift.delete_copy(),
    |drift| drift.delete_its_copy(),
    |drift| drift.rename(),
    |drift| drift.swap(),
    |drift| drift.change_core(),
];

/// The file as it is now: the old one after none to six changes that others made.
pub(super) fn drift(text: &Text, edits: &[Edit], rng: &mut Rng) -> Vec<Line> {
    let near = |reach: usize| {
        let is_near =
            |at: usize| edits.iter().any(|edit| at + reach >= edit.at && at < edit.end() + reach);
        (0..text.lines.len()).map(is_near).collect::<Vec<_>>()
    };
    let is_core = near(1);
    let is_context = near(3).iter().zip(&is_core).map(|(near, core)| *near && !core).collect();
    let lines = text.lines.iter().enumerate().map(|(at, line)| Line {
        text: line.text.clone(),
        from: Some(at),
        is_same: true,
        copy: line.copy,
        is_heading: line.opens == Some(0),
    });
    let mut drift = Drift { text, lines: lines.collect(), is_core, is_context, rng };
    let count = [0, 1, 1, 1, 2, 2, 2, 3, 3, 4, 5, 6][drift.rng.below(12)];
    for _ in 0..count {
        let step = *drift.rng.pick(STEPS).expect("there are steps");
        let _ = step(&mut drift);
    }
    drift.lines
}

impl Drift<'_> {
    fn has(&self, marks: &[bool], at: usize) -> bool {
        let from = self.lines.get(at).and_then(|line| line.from);
        from.is_some_and(|from| marks[from])
    }

    /// Whether a line put before this one would come between what an edit changes and touches.
    fn is_inside(&self, at: usize) -> bool {
        let is_core = |at| self.has(&self.is_core, at);
        at > 0 && is_core(at - 1) && is_core(at)
    }

    fn new_line(text: String) -> Line {
        Line { text, from: None, is_same: false, copy: None, is_heading: false }
    }

    /// Lines of their own, or once more what the file has.
    fn insert_lines(&mut self) -> Option<()> {
        let at = self.rng.between(0, self.lines.len());
        let count = self.rng.between(1, 6);
        let new: Vec<Line> = if self.rng.once_in(2) {
            let first = self.rng.below(self.lines.len());
            let run = self.lines.iter().skip(first).take(count);
            run.map(|line| Self::new_line(line.text.clone())).collect()
        } else {
            let comment = self.text.shape.comment;
            let line = |number| Self::new_line(format!("{comment} more {number}"));
            (0..count).map(|_| line(self.rng.below(6))).collect()
        };
        (!self.is_inside(at)).then(|| drop(self.lines.splice(at..at, new)))
    }

    fn delete_lines(&mut self) -> Option<()> {
        let at = self.rng.below(self.lines.len());
        let end = (at + self.rng.between(1, 4)).min(self.lines.len());
        let is_free = (at..end).all(|at| !self.has(&self.is_core, at));
        (is_free && self.lines.len() > end - at).then(|| drop(self.lines.drain(at..end)))
    }

    fn change(&mut self, at: usize) -> Option<()> {
        let line = self.lines.get_mut(at)?;
        line.text = alter(&line.text, self.rng);
        line.is_same = false;
        Some(())
    }

    fn change_line(&mut self) -> Option<()> {
        let at = self.rng.below(self.lines.len());
        (!self.has(&self.is_core, at)).then_some(())?;
        self.change(at)
    }

    /// A line that the patch has as context.
    fn change_context(&mut self) -> Option<()> {
        let at = self.one_of(|drift, at| drift.has(&drift.is_context, at))?;
        self.change(at)
    }

    /// What the patch removes or touches: nothing of it can be right then.
    fn change_core(&mut self) -> Option<()> {
        let at = self.one_of(|drift, at| drift.has(&drift.is_core, at))?;
        if self.rng.once_in(3) {
            self.lines.remove(at);
            return Some(());
        }
        self.change(at)
    }

    fn rename(&mut self) -> Option<()> {
        let at = self.one_of(|drift, at| {
            drift.lines.get(at).is_some_and(|line| line.is_heading)
                && !drift.has(&drift.is_core, at)
        })?;
        self.rename_at(at)
    }

    fn rename_at(&mut self, at: usize) -> Option<()> {
        const NAMES: [&str; 3] = ["other_", "second_", "former_"];
        let name = *self.rng.pick(&NAMES)?;
        let line = self.lines.get_mut(at)?;
        // Before the last word that is a name: `fn x(`, `class X(`, `  x:`, `get('/x'`.
        let end = line.text.rfind("('").map_or(line.text.len(), |at| at + 3);
        let place = line.text.find(['(', '[']).filter(|_| end == line.text.len());
        let head = line.text.get(..place.filter(|at| *at > 0).unwrap_or(end))?;
        let trimmed = head.trim_end_matches(|c: char| !c.is_ascii_alphanumeric());
        let is_in_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let at = trimmed.trim_end_matches(is_in_name).len();
        line.text.insert_str(at, name);
        line.is_same = false;
        Some(())
    }

    fn one_of(&mut self, wanted: impl Fn(&Self, usize) -> bool) -> Option<usize> {
        let found: Vec<usize> = (0..self.lines.len()).filter(|at| wanted(self, *at)).collect();
        self.rng.pick(&found).copied()
    }

    /// Where a copy of the old file is now.
    fn range(&self, copy: usize) -> Option<(usize, usize)> {
        let is_in = |line: &Line| line.copy == Some(copy);
        let first = self.lines.iter().position(is_in)?;
        let end = self.lines.iter().rposition(is_in)? + 1;
        // Copies that were moved into one another are none.
        let is_whole =
            self.lines.get(first..end)?.iter().all(|line| line.copy.is_none_or(|it| it == copy));
        is_whole.then_some((first, end))
    }

    fn any_copy(&mut self) -> Option<(usize, usize)> {
        let copy = self.rng.below(self.text.copies);
        self.range(copy)
    }

    /// Another copy, named as the one it was made of or otherwise, before any.
    fn insert_copy(&mut self) -> Option<()> {
        let (first, end) = self.any_copy()?;
        let (at, _) = self.any_copy()?;
        let made =
            |line: &Line| Line { is_heading: line.is_heading, ..Self::new_line(line.text.clone()) };
        let lines: Vec<Line> = self.lines.get(first..end)?.iter().map(made).collect();
        let heading = lines.iter().position(|line| line.is_heading);
        (!self.is_inside(at)).then(|| drop(self.lines.splice(at..at, lines)))?;
        match heading {
            Some(heading) if !self.rng.once_in(4) => self.rename_at(at + heading),
            _ => Some(()),
        }
    }

    fn delete_copy(&mut self) -> Option<()> {
        let (first, end) = self.any_copy()?;
        let is_free = (first..end).all(|at| !self.has(&self.is_core, at));
        (is_free && self.lines.len() > end - first).then(|| drop(self.lines.drain(first..end)))
    }

    /// The copy that the patch is about.
    fn delete_its_copy(&mut self) -> Option<()> {
        let at = self.one_of(|drift, at| drift.has(&drift.is_core, at))?;
        let (first, end) = self.range(self.lines.get(at)?.copy?)?;
        (self.lines.len() > end - first).then(|| drop(self.lines.drain(first..end)))
    }

    /// Puts a copy before the one before it.
    fn swap(&mut self) -> Option<()> {
        let copy = self.rng.below(self.text.copies);
        let (first, end) = self.range(copy)?;
        let (before, _) = self.range(copy.checked_sub(1)?)?;
        let is_free = before < first
            && !self.is_inside(before)
            && !self.is_inside(first)
            && !self.is_inside(end);
        is_free.then(|| {
            self.lines.get_mut(before..end).map(|lines| lines.rotate_left(first - before))
        })?
    }
}
