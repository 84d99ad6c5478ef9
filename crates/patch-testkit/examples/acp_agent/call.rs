//! The tool call of a turn: plan, show, ask, commit.

use std::fmt::Display;

use agent_client_protocol::{Error, Result};
use patch_apply::{ApplyOptions, plan, render};
use patch_fs::DirWorkspace;
use patch_tools::session_update::{CallReporter, Shown};
use serde_json::Value;

use crate::sessions::Turn;

/// The receiver of a call's messages: the client, in either version.
pub(crate) trait Listener: Send + Sync {
    /// Sends the parameters of a `session/update`.
    fn tell(&self, update: Value) -> Result<()>;

    /// Sends those of a `session/request_permission`; returns whether the answer is yes.
    fn ask(&self, request: Value) -> impl Future<Output = Result<bool>> + Send;
}

/// How a turn ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ended {
    Done,
    Cancelled,
}

/// Makes the call and reports its progress.
pub(crate) async fn run(
    listener: &impl Listener,
    call: &CallReporter,
    turn: &Turn,
    patch: &str,
) -> Result<Ended> {
    let mut is_announced = false;
    let ended = edit(listener, call, turn, patch, &mut is_announced).await;
    if let Err(error) = &ended {
        let (root, told) = (&turn.root, error.to_string());
        let failed = if is_announced {
            call.failed(None, root, &told)
        } else {
            call.refused(None, root, &told)
        };
        listener.tell(failed)?;
        return Ok(Ended::Done);
    }
    ended
}

async fn edit(
    listener: &impl Listener,
    call: &CallReporter,
    turn: &Turn,
    patch: &str,
    is_announced: &mut bool,
) -> Result<Ended> {
    let (words, root) = (render::for_model(), &turn.root);
    let tell = |update| listener.tell(update).map(|()| Ended::Done);
    let mut files = DirWorkspace::open(root).map_err(internal)?;
    let options = ApplyOptions::default();

    let patch = match patch_parse::parse(patch.as_bytes()) {
        Ok(patch) => patch,
        Err(error) => return tell(call.refused(None, root, &words.parse_error(&error))),
    };
    let plan = match plan(&patch, &files, &options) {
        Ok(plan) => plan,
        Err(refusal) => {
            return tell(call.refused(Some(&refusal), root, &words.refusal(&refusal)));
        }
    };
    let shown = Shown::of_plan(&plan, &files, root).map_err(internal)?;
    tell(call.pending(&shown))?;
    *is_announced = true;
    let is_allowed = tokio::select! {
        answer = listener.ask(call.permission(&shown)) => answer?,
        () = turn.cancelled() => false,
    };
    // An answer may have been on its way when the turn was cancelled.
    if turn.is_cancelled() {
        listener.tell(call.cancelled("The turn was cancelled; nothing was changed."))?;
        return Ok(Ended::Cancelled);
    }
    if !is_allowed {
        return tell(call.failed(None, root, "The user did not allow it; nothing was changed."));
    }
    tell(call.in_progress())?;
    // What was shown is what is written: if a file changed meanwhile, the call is refused.
    tell(match plan.commit(&mut files) {
        Ok(receipt) => call.completed(&shown, &words.receipt(&receipt)),
        Err(refusal) => call.failed(Some(&refusal), root, &words.refusal(&refusal)),
    })
}

pub(crate) fn internal(error: impl Display) -> Error {
    Error::internal_error().data(error.to_string())
}
