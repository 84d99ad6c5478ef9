//! The journal: records what a commit is about to do, so that another process can take it back.
//!
//! ```text
//! acp-patch journal 3␀ root count␀ root names␀… step count␀ steps␀… hash of all before
//! ```
//!
//! Fields end with NUL, which no path contains. A journal is believed only if it is whole: the
//! header names this version, every field is valid, and the hash at the end agrees. Its paths are
//! checked like those of a patch, so that a forged journal reaches nothing that a patch could not.
//!
//! The journal of a single step that is to reach the disk is a symbolic link, with newlines for NUL
//! ([`to_target`]), where there can be one: common file systems bring the target of a link to the
//! disk together with its name. If one does not, the step was either taken or not, and nothing else
//! is lost.

use std::collections::BTreeSet;
use std::fmt::Display;
use std::io::Write;
use std::str::FromStr;

use bstr::{BStr, BString, ByteSlice};
use patch_apply::confine::{Border, Spot};
use patch_apply::{ContentHash, WorkspacePath};

use super::op::{Content, Kind, Op};

const HEADER: &[u8] = b"acp-patch journal 3";

/// What a commit is about to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Journal {
    /// The roots that take part, by their absolute names; the first one contains the journal.
    pub(super) roots: Vec<BString>,
    /// The steps in their order, each with the place of its root in [`Self::roots`].
    pub(super) ops: Vec<Op>,
}

impl Journal {
    /// The journal of steps in these roots of a workspace.
    pub(super) fn new(border: &Border, roots: &[usize], ops: impl Iterator<Item = Op>) -> Self {
        let place = |root| roots.iter().position(|own| *own == root).unwrap_or_default();
        let moved = |op: Op| Op { at: op.at.in_root(place(op.at.root())), ..op };
        Self {
            roots: roots.iter().map(|root| border.name_of(*root)).collect(),
            ops: ops.map(moved).collect(),
        }
    }

    /// The steps as places in the roots of a workspace, and those roots; `None` if one of them is
    /// not open.
    ///
    /// `found` is the root in which the journal was found. A root that is alone is accepted under
    /// any name, so that a tree may have been moved.
    pub(super) fn open(self, border: &Border, found: usize) -> Option<(Vec<Op>, Vec<usize>)> {
        let roots = match self.roots.as_slice() {
            [_] => vec![found],
            names => {
                names.iter().map(|name| border.root_named(name.as_bstr())).collect::<Option<_>>()?
            }
        };
        let moved = |op: Op| Some(Op { at: op.at.in_root(*roots.get(op.at.root())?), ..op });
        let ops = self.ops.into_iter().map(moved).collect::<Option<_>>()?;
        Some((ops, roots))
    }

    /// The journal as bytes.
    pub(super) fn encode(&self) -> Vec<u8> {
        let mut out = Writer(Vec::new());
        out.field(HEADER);
        out.number(self.roots.len());
        self.roots.iter().for_each(|root| out.field(root));
        out.number(self.ops.len());
        self.ops.iter().for_each(|op| out.op(op));
        seal(out.0)
    }

    /// Whether the hash at the end agrees, even if the journal is of another version.
    pub(super) fn is_whole(bytes: &[u8]) -> bool {
        sealed(bytes).is_some()
    }

    /// Reads a journal; `None` unless every byte is as this version writes it.
    pub(super) fn decode(bytes: &[u8]) -> Option<Self> {
        let mut fields = Fields(sealed(bytes)?);
        if fields.next()? != HEADER {
            return None;
        }
        let count = fields.number()?;
        let roots = (0..count).map(|_| Some(fields.next()?.into())).collect::<Option<Vec<_>>>()?;
        let count = fields.number()?;
        let ops = (0..count).map(|_| fields.op(roots.len())).collect::<Option<Vec<_>>>()?;
        let is_whole = fields.0.is_empty() && !roots.is_empty() && is_program(&ops);
        is_whole.then_some(Self { roots, ops })
    }
}

/// Whether a commit may have these steps: each has a number of its own, unless a replacement is
/// all there is, and no two put something in the same place. What steps have done is read off the
/// disk by their numbers and places.
fn is_program(ops: &[Op]) -> bool {
    if let [only] = ops {
        return only.number.is_some() || matches!(only.kind, Kind::Replace { .. });
    }
    let puts = |op: &&Op| op.content().is_some() || op.kind == Kind::MakeDir;
    let numbers: BTreeSet<usize> = ops.iter().filter_map(|op| op.number).collect();
    let places: BTreeSet<&Spot> = ops.iter().filter(puts).map(|op| &op.at).collect();
    numbers.len() == ops.len() && places.len() == ops.iter().filter(puts).count()
}

/// Appends a hash of the text.
pub(super) fn seal(mut body: Vec<u8>) -> Vec<u8> {
    if body.last() != Some(&0) {
        body.push(0);
    }
    let seal = ContentHash::of(&body);
    body.extend_from_slice(seal.to_string().as_bytes());
    body
}

/// The part before the hash at the end, up to a NUL, if the hash agrees.
pub(super) fn sealed(bytes: &[u8]) -> Option<&[u8]> {
    let end = bytes.rfind_byte(0)?;
    let (body, seal) = bytes.split_at_checked(end + 1)?;
    (ContentHash::of(body).to_string().as_bytes() == seal).then_some(body)
}

/// A journal as the target of a link; `None` if a newline in it would be taken for NUL.
pub(super) fn to_target(journal: &[u8]) -> Option<BString> {
    let is_text = !journal.contains(&b'\n');
    is_text.then(|| journal.replace([0], b"\n").into())
}

/// The journal that [`to_target`] turned into the target of a link.
pub(super) fn of_target(target: &BStr) -> Vec<u8> {
    target.replace(b"\n", [0])
}

struct Writer(Vec<u8>);

impl Writer {
    fn field(&mut self, field: &[u8]) {
        self.0.extend_from_slice(field);
        self.0.push(0);
    }

    fn number(&mut self, number: usize) {
        self.shown(number);
    }

    fn optional(&mut self, field: Option<impl Display>) {
        match field {
            Some(field) => self.shown(field),
            None => self.field(b""),
        }
    }

    fn shown(&mut self, field: impl Display) {
        // Writing to memory cannot fail.
        let _ = write!(self.0, "{field}\0");
    }

    fn op(&mut self, op: &Op) {
        self.field(match op.kind {
            Kind::Remove => b"remove",
            Kind::Displace => b"displace",
            Kind::MakeDir => b"mkdir",
            Kind::Create { .. } => b"create",
            Kind::Replace { .. } => b"replace",
        });
        self.optional(op.number);
        self.number(op.at.root());
        self.field(op.at.path());
        if let Some(content) = op.content() {
            let (kind, hash) = match content {
                Content::File(hash) => ("file", hash),
                Content::Symlink(hash) => ("link", hash),
            };
            self.field(kind.as_bytes());
            self.shown(hash);
        }
        if let Kind::Replace { file, .. } = op.kind {
            self.optional(file);
        }
    }
}

struct Fields<'b>(&'b [u8]);

impl<'b> Fields<'b> {
    fn next(&mut self) -> Option<&'b [u8]> {
        let (field, rest) = self.0.split_once_str(&[0])?;
        self.0 = rest;
        Some(field)
    }

    fn number<N: FromStr>(&mut self) -> Option<N> {
        parsed(self.next()?)
    }

    fn op(&mut self, roots: usize) -> Option<Op> {
        let kind = self.next()?;
        let number = match self.next()? {
            b"" => None,
            field => Some(parsed(field)?),
        };
        let root = self.number().filter(|root| *root < roots)?;
        // Only what a patch may name as well.
        let path = BStr::new(self.next()?);
        let at = WorkspacePath::new(root, path).ok().filter(|checked| checked.as_bstr() == path)?;
        let kind = match kind {
            b"remove" => Kind::Remove,
            b"displace" => Kind::Displace,
            b"mkdir" => Kind::MakeDir,
            b"create" => Kind::Create { content: self.content()? },
            b"replace" => {
                let content = self.content()?;
                let file = match self.next()? {
                    b"" => None,
                    field => Some(parsed(field)?),
                };
                Kind::Replace { content, file }
            }
            _ => return None,
        };
        Some(Op { number, at: Spot::from(&at), kind })
    }

    fn content(&mut self) -> Option<Content> {
        match self.next()? {
            b"file" => Some(Content::File(ContentHash::parse(self.next()?)?)),
            b"link" => Some(Content::Symlink(ContentHash::parse(self.next()?)?)),
            _ => None,
        }
    }
}

fn parsed<N: FromStr>(field: &[u8]) -> Option<N> {
    field.to_str().ok()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn journal() -> Journal {
        let content = Content::File(ContentHash::of(b"new"));
        let at = |path: &str| Spot::from(&WorkspacePath::new(0, path).unwrap());
        let ops = [
            ("a", Kind::Remove),
            ("d", Kind::Displace),
            ("d\n e", Kind::MakeDir),
            ("d/f", Kind::Create { content }),
            ("g", Kind::Replace { content, file: Some(77) }),
            ("l", Kind::Replace { content: Content::of_link("g".into()), file: None }),
        ];
        let op = |(number, (path, kind))| Op { number: Some(number), at: at(path), kind };
        Journal { roots: vec!["home/x".into()], ops: ops.into_iter().enumerate().map(op).collect() }
    }

    #[test]
    fn what_is_written_is_read() {
        assert_eq!(Journal::decode(&journal().encode()), Some(journal()));
    }

    #[test]
    fn a_journal_is_the_target_of_a_link_unless_a_path_has_a_newline() {
        let mut journal = journal();
        assert_eq!(to_target(&journal.encode()), None);
        journal.ops.retain(|op| !op.at.path().contains(&b'\n'));
        let bytes = journal.encode();
        let target = to_target(&bytes).unwrap();
        assert!(!target.contains(&0), "which no link can hold");
        assert_eq!(of_target(target.as_bstr()), bytes);
    }

    #[test]
    fn no_part_and_no_change_of_a_journal_is_believed() {
        let bytes = journal().encode();
        for len in 0..bytes.len() {
            assert_eq!(Journal::decode(&bytes[..len]), None, "cut at {len}");
        }
        for at in 0..bytes.len() {
            let mut other = bytes.clone();
            other[at] ^= 1;
            assert_eq!(Journal::decode(&other), None, "changed at {at}");
        }
        assert_eq!(Journal::decode(&[bytes.as_slice(), b"x"].concat()), None);
    }

    /// A seal proves that a journal is whole, not that we wrote it.
    #[test]
    fn a_forged_journal_reaches_nothing_that_a_patch_could_not() {
        let sealed = |body: &str| {
            let seal = ContentHash::of(body.as_bytes()).to_string();
            Journal::decode(&[body.as_bytes(), seal.as_bytes()].concat())
        };
        let with = |path: &str, root: u32| {
            sealed(&format!("acp-patch journal 3\0{}\0r\0{}\0mkdir\0{}\0{root}\0{path}\0", 1, 1, 0))
        };
        assert!(with("a", 0).is_some());
        for path in ["../a", ".git/hooks/x", "/a", "", ".", "a//b", ".acp-patch-commit/n0"] {
            assert_eq!(with(path, 0), None, "{path:?}");
        }
        assert_eq!(with("a", 1), None, "a root that takes no part");
        let two = |one: &str, other: &str| {
            sealed(&format!("acp-patch journal 3\x001\0r\x002\0{one}{other}")).is_some()
        };
        assert!(two("remove\x000\x000\0a\0", "mkdir\x001\x000\0a\0"));
        assert!(!two("remove\x000\x000\0a\0", "mkdir\x000\x000\0b\0"), "two with one number");
        assert!(!two("remove\x000\x000\0a\0", "mkdir\0\x000\0b\0"), "one without a number");
        assert!(!two("mkdir\x000\x000\0a\0", "mkdir\x001\x000\0a\0"), "two at one place");
        assert!(sealed("acp-patch journal 3\x001\0r\x000\0").is_some());
        assert_eq!(sealed("acp-patch journal 2\x001\0r\x000\0"), None, "an earlier version");
        assert_eq!(sealed("acp-patch journal 4\x001\0r\x000\0"), None, "a later version");
        assert_eq!(sealed("acp-patch journal 3\x000\x000\0"), None, "no root");
    }
}
