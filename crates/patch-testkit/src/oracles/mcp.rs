//! The server: whatever lines a client sends, it answers messages and keeps running.

use std::time::Duration;

use bstr::{BStr, ByteSlice};
use patch_mcp::Server;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader, duplex};
use tokio::sync::oneshot;

use crate::Tree;
use crate::scratch::Scratch;

/// The id of the final request.
const LAST: &str = "the last one";

/// How long an answer to it may take: only a machine that is busy otherwise gets near that.
const LIMIT: Duration = Duration::from_secs(60);

/// Bytes that wait in a pipe.
const PIPE: usize = 64 << 10;

/// Checks that a server that gets these lines between a greeting and a final request answers that
/// request, sends nothing but answers and messages of the protocol, and leaves nothing beside its
/// root.
///
/// # Panics
///
/// When a promise is broken.
pub fn check(files: &Tree, lines: &[u8]) {
    let scratch = Scratch::new(files);
    let server = Server::new(scratch.root());
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.expect("the system has a thread to give");
    let answers = runtime.block_on(async {
        let (to_server, input) = duplex(PIPE);
        let (output, from_server) = duplex(PIPE);
        let client = talk(to_server, from_server, lines);
        let both = async { tokio::join!(server.serve_over(input, output), client) };
        let (ended, answers) = tokio::time::timeout(LIMIT, both)
            .await
            .unwrap_or_else(|_| panic!("the last question is not answered\n{}", BStr::new(lines)));
        ended.expect("the root can be used");
        answers
    });
    drop(runtime);
    let asked = ids(lines);
    for answer in &answers {
        let is_message = answer["jsonrpc"] == "2.0" && answer.is_object();
        assert!(is_message, "{answer} is no message\n{}", BStr::new(lines));
        let is_answer = answer.get("result").or(answer.get("error")).is_some();
        let id = &answer["id"];
        let is_asked = asked.iter().any(|asked| is_same(asked, id));
        let is_known = id.is_null() || *id == "hello" || *id == LAST || is_asked;
        assert!(!is_answer || is_known, "{answer} was not asked for\n{}", BStr::new(lines));
    }
    assert!(scratch.is_alone(), "nothing appears beside the root\n{}", BStr::new(lines));
    let left = scratch.read().files.into_keys().find(|path| path.starts_with_str(".acp-patch"));
    assert_eq!(left, None, "nothing is left of a commit\n{}", BStr::new(lines));
}

/// The output of the server up to the answer of the final request; then the client hangs up.
async fn talk(
    to_server: impl AsyncWrite + Unpin,
    from_server: impl AsyncRead + Unpin,
    lines: &[u8],
) -> Vec<Value> {
    let (said, heard) = oneshot::channel();
    let (answers, ()) = tokio::join!(listen(from_server, said), speak(to_server, lines, heard));
    answers
}

async fn speak(mut to_server: impl AsyncWrite + Unpin, lines: &[u8], heard: oneshot::Receiver<()>) {
    let info = json!({"name": "test", "version": "1"});
    let hello = json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": info});
    let hello = json!({"jsonrpc": "2.0", "id": "hello", "method": "initialize", "params": hello});
    let ready = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
    let last = json!({"jsonrpc": "2.0", "id": LAST, "method": "ping"});
    let before = format!("{hello}\n{ready}\n");
    let behind = format!("\n{last}\n");
    for part in [before.as_bytes(), lines, behind.as_bytes()] {
        // The answers show whether the server is gone.
        let _ = to_server.write_all(part).await;
    }
    let _ = heard.await;
}

async fn listen(from_server: impl AsyncRead + Unpin, said: oneshot::Sender<()>) -> Vec<Value> {
    let mut lines = BufReader::new(from_server).lines();
    let mut answers = Vec::new();
    while let Ok(Some(line)) = lines.next_line().await {
        let answer: Value = serde_json::from_str(&line)
            .unwrap_or_else(|error| panic!("the server sends {line:?}: {error}"));
        let is_last = answer["id"] == LAST;
        answers.push(answer);
        if is_last {
            let _ = said.send(());
            return answers;
        }
    }
    panic!("the server hung up; it said {answers:?}");
}

/// Whether two ids are equal: numbers are compared by value, so that `-0` is `0`.
fn is_same(one: &Value, other: &Value) -> bool {
    one == other || (one.is_number() && one.as_f64() == other.as_f64())
}

/// A message of which only the id is read: the rest need not even be text.
#[derive(Deserialize)]
struct Asked {
    id: Value,
}

/// The ids of the messages in the lines.
fn ids(lines: &[u8]) -> Vec<Value> {
    let whole = |line| serde_json::from_slice::<Value>(line).ok()?.get("id").cloned();
    let part = |line| serde_json::from_slice::<Asked>(line).ok().map(|asked| asked.id);
    ByteSlice::lines(lines).flat_map(|line| [whole(line), part(line)]).flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn good_and_bad_lines_are_answered() {
        let patch = "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n";
        let call = json!({"name": "apply_patch", "arguments": {"patch": patch}});
        let call = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call});
        let files = Tree::from([("x", "a\n")]);
        for lines in ["", "{", "[]\n7\n\n\"x\"", "\u{0}", &call.to_string()] {
            check(&files, lines.as_bytes());
        }
        check(&files, b"\xff\xfe{}\n");
        check(&files, b"{\"jsonrpc\":\"2.0\",\"id\":-0,\"method\":\"tools/list\"}\n");
        check(&files, b"{\"id\":4,\"params\":\"\xff\"}\n");
    }
}
