//! Files in which the same lines are found again and again, with the truth carried along.
//!
//! Copied functions, test methods, jobs, sections, sibling classes: here placement is hard, and a
//! wrong place looks as good as any other. A [`Repetitive`] case is made in an order in which the
//! truth is never lost:
//!
//! 1. `text`: a file of some shape, with copies that are much alike;
//! 2. `edit`: the change that somebody means, by lines of that file;
//! 3. `write`: the patch for it, with the numbers and headings that git writes, or with enough
//!    anchors and context to be found in *that* file;
//! 4. `drift`: the file changes: lines and whole copies are added and removed, before, after and in
//!    between, headings are renamed, what the patch has as context is rewritten;
//! 5. `truth`: the edit is carried along, line by line, since every line knows what it was. If the
//!    lines that it was about are gone, only refusing is right.
//!
//! `honest` then divides wrong placements into two kinds: whether patch and file honestly pointed
//! there. The rule is documented there. No other wrong placement is excused.
//!
//! ```
//! use patch_parse::Format;
//! use patch_testkit::noise::repetitive::{Found, Repetitive, Verdict};
//!
//! let case = Repetitive::new(Format::Unified, 1);
//! assert_eq!(case.judge(&Found::Refused), Verdict::Refused { is_told: case.is_told() });
//! ```

mod done;
mod drift;
mod edit;
mod first;
mod honest;
#[cfg(test)]
mod tests;
mod text;
mod truth;
mod write;

use patch_apply::{AppliedHunk, ApplyOptions, Reading, apply_hunks};
use patch_parse::Format;

use super::rng::Rng;
use honest::{View, int};
use write::Hunk;

/// The name of the file in the patch.
const PATH: &str = "store.txt";

/// A patch, a repetitive file that has changed since, and what is right.
#[derive(Clone)]
pub struct Repetitive {
    /// What is copied in the file.
    pub shape: &'static str,
    /// How the patch is written.
    pub format: Format,
    /// The file that the patch was written for.
    pub old: Vec<u8>,
    /// The file as it is now.
    pub before: Vec<u8>,
    /// The patch.
    pub patch: Vec<u8>,
    /// The expected file; `None` if what the change was about no longer exists.
    pub right: Option<Vec<u8>>,
    hunks: Vec<Hunk>,
    truth: Vec<Option<i64>>,
}

/// What a tool did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// It refused, and nothing was changed.
    Refused,
    /// It applied the patch.
    Applied {
        /// The file is this now.
        contents: Vec<u8>,
        /// The line at which each hunk would begin with all its context, 0-based; `None` for one
        /// that was left out because its change is made already.
        places: Vec<Option<i64>>,
    },
}

/// The verdict on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The bytes are right.
    Right,
    /// It was refused.
    Refused {
        /// Whether the evidence showed the right place of every hunk, by the rule of `honest`.
        is_told: bool,
    },
    /// It was applied to the wrong place, and the evidence pointed there.
    Honest(&'static str),
    /// It was applied wrongly without an excuse.
    Wrong,
}

impl Repetitive {
    /// The case of a seed: the same on every machine.
    pub fn new(format: Format, seed: u64) -> Self {
        let mut rng = Rng::new(seed, "repetitive");
        let text = text::Text::new(&mut rng);
        let edits = edit::edits(&text, &mut rng);
        let file = drift::drift(&text, &edits, &mut rng);
        // Last, so that both formats have the same file and the same change.
        let hunks = write::hunks(&text, &edits, format, &mut rng);
        let patch = write::patch(&hunks, PATH, format, &mut rng).into_bytes();
        let lines: Vec<&str> = file.iter().map(|line| &*line.text).collect();
        let old: Vec<&str> = text.lines.iter().map(|line| &*line.text).collect();
        let places = edits.iter().map(|edit| Some((truth::place(&file, edit)?, edit)));
        let right = places.collect::<Option<Vec<_>>>().map(|it| truth::splice(&lines, &it));
        let truth = hunks.iter().map(|hunk| true_place(&file, hunk)).collect();
        let (old, before) = (truth::splice(&old, &[]), truth::splice(&lines, &[]));
        Self { shape: text.shape.name, format, old, before, patch, right, hunks, truth }
    }

    /// What the library does with it.
    pub fn run(&self, options: &ApplyOptions) -> Found {
        let Ok(patch) = patch_parse::parse(&self.patch) else { return Found::Refused };
        let [file] = patch.files.as_slice() else { return Found::Refused };
        match apply_hunks(&self.before, file.hunks(), patch.format, options) {
            Ok(applied) => {
                let mut places = vec![None; self.hunks.len()];
                for hunk in &applied.hunks {
                    places[hunk.index] = Some(self.whole(hunk));
                }
                Found::Applied { contents: applied.contents, places }
            }
            Err(_) => Found::Refused,
        }
    }

    /// The verdict on an outcome.
    pub fn judge(&self, found: &Found) -> Verdict {
        match found {
            Found::Refused => Verdict::Refused { is_told: self.is_told() },
            Found::Applied { contents, .. } if self.right.as_ref() == Some(contents) => {
                Verdict::Right
            }
            Found::Applied { places, .. } => {
                let place = |hunk: usize| places.get(hunk).copied().flatten();
                let places = (0..self.hunks.len()).map(place).collect();
                let file = self.lines();
                let view = self.view(&file, places);
                let misplaced = (0..self.hunks.len()).filter(|hunk| view.is_misplaced(*hunk));
                // All are where they are meant to be, and lines that came in between are copies: a
                // patch for one of them is equally true of the other.
                let is_meant = |hunk: usize| view.holds_edits(hunk) && !view.is_misplaced(hunk);
                if (0..self.hunks.len()).all(is_meant) {
                    return Verdict::Honest("place");
                }
                let evidence =
                    misplaced.map(|hunk| view.evidence(hunk)).collect::<Option<Vec<_>>>();
                let first = evidence.and_then(|it| it.first().copied());
                first.map_or(Verdict::Wrong, Verdict::Honest)
            }
        }
    }

    /// Whether every hunk is found exactly where it is meant to be, and the evidence points there:
    /// then a careful tool could have applied the patch.
    pub fn is_told(&self) -> bool {
        let file = self.lines();
        let view = self.view(&file, self.truth.clone());
        let is_told = |hunk: usize| view.is_exact(hunk) && view.evidence(hunk).is_some();
        self.right.is_some() && (0..self.hunks.len()).all(is_told)
    }

    /// Where each hunk is meant to begin, 0-based, and where the header or the old file had it; for
    /// people.
    pub fn places(&self) -> Vec<(usize, Option<i64>)> {
        self.hunks.iter().map(|hunk| hunk.start).zip(self.truth.iter().copied()).collect()
    }

    /// Where a hunk would begin with all its context; before the file if the file begins within it.
    /// One that shows lines of the hunk in front was cut behind them.
    fn whole(&self, hunk: &AppliedHunk) -> i64 {
        let place = int(hunk.placement.line_index) - int(hunk.placement.dropped_before);
        if hunk.reading != Some(Reading::WithoutOverlap) {
            return place;
        }
        let file = self.lines();
        let old: Vec<&str> = self.hunks[hunk.index].old_lines().map(|(_, text)| text).collect();
        let rest = file.get(hunk.placement.line_index..).unwrap_or_default();
        let cut = (0..old.len()).find(|cut| rest.starts_with(&old[*cut..]));
        place - int(cut.unwrap_or_default())
    }

    fn lines(&self) -> Vec<&str> {
        std::str::from_utf8(&self.before).expect("it was made of text").lines().collect()
    }

    fn view<'c>(&'c self, file: &[&'c str], places: Vec<Option<i64>>) -> View<'c> {
        let (format, file) = (self.format, file.to_vec());
        View { format, file, hunks: &self.hunks, places, truth: &self.truth }
    }
}

/// Where a hunk is meant to begin: its first edit, as many lines above as in the old file.
fn true_place(file: &[drift::Line], hunk: &Hunk) -> Option<i64> {
    let places = hunk
        .edits
        .iter()
        .map(|edit| Some(int(truth::place(file, edit)?) - int(edit.at) + int(hunk.start)));
    places.collect::<Option<Vec<_>>>()?.first().copied()
}
