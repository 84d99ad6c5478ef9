//! The workspaces from outside: which paths they take, what they read, and what a commit leaves.

#![allow(clippy::unwrap_used, reason = "helpers of tests may stop at the first surprise")]

mod conformance;
mod path;
mod stale;
mod support;
mod world;

#[cfg(all(unix, feature = "dir"))]
mod atomicity;
#[cfg(all(unix, feature = "dir"))]
mod confinement;
#[cfg(all(unix, feature = "dir"))]
mod dir;
#[cfg(all(target_os = "linux", feature = "dir"))]
mod system;
#[cfg(all(unix, feature = "dir"))]
mod tree;
