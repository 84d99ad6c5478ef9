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
//! Forgiven are: items of `changes`, of a tool call's `content` and `locations`, and of a list read
//! as such; `patch`; any optional field of a content block, a location or an update; `_meta`
//! anywhere. A malformed field of an update counts as omitted, not as `null`, which would clear
//! what is known.
//!
//! Not forgiven are `oldText` and `deleted` of v1, though the protocol would allow it: without
//! them, a modification or a delete would pass for an add. Nor is anything forgiven that a person
//! has to decide on: the title, the subject and the options of a permission request, except under
//! their `_meta`.

use serde_json::Value;

mod prune;
mod read;
#[cfg(feature = "surface")]
mod surface;

pub use prune::Lenient;
pub use read::{Read, Skipped};

use prune::{Report, settle};

/// Reads `value`, leaving out malformed parts where the protocol allows it.
///
/// A `Value` has each key once. Where the input is text, strict reading sees a key that occurs
/// twice and this does not, so try that first.
///
/// # Errors
///
/// When what must be there is missing or malformed.
pub fn read<T: Lenient>(mut value: Value) -> serde_json::Result<Read<T>> {
    let mut report = Report::default();
    let value = settle(&mut value, &mut report)?;
    Ok(Read { value, skipped: report.into_skipped() })
}
