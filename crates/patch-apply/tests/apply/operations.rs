//! Several sections, several commits, and names that are one file.

use patch_apply::Contract::{Agent, Git};
use patch_apply::{MemoryFile, MemoryWorkspace};

use crate::support::{
    applies, applies_under, contents, files, options, refuses, refuses_under, workspace,
};

fn rename(from: &str, to: &str) -> String {
    format!("diff --git a/{from} b/{to}\nrename from {from}\nrename to {to}\n")
}

#[test]
fn a_swap_reads_the_files_as_they_were() {
    let patch = rename("a", "b") + &rename("b", "a");
    applies(&[("a", "1\n"), ("b", "2\n")], &patch, &[("a", "2\n"), ("b", "1\n")]);
}

#[test]
fn a_chain_moves_each_file_one_step() {
    let patch = rename("a", "b") + &rename("b", "c");
    applies(&[("a", "1\n"), ("b", "2\n")], &patch, &[("b", "1\n"), ("c", "2\n")]);
}

#[test]
fn a_section_may_need_what_an_earlier_one_made() {
    let add = "--- /dev/null\n+++ b/n\n@@ -0,0 +1,2 @@\n+1\n+2\n";
    let rename = rename("n", "m");
    applies(&[], &(add.to_owned() + &rename), &[("m", "1\n2\n")]);
}

#[test]
fn several_mails_take_effect_in_order() {
    let mail = |n: u8, hunk: &str| {
        format!(
            "From {} Mon Sep 17 00:00:00 2001\nSubject: [PATCH {n}/2] x\n\n---\n a | 2 +-\n\ndiff --git a/a b/a\n--- a/a\n+++ b/a\n{hunk}-- \n2.47.3\n\n",
            "0123456789".repeat(4)
        )
    };
    let patch =
        mail(1, "@@ -1,2 +1,2 @@\n-1\n+one\n 2\n") + &mail(2, "@@ -1,2 +1,2 @@\n-one\n+ONE\n 2\n");
    let receipt = applies(&[("a", "1\n2\n")], &patch, &[("a", "ONE\n2\n")]);
    assert_eq!(receipt.files.len(), 2, "both sections are in the receipt");
    assert_eq!(
        receipt.files[0].after, receipt.files[1].before,
        "the second read what the first left"
    );
}

#[test]
fn a_file_may_give_way_to_a_directory_and_back() {
    let delete = "--- a/a\n+++ /dev/null\n@@ -1 +0,0 @@\n-1\n";
    let add = "--- /dev/null\n+++ b/a/b\n@@ -0,0 +1 @@\n+2\n";
    applies(&[("a", "1\n")], &(delete.to_owned() + add), &[("a/b", "2\n")]);
    refuses(&[("a", "1\n")], add, &["not_a_file"]);
}

#[test]
fn two_spellings_of_a_path_are_one() {
    let section = |path: &str| format!("--- a/{path}\n+++ b/{path}\n@@ -1 +1 @@\n-1\n+2\n");
    let patch = section("d/x") + &section("d/./x");
    refuses(&[("d/x", "1\n")], &patch, &["duplicate_file_patch"]);
    let patch = section("d/x") + &section("d//x");
    refuses(&[("d/x", "1\n")], &patch, &["duplicate_file_patch"]);
}

#[test]
fn a_link_and_its_file_are_one_path() {
    let mut tree = workspace(&[("x", "1\n")]);
    tree.insert_file("l", MemoryFile::Symlink { target: "x".into() }).unwrap();
    let section = |path: &str| format!("--- a/{path}\n+++ b/{path}\n@@ -1 +1 @@\n-1\n+2\n");
    let text = section("l");
    let patch = patch_parse::parse(text.as_bytes()).unwrap();
    let receipt = patch_apply::apply(&patch, &mut tree, &options(Agent)).unwrap();
    assert_eq!(receipt.files[0].path, "x", "the receipt names the file that was written");
    assert_eq!(contents(&tree), files(&[("l", "-> x"), ("x", "2\n")]), "written through the link");

    let text = section("x").replace("-1\n+2", "-2\n+3") + &section("l").replace("-1\n+2", "-2\n+4");
    let patch = patch_parse::parse(text.as_bytes()).unwrap();
    let refusal = patch_apply::apply(&patch, &mut tree, &options(Agent)).unwrap_err();
    assert_eq!(refusal.code().as_str(), "duplicate_file_patch");
}

#[test]
fn a_deletion_takes_the_link_and_not_its_target() {
    let mut tree = workspace(&[("x", "1\n")]);
    tree.insert_file("l", MemoryFile::Symlink { target: "x".into() }).unwrap();
    let patch =
        patch_parse::parse(b"*** Begin Patch\n*** Delete File: l\n*** End Patch\n").unwrap();
    patch_apply::apply(&patch, &mut tree, &options(Agent)).unwrap();
    assert_eq!(contents(&tree), files(&[("x", "1\n")]));
}

#[test]
fn a_deletion_that_shows_the_lines_of_its_file_is_checked() {
    let patch =
        |lines: &str| format!("*** Begin Patch\n*** Delete File: x\n{lines}*** End Patch\n");
    let tree = &[("x", "a\nb\n"), ("k", "k\n")];
    applies(tree, &patch("-a\n-b\n"), &[("k", "k\n")]);
    refuses(tree, &patch("-a\n-c\n"), &["context_not_found"]);
    refuses(tree, &patch("-a\n"), &["context_not_found"]);
}

#[test]
fn all_failures_of_all_files_are_told_at_once() {
    let patch = "--- a/a\n+++ b/a\n@@ -1 +1 @@\n-x\n+y\n@@ -2 +2 @@\n-z\n+y\n\
                 --- a/gone\n+++ b/gone\n@@ -1 +1 @@\n-x\n+y\n\
                 --- a/../up\n+++ b/../up\n@@ -1 +1 @@\n-x\n+y\n\
                 --- a/good\n+++ b/good\n@@ -1 +1 @@\n-1\n+2\n";
    let refusal = refuses(
        &[("a", "1\n2\n"), ("good", "1\n")],
        patch,
        &["context_not_found", "context_not_found", "file_not_found", "path_escape"],
    );
    let lines: Vec<_> = refusal.failures.iter().map(|failure| failure.span.line).collect();
    assert_eq!(lines, [3, 6, 9, 14], "each names its place in the patch");
}

#[test]
fn the_prefix_is_worked_out_from_the_tree_where_the_headers_mislead() {
    let patch = "--- a/src/x\n+++ a/src/x\n@@ -1 +1 @@\n-1\n+2\n";
    applies(&[("src/x", "1\n")], patch, &[("src/x", "2\n")]);
    applies(&[("a/src/x", "1\n")], patch, &[("a/src/x", "2\n")]);
    let patch = "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-1\n+2\n";
    applies(&[("b/x", "1\n")], patch, &[("b/x", "2\n")]);
    applies(&[("a/x", "1\n")], patch, &[("a/x", "2\n")]);
}

#[test]
fn a_header_that_may_mean_either_of_two_files_is_refused() {
    let hunk = "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-1\n+2\n";
    for patch in [hunk.to_owned(), format!("diff --git a/x b/x\n{hunk}")] {
        let both = [("a/x", "1\n"), ("b/x", "1\n")];
        let refusal = refuses(&both, &patch, &["file_not_found"]);
        assert_eq!(
            refusal.failures[0].message(),
            "it is unclear whether \"b/x\" or \"a/x\" is meant"
        );
        let with_x = [both[0], both[1], ("x", "1\n")];
        applies(&with_x, &patch, &[both[0], both[1], ("x", "2\n")]);
    }
    // Two directories compared, of which the parts below git's prefix are there.
    let of = |name: &str| {
        format!(
            "diff --git a/o/{name} b/n/{name}\n--- a/o/{name}\n+++ b/n/{name}\n\
             @@ -1 +1 @@\n-1\n+2\n"
        )
    };
    let (x, y) = (("a/o/x", "1\n"), ("b/n/x", "1\n"));
    refuses(&[x, y, ("y", "1\n")], &(of("x") + &of("y")), &["file_not_found"]);
}

#[test]
fn a_prefix_on_one_side_is_one_unless_it_is_a_directory() {
    for names in ["--- src/x\n+++ b/src/x", "--- a/src/x\n+++ src/x"] {
        let patch = format!("{names}\n@@ -1 +1 @@\n-1\n+2\n");
        let receipt = applies(&[("src/x", "1\n")], &patch, &[("src/x", "2\n")]);
        assert_eq!(receipt.diagnostics[0].code, "prefix_on_one_side");
        for other in ["src/x", "y"] {
            let (a, b) = (format!("a/{other}"), format!("b/{other}"));
            refuses(&[("src/x", "1\n"), (&a, "1\n"), (&b, "1\n")], &patch, &["file_not_found"]);
        }
        refuses(&[("b/src/x", "1\n"), ("a/src/x", "1\n")], &patch, &["file_not_found"]);
    }
}

#[test]
fn a_file_without_old_lines_that_both_sides_name_is_new_or_empty() {
    let patch = "--- a/x\n+++ b/x\n@@ -0,0 +1 @@\n+1\n";
    for contract in [Agent, Git] {
        let filled = applies_under(contract, &[("x", "")], patch, &[("x", "1\n")]);
        let made = applies_under(contract, &[], patch, &[("x", "1\n")]);
        let said = [filled, made].map(|receipt| {
            let file = &receipt.files[0];
            (file.operation.as_str(), file.before.is_some())
        });
        assert_eq!(said, [("modify", true), ("add", false)], "an empty file is one");
        let refusal = refuses_under(contract, &[("x", "0\n")], patch, &["file_exists"]);
        assert_eq!(refusal.failures[0].message(), "the file exists");
    }
    // What says that the file is new is believed.
    let git =
        "diff --git a/x b/x\nnew file mode 100644\n--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+1\n";
    refuses_under(Git, &[("x", "")], git, &["file_exists"]);
}

#[test]
fn an_absolute_path_inside_the_root_is_taken() {
    let patch = "diff --git /srv/tree/x /srv/tree/x\n--- /srv/tree/x\n+++ /srv/tree/x\n@@ -1 +1 @@\n-1\n+2\n";
    applies(&[("x", "1\n")], patch, &[("x", "2\n")]);
    let patch = "--- /etc/x\n+++ /etc/x\n@@ -1 +1 @@\n-1\n+2\n";
    refuses(&[("x", "1\n")], patch, &["path_escape"]);
}

/// `git diff --no-index` writes the absolute paths of two files behind its prefixes.
#[test]
fn the_path_of_the_root_behind_a_prefix_is_not_made_below_it() {
    for patch in [
        "diff --git a/srv/tree/y b/srv/tree/y\nnew file mode 100644\n--- /dev/null\n+++ b/srv/tree/y\n@@ -0,0 +1 @@\n+1\n",
        "*** Begin Patch\n*** Add File: srv/tree/y\n+1\n*** End Patch\n",
    ] {
        let said = refuses(&[("x", "1\n")], patch, &["file_not_found"]).to_string();
        assert!(said.contains("\"/srv/tree/y\" or \"srv/tree/y\""), "{said}");
    }
    let elsewhere = "*** Begin Patch\n*** Add File: srv/y\n+1\n*** End Patch\n";
    applies(&[], elsewhere, &[("srv/y", "1\n")]);
    // The root of all is the same with its slash and without.
    let mut tree = MemoryWorkspace::new().with_root_name("/");
    let patch = patch_parse::parse(elsewhere.as_bytes()).unwrap();
    patch_apply::apply(&patch, &mut tree, &patch_apply::ApplyOptions::default()).unwrap();
    assert_eq!(tree.contents("srv/y").unwrap(), b"1\n");
}

#[test]
fn paths_that_lead_out_or_are_protected_are_refused() {
    for (path, code) in [
        ("../x", "path_escape"),
        ("d/../../x", "path_escape"),
        (".git/config", "protected_path"),
        ("sub/.GIT/hooks/x", "protected_path"),
    ] {
        let add = format!("*** Begin Patch\n*** Add File: {path}\n+x\n*** End Patch\n");
        refuses(&[], &add, &[code]);
        let modify = format!("--- a/{path}\n+++ b/{path}\n@@ -1 +1 @@\n-1\n+2\n");
        refuses(&[("x", "1\n")], &modify, &[code]);
        refuses(&[("x", "1\n")], &rename("x", path), &[code]);
    }
}

#[test]
fn empty_files_are_made_and_removed_by_git_headers() {
    let add = "diff --git a/e b/e\nnew file mode 100644\nindex 0000000..e69de29\n";
    applies(&[], add, &[("e", "")]);
    let delete = "diff --git a/e b/e\ndeleted file mode 100644\nindex e69de29..0000000\n";
    applies(&[("e", "")], delete, &[]);
    refuses(&[("e", "text\n")], delete, &["context_not_found"]);
    applies(&[], "*** Begin Patch\n*** Add File: e\n*** End Patch\n", &[("e", "")]);
}

#[test]
fn a_reversed_patch_takes_the_change_back() {
    let before = [("a", "1\n2\n3\n"), ("m", "x\n")];
    let text = "--- a/a\n+++ b/a\n@@ -1,3 +1,3 @@\n 1\n-2\n+two\n 3\n\
                --- /dev/null\n+++ b/n\n@@ -0,0 +1 @@\n+new\n"
        .to_owned()
        + &rename("m", "k");
    let patch = patch_parse::parse(text.as_bytes()).unwrap();
    let mut tree = workspace(&before);
    patch_apply::apply(&patch, &mut tree, &options(Git)).unwrap();
    patch_apply::apply(&patch.reversed().unwrap(), &mut tree, &options(Git)).unwrap();
    assert_eq!(contents(&tree), files(&before));
}

/// As both peers have it: nothing but the time of a missing file says that it was not there.
#[test]
fn the_way_back_from_a_file_that_may_have_been_empty_leaves_it_empty() {
    let body = "@@ -0,0 +1 @@\n+x\n";
    let (epoch, now) = ("\t1970-01-01 00:00:00 +0000", "\t2026-01-01 10:00:00 +0000");
    for (old, new, after) in
        [("", "", &[("y", "")][..]), (now, now, &[("y", "")][..]), (epoch, now, &[][..])]
    {
        let text = format!("--- a/y{old}\n+++ b/y{new}\n{body}");
        let patch = patch_parse::parse(text.as_bytes()).unwrap();
        let mut tree = workspace(&[("y", "x\n")]);
        patch_apply::apply(&patch.reversed().unwrap(), &mut tree, &options(Git)).unwrap();
        assert_eq!(contents(&tree), files(after), "{text}");
    }
}

/// One mode of two does not say what the other was.
#[test]
fn the_way_back_from_half_a_change_of_mode_leaves_the_mode() {
    for mode in ["old mode 100644", "new mode 100644", "old mode 100755", "new mode 100755"] {
        let text = format!("diff --git a/y b/y\n{mode}\n--- a/y\n+++ b/y\n@@ -1 +1 @@\n-x\n+y\n");
        let patch = patch_parse::parse(text.as_bytes()).unwrap();
        let mut tree = workspace(&[("y", "y\n")]);
        patch_apply::apply(&patch.reversed().unwrap(), &mut tree, &options(Git)).unwrap();
        assert_eq!(contents(&tree), files(&[("y", "x\n")]), "{text}");
    }
}

#[test]
fn type_changes_are_a_deletion_and_an_addition() {
    let mut tree = workspace(&[("x", "1\n")]);
    let text = "diff --git a/x b/x\ndeleted file mode 100644\n--- a/x\n+++ /dev/null\n@@ -1 +0,0 @@\n-1\n\
                diff --git a/x b/x\nnew file mode 120000\n--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+y\n\\ No newline at end of file\n";
    let patch = patch_parse::parse(text.as_bytes()).unwrap();
    patch_apply::apply(&patch, &mut tree, &options(Git)).unwrap();
    assert_eq!(contents(&tree), files(&[("x", "-> y")]));
    refuses_under(Agent, &[("x", "1\n")], text, &["unsupported_git_patch_feature"]);
    applies_under(Git, &[("x", "1\n")], &text.replace("120000", "100644"), &[("x", "y")]);
}

#[test]
fn a_name_that_may_be_another_file_is_refused_where_both_fit() {
    // `--no-prefix` below `a`, or `--no-index`: the patch does not tell.
    let patch =
        "diff --git a/x a/x\ndeleted file mode 100644\n--- a/x\n+++ /dev/null\n@@ -1 +0,0 @@\n-1\n";
    applies(&[("x", "1\n")], patch, &[]);
    applies(&[("a/x", "1\n")], patch, &[]);
    refuses(&[("a/x", "1\n"), ("x", "1\n")], patch, &["file_not_found"]);
    let patch =
        "diff --git b/x b/x\nnew file mode 100644\n--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+1\n";
    applies(&[], patch, &[("x", "1\n")]);
    refuses(&[("b/y", "1\n")], patch, &["file_not_found"]);
    // The git line alone names an empty file.
    let added = "diff --git b/x b/x\nnew file mode 100644\nindex 0000000..e69de29\n";
    applies(&[], added, &[("x", "")]);
    refuses(&[("b/y", "1\n")], added, &["file_not_found"]);
    let other = "diff --git a/y b/y\ndeleted file mode 100644\nindex e69de29..0000000\n";
    let with_prefix = format!("{}{other}", added.replace("b/x", "a/x"));
    applies(&[("y", "")], &with_prefix, &[("x", "")]);
    applies(&[("a/y", "")], &added.replace("b/x", "a/x"), &[("a/x", ""), ("a/y", "")]);
    let deleted = "diff --git a/x a/x\ndeleted file mode 100644\nindex e69de29..0000000\n";
    applies(&[("x", "")], deleted, &[]);
    applies(&[("a/x", "")], deleted, &[]);
    refuses(&[("a/x", ""), ("x", "")], deleted, &["file_not_found"]);
}
