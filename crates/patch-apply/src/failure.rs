//! Why a hunk was not placed, in the values that a writer needs to mend it.

use bstr::BString;
use patch_parse::{Code, Hunk, Span};

/// The most candidates a message names.
const MOST_CANDIDATES: usize = 10;

/// A hunk that was not placed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct HunkFailure {
    /// `context_not_found`, `ambiguous_context`, `overlapping_hunks`, `already_applied` or
    /// `encoding_mismatch`.
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::wire::display"))]
    pub code: Code,
    /// Which hunk of its file, 0-based.
    pub hunk: usize,
    /// The hunk in the patch text.
    #[cfg_attr(
        feature = "serde",
        serde(rename = "patch_line", serialize_with = "crate::wire::line")
    )]
    pub span: Span,
    /// What is the matter, from a closed list.
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::wire::display"))]
    pub cause: Cause,
    /// The lines (1-based) of the file where the old lines stand, at most ten; for
    /// `already_applied` where the new ones do.
    pub candidates: Vec<usize>,
    /// How many places there are in all; more than [`Self::candidates`] lists where there are many.
    pub places: usize,
    /// The place that comes closest.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub near_miss: Option<NearMiss>,
    /// The anchor that was not found.
    #[cfg_attr(
        feature = "serde",
        serde(serialize_with = "crate::wire::optional", skip_serializing_if = "Option::is_none")
    )]
    pub anchor: Option<BString>,
}

/// What is the matter with a hunk that was not placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Cause {
    /// The new lines stand where the old ones should.
    AlreadyApplied,
    /// The old lines stand in several places.
    Ambiguous,
    /// There are no old lines to go by.
    NoContext,
    /// The line after `@@` is not in the file.
    AnchorNotFound,
    /// The first lines agree, then one differs.
    LineDiffers,
    /// Nothing in the file resembles the first old line.
    NothingSimilar,
    /// Another hunk changes the same lines.
    Overlap,
    /// The file is not UTF-8 and the hunk has non-ASCII text.
    Encoding,
}

impl Cause {
    /// The stable name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::AlreadyApplied => "already_applied",
            Self::Ambiguous => "ambiguous",
            Self::NoContext => "no_context",
            Self::AnchorNotFound => "anchor_not_found",
            Self::LineDiffers => "one_line_differs",
            Self::NothingSimilar => "nothing_similar",
            Self::Overlap => "overlap",
            Self::Encoding => "encoding",
        }
    }
}

impl std::fmt::Display for Cause {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The place in a file that a hunk comes closest to.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct NearMiss {
    /// Where the hunk would start, 1-based.
    pub line: usize,
    /// How many of its old lines agree before one differs.
    pub matched_lines: usize,
    /// The line of the file that differs, 1-based.
    pub differing_line: usize,
    /// What the hunk expects there, without the line ending.
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::wire::display"))]
    pub expected: BString,
    /// What stands there, without the line ending; `None` behind the end of the file.
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::wire::optional"))]
    pub actual: Option<BString>,
}

impl HunkFailure {
    pub(crate) fn new(code: Code, index: usize, hunk: &Hunk<'_>) -> Box<Self> {
        let cause = match code {
            Code::AlreadyApplied => Cause::AlreadyApplied,
            Code::AmbiguousContext => Cause::NoContext,
            Code::OverlappingHunks => Cause::Overlap,
            Code::EncodingMismatch => Cause::Encoding,
            _ => Cause::NothingSimilar,
        };
        Box::new(Self {
            code,
            hunk: index,
            span: hunk.span,
            cause,
            candidates: Vec::new(),
            places: 0,
            near_miss: None,
            anchor: None,
        })
    }

    /// A failure that is about one line of the file, 0-based.
    pub(crate) fn at(code: Code, index: usize, hunk: &Hunk<'_>, line_index: usize) -> Box<Self> {
        Box::new(Self {
            candidates: vec![line_index + 1],
            places: 1,
            ..*Self::new(code, index, hunk)
        })
    }

    pub(crate) fn ambiguous(index: usize, hunk: &Hunk<'_>, line_indices: &[usize]) -> Box<Self> {
        Box::new(Self {
            cause: Cause::Ambiguous,
            candidates: line_indices.iter().take(MOST_CANDIDATES).map(|line| line + 1).collect(),
            places: line_indices.len(),
            ..*Self::new(Code::AmbiguousContext, index, hunk)
        })
    }

    pub(crate) fn not_found(
        index: usize,
        hunk: &Hunk<'_>,
        near_miss: Option<NearMiss>,
    ) -> Box<Self> {
        let agrees = near_miss.as_ref().is_some_and(|near| near.matched_lines > 0);
        let cause = if agrees { Cause::LineDiffers } else { Cause::NothingSimilar };
        Box::new(Self { cause, near_miss, ..*Self::new(Code::ContextNotFound, index, hunk) })
    }

    pub(crate) fn anchor_not_found(index: usize, hunk: &Hunk<'_>, anchor: &[u8]) -> Box<Self> {
        Box::new(Self {
            cause: Cause::AnchorNotFound,
            anchor: Some(anchor.into()),
            ..*Self::new(Code::ContextNotFound, index, hunk)
        })
    }

    /// What happened, in one sentence without a full stop.
    pub fn message(&self) -> String {
        match (self.cause, &self.near_miss, &self.anchor) {
            (Cause::AlreadyApplied, ..) => {
                format!("the change already stands at line {}", self.first_candidate())
            }
            (Cause::Ambiguous, ..) => self.ambiguous_message(),
            (Cause::NoContext, ..) => {
                "the hunk has no context or removed lines to say where it belongs".into()
            }
            (Cause::AnchorNotFound, _, Some(anchor)) => {
                format!("no line at or after this place contains the anchor {anchor:?}")
            }
            (Cause::Overlap, ..) => {
                format!("another hunk changes the lines at {}", self.first_candidate())
            }
            (Cause::Encoding, ..) => "the hunk has non-ASCII text and the file is not UTF-8".into(),
            (_, Some(near), _) if near.matched_lines > 0 => near.message(),
            _ => "nothing in the file resembles the first line of the hunk".into(),
        }
    }

    fn first_candidate(&self) -> usize {
        self.candidates.first().copied().unwrap_or(0)
    }

    fn ambiguous_message(&self) -> String {
        let lines: Vec<_> = self.candidates.iter().map(ToString::to_string).collect();
        let more = if self.places > lines.len() { " and more" } else { "" };
        format!("the old lines stand in several places: lines {}{more}", lines.join(", "))
    }
}

impl NearMiss {
    fn message(&self) -> String {
        let Self { line, matched_lines, differing_line, expected, actual } = self;
        let found = actual.as_ref().map_or_else(|| "the end of the file".into(), quoted);
        let agree = if *matched_lines == 1 { "line agrees" } else { "lines agree" };
        format!(
            "{matched_lines} {agree} from line {line} on, then line {differing_line} differs: \
             expected {}, found {found}",
            quoted(expected)
        )
    }
}

/// The longest excerpt of a line in a message, in bytes.
const EXCERPT: usize = 160;

fn quoted(text: &BString) -> String {
    let end = (0..=EXCERPT.min(text.len()))
        .rev()
        .find(|at| text.get(*at).is_none_or(|byte| byte & 0xC0 != 0x80))
        .unwrap_or(0);
    let (shown, rest) = text.split_at_checked(end).unwrap_or((text, &[]));
    let more = if rest.is_empty() { "" } else { "…" };
    format!("{:?}{more}", bstr::BStr::new(shown))
}
