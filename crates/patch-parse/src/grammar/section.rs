//! One section of a unified diff as it is written, and what its own headers show.

use std::borrow::Cow;

use bstr::{BStr, BString, ByteSlice};

use super::git::{Header, Names};
use super::names::{HeaderName, Pair, Style, Time, agrees, behind, is_same_path};
use super::reader::Reader;
use crate::ast::{FileContent, FileMode, FileOperation, FilePatch, Hunk, Metadata, PatchPath};
use crate::{Counts, ParseError};

/// The names of a `diff --git` line; `None` if the line does not show where the first one ends.
type GitLine<'a> = Option<Names<'a>>;

/// One section as it is written, before the prefixes of the whole patch are known.
#[derive(Debug)]
pub(super) struct Section<'a> {
    pub(super) naming: Naming<'a>,
    /// The finished section, except for its operation.
    pub(super) file: FilePatch<'a>,
}

impl Default for Section<'_> {
    fn default() -> Self {
        let open = FileOperation::Modify { path: PatchPath::new(BStr::new("")) };
        Self { naming: Naming::default(), file: FilePatch::new(open, Vec::new()) }
    }
}

/// What the headers of a section say about the file. The operation follows from it.
#[derive(Debug, Default)]
pub(super) struct Naming<'a> {
    pub(super) git: Option<GitLine<'a>>,
    pub(super) old: Option<HeaderName<'a>>,
    pub(super) new: Option<HeaderName<'a>>,
    /// Boxed, since few sections have it.
    moved: Option<Box<Moved<'a>>>,
    pub(super) added: bool,
    pub(super) deleted: bool,
}

/// The names of `rename` and `copy` lines.
#[derive(Debug, Default)]
struct Moved<'a> {
    rename: (Option<Cow<'a, BStr>>, Option<Cow<'a, BStr>>),
    copy: (Option<Cow<'a, BStr>>, Option<Cow<'a, BStr>>),
}

/// The names after `from` and `to`.
type FromTo<'s, 'a> = (Option<&'s Cow<'a, BStr>>, Option<&'s Cow<'a, BStr>>);

impl<'a> Section<'a> {
    /// Names the file in an error, as far as the section's own headers show it.
    pub(super) fn locate(&self, error: ParseError) -> ParseError {
        self.naming.locate(error)
    }

    /// Ignores that the file is said to be new if both sides have its name and a hunk has an old
    /// line, which a new file cannot have. Returns whether that was so.
    pub(super) fn take_back_new(&mut self) -> bool {
        let Self { naming, file } = self;
        let is_there = naming.added
            && file.metadata.new_mode.is_some_and(FileMode::is_regular)
            && !naming.is_moved()
            && naming.names_below().is_some_and(|(old, new)| is_same_path(old, new))
            && file.hunks().iter().any(|hunk| hunk.lines.has_old_line());
        if is_there {
            naming.added = false;
            file.metadata.new_mode = None;
        }
        is_there
    }

    /// Stores what a header of git says.
    pub(super) fn set(&mut self, header: Header<'a>) {
        let Self { naming, file: FilePatch { metadata, .. } } = self;
        match header {
            Header::OldMode(mode) => metadata.old_mode = Some(mode),
            Header::NewMode(mode) => metadata.new_mode = Some(mode),
            Header::NewFileMode(mode) => {
                naming.added = true;
                metadata.new_mode = Some(mode);
            }
            Header::DeletedFileMode(mode) => {
                naming.deleted = true;
                metadata.old_mode = Some(mode);
            }
            Header::Similarity(percent) => metadata.similarity = Some(percent),
            Header::Dissimilarity(percent) => metadata.dissimilarity = Some(percent),
            Header::Index(index) => metadata.index = Some(index),
            Header::RenameFrom(name) => naming.moved.get_or_insert_default().rename.0 = Some(name),
            Header::RenameTo(name) => naming.moved.get_or_insert_default().rename.1 = Some(name),
            Header::CopyFrom(name) => naming.moved.get_or_insert_default().copy.0 = Some(name),
            Header::CopyTo(name) => naming.moved.get_or_insert_default().copy.1 = Some(name),
        }
    }
}

impl<'a> Naming<'a> {
    /// The names of a rename.
    pub(super) fn rename(&self) -> FromTo<'_, 'a> {
        self.moved.as_ref().map_or((None, None), |moved| both(&moved.rename))
    }

    /// The names of a copy.
    pub(super) fn copy(&self) -> FromTo<'_, 'a> {
        self.moved.as_ref().map_or((None, None), |moved| both(&moved.copy))
    }

    /// All names of renames and copies.
    fn moved_names(&self) -> impl Iterator<Item = &Cow<'a, BStr>> {
        let (rename, copy) = (self.rename(), self.copy());
        [rename.0, rename.1, copy.0, copy.1].into_iter().flatten()
    }

    /// If only the git line has the names and one is `/dev/null`, it means what it means in `---`
    /// and `+++` lines.
    pub(super) fn take_missing_side(&mut self) {
        if let Some(Some((old, new))) = &self.git {
            self.take_missing([old, new].map(|name| **name == "/dev/null"));
        }
    }

    /// As [`Self::take_missing_side`], by the names of a binary file, if no line before them says it.
    pub(super) fn take_missing_side_of(&mut self, (old, new): (&[u8], &[u8])) {
        let missing = [old, new].map(|name| name == b"/dev/null");
        let is_open = self.old.is_none() && self.new.is_none() && !self.added && !self.deleted;
        if is_open && missing != [true, true] {
            self.take_missing(missing);
        }
    }

    /// Takes the names of the git line, but for the sides that are missing, if any is.
    fn take_missing(&mut self, missing: [bool; 2]) {
        let side = |is_missing: bool, name: &Cow<'a, BStr>| {
            if is_missing { HeaderName::DevNull } else { HeaderName::new(name.clone()) }
        };
        if let Some(Some((old, new))) = &self.git
            && missing.contains(&true)
        {
            let [is_old, is_new] = missing;
            (self.old, self.new) = (Some(side(is_old, old)), Some(side(is_new, new)));
        }
    }

    /// Names the file in an error, as far as the section's own headers show it.
    pub(super) fn locate(&self, error: ParseError) -> ParseError {
        let name = |side: &Option<HeaderName<'a>>| side.as_ref()?.file().cloned();
        let path = match self.both_names() {
            _ if self.renamed_to().is_some() => self.renamed_to().cloned().map(PatchPath::new),
            Some((old, new)) if Pair::of(old, new) != Pair::Different => {
                Some(Pair::of(old, new).path(Cow::Borrowed(old), Cow::Borrowed(new)))
            }
            _ => {
                let lone = name(&self.new).or_else(|| name(&self.old));
                lone.map(|name| Style::default().lone(name))
            }
        };
        match path {
            Some(path) => error.in_file(path.as_bstr()),
            None => error,
        }
    }

    /// The rule that the headers of the section break in combination.
    pub(super) fn contradiction(&self, metadata: &Metadata<'a>) -> Option<&'static str> {
        let moves = self.renamed_to().is_some();
        let is_known =
            |mode: FileMode| mode.is_regular() || mode.is_symlink() || mode.is_submodule();
        let kind = |mode: FileMode| (mode.is_regular(), mode.is_symlink(), mode.is_submodule());
        let both = (metadata.old_mode, metadata.new_mode);
        if self.added && self.deleted {
            return Some("a file is either new or deleted");
        }
        if (self.added || self.deleted) && moves {
            return Some("a file that is renamed or copied is neither new nor deleted");
        }
        if !metadata.modes().all(is_known) {
            return Some("a mode is that of a regular file, of a symbolic link or of a submodule");
        }
        if let (Some(old), Some(new)) = both
            && kind(old) != kind(new)
        {
            return Some("a mode line changes permissions and never what kind of file it is");
        }
        let of_index = metadata.index.as_ref().and_then(|index| index.mode);
        if let ((Some(old), Some(_)), Some(mode)) = (both, of_index)
            && old != mode
        {
            return Some("the mode on the `index` line is that of `old mode`");
        }
        None
    }

    /// The names in git's own headers, as they are written.
    pub(super) fn git_names(&self) -> impl Iterator<Item = &BStr> {
        let line = self.git.iter().flatten().flat_map(|(old, new)| [old, new]);
        line.chain(self.moved_names()).map(|name| &**name)
    }

    /// Whether this is a git section about one file that stays where it is.
    pub(super) fn is_git_in_place(&self) -> bool {
        let is_file = |side: &Option<HeaderName<'a>>| *side != Some(HeaderName::DevNull);
        self.git.is_some()
            && !(self.added || self.deleted || self.is_moved())
            && is_file(&self.old)
            && is_file(&self.new)
    }

    /// Notes on the paths of an operation whether the headers vouch for their exact spelling, and
    /// what follows the names.
    pub(super) fn vouch(&self, operation: &mut FileOperation<'a>, reader: &Reader<'a>) {
        let sides = || [&self.old, &self.new].into_iter().flatten();
        let is_loose = match self.git {
            None => sides().any(HeaderName::is_bare),
            Some(_) => self.is_loose_below_git(operation, reader),
        };
        let mut tails = sides().filter_map(|side| side.file().map(|_| side.tail()));
        let tail = tails.next().flatten().filter(|tail| tails.all(|other| other == Some(*tail)));
        for path in operation.paths_mut() {
            if is_loose {
                path.set_unvouched();
            }
            if let Some(tail) = tail {
                path.set_tail(Cow::Borrowed(tail));
            }
        }
    }

    /// Whether git's line does not vouch for the names: it has another one, or one that git would
    /// have quoted is written without quotes. Matters only for files that do not exist yet.
    fn is_loose_below_git(&self, operation: &FileOperation<'a>, reader: &Reader<'a>) -> bool {
        let is_new =
            !matches!(operation, FileOperation::Modify { .. } | FileOperation::Delete { .. });
        if !is_new || reader.counts == Counts::Believed {
            return false;
        }
        let below = [&self.old, &self.new].into_iter().flatten().filter_map(HeaderName::file);
        let mut bare = below
            .chain(self.moved_names())
            .chain(self.git.iter().flatten().flat_map(|(old, new)| [old, new]))
            .filter(|name| matches!(name, Cow::Borrowed(_)))
            .peekable();
        let misleads = self.git_line_misleads(reader.strip, self.moved_cut(reader.strip));
        (misleads && bare.peek().is_some()) || bare.any(|name| name.contains(&b'\\'))
    }

    /// Whether any header belongs to a rename or a copy.
    fn is_moved(&self) -> bool {
        self.moved.is_some()
    }

    fn renamed_to(&self) -> Option<&Cow<'a, BStr>> {
        self.rename().1.or(self.copy().1)
    }

    /// How many components `-pN` drops from the names in `rename` and `copy` lines. These have no
    /// git prefix, so it is one less than elsewhere; if the prefix has another length, the names
    /// that have it show how many.
    pub(super) fn moved_cut(&self, strip: Option<usize>) -> Option<usize> {
        strip.map(|strip| self.shown_cut(strip).unwrap_or(strip.saturating_sub(1)))
    }

    /// As [`Self::moved_cut`], if the other names, with their prefix dropped, show it on both
    /// sides.
    pub(super) fn shown_cut(&self, strip: usize) -> Option<usize> {
        let (from, to) = if self.rename().1.is_some() { self.rename() } else { self.copy() };
        let (old, new) = self.both_names()?;
        let of_old = cut_to(from?, behind(old, strip)?)?;
        let of_new = cut_to(to?, behind(new, strip)?)?;
        (of_old == of_new && of_old < strip.max(1)).then_some(of_old)
    }

    /// Whether the git line and the lines below it name different files. The caller may give the
    /// length of the prefix, and that of the part that renames have. Git refuses such a section.
    pub(super) fn git_line_misleads(&self, strip: Option<usize>, cut: Option<usize>) -> bool {
        let moved = self.moved_names().map(|name| (name, cut));
        let Some(Some((old, new))) = &self.git else {
            // For a file that stays in its place the line always shows the name.
            return self.git.is_some() && moved.count() == 0;
        };
        let sides = [&self.old, &self.new];
        if !self.is_moved() && self.names_below() == Some((&**old, &**new)) {
            return false;
        }
        let files = sides.into_iter().flatten().filter_map(HeaderName::file);
        let below: Vec<_> = files.map(|name| (name, strip)).chain(moved).collect();
        let is_same =
            |git: &BStr, (name, drop): &(&Cow<'a, BStr>, Option<usize>)| match strip.zip(*drop) {
                Some((strip, drop)) => bare(git, strip) == bare(name, drop),
                None => agrees(git, name) || agrees(name, git),
            };
        let is_missing = |git: &BStr| {
            git == "/dev/null" && sides.iter().any(|side| **side == Some(HeaderName::DevNull))
        };
        let is_below = |git: &BStr| {
            below.is_empty() || is_missing(git) || below.iter().any(|name| is_same(git, name))
        };
        let is_unknown = |name: &(&Cow<'a, BStr>, _)| !is_same(old, name) && !is_same(new, name);
        let are_two = Pair::of(old, new) == Pair::Different;
        below.iter().any(is_unknown) || (are_two && !(is_below(old) && is_below(new)))
    }

    /// The names of both sides, from `---` and `+++` or else from the git line.
    pub(super) fn both_names(&self) -> Option<(&BStr, &BStr)> {
        let git = || self.git.as_ref()?.as_ref().map(|(old, new)| (&**old, &**new));
        self.names_below().or_else(git)
    }

    /// The names of `---` and `+++`, if both are files.
    fn names_below(&self) -> Option<(&BStr, &BStr)> {
        Some((self.old.as_ref()?.file()?, self.new.as_ref()?.file()?))
    }

    /// Whether the section has an effect. A deletion or a move has one without a hunk, unless the
    /// text ends in headers that announce a hunk.
    pub(super) fn has_effect(&self, file: &FilePatch<'a>, ends_text: bool) -> bool {
        let operation = &file.operation;
        let is_modify = matches!(operation, FileOperation::Modify { .. });
        let is_plain_add = matches!(operation, FileOperation::Add { .. }) && !self.added;
        let both = file.metadata.old_mode.zip(file.metadata.new_mode);
        let changes_mode = both.is_some_and(|(old, new)| old != new);
        let has_content = match &file.content {
            FileContent::Hunks(hunks) => !hunks.is_empty(),
            FileContent::Binary(_) | FileContent::Submodule(_) => true,
        };
        let is_plain_delete = matches!(operation, FileOperation::Delete { .. }) && !self.deleted;
        // For a moved file git writes `---` and `+++` only above hunks, and the similarity shows
        // how much these leave unchanged.
        let is_moved = matches!(operation, FileOperation::Move { .. } | FileOperation::Copy { .. });
        let announces_hunks = ends_text
            && is_moved
            && self.old.is_some()
            && self.new.is_some()
            && file.metadata.similarity.is_some_and(|similarity| similarity < 100);
        has_content
            || (!is_modify && !is_plain_add && !is_plain_delete && !announces_hunks)
            || (is_modify && changes_mode)
    }

    /// Whether the headers of git have an effect without a hunk.
    pub(super) fn has_effect_alone(&self, metadata: &Metadata<'a>) -> bool {
        let modes = metadata.old_mode.zip(metadata.new_mode);
        let is_moved = |(from, to): FromTo<'_, 'a>| from.is_some() && to.is_some();
        self.added
            || self.deleted
            || is_moved(self.rename())
            || is_moved(self.copy())
            || modes.is_some_and(|(old, new)| old != new)
    }

    /// GNU diff marks a missing side by its time; models by `-0,0` and added lines alone.
    pub(super) fn is_added(&self, hunks: &[Hunk<'_>]) -> bool {
        let range = match hunks {
            [hunk] => hunk.range().filter(|range| range.old_count == 0),
            _ => None,
        };
        let fills_nothing = range.is_some_and(|range| range.old_start == 0);
        self.added
            || match self.old.as_ref().and_then(HeaderName::time) {
                Some(Time::Epoch) => range.is_some(),
                Some(Time::Other) => false,
                Some(Time::None) | None => fills_nothing && self.git.is_none(),
            }
    }

    pub(super) fn is_deleted(&self, hunks: &[Hunk<'_>]) -> bool {
        let leaves_nothing = match hunks {
            [hunk] => hunk.range().is_some_and(|range| range.new_count == 0),
            _ => false,
        };
        self.deleted
            || (leaves_nothing && self.new.as_ref().and_then(HeaderName::time) == Some(Time::Epoch))
    }
}

fn both<T>((from, to): &(Option<T>, Option<T>)) -> (Option<&T>, Option<&T>) {
    (from.as_ref(), to.as_ref())
}

/// How many leading components a name has before `rest`.
fn cut_to(name: &BStr, rest: &BStr) -> Option<usize> {
    let front = name.strip_suffix(rest.as_bytes())?;
    (front.is_empty() || front.ends_with(b"/")).then(|| front.find_iter(b"/").count())
}

/// A name without its first `strip` components; the last one stays.
fn bare(name: &BStr, strip: usize) -> BString {
    PatchPath::new(name).stripped(strip).behind_dots().as_bstr().to_owned()
}
