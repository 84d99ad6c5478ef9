//! Seeking the line an anchor names: `@@ text`.

use bstr::ByteSlice;

use super::ladder::without_trailing_blanks;
use crate::text::LineTable;

/// Whether a line agrees with an anchor.
type Agrees = fn(line: &[u8], anchor: &[u8]) -> bool;

/// How an anchor may agree with a line, strictest first. The format's own examples name lines by
/// their beginning.
const WAYS: [Agrees; 4] = [
    |line, anchor| line == anchor,
    |line, anchor| line.trim_ascii() == anchor.trim_ascii(),
    |line, anchor| line.trim_ascii().starts_with(anchor.trim_ascii()),
    |line, anchor| line.contains_str(anchor.trim_ascii()),
];

/// The first line from `from` on (0-based) that agrees, by the strictest way that finds one.
pub(super) fn seek(table: &LineTable<'_>, anchor: &[u8], from: usize) -> Option<usize> {
    if anchor.trim_ascii().is_empty() {
        return None;
    }
    WAYS.iter().find_map(|agrees| {
        (from..table.len()).find(|line_index| {
            agrees(
                without_trailing_blanks(table.line(*line_index)),
                without_trailing_blanks(anchor),
            )
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Text;

    #[track_caller]
    fn check(file: &str, anchor: &str, expected: Option<usize>) {
        let table = Text::without_bom(file.as_bytes()).line_table();
        assert_eq!(seek(&table, anchor.as_bytes(), 0), expected, "{anchor:?} in {file:?}");
    }

    #[test]
    fn the_strictest_way_wins_over_the_nearest_line() {
        check("fn main() { x }\nfn main() {\n", "fn main() {", Some(1));
        check("  fn a()\nfn a()\n", "fn a()", Some(1));
    }

    #[test]
    fn an_anchor_may_be_the_beginning_or_a_part_of_a_line() {
        check("x\nimport { OLD } from './old'\n", "import { OLD }", Some(1));
        check("x\n    pub fn f() {\n", "fn f()", Some(1));
        check("x\r\nfn a()\r\n", "fn a()", Some(1));
        check("x\n", "y", None);
        check("x\n", "  ", None);
    }
}
