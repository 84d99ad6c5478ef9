//! From a patch and a workspace to every result, in memory.
//!
//! Planning reads and never writes. A [`Plan`] ([`planned`]) is a value: it can be looked at,
//! shown, dropped, or committed, as a whole or in [`part`]; [`race`] plans and commits beside other
//! committers.
//!
//! | Question | |
//! | --- | --- |
//! | What comes of the sections, one after the other? | [`build`] |
//! | Which sections and hunks are asked for? | [`selection`] |
//! | Which file does a section read ([`source`]), and by which of its names? | [`names`], [`resolved`] |
//! | Which file may be meant by a name that names none? | [`listed`] |
//! | Where is a file put that is not there yet? | [`target`] |
//! | What does a section make of its file? | [`section`] |
//! | Is that done already? | [`done`] |
//! | Which sections take effect together? | [`group`] |
//! | How are the files after the sections so far? | [`overlay`] |
//! | Where does a new link lead? | [`links`] |
//! | What can be read and placed before, on several threads? | [`ahead`] |
//! | What would apply in the place of what is refused? | [`corrected`], [`joined`] |
//! | What is told of it? | [`record`], [`receipts`] |

mod ahead;
mod build;
mod corrected;
mod done;
mod escapes;
mod group;
mod joined;
mod links;
mod listed;
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
