//! `batch`: one request per line, one answer per line, whatever a line contains.

use serde_json::{Value, json};
use snapbox::{IntoData, str};

use crate::support::{PROGRAM, Sandbox, stderr, stdout};

const FIX: &str = "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n";

/// Runs `lines` and gives the answers.
#[track_caller]
fn answers(lines: &[u8]) -> Vec<Value> {
    let output = Sandbox::new(&[]).command(&["batch"]).stdin(lines.to_vec()).output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(output.stderr, b"");
    stdout(&output).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[track_caller]
fn answer(request: &Value) -> Value {
    let answers = answers(format!("{request}\n").as_bytes());
    assert_eq!(answers.len(), 1);
    answers.into_iter().next().unwrap()
}

#[track_caller]
fn check(request: &str, expected: impl IntoData) {
    let output = Sandbox::new(&[]).command(&["batch"]).stdin(request.to_owned()).assert();
    output.success().stdout_eq(expected).stderr_eq(str![]);
}

#[test]
fn a_patch_that_fits() {
    let request = json!({"id": "one", "files": {"x": "a\n", "y": "y\n"}, "patch": FIX});
    check(
        &request.to_string(),
        str![[r#"
{"id":"one","ok":true,"files":{"x":"b\n","y":"y\n"},"receipt":{"format":"unified","contract":"agent","committed":true,"files":[{"operation":"modify","path":"x","hunks":[{"id":"1.1","patch_line":3,"hinted_line":1,"matched_line":1,"offset":0,"rung":"exact","lines_added":1,"lines_removed":1,"other_places":0,"evidence":["text","number"]}],"lines_added":1,"lines_removed":1,"before":"sha256:87428fc522803d31065e7bce3cf03fe475096631e5e07bbd7a0fde60c4cf25c7","after":"sha256:0263829989b6fd954f72baaf2fc64bc2e2f01d692d4de72986ea808f6e99813f","overwrote":false}],"ignored_metadata":[],"diagnostics":[]}}

"#]],
    );
}

#[test]
fn a_patch_that_does_not_fit_gives_the_files_back() {
    let request = json!({"id": 2, "files": {"x": "other\n"}, "patch": FIX});
    check(
        &request.to_string(),
        str![[r#"
{"id":2,"ok":false,"files":{"x":"other\n"},"error":{"code":"context_not_found","class":"ComputeReplacements","message":"nothing in the file resembles the old lines of the hunk","hint":"Check that this is the file that is meant, read it again, and copy the context and removed lines from it.","format":"unified","failures":[{"code":"context_not_found","class":"ComputeReplacements","path":"x","patch_line":3,"patch_bytes":[16,34],"message":"nothing in the file resembles the old lines of the hunk","hint":"Check that this is the file that is meant, read it again, and copy the context and removed lines from it.","hunk":{"code":"context_not_found","hunk":0,"patch_line":3,"cause":"nothing_similar","candidates":[],"places":0,"before":"sha256:7e4fa2eb8c7ac089739d5defc4489fad68a100d92082ca35c6b40a4524821f87"},"explanation":"x: context_not_found: hunk 1 at line 3 of the patch: nothing in the file resembles the old lines of the hunk\ncause: nothing_similar\nhint: Check that this is the file that is meant, read it again, and copy the context and removed lines from it.\n"}]}}

"#]],
    );
}

#[test]
fn a_text_that_is_no_patch() {
    let request = json!({"id": 3, "files": {}, "patch": "no"});
    check(
        &request.to_string(),
        str![[r#"
{"id":3,"ok":false,"files":{},"error":{"code":"wrong_patch_format","class":"ParseError","message":"the text is not a patch","hint":"Send the patch body alone: for each file `--- old_path`, `+++ new_path`, then hunks that start with `@@`.","format":"unified","failures":[{"code":"wrong_patch_format","class":"ParseError","patch_line":1,"patch_bytes":[0,2],"message":"the text is not a patch","hint":"Send the patch body alone: for each file `--- old_path`, `+++ new_path`, then hunks that start with `@@`."}]}}

"#]],
    );
}

#[test]
fn malformed_requests_say_what_is_wrong() {
    check(
        r#"not json
[]
{"id":1,"patch":""}
{"id":2,"files":{}}
{"id":3,"files":{"a":7},"patch":""}
{"id":4,"files":[],"patch":""}
{"id":5,"files":{},"patch":null}
{"id":6,"files":{},"patch":"","format":"ed"}
{"id":7,"files":{},"patch":"","contract":"none"}
{"id":8,"files":{"../a":""},"patch":""}
{"id":9,"files":{"a":"","./a":""},"patch":""}
{"id":10,"files":{"a":"b","a":"c"},"patch":""}

{"id":11,"files":{},"patch":"","patch":""}
{"id":12,"files":{},"patch":"\ud800"}
{"id":{"any":["value"]},"files":{}
"#,
        str![[r#"
{"id":null,"ok":false,"line":1,"error":{"code":"invalid_args","class":"ToolError","message":"the line is not a JSON object","hint":"Send {\"id\", \"files\": {path: text}, \"patch\"} on one line.","failures":[]}}
{"id":null,"ok":false,"line":2,"error":{"code":"invalid_args","class":"ToolError","message":"the line is not a JSON object","hint":"Send {\"id\", \"files\": {path: text}, \"patch\"} on one line.","failures":[]}}
{"id":1,"ok":false,"line":3,"error":{"code":"invalid_args","class":"ToolError","message":"`files` is missing; it should be an object of path and text","hint":"Send {\"id\", \"files\": {path: text}, \"patch\"} on one line.","failures":[]}}
{"id":2,"ok":false,"line":4,"error":{"code":"invalid_args","class":"ToolError","message":"`patch` is missing; it should be a string","hint":"Send {\"id\", \"files\": {path: text}, \"patch\"} on one line.","failures":[]}}
{"id":3,"ok":false,"line":5,"error":{"code":"invalid_args","class":"ToolError","message":"`files` should be an object of path and text: invalid type: integer `7`, expected a string","hint":"Send {\"id\", \"files\": {path: text}, \"patch\"} on one line.","failures":[]}}
{"id":4,"ok":false,"line":6,"error":{"code":"invalid_args","class":"ToolError","message":"`files` should be an object of path and text: invalid type: sequence, expected a map","hint":"Send {\"id\", \"files\": {path: text}, \"patch\"} on one line.","failures":[]}}
{"id":5,"ok":false,"line":7,"error":{"code":"invalid_args","class":"ToolError","message":"`patch` is missing; it should be a string","hint":"Send {\"id\", \"files\": {path: text}, \"patch\"} on one line.","failures":[]}}
{"id":6,"ok":false,"line":8,"error":{"code":"invalid_args","class":"ToolError","message":"`format` is \"ed\"; it should be \"auto\", \"unified\" or \"opencode\"","hint":"Send {\"id\", \"files\": {path: text}, \"patch\"} on one line.","failures":[]}}
{"id":7,"ok":false,"line":9,"error":{"code":"invalid_args","class":"ToolError","message":"`contract` is \"none\"; it should be \"agent\" or \"git\"","hint":"Send {\"id\", \"files\": {path: text}, \"patch\"} on one line.","failures":[]}}
{"id":8,"ok":false,"line":10,"error":{"code":"invalid_args","class":"ToolError","message":"`files` has a path that cannot be used: ../a: the path holds `..`","hint":"Send {\"id\", \"files\": {path: text}, \"patch\"} on one line.","failures":[]}}
{"id":9,"ok":false,"line":11,"error":{"code":"invalid_args","class":"ToolError","message":"`files` names a file twice, in two spellings","hint":"Send {\"id\", \"files\": {path: text}, \"patch\"} on one line.","failures":[]}}
{"id":10,"ok":false,"line":12,"error":{"code":"invalid_args","class":"ToolError","message":"`files` should be an object of path and text: \"a\" is there twice","hint":"Send {\"id\", \"files\": {path: text}, \"patch\"} on one line.","failures":[]}}
{"id":null,"ok":false,"line":14,"error":{"code":"invalid_args","class":"ToolError","message":"the line is not a request: duplicate field `patch` at byte 38 of the line","hint":"Send {\"id\", \"files\": {path: text}, \"patch\"} on one line.","failures":[]}}
{"id":12,"ok":false,"line":15,"error":{"code":"invalid_args","class":"ToolError","message":"`patch` should be a string: unexpected end of hex escape","hint":"Send {\"id\", \"files\": {path: text}, \"patch\"} on one line.","failures":[]}}
{"id":null,"ok":false,"line":16,"error":{"code":"invalid_args","class":"ToolError","message":"the line is not a request: EOF while parsing an object at byte 34 of the line","hint":"Send {\"id\", \"files\": {path: text}, \"patch\"} on one line.","failures":[]}}

"#]],
    );
}

#[test]
fn good_and_bad_lines_are_answered_in_order() {
    let good = |id: u32| json!({"id": id, "files": {"x": "a\n"}, "patch": FIX}).to_string();
    let bad = json!({"id": "bad", "files": {"x": "z\n"}, "patch": FIX}).to_string();
    let lines = [good(1), "{broken".into(), bad, String::new(), good(2)].join("\n");
    let answers = answers(lines.as_bytes());
    let summary: Vec<_> = answers.iter().map(|a| (a["id"].clone(), a["ok"].clone())).collect();
    assert_eq!(
        summary,
        [
            (json!(1), json!(true)),
            (Value::Null, json!(false)),
            (json!("bad"), json!(false)),
            (json!(2), json!(true)),
        ]
    );
}

/// Lines of every kind and size, many more than a load holds.
fn mixed(count: u32) -> Vec<u8> {
    let mut lines = Vec::new();
    for id in 0..count {
        let padding = "x".repeat(if id % 97 == 0 { 100_000 } else { 10 });
        match id % 7 {
            3 => lines.extend(b"{broken"),
            5 => lines.extend(b"\xff\xfe"),
            _ => {
                let text = if id % 2 == 0 { "a\n" } else { "other\n" };
                let files = json!({"x": text, "y": padding});
                lines.extend(json!({"id": id, "files": files, "patch": FIX}).to_string().bytes());
            }
        }
        lines.push(b'\n');
    }
    lines
}

#[test]
fn several_threads_answer_as_one_does() {
    let lines = mixed(2_000);
    let sandbox = Sandbox::new(&[]);
    let answers = |jobs: &str| {
        let command = sandbox.command(&["batch", "--jobs", jobs]);
        let output = command.stdin(lines.clone()).output().unwrap();
        assert_eq!((output.status.code(), stdout(&output).lines().count()), (Some(0), 2_000));
        output.stdout
    };
    let one = answers("1");
    for jobs in ["2", "3", "16"] {
        assert!(answers(jobs) == one, "{jobs} threads");
    }
}

#[test]
fn none_and_thousands_are_no_number_of_threads() {
    for jobs in ["0", "1025", "-1", "two"] {
        let output = Sandbox::new(&[]).command(&["batch", "--jobs", jobs]).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{jobs}");
    }
}

/// A container may limit processes, which threads count as. A privileged user is not limited, and
/// becomes another.
#[cfg(target_os = "linux")]
#[test]
#[expect(clippy::disallowed_methods, reason = "the input of another program")]
fn threads_that_cannot_be_had_are_done_without() {
    let sandbox = Sandbox::new(&[]);
    let lines = mixed(300);
    sandbox.write("tree/cases.jsonl", &lines);
    let expected = answers(&lines);
    let is_root =
        std::os::unix::fs::MetadataExt::uid(&std::fs::metadata("/proc/self").unwrap()) == 0;
    let another = ["setpriv", "--reuid=61234", "--regid=61234", "--clear-groups"];
    // None beside the first; the one that writes, and two that work.
    for limit in ["1", "4"] {
        let limited = format!("ulimit -u {limit}; exec '{PROGRAM}' batch --jobs 16");
        let shell = ["sh", "-c", &limited];
        let command = if is_root { [&another[..], &shell].concat() } else { shell.to_vec() };
        let output = std::process::Command::new(command[0])
            .args(&command[1..])
            .stdin(std::fs::File::open(sandbox.path("tree/cases.jsonl")).unwrap())
            .output()
            .unwrap();
        if is_root && output.status.code() == Some(126) {
            println!("{PROGRAM} lies where another user does not come: not tried");
            return;
        }
        assert_eq!(output.status.code(), Some(0), "{limit}: {}", stderr(&output));
        let lines = stdout(&output);
        let found: Vec<Value> =
            lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert!(found == expected, "{limit}");
    }
}

/// The program may have no more memory than a few lines take; the input is many times that.
#[cfg(target_os = "linux")]
#[test]
fn memory_does_not_grow_with_the_number_of_lines() {
    let text = format!("{}\n", "line of a file ".repeat(1 << 6)).repeat(1 << 8);
    let line = json!({"files": {"x": "a\n", "y": text}, "patch": FIX}).to_string() + "\n";
    let sandbox = Sandbox::new(&[]);
    sandbox.write("tree/cases.jsonl", line.repeat(150));
    for jobs in ["1", "2"] {
        // Every thread would else set address space aside for memory of its own.
        let limited = format!(
            "ulimit -v 50000; MALLOC_ARENA_MAX=1 exec '{PROGRAM}' batch --jobs {jobs} cases.jsonl | wc -l"
        );
        let shell = std::process::Command::new("sh")
            .args(["-c", &limited])
            .current_dir(sandbox.path("tree"))
            .output();
        let output = shell.unwrap();
        assert_eq!(stdout(&output).trim(), "150", "{jobs}: {}", stderr(&output));
    }
}

#[test]
fn bytes_that_are_no_text_end_nothing() {
    let mut lines = b"\xff\xfe\0\x01\n\0\0\0\n".to_vec();
    lines.extend(b"[".repeat(100_000));
    lines.push(b'\n');
    lines.extend(json!({"id": 1, "files": {"x": "a\n"}, "patch": FIX}).to_string().into_bytes());
    let answers = answers(&lines);
    assert_eq!(answers.len(), 4);
    for broken in &answers[..3] {
        assert_eq!(broken["error"]["code"], "invalid_args");
        assert_eq!(broken["id"], Value::Null);
    }
    assert_eq!(answers[3]["files"]["x"], "b\n");
}

#[test]
fn ids_come_back_as_they_were_written() {
    let ids = [r#""a""#, "12345678901234567890123", "1.50", "null", r#"{"k": [1, 2]}"#, "true"];
    for id in ids {
        let request = format!(r#"{{"id": {id}, "files": {{}}, "patch": ""}}"#);
        let output = Sandbox::new(&[]).command(&["batch"]).stdin(request).output().unwrap();
        let expected = format!(r#"{{"id":{id},"ok":false"#);
        assert!(stdout(&output).starts_with(&expected), "{}", stdout(&output));
    }
}

#[test]
fn other_keys_are_ignored_and_endings_may_be_crlf() {
    let request = json!({"instance": {"deep": [1]}, "files": {"x": "a\n"}, "patch": FIX});
    let answers = answers(format!("{request}\r\n\r\n{request}").as_bytes());
    assert_eq!(answers.len(), 2);
    assert!(answers.iter().all(|answer| answer["ok"] == true && answer["id"].is_null()));
}

#[test]
fn format_and_contract_are_taken() {
    let copy = "diff --git a/x b/y\ncopy from x\ncopy to y\n";
    let request = |key: &str, value: &str, patch: &str| {
        let mut request = json!({"files": {"x": "a\n"}, "patch": patch});
        request[key] = json!(value);
        answer(&request)
    };
    let code = |answer: Value| answer["error"]["code"].as_str().map(str::to_owned);
    assert_eq!(request("contract", "git", copy)["files"], json!({"x": "a\n", "y": "a\n"}));
    let refused = code(request("contract", "agent", copy));
    assert_eq!(refused.as_deref(), Some("unsupported_git_patch_feature"));
    assert_eq!(code(request("format", "auto", FIX)), None);
    assert_eq!(code(request("format", "unified", FIX)), None);
    let envelope = "*** Begin Patch\n*** Update File: x\n@@\n-a\n+b\n*** End Patch\n";
    for name in ["opencode", "codex", "v4a", "envelope"] {
        assert_eq!(request("format", name, envelope)["files"], json!({"x": "b\n"}), "{name}");
        assert_eq!(code(request("format", name, FIX)).as_deref(), Some("wrong_patch_format"));
    }
}

#[test]
fn a_result_that_is_no_text_is_refused() {
    let link = "diff --git a/l b/l\nnew file mode 120000\n--- /dev/null\n+++ b/l\n@@ -0,0 +1 @@\n+x\n\\ No newline at end of file\n";
    let link = answer(&json!({"files": {"x": "a\n"}, "patch": link, "contract": "git"}));
    assert_eq!(link["ok"], false);
    assert_eq!(link["error"]["code"], "unsupported_git_patch_feature");
    assert_eq!(link["files"], json!({"x": "a\n"}), "as they came");

    let name = "--- /dev/null\n+++ \"b/caf\\351\"\n@@ -0,0 +1 @@\n+x\n";
    let name = answer(&json!({"files": {}, "patch": name}));
    assert_eq!(name["error"]["code"], "encoding_mismatch");
}

#[test]
fn a_batch_touches_no_file() {
    let sandbox = Sandbox::new(&[("x", "a\n")]);
    let request = json!({"files": {"x": "a\n"}, "patch": FIX}).to_string();
    sandbox.write("tree/cases.jsonl", request + "\n");
    let before = sandbox.tree();
    let command = sandbox.command(&["batch", "cases.jsonl"]).current_dir(sandbox.path("tree"));
    let output = command.assert().success();
    assert!(stdout(output.get_output()).contains(r#""ok":true"#));
    assert_eq!(sandbox.tree(), before);
}
