//! The checks, by subject. Each is a function of the host that panics when a promise is broken;
//! [`super::list`] names them and what they need.

pub(super) mod alias;
pub(super) mod commit;
pub(super) mod links;
pub(super) mod look;
pub(super) mod others;
pub(super) mod permit;
pub(super) mod refuse;
pub(super) mod resolve;
