//! Calls that are sent again, and receipts that are taken back.

use std::sync::Arc;

use patch_apply::MemoryWorkspace;
use patch_tools::tool::{Tools, Unwatched};
use serde_json::json;

use crate::support::{check_refused, files, granted, json, tools};

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
    let answer = json(&tools.call("ApplyPatch", &json!({"patch": patch})));
    assert_eq!(answer["receipt_id"], "r1", "{answer:#}");
    let after = files(&tools);
    let undone = json(&tools.undo(&json!({"receipt_id": "r1"}), &Unwatched));
    assert_eq!(undone["receipt_id"], "r2", "{undone:#}");
    assert_eq!(files(&tools), before);
    assert!(!tools.undo(&json!({"receipt_id": "r2"}), &Unwatched).is_error());
    assert_eq!(files(&tools), after);
}

#[test]
fn a_receipt_is_not_taken_back_when_the_files_moved_on() {
    let mut tools = tools(&[("x", "1\n"), ("y", "1\n")]);
    let both = format!("{}{}", patch("1", "2"), patch("1", "2").replace("/x", "/y"));
    tools.call("ApplyPatch", &json!({"patch": both}));
    tools.workspace_mut().insert("y", "2\nmore\n").unwrap();
    let before = files(&tools);
    let answer = tools.undo(&json!({"receipt_id": "r1"}), &Unwatched);
    check_refused(&answer, "stale_file", "");
    assert_eq!(files(&tools), before, "x as well stays as it is");
}

#[test]
fn receipts_that_are_not_there_are_invalid_args() {
    let mut tools = tools(&[("x", "1\n")]);
    for (arguments, message) in [
        (json!({"receipt_id": "r1"}), "there is no receipt \"r1\" in this session"),
        (json!({}), "`receipt_id` is missing; it should be a string"),
        (json!({"receipt_id": 1}), "`receipt_id` should be a string, not 1"),
    ] {
        check_refused(&tools.undo(&arguments, &Unwatched), "invalid_args", message);
    }
    tools.check_patch(&json!({"patch": patch("1", "2")}), &Unwatched);
    let answer = tools.undo(&json!({"receipt_id": "r1"}), &Unwatched);
    check_refused(&answer, "invalid_args", "there is no receipt");
}

#[test]
fn an_undo_needs_the_grants_of_the_patch() {
    let mut tools = granted(&[("x", "1\n")], &["rw:x"]);
    tools.call("ApplyPatch", &json!({"patch": patch("1", "2")}));
    let table = patch_tools::tool::GrantTable::default().tools(["ApplyPatch"]);
    let mut tools = tools.capabilities(table);
    let answer = tools.undo(&json!({"receipt_id": "r1"}), &Unwatched);
    check_refused(&answer, "fs_denied", "is not granted");
    assert_eq!(x(&tools), "2\n");
}

#[test]
fn a_check_says_what_would_be_done_and_writes_nothing() {
    let mut tools = tools(&[("x", "1\n")]);
    let answer = tools.check_patch(&json!({"patch": patch("1", "2")}), &Unwatched);
    assert_eq!(answer.text(), "Fits, nothing was written:\nM x (+1 -1)\n");
    let answer = json(&answer);
    assert_eq!(answer["receipt"]["committed"], false);
    assert_eq!(answer.get("receipt_id"), None);
    assert_eq!(x(&tools), "1\n");
}
