//! An agent of the Agent Client Protocol on standard input and output: shows how a host puts the
//! layers into a session.
//!
//! ```text
//! acp_agent [v1|v2]
//! ```
//!
//! `v1`, the default, is the current protocol, `v2` the draft. The agent has no model: a prompt
//! contains what a model would write, one patch in either format. Each prompt is one tool call,
//! from pending over the request for permission to completed, failed or cancelled. The agent
//! handles `initialize`, `session/new`, `session/prompt` and `session/cancel`. `tests/acp_agent` is
//! its client.
//!
//! Files, in reading order: `call` one call, whatever the version; `sessions` the directory of
//! each, and whether its turn is cancelled; `v1` and `v2` the messages.

mod call;
mod fresh;
mod sessions;
mod v1;
mod v2;

use agent_client_protocol::{Error, Result};

use crate::call::internal;
use crate::sessions::Sessions;

fn main() -> Result<()> {
    let version = std::env::args().nth(1);
    let runtime = tokio::runtime::Builder::new_current_thread().build().map_err(internal)?;
    match version.as_deref() {
        None | Some("v1") => runtime.block_on(v1::serve(Sessions::default())),
        Some("v2") => runtime.block_on(v2::serve(Sessions::default())),
        Some(_) => Err(Error::invalid_params().data("usage: acp_agent [v1|v2]")),
    }
}
