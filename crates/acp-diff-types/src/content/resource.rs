//! `ResourceLink` and `EmbeddedResource`: resources by reference and with their contents.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value, from_value};

use super::{Annotations, annotations_builder};
use crate::Meta;
use crate::meta::meta_builder;
use crate::object::object;

/// A reference to a resource that the agent can reach.
///
/// For each optional field, omitted and `null` are the same.
///
/// Source: ACP v2 schema, `ResourceLink`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(remote = "Self")]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(!remote))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ResourceLink {
    /// The name, for programs and, without a title, for people.
    pub name: String,
    /// Where the resource is.
    pub uri: String,
    /// The title, for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// What the resource is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Pictures for the resource, as they came. The schema page of the draft lacks them; the
    /// protocol's own v2 types have them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub icons: Option<Vec<Map<String, Value>>>,
    /// The MIME type.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mime_type: Option<String>,
    /// The size in bytes. The schema says no more than integer, so a negative one is kept too.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<i64>,
    /// See [`Annotations`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub annotations: Option<Annotations>,
    /// See [`Meta`].
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub meta: Option<Meta>,
}

object!(ResourceLink);

impl ResourceLink {
    /// A reference by name and URI.
    pub fn new(name: impl Into<String>, uri: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            uri: uri.into(),
            title: None,
            description: None,
            icons: None,
            mime_type: None,
            size: None,
            annotations: None,
            meta: None,
        }
    }

    /// Sets the title.
    #[must_use]
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// Sets the description.
    #[must_use]
    pub fn description(mut self, description: impl Into<String>) -> Self {
        self.description = Some(description.into());
        self
    }

    /// Sets the MIME type.
    #[must_use]
    pub fn mime_type(mut self, mime_type: impl Into<String>) -> Self {
        self.mime_type = Some(mime_type.into());
        self
    }

    /// Sets the size in bytes.
    #[must_use]
    pub fn size(mut self, size: i64) -> Self {
        self.size = Some(size);
        self
    }

    annotations_builder!();
    meta_builder!();
}

/// A resource with its contents.
///
/// Source: ACP v2 schema, `EmbeddedResource`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(remote = "Self")]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(!remote))]
#[non_exhaustive]
pub struct EmbeddedResource {
    /// The contents.
    pub resource: EmbeddedResourceResource,
    /// See [`Annotations`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub annotations: Option<Annotations>,
    /// See [`Meta`].
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub meta: Option<Meta>,
}

object!(EmbeddedResource);

impl EmbeddedResource {
    /// A resource with these contents.
    pub fn new(resource: impl Into<EmbeddedResourceResource>) -> Self {
        Self { resource: resource.into(), annotations: None, meta: None }
    }

    annotations_builder!();
    meta_builder!();
}

/// The contents of a resource, told apart by the key that holds them.
///
/// With both `text` and `blob` it is refused: one peer would show what another does not.
///
/// Source: ACP v2 schema, `EmbeddedResourceResource`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(untagged)]
#[non_exhaustive]
pub enum EmbeddedResourceResource {
    /// Text, under `text`.
    TextResourceContents(TextResourceContents),
    /// Bytes, under `blob`.
    BlobResourceContents(BlobResourceContents),
}

impl<'de> Deserialize<'de> for EmbeddedResourceResource {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let object = Map::deserialize(deserializer)?;
        let read = match (object.contains_key("text"), object.contains_key("blob")) {
            (true, true) => return Err(D::Error::custom("both `text` and `blob`; send only one")),
            (true, false) => from_value(object.into()).map(Self::TextResourceContents),
            (false, true) => from_value(object.into()).map(Self::BlobResourceContents),
            (false, false) => return Err(D::Error::custom("missing field `text` or `blob`")),
        };
        read.map_err(D::Error::custom)
    }
}

impl From<TextResourceContents> for EmbeddedResourceResource {
    fn from(text: TextResourceContents) -> Self {
        Self::TextResourceContents(text)
    }
}

impl From<BlobResourceContents> for EmbeddedResourceResource {
    fn from(blob: BlobResourceContents) -> Self {
        Self::BlobResourceContents(blob)
    }
}

/// A resource that is text.
///
/// Source: ACP v2 schema, `TextResourceContents`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(remote = "Self")]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(!remote))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct TextResourceContents {
    /// The text.
    pub text: String,
    /// Where the resource is.
    pub uri: String,
    /// The MIME type. Omitted and `null` are the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mime_type: Option<String>,
    /// See [`Meta`].
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub meta: Option<Meta>,
}

object!(TextResourceContents);

impl TextResourceContents {
    /// A text and where it is.
    pub fn new(text: impl Into<String>, uri: impl Into<String>) -> Self {
        Self { text: text.into(), uri: uri.into(), mime_type: None, meta: None }
    }

    /// Sets the MIME type.
    #[must_use]
    pub fn mime_type(mut self, mime_type: impl Into<String>) -> Self {
        self.mime_type = Some(mime_type.into());
        self
    }

    meta_builder!();
}

/// A resource that is anything else.
///
/// Source: ACP v2 schema, `BlobResourceContents`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(remote = "Self")]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(!remote))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct BlobResourceContents {
    /// The bytes, in Base64.
    pub blob: String,
    /// Where the resource is.
    pub uri: String,
    /// The MIME type. Omitted and `null` are the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mime_type: Option<String>,
    /// See [`Meta`].
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub meta: Option<Meta>,
}

object!(BlobResourceContents);

impl BlobResourceContents {
    /// Bytes in Base64 and where they are.
    pub fn new(blob: impl Into<String>, uri: impl Into<String>) -> Self {
        Self { blob: blob.into(), uri: uri.into(), mime_type: None, meta: None }
    }

    /// Sets the MIME type.
    #[must_use]
    pub fn mime_type(mut self, mime_type: impl Into<String>) -> Self {
        self.mime_type = Some(mime_type.into());
        self
    }

    meta_builder!();
}
