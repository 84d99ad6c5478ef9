//! What happens to a patch on its way from its writer, and to the files meanwhile.
//!
//! There are two kinds. [`Noise`] is *blind*: it changes bytes, and only a model of the rules can
//! determine the result. A [`Damage`] is *informed*: it starts from a real change between two
//! texts, knows where each hunk belongs, and damages the patch or the file in one way that models
//! are known for. So it can say, without any rule of placement, which bytes are right and whether
//! refusing is wrong, acceptable, or the only right answer.
//!
//! ```
//! use patch_parse::Format;
//! use patch_testkit::noise::{Damage, Pair, Refusal};
//!
//! let pair = Pair { path: "x", old: b"a\nb\nc\nd\n", new: b"a\nb\nC\nd\n" };
//! let damage = Damage::named("no_numbers").unwrap();
//! let case = damage.case(&pair, Format::Unified, 7).unwrap();
//! assert!(case.patch.ends_with(b"+++ b/x\n@@\n a\n b\n-c\n+C\n d\n"));
//! assert_eq!((case.refusal, case.expected.as_slice()), (Refusal::Wrong, &pair.new[..]));
//! ```
//!
//! # How an informed case is made
//!
//! `pair` two texts of a file, `samples` some that are always at hand; `rng` numbers from a seed;
//! `scene` the change, the file and the writing as values that a damage may spoil, with `look` for
//! what is around the hunks; `widest` the widest reading of a line there is, `places` where a block
//! could be said to be by it; `single_out` what a chunk of the `OpenCode` format needs to be found
//! by that format's rule; `write` the patch text; `splice` the right bytes. `damage` says what a
//! damage is, and there is a file for each theme: `numbers`, `blanks`, `units`, `signs`, `endings`,
//! `wrapping`, `names`, `cut`, `context`, `state`, `order`, `redundant`, `anchors`, `repeats`.
//! `case` what comes of one and how it is judged; `catalogue` all damages, and the making of cases;
//! `pending` what the library is not held to yet.
//!
//! [`repetitive`] is a generator of its own: files of very similar copies, with the truth by
//! construction.
//!
//! **Invariant.** A case is fair: a reader who sees only the patch and the file can determine what
//! is right. If a pair of texts does not allow a fair case, there is none.

mod anchors;
mod blanks;
mod blind;
mod blocks;
mod case;
mod catalogue;
mod context;
mod cut;
mod damage;
mod endings;
mod look;
mod names;
mod numbers;
mod order;
mod pair;
mod pending;
mod places;
mod redundant;
mod repeats;
pub mod repetitive;
mod rng;
mod samples;
mod scene;
mod signs;
mod single_out;
mod splice;
mod state;
#[cfg(test)]
mod tests;
mod units;
mod widest;
mod wrapping;
mod write;

pub use blind::{Noise, make};
pub(crate) use case::difference;
pub use case::{Case, Outcome, Verdict};
pub use damage::{Damage, Refusal};
pub use pair::{Beside, Pair, ROOT};
pub use samples::SAMPLES;
