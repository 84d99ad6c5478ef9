//! The change that the writer of the patch meant.

use super::super::rng::Rng;
use super::text::{Text, alter, indent};

/// Lines of the old file and what comes in their place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Edit {
    /// The first line that goes, or the line that the new ones come before; 0-based.
    pub(super) at: usize,
    /// Lines that go.
    pub(super) removed: usize,
    pub(super) added: Vec<String>,
}

impl Edit {
    /// The line after the last that goes.
    pub(super) fn end(&self) -> usize {
        self.at + self.removed
    }
}

/// One to four edits in the order of the file, at least a line apart.
pub(super) fn edits(text: &Text, rng: &mut Rng) -> Vec<Edit> {
    let copy = rng.below(text.copies);
    let count = [1, 1, 1, 1, 1, 2, 2, 3, 3, 4][rng.below(10)];
    let is_parallel = count > 1 && rng.once_in(3);
    let mut edits: Vec<Edit> = Vec::new();
    let model = edit(text, copy, rng);
    for number in 0..count {
        let next = match number {
            0 => model.clone(),
            _ if is_parallel => in_copy(text, &model, copy, (copy + number) % text.copies),
            // Half of the time where the first is.
            _ if rng.once_in(2) => edit(text, copy, rng),
            _ => {
                let other = rng.below(text.copies);
                edit(text, other, rng)
            }
        };
        if is_apart(&next, &edits) && next.end() <= text.lines.len() {
            edits.push(next);
        }
    }
    edits.sort_by_key(|edit| edit.at);
    edits
}

/// Whether a line that stays is between this and each of the others.
fn is_apart(edit: &Edit, others: &[Edit]) -> bool {
    others.iter().all(|other| edit.at > other.end() || other.at > edit.end())
}

/// The same edit in another copy.
fn in_copy(text: &Text, edit: &Edit, from: usize, to: usize) -> Edit {
    let (first, _) = text.range(from);
    let (other, end) = text.range(to);
    let at = (other + edit.at - first).min(end.saturating_sub(edit.removed));
    Edit { at, ..edit.clone() }
}

fn edit(text: &Text, copy: usize, rng: &mut Rng) -> Edit {
    let (first, end) = text.range(copy);
    let at = rng.between(first, end.saturating_sub(1));
    let most = (end - at).min(3);
    let line = |at: usize| text.lines.get(at).map_or("", |line| &*line.text);
    match rng.below(4) {
        // Replaced, by as many lines or a few more.
        0 | 1 => {
            let removed = rng.between(1, most.min(2));
            let mut added: Vec<String> =
                (at..at + removed).map(|at| alter(line(at), rng)).collect();
            for _ in 0..rng.below(3) {
                added.push(new_line(text, at, rng));
            }
            Edit { at, removed, added }
        }
        2 => {
            let added = (0..rng.between(1, 3)).map(|_| new_line(text, at, rng)).collect();
            Edit { at, removed: 0, added }
        }
        _ => Edit { at, removed: rng.between(1, most), added: Vec::new() },
    }
}

/// A line to add: a new one, or one that the file has already.
fn new_line(text: &Text, at: usize, rng: &mut Rng) -> String {
    let near = text.lines.get(at).map_or("", |line| &*line.text);
    match rng.below(3) {
        0 => rng.pick(&text.lines).map_or_else(String::new, |line| line.text.clone()),
        1 => format!("{}step({})", indent(near), rng.below(5)),
        _ => format!("{}{} note {}", indent(near), text.shape.comment, rng.below(5)),
    }
}
