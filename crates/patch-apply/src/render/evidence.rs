//! Words the evidence for and against the places of a refusal.

use crate::{Candidate, Evidence, HunkFailure, Rung};

/// In what lines that match at a rung may differ; `None` if in nothing.
pub(super) fn aside(rung: Rung) -> Option<&'static str> {
    Some(match rung {
        Rung::Exact => return None,
        Rung::TrailingBlanks => "trailing blanks aside",
        Rung::Indentation => "indentation aside",
        Rung::CollapsedBlanks => "the number of blanks aside",
        Rung::Typography => "typography aside",
        Rung::Escapes => "escapes aside",
        Rung::OuterContext => "outer context aside",
    })
}

impl Candidate {
    /// How the old lines match at the place, and the evidence for and against it, as in `nearly
    /// matches; for it: number; against it: heading`. Empty if there is nothing to say.
    pub(super) fn weighed(&self) -> String {
        let list = |kinds: &[Evidence]| {
            let kinds: Vec<_> = kinds.iter().map(|kind| kind.as_str()).collect();
            (!kinds.is_empty()).then(|| kinds.join(", "))
        };
        let matches = if self.is_done {
            Some("the new lines match".to_owned())
        } else {
            self.rung.and_then(aside).map(|aside| format!("matches, {aside}"))
        };
        let parts = [
            matches,
            list(&self.speaks_for).map(|kinds| format!("for it: {kinds}")),
            list(&self.speaks_against).map(|kinds| format!("against it: {kinds}")),
        ];
        parts.into_iter().flatten().collect::<Vec<_>>().join("; ")
    }
}

/// The kinds of evidence that name one place each, if they name different ones: `the number says
/// line 12, the heading says line 40`.
pub(super) fn pulls(failure: &HunkFailure) -> Option<String> {
    if failure.places > failure.candidates.len() {
        // A place that is not listed may be as good.
        return None;
    }
    let places = || failure.candidates.iter().chain(&failure.rivals);
    let named = |kind: Evidence| {
        let mut named = places().filter(|place| place.speaks_for.contains(&kind));
        let only = named.next().filter(|_| named.next().is_none())?;
        (!only.speaks_against.contains(&kind)).then_some(only.line)
    };
    let mut says: Vec<(&'static str, usize)> =
        Evidence::ALL.into_iter().filter_map(|kind| Some((speaker(kind)?, named(kind)?))).collect();
    if says.iter().any(|(name, _)| *name == NUMBER) {
        // The place that the number names is nearest to it.
        says.retain(|(name, _)| *name != NEAR);
    }
    let first = says.first()?.1;
    if says.iter().all(|(_, line)| *line == first) {
        return None;
    }
    let says: Vec<String> =
        says.iter().map(|(name, line)| format!("{name} says line {line}")).collect();
    Some(says.join(", "))
}

const NUMBER: &str = "the number";
const NEAR: &str = "the distance to the number";

/// A kind of evidence as the subject of a sentence; `None` for what only breaks ties.
fn speaker(kind: Evidence) -> Option<&'static str> {
    Some(match kind {
        Evidence::Text => "the text",
        Evidence::Number => NUMBER,
        Evidence::Between => "the offset of the hunks beside it",
        Evidence::Common => "the offset of all hunks",
        Evidence::Near => NEAR,
        Evidence::Heading => "the heading",
        Evidence::Edge => "the edge of the file",
        Evidence::Order => "the order of the hunks",
        Evidence::Anchor => "the anchor",
        Evidence::EndOfFile => "the end of the file",
        Evidence::First => return None,
    })
}
