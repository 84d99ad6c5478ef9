//! Turns values into words: refusals, parse errors, receipts and patches.
//!
//! There are two readers. [`for_model`] makes text of a bounded size, for a model that wrote a
//! patch and will try again. [`for_person`] shows the lines of the patch and of the file, in colour
//! on request. Both take their sentences from the same place, as do the fields `message` and
//! `remark`.
//!
//! Text from patches and files goes through [`crate::visible`], so that none of its bytes can
//! control a terminal, and long text is cut.
//!
//! ```
//! use patch_apply::{ApplyError, ApplyOptions, apply_text, render};
//!
//! let patch = "--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n";
//! let Err(ApplyError::Refused(refusal)) = apply_text("one\nzwei\n", patch, &ApplyOptions::default())
//! else {
//!     panic!("the file has no `two`");
//! };
//! let text = render::for_model().refusal(&refusal);
//! assert!(text.contains("then line 2 differs: expected `two`, found `zwei`"));
//!
//! let text = render::for_person(patch.as_bytes()).name("fix.patch").refusal(&refusal);
//! assert!(text.contains("--> fix.patch:5"));
//! ```
//!
//! **Invariant.** Nothing here decides anything, and nothing prints.

mod budget;
mod evidence;
mod fault;
mod hint;
mod model;
mod note;
mod offer;
mod palette;
mod person;
mod sentence;
mod words;

pub use self::model::ForModel;
pub use self::palette::Palette;
pub use self::person::ForPerson;

/// Text for a model, of at most [`ForModel::LENGTH`] characters unless another limit is set.
pub fn for_model() -> ForModel {
    ForModel::default()
}

/// Text for a person. `patch` is the text that was parsed: its lines are shown beside the remarks
/// about them.
pub fn for_person(patch: &[u8]) -> ForPerson<'_> {
    ForPerson::new(patch)
}
