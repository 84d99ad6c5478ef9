//! Makes the unified diff that Python's `difflib` prints, line for line.
//!
//! The text of the Diff tool is that of `difflib.unified_diff` with the same number of context
//! lines: which lines are paired, where hunks begin, how ranges are written. `patch-gen` makes
//! better diffs; this one equals what an agent's Python host prints.
//!
//! There are two differences. A last line without a newline is followed by `\ No newline at end of
//! file`, as in `diff -u`, where `difflib` joins it with the line below. And the work is bounded,
//! see [`Matcher`].

mod grouped;
mod matcher;
mod text;

pub(super) use text::{Unified, lines};
