//! Serializes values without a `Serialize` of their own.

use std::fmt::Display;

use bstr::{BString, ByteSlice};
use patch_parse::{Format, Operation, Span};
use serde::Serializer;

use crate::{Contract, Evidence, EvidenceSet, FileReceipt, Rung};

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

/// Whether a count can be left out.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes fields by reference")]
pub(crate) fn is_zero(count: &usize) -> bool {
    *count == 0
}

/// A value of a closed list.
pub(crate) trait Named: Copy {
    /// Its name.
    fn name(self) -> &'static str;
}

impl Named for Contract {
    fn name(self) -> &'static str {
        self.as_str()
    }
}

impl Named for Evidence {
    fn name(self) -> &'static str {
        self.as_str()
    }
}

impl Named for Format {
    fn name(self) -> &'static str {
        self.as_str()
    }
}

impl Named for Operation {
    fn name(self) -> &'static str {
        self.as_str()
    }
}

impl Named for Rung {
    fn name(self) -> &'static str {
        self.as_str()
    }
}

/// A name, without the formatter that [`display`] uses: every receipt has several.
pub(crate) fn named<S: Serializer>(value: &impl Named, s: S) -> Result<S::Ok, S::Error> {
    s.serialize_str(value.name())
}

/// A list of names.
pub(crate) fn list<T: Named, S: Serializer>(values: &[T], s: S) -> Result<S::Ok, S::Error> {
    s.collect_seq(values.iter().map(|value| value.name()))
}

/// The names of kinds of evidence.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes fields by reference")]
pub(crate) fn evidence<S: Serializer>(set: &EvidenceSet, s: S) -> Result<S::Ok, S::Error> {
    s.collect_seq(set.iter().map(Named::name))
}

/// The entries of a receipt. The contents of a file before and after are usually similar, and are
/// hashed together.
pub(crate) fn files<S: Serializer>(files: &[FileReceipt], s: S) -> Result<S::Ok, S::Error> {
    s.collect_seq(files.iter().inspect(|file| {
        if let (Some(before), Some(after)) = (&file.before, &file.after) {
            before.hash_both(after);
        }
    }))
}

/// A path or other text; bytes that are not UTF-8 are replaced.
pub(crate) fn text<S: Serializer>(value: &BString, s: S) -> Result<S::Ok, S::Error> {
    match value.to_str() {
        Ok(text) => s.serialize_str(text),
        Err(_) => s.collect_str(value),
    }
}
