//! A path as a patch names it.

use std::borrow::Cow;
use std::fmt;

use bstr::{BStr, BString, ByteSlice};

use super::extras;
use super::spelling::{self, Taken, dots_len};

/// A file name from a patch header, unquoted.
///
/// The name may carry a prefix that is not part of the path (`a/`, `b/`, `old-1.0/`). The parser
/// works the prefix out from the headers; [`Self::written`] keeps the whole name for a caller that
/// knows the file tree and sees that the headers mislead. Two paths are equal if their
/// [`Self::as_bstr`] are, and, where either of two names may be meant, those of the other names.
///
/// A parsed path is never empty. Nothing else is checked here: the workspace checks `..` and
/// absolute paths.
#[derive(Clone, Debug)]
pub struct PatchPath<'a> {
    written: Cow<'a, BStr>,
    /// Always within `written`, and after a `/` when not 0.
    prefix: usize,
    doubt: Doubt,
    /// The name of the other side.
    other: Option<Other<'a>>,
    /// Whether nothing vouches for the exact spelling of the name: neither quotes nor a header of
    /// git.
    is_loose: bool,
    /// Whether names have no prefix in this patch.
    is_plain: bool,
    /// A tab that follows the name, and text that is not a time. Few names have it.
    tail: Option<Box<Cow<'a, BStr>>>,
}

/// The name on the other side of the header.
#[derive(Clone, Debug)]
struct Other<'a> {
    written: Cow<'a, BStr>,
    /// As [`PatchPath::prefix`]; 0 if it is not known.
    prefix: usize,
    relation: Relation,
}

/// What the name of the other side is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Relation {
    /// That of the same file, with another prefix.
    Same,
    /// That of a backup.
    Backup,
    /// That of another file; only one of the two is meant.
    OneOfTwo,
}

/// What the patch leaves open about a prefix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Doubt {
    /// Nothing.
    None,
    /// Whether it is a prefix.
    Prefix,
    /// Nothing: the caller said how long the prefix is.
    Told,
    /// Whether it is a prefix that the other side lacks, or a directory to which the file moves.
    OneSided,
}

impl<'a> PatchPath<'a> {
    /// A path without a prefix.
    pub fn new(path: impl Into<Cow<'a, BStr>>) -> Self {
        Self {
            written: path.into(),
            prefix: 0,
            doubt: Doubt::None,
            other: None,
            is_loose: false,
            is_plain: false,
            tail: None,
        }
    }

    /// Whether `git apply` takes the new one of the names of two files: it is not the old one with
    /// more after it.
    pub fn is_new_taken_by_git(old: &BStr, new: &BStr) -> bool {
        !new.starts_with(old)
    }

    /// Drops `components` leading components of the name as written (`patch -pN`); the last
    /// component always stays. An absolute name is never shortened: its root is not a prefix.
    #[must_use]
    pub(crate) fn stripped(mut self, components: usize) -> Self {
        self.prefix = prefix_len(&self.written, components);
        self
    }

    /// Drops `./` at the start. What follows it is the path: no prefix comes there.
    #[must_use]
    pub(crate) fn behind_dots(mut self) -> Self {
        self.prefix = self.prefix.max(dots_len(&self.written));
        self
    }

    /// Marks the prefix as one that nothing else in the patch shows.
    #[must_use]
    pub(crate) fn with_doubtful_prefix(mut self) -> Self {
        self.doubt = if self.prefix > 0 { Doubt::Prefix } else { Doubt::None };
        self
    }

    /// As [`Self::stripped`], at the caller's request: there is no other reading of the name.
    #[must_use]
    pub(crate) fn stripped_as_told(self, components: usize) -> Self {
        Self { doubt: Doubt::Told, ..self.stripped(components) }.behind_dots()
    }

    /// Whether `components` components can be dropped from the name with one left. True for an
    /// absolute name, which keeps all components.
    pub(crate) fn has_more_than(&self, components: usize) -> bool {
        self.is_rooted() || self.written.fields_with(|c| c == '/').nth(components).is_some()
    }

    /// Marks the prefix as one that the other side lacks.
    #[must_use]
    pub(crate) fn with_one_sided_prefix(mut self) -> Self {
        self.doubt = Doubt::OneSided;
        self
    }

    /// Notes the name of the other side.
    #[must_use]
    pub(crate) fn with_other_side(mut self, other: Cow<'a, BStr>) -> Self {
        self.other = Some(Other { written: other, prefix: 0, relation: Relation::Same });
        self
    }

    /// Forgets the name of the other side if it is the same file.
    #[must_use]
    pub(crate) fn without_same_other_side(mut self) -> Self {
        self.other = self.other.filter(Other::is_another);
        self
    }

    /// Notes the path on the other side, which is a backup.
    #[must_use]
    pub(crate) fn with_other_file(mut self, other: PatchPath<'a>) -> Self {
        let PatchPath { written, prefix, .. } = other;
        self.other = Some(Other { written, prefix, relation: Relation::Backup });
        self
    }

    /// Marks the two names as those of two files, only one of which is meant.
    #[must_use]
    pub(crate) fn with_two_names(mut self) -> Self {
        self.other = self.other.map(|other| Other { relation: Relation::OneOfTwo, ..other });
        self
    }

    /// Notes that names have no prefix in this patch.
    pub(crate) fn set_plain(&mut self) {
        self.is_plain = true;
    }

    /// Notes that nothing vouches for the exact spelling of the name.
    pub(crate) fn set_unvouched(&mut self) {
        self.is_loose = true;
    }

    /// Notes what follows the name after a tab.
    pub(crate) fn set_tail(&mut self, tail: Cow<'a, BStr>) {
        self.tail = Some(Box::new(tail));
    }

    /// Whether the name was written in a header without quotes, and no header of git repeats it:
    /// signs around it may be the writer's decoration. False for a name that was not read from a
    /// text.
    pub fn is_loose(&self) -> bool {
        self.is_loose
    }

    /// The path without what people and models put around a name (backticks, a colon, `(modified)`,
    /// backslashes, `./`) or write beside it (a comma, `:12`, `path: `, characters that nobody
    /// sees); `None` where there is nothing of it.
    ///
    /// For a caller that finds that the name as it is names nothing.
    pub fn undecorated(&self) -> Option<PatchPath<'static>> {
        self.without(Taken::All)
    }

    /// The same without what is around the name alone: what is beside it, `git` takes for a part of
    /// it.
    pub fn unmarked(&self) -> Option<PatchPath<'static>> {
        self.without(Taken::Marks)
    }

    fn without(&self, taken: Taken) -> Option<PatchPath<'static>> {
        let doubt = if self.is_as_told() { Doubt::Told } else { Doubt::None };
        let read_alike =
            |path: PatchPath<'static>| PatchPath { doubt, is_plain: self.is_plain, ..path };
        let behind_prefix = |path: &PatchPath<'_>| {
            spelling::bare(path.as_bstr(), taken).map(|bare| PatchPath::from(bare).behind_dots())
        };
        // What comes behind `./` has no prefix, and so has none without what is around it.
        let bare = spelling::bare(&self.written, taken).filter(|_| !self.is_literal());
        let Some(bare) = bare else {
            return behind_prefix(self).filter(|_| self.prefix > 0).map(read_alike);
        };
        let is_prefixed = |name: &[u8]| name.starts_with(b"a/") || name.starts_with(b"b/");
        let is_open = !self.is_plain && !self.is_as_told();
        let shown = usize::from(is_open && is_prefixed(&bare) && !is_prefixed(&self.written));
        let path = PatchPath::new(bare).stripped(self.prefix_components().max(shown)).behind_dots();
        // A prefix may be between the one and the other: b/`x`,
        Some(read_alike(behind_prefix(&path).unwrap_or(path)))
    }

    /// Whether the name begins with `./`, and so has no prefix: what follows is the path.
    pub fn is_literal(&self) -> bool {
        self.prefix > 0 && self.prefix == dots_len(&self.written)
    }

    /// Whether the path begins with what stands for another place (`~/`, `$HOME/`, `${x}/`,
    /// `https://`). A caller that makes a file refuses, unless the tree has a directory of that
    /// name.
    pub fn is_elsewhere(&self) -> bool {
        extras::is_elsewhere(self.as_bstr())
    }

    /// The path without a full stop after its ending (`x.py.`), which may be that of a sentence;
    /// `None` where there is none.
    pub fn without_stop(&self) -> Option<&BStr> {
        extras::without_stop(self.as_bstr())
    }

    /// Whether the name, where nothing vouches for it and the tree has no such file, is not read as
    /// it is.
    pub fn may_be_misread(&self) -> bool {
        self.undecorated().is_some() || self.is_elsewhere() || self.without_stop().is_some()
    }

    /// The path if the tab after it and the following text belong to the name; `None` if nothing
    /// follows, or a time does. `git apply` and GNU patch read the name up to the tab; they write a
    /// name that contains one in quotes.
    pub fn with_tail(&self) -> Option<PatchPath<'static>> {
        let tail = self.tail.as_ref()?;
        Some(PatchPath::new(BString::from([self.as_bstr().as_bytes(), tail].concat())))
    }

    /// Whether nothing in the patch shows if the name as written starts with a prefix or with a
    /// directory: `git diff --no-prefix` and `git diff --no-index` can write the same for a file
    /// that is added or deleted. A caller that knows the file tree should refuse if both readings
    /// fit.
    pub fn is_unsure(&self) -> bool {
        matches!(self.doubt, Doubt::Prefix | Doubt::OneSided)
    }

    /// Whether the two sides name two different files and no header says that one becomes the
    /// other: `diff -u old.txt new.txt` writes that. This is the name of the new side;
    /// [`Self::other_path`] is that of the old one. Only the file tree shows which is meant.
    pub fn is_one_of_two(&self) -> bool {
        self.other.as_ref().is_some_and(|other| other.relation == Relation::OneOfTwo)
    }

    /// Whether the caller said how long the prefix is. If the path then names no file, no other
    /// length is tried.
    pub fn is_as_told(&self) -> bool {
        self.doubt == Doubt::Told
    }

    /// Whether one side of the header has a prefix that the other lacks. If the file tree has a
    /// directory of that name, the patch may just as well mean that the file moves there.
    pub fn is_one_sided(&self) -> bool {
        self.doubt == Doubt::OneSided
    }

    /// The name of the other side as its header has it, if both sides have one.
    pub fn other_side(&self) -> Option<&BStr> {
        self.other.as_ref().map(|other| &*other.written)
    }

    /// The path that the other side names, if it is another file: a backup of this one, or one of
    /// two ([`Self::is_one_of_two`]).
    pub fn other_path(&self) -> Option<PatchPath<'_>> {
        let other = self.other.as_ref().filter(|other| other.is_another())?;
        let doubt = if self.is_as_told() { Doubt::Told } else { Doubt::None };
        let is_plain = self.is_plain;
        Some(PatchPath { prefix: other.prefix, doubt, is_plain, ..PatchPath::new(&*other.written) })
    }

    fn second_of_two(&self) -> Option<&BStr> {
        let other = self.other.as_ref().filter(|_| self.is_one_of_two())?;
        other.written.get(other.prefix..).map(BStr::new)
    }

    /// The path, without its prefix.
    pub fn as_bstr(&self) -> &BStr {
        self.written.get(self.prefix..).unwrap_or_default().as_bstr()
    }

    /// The name as the header has it, prefix included, unquoted.
    pub fn written(&self) -> &BStr {
        &self.written
    }

    /// How many components the prefix has.
    pub(crate) fn prefix_components(&self) -> usize {
        let prefix = self.written.get(..self.prefix).unwrap_or_default();
        prefix.fields_with(|c| c == '/').count()
    }

    /// Whether the path is absolute, in POSIX form.
    pub fn is_absolute(&self) -> bool {
        self.as_bstr().starts_with(b"/")
    }

    /// Whether the name as written begins at a root, and so has no prefix. `a/C:/x` does not: there
    /// `C:` is a directory.
    pub(crate) fn is_rooted(&self) -> bool {
        is_rooted(&self.written)
    }

    /// The other readings of the names: as written on either side, and without `a/` or `b/`.
    ///
    /// For a caller that knows the file tree and finds that the path itself names no file. If the
    /// tree has several of these, the patch does not show which is meant. There are none if the
    /// caller said how long the prefix is.
    pub fn alternatives(&self) -> impl Iterator<Item = PatchPath<'_>> {
        let is_open = self.doubt != Doubt::Told;
        let dots = dots_len(&self.written);
        // If the other side lacks the prefix, only one reading lets both sides name one file.
        let is_prefixed = self.prefix > dots && !self.is_one_sided();
        let as_written = is_prefixed.then_some(dots);
        let behind_dots = self.written.get(dots..).unwrap_or_default();
        let is_git_prefix = behind_dots.starts_with(b"a/") || behind_dots.starts_with(b"b/");
        let without_prefix = (self.prefix == dots && is_git_prefix).then_some(dots + 2);
        let own = as_written.into_iter().chain(without_prefix);
        let own = own.map(|prefix| PatchPath { prefix, ..PatchPath::new(&*self.written) });
        // The other of two names is not a reading of this one.
        let other = self.other.as_ref().filter(|_| !self.is_one_of_two());
        let backup = other.filter(|other| other.is_another() && other.prefix != 0);
        let backup = backup
            .map(|other| PatchPath { prefix: other.prefix, ..PatchPath::new(&*other.written) });
        let other = other
            .filter(|other| (is_prefixed && other.written != self.written) || other.is_another());
        let all = own.chain(backup).chain(other.map(|other| PatchPath::new(&*other.written)));
        all.filter(move |_| is_open)
    }

    /// Makes an owned path equal to another one, reusing its memory.
    pub(crate) fn assign(path: &mut PatchPath<'static>, other: &PatchPath<'_>) {
        let PatchPath { written, prefix, doubt, other: second, is_loose, is_plain, tail } = other;
        assign(&mut path.written, written);
        (path.prefix, path.doubt) = (*prefix, *doubt);
        (path.is_loose, path.is_plain) = (*is_loose, *is_plain);
        match (&mut path.other, second) {
            (Some(slot), Some(Other { written, prefix, relation })) => {
                assign(&mut slot.written, written);
                (slot.prefix, slot.relation) = (*prefix, *relation);
            }
            (slot, second) => *slot = second.clone().map(Other::into_owned),
        }
        path.tail = tail.clone().map(|tail| Box::new(Cow::Owned(tail.into_owned())));
    }

    /// A path that borrows nothing.
    pub fn into_owned(self) -> PatchPath<'static> {
        PatchPath {
            written: Cow::Owned(self.written.into_owned()),
            prefix: self.prefix,
            doubt: self.doubt,
            other: self.other.map(Other::into_owned),
            is_loose: self.is_loose,
            is_plain: self.is_plain,
            tail: self.tail.map(|tail| Box::new(Cow::Owned(tail.into_owned()))),
        }
    }
}

/// Whether a name begins at a root: `/`, or on Windows a drive (`C:\`, `C:/`) or a share
/// (`\\server`).
///
/// Such a name has no prefix. Agents write such names in the patches of their diffs, whatever
/// system reads them.
pub(crate) fn is_rooted(name: &[u8]) -> bool {
    match name {
        [b'/', ..] | [b'\\', b'\\', ..] => true,
        [drive, b':', b'/' | b'\\', ..] => drive.is_ascii_alphabetic(),
        _ => false,
    }
}

/// The length of the first `components` components of `name`, with their slashes. Each `./` at the
/// start is one, as for `git apply` and GNU patch.
fn prefix_len(name: &BStr, components: usize) -> usize {
    if is_rooted(name) {
        return 0;
    }
    let mut len = 0;
    let dots = dots_len(name);
    for _ in 0..components {
        let rest = name.get(len..).unwrap_or_default();
        // Components are too short for `memchr` to pay off.
        let Some(slash) = rest.iter().position(|byte| *byte == b'/') else { break };
        len += slash + 1;
        if len < dots {
            let behind = rest.get(slash + 1..).unwrap_or_default();
            len += behind.iter().take_while(|byte| **byte == b'/').count();
            continue;
        }
        // The rest of `a//x` is absolute, as for `git apply`: a root is never shortened.
        if rest.get(slash + 1) == Some(&b'/') {
            break;
        }
    }
    len
}

fn assign(slot: &mut Cow<'static, BStr>, text: &BStr) {
    match slot {
        Cow::Owned(slot) => {
            slot.clear();
            slot.extend_from_slice(text);
        }
        Cow::Borrowed(_) => *slot = Cow::Owned(text.to_owned()),
    }
}

impl Other<'_> {
    /// Whether it names another file.
    fn is_another(&self) -> bool {
        self.relation != Relation::Same
    }

    fn into_owned(self) -> Other<'static> {
        Other { written: Cow::Owned(self.written.into_owned()), ..self }
    }
}

impl PartialEq for PatchPath<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.as_bstr() == other.as_bstr() && self.second_of_two() == other.second_of_two()
    }
}

impl Eq for PatchPath<'_> {}

impl fmt::Display for PatchPath<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self.as_bstr(), f)
    }
}

impl<'a> From<&'a str> for PatchPath<'a> {
    fn from(path: &'a str) -> Self {
        Self::new(BStr::new(path))
    }
}

impl<'a> From<&'a BStr> for PatchPath<'a> {
    fn from(path: &'a BStr) -> Self {
        Self::new(path)
    }
}

impl From<BString> for PatchPath<'_> {
    fn from(path: BString) -> Self {
        Self::new(path)
    }
}

#[cfg(test)]
mod tests;
