//! All commands for contributors and for CI: `cargo xtask help` lists them.
//!
//! An xtask is an ordinary program, so that the checks of this repository are ordinary code:
//! typed, tested, and the same on every machine. It is a library with a thin `main`, because its
//! tests use [`releases`] and [`program`] too.
//!
//! - Commands, a file each: [`ci`], [`test`](mod@test), [`tidy`], [`schemas`], [`demo`], [`fuzz`],
//!   [`proptest`], [`bench`](mod@bench), [`robustness`]; [`flags`] defines how they are called.
//! - What they use: [`shell`] prints and runs other programs, [`files`] reads and compares trees,
//!   [`error`] is the one error type.
//! - The demonstration on real input: [`releases`] are pairs of crate releases that cargo
//!   fetched, [`program`] is `acp-patch`.
//!
//! **Invariant**: xtask knows the workspace from outside, through cargo, the file system and the
//! command lines of the program and of examples. It links no crate of ours, so that it builds in
//! seconds whatever state they are in.

pub mod bench;
pub mod ci;
pub mod compare;
pub mod demo;
pub mod error;
pub mod files;
pub mod flags;
pub mod fuzz;
mod lists;
pub mod program;
pub mod proptest;
pub mod readme;
pub mod registry;
pub mod releases;
pub mod robustness;
pub mod schemas;
pub mod shell;
pub mod test;
pub mod tidy;
