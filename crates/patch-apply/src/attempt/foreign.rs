//! Finds hunks whose text is in another encoding than the file.

use patch_parse::{Hunk, LineKind};

use crate::options::Contract;
use crate::place::Placed;
use crate::place::rung::Rung;

/// The hunks with non-ASCII UTF-8 text for a file in another encoding: as added text it would be
/// garbled next to the rest, as context it cannot be found. If the old lines agree byte for byte,
/// git's contract takes the patch at its word.
pub(super) fn hunks(
    contents: &[u8],
    hunks: &[Hunk<'_>],
    placed: &[Placed],
    contract: Contract,
) -> Vec<usize> {
    let is_utf8_text = |text: &[u8]| !text.is_ascii() && std::str::from_utf8(text).is_ok();
    let mut foreign = Vec::new();
    let mut file_is_utf8 = None;
    let may_differ = |(_, (hunk, _)): &(usize, (&Hunk<'_>, &Placed))| !hunk.lines.is_ascii();
    for (index, (hunk, placed)) in hunks.iter().zip(placed).enumerate().filter(may_differ) {
        let is_exact = matches!(placed, Placed::At(place) if place.rung == Rung::Exact);
        // If the lines are found somewhere, the encoding is not the problem.
        let is_lost = matches!(placed, Placed::Failed(failure) if failure.candidates.is_empty());
        let is_failed = matches!(placed, Placed::Failed(_)) && !is_lost;
        if (is_exact || is_failed) && contract == Contract::Git {
            continue;
        }
        let kind_matters = |kind| kind == LineKind::Add || is_lost;
        let speaks_utf8 =
            hunk.lines.iter().any(|line| kind_matters(line.kind) && is_utf8_text(line.text));
        let speaks_other = hunk.old_lines().any(|line| is_utf8_text(line.text));
        // Old lines in UTF-8 that were found show that this part of the file is UTF-8.
        if !speaks_utf8 || (!is_lost && speaks_other) {
            continue;
        }
        if *file_is_utf8.get_or_insert_with(|| std::str::from_utf8(contents).is_ok()) {
            return Vec::new();
        }
        foreign.push(index);
    }
    foreign
}
