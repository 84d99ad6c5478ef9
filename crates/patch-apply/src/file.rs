//! One file's hunks against one file's bytes.

use patch_parse::{Code, Format, Hunk, LineKind};

use crate::explain::explain;
use crate::matcher::{self, Placement};
use crate::splice::splice;
use crate::text::Text;
use crate::{ApplyOptions, HunkFailure};

/// What hunks make of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Applied {
    /// The new contents.
    pub contents: Vec<u8>,
    /// Where each hunk was placed, in the order of the patch.
    pub placements: Vec<Placement>,
}

/// Applies the hunks of one file to its contents, in memory: all of them or none.
///
/// Costs one pass over the file where the hunks stand at their hinted lines, and a few more where
/// they have to be looked for. The result is allocated once.
///
/// # Errors
///
/// Every hunk that could not be placed, with what would mend it.
///
/// # Examples
///
/// ```
/// use patch_apply::{ApplyOptions, apply_hunks};
///
/// let patch = patch_parse::parse(b"--- a/x\n+++ b/x\n@@ -7,2 +7,2 @@\n one\n-two\n+2\n")?;
/// let hunks = patch.files[0].hunks();
/// let applied = apply_hunks(b"one\ntwo\nthree\n", hunks, patch.format, &ApplyOptions::default()).unwrap();
/// assert_eq!(applied.contents, b"one\n2\nthree\n");
/// assert_eq!(applied.placements[0].line_index, 0);
/// # Ok::<(), patch_parse::ParseError>(())
/// ```
pub fn apply_hunks(
    contents: &[u8],
    hunks: &[Hunk<'_>],
    format: Format,
    options: &ApplyOptions,
) -> Result<Applied, Vec<HunkFailure>> {
    try_apply(contents, hunks, format, options).map_err(|refused| {
        let Unplaced { text, places, mut failures } = *refused;
        explain(text, hunks, format, options, &places, &mut failures);
        failures
    })
}

/// What is known when some hunk may have no place.
pub(crate) struct Unplaced<'f> {
    text: Text<'f>,
    /// Of every hunk, in the order of the patch.
    places: Vec<Option<Placement>>,
    pub(crate) failures: Vec<HunkFailure>,
}

/// Applies hunks without a word about those that have no place.
pub(crate) fn try_apply<'f>(
    contents: &'f [u8],
    hunks: &[Hunk<'_>],
    format: Format,
    options: &ApplyOptions,
) -> Result<Applied, Box<Unplaced<'f>>> {
    places(contents, hunks, format, options).write(hunks, format, |_| true).map_err(Box::new)
}

/// Applies some of the hunks: those for which `chosen` is true. The others speak for where they
/// belong all the same.
///
/// # Errors
///
/// Every chosen hunk that could not be placed.
pub(crate) fn apply_chosen(
    contents: &[u8],
    hunks: &[Hunk<'_>],
    format: Format,
    options: &ApplyOptions,
    chosen: &[bool],
) -> Result<Applied, Vec<HunkFailure>> {
    let is_chosen = |hunk: usize| chosen.get(hunk) == Some(&true);
    let mut places = places(contents, hunks, format, options);
    places.failures.retain(|failure| is_chosen(failure.hunk));
    places.write(hunks, format, is_chosen).map_err(|refused| {
        let Unplaced { text, places, mut failures } = refused;
        explain(text, hunks, format, options, &places, &mut failures);
        failures
    })
}

impl Unplaced<'_> {
    /// What the hunks for which `is_chosen` is true make of the file, if each of them has a place.
    fn write(
        self,
        hunks: &[Hunk<'_>],
        format: Format,
        is_chosen: impl Fn(usize) -> bool,
    ) -> Result<Applied, Self> {
        let slots = hunks.iter().zip(&self.places).enumerate();
        let chosen = slots.filter(|(index, _)| is_chosen(*index));
        let placed: Option<Vec<_>> =
            chosen.map(|(_, (hunk, place))| Some((hunk, (*place)?))).collect();
        let Some(placed) = placed else { return Err(self) };
        let contents = splice(self.text, &placed, format);
        // A patch that leaves nothing of the other encoding is one that changes the encoding.
        if !self.failures.is_empty() && std::str::from_utf8(&contents).is_err() {
            return Err(self);
        }
        Ok(Applied { contents, placements: placed.into_iter().map(|(_, place)| place).collect() })
    }
}

fn places<'f>(
    contents: &'f [u8],
    hunks: &[Hunk<'_>],
    format: Format,
    options: &ApplyOptions,
) -> Unplaced<'f> {
    let (text, found) = matcher::place(contents, hunks, format, options);
    let mut slots = Vec::with_capacity(hunks.len());
    let mut failures = Vec::new();
    for place in found {
        match place {
            Ok(place) => slots.push(Some(place)),
            Err(failure) => {
                slots.push(None);
                failures.push(*failure);
            }
        }
    }
    refuse_other_encodings(contents, hunks, &mut failures);
    Unplaced { text, places: slots, failures }
}

/// Text that is UTF-8 beyond ASCII does not belong in a file of another encoding: added it would
/// be garbled beside what stays, and as context it cannot be found.
fn refuse_other_encodings(contents: &[u8], hunks: &[Hunk<'_>], failures: &mut Vec<HunkFailure>) {
    let is_utf8_text = |text: &[u8]| !text.is_ascii() && std::str::from_utf8(text).is_ok();
    let mut file_is_utf8 = None;
    let may_differ = |(_, hunk): &(usize, &Hunk<'_>)| !hunk.lines.is_ascii();
    for (index, hunk) in hunks.iter().enumerate().filter(may_differ) {
        let failed = failures.iter().position(|failure| failure.hunk == index);
        let kind_matters = |kind| kind == LineKind::Add || failed.is_some();
        let speaks_utf8 =
            hunk.lines.iter().any(|line| kind_matters(line.kind) && is_utf8_text(line.text));
        let speaks_other = hunk.old_lines().any(|line| is_utf8_text(line.text));
        // Old lines in UTF-8 that were found show that this part of the file is UTF-8.
        if !speaks_utf8 || (failed.is_none() && speaks_other) {
            continue;
        }
        if *file_is_utf8.get_or_insert_with(|| std::str::from_utf8(contents).is_ok()) {
            return;
        }
        let failure = HunkFailure::new(Code::EncodingMismatch, index, hunk);
        match failed.and_then(|at| failures.get_mut(at)) {
            Some(slot) => *slot = *failure,
            None => failures.push(*failure),
        }
    }
}
