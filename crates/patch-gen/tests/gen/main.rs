//! What the crate makes, from outside: tables, properties, and git as the reference.

#![expect(
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test may stop at the first surprise"
)]

mod files;
// Modes and symbolic links, which git is asked about, are those of Unix.
#[cfg(unix)]
mod git_compat;
#[cfg(unix)]
mod headings;
mod html;
mod hunks;
mod property;
#[cfg(unix)]
mod scratch;
mod strategies;
mod trees;
