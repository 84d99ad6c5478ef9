//! What lines of the file open and head, and where that ends.
//!
//! [`scope`] goes by indentation ([`ends`]), where [`strings`] (told by their [`quotes`]) and
//! [`brackets`] say what is no end, [`records`] by lines that begin alike. [`member`] finds what an
//! anchor names by the names around it, and [`lead`] knows the lines that lead up to a heading.

mod brackets;
mod ends;
pub(super) mod lead;
pub(super) mod member;
mod quotes;
pub(super) mod records;
pub(super) mod scope;
mod strings;
