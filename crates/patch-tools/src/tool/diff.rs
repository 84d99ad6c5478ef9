//! The Diff tool: compares two files, or two texts.

use std::fmt::Write as _;

use bstr::{BStr, ByteSlice};
use patch_apply::{EntryKind, Workspace, WorkspaceError, WorkspacePath};
use patch_parse::{Code, header_name};
use serde::Serialize;
use serde_json::Value;

use super::access::{Access, Capabilities};
use super::arguments::{Arguments, Field, Kind, Spec};
use super::difflib::{Unified, lines};
use super::guarded::Guarded;
use super::refused::ToolError;
use super::watch::Watch;
use super::whole::wait_until_whole;

/// The most bytes of one side: 4 MB, as in the Read tool.
pub const MOST_READ: usize = 4 << 20;

/// The most bytes of the diff text: 2 MB, including the line that reports the cut.
pub const MOST_DIFF: usize = 2 << 20;

/// The tool as it is called and what it takes.
pub const DIFF: Spec = Spec {
    name: "Diff",
    title: "Compare two files or texts",
    description: "Shows what is different between two files (`path_a` and `path_b`) or two texts \
                  (`text_a` and `text_b`) as a unified diff. Give exactly one of the two pairs. \
                  Equal inputs give an empty diff and `identical`: true.",
    fields: &[
        name("path_a", PATH, "The file on the old side, below the root. Goes with `path_b`."),
        name("path_b", PATH, "The file on the new side, below the root. Goes with `path_a`."),
        text("text_a", "The text on the old side. Goes with `text_b`; no file is read."),
        text("text_b", "The text on the new side. Goes with `text_a`."),
        name(
            "label_a",
            LABEL,
            "The name of the old side in the diff; without it the path, or `a`.",
        ),
        name(
            "label_b",
            LABEL,
            "The name of the new side in the diff; without it the path, or `b`.",
        ),
        Field {
            name: "context_lines",
            kind: Kind::Count { least: 0, most: 20, default: 3 },
            is_required: false,
            description: "How many equal lines to show around each change.",
        },
    ],
};

const fn text(name: &'static str, description: &'static str) -> Field {
    Field { name, kind: Kind::Text, is_required: false, description }
}

const fn name(name: &'static str, kind: Kind, description: &'static str) -> Field {
    Field { name, kind, is_required: false, description }
}

/// No system allows a longer one.
const PATH: Kind = Kind::Name { least: 1, most: 4_096 };

/// The answer contains it twice.
const LABEL: Kind = Kind::Name { least: 0, most: 1_000 };

const DEFAULT_CONTEXT: usize = 3;

/// What the Diff tool gives.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schemars", schemars(rename = "DiffResult"))]
#[expect(clippy::struct_excessive_bools, reason = "each is a key of its own in the JSON")]
#[non_exhaustive]
pub struct DiffOutput {
    /// The unified diff as Python's `difflib` prints it; empty where the two are equal.
    pub diff: String,
    /// The name of the old side.
    pub label_a: String,
    /// The name of the new side.
    pub label_b: String,
    /// Lines on the old side; a last line without a newline counts.
    pub lines_a: usize,
    /// Lines on the new side.
    pub lines_b: usize,
    /// Whether both sides are equal, byte for byte.
    pub identical: bool,
    /// Lines of the diff text.
    pub diff_lines: usize,
    /// The diff is cut at a line, since it would be larger than 2 MB, or than the session lets it be; its last line says so.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub truncated: bool,
    /// Lines of the diff that are left out where it is cut.
    #[serde(skip_serializing_if = "is_zero")]
    pub lines_left_out: usize,
    /// A side is not UTF-8: what is not shows as U+FFFD, so that the diff is to be read, not applied.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub lossy: bool,
    /// Looking for equal lines took too long: the diff is larger than it need be, and as right.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub coarse: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
fn is_zero(number: &usize) -> bool {
    *number == 0
}

/// Two sides to compare.
struct Sides<'v> {
    old: Side<'v>,
    new: Side<'v>,
}

struct Side<'v> {
    label: String,
    text: std::borrow::Cow<'v, [u8]>,
}

/// Compares what the arguments name.
///
/// # Errors
///
/// `invalid_args`, `fs_denied`, `tool_failed`; `io_error` in a tree that is not whole.
pub(super) fn diff<W: Workspace>(
    arguments: &Value,
    workspace: &mut W,
    capabilities: &dyn Capabilities,
    watch: &dyn Watch,
    most: usize,
) -> Result<DiffOutput, ToolError> {
    let arguments = DIFF.read(arguments)?;
    let context = arguments.count("context_lines").unwrap_or(DEFAULT_CONTEXT);
    if arguments.text("path_a").or(arguments.text("path_b")).is_some() {
        wait_until_whole(workspace, watch)?;
    }
    let sides = Sides::read(arguments, &Guarded::new(workspace, capabilities, watch))?;
    Ok(compare(&sides.old, &sides.new, context, most))
}

impl<'v> Sides<'v> {
    fn read<W: Workspace>(
        arguments: Arguments<'v>,
        workspace: &Guarded<'_, W>,
    ) -> Result<Self, ToolError> {
        let given = ["path_a", "path_b", "text_a", "text_b"].map(|name| arguments.text(name));
        let labels = ["label_a", "label_b"].map(|name| arguments.text(name));
        for (name, label) in ["label_a", "label_b"].iter().zip(labels) {
            check_label(name, label)?;
        }
        let [label_a, label_b] = labels;
        match given {
            [Some(old), Some(new), None, None] => {
                check_path("path_a", old)?;
                check_path("path_b", new)?;
                let [old, new] = [old, new].map(BStr::new);
                // Both are checked before either is read.
                let places = (place(workspace, old)?, place(workspace, new)?);
                Ok(Self {
                    old: Side::of_file(label_a, old, &places.0, workspace)?,
                    new: Side::of_file(label_b, new, &places.1, workspace)?,
                })
            }
            [None, None, Some(old), Some(new)] => Ok(Self {
                old: Side::of_text(label_a.unwrap_or("a"), "text_a", old)?,
                new: Side::of_text(label_b.unwrap_or("b"), "text_b", new)?,
            }),
            _ => Err(ToolError::invalid_args(
                "give either `path_a` and `path_b`, or `text_a` and `text_b`",
            )),
        }
    }
}

/// A line break in a label would look like a line of the diff.
fn check_label(name: &str, label: Option<&str>) -> Result<(), ToolError> {
    match label {
        Some(label) if label.contains(['\n', '\r']) => {
            Err(ToolError::invalid_args(format!("`{name}` has a line break; a label is one line")))
        }
        _ => Ok(()),
    }
}

/// No file can have such a name, so none can be granted.
fn check_path(name: &str, path: &str) -> Result<(), ToolError> {
    if path.contains('\0') {
        return Err(ToolError::invalid_args(format!(
            "`{name}` has a NUL character, as no path has"
        )));
    }
    Ok(())
}

/// Where a path leads, if its file may be read.
fn place<W: Workspace>(
    workspace: &Guarded<'_, W>,
    path: &BStr,
) -> Result<WorkspacePath, ToolError> {
    let place = workspace.resolve(path).map_err(|error| match below_root(workspace, path) {
        Some(_) => {
            ToolError::new(Code::ToolFailed, "this is the root, a directory").hint(NAME_A_FILE)
        }
        None => failed(&error),
    })?;
    workspace.require(&place, Access::Read).map_err(|error| failed(&error))?;
    Ok(place)
}

/// The part of a path below the root, if it is below it.
fn below_root<W: Workspace>(workspace: &Guarded<'_, W>, path: &BStr) -> Option<WorkspacePath> {
    let below = [path.as_bytes(), b"/x"].concat();
    workspace.resolve(BStr::new(&below)).ok().filter(|below| below.as_bstr() == "x")
}

/// An error of the workspace as one of the tool: a path outside is not granted, everything else is
/// a failure.
fn failed(error: &WorkspaceError) -> ToolError {
    let code = match error.code {
        Code::PathEscape | Code::ProtectedPath | Code::FsDenied => Code::FsDenied,
        _ => Code::ToolFailed,
    };
    let told = ToolError::new(code, error.to_string());
    match error.code {
        Code::FileNotFound => told.hint("Check the path; it starts from the root."),
        Code::NotAFile => told.hint(NAME_A_FILE),
        Code::LimitExceeded => told.hint("Compare parts of the files, as `text_a` and `text_b`."),
        _ => told,
    }
}

const NAME_A_FILE: &str = "Name a file; directories are not compared.";

impl<'v> Side<'v> {
    fn of_text(label: &str, name: &str, text: &'v str) -> Result<Self, ToolError> {
        if text.len() > MOST_READ {
            let message =
                format!("`{name}` has {} bytes; at most {MOST_READ} are compared", text.len());
            return Err(ToolError::invalid_args(message));
        }
        Ok(Self { label: label.to_owned(), text: text.as_bytes().into() })
    }

    fn of_file<W: Workspace>(
        label: Option<&str>,
        path: &BStr,
        place: &WorkspacePath,
        workspace: &Guarded<'_, W>,
    ) -> Result<Self, ToolError> {
        // A name with a line break in it is written as git writes it.
        let label = match label {
            None if path.contains(&b'\n') => header_name(path).to_str_lossy().into_owned(),
            None => path.to_str_lossy().into_owned(),
            Some(label) => label.to_owned(),
        };
        let text = read(place, workspace).map_err(|error| failed(&error))?;
        if patch_gen::is_binary(&text) {
            let message = format!("{place}: this file is not text");
            let hint = "Name text files; what is in others is not compared.";
            return Err(ToolError::new(Code::ToolFailed, message).hint(hint));
        }
        Ok(Self { label, text: text.into() })
    }
}

fn read<W: Workspace>(
    path: &WorkspacePath,
    workspace: &Guarded<'_, W>,
) -> Result<Vec<u8>, WorkspaceError> {
    let Some(entry) = workspace.entry(path)? else {
        return Err(WorkspaceError::not_found(path.as_bstr()));
    };
    match entry.kind {
        EntryKind::Symlink => workspace.read(&workspace.follow(path)?, MOST_READ as u64),
        EntryKind::Directory => {
            Err(WorkspaceError::new(Code::NotAFile, path.as_bstr(), "this is a directory"))
        }
        EntryKind::File | EntryKind::Other => workspace.read(path, MOST_READ as u64),
    }
}

fn compare(old: &Side<'_>, new: &Side<'_>, context: usize, most: usize) -> DiffOutput {
    let (old_lines, new_lines) = (lines(&old.text), lines(&new.text));
    let labels = [old.label.as_bytes(), new.label.as_bytes()];
    let Unified { text, is_coarse } = Unified::new(labels, &old_lines, &new_lines, context);
    let lossy = std::str::from_utf8(&text).is_err();
    let diff = match String::from_utf8(text) {
        Ok(text) => text,
        Err(error) => String::from_utf8_lossy(error.as_bytes()).into_owned(),
    };
    let (diff, lines_left_out) = truncated(diff, most.min(MOST_DIFF));
    DiffOutput {
        diff_lines: diff.lines().count(),
        diff,
        label_a: old.label.clone(),
        label_b: new.label.clone(),
        lines_a: old_lines.len(),
        lines_b: new_lines.len(),
        identical: old.text == new.text,
        truncated: lines_left_out > 0,
        lines_left_out,
        lossy,
        coarse: is_coarse,
    }
}

/// Room for the line that says where a diff was cut.
const MARKER: usize = 64;

/// A diff of at most `most` bytes: a longer one is cut at the end of a line, and marked. Also
/// returns how many lines are left out.
fn truncated(mut diff: String, most: usize) -> (String, usize) {
    if diff.len() <= most {
        return (diff, 0);
    }
    let room = most.saturating_sub(MARKER);
    let kept = diff.as_bytes().get(..room).and_then(|start| start.rfind_byte(b'\n'));
    let kept = kept.map_or(0, |end| end + 1);
    let left_out = diff.get(kept..).map_or(0, |rest| rest.lines().count());
    diff.truncate(kept);
    let lines = if left_out == 1 { "line" } else { "lines" };
    let _ = writeln!(diff, "[diff truncated at {kept} bytes, {left_out} {lines} left out]");
    (diff, left_out)
}
