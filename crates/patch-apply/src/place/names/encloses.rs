//! Decides whether a line lies in what a heading heads. That reaches down to the next line that is
//! no deeper and [may head others](super::heads::opens_scope); for a `[section]`, a `## title` or
//! a banner it reaches to the [next one](Flat), whatever the indentation.

use super::flat::Flat;
use super::heading::is_named;
use super::heads::{Kind, ends_scope};
use crate::text::blanks::{is_blank, without_indentation, without_trailing_blanks};
use crate::text::{Text, last_line, split_line};

/// Whether, of some lines from the first of a file on, the last is named by a heading, or lies
/// below one that is.
pub fn is_heading_of(heading: &[u8], lines: &[&[u8]]) -> bool {
    let bytes = lines.concat();
    let start = bytes.len() - lines.last().map_or(0, |line| line.len());
    encloses(Text::literal(&bytes), heading, start, &mut usize::MAX.clone()).unwrap_or(false)
}

/// Whether the line that starts at a byte offset is named by a heading, or lies below a line that
/// is. Goes up the file; `None` where that is more lines than `left`.
pub(crate) fn encloses(
    text: Text<'_>,
    heading: &[u8],
    start: usize,
    left: &mut usize,
) -> Option<bool> {
    let heading = without_indentation(heading).1;
    let (_, first) = without_indentation(split_line(text.slice(start..text.bytes.len())).0);
    if is_named(heading, first) {
        return Some(true);
    }
    if let Some(flat) = Flat::of(heading) {
        return encloses_flat(text, (heading, flat), start, left);
    }
    let kind = Kind::of(heading);
    // The least indentation of what may head the line on the way up.
    let mut least = usize::MAX;
    let mut above = text.slice(text.start..start);
    while let Some(line) = last_line(&mut above) {
        *left = left.checked_sub(1)?;
        let Some((depth, words)) = less_indented(line, least) else { continue };
        if is_named(heading, words) {
            return Some(true);
        }
        if ends_scope(kind, words) {
            least = depth;
        }
        if least == 0 {
            return Some(false);
        }
    }
    Some(false)
}

/// How deep a line is, and what it says, if that is less deep than `most`. Nearly all lines that are
/// passed on the way up are deeper, or blank, and head nothing.
fn less_indented(line: &[u8], most: usize) -> Option<(usize, &[u8])> {
    let depth = line.iter().take(most).take_while(|byte| is_blank(**byte)).count();
    let words = line.get(depth..).filter(|_| depth < most).map(without_trailing_blanks)?;
    (!words.is_empty()).then_some((depth, words))
}

/// [`encloses`], for a heading of lines that are no deeper, which does not name the line itself.
fn encloses_flat(
    text: Text<'_>,
    (heading, flat): (&[u8], Flat),
    start: usize,
    left: &mut usize,
) -> Option<bool> {
    let mut above = text.slice(text.start..start);
    while let Some(line) = last_line(&mut above) {
        *left = left.checked_sub(1)?;
        let words = without_indentation(line).1;
        if is_named(heading, words) {
            return Some(true);
        }
        if Flat::of(words).is_some_and(|other| flat.ends_at(other)) {
            return Some(false);
        }
    }
    Some(false)
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
public:
    x();
}
";

    #[track_caller]
    fn check(heading: &str, expected: &[bool]) {
        let text = Text::without_bom(FILE.as_bytes());
        let starts = FILE.match_indices("x();").map(|(at, _)| FILE[..at].rfind('\n').unwrap() + 1);
        let found: Vec<_> = starts
            .map(|start| encloses(text, heading.as_bytes(), start, &mut 99).unwrap())
            .collect();
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

    /// The numbers of the lines, 1-based, that lie below a heading.
    #[track_caller]
    fn check_lines(file: &str, heading: &str, expected: &[usize]) {
        let text = Text::without_bom(file.as_bytes());
        let starts = (0..file.len()).filter(|at| *at == 0 || file.as_bytes()[at - 1] == b'\n');
        let is_below = |start: &usize| encloses(text, heading.as_bytes(), *start, &mut 99).unwrap();
        let lines = starts.zip(1..).filter(|(start, _)| is_below(start));
        assert_eq!(lines.map(|(_, line)| line).collect::<Vec<_>>(), expected, "{heading}");
    }

    /// The line that ends what is above it counts to that: a hunk may begin with it.
    #[test]
    fn what_is_no_deeper_is_headed_up_to_the_next_heading_of_its_kind() {
        let sections = "[a]\nx = 1\n\n[b] # new\nx = 1\n[[a]]\ny\n";
        check_lines(sections, "[a]", &[1, 2, 3, 4]);
        check_lines(sections, "[b]", &[4, 5, 6]);
        let titles = "# A\n\n## Linux\nText:\n# make\n### more\nx\n## macOS\nText:\n# B\n";
        check_lines(titles, "## Linux", &[3, 4, 5, 6, 7, 8]);
        check_lines(titles, "### more", &[6, 7, 8]);
        check_lines(titles, "# A", &[1, 2, 3, 4, 5]);
        let keys = "{\n  \"dev\": {\n    \"p\": 1\n  },\n  \"prod\": {\n    \"p\": 1\n  }\n}\n";
        check_lines(keys, "\"dev\": {", &[2, 3, 4, 5]);
        let rules = ".btn {\n  a: b;\n}\n\n.card {\n  a: b;\n}\n";
        check_lines(rules, ".btn {", &[1, 2, 3, 4, 5]);
        check_lines(rules, ".card {", &[5, 6, 7]);
    }

    #[test]
    fn a_line_may_be_its_own_heading() {
        let text = Text::without_bom(b"x\nfn a() {\n");
        assert_eq!(encloses(text, b"fn a()", 2, &mut 9), Some(true));
        assert_eq!(encloses(text, b"fn a()", 0, &mut 9), Some(false));
        assert_eq!(encloses(text, b"x", 2, &mut 0), None, "too far to look");
    }

    #[test]
    fn blanks_at_the_end_are_no_part_of_a_heading_nor_of_a_line() {
        let text = Text::without_bom(b"d\x0B\xCA\n\nx\n\nd\x0B\n\n");
        for heading in ["d", "d\x0B", "d \x0C\t\r"] {
            let is_below = |start| encloses(text, heading.as_bytes(), start, &mut 9);
            assert_eq!([4, 7, 11].map(is_below), [true, false, true].map(Some), "{heading:?}");
        }
    }
}
