//! What cap-std has no words for: opening without following, permission bits, identity, and
//! renames that overwrite nothing or exchange two names. One file per kind of system, the same
//! functions in each.

#[cfg(not(unix))]
mod portable;
#[cfg(unix)]
mod unix;

#[cfg(not(unix))]
pub(crate) use portable::*;
#[cfg(unix)]
pub(crate) use unix::*;
