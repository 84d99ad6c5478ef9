//! Decides where a section puts a file that does not exist yet.
//!
//! The tree has no file of that name to show which part of it is a mere prefix. The other names in
//! the patch show it.

use std::collections::HashMap;

use bstr::{BStr, BString, ByteSlice};
use foldhash::fast::RandomState;
use patch_parse::{FilePatch, Format, Operation, Patch, PatchPath};

use super::made;
use super::names::{
    Ask, Ground, Meant, Terms, Thing, behind_first, first_component, is_there, missing, one_of_two,
    source,
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
///
/// The tree before the patch shows it, by the files that sections read there. A file that the patch
/// makes shows nothing: its name means what an earlier section made of it.
#[derive(Debug)]
pub(super) struct Tops<'p, 'a> {
    patch: &'p Patch<'a>,
    terms: Terms,
    readers: Option<Readers<'p, 'a>>,
    /// The answers so far.
    dropped: HashMap<BString, bool, RandomState>,
    /// The answers so far about what may be a prefix of git.
    kept: HashMap<BString, bool, RandomState>,
    /// Whether every section that reads a file drops its first directory.
    all: Option<bool>,
    /// Whether the patch removed a prefix from the name of one of these.
    stripped: Option<bool>,
    /// Whether they all drop one and the same directory.
    same: Option<bool>,
}

/// The sections that read a file which the patch does not make, each with the name of that file.
#[derive(Debug)]
struct Readers<'p, 'a> {
    all: Vec<Reader<'p, 'a>>,
    /// Their places among these, by the directory that the name starts with.
    by_top: HashMap<BString, Vec<usize>, RandomState>,
}

type Reader<'p, 'a> = (&'p FilePatch<'a>, &'p PatchPath<'a>);

impl<'p, 'a> Readers<'p, 'a> {
    fn of(patch: &'p Patch<'a>, terms: Terms) -> Self {
        let all = made::readers(patch, terms);
        let mut by_top: HashMap<_, Vec<usize>, _> = HashMap::default();
        for (index, (_, name)) in all.iter().enumerate() {
            let bare = terms.bare(name);
            let top = first_component(bare.as_ref().unwrap_or(name).as_bstr());
            by_top.entry(top.to_owned()).or_default().push(index);
        }
        Self { all, by_top }
    }

    /// Those whose names start with a directory.
    fn named(&self, top: &BStr) -> impl Iterator<Item = Reader<'p, 'a>> {
        let named = self.by_top.get(top).map(Vec::as_slice).unwrap_or_default();
        named.iter().filter_map(|index| self.all.get(*index).copied())
    }
}

impl<'p, 'a> Tops<'p, 'a> {
    pub(super) fn of(patch: &'p Patch<'a>, contract: Contract) -> Self {
        let terms = Terms { format: patch.format, contract };
        Self {
            patch,
            terms,
            readers: None,
            dropped: HashMap::default(),
            kept: HashMap::default(),
            all: None,
            stripped: None,
            same: None,
        }
    }

    fn readers(&mut self) -> &Readers<'p, 'a> {
        let (patch, terms) = (self.patch, self.terms);
        self.readers.get_or_insert_with(|| Readers::of(patch, terms))
    }

    /// Whether some sections' names start with a directory, and all of these drop it.
    fn are_dropped(&mut self, top: &BStr, ground: &mut dyn Ground) -> bool {
        if let Some(is_dropped) = self.dropped.get(top) {
            return *is_dropped;
        }
        let terms = self.terms;
        let named: Vec<_> = self.readers().named(top).collect();
        let is_dropped =
            !named.is_empty() && named.into_iter().all(|reader| drops_top(terms, reader, ground));
        self.dropped.insert(top.to_owned(), is_dropped);
        is_dropped
    }

    /// Whether some sections read files, and all of these drop the first directory of the name.
    fn are_all_dropped(&mut self, ground: &mut dyn Ground) -> bool {
        if let Some(all) = self.all {
            return all;
        }
        let terms = self.terms;
        let readers = &self.readers().all;
        let all =
            !readers.is_empty() && readers.iter().all(|reader| drops_top(terms, *reader, ground));
        self.all = Some(all);
        all
    }

    /// Whether a section may mean this file with a name: if it drops a directory, every section that
    /// reads a file drops the same one. Else the tree is not what one of them means. `a/` and `b/`
    /// may always be prefixes.
    pub(super) fn may_mean(
        &mut self,
        name: &PatchPath<'_>,
        meant: &BStr,
        ground: &mut dyn Ground,
    ) -> bool {
        name.as_bstr() == meant
            || top_of(self.terms, name, meant).is_none()
            || self.are_same(ground)
    }

    fn are_same(&mut self, ground: &mut dyn Ground) -> bool {
        if let Some(same) = self.same {
            return same;
        }
        let terms = self.terms;
        let top = |(file, name): &Reader<'p, 'a>| {
            let meant =
                source(terms, file, name, &mut |name| ground.before(name)).ok().flatten()?;
            Some(top_of(terms, name, meant.name.as_bstr()))
        };
        let mut tops = self.readers().all.iter().filter_map(top);
        let first = tops.next();
        let same = tops.all(|top| Some(top) == first);
        self.same = Some(same);
        same
    }

    /// Whether `a` or `b` is a directory of the tree, and the names of sections that read a file in it
    /// have no prefix. Those of moves and copies never have one.
    fn are_kept(&mut self, prefix: &BStr, ground: &mut dyn Ground) -> bool {
        if let Some(are_kept) = self.kept.get(prefix) {
            return *are_kept;
        }
        let terms = self.terms;
        let is_of = |name: &PatchPath<'_>| {
            let mut sides = [Some(name.written()), name.other_side()].into_iter().flatten();
            sides.any(|side| first_component(side) == prefix)
        };
        let is_kept = |(file, name): Reader<'p, 'a>, ground: &mut dyn Ground| {
            let meant = source(terms, file, name, &mut |name| ground.before(name));
            meant.ok().flatten().is_some_and(|meant| {
                let meant = meant.name.as_bstr();
                let is_whole = meant == name.written() || Some(meant) == name.other_side();
                is_whole && first_component(meant) == prefix
            })
        };
        let are_kept = is_there(prefix, &mut |name| ground.before(name)) && {
            let mut named = self.readers().all.clone();
            named.retain(|(file, name)| file.operation.source().is_none() && is_of(name));
            !named.is_empty() && named.into_iter().all(|reader| is_kept(reader, ground))
        };
        self.kept.insert(prefix.to_owned(), are_kept);
        are_kept
    }

    /// Whether only names on the old side show what is dropped.
    fn are_shown_by_deletions(&mut self) -> bool {
        let is_deletion = |file: &FilePatch<'_>| file.operation.kind() == Operation::Delete;
        self.readers().all.iter().all(|(file, _)| is_deletion(file))
    }

    /// Whether the patch removed a prefix from a name and from no other: where the others drop a
    /// directory, all have lost as many components.
    fn is_alone_stripped(&mut self, name: &PatchPath<'_>) -> bool {
        let is_stripped = |name: &PatchPath<'_>| name.as_bstr() != name.written();
        is_stripped(name) && {
            let others = self
                .stripped
                .unwrap_or_else(|| self.readers().all.iter().any(|(_, name)| is_stripped(name)));
            self.stripped = Some(others);
            !others
        }
    }

    /// What becomes of a directory that no section drops, where others drop theirs.
    fn of_other(&mut self, name: &PatchPath<'_>, top: &BStr, ground: &mut dyn Ground) -> Other {
        let is_prefix = is_git_prefix(top);
        let is_unified = self.patch.format == Format::Unified;
        let may_drop = (is_prefix || is_unified) && self.are_all_dropped(ground);
        if !may_drop || self.is_alone_stripped(name) {
            return Other::Kept;
        }
        // `git apply` removes one component from every name, whatever the tree has.
        let goes = is_prefix || self.terms.contract == Contract::Git;
        if goes && ground.now(top) == Thing::Nothing {
            Other::Dropped
        } else if goes || self.are_shown_by_deletions() {
            Other::Unclear
        } else {
            Other::Kept
        }
    }
}

/// Whether a section drops the first directory of the name with which it reads a file.
fn drops_top(terms: Terms, (file, name): Reader<'_, '_>, ground: &mut dyn Ground) -> bool {
    let meant = source(terms, file, name, &mut |name| ground.before(name));
    let bare = terms.bare(name);
    let cut = |meant: &Meant| Cut::of_either(name, bare.as_ref(), meant.name.as_bstr());
    meant.ok().flatten().is_some_and(|meant| matches!(cut(&meant), Cut::Top(_)))
}

/// The directory that a section drops from the name with which it reads a file; `None` if it drops
/// none but a prefix.
fn top_of(terms: Terms, name: &PatchPath<'_>, meant: &BStr) -> Option<BString> {
    let bare = terms.bare(name);
    match Cut::of_either(name, bare.as_ref(), meant) {
        Cut::Top(top) if !is_git_prefix(top) && name.other_side() != Some(meant) => {
            Some(top.to_owned())
        }
        _ => None,
    }
}

/// See [`Tops::of_other`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Other {
    Kept,
    Dropped,
    Unclear,
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
    ground: &mut dyn Ground,
    tops: &mut Tops<'_, '_>,
) -> Result<Meant, Unclear> {
    let path = name.as_bstr();
    if let Some(other) = name.other_path().filter(|_| name.is_one_of_two()) {
        let meant = one_of_two(tops.terms, file, (name, &other), &mut |name| ground.now(name))?;
        return meant.ok_or_else(|| missing(name, |_| Vec::new()));
    }
    if name.is_unsure() && is_there(first_component(name.written()), &mut |name| ground.now(name)) {
        return Err(Unclear::either(path, name.written()));
    }
    if let Some(longer) = name.with_tail() {
        return Err(Unclear::either(path, longer.as_bstr()));
    }
    if let Some(meant) = kept(name, ground, tops).filter(|_| moved.is_none()) {
        return meant;
    }
    let bare = tops.terms.bare(name).filter(|_| name.is_loose());
    let meant = bare.as_ref().unwrap_or(name);
    if meant.as_bstr().ends_with(b"/") {
        return Err(Unclear::directory(path));
    }
    if tops.terms.contract == Contract::Agent {
        check_absolute(meant.as_bstr(), ground)?;
    }
    if name.is_loose() && tops.terms.contract == Contract::Agent {
        check_odd(meant, &mut |name| ground.now(name))?;
    }
    let is_decorated = bare.is_some();
    let meant = match file.operation.source().zip(moved) {
        Some((source, of_source)) => beside(source, of_source, meant, ground, tops),
        None => new(file, name, meant.as_bstr(), ground, tops),
    }?;
    Ok(if is_decorated { meant.forgiving(Forgiven::Decoration) } else { meant })
}

/// The name of a new file that seems to have a prefix of git, if other sections mean the directory
/// of that name, and name no file with such a prefix. With the other prefix it may be either.
fn kept(
    name: &PatchPath<'_>,
    ground: &mut dyn Ground,
    tops: &mut Tops<'_, '_>,
) -> Option<Result<Meant, Unclear>> {
    let (path, written) = (name.as_bstr(), name.written());
    let prefix = first_component(written);
    if path == written || name.is_as_told() || !is_git_prefix(prefix) {
        return None;
    }
    if tops.are_kept(prefix, ground) {
        return Some(Ok(Meant::plainly(written)));
    }
    let other: &BStr = if prefix == "a" { "b".into() } else { "a".into() };
    tops.are_kept(other, ground).then(|| {
        let beside = BString::from([&**other, b"/", path].concat());
        Err(Unclear::either(path, beside.as_bstr()))
    })
}

/// Refuses the name of a new file that is the path of the root without its first slash, and what
/// follows: `diff --git` has such names for two files outside a repository. Below `/` itself the
/// slash makes no difference.
fn check_absolute(name: &BStr, ground: &mut dyn Ground) -> Result<(), Unclear> {
    if !name.contains(&b'/') || name.starts_with(b"/") {
        return Ok(());
    }
    let absolute = |name: &BStr| BString::from([b"/", name.as_bytes()].concat());
    let mut is_outside = |name: &BStr| ground.now(absolute(name).as_bstr()) == Thing::Unknown;
    if is_outside(name) || !is_outside(first_component(name)) {
        return Ok(());
    }
    Err(Unclear::either(absolute(name).as_bstr(), name))
}

/// Refuses the name of a new file that nobody means as it is, unless the tree has such a directory.
fn check_odd(name: &PatchPath<'_>, ask: Ask<'_>) -> Result<(), Unclear> {
    let path = name.as_bstr();
    if name.is_elsewhere() && !is_there(first_component(path), ask) {
        return Err(Unclear::elsewhere(path));
    }
    name.without_stop().map_or(Ok(()), |less| Err(Unclear::either(less, path)))
}

/// The path of a new file, without the directory that the other sections drop.
fn new(
    file: &FilePatch<'_>,
    name: &PatchPath<'_>,
    path: &BStr,
    ground: &mut dyn Ground,
    tops: &mut Tops<'_, '_>,
) -> Result<Meant, Unclear> {
    // The patch removes `./` at the start of what is written, and not behind a directory.
    let path = without_dots(path);
    let top = first_component(path);
    let Some(rest) = behind_first(path).map(without_dots) else { return Ok(Meant::plainly(path)) };
    let is_by_agent = tops.terms.contract == Contract::Agent;
    if !is_by_agent && tops.is_alone_stripped(name) {
        return Ok(Meant::plainly(path));
    }
    if ground.now(top) == Thing::Nothing && tops.are_dropped(top, ground) {
        return Ok(without_top(rest));
    }
    match tops.of_other(name, top, ground) {
        // The other names have no prefix, and so this one may have none.
        Other::Kept
            if is_git_prefix(top)
                && path == name.written()
                && !file.metadata.git
                && tops.terms.format == Format::Unified
                && !tops.readers().all.is_empty()
                && ground.now(top) == Thing::Nothing =>
        {
            Err(Unclear::either(rest, path))
        }
        Other::Kept => Ok(Meant::plainly(path)),
        Other::Dropped => match behind_first(rest).filter(|_| is_by_agent) {
            // What follows the prefix starts with the directory that the others drop.
            Some(shorter) if tops.are_dropped(first_component(rest), ground) => {
                Err(Unclear::either(shorter, rest))
            }
            _ => Ok(without_top(rest)),
        },
        Other::Unclear => Err(Unclear::either(rest, path)),
    }
}

/// The name to which a file goes, read like the one that it comes from: a prefix on one side is a
/// prefix on the other, unless the patch says otherwise.
fn beside(
    source: &PatchPath<'_>,
    meant: &BStr,
    name: &PatchPath<'_>,
    ground: &mut dyn Ground,
    tops: &mut Tops<'_, '_>,
) -> Result<Meant, Unclear> {
    let path = name.as_bstr();
    let top = first_component(path);
    let bare = tops.terms.bare(source);
    match (Cut::of_either(source, bare.as_ref(), meant), behind_first(path)) {
        (Cut::Back, _) => Ok(Meant::plainly(name.written())),
        (Cut::Top(of_source), Some(rest)) if is_alike(of_source, top) => match ground.now(top) {
            Thing::Nothing => Ok(without_top(rest)),
            _ => Err(Unclear::either(rest, path)),
        },
        // A writer who forgets git's prefix on one side means the path as written.
        (Cut::Top(of_source), _) if is_git_prefix(of_source) => Ok(Meant::plainly(path)),
        (Cut::Top(_), _) => Err(Unclear::Missing { like: vec![meant.to_owned()] }),
        (Cut::None, Some(rest))
            if ground.now(top) == Thing::Nothing && tops.are_dropped(top, ground) =>
        {
            Err(Unclear::either(rest, path))
        }
        (Cut::None, _) => Ok(Meant::plainly(path)),
    }
}

fn without_dots(mut path: &BStr) -> &BStr {
    while let Some(rest) = path.strip_prefix(b"./") {
        path = rest.as_bstr();
    }
    path
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
