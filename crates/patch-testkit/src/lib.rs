//! What tests, benches and fuzz targets share: a reference model, generators, oracles, corpora.
//!
//! An *oracle* is a function that takes any input and panics, with a full report, when a promise is
//! broken. It knows nothing of its callers, so that one oracle has five drivers:
//!
//! | driver | input | where |
//! | --- | --- | --- |
//! | examples | [`corpus`]: files under `corpora/` | `tests/replay.rs` |
//! | properties | [`strategies`] | `tests/properties.rs` |
//! | fuzz targets | raw bytes, by [`fuzz`] | `fuzz/` |
//! | histories | [`history`], as a state machine | `tests/transactions.rs` |
//! | second opinions | [`strategies`], against `git apply` | `tests/differential.rs` |
//!
//! ```
//! use patch_testkit::{Case, Rules, Tree, oracles};
//!
//! let before = Tree::from([("x", "a\nb\n")]);
//! let patch = b"--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n";
//! let case = Case { before, patch: patch.to_vec(), rules: Rules::default() };
//! // Applies as the model says, or is refused for the reason the model gives.
//! oracles::apply::check(&case);
//! ```
//!
//! # Modules, in reading order
//!
//! [`tree`] files by path; [`model`] the meaning of applying a patch, written to be read rather
//! than to be fast; [`alphabet`] the few lines and paths that everything is made of; [`recipe`] a
//! change described in small numbers; [`render`] the change as patch text, by writers of our own;
//! [`noise`] what happens to a patch on its way; [`strategies`] and [`mod@arbitrary`] two sources
//! of recipes; [`history`] what happens to a tree over time; [`oracles`]; [`scratch`] trees on
//! disk; [`archive`] several files in one text; [`corpus`] examples on disk; [`fuzz`] the fuzz
//! targets.
//!
//! [`conformance`] is independent of these: what every `Workspace` promises, as a suite that a host
//! runs over its own. One line makes a test of each promise.
//!
//! The feature `faults` adds the oracle of transactions, which makes their steps fail, and its
//! target.
//!
//! **Invariant.** The model and the writers share no code with `patch-apply` and `patch-gen`: they
//! use the syntax tree and the names of the options, but nothing that makes decisions.

#![expect(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "test code: an oracle reports by panicking, and a harness that is wrong should stop"
)]

pub mod alphabet;
pub mod arbitrary;
pub mod archive;
pub mod conformance;
pub mod corpus;
pub mod fuzz;
pub mod garble;
pub mod history;
pub mod model;
pub mod noise;
pub mod oracles;
pub mod outline;
pub mod recipe;
pub mod render;
pub mod scratch;
pub mod strategies;
pub mod tree;

mod case;

pub use case::{Case, Rules};
pub use recipe::{Recipe, Scenario};
pub use tree::{File, Tree};

/// The page with the eight jobs: its code is run with the doc tests.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/cookbook.md")]
pub struct Cookbook;
