//! `PermissionOption`: one answer that a person can give.

use serde::{Deserialize, Serialize};

use crate::Meta;
use crate::meta::meta_builder;
use crate::open_enum::open_enum;

/// One answer that a person can give.
///
/// Source: ACP v2 schema, `PermissionOption`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(crate = "crate::object::strict")]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct PermissionOption {
    /// What the outcome calls it. It MUST be unique within a request.
    pub option_id: String,
    /// What a person reads.
    pub name: String,
    /// What it means, as a hint for icons.
    pub kind: PermissionOptionKind,
    /// See [`Meta`].
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub meta: Option<Meta>,
}

impl PermissionOption {
    /// An answer by its identifier, what a person reads, and what it means.
    pub fn new(
        option_id: impl Into<String>,
        name: impl Into<String>,
        kind: PermissionOptionKind,
    ) -> Self {
        Self { option_id: option_id.into(), name: name.into(), kind, meta: None }
    }

    meta_builder!();
}

open_enum! {
    /// What an answer means.
    ///
    /// Source: ACP v2 schema, `PermissionOptionKind`.
    pub enum PermissionOptionKind {
        /// `allow_once`: yes, this time.
        AllowOnce = "allow_once",
        /// `allow_always`: yes, and remember that.
        AllowAlways = "allow_always",
        /// `reject_once`: no, this time.
        RejectOnce = "reject_once",
        /// `reject_always`: no, and remember that.
        RejectAlways = "reject_always",
    }
}
