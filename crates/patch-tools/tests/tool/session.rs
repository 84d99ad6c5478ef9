//! Calls that are sent again, and receipts that are taken back.

use std::sync::Arc;

use patch_apply::MemoryWorkspace;
use patch_tools::tool::Tools;
use serde_json::json;

use crate::support::{check_refused, files, granted, json, receipt, tools};

fn patch(from: &str, to: &str) -> String {
    format!("--- a/x\n+++ b/x\n@@ -1 +1 @@\n-{from}\n+{to}\n")
}

fn x(tools: &Tools<MemoryWorkspace>) -> &str {
    std::str::from_utf8(tools.workspace().contents("x").unwrap()).unwrap()
}

#[test]
fn the_same_call_again_gives_the_same_answer_and_changes_nothing() {
    let mut tools = tools(&[("x", "1\n1\n")]);
    // Applied twice, this would change the second line as well.
    let patch = "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-1\n+2\n";
    let arguments = json!({"patch": patch, "request_id": "call-1"});
    let first = tools.call("ApplyPatch", &arguments);
    assert!(!first.is_error(), "{}", first.text());
    let again = tools.call("ApplyPatch", &arguments);
    assert!(Arc::ptr_eq(&first, &again));
    assert_eq!(x(&tools), "2\n1\n");
    let other = json!({"patch": patch.replace('2', "3"), "request_id": "call-1"});
    check_refused(&tools.call("ApplyPatch", &other), "invalid_args", "another patch was sent");
}

#[test]
fn a_refused_call_may_be_made_again() {
    let mut tools = tools(&[("x", "0\n")]);
    let arguments = json!({"patch": patch("1", "2"), "request_id": "call-1"});
    assert!(tools.call("ApplyPatch", &arguments).is_error());
    tools.workspace_mut().insert("x", "1\n").unwrap();
    assert!(!tools.call("ApplyPatch", &arguments).is_error());
    assert_eq!(x(&tools), "2\n");
}

#[test]
fn a_receipt_is_taken_back_and_that_again() {
    let mut tools = tools(&[("x", "1\n"), ("gone", "g")]);
    let before = files(&tools);
    let patch = format!(
        "{}--- /dev/null\n+++ b/new\n@@ -0,0 +1 @@\n+n\n--- a/gone\n+++ /dev/null\n@@ -1 +0,0 @@\n-g\n\\ No newline at end of file\n",
        patch("1", "2")
    );
    let answer = tools.call("ApplyPatch", &json!({"patch": patch}));
    let after = files(&tools);
    let undone = tools.undo(&receipt(&answer));
    assert_ne!(receipt(&undone), receipt(&answer));
    assert_eq!(files(&tools), before);
    let redone = tools.undo(&receipt(&undone));
    assert_eq!(files(&tools), after);
    // What is there again can be taken back again.
    assert!(!tools.undo(&receipt(&answer)).is_error());
    assert_eq!(files(&tools), before);
    assert!(tools.undo(&receipt(&redone)).is_error(), "that is taken back as well");
}

#[test]
fn a_receipt_of_another_session_takes_nothing_back() {
    let mut first = tools(&[("x", "1\n")]);
    let old = first.call("ApplyPatch", &json!({"patch": patch("1", "2")}));
    let mut second = tools(&[("x", "1\n")]);
    let new = second.call("ApplyPatch", &json!({"patch": patch("1", "2")}));
    assert_ne!(receipt(&old), receipt(&new));
    check_refused(&second.undo(&receipt(&old)), "invalid_args", "in this session");
    assert_eq!(x(&second), "2\n");
    let name = receipt(&new)["receipt_id"].as_str().unwrap().to_owned();
    assert!(name.len() < 9 && name.is_ascii(), "it is easy to type: {name}");
}

#[test]
fn a_receipt_is_not_taken_back_when_the_files_moved_on() {
    let mut tools = tools(&[("x", "1\n"), ("y", "1\n")]);
    let both = format!("{}{}", patch("1", "2"), patch("1", "2").replace("/x", "/y"));
    let answer = tools.call("ApplyPatch", &json!({"patch": both}));
    let id = receipt(&answer)["receipt_id"].as_str().unwrap().to_owned();
    tools.workspace_mut().insert("y", "2\nmore\n").unwrap();
    let before = files(&tools);
    let refused = tools.undo(&receipt(&answer));
    check_refused(&refused, "stale_file", &format!("y is not as {id} left it"));
    assert!(!refused.text().contains("new patch"), "{}", refused.text());
    assert_eq!(files(&tools), before, "x as well stays as it is");
    let delete = "*** Begin Patch\n*** Delete File: y\n*** End Patch\n";
    assert!(!tools.call("ApplyPatch", &json!({"patch": delete})).is_error());
    let refused = tools.undo(&receipt(&answer));
    check_refused(&refused, "stale_file", &format!("y is not as {id} left it"));
}

#[test]
fn a_receipt_is_not_taken_back_twice() {
    let mut tools = tools(&[("x", "1\n")]);
    let answer = tools.call("ApplyPatch", &json!({"patch": patch("1", "2")}));
    tools.undo(&receipt(&answer));
    for text in ["1\n", "2\n"] {
        // Whoever made the change again: it is not the one of the receipt.
        tools.workspace_mut().insert("x", text).unwrap();
        let again = tools.undo(&receipt(&answer));
        check_refused(&again, "tool_failed", "was taken back already");
        assert_eq!(x(&tools), text);
    }
}

#[test]
fn the_same_call_after_an_undo_says_that_it_was_taken_back() {
    let mut tools = tools(&[("x", "1\n")]);
    let arguments = json!({"patch": patch("1", "2"), "request_id": "call-1"});
    let first = tools.call("ApplyPatch", &arguments);
    let undone = tools.undo(&receipt(&first));
    let again = tools.call("ApplyPatch", &arguments);
    assert!(again.text().starts_with("Nothing was changed now."), "{}", again.text());
    assert!(again.text().contains("taken back since"), "{}", again.text());
    assert_eq!(json(&again)["taken_back"], true);
    assert_eq!(x(&tools), "1\n");
    tools.undo(&receipt(&undone));
    let again = tools.call("ApplyPatch", &arguments);
    assert_eq!((again.text(), json(&again).get("taken_back")), (first.text(), None));
    assert_eq!(x(&tools), "2\n");
}

#[test]
fn what_is_too_large_to_be_taken_back_says_so_and_costs_no_other_its_place() {
    let old = "z".repeat(40 << 20);
    let mut tools = tools(&[("x", "1\n"), ("one", &old), ("two", &old)]);
    let kept = tools.call("ApplyPatch", &json!({"patch": patch("1", "2")}));
    let delete = "*** Begin Patch\n*** Delete File: one\n*** Delete File: two\n*** End Patch\n";
    let answer = tools.call("ApplyPatch", &json!({"patch": delete}));
    assert!(answer.text().contains("note: undo cannot take this back: "), "{}", answer.text());
    let answer = json(&answer);
    assert_eq!(answer.get("receipt_id"), None);
    assert!(answer["not_kept"].as_str().unwrap().contains("are kept at most"));
    assert!(!tools.undo(&receipt(&kept)).is_error());
}

#[test]
fn answers_to_named_calls_are_kept_within_bounds_and_no_call_is_made_twice() {
    let mut tools = tools(&[("x", "1\n1\n")]);
    let arguments = json!({"patch": patch("1", "2"), "request_id": "first"});
    tools.call("ApplyPatch", &arguments);
    let line = format!("+{}\n", "z".repeat(1 << 20)).repeat(16);
    for number in 0..5 {
        let add = format!("*** Begin Patch\n*** Add File: f{number}\n{line}*** End Patch\n");
        let answer =
            tools.call("ApplyPatch", &json!({"patch": add, "request_id": number.to_string()}));
        assert!(!answer.is_error(), "{}", answer.text());
    }
    let again = tools.call("ApplyPatch", &arguments);
    check_refused(&again, "already_applied", "this call was made before and took effect");
    assert_eq!(x(&tools), "2\n1\n");
}

#[test]
fn a_session_without_undo_names_no_receipt() {
    let mut tools = tools(&[("x", "1\n")]).without_undo();
    let answer = tools.call("ApplyPatch", &json!({"patch": patch("1", "2")}));
    assert_eq!(json(&answer).get("receipt_id"), None);
    assert_eq!(answer.text(), "Applied:\nM x (+1 -1)\n");
}

#[test]
fn receipts_that_are_not_there_are_invalid_args() {
    let mut tools = tools(&[("x", "1\n")]);
    for (arguments, message) in [
        (json!({"receipt_id": "r1"}), "there is no receipt \"r1\" in this session"),
        (json!({}), "`receipt_id` is missing; it should be a string"),
        (json!({"receipt_id": 1}), "`receipt_id` should be a string, not 1"),
    ] {
        check_refused(&tools.undo(&arguments), "invalid_args", message);
    }
    let checked = tools.check_patch(&json!({"patch": patch("1", "2")}));
    assert_eq!(json(&checked).get("receipt_id"), None);
}

#[test]
fn an_undo_needs_the_grants_of_the_patch() {
    let mut tools = granted(&[("x", "1\n")], &["rw:x"]);
    let answer = tools.call("ApplyPatch", &json!({"patch": patch("1", "2")}));
    let table = patch_tools::tool::GrantTable::default().tools(["ApplyPatch"]);
    let mut tools = tools.capabilities(table);
    let answer = tools.undo(&receipt(&answer));
    check_refused(&answer, "fs_denied", "is not granted");
    assert_eq!(x(&tools), "2\n");
}

#[test]
fn a_check_says_what_would_be_done_and_writes_nothing() {
    let mut tools = tools(&[("x", "1\n")]);
    let answer = tools.check_patch(&json!({"patch": patch("1", "2")}));
    assert_eq!(answer.text(), "Fits, nothing was written:\nM x (+1 -1)\n");
    let answer = json(&answer);
    assert_eq!(answer["receipt"]["committed"], false);
    assert_eq!(answer.get("receipt_id"), None);
    assert_eq!(x(&tools), "1\n");
}

#[test]
fn what_changes_nothing_has_no_receipt_to_take_back() {
    let mut tools = tools(&[("x", "1\n")]);
    let answer = tools.call("ApplyPatch", &json!({"patch": patch("1", "1")}));
    assert!(!answer.is_error(), "{}", answer.text());
    assert_eq!(json(&answer).get("receipt_id"), None);
    assert_eq!(json(&answer).get("not_kept"), None);
}
