//! Why nothing was changed.

use std::fmt;

use bstr::{BStr, BString, ByteSlice};
use patch_parse::{Class, Code, FileContent, FileOperation, FilePatch, Format, Hunk, Patch, Span};

use crate::{Hash, HunkFailure, WorkspaceError};

/// A patch that was not applied: everything that is in its way, at once, so that one retry
/// can mend it all. The files are as they were.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Refusal {
    /// The format of the patch; hints speak of it only.
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::wire::display"))]
    pub format: Format,
    /// What is wrong, in the order of the patch. Never empty.
    pub failures: Vec<Failure>,
    /// The files hold the whole patch already: there is nothing to do.
    pub already_applied: bool,
}

impl Refusal {
    /// What [`Self::already_applied`] means, in one sentence without a full stop.
    pub const ALREADY_APPLIED: &'static str = "the whole patch is applied already";

    /// The most hunks that are explained; of the others code, path and line are told.
    pub const MOST_EXPLAINED: usize = 100;

    /// And what follows from it.
    pub const NOTHING_TO_DO: &'static str = "there is nothing to do";

    pub(crate) fn one(format: Format, failure: Failure) -> Self {
        Self { format, failures: vec![failure], already_applied: false }
    }

    /// The code of the first failure.
    pub fn code(&self) -> Code {
        self.failures.first().map_or(Code::IoError, |failure| failure.code)
    }
}

impl fmt::Display for Refusal {
    /// One line for each failure, and one where there is nothing to do.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, failure) in self.failures.iter().enumerate() {
            if index > 0 {
                f.write_str("\n")?;
            }
            write!(f, "{failure}")?;
        }
        if self.already_applied {
            write!(f, "\n{}; {}", Self::ALREADY_APPLIED, Self::NOTHING_TO_DO)?;
        }
        Ok(())
    }
}

impl std::error::Error for Refusal {}

/// One thing that is in the way of a patch.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Failure {
    /// The stable code.
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::wire::display"))]
    pub code: Code,
    /// What kind of failure it is.
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::wire::display"))]
    pub class: Class,
    /// The path it is about, as the patch names it, its prefix taken off.
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::wire::display"))]
    pub path: BString,
    /// The section or hunk in the patch text.
    #[cfg_attr(
        feature = "serde",
        serde(rename = "patch_line", serialize_with = "crate::wire::line")
    )]
    pub span: Span,
    /// What happened, in one sentence without a full stop.
    pub message: String,
    /// What to do next, in one sentence; empty behind the first [`Refusal::MOST_EXPLAINED`] hunks.
    pub hint: &'static str,
    /// More about a hunk that was not placed; nothing behind the first [`Refusal::MOST_EXPLAINED`].
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub hunk: Option<Box<HunkFailure>>,
}

impl Failure {
    pub(crate) fn new(
        code: Code,
        format: Format,
        file: &FilePatch<'_>,
        message: impl Into<String>,
    ) -> Self {
        Self::about(code, format, file.operation.path().as_bstr(), file.span, message)
    }

    pub(crate) fn about(
        code: Code,
        format: Format,
        path: &BStr,
        span: Span,
        message: impl Into<String>,
    ) -> Self {
        Self {
            code,
            class: code.class(),
            path: path.to_owned(),
            span,
            message: message.into(),
            hint: code.hint(format),
            hunk: None,
        }
    }

    /// A hunk that has no place in a file of these contents.
    pub(crate) fn of_hunk(
        format: Format,
        file: &FilePatch<'_>,
        before: Hash,
        mut hunk: HunkFailure,
    ) -> Self {
        let path = file.operation.path().as_bstr();
        let about = Self::about(hunk.code, format, path, hunk.span, hunk.message());
        let corrected = hunk.corrected.as_deref();
        hunk.suggested_patch = corrected.and_then(|hunk| suggested_patch(format, file, hunk));
        let hint = hunk.cause.hint(format).unwrap_or(about.hint);
        hunk.before = Some(before);
        Self { hint, hunk: Some(Box::new(hunk)), ..about }
    }

    /// A hunk that has no place, told by code and line alone: the first ones are explained, and where
    /// there are a hundred of them the others say the same.
    pub(crate) fn of_hunk_briefly(
        format: Format,
        file: &FilePatch<'_>,
        hunk: &HunkFailure,
    ) -> Self {
        let path = file.operation.path().as_bstr();
        let about = Self::about(hunk.code, format, path, hunk.span, "not explained, as others are");
        Self { hint: "", ..about }
    }

    /// Whether nothing but code, path and line is told: a hunk behind the first
    /// [`Refusal::MOST_EXPLAINED`] that have no place.
    pub fn is_brief(&self) -> bool {
        self.hint.is_empty()
    }

    pub(crate) fn of_workspace(format: Format, span: Span, error: &WorkspaceError) -> Self {
        Self::about(error.code, format, BStr::new(&error.path), span, error.message.clone())
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}: {}", self.path, self.code, self.message)
    }
}

/// A whole patch that makes one hunk of one file, if it can be said in text and reads as it was
/// meant.
fn suggested_patch(format: Format, file: &FilePatch<'_>, hunk: &Hunk<'_>) -> Option<BString> {
    if let FileOperation::Delete { .. } = file.operation {
        // What is left behind has to be told as well.
        return None;
    }
    let content = FileContent::Hunks(vec![hunk.clone()]);
    let section = FilePatch { content, commit: 0, ..file.clone() };
    let patch = Patch::new(format, vec![section]);
    let text = patch.to_bytes();
    let read = patch_parse::parse(&text).ok()?;
    // Text that is not UTF-8 would not survive a message.
    (read == patch && text.is_utf8()).then(|| text.into())
}
