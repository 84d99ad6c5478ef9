//! Writes git's part of a section: extended headers, binary data, submodule lines.

use bstr::{BStr, ByteSlice};

use super::label::{in_quotes, label, labels, other_of_two, prefixes};
use super::quoting;
use super::text::{put, put_line};
use crate::grammar::submodule_parts;
use crate::{
    BinaryHunk, BinaryMethod, BinaryPatch, FileContent, FileMode, FileOperation, FilePatch, Index,
    Metadata, PatchPath, WriteOptions,
};

/// Whether the section says anything that only git's headers can say.
pub(super) fn has_header(file: &FilePatch<'_>) -> bool {
    // Destructured so that a new field cannot be forgotten here.
    let Metadata { git, old_mode, new_mode, similarity, dissimilarity, index } = &file.metadata;
    let has_metadata = *git
        || old_mode.is_some()
        || new_mode.is_some()
        || similarity.is_some()
        || dissimilarity.is_some()
        || index.is_some();
    let has_operation =
        matches!(file.operation, FileOperation::Move { .. } | FileOperation::Copy { .. });
    let has_content = match &file.content {
        FileContent::Hunks(hunks) => hunks.is_empty(),
        FileContent::Binary(binary) => matches!(binary, BinaryPatch::Git { .. }),
        FileContent::Submodule(_) => false,
    };
    has_metadata || has_operation || has_content
}

/// The `diff --git` line and the extended headers, in the order git writes them.
///
/// ```ebnf
/// header = "diff --git " label " " label eol modes [ similarity ] [ rename | copy ] [ index ] ;
/// ```
pub(super) fn header(file: &FilePatch<'_>, options: &WriteOptions<'_>, out: &mut Vec<u8>) {
    let path = file.operation.path();
    let other = other_of_two(&file.operation);
    let old_path = other.as_ref().or(file.operation.old_path()).unwrap_or(path);
    let [old_prefix, new_prefix] = prefixes(&file.operation, options);
    let old = label(old_prefix, old_path, options);
    let new = label(new_prefix, path, options);
    // If names may contain blanks, only two equal names show which blank separates them.
    let has_blank = [&old, &new].into_iter().any(|label| label.contains(&b' '));
    let [old, new] =
        if other.is_some() && has_blank { [old, new].map(in_quotes) } else { [old, new] };
    put_line(out, &[b"diff --git ", &old, b" ", &new]);
    modes(&file.operation, &file.metadata, out);
    similarity(&file.metadata, out);
    match &file.operation {
        FileOperation::Move { old_path, path } => from_to("rename", [old_path, path], options, out),
        FileOperation::Copy { old_path, path } => from_to("copy", [old_path, path], options, out),
        _ => {}
    }
    if let Some(object_names) = &file.metadata.index {
        index(object_names, out);
    }
}

/// `old mode` and `new mode`; of the side that makes the operation `new file mode` or
/// `deleted file mode`.
fn modes(operation: &FileOperation<'_>, metadata: &Metadata<'_>, out: &mut Vec<u8>) {
    let (old, new) = match operation {
        FileOperation::Add { .. } => ("old mode", "new file mode"),
        FileOperation::Delete { .. } => ("deleted file mode", "new mode"),
        _ => ("old mode", "new mode"),
    };
    mode(old, metadata.old_mode, out);
    mode(new, metadata.new_mode, out);
}

fn mode(key: &str, mode: Option<FileMode>, out: &mut Vec<u8>) {
    if let Some(mode) = mode {
        put(out, format_args!("{key} {mode}\n"));
    }
}

fn similarity(metadata: &Metadata<'_>, out: &mut Vec<u8>) {
    if let Some(percent) = metadata.similarity {
        put(out, format_args!("similarity index {percent}%\n"));
    }
    if let Some(percent) = metadata.dissimilarity {
        put(out, format_args!("dissimilarity index {percent}%\n"));
    }
}

/// `rename from x`, `rename to y`: names without prefix.
fn from_to(key: &str, paths: [&PatchPath<'_>; 2], options: &WriteOptions<'_>, out: &mut Vec<u8>) {
    for (side, path) in ["from", "to"].into_iter().zip(paths) {
        put(out, format_args!("{key} {side} "));
        quoting::name("", path.as_bstr(), options.quote_path, out);
        out.push(b'\n');
    }
}

fn index(index: &Index<'_>, out: &mut Vec<u8>) {
    out.extend_from_slice(b"index ");
    out.extend_from_slice(&index.old);
    out.extend_from_slice(b"..");
    out.extend_from_slice(&index.new);
    if let Some(mode) = index.mode {
        put(out, format_args!(" {mode}"));
    }
    out.push(b'\n');
}

/// `Binary files … differ`, or the data of both directions.
pub(super) fn binary(
    operation: &FileOperation<'_>,
    binary: &BinaryPatch<'_>,
    options: &WriteOptions<'_>,
    out: &mut Vec<u8>,
) {
    match binary {
        BinaryPatch::Differ => {
            let [old, new] = labels(operation, options);
            put_line(out, &[b"Binary files ", &old, b" and ", &new, b" differ"]);
        }
        BinaryPatch::Git { forward, reverse } => {
            out.extend_from_slice(b"GIT binary patch\n");
            binary_hunk(forward, out);
            if let Some(reverse) = reverse {
                binary_hunk(reverse, out);
            }
        }
    }
}

/// ```ebnf
/// binary_hunk = ( "literal " | "delta " ) size eol { base85_line } eol ;
/// ```
fn binary_hunk(hunk: &BinaryHunk<'_>, out: &mut Vec<u8>) {
    let method = match hunk.method {
        BinaryMethod::Literal => "literal",
        BinaryMethod::Delta => "delta",
    };
    put(out, format_args!("{method} {}\n", hunk.size));
    if !hunk.encoded.is_empty() {
        put_line(out, &[&hunk.encoded]);
    }
    out.push(b'\n');
}

/// `Submodule path text`. Git writes the path without a prefix and without quotes; here it gets
/// quotes if it would be read differently without them.
pub(super) fn submodule(
    path: &PatchPath<'_>,
    text: &BStr,
    options: &WriteOptions<'_>,
    out: &mut Vec<u8>,
) {
    out.extend_from_slice(b"Submodule ");
    let path = path.as_bstr();
    let plain = [path.as_bytes(), b" ", text].concat();
    let is_plain = submodule_parts(&plain).is_some_and(|(read, _)| *read == *path);
    let write = if is_plain { quoting::name } else { quoting::quoted };
    write("", path, options.quote_path, out);
    put_line(out, &[b" ", text]);
}
