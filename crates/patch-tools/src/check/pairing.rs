//! Finds the section of the patch and the change that are about the same file.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::hash::Hash;

use acp_diff_types::AbsolutePath;
use acp_diff_types::v2::DiffChange;

use super::Disagreement;
use super::section::Section;

/// What one change says about its paths.
pub(super) struct Side<'d> {
    index: usize,
    /// `None` for an unknown operation, which agrees with any.
    operation: Option<&'d str>,
    old_path: Option<&'d str>,
    path: &'d str,
}

impl<'d> Side<'d> {
    /// `None` for a change that names no path, as one of an unknown operation may.
    pub(super) fn of_change((index, change): (usize, &'d DiffChange)) -> Option<Self> {
        match change {
            DiffChange::Other(other) => {
                let text = |key| other.object().get(key)?.as_str();
                let (old_path, path) = (text("oldPath"), text("path")?);
                Some(Self { index, operation: None, old_path, path })
            }
            change => Some(Self {
                index,
                operation: Some(change.operation()),
                old_path: change.old_path().map(AbsolutePath::as_str),
                path: change.path()?.as_str(),
            }),
        }
    }
}

/// For each section the change that it is about; no change gets more than one section.
pub(super) struct Pairing {
    /// In the order of the sections: a position in `changes`.
    pub(super) changes: Vec<Option<usize>>,
    paired: HashSet<usize>,
}

impl Pairing {
    /// Pairs equal entries first, and then ever less similar ones, so that the disagreements come
    /// out as a reader would name them.
    pub(super) fn of(sections: &[Section<'_>], sides: &[Side<'_>]) -> Self {
        let mut pairing = Self { changes: vec![None; sections.len()], paired: HashSet::new() };
        pairing.round(sections, sides, |section| Some(section.key()), |side| Some(side.key()));
        pairing.round(sections, sides, |section| Some(&*section.path.path), |side| Some(side.path));
        let old_path = |section: &Section<'_>| Some(section.old_path.as_ref()?.path.to_string());
        pairing.round(sections, sides, old_path, |side| Some(side.old_path?.to_owned()));
        pairing.round_by_end(sections, sides);
        pairing
    }

    pub(super) fn is_paired(&self, change: usize) -> bool {
        self.paired.contains(&change)
    }

    /// Pairs what has the same key, in order.
    fn round<'a, 'p, 'd, K: Hash + Eq>(
        &mut self,
        sections: &'a [Section<'p>],
        sides: &'a [Side<'d>],
        section_key: impl Fn(&'a Section<'p>) -> Option<K>,
        side_key: impl Fn(&'a Side<'d>) -> Option<K>,
    ) {
        let mut free: HashMap<K, Vec<usize>> = HashMap::new();
        // Backwards, since the last entry of a list is taken first.
        for side in sides.iter().rev().filter(|side| !self.paired.contains(&side.index)) {
            if let Some(key) = side_key(side) {
                free.entry(key).or_default().push(side.index);
            }
        }
        for (slot, section) in self.changes.iter_mut().zip(sections) {
            if slot.is_none()
                && let Some(key) = section_key(section)
                && let Some(change) = free.get_mut(&key).and_then(Vec::pop)
            {
                *slot = Some(change);
                self.paired.insert(change);
            }
        }
    }

    /// Pairs a section with a change whose path ends with the section's path: the section was
    /// written relative to some directory, or with another root.
    fn round_by_end(&mut self, sections: &[Section<'_>], sides: &[Side<'_>]) {
        let mut free: BTreeSet<(Vec<u8>, usize)> = sides
            .iter()
            .filter(|side| !self.paired.contains(&side.index))
            .map(|side| (from_the_end(side.path), side.index))
            .collect();
        for (slot, section) in self.changes.iter_mut().zip(sections) {
            if slot.is_some() {
                continue;
            }
            let end = from_the_end(&format!("/{}", section.path.path.trim_start_matches('/')));
            let nearest = free.range((end.clone(), 0)..).next();
            let Some(found) = nearest.filter(|(path, _)| path.starts_with(&end)).cloned() else {
                continue;
            };
            free.remove(&found);
            *slot = Some(found.1);
            self.paired.insert(found.1);
        }
    }
}

/// The bytes of a path from the last to the first, which sorts paths with the same end together.
fn from_the_end(path: &str) -> Vec<u8> {
    path.bytes().rev().map(|byte| if byte == b'\\' { b'/' } else { byte }).collect()
}

/// A key that is equal if section and change agree completely.
type Key<'a> = (Option<&'a str>, Option<&'a str>, &'a str);

impl Section<'_> {
    fn key(&self) -> Key<'_> {
        let old_path = self.old_path.as_ref().map(|name| &*name.path);
        (Some(self.operation), old_path, &self.path.path)
    }
}

impl Side<'_> {
    fn key(&self) -> Key<'_> {
        (self.operation, self.old_path, self.path)
    }
}

/// A section and the change that it is about.
pub(super) struct Pair<'a> {
    pub(super) section: &'a Section<'a>,
    pub(super) index: usize,
    pub(super) change: &'a DiffChange,
}

impl Pair<'_> {
    /// What the two disagree about. An unknown operation may mean anything, but only for the paths
    /// that it names.
    pub(super) fn disagreements(&self) -> Vec<Disagreement> {
        let section = self.section;
        let Some(side) = Side::of_change((self.index, self.change)) else { return Vec::new() };
        let is_other = side.operation.is_some_and(|operation| operation != section.operation);
        let operation = is_other.then(|| self.wrong_operation());
        let is_unnamed =
            side.operation.is_none() && side.old_path.is_none() && section.old_path.is_some();
        let source = is_unnamed.then(|| section.missing_change());

        let old_path = side.old_path.zip(section.old_path.as_ref());
        let old_path = old_path.map(|(path, name)| ("oldPath", path, name));
        let paths = old_path.into_iter().chain([("path", side.path, &section.path)]);
        let paths = paths.filter(|(_, path, name)| !name.means(path));
        let paths = paths.map(|(key, path, name)| Disagreement::WrongPath {
            change: self.index,
            patch_line: section.patch_line,
            key,
            in_changes: path.to_owned(),
            in_patch: name.path.clone().into_owned(),
        });
        let found = operation.into_iter().chain(source).chain(paths);
        found.chain(self.wrong_file_type()).collect()
    }

    fn path(&self) -> String {
        self.change.path().map(ToString::to_string).unwrap_or_default()
    }

    fn wrong_operation(&self) -> Disagreement {
        Disagreement::WrongOperation {
            change: self.index,
            patch_line: self.section.patch_line,
            path: self.path(),
            in_changes: self.change.operation().to_owned(),
            in_patch: self.section.operation,
        }
    }

    fn wrong_file_type(&self) -> Option<Disagreement> {
        let stated = self.change.details()?.file_type.as_ref()?;
        let shown = self.section.shown.filter(|shown| !shown.may_be(stated))?;
        Some(Disagreement::WrongFileType {
            change: self.index,
            patch_line: self.section.patch_line,
            path: self.path(),
            in_changes: stated.to_string(),
            in_patch: shown.as_str(),
        })
    }
}
