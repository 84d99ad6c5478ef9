//! What happens if the author of a refused patch sends the suggested hunks instead.

use std::panic::{AssertUnwindSafe, catch_unwind};

use patch_apply::{ApplyOptions, apply_hunks};
use patch_testkit::noise::Case;

/// What the suggestions of one refusal lead to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Suggested {
    /// To the intended text.
    Intended,
    /// To another one.
    Another,
    /// To a second refusal.
    Refused,
}

/// The suggestions for a case, in place of the hunks that were refused; `None` if the patch
/// applies, or if some refused hunk has no suggestion: then there is nothing to send.
///
/// For a patch that must be refused, every suggestion leads to another text: the only right answer
/// is to look again.
pub(crate) fn of(case: &Case) -> Option<Suggested> {
    catch_unwind(AssertUnwindSafe(|| resent(case))).unwrap_or(Some(Suggested::Another))
}

fn resent(case: &Case) -> Option<Suggested> {
    let patch = patch_parse::parse(&case.patch).ok()?;
    let mut hunks = patch.files.first()?.hunks().to_vec();
    let options = ApplyOptions::default();
    let refused = apply_hunks(&case.before, &hunks, patch.format, &options).err()?;
    for failure in refused.failures {
        *hunks.get_mut(failure.hunk)? = *failure.corrected?;
    }
    Some(match apply_hunks(&case.before, &hunks, patch.format, &options) {
        Ok(applied) if applied.contents == case.expected && case.expected != case.before => {
            Suggested::Intended
        }
        Ok(_) => Suggested::Another,
        Err(_) => Suggested::Refused,
    })
}
