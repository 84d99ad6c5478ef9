//! The table of contracts: each row under each contract.

use patch_apply::Contract::{Agent, Git};
use patch_apply::render::for_person;
use patch_apply::{Contents, Contract, FileReceipt, MemoryFile, MemoryWorkspace, Receipt};

use crate::support::{
    applies_under, contents, files, options, refuses, refuses_under, run_with, workspace,
};

#[test]
fn text_changes_apply_under_both() {
    for contract in [Agent, Git] {
        let before = [("a", "1\n2\n"), ("d", "x\n"), ("m", "y\n")];
        let patch = "--- a/a\n+++ b/a\n@@ -1,2 +1,2 @@\n 1\n-2\n+two\n\
                     --- a/d\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n\
                     --- /dev/null\n+++ b/new/file\n@@ -0,0 +1 @@\n+hello\n\
                     diff --git a/m b/n\nrename from m\nrename to n\n";
        let after = [("a", "1\ntwo\n"), ("n", "y\n"), ("new/file", "hello\n")];
        let receipt = applies_under(contract, &before, patch, &after);
        let operations: Vec<_> = receipt.files.iter().map(|file| file.operation.as_str()).collect();
        assert_eq!(operations, ["modify", "delete", "add", "move"]);
    }
}

#[test]
fn mode_lines_are_recorded_by_agent_and_executed_by_git() {
    let before = [("s", "1\n")];
    let patch = "diff --git a/s b/s\nold mode 100644\nnew mode 100755\n";
    let receipt = applies_under(Agent, &before, patch, &[("s", "1\n")]);
    let ignored: Vec<_> = receipt.ignored_metadata.iter().map(|m| m.header.as_str()).collect();
    assert_eq!(ignored, ["old mode 100644", "new mode 100755"]);
    let codes = |receipt: &Receipt| receipt.diagnostics.iter().map(|note| note.code).collect();
    let said: Vec<_> = codes(&receipt);
    assert_eq!(said, ["changes_nothing"], "a mode alone is no change");
    let receipt = applies_under(Git, &before, patch, &[("s", "#x 1\n")]);
    assert!(receipt.ignored_metadata.is_empty(), "nothing was ignored");
    let said: Vec<_> = codes(&receipt);
    assert!(said.is_empty(), "{said:?}");

    let patch = "diff --git a/n b/n\nnew file mode 100755\nindex 000..123\n--- /dev/null\n+++ b/n\n@@ -0,0 +1 @@\n+x\n";
    let receipt = applies_under(Agent, &[], patch, &[("n", "x\n")]);
    let ignored: Vec<_> = receipt.ignored_metadata.iter().map(|m| m.header.as_str()).collect();
    assert_eq!(ignored, ["new file mode 100755", "index 000..123"]);
    applies_under(Git, &[], patch, &[("n", "#x x\n")]);
}

/// What a receipt says of the mode of the last file, as a person reads it.
#[track_caller]
fn check_mode(contract: Contract, executable: bool, patch: &str, told: Option<&str>) {
    let mut workspace = MemoryWorkspace::new();
    let contents = "1\n".into();
    workspace.insert_file("s", MemoryFile::Regular { contents, executable }).unwrap();
    let patch = patch_parse::parse(patch.as_bytes()).unwrap();
    let receipt = patch_apply::apply(&patch, &mut workspace, &options(contract)).unwrap();
    let mode = receipt.files.last().unwrap().mode.map(|mode| mode.to_string());
    assert_eq!(mode.as_deref(), told);
    let person = for_person(b"").receipt(&receipt);
    let line = person.lines().rev().find_map(|line| line.strip_prefix("    mode "));
    assert_eq!(line, told, "{person}");
}

#[test]
fn a_mode_that_changes_is_in_the_receipt() {
    let to = |new: &str, old: &str| format!("diff --git a/s b/s\nold mode {old}\nnew mode {new}\n");
    let on = to("100755", "100644");
    let off = to("100644", "100755");
    check_mode(Git, false, &on, Some("100644 -> 100755"));
    check_mode(Git, true, &off, Some("100755 -> 100644"));
    check_mode(Agent, false, &on, None);
    // The file has it already, whatever the patch says that it had.
    check_mode(Git, true, &on, None);
    check_mode(Git, false, &off, None);
    // An earlier section of the patch has changed it.
    check_mode(Git, false, &format!("{on}{off}"), Some("100755 -> 100644"));
    check_mode(Git, false, &to("100750", "100644"), Some("100644 -> 100750"));
    let moved =
        "diff --git a/s b/t\nold mode 100644\nnew mode 100755\nrename from s\nrename to t\n";
    check_mode(Git, false, moved, Some("100644 -> 100755"));
    let text = "diff --git a/s b/s\n--- a/s\n+++ b/s\n@@ -1 +1 @@\n-1\n+2\n";
    check_mode(Git, true, text, None);
    let added = |mode: &str| {
        format!(
            "diff --git a/n b/n\nnew file mode {mode}\n--- /dev/null\n+++ b/n\n@@ -0,0 +1 @@\n+x\n"
        )
    };
    check_mode(Git, false, &added("100755"), Some("100755"));
    check_mode(Git, false, &added("100644"), None);
    check_mode(Agent, false, &added("100755"), None);
}

#[test]
fn an_executable_file_stays_executable() {
    let mut tree = workspace(&[]);
    let file = MemoryFile::Regular { contents: "1\n2\n".into(), executable: true };
    tree.insert_file("run", file).unwrap();
    let edit = "--- a/run\n+++ b/run\n@@ -1,2 +1,2 @@\n 1\n-2\n+3\n";
    let patch = patch_parse::parse(edit.as_bytes()).unwrap();
    patch_apply::apply(&patch, &mut tree, &options(Agent)).unwrap();
    assert_eq!(contents(&tree), files(&[("run", "#x 1\n3\n")]));
    let rename = "diff --git a/run b/moved\nrename from run\nrename to moved\n";
    let patch = patch_parse::parse(rename.as_bytes()).unwrap();
    patch_apply::apply(&patch, &mut tree, &options(Agent)).unwrap();
    assert_eq!(contents(&tree), files(&[("moved", "#x 1\n3\n")]));
}

#[test]
fn copies_are_for_git() {
    let before = [("a", "1\n2\n")];
    let patch = "diff --git a/a b/b\nsimilarity index 50%\ncopy from a\ncopy to b\n--- a/a\n+++ b/b\n@@ -1,2 +1,2 @@\n 1\n-2\n+3\n";
    refuses(&before, patch, &["unsupported_git_patch_feature"]);
    applies_under(Git, &before, patch, &[("a", "1\n2\n"), ("b", "1\n3\n")]);
}

#[test]
fn symlinks_are_for_git_and_stay_inside_the_root() {
    let link = |target: &str| {
        format!(
            "diff --git a/l b/l\nnew file mode 120000\n--- /dev/null\n+++ b/l\n@@ -0,0 +1 @@\n+{target}\n\\ No newline at end of file\n"
        )
    };
    refuses(&[], &link("x"), &["unsupported_git_patch_feature"]);
    applies_under(Git, &[], &link("x/y"), &[("l", "-> x/y")]);
    refuses_under(Git, &[], &link("../x"), &["path_escape"]);
    refuses_under(Git, &[], &link("/etc/passwd"), &["path_escape"]);
    // Where a link on the way leads is another question, and not asked.
    let mail = format!("From {}\n\n", "0".repeat(40));
    let first = link("d").replace("/l", "/e");
    applies_under(
        Git,
        &[],
        &format!("{first}{mail}{}", link("x")),
        &[("e", "-> d"), ("l", "-> x")],
    );
    refuses_under(Git, &[], &format!("{first}{mail}{}", link("e/s")), &["path_escape"]);
}

#[test]
fn binary_patches_are_for_git() {
    // Made by `git diff --no-index --binary`, git 2.47: five bytes 0..=4 become 0..=5.
    let patch = include_str!("fixtures/binary.patch");
    let mut tree = workspace(&[]);
    tree.insert("bin", vec![0, 1, 2, 3, 4]).unwrap();
    let parsed = patch_parse::parse(patch.as_bytes()).unwrap();
    let refusal = patch_apply::apply(&parsed, &mut tree, &options(Agent)).unwrap_err();
    assert_eq!(refusal.code().as_str(), "unsupported_git_patch_feature");
    patch_apply::apply(&parsed, &mut tree, &options(Git)).unwrap();
    assert_eq!(tree.contents("bin"), Some(&[0, 1, 2, 3, 4, 5][..]));
    let refusal = patch_apply::apply(&parsed, &mut tree, &options(Git)).unwrap_err();
    assert_eq!(refusal.code().as_str(), "context_not_found", "another file than it was made from");
}

#[test]
fn submodules_and_bare_binary_remarks_are_for_nobody() {
    let submodule = "diff --git a/sub b/sub\nindex 0123456..789abcd 160000\n--- a/sub\n+++ b/sub\n@@ -1 +1 @@\n-Subproject commit 0123456\n+Subproject commit 789abcd\n";
    let differ = "diff --git a/b.png b/b.png\nindex 012..345 100644\nBinary files a/b.png and b/b.png differ\n";
    for contract in [Agent, Git] {
        let before = [("sub", "x\n"), ("b.png", "x\n")];
        refuses_under(contract, &before, submodule, &["unsupported_git_patch_feature"]);
        refuses_under(contract, &before, differ, &["unsupported_git_patch_feature"]);
    }
}

#[test]
fn several_patches_for_one_path() {
    let before = [("a", "1\n2\n")];
    let unified =
        "--- a/a\n+++ b/a\n@@ -1 +1 @@\n-1\n+one\n--- a/a\n+++ b/a\n@@ -1 +1 @@\n-one\n+ONE\n";
    refuses_under(Agent, &before, unified, &["duplicate_file_patch"]);
    applies_under(Git, &before, unified, &[("a", "ONE\n2\n")]);
    let opencode = "*** Begin Patch\n*** Update File: a\n@@\n-1\n+one\n*** Update File: a\n@@\n-one\n+ONE\n*** End Patch\n";
    for contract in [Agent, Git] {
        applies_under(contract, &before, opencode, &[("a", "ONE\n2\n")]);
    }
}

#[test]
fn an_addition_does_not_replace_a_file() {
    let patch = "--- /dev/null\n+++ b/a\n@@ -0,0 +1 @@\n+new\n";
    refuses_under(Agent, &[("a", "old\n")], patch, &["file_exists"]);
    refuses_under(Git, &[("a", "old\n")], patch, &["file_exists"]);
    applies_under(Agent, &[("a", "")], patch, &[("a", "new\n")]);
    refuses_under(Git, &[("a", "")], patch, &["file_exists"]);
    refuses_under(Agent, &[("a", "new\n")], patch, &["already_applied"]);

    let mut overwriting = options(Agent);
    overwriting.overwrite = true;
    let (found, receipt) = run_with(&[("a", "old\n")], patch, &overwriting).unwrap();
    assert_eq!(found, files(&[("a", "new\n")]));
    assert!(receipt.files[0].overwrote, "the receipt says what was replaced");
    assert!(receipt.files[0].before.is_some(), "and what it held");
}

#[test]
fn a_move_does_not_replace_a_file() {
    let patch = "diff --git a/a b/b\nrename from a\nrename to b\n";
    let before = [("a", "1\n"), ("b", "2\n")];
    for contract in [Agent, Git] {
        refuses_under(contract, &before, patch, &["file_exists"]);
    }
    let mut overwriting = options(Agent);
    overwriting.overwrite = true;
    let (found, _) = run_with(&before, patch, &overwriting).unwrap();
    assert_eq!(found, files(&[("b", "1\n")]));
}

#[test]
fn a_deletion_must_name_the_whole_text() {
    let patch = "--- a/a\n+++ /dev/null\n@@ -1 +0,0 @@\n-1\n";
    for contract in [Agent, Git] {
        applies_under(contract, &[("a", "1\n")], patch, &[]);
        let refusal = refuses_under(contract, &[("a", "1\nrest\n")], patch, &["context_not_found"]);
        assert!(refusal.failures[0].message().contains("rest"), "the rest is shown: {refusal}");
    }
}

#[test]
fn the_final_newline_is_no_line_that_was_removed() {
    let patch = "--- a/a\n+++ b/a\n@@ -1,3 +1 @@\n 1\n-2\n-\n";
    let receipt = applies_under(Agent, &[("a", "1\n2\n")], patch, &[("a", "1\n")]);
    assert_eq!((receipt.files[0].lines_removed, receipt.files[0].hunks[0].dropped_after), (1, 1));
}

#[test]
fn lines_that_are_removed_and_added_again_are_counted_at_every_rung() {
    let change = "-env:\n-  A: 1\n-  B: 2\n+env:\n+  A: 1\n+  B: 3\n+  C: 4\n jobs:\n";
    let file = "name: ci\nenv:\n  A: 1\n  B: 2\njobs:\n";
    let after = file.replace("  B: 2", "  B: 3\n  C: 4");
    for name in ["ci", "CI"] {
        let patch = format!("--- a/f\n+++ b/f\n@@\n name: {name}\n{change}");
        let receipt = applies_under(Agent, &[("f", file)], &patch, &[("f", &after)]);
        let FileReceipt { lines_added, lines_removed, .. } = receipt.files[0];
        assert_eq!((lines_added, lines_removed), (4, 3), "{name}");
    }
}

/// Context goes with the file where all of it is named.
#[test]
fn a_deletion_may_have_context_that_covers_the_file() {
    let covers = "diff --git a/a b/a\ndeleted file mode 100644\n--- a/a\n+++ /dev/null\n\
                  @@ -1,3 +0,0 @@\n 1\n-2\n 3\n";
    let parts = "--- a/a\n+++ /dev/null\n@@ -1,2 +0,0 @@\n 1\n-2\n@@ -3,2 +0,0 @@\n-3\n 4\n";
    for contract in [Agent, Git] {
        let receipt = applies_under(contract, &[("a", "1\n2\n3\n")], covers, &[]);
        assert_eq!(receipt.files[0].lines_removed, 3);
        applies_under(contract, &[("a", "1\n2\n3\n4\n")], parts, &[]);
        let before = [("a", "1\n2\n3\nrest\n")];
        let refusal = refuses_under(contract, &before, covers, &["context_not_found"]);
        let message = refusal.failures[0].message();
        assert!(message.contains("a deletion names the whole file"), "{message}");
        assert!(message.contains("leaves 3 lines: "), "{message}");
    }
}

/// As `diff --text` writes them, and as git takes them.
#[test]
fn text_hunks_change_files_with_nul_bytes_under_git() {
    let patch = "--- a/a\n+++ b/a\n@@ -1,3 +1,3 @@\n 1\n-a\0b\n+a\0c\n 3\n";
    let before = [("a", "1\na\0b\n3\n")];
    refuses_under(Agent, &before, patch, &["binary_file"]);
    applies_under(Git, &before, patch, &[("a", "1\na\0c\n3\n")]);
    let other = [("a", "1\na\0x\n3\n")];
    refuses_under(Git, &other, patch, &["context_not_found"]);
}

#[test]
fn an_empty_file_may_be_filled_whatever_is_stripped() {
    let patch = |old: &str, new: &str| format!("--- {old}\n+++ {new}\n@@ -0,0 +1 @@\n+new\n");
    for (strip, text) in [
        (None, patch("a/a", "b/a")),
        (Some(1), patch("a/a", "b/a")),
        (Some(0), patch("a", "a")),
        (Some(2), patch("x/y/a", "x/y/a")),
    ] {
        for contract in [Agent, Git] {
            let mut parse = patch_parse::ParseOptions::default();
            parse.strip = strip;
            let patch = parse.parse(text.as_bytes()).unwrap();
            let mut tree = workspace(&[("a", "")]);
            patch_apply::apply(&patch, &mut tree, &options(contract)).unwrap();
            assert_eq!(contents(&tree), files(&[("a", "new\n")]), "{strip:?} {text}");
            // A file with text in it is never filled.
            let mut tree = workspace(&[("a", "old\n")]);
            patch_apply::apply(&patch, &mut tree, &options(contract)).unwrap_err();
        }
    }
}

#[test]
fn an_empty_file_that_is_filled_keeps_its_permissions() {
    let body = "@@ -0,0 +1 @@\n+new\n";
    for (contract, patch) in [
        (Agent, format!("--- a/a\n+++ b/a\n{body}")),
        (Git, format!("--- a/a\n+++ b/a\n{body}")),
        (Agent, format!("--- /dev/null\n+++ b/a\n{body}")),
        (Agent, "*** Begin Patch\n*** Add File: a\n+new\n*** End Patch\n".to_owned()),
    ] {
        let mut tree = workspace(&[]);
        let file = MemoryFile::Regular { contents: Contents::default(), executable: true };
        tree.insert_file("a", file).unwrap();
        let parsed = patch_parse::parse(patch.as_bytes()).unwrap();
        patch_apply::apply(&parsed, &mut tree, &options(contract)).unwrap();
        assert_eq!(contents(&tree), files(&[("a", "#x new\n")]), "{contract}, {patch}");
    }
}

#[test]
fn a_hunk_without_context_needs_certainty_or_git() {
    let patch = "--- a/a\n+++ b/a\n@@ -1,0 +2 @@\n+new\n";
    let before = [("a", "1\n2\n")];
    refuses_under(Agent, &before, patch, &["ambiguous_context"]);
    applies_under(Git, &before, patch, &[("a", "1\nnew\n2\n")]);
    applies_under(
        Agent,
        &[("a", "")],
        "--- a/a\n+++ b/a\n@@ -1,0 +1 @@\n+new\n",
        &[("a", "new\n")],
    );
    // Removed lines are evidence, context or not.
    let removal = "--- a/a\n+++ b/a\n@@ -2 +2 @@\n-2\n+two\n";
    applies_under(Agent, &before, removal, &[("a", "1\ntwo\n")]);
    // One that the numbers have after the next hunk, but not the patch, is not moved with that.
    let damaged = "--- a/a\n+++ b/a\n@@ -2,0 +3 @@\n+new\n@@ -2 +5 @@\n-4\n+four\n";
    applies_under(Git, &[("a", "1\n2\n3\n4\n5\n")], damaged, &[("a", "1\n2\nnew\n3\nfour\n5\n")]);
}
