//! Version 1: each diff is compared with the files that the client sees before it is answered, and
//! after the call.

use std::path::Path;

use agent_client_protocol::schema::ProtocolVersion;
use agent_client_protocol::v1::{ConnectionTo, Responder, schema};
use agent_client_protocol::{Agent, Client, Result, on_receive_notification, on_receive_request};
use patch_testkit::Tree;
use patch_testkit::scratch::Scratch;
use schema::PermissionOptionKind as Kind;
use tokio::sync::mpsc;

use crate::{FIX, MAIN, User, agent, gone, tree};

/// What a client hears of a session.
enum Heard {
    Update(Box<schema::SessionUpdate>),
    Asked(Box<schema::ToolCallUpdate>),
}

/// The one tool call of a session, as it became known.
#[derive(Debug, Default)]
struct Call {
    /// What people read; nothing before the call is announced, which comes before every update.
    title: String,
    kind: Option<schema::ToolKind>,
    statuses: Vec<schema::ToolCallStatus>,
    /// The diffs of each update that had some, and of the request.
    diffs: Vec<Vec<schema::Diff>>,
    told: String,
    locations: Vec<schema::ToolCallLocation>,
}

impl Call {
    fn hear(&mut self, heard: Heard) {
        match heard {
            Heard::Asked(call) => self.take(call.fields.content),
            Heard::Update(update) => match *update {
                schema::SessionUpdate::ToolCall(call) => {
                    self.title = call.title;
                    self.kind = Some(call.kind);
                    self.statuses.push(call.status);
                    self.locations = call.locations;
                    self.take(Some(call.content));
                }
                schema::SessionUpdate::ToolCallUpdate(call) => {
                    assert!(
                        !self.title.is_empty(),
                        "an update of a call that nobody knows: {call:?}"
                    );
                    self.statuses.extend(call.fields.status);
                    self.take(call.fields.content);
                }
                other => panic!("{other:?}"),
            },
        }
    }

    fn take(&mut self, content: Option<Vec<schema::ToolCallContent>>) {
        let content = content.unwrap_or_default();
        let diffs = diffs_of(&content);
        if !diffs.is_empty() {
            self.diffs.push(diffs);
        }
        let texts = content.into_iter().filter_map(|item| match item {
            schema::ToolCallContent::Content(content) => match content.content {
                schema::ContentBlock::Text(text) => Some(text.text),
                _ => None,
            },
            _ => None,
        });
        self.told.extend(texts);
    }
}

fn diffs_of(content: &[schema::ToolCallContent]) -> Vec<schema::Diff> {
    let diffs = content.iter().filter_map(|item| match item {
        schema::ToolCallContent::Diff(diff) => Some(diff.clone()),
        _ => None,
    });
    diffs.collect()
}

/// What a file is now, where there is one.
#[expect(clippy::disallowed_methods, reason = "an editor that looks at its own files")]
fn text_of(path: &Path) -> Option<String> {
    std::fs::read_to_string(path).ok()
}

/// Whether each diff begins with what its file is.
fn are_honest(diffs: &[schema::Diff]) -> bool {
    !diffs.is_empty() && diffs.iter().all(|diff| text_of(&diff.path) == diff.old_text)
}

/// The client's answer: what the user says, but never yes to a diff of other files than there are.
fn answer(
    request: &schema::RequestPermissionRequest,
    user: User,
) -> schema::RequestPermissionResponse {
    let content = request.tool_call.fields.content.clone().unwrap_or_default();
    let kind = match user {
        User::Cancels => {
            let outcome = schema::RequestPermissionOutcome::Cancelled;
            return schema::RequestPermissionResponse::new(outcome);
        }
        User::Allows | User::CancelsAndAllows if are_honest(&diffs_of(&content)) => Kind::AllowOnce,
        _ => Kind::RejectOnce,
    };
    let option = request.options.iter().find(|option| option.kind == kind).unwrap();
    let selected = schema::SelectedPermissionOutcome::new(option.option_id.clone());
    schema::RequestPermissionResponse::new(schema::RequestPermissionOutcome::Selected(selected))
}

/// One session with one prompt; what became known of its call, and why the turn stopped.
async fn session(files: &Scratch, patch: &str, user: User) -> Result<(Call, schema::StopReason)> {
    let (updates, mut heard) = mpsc::unbounded_channel();
    let requests = updates.clone();
    let send = |to: &mpsc::UnboundedSender<Heard>, heard| to.send(heard).map_err(|_| gone());
    let stopped = Client
        .v1()
        .on_receive_notification(
            async move |update: schema::SessionNotification, _| {
                send(&updates, Heard::Update(Box::new(update.update)))
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
                    agent.send_notification(schema::CancelNotification::new(id))?;
                }
                send(&requests, Heard::Asked(Box::new(request.tool_call)))?;
                responder.respond(response)
            },
            on_receive_request!(),
        )
        .connect_with(agent("v1"), async |agent: ConnectionTo<Agent>| {
            let hello = schema::InitializeRequest::new(ProtocolVersion::V1);
            agent.send_request(hello).block_task().await?;
            let new = schema::NewSessionRequest::new(files.root());
            let session_id = agent.send_request(new).block_task().await?.session_id;
            let prompt = schema::PromptRequest::new(session_id, vec![patch.into()]);
            Ok(agent.send_request(prompt).block_task().await?.stop_reason)
        })
        .await?;
    let mut call = Call::default();
    while let Ok(next) = heard.try_recv() {
        call.hear(next);
    }
    Ok((call, stopped))
}

/// A session over these files, and the files afterwards.
#[track_caller]
fn run(main: &str, patch: &str, user: User) -> (Call, schema::StopReason, Tree) {
    let files = Scratch::new(&tree(main));
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let (call, stopped) = runtime.block_on(session(&files, patch, user)).unwrap();
    (call, stopped, files.read())
}

const PENDING: schema::ToolCallStatus = schema::ToolCallStatus::Pending;
const FAILED: schema::ToolCallStatus = schema::ToolCallStatus::Failed;

#[test]
fn a_patch_that_the_user_allows_is_applied() {
    let (call, stopped, files) = run(MAIN, FIX, User::Allows);
    let done = [PENDING, schema::ToolCallStatus::InProgress, schema::ToolCallStatus::Completed];
    assert_eq!(call.statuses, done);
    assert_eq!(stopped, schema::StopReason::EndTurn);
    assert_eq!(call.diffs.len(), 3, "pending, the request, completed");
    assert!(call.diffs.iter().all(|diffs| *diffs == call.diffs[0]), "{:?}", call.diffs);
    let [gone, main] = &*call.diffs[0] else { panic!("{:?}", call.diffs) };
    assert_eq!((gone.old_text.as_deref(), &*gone.new_text), (Some("g\n"), ""));
    assert_eq!(main.new_text, "fn main() {\nnew();\n}\n");
    let places: Vec<_> = call
        .locations
        .iter()
        .map(|at| (at.path.file_name().unwrap().to_owned(), at.line))
        .collect();
    assert_eq!(places, [("main.rs".into(), Some(2)), ("gone".into(), None)]);
    assert!(call.told.contains("src/main.rs"), "{}", call.told);
    let mut expected = Tree::default();
    expected.insert("src/main.rs", "fn main() {\nnew();\n}\n");
    assert_eq!(files, expected);
}

#[test]
fn a_patch_that_the_user_rejects_changes_nothing() {
    let (call, stopped, files) = run(MAIN, FIX, User::Rejects);
    assert_eq!((call.statuses, stopped), (vec![PENDING, FAILED], schema::StopReason::EndTurn));
    assert_eq!(call.told, "The user did not allow it; nothing was changed.");
    assert_eq!(files, tree(MAIN));
}

#[test]
fn a_turn_that_is_cancelled_before_the_commit_changes_nothing() {
    for user in [User::Cancels, User::CancelsAndAllows] {
        let (call, stopped, files) = run(MAIN, FIX, user);
        assert_eq!(call.statuses, [PENDING, FAILED], "{user:?}");
        assert_eq!(stopped, schema::StopReason::Cancelled, "{user:?}");
        assert_eq!(call.told, "The turn was cancelled; nothing was changed.");
        assert_eq!(files, tree(MAIN), "{user:?}");
    }
}

#[test]
fn a_patch_that_does_not_fit_fails_with_the_reason_and_nobody_is_asked() {
    let main = "fn main() {\nother();\n}\n";
    let (call, stopped, files) = run(main, FIX, User::Allows);
    assert_eq!((call.statuses, stopped), (vec![FAILED], schema::StopReason::EndTurn));
    assert_eq!((&*call.title, call.kind), ("Edit src/main.rs", Some(schema::ToolKind::Edit)));
    assert!(call.diffs.is_empty());
    assert!(call.told.contains("src/main.rs: context_not_found"), "{}", call.told);
    assert_eq!(files, tree(main));
}

#[test]
fn what_is_no_patch_is_announced_and_fails_with_the_reason() {
    let (call, _, files) = run(MAIN, "*** Begin Patch\nnonsense\n*** End Patch\n", User::Allows);
    assert_eq!((call.statuses, &*call.title), (vec![FAILED], "Apply a patch"));
    assert!(call.told.contains("nonsense"), "{}", call.told);
    assert_eq!(files, tree(MAIN));
}
