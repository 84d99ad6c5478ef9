//! `Diff`: one file as two texts.

use serde::{Deserialize, Serialize};

use crate::meta::meta_builder;
use crate::{AbsolutePath, Meta};

/// The change of one text file, as its text before and after.
///
/// ```json
/// {"path": "/repo/greeting.txt", "oldText": "hello\n", "newText": "goodbye\n"}
/// ```
///
/// A file that was added has no `oldText`. For a file that was deleted, `newText` is empty and
/// `deleted` is true; without the flag, an empty `newText` means an empty file. Moves, copies and
/// files that are not text cannot be expressed; [`v2::Diff`](crate::v2::Diff) can.
///
/// Source: ACP schema, `Diff`; RFD *Represent deleted files in diff* for `deleted`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(crate = "crate::object::strict")]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Diff {
    /// The file that changed.
    pub path: AbsolutePath,
    /// The whole text before the change. Omitted and `null` are the same: the file is new.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub old_text: Option<String>,
    /// The whole text after the change.
    pub new_text: String,
    /// Whether the file was deleted. Omitted and `null` say no more than `false` does; older peers
    /// ignore the field.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deleted: Option<bool>,
    /// See [`Meta`].
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub meta: Option<Meta>,
}

impl Diff {
    /// A file that is new, with its text. With [`old_text`](Self::old_text), one that changed.
    pub fn new(path: AbsolutePath, new_text: impl Into<String>) -> Self {
        Self { path, old_text: None, new_text: new_text.into(), deleted: None, meta: None }
    }

    /// A file that was deleted, with the text that it had.
    pub fn delete(path: AbsolutePath, old_text: impl Into<String>) -> Self {
        Self::new(path, "").old_text(old_text).deleted(true)
    }

    /// Sets the text before the change.
    #[must_use]
    pub fn old_text(mut self, old_text: impl Into<String>) -> Self {
        self.old_text = Some(old_text.into());
        self
    }

    /// Says whether the file was deleted.
    #[must_use]
    pub fn deleted(mut self, deleted: bool) -> Self {
        self.deleted = Some(deleted);
        self
    }

    meta_builder!();
}
