//! Trees, changes of them, and the patches that `git diff`, GNU `diff` and we make of those.

use std::process::{Command, Stdio};

use acp_diff_types::AbsolutePath;
use bstr::{BString, ByteSlice as _};
use patch_gen::{GenOptions, tree_patch};
use patch_testkit::conformance::{Thing, Things, fill};
use patch_testkit::strategies;
use patch_tools::wire::TreeChange;
use proptest::prelude::*;
use proptest::sample::{Index, select};

use crate::programs::alone;

/// Two trees, and who writes the patch between them.
#[derive(Clone, Debug)]
pub(crate) struct Change {
    pub(crate) before: Things,
    pub(crate) after: Things,
    pub(crate) writer: Writer,
}

/// Who writes a patch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Writer {
    /// `git diff`, with so many lines of context; binary files, renames and copies.
    Git(usize),
    /// `diff -ruN`, which knows text alone.
    Diff(usize),
    /// `patch-gen`, where it can say it.
    Ours(usize),
    /// `patch-tools`, which says everything.
    Whole,
}

/// One step from a tree to the next.
#[derive(Clone, Debug)]
enum Step {
    /// So many lines of a file, from one on, become others.
    Edit(Index, Index, usize, Vec<&'static str>),
    /// The last line of a file gets an ending, or loses it.
    Newline(Index),
    /// There is something else, or something new, at a path.
    Put(BString, Thing),
    Delete(Index),
    Move(Index, BString),
    Copy(Index, BString),
    Chmod(Index),
}

/// Trees with changes of every kind.
pub(crate) fn change() -> impl Strategy<Value = Change> {
    let things = prop::collection::vec((path(), thing()), 1..5);
    let steps = prop::collection::vec(step(), 1..4);
    (things, steps, writer()).prop_map(|(things, steps, writer)| {
        let mut before = Things::default();
        for (path, thing) in things {
            put(&mut before, path, thing);
        }
        let mut after = before.clone();
        for step in steps {
            step.take(&mut after);
        }
        Change { before, after, writer }
    })
}

fn path() -> impl Strategy<Value = BString> {
    prop_oneof![
        // Names that meet.
        6 => select(vec!["x", "y", "d/x", "d/e/y.rs", "d"]),
        // What has a meaning in a header: prefixes, quotes, blanks, backups.
        2 => select(vec![
            "a b.txt", "a/x", "b/x", "na\u{ef}ve", "q\"uote", "x.orig", "x\ty", " x", "x ", "d\\x", "dev/null",
        ]),
    ]
    .prop_map(BString::from)
}

fn thing() -> impl Strategy<Value = Thing> {
    let contents = prop_oneof![
        // Every line is alone: one place for each hunk.
        6 => (1..30_usize, any::<bool>(), select(vec!["\n", "\n", "\n", "\r\n"])).prop_map(
            |(count, is_whole, ending)| {
                let lines = (1..=count).map(|line| format!("line {line}{ending}"));
                let text = lines.collect::<Vec<_>>().concat();
                let text = if is_whole { &text } else { text.trim_end_matches(ending) };
                BString::from(text)
            },
        ),
        // Lines that look like parts of a patch, and endings of every kind.
        3 => strategies::text().prop_map(|text| text.write()),
        1 => Just(BString::default()),
        1 => Just(BString::from(&b"\0\x01\x02 binary\n\xff"[..])),
        1 => prop::collection::vec(any::<u8>(), 1..40).prop_map(BString::from),
    ];
    let target = select(vec!["x", "d/x", "../x", "none", "."]).prop_map(BString::from);
    prop_oneof![
        6 => (contents, prop::bool::weighted(0.2))
            .prop_map(|(contents, executable)| Thing::File { contents, executable }),
        1 => target.prop_map(Thing::Symlink),
    ]
}

fn step() -> impl Strategy<Value = Step> {
    let at = any::<Index>;
    let line =
        select(vec!["new", "new 2", "line 3", "", "-- x", "++ b/x", " x", "}", "\tx", "\\ x"]);
    prop_oneof![
        8 => (at(), at(), 0..4_usize, prop::collection::vec(line, 0..4))
            .prop_map(|(file, from, removed, lines)| Step::Edit(file, from, removed, lines)),
        2 => at().prop_map(Step::Newline),
        2 => (path(), thing()).prop_map(|(path, thing)| Step::Put(path, thing)),
        2 => at().prop_map(Step::Delete),
        2 => (at(), path()).prop_map(|(file, path)| Step::Move(file, path)),
        1 => (at(), path()).prop_map(|(file, path)| Step::Copy(file, path)),
        1 => at().prop_map(Step::Chmod),
    ]
}

fn writer() -> impl Strategy<Value = Writer> {
    let context = || select(vec![3_usize, 3, 1, 0]);
    prop_oneof![
        3 => context().prop_map(Writer::Git),
        2 => context().prop_map(Writer::Diff),
        2 => context().prop_map(Writer::Ours),
        1 => Just(Writer::Whole),
    ]
}

/// Puts a thing at a path, if nothing is in the way.
fn put(things: &mut Things, path: BString, thing: Thing) {
    let is_below = |path: &BString, folder: &BString| {
        path.strip_prefix(folder.as_bytes()).is_some_and(|rest| rest.starts_with(b"/"))
    };
    if !things.0.keys().any(|other| is_below(&path, other) || is_below(other, &path)) {
        things.0.insert(path, thing);
    }
}

impl Step {
    fn take(self, things: &mut Things) {
        let nth = |at: &Index| -> Option<BString> {
            let count = things.0.len();
            (count > 0).then(|| things.0.keys().nth(at.index(count)).cloned()).flatten()
        };
        match self {
            Self::Put(path, thing) => put(things, path, thing),
            Self::Delete(at) => drop(nth(&at).and_then(|path| things.0.remove(&path))),
            Self::Move(at, to) => {
                let Some(from) = nth(&at) else { return };
                let Some(thing) = things.0.remove(&from) else { return };
                put(things, to, thing);
            }
            Self::Copy(at, to) => {
                let Some(thing) = nth(&at).and_then(|path| things.0.get(&path).cloned()) else {
                    return;
                };
                put(things, to, thing);
            }
            Self::Edit(ref at, ..) | Self::Newline(ref at) | Self::Chmod(ref at) => {
                let Some(path) = nth(at) else { return };
                let Some(Thing::File { contents, executable }) = things.0.get_mut(&path) else {
                    return;
                };
                self.edit(contents, executable);
            }
        }
    }

    fn edit(self, contents: &mut BString, executable: &mut bool) {
        match self {
            Self::Edit(_, from, removed, lines) => {
                let mut now: Vec<Vec<u8>> =
                    contents.lines_with_terminator().map(<[u8]>::to_vec).collect();
                let is_crlf = now.first().is_some_and(|line| line.ends_with(b"\r\n"));
                let ending = if is_crlf { "\r\n" } else { "\n" };
                let from = from.index(now.len() + 1);
                let to = now.len().min(from + removed);
                let lines = lines.into_iter().map(|line| format!("{line}{ending}").into_bytes());
                if from == now.len()
                    && let Some(last) = now.last_mut().filter(|last| !last.ends_with(b"\n"))
                {
                    last.extend_from_slice(ending.as_bytes());
                }
                now.splice(from..to, lines);
                *contents = now.concat().into();
            }
            Self::Newline(_) if contents.ends_with(b"\n") => drop(contents.pop()),
            Self::Newline(_) => contents.push(b'\n'),
            Self::Chmod(_) => *executable = !*executable,
            Self::Put(..) | Self::Delete(_) | Self::Move(..) | Self::Copy(..) => {}
        }
    }
}

impl Change {
    /// The patch; `None` where its writer has no words for the change.
    pub(crate) fn patch(&self) -> Option<Vec<u8>> {
        match self.writer {
            Writer::Git(context) => Some(self.git(context)),
            Writer::Diff(context) => {
                // Where a file becomes a folder it says so, and no more.
                let says_all =
                    |text: &Vec<u8>| !text.lines().any(|line| line.starts_with(b"File "));
                self.has_only_text().then(|| self.diff(context)).filter(says_all)
            }
            Writer::Ours(context) => {
                let mut options = GenOptions::default();
                options.context = context;
                let (old, new) = (self.before.to_snapshot(), self.after.to_snapshot());
                tree_patch(&old, &new, &options).ok().map(|patch| patch.to_bytes())
            }
            Writer::Whole => {
                let root = AbsolutePath::new("/root").expect("it is absolute");
                let (old, new) = (self.before.to_snapshot(), self.after.to_snapshot());
                // The way back from the way back.
                Some(TreeChange::between(&new, &old, &root).undo().to_bytes())
            }
        }
    }

    pub(crate) fn has_only_text(&self) -> bool {
        let things = self.before.0.iter().chain(&self.after.0);
        let is_plain = |(path, thing): (&BString, &Thing)| match thing {
            Thing::File { contents, executable: false } => {
                !contents.contains(&0)
                    && !contents.is_empty()
                    && path.iter().all(|byte| byte.is_ascii_graphic() && !b"\"\\".contains(byte))
            }
            _ => false,
        };
        things.into_iter().all(is_plain)
    }

    /// What `git diff` says between the trees, as between two commits.
    fn git(&self, context: usize) -> Vec<u8> {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let (repository, tree) = (folder.path().join("git"), folder.path().join("tree"));
        std::fs::create_dir(&tree).expect("a folder of ours");
        let git = |args: &[&str]| {
            let mut program = Command::new("git");
            let program = alone(&mut program).args(["-c", "core.autocrlf=false"]).args(args);
            let program = program.env("GIT_DIR", &repository).env("GIT_WORK_TREE", &tree);
            let output = program.current_dir(&tree).stdin(Stdio::null()).output();
            output.expect("git is installed").stdout
        };
        git(&["init", "--quiet", "--template="]);
        let commit = |things: &Things| {
            fill(&tree, things);
            git(&["add", "--all", "--force", "."]);
            git(&["write-tree"]).trim_ascii().to_str().expect("a name").to_owned()
        };
        let (old, new) = (commit(&self.before), commit(&self.after));
        let context = format!("-U{context}");
        git(&[
            "diff-tree",
            "-p",
            "-r",
            "--binary",
            "-M",
            "-C",
            "--find-copies-harder",
            &context,
            &old,
            &new,
        ])
    }

    /// What `diff -ruN a b` says.
    fn diff(&self, context: usize) -> Vec<u8> {
        let folder = tempfile::tempdir().expect("a temporary folder");
        for (name, things) in [("a", &self.before), ("b", &self.after)] {
            let tree = folder.path().join(name);
            std::fs::create_dir(&tree).expect("a folder of ours");
            fill(&tree, things);
        }
        let mut program = Command::new("diff");
        program.args(["-r", "-N", &format!("-U{context}"), "a", "b"]);
        let output = alone(&mut program).current_dir(folder.path()).output();
        output.expect("`diff` is installed").stdout
    }
}
