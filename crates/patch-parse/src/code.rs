//! The stable codes of every refusal, shared by all layers.
//!
//! There is one list for the whole workspace, so that a host can branch on the same strings
//! whichever layer it uses. Codes that the parser never gives are here because the layers above
//! refuse the same patches; this crate attaches no behaviour to them.

use std::fmt;

use crate::Format;

/// What kind of failure a [`Code`] belongs to.
///
/// The names `ParseError`, `ComputeReplacements` and `IoError` are those of the `OpenCode` patch
/// format, *Error Cases*; the `ApplyPatch` RFC, *Error Contract*, asks that syntax, path and apply
/// failures can be told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Class {
    /// The text is not a patch that can be read.
    ParseError,
    /// A path names something that a patch may not touch.
    PathError,
    /// The patch is well formed and does not fit the files.
    ComputeReplacements,
    /// A file is missing, in the way, or cannot be read or written.
    IoError,
    /// A tool was called in a way, or by somebody, that it does not allow.
    ToolError,
}

impl Class {
    /// Every class.
    pub const ALL: &'static [Self] = &[
        Self::ParseError,
        Self::PathError,
        Self::ComputeReplacements,
        Self::IoError,
        Self::ToolError,
    ];

    /// The class as a stable string.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::ParseError => "ParseError",
            Self::PathError => "PathError",
            Self::ComputeReplacements => "ComputeReplacements",
            Self::IoError => "IoError",
            Self::ToolError => "ToolError",
        }
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

macro_rules! codes {
    ($($(#[doc = $doc:expr])+ $name:ident = $text:literal, $class:ident, $hint:literal $(, opencode: $other:literal)?;)+) => {
        /// Why a patch was refused: a stable string, a class and a recovery hint.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Code {
            $($(#[doc = $doc])+ $name,)+
        }

        impl Code {
            /// Every code, in the order of the documentation.
            pub const ALL: &'static [Self] = &[$(Self::$name,)+];

            /// The code as a stable string.
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$name => $text,)+ }
            }

            /// What kind of failure this is.
            pub fn class(self) -> Class {
                match self { $(Self::$name => Class::$class,)+ }
            }

            /// One sentence that names the rule and the next step.
            ///
            /// It is about `format` only: models copy what an error shows them, so a hint for one
            /// format never contains the markers of the other.
            pub fn hint(self, format: Format) -> &'static str {
                match self {
                    $($(Self::$name if format == Format::OpenCode => $other,)?
                    Self::$name => $hint,)+
                }
            }
        }
    };
}

codes! {
    /// The text is not a patch, or not one of the format asked for.
    WrongPatchFormat = "wrong_patch_format", ParseError,
        "Send the patch body alone: for each file `--- old_path`, `+++ new_path`, then hunks that start with `@@`.",
        opencode: "Send the patch body alone, from `*** Begin Patch` to `*** End Patch`.";
    /// There is nothing to apply.
    EmptyPatch = "empty_patch", ParseError,
        "The patch names no file; send at least one file with its changes.";
    /// A hunk without the header that names its file, or half of such a header.
    MissingFileHeader = "missing_file_header", ParseError,
        "Start each file with `--- old_path` directly followed by `+++ new_path`.",
        opencode: "Start each file with `*** Add File: path`, `*** Update File: path` or `*** Delete File: path`.";
    /// A file header has no hunk and no other effect.
    MissingHunk = "missing_hunk", ParseError,
        "Follow the file header with at least one hunk that adds or removes a line.",
        opencode: "Follow `*** Update File: path` with at least one chunk that adds or removes a line.";
    /// A hunk header cannot be read.
    InvalidHunkHeader = "invalid_hunk_header", ParseError,
        "Write the hunk header as `@@ -old_start,old_count +new_start,new_count @@`.",
        opencode: "Write the chunk header as `@@`, or `@@ ` and the text of a line before the change.";
    /// A line inside a hunk cannot belong to it.
    InvalidHunkLine = "invalid_hunk_line", ParseError,
        "Start each hunk line with a space (context), `-` (removed) or `+` (added), and send the hunk whole.",
        opencode: "Start each line with a space (context), `-` (removed) or `+` (added), and send the chunk whole.";
    /// The text ends inside a hunk: the header counts more lines than there are.
    TruncatedHunk = "truncated_hunk", ParseError,
        "The patch breaks off; send it whole, each hunk with all the lines that its header counts.",
        opencode: "The patch breaks off; send it whole.";
    /// The OpenCode format's first line is missing.
    MissingBeginPatch = "missing_begin_patch", ParseError,
        "Send unified diff text: `--- old_path`, `+++ new_path`, then hunks.",
        opencode: "Make `*** Begin Patch` the first line of the patch.";
    /// The OpenCode format's last line is missing: the text may be cut anywhere.
    MissingEndPatch = "missing_end_patch", ParseError,
        "The patch breaks off; send it whole.",
        opencode: "The patch breaks off; send it whole, with `*** End Patch` as its last line.";
    /// The patch asks for something that the contract in force does not execute.
    UnsupportedGitPatchFeature = "unsupported_git_patch_feature", ParseError,
        "Binary patches, copies, symlinks and submodules are not supported here; send text changes only.";
    /// A path leads outside the root.
    PathEscape = "path_escape", PathError,
        "Name files by their path below the root, without `..` and through no link that leads out.";
    /// A path names something that no patch may touch.
    ProtectedPath = "protected_path", PathError,
        "This path is protected; leave it out of the patch.";
    /// The headers of one file name different files.
    RenamePathMismatch = "rename_path_mismatch", PathError,
        "Let `rename from` and `rename to` name the same paths as `---` and `+++`; a rename needs both `rename` lines below a `diff --git` line.",
        opencode: "Put `*** Move to: new_path` directly below `*** Update File: old_path`.";
    /// The old lines of a hunk are not in the file.
    ContextNotFound = "context_not_found", ComputeReplacements,
        "Read the file again and copy the context and removed lines from it as they are now.";
    /// The old lines of a hunk match in several places.
    AmbiguousContext = "ambiguous_context", ComputeReplacements,
        "Include more of the lines around the change, so that they match in one place only.",
        opencode: "Include more of the lines around the change, or name the enclosing line after `@@`, so that one place is meant.";
    /// Two hunks of one file change the same lines.
    OverlappingHunks = "overlapping_hunks", ComputeReplacements,
        "Merge the hunks that change the same lines into one.";
    /// The file already holds the new lines where the old ones should be.
    AlreadyApplied = "already_applied", ComputeReplacements,
        "The file already holds this change; leave the hunk out.";
    /// Lines are taken away, and a comment is added in their place that says that they are as before.
    PlaceholderAdded = "placeholder_added", ComputeReplacements,
        "Write all lines that are to stay in place of the comment that stands for them, or leave them out of the hunk.";
    /// One path is patched more than once.
    DuplicateFilePatch = "duplicate_file_patch", ComputeReplacements,
        "Merge all hunks for one path into a single file section.";
    /// The file to change does not exist.
    FileNotFound = "file_not_found", IoError,
        "Check the path; to create a file use `--- /dev/null`.",
        opencode: "Check the path; to create a file use `*** Add File: path`.";
    /// The file to create exists.
    FileExists = "file_exists", IoError,
        "The target exists; change it with a patch against its present text, or choose another path.";
    /// The path names a directory, a device, a pipe or a socket.
    NotAFile = "not_a_file", IoError,
        "Only regular files can be patched; name a file.";
    /// A text hunk meets a binary file.
    BinaryFile = "binary_file", IoError,
        "This file is not text; a text patch cannot change it.";
    /// The hunk has non-ASCII text and the file is not UTF-8.
    EncodingMismatch = "encoding_mismatch", ComputeReplacements,
        "The file is not UTF-8; keep the hunk to ASCII text or convert the file first.";
    /// The file changed since it was read.
    StaleFile = "stale_file", IoError,
        "The file changed since it was read; read it again and send a new patch.";
    /// Something is larger than the limits allow.
    LimitExceeded = "limit_exceeded", IoError,
        "Split the patch into smaller ones.";
    /// The operating system refused.
    IoError = "io_error", IoError,
        "Another patch would fare no better; see the message.";
    /// The arguments of a tool call are not those of its schema.
    InvalidArgs = "invalid_args", ToolError,
        "Send the arguments that the tool's schema asks for.";
    /// The caller may not read or write this path.
    FsDenied = "fs_denied", ToolError,
        "This path is not granted; ask for access or choose another path.";
    /// The caller may not use this tool.
    ToolDenied = "tool_denied", ToolError,
        "This tool is not granted; ask for it or use another.";
    /// The tool could not do what it was asked.
    ToolFailed = "tool_failed", ToolError,
        "The tool could not finish; see the message.";
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_hint_shows_the_markers_of_the_other_format() {
        for code in Code::ALL {
            assert!(!code.hint(Format::Unified).contains("***"), "{code}");
            let opencode = code.hint(Format::OpenCode);
            for marker in ["---", "+++", "@@ -", "diff --git", "/dev/null"] {
                assert!(!opencode.contains(marker), "{code}: {opencode}");
            }
        }
    }

    #[test]
    fn codes_are_snake_case_and_distinct() {
        let mut seen: Vec<_> = Code::ALL.iter().map(|code| code.as_str()).collect();
        assert!(seen.iter().all(|s| s.bytes().all(|b| b.is_ascii_lowercase() || b == b'_')));
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), Code::ALL.len());
    }
}
