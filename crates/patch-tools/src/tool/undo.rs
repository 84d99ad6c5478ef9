//! The undo of a receipt.

use patch_apply::{ApplyOptions, Failure, Refusal, Workspace, visible};
use patch_parse::Code;
use serde_json::Value;

use super::applied::Applied;
use super::apply_patch::{Ground, Mode};
use super::arguments::{Field, Kind, Spec};
use super::refused::{Refused, ToolError};
use super::session::Kept;

/// The tool as it is called and what it takes.
pub const UNDO: Spec = Spec {
    name: "Undo",
    title: "Take back a patch",
    description: "Takes back what an ApplyPatch of this session did, by the `receipt_id` of its \
                  answer: every change, or none. It is refused when one of the files has changed \
                  since. The answer is a receipt too, which can be taken back again.",
    fields: &[Field {
        name: "receipt_id",
        kind: Kind::Name { least: 1, most: 100 },
        is_required: true,
        description: "The `receipt_id` of the answer that is to be taken back.",
    }],
};

/// The receipt that a call names.
pub(super) fn receipt_id(arguments: &Value) -> Result<&str, ToolError> {
    Ok(UNDO.read(arguments)?.text("receipt_id").unwrap_or_default())
}

/// Why a receipt that is not kept cannot be taken back.
pub(super) fn unknown(id: &str) -> ToolError {
    let id: String = id.chars().take(40).collect();
    ToolError::invalid_args(format!("there is no receipt {id:?} in this session, or none any more"))
        .hint("Send the `receipt_id` of an answer of this session.")
}

/// Why a receipt cannot be taken back a second time.
pub(super) fn taken_back(id: &str) -> ToolError {
    ToolError::new(Code::ToolFailed, format!("{id} was taken back already"))
        .hint("There is nothing to do.")
}

/// The options for the patch that takes a receipt back: the files must be as it left them.
pub(super) fn options(kept: &Kept, usual: &ApplyOptions) -> ApplyOptions {
    let mut options = ApplyOptions::for_undo();
    options.durability = usual.durability;
    options.limits = usual.limits.clone();
    options.expected = kept.after.clone();
    options
}

/// Takes a receipt back.
pub(super) fn undo<W: Workspace>(
    ground: &mut Ground<'_, W>,
    kept: &Kept,
) -> Result<Applied, Refused> {
    match ground.apply(&kept.undo, Mode::Commit) {
        Ok(applied) => Ok(Applied { is_undo: true, ..applied }),
        Err(Refused::Files(refusal)) => Err(moved_on(kept, refusal)),
        Err(refused) => Err(refused),
    }
}

/// The most files that are named as changed since.
const MOST_NAMED: usize = 5;

/// Why an undo does not match, in words of its own: its caller has never seen the patch that
/// failed.
fn moved_on(kept: &Kept, refusal: Refusal) -> Refused {
    let is_about_a_file = |failure: &&Failure| {
        let code = failure.code;
        matches!(code, Code::StaleFile | Code::FileNotFound | Code::FileExists | Code::NotAFile)
    };
    let mut paths: Vec<_> =
        refusal.failures.iter().filter(is_about_a_file).map(|failure| &failure.path).collect();
    paths.dedup();
    if paths.is_empty() {
        return Refused::Files(refusal);
    }
    let named = paths.iter().take(MOST_NAMED).map(|path| visible::path(path).to_string());
    let named = named.collect::<Vec<_>>().join(", ");
    let message = match paths.len() {
        1 => format!("{named} is not as {} left it", kept.id),
        count if count <= MOST_NAMED => format!("{named} are not as {} left them", kept.id),
        count => format!("{count} files are not as {} left them, the first: {named}", kept.id),
    };
    ToolError::new(Code::StaleFile, message)
        .hint("Read the file and send a patch for what is left to take back.")
        .into()
}
