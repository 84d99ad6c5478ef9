//! Writes the `*** Begin Patch` format.

use super::text::put_line;
use super::unified;
use crate::{FileOperation, FilePatch, Hunk, PatchPath};

const BEGIN_PATCH: &[u8] = b"*** Begin Patch";
const END_PATCH: &[u8] = b"*** End Patch";

/// All sections between the markers of the format, an envelope for each commit.
///
/// ```ebnf
/// patch    = envelope { envelope } ;
/// envelope = "*** Begin Patch" eol { section } "*** End Patch" eol ;
/// ```
pub(super) fn patch(files: &[FilePatch<'_>], out: &mut Vec<u8>) {
    put_line(out, &[BEGIN_PATCH]);
    let mut commit = 0;
    for file in files {
        if file.commit > commit {
            put_line(out, &[END_PATCH]);
            put_line(out, &[BEGIN_PATCH]);
        }
        commit = file.commit;
        section(file, out);
    }
    put_line(out, &[END_PATCH]);
}

/// ```ebnf
/// section = "*** Add File: " path eol { "+" text eol }
///         | "*** Delete File: " path eol { "-" text eol }
///         | "*** Update File: " path eol [ "*** Move to: " path eol ] { hunk } ;
/// ```
///
/// The format has no copy: a copy is left out.
pub(super) fn section(file: &FilePatch<'_>, out: &mut Vec<u8>) {
    match &file.operation {
        FileOperation::Add { path } => {
            marker("Add File", path, out);
            for hunk in file.hunks() {
                unified::lines(hunk, out);
            }
        }
        FileOperation::Delete { path } => {
            marker("Delete File", path, out);
            for hunk in file.hunks() {
                unified::lines(hunk, out);
            }
        }
        FileOperation::Modify { path } => {
            marker("Update File", path, out);
            hunks(file, out);
        }
        FileOperation::Move { old_path, path } => {
            marker("Update File", old_path, out);
            marker("Move to", path, out);
            hunks(file, out);
        }
        FileOperation::Copy { .. } => {}
    }
}

/// A path is written as it is: the format has neither prefixes nor quotes.
fn marker(key: &str, path: &PatchPath<'_>, out: &mut Vec<u8>) {
    put_line(out, &[b"*** ", key.as_bytes(), b": ", path.as_bstr()]);
}

fn hunks(file: &FilePatch<'_>, out: &mut Vec<u8>) {
    for one in file.hunks() {
        hunk(one, out);
    }
}

/// ```ebnf
/// hunk = ( "@@" eol | { "@@ " anchor eol } [ range_header ] ) { line } [ "*** End of File" eol ] { eol } ;
/// ```
pub(super) fn hunk(hunk: &Hunk<'_>, out: &mut Vec<u8>) {
    unified::anchors(hunk, out);
    if hunk.range().is_some() {
        unified::range_header(hunk, out);
    } else if hunk.anchors.is_empty() {
        put_line(out, &[b"@@"]);
    }
    unified::lines(hunk, out);
    if hunk.is_end_of_file() {
        put_line(out, &[b"*** End of File"]);
    }
    (0..hunk.blank_lines_behind()).for_each(|_| put_line(out, &[]));
}
