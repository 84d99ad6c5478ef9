//! One patch to be applied to one tree.

use std::fmt;

use bstr::ByteSlice;
use patch_apply::{ApplyOptions, Contract, Durability, Locate};

use crate::Tree;

/// The caller's choices, as far as they change the result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rules {
    /// Which parts of the patch take effect.
    pub contract: Contract,
    /// What singles out a place in the `OpenCode` format.
    pub locate: Locate,
    /// Whether additions and moves may replace files.
    pub overwrite: bool,
}

impl Rules {
    /// The same for the implementation. Nothing is made durable: tests lose nothing in a crash.
    pub fn to_options(self) -> ApplyOptions {
        let Self { contract, locate, overwrite } = self;
        let mut options = ApplyOptions::default();
        options.contract = contract;
        options.locate = locate;
        options.overwrite = overwrite;
        options.durability = Durability::None;
        options
    }
}

/// A patch text, the files it is applied to, and the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The files before.
    pub before: Tree,
    /// The patch as somebody wrote it.
    pub patch: Vec<u8>,
    /// What the caller decides.
    pub rules: Rules,
}

/// The report of a failure, with everything needed to reproduce it.
impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "files before:\n{}patch, under {:?}:", self.before, self.rules)?;
        for line in self.patch.lines_with_terminator() {
            writeln!(f, "    {:?}", line.as_bstr())?;
        }
        Ok(())
    }
}
