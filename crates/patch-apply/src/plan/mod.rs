//! Works out in memory what a patch makes of a workspace.
//!
//! Planning reads and never writes. A [`Plan`] ([`planned`]) is a value: it can be looked at,
//! shown, dropped, or committed, as a whole or in [`part`]; [`race`] plans and commits beside other
//! committers.
//!
//! | Question | |
//! | --- | --- |
//! | What does each section do, in order? | [`build`] |
//! | Which sections and hunks does the caller choose? | [`selection`] |
//! | Which file does a section read ([`source`]), and by which of its names? | [`names`], [`resolved`] |
//! | Which file may a name mean that does not exist? | [`listed`] |
//! | Where does a new file go? | [`target`] |
//! | Which names are those of files that the patch makes? | [`made`] |
//! | What does a section make of its file? | [`section`] |
//! | Is that done already? | [`done`] |
//! | Which sections take effect together? | [`group`] |
//! | What do the files hold after the sections so far? | [`overlay`] |
//! | Where does a new link lead? | [`links`] |
//! | What can be read and placed in advance, on several threads? | [`ahead`] |
//! | Is the patch HTML-escaped as a whole? | [`escapes`] |
//! | What would apply instead of a refused patch? | [`corrected`], [`joined`], both by [`offered`] |
//! | Does a file written anew lose what a comment stands for? | [`rewritten`] |
//! | What does the receipt say? | [`record`], [`receipts`] |

mod ahead;
mod build;
mod corrected;
mod done;
mod escapes;
mod group;
mod joined;
mod links;
mod listed;
mod made;
mod names;
mod offered;
mod overlay;
mod part;
mod planned;
mod race;
mod receipts;
mod record;
mod resolved;
mod rewritten;
mod section;
mod selection;
mod source;
mod target;

pub use build::plan;
pub use planned::Plan;
pub use race::{apply, apply_with};
