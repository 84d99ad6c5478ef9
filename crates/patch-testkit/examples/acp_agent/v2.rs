//! An agent of the Agent Client Protocol (draft of version 2) on standard input and output: how a host puts the
//! layers into a session.
//!
//! It has no model: a prompt is what a model would write, one patch in either format. Each prompt is one tool
//! call, from pending over the request for permission to completed or failed. Of the methods of an agent it has
//! `initialize`, `session/new` and `session/prompt`. `tests/acp_agent.rs` is its client.

use std::collections::HashMap;
use std::fmt::Display;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use acp_diff_types::{AbsolutePath, v2};
use agent_client_protocol::v2::{ConnectionTo, Responder, schema};
use agent_client_protocol::{Agent, Client, Error, Result, Stdio, on_receive_request};
use patch_apply::{ApplyOptions, plan, render};
use patch_fs::DirWorkspace;
use patch_tools::session_update::{ALLOW, CallReporter, Shown, Version};
use serde::de::DeserializeOwned;
use serde_json::Value;

/// The directory of each session.
type Sessions = Arc<Mutex<HashMap<schema::SessionId, AbsolutePath>>>;

fn main() -> Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().build().map_err(internal)?;
    runtime.block_on(serve(Sessions::default()))
}

async fn serve(sessions: Sessions) -> Result<()> {
    let opened = Arc::clone(&sessions);
    Agent
        .v2()
        .on_receive_request(
            async |request: schema::InitializeRequest, responder: Responder<_>, _| {
                let info = schema::Implementation::new("acp_agent", env!("CARGO_PKG_VERSION"));
                let sessions = schema::SessionCapabilities::new();
                let can = schema::AgentCapabilities::new().session(sessions);
                let version = request.protocol_version;
                responder.respond(schema::InitializeResponse::new(version, info).capabilities(can))
            },
            on_receive_request!(),
        )
        .on_receive_request(
            async move |request: schema::NewSessionRequest, responder: Responder<_>, _| {
                let root = match AbsolutePath::try_from(request.cwd.into_inner()) {
                    Ok(root) => root,
                    Err(error) => {
                        let error = Error::invalid_params().data(error.to_string());
                        return responder.respond_with_error(error);
                    }
                };
                let id = schema::SessionId::new(fresh("session"));
                let mut opened = opened.lock().unwrap_or_else(PoisonError::into_inner);
                opened.insert(id.clone(), root);
                responder.respond(schema::NewSessionResponse::new(id))
            },
            on_receive_request!(),
        )
        .on_receive_request(
            async move |request: schema::PromptRequest, responder: Responder<_>, client| {
                let sessions = sessions.lock().unwrap_or_else(PoisonError::into_inner);
                let Some(root) = sessions.get(&request.session_id).cloned() else {
                    let id = request.session_id;
                    return responder
                        .respond_with_error(schema::Error::session_not_found(id).into());
                };
                responder.respond(schema::PromptResponse::new(fresh("message")))?;
                // Apart from the loop that reads messages: the answer of the client comes over it.
                client.spawn(turn(client.clone(), request, root))
            },
            on_receive_request!(),
        )
        .connect_to(Stdio::new())
        .await
}

/// What follows a prompt.
async fn turn(
    client: ConnectionTo<Client>,
    request: schema::PromptRequest,
    root: AbsolutePath,
) -> Result<()> {
    let id = request.session_id;
    let state = |state| {
        let update = schema::SessionUpdate::StateUpdate(state);
        client.send_notification(schema::UpdateSessionNotification::new(id.clone(), update))
    };
    state(schema::StateUpdate::Running(schema::RunningStateUpdate::new()))?;
    let texts = request.prompt.iter().filter_map(|block| match block {
        schema::ContentBlock::Text(text) => Some(text.text.as_str()),
        _ => None,
    });
    let patch: String = texts.collect();
    let call = CallReporter::new(Version::V2, id.to_string(), fresh("call"));
    if let Err(error) = edit(&client, &call, &root, &patch).await {
        let failed = call.failed(None, &root, &error.to_string());
        client.send_notification(update_of(failed)?)?;
    }
    let idle = schema::IdleStateUpdate::new().stop_reason(schema::StopReason::EndTurn);
    state(schema::StateUpdate::Idle(idle))
}

/// The tool call: plan, show, ask, commit.
async fn edit(
    client: &ConnectionTo<Client>,
    call: &CallReporter,
    root: &AbsolutePath,
    patch: &str,
) -> Result<()> {
    let tell = |update: Value| client.send_notification(update_of(update)?);
    let words = render::for_model();
    let mut files = DirWorkspace::open(root).map_err(internal)?;
    let options = ApplyOptions::default();

    let patch = match patch_parse::parse(patch.as_bytes()) {
        Ok(patch) => patch,
        Err(error) => return tell(call.failed(None, root, &words.parse_error(&error))),
    };
    let plan = match plan(&patch, &files, &options) {
        Ok(plan) => plan,
        Err(refusal) => {
            return tell(call.failed(Some(&refusal), root, &words.refusal(&refusal)));
        }
    };
    let shown = Shown::of_plan(&plan, &files, root).map_err(internal)?;
    tell(call.pending(&shown))?;
    let request = permission_of(call.permission(&shown))?;
    let answer = client.send_request(request).block_task().await?;
    if !allows(&answer) {
        return tell(call.failed(None, root, "The user did not allow it; nothing was changed."));
    }
    tell(call.in_progress())?;
    // What was shown is what is written: a file that changed meanwhile is a refusal.
    tell(match plan.commit(&mut files, options.sync) {
        Ok(receipt) => call.completed(&shown, &words.receipt(&receipt)),
        Err(refusal) => call.failed(Some(&refusal), root, &words.refusal(&refusal)),
    })
}

fn allows(answer: &schema::RequestPermissionResponse) -> bool {
    match &answer.outcome {
        schema::RequestPermissionOutcome::Selected(selected) => &*selected.option_id.0 == ALLOW,
        _ => false,
    }
}

/// Our message in the types of the protocol's crate; an error where those would lose something of it.
fn official<Ours: DeserializeOwned, Theirs>(message: Value) -> Result<Theirs>
where
    Theirs: TryFrom<Ours, Error: Display>,
{
    serde_json::from_value::<Ours>(message)?.try_into().map_err(internal)
}

fn update_of(message: Value) -> Result<schema::UpdateSessionNotification> {
    official::<v2::SessionNotification, _>(message)
}

fn permission_of(message: Value) -> Result<schema::RequestPermissionRequest> {
    official::<v2::RequestPermissionRequest, _>(message)
}

/// A name that this process has not given yet.
fn fresh(kind: &str) -> String {
    static NEXT: AtomicUsize = AtomicUsize::new(1);
    format!("{kind}-{}", NEXT.fetch_add(1, Ordering::Relaxed))
}

fn internal(error: impl Display) -> Error {
    Error::internal_error().data(error.to_string())
}
