//! Finds section headings: the line above a hunk that shows what it is in.
//!
//! A rule examines one line and returns the part of it that is a heading, if any (`rule`, and for a
//! [`Language`] `languages`, based on `scan`); `finder` finds the nearest heading above a hunk.

mod choice;
mod finder;
mod language;
mod languages;
mod rule;
mod scan;

pub use choice::Headings;
pub(crate) use finder::Finder;
pub use language::Language;
