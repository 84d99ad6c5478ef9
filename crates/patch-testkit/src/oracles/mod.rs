//! What must hold for every input.
//!
//! Each oracle is a function that takes an input and panics with the whole story when a promise is
//! broken. Who finds the input is none of its business.

pub mod apply;
pub mod evidence;
pub mod generate;
pub mod parse;
pub mod placement;
pub mod stream;
pub mod undo;
