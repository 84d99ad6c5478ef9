//! Decides what a section of a unified diff does, and to which paths.

use std::borrow::Cow;

use bstr::BStr;

use super::names::{HeaderName, Pair, Style, Time, agrees, is_same_path};
use super::reader::Reader;
use super::section::Naming;
use crate::ast::{FileOperation, FilePatch, PatchPath, without_dots};
use crate::{Code, Counts, Diagnostic, DiagnosticKind, ParseError};

/// Works out the operation of one section and the paths it owns.
pub(super) struct Paths<'r, 'a> {
    pub(super) reader: &'r Reader<'a>,
    pub(super) naming: &'r Naming<'a>,
    pub(super) file: &'r FilePatch<'a>,
    pub(super) style: &'r Style<'r>,
    pub(super) diagnostics: &'r mut Vec<Diagnostic>,
}

impl<'r, 'a> Paths<'r, 'a> {
    pub(super) fn operation(mut self) -> Result<FileOperation<'a>, ParseError> {
        let naming = self.naming;
        if naming.git_line_misleads(self.reader.strip, naming.moved_cut(self.reader.strip)) {
            self.forgive(DiagnosticKind::OtherNamesInGitHeader);
        }
        match (naming.rename(), naming.copy()) {
            ((Some(from), Some(to)), (None, None)) => {
                let (old_path, path) = self.renamed(from, to)?;
                Ok(FileOperation::Move { old_path, path })
            }
            ((None, None), (Some(from), Some(to))) => {
                let (old_path, path) = self.renamed(from, to)?;
                Ok(FileOperation::Copy { old_path, path })
            }
            ((None, None), (None, None)) => self.in_place(),
            ((Some(_), _) | (_, Some(_)), (Some(_), _) | (_, Some(_))) => {
                Err(self.mismatch("a file is either renamed or copied"))
            }
            _ => Err(self.mismatch("`rename from` and `rename to` come together")),
        }
    }

    /// Rename headers are authoritative; `---` and `+++` must agree with them (RFC, *Rename*).
    fn renamed(
        &mut self,
        from: &Cow<'a, BStr>,
        to: &Cow<'a, BStr>,
    ) -> Result<(PatchPath<'a>, PatchPath<'a>), ParseError> {
        let naming = self.naming;
        if [from, to].iter().any(|name| ***name == "/dev/null") {
            return Err(
                self.mismatch("a file is renamed or copied to another, and `/dev/null` is none")
            );
        }
        let cuts = self.moved_cuts(from, to);
        let is_told = self.reader.strip.is_some();
        let path = |name: &Cow<'a, BStr>, cut| {
            let path = PatchPath::new(name.clone());
            if is_told { path.stripped_as_told(cut) } else { path.stripped(cut) }
        };
        let paths = (path(from, cuts.0), path(to, cuts.1));
        // Dropping fewer components on one side would lead to a directory that neither name means.
        let missing =
            |cut: usize, path: &PatchPath<'_>| cut.saturating_sub(path.prefix_components());
        if missing(cuts.0, &paths.0) != missing(cuts.1, &paths.1) {
            return Err(
                self.mismatch("as many components are stripped from both names of a rename")
            );
        }
        let sides = [(&naming.old, from), (&naming.new, to)];
        let sides = sides.map(|(header, name)| Some((header.as_ref()?.file()?, &**name)));
        let is_shown = self.reader.strip.is_some_and(|strip| naming.shown_cut(strip).is_some());
        if !is_shown && sides.iter().flatten().any(|(header, name)| !agrees(header, name)) {
            return Err(self.mismatch("`---` and `+++` name the paths of the rename"));
        }
        if let [Some(old), Some(new)] =
            sides.map(|side| side.map(|(header, name)| **header == *name))
            && old != new
        {
            self.forgive(DiagnosticKind::PrefixOnOneSide);
        }
        Ok(paths)
    }

    /// How many leading components of the names of a rename are not part of the path; never those
    /// of one name alone.
    fn moved_cuts(&self, from: &BStr, to: &BStr) -> (usize, usize) {
        if let Some(cut) = self.naming.moved_cut(self.reader.strip) {
            return (cut, cut);
        }
        let in_tree = |name: &BStr| self.style.trees.trees()?.bare_prefix_of(name);
        in_tree(from).zip(in_tree(to)).unwrap_or_default()
    }

    fn in_place(&mut self) -> Result<FileOperation<'a>, ParseError> {
        let naming = self.naming;
        let (old, new) = (naming.old.as_ref(), naming.new.as_ref());
        if let Some(strip) = self.reader.strip {
            let git = naming.git.iter().flatten().filter(|_| old.is_none() && new.is_none());
            let below = [old, new].into_iter().flatten().filter_map(HeaderName::file);
            let mut names = below.chain(git.flat_map(|(old, new)| [old, new]));
            // GNU patch and git find no file then; the last component alone may name another one.
            if names.any(|name| !PatchPath::new(name.clone()).has_more_than(strip)) {
                let rule = "a file name has more components than are stripped";
                let error = self.reader.error(Code::FileNotFound, self.file.span, rule);
                return Err(self.naming.locate(error));
            }
        }
        match (old, new) {
            (Some(HeaderName::DevNull), Some(HeaderName::DevNull)) => {
                Err(self.no_file("at least one side of a header names a file"))
            }
            (Some(HeaderName::DevNull), Some(HeaderName::File { name, .. })) => {
                Ok(FileOperation::Add { path: self.lone(name) })
            }
            (Some(HeaderName::File { name, .. }), Some(HeaderName::DevNull)) => {
                Ok(FileOperation::Delete { path: self.lone(name) })
            }
            _ => {
                if let Some(operation) = self.opt_beside_no_file() {
                    return Ok(operation);
                }
                if self.name_no_file() {
                    return Err(self.no_file("at least one side of a header names a file"));
                }
                let path = self.common_path()?;
                // The time shows that one side has no file, not even an empty one.
                let is_missing = |side: Option<&HeaderName<'_>>| {
                    side.and_then(HeaderName::time) == Some(Time::Epoch)
                };
                let alone = |is_missing: bool, path: PatchPath<'a>| {
                    if is_missing { path.without_same_other_side() } else { path }
                };
                Ok(if naming.is_added(self.file.hunks()) {
                    FileOperation::Add { path: alone(is_missing(old), path) }
                } else if naming.is_deleted(self.file.hunks()) {
                    FileOperation::Delete { path: alone(is_missing(new), path) }
                } else {
                    FileOperation::Modify { path }
                })
            }
        }
    }

    /// Whether both sides have names that stand for no file, and not the same.
    fn name_no_file(&self) -> bool {
        self.reader.counts == Counts::Advice
            && self.both_files().is_some_and(|(old, new)| {
                names_no_file(old) && names_no_file(new) && !is_same_path(old, new)
            })
    }

    /// The operation if one side has a name that stands for no file, and the hunks have no line of
    /// that side either.
    fn opt_beside_no_file(&mut self) -> Option<FileOperation<'a>> {
        let (old, new) = self.both_files().filter(|_| self.reader.counts == Counts::Advice)?;
        let range = match self.file.hunks() {
            [hunk] => hunk.range()?,
            _ => return None,
        };
        let operation = match (names_no_file(old), names_no_file(new)) {
            (true, false) if range.old_count == 0 => FileOperation::Add { path: self.lone(new) },
            (false, true) if range.new_count == 0 => FileOperation::Delete { path: self.lone(old) },
            _ => return None,
        };
        self.forgive(DiagnosticKind::DevNull);
        Some(operation)
    }

    fn lone(&self, name: &Cow<'a, BStr>) -> PatchPath<'a> {
        if let Some(strip) = self.reader.strip {
            return PatchPath::new(name.clone()).stripped_as_told(strip);
        }
        if let Some(path) = self.style.in_trees(name) {
            return path;
        }
        // The git line names both sides even if `---` or `+++` is `/dev/null`.
        if let Some(Some((old, new))) = &self.naming.git {
            let is_named = name == old || name == new;
            match Pair::of(old, new) {
                Pair::Prefixed if is_named => return PatchPath::new(name.clone()).stripped(1),
                Pair::Same if is_named => {
                    return self.lone_twice(name, self.naming.old == Some(HeaderName::DevNull));
                }
                _ => {}
            }
        }
        self.style.lone(name.clone())
    }

    /// The path of a name that the git line has twice. With two different prefixes the names would
    /// differ, but `--no-index` writes the prefix of the existing side twice. If other sections
    /// have prefixes, so has this one.
    fn lone_twice(&self, name: &Cow<'a, BStr>, is_added: bool) -> PatchPath<'a> {
        let path = self.style.lone(name.clone());
        let prefix: &[u8] = if is_added { b"b/" } else { b"a/" };
        if self.style.shows_prefix() {
            path
        } else if name.starts_with(prefix) {
            path.with_doubtful_prefix()
        } else {
            PatchPath::new(name.clone()).behind_dots()
        }
    }

    /// The names of both sides, if both are names of files; without `---` and `+++` those of the
    /// git line.
    fn both_files(&self) -> Option<(&'r Cow<'a, BStr>, &'r Cow<'a, BStr>)> {
        let git = || self.naming.git.as_ref()?.as_ref().map(|(old, new)| (old, new));
        self.both_named().or_else(git)
    }

    /// The names on the `---` and the `+++` line, if both are names of files.
    fn both_named(&self) -> Option<(&'r Cow<'a, BStr>, &'r Cow<'a, BStr>)> {
        Some((self.naming.old.as_ref()?.file()?, self.naming.new.as_ref()?.file()?))
    }

    /// The one path that the names of both sides mean.
    fn common_path(&mut self) -> Result<PatchPath<'a>, ParseError> {
        let naming = self.naming;
        let Some((old, new)) = self.both_files() else {
            return Err(self.no_file("the names on the `diff --git` line cannot be told apart"));
        };
        if let Some(strip) = self.reader.strip {
            let path = self.common_path_behind(strip, old, new);
            // A file that both sides name may have been empty before, whatever is stripped.
            let is_filled = naming.is_added(self.file.hunks()) && path.other_side().is_none();
            return Ok(if is_filled { path.with_other_side(old.clone()) } else { path });
        }
        let mut pair = Pair::of(old, new);
        if naming.git.is_some()
            && let Some(path) = self.style.in_trees(new)
        {
            return Ok(path.with_other_side(old.clone()));
        }
        // An empty file has only the git line.
        if pair == Pair::Same
            && self.both_named().is_none()
            && (naming.is_added(self.file.hunks()) || naming.is_deleted(self.file.hunks()))
        {
            return Ok(self.lone_twice(new, naming.is_added(self.file.hunks())));
        }
        // If names have no prefix, one with `b/` in front is another file.
        let is_other = matches!(pair, Pair::OneSided { .. }) && self.style.is_plain();
        if pair == Pair::Different || is_other {
            let (of_old, of_new) = (self.style.lone(old.clone()), self.style.lone(new.clone()));
            if of_old.as_bstr() != of_new.as_bstr() {
                return Ok(self.one_of_two(of_old, of_new));
            }
            // If other sections show that a directory is a prefix, it is one here, too, though the
            // other side lacks it.
            let is_longer = without_dots(old).len() > without_dots(new).len();
            pair = Pair::OneSided { old_is_prefixed: is_longer };
        }
        if let Some(kind) = pair.diagnostic() {
            self.forgive(kind);
        }
        Ok(pair.path(old.clone(), new.clone()))
    }

    /// The path that both names mean after a prefix that the caller gives.
    fn common_path_behind(
        &mut self,
        strip: usize,
        old: &Cow<'a, BStr>,
        new: &Cow<'a, BStr>,
    ) -> PatchPath<'a> {
        let path = |name: &Cow<'a, BStr>| PatchPath::new(name.clone()).stripped_as_told(strip);
        let (old, new) = (path(old), path(new));
        match Pair::of(old.as_bstr(), new.as_bstr()) {
            // Without a header of git, GNU patch has a rule for any two names.
            Pair::Backup { old_is_backup, components: (0, 0) } if self.naming.git.is_some() => {
                self.forgive(DiagnosticKind::BackupName);
                if old_is_backup { new.with_other_file(old) } else { old.with_other_file(new) }
            }
            Pair::Same => new,
            _ => self.one_of_two(old, new),
        }
    }

    /// The path of a section that names two files, as `diff -u old.txt new.txt` does. If the times
    /// show that one side does not exist, the other is meant; otherwise, or if `git apply` takes
    /// the missing one and the patch is for it, the file tree decides later.
    fn one_of_two(&mut self, old: PatchPath<'a>, new: PatchPath<'a>) -> PatchPath<'a> {
        let (naming, hunks) = (self.naming, self.file.hunks());
        let is_missing = |side: &Option<HeaderName<'a>>| {
            side.as_ref().and_then(HeaderName::time) == Some(Time::Epoch)
        };
        let is_new = naming.is_added(hunks) && is_missing(&naming.old);
        let is_gone = naming.is_deleted(hunks) && is_missing(&naming.new);
        let is_for_git = self.reader.counts == Counts::Believed;
        let git_takes_new = PatchPath::is_new_taken_by_git(old.as_bstr(), new.as_bstr());
        if is_new && (git_takes_new || !is_for_git) {
            new
        } else if is_gone && !(git_takes_new && is_for_git) {
            old
        } else {
            self.forgive(DiagnosticKind::TwoNames);
            new.with_other_file(old).with_two_names()
        }
    }

    fn forgive(&mut self, kind: DiagnosticKind) {
        self.diagnostics.push(Diagnostic::new(kind, self.file.span));
    }

    fn no_file(&self, rule: &'static str) -> ParseError {
        self.reader.error(Code::MissingFileHeader, self.file.span, rule)
    }

    fn mismatch(&self, rule: &'static str) -> ParseError {
        self.naming.locate(self.reader.error(Code::RenamePathMismatch, self.file.span, rule))
    }
}

/// Whether a name stands for no file: `/dev/null` with a prefix, or as Windows has it.
fn names_no_file(name: &BStr) -> bool {
    matches!(&**without_dots(name), b"a/dev/null" | b"b/dev/null" | b"dev/null" | b"NUL" | b"nul")
}
