//! The real effect of a patch on the files, beside its receipt.

use acp_diff_types::AbsolutePath;
use acp_diff_types::v2::Diff;
use patch_apply::{Plan, Receipt, Workspace};
use patch_gen::GenOptions;
use serde::Serialize;

use crate::wire::{TreeChange, WireError};

/// The effect of a plan on the files of a workspace: computed from the bytes before and after, not
/// from the patch.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Effects {
    /// The diff that a client of the protocol shows, or why the protocol cannot express it: for
    /// example a name that is not UTF-8.
    pub diff: Result<Diff, String>,
    /// The patch that takes it back under
    /// [`ApplyOptions::for_undo`](patch_apply::ApplyOptions::for_undo), whatever the names are.
    pub undo: String,
}

impl Effects {
    /// What `plan` does, or would do. Call it before the plan is committed.
    ///
    /// # Errors
    ///
    /// As [`TreeChange::of_plan`].
    pub fn of_plan(
        plan: &Plan<'_>,
        workspace: &impl Workspace,
        root: &AbsolutePath,
    ) -> Result<Self, WireError> {
        let change = TreeChange::of_plan(plan, workspace, root)?;
        let diff = change.to_v2(&GenOptions::default()).map_err(|error| error.to_string());
        let undo = change.undo().to_bytes();
        // Text is UTF-8, names are escaped, everything else is base85.
        Ok(Self { diff, undo: String::from_utf8_lossy(&undo).into_owned() })
    }

    /// The bytes of its texts.
    pub(crate) fn weight(&self) -> usize {
        let patch = self.diff.as_ref().ok().and_then(|diff| diff.patch.as_ref());
        self.undo.len() + patch.and_then(|patch| patch.text()).map_or(0, str::len)
    }
}

/// A receipt with what the patch did to the files.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schemars", schemars(rename = "Receipt"))]
#[non_exhaustive]
pub struct ReceiptView<'r> {
    /// The receipt itself.
    #[serde(flatten)]
    pub receipt: &'r Receipt,
    /// The ACP v2 diff of what changed; absent where the protocol has no words for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub diff: Option<&'r Diff>,
    /// The patch that takes it back, under the git contract. It may bring back a link that leads out
    /// of the root, which has to be allowed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub undo: Option<&'r str>,
    /// Why there is no diff, or neither.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub not_shown: Option<String>,
}

impl<'r> ReceiptView<'r> {
    /// A receipt, and its effects or why they cannot be shown.
    pub fn new(receipt: &'r Receipt, effects: Result<&'r Effects, &WireError>) -> Self {
        let (diff, not_shown) = match effects.map(|effects| effects.diff.as_ref()) {
            Ok(Ok(diff)) => (Some(diff), None),
            Ok(Err(reason)) => (None, Some(reason.clone())),
            Err(error) => (None, Some(error.to_string())),
        };
        let undo = effects.ok().map(|effects| effects.undo.as_str());
        Self { receipt, diff, undo, not_shown }
    }
}
