//! Takes lines off the ends of a text, and looks for one.

use bstr::ByteSlice as _;

use super::blanks::is_blank_line;

/// The first line with its ending, and the rest.
pub(crate) fn split_line(bytes: &[u8]) -> (&[u8], &[u8]) {
    let len = memchr::memchr(b'\n', bytes).map_or(bytes.len(), |at| at + 1);
    bytes.split_at_checked(len).unwrap_or((bytes, &[]))
}

/// Takes the last line off a text.
pub(crate) fn last_line<'t>(text: &mut &'t [u8]) -> Option<&'t [u8]> {
    if text.is_empty() {
        return None;
    }
    let body = text.strip_suffix(b"\n").unwrap_or(text);
    let start = memchr::memrchr(b'\n', body).map_or(0, |newline| newline + 1);
    let (rest, line) = text.split_at_checked(start)?;
    *text = rest;
    Some(line)
}

/// Whether a text has a line, given without the blanks around it, but for those.
pub(crate) fn has_line_indented(text: &[u8], words: &[u8]) -> bool {
    memchr::memmem::find_iter(text, words).any(|at| {
        let (before, behind) = text.split_at_checked(at).unwrap_or_default();
        let behind = behind.get(words.len()..).unwrap_or_default();
        before.rsplit(|byte| *byte == b'\n').next().is_none_or(is_blank_line)
            && behind.lines().next().is_none_or(is_blank_line)
    })
}

/// Whether a text has a line, but for blanks at the end of it.
pub(crate) fn has_line(text: &[u8], line: &[u8]) -> bool {
    memchr::memmem::find_iter(text, line).any(|at| {
        let (before, behind) = text.split_at_checked(at).unwrap_or_default();
        let behind = behind.get(line.len()..).unwrap_or_default();
        before.last().is_none_or(|byte| *byte == b'\n')
            && behind.lines().next().is_none_or(is_blank_line)
    })
}
