//! One message a line, in and out.

use std::collections::HashSet;
use std::io;

use rmcp::model::{ClientNotification, ClientRequest, JsonRpcMessage, RequestId};
use rmcp::service::{RoleServer, RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

use crate::presence::{Client, Presence};

/// The longest message, in bytes. A patch may have 64 MiB, and more where JSON escapes it; what is longer than
/// a patch may be reaches the tool, which says so.
const LONGEST: usize = 256 << 20;

/// Answers that wait for a client that does not read.
const MOST_WAITING: usize = 64;

/// Messages as lines of JSON. What is no message is answered here and goes no further.
pub(crate) struct Lines<R> {
    reader: BufReader<R>,
    line: Vec<u8>,
    /// The rest of a line that is too long is still to come.
    is_skipping: bool,
    /// An answer to what was no message. It is kept until it is sent, since a pending read may be dropped.
    pending: Option<Vec<u8>>,
    out: Option<mpsc::Sender<Vec<u8>>>,
    writer: Option<JoinHandle<()>>,
    client: Client,
    calls: Calls,
}

/// The calls of tools that have come in and are not answered yet.
#[derive(Debug, Default)]
struct Calls {
    open: HashSet<RequestId>,
    /// Some request has come in.
    has_begun: bool,
}

impl<R: AsyncRead + Unpin> Lines<R> {
    /// Reads from one side and writes to the other, in a task of its own; tells what becomes of `client`.
    pub(crate) fn new(
        reader: R,
        writer: impl AsyncWrite + Send + Unpin + 'static,
        client: Client,
    ) -> Self {
        let (out, waiting) = mpsc::channel(MOST_WAITING);
        let writer = tokio::spawn(write_all(waiting, writer, client.clone()));
        Self {
            reader: BufReader::with_capacity(64 << 10, reader),
            line: Vec::new(),
            is_skipping: false,
            pending: None,
            out: Some(out),
            writer: Some(writer),
            client,
            calls: Calls::default(),
        }
    }

    /// The next line without its end; `None` at the end of input. Nothing is lost where the read is dropped.
    async fn line(&mut self) -> Option<Result<Vec<u8>, TooLong>> {
        loop {
            let available = self.reader.fill_buf().await.ok()?;
            if available.is_empty() {
                return None;
            }
            let end = available.iter().position(|byte| *byte == b'\n');
            let taken = end.map_or(available.len(), |end| end + 1);
            let is_too_long = self.line.len() + taken > LONGEST;
            if !self.is_skipping && !is_too_long {
                self.line.extend(available.get(..taken).unwrap_or_default());
            }
            self.reader.consume(taken);
            let was_skipping = self.is_skipping;
            self.is_skipping = (was_skipping || is_too_long) && end.is_none();
            if is_too_long && !was_skipping {
                self.line = Vec::new();
                return Some(Err(TooLong));
            }
            if end.is_some() && !was_skipping {
                return Some(Ok(std::mem::take(&mut self.line)));
            }
        }
    }

    /// Sends what waits to be sent; whether somebody is still there.
    async fn send_pending(&mut self) -> bool {
        if self.pending.is_none() {
            return true;
        }
        let Some(out) = &self.out else { return false };
        let Ok(permit) = out.reserve().await else { return false };
        if let Some(answer) = self.pending.take() {
            permit.send(answer);
        }
        true
    }
}

impl<R: AsyncRead + Unpin> Lines<R> {
    /// The next message that goes further.
    async fn message(&mut self) -> Option<RxJsonRpcMessage<RoleServer>> {
        loop {
            if !self.send_pending().await {
                return None;
            }
            let Some(line) = self.line().await else {
                self.client.is_now(Presence::Silent);
                if !self.calls.open.is_empty() {
                    // Whoever reads here is the one who sends the answers, and asks again behind each.
                    std::future::pending::<()>().await;
                }
                return None;
            };
            let read = match line {
                Ok(line) if line.trim_ascii().is_empty() => continue,
                Ok(line) => serde_json::from_slice(&line).map_err(|_| no_message(&line)),
                Err(TooLong) => {
                    let message = format!("Invalid Request: a message has at most {LONGEST} bytes");
                    Err(Some(error(&Value::Null, -32600, &message)))
                }
            };
            match read {
                Ok(message) if self.calls.come(&message) => return Some(message),
                Ok(_) => {}
                Err(answer) => self.pending = answer.map(|answer| answer.to_string().into_bytes()),
            }
        }
    }
}

/// A message is longer than [`LONGEST`].
struct TooLong;

async fn write_all(
    mut waiting: mpsc::Receiver<Vec<u8>>,
    mut writer: impl AsyncWrite + Unpin,
    client: Client,
) {
    while let Some(mut message) = waiting.recv().await {
        message.push(b'\n');
        // Whoever does not read any more gets no answer: the channel closes, and the server ends.
        if writer.write_all(&message).await.is_err() || writer.flush().await.is_err() {
            client.is_now(Presence::Gone);
            return;
        }
    }
}

impl Calls {
    /// Takes note of what comes in; whether the session can begin with it, or has begun. The protocol's crate
    /// hangs up where a notification or an answer is the first message.
    fn come(&mut self, message: &RxJsonRpcMessage<RoleServer>) -> bool {
        match message {
            JsonRpcMessage::Request(message) => {
                self.has_begun = true;
                if let ClientRequest::CallToolRequest(_) = message.request {
                    self.open.insert(message.id.clone());
                }
            }
            JsonRpcMessage::Notification(message) => {
                // What is cancelled gets no answer.
                if let ClientNotification::CancelledNotification(cancelled) = &message.notification
                    && let Some(id) = &cancelled.params.request_id
                {
                    self.open.remove(id);
                }
            }
            _ => {}
        }
        self.has_begun
    }

    /// Takes note of what goes out.
    fn go(&mut self, message: &TxJsonRpcMessage<RoleServer>) {
        let id = match message {
            JsonRpcMessage::Response(answer) => Some(&answer.id),
            JsonRpcMessage::Error(error) => error.id.as_ref(),
            _ => None,
        };
        if let Some(id) = id {
            self.open.remove(id);
        }
    }
}

impl<R: AsyncRead + Send + Unpin> Transport<RoleServer> for Lines<R> {
    type Error = io::Error;

    fn send(
        &mut self,
        message: TxJsonRpcMessage<RoleServer>,
    ) -> impl Future<Output = Result<(), io::Error>> + Send + 'static {
        self.calls.go(&message);
        let out = self.out.clone();
        async move {
            let message = serde_json::to_vec(&message)?;
            let gone = || io::Error::from(io::ErrorKind::BrokenPipe);
            out.ok_or_else(gone)?.send(message).await.map_err(|_| gone())
        }
    }

    /// The next message; `None` when the client has hung up and all its calls are answered, or nobody reads the
    /// answers. The protocol's crate sends no notification behind `None`, and ends what runs five seconds later.
    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleServer>> {
        let client = self.client.clone();
        tokio::select! {
            message = self.message() => message,
            () = client.until(Presence::Gone) => None,
        }
    }

    async fn close(&mut self) -> Result<(), io::Error> {
        drop(self.out.take());
        if let Some(writer) = self.writer.take() {
            writer.await.map_err(io::Error::other)?;
        }
        Ok(())
    }
}

/// What is answered to a line that is no message; nothing to a notification.
///
/// Source: JSON-RPC 2.0, section 5.1.
fn no_message(line: &[u8]) -> Option<Value> {
    let Ok(value) = serde_json::from_slice::<Value>(line) else {
        return Some(error(&Value::Null, -32700, "Parse error: this is no JSON"));
    };
    let is_notification = value.get("method").is_some() && value.get("id").is_none();
    let id = value.get("id").filter(|id| id.is_string() || id.is_number());
    let message = "Invalid Request: this is no JSON-RPC 2.0 message";
    (!is_notification).then(|| error(id.unwrap_or(&Value::Null), -32600, message))
}

fn error(id: &Value, code: i32, message: &str) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": message}})
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(line: &str, id: &Value, code: i32) {
        let answer = no_message(line.as_bytes()).unwrap();
        assert_eq!((&answer["id"], &answer["error"]["code"]), (id, &json!(code)), "{line}");
    }

    #[test]
    fn what_is_no_message_has_the_code_of_json_rpc() {
        check("{", &Value::Null, -32700);
        check("[]", &Value::Null, -32600);
        check("7", &Value::Null, -32600);
        check(r#"{"id":7}"#, &json!(7), -32600);
        check(r#"{"id":{},"jsonrpc":"2.0","method":"ping"}"#, &Value::Null, -32600);
        let notification = r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":5}"#;
        assert_eq!(no_message(notification.as_bytes()), None);
    }
}
