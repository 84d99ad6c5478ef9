//! `Terminal`: a terminal to show.

use serde::{Deserialize, Serialize};

use crate::Meta;
use crate::meta::meta_builder;

/// A reference to a terminal whose output the client shows.
///
/// In v1 the client owns it and the agent made it with `terminal/create`; in v2 the agent does.
///
/// Source: ACP schema, `Terminal`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(crate = "crate::object::strict")]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Terminal {
    /// The terminal's identifier.
    pub terminal_id: String,
    /// See [`Meta`].
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub meta: Option<Meta>,
}

impl Terminal {
    /// A reference to the terminal with this identifier.
    pub fn new(terminal_id: impl Into<String>) -> Self {
        Self { terminal_id: terminal_id.into(), meta: None }
    }

    meta_builder!();
}
