//! Reads the outer part of a message without building its contents.

use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::Value;

/// The most values of a message, including nested ones. A call has few; each takes many times the
/// memory of its text, so that a message of 100 MB of numbers would take gigabytes.
pub(crate) const MOST_VALUES: usize = 100_000;

/// Whether a line has more than [`MOST_VALUES`] values. It is not checked to be JSON.
pub(crate) fn has_too_many_values(line: &[u8]) -> bool {
    let (mut values, mut rest) = (1, line);
    loop {
        // Each value but the first of its list follows a comma, the first one a bracket.
        let end = rest.iter().position(|byte| {
            values += usize::from(matches!(byte, b',' | b'[' | b'{' | b':'));
            *byte == b'"'
        });
        if values > MOST_VALUES {
            return true;
        }
        let inside = end.and_then(|end| rest.get(end + 1..));
        let Some(behind) = inside.and_then(behind_string) else { return false };
        rest = behind;
    }
}

/// The text after a string whose opening quote has been read; `None` if the string does not end.
fn behind_string(text: &[u8]) -> Option<&[u8]> {
    let mut rest = text;
    loop {
        let at = memchr::memchr2(b'"', b'\\', rest)?;
        if rest.get(at) == Some(&b'"') {
            return rest.get(at + 1..);
        }
        rest = rest.get(at + 2..)?;
    }
}

/// The top-level keys of a message, as far as they identify it. The contents of its parameters need
/// not even be text.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct Envelope {
    #[serde(default)]
    jsonrpc: Text,
    #[serde(default)]
    id: Id,
    #[serde(default)]
    method: Text,
}

impl Envelope {
    /// The keys of a line that may not be a message; empty if nothing can be found.
    pub(crate) fn read(line: &[u8]) -> Self {
        // A derived reader would accept an array.
        let is_object = line.trim_ascii_start().starts_with(b"{");
        let read = is_object.then(|| serde_json::from_slice(line).ok());
        read.flatten().unwrap_or_default()
    }

    /// The id to answer to: a string or a number, else null.
    pub(crate) fn id(&self) -> Value {
        self.id.0.clone().unwrap_or_default()
    }

    /// It has a method and expects no answer.
    pub(crate) fn is_notification(&self) -> bool {
        self.method.0 != Found::Nothing && !self.id.1
    }

    /// The method of a line that is a request but for its parameters.
    pub(crate) fn request(&self) -> Option<&str> {
        match (&self.jsonrpc.0, &self.method.0, &self.id.0) {
            (Found::Text(version), Found::Text(method), Some(_)) if version == "2.0" => {
                Some(method)
            }
            _ => None,
        }
    }
}

/// A value that should be text.
#[derive(Debug, Default)]
struct Text(Found);

#[derive(Debug, Default, PartialEq, Eq)]
enum Found {
    #[default]
    Nothing,
    Text(String),
    Else,
}

/// An id if it is valid, and whether anything is in its place.
#[derive(Debug, Default)]
struct Id(Option<Value>, bool);

impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Self(match deserializer.deserialize_any(Scalar)? {
            Some(Value::String(text)) => Found::Text(text),
            _ => Found::Else,
        }))
    }
}

impl<'de> Deserialize<'de> for Id {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Self(deserializer.deserialize_any(Scalar)?, true))
    }
}

/// Takes a string or a number; skips everything else.
struct Scalar;

impl<'de> Visitor<'de> for Scalar {
    type Value = Option<Value>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any value")
    }

    fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
        Ok(Some(text.into()))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Self::Value, E> {
        Ok(Some(number.into()))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Self::Value, E> {
        Ok(Some(number.into()))
    }

    fn visit_f64<E>(self, number: f64) -> Result<Self::Value, E> {
        Ok(Some(number.into()))
    }

    fn visit_bool<E>(self, _: bool) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_unit<E>(self) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Self::Value, A::Error> {
        while items.next_element::<IgnoredAny>()?.is_some() {}
        Ok(None)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Self::Value, A::Error> {
        while entries.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn values_are_counted_and_strings_are_not_looked_into() {
        let many = "0,".repeat(MOST_VALUES);
        assert!(has_too_many_values(format!("[{many}0]").as_bytes()));
        assert!(has_too_many_values("[".repeat(MOST_VALUES + 1).as_bytes()));
        assert!(has_too_many_values(format!("{{\"a\\\"\":[{many}0]}}").as_bytes()));
        for text in [
            format!("{{\"x\":\"{many}\"}}"),
            format!("{{\"x\":\"\\\"{many}\"}}"),
            format!("\"{many}"),
            format!("\"{many}\\"),
            String::new(),
        ] {
            assert!(!has_too_many_values(text.as_bytes()), "{}", &text[..10.min(text.len())]);
        }
    }

    #[track_caller]
    fn check(line: &[u8], id: &Value, request: Option<&str>, is_notification: bool) {
        let read = Envelope::read(line);
        let found = (read.id(), read.request(), read.is_notification());
        assert_eq!(found, (id.clone(), request, is_notification), "{}", line.escape_ascii());
    }

    #[test]
    fn the_id_is_found_whatever_the_parameters_are() {
        let ping = Some("ping");
        check(br#"{"jsonrpc":"2.0","id":7,"method":"ping","params":[]}"#, &json!(7), ping, false);
        check(br#"{"params":"\ud800","id":"a","method":"ping"}"#, &json!("a"), None, false);
        check(b"{\"params\":\"\xFF\",\"id\":1.5}", &json!(1.5), None, false);
        check(br#"{"id":[1,{"a":2}],"method":"ping","jsonrpc":"2.0"}"#, &json!(null), None, false);
        check(br#"{"method":"ping"}"#, &json!(null), None, true);
        check(br#"{"id":{},"method":5}"#, &json!(null), None, false);
        for line in ["{", "[7]", "7", r#"{"id":1,"id":2}"#] {
            check(line.as_bytes(), &json!(null), None, false);
        }
    }
}
