//! A context line that others changed, where the number of a hunk is right, or off as those of its
//! neighbours are: all its other old lines are at that line of the file as written.

use patch_parse::{Hunk, HunkLine, LineEnds, LineKind};

use super::changed_line::{adds_any, with_context};
use super::passed_over::MOST_LINES;
use super::stale::may_be_escaped;
use crate::place::names::defines::is_another_definition;
use crate::place::numbers::hinted_index;
use crate::place::places::signed;
use crate::text::Text;
use crate::text::blanks::without_trailing_blanks;
use crate::text::form::{names_another, share_half};
use crate::text::words::{are_alike, has_words, words_gone};

/// The fewest lines with words beside the one that differs.
const FEWEST_OTHERS: usize = 2;

/// The hunk with the line that the file has at its number, which is off by `offset` lines, in the
/// place of the one that it shows; `None` if that may be a line of its own, or nothing with words is
/// removed.
pub(super) fn with_line_at_number<'h>(
    text: Text<'_>,
    hunk: &Hunk<'h>,
    offset: i64,
) -> Option<Hunk<'h>> {
    let bytes = text.body();
    let first = signed(hinted_index(hunk)?).checked_add(offset)?;
    let start = match usize::try_from(first).ok()? {
        0 => 0,
        first => LineEnds::of(bytes).nth(first - 1)?,
    };
    let old: Vec<HunkLine<'_>> = hunk.old_lines().collect();
    let in_file = bytes.get(start..)?.split_inclusive(|byte| *byte == b'\n').take(old.len());
    let in_file: Vec<&[u8]> = in_file.map(without_trailing_blanks).collect();
    if old.len() > MOST_LINES || in_file.len() < old.len() {
        return None;
    }
    let pairs = || old.iter().zip(&in_file).enumerate();
    let is_there = |line: &HunkLine<'_>, found: &[u8]| without_trailing_blanks(line.text) == found;
    let mut lost = pairs().filter(|(_, (line, found))| !is_there(line, found));
    let (at, (shown, found)) = lost.next().filter(|_| lost.next().is_none())?;
    let others = pairs().filter(|(index, (line, _))| *index != at && has_words(line.text));
    let removes = |(_, (line, _)): (usize, (&HunkLine<'_>, _))| line.kind == LineKind::Remove;
    let is_certain = shown.kind == LineKind::Context
        && others.clone().count() >= FEWEST_OTHERS
        && others.clone().any(removes)
        && was_changed(bytes, hunk, without_trailing_blanks(shown.text), found)
        && !may_be_escaped(bytes, hunk, std::iter::once(*shown));
    is_certain.then(|| with_context(hunk, at, found))
}

/// Whether a line of the file is one that was shown, changed since: it is like it and names nothing
/// else, the file has not the other as well, and the words that are gone are none that the hunk adds.
fn was_changed(bytes: &[u8], hunk: &Hunk<'_>, shown: &[u8], found: &[u8]) -> bool {
    let gone = words_gone(shown, found);
    let (old, new) = (shown.trim_ascii(), found.trim_ascii());
    (are_alike(old, new) || share_half(old, new))
        && !names_another(old, new)
        && !is_another_definition(bytes, old, new)
        && !adds_any(hunk, &gone)
        && memchr::memmem::find(bytes, shown).is_none()
}
