//! How headers name lines, by the text of both alone.
//!
//! [`heading`] is the section heading of a unified diff, [`anchor`] the anchor of a chunk, and
//! [`defines`] says which name a line defines.

pub(super) mod anchor;
pub(super) mod defines;
pub(super) mod heading;
