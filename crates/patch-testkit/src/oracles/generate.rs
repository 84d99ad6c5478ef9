//! Making a patch: it leads from the old files to the new ones, and back.

use bstr::ByteSlice;
use patch_apply::{Contract, apply};
use patch_gen::{GenOptions, Style, tree_patch};
use patch_parse::{LineKind, Patch, PatchPath, parse};

use crate::{Rules, Tree};

/// Checks every promise about the patch between two trees.
///
/// # Panics
///
/// When one is broken.
pub fn check(old: &Tree, new: &Tree, options: &GenOptions) {
    let (from, to) = (old.to_snapshot(), new.to_snapshot());
    let patch = tree_patch(&from, &to, options).expect("the trees hold text");
    let text = patch.to_bytes();
    let story = || format!("old:\n{old}new:\n{new}patch:\n{}", text.as_bstr());
    if old == new {
        assert!(patch.files.is_empty(), "equal trees have no patch\n{}", story());
        return;
    }
    let read = parse(&text).unwrap_or_else(|error| panic!("{error}\n{}", story()));
    assert!(read == patch, "the text reads as the tree it was printed from\n{}", story());
    context_is_whole(&read, old, options.context, &story);
    leads(&read, old, new, true, &story);
    // Plain headers have no words for the permissions of a file that goes.
    let has_modes = options.style == Style::Git;
    let back = read.reversed().unwrap_or_else(|error| panic!("{error}\n{}", story()));
    leads(&back, new, old, has_modes, &story);
    let back = back.to_bytes();
    let read_back = parse(&back).unwrap_or_else(|error| panic!("{error}\n{}", story()));
    leads(&read_back, new, old, has_modes, &story);
}

/// As many lines as were asked for stand around the changes of a hunk, or all there are: a reader
/// takes fewer for the start or the end of the file.
fn context_is_whole(patch: &Patch<'_>, old: &Tree, context: usize, story: &dyn Fn() -> String) {
    for file in &patch.files {
        let name = file.operation.old_path().map(PatchPath::as_bstr);
        let text = name.and_then(|name| old.contents(name)).unwrap_or_default();
        let count = text.lines_with_terminator().count();
        for hunk in file.hunks() {
            let is_context: Vec<bool> =
                hunk.lines.iter().map(|line| line.kind == LineKind::Context).collect();
            let above = is_context.iter().take_while(|is_context| **is_context).count();
            let below = is_context.iter().rev().take_while(|is_context| **is_context).count();
            let length = hunk.old_lines().count();
            let start = usize::try_from(hunk.old_start().unwrap_or(0)).expect("a line number");
            let start = start - usize::from(length > 0);
            let is_whole = above == context.min(start + above)
                && below == context.min(count - start - length + below);
            assert!(is_whole, "context is missing in {hunk:?}\n{}", story());
        }
    }
}

fn leads(patch: &Patch<'_>, from: &Tree, to: &Tree, has_modes: bool, story: &dyn Fn() -> String) {
    let rules = Rules { contract: Contract::Git, ..Rules::default() };
    let mut workspace = from.to_memory();
    if let Err(refusal) = apply(patch, &mut workspace, &rules.to_options()) {
        panic!("its own patch is refused\n{refusal}\n{}", story());
    }
    let found = Tree::of_memory(&workspace);
    let is_there =
        if has_modes { found == *to } else { found.without_modes() == to.without_modes() };
    assert!(is_there, "the patch leads elsewhere\nfound:\n{found}\n{}", story());
}
