//! `ToolCallUpdate`: a tool call, or what changed of one.

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{
    ToolCallCapabilities, ToolCallContent, ToolCallContentChunk, ToolCallLocation, ToolCallStatus,
    ToolKind,
};
use crate::maybe_undefined::patch_builders;
use crate::{MaybeUndefined, Meta};

/// A tool call that is new, or what changed of one that is known.
///
/// Only the identifier is required. An omitted field leaves what is known as it is, `null` clears it,
/// and a value replaces it; lists are replaced whole, and the empty list clears as `null` does.
/// `_meta` alone is patched key by key, see [`apply_update`](Self::apply_update).
///
/// ```
/// use acp_diff_types::MaybeUndefined;
/// use acp_diff_types::v2::{ToolCallStatus, ToolCallUpdate};
///
/// let mut call = ToolCallUpdate::new("1").title("Edit").status(ToolCallStatus::Pending);
/// call.apply_update(ToolCallUpdate::new("1").status(ToolCallStatus::Completed))?;
/// assert_eq!(call.title, "Edit".into());
/// assert_eq!(call.status, MaybeUndefined::Value(ToolCallStatus::Completed));
/// # Ok::<(), acp_diff_types::v2::OtherToolCall>(())
/// ```
///
/// Source: ACP v2 schema, `ToolCallUpdate`; `name` and `capabilities` are in the protocol's own v2
/// types alone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(crate = "crate::object::strict")]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ToolCallUpdate {
    /// Which tool call, within the session.
    pub tool_call_id: String,
    /// The tool's name, for programs.
    #[serde(default, skip_serializing_if = "MaybeUndefined::is_undefined")]
    pub name: MaybeUndefined<String>,
    /// What the tool does, for people.
    #[serde(default, skip_serializing_if = "MaybeUndefined::is_undefined")]
    pub title: MaybeUndefined<String>,
    /// The kind of tool; `null` resets it to `other`.
    #[serde(default, skip_serializing_if = "MaybeUndefined::is_undefined")]
    pub kind: MaybeUndefined<ToolKind>,
    /// How far it is; `null` resets it to `pending`.
    #[serde(default, skip_serializing_if = "MaybeUndefined::is_undefined")]
    pub status: MaybeUndefined<ToolCallStatus>,
    /// What it produced, the whole of it. To append, an agent sends a [`ToolCallContentChunk`].
    #[serde(default, skip_serializing_if = "MaybeUndefined::is_undefined")]
    pub content: MaybeUndefined<Vec<ToolCallContent>>,
    /// The files that it reads or changes, all of them.
    #[serde(default, skip_serializing_if = "MaybeUndefined::is_undefined")]
    pub locations: MaybeUndefined<Vec<ToolCallLocation>>,
    /// What was sent to the tool. A JSON `null` is [`MaybeUndefined::Null`], never a value.
    #[serde(default, skip_serializing_if = "MaybeUndefined::is_undefined")]
    pub raw_input: MaybeUndefined<Value>,
    /// What the tool returned. A JSON `null` is [`MaybeUndefined::Null`], never a value.
    #[serde(default, skip_serializing_if = "MaybeUndefined::is_undefined")]
    pub raw_output: MaybeUndefined<Value>,
    /// What the client may do to it, all of it.
    #[serde(default, skip_serializing_if = "MaybeUndefined::is_undefined")]
    pub capabilities: MaybeUndefined<ToolCallCapabilities>,
    /// See [`Meta`]. An object patches what is known, key by key.
    #[serde(rename = "_meta", default, skip_serializing_if = "MaybeUndefined::is_undefined")]
    pub meta: MaybeUndefined<Meta>,
}

impl ToolCallUpdate {
    /// An update that says nothing yet about the tool call of this identifier.
    pub fn new(tool_call_id: impl Into<String>) -> Self {
        Self {
            tool_call_id: tool_call_id.into(),
            name: MaybeUndefined::Undefined,
            title: MaybeUndefined::Undefined,
            kind: MaybeUndefined::Undefined,
            status: MaybeUndefined::Undefined,
            content: MaybeUndefined::Undefined,
            locations: MaybeUndefined::Undefined,
            raw_input: MaybeUndefined::Undefined,
            raw_output: MaybeUndefined::Undefined,
            capabilities: MaybeUndefined::Undefined,
            meta: MaybeUndefined::Undefined,
        }
    }

    patch_builders! {
        /// Sets the tool's name, or clears it with `None`.
        name: String;
        /// Sets the title, or clears it with `None`.
        title: String;
        /// Sets the kind of tool, or resets it with `None`.
        kind: ToolKind;
        /// Sets the status, or resets it with `None`.
        status: ToolCallStatus;
        /// Replaces the content, or clears it with `None`.
        content: Vec<ToolCallContent>;
        /// Replaces the locations, or clears them with `None`.
        locations: Vec<ToolCallLocation>;
        /// Replaces what the client may do, or clears it with `None`.
        capabilities: ToolCallCapabilities;
        /// Patches the metadata key by key, or clears it with `None`.
        meta: Meta;
    }

    /// Sets what was sent to the tool, or clears it with `None` or a JSON `null`.
    #[must_use]
    pub fn raw_input(mut self, raw_input: impl Into<MaybeUndefined<Value>>) -> Self {
        self.raw_input = one_null(raw_input.into());
        self
    }

    /// Sets what the tool returned, or clears it with `None` or a JSON `null`.
    #[must_use]
    pub fn raw_output(mut self, raw_output: impl Into<MaybeUndefined<Value>>) -> Self {
        self.raw_output = one_null(raw_output.into());
        self
    }

    /// Takes over what a later update of the same tool call says.
    ///
    /// A cleared field is kept as `null`. Of `_meta`, keys that the update omits stay, keys that it
    /// sets to `null` go, and all others are replaced without looking inside. (The schema page is
    /// silent on that; so say the protocol's own v2 types.)
    ///
    /// # Errors
    ///
    /// When the update is about another tool call. Nothing is taken over then.
    pub fn apply_update(&mut self, update: Self) -> Result<(), OtherToolCall> {
        let Self {
            tool_call_id,
            name,
            title,
            kind,
            status,
            content,
            locations,
            raw_input,
            raw_output,
            capabilities,
            meta,
        } = update;
        self.must_be(tool_call_id)?;
        self.name.apply_update(name);
        self.title.apply_update(title);
        self.kind.apply_update(kind);
        self.status.apply_update(status);
        self.content.apply_update(content);
        self.locations.apply_update(locations);
        self.raw_input.apply_update(raw_input);
        self.raw_output.apply_update(raw_output);
        self.capabilities.apply_update(capabilities);
        patch_meta(&mut self.meta, meta);
        Ok(())
    }

    /// Appends one item to the content.
    ///
    /// # Errors
    ///
    /// When the chunk is about another tool call. Nothing is taken over then.
    pub fn apply_chunk(&mut self, chunk: ToolCallContentChunk) -> Result<(), OtherToolCall> {
        let ToolCallContentChunk { tool_call_id, content: item, meta: _ } = chunk;
        self.must_be(tool_call_id)?;
        match &mut self.content {
            MaybeUndefined::Value(content) => content.push(item),
            empty => *empty = MaybeUndefined::Value(vec![item]),
        }
        Ok(())
    }

    fn must_be(&self, tool_call_id: String) -> Result<(), OtherToolCall> {
        if self.tool_call_id == tool_call_id {
            return Ok(());
        }
        Err(OtherToolCall { expected: self.tool_call_id.clone(), found: tool_call_id })
    }
}

/// The wire has one `null`: a value of it would come back as another state.
fn one_null(raw: MaybeUndefined<Value>) -> MaybeUndefined<Value> {
    match raw {
        MaybeUndefined::Value(Value::Null) => MaybeUndefined::Null,
        raw => raw,
    }
}

fn patch_meta(known: &mut MaybeUndefined<Meta>, update: MaybeUndefined<Meta>) {
    let MaybeUndefined::Value(patch) = update else {
        return known.apply_update(update);
    };
    let mut meta = std::mem::take(known).into_value().unwrap_or_default();
    for (key, value) in patch {
        if value.is_null() {
            meta.remove(&key);
        } else {
            meta.insert(key, value);
        }
    }
    *known = MaybeUndefined::Value(meta);
}

/// An update was to be applied to a tool call that it is not about.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct OtherToolCall {
    /// The tool call that was to be updated.
    pub expected: String,
    /// The tool call that the update is about.
    pub found: String,
}

impl fmt::Display for OtherToolCall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { expected, found } = self;
        write!(f, "the update is about tool call {found:?}, not {expected:?}; look it up by its id")
    }
}

impl std::error::Error for OtherToolCall {}
