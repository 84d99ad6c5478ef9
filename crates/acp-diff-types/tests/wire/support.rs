//! What the test modules share.

use std::fmt::Debug;

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

/// `value` is written as exactly `text`, and `text` is read as `value`. The text is pretty or
/// compact, as it comes.
#[track_caller]
pub(crate) fn check<T>(value: &T, text: &str)
where
    T: Serialize + DeserializeOwned + PartialEq + Debug,
{
    let written = if text.contains('\n') {
        serde_json::to_string_pretty(value).unwrap() + "\n"
    } else {
        serde_json::to_string(value).unwrap()
    };
    assert_eq!(written, text, "written");
    assert_eq!(&serde_json::from_str::<T>(text).unwrap(), value, "read");
}
