//! The messages of version 1: the answer to a prompt is the end of its turn.

use agent_client_protocol::v1::{ConnectionTo, Responder, schema};
use agent_client_protocol::{
    Agent, Client, Error, Result, Stdio, on_receive_notification, on_receive_request,
};
use patch_tools::session_update::{ALLOW, CallReporter, Version};
use serde_json::Value;

use crate::call::{self, Ended, Listener};
use crate::fresh::fresh;
use crate::sessions::{Sessions, Turn};

pub(crate) async fn serve(sessions: Sessions) -> Result<()> {
    let (opened, cancelled) = (sessions.clone(), sessions.clone());
    Agent
        .v1()
        .on_receive_request(
            async |request: schema::InitializeRequest, responder: Responder<_>, _| {
                let info = schema::Implementation::new("acp_agent", env!("CARGO_PKG_VERSION"));
                let response = schema::InitializeResponse::new(request.protocol_version);
                responder.respond(response.agent_info(info))
            },
            on_receive_request!(),
        )
        .on_receive_request(
            async move |request: schema::NewSessionRequest, responder: Responder<_>, _| match opened
                .open(&request.cwd)
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
                    let error = Error::invalid_params().data("there is no such session");
                    return responder.respond_with_error(error);
                };
                // In a task of its own: the loop that reads messages also receives the client's
                // answer.
                client.spawn(prompt(client.clone(), request, responder, turn))
            },
            on_receive_request!(),
        )
        .on_receive_notification(
            async move |request: schema::CancelNotification, _| {
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
    responder: Responder<schema::PromptResponse>,
    turn: Turn,
) -> Result<()> {
    let texts = request.prompt.iter().filter_map(|block| match block {
        schema::ContentBlock::Text(text) => Some(text.text.as_str()),
        _ => None,
    });
    let patch: String = texts.collect();
    let call = CallReporter::new(Version::V1, request.session_id.to_string(), fresh("call"));
    let reason = match call::run(&Connection(client), &call, &turn, &patch).await? {
        Ended::Done => schema::StopReason::EndTurn,
        Ended::Cancelled => schema::StopReason::Cancelled,
    };
    responder.respond(schema::PromptResponse::new(reason))
}

struct Connection(ConnectionTo<Client>);

impl Listener for Connection {
    fn tell(&self, update: Value) -> Result<()> {
        let update: schema::SessionNotification = serde_json::from_value(update)?;
        self.0.send_notification(update)
    }

    async fn ask(&self, request: Value) -> Result<bool> {
        let request: schema::RequestPermissionRequest = serde_json::from_value(request)?;
        let answer = self.0.send_request(request).block_task().await?;
        Ok(match answer.outcome {
            schema::RequestPermissionOutcome::Selected(selected) => &*selected.option_id.0 == ALLOW,
            _ => false,
        })
    }
}
