//! The result of lenient reading.

use serde_json::Value;

/// A value, and what was left out of it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[must_use = "what was skipped must be shown or logged"]
#[non_exhaustive]
pub struct Read<T> {
    /// The value without its malformed parts.
    pub value: T,
    /// The malformed parts, in order.
    pub skipped: Vec<Skipped>,
}

/// A malformed part of the input that was left out.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Skipped {
    /// Where it was in the input: a JSON Pointer (RFC 6901), such as `/changes/3`.
    pub pointer: String,
    /// The part as it came.
    pub value: Value,
    /// What is wrong with it.
    pub error: String,
}

impl Skipped {
    /// The position in its list, if it was an item of one.
    pub fn index(&self) -> Option<usize> {
        self.pointer.rsplit('/').next()?.parse().ok()
    }
}
