//! Checks whether the old lines are still there next to the new ones that were found. A removed
//! block often begins or ends like the lines around it, so finding the new lines alone does not prove
//! that the change was made.

use patch_parse::{Hunk, HunkLine, LineKind};

use crate::place::lookup::Lookup;
use crate::place::scene::Scene;
use crate::text::blanks::{is_blank_line, without_indentation, without_trailing_blanks};
use crate::text::last_line;
use crate::text::omission::may_stand_for_lines;
use crate::text::words::has_words;

/// So many more lines than a hunk has are looked at: the empty ones of the file.
const MOST_EMPTY: usize = 16;

/// Whether the old lines of a hunk that takes lines away, empty ones and indentation aside, begin
/// where its new lines were found, or end there; or lines that it takes away, and puts none in the
/// place of, are beside these. With dots among the removed lines that is not known, so they may be.
pub(super) fn are_old_there<L: Lookup>(
    scene: &mut Scene<'_, '_, L>,
    hunk: &Hunk<'_>,
    line: usize,
) -> bool {
    let is_worded = |line: &HunkLine<'_>| !is_blank_line(line.text);
    let count = |kind: LineKind| {
        hunk.lines.iter().filter(|line| line.kind == kind).filter(is_worded).count()
    };
    // Dots among removed lines stand for others, which are not compared.
    let is_elided =
        |line: HunkLine<'_>| line.kind == LineKind::Remove && may_stand_for_lines(line.text);
    if are_removed_beside(scene, hunk, line) || hunk.lines.iter().any(is_elided) {
        return true;
    }
    // Else the new lines are what sets the file apart.
    if count(LineKind::Remove) <= count(LineKind::Add) {
        return false;
    }
    // Brackets say nothing without their depth.
    let is_told = |line: &HunkLine<'_>| line.kind == LineKind::Remove && has_words(line.text);
    let plain = if hunk.lines.iter().any(|line| is_told(&line)) {
        |line| without_indentation(line).1
    } else {
        without_trailing_blanks
    };
    let old = hunk.old_lines().filter(is_worded);
    let old: Vec<&[u8]> = old.map(|line| plain(line.text)).collect();
    let most = hunk.lines.old_count().saturating_add(MOST_EMPTY);
    let begin = scene.lines_at(line).take(most).map(plain).filter(|line| !line.is_empty());
    if begins_with(begin, old.iter()) {
        return true;
    }
    let end = scene.lookup.start_of(line + hunk.lines.new_count());
    let mut above = scene.text.slice(scene.text.start..end);
    let upwards = std::iter::from_fn(|| last_line(&mut above)).take(most).map(plain);
    begins_with(upwards.filter(|line| !line.is_empty()), old.iter().rev())
}

/// Whether lines that a hunk takes away, and puts none in the place of, are where they were: after
/// the new lines before them, or before those after them, and beyond all of these.
fn are_removed_beside<L: Lookup>(
    scene: &mut Scene<'_, '_, L>,
    hunk: &Hunk<'_>,
    line: usize,
) -> bool {
    let lines: Vec<HunkLine<'_>> = hunk.lines.iter().collect();
    let count = hunk.lines.new_count();
    let mut before = 0;
    lines.chunk_by(|one, next| is_change(one) == is_change(next)).any(|part| {
        let at = before;
        before += part.iter().filter(|line| line.kind != LineKind::Remove).count();
        let is_taken = part.iter().all(|line| line.kind == LineKind::Remove);
        if !is_taken || part.iter().all(|line| !has_words(line.text)) {
            return false;
        }
        let gone: Vec<&[u8]> = part.iter().map(|line| without_indentation(line.text).1).collect();
        let mut is_from = |first: usize| {
            let in_file = scene.lines_at(first).map(|line| without_indentation(line).1);
            begins_with(in_file, gone.iter())
        };
        (part.len() > count - at && is_from(line + at))
            || (part.len() > at && (line + at).checked_sub(part.len()).is_some_and(is_from))
    })
}

fn is_change(line: &HunkLine<'_>) -> bool {
    line.kind != LineKind::Context
}

/// Whether some lines begin with those of a hunk.
fn begins_with<'f, 'l>(
    mut lines: impl Iterator<Item = &'f [u8]>,
    mut old: impl Iterator<Item = &'l &'l [u8]>,
) -> bool {
    old.all(|old| lines.next() == Some(*old))
}
