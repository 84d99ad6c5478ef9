//! Lines that are added behind an anchor alone: whether they fit in where they would stand.
//!
//! What is added is put directly behind the line that the anchor names. That is the place that is meant where the added
//! lines are the first of what the line opens, or stand beside it. Where the line is a part of something, or they would
//! part it from what it opens, nothing says where they belong.

use bstr::ByteSlice;
use patch_parse::Hunk;

use crate::place::lookup::Lookup;
use crate::place::scene::Scene;
use crate::text::blanks::without_indentation;
use crate::text::blocks::{closes_block, opens_block};

/// So many lines below one are looked at for the next that is not blank.
const MOST_TO_NEXT: usize = 64;

/// A line without its indentation, and that. It has words, or brackets.
#[derive(Clone, Copy, Debug)]
struct Line<'l> {
    indent: &'l [u8],
    words: &'l [u8],
}

/// Whether the lines that a chunk adds fit in directly behind a line, 0-based.
pub(super) fn fits_behind<L: Lookup>(
    scene: &mut Scene<'_, '_, L>,
    hunk: &Hunk<'_>,
    line: usize,
) -> bool {
    let mut lines = scene.lines_at(line).take(MOST_TO_NEXT);
    let before = lines.next().and_then(Line::new);
    let next = lines.find_map(Line::new);
    let mut added = hunk.lines.iter().filter_map(|line| Line::new(line.text.as_ref()));
    let first = added.next();
    let last = added.last().or(first);
    let (Some(before), Some(next), Some(first), Some(last)) = (before, next, first, last) else {
        return true;
    };
    let is_part = match before.left_open() {
        Some(Open::List) => !last.words.ends_with(b",") && !closes_block(next.words),
        Some(Open::Tag) => first.words.starts_with(b"<"),
        Some(Open::Line) => true,
        None => next.opens_what_is_headed() && next.indent == before.indent,
    };
    !is_part && is_as_deep(before, first, next)
}

/// Whether the first added line is as deep as what is behind it asks for.
fn is_as_deep(before: Line<'_>, first: Line<'_>, next: Line<'_>) -> bool {
    let [outer, own, inner] = [before, first, next].map(|line| line.indent.len());
    match (inner > outer, own > outer) {
        (true, _) => first.indent == next.indent,
        (false, true) => before.is_opener(),
        (false, false) => own >= inner,
    }
}

/// What a line leaves open, so that the next one is a part of it.
enum Open {
    /// Items, in brackets or without: each ends with a comma.
    List,
    /// A tag, of which the next lines are attributes.
    Tag,
    /// The line itself.
    Line,
}

impl<'l> Line<'l> {
    fn new(line: &'l [u8]) -> Option<Self> {
        let (indent, words) = without_indentation(line.trim_ascii_end());
        (!words.is_empty()).then_some(Self { indent, words })
    }

    fn left_open(&self) -> Option<Open> {
        let is_tag = || {
            let is_name = self.words.get(1).is_some_and(u8::is_ascii_alphabetic);
            self.words.starts_with(b"<") && is_name && !self.words.contains(&b'>')
        };
        match self.words.last() {
            Some(b'\\') => Some(Open::Line),
            Some(b',') => Some(Open::List),
            _ if matches!(innermost_open(self.words), Some(b'(' | b'[')) => Some(Open::List),
            _ => is_tag().then_some(Open::Tag),
        }
    }

    /// Whether it is a bracket that opens what a line above it heads, or what stands between the two.
    fn opens_what_is_headed(&self) -> bool {
        matches!(self.words, b"{" | b"where" | b"begin")
    }

    /// Whether it ends as a line does below which it goes deeper.
    fn is_opener(&self) -> bool {
        opens_block(self.words) || self.words.last().is_some_and(|last| b">=".contains(last))
    }
}

/// The bracket that is opened last in a line and not closed in it, what is in quotes aside.
fn innermost_open(words: &[u8]) -> Option<u8> {
    let mut open = Vec::new();
    let mut rest = words;
    while let Some((&first, behind)) = rest.split_first() {
        rest = behind;
        match first {
            b'(' | b'[' | b'{' => open.push(first),
            b')' | b']' | b'}' => drop(open.pop()),
            b'"' | b'\'' | b'`' => {
                let end = behind.find_byte(first).map_or(0, |end| end + 1);
                rest = behind.get(end..).unwrap_or_default();
            }
            _ => {}
        }
    }
    open.last().copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bracket_that_a_line_leaves_open() {
        for (line, expected) in [
            ("def run(", Some(b'(')),
            ("it(\"a (\", () => {", Some(b'{')),
            ("a = [", Some(b'[')),
            ("f(a, 'b(')", None),
            ("// don't (", Some(b'(')),
            (")]}", None),
        ] {
            assert_eq!(innermost_open(line.as_bytes()), expected, "{line}");
        }
    }
}
