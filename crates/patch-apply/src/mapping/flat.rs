//! Whether added lines lost their indentation: one opens a block, and the next is no deeper.

use patch_parse::{Hunk, LineKind};

use super::margins::is_directive;
use crate::place::rung::{closes_block, depth, opens_block, without_indentation};

/// Whether a line opens what the next one with words should be in, and is not.
pub(super) fn are_flat(lines: &[Vec<u8>]) -> bool {
    let worded: Vec<&[u8]> = lines.iter().map(Vec::as_slice).filter(|line| is_code(line)).collect();
    worded.windows(2).any(is_flat)
}

/// Whether a line has words, and not for the preprocessor: `#else` opens nothing.
fn is_code(line: &[u8]) -> bool {
    let words = without_indentation(line).1;
    !words.is_empty() && !is_directive(words)
}

/// Whether the first of two lines with words opens what the second should be in, and is not.
fn is_flat(pair: &[&[u8]]) -> bool {
    let [first, second] = pair else { return false };
    let words = without_indentation(second).1;
    opens_block(first) && depth(second) <= depth(first) && !closes_block(words)
}

/// Whether an added line opens what the next one should be in, and is not. What begins an item of a list (`- x`) is that of
/// the line above as it is.
pub(super) fn are_added_flat(hunk: &Hunk<'_>) -> bool {
    let added = hunk.lines.iter().filter(|line| line.kind == LineKind::Add);
    let worded = added.map(|line| &**line.text).filter(|line| is_code(line));
    let worded: Vec<&[u8]> = worded.collect();
    let is_item = |line: &&[u8]| line.starts_with(b"- ");
    worded.windows(2).any(|pair| is_flat(pair) && !pair.iter().any(is_item))
}
