//! Holds why nothing was changed.

use bstr::{BStr, BString, ByteSlice};
use patch_parse::{
    Class, Code, Direction, FileContent, FileOperation, FilePatch, Format, Hunk, Patch, Span,
};

use crate::fault::Fault;
use crate::{ContentHash, HunkFailure, WorkspaceError};

/// A patch that was not applied: everything that is in its way, so that one retry can mend it all.
/// The files are as they were.
///
/// As JSON it is `patch_tools::view::ErrorView`, which refusals of all layers share.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Refusal {
    /// The format of the patch; hints mention only this one.
    pub format: Format,
    /// Whether the patch was to be applied, or taken back ([`Patch::reversed`]).
    pub direction: Direction,
    /// What is wrong, in the order of the patch. Never empty.
    pub failures: Vec<Failure>,
    /// The files hold the whole patch already, or nothing of one that is to be taken back: there is
    /// nothing to do.
    pub already_applied: bool,
    /// The whole patch with every refused hunk corrected, in the format that was sent: it applies
    /// to the files as they are, and nothing of what was sent is missing. Only set if the patch has
    /// more than one hunk and every failure is a hunk with a clear repair; or if it has a file or a
    /// hunk twice, and would apply with each of them once.
    pub suggested_patch: Option<BString>,
}

impl Refusal {
    /// The most hunks that are explained; for the others only code, path and line are reported.
    pub const MOST_EXPLAINED: usize = 100;

    pub(crate) fn one(format: Format, failure: Failure) -> Self {
        let direction = Direction::Forward;
        Self::of(format, direction, vec![failure])
    }

    pub(crate) fn of(format: Format, direction: Direction, failures: Vec<Failure>) -> Self {
        Self { format, direction, failures, already_applied: false, suggested_patch: None }
    }

    /// The code of the first failure.
    pub fn code(&self) -> Code {
        self.failures.first().map_or(Code::IoError, |failure| failure.code)
    }

    /// Whether the system refused to read or write. Another patch would fail as well, and the
    /// message of that failure says what became of the files.
    pub fn is_trouble(&self) -> bool {
        self.failures.iter().any(|failure| failure.code == Code::IoError)
    }
}

impl std::error::Error for Refusal {}

/// One thing that is in the way of a patch.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Failure {
    /// The stable code.
    pub code: Code,
    /// What kind of failure it is.
    pub class: Class,
    /// The path it is about, as the patch names it, its prefix taken off.
    pub path: BString,
    /// The section or hunk in the patch text.
    pub span: Span,
    /// What happened; [`Self::message`] has it in words.
    pub fault: Fault,
    /// What to do next, in one sentence; `None` after the first [`Refusal::MOST_EXPLAINED`] hunks.
    pub hint: Option<&'static str>,
}

impl Failure {
    pub(crate) fn new(format: Format, file: &FilePatch<'_>, fault: Fault) -> Self {
        Self::about(format, file.operation.path().as_bstr(), file.span, fault)
    }

    pub(crate) fn about(format: Format, path: &BStr, span: Span, fault: Fault) -> Self {
        let (code, hint) = (fault.code(), fault.hint(format));
        Self { code, class: code.class(), path: path.to_owned(), span, fault, hint }
    }

    /// A hunk that has no place in the file at `path`, which has these contents.
    pub(crate) fn of_hunk(
        format: Format,
        (file, path): (&FilePatch<'_>, &BStr),
        before: ContentHash,
        mut hunk: HunkFailure,
    ) -> Self {
        let corrected = hunk.corrected.as_deref();
        hunk.suggested_patch = corrected.and_then(|hunk| suggested_patch(format, file, hunk));
        hunk.before = Some(before);
        Self::about(format, path, hunk.span, Fault::Hunk(Box::new(hunk)))
    }

    /// A hunk that has no place, reported by code and line alone: a hundred hunks before it are
    /// explained, and further ones would say the same.
    pub(crate) fn of_hunk_briefly(format: Format, path: &BStr, hunk: &HunkFailure) -> Self {
        Self::about(format, path, hunk.span, Fault::Unexplained(hunk.code))
    }

    /// More about a hunk that was not placed; `None` after the first [`Refusal::MOST_EXPLAINED`].
    pub fn hunk(&self) -> Option<&HunkFailure> {
        match &self.fault {
            Fault::Hunk(hunk) => Some(hunk),
            _ => None,
        }
    }

    /// Whether only code, path and line are reported: a hunk after the first
    /// [`Refusal::MOST_EXPLAINED`] that have no place.
    pub fn is_brief(&self) -> bool {
        matches!(self.fault, Fault::Unexplained(_))
    }

    pub(crate) fn of_workspace(format: Format, span: Span, error: &WorkspaceError) -> Self {
        let fault = Fault::Workspace { code: error.code, message: error.message.clone() };
        Self::about(format, BStr::new(&error.path), span, fault)
    }
}

/// A whole patch of one hunk of one file, if it can be written as text and reads as it was meant.
fn suggested_patch(format: Format, file: &FilePatch<'_>, hunk: &Hunk<'_>) -> Option<BString> {
    if let FileOperation::Delete { .. } = file.operation {
        // The lines that would be left behind have to be shown as well.
        return None;
    }
    let content = FileContent::Hunks(vec![hunk.clone()]);
    let section = FilePatch { content, commit: 0, ..file.clone() };
    let patch = Patch::new(format, vec![section]);
    let text = patch.to_bytes();
    let read = patch_parse::parse(&text).ok()?;
    // Text that is not UTF-8 would not survive a message.
    (read == patch && text.is_utf8()).then(|| text.into())
}
