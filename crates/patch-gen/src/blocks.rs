//! Prepares a hunk for display: which lines replace which, and the words to mark.

use std::ops::Range;

use bstr::ByteSlice;
use patch_parse::{Hunk, LineKind, Newline, NumberedLine};

use crate::words::changed_words;

/// Lines of a hunk that are shown together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block<'h> {
    /// Lines that stay.
    Context(Vec<ShownLine<'h>>),
    /// Removed lines, and those added in their place; one of the two may be empty.
    Change {
        /// The removed lines.
        old: Vec<ShownLine<'h>>,
        /// The added lines.
        new: Vec<ShownLine<'h>>,
    },
}

/// A line for display.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ShownLine<'h> {
    /// The line and its numbers.
    pub line: NumberedLine<'h>,
    /// The ranges of its text to mark, in order: those that [`changed_words`] finds in the block.
    pub words: Vec<Range<usize>>,
    /// Whether to show that the line ends in CRLF, because others of the hunk end in LF.
    pub tells_crlf: bool,
}

/// The blocks of a hunk, in order.
pub fn blocks<'h>(hunk: &'h Hunk<'_>) -> Vec<Block<'h>> {
    let lines: Vec<NumberedLine<'h>> = hunk.numbered_lines().collect();
    let has = |newline| lines.iter().any(|one| one.line.newline == newline);
    let is_mixed = has(Newline::CrLf) && has(Newline::Lf);
    let together = |one: &NumberedLine<'_>, next: &NumberedLine<'_>| {
        let kinds = (one.line.kind, next.line.kind);
        kinds.0 == kinds.1 || kinds == (LineKind::Remove, LineKind::Add)
    };
    let block = |lines: &[NumberedLine<'h>]| {
        let added = lines.iter().position(|one| one.line.kind == LineKind::Add);
        let (old, new) = lines.split_at(added.unwrap_or(lines.len()));
        let shown = |lines: &[NumberedLine<'h>], words: Vec<Range<usize>>| {
            let cut = by_line(lines, &words);
            let shown = |(line, words): (&NumberedLine<'h>, _)| {
                let tells_crlf = is_mixed && line.line.newline == Newline::CrLf;
                ShownLine { line: line.clone(), words, tells_crlf }
            };
            lines.iter().zip(cut).map(shown).collect()
        };
        if lines.iter().all(|one| one.line.kind == LineKind::Context) {
            return Block::Context(shown(lines, Vec::new()));
        }
        let [old_words, new_words] = changed_words(&text(old), &text(new));
        Block::Change { old: shown(old, old_words), new: shown(new, new_words) }
    };
    lines.chunk_by(together).map(block).collect()
}

fn text(lines: &[NumberedLine<'_>]) -> Vec<u8> {
    lines.iter().flat_map(|one| [one.line.text.as_bytes(), b"\n"]).collect::<Vec<_>>().concat()
}

/// Cuts ranges of the joined text of some lines into ranges of each line.
fn by_line(lines: &[NumberedLine<'_>], ranges: &[Range<usize>]) -> Vec<Vec<Range<usize>>> {
    let mut start = 0;
    let of_line = |one: &NumberedLine<'_>| {
        let end = start + one.line.text.len();
        let cut = |range: &Range<usize>| {
            let cut = range.start.clamp(start, end) - start..range.end.clamp(start, end) - start;
            (!cut.is_empty()).then_some(cut)
        };
        let words = ranges.iter().filter_map(cut).collect();
        start = end + 1;
        words
    };
    lines.iter().map(of_line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_replaces_what_is_one_block() {
        let patch = "--- a\n+++ b\n@@ -1,3 +1,4 @@\n one\n-let a = 1;\n-two\n+let b = 1;\n+deux\n three\n+four\n";
        let patch = patch_parse::parse(patch.as_bytes()).unwrap();
        let blocks = blocks(&patch.files[0].hunks()[0]);
        let shown: Vec<_> = blocks
            .iter()
            .map(|block| match block {
                Block::Context(lines) => (lines.len(), lines.len()),
                Block::Change { old, new } => (old.len(), new.len()),
            })
            .collect();
        assert_eq!(shown, [(1, 1), (2, 2), (1, 1), (0, 1)]);
        let Block::Change { old, new } = &blocks[1] else { panic!("a change") };
        let marked = |line: &ShownLine<'_>| line.line.line.text[line.words[0].clone()].to_vec();
        assert_eq!((marked(&old[0]), marked(&new[0])), (b"a".to_vec(), b"b".to_vec()));
        assert_eq!((old[1].line.old, new[1].line.new), (Some(3), Some(3)));
    }
}
