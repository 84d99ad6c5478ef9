//! Words for people: receipts, refusals and listings.
//!
//! Everything here makes text with styles, which only a terminal shows. What comes from patches and
//! files goes through [`patch_apply::visible`], so that no byte of theirs commands the terminal, and is cut to a
//! bounded size.

mod excerpt;
mod failure;
mod lines;
mod mismatch;
mod near_miss;
mod parse_error;
pub(crate) mod patch;
pub(crate) mod receipt;
mod refusal;
pub(crate) mod style;

pub(crate) use refusal::Refused;

use patch_apply::visible;

/// The letter of an operation, and its paths: `M src/main.rs`, `R old -> new`.
fn headline(operation: &str, old_path: Option<&[u8]>, path: &[u8]) -> String {
    let letter = match operation {
        "add" => "A",
        "delete" => "D",
        "move" => "R",
        "copy" => "C",
        _ => "M",
    };
    let path = visible::path(path);
    match old_path {
        Some(old) => format!("{letter} {} -> {path}", visible::path(old)),
        None => format!("{letter} {path}"),
    }
}

/// `(+3 -1)`, coloured.
fn counts(added: usize, removed: usize) -> String {
    use style::{ADDED, REMOVED};
    format!("({ADDED}+{added}{ADDED:#} {REMOVED}-{removed}{REMOVED:#})")
}

/// `1 hunk`, `2 hunks`.
fn plural(count: usize, noun: &str) -> String {
    let ending = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{ending}")
}
