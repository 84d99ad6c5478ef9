//! Counts outcomes by format and model.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::recorded::{Made, Recorded};

/// The outcomes for one model that was told of one format.
#[derive(Debug, Default, Serialize)]
pub(super) struct Group {
    pub(super) format: &'static str,
    pub(super) model: String,
    /// The tasks.
    pub(super) tasks: usize,
    pub(super) calls: usize,
    /// Tasks whose first call was applied.
    pub(super) first_try: usize,
    /// Tasks that a later call completed.
    pub(super) later: usize,
    /// Tasks whose calls were all refused while there was work left: an agent then edits with the
    /// shell.
    pub(super) fallbacks: usize,
    /// Calls that were applied with another result than expected.
    pub(super) wrong: usize,
    /// Bytes of all patches.
    pub(super) patch_bytes: usize,
    /// Refused calls by their code.
    pub(super) refused: BTreeMap<&'static str, usize>,
}

/// The tasks of a group by their progress.
#[derive(Debug, Default)]
struct Tasks {
    group: Group,
    /// Those with a call.
    tried: BTreeSet<String>,
    /// Those that a call completed.
    done: BTreeSet<String>,
    /// Those with a call that was applied, whatever its result, or whose files have the change
    /// already: the agent was told so, and continues.
    applied: BTreeSet<String>,
}

#[derive(Debug, Default)]
pub(super) struct Tally(BTreeMap<(&'static str, String), Tasks>);

impl Tally {
    pub(super) fn add(&mut self, call: &Recorded, made: &Made) {
        let format = call.format().unwrap_or("auto");
        let tasks = self.0.entry((format, call.model.clone())).or_default();
        let Tasks { group, tried, done, applied } = tasks;
        group.calls += 1;
        group.patch_bytes += call.patch_bytes();
        // A call that names no task is one of its own.
        let task = call.task.clone().unwrap_or_else(|| format!("\0{}", group.calls));
        let is_first = tried.insert(task.clone());
        if !matches!(made, Made::Refused(_)) {
            applied.insert(task.clone());
        }
        match made {
            Made::Applied if done.contains(&task) => {}
            Made::Applied => {
                *(if is_first { &mut group.first_try } else { &mut group.later }) += 1;
                done.insert(task);
            }
            Made::Wrong => group.wrong += 1,
            Made::Refused(code) | Made::There(code) => {
                *group.refused.entry(code.as_str()).or_default() += 1;
            }
        }
    }

    /// The groups in the order of their names.
    pub(super) fn into_groups(self) -> Vec<Group> {
        let groups = self.0.into_iter().map(|((format, model), tasks)| {
            let Tasks { group, tried, applied, .. } = tasks;
            let (tasks, fallbacks) = (tried.len(), tried.len() - applied.len());
            Group { format, model, tasks, fallbacks, ..group }
        });
        groups.collect()
    }
}
