//! Writes text for a person: what happened, and the lines that it is about.

mod excerpt;
mod failure;
mod lines;
mod near_miss;
mod options;
mod page;
mod parse_error;
mod patch;
mod receipt;
mod refusal;

pub use self::options::ForPerson;
