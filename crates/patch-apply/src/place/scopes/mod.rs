//! What lines of the file open and head, and where that ends.
//!
//! [`scope`] goes by indentation ([`ends`]); [`strings`] (found by their [`quotes`]) and
//! [`brackets`] find the lines that end nothing. [`records`] goes by lines that begin alike.
//! [`member`] finds what an anchor names by the names around it, and [`lead`] recognises the lines
//! that lead up to a heading.

mod brackets;
mod ends;
pub(super) mod lead;
pub(super) mod member;
mod quotes;
pub(super) mod records;
pub(super) mod scope;
mod strings;

pub(crate) use brackets::balance;
