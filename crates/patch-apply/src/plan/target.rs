//! Decides where a section puts a file that does not exist yet.
//!
//! The tree has no file of that name to show which part of it is a mere prefix. The other names in
//! the patch show it.

use std::collections::HashMap;

use bstr::{BStr, BString, ByteSlice};
use foldhash::fast::RandomState;
use patch_parse::{FileOperation, FilePatch, Format, Patch, PatchPath};

use super::names::{
    Ask, Meant, Terms, Thing, behind_first, first_component, is_there, missing, one_of_two, source,
};
use crate::Contract;
use crate::fault::Unclear;
use crate::note::Forgiven;

/// Which part was cut from a name to find its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cut<'n> {
    /// Nothing.
    None,
    /// The prefix that the patch removes was kept.
    Back,
    /// The first directory.
    Top(&'n BStr),
}

impl<'n> Cut<'n> {
    /// What was cut from a name, or from the name without what is around it, `bare`.
    fn of_either(name: &'n PatchPath<'_>, bare: Option<&'n PatchPath<'_>>, meant: &BStr) -> Self {
        match (Self::of(name, meant), bare) {
            (Self::None, Some(bare)) if meant != name.as_bstr() => Self::of(bare, meant),
            (cut, _) => cut,
        }
    }

    fn of(name: &'n PatchPath<'_>, meant: &BStr) -> Self {
        let path = name.as_bstr();
        if meant == path {
            Self::None
        } else if meant == name.written() {
            Self::Back
        } else if behind_first(path) == Some(meant) {
            Self::Top(first_component(path))
        } else {
            Self::None
        }
    }
}

/// The directories that the sections of a patch drop from the start of their names.
#[derive(Debug)]
pub(super) struct Tops<'p, 'a> {
    patch: &'p Patch<'a>,
    terms: Terms,
    /// The sections that read a file, by the directory that its name starts with.
    sections: Option<HashMap<BString, Vec<usize>, RandomState>>,
    /// The answers so far.
    dropped: HashMap<BString, bool, RandomState>,
    /// Whether every section that reads a file drops its first directory.
    all: Option<bool>,
}

impl<'p, 'a> Tops<'p, 'a> {
    pub(super) fn of(patch: &'p Patch<'a>, contract: Contract) -> Self {
        let terms = Terms { format: patch.format, contract };
        Self { patch, terms, sections: None, dropped: HashMap::default(), all: None }
    }

    /// Whether some sections' names start with a directory, and all of these mean files that are
    /// not below it.
    fn are_dropped(&mut self, top: &BStr, ask: Ask<'_>) -> bool {
        if let Some(is_dropped) = self.dropped.get(top) {
            return *is_dropped;
        }
        let (patch, terms) = (self.patch, self.terms);
        let sections = self.sections.get_or_insert_with(|| by_top(patch, terms));
        let named = sections.get(top).map(Vec::as_slice).unwrap_or_default();
        let is_dropped = !named.is_empty()
            && named.iter().filter_map(|index| patch.files.get(*index)).all(|file| {
                let Some(name) = file.operation.old_path() else { return false };
                let meant = source(terms, file, name, ask);
                meant.is_ok_and(|meant| {
                    meant.is_some_and(|meant| first_component(meant.name.as_bstr()) != top)
                })
            });
        self.dropped.insert(top.to_owned(), is_dropped);
        is_dropped
    }

    /// Whether some sections read files, and all of these drop the first directory of the name.
    fn are_all_dropped(&mut self, ask: Ask<'_>) -> bool {
        if let Some(all) = self.all {
            return all;
        }
        let terms = self.terms;
        let mut reads = 0;
        let all = self.patch.files.iter().all(|file| {
            let Some(name) = file.operation.old_path() else { return true };
            reads += 1;
            let meant = source(terms, file, name, ask).ok().flatten();
            let bare = terms.bare(name);
            let cut = |meant: &Meant| Cut::of_either(name, bare.as_ref(), meant.name.as_bstr());
            meant.is_some_and(|meant| matches!(cut(&meant), Cut::Top(_)))
        }) && reads > 0;
        self.all = Some(all);
        all
    }

    /// Whether only names on the old side show what is dropped.
    fn are_shown_by_deletions(&self) -> bool {
        self.patch.files.iter().all(|file| {
            let operation = &file.operation;
            operation.old_path().is_none() || matches!(operation, FileOperation::Delete { .. })
        })
    }

    /// What becomes of a directory that no section drops, where others drop theirs.
    fn of_other(&mut self, top: &BStr, ask: Ask<'_>) -> Other {
        let is_prefix = is_git_prefix(top);
        let is_unified = self.patch.format == Format::Unified;
        if !(is_prefix || is_unified) || !self.are_all_dropped(ask) {
            return Other::Kept;
        }
        // `git apply` removes one component from every name, whatever the tree has.
        let goes = is_prefix || self.terms.contract == Contract::Git;
        if goes && ask(top) == Thing::Nothing {
            Other::Dropped
        } else if goes || self.are_shown_by_deletions() {
            Other::Unclear
        } else {
            Other::Kept
        }
    }
}

/// See [`Tops::of_other`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Other {
    Kept,
    Dropped,
    Unclear,
}

fn by_top(patch: &Patch<'_>, terms: Terms) -> HashMap<BString, Vec<usize>, RandomState> {
    let mut sections: HashMap<_, Vec<usize>, _> = HashMap::default();
    for (index, file) in patch.files.iter().enumerate() {
        if let Some(name) = file.operation.old_path() {
            let bare = terms.bare(name);
            let top = first_component(bare.as_ref().unwrap_or(name).as_bstr());
            sections.entry(top.to_owned()).or_default().push(index);
        }
    }
    sections
}

/// The file that a section creates; `moved` is the one whose contents it takes.
///
/// # Errors
///
/// As [`source`], and if the name is that of a directory.
pub(super) fn target(
    file: &FilePatch<'_>,
    name: &PatchPath<'_>,
    moved: Option<&BStr>,
    ask: Ask<'_>,
    tops: &mut Tops<'_, '_>,
) -> Result<Meant, Unclear> {
    let path = name.as_bstr();
    if let Some(other) = name.other_path().filter(|_| name.is_one_of_two()) {
        let meant = one_of_two(tops.terms, file, (name, &other), ask)?;
        return meant.ok_or_else(|| missing(name, |_| Vec::new()));
    }
    if name.is_unsure() && is_there(first_component(name.written()), ask) {
        return Err(Unclear::either(path, name.written()));
    }
    if let Some(longer) = name.with_tail() {
        return Err(Unclear::either(path, longer.as_bstr()));
    }
    let bare = tops.terms.bare(name).filter(|_| name.is_loose());
    let meant = bare.as_ref().unwrap_or(name);
    if meant.as_bstr().ends_with(b"/") {
        return Err(Unclear::directory(path));
    }
    if name.is_loose() && tops.terms.contract == Contract::Agent {
        check_odd(meant, ask)?;
    }
    let is_decorated = bare.is_some();
    let meant = match file.operation.source().zip(moved) {
        Some((source, of_source)) => beside(source, of_source, meant, ask, tops),
        None => new(meant.as_bstr(), ask, tops),
    }?;
    Ok(if is_decorated { meant.forgiving(Forgiven::Decoration) } else { meant })
}

/// Refuses the name of a new file that nobody means as it is, unless the tree has such a directory.
fn check_odd(name: &PatchPath<'_>, ask: Ask<'_>) -> Result<(), Unclear> {
    let path = name.as_bstr();
    if name.is_elsewhere() && !is_there(first_component(path), ask) {
        return Err(Unclear::elsewhere(path));
    }
    name.without_stop().map_or(Ok(()), |less| Err(Unclear::either(less, path)))
}

/// The name of a new file, without the directory that the other sections drop.
fn new(path: &BStr, ask: Ask<'_>, tops: &mut Tops<'_, '_>) -> Result<Meant, Unclear> {
    let top = first_component(path);
    let Some(rest) = behind_first(path) else { return Ok(Meant::plainly(path)) };
    if ask(top) == Thing::Nothing && tops.are_dropped(top, ask) {
        return Ok(without_top(rest));
    }
    match tops.of_other(top, ask) {
        Other::Kept => Ok(Meant::plainly(path)),
        Other::Dropped => Ok(without_top(rest)),
        Other::Unclear => Err(Unclear::either(rest, path)),
    }
}

/// The name to which a file goes, read like the one that it comes from: a prefix on one side is a
/// prefix on the other, unless the patch says otherwise.
fn beside(
    source: &PatchPath<'_>,
    meant: &BStr,
    name: &PatchPath<'_>,
    ask: Ask<'_>,
    tops: &mut Tops<'_, '_>,
) -> Result<Meant, Unclear> {
    let path = name.as_bstr();
    let top = first_component(path);
    let bare = tops.terms.bare(source);
    match (Cut::of_either(source, bare.as_ref(), meant), behind_first(path)) {
        (Cut::Back, _) => Ok(Meant::plainly(name.written())),
        (Cut::Top(of_source), Some(rest)) if is_alike(of_source, top) => match ask(top) {
            Thing::Nothing => Ok(without_top(rest)),
            _ => Err(Unclear::either(rest, path)),
        },
        // A writer who forgets git's prefix on one side means the path as written.
        (Cut::Top(of_source), _) if is_git_prefix(of_source) => Ok(Meant::plainly(path)),
        (Cut::Top(_), _) => Err(Unclear::Missing { like: vec![meant.to_owned()] }),
        (Cut::None, Some(rest)) if ask(top) == Thing::Nothing && tops.are_dropped(top, ask) => {
            Err(Unclear::either(rest, path))
        }
        (Cut::None, _) => Ok(Meant::plainly(path)),
    }
}

fn without_top(rest: &BStr) -> Meant {
    Meant::plainly(rest).forgiving(Forgiven::TopDirectory)
}

/// Whether two names start alike: with the same directory, or each with a git prefix.
fn is_alike(one: &BStr, other: &BStr) -> bool {
    one == other || (is_git_prefix(one) && is_git_prefix(other))
}

fn is_git_prefix(top: &BStr) -> bool {
    top == "a" || top == "b"
}
