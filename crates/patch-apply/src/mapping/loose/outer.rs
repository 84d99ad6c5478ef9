//! Works out the mapping of a hunk whose outer context differs from the file.

use patch_parse::{Hunk, HunkLine, LineKind};

use crate::mapping::Mapping;
use crate::mapping::characters::encoded::{is_any_encoded, is_any_quote_escaped};
use crate::mapping::characters::signs::Signs;
use crate::text::blanks::{depth, without_indentation, without_trailing_blanks};
use crate::text::last_line;
use crate::text::words::has_words;
use crate::{Cause, Placement};

impl Mapping {
    /// In such a hunk no kept line is indented otherwise. But all lines, also those that differ,
    /// show what the characters of the patch mean.
    pub(super) fn of_outer(
        hunk: &Hunk<'_>,
        place: &Placement,
        texts: (&[u8], &[u8]),
    ) -> Result<Self, Cause> {
        let old = faced(hunk, place, texts);
        let added = || hunk.lines.iter().filter(|line| line.kind == LineKind::Add);
        let begins_so = |blank: u8| added().any(|line| line.text.first() == Some(&blank));
        let is_moved = |(line, file): &(HunkLine<'_>, &[u8])| {
            is_indented_otherwise(line.text, file)
                || other_blank(line.text, file).is_some_and(begins_so)
        };
        if old.iter().any(is_moved) {
            return Err(Cause::UnmappedIndentation);
        }
        let pairs: Vec<_> = old.iter().map(|(line, file)| (&**line.text, *file)).collect();
        let written: Vec<&[u8]> = added().map(|line| &**line.text).collect();
        if is_any_encoded(&pairs, &written) || is_any_quote_escaped(&pairs, &written) {
            return Err(Cause::UnmappedCharacters);
        }
        let signs = Signs::of(old.iter().map(|(line, file)| (&**line.text, *file)));
        let is_told = added().all(|line| signs.apply(line.text).is_some());
        let mapping = Self { signs, ..Self::default() };
        is_told.then_some(mapping).ok_or(Cause::UnmappedCharacters)
    }
}

/// All old lines with the lines of the file that they face; the text is split at the place.
fn faced<'h, 'f>(
    hunk: &'h Hunk<'_>,
    place: &Placement,
    (mut front, file): (&'f [u8], &'f [u8]),
) -> Vec<(HunkLine<'h>, &'f [u8])> {
    let before: Vec<_> = hunk.old_lines().take(place.dropped_before).collect();
    let before = before.into_iter().rev().map_while(|line| Some((line, last_line(&mut front)?)));
    let from_place = hunk.old_lines().skip(place.dropped_before);
    before.chain(from_place.zip(file.split_inclusive(|byte| *byte == b'\n'))).collect()
}

/// Whether a line differs from that of the file only in its indentation: then the added lines may,
/// too.
fn is_indented_otherwise(patch: &[u8], file: &[u8]) -> bool {
    let [patch, file] = [patch, file].map(without_trailing_blanks);
    patch != file && has_words(patch) && without_indentation(patch).1 == without_indentation(file).1
}

/// The blank that a line begins with where that of the file begins with the other one, whatever
/// their words.
fn other_blank(patch: &[u8], file: &[u8]) -> Option<u8> {
    let is_worded = depth(patch).is_some() && depth(file).is_some();
    match (patch.first(), file.first()) {
        (Some(own @ (b' ' | b'\t')), Some(other @ (b' ' | b'\t'))) => {
            (is_worded && own != other).then_some(*own)
        }
        _ => None,
    }
}
