//! Words what happened to a hunk: every sentence that both readers get.

use std::fmt::{self, Write as _};

use patch_parse::Direction;

use super::evidence::{aside, pulls};
use super::words::{plural, quoted, quoted_blanks, quoted_to};
use crate::explain::differ_in_blanks_alone;
use crate::remark::Remark;
use crate::text::blanks::without_indentation;
use crate::{Candidate, Cause, Difference, HunkFailure, NearMiss, Rung, visible};

/// The longest anchor shown, in characters.
const ANCHOR: usize = 160;

/// What became of a patch with so many problems. If the system refused to read or write, its own
/// message says what became of the files.
pub(super) fn refused(problems: usize, is_trouble: bool) -> String {
    let problems = plural(problems, "problem");
    let outcome = if is_trouble { "the patch was not applied" } else { "nothing was changed" };
    format!("refused with {problems}; {outcome}")
}

impl HunkFailure {
    /// What happened, in one sentence without a full stop.
    pub fn message(&self) -> String {
        let special = self.message_back().or_else(|| self.message_of_added());
        special
            .or_else(|| self.message_of_place())
            .or_else(|| self.near_miss.as_ref().map(NearMiss::message))
            .unwrap_or_else(|| self.message_without_place())
    }

    /// What keeps the hunk from the place that was found, or from every place; `None` if the old
    /// lines were not found.
    fn message_of_place(&self) -> Option<String> {
        let line = self.first_line();
        Some(match self.cause {
            Cause::AlreadyApplied => format!("the file has the change already, at line {line}"),
            Cause::MaybeApplied => self.maybe_applied(),
            Cause::PartlyApplied => format!(
                "the old lines match at line {line}, and lines that the hunk adds are there already: a part of the change may have been made"
            ),
            Cause::Ambiguous => self.ambiguous(),
            Cause::UnmappedIndentation => self.unmapped_indentation(),
            Cause::UnmappedCharacters => format!(
                "the old lines match at line {line}, the writing of characters aside, and do not tell how those of the added lines are written there"
            ),
            Cause::UnmarkedMove => format!(
                "the old lines match at line {line}, indentation aside, and the context below the change is indented as if it moved with that: only marked lines do"
            ),
            Cause::DoubledSign => format!(
                "the old lines match at line {line}, and some of the added ones begin with a second `+`, as no line of the file does"
            ),
            Cause::NoContext => self.no_context(),
            Cause::AnchorNotFound => self.not_found(self.anchor.as_deref()?),
            Cause::OutsideHeading => self.outside(self.anchor.as_deref()?),
            Cause::OutOfOrder => self.out_of_order(),
            Cause::NotAtEnd => {
                format!("the old lines match at line {line}, which is not the end of the file")
            }
            Cause::Overlap => format!("another hunk covers line {line}"),
            Cause::Encoding => "the hunk has non-ASCII text and the file is not UTF-8".into(),
            Cause::PlaceholderAdded
            | Cause::WhitespaceOnly
            | Cause::LineEnding
            | Cause::UnicodeEquivalent
            | Cause::TargetStateInContext
            | Cause::MisplacedMarker
            | Cause::OneLineDiffers
            | Cause::LinesDiffer
            | Cause::NothingSimilar => return None,
        })
    }

    /// What happened to a hunk of which no line was found.
    fn message_without_place(&self) -> String {
        match (self.cause, &self.remark) {
            (Cause::LineEnding | Cause::MisplacedMarker, Some(remark)) => remark.to_string(),
            (Cause::LineEnding | Cause::MisplacedMarker, None) => {
                "the old lines are not in the file".into()
            }
            (Cause::NothingSimilar, Some(Remark::Wordless)) => {
                "the old lines of the hunk are empty or have no word in them, and are not there"
                    .into()
            }
            _ => "nothing in the file resembles the old lines of the hunk".into(),
        }
    }

    /// What is wrong with the added lines alone, if the old lines match exactly.
    fn message_of_added(&self) -> Option<String> {
        if let Some(
            remark @ (Remark::Misindented { .. }
            | Remark::Repeated { .. }
            | Remark::Placeholder { .. }
            | Remark::Odd { .. }
            | Remark::BesideCloser { .. }
            | Remark::Defined { .. }),
        ) = &self.remark
        {
            return Some(remark.to_string());
        }
        let what = match self.cause {
            Cause::UnmappedIndentation => "are not indented as they should be there",
            Cause::UnmappedCharacters => "have characters that are not written so in the file",
            _ => return None,
        };
        let line = self.first_line();
        let message =
            || format!("the old lines match exactly at line {line}, but the added lines {what}");
        self.is_exact().then(message)
    }

    /// Whether the lines match with their indentation, though not in how their characters are
    /// written.
    pub(super) fn is_as_indented(&self) -> bool {
        self.candidates.first().is_some_and(|place| place.rung == Some(Rung::Typography))
    }

    /// What happened to a hunk that is being taken back, if the sentence differs from that for a
    /// hunk to be applied.
    fn message_back(&self) -> Option<String> {
        let line = self.first_line();
        Some(match self.cause {
            _ if self.direction == Direction::Forward => return None,
            Cause::AlreadyApplied => {
                format!("the file is as before the change already, at line {line}")
            }
            Cause::MaybeApplied => format!(
                "the lines from before the change match at line {line}{}: it may have been taken back already",
                self.old_lines_too()
            ),
            Cause::PartlyApplied => format!(
                "lines that the hunk removes are at line {line}: a part of the change may have been taken back already"
            ),
            Cause::NoContext => {
                "the hunk has no context or added lines to say where the removed ones belong".into()
            }
            _ => return None,
        })
    }

    /// The same without the two lines that differ, for a reader who sees them below.
    pub(super) fn headline(&self) -> String {
        match &self.near_miss {
            Some(near) if !self.is_unmapped() => near.agreement(),
            _ => self.message(),
        }
    }

    /// Whether the old lines match, but the new ones cannot be written as the file is.
    pub(super) fn is_unmapped(&self) -> bool {
        matches!(
            self.cause,
            Cause::UnmappedIndentation | Cause::UnmappedCharacters | Cause::UnmarkedMove
        )
    }

    fn maybe_applied(&self) -> String {
        let line = self.first_line();
        if self.is_one_place() {
            format!(
                "the old lines match at line {line}, and so do the new ones: the change may have been made already"
            )
        } else {
            format!(
                "the new lines match at line {line}{}: one of two places that were alike may have been changed already",
                self.old_lines_too()
            )
        }
    }

    fn unmapped_indentation(&self) -> String {
        let (aside, what) = match self.candidates.first().and_then(|place| place.rung) {
            Some(Rung::Typography) => ("typography", "how the added lines are written"),
            Some(Rung::CollapsedBlanks) => ("blanks", "which blanks the added lines have"),
            _ => ("indentation", "how the added lines are indented"),
        };
        format!(
            "the old lines match at line {}, {aside} aside, and do not tell {what} there",
            self.first_line()
        )
    }

    fn no_context(&self) -> String {
        if self.candidates.is_empty() {
            return "the hunk has no context or removed lines to say where it belongs".into();
        }
        format!(
            "the added lines do not fit in directly after line {}, which the anchor names, and the hunk has no context or removed lines to say where they belong",
            self.first_line()
        )
    }

    fn not_found(&self, anchor: &[u8]) -> String {
        format!(
            "no line at or after this place contains the anchor {}{}{}",
            quoted(anchor),
            self.block(),
            self.meant()
        )
    }

    fn out_of_order(&self) -> String {
        if let Some(anchor) = &self.anchor {
            return format!(
                "the anchor {} is at line {}, before the place from which it is looked for",
                quoted(anchor),
                self.first_line()
            );
        }
        let lines = self.lines();
        match &self.remark {
            Some(Remark::Covered { hunk, .. }) => {
                format!("the old lines match at {lines}, among those that hunk {hunk} changes")
            }
            Some(Remark::Beside { is_before: false, .. }) => format!(
                "the old lines match at {lines}, after the place up to which they are looked for{}",
                self.nearly()
            ),
            _ => format!(
                "the old lines match at {lines}, before the place from which they are looked for{}",
                self.nearly()
            ),
        }
    }

    /// Where the lines match, where they nearly match, and which evidence names which place.
    fn ambiguous(&self) -> String {
        let mut text = match (self.is_insertion, &*self.candidates) {
            (_, []) => "no single place is left for the hunk beside the others".into(),
            (true, _) => format!("the added lines could go before {}", self.lines()),
            (false, [only]) if self.places <= 1 => {
                let line = only.line;
                let alone = if self.rivals.is_empty() { ", and too little says so" } else { "" };
                format!("the old lines match{} at line {line}{alone}", aside_of(only))
            }
            (false, places) => several(places, &self.lines()),
        };
        text.push_str(&self.nearly());
        let done = self.rivals.iter().filter(|rival| rival.is_done);
        if let Some(lines) = listed(done) {
            let _ = write!(text, ", and the new lines match at {lines}");
        }
        if let Some(pulls) = pulls(self) {
            let _ = write!(text, "; {pulls}");
        }
        text
    }

    /// Where else the old lines nearly match.
    fn nearly(&self) -> String {
        let lines = listed(self.rivals.iter().filter(|rival| !rival.is_done));
        lines.map(|lines| format!(", and nearly match at {lines}")).unwrap_or_default()
    }

    fn old_lines_too(&self) -> String {
        let rivals = || self.rivals.iter().filter(|rival| !rival.is_done);
        let nearly = if rivals().all(|rival| rival.rung.is_none()) { "nearly " } else { "" };
        let lines = listed(rivals());
        lines.map(|lines| format!(", the old ones {nearly}at {lines}")).unwrap_or_default()
    }

    /// Whether the change that may be made already is where the old lines match.
    fn is_one_place(&self) -> bool {
        self.candidates.len() == 1 && self.rivals.is_empty()
    }

    fn outside(&self, heading: &[u8]) -> String {
        let heading = quoted(heading);
        let aside = self.candidates.first().map(aside_of).unwrap_or_default();
        let line = self.first_line();
        let named = match &*self.candidates {
            [_, .., named] => format!(" of line {}", named.line),
            _ => String::new(),
        };
        format!(
            "the old lines match{aside} at line {line}, which is outside the block of the heading {heading}{named}"
        )
    }

    /// The lines of the candidates.
    fn lines(&self) -> String {
        let lines = listed(self.candidates.iter()).unwrap_or_else(|| "no line".into());
        let more = if self.places > self.candidates.len() { " and more" } else { "" };
        format!("{lines}{more}")
    }

    /// Where the block of a missing anchor is.
    fn block(&self) -> String {
        let show = |place: &Candidate| {
            format!(", but the old lines match exactly and once, at line {}", place.line)
        };
        self.rivals.first().map(show).unwrap_or_default()
    }

    fn meant(&self) -> String {
        let show = |place: &Candidate| format!("; line {} is {}", place.line, quoted(&place.text));
        self.candidates.first().map(show).unwrap_or_default()
    }
}

/// Several places, grouped by how exactly the lines match there.
fn several(places: &[Candidate], lines: &str) -> String {
    let rung = places.first().and_then(|place| place.rung);
    if places.iter().all(|place| place.rung == rung) {
        let aside = places.first().map(aside_of).unwrap_or_default();
        return format!("the old lines match{aside} in several places: {lines}");
    }
    let mut rungs: Vec<Option<Rung>> = places.iter().map(|place| place.rung).collect();
    rungs.sort_unstable();
    rungs.dedup();
    let at = |rung: &Option<Rung>| {
        let lines = listed(places.iter().filter(|place| place.rung == *rung))?;
        let aside = rung.and_then(aside).map(|aside| format!(", {aside}")).unwrap_or_default();
        Some(format!("{lines}{aside}"))
    };
    let places: Vec<String> = rungs.iter().filter_map(at).collect();
    format!("the old lines match at {}", places.join(" and at "))
}

/// In what the place does not agree: `, outer context aside,`.
fn aside_of(place: &Candidate) -> String {
    place.rung.and_then(aside).map(|aside| format!(", {aside},")).unwrap_or_default()
}

/// `line 3`, `lines 3, 7`.
fn listed<'c>(places: impl Iterator<Item = &'c Candidate>) -> Option<String> {
    let lines: Vec<String> = places.map(|place| place.line.to_string()).collect();
    match &*lines {
        [] => None,
        [line] => Some(format!("line {line}")),
        _ => Some(format!("lines {}", lines.join(", "))),
    }
}

/// The text at a place, its heading, and the evidence for and against it.
pub(super) fn place(place: &Candidate, text: &[u8], width: usize) -> String {
    let mut said = quoted_to(text, width);
    if let Some(heading) = &place.heading {
        let _ = write!(said, " in {}, line {}", quoted_to(&heading.text, width), heading.line);
    }
    let weighed = place.weighed();
    if !weighed.is_empty() {
        let _ = write!(said, "; {weighed}");
    }
    said
}

impl Candidate {
    /// Whether neither the old lines match here nor the new ones.
    pub(super) fn only_nearly_matches(&self) -> bool {
        self.rung.is_none() && !self.is_done
    }
}

/// How alike the hunk and the place are.
pub(super) fn alike(near: &NearMiss) -> String {
    let NearMiss { agreeing_lines, old_lines, similarity, .. } = near;
    format!("{agreeing_lines} of {old_lines} lines agree, {similarity} % alike")
}

/// Where two lines begin to differ.
pub(super) fn differ_from(column: usize) -> String {
    format!("they differ from column {column} on")
}

/// The meaning of the signs that [`NearMiss::quoted`] shows for blanks, if it shows any.
pub(super) fn in_blanks(near: &NearMiss) -> Option<&'static str> {
    near.differs_in_blanks().then_some("they differ in blanks alone: · is a space, → a tab")
}

impl NearMiss {
    /// What agrees and what the first difference is, in one sentence without a full stop.
    fn message(&self) -> String {
        format!("{}: {}", self.agreement(), self.what_differs())
    }

    fn agreement(&self) -> String {
        let Self { line, matched_lines, differing_line, .. } = self;
        if *matched_lines == 0 {
            return format!(
                "the nearest place is line {line} of the file, where line {differing_line} differs"
            );
        }
        let lines = plural(*matched_lines, "line");
        format!("{lines} found at line {line} of the file, then line {differing_line} differs")
    }

    fn what_differs(&self) -> String {
        let [expected, found] = self.quoted();
        match self.difference {
            Difference::Replaced => format!("expected {expected}, found {found}"),
            Difference::MissingInFile => format!("{expected} is not there, but {found}"),
            Difference::MissingInPatch => format!("{found} comes before {expected}"),
        }
    }

    /// What is expected and what is found, in back quotes; blanks are made visible if only they
    /// differ.
    pub(super) fn quoted(&self) -> [String; 2] {
        let show = if self.differs_in_blanks() { quoted_blanks } else { quoted };
        let found = self.actual.as_ref().map(|actual| show(actual));
        [show(&self.expected), found.unwrap_or_else(|| "the end of the file".into())]
    }

    fn differs_in_blanks(&self) -> bool {
        let actual = self.actual.as_ref();
        actual.is_some_and(|actual| differ_in_blanks_alone(&self.expected, actual))
    }
}

/// Blanks in words: `no blanks`, `4 spaces`, `2 tabs`.
fn indentation(blanks: &[u8]) -> String {
    let is_of = |kind: u8| blanks.iter().all(|blank| *blank == kind);
    match blanks {
        [] => "no blanks".into(),
        _ if is_of(b' ') => plural(blanks.len(), "space"),
        _ if is_of(b'\t') => plural(blanks.len(), "tab"),
        _ => quoted_blanks(blanks),
    }
}

impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::CarriageReturns => {
                f.write_str("the file ends its lines in CR alone, which ends no line of a patch")
            }
            Self::MarkerRead(line) => {
                write!(f, "{} was read as a line of the file", quoted(line))
            }
            Self::AddedByPatch(line) => {
                write!(f, "the patch itself adds the line {}", quoted(line))
            }
            Self::AddedAlready(line) => {
                write!(f, "the file holds the added line {} already", quoted(line))
            }
            Self::Covered { hunk, first, last } => {
                write!(f, "hunk {hunk} covers lines {first} to {last}")
            }
            Self::Beside { hunk, line, is_before } => {
                let side = if *is_before { "after" } else { "before" };
                write!(f, "hunk {hunk} is at line {line}, and this one is looked for {side} it")
            }
            Self::BehindEnd { hunk } => write!(
                f,
                "hunk {hunk} has no context and went to the end of the file, and this one is looked for after it"
            ),
            Self::Wordless => {
                f.write_str("the old lines of the hunk are empty or have no word in them")
            }
            Self::Numbered => f.write_str(
                "the lines of the hunk begin with line numbers, which are no part of the file",
            ),
            Self::Misindented { line, text, expected } => {
                let own = indentation(without_indentation(text).0);
                let (text, expected) = (quoted(text.trim_ascii()), indentation(expected));
                write!(
                    f,
                    "the old lines match exactly at line {line}, but the added line {text} is indented with {own}, where the lines beside it show {expected}"
                )
            }
            Self::Repeated { line, text, is_before } => {
                let text = quoted(text.trim_ascii());
                let side = if *is_before { "before" } else { "after" };
                write!(
                    f,
                    "the old lines match exactly at line {line}, but the added line {text} repeats the line directly {side} it"
                )
            }
            Self::BesideCloser { line, text, closer, is_before } => {
                let (text, closer) = (quoted(text.trim_ascii()), quoted(closer.trim_ascii()));
                let (side, depth) =
                    if *is_before { ("before", "is as deep") } else { ("behind", "is deeper") };
                write!(
                    f,
                    "the old lines match exactly at line {line}, but the added line {text} would be {side} the {closer} that closes the block there, and {depth}"
                )
            }
            Self::Odd { line, text } => write!(
                f,
                "the old lines match exactly at line {line}, but the added line {} has characters that are not written so in the file",
                quoted(text.trim_ascii())
            ),
            Self::Placeholder { line, text } => write!(
                f,
                "the old lines match at line {line}, but the added line {} stands for some of them: they would be lost",
                quoted(text.trim_ascii())
            ),
            Self::Defined { line, text } => write!(
                f,
                "the hunk only adds lines, and among them {}, which the file has already, at line {line}",
                quoted(text.trim_ascii())
            ),
            Self::Anchor { anchor, line } => {
                write!(
                    f,
                    "to mean line {line}, write `@@ {}` above the lines",
                    visible::line(anchor).limit(ANCHOR)
                )
            }
        }
    }
}
