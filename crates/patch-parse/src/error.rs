//! Why a text is not a patch.

use std::borrow::Cow;

use bstr::{BStr, BString, ByteSlice};

use crate::{Code, Format, Miscount, Span};

/// The longest excerpt of the offending text that an error keeps, in bytes.
const EXCERPT: usize = 120;

/// A patch that cannot be read: the code, the place, the rule broken.
///
/// Small, comparable, and independent of the source: to show it, look up the line by
/// [`Self::span`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {}: {}", span.line, self.message())]
#[non_exhaustive]
pub struct ParseError {
    /// The stable code.
    pub code: Code,
    /// The offending bytes, with their line number (1-based).
    pub span: Span,
    /// The format the text was read as.
    pub format: Format,
    /// The file section in which it happened, if known.
    pub path: Option<BString>,
    /// One sentence that names the rule broken.
    pub rule: &'static str,
    /// The counts of the hunk's header and those of the lines that follow, if that is the mistake.
    pub miscount: Option<Box<Miscount>>,
    /// The [limit](crate::Limits) that is exceeded, in what the rule counts.
    pub limit: Option<usize>,
    /// The start of the offending text, at most 120 bytes; empty when something is missing.
    pub found: BString,
}

/// The rule that a combined diff breaks.
pub(crate) const COMBINED: &str = "combined diffs of merges are not supported";

const FOR_COMBINED: &str = "Send the diff of the merge against one parent: `git show -m`, or \
                            `git diff` with both commits.";

impl ParseError {
    pub(crate) fn new(code: Code, format: Format, span: Span, rule: &'static str) -> Self {
        let found = BString::default();
        Self { code, span, format, path: None, rule, miscount: None, limit: None, found }
    }

    /// More than a limit allows.
    pub(crate) fn exceeded(format: Format, span: Span, rule: &'static str, limit: usize) -> Self {
        Self { limit: Some(limit), ..Self::new(Code::LimitExceeded, format, span, rule) }
    }

    pub(crate) fn found(mut self, text: &[u8]) -> Self {
        self.found = excerpt(text).into();
        self
    }

    pub(crate) fn miscounted(mut self, miscount: Miscount) -> Self {
        self.miscount = Some(Box::new(miscount));
        self
    }

    pub(crate) fn in_file(mut self, path: &BStr) -> Self {
        self.path.get_or_insert_with(|| path.to_owned());
        self
    }

    /// The error with its span translated into that of another text.
    pub(crate) fn with_moved_span(mut self, moved: impl FnOnce(Span) -> Span) -> Self {
        self.span = moved(self.span);
        self
    }

    /// One sentence that says what to do next.
    pub fn hint(&self) -> &'static str {
        if self.rule == COMBINED { FOR_COMBINED } else { self.code.hint(self.format) }
    }

    /// The rule broken, with the numbers or the text that break it.
    pub fn message(&self) -> Cow<'static, str> {
        let Self { rule, found, .. } = self;
        match (&self.miscount, self.limit) {
            (Some(miscount), _) => format!("{rule}: {miscount}").into(),
            (None, Some(limit)) => format!("{rule}; the limit is {limit}").into(),
            (None, None) if !found.is_empty() => format!("{rule}, found {found:?}").into(),
            (None, None) => (*rule).into(),
        }
    }
}

/// The start of `text`, never cut inside a character.
fn excerpt(text: &[u8]) -> &BStr {
    if text.len() <= EXCERPT {
        return text.as_bstr();
    }
    let cut = (EXCERPT - 3..=EXCERPT)
        .rev()
        .find(|&i| text.get(i).is_none_or(|b| b & 0xC0 != 0x80))
        .unwrap_or(EXCERPT);
    text.get(..cut).unwrap_or_default().as_bstr()
}
