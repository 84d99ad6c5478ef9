//! The answers to a well-behaved client.

use serde_json::{Value, json};

use super::client::Client;
use crate::support::Sandbox;

const FIX: &str = "--- a/x.txt\n+++ b/x.txt\n@@ -1 +1 @@\n-old\n+new\n";

fn start(sandbox: &Sandbox, args: &[&str]) -> Client {
    Client::start(&sandbox.path("tree"), args, &json!({}))
}

fn text(result: &Value) -> &str {
    result["content"][0]["text"].as_str().unwrap()
}

#[test]
fn the_tools_are_listed_as_the_documentation_has_them() {
    let sandbox = Sandbox::new(&[]);
    let mut client = start(&sandbox, &[]);
    let listed = client.ask("tools/list", &json!({}))["result"]["tools"].clone();
    let expected = include_str!("../../../../../docs/tools/mcp-unified.json");
    assert_eq!(listed, serde_json::from_str::<Value>(expected).unwrap());
    assert_eq!(client.hang_up(), Some(0));
}

#[test]
fn the_server_tells_how_to_use_it() {
    let sandbox = Sandbox::new(&[]);
    let mut client = Client::silent(&sandbox.path("tree"), &["--format", "opencode"]);
    let hello = json!({
        "protocolVersion": "2025-06-18", "capabilities": {},
        "clientInfo": {"name": "test", "version": "1"},
    });
    let answer = client.ask("initialize", &hello);
    let expected = include_str!("../../../../../docs/tools/mcp-opencode.txt");
    assert_eq!(answer["result"]["instructions"], expected);
}

#[test]
fn a_patch_is_checked_applied_and_taken_back() {
    let sandbox = Sandbox::new(&[("x.txt", "old\n")]);
    let mut client = start(&sandbox, &[]);
    let checked = client.call("check_patch", &json!({"patch": FIX}));
    assert_eq!(text(&checked), "Fits, nothing was written:\nM x.txt (+1 -1)\n");
    assert_eq!(sandbox.text("tree/x.txt"), "old\n");
    let applied = client.call("apply_patch", &json!({"patch": FIX}));
    let id = text(&applied).strip_prefix("Applied:\nM x.txt (+1 -1)\nreceipt_id: ");
    let id = id.expect("the text names the receipt: a model may see nothing else").trim_end();
    assert_eq!(applied["isError"], false);
    let structured = &applied["structuredContent"];
    assert_eq!(structured["receipt"]["files"][0]["path"], "x.txt");
    assert_eq!(sandbox.text("tree/x.txt"), "new\n");
    assert_eq!(structured["receipt_id"], id);
    let undone = client.call("undo", &json!({"receipt_id": id}));
    assert_eq!(undone["isError"], false, "{undone:#}");
    assert!(text(&undone).starts_with("Undone:\nM x.txt (+1 -1)\nreceipt_id: r2-"), "{undone:#}");
    assert_eq!(sandbox.text("tree/x.txt"), "old\n");
}

#[test]
fn a_receipt_is_not_taken_back_when_the_file_moved_on() {
    let sandbox = Sandbox::new(&[("x.txt", "old\n")]);
    let mut client = start(&sandbox, &[]);
    let applied = client.call("apply_patch", &json!({"patch": FIX}));
    sandbox.write("tree/x.txt", "new\nmore\n");
    let id = &applied["structuredContent"]["receipt_id"];
    let undone = client.call("undo", &json!({"receipt_id": id}));
    assert_eq!(undone["isError"], true);
    assert_eq!(undone["structuredContent"]["error"]["code"], "stale_file");
    assert_eq!(sandbox.text("tree/x.txt"), "new\nmore\n");
}

#[test]
fn files_are_compared() {
    let sandbox = Sandbox::new(&[("a", "1\n"), ("b", "2\n")]);
    let mut client = start(&sandbox, &[]);
    let result = client.call("diff", &json!({"path_a": "a", "path_b": "b"}));
    assert_eq!(text(&result), "--- a\n+++ b\n@@ -1 +1 @@\n-1\n+2\n");
    assert_eq!(result["structuredContent"]["identical"], false);
}

#[test]
fn a_refusal_is_an_answer_of_the_tool() {
    let sandbox = Sandbox::new(&[("x.txt", "other\n")]);
    let mut client = start(&sandbox, &[]);
    let result = client.call("apply_patch", &json!({"patch": FIX}));
    assert_eq!(result["isError"], true);
    assert!(text(&result).starts_with("Refused: nothing was changed.\n"));
    assert_eq!(result["structuredContent"]["error"]["code"], "context_not_found");
}

#[test]
fn grants_hold_for_every_tool() {
    let sandbox = Sandbox::new(&[("src/a", "old\n"), ("docs/b", "old\n")]);
    let mut client = start(&sandbox, &["--grant", "rw:src", "--grant", "r:docs"]);
    let patch = |path: &str| json!({"patch": FIX.replace("x.txt", path)});
    assert_eq!(client.call("apply_patch", &patch("src/a"))["isError"], false);
    for tool in ["apply_patch", "check_patch"] {
        let result = client.call(tool, &patch("docs/b"));
        assert_eq!(result["structuredContent"]["error"]["code"], "fs_denied", "{tool}");
    }
    let result = client.call("diff", &json!({"path_a": "src/a", "path_b": "other"}));
    assert_eq!(result["structuredContent"]["error"]["code"], "fs_denied");
    assert_eq!(sandbox.text("tree/docs/b"), "old\n");
}

#[test]
fn a_long_patch_tells_how_far_it_is() {
    let files: Vec<_> = (0..300).map(|file| format!("f{file}")).collect();
    let tree: Vec<_> = files.iter().map(|file| (file.as_str(), "old\n")).collect();
    let sandbox = Sandbox::new(&tree);
    let mut client = start(&sandbox, &[]);
    let patch: String = files.iter().map(|file| FIX.replace("x.txt", file)).collect();
    let params = json!({
        "name": "apply_patch", "arguments": {"patch": patch}, "_meta": {"progressToken": "p"},
    });
    let id = client.send("tools/call", &params);
    let mut told = Vec::new();
    loop {
        let message = client.read();
        if message["id"] == id {
            assert_eq!(message["result"]["isError"], false);
            break;
        }
        assert_eq!(message["method"], "notifications/progress");
        assert_eq!((&message["params"]["progressToken"]), "p");
        assert_eq!(message["params"]["total"], 300.0);
        told.push(message["params"]["progress"].as_f64().unwrap());
    }
    assert!((2..=100).contains(&told.len()), "{told:?}");
    assert!(told.windows(2).all(|pair| pair[0] < pair[1]), "{told:?}");
    assert_eq!(told.last(), Some(&300.0));
}

#[test]
fn the_roots_of_the_client_narrow_what_is_granted() {
    let sandbox = Sandbox::new(&[("src/a", "old\n"), ("docs/b", "old\n")]);
    let capabilities = json!({"roots": {"listChanged": true}});
    let mut client = Client::start(&sandbox.path("tree"), &[], &capabilities);
    let patch = |path: &str| json!({"patch": FIX.replace("x.txt", path)});
    let list = |client: &mut Client, path: &str| {
        let request = client.read();
        assert_eq!(request["method"], "roots/list", "{request}");
        let uri = format!("file://{}", sandbox.canonical(path).display());
        let answer =
            json!({"jsonrpc": "2.0", "id": request["id"], "result": {"roots": [{"uri": uri}]}});
        client.write(answer.to_string());
    };
    let id =
        client.send("tools/call", &json!({"name": "apply_patch", "arguments": patch("docs/b")}));
    list(&mut client, "tree/src");
    let answer = client.answer(id);
    assert_eq!(answer["result"]["structuredContent"]["error"]["code"], "fs_denied");
    assert_eq!(client.call("apply_patch", &patch("src/a"))["isError"], false);
    client.notify("notifications/roots/list_changed", &json!({}));
    let id =
        client.send("tools/call", &json!({"name": "apply_patch", "arguments": patch("docs/b")}));
    list(&mut client, "tree");
    assert_eq!(client.answer(id)["result"]["isError"], false);
}

#[test]
fn a_root_that_is_none_is_told_before_anything_is_served() {
    let sandbox = Sandbox::new(&[]);
    let missing = sandbox.command(&["mcp", "--root", "missing"]).stdin("").assert().code(2);
    let error = String::from_utf8(missing.get_output().stderr.clone()).unwrap();
    assert!(error.ends_with("hint: Give a directory as --root.\n"), "{error}");
    let outside = sandbox.command(&["mcp", "--root", "tree", "--grant", "rw:../x"]).stdin("");
    let error = String::from_utf8(outside.assert().code(2).get_output().stderr.clone()).unwrap();
    assert!(error.ends_with("hint: Grant paths below --root.\n"), "{error}");
}

/// A server lives for days, and directories are moved, cloned anew and mounted meanwhile.
#[test]
#[expect(clippy::disallowed_methods, reason = "a test moves its own files")]
fn the_directory_is_the_one_that_has_the_name_now() {
    let sandbox = Sandbox::new(&[("x.txt", "old\n")]);
    let mut client = start(&sandbox, &["--grant", "rw:x.txt"]);
    let moved = sandbox.path("moved");
    std::fs::rename(sandbox.path("tree"), &moved).unwrap();
    let refused = client.call("apply_patch", &json!({"patch": FIX}));
    assert_eq!(refused["isError"], true, "{refused:#}");
    let said = text(&refused);
    assert!(said.contains("the root directory of this session cannot be used any more"), "{said}");
    sandbox.write("tree/x.txt", "old\n");
    let applied = client.call("apply_patch", &json!({"patch": FIX}));
    assert_eq!(applied["isError"], false, "{applied:#}");
    assert_eq!(sandbox.text("tree/x.txt"), "new\n");
    assert_eq!(sandbox.text("moved/x.txt"), "old\n");
    assert_eq!(client.hang_up(), Some(0));
}

/// A model pays for what it reads, and many hosts refuse an answer that is long.
#[test]
fn a_diff_is_bounded_as_other_answers_are() {
    let sandbox = Sandbox::new(&[]);
    let numbers = |step| (0..100_000).step_by(step).map(|n| format!("{n}\n")).collect::<String>();
    sandbox.write("tree/a", numbers(2));
    sandbox.write("tree/b", numbers(3));
    let mut client = start(&sandbox, &[]);
    let answer = client.call("diff", &json!({"path_a": "a", "path_b": "b"}));
    assert!(answer.to_string().len() < 60_000, "{}", answer.to_string().len());
    assert!(text(&answer).ends_with(" lines left out]\n"), "it says that it is cut");
    let structured = &answer["structuredContent"];
    assert_eq!(structured["truncated"], true);
    assert!(structured["lines_left_out"].as_u64().unwrap() > 10_000, "{structured:#}");
}

/// Nothing is written yet: whoever pressed stop finds the files as they were.
#[test]
fn a_call_that_waits_for_another_commit_can_be_cancelled() {
    use patch_apply::Workspace as _;

    let sandbox = Sandbox::new(&[("x.txt", "old\n")]);
    let mut client = start(&sandbox, &[]);
    let mut other = patch_fs::DirWorkspace::open(sandbox.path("tree")).unwrap();
    other.hold().unwrap();
    let call = json!({"name": "apply_patch", "arguments": {"patch": FIX}});
    client.write(
        json!({"jsonrpc": "2.0", "id": 77, "method": "tools/call", "params": call}).to_string(),
    );
    std::thread::sleep(std::time::Duration::from_millis(300));
    client.notify("notifications/cancelled", &json!({"requestId": 77}));
    // Its turn comes when the call has ended, long before the lock is free.
    let checked = client.call("check_patch", &json!({"patch": FIX}));
    assert_eq!(checked["isError"], false, "{checked:#}");
    other.release();
    let again = client.call("apply_patch", &json!({"patch": FIX}));
    assert!(text(&again).starts_with("Applied:\n"), "the cancelled call changed nothing");
}

/// What only reads is answered while another call waits.
#[test]
fn a_call_that_waits_for_another_commit_keeps_no_reader_waiting() {
    use patch_apply::Workspace as _;

    let sandbox = Sandbox::new(&[("x.txt", "old\n"), ("y.txt", "y\n")]);
    let mut client = start(&sandbox, &[]);
    let mut other = patch_fs::DirWorkspace::open(sandbox.path("tree")).unwrap();
    other.hold().unwrap();
    client.send("tools/call", &json!({"name": "apply_patch", "arguments": {"patch": FIX}}));
    std::thread::sleep(std::time::Duration::from_millis(300));
    let checked = client.call("check_patch", &json!({"patch": FIX}));
    assert_eq!(checked["isError"], false, "{checked:#}");
    let compared = client.call("diff", &json!({"path_a": "x.txt", "path_b": "y.txt"}));
    assert_eq!(compared["isError"], false, "{compared:#}");
    other.release();
}

/// A client that is gone gets no receipt: what has not begun does not begin.
#[test]
#[cfg(unix)]
fn a_call_that_waits_for_another_commit_ends_with_its_client() {
    use std::io::{BufRead as _, BufReader, Write as _};
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};

    use patch_apply::Workspace as _;

    let sandbox = Sandbox::new(&[("x.txt", "old\n")]);
    let mut other = patch_fs::DirWorkspace::open(sandbox.path("tree")).unwrap();
    other.hold().unwrap();
    let mut server = Command::new(crate::support::PROGRAM);
    server.args(["mcp", "--root"]).arg(sandbox.path("tree"));
    let mut server = server.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let (mut stdin, stdout) = (server.stdin.take().unwrap(), server.stdout.take().unwrap());
    let mut send = |message: Value| writeln!(stdin, "{message}").unwrap();
    let hello = json!({"protocolVersion": "2025-06-18", "capabilities": {},
        "clientInfo": {"name": "test", "version": "1"}});
    send(json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": hello}));
    let mut stdout = BufReader::new(stdout);
    stdout.read_line(&mut String::new()).unwrap();
    send(json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
    let call = json!({"name": "apply_patch", "arguments": {"patch": FIX}});
    send(json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call}));
    std::thread::sleep(Duration::from_millis(300));
    drop((stdin, stdout));
    let gone = Instant::now();
    while server.try_wait().unwrap().is_none() {
        assert!(gone.elapsed() < Duration::from_secs(30), "the server waits for nobody");
        std::thread::sleep(Duration::from_millis(10));
    }
    other.release();
    assert_eq!(sandbox.text("tree/x.txt"), "old\n");
}
