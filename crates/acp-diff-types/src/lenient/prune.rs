//! What may be left out of which type.

use std::fmt::{Display, Write as _};

use serde_json::{Map, Value};

use super::{Lenient, Skipped};
use crate::content::{Content, ContentBlock, Terminal};
use crate::{Meta, v1, v2};

/// What makes lenient reading possible: the strict reader takes what is left.
pub trait Prune {
    /// Removes the malformed parts of `value` that may be left out.
    fn prune(value: &mut Value, report: &mut Report);
}

/// What has been left out so far, and where the reader stands.
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
    fn at<T>(&mut self, segment: impl Display, step: impl FnOnce(&mut Self) -> T) -> T {
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
fn optional<T: Lenient>(object: &mut Map<String, Value>, key: &str, report: &mut Report) {
    if let Some(value) = object.get_mut(key).filter(|value| !value.is_null()) {
        report.at(key, |report| keep_or_skip::<T>(value, report));
    }
}

/// Settles `value` and says whether that worked; otherwise reports and empties it.
fn keep_or_skip<T: Lenient>(value: &mut Value, report: &mut Report) -> bool {
    match settle::<T>(value, report) {
        Ok(_) => true,
        Err(error) => {
            report.skip(value.take(), &error);
            false
        }
    }
}

/// Settles a required field. Where that fails, it stays as it was for the strict reader to refuse.
fn required<T: Lenient>(object: &mut Map<String, Value>, key: &str, report: &mut Report) {
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
lenient_object!(Content: required "content" as ContentBlock, optional "_meta" as Meta);
lenient_object!(ContentBlock: optional "annotations" as Meta, optional "_meta" as Meta);
lenient_object!(Terminal: optional "_meta" as Meta);

/// Implements [`Prune`] for the content of one version, whose fields depend on its type.
macro_rules! lenient_content {
    ($type:ty, $diff:ty) => {
        impl Prune for $type {
            fn prune(value: &mut Value, report: &mut Report) {
                match value.get("type").and_then(Value::as_str) {
                    Some("content") => Content::prune(value, report),
                    Some("diff") => <$diff>::prune(value, report),
                    Some("terminal") => Terminal::prune(value, report),
                    _ => {}
                }
            }
        }
    };
}

lenient_content!(v1::ToolCallContent, v1::Diff);
lenient_content!(v2::ToolCallContent, v2::Diff);

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
