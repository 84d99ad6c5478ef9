//! Finds which path a header means, by working out the prefix from the headers of the whole patch.
//!
//! Git writes `a/` and `b/`, other tools two directory names, and models whatever they remember. If
//! both sides of a section have a name, the two names show the prefix; a section with one name
//! takes what the others showed. The names have already been read (`headers.rs`, `git.rs`); here
//! they are compared.

use std::borrow::Cow;

use bstr::{BStr, ByteSlice};

use super::timestamp;
use super::trees::{Evidence, component};
use crate::ast::{is_rooted, without_dots};
use crate::{DiagnosticKind, PatchPath};

/// A name in a `---` or `+++` line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum HeaderName<'a> {
    /// `/dev/null`.
    DevNull,
    /// A file, the time after its name, and any other text there.
    File { name: Cow<'a, BStr>, time: Time, tail: Option<&'a BStr> },
}

/// What the time after a name shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Time {
    /// Nothing: there is none, or none that can be read.
    None,
    /// The side does not exist.
    Epoch,
    /// The side exists.
    Other,
}

impl Time {
    /// Reads the text after a name.
    pub(super) fn of(text: &[u8]) -> Self {
        match timestamp::opt_is_epoch(text) {
            None => Self::None,
            Some(true) => Self::Epoch,
            Some(false) => Self::Other,
        }
    }
}

impl<'a> HeaderName<'a> {
    /// A name without a time.
    pub(super) fn new(name: Cow<'a, BStr>) -> Self {
        Self::File { name, time: Time::None, tail: None }
    }

    pub(super) fn file(&self) -> Option<&Cow<'a, BStr>> {
        match self {
            Self::DevNull => None,
            Self::File { name, .. } => Some(name),
        }
    }

    /// The tab after the name and the text that follows, if that is not a time.
    pub(super) fn tail(&self) -> Option<&'a BStr> {
        match self {
            Self::DevNull => None,
            Self::File { tail, .. } => *tail,
        }
    }

    /// Whether the name is written without quotes.
    pub(super) fn is_bare(&self) -> bool {
        matches!(self, Self::File { name: Cow::Borrowed(_), .. })
    }

    pub(super) fn time(&self) -> Option<Time> {
        match self {
            Self::DevNull => None,
            Self::File { time, .. } => Some(*time),
        }
    }
}

/// What the sections with two names show about the prefixes of the patch.
#[derive(Debug, Default)]
pub(super) struct Style<'a> {
    prefixed: bool,
    plain: bool,
    /// First components other than `a` and `b` that were seen to be prefixes.
    custom: Vec<&'a [u8]>,
    pub(super) trees: Evidence<'a>,
}

/// What the two names of one section show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pair {
    /// The same name twice, `./` aside: no prefix (`--no-prefix`), or one that both sides share.
    Same,
    /// The same path after two first components.
    Prefixed,
    /// One is a backup name of the other, after this many components on each side.
    Backup { old_is_backup: bool, components: (usize, usize) },
    /// One is the other with `a/` or `b/` in front: what git writes for one side and a model
    /// forgets on the other, or a file that moves to a directory of that name.
    OneSided { old_is_prefixed: bool },
    /// Two different files.
    Different,
}

impl Pair {
    /// Compares the names of one section.
    pub(super) fn of(old: &BStr, new: &BStr) -> Self {
        // Nearly all pairs are like this.
        if let ([b'a', b'/', old @ ..], [b'b', b'/', new @ ..]) = (&**old, &**new)
            && old == new
            && !old.is_empty()
        {
            return Self::Prefixed;
        }
        if without_dots(old) == without_dots(new) {
            return Self::Same;
        }
        let (old_rest, new_rest) = (behind_prefix(old), behind_prefix(new));
        if old_rest.is_some() && old_rest == new_rest {
            return Self::Prefixed;
        }
        if let Some(backup) = Self::backup(old, new) {
            return backup;
        }
        let is_behind = |name: &BStr, other: &BStr| {
            is_git_prefixed(name) && behind_first(name) == Some(without_dots(other))
        };
        match (is_behind(old, new), is_behind(new, old)) {
            (false, false) => Self::Different,
            (old_is_prefixed, _) => Self::OneSided { old_is_prefixed },
        }
    }

    /// The pair, if one name is a backup of the other, both as written or both without what may be
    /// a prefix.
    fn backup(old: &BStr, new: &BStr) -> Option<Self> {
        let has_first = |name| behind_prefix(name).is_some();
        let are_trees = first(old) != first(new) && has_first(old) && has_first(new);
        let prefix = |name| usize::from(is_git_prefixed(name) || are_trees);
        let readings = [(0, 0), (prefix(old), prefix(new))];
        readings.into_iter().find_map(|components @ (of_old, of_new)| {
            let bare = |name, components| match components {
                0 => Some(without_dots(name)),
                _ => behind_first(name),
            };
            let old_is_backup = backup(bare(old, of_old)?, bare(new, of_new)?)?;
            Some(Self::Backup { old_is_backup, components })
        })
    }

    /// The path that the two names mean.
    pub(super) fn path<'n>(self, old: Cow<'n, BStr>, new: Cow<'n, BStr>) -> PatchPath<'n> {
        match self {
            Self::Prefixed => PatchPath::new(new).stripped(1).with_other_side(old),
            Self::OneSided { old_is_prefixed } => {
                let (name, other) = if old_is_prefixed { (old, new) } else { (new, old) };
                PatchPath::new(name).stripped(1).with_other_side(other).with_one_sided_prefix()
            }
            Self::Same => PatchPath::new(new).behind_dots().with_other_side(old),
            Self::Backup { old_is_backup, components } => {
                let old = PatchPath::new(old).stripped(components.0).behind_dots();
                let new = PatchPath::new(new).stripped(components.1).behind_dots();
                if old_is_backup { new.with_other_file(old) } else { old.with_other_file(new) }
            }
            Self::Different => {
                let [old, new] = [old, new].map(|name| PatchPath::new(name).behind_dots());
                new.with_other_file(old).with_two_names()
            }
        }
    }

    pub(super) fn diagnostic(self) -> Option<DiagnosticKind> {
        match self {
            Self::Backup { .. } => Some(DiagnosticKind::BackupName),
            Self::OneSided { .. } => Some(DiagnosticKind::PrefixOnOneSide),
            Self::Same | Self::Prefixed | Self::Different => None,
        }
    }
}

impl<'a> Style<'a> {
    /// Learns from a section with two names.
    pub(super) fn learn(&mut self, old: &'a BStr, new: &'a BStr) {
        match Pair::of(old, new) {
            Pair::Same => self.plain |= !is_git_prefixed(old) && !is_rooted(old),
            Pair::Prefixed => {
                self.prefixed = true;
                if !is_git_prefixed(old) {
                    self.custom.extend([first(old), first(new)]);
                }
            }
            Pair::Backup { .. } | Pair::OneSided { .. } | Pair::Different => {}
        }
    }

    /// Whether sections have shown that names have no prefix, and none has shown one.
    pub(super) fn is_plain(&self) -> bool {
        self.plain && !self.prefixed
    }

    /// Whether a section has shown a prefix.
    pub(super) fn shows_prefix(&self) -> bool {
        self.prefixed
    }

    /// Makes what was learnt quick to look up.
    pub(super) fn finish(mut self) -> Self {
        self.custom.sort_unstable();
        self.custom.dedup();
        self
    }

    /// The path that a name means, if two directories were compared.
    pub(super) fn in_trees<'n>(&self, name: &Cow<'n, BStr>) -> Option<PatchPath<'n>> {
        let components = self.trees.trees().filter(|_| !is_dotted(name))?.prefix_of(name)?;
        Some(PatchPath::new(name.clone()).stripped(components))
    }

    /// The path that a lone name means.
    pub(super) fn lone<'n>(&self, name: Cow<'n, BStr>) -> PatchPath<'n> {
        let is_custom = self.custom.binary_search(&first(&name)).is_ok();
        let components = usize::from((is_git_prefixed(&name) && !self.is_plain()) || is_custom);
        let mut path = PatchPath::new(name).stripped(components).behind_dots();
        if self.is_plain() {
            path.set_plain();
        }
        path
    }
}

/// Whether two names stand for one path, with or without prefixes.
pub(crate) fn is_same_path(old: &BStr, new: &BStr) -> bool {
    !old.is_empty() && matches!(Pair::of(old, new), Pair::Same | Pair::Prefixed)
}

/// Whether two names stand for two files, whatever is taken for a prefix.
pub(crate) fn are_two_files(old: &BStr, new: &BStr) -> bool {
    Pair::of(old, new) == Pair::Different
}

/// Whether the path of a rename header is that of the `---` or `+++` line, prefix aside.
pub(super) fn agrees(header: &BStr, rename: &BStr) -> bool {
    let (header, rename) = (without_dots(header), without_dots(rename));
    header == rename || behind_first(header) == Some(rename)
}

/// Whether a header has another name than `git`, ignoring what comes before the first slash of
/// either, and any text around the name.
pub(super) fn is_other_path(git: &BStr, header: &BStr) -> bool {
    let path = behind_first(git).unwrap_or(git);
    !agrees(git, header) && !header.contains_str(path)
}

pub(super) fn is_git_prefixed(name: &BStr) -> bool {
    name.starts_with(b"a/") || name.starts_with(b"b/")
}

fn first(name: &[u8]) -> &[u8] {
    component(name).map_or(&[], |(_, first)| first)
}

/// A name without its first `strip` components, if it has that many.
pub(super) fn behind(name: &BStr, strip: usize) -> Option<&BStr> {
    let path = PatchPath::new(name).stripped(strip);
    let at = name.len() - path.as_bstr().len();
    (path.prefix_components() == strip).then(|| name.get(at..))?.map(BStr::new)
}

/// A name without its first component, if that may be a prefix. `git diff` and `diff` write `./` in
/// front of what they were given, and no prefix behind it.
fn behind_prefix(name: &BStr) -> Option<&BStr> {
    behind_first(name).filter(|_| !is_dotted(name))
}

/// Whether a name begins with `./`: what follows is the path.
fn is_dotted(name: &BStr) -> bool {
    without_dots(name).len() < name.len()
}

/// A name without its first component. A root is not a prefix: `C:/x` and `D:/x` are two files.
fn behind_first(name: &BStr) -> Option<&BStr> {
    if is_rooted(name) {
        return None;
    }
    let (rest, first) = component(name).ok()?;
    (!first.is_empty() && !rest.is_empty()).then_some(rest.as_bstr())
}

/// Whether one name is a backup of the other, and if so, whether it is `old`.
fn backup(old: &[u8], new: &[u8]) -> Option<bool> {
    const SUFFIXES: [&[u8]; 4] = [b".orig", b".bak", b".old", b"~"];
    let is_backup =
        |a: &[u8], b: &[u8]| SUFFIXES.iter().any(|suffix| a.strip_suffix(*suffix) == Some(b));
    if is_backup(old, new) { Some(true) } else { is_backup(new, old).then_some(false) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(old: &str, new: &str, expected: &str) {
        let (old, new) = (BStr::new(old), BStr::new(new));
        let pair = Pair::of(old, new);
        let path = pair.path(Cow::Borrowed(old), Cow::Borrowed(new));
        assert_eq!(path.as_bstr(), expected, "{old} {new} {pair:?}");
    }

    #[test]
    fn two_names_tell_the_prefix() {
        check("a/src/x.rs", "b/src/x.rs", "src/x.rs");
        check("b/src/x.rs", "a/src/x.rs", "src/x.rs");
        check("i/x.rs", "w/x.rs", "x.rs");
        check("memchr-2.7.4/src/lib.rs", "memchr-2.7.5/src/lib.rs", "src/lib.rs");
        check("src/x.rs", "src/x.rs", "src/x.rs");
        check("a/x.rs", "a/x.rs", "a/x.rs");
        check("/root/x.rs", "/root/x.rs", "/root/x.rs");
        check("x.c.orig", "x.c", "x.c");
        check("a/x.c", "b/x.c~", "x.c");
        check("a/x.c.orig", "b/x.c", "x.c");
        check("x.c.orig", "b/x.c", "x.c");
        check("proj/x.c.orig", "proj/x.c", "proj/x.c");
        check("old/x.c.orig", "new/x.c", "x.c");
        check("src/x.c.orig", "x.c", "x.c");
        check("src/x.rs", "b/src/x.rs", "src/x.rs");
        check("a/x.rs", "x.rs", "x.rs");
        check("./src/x.rs", "./src/x.rs", "src/x.rs");
        check("./b/x.rs", "b/x.rs", "b/x.rs");
        check("./x.rs", "b/x.rs", "x.rs");
        check("./a/x.rs.orig", "./a/x.rs", "a/x.rs");
    }

    #[test]
    fn a_rename_is_not_taken_for_a_prefix() {
        assert_eq!(Pair::of("a/old.rs".into(), "b/new.rs".into()), Pair::Different);
        assert_eq!(Pair::of("a/x/old/m.rs".into(), "b/x/new/m.rs".into()), Pair::Different);
        assert_eq!(Pair::of("old.rs".into(), "new.rs".into()), Pair::Different);
        assert_eq!(Pair::of("x.rs".into(), "src/x.rs".into()), Pair::Different);
        // Behind `./` no prefix comes.
        assert_eq!(Pair::of("./a/x.rs".into(), "./b/x.rs".into()), Pair::Different);
        assert_eq!(Pair::of("./a/x.rs".into(), "x.rs".into()), Pair::Different);
    }

    #[test]
    fn a_root_is_not_taken_for_a_prefix() {
        for (old, new) in [
            ("C:/r/x.rs", "D:/r/x.rs"),
            ("C:/r/x.rs", "a/r/x.rs"),
            ("\\\\one/share/x.rs", "\\\\two/share/x.rs"),
            ("/a/x.rs", "/b/x.rs"),
        ] {
            assert_eq!(Pair::of(old.into(), new.into()), Pair::Different, "{old} {new}");
        }
        assert!(!agrees("C:/x.rs".into(), "x.rs".into()));
        assert!(agrees("a/x.rs".into(), "x.rs".into()));
    }

    #[test]
    fn a_lone_name_follows_the_other_sections() {
        let lone = |style: Style<'_>, name: &str| {
            style.finish().lone(Cow::Borrowed(BStr::new(name))).as_bstr().to_string()
        };
        assert_eq!(lone(Style::default(), "b/new.rs"), "new.rs");
        assert_eq!(lone(Style::default(), "src/new.rs"), "src/new.rs");
        assert_eq!(lone(Style::default(), "./b/new.rs"), "b/new.rs");
        let mut plain = Style::default();
        plain.learn("src/x".into(), "src/x".into());
        assert_eq!(lone(plain, "b/new.rs"), "b/new.rs");
        let mut custom = Style::default();
        custom.learn("old-1/x".into(), "new-2/x".into());
        assert_eq!(lone(custom, "new-2/y"), "y");
    }
}
