//! A change described in small numbers, and the patch made from it.
//!
//! A recipe is what generators make and what shrinks; [`Recipe::cook`] turns any recipe into a
//! [`Scenario`]: no recipe is invalid.

use bstr::BString;
use patch_gen::{Binary, GenOptions, Style, tree_patch};

use crate::alphabet::{ENDINGS, Endings, LATIN, LINES, MARK, PATHS, pick, total};
use crate::noise::{self, Noise};
use crate::render::{self, Change};
use crate::{Case, File, Rules, Tree};

/// A tree, what happens to it, how that is written, and what happens to the patch.
#[derive(Clone, Debug, Default)]
pub struct Recipe {
    /// The files before: a path and a text. A file that cannot coexist with the others is left out.
    pub files: Vec<(Pick, Text, bool)>,
    /// What happens to them.
    pub steps: Vec<Step>,
    /// Who writes the patch.
    pub writer: Writer,
    /// Lines of context around each change.
    pub context: usize,
    /// What goes wrong on the way.
    pub noise: Vec<Noise>,
    /// What the caller chooses.
    pub rules: Rules,
}

/// A number that chooses from a table, whatever its length.
pub type Pick = u32;

/// A text in small numbers.
#[derive(Clone, Debug, Default)]
pub struct Text {
    /// Its lines.
    pub lines: Vec<Pick>,
    /// How they end.
    pub endings: Pick,
    /// Whether the last one does.
    pub final_newline: bool,
    /// A byte-order mark comes before it.
    pub mark: bool,
    /// One line is not UTF-8.
    pub latin: bool,
    /// The lines are there so many times: past the 64 places that an index may keep.
    pub repeat: usize,
}

/// What happens to a file.
#[derive(Clone, Debug)]
pub enum Step {
    /// So many lines of a file, from one on, become others.
    Edit {
        /// Which file.
        file: Pick,
        /// From which line on.
        at: Pick,
        /// How many are removed.
        remove: usize,
        /// What comes instead.
        insert: Vec<Pick>,
    },
    /// A new file.
    Add(Pick, Text, bool),
    /// A file goes.
    Delete(Pick),
    /// A file goes elsewhere.
    Move(Pick, Pick),
    /// A file is elsewhere, too.
    Copy(Pick, Pick),
    /// A file becomes executable, or is no longer.
    Chmod(Pick),
}

/// Who writes the patch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Writer {
    /// `patch-gen`, with git's headers.
    #[default]
    Git,
    /// `patch-gen`, with plain headers.
    Plain,
    /// The testkit, as unified diff.
    OwnUnified,
    /// The testkit, in the `*** Begin Patch` format; the number says how often there are anchors.
    OpenCode(u8),
}

/// What a recipe makes.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// What is applied to what.
    pub case: Case,
    /// The files as they were when the patch was made.
    pub old: Tree,
    /// The files that the patch was made to lead to.
    pub new: Tree,
    /// Whether the patch must lead there: nothing was lost in writing it or on the way.
    pub is_faithful: bool,
}

impl Recipe {
    /// Makes the trees and writes the patch.
    pub fn cook(&self) -> Scenario {
        self.cook_on(self.tree())
    }

    /// Makes the change to a tree that is there, and writes the patch: [`Self::files`] play no
    /// part.
    pub fn cook_on(&self, old: Tree) -> Scenario {
        let changes = self.changes(&old);
        let new = new_tree(&old, &changes);
        let text = self.write(&old, &new, &changes);
        let mut before = old.clone();
        let mut patch = text.clone();
        for noise in &self.noise {
            noise::make(noise, &mut before, &mut patch);
        }
        let is_faithful = self.is_faithful(&old, &new) && patch == text && before == old;
        let case = Case { before, patch, rules: self.rules };
        Scenario { case, old, new, is_faithful }
    }

    fn tree(&self) -> Tree {
        let mut tree = Tree::default();
        for (path, text, executable) in &self.files {
            let file = File { contents: text.write(), executable: *executable };
            tree.insert_if_free(of_path(*path), file);
        }
        tree
    }

    /// The steps as changes of single paths: a file that is edited twice is changed once.
    fn changes(&self, old: &Tree) -> Vec<Change> {
        let mut changes: Vec<Change> = Vec::new();
        let mut now = old.clone();
        for step in &self.steps {
            match step {
                Step::Edit { file, .. } | Step::Chmod(file) => {
                    let Some(path) = existing(&now, *file) else { continue };
                    let Some(file) = now.files.get_mut(&path) else { continue };
                    step.apply(file);
                    let file = file.clone();
                    match changes.iter_mut().find(|change| change.new_path() == Some(&path)) {
                        Some(change) => change.set(file),
                        None => changes.push(Change::Modify(path, file)),
                    }
                }
                Step::Add(path, text, executable) => {
                    let file = File { contents: text.write(), executable: *executable };
                    let path = of_path(*path);
                    if now.insert_if_free(path.clone(), file.clone()) {
                        changes.push(Change::Add(path, file));
                    }
                }
                Step::Delete(file) | Step::Move(file, _) | Step::Copy(file, _) => {
                    let untouched =
                        |path: &BString| !changes.iter().any(|change| change.names(path));
                    let Some(from) = existing(old, *file).filter(untouched) else { continue };
                    changes.extend(step.relocate(&mut now, from));
                }
            }
        }
        changes.retain(|change| !change.is_nothing(old));
        changes
    }

    fn write(&self, old: &Tree, new: &Tree, changes: &[Change]) -> Vec<u8> {
        match self.writer {
            Writer::Git | Writer::Plain => {
                let (old, new) = (old.to_snapshot(), new.to_snapshot());
                let patch = tree_patch(&old, &new, &self.gen_options());
                patch.expect("data is asked for").to_bytes()
            }
            Writer::OwnUnified => render::unified(old, changes, self.context),
            Writer::OpenCode(anchors) => render::opencode(old, changes, self.context, anchors),
        }
    }

    fn gen_options(&self) -> GenOptions {
        // No text of the alphabet is binary; what noise makes of a patch may bring a NUL into the
        // tree of a history.
        let mut options = GenOptions::default().binary(Binary::Data);
        options.context = self.context;
        options.style = if self.writer == Writer::Plain { Style::Plain } else { Style::Git };
        options
    }

    /// Whether the writer expresses the whole change and the rules execute all of it.
    fn is_faithful(&self, old: &Tree, new: &Tree) -> bool {
        let is_git = self.rules.contract == patch_apply::Contract::Git;
        let modes = |tree: &Tree| tree.files.values().any(|file| file.executable);
        let has_modes = modes(old) || modes(new);
        let is_whole = !matches!(self.writer, Writer::OpenCode(_));
        // Without context a place is certain by its number alone; a byte-order mark that a hunk
        // without old lines does not speak of stays in front.
        let is_certain = self.context > 0 || (is_git && !old.has_mark());
        // What the agent's contract does not execute: modes and copies.
        let has_copy = self.steps.iter().any(|step| matches!(step, Step::Copy(..)));
        let is_one_encoding = !old.mixes_encodings(new);
        is_whole
            && is_certain
            && is_one_encoding
            && old != new
            && (is_git || !(has_modes || has_copy))
    }
}

impl Text {
    /// The text.
    pub fn write(&self) -> BString {
        let mut lines: Vec<&[u8]> = self.lines.iter().map(|line| of_line(*line)).collect();
        if self.latin {
            lines.push(LATIN);
        }
        let lines = lines.repeat(self.repeat.max(1));
        let mut bytes = if self.mark { MARK.as_bytes().to_vec() } else { Vec::new() };
        let count = lines.len();
        for (index, line) in lines.into_iter().enumerate() {
            bytes.extend_from_slice(line);
            if index + 1 < count || self.final_newline {
                bytes.extend_from_slice(self.ending(index));
            }
        }
        bytes.into()
    }

    fn ending(&self, index: usize) -> &'static [u8] {
        match pick(ENDINGS, self.endings % total(ENDINGS)) {
            Endings::Lf => b"\n",
            Endings::Mixed if index.is_multiple_of(2) => b"\n",
            Endings::CrLf | Endings::Mixed => b"\r\n",
        }
    }
}

impl Step {
    /// Edits a file or changes its mode.
    fn apply(&self, file: &mut File) {
        let Self::Edit { at, remove, insert, .. } = self else {
            file.executable = !file.executable;
            return;
        };
        let mut lines: Vec<Vec<u8>> =
            file.contents.split_inclusive(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect();
        let start = index(*at, lines.len() + 1);
        let end = lines.len().min(start + remove);
        // New lines end as the first one does.
        let is_crlf = lines.first().is_some_and(|line| line.ends_with(b"\r\n"));
        let ending: &[u8] = if is_crlf { b"\r\n" } else { b"\n" };
        let new = insert.iter().map(|line| [of_line(*line), ending].concat());
        if start > 0 && start == lines.len() && !lines[start - 1].ends_with(b"\n") {
            lines[start - 1].extend_from_slice(ending);
        }
        lines.splice(start..end, new);
        file.contents = lines.concat().into();
    }

    /// Deletes, moves or copies a file; nothing when the target is in the way.
    fn relocate(&self, now: &mut Tree, from: BString) -> Option<Change> {
        let file = now.files.get(&from)?.clone();
        let (is_move, to) = match self {
            Self::Move(_, to) => (true, of_path(*to)),
            Self::Copy(_, to) => (false, of_path(*to)),
            _ => {
                now.files.remove(&from);
                return Some(Change::Delete(from));
            }
        };
        if is_move {
            now.files.remove(&from);
        }
        if !now.insert_if_free(to.clone(), file.clone()) {
            now.files.insert(from, file);
            return None;
        }
        Some(if is_move { Change::Move(from, to, file) } else { Change::Copy(from, to, file) })
    }
}

fn new_tree(old: &Tree, changes: &[Change]) -> Tree {
    let mut new = old.clone();
    for change in changes {
        if let Change::Delete(path) | Change::Move(path, ..) = change {
            new.files.remove(path);
        }
    }
    for change in changes {
        if let Some((path, file)) = change.written() {
            new.files.insert(path.clone(), file.clone());
        }
    }
    new
}

fn existing(tree: &Tree, number: Pick) -> Option<BString> {
    (!tree.files.is_empty())
        .then(|| tree.files.keys().nth(index(number, tree.files.len())))
        .flatten()
        .cloned()
}

fn of_path(number: Pick) -> BString {
    pick(PATHS, number % total(PATHS)).into()
}

fn of_line(number: Pick) -> &'static [u8] {
    pick(LINES, number % total(LINES)).as_bytes()
}

fn index(number: Pick, len: usize) -> usize {
    usize::try_from(number).expect("32 bits fit") % len
}
