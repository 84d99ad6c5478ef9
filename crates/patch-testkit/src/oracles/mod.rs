//! What must hold for every input.
//!
//! Each oracle is a function that takes an input and panics with a full report when a promise is
//! broken. It does not matter where the input comes from.

pub mod apply;
pub mod confine;
pub mod cost;
pub mod diffy;
pub mod evidence;
pub mod formats;
pub mod generate;
pub mod git;
pub mod journal;
pub mod mcp;
pub mod parse;
pub mod placement;
pub mod stream;
pub mod tools;
#[cfg(feature = "faults")]
pub mod transaction;
pub mod undo;
pub mod wire;
