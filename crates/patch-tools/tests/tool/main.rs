//! The tools that an agent calls: what each promises is a test that says so in its name.

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
mod sent;
mod session;
mod session_update;
mod summary;
mod support;
