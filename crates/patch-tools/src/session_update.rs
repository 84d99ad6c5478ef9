//! Turns a tool call that changes files into the messages of an Agent Client Protocol session.
//!
//! A call is first pending, with its diff; then comes the request for permission; then it is in
//! progress and finally completed, failed or cancelled. Each step is the parameters of one message,
//! in either version of the protocol:
//!
//! | step | method | v1 | v2 |
//! |---|---|---|---|
//! | [`pending`](CallReporter::pending), or at once [`refused`](CallReporter::refused) | `session/update` | `tool_call` | `tool_call_update` |
//! | [`permission`](CallReporter::permission) | `session/request_permission` | with `toolCall` | with `subject` |
//! | [`in_progress`](CallReporter::in_progress), [`completed`](CallReporter::completed), [`failed`](CallReporter::failed), [`cancelled`](CallReporter::cancelled) | `session/update` | `tool_call_update` | `tool_call_update` |
//!
//! # Examples
//!
//! ```
//! use acp_diff_types::AbsolutePath;
//! use patch_apply::{ApplyOptions, MemoryWorkspace, plan};
//! use patch_tools::session_update::{CallReporter, Shown, Version};
//!
//! let files = MemoryWorkspace::from_files([("x", "1\n")])?;
//! let patch = patch_parse::parse(b"--- a/x\n+++ b/x\n@@ -1 +1 @@\n-1\n+2\n")?;
//! let plan = plan(&patch, &files, &ApplyOptions::default())?;
//! let shown = Shown::of_plan(&plan, &files, &AbsolutePath::new("/repo")?)?;
//!
//! let call = CallReporter::new(Version::V1, "session", "call-1");
//! let pending = call.pending(&shown);
//! assert_eq!(pending["update"]["sessionUpdate"], "tool_call");
//! assert_eq!(pending["update"]["title"], "Edit x");
//! assert_eq!(pending["update"]["content"][0]["newText"], "2\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Source: ACP v1 and v2 schemas, `ToolCall`, `ToolCallUpdate`, `RequestPermissionRequest`.

use acp_diff_types::content::{ContentBlock, TextContent};
use acp_diff_types::v2::{
    Diff, PermissionOption, PermissionOptionKind, RequestPermissionRequest, SessionNotification,
    ToolCallContent, ToolCallLocation, ToolCallStatus, ToolCallUpdate, ToolKind,
};
use acp_diff_types::{AbsolutePath, v1};
use bstr::{BStr, ByteSlice};
use patch_apply::{FileReceipt, Plan, Receipt, Refusal, Workspace};
use patch_gen::GenOptions;
use patch_parse::Operation;
use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::wire::{HunkBlock, TreeChange, WireError};

/// The version of the protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Version {
    /// The current protocol: a diff is one file's texts before and after.
    V1,
    /// The draft: a diff is a list of changes with one patch.
    V2,
}

/// How much of a file a diff of version 1 shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Blocks {
    /// One block a file, with whole texts.
    #[default]
    Files,
    /// One block a hunk, and as many locations, each the line where the block begins.
    Hunks,
}

/// What a client is shown of a change: the same diff with the request for permission, during the
/// call and afterwards.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Shown {
    /// What happens, for people: `Edit src/main.rs`.
    pub title: String,
    /// The kind of tool call: an edit; or a deletion or a move if there is nothing else.
    pub kind: ToolKind,
    /// The diff of version 2.
    pub diff: Diff,
    /// The diffs of version 1; none if it cannot express the change. The text of the call then says
    /// so.
    pub blocks: Option<Vec<v1::Diff>>,
    /// The same with a diff for each hunk.
    pub hunk_blocks: Option<Vec<HunkBlock>>,
    /// Each file, and the line of its first change, 1-based.
    pub locations: Vec<ToolCallLocation>,
}

impl Shown {
    /// What `plan` does, or would do. Call it before the plan is committed.
    ///
    /// # Errors
    ///
    /// As [`TreeChange::of_plan`], and when a name is not UTF-8.
    pub fn of_plan(
        plan: &Plan<'_>,
        workspace: &impl Workspace,
        root: &AbsolutePath,
    ) -> Result<Self, WireError> {
        let change = TreeChange::of_plan(plan, workspace, root)?;
        let diff = change.to_v2(&GenOptions::default())?;
        let receipt = plan.receipt();
        let locations = receipt.files.iter().map(|file| location(file, root));
        Ok(Self {
            title: title(receipt),
            kind: kind(receipt),
            diff,
            blocks: change.to_v1().ok(),
            hunk_blocks: change.to_v1_hunks(&GenOptions::default()).ok(),
            locations: locations.collect::<Result<_, _>>()?,
        })
    }

    fn content(&self, words: Words) -> Vec<Value> {
        let diff = |diff: &v1::Diff| value(&v1::ToolCallContent::from(diff.clone()));
        match (words, &self.blocks, &self.hunk_blocks) {
            ((Version::V2, _), ..) => vec![value(&ToolCallContent::from(self.diff.clone()))],
            ((Version::V1, Blocks::Files), Some(blocks), _) => blocks.iter().map(diff).collect(),
            ((Version::V1, Blocks::Hunks), _, Some(blocks)) => {
                blocks.iter().map(|block| diff(&block.diff)).collect()
            }
            ((Version::V1, _), ..) => {
                let patch = self.diff.patch.as_ref().and_then(|patch| patch.text());
                vec![text(patch.unwrap_or(&self.title))]
            }
        }
    }

    /// The locations for a client: each file, or each hunk that is shown alone.
    fn locations(&self, words: Words) -> Vec<ToolCallLocation> {
        match (words, &self.hunk_blocks) {
            ((Version::V1, Blocks::Hunks), Some(blocks)) => {
                let location = |block: &HunkBlock| {
                    ToolCallLocation::new(block.diff.path.clone()).line(block.line)
                };
                blocks.iter().map(location).collect()
            }
            _ => self.locations.clone(),
        }
    }
}

/// What is written how.
type Words = (Version, Blocks);

fn title(receipt: &Receipt) -> String {
    let verb = match kind(receipt) {
        ToolKind::Delete => "Delete",
        ToolKind::Move => "Move",
        _ => "Edit",
    };
    match &*receipt.files {
        [file] => format!("{verb} {}", file.path),
        files => format!("{verb} {} files", files.len()),
    }
}

fn kind(receipt: &Receipt) -> ToolKind {
    let all = |operation| receipt.files.iter().all(|file| file.operation == operation);
    if all(Operation::Delete) {
        ToolKind::Delete
    } else if all(Operation::Move) {
        ToolKind::Move
    } else {
        ToolKind::Edit
    }
}

fn location(file: &FileReceipt, root: &AbsolutePath) -> Result<ToolCallLocation, WireError> {
    let location = ToolCallLocation::new(crate::wire::absolute(root, file.path.as_bstr())?);
    let line = file.hunks.first().and_then(|hunk| u32::try_from(hunk.matched_line).ok());
    Ok(match line {
        Some(line) => location.line(line.max(1)),
        None => location,
    })
}

/// One tool call of a session, and the messages about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallReporter {
    version: Version,
    blocks: Blocks,
    session_id: String,
    tool_call_id: String,
}

/// The identifier of the answer that allows the call.
pub const ALLOW: &str = "allow";
/// The identifier of the answer that rejects it.
pub const REJECT: &str = "reject";

impl CallReporter {
    /// The call with this identifier in the session with this identifier.
    pub fn new(
        version: Version,
        session_id: impl Into<String>,
        tool_call_id: impl Into<String>,
    ) -> Self {
        let (session_id, tool_call_id) = (session_id.into(), tool_call_id.into());
        Self { version, blocks: Blocks::default(), session_id, tool_call_id }
    }

    /// Sets how much of a file a diff of version 1 shows. Version 2 has a single diff in any case.
    #[must_use]
    pub fn blocks(mut self, blocks: Blocks) -> Self {
        self.blocks = blocks;
        self
    }

    fn words(&self) -> Words {
        (self.version, self.blocks)
    }

    /// Announces the call and what it would do; nothing is done yet.
    pub fn pending(&self, shown: &Shown) -> Value {
        let call = self.call(shown).status(ToolCallStatus::Pending);
        self.update("tool_call", &call, shown.content(self.words()))
    }

    /// Asks for permission, showing the same diff. The answers are [`ALLOW`] and [`REJECT`].
    pub fn permission(&self, shown: &Shown) -> Value {
        let call = self.call(shown).status(ToolCallStatus::Pending);
        let allow = PermissionOption::new(ALLOW, "Allow", PermissionOptionKind::AllowOnce);
        let reject = PermissionOption::new(REJECT, "Reject", PermissionOptionKind::RejectOnce);
        let options = vec![allow, reject];
        match self.version {
            Version::V1 => {
                let call = with_content(&call, shown.content(self.words()));
                json!({"sessionId": self.session_id, "toolCall": call, "options": options})
            }
            Version::V2 => {
                let call = call.content(vec![shown.diff.clone().into()]);
                let request =
                    RequestPermissionRequest::with_title(&*self.session_id, &*shown.title, options);
                value(&request.subject(call))
            }
        }
    }

    /// The call runs.
    pub fn in_progress(&self) -> Value {
        self.update("tool_call_update", &self.bare(ToolCallStatus::InProgress), Vec::new())
    }

    /// The call did what was shown; `told` is the text that the model received.
    pub fn completed(&self, shown: &Shown, told: &str) -> Value {
        let locations = shown.locations(self.words());
        let call = self.bare(ToolCallStatus::Completed).locations(locations);
        let mut content = shown.content(self.words());
        content.push(text(told));
        self.update("tool_call_update", &call, content)
    }

    /// The call did nothing and has not been announced: its patch could not be read, or does not
    /// match. For a call that was [pending](Self::pending) use [`Self::failed`]. `told` is the text
    /// that the model received.
    ///
    /// Version 1 introduces a call only by `tool_call`: an update of a call that was never
    /// announced is lost.
    pub fn refused(&self, refusal: Option<&Refusal>, root: &AbsolutePath, told: &str) -> Value {
        let places = refusal.map(|refusal| places(refusal, root)).unwrap_or_default();
        let title = refused_title(refusal);
        let call = self.bare(ToolCallStatus::Failed).title(title).kind(ToolKind::Edit);
        self.update("tool_call", &call.locations(places), vec![text(told)])
    }

    /// The call did nothing; `told` is the text that the model received. Locations are the files of
    /// the refusal, and the nearest place in each.
    pub fn failed(&self, refusal: Option<&Refusal>, root: &AbsolutePath, told: &str) -> Value {
        let call = self.bare(ToolCallStatus::Failed);
        let places = refusal.map(|refusal| places(refusal, root)).unwrap_or_default();
        self.update("tool_call_update", &call.locations(places), vec![text(told)])
    }

    /// The call was cancelled before it did anything; `told` is the text that the model received.
    /// Version 1 can only say that the call failed.
    pub fn cancelled(&self, told: &str) -> Value {
        let status = match self.version {
            Version::V1 => ToolCallStatus::Failed,
            Version::V2 => ToolCallStatus::Cancelled,
        };
        self.update("tool_call_update", &self.bare(status), vec![text(told)])
    }

    fn bare(&self, status: ToolCallStatus) -> ToolCallUpdate {
        ToolCallUpdate::new(&*self.tool_call_id).status(status)
    }

    fn call(&self, shown: &Shown) -> ToolCallUpdate {
        ToolCallUpdate::new(&*self.tool_call_id)
            .title(&*shown.title)
            .kind(shown.kind.clone())
            .locations(shown.locations(self.words()))
    }

    /// The parameters of `session/update`. Version 2 has a single kind of update for new and
    /// changed calls.
    fn update(&self, in_v1: &str, call: &ToolCallUpdate, content: Vec<Value>) -> Value {
        let mut notification = value(&SessionNotification::new(&*self.session_id, call.clone()));
        if let Some(Value::Object(update)) = notification.get_mut("update") {
            if !content.is_empty() {
                update.insert("content".to_owned(), content.into());
            }
            if self.version == Version::V1 {
                update.insert("sessionUpdate".to_owned(), in_v1.into());
            }
        }
        notification
    }
}

fn with_content(call: &ToolCallUpdate, content: Vec<Value>) -> Value {
    let mut call = value(call);
    if let Value::Object(object) = &mut call {
        object.insert("content".to_owned(), content.into());
    }
    call
}

/// What was to happen, for people, as far as it is known.
fn refused_title(refusal: Option<&Refusal>) -> String {
    let failures = refusal.into_iter().flat_map(|refusal| &refusal.failures);
    let mut paths: Vec<_> = failures.map(|failure| &failure.path).collect();
    paths.retain(|path| !path.is_empty());
    paths.dedup();
    match &*paths {
        [] => "Apply a patch".to_owned(),
        [path] => format!("Edit {path}"),
        paths => format!("Edit {} files", paths.len()),
    }
}

/// The files of a refusal, each once, with the nearest place if there is one.
fn places(refusal: &Refusal, root: &AbsolutePath) -> Vec<ToolCallLocation> {
    let mut places: Vec<ToolCallLocation> = Vec::new();
    for failure in refusal.failures.iter().filter(|failure| !failure.path.is_empty()) {
        // A path that the protocol cannot carry appears only in the text.
        let Ok(path) = crate::wire::absolute(root, BStr::new(&failure.path)) else { continue };
        if places.iter().any(|place| place.path == path) {
            continue;
        }
        let near = failure.hunk().and_then(|hunk| hunk.near_miss.as_ref());
        let line = near.and_then(|near| u32::try_from(near.differing_line).ok());
        let place = ToolCallLocation::new(path);
        places.push(match line {
            Some(line) => place.line(line.max(1)),
            None => place,
        });
    }
    places
}

fn text(text: &str) -> Value {
    value(&ToolCallContent::from(ContentBlock::from(TextContent::new(text))))
}

/// A value of the protocol as JSON. All keys are strings, so that this cannot fail.
fn value(value: &impl Serialize) -> Value {
    serde_json::to_value(value).unwrap_or_else(|_| Value::Object(Map::new()))
}
