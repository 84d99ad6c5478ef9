//! Why our result for a patch differs from that of the peers: the rows of `docs/contracts.md`.

use bstr::ByteSlice as _;
use patch_apply::{Cause, Failure, Refusal};
use patch_parse::{Code, Diagnostic, DiagnosticKind, ParseError};

use crate::programs::Way;

/// A row of the tables in `docs/contracts.md`; [`Reason::row`] is what is there between backquotes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reason {
    // What the peers take and we refuse.
    AmbiguousPlace,
    BinaryData,
    BinaryRemark,
    CopyBack,
    GarbledHeader,
    HalfHeader,
    HalfRename,
    LineZero,
    LinkOutside,
    Modes,
    NamesOutside,
    NothingToDo,
    OtherKind,
    TornSection,
    TwoFormats,
    TwoNamesInGitHeader,
    // What git cannot read and we do.
    BareMarker,
    BinaryWithoutIndex,
    BlankLines,
    CrlfPatch,
    DevNullAlone,
    LooseNames,
    UnknownHeaders,
    // What both do, and do otherwise.
    ByteOrderMark,
    ChangeThenMove,
    DeletedMode,
    MadeAlready,
}

impl Reason {
    pub(crate) const ALL: [Self; 27] = [
        Self::AmbiguousPlace,
        Self::BinaryData,
        Self::BinaryRemark,
        Self::CopyBack,
        Self::GarbledHeader,
        Self::HalfHeader,
        Self::HalfRename,
        Self::LineZero,
        Self::LinkOutside,
        Self::Modes,
        Self::NamesOutside,
        Self::NothingToDo,
        Self::OtherKind,
        Self::TornSection,
        Self::TwoFormats,
        Self::TwoNamesInGitHeader,
        Self::BareMarker,
        Self::BinaryWithoutIndex,
        Self::BlankLines,
        Self::CrlfPatch,
        Self::DevNullAlone,
        Self::LooseNames,
        Self::UnknownHeaders,
        Self::ByteOrderMark,
        Self::ChangeThenMove,
        Self::DeletedMode,
        Self::MadeAlready,
    ];

    /// The name of the test that shows it, in `rows.rs`.
    pub(crate) fn row(self) -> &'static str {
        match self {
            Self::AmbiguousPlace => "a_place_that_is_not_singled_out",
            Self::BinaryData => "binary_data_that_cannot_be_read",
            Self::BinaryRemark => "a_remark_that_binary_files_differ",
            Self::CopyBack => "the_way_back_from_a_copy",
            Self::GarbledHeader => "a_hunk_header_that_lost_a_part",
            Self::HalfHeader => "half_a_header",
            Self::HalfRename => "half_a_rename",
            Self::LineZero => "a_hunk_at_line_zero",
            Self::LinkOutside => "a_link_that_leads_out",
            Self::Modes => "modes_that_no_file_has",
            Self::NamesOutside => "names_that_lead_out",
            Self::NothingToDo => "a_section_without_effect",
            Self::OtherKind => "a_section_that_makes_another_kind_of_file",
            Self::TornSection => "text_between_the_headers_of_a_section",
            Self::TwoFormats => "an_envelope_beside_a_diff",
            Self::TwoNamesInGitHeader => "two_names_on_the_git_line",
            Self::BareMarker => "a_marker_in_any_words",
            Self::BinaryWithoutIndex => "binary_data_without_object_names",
            Self::BlankLines => "blank_lines_and_blanks_between_headers",
            Self::CrlfPatch => "lines_that_end_in_crlf",
            Self::DevNullAlone => "dev_null_without_a_mode_line",
            Self::LooseNames => "names_that_disagree_with_the_git_line",
            Self::UnknownHeaders => "headers_that_nobody_knows",
            Self::ByteOrderMark => "a_byte_order_mark_in_front_of_added_lines",
            Self::ChangeThenMove => "a_change_of_a_file_that_another_section_moves",
            Self::DeletedMode => "the_mode_of_a_file_that_comes_back",
            Self::MadeAlready => "a_change_that_is_made_already",
        }
    }

    /// Why we cannot read what the peers apply.
    pub(crate) fn of_error(error: &ParseError) -> Option<Self> {
        let rule = error.rule;
        Some(match error.code {
            Code::InvalidHunkHeader | Code::InvalidHunkLine if rule.contains("binary") => {
                Self::BinaryData
            }
            Code::InvalidHunkHeader if rule.starts_with("expected `@@") => Self::GarbledHeader,
            Code::InvalidHunkLine if rule.contains("No newline at end of file") => Self::BareMarker,
            Code::MissingFileHeader if rule.starts_with("expected `---") => Self::HalfHeader,
            Code::MissingFileHeader if rule.contains("ends inside") => Self::NothingToDo,
            Code::MissingFileHeader if rule.contains("told apart") => Self::NothingToDo,
            Code::MissingFileHeader if rule.contains("mode") => Self::Modes,
            Code::MissingFileHeader if rule.contains("file name") => Self::NamesOutside,
            Code::MissingFileHeader if rule.contains("a quoted name") => Self::LooseNames,
            Code::MissingFileHeader if rule.contains("at least one of") => Self::DevNullAlone,
            Code::MissingHunk => Self::NothingToDo,
            Code::FileNotFound if rule.contains("more components") => Self::NamesOutside,
            Code::RenamePathMismatch if rule.contains("are below") => Self::HalfRename,
            Code::RenamePathMismatch if rule.contains("together") => Self::HalfRename,
            Code::RenamePathMismatch if rule.contains("either") => return None,
            Code::RenamePathMismatch => Self::LooseNames,
            Code::WrongPatchFormat if rule.contains("an envelope and") => Self::TwoFormats,
            _ => return None,
        })
    }

    /// Why we refuse what the peers apply. The first failure that does not come of another tells;
    /// where it does not, a name that leads out does.
    pub(crate) fn of_refusal(
        refusal: &Refusal,
        patch: &[u8],
        notes: &[Diagnostic],
        way: Way,
    ) -> Option<Self> {
        let first = refusal.failures.iter().find(|failure| !comes_of_another(failure, refusal))?;
        let leads_out = refusal.failures.iter().any(|failure| failure.code == Code::PathEscape);
        let is_torn = || notes.iter().any(|note| note.kind == DiagnosticKind::TextIgnored);
        let is_outside = || first.hunk().is_some_and(|hunk| hunk.cause == Cause::OutsideHeading);
        Some(match first.code {
            Code::ContextNotFound if is_outside() => Self::AmbiguousPlace,
            Code::AmbiguousContext | Code::AlreadyApplied => Self::AmbiguousPlace,
            Code::InvalidHunkLine | Code::ContextNotFound if speaks_of(first, "binary") => {
                Self::BinaryData
            }
            Code::ContextNotFound if way == Way::Back && speaks_of(first, "a deletion names") => {
                Self::CopyBack
            }
            Code::PathEscape if speaks_of(first, "the link") => Self::LinkOutside,
            Code::PathEscape | Code::ProtectedPath => Self::NamesOutside,
            Code::UnsupportedGitPatchFeature if speaks_of(first, "differ") => Self::BinaryRemark,
            Code::UnsupportedGitPatchFeature => Self::OtherKind,
            Code::RenamePathMismatch => Self::TwoNamesInGitHeader,
            Code::FileNotFound if speaks_of(first, "names two files") => Self::TwoNamesInGitHeader,
            Code::FileExists if starts_at_zero(patch, first) => Self::LineZero,
            Code::FileExists | Code::FileNotFound | Code::NotAFile if is_torn() => {
                Self::TornSection
            }
            Code::FileNotFound if patch.contains_str("GIT binary patch") => {
                Self::BinaryWithoutIndex
            }
            // Git takes a directory that is to be moved for a submodule.
            Code::NotAFile if !has_hunks(patch, first) => Self::OtherKind,
            Code::FileNotFound => Self::LooseNames,
            Code::FileExists if leads_out => Self::NamesOutside,
            Code::ContextNotFound | Code::NotAFile if has_two_names(patch) => Self::LooseNames,
            _ => return None,
        })
    }

    /// Why we read what git calls malformed.
    pub(crate) fn of_reading(
        patch: &[u8],
        notes: &[Diagnostic],
        said: &str,
        way: Way,
    ) -> Option<Self> {
        let has = |text: &str| patch.contains_str(text);
        let forgiven = notes.iter().find_map(|note| Self::of_note(note.kind));
        forgiven.or_else(|| {
            Some(match said {
                said if said.contains("dev/null") => Self::DevNullAlone,
                // The way back from a copy has no use for what was copied.
                said if said.contains("invalid path")
                    && way == Way::Back
                    && has("\ncopy from ") =>
                {
                    Self::CopyBack
                }
                _ if has_short_marker(patch) => Self::BareMarker,
                _ if has("GIT binary patch") => Self::BinaryWithoutIndex,
                _ if ["\n\n", " \n", "\t\n", "\n\r\n"].iter().any(|text| has(text)) => {
                    Self::BlankLines
                }
                _ => return None,
            })
        })
    }

    /// Why we take what was forgiven as we do.
    pub(crate) fn of_note(kind: DiagnosticKind) -> Option<Self> {
        Some(match kind {
            DiagnosticKind::CrlfPatch => Self::CrlfPatch,
            DiagnosticKind::UnknownHeader => Self::UnknownHeaders,
            DiagnosticKind::OtherNamesInGitHeader
            | DiagnosticKind::TwoNames
            | DiagnosticKind::BackupName
            | DiagnosticKind::PrefixOnOneSide
            | DiagnosticKind::NamesFromGitHeader => Self::LooseNames,
            _ => return None,
        })
    }
}

/// Whether a folder is in the way of a file because what should leave it is refused as well.
fn comes_of_another(failure: &Failure, refusal: &Refusal) -> bool {
    let is_inside = |other: &Failure| {
        let rest = other.path.strip_prefix(&**failure.path);
        rest.is_some_and(|rest| rest.starts_with(b"/"))
    };
    failure.code == Code::NotAFile && refusal.failures.iter().any(is_inside)
}

/// Whether the section that failed begins with two names, not with a header of git, above a hunk at
/// line zero.
fn starts_at_zero(patch: &[u8], failure: &Failure) -> bool {
    let section = patch.get(failure.span.start..failure.span.end).unwrap_or_default();
    let mut lines = section.lines();
    lines.next().is_some_and(|line| line.starts_with(b"--- ") && line != b"--- /dev/null")
        && lines.nth(1).is_some_and(|line| line.starts_with(b"@@ -0,0 "))
}

/// Whether the section that failed has hunks.
fn has_hunks(patch: &[u8], failure: &Failure) -> bool {
    let section = patch.get(failure.span.start..failure.span.end).unwrap_or_default();
    section.lines().any(|line| line.starts_with(b"@@ "))
}

/// Whether a marker for a missing newline has fewer words than git asks for.
pub(crate) fn has_short_marker(patch: &[u8]) -> bool {
    patch.lines().any(|line| line.starts_with(b"\\") && line.len() <= 12)
}

/// Whether `---` and `+++` of a section name two files.
pub(crate) fn has_two_names(patch: &[u8]) -> bool {
    let name = |line: &'_ [u8], mark: &[u8]| {
        let name = line.strip_prefix(mark)?.split(|byte| *byte == b'\t').next()?;
        Some(name.get(2..).unwrap_or_default().to_vec()).filter(|_| name != b"/dev/null")
    };
    let lines: Vec<&[u8]> = patch.lines().collect();
    lines.windows(2).any(|pair| {
        let names = name(pair[0], b"--- ").zip(name(pair[1], b"+++ "));
        names.is_some_and(|(old, new)| old != new)
    })
}

/// Whether a blank is between a name and the tab after it: GNU `patch` and we leave it out, git
/// does not.
pub(crate) fn has_blank_behind_name(patch: &[u8]) -> bool {
    let is_name = |line: &[u8]| line.starts_with(b"--- ") || line.starts_with(b"+++ ");
    patch.lines().any(|line| is_name(line) && line.contains_str(" \t"))
}

fn speaks_of(failure: &Failure, what: &str) -> bool {
    failure.message().contains(what)
}
