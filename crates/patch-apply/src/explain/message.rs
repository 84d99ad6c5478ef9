//! What happened to a hunk, in words.

use std::fmt::Write as _;

use super::evidence::{aside, pulls};
use super::show::{quoted, quoted_blanks};
use crate::{Candidate, Cause, Difference, HunkFailure, NearMiss, Rung};

impl HunkFailure {
    /// What happened, in one sentence without a full stop.
    pub fn message(&self) -> String {
        let line = self.first_line();
        match (self.cause, &self.near_miss, &self.anchor) {
            (Cause::AlreadyApplied, ..) => {
                format!("the file has the change already, at line {line}")
            }
            (Cause::MaybeApplied, ..) => format!(
                "the new lines match at line {line}{}: one of two places that were alike may have been changed already",
                self.old_lines_too()
            ),
            (Cause::Ambiguous, ..) => self.ambiguous(),
            (Cause::UnmappedIndentation, ..) => format!(
                "the old lines match at line {line}, indentation aside, and do not tell how the added lines are indented there"
            ),
            (Cause::UnmappedCharacters, ..) => format!(
                "the old lines match at line {line}, the writing of characters aside, and do not tell how those of the added lines are written there"
            ),
            (Cause::NoContext, ..) => {
                "the hunk has no context or removed lines to say where it belongs".into()
            }
            (Cause::AnchorNotFound, _, Some(anchor)) => format!(
                "no line at or after this place contains the anchor {}{}{}",
                quoted(anchor),
                self.block(),
                self.meant()
            ),
            (Cause::OutsideHeading, _, Some(heading)) => self.outside(heading),
            (Cause::OutOfOrder, _, Some(anchor)) => {
                let anchor = quoted(anchor);
                format!(
                    "the anchor {anchor} is at line {line}, before the place from which it is looked for"
                )
            }
            (Cause::OutOfOrder, ..) => format!(
                "the old lines match at {}, before the place from which they are looked for",
                self.lines()
            ),
            (Cause::NotAtEnd, ..) => {
                format!("the old lines match at line {line}, which is not the end of the file")
            }
            (Cause::Overlap, ..) => format!("another hunk covers line {line}"),
            (Cause::Encoding, ..) => "the hunk has non-ASCII text and the file is not UTF-8".into(),
            (_, Some(near), _) => near.message(),
            (Cause::LineEnding | Cause::MisplacedMarker, ..) => {
                self.remark.clone().unwrap_or_else(|| "the old lines are not in the file".into())
            }
            _ => "nothing in the file resembles the old lines of the hunk".into(),
        }
    }

    /// Where the lines match, where they nearly do, and which evidence names which place.
    fn ambiguous(&self) -> String {
        let mut text = match (self.is_insertion, &*self.candidates) {
            (_, []) => "no single place is left for the hunk beside the others".into(),
            (true, _) => format!("the added lines could go before {}", self.lines()),
            (false, [only]) if self.places <= 1 => {
                format!("the old lines match{} at line {}", aside_of(only), only.line)
            }
            (false, places) => several(places, &self.lines()),
        };
        let nearly = self.rivals.iter().filter(|rival| !rival.is_done);
        let done = self.rivals.iter().filter(|rival| rival.is_done);
        for (words, lines) in [
            (", and nearly match at ", listed(nearly)),
            (", and the new lines match at ", listed(done)),
        ] {
            if let Some(lines) = lines {
                text.push_str(words);
                text.push_str(&lines);
            }
        }
        if let Some(pulls) = pulls(self) {
            let _ = write!(text, "; {pulls}");
        }
        text
    }

    fn old_lines_too(&self) -> String {
        let lines = listed(self.rivals.iter().filter(|rival| !rival.is_done));
        lines.map(|lines| format!(", the old ones at {lines}")).unwrap_or_default()
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
            "the old lines match{aside} at line {line}, which is not below the section heading {heading}{named}"
        )
    }

    /// The lines of the candidates.
    fn lines(&self) -> String {
        let lines = listed(self.candidates.iter()).unwrap_or_else(|| "no line".into());
        let more = if self.places > self.candidates.len() { " and more" } else { "" };
        format!("{lines}{more}")
    }

    /// Where the block is whose anchor was not found.
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

/// Several places, told apart by how exactly the lines match there.
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

/// What the place does not agree in: `, outer context aside,`.
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

impl NearMiss {
    /// What agrees and what the first difference is, in one sentence without a full stop.
    fn message(&self) -> String {
        let Self { line, matched_lines, differing_line, .. } = self;
        let what = self.what_differs();
        match matched_lines {
            0 => format!("line {differing_line} of the nearest place differs: {what}"),
            1 => format!(
                "1 line agrees from line {line} on, then line {differing_line} differs: {what}"
            ),
            _ => format!(
                "{matched_lines} lines agree from line {line} on, then line {differing_line} differs: {what}"
            ),
        }
    }

    fn what_differs(&self) -> String {
        let [expected, found] = self.quoted();
        match self.difference {
            Difference::Replaced => format!("expected {expected}, found {found}"),
            Difference::MissingInFile => format!("{expected} is not there, but {found}"),
            Difference::MissingInPatch => format!("{found} comes before {expected}"),
        }
    }

    /// What is expected and what is found, in back quotes; their blanks made visible where they
    /// alone differ.
    pub(super) fn quoted(&self) -> [String; 2] {
        let Some(actual) = &self.actual else {
            return [quoted(&self.expected), "the end of the file".into()];
        };
        if super::likeness::differ_in_blanks_alone(&self.expected, actual) {
            [quoted_blanks(&self.expected), quoted_blanks(actual)]
        } else {
            [quoted(&self.expected), quoted(actual)]
        }
    }
}
