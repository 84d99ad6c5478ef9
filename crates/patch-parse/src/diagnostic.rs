//! What was forgiven: nothing is forgiven silently.

use std::fmt;

use crate::{Miscount, Span};

/// One thing the parser forgave, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Diagnostic {
    /// What was forgiven.
    pub kind: DiagnosticKind,
    /// The text it is about.
    pub span: Span,
}

impl Diagnostic {
    pub(crate) fn new(kind: DiagnosticKind, span: Span) -> Self {
        Self { kind, span }
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.span.line, self.kind)
    }
}

/// The leniencies of the parser, one by one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DiagnosticKind {
    /// Text around the patch (prose, mail headers, signatures) was skipped.
    TextIgnored,
    /// A byte-order mark before the patch was skipped.
    ByteOrderMark,
    /// The patch was in a Markdown code fence.
    CodeFence,
    /// The patch was in a shell heredoc.
    Heredoc,
    /// The patch was between a line such as `<patch>` or `<<<` and the one that closes it.
    Tag,
    /// Every line of the patch had the same blanks or quote signs in front, or its number.
    LinePrefix,
    /// The patch was coloured for a terminal.
    ColourCodes,
    /// The lines of the patch end in CRLF; the CR was taken to belong to the patch text, not to the
    /// file.
    CrlfPatch,
    /// The patch does not end in a newline.
    MissingFinalNewline,
    /// The counts of a hunk header do not add up to the lines that follow.
    HunkCount(Miscount),
    /// A hunk header has no line numbers.
    HunkRange,
    /// A hunk header has blanks or commas among its numbers, the numbers or the sign of only one
    /// side, or more or fewer than two `@`.
    HunkHeader,
    /// Empty lines in a hunk were read as empty lines of the file: context in an existing file,
    /// added ones in a new file.
    BlankContext {
        /// How many in this hunk.
        lines: usize,
    },
    /// Empty lines in a hunk were read as added lines that lost their `+`, because of the counts.
    BlankAdded {
        /// How many in this hunk.
        lines: usize,
    },
    /// Lines in a hunk without a marker were read as context lines.
    UnmarkedContext {
        /// How many in this hunk.
        lines: usize,
    },
    /// A hunk changes nothing: it has only context, or it has no lines and is left out.
    EmptyHunk,
    /// A marker such as `*** Begin Patch` carries more than its text, is around a unified diff, or
    /// is misspelt: `***Update File: x`, `*** update file: x`.
    PatchMarker,
    /// The lines that name a file are not `---` and `+++`: one is missing, they are in the wrong
    /// order or begin with other signs, or only the name is above the hunk.
    FileHeader,
    /// A deletion shows the lines of the file, which the format does not have there. They are
    /// checked.
    DeletedLines,
    /// Below the header of a file its names are repeated in the way of the other format.
    RepeatedHeader,
    /// A git header line that this crate does not know was skipped.
    UnknownHeader,
    /// `---` and `+++` are missing below `diff --git`; its names were used.
    NamesFromGitHeader,
    /// The names on the `diff --git` line are not those below it; the latter were used.
    OtherNamesInGitHeader,
    /// One of the two names is a backup name of the other (`x.orig`); the other was used.
    BackupName,
    /// One of the two names has a prefix (`a/`, `b/`) that the other lacks.
    PrefixOnOneSide,
    /// A name that stands for no file was read as `/dev/null`: `a/dev/null`, `NUL`.
    DevNull,
    /// The two names are those of two files; one that exists is meant.
    TwoNames,
}

impl DiagnosticKind {
    /// A stable name for machines.
    pub fn as_str(&self) -> &'static str {
        match self {
            Self::TextIgnored => "text_ignored",
            Self::ByteOrderMark => "byte_order_mark",
            Self::CodeFence => "code_fence",
            Self::Heredoc => "heredoc",
            Self::Tag => "tag",
            Self::LinePrefix => "line_prefix",
            Self::ColourCodes => "colour_codes",
            Self::CrlfPatch => "crlf_patch",
            Self::MissingFinalNewline => "missing_final_newline",
            Self::HunkCount(_) => "hunk_count",
            Self::HunkRange => "hunk_range",
            Self::HunkHeader => "hunk_header",
            Self::BlankContext { .. } => "blank_context",
            Self::BlankAdded { .. } => "blank_added",
            Self::UnmarkedContext { .. } => "unmarked_context",
            Self::EmptyHunk => "empty_hunk",
            Self::PatchMarker => "patch_marker",
            Self::FileHeader => "file_header",
            Self::DeletedLines => "deleted_lines",
            Self::RepeatedHeader => "repeated_header",
            Self::UnknownHeader => "unknown_header",
            Self::NamesFromGitHeader => "names_from_git_header",
            Self::OtherNamesInGitHeader => "other_names_in_git_header",
            Self::BackupName => "backup_name",
            Self::PrefixOnOneSide => "prefix_on_one_side",
            Self::DevNull => "dev_null",
            Self::TwoNames => "two_names",
        }
    }
}

impl fmt::Display for DiagnosticKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match *self {
            Self::TextIgnored => "text around the patch was ignored",
            Self::ByteOrderMark => "a byte-order mark before the patch was ignored",
            Self::CodeFence => "the code fence around the patch was removed",
            Self::Tag => "the tags around the patch were removed",
            Self::Heredoc => "the shell heredoc around the patch was removed",
            Self::LinePrefix => "the blanks, quote signs or numbers before each line were removed",
            Self::ColourCodes => "the colour codes in the patch were removed",
            Self::CrlfPatch => "the patch itself has CRLF line endings",
            Self::MissingFinalNewline => "the patch does not end in a newline",
            Self::HunkCount(miscount) => return miscount.fmt(f),
            Self::HunkRange => "the hunk header has no line numbers",
            Self::HunkHeader => "the hunk header is not written as the format has it",
            Self::BlankContext { lines } => {
                let lines = counted(
                    lines,
                    "empty line was read as an empty line",
                    "empty lines were read as empty lines",
                );
                return write!(f, "{lines} of the file");
            }
            Self::BlankAdded { lines } => {
                let lines = counted(lines, "empty line was", "empty lines were");
                return write!(f, "{lines} read as added, as the counts of the hunk header say");
            }
            Self::UnmarkedContext { lines } => {
                let lines =
                    counted(lines, "line without a marker was", "lines without a marker were");
                return write!(f, "{lines} read as context");
            }
            Self::EmptyHunk => "a hunk changes nothing",
            Self::PatchMarker => "a marker of the patch is not written as the format has it",
            Self::FileHeader => "the header of the file is not written as the format has it",
            Self::DeletedLines => "a deletion shows the lines of its file, and needs none",
            Self::RepeatedHeader => "the file header is repeated as another format has it",
            Self::UnknownHeader => "an unknown header line was ignored",
            Self::NamesFromGitHeader => "the file names were taken from the git header line",
            Self::OtherNamesInGitHeader => {
                "the git header line names other files; the names below it were taken"
            }
            Self::BackupName => "the header names a backup file; the file itself was taken",
            Self::PrefixOnOneSide => "one of the two file names has a prefix that the other lacks",
            Self::DevNull => "a name that stands for no file was read as `/dev/null`",
            Self::TwoNames => "the header names two files; one that exists is meant",
        };
        f.write_str(text)
    }
}

fn counted(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}
