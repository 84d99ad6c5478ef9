//! What a check finds.

use std::fmt;

/// Something that breaks a rule of this repository.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The file, from the root.
    pub file: String,
    /// The line, 1-based.
    pub line: usize,
    /// What is wrong.
    pub what: String,
    /// How to mend it.
    pub mend: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, line, what, mend } = self;
        write!(f, "{file}:{line}: {what}\n    {mend}")
    }
}
