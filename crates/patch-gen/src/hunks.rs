//! Changes to hunks: which changes share a hunk, and what is around them.

use std::borrow::Cow;
use std::ops::Range;

use bstr::ByteSlice;
use patch_parse::{Hunk, HunkLine, HunkLines, HunkRange, LineKind};

use crate::GenOptions;
use crate::engine::{Change, Region, regions, split_last_line};

/// The longest section heading, in bytes.
const MAX_HEADING: usize = 80;

/// The hunks that turn `old` into `new`, in order; none when they are equal.
///
/// The lines borrow from the texts. Each hunk has its range, and for its section heading the last
/// line above it that starts with a letter, `_` or `$`, as git has it for files without a driver of
/// their own. The bytes may be anything; only LF ends a line.
///
/// Linear in the texts where they agree; around what differs, the cost is the algorithm's.
pub fn hunks<'a>(old: &'a [u8], new: &'a [u8], options: &GenOptions) -> Vec<Hunk<'a>> {
    let mut headings = Headings { text: old, seen: 0, current: &[] };
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
    headings: &mut Headings<'a>,
) -> Hunk<'a> {
    let old = with_context(group.iter().map(|change| &change.old), context, region.old.len());
    let new = with_context(group.iter().map(|change| &change.new), context, region.new.len());
    let above: usize = slice(&region.old, 0..old.start).iter().map(|line| line.len()).sum();
    Hunk {
        range: Some(range(region, &old, &new)),
        section: Cow::Borrowed(headings.above(region.start + above).as_bstr()),
        lines: lines(region, group, old),
        ..Hunk::default()
    }
}

/// The lines from the first to the last part, and up to `context` more on either side.
fn with_context<'c>(
    mut parts: impl DoubleEndedIterator<Item = &'c Range<usize>> + Clone,
    context: usize,
    len: usize,
) -> Range<usize> {
    let end = parts.clone().next_back().map_or(0, |last| last.end);
    let start = parts.next().map_or(0, |first| first.start);
    start.saturating_sub(context)..end.saturating_add(context).min(len)
}

/// Line numbers as a header has them: of an empty block the line before it.
fn range(region: &Region<'_>, old: &Range<usize>, new: &Range<usize>) -> HunkRange {
    let start = |before: usize, lines: &Range<usize>| {
        (before + lines.start + usize::from(!lines.is_empty())) as u64
    };
    HunkRange {
        old_start: start(region.old_before, old),
        old_count: old.len() as u64,
        new_start: start(region.new_before, new),
        new_count: new.len() as u64,
    }
}

/// Context, removed and added lines of a hunk that covers `old`.
fn lines<'a>(region: &Region<'a>, group: &[Change], old: Range<usize>) -> HunkLines<'a> {
    let mut lines = HunkLines::default();
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

fn slice<'t, 'a>(lines: &'t [&'a [u8]], range: Range<usize>) -> &'t [&'a [u8]] {
    lines.get(range).unwrap_or_default()
}

/// Finds section headings. Each line of the old text is looked at once at most.
struct Headings<'a> {
    text: &'a [u8],
    /// What is before this byte has been looked at.
    seen: usize,
    /// The last heading found.
    current: &'a [u8],
}

impl<'a> Headings<'a> {
    /// The heading for a hunk that starts at a byte of the text: the nearest one above it.
    fn above(&mut self, start: usize) -> &'a [u8] {
        let unseen = self.text.get(self.seen..start).unwrap_or_default();
        if let Some(heading) = last_heading(unseen) {
            self.current = heading;
        }
        self.seen = self.seen.max(start);
        self.current
    }
}

fn last_heading(text: &[u8]) -> Option<&[u8]> {
    let mut rest = text;
    while let Some((before, line)) = split_last_line(rest) {
        if let Some(heading) = as_heading(line) {
            return Some(heading);
        }
        rest = before;
    }
    None
}

/// The line as a heading, if it starts as a declaration does in most languages.
fn as_heading(line: &[u8]) -> Option<&[u8]> {
    let is_start = |byte: &u8| byte.is_ascii_alphabetic() || matches!(byte, b'_' | b'$');
    line.first().filter(|byte| is_start(byte))?;
    let cut = line.get(..MAX_HEADING).unwrap_or(line);
    // Git's own idea of a blank, which leaves out vertical tab and form feed.
    let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\r' | b'\n');
    let end = cut.iter().rposition(|byte| !is_blank(byte))?;
    cut.get(..=end).map(valid_utf8)
}

/// The bytes before the first that is not UTF-8. Git ends a heading there, so that the cut never
/// leaves half a character.
fn valid_utf8(text: &[u8]) -> &[u8] {
    let valid = text.utf8_chunks().next().map_or("", |chunk| chunk.valid());
    valid.as_bytes()
}
