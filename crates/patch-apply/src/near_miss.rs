//! Holds the place in a file that a hunk without a place comes closest to.

use bstr::BString;

/// A line of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct FileLine {
    /// Its number, 1-based.
    pub line: usize,
    /// Its text, without its ending; `…` marks where a long one was cut.
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::wire::display"))]
    #[cfg_attr(feature = "schemars", schemars(with = "String"))]
    pub text: BString,
}

/// The place in a file that a hunk comes closest to.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct NearMiss {
    /// Its first line, 1-based.
    pub line: usize,
    /// Its last line, 1-based.
    pub last_line: usize,
    /// How many old lines of the hunk agree before the first one that does not.
    pub matched_lines: usize,
    /// How many old lines agree altogether, in their order.
    pub agreeing_lines: usize,
    /// How many old lines the hunk has.
    pub old_lines: usize,
    /// How similar the old lines and the place are, in per cent; longer lines count more.
    pub similarity: u8,
    /// What the first difference is.
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::wire::display"))]
    #[cfg_attr(feature = "schemars", schemars(with = "crate::schema::NameOf<Difference>"))]
    pub difference: Difference,
    /// The line of the file with the first difference, 1-based.
    pub differing_line: usize,
    /// Where the two lines begin to differ, 1-based, in characters.
    pub column: usize,
    /// What the hunk has there, without the line ending; if the line is long, the part around
    /// [`Self::column`], with `…` where it was cut.
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::wire::display"))]
    #[cfg_attr(feature = "schemars", schemars(with = "String"))]
    pub expected: BString,
    /// What the file has there, cut in the same way; `None` after its end.
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::wire::optional"))]
    #[cfg_attr(feature = "schemars", schemars(with = "Option<String>"))]
    pub actual: Option<BString>,
    /// The lines of the file around the first difference.
    pub excerpt: Vec<FileLine>,
}

/// How the lines of a hunk and of the file differ at one place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Difference {
    /// One line takes the place of another.
    Replaced,
    /// The hunk has a line that the file does not have.
    MissingInFile,
    /// The file has a line that the hunk does not have.
    MissingInPatch,
}

impl Difference {
    /// Every difference.
    pub const ALL: [Self; 3] = [Self::Replaced, Self::MissingInFile, Self::MissingInPatch];

    /// The stable name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Replaced => "replaced",
            Self::MissingInFile => "missing_in_file",
            Self::MissingInPatch => "missing_in_patch",
        }
    }
}

impl std::fmt::Display for Difference {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}
