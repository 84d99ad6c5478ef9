//! Objects that are read from JSON objects alone.
//!
//! A structure with derived serde code can also be read from an array, its fields in order. The
//! protocol has no such form, and an array that one reader takes for a diff must not be a list for
//! another.

use std::fmt;

use serde::de::{MapAccess, Visitor};

/// serde as the derived code of objects sees it (`#[serde(crate = "crate::object::strict")]`): the
/// same, but that a structure is read as a map.
///
/// So there is one reader of each type, its `Deserialize`, and no way around it.
pub(crate) mod strict {
    use serde::de::Visitor;

    pub(crate) use serde::*;

    use super::MapOnly;

    /// Every [`serde::Deserializer`], as far as derived code asks it for something by name.
    pub(crate) trait Deserializer<'de>: serde::Deserializer<'de> {
        /// Reads a map, and shows it to the visitor of a structure.
        fn deserialize_struct<V: Visitor<'de>>(
            self,
            _name: &'static str,
            _fields: &'static [&'static str],
            visitor: V,
        ) -> Result<V::Value, Self::Error> {
            self.deserialize_map(MapOnly(visitor))
        }

        /// As serde has it: the key of a field.
        fn deserialize_identifier<V: Visitor<'de>>(
            self,
            visitor: V,
        ) -> Result<V::Value, Self::Error> {
            serde::Deserializer::deserialize_identifier(self, visitor)
        }
    }

    impl<'de, D: serde::Deserializer<'de>> Deserializer<'de> for D {}
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
