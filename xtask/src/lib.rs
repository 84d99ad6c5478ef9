//! The one door to everything a contributor or CI runs: `cargo xtask help` lists it.
//!
//! An xtask is an ordinary program, so that the checks of this repository are ordinary code:
//! typed, tested, and the same on every machine. It is a library with a thin `main`, because its
//! tests use [`releases`], [`opencode`] and [`program`] too.
//!
//! - Commands, a file each: [`ci`], [`test`](mod@test), [`tidy`], [`schemas`], [`demo`], [`fuzz`],
//!   [`proptest`], [`bench`](mod@bench), [`robustness`]; [`cli`] says how they are called.
//! - What they stand on: [`shell`] prints and runs other programs, [`files`] reads and compares trees,
//!   [`error`] is the one error type.
//! - The demonstration on real input: [`releases`] are pairs of crate releases that cargo
//!   fetched, [`opencode`] writes a git patch in the other format, [`program`] is `acp-patch`.
//!
//! **Invariant**: xtask knows the workspace from outside, through cargo, the file system and the
//! program's command line. The one library it links is `patch-parse`, for the list of codes and
//! for the syntax tree.

pub mod bench;
pub mod ci;
pub mod cli;
pub mod demo;
pub mod error;
pub mod files;
pub mod fuzz;
pub mod growth;
pub mod opencode;
pub mod program;
pub mod proptest;
pub mod readme;
pub mod releases;
pub mod robustness;
pub mod schemas;
pub mod shell;
pub mod test;
pub mod tidy;
