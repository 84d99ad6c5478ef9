//! Applies one file's hunks to one file's bytes.

use patch_parse::{Format, Hunk};

use crate::attempt::{Applied, Unplaced, Work};
use crate::explain::explain;
use crate::failure::{HunkFailure, HunksRefused};
use crate::options::ApplyOptions;
use crate::place::lookup::Lookup;
use crate::place::{Placer, by_lookup};
use crate::refusal::Refusal;

/// Applies the hunks of one file to its contents, in memory: all of them or none.
///
/// Costs one pass over the file if the hunks match at their hinted lines, and a few more if they
/// have to be searched. The result is allocated once.
///
/// # Errors
///
/// Every hunk that could not be placed, and for the first [`Refusal::MOST_EXPLAINED`] what would
/// mend it: each search for that costs a pass over the file.
///
/// # Examples
///
/// ```
/// use patch_apply::{ApplyOptions, apply_hunks};
///
/// let patch = patch_parse::parse(b"--- a/x\n+++ b/x\n@@ -7,2 +7,2 @@\n one\n-two\n+2\n")?;
/// let hunks = patch.files[0].hunks();
/// let applied = apply_hunks(b"one\ntwo\nthree\n", hunks, patch.format, &ApplyOptions::default())?;
/// assert_eq!(applied.contents, b"one\n2\nthree\n");
/// assert_eq!(applied.hunks[0].placement.line_index, 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn apply_hunks(
    contents: &[u8],
    hunks: &[Hunk<'_>],
    format: Format,
    options: &ApplyOptions,
) -> Result<Applied, HunksRefused> {
    apply_some(contents, hunks, format, options, None, Refusal::MOST_EXPLAINED)
        .map_err(|failures| HunksRefused { failures })
}

/// The new contents, with the rules using `lookup` to search the file. It is called with the byte
/// offset where the text starts (after a byte-order mark) and with the hunks, as given or in
/// another reading.
///
/// # Errors
///
/// Every hunk that could not be placed, without what would mend it.
pub fn apply_hunks_by<L: Lookup>(
    contents: &[u8],
    hunks: &[Hunk<'_>],
    format: Format,
    options: &ApplyOptions,
    lookup: impl Fn(usize, &[Hunk<'_>]) -> L,
) -> Result<Vec<u8>, HunksRefused> {
    let place = by_lookup(lookup);
    let work = Work::placed_by(Placer::by(format, options, &place), contents, hunks);
    match work.write(|_| true) {
        Ok(applied) => Ok(applied.contents),
        Err(refused) => Err(HunksRefused { failures: refused.failures }),
    }
}

/// Applies some of the hunks: those for which `chosen` is true, if there is a choice. The others
/// still help to place them. At most `most` failures are explained: finding what a hunk may mean
/// costs a pass over the file.
///
/// # Errors
///
/// Every chosen hunk that could not be placed.
pub(crate) fn apply_some(
    contents: &[u8],
    hunks: &[Hunk<'_>],
    format: Format,
    options: &ApplyOptions,
    chosen: Option<&[bool]>,
    most: usize,
) -> Result<Applied, Vec<HunkFailure>> {
    let is_chosen = |hunk: usize| chosen.is_none_or(|chosen| chosen.get(hunk) == Some(&true));
    Work::new(contents, hunks, format, options).write(is_chosen).map_err(|refused| {
        let Unplaced { text, hunks, places, mut failures } = refused;
        let most = most.min(failures.len());
        let explained = failures.get_mut(..most).unwrap_or_default();
        explain(text, &hunks, format, options, &places, explained);
        failures
    })
}
