//! One file's hunks against one file's bytes, by the slow search.

use patch_apply::Cause;
use patch_apply::lookup::apply_hunks_by;
use patch_parse::{Code, Format, Hunk};

use super::SlowLookup;
use crate::Rules;

/// The hunks of one file against its bytes: all or none. A failure names the hunk, the code, and
/// whether the code is certain.
pub fn apply_hunks(
    bytes: &[u8],
    hunks: &[Hunk<'_>],
    format: Format,
    rules: Rules,
) -> Result<Vec<u8>, Vec<(usize, Code, bool)>> {
    let options = rules.to_options();
    let made = apply_hunks_by(bytes, hunks, format, &options, |start, hunks| {
        SlowLookup::new(bytes, start, hunks)
    });
    made.map_err(|refused| {
        let mut all: Vec<_> = refused
            .failures
            .into_iter()
            .map(|failure| {
                (
                    failure.hunk,
                    failure.code,
                    !matches!(failure.cause, Cause::MaybeApplied | Cause::PartlyApplied),
                )
            })
            .collect();
        all.sort_by_key(|(hunk, ..)| *hunk);
        all
    })
}
