//! Changes compared with patch text: what agrees, and each way in which the two may disagree.
use acp_diff_types::AbsolutePath;
use acp_diff_types::v2::{Diff, DiffChange, DiffPatch};
use patch_gen::{Entry, GenOptions, Snapshot};
use patch_tools::check::{Answer, Disagreement, check_diff, whole_patch};
use patch_tools::wire::TreeChange;
use serde_json::{Value, json};

/// The section of a modified text file.
fn modify(path: &str) -> String {
    format!("diff --git {path} {path}\n--- {path}\n+++ {path}\n@@ -1 +1 @@\n-a\n+b\n")
}

fn add(path: &str) -> String {
    format!(
        "diff --git {path} {path}\nnew file mode 100644\n--- /dev/null\n+++ {path}\n@@ -0,0 +1 @@\n+b\n"
    )
}

fn rename(old_path: &str, path: &str) -> String {
    format!(
        "diff --git {old_path} {path}\nsimilarity index 100%\nrename from {old_path}\nrename to {path}\n"
    )
}

/// What `check_diff` finds, as JSON.
#[track_caller]
fn found(changes: &Value, patch: &str) -> Value {
    let patch = json!({"format": "git_patch", "diff": patch});
    let diff: Diff = serde_json::from_value(json!({"changes": changes, "patch": patch})).unwrap();
    let found = check_diff(&diff);
    for disagreement in &found {
        let json = serde_json::to_value(disagreement).unwrap();
        assert_eq!(json["code"], disagreement.code());
        assert_eq!(json.get("patch_line").cloned(), disagreement.patch_line().map(Value::from));
        assert_eq!(json.get("change").cloned(), disagreement.change().map(Value::from));
        assert!(!disagreement.to_string().ends_with('.'), "{disagreement}");
    }
    let answer = serde_json::to_value(Answer::from(found)).unwrap();
    fits_its_schema(&answer);
    answer["disagreements"].clone()
}

#[cfg(feature = "schemars")]
#[track_caller]
fn fits_its_schema(answer: &Value) {
    thread_local! {
        static SCHEMA: jsonschema::Validator =
            jsonschema::validator_for(schemars::schema_for!(Answer).as_value()).unwrap();
    }
    SCHEMA.with(|schema| assert!(schema.is_valid(answer), "{answer}"));
}

#[cfg(not(feature = "schemars"))]
fn fits_its_schema(_: &Value) {}

#[track_caller]
#[expect(clippy::needless_pass_by_value, reason = "a table of literals reads better without `&`")]
fn check(changes: Value, patch: &str, expected: Value) {
    assert_eq!(found(&changes, patch), expected, "{patch}");
}

#[track_caller]
fn agree(changes: Value, patch: &str) {
    check(changes, patch, json!([]));
}

#[test]
fn what_agrees() {
    agree(json!([{"operation": "modify", "path": "/r/a", "fileType": "text"}]), &modify("/r/a"));
    agree(
        json!([
            {"operation": "move", "oldPath": "/r/b", "path": "/r/c"},
            {"operation": "add", "path": "/r/a", "fileType": "text"},
        ]),
        &(add("/r/a") + &rename("/r/b", "/r/c")),
    );
    agree(
        json!([{"operation": "modify", "path": "C:\\r\\a"}]),
        "--- C:\\r\\a\n+++ C:\\r\\a\n@@ -1 +1 @@\n-a\n+b\n",
    );
}

#[test]
fn without_a_patch_nothing_can_disagree() {
    let change = DiffChange::delete(AbsolutePath::new("/r/a").unwrap());
    assert_eq!(check_diff(&Diff::new(vec![change])), []);
}

#[test]
fn a_patch_may_leave_out_what_text_can_hardly_show() {
    agree(
        json!([
            {"operation": "modify", "path": "/r/a"},
            {"operation": "modify", "path": "/r/logo.png", "fileType": "binary"},
            {"operation": "delete", "path": "/r/dir", "fileType": "directory"},
            {"operation": "add", "path": "/r/link", "fileType": "symlink"},
            {"operation": "add", "path": "/r/pipe", "fileType": "_fifo"},
            {"operation": "_chmod", "path": "/r/b"},
        ]),
        &modify("/r/a"),
    );
}

#[test]
fn a_patch_that_can_replace_its_diff_leaves_out_nothing() {
    let text = DiffChange::modify(AbsolutePath::new("/r/a").unwrap());
    let binary = DiffChange::delete(AbsolutePath::new("/r/b").unwrap())
        .file_type(acp_diff_types::v2::DiffFileType::Binary);
    let patch = || DiffPatch::git_patch(modify("/r/a"));
    let whole = Diff::new(vec![text.clone()]).patch(patch());
    assert_eq!(whole_patch(&whole), Ok(&*modify("/r/a")));
    assert_eq!(whole_patch(&Diff::new(vec![])), Ok(""));
    for (diff, left_out) in [
        (Diff::new(vec![text.clone(), binary.clone()]).patch(patch()), 1),
        (Diff::new(vec![text]), 0),
        (Diff::new(vec![binary]), 0),
    ] {
        let found = whole_patch(&diff).unwrap_err();
        assert!(
            matches!(&found[..], [Disagreement::MissingFile { change, .. }] if *change == left_out),
            "{found:?}"
        );
    }
    let other = Diff::new(vec![]).patch(patch());
    assert!(matches!(whole_patch(&other).unwrap_err()[..], [Disagreement::MissingChange { .. }]));
}

#[test]
fn a_file_of_the_patch_that_no_change_names() {
    check(
        json!([{"operation": "modify", "path": "/r/a"}]),
        &(modify("/r/a") + &add("/r/.bashrc") + &rename("/r/x", "/r/y")),
        json!([
            {"code": "missing_change", "patch_line": 7, "operation": "add", "path": "/r/.bashrc"},
            {"code": "missing_change", "patch_line": 13, "operation": "move",
             "old_path": "/r/x", "path": "/r/y"},
        ]),
    );
    // The second section for a path is one more than the change.
    check(
        json!([{"operation": "modify", "path": "/r/a"}]),
        &(modify("/r/a") + &modify("/r/a")),
        json!([{"code": "missing_change", "patch_line": 7, "operation": "modify", "path": "/r/a"}]),
    );
}

#[test]
fn a_change_to_text_that_the_patch_leaves_out() {
    check(
        json!([
            {"operation": "delete", "path": "/r/b", "fileType": "text"},
            {"operation": "modify", "path": "/r/a"},
            {"operation": "add", "path": "/r/c"},
        ]),
        &modify("/r/a"),
        json!([
            {"code": "missing_file", "change": 0, "operation": "delete", "path": "/r/b"},
            {"code": "missing_file", "change": 2, "operation": "add", "path": "/r/c"},
        ]),
    );
}

#[test]
fn another_operation() {
    check(
        json!([{"operation": "modify", "path": "/r/a"}]),
        &add("/r/a"),
        json!([{"code": "wrong_operation", "change": 0, "patch_line": 1, "path": "/r/a",
                "in_changes": "modify", "in_patch": "add"}]),
    );
    // A move that is named as its two halves is not shown as what it is.
    check(
        json!([{"operation": "delete", "path": "/r/a"}, {"operation": "add", "path": "/r/b"}]),
        &rename("/r/a", "/r/b"),
        json!([
            {"code": "wrong_operation", "change": 1, "patch_line": 1, "path": "/r/b",
             "in_changes": "add", "in_patch": "move"},
            {"code": "missing_file", "change": 0, "operation": "delete", "path": "/r/a"},
        ]),
    );
}

#[test]
fn another_path() {
    let changes = || json!([{"operation": "move", "oldPath": "/r/a", "path": "/r/b"}]);
    check(
        changes(),
        &rename("/r/secret", "/r/b"),
        json!([{"code": "wrong_path", "change": 0, "patch_line": 1, "key": "oldPath",
                "in_changes": "/r/a", "in_patch": "/r/secret"}]),
    );
    check(
        changes(),
        &rename("/r/a", "/www/b"),
        json!([{"code": "wrong_path", "change": 0, "patch_line": 1, "key": "path",
                "in_changes": "/r/b", "in_patch": "/www/b"}]),
    );
    check(
        json!([{"operation": "modify", "path": "/r/etc/hosts"}]),
        &modify("/etc/hosts"),
        json!([{"code": "wrong_path", "change": 0, "patch_line": 1, "key": "path",
                "in_changes": "/r/etc/hosts", "in_patch": "/etc/hosts"}]),
    );
}

/// Git quotes a byte that is not UTF-8; shown, it looks like a path that JSON can hold.
#[test]
fn a_name_that_is_not_utf8_is_no_path_of_the_protocol() {
    check(
        json!([{"operation": "modify", "path": "/r/\u{fffd}"}]),
        &modify("\"/r/\\377\""),
        json!([
            {"code": "missing_change", "patch_line": 1, "operation": "modify",
             "path": "\"/r/\\xff\""},
            {"code": "missing_file", "change": 0, "operation": "modify", "path": "/r/\u{fffd}"},
        ]),
    );
}

/// Every name that a section writes is one that a change has.
#[test]
fn no_name_of_a_section_is_passed_over() {
    let changes = json!([{"operation": "modify", "path": "/r/a"}]);
    for patch in [
        "--- /r/secret\n+++ /r/a\n@@ -1 +1 @@\n-a\n+b\n",
        "--- /r/a\n+++ /r/secret\n@@ -1 +1 @@\n-a\n+b\n",
        "diff --git /r/a /r/a\n--- /r/secret\n+++ /r/a\n@@ -1 +1 @@\n-a\n+b\n",
        "diff --git /r/a /r/a\n--- /r/a\n+++ /r/secret\n@@ -1 +1 @@\n-a\n+b\n",
        "diff --git /r/secret /r/secret\n--- /r/a\n+++ /r/a\n@@ -1 +1 @@\n-a\n+b\n",
        "diff --git /r/secret /r/a\n--- /r/a\n+++ /r/a\n@@ -1 +1 @@\n-a\n+b\n",
        "diff --git /r/secret /r/a\n--- /r/secret\n+++ /r/a\n@@ -1 +1 @@\n-a\n+b\n",
        "Index: /r/secret\n--- /r/a\n+++ /r/a\n@@ -1 +1 @@\n-a\n+b\n",
        "--- /r/a.orig\n+++ /r/a\n@@ -1 +1 @@\n-a\n+b\n",
        "--- /r/a\n+++ /r/a~\n@@ -1 +1 @@\n-a\n+b\n",
    ] {
        assert_ne!(found(&changes, patch), json!([]), "{patch}");
    }
}

#[test]
fn a_relative_path_is_only_that() {
    check(
        json!([{"operation": "modify", "path": "/r/src/a"}]),
        "diff --git a/src/a b/src/a\n--- a/src/a\n+++ b/src/a\n@@ -1 +1 @@\n-a\n+b\n",
        json!([{"code": "relative_path", "patch_line": 1, "path": "b/src/a"}]),
    );
    check(
        json!([{"operation": "modify", "path": "/r/a"}]),
        &modify("r/a"),
        json!([{"code": "relative_path", "patch_line": 1, "path": "r/a"}]),
    );
    // The end of a name is not the end of a path.
    check(
        json!([{"operation": "modify", "path": "/r/ba"}]),
        &modify("a"),
        json!([
            {"code": "relative_path", "patch_line": 1, "path": "a"},
            {"code": "missing_change", "patch_line": 1, "operation": "modify", "path": "a"},
            {"code": "missing_file", "change": 0, "operation": "modify", "path": "/r/ba"},
        ]),
    );
}

#[test]
fn another_kind_of_file() {
    let link = "diff --git /r/a /r/a\nnew file mode 120000\n--- /dev/null\n+++ /r/a\n@@ -0,0 +1 @@\n+/etc/passwd\n\\ No newline at end of file\n";
    let binary = "diff --git /r/a /r/a\nBinary files /r/a and /r/a differ\n";
    let wrong = |in_changes: &str, in_patch: &str| {
        json!([{"code": "wrong_file_type", "change": 0, "patch_line": 1, "path": "/r/a",
                "in_changes": in_changes, "in_patch": in_patch}])
    };
    let change = |operation: &str, kind: &str| json!([{"operation": operation, "path": "/r/a", "fileType": kind}]);
    check(change("add", "text"), link, wrong("text", "symlink"));
    check(change("modify", "text"), binary, wrong("text", "binary"));
    check(change("modify", "binary"), &modify("/r/a"), wrong("binary", "text"));
    check(change("modify", "directory"), &modify("/r/a"), wrong("directory", "text"));
    agree(change("add", "symlink"), link);
    agree(change("modify", "binary"), binary);
    agree(change("modify", "_mine"), &modify("/r/a"));
}

#[test]
fn mail_prose_and_fences_do_not_belong_in_a_git_patch() {
    let changes = || json!([{"operation": "modify", "path": "/r/a"}]);
    let mail = "From 0123 Mon Sep 17 00:00:00 2001\nSubject: [PATCH] x\n\n---\n\n";
    let kinds = |patch: &str| -> Vec<(String, Value)> {
        let found = found(&changes(), patch);
        let found = found.as_array().unwrap();
        found
            .iter()
            .map(|one| (one["code"].as_str().unwrap().into(), one["kind"].clone()))
            .collect()
    };
    let foreign = |kind: &str| ("foreign_text".to_owned(), json!(kind));
    assert_eq!(kinds(&format!("{mail}{}", modify("/r/a")))[0], foreign("text_ignored"));
    assert_eq!(kinds(&format!("{}-- \n2.40.0\n", modify("/r/a"))), [foreign("text_ignored")]);
    assert_eq!(kinds(&format!("Done!\n\n{}", modify("/r/a"))), [foreign("text_ignored")]);
    assert_eq!(kinds(&format!("```diff\n{}```\n", modify("/r/a"))), [foreign("code_fence")]);
    assert_eq!(kinds(&format!("\u{feff}{}", modify("/r/a"))), [foreign("byte_order_mark")]);
    let inside = modify("/r/a").replacen("---", "index 0 (prose)\n---", 1);
    assert_eq!(kinds(&inside), [foreign("unknown_header")]);
    let other = modify("/r/a").replacen("diff --git /r/a /r/a", "diff --git /r/b /r/b", 1);
    assert_eq!(kinds(&other), [foreign("other_names_in_git_header")]);
    for line in ["Index: /r/b\n", "diff -u /r/b /r/b\n", "=======\n"] {
        assert_eq!(kinds(&format!("{line}{}", modify("/r/a"))), [foreign("text_ignored")]);
        assert_eq!(kinds(&format!("{}{line}", modify("/r/a"))), [foreign("text_ignored")]);
    }
    // The same words inside a hunk are the file's.
    let hunk = "--- /r/a\n+++ /r/a\n@@ -1,2 +1,2 @@\n Index: x\n-Index: y\n+===\n";
    assert_eq!(kinds(hunk), []);
}

#[test]
fn an_envelope_is_no_git_patch() {
    let patch = "*** Begin Patch\n*** Delete File: /r/a\n*** End Patch\n";
    let found = found(&json!([{"operation": "delete", "path": "/r/a"}]), patch);
    assert_eq!(found[0]["code"], "not_a_git_patch");
    assert_eq!(found[0]["parse_code"], "wrong_patch_format");
    assert_eq!(found.as_array().unwrap().len(), 1);
    for (patch, code) in [("", "empty_patch"), ("@@ -1 +1 @@\n-a\n+b\n", "missing_file_header")] {
        let found = self::found(&json!([]), patch);
        assert_eq!(
            (&found[0]["code"], &found[0]["parse_code"]),
            (&json!("not_a_git_patch"), &json!(code))
        );
    }
}

#[test]
fn a_format_that_is_not_known_cannot_be_compared() {
    let patch = json!({"format": "_vcdiff", "data": "1sPE"});
    let diff: Diff = serde_json::from_value(json!({"changes": [], "patch": patch})).unwrap();
    assert_eq!(check_diff(&diff), [Disagreement::UnknownFormat { format: "_vcdiff".into() }]);
}

#[test]
fn an_unknown_operation_agrees_with_its_paths_alone() {
    agree(json!([{"operation": "_format", "path": "/r/a"}]), &modify("/r/a"));
    check(
        json!([{"operation": "_format", "path": "/r/b"}, {"operation": "_format"}]),
        &modify("/r/a"),
        json!([{"code": "missing_change", "patch_line": 1, "operation": "modify", "path": "/r/a"}]),
    );
    // Not with one that only ends the same, nor with a source that it does not name.
    check(
        json!([{"operation": "_format", "path": "/r/etc/hosts"}]),
        &modify("/etc/hosts"),
        json!([{"code": "wrong_path", "change": 0, "patch_line": 1, "key": "path",
                "in_changes": "/r/etc/hosts", "in_patch": "/etc/hosts"}]),
    );
    check(
        json!([{"operation": "_take", "path": "/r/b"}]),
        &rename("/r/secret", "/r/b"),
        json!([{"code": "missing_change", "patch_line": 1, "operation": "move",
                "old_path": "/r/secret", "path": "/r/b"}]),
    );
    agree(
        json!([{"operation": "_take", "path": "/r/b", "oldPath": "/r/a"}]),
        &rename("/r/a", "/r/b"),
    );
}

#[test]
fn what_this_crate_writes_agrees() {
    let old: Snapshot<'_> = [
        ("text", Entry::file("a\n")),
        ("gone", Entry::file("")),
        ("moved", Entry::file("one\ntwo\nthree\nfour\n")),
        ("with space \"é\"", Entry::file("x\n")),
        ("binary", Entry::file(&b"\0\x01"[..])),
        ("link", Entry::symlink("a")),
        ("becomes a link", Entry::file("text\n")),
        ("becomes utf-8", Entry::file(&b"caf\xe9\n"[..])),
        ("script", Entry::file("true\n")),
    ]
    .into_iter()
    .collect();
    let new: Snapshot<'_> = [
        ("text", Entry::file("b\n")),
        ("here", Entry::file("one\ntwo\nthree\nfive\n")),
        ("with space \"é\"", Entry::file("y")),
        ("binary", Entry::file(&b"\0\x02"[..])),
        ("new binary", Entry::file(&b"\0\x03"[..])),
        ("link", Entry::symlink("b")),
        ("becomes a link", Entry::symlink("text")),
        ("becomes utf-8", Entry::file("caf\u{e9}\n")),
        ("nothing in it", Entry::directory()),
        ("script", Entry::executable("true\n")),
        ("empty", Entry::file("")),
    ]
    .into_iter()
    .collect();
    for root in ["/repo", "/with space/é", "C:\\repo", "/"] {
        for (old, new) in [(&old, &new), (&new, &old)] {
            let root = AbsolutePath::new(root).unwrap();
            let diff = TreeChange::between(old, new, &root).to_v2(&GenOptions::default()).unwrap();
            assert!(diff.changes.len() > 7, "{:?}", diff.changes);
            assert_eq!(check_diff(&diff), [], "{root}: {diff:#?}");
        }
    }
}

/// As many as a patch may have: a search for each among all of the others would show in how long the tests take.
#[test]
fn twenty_thousand_changes_and_sections_whose_paths_end_alike_are_told_apart() {
    const COUNT: usize = 20_000;
    let changes = (0..COUNT)
        .map(|i| DiffChange::modify(AbsolutePath::new(format!("/r/{i}/mod.rs")).unwrap()));
    let patch = (0..COUNT).map(|i| modify(&format!("/s/{i}/mod.rs"))).collect::<String>();
    let diff = Diff::new(changes.collect()).patch(DiffPatch::git_patch(patch));
    assert_eq!(check_diff(&diff).len(), 2 * COUNT);
}

/// Whoever shows a patch by the counts of its hunks, and git, end a hunk where these end it: what is after them nobody has seen.
#[test]
fn lines_that_no_hunk_counts_are_no_part_of_the_patch() {
    let changes = || json!([{"operation": "modify", "path": "/r/x"}]);
    let patch = |hunk: &str| format!("diff --git /r/x /r/x\n--- /r/x\n+++ /r/x\n{hunk}");
    agree(changes(), &patch("@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n"));
    agree(changes(), &patch("@@ -1,2 +1 @@\n a\n--- b\n@@ -9 +8 @@\n-c\n+d\n"));
    check(
        changes(),
        &patch("@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n+evil\n"),
        json!([{"code": "foreign_text", "patch_line": 9, "kind": "text_ignored"}]),
    );
    for hunk in ["@@ @@\n-b\n+B\n", "@@ -1,4 +1,4 @@\n a\n-b\n+B\n c\n"] {
        let found = found(&changes(), &patch(hunk));
        assert_eq!(found[0]["code"], "not_a_git_patch", "{hunk}{found:#}");
    }
    // Lines of one hunk to git, another file to whoever forgives counts.
    let two = patch("@@ -1,2 +1,2 @@\n-a\n--- /r/z\n+b\n+++ /r/z\n");
    let headers = patch("@@ -1,2 +1,2 @@\n a\n--- /r/z\n+++ /r/z\n@@ -1 +1 @@\n-a\n+b\n");
    for patch in [two, headers] {
        let found = found(&changes(), &patch);
        let is_told =
            |one: &Value| one["code"] == "foreign_text" || one["code"] == "not_a_git_patch";
        assert!(found.as_array().unwrap().iter().all(is_told), "{patch}{found:#}");
    }
}

#[test]
fn a_mode_tells_a_file_from_a_link() {
    let change = |operation: &str, kind: &str| json!([{"operation": operation, "path": "/r/x", "fileType": kind}]);
    let wrong = |stated: &str, shown: &str| {
        json!([{
            "code": "wrong_file_type", "change": 0, "patch_line": 1, "path": "/r/x",
            "in_changes": stated, "in_patch": shown,
        }])
    };
    let new = add("/r/x").replace("100644", "100755");
    check(change("add", "symlink"), &new, wrong("symlink", "text"));
    let gone = "diff --git /r/x /r/x\ndeleted file mode 100644\n--- /r/x\n+++ /dev/null\n@@ -1 +0,0 @@\n-b\n";
    check(change("delete", "symlink"), gone, wrong("symlink", "text"));
    let index = modify("/r/x").replace("\n--- ", "\nindex 1234567..2345678 100644\n--- ");
    check(change("modify", "symlink"), &index, wrong("symlink", "text"));
    agree(change("modify", "symlink"), &modify("/r/x"));
    let mode = "diff --git /r/x /r/x\nold mode 100644\nnew mode 100755\n";
    for kind in ["text", "binary", "_fifo"] {
        agree(change("modify", kind), mode);
    }
    for kind in ["symlink", "directory"] {
        check(change("modify", kind), mode, wrong(kind, "regular file"));
    }
    let submodule = "diff --git /r/x /r/x\nnew file mode 160000\n--- /dev/null\n+++ /r/x\n@@ -0,0 +1 @@\n\
                     +Subproject commit 1234567890123456789012345678901234567890\n";
    agree(change("add", "directory"), submodule);
    check(change("add", "text"), submodule, wrong("text", "submodule"));
}
