//! Transactions over time: whatever fails, and wherever the program is killed, the files are those
//! of the [reference](crate::history).

use std::fmt::Debug;

use patch_apply::{ApplyOptions, Receipt, Refusal, apply_with, plan};
use patch_fs::faults::{self, Means, Threads};
use patch_fs::{DirWorkspace, Recovery};
use patch_parse::{Patch, parse};

use crate::Tree;
use crate::history::{Action, Deed, Reference, Task, Trouble};
use crate::scratch::Scratch;

/// A directory to which things happen.
#[derive(Debug)]
pub struct World {
    scratch: Scratch,
    /// What went wrong so far.
    pub came: Came,
}

/// How often a planned failure happened: a step that no commit reaches never fails.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Came {
    /// Steps that failed.
    pub faults: usize,
    /// Kills that left the way back to the old files.
    pub killed_before: usize,
    /// Kills that left the new files.
    pub killed_after: usize,
    /// Recoveries that were killed.
    pub killed_recoveries: usize,
}

/// The kind of file system, and the threads that work on a commit.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ground {
    /// How the file system lets a file be replaced.
    pub means: Means,
    /// Who works on a commit.
    pub threads: Threads,
}

/// Performs these actions one after the other, and compares after each.
///
/// # Panics
///
/// When the files are other ones than those of the reference.
pub fn check(before: &Tree, ground: Ground, actions: &[Action]) {
    let mut reference = Reference::new(before.clone());
    let mut world = World::new(before, ground);
    for action in actions {
        let deed = reference.next(action);
        world.perform(&deed);
        world.is(&reference.now, &deed);
    }
}

impl World {
    /// A directory with these files.
    pub fn new(files: &Tree, ground: Ground) -> Self {
        faults::disarm();
        faults::set_means(ground.means);
        faults::set_threads(ground.threads);
        Self { scratch: Scratch::new(files), came: Came::default() }
    }

    /// Compares.
    ///
    /// # Panics
    ///
    /// When the files are other ones, or something is beside them.
    pub fn is(&self, expected: &Tree, deed: &impl Debug) {
        let found = self.scratch.read();
        assert!(found == *expected, "there is\n{found}and should be\n{expected}after {deed:?}");
        assert!(self.scratch.is_alone(), "nothing appears beside the root");
    }

    /// Performs a task.
    ///
    /// # Panics
    ///
    /// When it is neither done nor left undone, or a plan and its commit disagree.
    pub fn perform(&mut self, deed: &Deed) {
        match deed {
            Deed::Become(files) => self.scratch.become_tree(files),
            Deed::Apply(task) => {
                self.scratch.become_tree(&task.before);
                self.apply(task);
            }
        }
    }

    fn apply(&mut self, task: &Task) {
        let Ok(patch) = parse(&task.patch) else {
            // Others come whether it is a patch or not.
            if let Trouble::Disturbed(others) = &task.trouble {
                self.scratch.become_tree(others);
            }
            return;
        };
        let options = match &task.parts {
            Some(parts) => task.options.clone().only(parts.iter().copied()),
            None => task.options.clone(),
        };
        let one = One { patch: &patch, options: &options, task, scratch: &self.scratch };
        match &task.trouble {
            Trouble::None => one.plainly(),
            Trouble::Disturbed(others) => one.disturbed(others),
            Trouble::Fault(step) => one.faulty(*step, &mut self.came),
            Trouble::Kill(step, again) => one.killed(*step, *again, &mut self.came),
        }
    }
}

/// One patch that is applied.
struct One<'t> {
    patch: &'t Patch<'t>,
    options: &'t ApplyOptions,
    task: &'t Task,
    scratch: &'t Scratch,
}

impl One<'_> {
    fn open(&self) -> DirWorkspace {
        DirWorkspace::open(self.scratch.root()).expect("the root is there")
    }

    fn run(&self) -> Result<Receipt, Refusal> {
        let mut files = self.open();
        plan(self.patch, &files, self.options)?.commit(&mut files)
    }

    fn plainly(&self) {
        let done = self.run();
        assert_eq!(done.is_ok(), self.task.after.is_some(), "{done:?}\n{:?}", self.task);
    }

    /// Another writer writes after the plan was made: the plan is made anew if that is certain, and
    /// else refused; a second attempt gives the expected result.
    fn disturbed(&self, others: &Tree) {
        let mut is_disturbed = false;
        let mut files = self.open();
        let first = apply_with(self.patch, &mut files, self.options, |_, _| {
            if !std::mem::replace(&mut is_disturbed, true) {
                self.scratch.become_tree(others);
            }
        });
        drop(files);
        // If no plan was made, nothing was waited for.
        if !is_disturbed {
            self.scratch.become_tree(others);
        }
        let Err(_) = first else { return self.in_some_order(others) };
        self.is(others);
        self.plainly();
    }

    /// Checks that the changes of both are present, in one order or the other; then makes the files
    /// what they are if the other writer came first.
    fn in_some_order(&self, others: &Tree) {
        let found = self.scratch.read();
        let after = self.task.after.as_ref().unwrap_or(others);
        if found == *after {
            return;
        }
        let mut memory = self.task.before.to_memory();
        let plan = plan(self.patch, &memory, self.options);
        let done = plan.and_then(|plan| plan.commit(&mut memory));
        assert!(done.is_ok(), "it is applied, and never could be\n{:?}", self.task);
        let mut both = Tree::of_memory(&memory);
        for (path, file) in &others.files {
            if self.task.before.files.get(path) != Some(file) {
                both.files.insert(path.clone(), file.clone());
            }
        }
        self.is(&both);
        self.scratch.become_tree(after);
    }

    /// A step fails: all or nothing is done, and a second attempt does it.
    fn faulty(&self, step: usize, came: &mut Came) {
        faults::fail_at(step);
        let done = self.run();
        let struck = faults::struck();
        came.faults += usize::from(struck);
        // What could not be cleared away is litter.
        let cleared = self.open().recover();
        assert!(cleared.is_ok(), "{cleared:?}\n{:?}", self.task);
        if done.is_err() {
            self.is(&self.task.before);
        }
        self.settle(&done, struck);
    }

    /// The program is killed, and the recovery, too: then all or nothing is done.
    fn killed(&self, step: usize, again: usize, came: &mut Came) {
        faults::fail_from(step);
        let done = self.run();
        let struck = faults::struck();
        faults::fail_from(again);
        let _ = self.open().recover();
        came.killed_recoveries += usize::from(faults::struck());
        let recovered = self.open().recover();
        assert!(recovered.is_ok(), "{recovered:?}\n{:?}", self.task);
        assert_eq!(self.open().recover().ok(), Some(Recovery::Nothing), "{:?}", self.task);
        if struck && self.scratch.read() == self.task.before {
            came.killed_before += 1;
        } else {
            came.killed_after += usize::from(struck);
        }
        self.settle(&done, struck);
    }

    /// The files are the old ones or the new; where they are the old ones still, the patch is
    /// applied.
    fn settle(&self, done: &Result<Receipt, Refusal>, struck: bool) {
        let Some(after) = &self.task.after else {
            assert!(done.is_err(), "{done:?}\n{:?}", self.task);
            return self.is(&self.task.before);
        };
        let left = self.scratch.read();
        if left == *after && (done.is_ok() || left != self.task.before || struck) {
            return;
        }
        assert!(done.is_err() && struck, "{done:?}\n{:?}", self.task);
        self.is(&self.task.before);
        self.plainly();
    }

    fn is(&self, expected: &Tree) {
        let found = self.scratch.read();
        assert!(found == *expected, "there is\n{found}and should be\n{expected}{:?}", self.task);
    }
}
