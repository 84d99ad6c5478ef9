//! Decides which sections and hunks of a patch take effect.

use std::collections::BTreeSet;

use patch_parse::{FilePatch, Patch};

use crate::part_id::PartId;

/// What a caller has chosen; everything if nothing was.
#[derive(Clone, Copy, Debug)]
pub(super) struct Selection<'o>(pub(super) Option<&'o BTreeSet<PartId>>);

/// The part of a section that takes effect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Chosen {
    All,
    /// The hunks for which this is true.
    Some(Vec<bool>),
    None,
}

impl Selection<'_> {
    /// The part that takes effect of the section with this number, 1-based.
    pub(super) fn of(self, file: &FilePatch<'_>, number: usize) -> Chosen {
        let Some(chosen) = self.0.filter(|chosen| !chosen.contains(&PartId::section(number)))
        else {
            return Chosen::All;
        };
        let hunks: Vec<bool> = ids(file, number).map(|id| chosen.contains(&id)).collect();
        if !hunks.contains(&true) {
            Chosen::None
        } else if hunks.contains(&false) {
            Chosen::Some(hunks)
        } else {
            Chosen::All
        }
    }

    /// A part that was chosen but is not in the patch.
    pub(super) fn unknown(self, patch: &Patch<'_>) -> Option<PartId> {
        let chosen = self.0?;
        let known: BTreeSet<PartId> = patch
            .numbered()
            .flat_map(|(file, number)| ids(file, number).chain([PartId::section(number)]))
            .collect();
        chosen.iter().find(|id| !known.contains(*id)).copied()
    }
}

impl Chosen {
    /// The ids of the parts that do not take effect.
    pub(super) fn left_out(&self, file: &FilePatch<'_>, number: usize) -> Vec<PartId> {
        match self {
            Self::All => Vec::new(),
            Self::Some(hunks) => {
                let left = ids(file, number).zip(hunks).filter(|(_, chosen)| !**chosen);
                left.map(|(id, _)| id).collect()
            }
            Self::None => ids(file, number).collect(),
        }
    }
}

/// The ids of the hunks of a section or, if it has none, its own.
fn ids(file: &FilePatch<'_>, number: usize) -> impl Iterator<Item = PartId> {
    let own = file.hunks().is_empty().then(|| PartId::section(number));
    own.into_iter().chain((1..=file.hunks().len()).map(move |hunk| PartId::hunk(number, hunk)))
}
