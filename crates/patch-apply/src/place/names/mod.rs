//! How headers name lines, by the text of both alone.
//!
//! [`heading`] is the section heading of a unified diff, [`anchor`] the anchor of a chunk, and
//! [`defines`] says which name a line defines. [`heads`] and [`flat`] are lines that head others,
//! which are deeper or not, and [`encloses`] asks whether a line lies in what a heading heads.

pub(super) mod anchor;
pub(super) mod defines;
pub(super) mod encloses;
pub(super) mod flat;
pub(super) mod heading;
pub(super) mod heads;
