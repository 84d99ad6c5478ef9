//! Finds lines that may be written after `@@`: the headings above a chunk.

use std::ops::Range;

use super::text::{Text, depth, has_words_of};

/// The longest line that serves as an anchor, in bytes.
const LONGEST: usize = 120;

/// The most anchors of one chunk.
const MOST: usize = 3;

/// A line that names the block in which a chunk lies.
#[derive(Clone, Copy, Debug)]
pub(super) struct Anchor {
    pub(super) line: usize,
    /// Its indentation, in bytes.
    pub(super) depth: usize,
}

/// The ways to name the position of a chunk by the headings above it, shortest first. Each is a
/// list from the outside in, of which the first names one line of the file, and each other one a
/// line below the one before it.
pub(super) fn above(text: &Text<'_>, lines: Range<usize>) -> Vec<Vec<Anchor>> {
    let headings = headings(text, lines);
    let mut ways = Vec::new();
    for count in 1..=headings.len() {
        let chain: Vec<Anchor> = headings.iter().take(count).rev().copied().collect();
        if is_sure(text, &chain) {
            ways.push(chain);
        }
    }
    ways
}

/// The nearest line above that is indented less and opens a block, then the nearest above that one,
/// and so on.
fn headings(text: &Text<'_>, lines: Range<usize>) -> Vec<Anchor> {
    let first = (lines.end..text.len()).find_map(|at| depth(text.line(at)));
    let mut least = first.unwrap_or(0);
    let mut found = Vec::new();
    for line in lines.rev() {
        let Some(depth) = depth(text.line(line)).filter(|depth| *depth < least) else { continue };
        least = depth;
        if is_heading(text, line, depth) {
            found.push(Anchor { line, depth });
        }
        if least == 0 || found.len() == MOST {
            break;
        }
    }
    found
}

fn is_heading(text: &Text<'_>, line: usize, own: usize) -> bool {
    let words = text.line(line).trim_ascii();
    let starts = words.first().is_some_and(|first| first.is_ascii_alphabetic() || *first == b'_');
    let below = (line + 1..text.len()).find_map(|at| depth(text.line(at)));
    starts && words.len() <= LONGEST && words.is_ascii() && below.is_some_and(|below| below > own)
}

/// Whether the first is the only line of the file with its words, and each of the others is the
/// first one below the one before it. Any other line with its words must be the same byte for byte,
/// so that no reader prefers that one.
fn is_sure(text: &Text<'_>, chain: &[Anchor]) -> bool {
    let Some((first, inner)) = chain.split_first() else { return false };
    let mut outer = first;
    text.count_of_words(text.line(first.line)) == 1
        && inner.iter().all(|anchor| {
            let own = text.line(anchor.line);
            let behind = text.lines.get(outer.line + 1..).unwrap_or_default();
            let mut named = behind.iter().filter(|line| has_words_of(line, own));
            let is_first = anchor.line - outer.line - 1
                == behind.iter().position(|line| *line == own).unwrap_or(usize::MAX);
            outer = anchor;
            is_first && named.all(|line| *line == own)
        })
}
