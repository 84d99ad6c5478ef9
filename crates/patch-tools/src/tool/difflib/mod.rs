//! The unified diff that Python's `difflib` prints, line for line.
//!
//! The text of the Diff tool is that of `difflib.unified_diff` with as many lines of context: which
//! lines are paired, where hunks begin, how ranges are written. `patch-gen` makes better diffs;
//! this one is the same as the one that an agent's Python host prints.
//!
//! Two things differ. A last line without a newline is followed by `\ No newline at end of file`,
//! as `diff -u` has it, where `difflib` runs it together with the line below. And the work is
//! bounded, see [`Matcher`].

mod grouped;
mod matcher;
mod text;

pub(super) use text::{Unified, lines};
