//! Patches one text in memory: the shortest way to use this crate.

use patch_parse::{FileOperation, ParseError, ParseOptions};

use crate::attempt::Applied;
use crate::cause::Cause;
use crate::file::apply_some;
use crate::hash::ContentHash;
use crate::options::ApplyOptions;
use crate::refusal::{Failure, Refusal};

/// Applies a patch to one text, whatever the file is called in the patch.
///
/// The patch has one section, of either format, which adds, modifies or moves a file; what it adds
/// goes into an empty text. For more files than one, or for a deletion, make a
/// [`MemoryWorkspace`](crate::MemoryWorkspace). Of the options, only `contract` and `locate` apply;
/// the others are about trees.
///
/// # Errors
///
/// [`ApplyError::Parse`] for a text that is not a patch, [`ApplyError::Refused`] for hunks without
/// a place, [`ApplyError::NotOneText`] for what one text cannot hold.
///
/// # Examples
///
/// ```
/// use patch_apply::{ApplyOptions, apply_text};
///
/// let patch = "--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n";
/// let applied = apply_text("zero\none\ntwo\n", patch, &ApplyOptions::default())?;
/// assert_eq!(applied.contents, b"zero\none\n2\n");
/// assert_eq!(applied.hunks[0].placement.line_index, 1);
/// # Ok::<(), patch_apply::ApplyError>(())
/// ```
pub fn apply_text(
    text: impl AsRef<[u8]>,
    patch: impl AsRef<[u8]>,
    options: &ApplyOptions,
) -> Result<Applied, ApplyError> {
    let text = text.as_ref();
    let patch = ParseOptions::default().counts(options.contract.counts()).parse(patch.as_ref())?;
    let [file] = patch.files.as_slice() else {
        return Err(ApplyError::NotOneText(NotOneText::SeveralSections));
    };
    let hunks = file.hunks();
    match file.operation {
        _ if file.binary().is_some() => {
            return Err(ApplyError::NotOneText(NotOneText::Binary));
        }
        FileOperation::Delete { .. } => {
            return Err(ApplyError::NotOneText(NotOneText::Deletion));
        }
        FileOperation::Add { .. } if !text.is_empty() => {
            return Err(ApplyError::NotOneText(NotOneText::AdditionToText));
        }
        _ if hunks.is_empty() => {
            let contents = text.to_vec();
            return Ok(Applied { contents, ..Applied::default() });
        }
        _ => {}
    }
    apply_some(text, hunks, patch.format, options, None, Refusal::MOST_EXPLAINED).map_err(
        |failed| {
            let before = ContentHash::of(text);
            let already_applied =
                failed.iter().all(|failure| failure.cause == Cause::AlreadyApplied);
            let about = (file, file.operation.path().as_bstr());
            let failure = |failure| Failure::of_hunk(patch.format, about, before, failure);
            let failures = failed.into_iter().map(failure).collect();
            let refusal = Refusal::of(patch.format, patch.direction, failures);
            ApplyError::Refused(Refusal { already_applied, ..refusal })
        },
    )
}

/// Why a text was not changed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ApplyError {
    /// The patch cannot be read.
    #[error(transparent)]
    Parse(#[from] ParseError),
    /// It can be read, but does not fit.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// It requires what one text cannot hold.
    #[error("{0}: use a workspace")]
    NotOneText(NotOneText),
}

/// What one text cannot hold. Its text (`Display`) is one sentence without a full stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotOneText {
    /// A patch of several sections.
    SeveralSections,
    /// A binary patch.
    Binary,
    /// A section that deletes the file.
    Deletion,
    /// A section that adds the file although the text is not empty.
    AdditionToText,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, patch: &str, expected: &str) {
        let applied = apply_text(text, patch, &ApplyOptions::default());
        match applied {
            Ok(applied) => assert_eq!(String::from_utf8(applied.contents).unwrap(), expected),
            Err(error) => assert_eq!(error.to_string(), expected),
        }
    }

    #[test]
    fn one_section_of_either_format_is_taken() {
        check("a\n", "--- q\n+++ q\n@@ -1 +1 @@\n-a\n+b\n", "b\n");
        let envelope = |body: &str| format!("*** Begin Patch\n{body}*** End Patch\n");
        check("a\n", &envelope("*** Update File: ../q\n@@\n-a\n+b\n"), "b\n");
        check("", &envelope("*** Add File: q\n+b\n"), "b\n");
        check(
            "a\n",
            "diff --git a/q b/r\nsimilarity index 100%\nrename from q\nrename to r\n",
            "a\n",
        );
    }

    #[test]
    fn what_one_text_cannot_hold_is_named() {
        let envelope = |body: &str| format!("*** Begin Patch\n{body}*** End Patch\n");
        check(
            "a\n",
            &envelope("*** Delete File: q\n"),
            "the section deletes the file: use a workspace",
        );
        check(
            "a\n",
            &envelope("*** Add File: q\n+b\n"),
            "the section adds a file, and the text is not empty: use a workspace",
        );
        let two = "*** Add File: q\n+b\n*** Add File: r\n+b\n";
        check("", &envelope(two), "the patch has several sections: use a workspace");
    }

    #[test]
    fn a_refusal_is_one_sentence_of_each_hunk() {
        let error =
            apply_text("a\n", "--- q\n+++ q\n@@ -1 +1 @@\n-c\n+b\n", &ApplyOptions::default());
        let Err(ApplyError::Refused(refusal)) = error else { panic!("{error:?}") };
        assert_eq!(refusal.code().as_str(), "context_not_found");
        assert!(refusal.failures[0].hunk().is_some(), "it is explained");
    }

    #[test]
    fn a_patch_that_is_applied_already_is_known_as_a_whole() {
        let done = |text: &str, patch: &str| {
            let error = apply_text(text, patch, &ApplyOptions::default());
            let Err(ApplyError::Refused(refusal)) = error else { panic!("{error:?}") };
            refusal.already_applied
        };
        let hunk = "@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n";
        assert!(done("a\nB\nc\n", &format!("--- q\n+++ q\n{hunk}")));
        let two = format!("--- q\n+++ q\n{hunk}@@ -9 +9 @@\n-x\n+y\n");
        assert!(!done("a\nB\nc\n", &two), "one of them is not");
    }
}
