//! Where the old lines of a hunk are as the patch has them, by a look at one place.

use patch_parse::{Hunk, Newline};

use crate::place::placement::{Evidence, EvidenceSet, Placement};
use crate::place::rung::Rung;
use crate::text::Text;
use crate::text::blanks::without_trailing_blanks;

/// The placement of a hunk at a line and its byte, if the file has its old lines there,
/// trailing blanks aside.
pub(super) fn as_written(
    text: Text<'_>,
    (line, start): (usize, usize),
    hunk: &Hunk<'_>,
) -> Option<Placement> {
    let text = text.slice(start..text.bytes.len());
    let mut in_file = text.split_inclusive(|byte| *byte == b'\n');
    let (mut end, mut rung) = (start, Rung::Exact);
    for old in hunk.old_lines() {
        let found = in_file.next()?;
        if without_trailing_blanks(found) != without_trailing_blanks(old.text) {
            return None;
        }
        if (&**old.text, old.newline) != Newline::split(found) {
            rung = Rung::TrailingBlanks;
        }
        end += found.len();
    }
    let evidence = EvidenceSet::from_iter([Evidence::Order]);
    Some(Placement {
        line_index: line,
        line_count: hunk.lines.old_count(),
        start,
        end,
        rung,
        other_places: 0,
        dropped_before: 0,
        dropped_after: 0,
        evidence,
    })
}
