//! All damages, and the cases that they make.

use patch_parse::Format;

use super::case::Case;
use super::damage::{Damage, Refusal};
use super::pair::Pair;
use super::rng::Rng;
use super::scene::Scene;
use super::{
    anchors, blanks, context, cut, endings, names, numbers, order, pending, redundant, repeats,
    signs, state, units, wrapping,
};

/// How many parts of a pair are tried before it is given up.
const ATTEMPTS: u64 = 6;

impl Damage {
    /// All of them, theme by theme.
    pub fn all() -> impl Iterator<Item = &'static Self> {
        [
            numbers::DAMAGES,
            blanks::DAMAGES,
            units::DAMAGES,
            signs::DAMAGES,
            endings::DAMAGES,
            wrapping::DAMAGES,
            names::DAMAGES,
            cut::DAMAGES,
            context::DAMAGES,
            state::DAMAGES,
            order::DAMAGES,
            redundant::DAMAGES,
            anchors::DAMAGES,
            repeats::DAMAGES,
        ]
        .into_iter()
        .flatten()
    }

    /// The one of this name.
    pub fn named(name: &str) -> Option<&'static Self> {
        Self::all().find(|damage| damage.name == name)
    }

    /// How many cases a report has of it for each one of a rare kind.
    ///
    /// From patches that models really wrote: half of all hunks have wrong counts, files have
    /// changed since, context is invented or stale, and most answers come with talk or a fence.
    pub fn weight(&self) -> usize {
        const COMMON: &[&str] = &[
            "file_grown",
            "file_shrunk",
            "numbers_drifted",
            "numbers_random",
            "counts_",
            "fence",
            "prose",
            "outer_line_wrong",
            "inner_line_wrong",
            "removed_line_differs",
            "context_elided",
            "stale_line_added",
            "changed_elsewhere",
        ];
        if COMMON.iter().any(|name| self.name.starts_with(name)) { 6 } else { 1 }
    }

    /// Whether the library must pass this damage: never wrong, and nearly always applied if it must
    /// be.
    pub fn is_held(&self) -> bool {
        !pending::PENDING.contains(&self.name)
    }

    /// A case from this pair: the same for the same seed. `None` if the pair, or what the seed
    /// chooses of it, does not allow a fair one.
    ///
    /// With the same seed both formats write the same hunks where they can.
    pub fn case(&'static self, pair: &Pair<'_>, format: Format, seed: u64) -> Option<Case> {
        self.case_of(None, pair, format, seed)
    }

    /// A case that another damage is done to as well, after this one.
    ///
    /// Each damage is fair by itself, but it is not checked whether both together are, so such a
    /// case may always be refused.
    pub fn case_with(
        &'static self,
        other: &'static Self,
        pair: &Pair<'_>,
        format: Format,
        seed: u64,
    ) -> Option<Case> {
        self.case_of(Some(other), pair, format, seed)
    }

    fn case_of(
        &'static self,
        other: Option<&'static Self>,
        pair: &Pair<'_>,
        format: Format,
        seed: u64,
    ) -> Option<Case> {
        let is_written = |damage: &Self| damage.formats.contains(&format);
        if !is_written(self) || !other.is_none_or(is_written) {
            return None;
        }
        let attempt =
            |number| self.attempt(other, pair, format, seed.wrapping_mul(ATTEMPTS) + number);
        (0..ATTEMPTS).find_map(attempt)
    }

    fn attempt(
        &'static self,
        other: Option<&'static Self>,
        pair: &Pair<'_>,
        format: Format,
        seed: u64,
    ) -> Option<Case> {
        let rng = Rng::new(seed, self.name);
        let mut scene = Scene::new(pair, format, self.hunks, rng)?;
        let mut refusal = (self.make)(&mut scene)?;
        if let Some(other) = other {
            let (fewest, _) = other.hunks;
            let again = (scene.hunks.len() >= fewest).then(|| (other.make)(&mut scene))??;
            refusal = refusal.max(again).max(Refusal::Fine);
        }
        let before = scene.before();
        let is_refused = refusal == Refusal::OnlyRight;
        let expected = if is_refused { before.clone() } else { scene.expected() };
        if is_refused {
            scene.others.iter_mut().for_each(|other| other.expected.clone_from(&other.before));
        }
        // Lines that were added above may have made the old text of what the change leads to.
        let leads_somewhere = is_refused || expected != before;
        leads_somewhere.then(|| Case {
            kind: self.name,
            format,
            path: pair.path.to_owned(),
            choice: seed,
            patch: scene.patch(),
            before,
            expected,
            refusal,
            others: scene.others,
        })
    }
}
