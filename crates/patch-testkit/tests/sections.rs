//! Two sections with every name that each may have, in every small tree: the model decides which
//! file each of them means.
//!
//! What one section shows of the names of another is rare in generated patches. Here is all of it
//! that takes a few names.

use patch_apply::{Contract, Locate};
use patch_testkit::{Case, Rules, Tree, oracles};

/// The names of two files, `x` and `w`, and of others that keep a directory in being.
const TREES: [&[&str]; 6] = [
    &["d/x", "d/w"],
    &["x", "w"],
    &["x", "w", "d/k"],
    &["a/d/x", "a/d/w"],
    &["d/x", "d/w", "c/k"],
    &["d/x", "w", "b/k"],
];

const OLD: &str = "o\n";

#[test]
fn what_a_section_shows_of_the_names_in_another_is_what_the_model_finds() {
    each_pair(&changes(), &news());
}

#[test]
fn the_names_of_envelopes_are_what_the_model_finds() {
    let names = ["d/x", "x", "a/d/x", "a/x", "b/x", "`d/x`", "./x"];
    let changes = names.map(|name| format!("*** Update File: {name}\n@@\n-o\n+n\n"));
    let deletions = names.map(|name| format!("*** Delete File: {name}\n"));
    let names = ["d/y", "y", "a/d/y", "a/y", "b/y", "e/y", "`b/y`", "./a/y"];
    let new = names.map(|name| format!("*** Add File: {name}\n+n\n"));
    let moved =
        names.map(|name| format!("*** Update File: d/w\n*** Move to: {name}\n@@\n-o\n+n\n"));
    each_pair(&[changes, deletions].concat(), &[new, moved].concat());
}

/// Sections that read `x`.
fn changes() -> Vec<String> {
    let old_names = ["a/d/x", "d/x", "x", "c/x", "`a/d/x`", "./a/x"];
    let mut sections = Vec::new();
    for old in old_names {
        let new_names = ["b/d/x", "a/d/x", "c/d/x", "b/x"];
        let change = |new| format!("--- {old}\n+++ {new}\n@@ -1 +1 @@\n-o\n+n\n");
        sections.extend(new_names.map(change));
        sections.push(format!("--- {old}\n+++ /dev/null\n@@ -1 +0,0 @@\n-o\n"));
        sections.extend(["d/z", "c/d/z"].map(|new| moved("copy", old, new)));
        sections.extend(["z", "a/z"].map(|new| moved("rename", old, new)));
    }
    sections
}

/// Sections that make a file.
fn news() -> Vec<String> {
    let names = [
        "a/d/y", "b/d/y", "d/y", "b/y", "c/d/y", "c/y", "b/e/y", "e/y", "`b/d/y`", "./d/y",
        "b/./d/y",
    ];
    let hunk = "@@ -0,0 +1 @@\n+n\n";
    let plain = names.map(|name| format!("--- /dev/null\n+++ {name}\n{hunk}"));
    let of_git = names.map(|name| {
        format!(
            "diff --git a/{name} b/{name}\nnew file mode 100644\n--- /dev/null\n+++ b/{name}\n{hunk}"
        )
    });
    let moves = [("d/w", "d/v"), ("w", "v"), ("c/d/w", "c/d/v"), ("d/w", "e/v")];
    let moves = moves.map(|(old, new)| moved("rename", old, new));
    plain.into_iter().chain(of_git).chain(moves).collect()
}

fn moved(how: &str, old: &str, new: &str) -> String {
    format!("diff --git a/{old} b/{new}\nsimilarity index 100%\n{how} from {old}\n{how} to {new}\n")
}

/// Every two sections in either order, in every tree, under either contract.
fn each_pair(changes: &[String], news: &[String]) {
    let pairs = changes.iter().flat_map(|change| news.iter().map(move |new| (change, new)));
    for (change, new) in pairs {
        for sections in [[change, new], [new, change]] {
            let [first, second] = sections;
            let is_envelope = first.starts_with("***");
            let patch = if is_envelope {
                format!("*** Begin Patch\n{first}{second}*** End Patch\n")
            } else {
                format!("{first}{second}")
            };
            for files in TREES {
                for contract in [Contract::Agent, Contract::Git] {
                    let mut before = Tree::default();
                    for file in files {
                        before.insert(*file, OLD);
                    }
                    let rules = Rules { contract, locate: Locate::default(), overwrite: false };
                    oracles::apply::check(&Case {
                        before,
                        patch: patch.clone().into_bytes(),
                        rules,
                    });
                }
            }
        }
    }
}
