//! Decides which corrected hunks are not suggested, however well they would apply: those that may
//! be meant for another place, and those whose lines may not be what the writer meant.

use bstr::ByteSlice;
use patch_parse::LineKind;

use super::align::Step;
use super::likeness::Level;
use super::near::{Lost, Near};
use crate::Placement;
use crate::place::{heads_flat, may_head};
use crate::text::LineTable;
use crate::text::blanks::without_indentation;

/// The lines of the file that other hunks cover, or come closest to.
#[derive(Debug)]
pub(super) struct Taken {
    /// For each hunk that has a place: its index, its first line and the line after its last,
    /// 0-based.
    placed: Vec<(usize, usize, usize)>,
    /// The same for hunks that have none, at their closest place.
    near: Vec<(usize, usize, usize)>,
}

impl Taken {
    pub(super) fn of(places: &[Option<Placement>], lost: &[Lost<'_>]) -> Self {
        let place = |(index, place): (usize, &Option<Placement>)| {
            let place = place.as_ref()?;
            Some((index, place.line_index, place.line_index + place.line_count))
        };
        let near = |lost: &Lost<'_>| {
            let alignment = &lost.near.as_ref()?.alignment;
            Some((lost.index, alignment.first, alignment.last + 1))
        };
        Self {
            placed: places.iter().enumerate().filter_map(place).collect(),
            near: lost.iter().filter_map(near).collect(),
        }
    }

    /// Whether no other hunk covers or comes closest to the lines of a place, and the place keeps
    /// the order of the hunks that have one.
    pub(super) fn is_free(&self, index: usize, near: &Near) -> bool {
        let (first, end) = (near.alignment.first, near.alignment.last + 1);
        let is_beside = |(other, start, stop): &(usize, usize, usize)| {
            *other == index || *stop <= first || end <= *start
        };
        let is_in_order = |(other, start, stop): &(usize, usize, usize)| {
            if *other < index { *stop <= first } else { *other == index || end <= *start }
        };
        self.placed.iter().all(is_in_order) && self.near.iter().all(is_beside)
    }
}

/// Whether every line that heads what the hunk changes is the same in the file, or names the same
/// thing. If one differs, the lines below it may agree and yet belong to another block.
pub(super) fn keeps_headings(table: &LineTable<'_>, lost: &Lost<'_>, near: &Near) -> bool {
    near.alignment.steps.iter().all(|step| match *step {
        Step::Pair { old, file, level: Level::Differs(_) } => {
            !is_heading(lost, old) || has_same_name(line_of(lost, old), table.line(file))
        }
        Step::OnlyPatch { old, .. } => !is_heading(lost, old),
        Step::Pair { .. } | Step::OnlyFile { .. } => true,
    })
}

fn line_of<'h>(lost: &Lost<'h>, old: usize) -> &'h [u8] {
    lost.old.get(old).copied().unwrap_or_default()
}

/// Whether an old line heads the lines after it.
fn is_heading(lost: &Lost<'_>, old: usize) -> bool {
    let (depth, words) = without_indentation(line_of(lost, old));
    let is_deeper = || {
        let mut behind = lost.old.iter().skip(old + 1).map(|line| without_indentation(line));
        let next = behind.find(|(_, words)| !words.is_empty());
        next.is_some_and(|(next, _)| next.len() > depth.len())
    };
    heads_flat(words) || (may_head(words) && is_deeper())
}

/// Whether two lines name one thing: they are equal up to the first sign after two words, for
/// example when only a function's arguments differ.
fn has_same_name(one: &[u8], other: &[u8]) -> bool {
    let name = |line| -> &[u8] {
        let words = without_indentation(line).1;
        let end = words.iter().position(|byte| b"({[:<=".contains(byte));
        words.get(..end.unwrap_or(words.len())).unwrap_or_default().trim_ascii_end()
    };
    let (one, other) = (name(one), name(other));
    one == other && one.contains(&b' ')
}

/// Whether something taken for a mark may be text, or the text after a mark may begin with another
/// mark. Suspicious are a bare blank line (among added lines; beside one where the file has none;
/// or anywhere the file has none, if no header counts the lines), a Unicode minus, `--` and `++`.
/// Lines that the file has exactly so are above suspicion.
pub(super) fn has_damaged_marks(lost: &Lost<'_>, near: &Near) -> bool {
    let mut agreeing = vec![false; lost.old.len()];
    for step in &near.alignment.steps {
        if let Step::Pair { old, level: Level::Same, .. } = step
            && let Some(slot) = agreeing.get_mut(*old)
        {
            *slot = true;
        }
    }
    let mut agreeing = agreeing.into_iter();
    let mut before = None;
    let mut lines = lost.hunk.lines.iter().peekable();
    while let Some(line) = lines.next() {
        let is_old = line.kind != LineKind::Add;
        let agrees = is_old && agreeing.next() == Some(true);
        let next = lines.peek().map(|next| next.kind);
        let is_bare = line.kind == LineKind::Context && line.text.trim_ascii().is_empty();
        let beside = [before, next].iter().filter(|kind| **kind == Some(LineKind::Add)).count();
        let may_be_added = !agrees && lost.hunk.range().is_none();
        if is_bare && (may_be_added || beside > usize::from(agrees)) {
            return true;
        }
        if !agrees && begins_with_mark(line.kind, line.text) {
            return true;
        }
        before = Some(line.kind);
    }
    false
}

/// Whether a text begins with the mark of its line again, or with something that looks like a mark.
/// An added `-` does not count: items of lists begin so.
fn begins_with_mark(kind: LineKind, text: &[u8]) -> bool {
    match text.chars().next() {
        Some('-') => kind != LineKind::Add,
        Some('+') => kind != LineKind::Remove,
        Some('\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{FE63}' | '\u{FF0D}' | '\u{FF0B}') => true,
        _ => false,
    }
}
