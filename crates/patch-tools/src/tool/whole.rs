//! Makes sure that tools which only read see a whole tree, not half of a commit.

use std::thread::sleep;
use std::time::{Duration, Instant};

use patch_apply::Workspace;
use patch_parse::Code;

use super::refused::ToolError;
use super::watch::Watch;

/// Longer than nearly every commit takes: one in progress is waited for.
const PATIENCE: Duration = Duration::from_secs(2);

const PAUSE: Duration = Duration::from_millis(5);

/// Waits until no commit is in progress here. Nothing is touched: an interrupted one is left to
/// callers that may write.
///
/// # Errors
///
/// `io_error` when a commit was interrupted, or takes long; `tool_failed` for a cancelled call.
pub(super) fn wait_until_whole(
    workspace: &impl Workspace,
    watch: &dyn Watch,
) -> Result<(), ToolError> {
    let deadline = Instant::now() + PATIENCE;
    loop {
        let is_whole = workspace.is_whole();
        if is_whole.map_err(|error| ToolError::new(error.code, error.to_string()))? {
            return Ok(());
        }
        if watch.is_cancelled() || Instant::now() >= deadline {
            let message = "a patch is being applied in this directory, or was interrupted";
            return Err(ToolError::new(Code::IoError, message).hint(
                "Try again; where it stays so, the next patch that is applied puts the files in order, \
                 and so does `acp-patch recover`.",
            ));
        }
        sleep(PAUSE);
    }
}
