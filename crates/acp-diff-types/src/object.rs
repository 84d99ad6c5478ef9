//! Objects that are read from JSON objects alone.
//!
//! A structure that serde derives can be read from an array as well, its fields in order. The protocol
//! knows no such form, and what one reader takes for a diff another must not take for a list.

use std::fmt;

use serde::Deserializer;
use serde::de::{MapAccess, Visitor};

/// Implements `Deserialize` (and, but for a body that is only read, `Serialize`) for a structure with
/// `#[serde(remote = "Self")]`, whose derived functions are its own.
macro_rules! object {
    ($type:ident) => {
        $crate::object::object!(read only $type);

        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                Self::serialize(self, serializer)
            }
        }
    };
    (read only $type:ident) => {
        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                Self::deserialize($crate::object::ObjectOnly(deserializer))
            }
        }
    };
}

pub(crate) use object;

/// Reads a structure as a map. Only structures are read through it.
pub(crate) struct ObjectOnly<D>(pub(crate) D);

impl<'de, D: Deserializer<'de>> Deserializer<'de> for ObjectOnly<D> {
    type Error = D::Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.0.deserialize_map(MapOnly(visitor))
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option
        unit unit_struct newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

/// A visitor that is shown maps alone.
struct MapOnly<V>(V);

impl<'de, V: Visitor<'de>> Visitor<'de> for MapOnly<V> {
    type Value = V::Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.expecting(f)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<V::Value, A::Error> {
        self.0.visit_map(map)
    }
}
