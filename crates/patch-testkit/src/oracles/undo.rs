//! The receipt's way back: it leads to the files as they were, byte for byte, permissions included.

use acp_diff_types::AbsolutePath;
use acp_diff_types::v2::{DiffChange, DiffFileType};
use bstr::ByteSlice;
use patch_apply::{ApplyOptions, Durability, Workspace, plan};
use patch_fs::DirWorkspace;
use patch_gen::GenOptions;
use patch_parse::parse;
use patch_tools::check::{check_diff, whole_patch};
use patch_tools::view::Effects;
use patch_tools::wire::TreeChange;

use crate::conformance::{Host, InMemory, Thing, Things};
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
    if !case.before.is_storable() {
        return false;
    }
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
    let options = case.rules.to_options();
    let Ok(plan) = plan(&patch, workspace, &options) else { return false };
    let effects = Effects::of_plan(&plan, workspace, &root());
    let undo = effects.unwrap_or_else(|error| panic!("{error}\n{case}")).undo;
    if plan.commit(workspace).is_err() {
        return false;
    }
    go_back(&undo, workspace, &|| case.to_string());
    true
}

/// Turns a workspace of any kind that holds `before` into `after`, by the patch that this takes,
/// and back by the undo of its receipt: files, links wherever they lead, executable bits, empty and
/// binary files, and names of any bytes.
///
/// # Panics
///
/// When a way is refused or leads elsewhere.
pub fn check_things<H: Host>(host: &H, before: &Things, after: &Things) {
    let story = || format!("before:\n{before}after:\n{after}");
    let (old, new) = (before.to_snapshot(), after.to_snapshot());
    // The way back from a change is a patch that says everything.
    let there = TreeChange::between(&new, &old, &root()).undo().to_bytes();
    let (mut workspace, ground) = host.open(before);
    let undo = go(&there, &mut workspace, &story);
    assert_eq!(host.things(&workspace, &ground), *after, "the way there\n{}", story());
    go_back(&undo, &mut workspace, &|| format!("{}there:\n{}", story(), show(&there)));
    assert_eq!(host.things(&workspace, &ground), *before, "the way back\n{}\n{undo}", story());
}

/// The output for clients of the protocol is consistent, and leads there if it shows everything:
/// all but what it calls binary or a directory. Returns whether it did.
///
/// # Panics
///
/// When changes and patch disagree, the patch leaves out what text can show, or it is refused or
/// leads elsewhere.
pub fn check_wire(before: &Things, after: &Things) -> bool {
    let story = || format!("before:\n{before}after:\n{after}");
    let (old, new) = (before.to_snapshot(), after.to_snapshot());
    let change =
        TreeChange::between(&old, &new, &AbsolutePath::new("/memory/root").expect("it is"));
    let Ok(diff) = change.to_v2(&GenOptions::default()) else { return false };
    assert_eq!(check_diff(&diff), [], "{}{diff:#?}", story());
    let Ok(text) = whole_patch(&diff) else {
        // A link's target may have bytes that text has not.
        let is_odd = |thing: &Thing| matches!(thing, Thing::Symlink(target) if !target.is_utf8());
        let has_odd = before.0.values().chain(after.0.values()).any(is_odd);
        assert!(has_odd || diff.changes.iter().any(is_beyond_text), "{}{diff:#?}", story());
        return false;
    };
    let (mut workspace, ground) = InMemory.open(before);
    go(text.as_bytes(), &mut workspace, &story);
    assert_eq!(InMemory.things(&workspace, &ground), *after, "{}{text}", story());
    true
}

/// What the patch text of the protocol does not carry, and the changes name.
fn is_beyond_text(change: &DiffChange) -> bool {
    let file_type = change.details().and_then(|details| details.file_type.as_ref());
    matches!(file_type, Some(DiffFileType::Binary | DiffFileType::Directory))
}

/// Applies a patch that must apply, and returns the one that takes it back.
fn go(patch: &[u8], workspace: &mut impl Workspace, story: &dyn Fn() -> String) -> String {
    if patch.is_empty() {
        return String::new();
    }
    let story = || format!("{}{}", story(), show(patch));
    let parsed = parse(patch).unwrap_or_else(|error| panic!("{error}\n{}", story()));
    let mut options = ApplyOptions::for_undo();
    options.durability = Durability::None;
    let plan = plan(&parsed, workspace, &options);
    let plan = plan.unwrap_or_else(|refusal| panic!("refused\n{refusal}\n{}", story()));
    let effects = Effects::of_plan(&plan, workspace, &root());
    let undo = effects.unwrap_or_else(|error| panic!("{error}\n{}", story())).undo;
    let committed = plan.commit(workspace);
    committed.unwrap_or_else(|refusal| panic!("not committed\n{refusal}\n{}", story()));
    undo
}

fn go_back(undo: &str, workspace: &mut impl Workspace, story: &dyn Fn() -> String) {
    go(undo.as_bytes(), workspace, &|| format!("{}the way back:\n", story()));
}

fn root() -> AbsolutePath {
    AbsolutePath::new("/root").expect("it is absolute")
}

fn show(patch: &[u8]) -> String {
    String::from_utf8_lossy(patch).into_owned()
}
