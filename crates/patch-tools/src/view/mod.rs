//! Patches and refusals as plain data, in the shapes that a machine reads.
//!
//! Keys have a fixed order, and the same names mean the same everywhere: `code`, `class`,
//! `path`, `patch_line` (1-based), `message`, `hint`. Bytes that are not UTF-8 show as U+FFFD: a
//! view is to be read, the patch itself is what applies.

mod error;
mod patch;
mod receipt;

pub use error::{ErrorView, FailureView, UnexplainedView};
pub use patch::{BinaryView, FileView, HunkView, LineView, PatchView};
pub use receipt::{Effects, ReceiptView};
