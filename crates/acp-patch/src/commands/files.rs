//! The files of a request: paths and texts in JSON.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fmt;

use serde::de::{Error as _, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

/// Paths and texts, each path once: a reader of maps would silently take the last of several.
#[derive(Debug)]
pub(super) struct Files(pub(super) BTreeMap<String, String>);

impl<'de> Deserialize<'de> for Files {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(EachOnce)
    }
}

/// Reads [`Files`].
struct EachOnce;

impl<'de> Visitor<'de> for EachOnce {
    type Value = Files;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a map")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Files, A::Error> {
        let mut files = BTreeMap::new();
        while let Some(path) = map.next_key::<String>()? {
            match files.entry(path) {
                Entry::Vacant(entry) => entry.insert(map.next_value()?),
                Entry::Occupied(entry) => {
                    return Err(A::Error::custom(format!("{:?} is there twice", entry.key())));
                }
            };
        }
        Ok(Files(files))
    }
}
