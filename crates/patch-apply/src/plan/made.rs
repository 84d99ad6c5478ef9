//! Knows the names of files that the patch itself makes.
//!
//! A series adds a file, or moves one, and changes it later. The tree before the patch has no such
//! file, and maybe no such directory: it cannot show what the name means, and the name shows
//! nothing about the tree.

use std::collections::{HashMap, HashSet};

use bstr::{BStr, BString};
use foldhash::fast::RandomState;
use patch_parse::{FileOperation, FilePatch, Patch, PatchPath};

use super::names::{Meant, Terms};

/// What the sections so far make, by the names that the patch has for it.
#[derive(Debug, Default)]
pub(super) struct Made(HashMap<BString, Meant, RandomState>);

impl Made {
    /// Notes that a section makes a file under a name. Where what is around the name is a part of
    /// it, the name without that is another file.
    pub(super) fn note(&mut self, terms: Terms, name: &PatchPath<'_>, meant: &Meant) {
        self.0.insert(name.as_bstr().to_owned(), meant.clone());
        let is_part = meant.name.ends_with(name.as_bstr());
        if let Some(bare) = terms.bare(name).filter(|_| !is_part) {
            self.0.insert(bare.as_bstr().to_owned(), meant.clone());
        }
    }

    /// What an earlier section made under this name.
    pub(super) fn get(&self, name: &PatchPath<'_>) -> Option<&Meant> {
        if name.is_one_of_two() { None } else { self.0.get(name.as_bstr()) }
    }
}

/// The sections that read a file which no earlier one makes, each with its name: what they find
/// shows how the names of the patch are meant.
pub(super) fn readers<'p, 'a>(
    patch: &'p Patch<'a>,
    terms: Terms,
) -> Vec<(&'p FilePatch<'a>, &'p PatchPath<'a>)> {
    let mut made = HashSet::<_, RandomState>::default();
    let mut readers = Vec::new();
    for file in &*patch.files {
        let is_made = |name: &PatchPath<'_>| {
            !made.is_empty() && spellings(terms, name).any(|spelling| made.contains(&spelling))
        };
        readers.extend(file.operation.old_path().filter(|name| !is_made(name)).map(|n| (file, n)));
        made.extend(made_by(file).into_iter().flat_map(|name| spellings(terms, name)));
    }
    readers
}

/// The name under which a section makes a file.
pub(super) fn made_by<'f, 'a>(file: &'f FilePatch<'a>) -> Option<&'f PatchPath<'a>> {
    match &file.operation {
        FileOperation::Add { path }
        | FileOperation::Move { path, .. }
        | FileOperation::Copy { path, .. } => Some(path),
        FileOperation::Delete { .. } | FileOperation::Modify { .. } => None,
    }
}

/// A name, and the same without what is around it.
fn spellings(terms: Terms, name: &PatchPath<'_>) -> impl Iterator<Item = BString> {
    let own = |name: &BStr| name.to_owned();
    let bare = terms.bare(name).map(|bare| own(bare.as_bstr()));
    [Some(own(name.as_bstr())), bare].into_iter().flatten()
}
