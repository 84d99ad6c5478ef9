//! Makes hunks from changes: decides which changes share a hunk, and adds context and headings.

use std::ops::Range;

use bstr::ByteSlice;
use patch_parse::{Hunk, HunkLine, HunkLines, LineKind};

use crate::engine::{Change, Region, regions};
use crate::headings::{Finder, Headings, Language};
use crate::{Entry, FileChange, GenOptions};

/// The hunks that turn `old` into `new`, in order; none if they are equal.
///
/// The lines borrow from the texts. Each hunk has its range and, as its section heading, the last
/// line above it that is a heading according to [`GenOptions::headings`]. The bytes may be
/// anything; only LF ends a line.
///
/// Linear in the texts where they agree; around differences, the cost is that of the algorithm.
pub fn hunks<'a>(old: &'a [u8], new: &'a [u8], options: &GenOptions) -> Vec<Hunk<'a>> {
    hunks_in(old, new, options.headings.language(None, "".into()), options)
}

/// The hunks of a file's change, whatever its contents are. If [`GenOptions::headings`] asks for
/// that, the section headings are those of the language that the file's names show.
pub fn file_hunks<'a>(change: FileChange<'a>, options: &GenOptions) -> Vec<Hunk<'a>> {
    let contents = |entry: Option<&'a Entry<'a>>| entry.map_or(&b""[..], |entry| &*entry.contents);
    let (old, new) = (contents(change.before()), contents(change.after()));
    let language = options.headings.language(change.old_path(), change.path());
    hunks_in(old, new, language, options)
}

/// As [`hunks()`], for a file in this language.
pub(crate) fn hunks_in<'a>(
    old: &'a [u8],
    new: &'a [u8],
    language: Option<Language>,
    options: &GenOptions,
) -> Vec<Hunk<'a>> {
    let headed = if options.headings == Headings::Nothing { &[] } else { old };
    let mut headings = Finder::new(headed, language);
    let context = options.context;
    let mut hunks = Vec::new();
    for region in regions(old, new, context) {
        let changes = region.changes(options);
        let groups = changes
            .chunk_by(|a, b| b.old.start - a.old.end <= context.saturating_mul(2))
            .map(|group| hunk(&region, group, context, &mut headings));
        hunks.extend(groups);
    }
    hunks
}

/// One hunk from the changes it holds.
fn hunk<'a>(
    region: &Region<'a>,
    group: &[Change],
    context: usize,
    headings: &mut Finder<'a>,
) -> Hunk<'a> {
    let old = with_context(group.iter().map(|change| &change.old), context, region.old.len());
    let new = with_context(group.iter().map(|change| &change.new), context, region.new.len());
    let above: usize = slice(&region.old, 0..old.start).iter().map(|line| line.len()).sum();
    let heading = headings.above(region.start + above).as_bstr();
    let starts = starts(region, &old, &new);
    Hunk::new(lines(region, group, old)).with_starts(Some(starts)).with_section(heading)
}

/// The lines from the first to the last change, and up to `context` more on either side.
fn with_context<'c>(
    mut parts: impl DoubleEndedIterator<Item = &'c Range<usize>> + Clone,
    context: usize,
    len: usize,
) -> Range<usize> {
    let end = parts.clone().next_back().map_or(0, |last| last.end);
    let start = parts.next().map_or(0, |first| first.start);
    start.saturating_sub(context)..end.saturating_add(context).min(len)
}

/// Line numbers as in a header: an empty block has the number of the line before it.
fn starts(region: &Region<'_>, old: &Range<usize>, new: &Range<usize>) -> (u64, u64) {
    let start = |before: usize, lines: &Range<usize>| {
        (before + lines.start + usize::from(!lines.is_empty())) as u64
    };
    (start(region.old_before, old), start(region.new_before, new))
}

/// Context, removed and added lines of a hunk that covers `old`.
fn lines<'a>(region: &Region<'a>, group: &[Change], old: Range<usize>) -> HunkLines<'a> {
    let mut lines = HunkLines::with_capacity(length(region, group, &old));
    let mut push = |kind, from: &[&'a [u8]]| {
        lines.extend(from.iter().map(|line| HunkLine::from_line(kind, line)));
    };
    let mut done = old.start;
    for change in group {
        push(LineKind::Context, slice(&region.old, done..change.old.start));
        push(LineKind::Remove, slice(&region.old, change.old.clone()));
        push(LineKind::Add, slice(&region.new, change.new.clone()));
        done = change.old.end;
    }
    push(LineKind::Context, slice(&region.old, done..old.end));
    lines
}

/// The bytes of the lines of a hunk, each with its marker.
fn length(region: &Region<'_>, group: &[Change], old: &Range<usize>) -> usize {
    let of = |lines: &[&[u8]]| lines.iter().map(|line| line.len() + 1).sum::<usize>();
    let added = group.iter().map(|change| of(slice(&region.new, change.new.clone())));
    of(slice(&region.old, old.clone())) + added.sum::<usize>()
}

fn slice<'t, 'a>(lines: &'t [&'a [u8]], range: Range<usize>) -> &'t [&'a [u8]] {
    lines.get(range).unwrap_or_default()
}
