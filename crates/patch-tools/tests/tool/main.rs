//! The tools that an agent calls. The criteria of the design note *Diff tool* and the verification plan of
//! the RFC *ApplyPatch Unified Diff Contract* are tests of the same names.

#![expect(
    clippy::format_collect,
    clippy::format_push_string,
    clippy::indexing_slicing,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a check that fails stops the test, one that is skipped says so, and texts may be built simply"
)]

mod apply_patch;
mod definitions;
mod diff;
mod difflib;
mod grants;
mod session;
#[cfg(feature = "surface")]
mod session_update;
mod summary;
mod support;
