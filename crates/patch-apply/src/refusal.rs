//! Why nothing was changed.

use std::fmt;

use bstr::{BStr, BString};
use patch_parse::{Class, Code, FilePatch, Format, Span};

use crate::{HunkFailure, WorkspaceError};

/// A patch that was not applied: everything that stands in its way, at once, so that one retry
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
}

impl Refusal {
    pub(crate) fn one(format: Format, failure: Failure) -> Self {
        Self { format, failures: vec![failure] }
    }

    /// The code of the first failure.
    pub fn code(&self) -> Code {
        self.failures.first().map_or(Code::IoError, |failure| failure.code)
    }
}

impl fmt::Display for Refusal {
    /// One line for each failure.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, failure) in self.failures.iter().enumerate() {
            if index > 0 {
                f.write_str("\n")?;
            }
            write!(f, "{failure}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Refusal {}

/// One thing that stands in the way of a patch.
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
    /// What to do next, in one sentence.
    pub hint: &'static str,
    /// More about a hunk that was not placed.
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

    pub(crate) fn of_hunk(format: Format, file: &FilePatch<'_>, hunk: HunkFailure) -> Self {
        let path = file.operation.path().as_bstr();
        let about = Self::about(hunk.code, format, path, hunk.span, hunk.message());
        Self { hunk: Some(Box::new(hunk)), ..about }
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
