//! `check-diff`: the changes of a v2 diff against its patch text.

use snapbox::{IntoData, str};

use crate::support::{Sandbox, json, stdout};

const AGREES: &str = r#"{"changes": [{"operation": "delete", "path": "/r/a"}], "patch": {
    "format": "git_patch",
    "diff": "diff --git /r/a /r/a\ndeleted file mode 100644\n--- /r/a\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n"}}"#;

const DISAGREES: &str = r#"{"type": "diff", "changes": [
    {"operation": "modify", "path": "/r/a"},
    {"operation": "add", "path": "/r/\u001b[31mb"}
], "patch": {
    "format": "git_patch",
    "text": "Subject: x\n\ndiff --git /r/a /r/a\ndeleted file mode 100644\n--- /r/a\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n--- a/c\n+++ b/c\n@@ -1 +1 @@\n-a\n+b\n"}}"#;

#[track_caller]
fn check(diff: &str, status: i32, out: impl IntoData, err: impl IntoData) {
    let sandbox = Sandbox::new(&[]);
    sandbox.write("diff.json", diff);
    let command = sandbox.command(&["check-diff", "diff.json"]);
    command.assert().code(status).stdout_eq(out).stderr_eq(err);
}

#[test]
fn they_agree() {
    check(
        AGREES,
        0,
        str![[r#"
diff.json: changes and patch agree

"#]],
        str![],
    );
    check(
        r#"{"changes": [{"operation": "delete", "path": "/r/a"}]}"#,
        0,
        str![[r#"
diff.json: the diff has no patch; nothing to compare

"#]],
        str![],
    );
}

#[test]
fn they_disagree() {
    check(
        DISAGREES,
        1,
        str![[r#"
diff.json: 5 disagreements
    patch line 1: the patch has text that is no part of a git patch (text_ignored)
    patch line 3: "/r/a" is `modify` in the changes and `delete` in the patch
    patch line 9: the patch has the path "b/c", which is not absolute
    patch line 9: the patch has `modify` of "c", which no change names
    changes[1]: `add` of "/r/\u{1b}[31mb" is not in the patch

"#]],
        str![],
    );
}

#[test]
fn as_json() {
    let sandbox = Sandbox::new(&[]);
    let run = |input: &str| {
        let command = sandbox.command(&["check-diff", "--json", "-"]).stdin(input);
        command.assert().get_output().clone()
    };
    let output = run(AGREES);
    assert_eq!(stdout(&output), "{\"ok\":true,\"disagreements\":[]}\n");
    assert_eq!(output.status.code(), Some(0));

    let output = run(DISAGREES);
    assert_eq!(output.status.code(), Some(1));
    let answer = json(&output);
    let codes = answer["disagreements"].as_array().unwrap();
    let codes: Vec<_> = codes.iter().map(|found| found["code"].as_str().unwrap()).collect();
    assert_eq!(
        codes,
        ["foreign_text", "wrong_operation", "relative_path", "missing_change", "missing_file"]
    );

    let output = run("{\"changes\": [{\"operation\": \"add\", \"path\": \"a\"}]}");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(json(&output)["error"]["code"], "invalid_args");
}

/// Whoever checks the answer by its schema reads a refusal as well.
#[test]
fn every_answer_is_as_its_schema_has_it() {
    let schema = include_str!("../../../../docs/schemas/check-diff.json");
    let schema = serde_json::from_str(schema).expect("the schema is JSON");
    let schema = jsonschema::validator_for(&schema).expect("the schema is one");
    let sandbox = Sandbox::new(&[]);
    let unread = r#"{"changes": [{"operation": "add", "path": "a"}]}"#;
    for (input, status) in [(AGREES, 0), (DISAGREES, 1), (unread, 2), ("", 2), ("[]", 2)] {
        let run = sandbox.command(&["check-diff", "--json", "-"]).stdin(input).assert();
        let answer = json(run.code(status).get_output());
        assert!(schema.is_valid(&answer), "{answer}");
    }
    let run = sandbox.command(&["check-diff", "--json", "none.json"]).assert();
    let answer = json(run.code(2).get_output());
    assert!(schema.is_valid(&answer), "{answer}");
    for answer in [r#"{"ok":true}"#, r#"{"ok":false,"error":{}}"#, r#"{"disagreements":[]}"#] {
        assert!(!schema.is_valid(&serde_json::from_str(answer).unwrap()), "{answer}");
    }
}

#[test]
fn the_input_is_no_diff() {
    check(
        "{\"path\": \"/a\"}",
        2,
        str![],
        str![[r#"
error: diff.json: missing field `changes` at line 1 column 14
hint: Give the JSON of one v2 diff: an object with `changes` and, optionally, `patch`.

"#]],
    );
    let sandbox = Sandbox::new(&[]);
    sandbox.command(&["check-diff", "none.json"]).assert().code(2);
}

#[test]
fn what_diff_writes_agrees() {
    let sandbox = Sandbox::new(&[("old/a", "a\n"), ("old/b", "b\n"), ("new/a", "c\n")]);
    let command = sandbox.command(&["diff", "tree/old", "tree/new", "--format", "acp"]);
    let diff = stdout(command.assert().code(1).get_output()).to_owned();
    sandbox.command(&["check-diff"]).stdin(diff).assert().success();
}
