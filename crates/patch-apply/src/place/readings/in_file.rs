//! Finds where lines of a file begin with the longest old line of a hunk.

/// The most lines of the file with which a hunk is compared.
const MOST_STARTS: usize = 64;

/// The offsets of the lines of a text that begin with these bytes; `None` if there are too many to
/// compare a hunk with the text at each.
pub(super) fn line_starts(text: &[u8], longest: &[u8]) -> Option<Vec<usize>> {
    let is_line =
        |start: &usize| start.checked_sub(1).is_none_or(|before| text.get(before) == Some(&b'\n'));
    let starts = memchr::memmem::find_iter(text, longest);
    let starts: Vec<usize> = starts.filter(is_line).take(MOST_STARTS + 1).collect();
    (starts.len() <= MOST_STARTS).then_some(starts)
}
