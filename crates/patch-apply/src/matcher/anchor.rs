//! Seeking the line an anchor names: `@@ text`.

use bstr::ByteSlice;

use super::ladder::{RUNGS, Rung, RungRule, without_indentation, without_trailing_blanks};
use crate::text::LineTable;

/// How an anchor may agree with a line, strictest first: by the ladder, then as the beginning of
/// the line, as the format's own examples have it, then as a part of it.
#[derive(Clone, Copy)]
enum Way {
    Whole(RungRule),
    Prefix,
    Part,
}

/// All ways, strictest first.
fn ways() -> impl Iterator<Item = Way> {
    RUNGS.iter().map(|rule| Way::Whole(*rule)).chain([Way::Prefix, Way::Part])
}

/// The first line from `from` on (0-based) that agrees, by the strictest way that finds one.
pub(super) fn seek(table: &LineTable<'_>, anchor: &[u8], from: usize) -> Option<usize> {
    if anchor.trim_ascii().is_empty() {
        return None;
    }
    let mut scratch = Vec::new();
    ways().find_map(|way| {
        let named = Named::new(way, anchor);
        (from..table.len()).find(|line| named.agrees(table.line(*line), &mut scratch))
    })
}

/// Whether an anchor agrees with two lines by the same way at the strictest.
pub(super) fn agree_alike(table: &LineTable<'_>, anchor: &[u8], one: usize, other: usize) -> bool {
    let strictest = |line: usize| {
        let mut scratch = Vec::new();
        ways().position(|way| Named::new(way, anchor).agrees(table.line(line), &mut scratch))
    };
    strictest(one) == strictest(other)
}

/// The line behind the last one of what an anchor opens, 0-based: the first line with words that
/// is not indented deeper. Brackets and what continues a heading belong to it.
pub(super) fn end_of_scope(table: &LineTable<'_>, anchor: usize) -> usize {
    let (indent, _) = without_indentation(table.line(anchor));
    let opens = |line: &usize| {
        let (blanks, words) = without_indentation(table.line(*line));
        let is_heading = words.first().is_some_and(|first| !b"{}()[],;".contains(first));
        is_heading && blanks.len() <= indent.len()
    };
    (anchor + 1..table.len()).find(opens).unwrap_or(table.len())
}

/// An anchor, ready to be compared.
struct Named {
    way: Way,
    key: Vec<u8>,
}

impl Named {
    fn new(way: Way, anchor: &[u8]) -> Self {
        let mut scratch = Vec::new();
        let key = match way {
            // The header has no line ending, and what stands in the file has one.
            Way::Whole(RungRule { rung: Rung::Exact, .. }) => without_trailing_blanks(anchor),
            Way::Whole(rule) => (rule.key)(anchor.trim_ascii_start(), &mut scratch),
            Way::Prefix | Way::Part => folded(anchor, &mut scratch),
        };
        Self { way, key: key.to_vec() }
    }

    fn agrees(&self, line: &[u8], scratch: &mut Vec<u8>) -> bool {
        match self.way {
            Way::Whole(RungRule { rung: Rung::Exact, .. }) => {
                without_trailing_blanks(line) == self.key
            }
            Way::Whole(rule) => (rule.key)(line.trim_ascii_start(), scratch) == self.key,
            Way::Prefix => folded(line, scratch).starts_with(&self.key),
            Way::Part => folded(line, scratch).contains_str(&self.key),
        }
    }
}

/// A line as the loosest rung has it, without its indentation.
fn folded<'l>(line: &'l [u8], scratch: &'l mut Vec<u8>) -> &'l [u8] {
    let line = line.trim_ascii_start();
    RUNGS.last().map_or(line, |rule| (rule.key)(line, scratch))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Text;

    #[track_caller]
    fn check(file: &str, anchor: &str, expected: Option<usize>) {
        let table = Text::without_bom(file.as_bytes()).line_table();
        let found = seek(&table, anchor.as_bytes(), 0);
        assert_eq!(found, expected, "{anchor:?} in {file:?}");
    }

    #[test]
    fn the_strictest_way_wins_over_the_nearest_line() {
        check("fn main() { x }\nfn main() {\n", "fn main() {", Some(1));
        check("  fn a()\nfn a()\n", "fn a()", Some(1));
        check("fn  a()\nfn a(), b\nxfn a()\n", "fn a()", Some(0));
    }

    #[test]
    fn an_anchor_may_be_the_beginning_or_a_part_of_a_line() {
        check("x\nimport { OLD } from './old'\n", "import { OLD }", Some(1));
        check("x\n    pub fn f() {\n", "fn f()", Some(1));
        check("x\r\nfn a()\r\n", "fn a()", Some(1));
        check("x\n", "y", None);
        check("x\n", "  ", None);
    }

    #[test]
    fn blanks_and_typography_of_an_anchor_do_not_matter() {
        check("x\n\tdef  f( self ):\n", "    def f( self ):", Some(1));
        check("x\nsay(\"it's\")\n", "say(\u{201C}it\u{2019}s\u{201D})", Some(1));
    }

    #[test]
    fn a_scope_ends_where_something_else_begins() {
        let table = Text::without_bom(b"fn a()\n{\n  x\n\n}\nfn b()\n").line_table();
        assert_eq!(end_of_scope(&table, 0), 5);
        assert_eq!(end_of_scope(&table, 5), 6);
        assert_eq!(end_of_scope(&table, 2), 5, "brackets belong to what they close");
    }
}
