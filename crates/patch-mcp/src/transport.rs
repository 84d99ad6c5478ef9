//! Messages as lines, in and out.

use std::collections::{HashMap, VecDeque};
use std::io;

use memchr::memmem;
use rmcp::ErrorData;
use rmcp::model::{
    ClientNotification, ClientRequest, ErrorCode, InitializeRequestParams, JsonRpcMessage,
    ProtocolVersion, RequestId,
};
use rmcp::service::{RoleServer, RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::sync::{OwnedSemaphorePermit, mpsc};
use tokio::task::JoinHandle;

use crate::envelope::{Envelope, MOST_VALUES, has_too_many_values};
use crate::methods;
use crate::presence::{Client, Presence};
use crate::unread::Unread;

/// The longest message, in bytes. A patch may have 64 MiB, and more when JSON escapes it; a patch
/// that is too long reaches the tool, which reports it.
const LONGEST: usize = 256 << 20;

/// Messages that wait for a client that does not read.
const MOST_WAITING: usize = 64;

/// The most bytes of open requests: above it, nothing is read until one is answered. Otherwise the
/// requests of a client that never reads the answers would pile up without limit.
const MOST_OPEN_BYTES: usize = 64 << 20;

/// The versions that have batches.
const WITH_BATCHES: [ProtocolVersion; 2] =
    [ProtocolVersion::V_2024_11_05, ProtocolVersion::V_2025_03_26];

/// What each request must contain in the versions that have no greeting.
const VERSION_OF_REQUEST: &[u8] = b"io.modelcontextprotocol/protocolVersion";

/// The memory of a request besides its text.
const REQUEST: usize = 64 << 10;

/// Messages as lines of JSON. A line that is not a message is answered here and goes no further.
pub(crate) struct Lines<R> {
    reader: BufReader<R>,
    line: Vec<u8>,
    /// The rest of a line that is too long is still to come.
    is_skipping: bool,
    /// The rest of a batch.
    batch: VecDeque<Vec<u8>>,
    /// An answer to a line that was not a message. It is kept until it is sent, since a pending
    /// read may be dropped.
    pending: Option<Vec<u8>>,
    out: Option<mpsc::Sender<Outgoing>>,
    client: Client,
    requests: Requests,
    unread: Unread,
}

/// A message and, if it is an answer, its room.
type Outgoing = (Vec<u8>, Option<OwnedSemaphorePermit>);

/// The requests that have arrived and are not answered yet.
#[derive(Debug, Default)]
struct Requests {
    open: HashMap<RequestId, Open>,
    bytes: usize,
    /// Some request has come in.
    has_begun: bool,
    /// The client has sent its greeting, or uses a version without one.
    is_greeted: bool,
    /// The requested version has batches.
    takes_batches: bool,
}

/// A request that is not answered yet.
#[derive(Debug)]
struct Open {
    is_call: bool,
    bytes: usize,
}

/// What happens to an incoming message.
enum Fate {
    /// It is passed on.
    Goes,
    /// It is passed on, and the request of this id gets no answer.
    Cancels(RequestId),
    /// A session cannot begin with it.
    Dropped,
    /// Another request with this id is open.
    Twice(RequestId),
}

impl<R: AsyncRead + Unpin> Lines<R> {
    /// Reads from one side and writes to the other, in a task of its own; reports changes of
    /// `client`. The task ends when all is written and the lines are closed or dropped: whoever does
    /// not wait for it then may lose the last answers.
    pub(crate) fn new(
        reader: R,
        writer: impl AsyncWrite + Send + Unpin + 'static,
        client: Client,
        unread: Unread,
    ) -> (Self, JoinHandle<()>) {
        let (out, waiting) = mpsc::channel(MOST_WAITING);
        let writer = tokio::spawn(write_all(waiting, writer, client.clone()));
        let lines = Self {
            reader: BufReader::with_capacity(64 << 10, reader),
            line: Vec::new(),
            is_skipping: false,
            batch: VecDeque::new(),
            pending: None,
            out: Some(out),
            client,
            requests: Requests::default(),
            unread,
        };
        (lines, writer)
    }

    /// The next line without its end; `None` at the end of input. Nothing is lost if the read is
    /// dropped.
    async fn line(&mut self) -> Option<Result<Vec<u8>, TooLong>> {
        loop {
            let available = self.reader.fill_buf().await.ok()?;
            if available.is_empty() {
                // The last line may have no end.
                let last = std::mem::take(&mut self.line);
                return (!last.is_empty() && !self.is_skipping).then_some(Ok(last));
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

    /// Sends what waits to be sent; returns whether the client is still there.
    async fn send_pending(&mut self) -> bool {
        if self.pending.is_none() {
            return true;
        }
        let Some(out) = &self.out else { return false };
        let Ok(permit) = out.reserve().await else { return false };
        if let Some(answer) = self.pending.take() {
            permit.send((answer, None));
        }
        true
    }
}

impl<R: AsyncRead + Unpin> Lines<R> {
    /// The next message that is passed on.
    async fn message(&mut self) -> Option<RxJsonRpcMessage<RoleServer>> {
        loop {
            if !self.send_pending().await {
                return None;
            }
            if self.requests.bytes > MOST_OPEN_BYTES {
                until_answered().await;
            }
            let line = match self.batch.pop_front() {
                Some(part) => Some(Ok(part)),
                None => self.line().await,
            };
            let Some(line) = line else {
                self.client.is_now(Presence::Silent);
                if self.requests.open.values().any(|open| open.is_call) {
                    until_answered().await;
                }
                return None;
            };
            if self.requests.takes_batches
                && let Ok(line) = &line
                && let Some(parts) = parts_of_batch(line)
            {
                self.batch = parts;
                continue;
            }
            let answer = match line {
                Ok(line) if line.trim_ascii().is_empty() => continue,
                Ok(line) => {
                    match read(&line).and_then(|message| self.requests.greet(message, &line)) {
                        Ok(message) => match self.requests.come(&message, line.len()) {
                            Fate::Goes => return Some(message),
                            Fate::Cancels(id) => {
                                drop(self.unread.leave(&id));
                                return Some(message);
                            }
                            Fate::Dropped => None,
                            Fate::Twice(id) => Some(twice(id)),
                        },
                        Err(answer) => answer,
                    }
                }
                Err(TooLong) => {
                    let message = format!("Invalid Request: a message has at most {LONGEST} bytes");
                    Some(error(&Value::Null, ErrorCode::INVALID_REQUEST, &message))
                }
            };
            self.pending = answer.map(|answer| answer.to_string().into_bytes());
        }
    }
}

/// Never returns: the task that reads also sends the answers, and calls this again after each.
async fn until_answered() {
    std::future::pending::<()>().await;
}

/// A message, or the answer to a line that is not one.
fn read(line: &[u8]) -> Result<RxJsonRpcMessage<RoleServer>, Option<Value>> {
    if has_too_many_values(line) {
        let envelope = Envelope::read(line);
        let message = format!("Invalid Request: a message has at most {MOST_VALUES} values");
        let answer = error(&envelope.id(), ErrorCode::INVALID_REQUEST, &message);
        return Err((!envelope.is_notification()).then_some(answer));
    }
    serde_json::from_slice(line).map_err(|_| no_message(line))
}

/// The messages of a batch, which the first versions of the protocol have; they are answered one by
/// one. `None` if the line is not a batch, or an empty one.
fn parts_of_batch(line: &[u8]) -> Option<VecDeque<Vec<u8>>> {
    if !line.trim_ascii_start().starts_with(b"[") || has_too_many_values(line) {
        return None;
    }
    let parts: Vec<Value> = serde_json::from_slice(line).ok()?;
    let parts: VecDeque<_> = parts.iter().map(|part| part.to_string().into_bytes()).collect();
    (!parts.is_empty()).then_some(parts)
}

/// A message is longer than [`LONGEST`].
struct TooLong;

async fn write_all(
    mut waiting: mpsc::Receiver<Outgoing>,
    mut writer: impl AsyncWrite + Unpin,
    client: Client,
) {
    // The room of an answer is free when it is written.
    while let Some((mut message, _room)) = waiting.recv().await {
        message.push(b'\n');
        // A client that no longer reads gets no answer: the channel closes, and the server ends.
        if writer.write_all(&message).await.is_err() || writer.flush().await.is_err() {
            client.is_now(Presence::Gone);
            return;
        }
    }
}

impl Requests {
    /// Refuses a request before the greeting, with an explanation: the protocol's crate would take
    /// it for one of a version without a greeting, and complain about what such requests must
    /// contain.
    fn greet(
        &mut self,
        message: RxJsonRpcMessage<RoleServer>,
        line: &[u8],
    ) -> Result<RxJsonRpcMessage<RoleServer>, Option<Value>> {
        let JsonRpcMessage::Request(request) = &message else { return Ok(message) };
        if self.is_greeted {
            return Ok(message);
        }
        let unfit = match &request.request {
            ClientRequest::InitializeRequest(hello) => {
                let version = &hello.params.protocol_version;
                self.takes_batches = WITH_BATCHES.contains(version);
                self.is_greeted = true;
                return Ok(message);
            }
            ClientRequest::PingRequest(_) => return Ok(message),
            ClientRequest::CustomRequest(custom) if custom.method == "initialize" => {
                let why = methods::why_not::<InitializeRequestParams>(custom.params.clone());
                methods::unfit("initialize", &why.unwrap_or_default())
            }
            _ if memmem::find(line, VERSION_OF_REQUEST).is_some() => {
                self.is_greeted = true;
                return Ok(message);
            }
            _ => ErrorData::invalid_request("send `initialize` first", None),
        };
        let id = request.id.clone().into_json_value();
        Err(Some(error(&id, unfit.code, &unfit.message)))
    }

    /// Notes an incoming message of this many bytes. The protocol's crate hangs up if the first
    /// message is a notification or an answer, and answers only one of two requests with the same
    /// id.
    fn come(&mut self, message: &RxJsonRpcMessage<RoleServer>, bytes: usize) -> Fate {
        match message {
            JsonRpcMessage::Request(message) => {
                self.has_begun = true;
                if self.open.contains_key(&message.id) {
                    return Fate::Twice(message.id.clone());
                }
                let is_call = matches!(message.request, ClientRequest::CallToolRequest(_));
                let bytes = bytes + REQUEST;
                self.bytes += bytes;
                self.open.insert(message.id.clone(), Open { is_call, bytes });
            }
            JsonRpcMessage::Notification(message) => {
                if let ClientNotification::CancelledNotification(cancelled) = &message.notification
                    && let Some(id) = &cancelled.params.request_id
                    && self.has_begun
                {
                    self.close(id);
                    return Fate::Cancels(id.clone());
                }
            }
            _ => {}
        }
        if self.has_begun { Fate::Goes } else { Fate::Dropped }
    }

    fn close(&mut self, id: &RequestId) {
        if let Some(open) = self.open.remove(id) {
            self.bytes -= open.bytes;
        }
    }
}

/// The request that a message answers.
fn answered(message: &TxJsonRpcMessage<RoleServer>) -> Option<&RequestId> {
    match message {
        JsonRpcMessage::Response(answer) => Some(&answer.id),
        JsonRpcMessage::Error(error) => error.id.as_ref(),
        _ => None,
    }
}

impl<R: AsyncRead + Send + Unpin> Transport<RoleServer> for Lines<R> {
    type Error = io::Error;

    fn send(
        &mut self,
        message: TxJsonRpcMessage<RoleServer>,
    ) -> impl Future<Output = Result<(), io::Error>> + Send + 'static {
        let id = answered(&message);
        let room = id.and_then(|id| self.unread.leave(id));
        if let Some(id) = id {
            self.requests.close(id);
        }
        let out = self.out.clone();
        async move {
            let message = serde_json::to_vec(&in_words(message))?;
            let gone = || io::Error::from(io::ErrorKind::BrokenPipe);
            out.ok_or_else(gone)?.send((message, room)).await.map_err(|_| gone())
        }
    }

    /// The next message; `None` when the client has hung up and all its calls are answered, or when
    /// it no longer reads the answers. The protocol's crate sends no notification after `None`, and
    /// ends running calls five seconds later.
    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleServer>> {
        let client = self.client.clone();
        tokio::select! {
            message = self.message() => message,
            () = client.until(Presence::Gone) => None,
        }
    }

    async fn close(&mut self) -> Result<(), io::Error> {
        drop(self.out.take());
        Ok(())
    }
}

/// For a method that it knows and this server does not have, the protocol's crate answers with the
/// bare name.
fn in_words(mut message: TxJsonRpcMessage<RoleServer>) -> TxJsonRpcMessage<RoleServer> {
    if let JsonRpcMessage::Error(answer) = &mut message
        && answer.error.code == ErrorCode::METHOD_NOT_FOUND
        && !answer.error.message.contains(' ')
    {
        answer.error.message = methods::unfit(&answer.error.message, "").message;
    }
    message
}

/// The answer to a line that is not a message; none for a notification.
///
/// Source: JSON-RPC 2.0, section 5.1. The id is included wherever it can be found.
fn no_message(line: &[u8]) -> Option<Value> {
    let envelope = Envelope::read(line);
    let id = envelope.id();
    if let Err(bad) = serde_json::from_slice::<Value>(line) {
        let message = format!("Parse error: {}", methods::why_no_json(&bad));
        return Some(error(&id, ErrorCode::PARSE_ERROR, &message));
    }
    if envelope.is_notification() {
        return None;
    }
    let Some(method) = envelope.request() else {
        let message = "Invalid Request: this is not a JSON-RPC 2.0 message";
        return Some(error(&id, ErrorCode::INVALID_REQUEST, message));
    };
    let unfit = methods::unfit(method, "they do not fit the method");
    Some(error(&id, unfit.code, &unfit.message))
}

/// The answer to a request with the id of another one that is not answered yet.
fn twice(id: RequestId) -> Value {
    let message = "Invalid Request: another request of this id is not answered yet";
    error(&id.into_json_value(), ErrorCode::INVALID_REQUEST, message)
}

fn error(id: &Value, code: ErrorCode, message: &str) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "error": {"code": code.0, "message": message}})
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
        check(r#"{"id":7,"x":"\ud800"}"#, &json!(7), -32700);
        check(r#"{"jsonrpc":"2.0","id":7,"method":"tools/list","params":[]}"#, &json!(7), -32602);
        check(r#"{"jsonrpc":"2.0","id":7,"method":"none","params":[]}"#, &json!(7), -32601);
        check(r#"{"id":{},"jsonrpc":"2.0","method":"ping"}"#, &Value::Null, -32600);
        let notification = r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":5}"#;
        assert_eq!(no_message(notification.as_bytes()), None);
    }
}
