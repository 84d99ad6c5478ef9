//! `cargo xtask tidy`: what the compiler and clippy do not check.
//!
//! Each check is a function from a [`Workspace`] to findings, so that it can be tried on a made-up
//! one; a finding says where it is, what is wrong and how to mend it. All findings are shown, not
//! the first alone.
//!
//! - [`layering`]: which crate may use which, and which crates from outside, with the reasons.
//! - [`manifests`]: the lines every manifest has.
//! - [`sources`]: module docs, leftovers, paths of somebody's machine.
//! - [`codes`]: every error code is documented and provoked by a test.

pub mod codes;
pub mod layering;
pub mod manifests;
pub mod sources;
pub mod workspace;

use std::fmt;

use crate::error::{Result, fail};
use crate::shell::say;
use workspace::Workspace;

/// Something that is not as this repository wants it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The file, from the root.
    pub file: String,
    /// The line, 1-based.
    pub line: usize,
    /// What is wrong.
    pub what: String,
    /// How to mend it.
    pub mend: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, line, what, mend } = self;
        write!(f, "{file}:{line}: {what}\n    {mend}")
    }
}

/// A check.
type Check = fn(&Workspace) -> Vec<Finding>;

const CHECKS: &[(&str, Check)] = &[
    ("layering", layering::check),
    ("manifests", manifests::check),
    ("sources", sources::check),
    ("codes", codes::check),
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
