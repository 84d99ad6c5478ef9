//! The fuzz targets: any bytes to an oracle. The crate in `fuzz/` adds nothing but libFuzzer.
//!
//! A target takes any bytes. If two readings make sense, it has both: a patch, a pair of texts or a
//! message is taken as it is, and everything else is a recipe in small numbers for one. So a fuzzer
//! finds both what no generator makes and what no mutation of bytes reaches.
//!
//! Files in reading order: `target` what a target is, and `list` all of them; `cases`, `texts`,
//! `calls`, `attempts`, `journals` and `actions` decode bytes; `seeds` makes the inputs that a
//! fuzzer starts from.
//!
//! ```
//! use patch_testkit::fuzz;
//!
//! let target = fuzz::target("stream").expect("there is one");
//! (target.run)(b"--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n");
//! assert!(target.seeds().len() > 100);
//! ```

#[cfg(feature = "faults")]
mod actions;
mod attempts;
mod calls;
mod cases;
mod journals;
mod list;
mod seeds;
mod target;
mod texts;

pub use cases::cases;
pub use list::{TARGETS, run, target};
pub use target::{Seeds, Target};
pub use texts::two_texts;
