//! What happens to a tree over time, and the expected results: the reference for a workspace.
//!
//! An action is small numbers, like a [recipe](crate::recipe): whatever they are, they have a
//! meaning for the tree at that time. [`Reference::next`] computes the result with the [model] and
//! the workspace in memory; performing the [`Task`] must give the same, with or without faults and
//! kills.

use acp_diff_types::AbsolutePath;
use bstr::BString;
use patch_apply::{ApplyOptions, Durability, MemoryWorkspace, PartId, Plan, plan};
use patch_parse::parse;
use patch_tools::view::Effects;

use crate::model::{self, Verdict};
use crate::recipe::{Pick, Text};
use crate::{Recipe, Tree};

/// Something that happens.
#[derive(Clone, Debug)]
pub enum Action {
    /// A patch is made for the tree, and applied. The damage that the recipe does to files is done
    /// by other writers before.
    Apply(Recipe, How),
    /// What was applied last is taken back.
    Undo(How),
    /// Somebody else writes a file.
    Edit(Pick, Text),
    /// Somebody else removes a file.
    Remove(Pick),
}

/// What goes wrong with a commit, and how much of a patch is selected.
#[derive(Clone, Debug)]
pub enum How {
    /// Nothing goes wrong.
    Plainly,
    /// Every second part of the patch is selected, starting at the first or the second.
    InPart(bool),
    /// Somebody else writes a file between plan and commit.
    Disturbed(Pick, Text),
    /// A step fails; counted from 0.
    Faulty(usize),
    /// The program is killed at a step, and the recovery at another.
    Killed(usize, usize),
}

/// A patch that is to be applied to files.
#[derive(Clone, Debug)]
pub struct Task {
    /// The files before.
    pub before: Tree,
    /// The patch.
    pub patch: BString,
    /// What the caller decides.
    pub options: ApplyOptions,
    /// The parts that are asked for; all where nothing is said.
    pub parts: Option<Vec<PartId>>,
    /// What goes wrong on the way.
    pub trouble: Trouble,
    /// The files afterwards; `None` where it is refused.
    pub after: Option<Tree>,
}

/// What goes wrong on the way of a commit.
#[derive(Clone, Debug)]
pub enum Trouble {
    /// Nothing.
    None,
    /// Somebody else leaves these files between plan and commit.
    Disturbed(Tree),
    /// This step fails; counted from 0.
    Fault(usize),
    /// The program is killed at this step, and the recovery at that.
    Kill(usize, usize),
}

/// What is to be done.
#[derive(Clone, Debug)]
pub enum Deed {
    /// Somebody else leaves these files.
    Become(Tree),
    /// A patch is applied.
    Apply(Box<Task>),
}

/// The tree as it must be.
#[derive(Clone, Debug, Default)]
pub struct Reference {
    /// The files now.
    pub now: Tree,
    /// What takes back what was applied, the last one last.
    undos: Vec<Undo>,
}

/// A patch that takes one back, and the files that it was made for and leads to.
#[derive(Clone, Debug)]
struct Undo {
    patch: BString,
    from: Tree,
    to: Tree,
}

impl Reference {
    /// A tree to begin with.
    pub fn new(now: Tree) -> Self {
        Self { now, undos: Vec::new() }
    }

    /// What an action means for the tree as it is now; the tree becomes the result.
    ///
    /// # Panics
    ///
    /// When the undo of a change does not lead back in memory.
    pub fn next(&mut self, action: &Action) -> Deed {
        match action {
            Action::Apply(recipe, how) => {
                let scenario = recipe.cook_on(self.now.clone());
                let options = recipe.rules.to_options();
                let patch = scenario.case.patch.into();
                self.task(scenario.case.before, patch, options, how, recipe)
            }
            Action::Undo(how) => {
                let Some(Undo { patch, from, to }) = self.undos.pop() else {
                    return Deed::Become(self.now.clone());
                };
                let kept = self.undos.len();
                let options = ApplyOptions::for_undo().durability(Durability::None);
                let before = self.now.clone();
                let deed = self.task(before.clone(), patch, options, how, &Recipe::default());
                let is_back = before != from || how.is_other() || self.now == to;
                assert!(is_back, "the way back leads elsewhere\n{deed:?}");
                // What is taken back is not made again.
                self.undos.truncate(kept);
                deed
            }
            Action::Edit(file, text) => {
                self.now = edited(&self.now, *file, text);
                Deed::Become(self.now.clone())
            }
            Action::Remove(file) => {
                if let Some(path) = nth(&self.now, *file) {
                    self.now.files.remove(&path);
                }
                Deed::Become(self.now.clone())
            }
        }
    }

    fn task(
        &mut self,
        before: Tree,
        patch: BString,
        options: ApplyOptions,
        how: &How,
        recipe: &Recipe,
    ) -> Deed {
        let parts = how.parts(&patch);
        let (trouble, meets) = match how {
            How::Plainly | How::InPart(_) => (Trouble::None, before.clone()),
            How::Disturbed(file, text) => {
                let other = edited(&before, *file, text);
                (Trouble::Disturbed(other.clone()), other)
            }
            How::Faulty(step) => (Trouble::Fault(*step), before.clone()),
            How::Killed(step, again) => (Trouble::Kill(*step, *again), before.clone()),
        };
        let after = self.apply(&meets, &patch, &options, parts.as_deref());
        // The rules of a recipe are those of the model; an undo has others.
        if parts.is_none() && !recipe.files.is_empty() {
            agrees_with_the_model(&meets, &patch, recipe, after.as_ref());
        }
        self.now = after.clone().unwrap_or(meets);
        Deed::Apply(Box::new(Task { before, patch, options, parts, trouble, after }))
    }

    /// Applies a patch in memory, and keeps what takes it back.
    fn apply(
        &mut self,
        before: &Tree,
        text: &BString,
        options: &ApplyOptions,
        parts: Option<&[PartId]>,
    ) -> Option<Tree> {
        let patch = parse(text).ok()?;
        let mut files = before.to_memory();
        let options = match parts {
            Some(parts) => options.clone().only(parts.iter().copied()),
            None => options.clone(),
        };
        let plan = plan(&patch, &files, &options).ok()?;
        let undo = undo_of(&plan, &files);
        plan.commit(&mut files).ok()?;
        let after = Tree::of_memory(&files);
        if let Some(patch) = undo.filter(|_| after != *before) {
            self.undos.push(Undo { patch, from: after.clone(), to: before.clone() });
        }
        Some(after)
    }
}

impl How {
    /// Whether the result may differ from that of the whole patch on the files as they were.
    fn is_other(&self) -> bool {
        matches!(self, Self::InPart(_) | Self::Disturbed(..))
    }

    fn parts(&self, text: &[u8]) -> Option<Vec<PartId>> {
        let Self::InPart(is_odd) = self else { return None };
        let patch = parse(text).ok()?;
        let hunks = patch.files.iter().zip(1..).flat_map(|(file, section)| {
            let count = file.hunks().len();
            let whole = (count == 0).then(|| PartId::section(section));
            whole.into_iter().chain((1..=count).map(move |hunk| PartId::hunk(section, hunk)))
        });
        Some(hunks.skip(usize::from(*is_odd)).step_by(2).collect())
    }
}

/// The patch that takes a plan back.
fn undo_of(plan: &Plan<'_>, files: &MemoryWorkspace) -> Option<BString> {
    let root = AbsolutePath::new("/root").expect("it is absolute");
    let effects = Effects::of_plan(plan, files, &root).ok()?;
    Some(effects.undo.into())
}

fn agrees_with_the_model(before: &Tree, text: &BString, recipe: &Recipe, after: Option<&Tree>) {
    let Ok(patch) = parse(text) else { return };
    let agrees = match model::apply(before, &patch, recipe.rules) {
        Verdict::Applied(expected) => after == Some(&expected),
        Verdict::Refused(_) => after.is_none(),
        Verdict::Unjudged(_) => true,
    };
    assert!(agrees, "memory and model disagree\n{before}\n{text}\n{after:?}");
}

/// The tree with another text in one of its files, or in a new one.
fn edited(tree: &Tree, file: Pick, text: &Text) -> Tree {
    let mut tree = tree.clone();
    match nth(&tree, file) {
        Some(path) => {
            if let Some(file) = tree.files.get_mut(&path) {
                file.contents = text.write();
            }
        }
        None => tree.insert("a", text.write()),
    }
    tree
}

fn nth(tree: &Tree, number: Pick) -> Option<BString> {
    let count = tree.files.len();
    let number = usize::try_from(number).ok()?.checked_rem(count)?;
    tree.files.keys().nth(number).cloned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recipe::{Step, Writer};

    fn recipe() -> Recipe {
        let edit = Step::Edit { file: 0, at: 1, remove: 1, insert: vec![20] };
        let files = vec![(0, Text::default(), false)];
        Recipe { files, steps: vec![edit], writer: Writer::Git, context: 3, ..Recipe::default() }
    }

    #[test]
    fn a_patch_is_applied_and_taken_back() {
        let old = Tree::from([("a", "1\n2\n3\n")]);
        let mut reference = Reference::new(old.clone());
        let Deed::Apply(task) = reference.next(&Action::Apply(recipe(), How::Plainly)) else {
            panic!("a patch is applied");
        };
        assert_eq!(task.after.as_ref(), Some(&reference.now));
        assert_ne!(reference.now, old);
        reference.next(&Action::Undo(How::Killed(3, 1)));
        assert_eq!(reference.now, old);
        assert!(
            matches!(reference.next(&Action::Undo(How::Plainly)), Deed::Become(now) if now == old)
        );
    }

    #[test]
    fn who_writes_between_plan_and_commit_is_not_overwritten_unseen() {
        let mut reference = Reference::new(Tree::from([("a", "1\n2\n3\n")]));
        let text = Text { lines: vec![0], final_newline: true, ..Text::default() };
        let deed = reference.next(&Action::Apply(recipe(), How::Disturbed(0, text)));
        let Deed::Apply(task) = deed else { panic!("a patch is applied") };
        assert!(task.after.is_none(), "the patch is for another text");
        assert_eq!(reference.now, Tree::from([("a", "a\n")]), "theirs stays");
    }
}
