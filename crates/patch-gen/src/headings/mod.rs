//! Section headings: the line above a hunk that says what it is in.
//!
//! A rule looks at one line and says which part of it is a heading, if any (`rule`, and for a
//! [`Language`] `languages`, on top of `scan`); `finder` looks for the nearest one above a hunk.

mod choice;
mod finder;
mod language;
mod languages;
mod rule;
mod scan;

pub use choice::Headings;
pub(crate) use finder::Finder;
pub use language::Language;
