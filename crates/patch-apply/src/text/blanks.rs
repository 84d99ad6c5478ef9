//! Finds the blanks around the text of a line.

/// Whether a byte is a blank that lines are indented with.
pub(crate) fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

/// A line without its ending and its trailing blanks.
pub(crate) fn without_trailing_blanks(line: &[u8]) -> &[u8] {
    let is_kept = |byte: &u8| !matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | 0x0B | 0x0C);
    let len = line.iter().rposition(is_kept).map_or(0, |last| last + 1);
    line.get(..len).unwrap_or_default()
}

/// Whether some line of a text ends in blanks, in CR LF, or without a newline.
pub(crate) fn has_blank_ends(text: &[u8]) -> bool {
    !text.ends_with(b"\n")
        || memchr::memchr(b'\r', text).is_some()
        || [b" \n", b"\t\n"].iter().any(|end| memchr::memmem::find(text, *end).is_some())
}

/// The blanks at the start of a line, and the text up to the trailing ones. A line of nothing but
/// blanks has no indentation.
pub(crate) fn without_indentation(line: &[u8]) -> (&[u8], &[u8]) {
    let line = without_trailing_blanks(line);
    let len = line.iter().take_while(|byte| is_blank(**byte)).count();
    line.split_at_checked(len).unwrap_or((&[], line))
}

/// The bytes of indentation of a line; `None` if it is blank.
pub(crate) fn depth(line: &[u8]) -> Option<usize> {
    let (blanks, words) = without_indentation(line);
    (!words.is_empty()).then_some(blanks.len())
}

/// Whether a line is empty, or blanks alone.
pub(crate) fn is_blank_line(line: &[u8]) -> bool {
    without_trailing_blanks(line).is_empty()
}
