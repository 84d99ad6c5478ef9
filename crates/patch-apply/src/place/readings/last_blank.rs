//! Empty lines at the end of a hunk where the file ends: writers take the final newline for an
//! empty line.
//!
//! Where nothing is added behind it, the line agrees with the end of the file as it is
//! (`Enumerator::add_without_last_blank`). This is about the others.

use bstr::ByteSlice;
use patch_parse::{Hunk, HunkLine, LineKind, Newline};

use crate::text::Text;
use crate::text::blanks::without_trailing_blanks;

/// The hunk as it is read where its last old lines are empty and the file ends with the line in
/// front of them: such context is added in front of the added lines behind it, or is the final
/// newline, and an empty line that is removed with others is none. `None` where there is no other
/// line, or the hunk is no such one.
pub(super) fn at_end<'h>(text: Text<'_>, hunk: &Hunk<'h>) -> Option<Hunk<'h>> {
    let lines: Vec<HunkLine<'_>> = hunk.lines.iter().collect();
    let is_old = |line: &HunkLine<'_>| line.kind != LineKind::Add;
    let is_empty = |line: &HunkLine<'_>| line.text.trim_ascii().is_empty();
    let last = lines.iter().rposition(|line| is_old(line) && !is_empty(line))?;
    let (kept, rest) = lines.split_at_checked(last + 1)?;
    // One that ends without a newline is a line of its own.
    let is_ended = |line: &HunkLine<'_>| line.newline != Newline::None;
    let mut old = rest.iter().filter(|line| is_old(line)).peekable();
    if old.peek().is_none() || !old.all(is_ended) || !is_last(text, kept.last()?) {
        return None;
    }
    let last_added = rest.iter().rposition(|line| line.kind == LineKind::Add);
    let mut read = kept.to_vec();
    for (at, line) in rest.iter().enumerate() {
        match line.kind {
            LineKind::Add => read.push(*line),
            LineKind::Context if last_added > Some(at) => {
                read.push(HunkLine { kind: LineKind::Add, ..*line });
            }
            LineKind::Context => {}
            // Alone it is what the hunk is about, and the file has none.
            LineKind::Remove if read.last().is_some_and(|line| line.kind == LineKind::Remove) => {}
            LineKind::Remove => return None,
        }
    }
    Some(hunk.clone().with_lines(read.into_iter().collect()))
}

/// Whether a line is the last of a file.
fn is_last(text: Text<'_>, line: &HunkLine<'_>) -> bool {
    let in_file = text.slice(text.start..text.bytes.len()).lines().next_back();
    in_file.is_some_and(|last| without_trailing_blanks(last) == without_trailing_blanks(line.text))
}
