//! Cuts text of files and patches to the length that a failure keeps.

use bstr::{BString, ByteSlice};

/// The longest line kept in a failure, in characters.
const WIDTH: usize = 160;

/// How many characters of a long line are kept before the column that must be visible.
const LEAD: usize = 60;

/// A line without its ending.
pub(super) fn without_ending(line: &[u8]) -> &[u8] {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    line.strip_suffix(b"\r").unwrap_or(line)
}

/// The part of a line around a column (1-based, in characters), `…` where it was cut.
pub(super) fn around(line: &[u8], column: usize) -> BString {
    let from = column.saturating_sub(LEAD + 1);
    // A line with no more bytes has no more characters.
    if line.len() <= WIDTH {
        return line.into();
    }
    let mut ends = line.char_indices().map(|(_, end, _)| end);
    let is_short = ends.clone().nth(WIDTH).is_none();
    if is_short {
        return line.into();
    }
    let start = if from == 0 { 0 } else { ends.nth(from - 1).unwrap_or(line.len()) };
    let end = ends.nth(WIDTH - 1).unwrap_or(line.len());
    let piece = line.get(start..end).unwrap_or_default();
    let (before, after) =
        (if start > 0 { "…" } else { "" }, if end < line.len() { "…" } else { "" });
    [before.as_bytes(), piece, after.as_bytes()].concat().into()
}

/// The column (1-based, in characters) where two lines begin to differ.
pub(super) fn column(a: &[u8], b: &[u8]) -> usize {
    let same = |(one, other): &((usize, usize, char), (usize, usize, char))| {
        a.get(one.0..one.1) == b.get(other.0..other.1)
    };
    a.char_indices().zip(b.char_indices()).take_while(same).count() + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_line_is_cut_around_its_column() {
        let line = format!("{}X{}", "é".repeat(500), "ß".repeat(500));
        let cut = around(line.as_bytes(), 501).to_string();
        assert_eq!(cut, format!("…{}X{}…", "é".repeat(LEAD), "ß".repeat(WIDTH - LEAD - 1)));
        assert!(around(line.as_bytes(), 1).starts_with("éé".as_bytes()));
        assert!(around(line.as_bytes(), 1001).ends_with("ß".as_bytes()));
        assert_eq!(column(b"a\xffb", b"a\xfeb"), 2, "bytes that are no text differ");
        assert_eq!(around(b"short", 3), "short");
        assert_eq!(around("é".repeat(WIDTH).as_bytes(), 1), "é".repeat(WIDTH));
        let broken = [b"\xff".repeat(300), b"X".to_vec()].concat();
        assert!(
            around(&broken, 301).ends_with(b"\xffX"),
            "bytes that are no text count as one each"
        );
    }
}
