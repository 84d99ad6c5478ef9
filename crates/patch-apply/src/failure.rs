//! Why a hunk was not placed, in the values that a writer needs to mend it.
//!
//! Placing reports that a hunk has no place and, if it knows, why; [`crate::explain`] adds the
//! rest. The sentences are made in [`crate::render`].

use bstr::BString;
use patch_parse::{Code, Direction, Hunk, Span};

use crate::cause::Cause;
use crate::near_miss::{FileLine, NearMiss};
use crate::remark::Remark;
use crate::{ContentHash, Evidence, Rung};

/// A hunk that was not placed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct HunkFailure {
    /// `context_not_found`, `ambiguous_context`, `overlapping_hunks`, `already_applied`,
    /// `encoding_mismatch` or `placeholder_added`: what [`Self::cause`] was when placing failed. A
    /// look at the places may find the cause out of order or outside a heading; the code stays.
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::wire::display"))]
    #[cfg_attr(feature = "schemars", schemars(with = "crate::schema::NameOf<Code>"))]
    pub code: Code,
    /// Which hunk of its section: an index, 0-based. Ids (`2.1`) and sentences count hunks from 1:
    /// this is one less than the number after the dot in the id of the hunk.
    pub hunk: usize,
    /// The hunk in the patch text; in JSON the line at which it begins, 1-based.
    #[cfg_attr(
        feature = "serde",
        serde(rename = "patch_line", serialize_with = "crate::wire::line")
    )]
    #[cfg_attr(feature = "schemars", schemars(with = "u64"))]
    pub span: Span,
    /// What is the matter.
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::wire::display"))]
    #[cfg_attr(feature = "schemars", schemars(with = "crate::schema::NameOf<Cause>"))]
    pub cause: Cause,
    /// More about the cause, in one sentence without a full stop.
    #[cfg_attr(
        feature = "serde",
        serde(serialize_with = "crate::wire::optional", skip_serializing_if = "Option::is_none")
    )]
    #[cfg_attr(feature = "schemars", schemars(with = "Option<String>"))]
    pub remark: Option<Remark>,
    /// The places in the file that it is about, at most ten: where the old lines match, for
    /// `already_applied` where the new ones do, for `anchor_not_found` lines like the anchor, for
    /// `outside_heading` the place and the heading.
    pub candidates: Vec<Candidate>,
    /// Places that cannot be chosen and spoke against a choice, at most three: where the old lines
    /// nearly match, or the new ones do. For `maybe_applied` where the old lines match, for
    /// `anchor_not_found` where they do exactly and once.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub rivals: Vec<Candidate>,
    /// How many places there are in all; more than [`Self::candidates`] lists where there are many.
    pub places: usize,
    /// The place that comes closest.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub near_miss: Option<NearMiss>,
    /// The anchor that was not found, or the heading below which the place does not lie.
    #[cfg_attr(
        feature = "serde",
        serde(serialize_with = "crate::wire::optional", skip_serializing_if = "Option::is_none")
    )]
    #[cfg_attr(feature = "schemars", schemars(with = "Option<String>"))]
    pub anchor: Option<BString>,
    /// A few lines of the file around the place, unless the near miss has them; the last lines for
    /// a hunk that is meant for the end of the file.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub excerpt: Vec<FileLine>,
    /// The contents that the hunk was compared with; only a plan knows them.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub before: Option<ContentHash>,
    /// The hunk as it would apply to the file as it is, if exactly one repair is possible.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub corrected: Option<Box<Hunk<'static>>>,
    /// Lines of the file that the suggested patch removes and that are not what this patch removes.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub overwrites: Vec<FileLine>,
    /// The hunk has no old lines: statements about places refer to the added ones.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(crate) is_insertion: bool,
    /// The patch is turned round: statements about a change refer to taking it back.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(crate) direction: Direction,
    /// The corrected hunk as a whole patch in the format that was sent, for its file alone; it
    /// applies to the file as it is. Only a plan knows the path that it needs.
    #[cfg_attr(
        feature = "serde",
        serde(serialize_with = "crate::wire::optional", skip_serializing_if = "Option::is_none")
    )]
    #[cfg_attr(feature = "schemars", schemars(with = "Option<String>"))]
    pub suggested_patch: Option<BString>,
    /// The refused patch has more than this hunk, and all of it was refused. The suggested patch
    /// has only this hunk: the others must be sent as well.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "std::ops::Not::not"))]
    pub is_part: bool,
}

/// The hunks of one file that were not placed: what [`apply_hunks`](crate::apply_hunks) fails with.
///
/// As text it has one line for each hunk: its number, 1-based, its code, and what is the matter.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct HunksRefused {
    /// One for each hunk. Never empty.
    pub failures: Vec<HunkFailure>,
}

impl std::error::Error for HunksRefused {}

/// Why no place was chosen. Lines are 0-based.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Why {
    /// The old lines match nowhere.
    Nowhere,
    /// They match in several places, or nearly do, and nothing singles one out.
    Ambiguous,
    /// There are none.
    NoContext,
    /// There are none, and the added lines do not fit in after this line, which the anchor names.
    Unfit(usize),
    /// They match at this line alone, which is outside the block of the heading that the hunk names.
    OutsideHeading(usize),
    /// They match at this line alone, which is not between those of the hunks before and after.
    OutOfOrder(usize),
    /// They match, but the new lines match at this line.
    MaybeDone(usize),
    /// They match at this line, with lines that the hunk adds next to them.
    PartDone(usize),
}

impl Why {
    /// What is the matter, and the line that it is about.
    fn cause(self) -> (Cause, Option<usize>) {
        match self {
            Self::Nowhere => (Cause::NothingSimilar, None),
            Self::Ambiguous => (Cause::Ambiguous, None),
            Self::NoContext => (Cause::NoContext, None),
            Self::Unfit(line) => (Cause::NoContext, Some(line)),
            Self::OutsideHeading(line) => (Cause::OutsideHeading, Some(line)),
            Self::OutOfOrder(line) => (Cause::OutOfOrder, Some(line)),
            Self::MaybeDone(line) => (Cause::MaybeApplied, Some(line)),
            Self::PartDone(line) => (Cause::PartlyApplied, Some(line)),
        }
    }
}

/// A place in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Candidate {
    /// Its first line, 1-based.
    pub line: usize,
    /// The text of that line, without its ending; a long one is cut.
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::wire::display"))]
    #[cfg_attr(feature = "schemars", schemars(with = "String"))]
    pub text: BString,
    /// The line that the place belongs to: the nearest one above with less indentation that starts
    /// with a word.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub heading: Option<FileLine>,
    /// How exactly the old lines match here; `None` where they only nearly do, or the new ones do.
    #[cfg_attr(
        feature = "serde",
        serde(serialize_with = "crate::wire::optional", skip_serializing_if = "Option::is_none")
    )]
    #[cfg_attr(feature = "schemars", schemars(with = "Option<crate::schema::NameOf<Rung>>"))]
    pub rung: Option<Rung>,
    /// Whether the new lines match here.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "std::ops::Not::not"))]
    pub is_done: bool,
    /// The kinds of evidence under which it is better than another one of these places.
    #[cfg_attr(
        feature = "serde",
        serde(serialize_with = "crate::wire::list", skip_serializing_if = "Vec::is_empty")
    )]
    #[cfg_attr(feature = "schemars", schemars(with = "Vec<crate::schema::NameOf<Evidence>>"))]
    pub speaks_for: Vec<Evidence>,
    /// The kinds of evidence under which it is worse than another one of these places.
    #[cfg_attr(
        feature = "serde",
        serde(serialize_with = "crate::wire::list", skip_serializing_if = "Vec::is_empty")
    )]
    #[cfg_attr(feature = "schemars", schemars(with = "Vec<crate::schema::NameOf<Evidence>>"))]
    pub speaks_against: Vec<Evidence>,
}

impl Candidate {
    /// A place of which only the line is known, 0-based.
    pub(crate) fn at(line_index: usize) -> Self {
        Self {
            line: line_index + 1,
            text: BString::default(),
            heading: None,
            rung: None,
            is_done: false,
            speaks_for: Vec::new(),
            speaks_against: Vec::new(),
        }
    }
}

impl HunkFailure {
    pub(crate) fn new(cause: Cause, index: usize, hunk: &Hunk<'_>) -> Box<Self> {
        Box::new(Self {
            code: cause.code(),
            hunk: index,
            span: hunk.span(),
            cause,
            remark: None,
            candidates: Vec::new(),
            rivals: Vec::new(),
            places: 0,
            near_miss: None,
            anchor: None,
            excerpt: Vec::new(),
            before: None,
            corrected: None,
            overwrites: Vec::new(),
            is_insertion: hunk.lines.old_count() == 0,
            direction: Direction::Forward,
            suggested_patch: None,
            is_part: false,
        })
    }

    /// A failure that is about one line of the file, 0-based.
    pub(crate) fn at(cause: Cause, index: usize, hunk: &Hunk<'_>, line_index: usize) -> Box<Self> {
        let failure = *Self::new(cause, index, hunk);
        Box::new(Self { candidates: vec![Candidate::at(line_index)], places: 1, ..failure })
    }

    /// A hunk for which no place was chosen.
    pub(crate) fn refused(why: Why, index: usize, hunk: &Hunk<'_>) -> Box<Self> {
        let (cause, line) = why.cause();
        match line {
            Some(line) => Self::at(cause, index, hunk, line),
            None => Self::new(cause, index, hunk),
        }
    }

    /// A hunk whose change the file has at a line, 0-based.
    pub(crate) fn done(index: usize, hunk: &Hunk<'_>, line_index: usize) -> Box<Self> {
        Self::at(Cause::AlreadyApplied, index, hunk, line_index)
    }

    /// Adds the places that were weighed, out of so many.
    pub(crate) fn add_places(&mut self, [candidates, rivals]: [Vec<Candidate>; 2], count: usize) {
        match self.cause {
            Cause::Ambiguous => {
                self.candidates = candidates;
                self.places = count;
                self.rivals = rivals;
            }
            Cause::MaybeApplied => {
                self.take_over(&rivals);
                let first = self.first_line();
                let near = rivals.into_iter().filter(|place| !place.is_done);
                self.rivals = if candidates.is_empty() { near.collect() } else { candidates };
                // If the done lines may be at the place itself, it is one place.
                self.rivals.retain(|place| place.line != first);
            }
            _ => {
                self.take_over(&candidates);
                self.rivals = rivals;
            }
        }
    }

    /// Adds what is known about places of which only the line was set.
    fn take_over(&mut self, known: &[Candidate]) {
        for place in &mut self.candidates {
            if let Some(known) = known.iter().find(|known| known.line == place.line) {
                *place = known.clone();
            }
        }
    }

    /// A hunk that has a place but whose added lines cannot be written there.
    pub(crate) fn unmapped(
        cause: Cause,
        index: usize,
        hunk: &Hunk<'_>,
        place: &crate::Placement,
    ) -> Box<Self> {
        let found = Candidate { rung: Some(place.rung), ..Candidate::at(place.line_index) };
        let failure = *Self::new(cause, index, hunk);
        Box::new(Self { candidates: vec![found], places: 1, ..failure })
    }

    /// Adds where the old lines match exactly and once, though their anchor is not in the file.
    pub(crate) fn add_block(&mut self, line_index: usize) {
        self.rivals = vec![Candidate { rung: Some(Rung::Exact), ..Candidate::at(line_index) }];
    }

    /// Adds the heading below which the place does not lie, and its line, 0-based.
    pub(crate) fn add_heading(&mut self, heading: &[u8], line_index: Option<usize>) {
        self.anchor = Some(heading.into());
        self.candidates.extend(line_index.map(Candidate::at));
        self.places = self.candidates.len();
    }

    pub(crate) fn anchor_not_found(index: usize, hunk: &Hunk<'_>, anchor: &[u8]) -> Box<Self> {
        Box::new(Self {
            anchor: Some(anchor.into()),
            ..*Self::new(Cause::AnchorNotFound, index, hunk)
        })
    }

    /// Whether the old lines match here as they are, blanks at their ends aside.
    pub(crate) fn is_exact(&self) -> bool {
        let rung = self.candidates.first().and_then(|place| place.rung);
        matches!(rung, Some(Rung::Exact | Rung::TrailingBlanks))
    }

    /// Whether the file certainly has the change already.
    pub(crate) fn is_done(&self) -> bool {
        self.cause == Cause::AlreadyApplied
    }

    /// The line (1-based) of the first candidate.
    pub(crate) fn first_line(&self) -> usize {
        self.candidates.first().map_or(0, |candidate| candidate.line)
    }
}
