//! From a patch and a workspace to every result, in memory.
//!
//! Planning reads and never writes. A [`Plan`] is a value: it can be looked at, shown, dropped, or
//! committed. [`build`] walks the sections of the patch, [`overlay`] holds the files as the
//! sections so far have left them, [`names`] tells which file is meant, [`section`] applies one
//! section, [`group`] the sections that take effect together, and [`selection`] knows which are
//! asked for. [`links`] says where a new link leads, [`ahead`] reads and places on several threads,
//! [`record`] keeps what is told of the sections.

mod ahead;
mod build;
mod done;
mod group;
mod links;
mod names;
mod overlay;
mod part;
mod planned;
mod race;
mod receipts;
mod record;
mod resolved;
mod section;
mod selection;
mod source;
mod target;

pub use build::plan;
pub use planned::Plan;
pub use race::{apply, apply_with};
