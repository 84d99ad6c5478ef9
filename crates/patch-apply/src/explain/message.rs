//! What happened to a hunk, in words.

use super::show::{quoted, quoted_blanks};
use crate::{Candidate, Cause, Difference, HunkFailure, NearMiss};

impl HunkFailure {
    /// What happened, in one sentence without a full stop.
    pub fn message(&self) -> String {
        let line = self.first_line();
        match (self.cause, &self.near_miss, &self.anchor) {
            (Cause::AlreadyApplied, ..) => format!("the change already stands at line {line}"),
            (Cause::Ambiguous, ..) => self.several(),
            (Cause::NoContext, ..) => {
                "the hunk has no context or removed lines to say where it belongs".into()
            }
            (Cause::AnchorNotFound, _, Some(anchor)) => {
                let anchor = quoted(anchor);
                format!(
                    "no line at or after this place contains the anchor {anchor}{}",
                    self.meant()
                )
            }
            (Cause::OutsideHeading, _, Some(heading)) => {
                let named = self.candidates.last().map_or(0, |place| place.line);
                format!(
                    "the old lines stand, not exactly, at line {line} alone, which is not below the heading {} of line {named}",
                    quoted(heading)
                )
            }
            (Cause::OutOfOrder, _, Some(anchor)) => {
                let anchor = quoted(anchor);
                format!(
                    "the anchor {anchor} stands at line {line}, before the place from which it is looked for"
                )
            }
            (Cause::OutOfOrder, ..) => format!(
                "the old lines stand at {}, before the place from which they are looked for",
                self.lines()
            ),
            (Cause::NotAtEnd, ..) => {
                format!("the old lines stand at line {line}, which is not the end of the file")
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

    fn several(&self) -> String {
        format!("the old lines stand in several places: {}", self.lines())
    }

    /// The lines of the candidates.
    fn lines(&self) -> String {
        let lines: Vec<_> = self.candidates.iter().map(|place| place.line.to_string()).collect();
        let noun = if lines.len() == 1 { "line" } else { "lines" };
        let more = if self.places > lines.len() { " and more" } else { "" };
        format!("{noun} {}{more}", lines.join(", "))
    }

    fn meant(&self) -> String {
        let show = |place: &Candidate| format!("; line {} is {}", place.line, quoted(&place.text));
        self.candidates.first().map(show).unwrap_or_default()
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
            Difference::MissingInPatch => format!("{found} stands before {expected}"),
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
