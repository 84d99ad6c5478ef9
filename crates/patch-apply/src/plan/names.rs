//! Decides which file a section reads, from all its names together and from what exists in the
//! tree. No other module decides it.
//!
//! A header carries up to two names, each with or without a prefix that is no part of the path. The
//! parser reports what is written; what it left open is settled here, by asking what the tree has.
//! If two readings fit, nothing is guessed: the section is refused and both are named.

use bstr::{BStr, BString, ByteSlice};
use patch_parse::{FilePatch, Format, PatchPath};

use crate::fault::Unclear;
use crate::note::Forgiven;
use crate::{Contract, Limits, WorkspacePath};

/// How names are read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Terms {
    pub(super) format: Format,
    pub(super) contract: Contract,
}

impl Terms {
    /// A name without what is around it and, except for git, beside it.
    pub(super) fn bare(self, name: &PatchPath<'_>) -> Option<PatchPath<'static>> {
        match self.contract {
            Contract::Git => name.unmarked(),
            Contract::Agent => name.undecorated(),
        }
    }

    /// The one of two files that GNU patch takes, and under the contract of git, `git apply` too.
    fn chosen(self, old: Meant, new: Meant) -> Result<Option<Meant>, Unclear> {
        let names = (old.name.as_bstr(), new.name.as_bstr());
        let takes_new = patch_takes_new(names.0, names.1);
        let git_takes_new = PatchPath::is_new_taken_by_git(names.0, names.1);
        if self.contract == Contract::Git && takes_new != git_takes_new {
            return Err(both(&old, &new));
        }
        Ok(Some(if takes_new { new } else { old }))
    }

    /// Whether it is settled how long the prefix of a name is. Behind `./` git takes none off; two
    /// names may show one there.
    fn is_settled(self, name: &PatchPath<'_>) -> bool {
        let is_literal = name.is_literal() && !name.is_one_of_two();
        name.is_as_told() || (is_literal && self.contract == Contract::Git)
    }
}

/// What the tree has at a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Thing {
    /// Nothing.
    Nothing,
    /// A file or a link, at this place.
    File(WorkspacePath),
    /// A folder, a device or the like.
    Other,
    /// Unknown: a patch may not use the name, or it cannot be examined.
    Unknown,
}

impl Unclear {
    pub(super) fn either(one: &BStr, other: &BStr) -> Self {
        Self::Either(one.into(), other.into())
    }

    fn neither(one: &BStr, other: &BStr) -> Self {
        Self::Neither(one.into(), other.into())
    }

    pub(super) fn directory(name: &BStr) -> Self {
        Self::Directory(name.into())
    }

    pub(super) fn elsewhere(name: &BStr) -> Self {
        Self::Elsewhere(first_component(name).into())
    }

    /// Git writes two names for a move, and `rename` lines; without those lines either name may be
    /// meant.
    fn unnamed_move(one: &BStr, other: &BStr) -> Self {
        Self::UnnamedMove(one.into(), other.into())
    }
}

/// Whether a name of a section is longer than the limits allow.
///
/// # Errors
///
/// `limit_exceeded`, with the limit.
pub(super) fn within_limits(file: &FilePatch<'_>, limits: &Limits) -> Result<(), Unclear> {
    let names = [file.operation.old_path(), Some(file.operation.path())].into_iter().flatten();
    for name in names.flat_map(|name| [Some(name.written()), name.other_side()]).flatten() {
        if name.len() > limits.name_bytes {
            return Err(Unclear::TooLong(limits.name_bytes));
        }
        // Nearly all names are too short to have so many parts, whatever they are.
        let separators = || memchr::memchr_iter(b'/', name).count();
        if name.len() >= limits.name_parts && separators() >= limits.name_parts {
            return Err(Unclear::TooDeep(limits.name_parts));
        }
    }
    Ok(())
}

/// Looks up a name in the tree.
pub(super) type Ask<'q> = &'q mut dyn FnMut(&BStr) -> Thing;

/// The tree that a patch changes, section after section.
pub(super) trait Ground {
    /// What the sections so far have left at a name.
    fn now(&mut self, name: &BStr) -> Thing;

    /// What was at a name before the patch.
    fn before(&mut self, name: &BStr) -> Thing;
}

/// A name that fits the tree, and what was forgiven to find it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Meant {
    pub(super) name: BString,
    /// The place of the file, if this very name was looked up.
    pub(super) place: Option<WorkspacePath>,
    pub(super) forgiven: Option<Forgiven>,
}

impl Meant {
    pub(super) fn plainly(name: &BStr) -> Self {
        Self { name: name.to_owned(), place: None, forgiven: None }
    }

    pub(super) fn forgiving(self, forgiven: Forgiven) -> Self {
        Self { forgiven: self.forgiven.or(Some(forgiven)), ..self }
    }
}

/// The file that a section reads; `None` if no reading of its names fits.
///
/// # Errors
///
/// If two readings fit.
pub(super) fn source(
    terms: Terms,
    file: &FilePatch<'_>,
    name: &PatchPath<'_>,
    ask: Ask<'_>,
) -> Result<Option<Meant>, Unclear> {
    let meant = match name.other_path() {
        Some(other) if name.is_one_of_two() => one_of_two(terms, file, (name, &other), ask),
        _ => tailed(terms, name, ask),
    }?;
    let may_have_top = terms.format == Format::Unified && !terms.is_settled(name);
    Ok(meant.or_else(|| may_have_top.then(|| without_top(file, name, ask)).flatten()))
}

/// Why a section has no file to read; `like` finds those that may be meant.
pub(super) fn missing<'l>(
    name: &PatchPath<'_>,
    like: impl FnOnce(&BStr) -> Vec<&'l BString>,
) -> Unclear {
    match name.other_path() {
        Some(other) if name.is_one_of_two() => Unclear::neither(other.as_bstr(), name.as_bstr()),
        _ => Unclear::Missing { like: like(name.as_bstr()).into_iter().cloned().collect() },
    }
}

/// The one of two names that exists, as GNU patch chooses. If both do, neither is meant, unless the
/// caller says how long the prefix is: then both names are paths, and GNU patch has a rule for them.
pub(super) fn one_of_two(
    terms: Terms,
    file: &FilePatch<'_>,
    (new, old): (&PatchPath<'_>, &PatchPath<'_>),
    ask: Ask<'_>,
) -> Result<Option<Meant>, Unclear> {
    // A name that a patch may not use is not meant if the other one exists: a diff against a file
    // in a temporary folder has such a name. It is refused if it is the only one.
    for (name, other) in [(new, old), (old, new)] {
        if ask(name.as_bstr()) == Thing::Unknown {
            let is_temporary = name.as_bstr().starts_with(b"/") && !file.metadata.git;
            let is_file = is_temporary && matches!(ask(other.as_bstr()), Thing::File(_));
            let meant = if is_file { other } else { name };
            return Ok(Some(Meant::plainly(meant.as_bstr())));
        }
    }
    let unnamed_move = || Unclear::unnamed_move(old.as_bstr(), new.as_bstr());
    match readings(terms, (new, old), ask)? {
        (Some(one), Some(other)) => {
            let things = [&one, &other].map(|meant| ask(meant.name.as_bstr()));
            match things {
                [thing, same] if thing == same => Ok(Some(one)),
                _ if file.metadata.git => Err(unnamed_move()),
                [Thing::File(_), Thing::File(_)] if new.is_as_told() => terms.chosen(one, other),
                [Thing::File(_), Thing::File(_)] => Err(both(&one, &other)),
                // A directory is not meant if the other name is that of a file.
                [Thing::File(_), _] => Ok(Some(one)),
                _ => Ok(Some(other)),
            }
        }
        (None, None) if new.is_as_told() => Ok(None),
        _ if file.metadata.git => Err(unnamed_move()),
        (one, other) => Ok(one.or(other)),
    }
}

/// The readings of the old and of the new one of two names.
fn readings(
    terms: Terms,
    (new, old): (&PatchPath<'_>, &PatchPath<'_>),
    ask: Ask<'_>,
) -> Result<(Option<Meant>, Option<Meant>), Unclear> {
    let mut read = |is_settled| {
        Ok((reading(terms, old, is_settled, ask)?, reading(terms, new, is_settled, ask)?))
    };
    // Behind `./` is the path. If neither path exists, the two names may still show a prefix there.
    let is_literal = old.is_literal() || new.is_literal();
    match read(new.is_as_told() || is_literal)? {
        (None, None) if is_literal && !new.is_as_told() => read(false),
        found => Ok(found),
    }
}

fn both(one: &Meant, other: &Meant) -> Unclear {
    Unclear::Both(one.name.clone(), other.name.clone())
}

/// Whether GNU patch takes the new one of two files: it has fewer components, a shorter last one, or
/// is shorter.
fn patch_takes_new(old: &BStr, new: &BStr) -> bool {
    let length = |name: &BStr| {
        let components = || name.split(|byte| *byte == b'/').filter(|part| !part.is_empty());
        (components().count(), components().next_back().map_or(0, <[u8]>::len), name.len())
    };
    length(new) < length(old)
}

/// The reading of a name that is followed by something that may be part of it.
fn tailed(terms: Terms, name: &PatchPath<'_>, ask: Ask<'_>) -> Result<Option<Meant>, Unclear> {
    let short = reading(terms, name, terms.is_settled(name), ask)?;
    let Some(longer) = name.with_tail().filter(|name| is_there(name.as_bstr(), ask)) else {
        return Ok(short);
    };
    match short {
        Some(short) => Err(Unclear::either(short.name.as_bstr(), longer.as_bstr())),
        None => Ok(Some(Meant::plainly(longer.as_bstr()).forgiving(Forgiven::Tab))),
    }
}

/// The reading of one name that exists in the tree: the name without its prefix, else the only
/// other one that is a file, else the name without its decoration. `None` if there is none.
/// Where it `is_settled` how long the prefix is, no other length is tried.
fn reading(
    terms: Terms,
    name: &PatchPath<'_>,
    is_settled: bool,
    ask: Ask<'_>,
) -> Result<Option<Meant>, Unclear> {
    let path = name.as_bstr();
    let (is_there, place) = match ask(path) {
        Thing::Nothing => (false, None),
        // A slash at the end is not part of a file's name.
        Thing::File(place) => (!path.ends_with(b"/"), Some(place)),
        Thing::Other | Thing::Unknown => (true, None),
    };
    if is_there {
        if name.is_unsure() && self::is_there(rival(name), ask) {
            return Err(Unclear::either(path, name.written()));
        }
        return Ok(Some(Meant { place, ..Meant::plainly(path) }));
    }
    let mut found: Option<(BString, Thing)> = None;
    for other in name.alternatives().filter(|_| !is_settled) {
        let thing = ask(other.as_bstr());
        match &found {
            _ if !matches!(thing, Thing::File(_)) || other.as_bstr().ends_with(b"/") => {}
            Some((_, one)) if *one == thing => {}
            Some((one, _)) => return Err(Unclear::either(one.as_bstr(), other.as_bstr())),
            None => found = Some((other.as_bstr().to_owned(), thing)),
        }
    }
    let is_shorter = |found: &BString| found.len() < path.len() && path.ends_with(found);
    match (found, terms.bare(name).or_else(|| without_slash(path))) {
        (Some((name, _)), _) => {
            let forgiven = is_shorter(&name).then_some(Forgiven::Prefix);
            Ok(Some(Meant { name, place: None, forgiven }))
        }
        (None, Some(bare)) => {
            let meant = reading(terms, &bare, is_settled, ask)?
                .filter(|meant| is_file(meant.name.as_bstr(), ask));
            Ok(meant.map(|meant| meant.forgiving(Forgiven::Decoration)))
        }
        (None, None) => Ok(None),
    }
}

/// A name without the slashes at its end.
fn without_slash(name: &BStr) -> Option<PatchPath<'static>> {
    let bare = name.trim_end_with(|byte| byte == '/');
    (!bare.is_empty() && bare.len() < name.len()).then(|| PatchPath::new(BString::from(bare)))
}

/// The file that a name means without its first directory, if the tree has no such directory: as
/// `patch -p1` reads it. If there are two names, both must lead there. The section must have old
/// lines: only they can show that this is the file.
fn without_top(file: &FilePatch<'_>, name: &PatchPath<'_>, ask: Ask<'_>) -> Option<Meant> {
    let has_old_lines = file.hunks().iter().any(|hunk| hunk.counts().0 > 0);
    let path = name.as_bstr();
    let rest = behind_first(path).filter(|_| has_old_lines)?;
    let other = name.other_path().filter(|_| name.is_one_of_two());
    let other = other.as_ref().map(PatchPath::as_bstr);
    let leads_there = |other: &BStr| {
        behind_first(other) == Some(rest) && ask(first_component(other)) == Thing::Nothing
    };
    let is_dropped = other.is_none_or(leads_there)
        && ask(first_component(path)) == Thing::Nothing
        && is_file(rest, ask);
    is_dropped.then(|| Meant::plainly(rest).forgiving(Forgiven::TopDirectory))
}

fn is_file(name: &BStr, ask: Ask<'_>) -> bool {
    matches!(ask(name), Thing::File(_))
}

pub(super) fn is_there(name: &BStr, ask: Ask<'_>) -> bool {
    matches!(ask(name), Thing::File(_) | Thing::Other)
}

/// What would have to exist for the other reading of an unsure name: the file that it names as
/// written, or the directory in which the file would be put.
fn rival<'n>(name: &'n PatchPath<'_>) -> &'n BStr {
    if name.is_one_sided() { first_component(name.written()) } else { name.written() }
}

/// What follows the first component of a relative name.
pub(super) fn behind_first(name: &BStr) -> Option<&BStr> {
    let (first, rest) = name.split_once_str("/")?;
    (!first.is_empty() && !rest.is_empty() && !rest.starts_with(b"/")).then(|| rest.as_bstr())
}

/// The first component of a name.
pub(super) fn first_component(name: &BStr) -> &BStr {
    name.split(|byte| *byte == b'/').next().unwrap_or_default().as_bstr()
}
