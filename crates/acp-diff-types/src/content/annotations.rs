//! Hints for display.

use serde_json::{Map, Value};

/// Hints for display, such as `audience` and `priority`, as they came: nothing in this crate acts
/// on them. Where a field of this type is optional, omitted and `null` are the same.
///
/// Source: ACP v2 schema, `Annotations`.
pub type Annotations = Map<String, Value>;

/// The builder method for `annotations`, the same on every type that has the field.
macro_rules! annotations_builder {
    () => {
        /// Attaches hints for display.
        #[must_use]
        pub fn annotations(mut self, annotations: $crate::content::Annotations) -> Self {
            self.annotations = Some(annotations);
            self
        }
    };
}

pub(super) use annotations_builder;
