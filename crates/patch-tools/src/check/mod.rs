//! Checks whether the patch text of a v2 diff agrees with its changes.
//!
//! A permission prompt is about the changes, but what the person sees is the patch. The protocol
//! requires them to agree (ACP v2 schema, `Diff`: `changes` is authoritative, `patch` MUST be
//! consistent with it), and neither side of the wire can rely on the other to have checked that.
//!
//! ```
//! use acp_diff_types::v2::Diff;
//! use patch_tools::check::{Disagreement, check_diff};
//!
//! let diff: Diff = serde_json::from_str(
//!     r#"{
//!         "changes": [{"operation": "modify", "path": "/repo/notes.txt"}],
//!         "patch": {
//!             "format": "git_patch",
//!             "diff": "diff --git /repo/run.sh /repo/run.sh\n--- /repo/run.sh\n+++ /repo/run.sh\n@@ -1 +1 @@\n-true\n+rm -r ~\n"
//!         }
//!     }"#,
//! )?;
//!
//! let found = check_diff(&diff);
//! assert!(matches!(&found[0], Disagreement::MissingChange { path, .. } if path == "/repo/run.sh"));
//! assert!(matches!(&found[1], Disagreement::MissingFile { change: 0, .. }));
//! # Ok::<(), serde_json::Error>(())
//! ```

mod disagreement;
mod pairing;
mod section;

use acp_diff_types::v2::{Diff, DiffChange, DiffFileType, DiffPatch};
use patch_parse::{Counts, Diagnostic, DiagnosticKind, Format, ParseError, ParseOptions, Patch};
use serde::Serialize;

use pairing::{Pair, Pairing, Side};
use section::Section;

pub use disagreement::Disagreement;

/// What a check comes to, as a program tells it: the answer of `acp-patch check-diff --json`, which
/// has an `error` in place of `disagreements` if its input is no diff.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schemars", schemars(rename = "DiffCheck"))]
#[non_exhaustive]
pub struct Answer {
    /// Whether changes and patch agree: there is no disagreement.
    pub ok: bool,
    /// Every disagreement: first those of the patch in its order, then the changes that it leaves out.
    pub disagreements: Vec<Disagreement>,
}

impl From<Vec<Disagreement>> for Answer {
    fn from(disagreements: Vec<Disagreement>) -> Self {
        Self { ok: disagreements.is_empty(), disagreements }
    }
}

/// Every disagreement between the changes of `diff` and its patch text, first those of the patch in
/// its order, then the changes that the patch leaves out.
///
/// Without a patch there is nothing to disagree with. The patch may leave out a change that says it
/// is binary, a directory, a symbolic link or of an unknown type, because text can hardly show
/// those; leaving out text, or a change of no stated type, is a disagreement. A change of an
/// unknown operation agrees with any section for its `path`; if the section has a source, the
/// change's `oldPath` must name it.
///
/// The patch is read as git reads it: the counts of its hunks are believed, since clients draw by
/// them. A patch that means something else when counts are forgiven is a disagreement.
///
/// The time taken grows with the length of the patch and the number of changes, not with their
/// product.
pub fn check_diff(diff: &Diff) -> Vec<Disagreement> {
    match &diff.patch {
        None => Vec::new(),
        Some(DiffPatch::GitPatch(patch)) => check_text(diff, &patch.diff, LeftOut::NoText),
        Some(patch) => {
            let format = patch.format().as_str().to_owned();
            vec![Disagreement::UnknownFormat { format }]
        }
    }
}

/// The patch text of a diff, if the text can replace the diff: it agrees with the changes, and
/// leaves out none.
///
/// # Errors
///
/// Every disagreement, as [`check_diff`] gives them, and a [`Disagreement::MissingFile`] for each change
/// that only has to be shown and not made: a binary file, say. A diff without changes has no patch.
pub fn whole_patch(diff: &Diff) -> Result<&str, Vec<Disagreement>> {
    let found = match &diff.patch {
        None => {
            let changes = diff.changes.iter().enumerate();
            changes.map(|(index, change)| missing_file(index, change)).collect()
        }
        Some(DiffPatch::GitPatch(patch)) => check_text(diff, &patch.diff, LeftOut::Nothing),
        Some(_) => check_diff(diff),
    };
    let text = diff.patch.as_ref().and_then(DiffPatch::text).unwrap_or_default();
    if found.is_empty() { Ok(text) } else { Err(found) }
}

/// The changes that the patch may leave out.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LeftOut {
    /// Changes that text can hardly show.
    NoText,
    Nothing,
}

fn missing_file(index: usize, change: &DiffChange) -> Disagreement {
    let path = change.path().map(ToString::to_string).unwrap_or_default();
    Disagreement::MissingFile { change: index, operation: change.operation().to_owned(), path }
}

fn check_text(diff: &Diff, text: &str, left_out: LeftOut) -> Vec<Disagreement> {
    let [parsed, forgiving] = match read(text) {
        Ok(both) => both,
        Err(error) => return vec![Disagreement::not_a_git_patch(&error)],
    };
    let sections: Vec<_> = parsed.files.iter().map(Section::of).collect();
    let sides: Vec<_> = diff.changes.iter().enumerate().filter_map(Side::of_change).collect();
    let pairing = Pairing::of(&sections, &sides);

    let mut found: Vec<_> = parsed.diagnostics.iter().filter_map(foreign_text).collect();
    found.extend(lines_of_tools(text, &parsed));
    if found.is_empty() {
        found.extend(read_otherwise(&parsed, &forgiving));
    }
    for (section, change) in sections.iter().zip(&pairing.changes) {
        found.extend(section.relative_paths());
        match change.and_then(|index| Some((index, diff.changes.get(index)?))) {
            Some((index, change)) => found.extend(Pair { section, index, change }.disagreements()),
            None => found.push(section.missing_change()),
        }
    }
    found.sort_by_key(Disagreement::patch_line);
    let unpaired = diff.changes.iter().enumerate().filter(|(index, _)| !pairing.is_paired(*index));
    let must_not_be = |change: &DiffChange| match (left_out, change.details()) {
        (LeftOut::Nothing, _) => true,
        (LeftOut::NoText, None) => false,
        (LeftOut::NoText, Some(details)) => {
            details.file_type.as_ref().is_none_or(|file_type| *file_type == DiffFileType::Text)
        }
    };
    let unpaired = unpaired.filter(|(_, change)| must_not_be(change));
    found.extend(unpaired.map(|(index, change)| missing_file(index, change)));
    found
}

/// The patch as read by its counts, as git and clients that show it do, so that lines after a
/// used-up count do not belong to it; then as read when counts are forgiven.
fn read(text: &str) -> Result<[Patch<'_>; 2], ParseError> {
    let read = |counts| {
        let options = ParseOptions::default().format(Format::Unified).counts(counts);
        options.parse(text.as_bytes())
    };
    Ok([read(Counts::Believed)?, read(Counts::Advice)?])
}

/// Where the two readings differ although each takes all of the text for a patch: one reads as hunk
/// lines what the other reads as the header of another file.
fn read_otherwise(one: &Patch<'_>, other: &Patch<'_>) -> Option<Disagreement> {
    if one == other {
        return None;
    }
    let mut sections = one.files.iter().zip(&other.files);
    let parts = sections.find(|(one, other)| one != other).map(|(one, _)| one);
    let patch_line = parts.or(one.files.last()).map_or(1, |file| file.span.line);
    Some(Disagreement::ForeignText { patch_line, kind: "hunk_count" })
}

/// What the text contains besides the patch: around it, or a header line that git would not write
/// so. Other leniencies of the parser concern lines that belong to the patch.
fn foreign_text(diagnostic: &Diagnostic) -> Option<Disagreement> {
    matches!(
        diagnostic.kind,
        DiagnosticKind::TextIgnored
            | DiagnosticKind::ByteOrderMark
            | DiagnosticKind::CodeFence
            | DiagnosticKind::Heredoc
            | DiagnosticKind::PatchMarker
            | DiagnosticKind::UnknownHeader
            | DiagnosticKind::OtherNamesInGitHeader
            | DiagnosticKind::BackupName
            | DiagnosticKind::TwoNames
    )
    .then(|| Disagreement::ForeignText {
        patch_line: diagnostic.span.line,
        kind: diagnostic.kind.as_str(),
    })
}

/// Lines that other tools write between sections, and that the parser skips silently. They name
/// files, and git writes none of them.
fn lines_of_tools(text: &str, parsed: &Patch<'_>) -> impl Iterator<Item = Disagreement> {
    let mut sections = parsed.files.iter().map(|file| file.span).peekable();
    let mut end = 0;
    text.split_inclusive('\n').zip(1..).filter_map(move |(line, patch_line)| {
        let start = end;
        end += line.len();
        while sections.next_if(|section| section.end <= start).is_some() {}
        let is_inside = sections.peek().is_some_and(|section| section.start <= start);
        let is_of_tools =
            ["Index: ", "diff -", "==="].iter().any(|prefix| line.starts_with(prefix));
        let kind = DiagnosticKind::TextIgnored.as_str();
        (is_of_tools && !is_inside).then_some(Disagreement::ForeignText { patch_line, kind })
    })
}
