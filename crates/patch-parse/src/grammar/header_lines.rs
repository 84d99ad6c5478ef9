//! Lines at the end of a hunk that are the header of the next file, or the signature of a mail,
//! although they could be lines of the hunk.

use super::body::Body;
use super::hunk_header::{HunkHeader, Sides, hunk_header};
use super::line::{Cursor, Line};
use super::names::is_same_path;
use super::timestamp::without_time;
use crate::ast::{HunkRange, Piece};

/// Whether `---`, `+++` and `@@` lines are next: no hunk line starts with `@@`, so all three are a
/// header.
pub(super) fn is_whole_header(cursor: &Cursor<'_>, line: &Line<'_>) -> bool {
    line.starts_with("--- ") && {
        let mut ahead = *cursor;
        ahead.next();
        ["+++ ", "@@"]
            .iter()
            .all(|prefix| ahead.next().is_some_and(|line| line.starts_with(prefix)))
    }
}

/// Whether a line is a mail signature: `-- ` after a hunk whose counts have come out, with no hunk
/// line after it. A text may be cut in the middle of one.
pub(super) fn is_mail_signature(cursor: &Cursor<'_>, line: &Line<'_>) -> bool {
    let is_of_hunk = |next: Line<'_>| next.is_marked() || next.starts_with("@");
    match line.text {
        b"-- " => !cursor.peek_second().is_some_and(is_of_hunk),
        b"-" | b"--" => line.is_cut(),
        _ => false,
    }
}

/// Whether a hunk has fewer lines than the numbers of its header, the first line, say, or none.
pub(crate) fn lacks_lines(hunk: &[Line<'_>]) -> bool {
    let Some((header, lines)) = hunk.split_first() else { return false };
    let range = match hunk_header(header.text) {
        Some(HunkHeader::Range(range, _) | HunkHeader::Loose { range, .. }) => range,
        Some(HunkHeader::Anywhere(_) | HunkHeader::Anchor(_)) | None => return lines.is_empty(),
    };
    let costs = lines.iter().map(|line| Piece::split(line.text).0.cost());
    let (old, new) = costs.fold((0, 0), |sum, cost| (sum.0 + cost.0, sum.1 + cost.1));
    old < range.old_count || new < range.new_count
}

/// Whether the counts came out even only because the header of the next file was counted.
///
/// A hunk may well remove `-- x` and add `++ y`. But when both name the same file, or the next hunk
/// would then start before this one ends, the two lines are the header of another file.
pub(super) fn swallows_header(body: &Body<'_>, range: HunkRange, cursor: &Cursor<'_>) -> bool {
    let next = || cursor.peek().filter(|line| line.starts_with("@@"));
    if body.ends_in_old_name() && cursor.starts_with("+++ ") {
        return cursor.peek_second().is_some_and(|line| line.starts_with("@@"));
    }
    let Some((old, new)) = body.last_names() else { return false };
    next().is_some_and(|next| {
        let next = match hunk_header(next.text) {
            Some(HunkHeader::Loose { sides: Sides::CountsAlone, .. }) => None,
            Some(HunkHeader::Range(next, _) | HunkHeader::Loose { range: next, .. }) => Some(next),
            _ => None,
        };
        are_header([old, new], range, next)
    })
}

/// Whether the last two lines of a hunk, which remove and add these names, are the header of another
/// file, given the numbers of the hunk that follows, if it has any. They are if both name one file,
/// if the next hunk has no numbers, or if it would start before this one ends.
pub(crate) fn are_header(
    [old, new]: [&[u8]; 2],
    range: HunkRange,
    next: Option<HunkRange>,
) -> bool {
    let end = |start: u64, count: u64| start.saturating_add(count);
    let follows = |next: HunkRange| {
        next.old_start >= end(range.old_start, range.old_count)
            && next.new_start >= end(range.new_start, range.new_count)
    };
    next.is_none_or(|next| !follows(next) || are_one_file(old, new))
}

/// Whether the names of a `---` and a `+++` line mean one file.
fn are_one_file(old: &[u8], new: &[u8]) -> bool {
    let [old, new] = [old, new].map(|name| without_time(name).trim_ascii());
    [old, new].contains(&b"/dev/null".as_slice()) || is_same_path(old.into(), new.into())
}
