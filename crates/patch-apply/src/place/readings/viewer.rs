//! Line numbers that a hunk has in front of its lines: it was copied from what shows a file with
//! them (`cat -n`, `grep -n`, the tools of agents).

use bstr::{BStr, ByteSlice};
use patch_parse::{Hunk, HunkLine, HunkLines, LineKind};

/// What is behind the sign that ends a number, and no part of the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::place) enum Behind {
    Nothing,
    Blank,
}

/// The signs that end a number.
const SIGNS: [&str; 5] = ["\t", "|", ":", "→", "│"];

/// The hunk without the number in front of each line, if those of its old lines, two at least,
/// follow each other, and all added ones have one or none has.
pub(in crate::place) fn without_line_numbers<'h>(
    hunk: &Hunk<'h>,
    behind: Behind,
) -> Option<Hunk<'h>> {
    let sign = hunk.old_lines().find_map(|line| sign_of(line.text))?;
    let mut numbers =
        hunk.old_lines().map(|line| Numbered::of(line.text, sign, behind).map(|line| line.number));
    let first = numbers.next()??;
    let are_in_order = numbers.zip(1..).all(|(number, by)| number == first.checked_add(by));
    if hunk.lines.old_count() < 2 || !are_in_order {
        return None;
    }
    let added = || hunk.lines.iter().filter(|line| line.kind == LineKind::Add);
    let is_numbered = |line: HunkLine<'_>| Numbered::of(line.text, sign, behind).is_some();
    let are_added_numbered = added().any(is_numbered);
    if are_added_numbered && !added().all(|line| line.text.is_empty() || is_numbered(line)) {
        return None;
    }
    let mut lines = HunkLines::default();
    for line in &hunk.lines {
        let is_as_it_is = line.kind == LineKind::Add && !are_added_numbered;
        let numbered = Numbered::of(line.text, sign, behind).filter(|_| !is_as_it_is);
        lines.push(HunkLine { text: numbered.map_or(line.text, |line| line.text), ..line });
    }
    Some(hunk.clone().with_lines(lines))
}

/// A line of a file with its number in front.
struct Numbered<'l> {
    number: u64,
    text: &'l BStr,
}

impl<'l> Numbered<'l> {
    /// Of an empty line the sign may be lost.
    fn of(line: &'l [u8], sign: &str, behind: Behind) -> Option<Self> {
        let (number, rest) = split_number(line)?;
        let rest = match without_blanks(rest).strip_prefix(sign.as_bytes()) {
            Some(rest) => rest,
            None if rest.trim_ascii().is_empty() => b"",
            None => return None,
        };
        let text = match behind {
            Behind::Blank if !rest.is_empty() => rest.strip_prefix(b" ")?,
            Behind::Blank | Behind::Nothing => rest,
        };
        Some(Self { number, text: text.as_bstr() })
    }
}

/// The sign behind the number that a line begins with.
fn sign_of(line: &[u8]) -> Option<&'static str> {
    let (_, rest) = split_number(line)?;
    SIGNS.into_iter().find(|sign| without_blanks(rest).starts_with(sign.as_bytes()))
}

/// What is behind the blanks that a text begins with; a tab is none of them.
fn without_blanks(text: &[u8]) -> &[u8] {
    text.trim_start_with(|blank| blank == ' ')
}

/// The number that a line begins with, blanks aside, and what is behind it.
fn split_number(line: &[u8]) -> Option<(u64, &[u8])> {
    let line = without_blanks(line);
    let digits = line.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (number, rest) = line.split_at_checked(digits)?;
    Some((std::str::from_utf8(number).ok()?.parse().ok()?, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A hunk, each line behind its marker, and as it is read.
    #[track_caller]
    fn check(hunk: &str, behind: Behind, expected: Option<&str>) {
        let lines = hunk.lines().map(|line| {
            let kind = match line.as_bytes().first() {
                Some(b'-') => LineKind::Remove,
                Some(b'+') => LineKind::Add,
                _ => LineKind::Context,
            };
            HunkLine::new(kind, &line[1..])
        });
        let read = without_line_numbers(&Hunk::new(lines.collect()), behind);
        let line = |line: HunkLine<'_>| format!("{}{}", char::from(line.kind.marker()), line.text);
        let read = read.map(|read| read.lines.iter().map(line).collect::<Vec<_>>().join("\n"));
        assert_eq!(read.as_deref(), expected, "{hunk}");
    }

    #[test]
    fn viewers_end_numbers_with_these_signs() {
        let read = Some(" a\n-    b\n+    c");
        check("      9\ta\n-    10\t    b\n+    10\t    c", Behind::Nothing, read);
        check(" 9:a\n-10:    b\n+10:    c", Behind::Nothing, read);
        check("      9→a\n-    10→    b\n+    10→    c", Behind::Nothing, read);
        check("  9 | a\n-10 |     b\n+10 |     c", Behind::Blank, read);
        check("  9│ a\n-10│     b\n+10│     c", Behind::Blank, read);
        // Another reading has a place, or none.
        check(" 9| a\n-10|     b\n+10|     c", Behind::Nothing, Some("  a\n-     b\n+     c"));
        check(" 9|a\n-10|    b\n", Behind::Blank, None);
    }

    #[test]
    fn empty_lines_may_have_lost_the_sign_and_added_lines_have_no_number() {
        check(" 1|a\n 2\n-3|b\n+c\n+", Behind::Nothing, Some(" a\n \n-b\n+c\n+"));
        check(" 1\ta\n-2\tb\n+2\tb\n+\n+3\tc", Behind::Nothing, Some(" a\n-b\n+b\n+\n+c"));
    }

    #[test]
    fn what_is_no_number_of_a_line_stays() {
        // One line, numbers that do not follow each other, some of them, other signs.
        for hunk in [
            "-1|a\n+1|b",
            " 1|a\n-3|b\n+3|c",
            " 1|a\n-b\n+c",
            " 1|a\n-2:b\n+c",
            " 1|a\n-2|b\n+2|c\n+d",
            " 1. a\n-2. b\n+2. c",
            " 18446744073709551615|a\n-0|b\n+c",
            " a\n-b\n+c",
        ] {
            check(hunk, Behind::Nothing, None);
        }
    }
}
