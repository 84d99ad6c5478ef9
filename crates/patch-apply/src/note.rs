//! Holds what was forgiven or is worth a look, as values. The sentences are made in
//! [`crate::render`].

use bstr::BString;
use patch_parse::{Diagnostic, DiagnosticKind};

use crate::part_id::PartId;

/// Something that was forgiven or is worth a look.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Note {
    /// A stable name; `docs/errors.md` lists them. Later versions may have more.
    pub code: &'static str,
    /// The line of the patch text that it is about, 1-based; 0 if it is about none.
    pub patch_line: usize,
    /// What it is. Its text (`Display`) is what is serialized.
    #[cfg_attr(
        feature = "serde",
        serde(rename = "message", serialize_with = "crate::wire::display")
    )]
    #[cfg_attr(
        feature = "schemars",
        schemars(with = "String", description = "One sentence without a full stop.")
    )]
    pub kind: NoteKind,
}

impl Note {
    pub(crate) fn new(kind: NoteKind, patch_line: usize) -> Self {
        Self { code: kind.code(), patch_line, kind }
    }
}

impl From<&Diagnostic> for Note {
    fn from(diagnostic: &Diagnostic) -> Self {
        Self::new(NoteKind::Parsing(diagnostic.kind), diagnostic.span.line)
    }
}

/// What a [`Note`] reports. Its text (`Display`) is one sentence without a full stop.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoteKind {
    /// Something was forgiven in the text of the patch.
    Parsing(DiagnosticKind),
    /// Something was forgiven in a file name.
    Name {
        /// What it was.
        forgiven: Forgiven,
        /// The file that is meant.
        path: BString,
    },
    /// The old lines of a hunk match in further places.
    OtherPlaces {
        /// How many.
        count: usize,
        /// The place that was taken, 1-based.
        line: usize,
    },
    /// Empty lines next to added ones were read as added: as context they have no place.
    BlankAdded {
        /// How many.
        lines: usize,
    },
    /// The file has more or fewer empty lines between the context of a hunk than the hunk has.
    BlankLines,
    /// Empty lines at the end of a hunk were the final newline of the file, or went before the
    /// lines that it adds there.
    FinalNewline,
    /// The line numbers at the start of a hunk's lines were left out.
    LineNumbers,
    /// The lines of a hunk begin with their sign twice, or with a character that looks like it.
    DoubledSign,
    /// A context line of a hunk lost its `+` or `-`, as the counts of the header show.
    LostMark,
    /// A hunk shows lines that the previous one changes: they were left to that one.
    Overlap,
    /// The anchor of a hunk is one of its own lines, not what the hunk is in.
    AnchorOfPatch,
    /// A hunk leaves out lines of the file, with or without a line of dots, or the end of a line:
    /// they were taken from the file.
    Elided,
    /// Context of a hunk that is misspelt, or that others changed or added to, was taken from the
    /// file as it is now.
    ContextChanged,
    /// Old lines of a hunk have other blanks, quotes or line breaks within than those of the file,
    /// or a comma at their end, which they were taken for.
    SpelledOtherwise,
    /// The file has some of the changes of a hunk already: the others were made.
    PartApplied,
    /// The file has the change of a hunk already.
    HunkApplied {
        /// The hunk.
        id: PartId,
        /// Where its change is, 1-based.
        line: usize,
    },
    /// A file has the change of a section already.
    SectionApplied {
        /// The file.
        path: BString,
    },
    /// A section changes nothing.
    ChangesNothing {
        /// Its file.
        path: BString,
    },
    /// Before this patch another one was taken back, which had been interrupted.
    TookBackInterrupted,
}

impl NoteKind {
    /// The stable name.
    fn code(&self) -> &'static str {
        match self {
            Self::Parsing(kind) => kind.as_str(),
            Self::Name { forgiven: Forgiven::Decoration, .. } => "decorated_name",
            Self::Name { forgiven: Forgiven::TopDirectory, .. } => "top_directory_dropped",
            Self::Name { forgiven: Forgiven::Prefix, .. } => "prefix_dropped",
            Self::Name { forgiven: Forgiven::Tab, .. } => "tab_in_name",
            Self::OtherPlaces { .. } => "other_places",
            Self::BlankAdded { .. } => "blank_added",
            Self::BlankLines => "blank_lines",
            Self::FinalNewline => "final_newline",
            Self::LineNumbers => "line_numbers",
            Self::DoubledSign => "doubled_sign",
            Self::LostMark => "lost_mark",
            Self::Overlap => "overlap",
            Self::AnchorOfPatch => "anchor_of_patch",
            Self::Elided => "elided",
            Self::ContextChanged => "context_changed",
            Self::SpelledOtherwise => "spelled_otherwise",
            Self::PartApplied => "part_applied",
            Self::HunkApplied { .. } | Self::SectionApplied { .. } => "already_applied",
            Self::ChangesNothing { .. } => "changes_nothing",
            Self::TookBackInterrupted => "took_back_interrupted",
        }
    }
}

/// What was forgiven in a file name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Forgiven {
    /// Decoration around the name was ignored.
    Decoration,
    /// The directory that it starts with was dropped: the tree does not have it.
    TopDirectory,
    /// `a/` or `b/` was dropped, though nothing in the patch shows that it is a prefix.
    Prefix,
    /// A tab is part of the name, without quotes.
    Tab,
}
