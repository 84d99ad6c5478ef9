//! The whole explanation of a failure as text of a bounded size, for a model.

use std::fmt::Write as _;

use bstr::ByteSlice;

use super::show::{quoted, shown};
use crate::{Candidate, Cause, Failure, HunkFailure};

/// The longest path shown, in characters.
const PATH: usize = 120;

/// Lines named that a suggestion overwrites; the suggestion itself shows all of them.
const MOST_OVERWRITTEN: usize = 3;

/// How much of the explanation a part is worth, where not all of it has room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Worth {
    Must,
    Much,
    Some,
    Little,
}

impl Failure {
    /// The most characters that [`Self::explanation`] should have for a model that reads all of it.
    pub const EXPLANATION_LENGTH: usize = 1200;

    /// All that would help to mend the patch, in lines of text of at most `most` characters in
    /// all: what happened, what is expected and found, the file around it, the candidates,
    /// what to do next, and the corrected patch. What has no room is left out whole.
    ///
    /// It speaks of the format of the patch only. Text of the file and of the patch is escaped where
    /// it is no text; the corrected patch is left as it is, to be copied.
    pub fn explanation(&self, most: usize) -> String {
        let path =
            if self.path.is_empty() { String::new() } else { shown(&self.path, PATH) + ": " };
        let mut head = format!("{path}{}", self.code);
        if let Some(hunk) = &self.hunk {
            let _ =
                write!(head, ": hunk {} at line {} of the patch", hunk.hunk + 1, hunk.span.line);
        }
        let message = shown(self.message.as_bytes(), 500);
        let mut parts = vec![(Worth::Must, format!("{head}: {message}\n"))];
        if let Some(hunk) = &self.hunk {
            parts.extend(hunk.parts());
        }
        parts.push((Worth::Must, format!("hint: {}\n", self.hint)));
        if let Some(patch) = self.hunk.as_ref().and_then(|hunk| hunk.suggested_patch.as_ref()) {
            let corrected = patch.to_str_lossy();
            let overwrites = self.hunk.as_ref().map(|hunk| hunk.overwritten()).unwrap_or_default();
            let text =
                format!("this patch applies to the file as it is now{overwrites}:\n{corrected}");
            parts.push((Worth::Much, text));
        }
        fit(&parts, most)
    }
}

impl HunkFailure {
    fn parts(&self) -> Vec<(Worth, String)> {
        let mut parts = vec![(Worth::Some, format!("cause: {}\n", self.cause))];
        if let Some(remark) = self.remark.as_ref().filter(|remark| **remark != self.message()) {
            parts.push((Worth::Much, format!("note: {remark}\n")));
        }
        if let Some(near) = &self.near_miss {
            let is_mapped =
                matches!(self.cause, Cause::UnmappedIndentation | Cause::UnmappedCharacters);
            let mut text = format!(
                "nearest place: lines {} to {}, {} of {} lines agree, {} % alike",
                near.line, near.last_line, near.agreeing_lines, near.old_lines, near.similarity
            );
            if near.column > 1 {
                let _ = write!(text, "; they differ from column {} on", near.column);
            }
            text.push('\n');
            if is_mapped {
                let [expected, found] = near.quoted();
                let line = near.differing_line;
                text = format!("line {line} is {found}, the patch has {expected}\n");
            }
            parts.push((Worth::Some, text));
            let mut excerpt = String::new();
            for line in &near.excerpt {
                let _ = writeln!(excerpt, "{:>6} | {}", line.line, shown(&line.text, 400));
            }
            parts.push((Worth::Little, format!("the file there:\n{excerpt}")));
        }
        let has_places = matches!(
            self.cause,
            Cause::Ambiguous | Cause::MaybeApplied | Cause::AnchorNotFound | Cause::OutsideHeading
        );
        let places = self.candidates.iter().map(|place| ("line", place));
        let rivals = self.rivals.iter().map(|place| (rival_name(place), place));
        parts.extend(
            places
                .chain(rivals)
                .filter(|_| has_places)
                .map(|(name, place)| (Worth::Some, place_line(name, place))),
        );
        parts
    }

    /// The lines that the suggested patch overwrites, as the end of a sentence: `; it overwrites line 5
    /// (...)`. Empty where there are none.
    pub fn overwritten(&self) -> String {
        let shown = self.overwrites.iter().take(MOST_OVERWRITTEN);
        let lines: Vec<_> =
            shown.map(|line| format!("line {} ({})", line.line, quoted(&line.text))).collect();
        let more = self.overwrites.len() - lines.len();
        match (lines.is_empty(), more) {
            (true, _) => String::new(),
            (_, 0) => format!("; it overwrites {}", lines.join(", ")),
            _ => format!("; it overwrites {} and {more} more", lines.join(", ")),
        }
    }
}

/// What a rival is called: of a change that may be made already the old lines match there.
fn rival_name(rival: &Candidate) -> &'static str {
    if rival.rung.is_some() || rival.is_done { "line" } else { "nearly line" }
}

/// One place with its heading, and what speaks for and against it.
fn place_line(name: &str, place: &Candidate) -> String {
    let mut text = format!("{name} {}: {}", place.line, quoted(&place.text));
    if let Some(heading) = &place.heading {
        let _ = write!(text, " in {} (line {})", quoted(&heading.text), heading.line);
    }
    let weighed = place.weighed();
    if !weighed.is_empty() {
        let _ = write!(text, "; {weighed}");
    }
    text.push('\n');
    text
}

/// The parts in their order, those worth most first taken as long as there is room.
fn fit(parts: &[(Worth, String)], most: usize) -> String {
    let mut left = most;
    let mut taken = vec![false; parts.len()];
    for worth in [Worth::Must, Worth::Much, Worth::Some, Worth::Little] {
        for ((own, text), taken) in parts.iter().zip(&mut taken) {
            let count = text.chars().count();
            if *own == worth && count <= left {
                left -= count;
                *taken = true;
            }
        }
    }
    let text: String = parts
        .iter()
        .zip(taken)
        .filter(|(_, taken)| *taken)
        .map(|((_, text), _)| text.as_str())
        .collect();
    // Where not even the first sentence has room, as much of it as has.
    match parts.first() {
        Some((_, first)) if text.is_empty() => first.chars().take(most).collect(),
        _ => text,
    }
}
