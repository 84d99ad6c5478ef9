//! Appends text to the output.

use std::fmt;
use std::io::Write as _;

/// Appends formatted text.
pub(super) fn put(out: &mut Vec<u8>, text: fmt::Arguments<'_>) {
    // Writing to a vector cannot fail, and the arguments are strings and numbers.
    let _ = out.write_fmt(text);
}

/// Appends `parts` and ends the line.
pub(super) fn put_line(out: &mut Vec<u8>, parts: &[&[u8]]) {
    for part in parts {
        out.extend_from_slice(part);
    }
    out.push(b'\n');
}
