//! How values without a `Serialize` of their own are written.

use std::fmt::Display;

use patch_parse::Span;
use serde::Serializer;

pub(crate) fn display<S: Serializer>(value: &impl Display, s: S) -> Result<S::Ok, S::Error> {
    s.collect_str(value)
}

#[expect(clippy::ref_option, reason = "serde calls it so")]
pub(crate) fn optional<T: Display, S: Serializer>(
    value: &Option<T>,
    s: S,
) -> Result<S::Ok, S::Error> {
    match value {
        Some(value) => s.collect_str(value),
        None => s.serialize_none(),
    }
}

pub(crate) fn line<S: Serializer>(span: &Span, s: S) -> Result<S::Ok, S::Error> {
    s.serialize_u64(u64::try_from(span.line).unwrap_or(u64::MAX))
}

/// Whether a count says nothing.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes fields by reference")]
pub(crate) fn is_zero(count: &usize) -> bool {
    *count == 0
}

/// A list of names.
pub(crate) fn list<T: Display, S: Serializer>(
    values: &[T],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(values.iter().map(ToString::to_string))
}
