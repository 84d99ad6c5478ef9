//! The program as its users meet it: arguments and files in, text, JSON, status and changed files
//! out.

#![expect(
    clippy::expect_used,
    clippy::format_collect,
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "a check that fails stops the test, and texts of a few lines may be built simply"
)]
#![expect(clippy::needless_raw_string_hashes, reason = "snapshots are written by snapbox")]

mod apply;
mod bad_input;
mod batch;
mod check_diff;
mod colour;
mod convert;
mod diff;
mod diff_kinds;
mod diff_names;
mod diff_trees;
mod eval;
mod help;
mod html;
mod mcp;
mod options;
mod parse;
mod pipes;
#[cfg(unix)]
mod recover;
mod refusals;
#[cfg(unix)]
mod spark;
mod support;
#[cfg(unix)]
mod together;
mod tools;
mod trouble;
mod undo;
mod version_1;
