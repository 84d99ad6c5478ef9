//! Writes text of a bounded size, for a model that will try again.

use std::fmt::Write as _;

use bstr::ByteSlice;
use patch_parse::{NotReversible, ParseError};

use super::budget::{Worth, first_lines, fit};
use super::offer::Offer;
use super::person::ForPerson;
use super::sentence::{alike, differ_from, in_blanks, place, refused};
use super::words::shown;
use crate::receipt::Receipt;
use crate::refusal::{Failure, Refusal};
use crate::{Candidate, Cause, FileLine, HunkFailure, NearMiss};

/// The longest path shown, in characters.
const PATH: usize = 120;

/// The longest line of the file shown for a place, in characters.
const WIDTH: usize = 320;

/// The least room in which a failure is explained, in characters.
const LEAST: usize = 300;

/// How many failures without room are named by their line in the patch.
const MOST_NAMED: usize = 20;

/// Room for the line that names them, in characters.
const NAMES: usize = 300;

/// Makes text for a model; see [`for_model`](super::for_model). It mentions only the format of the
/// patch.
#[derive(Clone, Copy, Debug)]
pub struct ForModel {
    limit: usize,
}

impl Default for ForModel {
    fn default() -> Self {
        Self { limit: Self::LENGTH }
    }
}

impl ForModel {
    /// The default limit, in characters.
    pub const LENGTH: usize = 4000;

    /// Limits the text to so many characters.
    #[must_use]
    pub fn limit(self, characters: usize) -> Self {
        Self { limit: characters }
    }

    /// Everything that is in the way of a patch: as many failures as fit, each as
    /// [`Failure::explanation`] words it, and the lines of the others.
    pub fn refusal(&self, refusal: &Refusal) -> String {
        let failures = &refusal.failures;
        let mut text = refused(failures.len(), refusal.is_trouble());
        text.push('\n');
        if let Some(already) = refusal.already() {
            let _ = writeln!(text, "{already}; {}", Refusal::NOTHING_TO_DO);
        }
        let mut left = self.limit.saturating_sub(text.chars().count());
        // The whole patch follows the failures, each of which is explained without it.
        let whole = refusal.offer().map(|offer| offer.to_text());
        let whole = whole.filter(|whole| whole.chars().count() <= self.limit / 2);
        left -= whole.as_ref().map_or(0, |whole| whole.chars().count() + 1).min(left);
        let mut rest = failures.as_slice();
        while let Some((failure, others)) = rest.split_first() {
            // Room for the line that names the others.
            let room = if others.is_empty() { left } else { left.saturating_sub(NAMES) };
            if failure.is_brief() || room < LEAST {
                break;
            }
            // Most are short: the room that one leaves is for the following ones.
            let share = (room / rest.len()).clamp(LEAST, Failure::EXPLANATION_LENGTH);
            let explanation = failure.explained(share - 1, whole.is_none());
            left -= explanation.chars().count() + 1;
            text.push('\n');
            text.push_str(&explanation);
            rest = others;
        }
        text.push_str(&unexplained(rest));
        if let Some(whole) = whole {
            let room = self.limit.saturating_sub(whole.chars().count() + 1);
            text = format!("{}\n{whole}", first_lines(text, room));
        }
        first_lines(text, self.limit)
    }

    /// Why a text is not a patch, and what to do.
    pub fn parse_error(&self, error: &ParseError) -> String {
        let path = error.path.as_ref().map(|path| shown(path, PATH) + ": ").unwrap_or_default();
        let line = match error.span.line {
            0 => String::new(),
            line => format!(": line {line} of the patch"),
        };
        let message = shown(error.message().as_bytes(), 500);
        let parts = [
            (Worth::Must, format!("{path}{}{line}: {message}\n", error.code)),
            (Worth::Must, format!("hint: {}\n", error.hint())),
        ];
        fit(&parts, self.limit)
    }

    /// Why a patch cannot be taken back, and what to do.
    pub fn not_reversible(&self, reason: NotReversible) -> String {
        let parts = [
            (Worth::Must, format!("{reason}\n")),
            (Worth::Must, format!("hint: {}\n", NotReversible::HINT)),
        ];
        fit(&parts, self.limit)
    }

    /// What a patch did, or would do, file by file, as far as it fits.
    pub fn receipt(&self, receipt: &Receipt) -> String {
        first_lines(ForPerson::new(b"").name("the patch").receipt(receipt), self.limit)
    }
}

/// A line for failures that do not fit.
fn unexplained(rest: &[Failure]) -> String {
    if rest.is_empty() {
        return String::new();
    }
    let lines = rest.iter().map(|failure| failure.span.line).filter(|line| *line > 0);
    let named: Vec<_> = lines.clone().take(MOST_NAMED).map(|line| line.to_string()).collect();
    let and_more = if lines.count() > named.len() { " and more" } else { "" };
    let at = match &*named {
        [] => String::new(),
        [line] => format!(", at line {line} of the patch"),
        _ => format!(", at lines {}{and_more} of the patch", named.join(", ")),
    };
    format!("\n{} more without an explanation{at}\n", rest.len())
}

impl Failure {
    /// The most characters that [`Self::explanation`] should have for a model that reads all of it.
    pub const EXPLANATION_LENGTH: usize = 1200;

    /// All that would help to mend the patch, in lines of text of at most `most` characters
    /// altogether: what happened, what is expected and found, the file around it, the candidates,
    /// what to do next, and the corrected patch (or, if the patch has several hunks, the corrected
    /// hunk). A part that does not fit is left out as a whole.
    ///
    /// It mentions only the format of the patch. Bytes of the file and of the patch that are not
    /// text are escaped; the corrected patch is left as it is, to be copied.
    pub fn explanation(&self, most: usize) -> String {
        self.explained(most, true)
    }

    /// The same without the corrected patch, for a reader who gets all of it at once
    /// ([`Refusal::whole_patch`]).
    pub fn explanation_alone(&self, most: usize) -> String {
        self.explained(most, false)
    }

    fn explained(&self, most: usize, with_offer: bool) -> String {
        let path =
            if self.path.is_empty() { String::new() } else { shown(&self.path, PATH) + ": " };
        let mut head = format!("{path}{}", self.code);
        if let Some(hunk) = self.hunk() {
            let _ =
                write!(head, ": hunk {} at line {} of the patch", hunk.hunk + 1, hunk.span.line);
        }
        let message = shown(self.message().as_bytes(), 500);
        let mut parts = vec![(Worth::Must, format!("{head}: {message}\n"))];
        if let Some(hunk) = self.hunk() {
            parts.extend(hunk.parts());
        }
        parts.extend(self.hint.map(|hint| (Worth::Must, format!("hint: {hint}\n"))));
        let offer = self.hunk().filter(|_| with_offer).and_then(HunkFailure::offer);
        parts.extend(offer.map(|offer| (Worth::Much, offer.to_text())));
        fit(&parts, most)
    }
}

impl Refusal {
    /// [`Self::suggested_patch`] after a line that says what it is, in at most `most` bytes; `None`
    /// if there is none, or if it is longer. The failures are then worded by
    /// [`Failure::explanation_alone`].
    pub fn whole_patch(&self, most: usize) -> Option<String> {
        self.offer().map(|offer| offer.to_text()).filter(|text| text.len() <= most)
    }
}

impl Offer<'_> {
    fn to_text(&self) -> String {
        format!("{}:\n{}", self.words, self.text.to_str_lossy())
    }
}

impl HunkFailure {
    fn parts(&self) -> Vec<(Worth, String)> {
        let mut parts = vec![(Worth::Some, format!("cause: {}\n", self.cause))];
        let remark = self.remark.as_ref().map(ToString::to_string);
        if let Some(remark) = remark.filter(|remark| *remark != self.message()) {
            parts.push((Worth::Much, format!("note: {remark}\n")));
        }
        if let Some(near) = &self.near_miss {
            let text = if self.is_unmapped() { as_written(near) } else { nearest(near) };
            parts.push((Worth::Some, text));
            if let Some(signs) = in_blanks(near) {
                parts.push((Worth::Some, format!("note: {signs}\n")));
            }
            let excerpt = lines(&near.excerpt);
            parts.push((Worth::Little, format!("the file there:\n{excerpt}")));
        }
        let has_places = matches!(
            self.cause,
            Cause::Ambiguous
                | Cause::MaybeApplied
                | Cause::AnchorNotFound
                | Cause::OutOfOrder
                | Cause::OutsideHeading
        );
        let places = self.candidates.iter().map(|place| ("line", place));
        let rivals = self.rivals.iter().map(|place| (rival_name(place), place));
        parts.extend(places.chain(rivals).filter(|_| has_places).map(|(name, at)| {
            (Worth::Some, format!("{name} {}: {}\n", at.line, place(at, &at.text, WIDTH)))
        }));
        if !self.excerpt.is_empty() {
            let excerpt = lines(&self.excerpt);
            parts.push((Worth::Some, format!("the file there:\n{excerpt}")));
        }
        parts
    }
}

/// Lines of the file, each after its number.
fn lines(lines: &[FileLine]) -> String {
    lines.iter().fold(String::new(), |mut text, line| {
        let _ = writeln!(text, "{:>6} | {}", line.line, shown(&line.text, 400));
        text
    })
}

fn nearest(near: &NearMiss) -> String {
    let column = match near.column {
        ..=1 => String::new(),
        column => format!("; {}", differ_from(column)),
    };
    let (first, last) = (near.line, near.last_line);
    format!("nearest place: lines {first} to {last}, {}{column}\n", alike(near))
}

/// The first line that is not written as in the patch, though it matches.
fn as_written(near: &NearMiss) -> String {
    let [expected, found] = near.quoted();
    format!("line {} is {found}, the patch has {expected}\n", near.differing_line)
}

/// What a rival is called: if the change may be made already, it is a place where the old lines
/// match.
fn rival_name(rival: &Candidate) -> &'static str {
    if rival.only_nearly_matches() { "nearly line" } else { "line" }
}
