//! Arguments as models and hosts send them: accepted with a note if they can mean nothing else.

use serde_json::{Value, json};

use crate::support::{check_refused, files, json, told, tools};

const PATCH: &str = "--- a/f\n+++ b/f\n@@ -1,2 +1,2 @@\n-a\n+A\n b\n";
const ENVELOPE: &str = "*** Begin Patch\n*** Update File: f\n@@\n-a\n+A\n b\n*** End Patch\n";
const ENCODED: &str =
    "the arguments were encoded as JSON a second time; send the text of the patch as `patch`";

/// A call takes effect, with these notes.
#[track_caller]
fn check(arguments: &Value, notes: &[&str]) {
    let mut tools = tools(&[("f", "a\nb\n")]);
    let checked = tools.check_patch(arguments);
    let answer = tools.call("ApplyPatch", arguments);
    let notes: String = notes.iter().map(|note| format!("note: {note}\n")).collect();
    assert_eq!(told(&answer), format!("Applied:\nM f (+1 -1)\n{notes}"), "{arguments}");
    let expected = format!("Fits, nothing was written:\nM f (+1 -1)\n{notes}");
    assert_eq!(checked.text(), expected, "{arguments}");
    assert_eq!(files(&tools), [("f".to_owned(), "A\nb\n".to_owned())], "{arguments}");
}

#[test]
fn arguments_in_arguments_are_unpacked() {
    let object = json!({"patch": PATCH});
    let fenced = format!("```json\n{object}\n```");
    let heredoc = format!("apply_patch <<'EOF'\n{ENVELOPE}EOF\n");
    for arguments in [
        json!({"patch": object}),
        json!({"patch": object.to_string()}),
        json!(object.to_string()),
        json!(json!(object.to_string()).to_string()),
        json!({"patch": {"input": PATCH}}),
        json!({"patch": json!(["apply_patch", ENVELOPE]).to_string()}),
        json!({"patch": ["apply_patch", ENVELOPE]}),
        json!(["apply_patch", ENVELOPE]),
        json!({"patch": [PATCH]}),
        json!(fenced),
        json!({"patch": fenced}),
        json!({"patch": format!("\n{object}\n")}),
    ] {
        check(&arguments, &[ENCODED]);
    }
    let script = json!({"patch": ["bash", "-lc", heredoc]});
    let removed = "line 1 of the patch: the shell heredoc around the patch was removed";
    check(&script, &[ENCODED, removed]);
    check(
        &json!({"command": ["apply_patch", PATCH]}),
        &[ENCODED, "the argument `command` was read as `patch`"],
    );
}

#[test]
fn what_may_mean_something_else_is_not_unpacked() {
    let script = format!("cd sub && apply_patch <<'EOF'\n{ENVELOPE}EOF\n");
    for (arguments, code, message) in [
        (
            json!({"patch": {"patch": 1}}),
            "invalid_args",
            "`patch` should be a string, not an object",
        ),
        (json!({"patch": {"x": "y"}}), "invalid_args", "`patch` should be a string, not an object"),
        (
            json!({"patch": ["bash", "-lc", script]}),
            "invalid_args",
            "`patch` should be a string, not an array",
        ),
        (
            json!({"patch": [PATCH, PATCH]}),
            "invalid_args",
            "`patch` should be a string, not an array",
        ),
        (
            json!({"patch": json!({"patch": PATCH, "dry_run": true}).to_string()}),
            "invalid_args",
            "there is no argument `dry_run`",
        ),
        (json!({"patch": "{\"x\": 1}"}), "wrong_patch_format", "the text is not a patch"),
    ] {
        check_refused(&tools(&[("f", "a\nb\n")]).call("ApplyPatch", &arguments), code, message);
    }
    // However deep they are.
    let deep = (0..6).fold(json!(PATCH), |value, _| json!(value.to_string()));
    let answer = tools(&[("f", "a\nb\n")]).call("ApplyPatch", &json!({"patch": deep}));
    assert!(answer.is_error());
}

#[test]
fn the_patch_is_found_under_other_names() {
    check(&json!({"input": PATCH}), &[]);
    for name in ["diff", "patch_text", "patchText", "content", "text", "unified_diff", "body"] {
        check(&json!({name: PATCH}), &[&format!("the argument `{name}` was read as `patch`")]);
        check(
            &json!({name: PATCH, "patch": null}),
            &[&format!("the argument `{name}` was read as `patch`")],
        );
    }
    for (arguments, message) in [
        (json!({"content": "a\n"}), "there is no argument `content`"),
        (json!({"text": PATCH, "body": PATCH}), "there is no argument `text`"),
        (json!({"patch": PATCH, "diff": PATCH}), "there is no argument `diff`"),
        (json!({"content": PATCH, "mode": "append"}), "there is no argument `mode`"),
    ] {
        check_refused(&tools(&[]).call("ApplyPatch", &arguments), "invalid_args", message);
    }
    // Its name says that it is one.
    check_refused(&tools(&[]).call("ApplyPatch", &json!({"diff": "x"})), "wrong_patch_format", "");
}

#[test]
fn what_asks_for_nothing_is_left_out() {
    for (name, value) in [
        ("explanation", json!("x")),
        ("description", json!("x")),
        ("_meta", json!({})),
        ("workdir", json!(".")),
        ("workdir", json!("/repo/")),
        ("cwd", json!("/repo")),
        ("path", json!("f")),
        ("path", json!("./f")),
        ("file_path", json!("/repo/f")),
        ("anything", Value::Null),
    ] {
        check(
            &json!({"patch": PATCH, name: value}),
            &[&format!("the argument `{name}` was ignored")],
        );
    }
    for (name, value) in [
        ("workdir", json!("src")),
        ("path", json!("g")),
        ("path", json!("src")),
        ("dry_run", json!(true)),
        ("strip", json!(1)),
        ("explanations", json!("x")),
    ] {
        let mut tools = tools(&[("f", "a\nb\n")]);
        let answer = tools.call("ApplyPatch", &json!({"patch": PATCH, name: value}));
        check_refused(&answer, "invalid_args", &format!("there is no argument `{name}`"));
    }
}

#[test]
fn a_call_that_is_sent_in_another_way_is_the_same_call() {
    let mut tools = tools(&[("f", "a\nb\n")]);
    let first = tools.call("ApplyPatch", &json!({"patch": PATCH, "request_id": "a"}));
    let inner = json!({"patch": PATCH, "request_id": "a"}).to_string();
    let again = tools.call("ApplyPatch", &json!({"diff": inner}));
    assert_eq!(json(&first), json(&again));
}

/// The schemas are as strict as ever.
#[test]
fn nothing_of_it_is_told() {
    let schema = patch_tools::tool::APPLY_PATCH.input_schema();
    assert_eq!(schema["additionalProperties"], false);
    let names: Vec<_> = schema["properties"].as_object().unwrap().keys().collect();
    assert_eq!(names, ["patch", "request_id"]);
}
