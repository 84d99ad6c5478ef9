//! What cap-std lacks: opening without following links, permission bits, identity, and renames that
//! overwrite nothing or exchange two names. One file per kind of system, with the same functions in
//! each.

mod attributes;
#[cfg(not(unix))]
mod portable;
mod seen;
#[cfg(unix)]
mod unix;

pub(crate) use attributes::{Attributes, attributes};
#[cfg(not(unix))]
pub(crate) use portable::*;
pub(crate) use seen::Seen;
#[cfg(unix)]
pub(crate) use unix::*;
