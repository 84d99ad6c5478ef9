//! The heading that a hunk header names: the line of the function, class or section it lies in.

use super::ladder::without_indentation;
use super::{last_line, split_line};
use crate::text::{LineTable, Text};

/// A heading farther above than this many lines is not looked for.
const MOST_LINES: usize = 1000;

/// Whether the line that starts at a byte offset lies below a heading: a line above it starts with
/// this text, and what could be headings in between is indented deeper. The line itself may be the
/// heading, too. `None` where that would be too far to look.
///
/// git writes the text of the line without its indentation, and cuts it.
pub(super) fn encloses(text: Text<'_>, heading: &[u8], start: usize) -> Option<bool> {
    let heading = heading.trim_ascii();
    let (_, first) = without_indentation(split_line(text.slice(start..text.bytes.len())).0);
    if first.starts_with(heading) {
        return Some(true);
    }
    // The least indentation of what could be a heading on the way up.
    let mut least = usize::MAX;
    let mut above = text.slice(text.start..start);
    for _ in 0..MOST_LINES {
        let Some(line) = last_line(&mut above) else { return Some(false) };
        let (indent, words) = without_indentation(line);
        if words.starts_with(heading) && indent.len() < least {
            return Some(true);
        }
        // Another heading may start otherwise, but only the one that is meant is known by its text.
        if words.first().is_some_and(|byte| byte.is_ascii_alphabetic() || b"_$".contains(byte)) {
            least = least.min(indent.len());
        }
        if least == 0 {
            return Some(false);
        }
    }
    None
}

/// The lines of a file by their text, so that a heading is found without going over all of them.
#[derive(Debug)]
pub(super) struct Headings<'f> {
    /// The text of each line without the blanks around it, and its index; in order.
    lines: Vec<(&'f [u8], usize)>,
}

impl<'f> Headings<'f> {
    pub(super) fn new(table: &LineTable<'f>) -> Self {
        let mut lines: Vec<_> =
            table.lines().map(|line| without_indentation(line).1).zip(0..).collect();
        lines.sort_unstable();
        Self { lines }
    }

    /// A line, 0-based, that starts with this text, its indentation aside.
    pub(super) fn line_of(&self, heading: &[u8]) -> Option<usize> {
        let heading = heading.trim_ascii();
        let first = self.lines.partition_point(|(text, _)| *text < heading);
        let (text, line_index) = self.lines.get(first)?;
        text.starts_with(heading).then_some(*line_index)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "\
impl A {
    fn a() {
        x();
    }

    fn b() {
        x();
    }
}

fn a() {
    x();
}
";

    #[track_caller]
    fn check(heading: &str, expected: &[bool]) {
        let text = Text::without_bom(FILE.as_bytes());
        let starts = FILE.match_indices("x();").map(|(at, _)| FILE[..at].rfind('\n').unwrap() + 1);
        let found: Vec<_> =
            starts.map(|start| encloses(text, heading.as_bytes(), start).unwrap()).collect();
        assert_eq!(found, expected, "{heading}");
    }

    #[test]
    fn the_nearest_line_that_could_be_one_is_the_heading() {
        check("impl A {", &[true, true, false]);
        check("impl", &[true, true, false]);
        check("fn b() {", &[false, true, false]);
        check("fn a() {", &[true, false, true]);
        check("fn c() {", &[false, false, false]);
    }

    #[test]
    fn a_heading_is_found_by_how_it_starts() {
        let text = Text::without_bom(FILE.as_bytes());
        let headings = Headings::new(&text.line_table());
        for (heading, line_index) in [
            ("impl", Some(0)),
            ("fn a() {", Some(1)),
            (" fn b", Some(5)),
            ("x();", Some(2)),
            ("fn c", None),
            ("zzz", None),
        ] {
            assert_eq!(headings.line_of(heading.as_bytes()), line_index, "{heading}");
        }
    }

    #[test]
    fn a_line_may_be_its_own_heading() {
        let text = Text::without_bom(b"x\nfn a() {\n");
        assert_eq!(encloses(text, b"fn a()", 2), Some(true));
        assert_eq!(encloses(text, b"fn a()", 0), Some(false));
    }
}
