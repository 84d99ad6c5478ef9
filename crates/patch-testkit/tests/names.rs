//! A second opinion on names: what `git apply` and GNU `patch` take the same header for.
//!
//! Where both change the same file, we change that one or refuse. Git knows no second name and no
//! backup; GNU patch takes the name that exists, and where both do, by length. So they agree on
//! little, and what they agree on nobody doubts.

use std::process::Command;

use patch_apply::{ApplyOptions, apply};
use patch_parse::ParseOptions;
use patch_testkit::Tree;
use patch_testkit::scratch::Scratch;

const OLD: &str = "a\nb\nd\n";

/// Names that a header may have on either side.
const NAMES: [&str; 7] = ["x", "a/x", "b/x", "d/x", "x.orig", "a/x.orig", "y"];

/// The files of a tree, all alike.
const TREES: [&[&str]; 5] = [&["x"], &["x", "y"], &["x", "d/x"], &["x", "x.orig"], &["a/x", "b/x"]];

#[test]
fn what_both_peers_take_a_header_for_we_take_it_for() {
    let mut alike = 0;
    for (strip, old, new) in headers() {
        let text = format!("--- {old}\n+++ {new}\n@@ -1,3 +1,3 @@\n a\n-b\n+c\n d\n");
        for files in TREES {
            let mut tree = Tree::default();
            for name in files {
                tree.insert(*name, OLD);
            }
            let (git, gnu) = (git(&tree, &text, strip), gnu(&tree, &text, strip));
            let Some(peers) = git.filter(|git| Some(git) == gnu.as_ref()) else { continue };
            alike += 1;
            if let Some(ours) = ours(&tree, &text, strip) {
                assert_eq!(ours, peers, "-p{strip} in {files:?} of\n{text}");
            }
        }
    }
    assert!(alike > 50, "the peers agree often enough to ask them: {alike}");
}

/// Every two names, and how many components are to be dropped. A name that has no more than those
/// is none for the peers; we keep its last component, so such headers mean other things.
fn headers() -> impl Iterator<Item = (usize, &'static str, &'static str)> {
    let pairs = NAMES.iter().flat_map(|old| NAMES.iter().map(move |new| (*old, *new)));
    let headers = pairs.flat_map(|(old, new)| [0, 1].map(|strip| (strip, old, new)));
    headers.filter(|(strip, old, new)| *strip == 0 || (old.contains('/') && new.contains('/')))
}

fn ours(tree: &Tree, text: &str, strip: usize) -> Option<Tree> {
    let patch = ParseOptions::default().strip(strip).parse(text.as_bytes()).ok()?;
    let mut workspace = tree.to_memory();
    apply(&patch, &mut workspace, &ApplyOptions::default()).ok()?;
    Some(Tree::of_memory(&workspace))
}

fn git(tree: &Tree, text: &str, strip: usize) -> Option<Tree> {
    let mut git = Command::new("git");
    git.args(["apply", "--whitespace=nowarn", &format!("-p{strip}"), "-"]);
    Scratch::new(tree).left_by(&mut git, text.as_bytes())
}

fn gnu(tree: &Tree, text: &str, strip: usize) -> Option<Tree> {
    let mut patch = Command::new("patch");
    patch.args(["--force", "--silent", "--no-backup-if-mismatch", "--reject-file=-"]);
    patch.arg(format!("-p{strip}"));
    Scratch::new(tree).left_by(&mut patch, text.as_bytes())
}
