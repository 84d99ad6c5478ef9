//! `ToolCallLocation`: where a tool call is at work.

use serde::{Deserialize, Serialize};

use crate::meta::meta_builder;
use crate::{AbsolutePath, Meta};

/// A file that a tool call reads or changes, for clients that follow along.
///
/// Source: ACP v2 schema, `ToolCallLocation`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(crate = "crate::object::strict")]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ToolCallLocation {
    /// The file.
    pub path: AbsolutePath,
    /// The line. The schema page allows 0; the protocol's own v2 types count from 1. Omitted and
    /// `null` are the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// See [`Meta`].
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub meta: Option<Meta>,
}

impl ToolCallLocation {
    /// A file as a whole.
    pub fn new(path: AbsolutePath) -> Self {
        Self { path, line: None, meta: None }
    }

    /// Names the line.
    #[must_use]
    pub fn line(mut self, line: u32) -> Self {
        self.line = Some(line);
        self
    }

    meta_builder!();
}
