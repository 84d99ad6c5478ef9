//! What may be left out of which type.

use std::fmt::{Display, Write as _};

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::Skipped;
use crate::{Meta, v1, v2};

/// What makes lenient reading possible: the strict reader takes what is left.
pub trait Prune {
    /// Removes the malformed parts of `value` that may be left out.
    fn prune(value: &mut Value, report: &mut Report);
}

/// A type that can be read leniently: any object of this crate, and lists of them. Sealed: only
/// this crate implements it.
pub trait Lenient: DeserializeOwned + Prune {}

impl<T: DeserializeOwned + Prune> Lenient for T {}

/// What has been left out so far, and where the reader is.
#[derive(Default)]
pub struct Report {
    pointer: String,
    skipped: Vec<Skipped>,
}

impl Report {
    /// What was left out, in order.
    pub(super) fn into_skipped(self) -> Vec<Skipped> {
        self.skipped
    }

    /// Runs `step` one level deeper.
    pub(super) fn at<T>(&mut self, segment: impl Display, step: impl FnOnce(&mut Self) -> T) -> T {
        let length = self.pointer.len();
        // Writing to a string cannot fail.
        let _ = write!(self.pointer, "/{segment}");
        let result = step(self);
        self.pointer.truncate(length);
        result
    }

    fn skip(&mut self, value: Value, error: &serde_json::Error) {
        let pointer = self.pointer.clone();
        self.skipped.push(Skipped { pointer, value, error: error.to_string() });
    }
}

/// Reads `value`, first as it is and then without the parts that may be left out. What fails even
/// so is left as it was, to be reported whole.
pub(super) fn settle<T: Lenient>(value: &mut Value, report: &mut Report) -> serde_json::Result<T> {
    if let Ok(read) = T::deserialize(&*value) {
        return Ok(read);
    }
    let mark = report.skipped.len();
    let mut pruned = value.clone();
    T::prune(&mut pruned, report);
    let read = T::deserialize(&pruned);
    match read {
        Ok(_) => *value = pruned,
        Err(_) => report.skipped.truncate(mark),
    }
    read
}

/// Settles an optional field, or makes it `null`, which is the same as omitted.
pub(super) fn optional<T: Lenient>(
    object: &mut Map<String, Value>,
    key: &str,
    report: &mut Report,
) {
    if let Some(value) = object.get_mut(key).filter(|value| !value.is_null()) {
        report.at(key, |report| keep_or_skip::<T>(value, report));
    }
}

/// Settles `value` and returns whether that worked; otherwise reports it and empties it.
pub(super) fn keep_or_skip<T: Lenient>(value: &mut Value, report: &mut Report) -> bool {
    match settle::<T>(value, report) {
        Ok(_) => true,
        Err(error) => {
            report.skip(value.take(), &error);
            false
        }
    }
}

/// Settles a required field. Where that fails, it stays as it was for the strict reader to refuse.
pub(super) fn required<T: Lenient>(
    object: &mut Map<String, Value>,
    key: &str,
    report: &mut Report,
) {
    if let Some(value) = object.get_mut(key) {
        let _refused_later = report.at(key, |report| settle::<T>(value, report));
    }
}

/// Implements [`Prune`] for an object by its fields.
macro_rules! lenient_object {
    ($type:ty: $($rule:ident $key:literal as $field:ty),+) => {
        impl Prune for $type {
            fn prune(value: &mut Value, report: &mut Report) {
                if let Value::Object(object) = value {
                    $($rule::<$field>(object, $key, report);)+
                }
            }
        }
    };
}

#[cfg(feature = "surface")]
pub(super) use lenient_object;

lenient_object!(v1::Diff: optional "_meta" as Meta);
lenient_object!(v2::Diff:
    required "changes" as Vec<v2::DiffChange>,
    optional "patch" as v2::DiffPatch,
    optional "_meta" as Meta
);
lenient_object!(v2::DiffChange:
    optional "fileType" as v2::DiffFileType,
    optional "mimeType" as String,
    optional "_meta" as Meta
);
lenient_object!(v2::DiffPatch: optional "_meta" as Meta);
/// Lists lose their malformed items.
impl<T: Lenient> Prune for Vec<T> {
    fn prune(value: &mut Value, report: &mut Report) {
        if let Value::Array(items) = value {
            let mut index = 0_usize;
            items.retain_mut(|item| {
                let kept = report.at(index, |report| keep_or_skip::<T>(item, report));
                index += 1;
                kept
            });
        }
    }
}

/// Implements [`Prune`] for values that are right or wrong as a whole.
macro_rules! lenient_whole {
    ($($type:ty),+) => {
        $(impl Prune for $type {
            fn prune(_value: &mut Value, _report: &mut Report) {}
        })+
    };
}

lenient_whole!(String, Meta, v2::DiffFileType);

#[cfg(feature = "surface")]
pub(super) use lenient_whole;
