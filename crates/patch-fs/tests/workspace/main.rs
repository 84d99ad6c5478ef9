//! The disk from outside: what is particular to it. What every workspace promises is checked by the
//! suite of `patch-testkit`.

#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "helpers of tests may stop at the first surprise")]

mod atomicity;
mod check;
mod confinement;
mod dir;
mod support;
#[cfg(target_os = "linux")]
mod system;
mod tree;
