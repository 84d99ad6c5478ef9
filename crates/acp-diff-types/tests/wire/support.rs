//! What the test modules share.

use acp_diff_types::{AbsolutePath, Meta};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;

pub(crate) fn path(path: &str) -> AbsolutePath {
    AbsolutePath::new(path).unwrap()
}

pub(crate) fn object(value: Value) -> Meta {
    match value {
        Value::Object(object) => object,
        other => panic!("not an object: {other}"),
    }
}

#[track_caller]
pub(crate) fn read<T: DeserializeOwned>(value: Value) -> T {
    let text = value.to_string();
    serde_json::from_value(value).unwrap_or_else(|error| panic!("{error} in {text}"))
}

#[track_caller]
pub(crate) fn written(value: &impl Serialize) -> Value {
    serde_json::to_value(value).unwrap()
}
