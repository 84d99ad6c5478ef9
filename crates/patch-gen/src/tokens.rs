//! Bytes to lines, and the lines that need not be compared.

use memchr::{memchr, memchr_iter, memrchr};

/// How far git looks for a NUL byte.
const BINARY_PROBE: usize = 8000;

/// Whether `contents` is binary by git's rule: a NUL among the first 8,000 bytes.
pub fn is_binary(contents: &[u8]) -> bool {
    let probe = contents.get(..BINARY_PROBE).unwrap_or(contents);
    memchr(0, probe).is_some()
}

/// Two texts, cut down to the lines that may differ and some equal lines around them.
///
/// Comparing bytes is many times cheaper than making lines and hashing them, and most edits leave
/// most of a file alone.
pub(crate) struct Trimmed<'a> {
    /// The lines cut off at the start, the same in both texts.
    pub(crate) head: &'a [u8],
    /// How many lines [`Self::head`] has.
    pub(crate) head_lines: usize,
    /// The lines left of the old text, each with its ending.
    pub(crate) old: Vec<&'a [u8]>,
    /// The lines left of the new text.
    pub(crate) new: Vec<&'a [u8]>,
    /// The lines cut off at the end, the same in both texts.
    tail: &'a [u8],
}

impl<'a> Trimmed<'a> {
    /// Cuts what the texts share at both ends, but for `margin` lines.
    pub(crate) fn new(old: &'a [u8], new: &'a [u8], margin: usize) -> Self {
        let prefix = common_lines_at_start(old, new);
        let (head, old_rest) = old.split_at(prefix);
        let (_, new_rest) = new.split_at(prefix);
        let suffix = common_lines_at_end(old_rest, new_rest);

        let head = without_last_lines(head, margin);
        let tail = without_first_lines(suffix, margin);
        let dropped = tail.len();
        Self {
            head,
            head_lines: memchr_iter(b'\n', head).count(),
            old: split_lines(middle(old, head.len(), dropped)),
            new: split_lines(middle(new, head.len(), dropped)),
            tail,
        }
    }

    /// Takes so many lines back from the end, as far as there are any.
    pub(crate) fn take_back(&mut self, lines: usize) {
        let rest = without_first_lines(self.tail, lines);
        let (taken, _) = self.tail.split_at(self.tail.len() - rest.len());
        self.old.extend(split_lines(taken));
        self.new.extend(split_lines(taken));
        self.tail = rest;
    }
}

fn middle(text: &[u8], start: usize, dropped: usize) -> &[u8] {
    text.get(start..text.len().saturating_sub(dropped)).unwrap_or_default()
}

/// Lines with their endings. Only LF ends a line; the last line may have none.
fn split_lines(text: &[u8]) -> Vec<&[u8]> {
    text.split_inclusive(|&byte| byte == b'\n').collect()
}

/// The length of the whole lines that both texts start with.
fn common_lines_at_start(old: &[u8], new: &[u8]) -> usize {
    let equal = common_prefix(old, new);
    if equal == old.len() && equal == new.len() {
        return equal;
    }
    let shared = old.get(..equal).unwrap_or_default();
    memrchr(b'\n', shared).map_or(0, |newline| newline + 1)
}

/// The whole lines that both texts end with. Both texts start at a line.
fn common_lines_at_end<'a>(old: &'a [u8], new: &[u8]) -> &'a [u8] {
    let equal = common_suffix(old, new);
    let (old_start, new_start) = (old.len() - equal, new.len() - equal);
    let shared = old.get(old_start..).unwrap_or_default();
    if starts_a_line(old, old_start) && starts_a_line(new, new_start) {
        return shared;
    }
    without_first_lines(shared, 1)
}

fn starts_a_line(text: &[u8], position: usize) -> bool {
    position.checked_sub(1).is_none_or(|before| text.get(before) == Some(&b'\n'))
}

/// Compared at once; small enough that the last, unequal block costs nothing.
const BLOCK: usize = 256;

fn common_prefix(old: &[u8], new: &[u8]) -> usize {
    let blocks = old.chunks_exact(BLOCK).zip(new.chunks_exact(BLOCK));
    let equal = blocks.take_while(|(a, b)| a == b).count() * BLOCK;
    let rest = old.iter().zip(new).skip(equal);
    equal + rest.take_while(|(a, b)| a == b).count()
}

fn common_suffix(old: &[u8], new: &[u8]) -> usize {
    let blocks = old.rchunks_exact(BLOCK).zip(new.rchunks_exact(BLOCK));
    let equal = blocks.take_while(|(a, b)| a == b).count() * BLOCK;
    let rest = old.iter().rev().zip(new.iter().rev()).skip(equal);
    equal + rest.take_while(|(a, b)| a == b).count()
}

fn without_first_lines(text: &[u8], lines: usize) -> &[u8] {
    let mut rest = text;
    for _ in 0..lines {
        if rest.is_empty() {
            break;
        }
        let end = memchr(b'\n', rest).map_or(rest.len(), |newline| newline + 1);
        rest = rest.get(end..).unwrap_or_default();
    }
    rest
}

fn without_last_lines(text: &[u8], lines: usize) -> &[u8] {
    let mut rest = text;
    for _ in 0..lines {
        let Some((before, _)) = split_last_line(rest) else { break };
        rest = before;
    }
    rest
}

/// The last line, with its ending if it has one, and what comes before it.
pub(crate) fn split_last_line(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let (_, inner) = text.split_last()?;
    Some(text.split_at(memrchr(b'\n', inner).map_or(0, |newline| newline + 1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(old: &str, new: &str, margin: usize, expected: (&str, &[&str], &[&str])) {
        let trimmed = Trimmed::new(old.as_bytes(), new.as_bytes(), margin);
        let (head, old_lines, new_lines) = expected;
        assert_eq!(trimmed.head, head.as_bytes(), "head");
        assert_eq!(trimmed.head_lines, head.lines().count(), "lines of the head");
        assert_eq!(text(&trimmed.old), old_lines, "old");
        assert_eq!(text(&trimmed.new), new_lines, "new");
    }

    fn text<'a>(lines: &[&'a [u8]]) -> Vec<&'a str> {
        lines.iter().map(|line| std::str::from_utf8(line).unwrap()).collect()
    }

    #[test]
    fn equal_lines_at_both_ends_are_cut_but_for_the_margin() {
        let (old, new) = ("a\nb\nc\nd\ne\n", "a\nb\nX\nd\ne\n");
        check(old, new, 0, ("a\nb\n", &["c\n"], &["X\n"]));
        check(old, new, 1, ("a\n", &["b\n", "c\n", "d\n"], &["b\n", "X\n", "d\n"]));
        let all = |middle| ["a\n", "b\n", middle, "d\n", "e\n"];
        check(old, new, 2, ("", &all("c\n"), &all("X\n")));
        check(old, new, usize::MAX, ("", &all("c\n"), &all("X\n")));
    }

    #[test]
    fn only_whole_lines_are_cut() {
        check("ab\nxyz\n", "ac\nwyz\n", 0, ("", &["ab\n", "xyz\n"], &["ac\n", "wyz\n"]));
        check("a", "a\n", 0, ("", &["a"], &["a\n"]));
        check("a", "a\nb", 0, ("", &["a"], &["a\n", "b"]));
        check("x\na", "y\na", 0, ("", &["x\n"], &["y\n"]));
        check("xa\n", "a\n", 0, ("", &["xa\n"], &["a\n"]));
    }

    #[test]
    fn a_repeated_line_is_cut_once() {
        check("a\na\n", "a\na\na\n", 0, ("a\na\n", &[], &["a\n"]));
        check("a\nb\n", "a\nb\na\nb\n", 0, ("a\nb\n", &[], &["a\n", "b\n"]));
    }

    #[test]
    fn blocks_and_the_bytes_after_them_are_compared() {
        let long = "line\n".repeat(1000);
        let (old, new) = (format!("{long}x\n{long}"), format!("{long}y\n{long}"));
        check(&old, &new, 0, (&long, &["x\n"], &["y\n"]));
    }

    #[test]
    fn binary_is_a_nul_near_the_start() {
        assert!(is_binary(b"a\0"));
        assert!(!is_binary(b""));
        assert!(!is_binary("\u{ff}\u{feff}".as_bytes()));
        let late = [vec![b'a'; BINARY_PROBE], vec![0]].concat();
        assert!(!is_binary(&late), "git does not look further");
    }
}
