//! Handles no-break spaces in place of the blanks at the start of a line, as in text copied from a
//! web page.

/// The no-break space.
const NO_BREAK: &[u8] = "\u{A0}".as_bytes();

/// Whether a line is indented with no-break spaces.
pub(in crate::mapping) fn is_in_no_break_spaces(line: &[u8]) -> bool {
    let first = line.iter().position(|byte| !b" \t".contains(byte)).unwrap_or(line.len());
    line.get(first..).is_some_and(|rest| rest.starts_with(NO_BREAK))
}

/// A line with spaces in place of the no-break spaces that it begins with.
pub(in crate::mapping) fn in_plain_blanks(line: &[u8]) -> Vec<u8> {
    let (mut rest, mut blanks) = (line, Vec::new());
    loop {
        match rest.split_first() {
            Some((blank @ (b' ' | b'\t'), behind)) => {
                blanks.push(*blank);
                rest = behind;
            }
            _ => match rest.strip_prefix(NO_BREAK) {
                Some(behind) => {
                    blanks.push(b' ');
                    rest = behind;
                }
                None => return [&*blanks, rest].concat(),
            },
        }
    }
}
