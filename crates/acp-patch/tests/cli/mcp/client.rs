//! A client that writes and reads plain lines, so that it can also write invalid messages.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use serde_json::{Value, json};

use crate::support::PROGRAM;

/// Longer than anything here takes.
const PATIENCE: Duration = Duration::from_secs(120);

/// A running server, and both ends of its pipes.
pub(super) struct Client {
    child: Child,
    stdin: Option<ChildStdin>,
    /// What is not read yet.
    unread: Option<ChildStdout>,
    lines: Receiver<String>,
    next: u64,
}

impl Client {
    /// A server that is running, and has been greeted by a client with these capabilities.
    #[track_caller]
    pub(super) fn start(root: &std::path::Path, args: &[&str], capabilities: &Value) -> Self {
        let mut client = Self::silent(root, args);
        let hello = json!({
            "protocolVersion": "2025-06-18",
            "capabilities": capabilities,
            "clientInfo": {"name": "test", "version": "1"},
        });
        let answer = client.ask("initialize", &hello);
        assert_eq!(answer["result"]["protocolVersion"], "2025-06-18", "{answer}");
        assert_eq!(answer["result"]["serverInfo"]["name"], "acp-patch");
        client.notify("notifications/initialized", &json!({}));
        client
    }

    /// A running server whose answers nobody reads until [`Self::read_on`].
    pub(super) fn unread(root: &std::path::Path) -> Self {
        let mut client = Self::spawn(root, &[]);
        let hello = json!({
            "protocolVersion": "2025-06-18", "capabilities": {},
            "clientInfo": {"name": "test", "version": "1"},
        });
        client.write(
            json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": hello}).to_string(),
        );
        client.notify("notifications/initialized", &json!({}));
        client
    }

    /// Makes the same call so often, with ids from 1, on a thread of its own; how many are sent.
    pub(super) fn send_all(&mut self, calls: u64, params: &Value) -> Arc<AtomicU64> {
        let sent = Arc::new(AtomicU64::new(0));
        let (counter, params) = (Arc::clone(&sent), params.to_string());
        let mut stdin = self.stdin.take().unwrap();
        std::thread::spawn(move || {
            for id in 1..=calls {
                let line = format!(
                    r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{params}}}"#
                );
                writeln!(stdin, "{line}").unwrap();
                counter.fetch_add(1, Ordering::Relaxed);
            }
        });
        sent
    }

    /// Reads from now on; the greeting has been answered.
    #[track_caller]
    pub(super) fn read_on(&mut self) {
        self.listen();
        assert_eq!(self.read()["id"], 0);
    }

    /// The most memory that the server has had, in bytes.
    #[cfg(target_os = "linux")]
    #[expect(clippy::disallowed_methods, reason = "it is no file of a tree")]
    pub(super) fn peak_memory(&self) -> usize {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
        peak.trim_end_matches("kB").trim().parse::<usize>().unwrap() << 10
    }

    /// A server that nobody has greeted.
    pub(super) fn silent(root: &std::path::Path, args: &[&str]) -> Self {
        let mut client = Self::spawn(root, args);
        client.listen();
        client
    }

    fn spawn(root: &std::path::Path, args: &[&str]) -> Self {
        let mut child = Command::new(PROGRAM)
            .args(["mcp", "--root"])
            .arg(root)
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (stdin, unread) = (child.stdin.take(), child.stdout.take());
        Self { child, stdin, unread, lines: channel().1, next: 0 }
    }

    fn listen(&mut self) {
        let (sender, lines) = channel();
        self.lines = lines;
        let stdout = self.unread.take().unwrap();
        std::thread::spawn(move || {
            for line in BufReader::new(stdout).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
    }

    pub(super) fn write(&mut self, line: impl AsRef<[u8]>) {
        let stdin = self.stdin.as_mut().unwrap();
        stdin.write_all(line.as_ref()).unwrap();
        stdin.write_all(b"\n").unwrap();
        stdin.flush().unwrap();
    }

    /// The next message of the server.
    #[track_caller]
    pub(super) fn read(&mut self) -> Value {
        let line = self.lines.recv_timeout(PATIENCE).expect("the server answers");
        serde_json::from_str(&line).expect("the server writes JSON")
    }

    pub(super) fn notify(&mut self, method: &str, params: &Value) {
        self.write(json!({"jsonrpc": "2.0", "method": method, "params": params}).to_string());
    }

    /// Sends a request and gives its id.
    pub(super) fn send(&mut self, method: &str, params: &Value) -> u64 {
        self.next += 1;
        let id = self.next;
        let request = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
        self.write(request.to_string());
        id
    }

    /// The answer to a request; what comes before it is dropped.
    #[track_caller]
    pub(super) fn answer(&mut self, id: u64) -> Value {
        loop {
            let message = self.read();
            if message["id"] == id && message.get("method").is_none() {
                return message;
            }
        }
    }

    #[track_caller]
    pub(super) fn ask(&mut self, method: &str, params: &Value) -> Value {
        let id = self.send(method, params);
        self.answer(id)
    }

    /// Calls a tool and gives the result.
    #[track_caller]
    pub(super) fn call(&mut self, tool: &str, arguments: &Value) -> Value {
        let answer = self.ask("tools/call", &json!({"name": tool, "arguments": arguments}));
        assert!(answer.get("result").is_some(), "{answer}");
        answer["result"].clone()
    }

    /// Sends nothing more, and reads on.
    pub(super) fn close_input(&mut self) {
        drop(self.stdin.take());
    }

    /// Hangs up, and gives the status with which the server ends.
    #[track_caller]
    pub(super) fn hang_up(mut self) -> Option<i32> {
        drop(self.stdin.take());
        let start = std::time::Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status.code();
            }
            assert!(start.elapsed() < PATIENCE, "the server ends");
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        // Gone already, or to go with the test.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
