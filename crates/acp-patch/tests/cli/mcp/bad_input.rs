//! Messages that no client should send, and moments when none should leave.

use std::sync::atomic::Ordering;

use serde_json::{Value, json};

use super::client::Client;
use crate::support::Sandbox;

const FIX: &str = "--- a/x.txt\n+++ b/x.txt\n@@ -1 +1 @@\n-old\n+new\n";

fn start(sandbox: &Sandbox) -> Client {
    Client::start(&sandbox.path("tree"), &[], &json!({}))
}

/// The server still works.
#[track_caller]
fn check_alive(client: &mut Client) {
    let result = client.call("diff", &json!({"text_a": "a\n", "text_b": "a\n"}));
    assert_eq!(result["structuredContent"]["identical"], true);
}

#[test]
fn malformed_json_and_wrong_messages_are_answered() {
    let sandbox = Sandbox::new(&[]);
    let mut client = start(&sandbox);
    for (line, id, code) in [
        ("{", json!(null), -32700),
        ("{\"jsonrpc\":\"2.0\",", json!(null), -32700),
        ("\u{1}\u{2}", json!(null), -32700),
        ("[]", json!(null), -32600),
        ("\"x\"", json!(null), -32600),
        (r#"{"jsonrpc":"1.0","id":7,"method":"ping"}"#, json!(7), -32600),
        (r#"{"jsonrpc":"2.0","id":"a","method":"tools/call"}"#, json!("a"), -32602),
        (r#"{"jsonrpc":"2.0","id":8,"method":"tools/call","params":{"name":5}}"#, json!(8), -32602),
        (
            r#"{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"diff","arguments":[]}}"#,
            json!(9),
            -32602,
        ),
        (
            r#"{"jsonrpc":"2.0","id":10,"method":"tools/call","params":{"name":"rm","arguments":{}}}"#,
            json!(10),
            -32602,
        ),
        (r#"{"jsonrpc":"2.0","id":11,"method":"no/such"}"#, json!(11), -32601),
        (r#"{"jsonrpc":"2.0","id":15,"method":"resources/list"}"#, json!(15), -32601),
        (r#"{"jsonrpc":"2.0","id":12,"method":"initialize","params":{}}"#, json!(12), -32602),
        (r#"{"jsonrpc":"2.0","id":13,"method":"tools/list","params":[]}"#, json!(13), -32602),
        (
            r#"{"jsonrpc":"2.0","id":14,"method":"tools/list","params":{"_meta":5}}"#,
            json!(14),
            -32602,
        ),
    ] {
        client.write(line);
        let answer = client.read();
        assert_eq!(
            (&answer["id"], &answer["error"]["code"]),
            (&id, &json!(code)),
            "{line}: {answer}"
        );
        let message = answer["error"]["message"].as_str().unwrap();
        let is_unknown = message.starts_with("there is no method ");
        assert_eq!(is_unknown, code == -32601, "{line}: {answer}");
    }
    check_alive(&mut client);
    assert_eq!(client.hang_up(), Some(0));
}

#[test]
fn bytes_that_are_not_utf_8_are_answered() {
    let sandbox = Sandbox::new(&[]);
    let mut client = start(&sandbox);
    client.write(b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"x\":\"\xFF\"}");
    let answer = client.read();
    // What it was sent under can be told all the same.
    assert_eq!((&answer["id"], &answer["error"]["code"]), (&json!(1), &json!(-32700)));
    // Half of a surrogate pair is no text either.
    client.write(r#"{"jsonrpc":"2.0","id":2,"method":"ping","params":{"x":"\ud800"}}"#);
    let answer = client.read();
    let told = (&answer["id"], &answer["error"]["code"]);
    assert_eq!(told, (&json!(2), &json!(-32700)), "{answer}");
    check_alive(&mut client);
}

#[test]
fn wrong_types_and_unknown_fields_are_told_to_the_model() {
    let sandbox = Sandbox::new(&[]);
    let mut client = start(&sandbox);
    for (tool, arguments, message) in [
        ("apply_patch", json!({"patch": 5}), "`patch` should be a string, not 5"),
        ("apply_patch", json!({}), "`patch` is missing"),
        ("apply_patch", json!({"patch": "x", "cwd": "/"}), "there is no argument `cwd`"),
        ("check_patch", json!({"patch": [FIX, FIX]}), "`patch` should be a string, not an array"),
        (
            "check_patch",
            json!({"patch": "x", "zzz": 1}),
            "there is no argument `zzz`; there is only `patch`",
        ),
        (
            "diff",
            json!({"context_lines": "3"}),
            "`context_lines` should be an integer from 0 to 20",
        ),
        ("undo", json!({"receipt_id": 1}), "`receipt_id` should be a string, not 1"),
    ] {
        let result = client.call(tool, &arguments);
        assert_eq!(result["isError"], true);
        assert_eq!(result["structuredContent"]["error"]["code"], "invalid_args");
        let found = result["content"][0]["text"].as_str().unwrap();
        assert!(found.contains(message), "{found}");
    }
    check_alive(&mut client);
}

#[test]
fn arguments_of_100_mb_are_refused_and_nothing_else_happens() {
    let sandbox = Sandbox::new(&[("x.txt", "old\n")]);
    let before = sandbox.tree();
    let mut client = start(&sandbox);
    // Long lines: the client of the tests takes its time to escape the ends of short ones.
    let line = format!("+{}\n", "x".repeat(1022));
    let patch = format!("{FIX}{}", line.repeat(100 << 10));
    let result = client.call("apply_patch", &json!({"patch": patch}));
    assert_eq!(result["structuredContent"]["error"]["code"], "limit_exceeded");
    let text = line.repeat(10 << 10);
    let result = client.call("diff", &json!({"text_a": text, "text_b": ""}));
    assert_eq!(result["structuredContent"]["error"]["code"], "invalid_args");
    check_alive(&mut client);
    assert!(sandbox.tree() == before);
}

/// A tree of values takes many times the room of its text.
#[test]
fn arguments_of_100_mb_that_are_no_string_are_refused_before_they_are_built() {
    let sandbox = Sandbox::new(&[]);
    let mut client = start(&sandbox);
    let call = |id: usize, patch: &str| {
        let params = format!(r#"{{"name":"apply_patch","arguments":{{"patch":{patch}}}}}"#);
        format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{params}}}"#)
    };
    for (id, patch) in [
        (7, format!("[{}0]", "0,".repeat(50 << 20))),
        (8, format!("[{}0]", "{\"a\":0},".repeat(10 << 20))),
        (9, "[".repeat(10 << 20)),
    ] {
        client.write(call(id, &patch));
        let answer = client.read();
        let told = (&answer["error"]["code"], &answer["error"]["message"]);
        let message = json!("Invalid Request: a message has at most 100000 values");
        assert_eq!(told, (&json!(-32600), &message), "{answer}");
        // The last is no JSON at all.
        assert_eq!(answer["id"], if id == 9 { Value::Null } else { json!(id) });
    }
    client.write(call(10, &format!("{}{}", "[".repeat(10_000), "]".repeat(10_000))));
    assert!(client.read()["error"]["code"].is_i64());
    check_alive(&mut client);
    #[cfg(target_os = "linux")]
    assert!(client.peak_memory() < 1 << 30, "{}", client.peak_memory());
}

#[test]
fn what_a_client_sent_is_not_sent_back_whole() {
    let sandbox = Sandbox::new(&[]);
    let mut client = start(&sandbox);
    let long = "x".repeat(1 << 20);
    let answer = client.ask(&long, &json!({}));
    assert_eq!(answer["error"]["code"], -32601);
    assert!(answer.to_string().len() < 1_000);
    for arguments in [
        json!({"text_a": "", "text_b": "", "label_a": long}),
        json!({"path_a": long, "path_b": "x"}),
    ] {
        let result = client.call("diff", &arguments);
        assert_eq!(result["structuredContent"]["error"]["code"], "invalid_args");
        assert!(result.to_string().len() < 1_000, "{result}");
    }
}

#[test]
fn a_second_request_of_an_id_that_is_open_is_refused() {
    let (sandbox, patch) = large();
    let mut client = start(&sandbox);
    let params = json!({"name": "apply_patch", "arguments": {"patch": patch}});
    let call = json!({"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": params});
    client.write(call.to_string());
    client.write(r#"{"jsonrpc":"2.0","id":7,"method":"tools/list"}"#);
    let (first, second) = (client.read(), client.read());
    assert_eq!((&first["id"], &first["error"]["code"]), (&json!(7), &json!(-32600)));
    assert_eq!((&second["id"], &second["result"]["isError"]), (&json!(7), &json!(false)));
    // The id is free again.
    client.write(r#"{"jsonrpc":"2.0","id":7,"method":"tools/list"}"#);
    assert!(client.read()["result"]["tools"].is_array());
}

/// Nothing is lost, and little is kept, however much a client sends before it reads.
#[test]
fn a_client_that_does_not_read_is_not_read() {
    const CALLS: u64 = 400;
    let sandbox = Sandbox::new(&[]);
    let mut client = Client::unread(&sandbox.path("tree"));
    let text = "x".repeat(600_000);
    let sent =
        client.send_all(CALLS, &json!({"name": "check_patch", "arguments": {"patch": text}}));
    let mut before = 0;
    // It stops when the pipes and the server have what they take.
    while sent.load(Ordering::Relaxed) != before || before == 0 {
        before = sent.load(Ordering::Relaxed);
        std::thread::sleep(std::time::Duration::from_secs(1));
    }
    assert!(before < CALLS / 2, "{before} calls of 600 kB are taken");
    client.read_on();
    let mut ids: Vec<_> = (0..CALLS).map(|_| client.read()["id"].as_u64().unwrap()).collect();
    ids.sort_unstable();
    assert_eq!(ids, (1..=CALLS).collect::<Vec<_>>());
}

#[test]
fn a_message_that_is_longer_than_any_may_be_is_answered() {
    let sandbox = Sandbox::new(&[]);
    let mut client = start(&sandbox);
    let piece = "x".repeat(1 << 20);
    let line: String = std::iter::repeat_n(piece.as_str(), 257).collect();
    client.write(&line);
    let answer = client.read();
    assert_eq!((&answer["id"], &answer["error"]["code"]), (&Value::Null, &json!(-32600)));
    check_alive(&mut client);
}

/// A tree of many files, and the patch that changes all of them.
fn large() -> (Sandbox, String) {
    let files: Vec<_> = (0..400).map(|file| format!("f{file}")).collect();
    let tree: Vec<_> = files.iter().map(|file| (file.as_str(), "old\n")).collect();
    let sandbox = Sandbox::new(&tree);
    let patch = files.iter().map(|file| FIX.replace("x.txt", file)).collect();
    (sandbox, patch)
}

/// Whether every file is as before, or every file as after.
#[track_caller]
fn check_whole(sandbox: &Sandbox) -> bool {
    let texts: Vec<_> = (0..400).map(|file| sandbox.text(&format!("tree/f{file}"))).collect();
    let new = texts.iter().filter(|text| *text == "new\n").count();
    let old = texts.iter().filter(|text| *text == "old\n").count();
    assert!((new, old) == (400, 0) || (new, old) == (0, 400), "{new} new, {old} old");
    assert!(!sandbox.path("tree/.acp-patch-commit").exists());
    new == 400
}

#[test]
fn a_client_that_hangs_up_in_a_call_leaves_a_finished_or_untouched_tree() {
    for wait in [0, 1, 5, 20, 60] {
        let (sandbox, patch) = large();
        let mut client = start(&sandbox);
        client.send("tools/call", &json!({"name": "apply_patch", "arguments": {"patch": patch}}));
        std::thread::sleep(std::time::Duration::from_millis(wait));
        assert_eq!(client.hang_up(), Some(0), "after {wait} ms");
        check_whole(&sandbox);
    }
}

#[test]
fn a_call_that_is_cancelled_leaves_a_finished_or_untouched_tree() {
    let (sandbox, patch) = large();
    let mut client = start(&sandbox);
    let id =
        client.send("tools/call", &json!({"name": "apply_patch", "arguments": {"patch": patch}}));
    client.notify("notifications/cancelled", &json!({"requestId": id}));
    // Calls take their turn: with this answer the other call is over.
    check_alive(&mut client);
    check_whole(&sandbox);
}

#[test]
fn a_call_that_is_cancelled_while_it_waits_changes_nothing_and_has_no_answer() {
    let (sandbox, patch) = large();
    let mut client = start(&sandbox);
    let call = |patch: &str| json!({"name": "apply_patch", "arguments": {"patch": patch}});
    let first = client.send("tools/call", &call(&patch));
    let back = patch.replace("-old", "-new").replace("+new", "+old");
    let second = client.send("tools/call", &call(&back));
    client.notify("notifications/cancelled", &json!({"requestId": second}));
    let third = client.send("tools/call", &json!({"name": "diff", "arguments": {}}));
    let mut answered = [client.read(), client.read()].map(|it| it["id"].as_u64().unwrap());
    answered.sort_unstable();
    assert_eq!(answered, [first, third]);
    assert!(check_whole(&sandbox), "the first call is made, the second is not");
}

#[test]
fn two_calls_at_once_on_one_root_both_take_effect() {
    let (sandbox, patch) = large();
    let mut client = start(&sandbox);
    let other = patch.replace("-old", "-new").replace("+new", "+old");
    let first =
        client.send("tools/call", &json!({"name": "apply_patch", "arguments": {"patch": patch}}));
    let second =
        client.send("tools/call", &json!({"name": "apply_patch", "arguments": {"patch": other}}));
    let answers = [client.read(), client.read()];
    let ids: Vec<_> = answers.iter().map(|answer| answer["id"].as_u64().unwrap()).collect();
    assert!(ids.contains(&first) && ids.contains(&second), "{ids:?}");
    for answer in &answers {
        assert_eq!(answer["result"]["isError"], false, "{answer}");
    }
    assert!(!check_whole(&sandbox), "the second takes back what the first did");
}

#[test]
fn two_servers_on_one_root_lose_no_change() {
    let sandbox = Sandbox::new(&[("x.txt", "1\n2\n3\n4\n5\n6\n7\n8\n9\n")]);
    let (mut one, mut two) = (start(&sandbox), start(&sandbox));
    let patch = |from: &str, to: &str, line: usize| {
        let patch = format!("--- a/x.txt\n+++ b/x.txt\n@@ -{line} +{line} @@\n-{from}\n+{to}\n");
        json!({"name": "apply_patch", "arguments": {"patch": patch}})
    };
    let first = one.send("tools/call", &patch("1", "one", 1));
    let second = two.send("tools/call", &patch("9", "nine", 9));
    for (client, id) in [(&mut one, first), (&mut two, second)] {
        assert_eq!(client.answer(id)["result"]["isError"], false);
    }
    assert_eq!(sandbox.text("tree/x.txt"), "one\n2\n3\n4\n5\n6\n7\n8\nnine\n");
}

#[test]
fn a_client_that_closes_its_end_in_a_call_is_answered_if_it_reads_on() {
    let (sandbox, patch) = large();
    let mut client = start(&sandbox);
    // Whoever asks for it is told of the progress, which must not be in the way of the answer.
    let params = json!({
        "name": "apply_patch", "arguments": {"patch": patch}, "_meta": {"progressToken": 1},
    });
    let calls = [client.send("tools/call", &params), client.send("tools/call", &params)];
    client.close_input();
    let [first, second] = calls.map(|id| client.answer(id));
    assert_eq!(first["result"]["isError"], false, "{first}");
    assert_eq!(second["result"]["structuredContent"]["error"]["code"], "already_applied");
    assert_eq!(client.hang_up(), Some(0));
    assert!(check_whole(&sandbox));
}

#[test]
fn a_client_that_goes_before_it_lists_its_roots_has_its_call_refused() {
    let sandbox = Sandbox::new(&[("x.txt", "old\n")]);
    let mut client = Client::start(&sandbox.path("tree"), &[], &json!({"roots": {}}));
    let params = json!({"name": "apply_patch", "arguments": {"patch": FIX}});
    let id = client.send("tools/call", &params);
    assert_eq!(client.read()["method"], "roots/list");
    client.close_input();
    let answer = client.answer(id);
    let message = "the client hung up, and its roots are not known";
    assert_eq!(answer["error"]["message"], message, "{answer}");
    assert_eq!(client.hang_up(), Some(0));
    assert_eq!(sandbox.text("tree/x.txt"), "old\n");
}

/// A client that says that it has roots, and does not list them.
#[test]
fn roots_that_are_not_told_are_not_everything() {
    for (answer, is_refused) in [
        (json!({"error": {"code": -32603, "message": "later"}}), true),
        (json!({"result": {}}), true),
        (json!({"result": {"roots": "x"}}), true),
        (json!({"result": {"roots": [{"uri": 5}]}}), true),
        (json!({"error": {"code": -32601, "message": "no such method"}}), false),
        (json!({"result": {"roots": []}}), false),
    ] {
        let sandbox = Sandbox::new(&[("x.txt", "old\n")]);
        let mut client = Client::start(&sandbox.path("tree"), &[], &json!({"roots": {}}));
        let params = json!({"name": "apply_patch", "arguments": {"patch": FIX}});
        let id = client.send("tools/call", &params);
        let asked = client.read();
        assert_eq!(asked["method"], "roots/list");
        let mut message = json!({"jsonrpc": "2.0", "id": asked["id"]});
        message.as_object_mut().unwrap().extend(answer.as_object().unwrap().clone());
        client.write(message.to_string());
        let told = client.answer(id);
        assert_eq!(told.get("error").is_some(), is_refused, "{answer}: {told}");
        let expected = if is_refused { "old\n" } else { "new\n" };
        assert_eq!(sandbox.text("tree/x.txt"), expected, "{answer}");
    }
}

#[test]
fn a_root_that_cannot_be_used_takes_nothing_from_the_others() {
    let sandbox = Sandbox::new(&[("src/x.txt", "old\n"), (".git/config", "x\n")]);
    let mut client = Client::start(&sandbox.path("tree"), &[], &json!({"roots": {}}));
    let patch = FIX.replace("x.txt", "src/x.txt");
    let params = json!({"name": "apply_patch", "arguments": {"patch": patch}});
    let id = client.send("tools/call", &params);
    let asked = client.read();
    let root = sandbox.canonical("tree");
    let uri = |path: &str| json!({"uri": format!("file://{}/{path}", root.display())});
    let roots = json!({"roots": [uri(".git"), uri("src")]});
    client.write(json!({"jsonrpc": "2.0", "id": asked["id"], "result": roots}).to_string());
    assert_eq!(client.answer(id)["result"]["isError"], false);
}

#[test]
fn a_call_that_is_cancelled_while_the_roots_are_awaited_changes_nothing() {
    let sandbox = Sandbox::new(&[("x.txt", "old\n")]);
    let mut client = Client::start(&sandbox.path("tree"), &[], &json!({"roots": {}}));
    let params = json!({"name": "apply_patch", "arguments": {"patch": FIX}});
    let id = client.send("tools/call", &params);
    assert_eq!(client.read()["method"], "roots/list");
    client.notify("notifications/cancelled", &json!({"requestId": id}));
    assert_eq!(client.hang_up(), Some(0));
    assert_eq!(sandbox.text("tree/x.txt"), "old\n");
}

#[test]
fn what_comes_before_the_greeting_ends_nothing() {
    let sandbox = Sandbox::new(&[]);
    let mut client = Client::silent(&sandbox.path("tree"), &[]);
    client.notify("notifications/initialized", &json!({}));
    client.write(r#"{"jsonrpc":"2.0","id":7,"result":{}}"#);
    client.write("{");
    assert_eq!(client.read()["error"]["code"], -32700);
    let hello = json!({
        "protocolVersion": "2025-06-18", "capabilities": {},
        "clientInfo": {"name": "test", "version": "1"},
    });
    let answer = client.ask("initialize", &hello);
    assert_eq!(answer["result"]["serverInfo"]["name"], "acp-patch", "{answer}");
    check_alive(&mut client);
}

/// Each call needs what the one before it left: a lost or late one would be refused.
#[test]
fn a_thousand_calls_as_fast_as_they_can_be_sent_all_take_effect_in_order() {
    let sandbox = Sandbox::new(&[("x.txt", "0\n")]);
    let mut client = start(&sandbox);
    let fix = |from: usize| FIX.replace("old", &from.to_string());
    let fix = |from: usize| fix(from).replace("new", &(from + 1).to_string());
    let ids: Vec<_> = (0..1_000)
        .map(|from| {
            let params = json!({"name": "apply_patch", "arguments": {"patch": fix(from)}});
            client.send("tools/call", &params)
        })
        .collect();
    // The answers may overtake each other.
    let mut answered: Vec<_> = ids
        .iter()
        .map(|_| {
            let answer = client.read();
            assert_eq!(answer["result"]["isError"], false, "{answer}");
            answer["id"].as_u64().unwrap()
        })
        .collect();
    answered.sort_unstable();
    assert_eq!(answered, ids);
    assert_eq!(sandbox.text("tree/x.txt"), "1000\n");
    check_alive(&mut client);
    assert_eq!(client.hang_up(), Some(0));
}

#[test]
fn a_client_that_says_nothing_is_no_error() {
    let sandbox = Sandbox::new(&[]);
    assert_eq!(Client::silent(&sandbox.path("tree"), &[]).hang_up(), Some(0));
}

#[test]
fn what_came_before_a_greeting_is_answered_though_the_client_hangs_up() {
    for _ in 0..8 {
        let sandbox = Sandbox::new(&[]);
        let mut client = Client::silent(&sandbox.path("tree"), &[]);
        let id = client.send("tools/list", &json!({}));
        client.close_input();
        let answer = client.answer(id);
        assert_eq!(answer["error"]["message"], "send `initialize` first", "{answer}");
        assert_eq!(client.hang_up(), Some(0));
    }
}

#[test]
fn what_is_wrong_with_the_greeting_is_told() {
    let sandbox = Sandbox::new(&[]);
    let mut client = Client::silent(&sandbox.path("tree"), &[]);
    let incomplete = json!({"protocolVersion": "2025-06-18"});
    let answer = client.ask("initialize", &incomplete);
    assert_eq!(answer["error"]["code"], -32602, "{answer}");
    let said = "wrong parameters of initialize: missing field `capabilities`";
    assert_eq!(answer["error"]["message"], said);
    let answer = client.ask("tools/list", &json!({}));
    assert_eq!(answer["error"]["code"], -32600, "{answer}");
    assert_eq!(answer["error"]["message"], "send `initialize` first");
    let hello = json!({
        "protocolVersion": "2025-06-18", "capabilities": {},
        "clientInfo": {"name": "test", "version": "1"},
    });
    assert_eq!(client.ask("initialize", &hello)["result"]["protocolVersion"], "2025-06-18");
    check_alive(&mut client);
}

/// The version 2025-03-26 of the protocol wants batches to be taken, those after it have none.
#[test]
fn a_batch_is_answered_where_the_version_has_batches() {
    for (version, has_batches) in [("2025-03-26", true), ("2025-06-18", false)] {
        let sandbox = Sandbox::new(&[]);
        let mut client = Client::silent(&sandbox.path("tree"), &[]);
        let hello = json!({
            "protocolVersion": version, "capabilities": {},
            "clientInfo": {"name": "test", "version": "1"},
        });
        assert_eq!(client.ask("initialize", &hello)["result"]["protocolVersion"], version);
        client.notify("notifications/initialized", &json!({}));
        client.write(
            r#"[{"jsonrpc":"2.0","id":50,"method":"ping"},{"jsonrpc":"2.0","id":51,"method":"ping"}, 7]"#,
        );
        if has_batches {
            let answers: Vec<Value> = (0..3).map(|_| client.read()).collect();
            let answer_to = |id: Value| answers.iter().find(|answer| answer["id"] == id).unwrap();
            assert_eq!(answer_to(json!(50))["result"], json!({}));
            assert_eq!(answer_to(json!(51))["result"], json!({}));
            assert_eq!(answer_to(json!(null))["error"]["code"], -32600);
        } else {
            assert_eq!(client.read()["error"]["code"], -32600);
        }
        check_alive(&mut client);
    }
}
