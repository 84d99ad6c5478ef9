//! The workspaces from outside, as far as one is not like the other: which paths they take, what is
//! particular to a disk, and who changes files meanwhile.
//!
//! What every workspace promises is checked by the suite of `patch-testkit`.

#![allow(clippy::unwrap_used, reason = "helpers of tests may stop at the first surprise")]

mod path;
mod stale;
#[cfg_attr(
    not(all(unix, feature = "dir")),
    allow(dead_code, reason = "most changes are made to disks")
)]
mod support;

#[cfg(all(unix, feature = "dir"))]
mod atomicity;
#[cfg(all(unix, feature = "dir"))]
mod check;
#[cfg(all(unix, feature = "dir"))]
mod confinement;
#[cfg(all(unix, feature = "dir"))]
mod dir;
#[cfg(all(target_os = "linux", feature = "dir"))]
mod system;
#[cfg(all(unix, feature = "dir"))]
mod tree;
