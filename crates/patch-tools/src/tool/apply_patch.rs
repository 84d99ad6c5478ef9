//! The `ApplyPatch` tool: applies a patch to the files, all of it or nothing.
//!
//! Source: RFC *ApplyPatch Unified Diff Contract*.

use std::collections::BTreeMap;

use acp_diff_types::AbsolutePath;
use bstr::BString;
use patch_apply::{
    ApplyOptions, ContentHash, Effect, Failure, Plan, Receipt, Refusal, Workspace, apply_with, plan,
};
use patch_parse::{Code, Format, ParseError, ParseOptions, Patch};

use super::access::{Access, Capabilities};
use super::applied::Applied;
use super::arguments::{Field, Kind, Spec};
use super::guarded::{CANCELLED, Guarded};
use super::refused::{Refused, ToolError};
use super::watch::Watch;
use crate::view::Effects;
use crate::wire::WireError;

/// The tool as it is called and what it takes.
pub const APPLY_PATCH: Spec = Spec {
    name: "ApplyPatch",
    title: "Apply a patch",
    description: "Changes files by a patch: every change, or none. The context of each hunk says \
                  where it belongs; line numbers are hints. The answer names each file that was \
                  added (A), modified (M), deleted (D) or renamed (R), or says what is in the way.",
    fields: &[PATCH_FIELD, REQUEST_ID_FIELD],
};

/// A dry run: its name and its arguments. It needs no `request_id`.
pub(super) const CHECK_PATCH: Spec = Spec {
    name: "check_patch",
    title: "Check a patch",
    description: "Says what apply_patch would do, file by file, or what is in the way. Nothing is \
                  written.",
    fields: &[PATCH_FIELD],
};

const PATCH_FIELD: Field = Field {
    name: "patch",
    kind: Kind::Text,
    is_required: true,
    description: "The patch, as unified diff text.",
};

/// The identifier of a call, which is the same in every format.
pub(super) const REQUEST_ID_FIELD: Field = Field {
    name: "request_id",
    kind: Kind::Name { least: 1, most: 199 },
    is_required: false,
    description: "A name for this call. Once it was applied, the same call sent again under the same \
                  name changes nothing and gives the same answer; after a refusal it is tried again.",
};

/// The files of a call, and what may be done to them.
pub(super) struct Ground<'h, W> {
    pub(super) workspace: &'h mut W,
    pub(super) root: &'h AbsolutePath,
    pub(super) capabilities: &'h dyn Capabilities,
    pub(super) watch: &'h dyn Watch,
    pub(super) options: &'h ApplyOptions,
    /// The format of the tool's definition that the caller received.
    pub(super) told: Format,
}

/// Whether the files are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    Commit,
    Check,
}

/// What was done, or would be.
type Done = (Receipt, Seen);

/// The receipt of a plan that is not committed yet.
struct Seen {
    effects: Result<Effects, WireError>,
    /// The contents of each file afterwards; `None` if there is nothing.
    after: BTreeMap<BString, Option<ContentHash>>,
}

impl<W: Workspace> Ground<'_, W> {
    /// Applies a patch, or reports what it would do.
    pub(super) fn apply(&mut self, text: &str, mode: Mode) -> Result<Applied, Refused> {
        let parse = ParseOptions::default().counts(self.options.contract.counts());
        let patch = parse.parse(text.as_bytes());
        let patch = patch.map_err(|error| Refused::Text(in_format(error, text, self.told)))?;
        let mut guarded = Guarded::new(self.workspace, self.capabilities, self.watch);
        guarded.will_read(patch.files.len());
        let done = attempt(&patch, &mut guarded, self.options, self.root, mode);
        if let Err(refusal) = &done {
            deny_hidden(refusal, &patch, &guarded);
        }
        if let Some(error) = denial(&guarded) {
            return Err(error.into());
        }
        match done {
            Ok((receipt, Seen { effects, after })) => Ok(Applied::new(receipt, effects, after)),
            Err(refusal) if refusal.code() == Code::ToolFailed && self.watch.is_cancelled() => {
                Err(ToolError::new(Code::ToolFailed, CANCELLED).into())
            }
            Err(refusal) => Err(Refused::Files(refusal)),
        }
    }
}

/// An error about a text without the marks of any format, worded for the format that the tool's
/// definition names.
fn in_format(mut error: ParseError, text: &str, told: Format) -> ParseError {
    // A header without numbers begins a chunk of both formats; the marks of an envelope are its own.
    if error.code == Code::MissingFileHeader
        && error.format == Format::Unified
        && told != Format::Unified
        && !text.lines().any(is_of_unified)
        && let Err(error) = ParseOptions::default().format(told).parse(text.as_bytes())
    {
        return error;
    }
    let has_no_marks = matches!(error.code, Code::WrongPatchFormat | Code::EmptyPatch)
        && error.format == Format::Unified;
    if has_no_marks {
        error.format = told;
    }
    error
}

/// Whether a line occurs only in unified diffs.
fn is_of_unified(line: &str) -> bool {
    ["--- ", "+++ ", "diff --git ", "@@ -"].iter().any(|mark| line.starts_with(mark))
}

/// If a file is not found, or not as expected, notes everything that the patch names and that may
/// not be read: whether it exists is not disclosed.
fn deny_hidden<W: Workspace>(refusal: &Refusal, patch: &Patch<'_>, guarded: &Guarded<'_, W>) {
    // The target of a link that may not be read does not count as a file, either.
    let is_missing = |failure: &Failure| {
        matches!(failure.code, Code::FileNotFound | Code::StaleFile | Code::NotAFile)
    };
    if !refusal.failures.iter().any(is_missing) {
        return;
    }
    let operations = patch.files.iter().map(|file| &file.operation);
    let names = operations.flat_map(|it| [Some(it.path()), it.old_path()]).flatten();
    for path in names.filter_map(|name| guarded.resolve(name.as_bstr()).ok()) {
        // What it denies, it keeps.
        let _ = guarded.require(&path, Access::Read);
    }
}

fn attempt<W: Workspace>(
    patch: &Patch<'_>,
    workspace: &mut Guarded<'_, W>,
    options: &ApplyOptions,
    root: &AbsolutePath,
    mode: Mode,
) -> Result<Done, Refusal> {
    let look = |plan: &Plan<'_>, workspace: &Guarded<'_, W>| {
        // The commit would refuse as well; paths that are not granted are noted for a check, too.
        let _ = workspace.check_changes(plan.changes());
        Seen { effects: Effects::of_plan(plan, workspace, root), after: after(plan) }
    };
    match mode {
        Mode::Commit => apply_with(patch, workspace, options, look),
        Mode::Check => {
            let plan = plan(patch, workspace, options)?;
            let seen = look(&plan, workspace);
            plan.check(workspace)?;
            Ok((plan.receipt().clone(), seen))
        }
    }
}

/// The contents that a plan leaves in the files that it changes; for a link, its target.
fn after(plan: &Plan<'_>) -> BTreeMap<BString, Option<ContentHash>> {
    let changes = plan.changes().iter().map(|change| {
        let hash = match &change.effect {
            Effect::Write { contents, .. } => Some(contents.hash()),
            Effect::Symlink { target, .. } => Some(ContentHash::of(target)),
            Effect::Remove => None,
        };
        (change.path.as_bstr().to_owned(), hash)
    });
    changes.collect()
}

/// The largest number of paths that are named as not granted.
const MOST_DENIED: usize = 5;

/// Everything that was requested and is not granted. Nothing else is reported then, so that a
/// refusal does not disclose the contents of a file that may not be read.
fn denial<W: Workspace>(guarded: &Guarded<'_, W>) -> Option<ToolError> {
    let denied = guarded.denied();
    if denied.is_empty() {
        return None;
    }
    let told: Vec<_> = denied.iter().take(MOST_DENIED).map(ToString::to_string).collect();
    let told = told.join("; ");
    // The number comes first, because a long text is cut at its end.
    let message = match denied.len() {
        ..=MOST_DENIED => told,
        all => format!("{all} paths, the first of them: {told}"),
    };
    Some(ToolError::new(Code::FsDenied, message))
}
