//! Lines to hunks: what changed, which changes share a hunk, and what is around them.

use std::borrow::Cow;
use std::ops::Range;

use bstr::ByteSlice;
use patch_parse::{Hunk, HunkLine, HunkLines, HunkRange, LineKind};
use similar::DiffOp;

use crate::GenOptions;
use crate::tokens::{Trimmed, split_last_line};

/// The longest section heading, in bytes.
const MAX_HEADING: usize = 80;

/// The hunks that turn `old` into `new`, in order; none when they are equal.
///
/// The lines borrow from the texts. Each hunk has its range, and for its section heading the last
/// line above it that starts with a letter, `_` or `$`, as git has it for files without a driver of
/// their own. The bytes may be anything; only LF ends a line.
///
/// Linear in the texts where they agree at both ends; between, the cost is the algorithm's.
pub fn hunks<'a>(old: &'a [u8], new: &'a [u8], options: &GenOptions) -> Vec<Hunk<'a>> {
    let mut texts = Trimmed::new(old, new, options.context);
    let changes = changes(&texts, options);
    if let Some(last) = changes.last() {
        // Among equal lines a change is placed as low as it may be, within what was kept for context.
        let kept = texts.old.len() - last.old.end;
        texts.take_back(options.context.saturating_sub(kept));
    }
    let mut headings = Headings::new(&texts);
    changes
        .chunk_by(|a, b| b.old.start - a.old.end <= options.context.saturating_mul(2))
        .map(|group| hunk(&texts, group, options.context, &mut headings))
        .collect()
}

/// Lines of the old text and what replaces them; 0-based, one of the two may be empty.
struct Change {
    old: Range<usize>,
    new: Range<usize>,
}

/// The changes in order, with at least one equal line between two of them.
fn changes(texts: &Trimmed<'_>, options: &GenOptions) -> Vec<Change> {
    let ops = similar::capture_diff_slices_deadline(
        options.algorithm.for_lines(texts.old.len() + texts.new.len()),
        &texts.old,
        &texts.new,
        options.deadline,
    );
    let mut changes: Vec<Change> = Vec::new();
    for op in ops.into_iter().filter(|op| !matches!(op, DiffOp::Equal { .. })) {
        let change = Change { old: op.old_range(), new: op.new_range() };
        match changes.last_mut() {
            Some(last) if last.old.end == change.old.start && last.new.end == change.new.start => {
                last.old.end = change.old.end;
                last.new.end = change.new.end;
            }
            _ => changes.push(change),
        }
    }
    changes
}

/// One hunk from the changes it holds.
fn hunk<'a>(
    texts: &Trimmed<'a>,
    group: &[Change],
    context: usize,
    headings: &mut Headings<'a, '_>,
) -> Hunk<'a> {
    let old = with_context(group.iter().map(|change| &change.old), context, texts.old.len());
    let new = with_context(group.iter().map(|change| &change.new), context, texts.new.len());
    Hunk {
        range: Some(range(texts.head_lines, &old, &new)),
        section: Cow::Borrowed(headings.above(old.start).as_bstr()),
        lines: lines(texts, group, old),
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
fn range(skipped: usize, old: &Range<usize>, new: &Range<usize>) -> HunkRange {
    let start =
        |lines: &Range<usize>| (skipped + lines.start + usize::from(!lines.is_empty())) as u64;
    HunkRange {
        old_start: start(old),
        old_count: old.len() as u64,
        new_start: start(new),
        new_count: new.len() as u64,
    }
}

/// Context, removed and added lines of a hunk that covers `old`.
fn lines<'a>(texts: &Trimmed<'a>, group: &[Change], old: Range<usize>) -> HunkLines<'a> {
    let mut lines = HunkLines::default();
    let mut push = |kind, from: &[&'a [u8]]| {
        lines.extend(from.iter().map(|line| HunkLine::from_line(kind, line)));
    };
    let mut done = old.start;
    for change in group {
        push(LineKind::Context, slice(&texts.old, done..change.old.start));
        push(LineKind::Remove, slice(&texts.old, change.old.clone()));
        push(LineKind::Add, slice(&texts.new, change.new.clone()));
        done = change.old.end;
    }
    push(LineKind::Context, slice(&texts.old, done..old.end));
    lines
}

fn slice<'t, 'a>(lines: &'t [&'a [u8]], range: Range<usize>) -> &'t [&'a [u8]] {
    lines.get(range).unwrap_or_default()
}

/// Finds section headings. Each line of the old text is looked at once at most.
struct Headings<'a, 't> {
    /// Not yet looked at, and above all of [`Self::lines`].
    head: &'a [u8],
    lines: &'t [&'a [u8]],
    /// Lines before this index have been looked at.
    seen: usize,
    /// The last heading found.
    current: &'a [u8],
}

impl<'a, 't> Headings<'a, 't> {
    fn new(texts: &'t Trimmed<'a>) -> Self {
        Self { head: texts.head, lines: &texts.old, seen: 0, current: &[] }
    }

    /// The heading for a hunk that starts at `line`: the nearest one above it.
    fn above(&mut self, line: usize) -> &'a [u8] {
        let unseen = slice(self.lines, self.seen..line);
        let found = unseen.iter().rev().find_map(|line| as_heading(line));
        let head = std::mem::take(&mut self.head);
        if let Some(heading) = found.or_else(|| last_heading(head)) {
            self.current = heading;
        }
        self.seen = line;
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
