//! Workspaces from outside: which paths they take, and who changes files meanwhile.
//!
//! What every workspace promises is checked by the suite of `patch-testkit`; what is particular to
//! a disk, by `patch-fs`.

#![expect(clippy::unwrap_used, reason = "tests may stop at the first surprise")]

mod path;
mod stale;
