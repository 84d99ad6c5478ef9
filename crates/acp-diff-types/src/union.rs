//! Tagged unions that keep the objects they do not know.
//!
//! serde's own `#[serde(tag)]` with an untagged last variant would demote a known variant with a
//! malformed body to an unknown one. Here the discriminator alone decides, and then the body must
//! fit.

use std::fmt;
use std::marker::PhantomData;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value};

/// Reads the body of one known variant. The object still holds its discriminator.
pub(crate) type ReadBody<U> = fn(Value) -> serde_json::Result<U>;

/// A union of JSON objects told apart by one string field. It is not exported, hence sealed.
pub trait Union: Sized + 'static {
    /// The key of the discriminator.
    const TAG: &'static str;

    /// The discriminators that this crate knows, each with the reader of its variant.
    const KNOWN: &'static [(&'static str, ReadBody<Self>)];

    /// The variant for everything else.
    fn other(other: Other<Self>) -> Self;
}

/// The reader for the variant that `tag` names, if this crate knows it.
fn reader<U: Union>(tag: &str) -> Option<ReadBody<U>> {
    U::KNOWN.iter().find(|(known, _)| *known == tag).map(|(_, read)| *read)
}

/// Reads a union: unknown discriminators whole, known ones strictly.
pub(crate) fn deserialize<'de, U, D>(deserializer: D) -> Result<U, D::Error>
where
    U: Union,
    D: Deserializer<'de>,
{
    let object = Map::deserialize(deserializer)?;
    let tag = match object.get(U::TAG) {
        None => return Err(D::Error::missing_field(U::TAG)),
        Some(Value::String(tag)) => tag.clone(),
        Some(_) => return Err(D::Error::custom(format_args!("`{}` must be a string", U::TAG))),
    };
    match reader::<U>(&tag) {
        None => Ok(U::other(Other { tag, object, union: PhantomData })),
        Some(read) => read(Value::Object(object))
            .map_err(|error| D::Error::custom(format_args!("{} `{tag}`: {error}", U::TAG))),
    }
}

/// An object of the union `U` whose discriminator this crate does not know, kept whole.
///
/// Receivers should preserve such a payload when they store, replay, proxy or forward it, and
/// otherwise ignore it or display it generically (ACP v2 schema, the `other` variant of any
/// union). It is written back key for key; numbers are kept as far as `i64`, `u64` and `f64` carry
/// them.
pub struct Other<U> {
    tag: String,
    object: Map<String, Value>,
    union: PhantomData<fn() -> U>,
}

impl<U: Union> Other<U> {
    /// An object with the discriminator `tag` and the given `fields`.
    ///
    /// Begin `tag` with `_`: the protocol reserves all other values for its own future.
    ///
    /// # Errors
    ///
    /// When `tag` is a discriminator that has a variant of its own.
    pub fn new(
        tag: impl Into<String>,
        mut fields: Map<String, Value>,
    ) -> Result<Self, KnownDiscriminator> {
        let tag = tag.into();
        if reader::<U>(&tag).is_some() {
            return Err(KnownDiscriminator { key: U::TAG, tag });
        }
        fields.insert(U::TAG.to_owned(), Value::String(tag.clone()));
        Ok(Self { tag, object: fields, union: PhantomData })
    }

    /// Sets one field other than the discriminator.
    pub(crate) fn set(&mut self, key: &str, value: Value) {
        self.object.insert(key.to_owned(), value);
    }
}

impl<U> Other<U> {
    /// The value of the discriminator.
    pub fn discriminator(&self) -> &str {
        &self.tag
    }

    /// Whether the discriminator begins with `_`, as those of implementations do.
    pub fn is_extension(&self) -> bool {
        self.tag.starts_with('_')
    }

    /// The whole object, its discriminator included.
    pub fn object(&self) -> &Map<String, Value> {
        &self.object
    }

    /// The whole object, its discriminator included.
    pub fn into_object(self) -> Map<String, Value> {
        self.object
    }

    /// The same object in another version of the union, which must not know its discriminator
    /// either.
    pub(crate) fn recast<V: Union>(self) -> Other<V> {
        debug_assert!(reader::<V>(&self.tag).is_none(), "{} is known to both versions", self.tag);
        Other { tag: self.tag, object: self.object, union: PhantomData }
    }
}

// Derived implementations would ask the same of `U`, which is only a name here.
impl<U> Clone for Other<U> {
    fn clone(&self) -> Self {
        Self { tag: self.tag.clone(), object: self.object.clone(), union: PhantomData }
    }
}

impl<U> PartialEq for Other<U> {
    fn eq(&self, other: &Self) -> bool {
        self.object == other.object
    }
}

impl<U> Eq for Other<U> {}

impl<U> fmt::Debug for Other<U> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Other").field(&self.object).finish()
    }
}

impl<U> Serialize for Other<U> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.object.serialize(serializer)
    }
}

/// A discriminator that was to be kept as unknown, but has a variant of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnownDiscriminator {
    key: &'static str,
    tag: String,
}

impl KnownDiscriminator {
    /// The discriminator's value.
    pub fn discriminator(&self) -> &str {
        &self.tag
    }
}

impl fmt::Display for KnownDiscriminator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} `{}` is defined by the protocol; use the variant for it", self.key, self.tag)
    }
}

impl std::error::Error for KnownDiscriminator {}
