//! What a hunk that stands nowhere comes closest to. For messages only: nothing is placed by it.

use bstr::BString;
use patch_parse::Hunk;

use super::index::BlockIndex;
use crate::NearMiss;
use crate::text::LineTable;

/// At most this many places are compared.
const MOST_PLACES: usize = 1000;

/// The place where most leading lines of a hunk stand, nearest to the hint among equals.
pub(super) fn find(
    table: &LineTable<'_>,
    index: &BlockIndex,
    hunk_index: usize,
    hunk: &Hunk<'_>,
    hinted_index: Option<usize>,
) -> Option<NearMiss> {
    let distance = |line_index: usize| hinted_index.map_or(0, |hint| hint.abs_diff(line_index));
    let best = index
        .places_of_line(hunk_index, 0)
        .iter()
        .take(MOST_PLACES)
        .map(|line_index| (index.leading(hunk_index, *line_index), *line_index))
        .min_by_key(|(leading, line_index)| (std::cmp::Reverse(*leading), distance(*line_index)));
    let (leading, line_index) =
        best.or_else(|| hinted_index.filter(|hint| *hint < table.len()).map(|hint| (0, hint)))?;
    let expected = hunk.old_lines().nth(leading)?;
    let actual = table.line(line_index + leading);
    let actual = actual.strip_suffix(b"\n").unwrap_or(actual);
    Some(NearMiss {
        line: line_index + 1,
        matched_lines: leading,
        differing_line: line_index + leading + 1,
        expected: expected.text.to_owned(),
        actual: (line_index + leading < table.len()).then(|| BString::from(actual)),
    })
}
