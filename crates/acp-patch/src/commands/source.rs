//! The source of the text of a patch: the input itself, or the diff that was read.

use std::path::Path;

use acp_diff_types::v1;
use acp_diff_types::v2::Diff;
use bstr::BStr;
use patch_apply::{Contract, Failure, Limits, Workspace};
use patch_parse::{Code, Direction};
use patch_tools::check::{Disagreement, whole_patch};
use patch_tools::wire::{PartNotUnique, patch_of_v1, patch_of_v1_parts};
use serde::de::IgnoredAny;

use super::root;
use crate::args::{FormatArg, SourceArgs};
use crate::exit::Exit;
use crate::input::{PatchText, read_message};
use crate::refused::Refused;
use crate::report::{Report, Trouble};
use crate::version::Version;

/// The most disagreements that are reported.
const MOST: usize = 20;

/// The files that a patch is placed in.
#[derive(Clone, Copy, Debug)]
pub(super) struct For<'a> {
    pub(super) root: &'a Path,
    pub(super) direction: Direction,
    pub(super) contract: Contract,
}

/// Reads the patch that the command line names, for `files` if it is to be placed in any. The report
/// refuses a diff whose patch text does not agree with its changes: permission was given for the
/// changes, not for something else.
pub(super) fn patch_text(
    source: &SourceArgs,
    files: Option<For<'_>>,
    json: bool,
) -> Result<Result<PatchText, Report>, Trouble> {
    if let FormatArg::Patch(_) = source.format {
        let limit = source.parse_options().limits.patch_bytes;
        return PatchText::read(&source.patch, limit).map(Ok);
    }
    // A diff is held in memory as a whole, like any message of the protocol.
    let PatchText { name, bytes } = read_message(&source.patch)?;
    if source.format == FormatArg::AcpV1 {
        let blocks = serde_json::from_slice::<Vec<v1::Diff>>(&bytes);
        // That the input is cut off explains more than what it lacks.
        let is_json = serde_json::from_slice::<IgnoredAny>(&bytes);
        let blocks = is_json.and(blocks);
        let blocks = blocks.map_err(|error| match Version::of_diff(&bytes) {
            Some(Version::Two) => {
                let message = format!("{name}: this is a diff of version 2");
                Trouble::new(Code::InvalidArgs, message, "Use --format acp.")
            }
            _ => no_blocks(&name, &error),
        })?;
        return Ok(match patch_of_blocks(&blocks, files)? {
            Ok(bytes) => Ok(PatchText { name: format!("{name}, as a patch"), bytes }),
            Err(error) => {
                let hint = PartNotUnique::HINT;
                let trouble = Trouble::new(Code::AmbiguousContext, error.to_string(), hint);
                Err(Report { exit: Exit::Refused, ..trouble.report(json) })
            }
        });
    }
    let diff: Diff =
        serde_json::from_slice(&bytes).map_err(|error| match Version::of_diff(&bytes) {
            Some(Version::One) => {
                let message = format!("{name}: this is a list of diffs of version 1");
                Trouble::new(Code::InvalidArgs, message, "Use --format acp-v1.")
            }
            _ => no_diff(&name, &error),
        })?;
    Ok(match whole_patch(&diff) {
        Ok(text) => {
            Ok(PatchText { name: format!("{name}, patch"), bytes: text.as_bytes().to_vec() })
        }
        Err(found) => {
            let report = disagrees(&name, &found).report(json);
            Err(Report { exit: Exit::Refused, ..report })
        }
    })
}

/// The patch of v1 diffs. Under the agent contract their texts may be parts of the files.
fn patch_of_blocks(
    blocks: &[v1::Diff],
    files: Option<For<'_>>,
) -> Result<Result<Vec<u8>, PartNotUnique>, Trouble> {
    let Some(For { root, direction, contract: Contract::Agent }) = files else {
        return Ok(Ok(patch_of_v1(blocks)));
    };
    let workspace = root::open(root)?;
    // A file that cannot be read is refused when the patch is applied.
    let contents = |diff: &v1::Diff| {
        let path = workspace.resolve(BStr::new(diff.path.as_str())).ok()?;
        let path = workspace.follow(&path).ok()?;
        String::from_utf8(workspace.read(&path, Limits::default().file_bytes).ok()?).ok()
    };
    Ok(patch_of_v1_parts(blocks, direction, contents))
}

/// A refusal with hints for the format that was sent: a v1 diff has no hunk headers.
pub(super) fn of_source(source: &SourceArgs, mut refused: Refused) -> Refused {
    if let (FormatArg::AcpV1, Refused::Files { refusal, .. }) = (source.format, &mut refused) {
        let is_ambiguous = |failure: &&mut Failure| failure.code == Code::AmbiguousContext;
        for failure in refusal.failures.iter_mut().filter(is_ambiguous) {
            failure.hint = failure.hint.and(Some(PartNotUnique::HINT));
        }
    }
    refused
}

fn no_blocks(name: &str, error: &serde_json::Error) -> Trouble {
    let hint = "Give the JSON of a list of v1 diffs: objects with `path`, `newText` and, where the file was \
                there, `oldText`.";
    Trouble::new(Code::InvalidArgs, format!("{name}: {error}"), hint)
}

/// The input is not a diff.
pub(super) fn no_diff(name: &str, error: &serde_json::Error) -> Trouble {
    let hint = "Give the JSON of one v2 diff: an object with `changes` and, optionally, `patch`.";
    Trouble::new(Code::InvalidArgs, format!("{name}: {error}"), hint)
}

fn disagrees(name: &str, found: &[Disagreement]) -> Trouble {
    let mut told: Vec<String> = found.iter().take(MOST).map(ToString::to_string).collect();
    if let Some(more) = found.len().checked_sub(MOST).filter(|more| *more > 0) {
        told.push(format!("{more} more"));
    }
    let message = format!("{name}: {}", told.join("; "));
    let is_left_out = |one: &Disagreement| matches!(one, Disagreement::MissingFile { .. });
    if found.iter().all(is_left_out) {
        let hint = "Leave the change out of the diff, or give a patch that makes it: text cannot carry \
                    binary files and empty directories.";
        return Trouble::new(Code::UnsupportedGitPatchFeature, message, hint);
    }
    let hint = "Ask for a diff whose patch says what its changes say; `acp-patch check-diff` lists \
                where the two disagree.";
    Trouble::new(Code::InvalidArgs, message, hint)
}
