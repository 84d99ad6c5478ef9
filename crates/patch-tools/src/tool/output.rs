//! The result of a tool call.

use patch_parse::Code;
use serde::{Serialize, Serializer};
use serde_json::Value;

use super::applied::Applied;
use super::diff::DiffOutput;
use super::refused::Refused;
use crate::view::ErrorView;

/// The result of a tool call: data for a program, and text for a model.
#[derive(Debug)]
#[non_exhaustive]
pub enum ToolOutput {
    /// The Diff tool compared.
    Diff(DiffOutput),
    /// A patch took effect, or would.
    Applied(Box<Applied>),
    /// Nothing was done.
    Refused(Box<Refused>),
    /// The result of a tool of the host.
    Other {
        /// For a program.
        value: Value,
        /// For a model.
        text: String,
    },
}

/// A refusal as plain data.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schemars", schemars(rename = "ToolRefusal"))]
#[non_exhaustive]
pub struct RefusedView<'a> {
    /// What a model is told, in at most some 8,000 bytes.
    pub text: String,
    /// Why nothing was done.
    pub error: ErrorView<'a>,
}

impl ToolOutput {
    /// Whether nothing was done.
    pub fn is_error(&self) -> bool {
        matches!(self, Self::Refused(_))
    }

    /// Why nothing was done.
    pub fn code(&self) -> Option<Code> {
        match self {
            Self::Refused(refused) => Some(refused.code()),
            Self::Diff(_) | Self::Applied(_) | Self::Other { .. } => None,
        }
    }

    /// Keeps hashes instead of contents, for an answer that is stored for long.
    pub(super) fn let_contents_go(&mut self) {
        let Self::Applied(applied) = self else { return };
        let files = applied.receipt.files.iter_mut();
        for digest in files.flat_map(|file| [&mut file.before, &mut file.after]).flatten() {
            digest.let_go();
        }
    }

    /// About how many bytes it takes to keep this.
    pub(super) fn weight(&self) -> usize {
        match self {
            Self::Diff(output) => output.diff.len(),
            Self::Applied(applied) => applied.weight(),
            Self::Refused(refused) => refused.text().len(),
            Self::Other { value, text } => text.len() + value.to_string().len(),
        }
    }

    /// The text for a model.
    pub fn text(&self) -> String {
        match self {
            Self::Diff(output) if output.identical => "The two are equal.\n".into(),
            Self::Diff(output) if output.lossy => format!("{}{LOSSY}", output.diff),
            Self::Diff(output) => output.diff.clone(),
            Self::Applied(applied) => applied.text(),
            Self::Refused(refused) => refused.text(),
            Self::Other { text, .. } => text.clone(),
        }
    }
}

/// Marks a diff of something that is not text: a model that copies from it would make a patch that
/// matches no file.
const LOSSY: &str =
    "note: a side is not UTF-8; what is not shows as U+FFFD: read this, do not apply it\n";

impl From<Refused> for ToolOutput {
    fn from(refused: Refused) -> Self {
        Self::Refused(Box::new(refused))
    }
}

impl<R: Into<Refused>> From<Result<DiffOutput, R>> for ToolOutput {
    fn from(result: Result<DiffOutput, R>) -> Self {
        result.map_or_else(|refused| refused.into().into(), Self::Diff)
    }
}

impl From<Result<Applied, Refused>> for ToolOutput {
    fn from(result: Result<Applied, Refused>) -> Self {
        result.map_or_else(Self::from, |applied| Self::Applied(Box::new(applied)))
    }
}

/// One object; its keys have a fixed order.
impl Serialize for ToolOutput {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Diff(output) => output.serialize(serializer),
            Self::Applied(applied) => applied.view().serialize(serializer),
            Self::Refused(refused) => {
                RefusedView { text: refused.text(), error: refused.view() }.serialize(serializer)
            }
            Self::Other { value, .. } => value.serialize(serializer),
        }
    }
}
