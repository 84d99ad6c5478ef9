//! Expands tabs as editors show them: each extends to the next stop.

use crate::text::blanks::without_indentation;

/// A line with its indentation in spaces; each tab extends to the next multiple of this width.
pub(crate) fn with_stops(line: &[u8], width: usize) -> Vec<u8> {
    let indent = without_indentation(line).0;
    let mut columns = 0;
    for blank in indent {
        columns = if *blank == b'\t' { (columns / width + 1) * width } else { columns + 1 };
    }
    let rest = line.get(indent.len()..).unwrap_or_default();
    [&*vec![b' '; columns], rest].concat()
}
