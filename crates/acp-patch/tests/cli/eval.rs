//! `eval`: recorded calls, counted.

use serde_json::{Value, json};
use snapbox::str;

use crate::support::{Sandbox, command, json as line_of};

#[test]
fn the_sample_is_counted() {
    let sample = include_str!("../../../../docs/eval/sample.jsonl");
    command(&["eval"]).stdin(sample).assert().success().stderr_eq(str![]).stdout_eq(str![[r#"
format    model         tasks  first try  later  fallback  wrong  calls  patch bytes
opencode  sample-large      2      100 %      0         0      0      2          213
opencode  sample-small      2        0 %      0         1      1      2          214
          refused: missing_end_patch 1
unified   sample-large      2      100 %      0         0      0      2          199
unified   sample-small      2       50 %      1         0      0      3          350
          refused: context_not_found 1

"#]]);
}

#[test]
fn the_counts_are_told_as_json() {
    let call = |task: &str, old: &str, new: &str| {
        let patch = format!("--- a/x\n+++ b/x\n@@ -1 +1 @@\n-{old}\n+{new}\n");
        json!({
            "task": task, "model": "m", "files": {"x": "1\n"}, "patch": patch,
            "expected": {"x": "2\n"}, "harness": "ignored",
        })
        .to_string()
    };
    let calls = [
        call("first", "1", "2"),
        call("second", "0", "2"),
        call("second", "1", "2"),
        call("third", "0", "2"),
        call("fourth", "1", "3"),
    ];
    let output = command(&["eval", "--json"]).stdin(calls.join("\n")).assert().success();
    let expected = json!({"ok": true, "groups": [{
        "format": "auto", "model": "m", "tasks": 4, "calls": 5, "first_try": 1, "later": 1,
        "fallbacks": 1, "wrong": 1, "patch_bytes": 170, "refused": {"context_not_found": 2},
    }]});
    assert_eq!(line_of(output.get_output()), expected);
}

#[test]
fn calls_without_a_task_are_tasks_of_their_own() {
    let call = json!({"model": "m", "files": {}, "patch": "x"}).to_string();
    let output =
        command(&["eval", "--json"]).stdin(format!("{call}\n\n{call}\n")).assert().success();
    let group = line_of(output.get_output())["groups"][0].clone();
    assert_eq!((&group["tasks"], &group["fallbacks"]), (&json!(2), &json!(2)));
}

/// A log of a day is not lost for a line that was cut.
#[test]
fn a_wrong_line_is_named_and_the_others_are_counted() {
    let right = json!({"model": "m", "files": {}, "patch": "x"}).to_string();
    for (wrong, message) in [
        ("{", "line 2: this is not a recorded call: EOF"),
        ("[]", "line 2: this is not a JSON object"),
        (r#"{"files": {}, "patch": ""}"#, "missing field `model`"),
        (r#"{"model": "m", "files": {}}"#, "it has neither `patch` nor `arguments`"),
        (r#"{"model": "m", "files": {"../x": ""}, "patch": ""}"#, "a path that cannot be used"),
        (r#"{"model": "m", "files": {"x": "1", "x": "2"}, "patch": ""}"#, "\"x\" is there twice"),
        (r#"{"model": "m", "files": {}, "patch": "", "format": "sed"}"#, "`format` is \"sed\""),
    ] {
        let calls = format!("{right}\n{wrong}\n{right}\n");
        let output = command(&["eval", "--json"]).stdin(calls).assert().code(2);
        let answer = line_of(output.get_output());
        assert_eq!((&answer["ok"], &answer["groups"][0]["calls"]), (&json!(false), &json!(2)));
        assert_eq!(answer["unread"][0]["line"], 2);
        let error = String::from_utf8(output.get_output().stderr.clone()).unwrap();
        assert!(
            error.contains(message) && error.contains("error: not counted: 1 line that is not a"),
            "{error}"
        );
    }
    let output = command(&["eval"]).stdin("{\n".repeat(30)).assert().code(2);
    let error = String::from_utf8(output.get_output().stderr.clone()).unwrap();
    assert!(error.contains("line 20: ") && !error.contains("line 21: "), "{error}");
    assert!(error.contains("not counted: 30 lines that are not recorded calls"), "{error}");
}

/// Wrong arguments are a good part of what goes wrong.
#[test]
fn arguments_are_counted_as_they_came() {
    let patch = "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-1\n+2\n";
    let call = |key: &str, sent: Value| {
        let mut call = json!({"model": "m", "files": {"x": "1\n"}, "expected": {"x": "2\n"}});
        call[key] = sent;
        call.to_string()
    };
    let calls = [
        call("arguments", json!({"patch": patch})),
        call("arguments", json!({"diff": patch})),
        call("arguments", json!(json!({"patch": patch}).to_string())),
        call("arguments", json!(patch)),
        call("patch", json!({"patch": patch})),
        call("patch", json!(1)),
        call("arguments", json!({"patch": patch, "strip": 1})),
        call("arguments", json!("{\"patch\": \"--- a/x")),
        call("arguments", json!({})),
    ];
    let output = command(&["eval", "--json"]).stdin(calls.join("\n")).assert().success();
    let group = line_of(output.get_output())["groups"][0].clone();
    assert_eq!(group["first_try"], 5, "{group}");
    assert_eq!(group["refused"], json!({"invalid_args": 4}), "{group}");
}

#[test]
fn what_is_done_already_is_no_fallback() {
    let patch = "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-1\n+2\n";
    let call = |files: Value, expected: Value| {
        let call = json!({"model": "m", "files": files, "patch": patch, "expected": expected});
        command(&["eval", "--json"]).stdin(call.to_string()).assert().success()
    };
    let (done, other) = (json!({"x": "2\n"}), json!({"x": "3\n"}));
    for (expected, fallbacks) in [(done.clone(), 0), (other, 1), (Value::Null, 1)] {
        let output = call(done.clone(), expected);
        let group = line_of(output.get_output())["groups"][0].clone();
        assert_eq!(group["fallbacks"], fallbacks, "{group}");
        assert_eq!(group["refused"], json!({"already_applied": 1}));
    }
}

#[test]
fn a_recording_that_is_not_there_is_trouble() {
    Sandbox::new(&[]).command(&["eval", "missing.jsonl"]).assert().code(2);
}
