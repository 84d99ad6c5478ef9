//! Which file a section means: the one place that answers it, from all names of the section
//! together and what the tree has there.
//!
//! A header carries up to two names, each with or without a prefix that is no part of the path. The
//! parser reports what is written; what it left open is settled here, by asking what the tree has.
//! Where two readings fit, nobody guesses: the section is refused and both are named.

use bstr::{BStr, BString, ByteSlice};
use patch_parse::{Code, FilePatch, PatchPath};

use crate::WorkspacePath;

/// What the tree has at a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Thing {
    /// Nothing.
    Nothing,
    /// A file or a link, at this place.
    File(WorkspacePath),
    /// A folder, a device or the like.
    Other,
    /// What cannot be said: the name is none that a patch may use, or cannot be looked at.
    Unknown,
}

/// Why nobody can say which file a section means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Unclear {
    pub(super) code: Code,
    pub(super) message: String,
}

impl Unclear {
    fn either(one: &BStr, other: &BStr) -> Self {
        let message = format!("the patch does not tell whether {one:?} or {other:?} is meant");
        Self { code: Code::FileNotFound, message }
    }

    fn both(one: &BStr, other: &BStr) -> Self {
        let message = format!(
            "the header names two files that exist, {one:?} and {other:?}; name the one that changes on both sides"
        );
        Self { code: Code::RenamePathMismatch, message }
    }

    fn neither(one: &BStr, other: &BStr) -> Self {
        let message =
            format!("the header names two files, {one:?} and {other:?}, and neither exists");
        Self { code: Code::FileNotFound, message }
    }

    /// Git writes two names where a file moves, and says so; who leaves that out may mean either.
    fn unnamed_move(one: &BStr, other: &BStr) -> Self {
        let message = format!(
            "the git header names two files, {one:?} and {other:?}, and has no `rename` lines"
        );
        Self { code: Code::RenamePathMismatch, message }
    }
}

/// A question to the tree.
pub(super) type Ask<'q> = &'q mut dyn FnMut(&BStr) -> Thing;

/// The name of the file that a section reads; `None` where no reading fits.
///
/// # Errors
///
/// Where two readings fit.
pub(super) fn source(
    file: &FilePatch<'_>,
    name: &PatchPath<'_>,
    ask: Ask<'_>,
) -> Result<Option<BString>, Unclear> {
    match name.other_path() {
        Some(other) if name.is_one_of_two() => one_of_two(file, name, &other, ask),
        _ => reading(name, ask),
    }
}

/// Why a section has no file to read.
pub(super) fn missing(name: &PatchPath<'_>) -> Unclear {
    match name.other_path() {
        Some(other) if name.is_one_of_two() => Unclear::neither(other.as_bstr(), name.as_bstr()),
        _ => Unclear { code: Code::FileNotFound, message: "the file does not exist".to_owned() },
    }
}

/// The name of the file that a section creates.
///
/// # Errors
///
/// As [`source`].
pub(super) fn target(
    file: &FilePatch<'_>,
    name: &PatchPath<'_>,
    ask: Ask<'_>,
) -> Result<BString, Unclear> {
    match name.other_path() {
        Some(other) if name.is_one_of_two() => {
            one_of_two(file, name, &other, ask)?.ok_or_else(|| missing(name))
        }
        _ if name.is_unsure() && is_there(first_component(name.written()), ask) => {
            Err(Unclear::either(name.as_bstr(), name.written()))
        }
        _ => Ok(name.as_bstr().to_owned()),
    }
}

/// Of two names the one that exists, as GNU patch has it.
fn one_of_two(
    file: &FilePatch<'_>,
    new: &PatchPath<'_>,
    old: &PatchPath<'_>,
    ask: Ask<'_>,
) -> Result<Option<BString>, Unclear> {
    if file.metadata.git {
        return Err(Unclear::unnamed_move(old.as_bstr(), new.as_bstr()));
    }
    // What no patch may name is refused, whatever the other name is.
    for name in [new, old] {
        if ask(name.as_bstr()) == Thing::Unknown {
            return Ok(Some(name.as_bstr().to_owned()));
        }
    }
    match (reading(old, ask)?, reading(new, ask)?) {
        (Some(one), Some(other)) if ask(one.as_bstr()) != ask(other.as_bstr()) => {
            Err(Unclear::both(one.as_bstr(), other.as_bstr()))
        }
        (one, other) => Ok(one.or(other)),
    }
}

/// The reading of one name that the tree has: the name without its prefix, else the only other
/// one that is a file. `None` where there is none.
fn reading(name: &PatchPath<'_>, ask: Ask<'_>) -> Result<Option<BString>, Unclear> {
    let path = name.as_bstr();
    if ask(path) != Thing::Nothing {
        if name.is_unsure() && is_there(rival(name), ask) {
            return Err(Unclear::either(path, name.written()));
        }
        return Ok(Some(path.to_owned()));
    }
    let mut found: Option<(BString, Thing)> = None;
    for other in name.alternatives() {
        let thing = ask(other.as_bstr());
        match &found {
            _ if !matches!(thing, Thing::File(_)) => {}
            Some((_, one)) if *one == thing => {}
            Some((one, _)) => return Err(Unclear::either(one.as_bstr(), other.as_bstr())),
            None => found = Some((other.as_bstr().to_owned(), thing)),
        }
    }
    Ok(found.map(|(name, _)| name))
}

fn is_there(name: &BStr, ask: Ask<'_>) -> bool {
    matches!(ask(name), Thing::File(_) | Thing::Other)
}

/// What would have to be there for the other reading of an unsure name: what it names as written, or
/// the directory to which the file would go.
fn rival<'n>(name: &'n PatchPath<'_>) -> &'n BStr {
    if name.is_one_sided() { first_component(name.written()) } else { name.written() }
}

/// The first component of a name.
fn first_component(name: &BStr) -> &BStr {
    name.split(|byte| *byte == b'/').next().unwrap_or_default().as_bstr()
}
