//! The server: its lists, and the way of a call from the message to the answer.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use acp_diff_types::{AbsolutePath, InvalidPath};
use patch_apply::{ApplyOptions, Durability, Locate, WorkspaceError};
use patch_fs::DirWorkspace;
use patch_parse::Format;
use patch_tools::tool::{
    Grant, Provider, Refused, Tools, guidance, mcp_definitions, register_builtin_tools,
};
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CustomRequest, CustomResult, ErrorCode,
    Implementation, InitializeRequestParams, ListToolsResult, PaginatedRequestParams, RequestId,
    ServerCapabilities, ServerConfig,
};
use rmcp::service::{NotificationContext, RequestContext, RoleServer, ServiceError};
use rmcp::{ErrorData, ServerHandler, ServiceExt};
use serde_json::Value;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::{Mutex, OwnedMutexGuard};

use crate::call::{self, Tool, Watched};
use crate::ground::Ground;
use crate::methods;
use crate::presence::{Client, Presence};
use crate::roots::{Narrowed, Roots};
use crate::transport::Lines;
use crate::unread::Unread;

/// The most bytes of a requested diff. An answer contains it twice, and a model reads at least one
/// of the two: this is half of 25,000 tokens, the size from which hosts are known to refuse an
/// answer.
const MOST_DIFF: usize = 24_000;

/// How long a client may take to list its roots.
const ROOTS: Duration = Duration::from_secs(10);

/// How long a read-only call waits for one before it. If that one waits for the lock of the
/// directory, which may take a minute, the read-only call is answered nevertheless.
const PATIENCE: Duration = Duration::from_secs(1);

/// How often to check whether a client that sends nothing more still reads.
const LOOK: Duration = Duration::from_millis(100);

/// A server that is not running yet: the directory, and what may be done there.
#[derive(Clone, Debug)]
pub struct Server {
    root: PathBuf,
    grants: Vec<Grant>,
    format: Format,
    durability: Durability,
    locate: Locate,
}

/// Why a server did not start, or did not continue.
#[derive(Debug)]
#[non_exhaustive]
pub enum ServeError {
    /// The root, or a path that is granted, cannot be used.
    Root(WorkspaceError),
    /// The root has no name that a client could know it by.
    Name(InvalidPath),
    /// The system refuses.
    Io(io::Error),
}

impl std::fmt::Display for ServeError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Root(error) => error.fmt(f),
            Self::Name(error) => error.fmt(f),
            Self::Io(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ServeError {}

impl From<WorkspaceError> for ServeError {
    fn from(error: WorkspaceError) -> Self {
        Self::Root(error)
    }
}

impl Server {
    /// A server over this directory, all of which may be read and written.
    pub fn new(root: impl Into<PathBuf>) -> Self {
        Self {
            root: root.into(),
            grants: Vec::new(),
            format: Format::Unified,
            durability: Durability::Full,
            locate: Locate::First,
        }
    }

    /// Grants these paths and no others; an empty list grants everything.
    #[must_use]
    pub fn grants(mut self, grants: Vec<Grant>) -> Self {
        self.grants = grants;
        self
    }

    /// Sets the format that the model is told of; both are accepted.
    #[must_use]
    pub fn format(mut self, format: Format) -> Self {
        self.format = format;
        self
    }

    /// Sets whether files reach the disk before a call is answered, which is the default. A disk
    /// that takes milliseconds for that limits the number of calls per second.
    #[must_use]
    pub fn durability(mut self, durability: Durability) -> Self {
        self.durability = durability;
        self
    }

    /// Sets what singles out a place in the `*** Begin Patch` format; by default the first place
    /// does, as the format says.
    #[must_use]
    pub fn locate(mut self, locate: Locate) -> Self {
        self.locate = locate;
        self
    }

    /// Serves one client over standard input and output, until it hangs up.
    ///
    /// # Errors
    ///
    /// When the root cannot be used, or the system grants no threads. Nothing that a client sends
    /// is an error.
    pub fn serve(self) -> Result<(), ServeError> {
        let session = self.session()?;
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(ServeError::Io)?;
        let client = session.client.clone();
        runtime.spawn(async move {
            client.until(Presence::Silent).await;
            // Nothing is written during a call, so a client that no longer reads would go
            // unnoticed.
            while !hears_nobody() {
                tokio::time::sleep(LOOK).await;
            }
            client.is_now(Presence::Gone);
        });
        runtime.block_on(session.serve(tokio::io::stdin(), tokio::io::stdout()));
        // A client that reads no more may keep our input open; there is nothing left to wait for.
        runtime.shutdown_background();
        Ok(())
    }

    /// Serves one client over other pipes, on the caller's runtime, until it hangs up. Calls of
    /// tools run on the runtime's blocking threads.
    ///
    /// # Errors
    ///
    /// When the root cannot be used. Nothing that a client sends is an error.
    ///
    /// # Examples
    ///
    /// ```
    /// use patch_mcp::Server;
    ///
    /// # let root = tempfile::tempdir()?;
    /// # let root = root.path();
    /// # tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(async {
    /// // A client that hangs up at once.
    /// Server::new(root).serve_over(tokio::io::empty(), tokio::io::sink()).await
    /// # })?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub async fn serve_over(
        self,
        input: impl AsyncRead + Send + Unpin + 'static,
        output: impl AsyncWrite + Send + Unpin + 'static,
    ) -> Result<(), ServeError> {
        self.session()?.serve(input, output).await;
        Ok(())
    }

    fn session(self) -> Result<Session, ServeError> {
        let workspace = DirWorkspace::open(&self.root)?;
        let root = std::path::absolute(&self.root).map_err(ServeError::Io)?;
        let name = AbsolutePath::try_from(root.as_path()).map_err(ServeError::Name)?;
        let roots = Arc::new(Roots::default());
        let ground = Arc::new(Ground { root, grants: self.grants, roots: Arc::clone(&roots) });
        ground.grant(&workspace)?;
        let mut options = ApplyOptions::default();
        options.durability = self.durability;
        options.locate = self.locate;
        let tools = |workspace| {
            let mut tools = Tools::new(workspace, name.clone())
                .capabilities(Narrowed(Arc::clone(&roots)))
                .options(options.clone())
                .format(self.format)
                .most_diff(MOST_DIFF);
            register_builtin_tools(&mut tools);
            Arc::new(Mutex::new(tools))
        };
        Ok(Session {
            readers: tools(DirWorkspace::open(&self.root)?),
            tools: tools(workspace),
            listed: listed(self.format),
            format: self.format,
            ground,
            asked: Mutex::new(false),
            client: Client::default(),
            unread: Unread::default(),
        })
    }
}

/// The tools in the types of the protocol's crate.
fn listed(format: Format) -> Vec<rmcp::model::Tool> {
    let tools = mcp_definitions(format).into_iter();
    // Each is built to be a valid tool; the test of the listing covers all of them.
    tools.filter_map(|tool| serde_json::from_value(tool).ok()).collect()
}

/// One client's session.
struct Session {
    tools: Arc<Mutex<Tools<DirWorkspace>>>,
    /// For read-only calls, if those before them take long.
    readers: Arc<Mutex<Tools<DirWorkspace>>>,
    listed: Vec<rmcp::model::Tool>,
    format: Format,
    ground: Arc<Ground>,
    /// Whether the client's roots are known.
    asked: Mutex<bool>,
    client: Client,
    unread: Unread,
}

impl Session {
    async fn serve(
        self,
        input: impl AsyncRead + Send + Unpin + 'static,
        output: impl AsyncWrite + Send + Unpin + 'static,
    ) {
        let (transport, writer) =
            Lines::new(input, output, self.client.clone(), self.unread.clone());
        let tools = Arc::clone(&self.tools);
        // A client that hangs up before its greeting is not an error.
        if let Ok(running) = ServiceExt::serve(self, transport).await {
            let _ = running.waiting().await;
        }
        // Also without a greeting there may be answers that wait to be written.
        let _ = writer.await;
        // A commit that has begun is finished.
        drop(tools.lock().await);
    }

    /// Gets the client's roots, once, if it has any.
    #[expect(
        deprecated,
        reason = "the clients of today list roots; later versions have no requests"
    )]
    async fn learn_roots(&self, context: &RequestContext<RoleServer>) -> Result<(), ErrorData> {
        let has_roots = context.client_capabilities().is_some_and(|client| client.roots.is_some());
        let mut asked = self.asked.lock().await;
        if *asked || !has_roots {
            return Ok(());
        }
        let listed = tokio::select! {
            listed = tokio::time::timeout(ROOTS, context.peer.list_roots()) => listed,
            () = context.ct.cancelled() => return Err(no_roots("the call was cancelled")),
            () = self.client.until(Presence::Silent) => return Err(no_roots("the client hung up")),
        };
        match listed {
            Ok(Ok(listed)) => {
                let uris: Vec<_> = listed.roots.into_iter().map(|root| root.uri).collect();
                self.ground.roots.set(&self.ground.root, uris);
            }
            // It has none after all.
            Ok(Err(ServiceError::McpError(error))) if error.code == ErrorCode::METHOD_NOT_FOUND => {
            }
            Ok(Err(_)) => return Err(no_roots("the client did not list them")),
            Err(_) => return Err(no_roots("the client took too long")),
        }
        *asked = true;
        Ok(())
    }

    async fn run(
        &self,
        tool: Tool,
        arguments: Value,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        self.learn_roots(&context).await?;
        let mut tools = tokio::select! {
            tools = self.turn(tool, &context.id) => tools,
            // A call that is cancelled while it waits is not kept until its turn.
            () = context.ct.cancelled() => return Err(self.cancelled(&context.id)),
            () = self.client.until(Presence::Gone) => return Err(self.cancelled(&context.id)),
        };
        let (watched, steps) = Watched::new(context.clone(), self.client.clone());
        let ground = Arc::clone(&self.ground);
        let call = tokio::task::spawn_blocking(move || match ground.settle(&mut tools) {
            Ok(()) => tool.run(&mut tools, &arguments, &watched),
            Err(error) => Arc::new(Refused::from(error).into()),
        });
        if let Some(steps) = steps {
            // Ends with the call, which owns the other end.
            call::tell(context.clone(), steps, &self.client).await;
        }
        let output = call.await;
        if context.ct.is_cancelled() {
            // Its answer is not sent, so its room must be freed here.
            drop(self.unread.leave(&context.id));
        }
        let output = output.map_err(|_| ErrorData::internal_error("the tool broke", None))?;
        Ok(call::result(&output).into())
    }

    /// Waits for the turn of a call: there is room for its answer, and no other call is running, or
    /// one has been running for long and this one only reads.
    async fn turn(&self, tool: Tool, id: &RequestId) -> OwnedMutexGuard<Tools<DirWorkspace>> {
        self.unread.enter(id).await;
        let turn = Arc::clone(&self.tools).lock_owned();
        if !tool.only_reads() {
            return turn.await;
        }
        match tokio::time::timeout(PATIENCE, turn).await {
            Ok(tools) => tools,
            Err(_) => Arc::clone(&self.readers).lock_owned().await,
        }
    }

    /// The answer to a call that did not begin; it is never sent.
    fn cancelled(&self, id: &RequestId) -> ErrorData {
        drop(self.unread.leave(id));
        ErrorData::internal_error("the call was cancelled; nothing was changed", None)
    }
}

/// Whether the reader of standard output has gone: for a pipe, the system reports it.
#[cfg(unix)]
fn hears_nobody() -> bool {
    use rustix::event::{PollFd, PollFlags, poll};
    let out = io::stdout();
    let mut looked = [PollFd::new(&out, PollFlags::empty())];
    let gone = PollFlags::ERR | PollFlags::HUP | PollFlags::NVAL;
    let at_once = rustix::event::Timespec { tv_sec: 0, tv_nsec: 0 };
    poll(&mut looked, Some(&at_once)).is_ok()
        && looked.iter().any(|out| out.revents().intersects(gone))
}

/// Whether the reader of standard output has gone, which shows here only when something is written.
#[cfg(not(unix))]
fn hears_nobody() -> bool {
    false
}

/// Refuses a call whose roots are not known.
fn no_roots(why: &str) -> ErrorData {
    ErrorData::internal_error(format!("{why}, and its roots are not known"), None)
}

impl ServerHandler for Session {
    fn get_info(&self) -> ServerConfig {
        let server = Implementation::new("acp-patch", env!("CARGO_PKG_VERSION"));
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(server.with_title("The patch layer for coding agents"))
            .with_instructions(guidance(Provider::Mcp, self.format))
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(self.listed.clone()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let Some(tool) = Tool::named(&request.name) else {
            return Err(methods::no_such_tool(&request.name));
        };
        let arguments = Value::Object(request.arguments.unwrap_or_default());
        self.run(tool, arguments, context).await
    }

    /// Answers a request whose method is unknown, or whose parameters do not match the method.
    async fn on_custom_request(
        &self,
        request: CustomRequest,
        _: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        let CustomRequest { method, params, .. } = request;
        let why = match &*method {
            "tools/call" => methods::why_not::<CallToolRequestParams>(params),
            "initialize" => methods::why_not::<InitializeRequestParams>(params),
            _ => None,
        };
        let why = why.unwrap_or_else(|| "they do not fit the method".to_owned());
        Err(methods::unfit(&method, &why))
    }

    async fn on_roots_list_changed(&self, _: NotificationContext<RoleServer>) {
        *self.asked.lock().await = false;
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::AsyncReadExt as _;

    use super::*;

    /// What is written to a client that sends this, and hangs up at once.
    fn answers(sent: &'static [u8]) -> String {
        let root = tempfile::tempdir().unwrap();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let (ours, mut theirs) = tokio::io::duplex(64 << 10);
            Server::new(root.path()).serve_over(sent, ours).await.unwrap();
            let mut answers = String::new();
            // Stops where a writer would still have to be waited for.
            let read = theirs.read_to_string(&mut answers);
            tokio::time::timeout(Duration::ZERO, read).await.unwrap().unwrap();
            answers
        })
    }

    #[test]
    fn what_came_before_a_greeting_is_answered_when_the_server_ends() {
        let unasked = |id: u32| {
            format!(
                r#"{{"jsonrpc":"2.0","id":{id},"error":{{"code":-32600,"message":"send `initialize` first"}}}}"#
            )
        };
        for (sent, answered) in [
            ("", String::new()),
            ("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n", String::new()),
            // The last line may have no end.
            (r#"{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{}}"#, unasked(2) + "\n"),
            (
                "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/list\",\"params\":{}}\n",
                unasked(2) + "\n",
            ),
            (
                "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/list\",\"params\":{}}\n\
                 {\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"tools/call\",\"params\":{\"name\":\"diff\"}}\n",
                unasked(2) + "\n" + &unasked(3) + "\n",
            ),
        ] {
            let same = |line: &str| serde_json::from_str::<Value>(line).unwrap();
            let found: Vec<_> = answers(sent.as_bytes()).lines().map(same).collect();
            assert_eq!(found, answered.lines().map(same).collect::<Vec<_>>(), "{sent}");
        }
    }
}
