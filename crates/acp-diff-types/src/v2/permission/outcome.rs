//! `RequestPermissionResponse`: the answer.

use serde::{Deserialize, Serialize};

use crate::Meta;
use crate::meta::meta_builder;
use crate::union::{Other, union};

/// The result of `session/request_permission`.
///
/// [`RequestPermissionRequest::selected`](super::RequestPermissionRequest::selected) tells which of
/// the offered options it names.
///
/// Source: ACP v2 schema, `RequestPermissionResponse`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(crate = "crate::object::strict")]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct RequestPermissionResponse {
    /// What was decided.
    pub outcome: RequestPermissionOutcome,
    /// See [`Meta`].
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub meta: Option<Meta>,
}

impl RequestPermissionResponse {
    /// An answer with this outcome.
    pub fn new(outcome: impl Into<RequestPermissionOutcome>) -> Self {
        Self { outcome: outcome.into(), meta: None }
    }

    meta_builder!();
}

/// What was decided, told apart by `outcome`.
///
/// An agent MUST NOT take an outcome that it does not know for an approval.
///
/// Source: ACP v2 schema, `RequestPermissionOutcome`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(tag = "outcome", rename_all = "snake_case")]
#[non_exhaustive]
pub enum RequestPermissionOutcome {
    /// Nothing was selected, and nothing is approved. `outcome` is `cancelled`.
    ///
    /// A client that cancels a turn with `session/cancel` MUST answer all requests that are still
    /// open with this outcome.
    Cancelled(CancelledPermissionOutcome),
    /// One option was selected. `outcome` is `selected`.
    Selected(SelectedPermissionOutcome),
    /// Any other outcome, kept whole.
    #[serde(untagged)]
    Other(Other<Self>),
}

/// That nothing was selected.
///
/// Source: ACP v2 schema, `RequestPermissionOutcome`.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(crate = "crate::object::strict")]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct CancelledPermissionOutcome {
    /// See [`Meta`]. The schema page lacks it; the protocol's own v2 types have it.
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub meta: Option<Meta>,
}

/// That an option was selected.
///
/// Source: ACP v2 schema, `SelectedPermissionOutcome`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(crate = "crate::object::strict")]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct SelectedPermissionOutcome {
    /// The option. When it is none of those offered, the agent MUST take it for a refusal.
    pub option_id: String,
    /// See [`Meta`].
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub meta: Option<Meta>,
}

impl CancelledPermissionOutcome {
    /// That nothing was selected.
    pub fn new() -> Self {
        Self::default()
    }

    meta_builder!();
}

impl SelectedPermissionOutcome {
    /// That this option was selected.
    pub fn new(option_id: impl Into<String>) -> Self {
        Self { option_id: option_id.into(), meta: None }
    }

    meta_builder!();
}

union! {
    RequestPermissionOutcome by "outcome":
    "cancelled" => Cancelled,
    "selected" => Selected,
}

impl From<CancelledPermissionOutcome> for RequestPermissionOutcome {
    fn from(cancelled: CancelledPermissionOutcome) -> Self {
        Self::Cancelled(cancelled)
    }
}

impl From<SelectedPermissionOutcome> for RequestPermissionOutcome {
    fn from(selected: SelectedPermissionOutcome) -> Self {
        Self::Selected(selected)
    }
}
