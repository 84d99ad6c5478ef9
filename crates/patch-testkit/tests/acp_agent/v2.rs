//! The draft of version 2: each diff is checked against itself before it is answered.

use acp_diff_types::v2::{
    Diff, SessionNotification, SessionUpdate, ToolCallContent, ToolCallUpdate,
};
use agent_client_protocol::schema::ProtocolVersion;
use agent_client_protocol::v2::{ConnectionTo, Responder, schema};
use agent_client_protocol::{Agent, Client, Result, on_receive_notification, on_receive_request};
use patch_testkit::Tree;
use patch_testkit::scratch::Scratch;
use patch_tools::check::check_diff;
use schema::PermissionOptionKind as Kind;
use tokio::sync::mpsc;

use crate::{FIX, MAIN, User, agent, gone, tree};

/// What a client hears of a session.
enum Heard {
    Update(Box<schema::UpdateSessionNotification>),
    Asked(Box<schema::RequestPermissionRequest>),
}

/// The one tool call of a session, as it became known.
#[derive(Default)]
struct Call {
    statuses: Vec<String>,
    /// Every diff that was received, in updates and in the request.
    diffs: Vec<Diff>,
    asked: Option<schema::RequestPermissionRequest>,
    /// Why the session came to rest.
    stopped: Option<schema::StopReason>,
    /// All updates in one.
    known: Option<ToolCallUpdate>,
}

impl Call {
    fn told(&self) -> String {
        let known = serde_json::to_value(&self.known).unwrap();
        let items = known["content"].as_array().unwrap();
        items.iter().filter_map(|item| item["content"]["text"].as_str()).collect()
    }

    /// Whether the session goes on.
    fn hear(&mut self, heard: Heard) -> bool {
        match heard {
            Heard::Asked(request) => {
                self.diffs.extend(diffs_of(&asked_for(&request)));
                self.asked = Some(*request);
            }
            Heard::Update(update) => match &update.update {
                schema::SessionUpdate::StateUpdate(schema::StateUpdate::Idle(idle)) => {
                    self.stopped.clone_from(&idle.stop_reason);
                    return false;
                }
                schema::SessionUpdate::ToolCallUpdate(_) => {
                    let ours = SessionNotification::try_from(*update).unwrap();
                    let SessionUpdate::ToolCallUpdate(update) = ours.update else {
                        unreachable!("the variants agree");
                    };
                    self.update(*update);
                }
                _ => {}
            },
        }
        true
    }

    fn update(&mut self, update: ToolCallUpdate) {
        let status = serde_json::to_value(&update.status).unwrap();
        self.statuses.push(status.as_str().unwrap().to_owned());
        self.diffs.extend(diffs_of(&update));
        match &mut self.known {
            Some(known) => known.apply_update(update).unwrap(),
            None => self.known = Some(update),
        }
    }
}

fn diffs_of(call: &ToolCallUpdate) -> Vec<Diff> {
    let items = call.content.value().into_iter().flatten();
    let diffs = items.filter_map(|item| match item {
        ToolCallContent::Diff(diff) => Some(diff.clone()),
        _ => None,
    });
    diffs.collect()
}

/// The tool call that permission is asked for.
fn asked_for(request: &schema::RequestPermissionRequest) -> ToolCallUpdate {
    let Some(schema::RequestPermissionSubject::ToolCall(subject)) = &request.subject else {
        panic!("{request:?}");
    };
    subject.tool_call.clone().try_into().unwrap()
}

/// The client's answer: what the user says, but never yes to a diff that says other than it does.
fn answer(
    request: &schema::RequestPermissionRequest,
    user: User,
) -> schema::RequestPermissionResponse {
    let user = match user {
        User::Allows | User::CancelsAndAllows => Kind::AllowOnce,
        User::Rejects => Kind::RejectOnce,
        User::Cancels => {
            let cancelled = schema::CancelledPermissionOutcome::new();
            let outcome = schema::RequestPermissionOutcome::Cancelled(cancelled);
            return schema::RequestPermissionResponse::new(outcome);
        }
    };
    let diffs = diffs_of(&asked_for(request));
    let is_honest = !diffs.is_empty() && diffs.iter().all(|diff| check_diff(diff).is_empty());
    let kind = if is_honest { user } else { Kind::RejectOnce };
    let option = request.options.iter().find(|option| option.kind == kind).unwrap();
    let selected = schema::SelectedPermissionOutcome::new(option.option_id.clone());
    schema::RequestPermissionResponse::new(schema::RequestPermissionOutcome::Selected(selected))
}

/// One session with one prompt.
async fn session(files: &Scratch, patch: &str, user: User) -> Result<Call> {
    let (updates, mut heard) = mpsc::unbounded_channel();
    let requests = updates.clone();
    let send = |to: &mpsc::UnboundedSender<Heard>, heard| to.send(heard).map_err(|_| gone());
    Client
        .v2()
        .on_receive_notification(
            async move |update: schema::UpdateSessionNotification, _| {
                send(&updates, Heard::Update(Box::new(update)))
            },
            on_receive_notification!(),
        )
        .on_receive_request(
            async move |request: schema::RequestPermissionRequest,
                        responder: Responder<_>,
                        agent: ConnectionTo<Agent>| {
                let response = answer(&request, user);
                if user.cancels() {
                    let id = request.session_id.clone();
                    agent.send_notification(schema::CancelSessionNotification::new(id))?;
                }
                send(&requests, Heard::Asked(Box::new(request)))?;
                responder.respond(response)
            },
            on_receive_request!(),
        )
        .connect_with(agent("v2"), async |agent: ConnectionTo<Agent>| {
            let client = schema::Implementation::new("client", "1");
            let hello = schema::InitializeRequest::new(ProtocolVersion::V2, client);
            agent.send_request(hello).block_task().await?;
            let new = schema::NewSessionRequest::new(files.root());
            let session_id = agent.send_request(new).block_task().await?.session_id;
            let prompt = schema::PromptRequest::new(session_id, vec![patch.into()]);
            agent.send_request(prompt).block_task().await?;
            let mut call = Call::default();
            while call.hear(heard.recv().await.ok_or_else(gone)?) {}
            Ok(call)
        })
        .await
}

/// A session over these files, and the files afterwards. Every diff received agrees with itself.
#[track_caller]
fn run(main: &str, patch: &str, user: User) -> (Call, Tree) {
    let files = Scratch::new(&tree(main));
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let call = runtime.block_on(session(&files, patch, user)).unwrap();
    for diff in &call.diffs {
        assert_eq!(check_diff(diff), [], "{diff:?}");
    }
    (call, files.read())
}

#[test]
fn a_patch_that_the_user_allows_is_applied() {
    let (call, files) = run(MAIN, FIX, User::Allows);
    assert_eq!(call.statuses, ["pending", "in_progress", "completed"]);
    assert_eq!(call.stopped, Some(schema::StopReason::EndTurn));
    assert_eq!(call.diffs.len(), 3, "pending, the request, completed");
    assert!(call.diffs.iter().all(|diff| *diff == call.diffs[0]), "{:?}", call.diffs);
    assert_eq!(call.diffs[0].changes.len(), 2);
    assert!(call.told().contains("src/main.rs"), "{}", call.told());
    let mut expected = Tree::default();
    expected.insert("src/main.rs", "fn main() {\nnew();\n}\n");
    assert_eq!(files, expected);
}

#[test]
fn a_patch_that_the_user_rejects_changes_nothing() {
    let (call, files) = run(MAIN, FIX, User::Rejects);
    assert_eq!(call.statuses, ["pending", "failed"]);
    assert_eq!(call.diffs.len(), 2, "pending and the request");
    assert_eq!(call.told(), "The user did not allow it; nothing was changed.");
    assert_eq!(files, tree(MAIN));
}

#[test]
fn a_turn_that_is_cancelled_before_the_commit_changes_nothing() {
    for user in [User::Cancels, User::CancelsAndAllows] {
        let (call, files) = run(MAIN, FIX, user);
        assert_eq!(call.statuses, ["pending", "cancelled"], "{user:?}");
        assert_eq!(call.stopped, Some(schema::StopReason::Cancelled), "{user:?}");
        assert_eq!(call.told(), "The turn was cancelled; nothing was changed.");
        assert_eq!(files, tree(MAIN), "{user:?}");
    }
}

#[test]
fn a_patch_that_does_not_fit_fails_with_the_reason_and_nobody_is_asked() {
    let main = "fn main() {\nother();\n}\n";
    let (call, files) = run(main, FIX, User::Allows);
    assert_eq!(call.statuses, ["failed"]);
    assert!(call.asked.is_none());
    assert!(call.told().contains("src/main.rs: context_not_found"), "{}", call.told());
    assert_eq!(files, tree(main));
}

#[test]
fn what_is_no_patch_fails_with_the_reason() {
    let (call, files) = run(MAIN, "*** Begin Patch\nnonsense\n*** End Patch\n", User::Allows);
    assert_eq!(call.statuses, ["failed"]);
    assert!(call.told().contains("nonsense"), "{}", call.told());
    assert_eq!(files, tree(MAIN));
}

#[test]
fn a_diff_that_says_other_than_it_does_is_never_allowed() {
    let (call, _) = run(MAIN, FIX, User::Rejects);
    let request = call.asked.unwrap();
    let selected = |request: &_| serde_json::to_value(answer(request, User::Allows)).unwrap();
    assert_eq!(selected(&request)["outcome"]["optionId"], "allow");
    let mut hidden = serde_json::to_value(&request).unwrap();
    let changes = &mut hidden["subject"]["toolCall"]["content"][0]["changes"];
    changes.as_array_mut().unwrap().pop().unwrap();
    let request = serde_json::from_value(hidden).unwrap();
    assert_eq!(selected(&request)["outcome"]["optionId"], "reject");
}
