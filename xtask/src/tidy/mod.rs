//! `cargo xtask tidy`: checks what the compiler and clippy do not.
//!
//! Each check is a function from a [`Workspace`] to findings, so that it can be tested on a made-up
//! one; a finding says where it is, what is wrong and how to mend it. All findings are shown, not
//! only the first.
//!
//! - [`layering`]: which crate may use which, and which crates from outside, with the reasons.
//! - [`manifests`]: the lines every manifest has, and that a crate's root names its features.
//! - [`sources`]: module docs, leftovers, paths of somebody's machine.
//! - [`circles`]: no files import each other in a circle.
//! - [`codes`]: every error code is documented and provoked by a test.
//! - [`pages`]: tables of the docs can be read, and the files and tests that they name exist.
//! - [`words`]: pages, comments and names of functions use the terms of this project.

pub mod circles;
pub mod codes;
mod finding;
pub mod layering;
pub mod manifests;
pub mod pages;
pub mod sources;
pub mod words;
pub mod workspace;

use crate::error::{Result, fail};
use crate::shell::say;
pub use finding::Finding;
use workspace::Workspace;

/// A check.
type Check = fn(&Workspace) -> Vec<Finding>;

const CHECKS: &[(&str, Check)] = &[
    ("layering", layering::check),
    ("manifests", manifests::check),
    ("sources", sources::check),
    ("circles", circles::check),
    ("codes", codes::check),
    ("pages", pages::check),
    ("words", words::check),
];

/// Runs all checks on this repository.
///
/// # Errors
///
/// When a check finds something.
pub fn run() -> Result {
    let workspace = Workspace::load()?;
    let mut total = 0;
    for (name, check) in CHECKS {
        let findings = check(&workspace);
        say!("tidy {name}: {}", summary(findings.len()));
        for finding in &findings {
            say!("{finding}");
        }
        total += findings.len();
    }
    if total == 0 { Ok(()) } else { fail(format!("tidy: {}", summary(total))) }
}

fn summary(findings: usize) -> String {
    match findings {
        0 => "fine".to_owned(),
        1 => "1 thing to mend".to_owned(),
        many => format!("{many} things to mend"),
    }
}
