//! Reports the lines of a recording that are not a recorded call.

use patch_apply::visible;
use patch_parse::Code;
use serde::Serialize;

use crate::report::Trouble;

/// The most lines that are reported.
const MOST_TOLD: usize = 20;

/// A line that is not a recorded call.
#[derive(Debug, Serialize)]
pub(super) struct Unread {
    /// Its number, 1-based.
    pub(super) line: usize,
    pub(super) message: String,
}

/// The report on them: a count of calls that silently omitted some would be believed.
pub(super) fn report(unread: &[Unread]) -> String {
    let what = match unread.len() {
        0 => return String::new(),
        1 => "1 line that is not a recorded call".to_owned(),
        lines => format!("{lines} lines that are not recorded calls"),
    };
    let named = unread.iter().take(MOST_TOLD).map(|it| {
        let message = visible::line(it.message.as_bytes());
        format!("line {}: {message}\n", it.line)
    });
    let hint = "Give each call as one line: {\"model\", \"files\": {path: text}, \"patch\" or \"arguments\"}.";
    let trouble = Trouble::new(Code::InvalidArgs, format!("not counted: {what}"), hint);
    named.collect::<String>() + &trouble.with_effect(None)
}
