//! Finds the file that a section means, from its names and what exists in the tree.

use std::collections::{BTreeMap, BTreeSet};

use bstr::{BStr, BString, ByteSlice};
use patch_apply::Contract;
use patch_parse::{Code, FileOperation, FilePatch, Format, PatchPath};

use super::path::resolve;
use crate::Tree;

/// What determines the file that is meant: the patch, and the files before it and now.
#[derive(Clone, Copy)]
pub(super) struct Names<'s, 'a> {
    pub(super) format: Format,
    pub(super) contract: Contract,
    pub(super) files: &'s [FilePatch<'a>],
    pub(super) tree: &'s Tree,
    pub(super) before: &'s Tree,
    /// The paths that sections so far have given to new names.
    pub(super) made: &'s BTreeMap<BString, BString>,
}

/// Whether a section makes a file under one of these spellings of a name.
fn makes(file: &FilePatch<'_>, spellings: &[BString], names: Names<'_, '_>) -> bool {
    let (FileOperation::Add { path }
    | FileOperation::Move { path, .. }
    | FileOperation::Copy { path, .. }) = &file.operation
    else {
        return false;
    };
    names.spellings(path).iter().any(|made| spellings.contains(made))
}

impl<'s, 'a> Names<'s, 'a> {
    /// The same before the patch.
    fn at_first(self) -> Self {
        const NOTHING: &BTreeMap<BString, BString> = &BTreeMap::new();
        Self { tree: self.before, made: NOTHING, ..self }
    }

    /// A name, and the same without what is around it.
    pub(super) fn spellings(&self, name: &PatchPath<'_>) -> Vec<BString> {
        let bare = self.bare(name).map(|bare| bare.as_bstr().to_owned());
        [Some(name.as_bstr().to_owned()), bare].into_iter().flatten().collect()
    }

    /// The sections that read a file which no earlier section makes.
    fn readers(&self) -> Vec<(&'s FilePatch<'a>, &'s PatchPath<'a>)> {
        let numbered = self.files.iter().enumerate();
        let read = numbered.filter_map(|(at, file)| {
            let name = file.operation.old_path()?;
            let spellings = self.spellings(name);
            let is_made = self.files[..at].iter().any(|file| makes(file, &spellings, *self));
            (!is_made).then_some((file, name))
        });
        read.collect()
    }

    /// A new file whose name may start with a prefix or with an existing folder.
    pub(super) fn told_apart(&self, file: &FilePatch<'_>) -> Result<(), Code> {
        let FileOperation::Add { path } = &file.operation else { return Ok(()) };
        let is_either = path.is_unsure() && self.exists(folder_of(path));
        if is_either { Err(Code::FileNotFound) } else { Ok(()) }
    }

    /// The path that a section gives a new name to; `source` is the file that it reads.
    pub(super) fn target(
        &self,
        file: &FilePatch<'_>,
        source: Option<&BString>,
    ) -> Result<Option<BString>, Code> {
        match &file.operation {
            FileOperation::Add { path } if path.is_one_of_two() => {
                self.new_of_two(file, path).map(Some)
            }
            FileOperation::Add { path } => {
                if path.with_tail().is_none()
                    && let Some(meant) = self.with_prefix(path)
                {
                    return meant.map(Some);
                }
                self.new_name(path, |bare| self.added(file, path, bare)).map(Some)
            }
            FileOperation::Move { old_path, path } | FileOperation::Copy { old_path, path } => {
                let source = source.expect("BUG in the model: what is moved was found");
                self.new_name(path, |path| self.moved(old_path, source, path)).map(Some)
            }
            FileOperation::Delete { .. } | FileOperation::Modify { .. } => Ok(None),
        }
    }

    /// A name without what people put around and beside it; git knows less of that.
    fn bare(&self, name: &PatchPath<'_>) -> Option<PatchPath<'static>> {
        if self.contract == Contract::Git { name.unmarked() } else { name.undecorated() }
    }

    /// A new name that nobody means as it is.
    fn is_odd(&self, name: &PatchPath<'_>) -> Option<Code> {
        let first = name.as_bstr().split_str("/").next().unwrap_or_default();
        if name.is_elsewhere() && !self.exists(first.into()) {
            return Some(Code::PathEscape);
        }
        name.without_stop().map(|_| Code::FileNotFound)
    }

    fn new_name(
        &self,
        name: &PatchPath<'_>,
        plain: impl FnOnce(&PatchPath<'_>) -> Result<BString, Code>,
    ) -> Result<BString, Code> {
        if name.with_tail().is_some() {
            return Err(Code::FileNotFound);
        }
        let bare = self.bare(name).filter(|_| name.is_loose());
        let meant = bare.as_ref().unwrap_or(name);
        if meant.as_bstr().ends_with(b"/") {
            return Err(Code::NotAFile);
        }
        if name.is_loose()
            && self.contract == Contract::Agent
            && let Some(code) = self.is_odd(meant)
        {
            return Err(code);
        }
        plain(meant)
    }

    /// The path of a new file that has two names: that of a folder, too, which the other sections may
    /// empty.
    fn new_of_two(&self, file: &FilePatch<'_>, name: &PatchPath<'_>) -> Result<BString, Code> {
        let found = self.find(file, name);
        if found != Err(Code::NotAFile) {
            return found;
        }
        let old = name.other_path().expect("there are two names");
        let mut paths = [&old, name].into_iter().filter_map(|name| resolve(name.as_bstr()).ok());
        paths.find(|path| self.tree.is_folder(path.as_bstr())).ok_or(Code::NotAFile)
    }

    /// The path of a new file whose prefix is a folder that the other sections mean.
    fn with_prefix(&self, name: &PatchPath<'_>) -> Option<Result<BString, Code>> {
        let (prefix, _) = name.written().split_once_str("/")?;
        if name.is_as_told() || name.as_bstr() == name.written() || !matches!(prefix, b"a" | b"b") {
            return None;
        }
        if self.are_kept(prefix) {
            return Some(resolve(name.written()));
        }
        let other: &[u8] = if prefix == b"a" { b"b" } else { b"a" };
        self.are_kept(other).then_some(Err(Code::FileNotFound))
    }

    /// Whether there are sections with such a prefix that read files, and all mean the name with it.
    /// The names of moves and copies have none.
    fn are_kept(&self, prefix: &[u8]) -> bool {
        let has = |name: &BStr| name.split_str("/").next() == Some(prefix);
        let sides = |name: &'s PatchPath<'a>| {
            [Some(name.written()), name.other_side()].into_iter().flatten()
        };
        let mut named = self.readers();
        let is_moved = |file: &FilePatch<'_>| {
            matches!(file.operation, FileOperation::Move { .. } | FileOperation::Copy { .. })
        };
        named.retain(|(file, name)| !is_moved(file) && sides(name).any(has));
        let is_kept = |(file, name): &(&'s FilePatch<'a>, &'s PatchPath<'a>)| {
            let found = self.at_first().find(file, name);
            found.is_ok_and(|meant| {
                has(meant.as_bstr()) && sides(name).any(|side| resolve(side).as_ref() == Ok(&meant))
            })
        };
        self.at_first().exists(prefix.into()) && !named.is_empty() && named.iter().all(is_kept)
    }

    /// The path of a new file: without a directory that the other sections drop.
    fn added(
        &self,
        file: &FilePatch<'_>,
        name: &PatchPath<'_>,
        bare: &PatchPath<'_>,
    ) -> Result<BString, Code> {
        let path = resolve(bare.as_bstr())?;
        let Some((top, rest)) = path.split_once_str("/") else { return Ok(path) };
        let (is_there, rest) = (self.exists(top.into()), BString::from(rest));
        let is_prefix = matches!(top, b"a" | b"b");
        let is_stripped = |name: &PatchPath<'_>| name.as_bstr() != name.written();
        let is_alone =
            is_stripped(name) && !self.readers().iter().any(|(_, name)| is_stripped(name));
        if is_alone && self.contract == Contract::Git {
            return Ok(path);
        }
        if !is_there && self.all_drop(top) {
            return Ok(rest);
        }
        if is_alone || !(is_prefix || self.format == Format::Unified) || !self.all_drop_one() {
            let is_whole = path == name.written() && !file.metadata.git;
            let may_be_prefix = is_prefix && is_whole && self.format == Format::Unified;
            return if may_be_prefix && !is_there && !self.readers().is_empty() {
                Err(Code::FileNotFound)
            } else {
                Ok(path)
            };
        }
        let goes = is_prefix || self.contract == Contract::Git;
        let is_deletion = |(file, _): &(&FilePatch<'_>, &PatchPath<'_>)| {
            matches!(file.operation, FileOperation::Delete { .. })
        };
        let is_dropped_too = || rest.split_once_str("/").is_some_and(|(top, _)| self.all_drop(top));
        if goes && !is_there && self.contract == Contract::Agent && is_dropped_too() {
            Err(Code::FileNotFound)
        } else if goes && !is_there {
            Ok(rest)
        } else if !goes && !self.readers().iter().all(is_deletion) {
            Ok(path)
        } else {
            Err(Code::FileNotFound)
        }
    }

    /// The path to which a file goes: with or without a directory, like the one that it comes from.
    fn moved(
        &self,
        old: &PatchPath<'_>,
        source: &BString,
        name: &PatchPath<'_>,
    ) -> Result<BString, Code> {
        let path = resolve(name.as_bstr())?;
        let parts = path.split_once_str("/").map(|(top, rest)| (top, BString::from(rest)));
        let is_kept = resolve(old.as_bstr()).as_ref() == Ok(source);
        if is_kept {
            return match parts {
                Some((top, _)) if !self.exists(top.into()) && self.all_drop(top) => {
                    Err(Code::FileNotFound)
                }
                _ => Ok(path),
            };
        }
        if resolve(old.written()).as_ref() == Ok(source) {
            return resolve(name.written());
        }
        let Some(of_source) = self.dropped(old, source) else { return Ok(path) };
        let is_prefix = |top: &[u8]| matches!(top, b"a" | b"b");
        match parts {
            Some((top, rest)) if top == of_source || (is_prefix(top) && is_prefix(&of_source)) => {
                if self.exists(top.into()) {
                    Err(Code::FileNotFound)
                } else {
                    Ok(rest)
                }
            }
            _ if is_prefix(&of_source) => Ok(path),
            _ => Err(Code::FileNotFound),
        }
    }

    /// The directory at the start of a name that does not belong to the file that it means.
    fn dropped(&self, name: &PatchPath<'_>, meant: &BString) -> Option<BString> {
        let bare = self.bare(name);
        let names = [Some(name), bare.as_ref()].into_iter().flatten();
        let mut parts = names.filter_map(|name| name.as_bstr().split_once_str("/"));
        let (top, _) = parts.find(|(_, rest)| resolve((*rest).into()).as_ref() == Ok(meant))?;
        Some(top.into())
    }

    /// Whether there are sections that read files of the tree, and each drops the first directory of
    /// its name.
    fn all_drop_one(&self) -> bool {
        let readers = self.readers();
        !readers.is_empty() && readers.iter().all(|reader| self.drops(reader))
    }

    /// Whether a section may drop the first directory of a name: all that read a file drop the same
    /// one. A prefix of git may always go.
    pub(super) fn may_drop(&self, name: &PatchPath<'_>, path: &BString) -> bool {
        let top = |name: &PatchPath<'_>, path: &BString| {
            let sides = [Some(name.as_bstr()), Some(name.written()), name.other_side()];
            let is_whole =
                sides.into_iter().flatten().any(|side| resolve(side).as_ref() == Ok(path));
            let top = self.dropped(name, path).filter(|_| !is_whole);
            top.filter(|top| top != "a" && top != "b")
        };
        if top(name, path).is_none() {
            return true;
        }
        let top = |(file, name): &(&'s FilePatch<'a>, &'s PatchPath<'a>)| {
            let meant = self.at_first().find(file, name).ok()?;
            Some(top(name, &meant))
        };
        let tops: BTreeSet<_> = self.readers().iter().filter_map(top).collect();
        tops.len() < 2
    }

    /// Whether a section drops the first directory of the name with which it reads a file.
    fn drops(&self, (file, name): &(&FilePatch<'_>, &PatchPath<'_>)) -> bool {
        let found = self.at_first().find(file, name);
        found.is_ok_and(|meant| {
            resolve(name.as_bstr()).as_ref() != Ok(&meant)
                && resolve(name.written()).as_ref() != Ok(&meant)
                && self.dropped(name, &meant).is_some()
        })
    }

    /// Whether there are sections that read files of the tree and whose names start with a
    /// directory, and all of them drop it.
    fn all_drop(&self, top: &[u8]) -> bool {
        let mut named = self.readers();
        named.retain(|(_, name)| {
            let bare = self.bare(name);
            let name = bare.as_ref().unwrap_or(name).as_bstr();
            name.split_str("/").next() == Some(top)
        });
        !named.is_empty() && named.iter().all(|reader| self.drops(reader))
    }

    /// Whether a file or a folder is at a path in the terms of the patch. A folder that the patch
    /// empties is nevertheless not a prefix of names.
    pub(super) fn exists(&self, path: &BStr) -> bool {
        let is_folder = |path: &BString| {
            [self.tree, self.before].iter().any(|tree| tree.is_folder(path.as_bstr()))
        };
        let there = |path: BString| self.tree.files.contains_key(&path) || is_folder(&path);
        resolve(path).is_ok_and(there)
    }

    /// The path that an earlier section gave to a name.
    pub(super) fn made(&self, name: &PatchPath<'_>) -> Option<&'s BString> {
        if name.is_one_of_two() { None } else { self.made.get(name.as_bstr()) }
    }

    /// The file that all names of a section together mean.
    pub(super) fn find(&self, file: &FilePatch<'_>, name: &PatchPath<'_>) -> Result<BString, Code> {
        if let Some(path) = self.made(name) {
            return match self.tree.files.get(path) {
                Some(_) => Ok(path.clone()),
                None if self.tree.is_folder(path.as_bstr()) => Err(Code::NotAFile),
                None => Err(Code::FileNotFound),
            };
        }
        let is_settled = self.is_settled(name);
        let top = |name| self.without_top(file, name).filter(|_| !is_settled);
        let found = if name.is_one_of_two() {
            let other = name.other_path().expect("there are two names");
            let same = || top(name).filter(|path| top(&other).as_ref() == Some(path));
            self.one_of_two(file, name)?.or_else(same)
        } else {
            self.tailed(name)?.or_else(|| top(name))
        };
        found.ok_or(Code::FileNotFound)
    }

    fn one_of_two(
        &self,
        file: &FilePatch<'_>,
        name: &PatchPath<'_>,
    ) -> Result<Option<BString>, Code> {
        let old = name.other_path().expect("there are two names");
        // The name of a temporary file is not the one that is meant if the other one exists.
        for (one, other) in [(name, &old), (&old, name)] {
            let is_temporary = one.as_bstr().starts_with(b"/") && !file.metadata.git;
            if is_temporary
                && resolve(one.as_bstr()).is_err()
                && let Ok(path) = resolve(other.as_bstr())
                && self.tree.files.contains_key(&path)
            {
                return Ok(Some(path));
            }
            resolve(one.as_bstr())?;
        }
        let is_literal = old.is_literal() || name.is_literal();
        let (mut both, mut folders) = self.readings([&old, name], is_literal)?;
        if both.is_empty() && folders.is_empty() && is_literal {
            (both, folders) = self.readings([&old, name], false)?;
        }
        let found: BTreeSet<_> = both.iter().chain(&folders).collect();
        let is_one = found.len() == 1 && both.len() + folders.len() == 2;
        match both.as_slice() {
            _ if file.metadata.git && !is_one => Err(Code::RenamePathMismatch),
            [old, new] if old != new => Err(Code::RenamePathMismatch),
            // A folder is not meant if the other name is that of a file.
            [meant, ..] => Ok(Some(meant.clone())),
            [] if folders.is_empty() => Ok(None),
            [] => Err(Code::NotAFile),
        }
    }

    /// The files and the folders that two names mean.
    fn readings(
        &self,
        names: [&PatchPath<'_>; 2],
        is_settled: bool,
    ) -> Result<(Vec<BString>, Vec<BString>), Code> {
        let (mut files, mut folders) = (Vec::new(), Vec::new());
        for name in names {
            match self.reading(name, is_settled) {
                Err(Code::NotAFile) => folders.push(resolve(name.as_bstr())?),
                found => files.extend(found?),
            }
        }
        Ok((files, folders))
    }

    /// Behind `./` git takes no prefix off.
    fn is_settled(&self, name: &PatchPath<'_>) -> bool {
        name.is_literal() && self.contract == Contract::Git
    }

    /// What follows a name after a tab may be a part of it.
    fn tailed(&self, name: &PatchPath<'_>) -> Result<Option<BString>, Code> {
        let short = self.reading(name, self.is_settled(name))?;
        match name.with_tail().filter(|longer| self.exists(longer.as_bstr())) {
            Some(_) if short.is_some() => Err(Code::FileNotFound),
            Some(longer) => resolve(longer.as_bstr()).map(Some),
            None => Ok(short),
        }
    }

    /// A directory that does not exist is a prefix, if old lines identify the file.
    fn without_top(&self, file: &FilePatch<'_>, name: &PatchPath<'_>) -> Option<BString> {
        let has_old_lines = file.hunks().iter().any(|hunk| hunk.counts().0 > 0);
        let (top, rest) = name.as_bstr().split_once_str("/")?;
        let rest = resolve(rest.into()).ok()?;
        let is_dropped = has_old_lines
            && self.format == Format::Unified
            && resolve(top.into()).is_ok()
            && !self.exists(top.into())
            && self.tree.files.contains_key(&rest);
        is_dropped.then_some(rest)
    }

    fn reading(&self, name: &PatchPath<'_>, is_settled: bool) -> Result<Option<BString>, Code> {
        let path = resolve(name.as_bstr())?;
        let is_file = |path: &BString| self.tree.files.contains_key(path);
        let rival = if name.is_one_sided() { folder_of(name) } else { name.written() };
        if self.exists(path.as_bstr()) && name.is_unsure() && self.exists(rival) {
            return Err(Code::FileNotFound);
        }
        if is_file(&path) && !name.as_bstr().ends_with(b"/") {
            return Ok(Some(path));
        }
        if self.tree.is_folder(path.as_bstr()) {
            return Err(Code::NotAFile);
        }
        let others = name.alternatives().filter(|_| !is_settled);
        let others = others.filter_map(|other| resolve(other.as_bstr()).ok());
        let others: BTreeSet<_> = others.filter(is_file).collect();
        match others.len() {
            0 => {
                let without_slash = || {
                    let bare = name.as_bstr().trim_end_with(|byte| byte == '/');
                    let is_less = !bare.is_empty() && bare.len() < name.as_bstr().len();
                    is_less.then(|| PatchPath::new(BString::from(bare)))
                };
                let bare = self.bare(name).or_else(without_slash);
                Ok(bare.and_then(|bare| self.reading(&bare, is_settled).ok().flatten()))
            }
            1 => Ok(others.into_iter().next()),
            // It is unclear which one is meant.
            _ => Err(Code::FileNotFound),
        }
    }
}

/// The folder that a name starts with.
fn folder_of<'n>(name: &'n PatchPath<'_>) -> &'n BStr {
    name.written().split(|byte| *byte == b'/').next().unwrap_or_default().into()
}
