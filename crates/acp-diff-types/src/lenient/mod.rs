//! Reading that leaves out what is malformed, and says what it left out.
//!
//! The protocol lets a receiver skip malformed items of a list and treat malformed optional fields
//! as omitted. A change that is dropped unseen would hide a path from a permission prompt, so
//! everything left out comes back as a [`Skipped`].
//!
//! ```
//! use acp_diff_types::lenient;
//! use acp_diff_types::v2::Diff;
//!
//! let json = serde_json::json!({"changes": [
//!     {"operation": "delete", "path": "secrets.txt"},
//!     {"operation": "modify", "path": "/repo/a.txt"},
//! ]});
//!
//! let read = lenient::read::<Diff>(json)?;
//! assert_eq!(read.value.changes.len(), 1);
//! assert_eq!(read.skipped[0].pointer, "/changes/0");
//! # Ok::<(), serde_json::Error>(())
//! ```
//!
//! Forgiven are: items of `changes`, of a tool call's `content` and `locations`, and of a list read as
//! such; `patch`; any optional field of a content block, a location or an update; `_meta` anywhere. A
//! malformed field of an update counts as omitted, not as `null`, which would clear what is known.
//!
//! Not forgiven are `oldText` and `deleted` of v1, though the protocol would allow it: without them, a
//! modification or a delete would pass for an add. Nor is what a person is asked: the title, the
//! subject and the options of a permission request, but for what they hold under `_meta`.

use serde::de::DeserializeOwned;
use serde_json::Value;

mod prune;

use prune::{Prune, Report, settle};

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
    /// Where it stood in the input: a JSON Pointer (RFC 6901), such as `/changes/3`.
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

/// Reads `value`, leaving out malformed parts where the protocol allows it.
///
/// A `Value` has each key once. Where the input is text, strict reading sees a key that stands twice
/// and this does not, so try that first.
///
/// # Errors
///
/// When what must be there is missing or malformed.
pub fn read<T: Lenient>(mut value: Value) -> serde_json::Result<Read<T>> {
    let mut report = Report::default();
    let value = settle(&mut value, &mut report)?;
    Ok(Read { value, skipped: report.into_skipped() })
}

/// A type that can be read leniently: any object of this crate, and lists of them. Sealed: only this
/// crate implements it.
pub trait Lenient: DeserializeOwned + Prune {}

impl<T: DeserializeOwned + Prune> Lenient for T {}
