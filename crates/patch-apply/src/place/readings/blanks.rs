//! Empty lines without a mark next to added lines: context, or added lines that lost their `+`?
//!
//! Readers of the format take them for context, and so they are if the hunk has a place that way.
//! They are taken as added only if it has none, and the hunk without them matches as written in
//! exactly one place. A hunk that has no other old lines inserts: an empty line by itself is not a
//! place.

use bstr::ByteSlice;
use patch_parse::{Blanks, Format, Hunk, HunkLine, HunkLines, LineKind};

use super::written::written_at;
use crate::place::placement::Placement;
use crate::text::blanks::is_blank_line;
use crate::text::words::has_words;
use crate::text::{Text, last_line};

/// Whether no count says what the empty lines of a hunk are. In an envelope counts are ignored.
pub(super) fn is_uncounted(hunk: &Hunk<'_>, format: Format) -> bool {
    hunk.range().is_none() || hunk.leaves_blanks_open() || format == Format::OpenCode
}

/// A hunk whose counts make empty lines added ones, with these as context, if it is then as
/// written at its number: counts are advice. If it is so as counted as well, an empty line between
/// added lines that replace others is one of these.
pub(super) fn context_at_number<'h>(text: Text<'_>, hunk: &Hunk<'h>) -> Option<Hunk<'h>> {
    let context = hunk.with_blanks_as_context()?;
    let line = usize::try_from(hunk.range()?.first_old_line()).ok()?.checked_sub(1)?;
    written_at(text, line, &context)?;
    let is_one_of_them = || is_amid_replacement(hunk) && written_at(text, line, hunk).is_some();
    (!is_one_of_them()).then_some(context)
}

/// Whether an empty line without a mark is read as added, and between added lines that replace
/// others.
fn is_amid_replacement(hunk: &Hunk<'_>) -> bool {
    let lines: Vec<(HunkLine<'_>, bool)> = hunk.lines.iter().zip(hunk.bare_blanks()).collect();
    lines.split(|(line, _)| line.kind == LineKind::Context).any(|change| {
        let is_between = |three: &[(HunkLine<'_>, bool)]| {
            matches!(three, [_, (_, true), _])
                && three.iter().all(|(line, _)| line.kind == LineKind::Add)
        };
        change.iter().any(|(line, _)| line.kind == LineKind::Remove)
            && change.windows(3).any(is_between)
    })
}

/// A hunk without the empty line that ends it, where its counts take that for context: it parts the
/// hunk from the next one.
pub(super) fn without_separator<'h>(hunk: &Hunk<'h>) -> Option<Hunk<'h>> {
    let lines = &hunk.lines;
    let is_counted = hunk.range().is_some() && !hunk.is_miscounted();
    let is_context = lines.iter().last().is_some_and(|last| last.kind == LineKind::Context);
    let is_bare = || hunk.bare_blanks().last() == Some(&true);
    let rest = lines.len().checked_sub(1).filter(|_| is_counted && is_context && is_bare())?;
    Some(hunk.clone().with_lines(lines.iter().take(rest).collect()))
}

/// The hunk as an insertion, if it is one but for empty lines between what it adds.
pub(super) fn insertion<'h>(hunk: &Hunk<'h>, format: Format) -> Option<Hunk<'h>> {
    let begins_added = || hunk.lines.iter().next().is_some_and(|line| line.kind == LineKind::Add);
    let may_be = hunk.lines.removed_count() == 0
        && hunk.lines.context_count() > 0
        && is_uncounted(hunk, format)
        && begins_added();
    let read = may_be.then(|| hunk.with_blanks_added(Blanks::Between)).flatten()?;
    (read.lines.old_count() == 0).then_some(read)
}

/// A chunk that removes nothing, with one of the empty lines around what it adds as an added one:
/// whichever of the two is new, the file is the same with it.
pub(super) fn with_one_added<'h>(hunk: &Hunk<'h>, format: Format) -> Option<Hunk<'h>> {
    with_added(hunk, format, |kinds| {
        let mut added = vec![false; kinds.len()];
        for (at, window) in kinds.windows(2).enumerate() {
            let begins = kinds.get(..=at).unwrap_or_default();
            let front = begins.iter().rfind(|kind| **kind != Kind::Add);
            if let ([Kind::Add, Kind::Blank], Some(Kind::Blank)) = (window, front)
                && let Some(added) = added.get_mut(at + 1)
            {
                *added = true;
            }
        }
        added
    })
}

/// The fewest lines of context around empty ones that are all added.
const FEWEST_CONTEXT: usize = 2;

/// A chunk that removes nothing, with the empty lines between what it adds and context as added
/// ones, whatever their marks.
pub(super) fn with_all_added<'h>(hunk: &Hunk<'h>, format: Format) -> Option<Hunk<'h>> {
    // One line of context does not tell which line is left out beside it.
    let context = hunk.old_lines().filter(|line| !is_blank_line(line.text)).count();
    if context < FEWEST_CONTEXT {
        return None;
    }
    with_added(hunk, format, |kinds| {
        let mut added = Vec::with_capacity(kinds.len());
        for run in kinds.chunk_by(|one, next| one == next) {
            let end = added.len() + run.len();
            let front = added.len().checked_sub(1).and_then(|at| kinds.get(at));
            let around = front.zip(kinds.get(end));
            let is_beside = around.is_some_and(|around| {
                matches!(around, (Kind::Add, Kind::Context) | (Kind::Context, Kind::Add))
            });
            added.resize(end, is_beside && run.first() == Some(&Kind::Blank));
        }
        added
    })
}

/// What a line of a chunk is that removes nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Blank,
    Context,
    Add,
}

/// A chunk that removes nothing, with lines as added ones.
fn with_added<'h>(
    hunk: &Hunk<'h>,
    format: Format,
    choose: impl Fn(&[Kind]) -> Vec<bool>,
) -> Option<Hunk<'h>> {
    // Of nothing but empty lines it does not show where they belong.
    let is_added =
        |line: HunkLine<'_>| line.kind == LineKind::Add && !line.text.trim_ascii().is_empty();
    if format != Format::OpenCode
        || hunk.lines.removed_count() > 0
        || !hunk.lines.iter().any(is_added)
    {
        return None;
    }
    let kind = |line: HunkLine<'_>| match line.kind {
        LineKind::Add | LineKind::Remove => Kind::Add,
        LineKind::Context if line.text.trim_ascii().is_empty() => Kind::Blank,
        LineKind::Context => Kind::Context,
    };
    let kinds: Vec<Kind> = hunk.lines.iter().map(kind).collect();
    let added = choose(&kinds);
    if !added.contains(&true) {
        return None;
    }
    let mut lines = HunkLines::default();
    for (line, is_added) in hunk.lines.iter().zip(added) {
        let kind = if is_added { LineKind::Add } else { line.kind };
        lines.push(HunkLine { kind, ..line });
    }
    Some(hunk.clone().with_lines(lines))
}

/// Whether empty lines that another reading of a hunk adds may be context nevertheless: the file
/// has one beside the old line next to them elsewhere, or before the place that begins with them,
/// parted from it by one line that may be new. Nor are they added if the line before them goes on.
pub(super) fn may_be_context(
    text: Text<'_>,
    before: &Hunk<'_>,
    hunk: &Hunk<'_>,
    place: &Placement,
) -> bool {
    before.lines.len() == hunk.lines.len()
        && (is_parted_from_blank(text, before, hunk, place)
            || parts_continued(before, hunk)
            || is_like_context(text, &sides(before, hunk), place))
}

/// Whether the first old line of a hunk is an empty one that it now adds, or the last one, between
/// context and what it adds; and the file has an empty line before the place, or after it, with one
/// line between.
fn is_parted_from_blank(
    text: Text<'_>,
    before: &Hunk<'_>,
    hunk: &Hunk<'_>,
    place: &Placement,
) -> bool {
    let pairs: Vec<(HunkLine<'_>, HunkLine<'_>)> =
        before.lines.iter().zip(hunk.lines.iter()).collect();
    let is_old = |pair: &&(HunkLine<'_>, HunkLine<'_>)| pair.0.kind != LineKind::Add;
    let is_added = |pair: Option<&(HunkLine<'_>, HunkLine<'_>)>| {
        pair.is_some_and(|(line, now)| line.kind != now.kind)
    };
    let are_parted = |[near, far]: [Option<&[u8]>; 2]| {
        near.is_some_and(has_words) && far.is_some_and(is_blank_line)
    };
    let mut above = text.slice(text.start..place.start);
    let mut below = text.slice(place.end..text.bytes.len()).lines_with_terminator();
    let added = pairs.iter().rev().take_while(|pair| !is_old(pair)).count();
    let last = pairs.get(..pairs.len() - added).unwrap_or_default();
    let ends_context =
        matches!(last, [.., front, _] if added > 0 && is_old(&front) && has_words(front.0.text));
    (is_added(pairs.iter().find(is_old))
        && are_parted([last_line(&mut above), last_line(&mut above)]))
        || (ends_context && is_added(last.last()) && are_parted([below.next(), below.next()]))
}

/// Whether a line that ends in a backslash would be followed by an empty one.
fn parts_continued(before: &Hunk<'_>, hunk: &Hunk<'_>) -> bool {
    let lines: Vec<(HunkLine<'_>, HunkLine<'_>)> =
        before.lines.iter().zip(hunk.lines.iter()).collect();
    lines.windows(2).any(|pair| match pair {
        [(front, _), (line, now)] => {
            line.kind != now.kind
                && now.kind == LineKind::Add
                && front.text.ends_with(b"\\")
                && !front.text.ends_with(b"\\\\")
        }
        _ => false,
    })
}

/// Whether a file has lines elsewhere than at a place: then something like the hunk as it was read
/// before may be meant.
fn is_like_context(text: Text<'_>, sides: &[Vec<Vec<u8>>], place: &Placement) -> bool {
    let lines = text.body().lines();
    let lines: Vec<&[u8]> = lines.map(<[u8]>::trim_ascii).collect();
    let has = |side: &Vec<Vec<u8>>| {
        let is_inside = |first: &usize| {
            *first >= place.line_index && first + side.len() <= place.line_index + place.line_count
        };
        let windows = lines.windows(side.len().max(1)).enumerate();
        windows.filter(|(first, _)| !is_inside(first)).any(|(_, lines)| lines == side.as_slice())
    };
    sides.iter().any(has)
}

/// The old lines next to the ones that were read anew, from a line with words on, with an empty
/// line in their place. Where others beside them stay context, the file has one there.
fn sides(before: &Hunk<'_>, hunk: &Hunk<'_>) -> Vec<Vec<Vec<u8>>> {
    let lines = before.lines.iter().zip(hunk.lines.iter());
    let old = lines.filter(|(line, _)| line.kind != LineKind::Add);
    let old: Vec<(Vec<u8>, bool)> =
        old.map(|(line, now)| (line.text.trim_ascii().to_vec(), now.kind != line.kind)).collect();
    let is_anew = |line: &(Vec<u8>, bool)| line.1;
    let runs = old.chunk_by(|one, next| one.0.is_empty() == next.0.is_empty());
    let is_left = |run: &[(Vec<u8>, bool)]| run.iter().any(|line| !line.1);
    let old: Vec<(Vec<u8>, bool)> =
        runs.flat_map(|run| run.iter().filter(|line| !(line.1 && is_left(run))).cloned()).collect();
    let mut sides = Vec::new();
    for pair in old.split_inclusive(is_anew) {
        let [front @ .., (_, true)] = pair else { continue };
        let from = front.iter().rposition(|(line, _)| has_words(line)).unwrap_or(0);
        let near = front.get(from..).unwrap_or_default().iter().map(|(line, _)| line.clone());
        sides.push(near.chain([Vec::new()]).collect());
    }
    for back in old.split(is_anew).skip(1) {
        let end = back.iter().position(|(line, _)| has_words(line)).unwrap_or(back.len());
        let near = back.iter().take(end + 1).map(|(line, _)| line.clone());
        sides.push([Vec::new()].into_iter().chain(near).collect());
    }
    sides.retain(|side: &Vec<Vec<u8>>| side.len() > 1);
    sides
}
