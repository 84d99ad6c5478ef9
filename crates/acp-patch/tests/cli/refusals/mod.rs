//! Refusals: each code from the command line, for people and for machines; nothing is changed.

mod codes;
mod differences;
mod done;
mod places;
mod whole;

use snapbox::{IntoData, str};

use crate::support::Sandbox;

const NUMBERS: &[(&str, &str)] = &[("a.txt", "1\n2\n3\n2\n")];

#[track_caller]
fn check(files: &[(&str, &str)], patch: &str, args: &[&str], expected: impl IntoData) {
    let sandbox = Sandbox::with_patch(files, patch);
    let before = sandbox.tree();
    let output = sandbox.apply(&[args, &["fix.patch"]].concat());
    output.code(1).stdout_eq(str![]).stderr_eq(expected);
    assert_eq!(sandbox.tree(), before);
}
