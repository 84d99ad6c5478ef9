//! `MaybeUndefined`: omitted, `null`, or a value.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A field of an update, in the three states that the protocol tells apart.
///
/// ```
/// use acp_diff_types::MaybeUndefined;
///
/// #[derive(serde::Deserialize)]
/// struct Update {
///     #[serde(default)]
///     title: MaybeUndefined<String>,
///     #[serde(default)]
///     status: MaybeUndefined<String>,
/// }
///
/// let update: Update = serde_json::from_str(r#"{"title": null}"#)?;
/// assert_eq!(update.title, MaybeUndefined::Null);
/// assert_eq!(update.status, MaybeUndefined::Undefined);
/// # Ok::<(), serde_json::Error>(())
/// ```
///
/// Source: ACP v2 schema, `ToolCallUpdate`: "omitted fields leave the existing tool call value
/// unchanged, `null` clears or unsets the value, and concrete values replace the previous value".
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[expect(clippy::exhaustive_enums, reason = "there is no fourth state")]
pub enum MaybeUndefined<T> {
    /// Omitted: what was there stays. Such a field is not written.
    #[default]
    Undefined,
    /// `null`: what was there is cleared.
    Null,
    /// What was there is replaced.
    Value(T),
}

impl<T> MaybeUndefined<T> {
    /// Whether the field is omitted.
    pub fn is_undefined(&self) -> bool {
        matches!(self, Self::Undefined)
    }

    /// Whether the field is `null`.
    pub fn is_null(&self) -> bool {
        matches!(self, Self::Null)
    }

    /// The value, where there is one.
    pub fn value(&self) -> Option<&T> {
        match self {
            Self::Value(value) => Some(value),
            Self::Undefined | Self::Null => None,
        }
    }

    /// The value, where there is one.
    pub fn into_value(self) -> Option<T> {
        match self {
            Self::Value(value) => Some(value),
            Self::Undefined | Self::Null => None,
        }
    }

    /// Takes over what `update` says. A `null` stays a `null`, so that the holder can tell what was
    /// cleared from what was never set.
    pub fn apply_update(&mut self, update: Self) {
        if !update.is_undefined() {
            *self = update;
        }
    }
}

impl<T> From<T> for MaybeUndefined<T> {
    fn from(value: T) -> Self {
        Self::Value(value)
    }
}

impl<T> From<Option<T>> for MaybeUndefined<T> {
    /// `None` is `null`: an omitted field is not set at all.
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Self::Value)
    }
}

impl From<&str> for MaybeUndefined<String> {
    fn from(value: &str) -> Self {
        Self::Value(value.to_owned())
    }
}

impl<T: Serialize> Serialize for MaybeUndefined<T> {
    /// Writes the value or `null`. Fields of this type are skipped when they are omitted; where
    /// something must be written, `null` is.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.value().serialize(serializer)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for MaybeUndefined<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Option::deserialize(deserializer).map(Self::from)
    }
}

/// Builder methods that set a field of type [`MaybeUndefined`].
#[cfg(feature = "surface")]
macro_rules! patch_builders {
    ($($(#[$attribute:meta])* $field:ident: $type:ty;)+) => {
        $(
            $(#[$attribute])*
            #[must_use]
            pub fn $field(mut self, $field: impl Into<$crate::MaybeUndefined<$type>>) -> Self {
                self.$field = $field.into();
                self
            }
        )+
    };
}

#[cfg(feature = "surface")]
pub(crate) use patch_builders;
