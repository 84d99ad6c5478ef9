//! The whole explanation of a failure as text of a bounded size, for a model.

use std::fmt::Write as _;

use bstr::ByteSlice;

use super::show::{quoted, shown};
use crate::{Cause, Failure, HunkFailure};

/// The longest path shown, in characters.
const PATH: usize = 120;

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
    /// it is no text; the corrected patch stands as it is, to be copied.
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
            let text = format!("this patch applies to the file as it is now:\n{corrected}");
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
            let mut text = format!(
                "nearest place: lines {} to {}, {} of {} lines agree, {} % alike",
                near.line, near.last_line, near.agreeing_lines, near.old_lines, near.similarity
            );
            if near.column > 1 {
                let _ = write!(text, "; they differ from column {} on", near.column);
            }
            text.push('\n');
            parts.push((Worth::Some, text));
            let mut excerpt = String::new();
            for line in &near.excerpt {
                let _ = writeln!(excerpt, "{:>6} | {}", line.line, shown(&line.text, 400));
            }
            parts.push((Worth::Little, format!("the file there:\n{excerpt}")));
        }
        let has_places =
            matches!(self.cause, Cause::Ambiguous | Cause::AnchorNotFound | Cause::OutsideHeading);
        for candidate in self.candidates.iter().filter(|_| has_places) {
            let mut text = format!("line {}: {}", candidate.line, quoted(&candidate.text));
            if let Some(heading) = &candidate.heading {
                let _ = write!(text, " in {} (line {})", quoted(&heading.text), heading.line);
            }
            text.push('\n');
            parts.push((Worth::Some, text));
        }
        parts
    }
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
