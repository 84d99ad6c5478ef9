//! One call of a tool, watched for the client.

use std::cell::Cell;
use std::sync::Arc;

use patch_fs::DirWorkspace;
use patch_tools::tool::{APPLY_PATCH, DIFF, ToolOutput, Tools, Watch};
use rmcp::model::{CallToolResult, ContentBlock, ProgressNotificationParam};
use rmcp::service::{RequestContext, RoleServer};
use serde_json::Value;
use tokio::sync::mpsc;

use crate::presence::{Client, Presence};

/// The tools, by the names that clients know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tool {
    ApplyPatch,
    Diff,
    CheckPatch,
    Undo,
}

impl Tool {
    pub(crate) fn named(name: &str) -> Option<Self> {
        Some(match name {
            "apply_patch" => Self::ApplyPatch,
            "diff" => Self::Diff,
            "check_patch" => Self::CheckPatch,
            "undo" => Self::Undo,
            _ => return None,
        })
    }

    /// Whether it needs nothing of the session and changes nothing.
    pub(crate) fn only_reads(self) -> bool {
        matches!(self, Self::Diff | Self::CheckPatch)
    }

    /// Calls it and waits.
    pub(crate) fn run(
        self,
        tools: &mut Tools<DirWorkspace>,
        arguments: &Value,
        watch: &dyn Watch,
    ) -> Arc<ToolOutput> {
        match self {
            Self::ApplyPatch => tools.call_watched(APPLY_PATCH.name, arguments, watch),
            Self::Diff => tools.call_watched(DIFF.name, arguments, watch),
            Self::CheckPatch => tools.check_patch_watched(arguments, watch),
            Self::Undo => tools.undo_watched(arguments, watch),
        }
    }
}

/// The most notifications of one call.
const MOST_STEPS: usize = 100;

/// This many files of that many.
type Step = (usize, usize);

/// Watches a call: whether the client has cancelled it and, if the client wants to know, its
/// progress.
pub(crate) struct Watched {
    context: RequestContext<RoleServer>,
    client: Client,
    steps: Option<mpsc::UnboundedSender<Step>>,
    told: Cell<usize>,
}

impl Watched {
    /// A watch, and the receiving end of its progress if the client requested it.
    pub(crate) fn new(
        context: RequestContext<RoleServer>,
        client: Client,
    ) -> (Self, Option<mpsc::UnboundedReceiver<Step>>) {
        let wanted = context.meta.get_progress_token().is_some();
        let (sender, receiver) = mpsc::unbounded_channel();
        let watched = Self { context, client, steps: wanted.then_some(sender), told: Cell::new(0) };
        (watched, wanted.then_some(receiver))
    }
}

impl Watch for Watched {
    fn is_cancelled(&self) -> bool {
        self.context.ct.is_cancelled() || self.client.is_gone()
    }

    fn progress(&self, done: usize, total: usize) {
        let Some(steps) = &self.steps else { return };
        let next = self.told.get() + total.div_ceil(MOST_STEPS).max(1);
        // Progress only increases: a file that is read twice is counted once.
        if done >= next || (done == total && self.told.get() < total) {
            self.told.set(done);
            // If nobody listens any more, the notification is dropped.
            let _ = steps.send((done, total));
        }
    }
}

/// Reports the progress of a call to the client, until the call is done or nobody listens.
///
/// The task that reads the input also sends the notifications: after the end of the input, they
/// would never be sent.
pub(crate) async fn tell(
    context: RequestContext<RoleServer>,
    steps: mpsc::UnboundedReceiver<Step>,
    client: &Client,
) {
    let ct = context.ct.clone();
    tokio::select! {
        () = tell_steps(context, steps) => {}
        () = ct.cancelled() => {}
        () = client.until(Presence::Gone) => {}
    }
}

async fn tell_steps(context: RequestContext<RoleServer>, mut steps: mpsc::UnboundedReceiver<Step>) {
    let Some(token) = context.meta.get_progress_token() else { return };
    while let Some((done, total)) = steps.recv().await {
        #[expect(clippy::cast_precision_loss, reason = "a patch has few files, next to 2^52")]
        let param = ProgressNotificationParam::new(token.clone(), done as f64)
            .with_total(total as f64)
            .with_message(format!("{done} of {total} files read"));
        if context.peer.notify_progress(param).await.is_err() {
            return;
        }
    }
}

/// The client's result: text for the model, and data, which many hosts show the model instead.
pub(crate) fn result(output: &ToolOutput) -> CallToolResult {
    let content = vec![ContentBlock::text(output.text())];
    let is_error = output.is_error();
    let make = if is_error { CallToolResult::error } else { CallToolResult::success };
    let mut result = make(content);
    result.structured_content = serde_json::to_value(output.summary()).ok();
    result
}
