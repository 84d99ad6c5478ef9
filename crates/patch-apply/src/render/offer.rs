//! Presents the corrected patch that comes with a refusal.
//!
//! An offer must be safe to send as is: a complete patch contains everything that was sent, and a
//! single corrected hunk is shown without file headers, so that it cannot be mistaken for the whole
//! patch.

use bstr::ByteSlice;

use super::words::{plural, quoted};
use crate::refusal::Refusal;
use crate::{FileLine, HunkFailure};

/// How many lines that an offer overwrites are named; the offer itself shows all of them.
const MOST_OVERWRITTEN: usize = 3;

/// Text to be copied.
pub(super) struct Offer<'r> {
    /// Its purpose, and which lines it overwrites, in one sentence without a full stop.
    pub(super) words: String,
    /// Whole lines.
    pub(super) text: &'r [u8],
}

impl HunkFailure {
    /// The corrected hunk: as a patch, if that is all that was sent.
    pub(super) fn offer(&self) -> Option<Offer<'_>> {
        let patch = self.suggested_patch.as_ref()?;
        let overwrites = overwrites(self.overwrites.iter());
        if !self.is_part {
            let words = format!("this patch applies to the file as it is now{overwrites}");
            return Some(Offer { words, text: patch });
        }
        let number = self.hunk + 1;
        let words = format!(
            "write hunk {number} like this, and send it with all the other changes of the patch{overwrites}"
        );
        Some(Offer { words, text: hunk_of(patch) })
    }
}

impl Refusal {
    /// The whole corrected patch, if it was more than one hunk.
    pub(super) fn offer(&self) -> Option<Offer<'_>> {
        let text = self.suggested_patch.as_ref()?;
        let hunks = self.failures.iter().filter_map(|failure| failure.hunk());
        let is_corrected = hunks.clone().any(|hunk| hunk.corrected.is_some());
        let overwrites = overwrites(hunks.flat_map(|hunk| &hunk.overwrites));
        let what = if is_corrected {
            format!("{} corrected", plural(self.failures.len(), "hunk"))
        } else {
            "those of each file together and each of them once".into()
        };
        let words = format!(
            "this patch applies to the file as it is now: it has all the changes that were sent, {what}{overwrites}"
        );
        Some(Offer { words, text })
    }
}

fn overwrites<'l>(all: impl Iterator<Item = &'l FileLine> + Clone) -> String {
    let shown = all.clone().take(MOST_OVERWRITTEN);
    let lines: Vec<_> =
        shown.map(|line| format!("line {} ({})", line.line, quoted(&line.text))).collect();
    let more = all.count() - lines.len();
    match (lines.is_empty(), more) {
        (true, _) => String::new(),
        (_, 0) => format!("; it overwrites {}", lines.join(", ")),
        _ => format!("; it overwrites {} and {more} more", lines.join(", ")),
    }
}

/// The hunk of a patch that has one: its header and its lines.
fn hunk_of(patch: &[u8]) -> &[u8] {
    let start =
        if patch.starts_with(b"@@") { 0 } else { patch.find(b"\n@@").map_or(0, |at| at + 1) };
    let hunk = patch.get(start..).unwrap_or_default();
    // The lines of a hunk begin with a mark.
    let end = hunk.find(b"\n*** End Patch").map_or(hunk.len(), |at| at + 1);
    hunk.get(..end).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hunk_is_shown_without_what_makes_it_a_patch() {
        for (patch, hunk) in [
            ("--- a/f\n+++ b/f\n@@ -1 +1 @@\n-a\n+b\n", "@@ -1 +1 @@\n-a\n+b\n"),
            (
                "*** Begin Patch\n*** Update File: f\n*** Move to: g\n@@ f\n-a\n+b\n*** End of File\n*** End Patch\n",
                "@@ f\n-a\n+b\n*** End of File\n",
            ),
        ] {
            assert_eq!(hunk_of(patch.as_bytes()), hunk.as_bytes());
        }
    }
}
