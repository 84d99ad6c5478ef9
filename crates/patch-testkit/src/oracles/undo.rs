//! The receipt's way back: it leads to the files as they were, byte for byte, permissions included.

use acp_diff_types::AbsolutePath;
use bstr::ByteSlice;
use patch_apply::{ApplyOptions, Contract, DirWorkspace, Sync, Workspace, apply, plan};
use patch_parse::parse;
use patch_tools::view::Effects;
use patch_tools::wire::WireError;

use crate::scratch::Scratch;
use crate::{Case, Tree};

/// Applies a case and its undo in memory; whether the case applied.
///
/// # Panics
///
/// When the undo is refused or leads elsewhere.
pub fn check(case: &Case) -> bool {
    let mut workspace = case.before.to_memory();
    let applied = there_and_back(case, &mut workspace);
    assert_eq!(Tree::of_memory(&workspace), case.before, "the way back leads elsewhere\n{case}");
    applied
}

/// The same on disk, with permissions of every kind.
///
/// # Panics
///
/// As [`check`].
pub fn check_on_disk(case: &Case) -> bool {
    let scratch = Scratch::new(&case.before);
    scratch.vary_permissions();
    let permissions = scratch.permissions();
    let mut workspace = DirWorkspace::open(scratch.root()).expect("the root was made just now");
    let applied = there_and_back(case, &mut workspace);
    assert_eq!(scratch.read(), case.before, "the way back leads elsewhere\n{case}");
    let now = scratch.permissions();
    assert_eq!(now, permissions, "the way back has other permissions\n{case}");
    applied
}

fn there_and_back(case: &Case, workspace: &mut impl Workspace) -> bool {
    let Ok(patch) = parse(&case.patch) else { return false };
    let root = AbsolutePath::new("/root").expect("it is absolute");
    let options = case.rules.to_options();
    let Ok(plan) = plan(&patch, workspace, &options) else { return false };
    let undo = match Effects::of_plan(&plan, workspace, &root) {
        Ok(effects) => effects.undo,
        // The protocol has no words for it, and the receipt says so.
        Err(WireError::NotUtf8(name)) if name.to_str().is_err() => return false,
        Err(error) => panic!("{error}\n{case}"),
    };
    if plan.commit(workspace, options.sync).is_err() {
        return false;
    }
    if undo.is_empty() {
        return true;
    }
    let story = || format!("{case}undo:\n{undo}");
    let back = parse(undo.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{}", story()));
    let mut options = ApplyOptions::default();
    options.contract = Contract::Git;
    options.sync = Sync::None;
    if let Err(refusal) = apply(&back, workspace, &options) {
        panic!("the way back is refused\n{refusal}\n{}", story());
    }
    true
}
