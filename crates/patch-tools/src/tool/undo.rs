//! The undo of a receipt.

use patch_apply::{ApplyOptions, Workspace};
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
        kind: Kind::Text,
        is_required: true,
        description: "The `receipt_id` of the answer that is to be taken back.",
    }],
};

/// The receipt that a call names.
pub(super) fn receipt_id(arguments: &Value) -> Result<&str, ToolError> {
    Ok(UNDO.read(arguments)?.text("receipt_id").unwrap_or_default())
}

/// Why a receipt cannot be taken back that is not kept.
pub(super) fn unknown(id: &str) -> ToolError {
    let id: String = id.chars().take(40).collect();
    ToolError::invalid_args(format!("there is no receipt {id:?} in this session, or none any more"))
}

/// What the options are of the patch that takes a receipt back: the files must be as it left them.
pub(super) fn options(kept: &Kept, usual: &ApplyOptions) -> ApplyOptions {
    let mut options = ApplyOptions::for_undo();
    options.sync = usual.sync;
    options.limits = usual.limits.clone();
    options.expected = kept.after.clone();
    options
}

/// Takes a receipt back.
pub(super) fn undo<W: Workspace>(
    ground: &mut Ground<'_, W>,
    kept: &Kept,
) -> Result<Applied, Refused> {
    ground.apply(&kept.undo, Mode::Commit).map(|applied| Applied { is_undo: true, ..applied })
}
