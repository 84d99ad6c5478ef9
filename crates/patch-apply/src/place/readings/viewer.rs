//! Line numbers at the start of a hunk's lines: it was copied from something that shows a file
//! with them (`cat -n`, `grep -n`, the tools of agents).

use bstr::{BStr, ByteSlice};
use patch_parse::{Hunk, HunkLine, HunkLines, LineKind};

/// What follows the sign that ends a number, and does not belong to the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Behind {
    Nothing,
    Blank,
}

/// The signs that end a number.
const SIGNS: [&str; 5] = ["\t", "|", ":", "→", "│"];

/// The hunk without the number before each line, if those of its old lines, two at least,
/// follow each other, and all added ones have one that goes on with these or none has; and where
/// the numbers say that it is, 1-based. The hunks before it move the lines of the new file by
/// `moved`. The numbers may also be those of the new lines.
pub(super) fn without_line_numbers<'h>(
    hunk: &Hunk<'h>,
    behind: Behind,
    moved: i64,
) -> Option<(Hunk<'h>, u64)> {
    of_old_lines(hunk, behind, moved).or_else(|| of_new_lines(hunk, behind))
}

fn of_old_lines<'h>(hunk: &Hunk<'h>, behind: Behind, moved: i64) -> Option<(Hunk<'h>, u64)> {
    let gutter = Gutter { moved, ..Gutter::of(hunk, behind)? };
    let are_added_numbered = gutter.are_added_numbered(hunk)?;
    let mut lines = HunkLines::default();
    for line in &hunk.lines {
        let is_as_it_is = line.kind == LineKind::Add && !are_added_numbered;
        let numbered = gutter.split(line.text).filter(|_| !is_as_it_is);
        lines.push(HunkLine { text: numbered.map_or(line.text, |line| line.text), ..line });
    }
    Some((hunk.clone().with_lines(lines), gutter.first))
}

/// The same where the numbers of all lines that stay or are added follow each other.
fn of_new_lines<'h>(hunk: &Hunk<'h>, behind: Behind) -> Option<(Hunk<'h>, u64)> {
    let sign = hunk.lines.iter().find_map(|line| sign_of(line.text))?;
    let first = Numbered::of(hunk.lines.iter().next()?.text, sign, behind)?.number;
    let (mut old, mut new) = (first, first);
    let (mut begins, mut ends) = (Vec::new(), Vec::new());
    let mut lines = HunkLines::default();
    for line in &hunk.lines {
        let numbered = Numbered::of(line.text, sign, behind)?;
        let is_old = line.kind == LineKind::Remove && numbered.number == old;
        if numbered.number != new && !is_old {
            return None;
        }
        begins.push((line.kind, numbered.begin));
        ends.push((line.kind, numbered.end));
        lines.push(HunkLine { text: numbered.text, ..line });
        old += u64::from(line.kind != LineKind::Add);
        new += u64::from(line.kind != LineKind::Remove);
    }
    let is_in_column =
        [0, 1].iter().any(|off| column(&begins, *off).or_else(|| column(&ends, *off)).is_some());
    let is_meant = is_in_column && hunk.lines.old_count() > 1;
    is_meant.then(|| (hunk.clone().with_lines(lines), first))
}

/// How the old lines of a hunk are numbered.
struct Gutter {
    sign: &'static str,
    behind: Behind,
    /// The number of the first one, and how many there are.
    first: u64,
    count: u64,
    /// The columns at which all numbers begin, or end.
    begin: Option<usize>,
    end: Option<usize>,
    /// How far lines of the new file are from those of the old one.
    moved: i64,
}

/// What an added line may be beside old ones with numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Added {
    Text,
    Number(u64),
    /// Its number may be one of these, or the text.
    Doubtful,
}

impl Gutter {
    fn of(hunk: &Hunk<'_>, behind: Behind) -> Option<Self> {
        let sign = hunk.old_lines().find_map(|line| sign_of(line.text))?;
        let first = Numbered::of(hunk.old_lines().next()?.text, sign, behind)?.number;
        let (mut begins, mut ends) = (Vec::new(), Vec::new());
        for (line, number) in hunk.old_lines().zip(first..=u64::MAX) {
            let kind = line.kind;
            let line = Numbered::of(line.text, sign, behind).filter(|it| it.number == number)?;
            begins.push((kind, line.begin));
            ends.push((kind, line.end));
        }
        let columns = |off: usize| (column(&begins, off), column(&ends, off));
        let (begin, end) = match columns(0) {
            (None, None) => columns(1),
            columns => columns,
        };
        let count = begins.len() as u64;
        (count > 1).then_some(Self { sign, behind, first, count, begin, end, moved: 0 })
    }

    fn split<'l>(&self, line: &'l [u8]) -> Option<Numbered<'l>> {
        Numbered::of(line, self.sign, self.behind)
    }

    /// Whether the added lines that are not empty have numbers, or none has; `None` if that is not
    /// clear.
    fn are_added_numbered(&self, hunk: &Hunk<'_>) -> Option<bool> {
        let added = hunk.lines.iter().filter(|line| line.kind == LineKind::Add);
        let added: Vec<&BStr> =
            added.map(|line| line.text).filter(|text| !text.is_empty()).collect();
        let most = self.first.saturating_add(self.count).saturating_add(added.len() as u64);
        let kinds = || added.iter().map(|line| self.kind(line, most));
        if kinds().all(|kind| kind == Added::Text) {
            return Some(false);
        }
        // A number alone may be the text.
        let is_signed = |line: &&BStr| sign_of(line) == Some(self.sign);
        let are_numbers = kinds().all(|kind| matches!(kind, Added::Number(_)));
        let are_told = are_numbers && added.iter().any(is_signed) && self.goes_on(hunk);
        are_told.then_some(true)
    }

    /// What an added line is: a number of a viewer is in the column of the others, and near. With
    /// its sign it may be one beside, where a mark was put in front of some of the lines, and in the
    /// place of a blank of others.
    fn kind(&self, line: &[u8], most: u64) -> Added {
        let is_signed = sign_of(line) == Some(self.sign);
        let Some(line) = self.split(line) else { return Added::Text };
        let old = self.first.saturating_sub(1)..=most;
        let before = line.number.checked_add_signed(self.moved.saturating_neg());
        let is_likely = old.contains(&line.number) || before.is_some_and(|it| old.contains(&it));
        let widths = digits(self.first)..=digits(most);
        let is_in_column = self.end == Some(line.end)
            || (self.begin == Some(line.begin)
                && (is_likely || widths.contains(&digits(line.number))))
            || (is_likely && is_signed && self.is_one_beside(&line));
        match (is_in_column, is_likely) {
            (true, true) => Added::Number(line.number),
            (true, false) => Added::Doubtful,
            (false, true) if line.begin == 0 => Added::Doubtful,
            (false, _) => Added::Text,
        }
    }

    fn is_one_beside(&self, line: &Numbered<'_>) -> bool {
        let is_beside =
            |column: Option<usize>, at: usize| column.is_some_and(|own| own.abs_diff(at) == 1);
        is_beside(self.end, line.end) || is_beside(self.begin, line.begin)
    }

    /// Whether the numbers of the added lines are those of the lines that they replace, or go on
    /// with the line in front, as it was or as it is then.
    fn goes_on(&self, hunk: &Hunk<'_>) -> bool {
        // The new file as this hunk alone makes it, or all do.
        let (mut old, mut new) = (self.first, self.first);
        // The first line of a change, and what was added last with a number; empty ones have none.
        let (mut changed, mut last): (_, Option<(u64, u64)>) = (None, None);
        for line in &hunk.lines {
            match line.kind {
                LineKind::Context => (changed, last) = (None, None),
                LineKind::Remove => {
                    changed = changed.or(Some(old));
                    last = None;
                }
                LineKind::Add => {
                    let number = self.split(line.text).map(|line| line.number);
                    last = match (number, last) {
                        (None, last) => last.map(|(last, passed)| (last, passed + 1)),
                        (Some(number), Some((last, passed))) => {
                            if !(last..=last + 1 + passed).contains(&number) {
                                return false;
                            }
                            Some((number, 0))
                        }
                        (Some(number), None) => {
                            let lowest = changed.unwrap_or(old).min(old.saturating_sub(1));
                            let is_new = [0, self.moved]
                                .iter()
                                .any(|by| new.checked_add_signed(*by) == Some(number));
                            if !(lowest..=old).contains(&number) && !is_new {
                                return false;
                            }
                            Some((number, 0))
                        }
                    };
                }
            }
            old += u64::from(line.kind != LineKind::Add);
            new += u64::from(line.kind != LineKind::Remove);
        }
        true
    }
}

/// The column of all lines. The blank before the number of a context line may have been taken for
/// the mark: it may be so far off.
fn column(lines: &[(LineKind, usize)], off: usize) -> Option<usize> {
    let column = lines.iter().map(|(_, at)| *at).max()?;
    let is_in = |(kind, at): &(LineKind, usize)| {
        *at == column || (*kind == LineKind::Context && at + off == column)
    };
    lines.iter().all(is_in).then_some(column)
}

/// A line of a file with its number before it.
struct Numbered<'l> {
    number: u64,
    /// Where the number begins and ends.
    begin: usize,
    end: usize,
    text: &'l BStr,
}

impl<'l> Numbered<'l> {
    /// An empty line may have lost its sign.
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
        let begin = line.len() - without_blanks(line).len();
        let end = without_blanks(line).iter().take_while(|byte| byte.is_ascii_digit()).count();
        Some(Self { number, begin, end: begin + end, text: text.as_bstr() })
    }
}

/// The sign after the number that a line begins with.
fn sign_of(line: &[u8]) -> Option<&'static str> {
    let (_, rest) = split_number(line)?;
    SIGNS.into_iter().find(|sign| without_blanks(rest).starts_with(sign.as_bytes()))
}

/// How many digits a number has.
fn digits(number: u64) -> u32 {
    number.checked_ilog10().unwrap_or(0)
}

/// What is after the blanks that a text begins with; a tab does not count as one.
fn without_blanks(text: &[u8]) -> &[u8] {
    text.trim_start_with(|blank| blank == ' ')
}

/// The number that a line begins with, blanks aside, and what is after it. What is larger than the
/// number of any line is text, so that sums of numbers and lines are in bounds.
fn split_number(line: &[u8]) -> Option<(u64, &[u8])> {
    let line = without_blanks(line);
    let digits = line.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (number, rest) = line.split_at_checked(digits)?;
    let number: u32 = std::str::from_utf8(number).ok()?.parse().ok()?;
    Some((number.into(), rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A hunk, each line after its marker, and as it is read.
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
        let read = without_line_numbers(&Hunk::new(lines.collect()), behind, 6);
        let line = |line: HunkLine<'_>| format!("{}{}", char::from(line.kind.marker()), line.text);
        let read = read.map(|(read, _)| read.lines.iter().map(line).collect::<Vec<_>>().join("\n"));
        assert_eq!(read.as_deref(), expected, "{hunk}");
    }

    #[test]
    fn what_is_larger_than_any_number_of_a_line_is_text() {
        let last = u64::MAX;
        let hunk = format!(" {}:a\n-{last}:b\n+{last}:c\n+{last}:d", last - 1);
        check(&hunk, Behind::Nothing, None);
        let last = u32::MAX;
        let hunk = format!(" {}:a\n-{last}:b\n+{last}:c", last - 1);
        check(&hunk, Behind::Nothing, Some(" a\n-b\n+c"));
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
        // The blank before the number was taken for the mark.
        let read = Some(" a\n-b\n+c\n \n d");
        check("     8\ta\n-    9\tb\n+    9\tc\n   10\t\n    11\td", Behind::Nothing, read);
        let read = Some(" a\n+b\n c");
        check("     8\ta\n+    9\tb\n     9\tc", Behind::Nothing, read);
        check("     8\ta\n+     9\tb\n     9\tc", Behind::Nothing, read);
        check(" 8: a\n-9: b\n+ 9: c", Behind::Blank, Some(" a\n-b\n+c"));
        check(" 8\ta\n+  9\tb\n 9\tc", Behind::Nothing, Some(" a\n+  9\tb\n c"));
    }

    #[test]
    fn numbers_of_added_lines_go_on_with_the_others() {
        for (hunk, read) in [
            // Those of the lines that are replaced, or the ones after, in the new file or the old.
            (" 9|a\n-10|b\n+10|c\n+11|d\n 11|e", Some(" a\n-b\n+c\n+d\n e")),
            (" 9|a\n+10|b\n 10|c\n+11|d\n 11|e", Some(" a\n+b\n c\n+d\n e")),
            (" 9|a\n+10|b\n 10|c\n+12|d\n 11|e", Some(" a\n+b\n c\n+d\n e")),
            (" 9|a\n-10|b\n-11|c\n+12|d", Some(" a\n-b\n-c\n+d")),
            (" 9|a\n+16|b\n 10|c\n-11|d\n+18|e", Some(" a\n+b\n c\n-d\n+e")),
            ("-9|a\n+9|b\n-10|c\n+10|d", Some("-a\n+b\n-c\n+d")),
            // No viewer writes these, so they are text.
            (" 2|a\n 3|b\n+404|c\n 4|d", Some(" a\n b\n+404|c\n d")),
            ("  2|a\n  3|b\n+    4|c\n  4|d", Some(" a\n b\n+    4|c\n d")),
            (" 2\ta\n 3\tb\n+8000\n 4\tc", Some(" a\n b\n+8000\n c")),
            // It is not clear.
            (" 2|a\n 3|b\n+5|c\n 4|d\n 5|e", None),
            (" 102|a\n 103|b\n+404|c\n 104|d", None),
            (" 2|a\n 3|b\n+4|c\n+9|d\n 4|e", None),
            ("   2|a\n   3|b\n+4|c\n   4|d", None),
            (" 2\ta\n 3\tb\n+4\n 4\tc", None),
        ] {
            check(hunk, Behind::Nothing, read);
        }
    }

    #[test]
    fn numbers_may_be_those_of_the_new_lines() {
        for (hunk, read) in [
            (" 9:a\n 10:b\n+11:c\n 12:d", Some(" a\n b\n+c\n d")),
            (" 9:a\n-10:b\n+10:c\n+11:d\n 12:e", Some(" a\n-b\n+c\n+d\n e")),
            (" 9:a\n-10:b\n-11:c\n 10:d", Some(" a\n-b\n-c\n d")),
            (" 9:a\n 10:b\n+c\n 12:d", None),
            (" 9:a\n 10:b\n+11:c\n 13:d", None),
            ("+9:a\n 10:b", None),
        ] {
            check(hunk, Behind::Nothing, read);
        }
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
