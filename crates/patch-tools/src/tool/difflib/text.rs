//! Turns hunks into text: `unified_diff` of Python's `difflib`.

use std::ops::Range;

use bstr::ByteSlice;

use super::grouped::{Op, groups};
use super::matcher::Matcher;

/// The lines of a text with their ends. Only LF ends a line; the last one may lack it.
pub(crate) fn lines(text: &[u8]) -> Vec<&[u8]> {
    text.lines_with_terminator().collect()
}

/// A unified diff as bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Unified {
    /// The text; empty where the texts are equal.
    pub(crate) text: Vec<u8>,
    /// Whether it is larger than necessary, because searching for pairs took too long.
    pub(crate) is_coarse: bool,
}

impl Unified {
    /// The difference of two texts, with `context` lines around each change.
    pub(crate) fn new(labels: [&[u8]; 2], old: &[&[u8]], new: &[&[u8]], context: usize) -> Self {
        if old == new {
            return Self::default();
        }
        let mut matcher = Matcher::new(old, new);
        let blocks = matcher.blocks();
        let [old_label, new_label] = labels;
        let mut text = [b"--- ", old_label, b"\n+++ ", new_label, b"\n"].concat();
        for group in groups(&blocks, old.len(), new.len(), context) {
            write_group(&mut text, &group, old, new);
        }
        Self { text, is_coarse: !matcher.is_whole() }
    }
}

fn write_group(text: &mut Vec<u8>, group: &[Op], old: &[&[u8]], new: &[&[u8]]) {
    let (Some(first), Some(last)) = (group.first(), group.last()) else { return };
    let old_range = range(&(first.old.start..last.old.end));
    let new_range = range(&(first.new.start..last.new.end));
    text.extend(format!("@@ -{old_range} +{new_range} @@\n").into_bytes());
    for op in group {
        if op.is_equal {
            write_lines(text, b' ', old, &op.old);
        } else {
            write_lines(text, b'-', old, &op.old);
            write_lines(text, b'+', new, &op.new);
        }
    }
}

fn write_lines(text: &mut Vec<u8>, mark: u8, lines: &[&[u8]], range: &Range<usize>) {
    for line in lines.get(range.clone()).unwrap_or_default() {
        text.push(mark);
        text.extend_from_slice(line);
        if !line.ends_with(b"\n") {
            text.extend_from_slice(b"\n\\ No newline at end of file\n");
        }
    }
}

/// The range of a hunk header: the first line, 1-based, and the count if it is not 1. For an empty
/// range, the line before it.
fn range(lines: &Range<usize>) -> String {
    match lines.len() {
        1 => (lines.start + 1).to_string(),
        0 => format!("{},0", lines.start),
        count => format!("{},{count}", lines.start + 1),
    }
}
