//! A line of the file that a hunk passes over next to what it replaces, while all its old lines are
//! in one place as written.

use patch_parse::{Hunk, HunkLine, HunkLines, LineKind};

use super::elided::are_between;
use super::rest::belongs_to_removed;
use super::stale::context;
use crate::text::Text;
use crate::text::blanks::{depth, is_blank_line, without_trailing_blanks};
use crate::text::blocks::opens_block;
use crate::text::form::{names_another, share_half};
use crate::text::words::{are_alike, has_words};

/// The most old lines of a hunk that is looked for, and the fewest with words beside the one that
/// differs.
pub(super) const MOST_LINES: usize = 256;
pub(super) const FEWEST_OTHERS: usize = 3;

/// So many other lines may differ where a place is not told from the one found.
pub(super) const MOST_UNLIKE: usize = 2;

/// The hunk with the line of the file that it lacks between context and removed lines; `None` if
/// that line may be meant to be replaced as well, or the place is not certain.
pub(super) fn with_line_between<'h>(text: Text<'_>, hunk: &Hunk<'h>) -> Option<Hunk<'h>> {
    let is_old = |line: &HunkLine<'_>| line.kind != LineKind::Add;
    let lines: Vec<HunkLine<'_>> = hunk.lines.iter().collect();
    let old: Vec<HunkLine<'_>> = lines.iter().copied().filter(is_old).collect();
    let worded = old.iter().filter(|line| has_words(line.text)).count();
    if old.len() > MOST_LINES || worded <= FEWEST_OTHERS || hunk.lines.removed_count() == 0 {
        return None;
    }
    let (between, front) = only_between(text.body(), &old)?;
    let (last, first) = (old.get(front.checked_sub(1)?)?, old.get(front)?);
    let mut places = lines.iter().enumerate().filter(|(_, line)| is_old(line));
    let end = places.nth(front - 1)?.0 + 1;
    let added = lines.get(end..)?.iter().take_while(|line| !is_old(line)).count();
    // What is added goes with what is removed.
    let at = match (last.kind, first.kind) {
        (LineKind::Context, LineKind::Remove) if added == 0 => end,
        (LineKind::Remove, LineKind::Context) => end + added,
        _ => return None,
    };
    let (front, behind) = lines.split_at_checked(at)?;
    let changes = |line: &&HunkLine<'_>| line.kind != LineKind::Context;
    let change = front.iter().rev().take_while(changes).chain(behind.iter().take_while(changes));
    // What opens a block is left out where the next line shows that it is in one.
    let is_in_block = || depth(first.text) > depth(between);
    let is_certain = !is_blank_line(between)
        && (!opens_block(between) || is_in_block())
        && are_between(&[between], last, first)
        && !(is_in_block() && names_another(last.text, between))
        && change.clone().any(|line| is_old(line) && has_words(line.text))
        && !change.filter(|line| !is_old(line)).any(|line| may_replace(line.text, between))
        && !belongs_to_removed(front, &[between], behind);
    is_certain.then(|| {
        let mut full = HunkLines::default();
        full.extend(front.iter().copied());
        full.extend([context(between)]);
        full.extend(behind.iter().copied());
        hunk.clone().with_lines(full)
    })
}

/// The line of the file between old lines that are there as written, and how many of these are
/// before it; `None` if most of them are in another place as well.
fn only_between<'f>(bytes: &'f [u8], old: &[HunkLine<'_>]) -> Option<(&'f [u8], usize)> {
    let in_file: Vec<&[u8]> = bytes.split_inclusive(|byte| *byte == b'\n').collect();
    let old: Vec<&[u8]> = old.iter().map(|line| without_trailing_blanks(line.text)).collect();
    let is_same = |(line, old): &(&&[u8], &&[u8])| without_trailing_blanks(line) == **old;
    let mut found = None;
    for lines in in_file.windows(old.len() + 1) {
        let front = lines.iter().zip(&old).take_while(is_same).count();
        let behind = lines.iter().rev().zip(old.iter().rev()).take_while(is_same).count();
        if front + behind + MOST_UNLIKE < old.len() {
            continue;
        }
        // It is the like of one beside it, or most lines are here as well.
        if front + behind != old.len() || found.is_some() {
            return None;
        }
        found = Some((*lines.get(front)?, front));
    }
    found
}

/// Whether an added line may be meant in the place of one of the file.
fn may_replace(added: &[u8], line: &[u8]) -> bool {
    let (added, line) = (added.trim_ascii(), line.trim_ascii());
    added == line || are_alike(line, added) || share_half(added, line)
}
