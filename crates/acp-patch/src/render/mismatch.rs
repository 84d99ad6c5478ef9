//! Two lines that should be equal, shown so that the difference is seen.

use bstr::ByteSlice;
use patch_apply::visible;

/// The widest piece of a line shown, in characters.
const WIDTH: usize = 100;

/// How many characters before the difference are shown of a long line.
const LEAD: usize = 40;

/// Two lines, ready to be shown.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Mismatch {
    pub(super) expected: String,
    pub(super) found: String,
    /// What the eye may miss.
    pub(super) remark: Option<String>,
}

/// Shows `expected` and `found`, both without line ending and cut alike where they are long;
/// `column` (1-based, in characters) is where the whole lines begin to differ.
pub(super) fn show(expected: &[u8], found: &[u8], column: usize) -> Mismatch {
    let expected = without_cr(expected);
    let found = without_cr(found);
    if without_blanks(expected) == without_blanks(found) {
        let remark = "they differ in blanks alone: · is a space, → a tab".to_owned();
        let (expected, found) = (show_blanks(expected), show_blanks(found));
        return window(&expected, &found, column, Some(remark));
    }
    window(&expected.to_str_lossy(), &found.to_str_lossy(), column, None)
}

fn without_cr(line: &[u8]) -> &[u8] {
    line.strip_suffix(b"\r").unwrap_or(line)
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

fn without_blanks(line: &[u8]) -> Vec<u8> {
    line.iter().copied().filter(|byte| !is_blank(*byte)).collect()
}

fn show_blanks(line: &[u8]) -> String {
    line.to_str_lossy().replace(' ', "·").replace('\t', "→")
}

/// The part of both lines around the first difference, where one of them is long.
fn window(expected: &str, found: &str, column: usize, remark: Option<String>) -> Mismatch {
    let same = expected.chars().zip(found.chars()).take_while(|(a, b)| a == b).count();
    let is_long = |line: &str| line.chars().nth(WIDTH).is_some();
    let start = if is_long(expected) || is_long(found) { same.saturating_sub(LEAD) } else { 0 };
    let remark = match remark {
        remark if column <= LEAD => remark,
        None => Some(format!("they differ from column {column} on")),
        Some(remark) => Some(format!("{remark}; from column {column} on")),
    };
    Mismatch { expected: piece(expected, start), found: piece(found, start), remark }
}

fn piece(line: &str, start: usize) -> String {
    let at = line.char_indices().nth(start).map_or(line.len(), |(at, _)| at);
    let rest = line.get(at..).unwrap_or_default();
    let lead = if start > 0 { "…" } else { "" };
    format!("`{lead}{}`", visible::line(rest.as_bytes()).limit(WIDTH))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(expected: &[u8], found: &[u8], shown: (&str, &str, Option<&str>)) {
        let Mismatch { expected, found, remark } = show(expected, found, 1);
        assert_eq!((&*expected, &*found, remark.as_deref()), shown);
    }

    #[test]
    fn blanks_show_where_they_alone_differ() {
        let remark = "they differ in blanks alone: · is a space, → a tab";
        check(b"    x y", b"\tx y\r", ("`····x·y`", "`→x·y`", Some(remark)));
        check(b"    x", b"\ty", ("`    x`", "`\ty`", None));
    }

    #[test]
    fn a_long_line_shows_around_the_first_difference() {
        let (expected, found) = ("a".repeat(500) + "X", "a".repeat(500) + "Y");
        let mismatch = show(expected.as_bytes(), found.as_bytes(), 501);
        assert_eq!(mismatch.expected, format!("`…{}X`", "a".repeat(40)));
        assert_eq!(mismatch.found, format!("`…{}Y`", "a".repeat(40)));
        assert_eq!(mismatch.remark.unwrap(), "they differ from column 501 on");
    }
}
