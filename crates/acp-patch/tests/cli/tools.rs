//! `call`, `tools` and `schema`.

use serde_json::{Value, json};
use snapbox::str;

use crate::support::{Sandbox, command, stdout};

const FIX: &str = "--- a/x.txt\n+++ b/x.txt\n@@ -1 +1 @@\n-old\n+new\n";

fn parse(output: &std::process::Output) -> Value {
    let text = stdout(output);
    serde_json::from_str(text).expect(text)
}

#[test]
fn a_call_of_apply_patch_changes_the_files() {
    let sandbox = Sandbox::new(&[("x.txt", "old\n")]);
    let arguments = json!({"patch": FIX}).to_string();
    let call = sandbox.command(&["call", "ApplyPatch", &arguments, "--root", "tree"]).assert();
    let output = call.success().stderr_eq(str![]).get_output().clone();
    let answer = parse(&output);
    assert_eq!(answer["text"], "Applied:\nM x.txt (+1 -1)\n");
    assert_eq!(answer.get("receipt_id"), None, "nothing could take it back");
    assert_eq!(sandbox.text("tree/x.txt"), "new\n");
}

#[test]
fn the_patch_itself_is_taken_from_standard_input_and_as_an_argument() {
    // The tool may have the name that clients of the Model Context Protocol call.
    for (tool, arguments, input) in [
        ("ApplyPatch", &[][..], FIX),
        ("ApplyPatch", &["-"], FIX),
        ("ApplyPatch", &[FIX], ""),
        ("apply_patch", &[FIX], ""),
    ] {
        let sandbox = Sandbox::new(&[("x.txt", "old\n")]);
        let args = [&["call", tool], arguments, &["--root", "tree"]].concat();
        sandbox.command(&args).stdin(input).assert().success();
        assert_eq!(sandbox.text("tree/x.txt"), "new\n", "{arguments:?}");
    }
}

#[test]
fn a_refused_call_changes_nothing_and_ends_with_1() {
    let sandbox = Sandbox::new(&[("x.txt", "other\n")]);
    let before = sandbox.tree();
    let call = sandbox.command(&["call", "ApplyPatch", "--root", "tree"]).stdin(FIX).assert();
    let answer = parse(call.code(1).stderr_eq(str![]).get_output());
    assert_eq!(answer["error"]["code"], "context_not_found");
    assert!(answer["text"].as_str().unwrap().starts_with("Refused: nothing was changed.\n"));
    assert!(sandbox.tree() == before);
}

#[test]
fn a_call_of_diff_compares_files() {
    let sandbox = Sandbox::new(&[("a", "1\n2\n"), ("b", "1\n3\n")]);
    let arguments = r#"{"path_a": "a", "path_b": "b"}"#;
    for tool in ["Diff", "diff"] {
        sandbox.command(&["call", tool, arguments, "--root", "tree"]).assert().success().stdout_eq(str![[r#"
{"diff":"--- a\n+++ b\n@@ -1,2 +1,2 @@\n 1\n-2\n+3\n","label_a":"a","label_b":"b","lines_a":2,"lines_b":2,"identical":false,"diff_lines":6}

"#]]);
    }
}

#[test]
fn without_a_grant_nothing_is_read_or_written() {
    let sandbox = Sandbox::new(&[("src/a", "old\n"), ("docs/b", "old\n")]);
    let patch = format!("{}{}", FIX.replace("x.txt", "src/a"), FIX.replace("x.txt", "docs/b"));
    let grants = ["call", "ApplyPatch", "--root", "tree", "--grant", "rw:src", "--grant", "r:docs"];
    let before = sandbox.tree();
    let answer = parse(sandbox.command(&grants).stdin(&*patch).assert().code(1).get_output());
    assert_eq!(answer["error"]["code"], "fs_denied");
    assert_eq!(answer["error"]["message"], "docs/b: writing it is not granted");
    assert!(sandbox.tree() == before);
    let diff = ["call", "Diff", "--root", "tree", "--grant", "r:src"];
    let arguments = r#"{"path_a": "src/a", "path_b": "docs/b"}"#;
    let answer = parse(sandbox.command(&diff).stdin(arguments).assert().code(1).get_output());
    assert_eq!(answer["error"]["message"], "docs/b: reading it is not granted");
    let text = answer["text"].as_str().unwrap();
    assert!(text.starts_with("fs_denied: docs/b: reading it is not granted\nhint: "), "{text}");
}

#[test]
fn a_wrong_call_is_told_what_is_wrong() {
    let sandbox = Sandbox::new(&[]);
    for (tool, arguments, message) in [
        ("Diff", "{}", "give either `path_a` and `path_b`, or `text_a` and `text_b`"),
        ("Exec", "{}", "there is no tool `Exec`; the tools are Diff and ApplyPatch"),
        ("ApplyPatch", r#"{"change": "x"}"#, "there is no argument `change`"),
        ("Diff", "{", "the arguments are not JSON"),
        ("exec", FIX, "there is no tool `exec`; the tools are Diff and ApplyPatch"),
        ("apply_patch", "{}", "`patch` is missing; it should be a string"),
        ("check_patch", "{}", "there is no tool `check_patch`; the tools are Diff and ApplyPatch"),
    ] {
        let call = sandbox.command(&["call", tool, arguments, "--root", "tree"]).assert().code(1);
        let answer = parse(call.get_output());
        assert_eq!(answer["error"]["code"], "invalid_args");
        let found = answer["error"]["message"].as_str().unwrap();
        assert!(found.contains(message), "{found}");
    }
}

/// The model that wrote them is told as of any other mistake.
#[test]
fn arguments_that_are_not_json_are_a_refusal_like_any_other() {
    for (tool, arguments) in [
        ("Diff", "{"),
        ("Diff", "{'path_a': 'x'}"),
        ("Diff", "```json\n{}\n```"),
        ("ApplyPatch", "{\"patch\":\"--- a/x\n+++ b/x\n\"}"),
        ("ApplyPatch", "{\"patch\":\"--- a/x"),
    ] {
        let call = command(&["call", tool, arguments]).assert().code(1).stderr_eq(str![]);
        let answer = parse(call.get_output());
        assert_eq!(answer["error"]["code"], "invalid_args", "{arguments}");
        let text = answer["text"].as_str().unwrap();
        // A tool that only reads changes nothing in any case.
        let start = if tool == "Diff" { "" } else { "Refused: nothing was changed.\n" };
        let start = format!("{start}invalid_args: the arguments are not JSON: ");
        assert!(text.starts_with(&start), "{text}");
        assert!(text.ends_with("\nhint: Send the arguments as one whole JSON object, with line breaks in its strings as `\\n`.\n"), "{text}");
    }
}

#[test]
fn a_wrong_grant_is_told() {
    command(&["call", "Diff", "{}", "--grant", "src"]).assert().code(2).stderr_eq(str![[r#"
error: invalid value 'src' for '--grant <GRANT>': a grant is `r:PATH` or `rw:PATH`, found "src"

For more information, try '--help'.

"#]]);
}

/// A host reads one shape, whatever is the matter.
#[test]
fn a_root_that_is_not_there_is_answered_as_a_call_is() {
    let run = command(&["call", "Diff", "{}", "--root", "nowhere"]).assert().code(2);
    let answer = parse(run.get_output());
    assert_eq!(answer["error"]["code"], "file_not_found");
    assert!(answer["text"].as_str().unwrap().starts_with("Refused: nothing was changed.\n"));
}

#[test]
fn the_definitions_are_those_of_the_documentation() {
    for (provider, format, expected) in [
        ("openai", "unified", include_str!("../../../../docs/tools/openai-unified.json")),
        ("anthropic", "opencode", include_str!("../../../../docs/tools/anthropic-opencode.json")),
        ("mcp", "unified", include_str!("../../../../docs/tools/mcp-unified.json")),
    ] {
        let args = ["tools", "--provider", provider, "--format", format];
        command(&args).assert().success().stdout_eq(expected.to_owned()).stderr_eq(str![]);
    }
}

#[test]
fn the_words_for_a_prompt_are_printed() {
    command(&["tools", "--provider", "openai", "--format", "codex", "--guidance"])
        .assert()
        .success()
        .stdout_eq(include_str!("../../../../docs/tools/openai-opencode.txt"));
}

#[test]
fn schemas_are_listed_and_printed() {
    command(&["schema"]).assert().success().stdout_eq(str![[r#"
acp-v1-diff
acp-v1-tool-call-content
acp-v2-diff
acp-v2-request-permission-request
acp-v2-request-permission-response
acp-v2-session-notification
acp-v2-tool-call-content
acp-v2-tool-call-content-chunk
acp-v2-tool-call-update
check-diff
mcp-apply-patch-output
mcp-refusal
patch
receipt
refusal
tool-apply-patch-input
tool-apply-patch-output
tool-diff-input
tool-diff-output
tool-refusal
tool-undo-input

"#]]);
    let receipt = include_str!("../../../../docs/schemas/receipt.json");
    command(&["schema", "receipt"]).assert().success().stdout_eq(receipt);
    command(&["schema", "nothing"]).assert().code(2).stderr_eq(str![[r#"
error: there is no schema "nothing"
hint: `acp-patch schema` lists the names.

"#]]);
}
