//! The messages of the draft of version 2: a prompt is answered at once, and the state of the
//! session reports the rest.

use std::fmt::Display;

use acp_diff_types::v2;
use agent_client_protocol::v2::{ConnectionTo, Responder, schema};
use agent_client_protocol::{
    Agent, Client, Error, Result, Stdio, on_receive_notification, on_receive_request,
};
use patch_tools::session_update::{ALLOW, CallReporter, Version};
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::call::{self, Ended, Listener, internal};
use crate::fresh::fresh;
use crate::sessions::{Sessions, Turn};

pub(crate) async fn serve(sessions: Sessions) -> Result<()> {
    let (opened, cancelled) = (sessions.clone(), sessions.clone());
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
            async move |request: schema::NewSessionRequest, responder: Responder<_>, _| match opened
                .open(&request.cwd.into_inner())
            {
                Ok(id) => responder.respond(schema::NewSessionResponse::new(id)),
                Err(error) => {
                    let error = Error::invalid_params().data(error.to_string());
                    responder.respond_with_error(error)
                }
            },
            on_receive_request!(),
        )
        .on_receive_request(
            async move |request: schema::PromptRequest, responder: Responder<_>, client| {
                let Some(turn) = sessions.begin(&request.session_id.0) else {
                    let id = request.session_id;
                    return responder
                        .respond_with_error(schema::Error::session_not_found(id).into());
                };
                responder.respond(schema::PromptResponse::new(fresh("message")))?;
                // In a task of its own: the loop that reads messages also receives the client's
                // answer.
                client.spawn(prompt(client.clone(), request, turn))
            },
            on_receive_request!(),
        )
        .on_receive_notification(
            async move |request: schema::CancelSessionNotification, _| {
                cancelled.cancel(&request.session_id.0);
                Ok(())
            },
            on_receive_notification!(),
        )
        .connect_to(Stdio::new())
        .await
}

/// What follows a prompt.
async fn prompt(
    client: ConnectionTo<Client>,
    request: schema::PromptRequest,
    turn: Turn,
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
    let reason = match call::run(&Connection(client.clone()), &call, &turn, &patch).await? {
        Ended::Done => schema::StopReason::EndTurn,
        Ended::Cancelled => schema::StopReason::Cancelled,
    };
    state(schema::StateUpdate::Idle(schema::IdleStateUpdate::new().stop_reason(reason)))
}

struct Connection(ConnectionTo<Client>);

impl Listener for Connection {
    fn tell(&self, update: Value) -> Result<()> {
        let update = official::<v2::SessionNotification, schema::UpdateSessionNotification>(update);
        self.0.send_notification(update?)
    }

    async fn ask(&self, request: Value) -> Result<bool> {
        let request =
            official::<v2::RequestPermissionRequest, schema::RequestPermissionRequest>(request)?;
        let answer = self.0.send_request(request).block_task().await?;
        Ok(match answer.outcome {
            schema::RequestPermissionOutcome::Selected(selected) => &*selected.option_id.0 == ALLOW,
            _ => false,
        })
    }
}

/// Our message in the types of the protocol's crate; an error if those would lose a part of it.
fn official<Ours: DeserializeOwned, Theirs>(message: Value) -> Result<Theirs>
where
    Theirs: TryFrom<Ours, Error: Display>,
{
    serde_json::from_value::<Ours>(message)?.try_into().map_err(internal)
}
