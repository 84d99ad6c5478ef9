//! The `_meta` map.

/// What `_meta` holds: a JSON object that the protocol leaves to clients and agents.
///
/// Implementations MUST NOT make assumptions about the values at its keys (ACP v2 schema, `_meta`
/// of any type), so nothing in this crate looks inside. Where a field of this type is optional,
/// omitted and `null` are the same and mean that there is no metadata.
pub type Meta = serde_json::Map<String, serde_json::Value>;

/// The builder method for `_meta`, the same on every type that has the field.
macro_rules! meta_builder {
    () => {
        /// Attaches `_meta`.
        #[must_use]
        pub fn meta(mut self, meta: $crate::Meta) -> Self {
            self.meta = Some(meta);
            self
        }
    };
}

pub(crate) use meta_builder;
