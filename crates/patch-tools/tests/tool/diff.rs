//! The Diff tool, promise by promise.

use patch_apply::{MemoryFile, MemoryWorkspace};
use patch_tools::tool::{GrantTable, MOST_DIFF, MOST_READ, Tools, register_builtin_tools};
use serde_json::{Value, json};

use crate::support::{check_refused, files, granted, json, tools, with_grants};

const OLD: &str = "one\ntwo\nthree\n";
const NEW: &str = "one\n2\nthree\n";

fn call(arguments: &Value) -> Value {
    json(&tools(&[("old.txt", OLD), ("new.txt", NEW)]).call("Diff", arguments))
}

#[track_caller]
fn check_error(arguments: &Value, code: &str, message: &str) {
    let mut tools = tools(&[("old.txt", OLD), ("new.txt", NEW)]);
    check_refused(&tools.call("Diff", arguments), code, message);
}

#[test]
fn path_mode_identical_files_identical_true_diff_empty() {
    let answer = call(&json!({"path_a": "old.txt", "path_b": "old.txt"}));
    let expected = json!({
        "diff": "", "label_a": "old.txt", "label_b": "old.txt",
        "lines_a": 3, "lines_b": 3, "identical": true, "diff_lines": 0,
    });
    assert_eq!(answer, expected);
}

#[test]
fn path_mode_different_files_unified_diff_content_includes_both_old_and_new_lines() {
    let answer = call(&json!({"path_a": "old.txt", "path_b": "new.txt"}));
    let expected = json!({
        "diff": "--- old.txt\n+++ new.txt\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n",
        "label_a": "old.txt", "label_b": "new.txt",
        "lines_a": 3, "lines_b": 3, "identical": false, "diff_lines": 7,
    });
    assert_eq!(answer, expected);
}

#[test]
fn text_mode_same_shape_no_fs_check() {
    let mut tools = granted(&[], &[]);
    let arguments = json!({
        "text_a": "hello\nworld\n", "text_b": "hello\nthere\n",
        "label_a": "before", "label_b": "after", "context_lines": 3,
    });
    let expected = json!({
        "diff": "--- before\n+++ after\n@@ -1,2 +1,2 @@\n hello\n-world\n+there\n",
        "label_a": "before", "label_b": "after",
        "lines_a": 2, "lines_b": 2, "identical": false, "diff_lines": 6,
    });
    assert_eq!(json(&tools.call("Diff", &arguments)), expected);
}

#[test]
fn mixing_path_and_text_args_raises_invalid_args() {
    let rule = "give either `path_a` and `path_b`, or `text_a` and `text_b`";
    for arguments in [
        json!({"path_a": "old.txt", "text_a": "x\n"}),
        json!({"path_a": "old.txt", "text_b": "x\n"}),
        json!({"path_a": "old.txt", "path_b": "new.txt", "text_a": "x\n", "text_b": "y\n"}),
        json!({"path_a": "old.txt", "path_b": "new.txt", "text_b": ""}),
        json!({"path_a": "old.txt"}),
        json!({"text_b": "x\n"}),
        json!({"label_a": "x"}),
        json!({}),
        json!({"path_a": null, "text_a": "x\n"}),
    ] {
        check_error(&arguments, "invalid_args", rule);
    }
}

#[test]
fn context_lines_outside_0_to_20_raises_invalid_args() {
    for (value, found) in [
        (json!(21), "not 21"),
        (json!(-1), "not -1"),
        (json!(2.5), "not 2.5"),
        (json!(u64::MAX), "not 18446744073709551615"),
        (json!("3"), "not a string"),
        (json!(true), "not a boolean"),
    ] {
        let arguments = json!({"text_a": "x", "text_b": "y", "context_lines": value});
        let message = format!("`context_lines` should be an integer from 0 to 20, {found}");
        check_error(&arguments, "invalid_args", &message);
    }
    let lines: String = (0..60).map(|line| format!("{line}\n")).collect();
    let changed = lines.replace("30\n", "thirty\n");
    for context in [0, 20] {
        let arguments = json!({"text_a": lines, "text_b": changed, "context_lines": context});
        assert_eq!(call(&arguments)["diff_lines"], 2 * context + 5, "{context}");
    }
    // JSON Schema takes this for an integer.
    let arguments = json!({"text_a": "x\n", "text_b": "y\n", "context_lines": 3.0});
    assert_eq!(call(&arguments)["diff_lines"], 5);
}

#[test]
fn path_mode_without_r_fs_grant_raises_fs_denied() {
    let two = [("old.txt", OLD), ("new.txt", NEW)];
    let arguments = json!({"path_a": "old.txt", "path_b": "new.txt"});
    for grants in [&[][..], &["r:old.txt"], &["r:new.txt"], &["rw:elsewhere"]] {
        let mut tools = granted(&two, grants);
        check_refused(&tools.call("Diff", &arguments), "fs_denied", "reading it is not granted");
    }
    for grants in [&["r:old.txt", "r:new.txt"][..], &["rw:."], &["r:/repo/old.txt", "r:new.txt"]] {
        let answer = json(&granted(&two, grants).call("Diff", &arguments));
        assert_eq!(answer["identical"], false, "{grants:?}: {answer}");
    }
}

#[test]
fn a_path_outside_the_root_or_in_git_is_fs_denied() {
    for path in ["../x", "/etc/passwd", ".git/config", ".GIT/config"] {
        check_error(&json!({"path_a": path, "path_b": "old.txt"}), "fs_denied", path);
    }
}

#[test]
fn path_mode_against_directory_raises_tool_failed() {
    let mut tools = tools(&[("src/main.rs", "x\n"), ("b", "y\n")]);
    let answer = tools.call("Diff", &json!({"path_a": "src", "path_b": "b"}));
    check_refused(&answer, "tool_failed", "src: this is a directory");
    for root in [".", "./", "/repo"] {
        let answer = tools.call("Diff", &json!({"path_a": root, "path_b": "b"}));
        check_refused(&answer, "tool_failed", "this is the root, a directory");
    }
    let mut tools = granted(&[("b", "y\n")], &["r:b"]);
    let answer = tools.call("Diff", &json!({"path_a": "..", "path_b": "b"}));
    check_refused(&answer, "fs_denied", "..");
}

#[test]
fn a_file_that_cannot_be_read_is_tool_failed() {
    let large = "x".repeat(MOST_READ + 1);
    let mut tools = tools(&[("a", "x\n"), ("large", &large), ("binary", "\0\u{1}")]);
    for (path, message, hint) in [
        ("missing", "missing: there is no such file", "Check the path"),
        ("large", "large: the file is larger than 4194304 bytes", "Compare parts"),
        ("binary", "binary: this file is not text", "Name text files"),
    ] {
        let answer = tools.call("Diff", &json!({"path_a": "a", "path_b": path}));
        check_refused(&answer, "tool_failed", message);
        assert!(answer.text().contains(&format!("\nhint: {hint}")), "{}", answer.text());
    }
}

#[test]
fn a_file_of_4_mb_is_read_and_a_larger_text_is_invalid_args() {
    let most = format!("{}\n", "x".repeat(MOST_READ - 1));
    let mut tools = tools(&[("a", &most), ("b", &most)]);
    let answer = json(&tools.call("Diff", &json!({"path_a": "a", "path_b": "b"})));
    assert_eq!((&answer["identical"], &answer["lines_a"]), (&json!(true), &json!(1)));
    let answer = tools.call("Diff", &json!({"text_a": format!("{most}y"), "text_b": ""}));
    check_refused(&answer, "invalid_args", "`text_a` has 4194305 bytes");
}

#[test]
fn diff_over_2_mb_truncated_flag_and_truncation_marker() {
    let line = "ä".repeat(500);
    let old: String = (0..2_000).map(|number| format!("{line}{number}\n")).collect();
    let new: String = (0..2_000).map(|number| format!("{number}{line}\n")).collect();
    let answer = call(&json!({"text_a": old, "text_b": new}));
    let diff = answer["diff"].as_str().unwrap();
    assert_eq!(answer["truncated"], true);
    let lines = |name: &str| answer[name].as_u64().unwrap();
    assert!(lines("lines_left_out") > 0, "what is left out is counted");
    assert!(diff.len() <= MOST_DIFF, "{}", diff.len());
    assert!(diff.len() > MOST_DIFF - 2_000, "{}", diff.len());
    let kept = diff.rfind("[diff truncated at ").unwrap();
    assert_eq!(&diff[kept..], {
        let left_out = lines("lines_left_out");
        format!("[diff truncated at {kept} bytes, {left_out} lines left out]\n")
    });
    assert!(diff[..kept].ends_with('\n'), "cut at a line");
    assert_eq!(answer["diff_lines"], diff.lines().count());
    assert_eq!((&answer["lines_a"], &answer["identical"]), (&json!(2_000), &json!(false)));
}

#[test]
fn a_diff_of_one_line_that_is_too_long_keeps_the_lines_before() {
    let answer = call(&json!({"text_a": "", "text_b": "y".repeat(MOST_DIFF)}));
    assert_eq!(
        answer["diff"],
        "--- a\n+++ b\n@@ -0,0 +1 @@\n[diff truncated at 26 bytes, 2 lines left out]\n"
    );
}

#[test]
fn register_builtin_tools_includes_diff_in_its_return_list() {
    let root = acp_diff_types::AbsolutePath::new("/repo").unwrap();
    let mut tools = Tools::new(MemoryWorkspace::new(), root);
    assert_eq!(register_builtin_tools(&mut tools), ["Diff", "ApplyPatch"]);
    assert_eq!(register_builtin_tools(&mut tools), ["Diff", "ApplyPatch"], "a second time");
    assert_eq!(tools.names(), ["Diff", "ApplyPatch"]);
}

#[test]
fn without_the_tool_grant_the_tool_is_tool_denied() {
    let mut tools = with_grants(&[("a", "x\n")], GrantTable::everything().tools(["ApplyPatch"]));
    let answer = tools.call("Diff", &json!({"text_a": "x", "text_b": "y"}));
    check_refused(&answer, "tool_denied", "the tool Diff is not granted");
}

#[test]
fn arguments_of_wrong_types_and_unknown_ones_are_invalid_args() {
    for (arguments, message) in [
        (json!([]), "the arguments are an array, not an object"),
        (json!("--- a"), "the arguments are a string, not an object"),
        (json!(null), "the arguments are null, not an object"),
        (json!({"path_a": 1, "path_b": "x"}), "`path_a` should be a string, not 1"),
        (json!({"text_a": ["x"], "text_b": "x"}), "`text_a` should be a string, not an array"),
        (json!({"file_a": "x"}), "there is no argument `file_a`; there are `path_a`, `path_b`"),
        (json!({"text_a": "", "text_b": "", "label_a": "x\ny"}), "`label_a` has a line break"),
    ] {
        check_error(&arguments, "invalid_args", message);
    }
}

#[test]
fn a_last_line_without_a_newline_is_told() {
    let answer = call(&json!({"text_a": "one\ntwo", "text_b": "one\ntwo\n"}));
    let marker = "\\ No newline at end of file";
    let expected = format!("--- a\n+++ b\n@@ -1,2 +1,2 @@\n one\n-two\n{marker}\n+two\n");
    assert_eq!(answer["diff"], expected);
    assert_eq!((&answer["lines_a"], &answer["lines_b"]), (&json!(2), &json!(2)));
}

#[test]
fn text_that_is_not_utf_8_is_shown_and_said() {
    let mut tools = tools(&[("b", "caf\u{e9}\n")]);
    let file = MemoryFile::Regular { contents: b"caf\xe9\n".into(), executable: false };
    tools.workspace_mut().insert_file("a", file).unwrap();
    let output = tools.call("Diff", &json!({"path_a": "a", "path_b": "b"}));
    let answer = json(&output);
    assert_eq!(answer["lossy"], true);
    let diff = "--- a\n+++ b\n@@ -1 +1 @@\n-caf\u{fffd}\n+caf\u{e9}\n";
    assert_eq!(answer["diff"], diff);
    // A model often sees the text alone.
    let note =
        "note: a side is not UTF-8; what is not shows as U+FFFD: read this, do not apply it\n";
    assert_eq!(output.text(), format!("{diff}{note}"));
}

#[test]
fn a_link_needs_the_grant_of_what_it_leads_to() {
    let mut tools = granted(&[("secret/key", "k\n"), ("src/a", "a\n")], &["r:src"]);
    let link = MemoryFile::Symlink { target: "../secret/key".into() };
    tools.workspace_mut().insert_file("src/link", link).unwrap();
    let link = MemoryFile::Symlink { target: "../secret".into() };
    tools.workspace_mut().insert_file("src/folder", link).unwrap();
    for path in ["src/link", "src/folder/key"] {
        let answer = tools.call("Diff", &json!({"path_a": "src/a", "path_b": path}));
        check_refused(&answer, "fs_denied", "reading what it leads to is not granted");
    }
}

#[test]
fn nothing_is_changed_by_any_call() {
    let mut tools = tools(&[("old.txt", OLD), ("new.txt", NEW)]);
    let before = files(&tools);
    tools.call("Diff", &json!({"path_a": "old.txt", "path_b": "new.txt"}));
    tools.call("Diff", &json!({"path_a": "old.txt", "path_b": "missing"}));
    assert_eq!(files(&tools), before);
}

#[test]
fn texts_made_to_be_slow_end_soon_with_a_right_diff() {
    // Nearly every pair of lines is equal, and just under one in a hundred of each kind: Python
    // takes many minutes here.
    let old: String = (0..60_000).map(|line| format!("{}\n", line * 7 % 101)).collect();
    let new: String = (0..60_000).map(|line| format!("{}\n", line * 11 % 103)).collect();
    let answer = call(&json!({"text_a": old, "text_b": new}));
    assert_eq!(answer["coarse"], true);
    let patch = patch_parse::parse(answer["diff"].as_str().unwrap().as_bytes()).unwrap();
    let hunks = patch.files[0].hunks();
    let applied = patch_apply::apply_hunks(
        old.as_bytes(),
        hunks,
        patch.format,
        &patch_apply::ApplyOptions::default(),
    );
    assert!(applied.unwrap().contents == new.as_bytes());
}

#[test]
fn names_that_no_file_has_are_invalid_args() {
    let long = "x".repeat(5_000);
    for (path, message) in [
        ("", "`path_b` is empty"),
        ("a\0b", "`path_b` has a NUL character"),
        (&*long, "`path_b` is longer than 4096 characters"),
    ] {
        let answer = tools(&[("a", "")]).call("Diff", &json!({"path_a": "a", "path_b": path}));
        check_refused(&answer, "invalid_args", message);
    }
    let labelled = json!({"text_a": "", "text_b": "", "label_a": long});
    let answer = tools(&[]).call("Diff", &labelled);
    check_refused(&answer, "invalid_args", "`label_a` is longer than 1000 characters");
}
