//! Refuses hunks that remove lines and add a placeholder for them (`// ... existing code ...`),
//! which models write for lines that they mean to keep.

use std::collections::HashSet;

use bstr::{BStr, ByteSlice};
use patch_parse::{Hunk, HunkLine, HunkLines, LineKind};

use super::scene::Placed;
use crate::Cause;
use crate::failure::HunkFailure;
use crate::remark::Remark;
use crate::text::Text;
use crate::text::blanks::{depth, is_blank_line};
use crate::text::omission::is_placeholder;
use crate::text::omission_comment::{OmissionComment, is_only_comment, omission_comment};
use crate::text::words::{are_alike, has_words};

/// Refuses hunks that put a placeholder in the place of other lines: which of these are meant to
/// stay is not known. `dots` is whether any line may have some.
pub(super) fn refuse(text: Text<'_>, hunks: &[Hunk<'_>], placed: &mut [Placed], dots: bool) {
    for ((index, slot), hunk) in placed.iter_mut().enumerate().zip(hunks) {
        let Placed::At(place) = slot else { continue };
        if let Some(added) = in_hunk(text, hunk, dots) {
            let mut refused = HunkFailure::unmapped(Cause::PlaceholderAdded, index, hunk, place);
            refused.remark =
                Some(Remark::Placeholder { line: place.line_index + 1, text: added.to_owned() });
            *slot = Placed::Failed(refused);
        }
    }
}

/// The line that a hunk adds for lines that it removes, if the file does not have it.
fn in_hunk<'h>(text: Text<'_>, hunk: &'h Hunk<'_>, dots: bool) -> Option<&'h BStr> {
    let lines = &hunk.lines;
    let removed = lines.removed_count();
    if removed == 0 || !may_have_one(lines, dots, removed > 1) {
        return None;
    }
    let lines: Vec<HunkLine<'_>> = lines.iter().collect();
    let is_context = |line: &HunkLine<'_>| line.kind == LineKind::Context;
    let mut start = 0_usize;
    lines.split(is_context).find_map(|change| {
        let front = start.checked_sub(1).and_then(|at| lines.get(at)).map(|line| line.text);
        start += change.len() + 1;
        let added = texts(change, LineKind::Add);
        placeholder(text.body(), front, &texts(change, LineKind::Remove), &added)
    })
}

fn texts<'l>(lines: &[HunkLine<'l>], kind: LineKind) -> Vec<&'l BStr> {
    lines.iter().filter(|line| line.kind == kind).map(|line| line.text).collect()
}

/// The added line of a new file that stands for lines of the one which was there before.
pub(crate) fn in_new_file<'h>(old: &[u8], lines: &'h HunkLines<'_>) -> Option<&'h BStr> {
    if !may_have_one(lines, true, true) {
        return None;
    }
    let removed: Vec<_> = old.lines().map(BStr::new).collect();
    let added: Vec<_> = lines.iter().map(|line| line.text).collect();
    placeholder(old, None, &removed, &added)
}

/// Whether a hunk may add such a line, with dots or as a comment; `false` is certain. Nearly none
/// does.
fn may_have_one(lines: &HunkLines<'_>, dots: bool, comments: bool) -> bool {
    let has_dots = || dots && (lines.may_contain(b"...") || lines.may_contain("…".as_bytes()));
    let has_comment = || {
        let mut added = lines.iter().filter(|line| line.kind == LineKind::Add);
        added.any(|line| omission_comment(line.text).is_some())
    };
    lines.added_count() > 0 && (has_dots() || (comments && has_comment()))
}

/// The added line that stands for lines of those which a change takes away. `front` is the line
/// before the change.
fn placeholder<'h>(
    file: &[u8],
    front: Option<&BStr>,
    removed: &[&BStr],
    added: &[&'h BStr],
) -> Option<&'h BStr> {
    let stays: HashSet<&[u8]> = added.iter().map(|line| line.trim_ascii()).collect();
    let is_lost = |line: &&&BStr| has_words(line) && !stays.contains(line.trim_ascii());
    let lost: Vec<_> = removed.iter().filter(is_lost).collect();
    let is_of_code = |line: &&&&BStr| !is_only_comment(line);
    let takes_code = lost.iter().filter(is_of_code).count() > 1;
    let is_beside_comment = |at: usize| {
        let beside = [at.checked_sub(1), Some(at + 1)].into_iter().flatten();
        beside.filter_map(|at| added.get(at)).any(|line| is_only_comment(line))
    };
    // Tools show what stays as context: who writes a line again writes the block from memory.
    let is_rewritten = || removed.iter().any(|line| !is_blank_line(line) && added.contains(line));
    // So does who writes less than is lost, and among it a line in another form.
    let is_shortened = || {
        added.len() <= lost.len()
            && lost.iter().any(|old| added.iter().any(|new| are_alike(old, new)))
    };
    // In Python dots are the body of what the line before opens, or go on with an example.
    let is_code = |at: usize| {
        let before = at.checked_sub(1).map_or(front, |at| added.get(at).copied());
        let before = before.map(|line| line.trim_ascii()).unwrap_or_default();
        let own = added.get(at).and_then(|line| depth(line));
        let ends_block = added.get(at + 1).is_none_or(|next| depth(next) < own);
        let opens = [":", "\"\"\"", "'''"].iter().any(|end| before.ends_with_str(end));
        (opens && ends_block) || before.starts_with(b"...") || before.starts_with(b">>>")
    };
    let is_one = |(at, line): (usize, &&BStr)| {
        let is_known = || file.contains_str(line.trim_ascii());
        is_placeholder(line) && !is_known()
            || match omission_comment(line).filter(|_| takes_code) {
                // A line of a longer comment is one of its words.
                Some(OmissionComment::Words) => !is_beside_comment(at) && !is_known(),
                Some(OmissionComment::Dots) => {
                    (added.len() == 1 || is_rewritten() || is_shortened()) && !is_known()
                }
                // At the margin they end a document of YAML.
                Some(OmissionComment::BareDots) => {
                    let is_inside = || depth(line).is_some_and(|depth| depth > 0);
                    (is_rewritten() || (is_inside() && is_shortened()))
                        && !is_code(at)
                        && !is_known()
                }
                None => false,
            }
    };
    let found = added.iter().enumerate().find(|(at, line)| is_one((*at, line)));
    found.map(|(_, line)| *line).filter(|_| !lost.is_empty())
}
