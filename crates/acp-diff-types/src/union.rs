//! Tagged unions that keep the objects they do not know.
//!
//! serde's own `#[serde(tag)]` with an untagged last variant would demote a known variant with a
//! malformed body to an unknown one. Here the discriminator alone decides, and then the body must
//! fit.

use std::fmt;
use std::marker::PhantomData;

use serde::de::value::{MapAccessDeserializer, StrDeserializer};
use serde::de::{DeserializeSeed, Error as _, MapAccess, Visitor};
use serde::{Deserializer, Serialize, Serializer};
use serde_json::map::Entry;
use serde_json::{Map, Value};

/// A union of JSON objects told apart by one string field. It is not exported, hence sealed.
pub trait Union: Sized + 'static {
    /// The key of the discriminator.
    const TAG: &'static str;

    /// The discriminators that this crate knows.
    const KNOWN: &'static [&'static str];

    /// Reads the body of the variant that `tag`, one of [`KNOWN`](Self::KNOWN), names.
    fn known<'de, D: Deserializer<'de>>(tag: &str, body: D) -> Result<Self, D::Error>;

    /// The variant for everything else.
    fn other(other: Other<Self>) -> Self;
}

/// Implements [`Union`] and `Deserialize` for an enumeration whose last variant is `Other`.
macro_rules! union {
    ($union:ident by $tag:literal: $($known:literal => $variant:ident),+ $(,)?) => {
        impl $crate::union::Union for $union {
            const TAG: &'static str = $tag;

            const KNOWN: &'static [&'static str] = &[$($known),+];

            fn known<'de, D>(tag: &str, body: D) -> Result<Self, D::Error>
            where
                D: serde::Deserializer<'de>,
            {
                match tag {
                    $($known => serde::Deserialize::deserialize(body).map(Self::$variant),)+
                    _ => Err(serde::de::Error::unknown_variant(tag, Self::KNOWN)),
                }
            }

            fn other(other: $crate::union::Other<Self>) -> Self {
                Self::Other(other)
            }
        }

        impl<'de> serde::Deserialize<'de> for $union {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                $crate::union::deserialize(deserializer)
            }
        }
    };
}

pub(crate) use union;

/// Reads a union: unknown discriminators whole, known ones strictly.
///
/// A key that occurs twice is an error: one peer would show the first value, another the last.
pub(crate) fn deserialize<'de, U, D>(deserializer: D) -> Result<U, D::Error>
where
    U: Union,
    D: Deserializer<'de>,
{
    deserializer.deserialize_map(ByTag(PhantomData))
}

/// Reads an object up to its discriminator, and the rest as that says.
struct ByTag<U>(PhantomData<U>);

impl<'de, U: Union> Visitor<'de> for ByTag<U> {
    type Value = U;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "an object with the key `{}`", U::TAG)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<U, A::Error> {
        let mut object = Map::new();
        while let Some(key) = map.next_key::<String>()? {
            if key != U::TAG {
                insert(&mut object, key, map.next_value()?)?;
                continue;
            }
            let Value::String(tag) = map.next_value()? else {
                return Err(A::Error::custom(format_args!("`{key}` must be a string")));
            };
            if !U::KNOWN.contains(&tag.as_str()) {
                insert(&mut object, key, tag.clone().into())?;
                read_rest(map, &mut object)?;
                return Ok(U::other(Other { tag, object, union: PhantomData }));
            }
            // Most writers put the discriminator first. The body is then read where it is, and
            // otherwise from a copy of the whole.
            return if object.is_empty() {
                let body = Body { map, tag: U::TAG };
                U::known(&tag, MapAccessDeserializer::new(body))
                    .map_err(|e| in_known(&key, &tag, &e))
            } else {
                insert(&mut object, key.clone(), tag.clone().into())?;
                read_rest(map, &mut object)?;
                U::known(&tag, Value::Object(object)).map_err(|e| in_known(&key, &tag, &e))
            };
        }
        Err(A::Error::missing_field(U::TAG))
    }
}

fn in_known<E: serde::de::Error>(key: &str, tag: &str, error: &impl fmt::Display) -> E {
    E::custom(format_args!("{key} `{tag}`: {error}"))
}

fn read_rest<'de, A>(mut map: A, object: &mut Map<String, Value>) -> Result<(), A::Error>
where
    A: MapAccess<'de>,
{
    while let Some(key) = map.next_key()? {
        insert(object, key, map.next_value()?)?;
    }
    Ok(())
}

fn insert<E>(object: &mut Map<String, Value>, key: String, value: Value) -> Result<(), E>
where
    E: serde::de::Error,
{
    match object.entry(key) {
        Entry::Vacant(free) => drop(free.insert(value)),
        Entry::Occupied(taken) => return Err(twice(taken.key())),
    }
    Ok(())
}

fn twice<E: serde::de::Error>(key: &str) -> E {
    E::custom(format_args!("duplicate field `{key}`"))
}

/// The rest of an object after its discriminator, which must not occur again: the reader of the
/// body would skip it like any unknown key.
struct Body<A> {
    map: A,
    tag: &'static str,
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Body<A> {
    type Error = A::Error;

    fn next_key_seed<K>(&mut self, seed: K) -> Result<Option<K::Value>, A::Error>
    where
        K: DeserializeSeed<'de>,
    {
        self.map.next_key_seed(Key { seed, tag: self.tag })
    }

    fn next_value_seed<V>(&mut self, seed: V) -> Result<V::Value, A::Error>
    where
        V: DeserializeSeed<'de>,
    {
        self.map.next_value_seed(seed)
    }

    fn size_hint(&self) -> Option<usize> {
        self.map.size_hint()
    }
}

/// Any key but the discriminator.
struct Key<K> {
    seed: K,
    tag: &'static str,
}

impl<'de, K: DeserializeSeed<'de>> DeserializeSeed<'de> for Key<K> {
    type Value = K::Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<K::Value, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl<'de, K: DeserializeSeed<'de>> Visitor<'de> for Key<K> {
    type Value = K::Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a key")
    }

    fn visit_str<E: serde::de::Error>(self, key: &str) -> Result<K::Value, E> {
        if key == self.tag {
            return Err(twice(key));
        }
        self.seed.deserialize(StrDeserializer::new(key))
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
        if U::KNOWN.contains(&tag.as_str()) {
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
    #[cfg(feature = "surface")]
    pub(crate) fn recast<V: Union>(self) -> Other<V> {
        debug_assert!(!V::KNOWN.contains(&self.tag.as_str()), "{} has a variant", self.tag);
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
