//! Why a call of a tool did nothing.

use std::fmt::Write as _;

use bstr::ByteSlice;
use patch_apply::{Failure, Refusal, visible};
use patch_parse::{Code, Format, ParseError};

use crate::view::ErrorView;

/// What a tool itself refuses: arguments, grants, files that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}: {message}", code.as_str())]
#[non_exhaustive]
pub struct ToolError {
    /// The stable code.
    pub code: Code,
    /// One sentence without a full stop.
    pub message: String,
    /// What to do next, in one sentence.
    pub hint: &'static str,
}

impl ToolError {
    /// An error with its reason, one sentence without a full stop. The hint is that of the code.
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), hint: code.hint(Format::Unified) }
    }

    /// Sets the next step, if it is not that of the code.
    #[must_use]
    pub fn hint(self, hint: &'static str) -> Self {
        Self { hint, ..self }
    }
}

/// A call that changed nothing, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refused {
    /// The text is not a patch.
    Text(ParseError),
    /// The patch does not match the files.
    Files(Refusal),
    /// The call itself is wrong, or not granted.
    Call(ToolError),
    /// The same of a tool that only reads, and changes nothing in any case.
    Read(ToolError),
}

impl From<ToolError> for Refused {
    fn from(error: ToolError) -> Self {
        Self::Call(error)
    }
}

/// The longest text of a refusal, in bytes: enough for a few hunks, and where the others are.
const LONGEST: usize = 8_000;

impl Refused {
    /// The stable code; of several the first.
    pub fn code(&self) -> Code {
        match self {
            Self::Text(error) => error.code,
            Self::Files(refusal) => refusal.code(),
            Self::Call(error) | Self::Read(error) => error.code,
        }
    }

    /// The whole refusal as plain data.
    pub fn view(&self) -> ErrorView<'_> {
        match self {
            Self::Text(error) => ErrorView::from(error),
            Self::Files(refusal) => ErrorView::from(refusal),
            Self::Call(error) | Self::Read(error) => {
                ErrorView::new(error.code, error.message.as_str(), error.hint)
            }
        }
    }

    /// The text for a model: that nothing was changed, unless the tool only reads, why, and the rule
    /// to follow. At most 8,000 bytes, with at most 1,200 characters per hunk. It mentions only the
    /// format of the patch. If the system refused to read or write, its own message says what
    /// happened to the files.
    pub fn text(&self) -> String {
        let mut text = match self {
            Self::Files(refusal) if refusal.is_trouble() => {
                "Refused: the patch was not applied.\n".to_owned()
            }
            Self::Read(_) => String::new(),
            _ => "Refused: nothing was changed.\n".to_owned(),
        };
        match self {
            Self::Text(error) => {
                let message = error.message();
                let message = visible::line(message.as_bytes());
                let (code, line, hint) = (error.code, error.span.line, error.hint());
                let _ = writeln!(text, "{code}: line {line} of the patch: {message}\nhint: {hint}");
            }
            Self::Files(refusal) => write_failures(&mut text, refusal),
            Self::Call(error) | Self::Read(error) => {
                let message = visible::line(error.message.as_bytes());
                let _ = writeln!(text, "{}: {message}\nhint: {}", error.code, error.hint);
            }
        }
        text
    }
}

fn write_failures(text: &mut String, refusal: &Refusal) {
    if let Some(already) = refusal.already() {
        let _ = writeln!(text, "{already}; {}.", Refusal::NOTHING_TO_DO);
    }
    // A patch that may be sent as it is comes last, whole, or hunk by hunk in the explanations.
    let whole = refusal.whole_patch(LONGEST / 2);
    let longest = LONGEST - whole.as_ref().map_or(0, String::len);
    let mut left = refusal.failures.len();
    for failure in &refusal.failures {
        let part = explanation(failure, whole.is_some());
        // One is always included: its length is bounded.
        if left < refusal.failures.len() && text.len() + part.len() > longest {
            let _ = writeln!(text, "{left} more failures are not shown");
            break;
        }
        text.push_str(&part);
        left -= 1;
    }
    text.extend(whole);
}

/// One failure as a model reads it. Only this function chooses how failures are worded here.
fn explanation(failure: &Failure, is_alone: bool) -> String {
    if failure.is_brief() {
        let path = visible::line(failure.path.as_bytes());
        return format!("{path}: {}: line {} of the patch\n", failure.code, failure.span.line);
    }
    if is_alone {
        failure.explanation_alone(Failure::EXPLANATION_LENGTH)
    } else {
        failure.explanation(Failure::EXPLANATION_LENGTH)
    }
}
