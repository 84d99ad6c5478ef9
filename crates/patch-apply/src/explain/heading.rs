//! Finds the part of the file that a line belongs to, as the heading of a hunk names it.

use super::show::{around, without_ending};
use crate::text::LineTable;
use crate::{Candidate, FileLine};

/// How far above a line its heading is searched, in lines.
const MOST_LINES: usize = 2000;

/// Adds the text and the heading of candidates of which only the line is known.
pub(super) fn describe(table: &LineTable<'_>, candidates: &mut [Candidate]) {
    for candidate in candidates {
        let line_index = candidate.line.saturating_sub(1);
        candidate.text = around(without_ending(table.line(line_index)), 1);
        candidate.heading = of_line(table, line_index);
    }
}

/// The nearest line above with less indentation that starts with a word.
fn of_line(table: &LineTable<'_>, line_index: usize) -> Option<FileLine> {
    let own = (line_index..table.len()).take(MOST_LINES).find_map(|at| columns(table.line(at)));
    let limit = own.unwrap_or(0);
    let lowest = line_index.saturating_sub(MOST_LINES);
    (lowest..line_index).rev().find_map(|at| {
        let line = without_ending(table.line(at));
        let text = line.trim_ascii_start();
        let is_heading = columns(line).is_some_and(|width| width < limit)
            && text.first().is_some_and(|byte| starts_heading(*byte));
        is_heading.then(|| FileLine { line: at + 1, text: around(text, 1) })
    })
}

/// As git's function lines start, and decorated or commented ones.
fn starts_heading(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || matches!(byte, b'_' | b'$' | b'#' | b'@') || !byte.is_ascii()
}

/// The columns before the text, a tab counting eight; `None` for a blank line.
fn columns(line: &[u8]) -> Option<usize> {
    let text = line.trim_ascii_start();
    let blanks = line.len() - text.len();
    let width = |byte: &u8| if *byte == b'\t' { 8 } else { 1 };
    (!text.is_empty()).then(|| line.iter().take(blanks).map(width).sum())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Text;

    #[track_caller]
    fn check(file: &str, line_index: usize, expected: Option<(usize, &str)>) {
        let table = Text::without_bom(file.as_bytes()).line_table();
        let found = of_line(&table, line_index);
        let found = found.as_ref().map(|heading| (heading.line, heading.text.to_string()));
        assert_eq!(found, expected.map(|(line, text)| (line, text.to_owned())), "{file}");
    }

    #[test]
    fn a_line_belongs_to_the_nearest_one_that_is_indented_less() {
        let file = "class A:\n    def f(self):\n        x = 1\n\n        pass\n    def g(self):\n        pass\n";
        check(file, 4, Some((2, "def f(self):")));
        check(file, 6, Some((6, "def g(self):")));
        check(file, 5, Some((1, "class A:")));
        check(file, 0, None);
        check("fn a() {\n    if x {\n    }\n}\nfn b() {\n    x\n}\n", 5, Some((5, "fn b() {")));
        check("a\nb\n", 1, None);
        check("{\n  x\n}\n", 1, None);
    }
}
