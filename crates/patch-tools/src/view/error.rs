//! Refusals of all layers in one form.

use std::borrow::Cow;

use bstr::ByteSlice;
#[cfg(feature = "schemars")]
use patch_apply::schema::NameOf;
use patch_apply::{Failure, HunkFailure, Refusal};
#[cfg(feature = "schemars")]
use patch_parse::Class;
use patch_parse::{Code, Direction, Format, ParseError};
use serde::Serialize;

const NOTHING_TO_DO: &str = "There is nothing to do.";

/// A refusal of any layer. The first keys are those of its first failure, for a caller that
/// branches on one code; [`Self::failures`] has them all.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schemars", schemars(rename = "Refusal"))]
#[non_exhaustive]
pub struct ErrorView<'e> {
    /// The stable code.
    #[cfg_attr(feature = "schemars", schemars(with = "NameOf<Code>"))]
    pub code: &'static str,
    /// What kind of failure it is.
    #[cfg_attr(feature = "schemars", schemars(with = "NameOf<Class>"))]
    pub class: &'static str,
    /// What happened, in one sentence without a full stop.
    pub message: Cow<'e, str>,
    /// What to do next, in one sentence.
    pub hint: &'static str,
    /// The format of the patch, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemars", schemars(with = "Option<NameOf<Format>>"))]
    pub format: Option<&'static str>,
    /// Everything that is in the way, in the order of the patch, but for [`Self::unexplained`].
    pub failures: Vec<FailureView<'e>>,
    /// The hunks after the first hundred that have no place: those of one file and one code together,
    /// in the order of the patch.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unexplained: Vec<UnexplainedView<'e>>,
    /// The whole patch with every hunk corrected that was refused, or with all that it says of a
    /// file in one section and nothing twice, in the format that was sent; it applies to the files
    /// as they are. Only of a patch of several hunks; of one alone its failure has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suggested_patch: Option<Cow<'e, str>>,
    /// The files have the whole patch already: there is nothing to do.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub already_applied: bool,
    /// The files have nothing of the patch that was to be taken back: there is nothing to do.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub already_taken_back: bool,
}

/// One thing that prevents a patch from being applied.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schemars", schemars(rename = "Failure"))]
#[non_exhaustive]
pub struct FailureView<'e> {
    /// The stable code.
    #[cfg_attr(feature = "schemars", schemars(with = "NameOf<Code>"))]
    pub code: &'static str,
    /// What kind of failure it is.
    #[cfg_attr(feature = "schemars", schemars(with = "NameOf<Class>"))]
    pub class: &'static str,
    /// The path it is about, where known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<Cow<'e, str>>,
    /// The line of the patch text, 1-based, where it is about one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub patch_line: Option<usize>,
    /// The bytes of the patch text, 0-based, the end not included; given with the line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub patch_bytes: Option<[usize; 2]>,
    /// What happened, in one sentence without a full stop.
    pub message: Cow<'e, str>,
    /// What to do next, in one sentence.
    pub hint: &'static str,
    /// More about a hunk that was not placed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hunk: Option<&'e HunkFailure>,
    /// The same for a model to read, with the file around the place, in at most 1,200 characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub explanation: Option<String>,
}

/// Hunks that have no place, of which nothing but that is told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schemars", schemars(rename = "Unexplained"))]
#[non_exhaustive]
pub struct UnexplainedView<'e> {
    /// The stable code.
    #[cfg_attr(feature = "schemars", schemars(with = "NameOf<Code>"))]
    pub code: &'static str,
    /// The path of the file.
    pub path: Cow<'e, str>,
    /// The lines of the patch text at which the hunks begin, 1-based.
    pub patch_lines: Vec<usize>,
}

impl<'e> ErrorView<'e> {
    /// An error that is not about a place in a patch.
    pub fn new(code: Code, message: impl Into<Cow<'e, str>>, hint: &'static str) -> Self {
        Self {
            code: code.as_str(),
            class: code.class().as_str(),
            message: message.into(),
            hint,
            format: None,
            failures: Vec::new(),
            unexplained: Vec::new(),
            suggested_patch: None,
            already_applied: false,
            already_taken_back: false,
        }
    }

    fn of(format: Format, failures: Vec<FailureView<'e>>) -> Self {
        let Some(first) = failures.first() else {
            let code = Code::IoError;
            return Self::new(code, "the patch was refused", code.hint(format));
        };
        let (message, hint) = (first.message.clone(), first.hint);
        let format = Some(format.as_str());
        Self {
            code: first.code,
            class: first.class,
            message,
            hint,
            format,
            failures,
            unexplained: Vec::new(),
            suggested_patch: None,
            already_applied: false,
            already_taken_back: false,
        }
    }
}

/// The failures that are reported only by code, path and line, those of one code and file in one.
fn unexplained(refusal: &Refusal) -> Vec<UnexplainedView<'_>> {
    let mut groups: Vec<UnexplainedView<'_>> = Vec::new();
    for failure in refusal.failures.iter().filter(|failure| failure.is_brief()) {
        let (code, path) = (failure.code.as_str(), failure.path.to_str_lossy());
        let same = groups.last_mut().filter(|last| last.code == code && last.path == path);
        if let Some(last) = same {
            last.patch_lines.push(failure.span.line);
        } else {
            let patch_lines = vec![failure.span.line];
            groups.push(UnexplainedView { code, path, patch_lines });
        }
    }
    groups
}

impl<'e> From<&'e ParseError> for ErrorView<'e> {
    fn from(error: &'e ParseError) -> Self {
        let message = error.message();
        let failure = FailureView {
            code: error.code.as_str(),
            class: error.code.class().as_str(),
            path: error.path.as_ref().map(|path| path.to_str_lossy()),
            patch_line: (error.span.line > 0).then_some(error.span.line),
            patch_bytes: (error.span.line > 0).then_some([error.span.start, error.span.end]),
            message,
            hint: error.hint(),
            hunk: None,
            explanation: None,
        };
        Self::of(error.format, vec![failure])
    }
}

impl<'e> From<&'e Refusal> for ErrorView<'e> {
    fn from(refusal: &'e Refusal) -> Self {
        let explained = refusal.failures.iter().filter(|failure| !failure.is_brief());
        let view = Self::of(refusal.format, explained.map(FailureView::from).collect());
        let suggested_patch = refusal.suggested_patch.as_ref().map(|patch| patch.to_str_lossy());
        let view = Self { unexplained: unexplained(refusal), suggested_patch, ..view };
        let Some(already) = refusal.already() else { return view };
        let already_taken_back = refusal.direction == Direction::Back;
        let already_applied = !already_taken_back;
        let message = Cow::Borrowed(already);
        Self { message, hint: NOTHING_TO_DO, already_applied, already_taken_back, ..view }
    }
}

impl<'e> From<&'e Failure> for FailureView<'e> {
    fn from(failure: &'e Failure) -> Self {
        let span = failure.span;
        let explained = failure.hunk().is_some();
        Self {
            code: failure.code.as_str(),
            class: failure.class.as_str(),
            path: (!failure.path.is_empty()).then(|| failure.path.to_str_lossy()),
            patch_line: (span.line > 0).then_some(span.line),
            patch_bytes: (span.line > 0).then_some([span.start, span.end]),
            message: Cow::Owned(failure.message()),
            hint: failure.hint.unwrap_or_default(),
            hunk: failure.hunk(),
            explanation: explained.then(|| failure.explanation(Failure::EXPLANATION_LENGTH)),
        }
    }
}
