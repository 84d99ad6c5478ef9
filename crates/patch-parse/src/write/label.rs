//! Makes the names for the headers of a section.

use bstr::BStr;

use super::quoting;
use crate::grammar::are_two_files;
use crate::{FileOperation, PatchPath, WriteOptions};

/// The name of a side that does not exist.
const DEV_NULL: &[u8] = b"/dev/null";

/// The names of both sides below a header of git, quoted, with `/dev/null` for a side that does not
/// exist.
pub(super) fn labels(operation: &FileOperation<'_>, options: &WriteOptions<'_>) -> [Vec<u8>; 2] {
    labels_behind(prefixes(operation, options), operation, options)
}

/// The prefixes of both names below a header of git. Two different files get the same prefix:
/// `a/one/x` and `b/two/x` would be one file in two trees.
pub(super) fn prefixes<'o>(
    operation: &FileOperation<'_>,
    options: &WriteOptions<'o>,
) -> [&'o str; 2] {
    let WriteOptions { old_prefix, new_prefix, .. } = *options;
    match other_of_two(operation) {
        Some(other) => keep_apart([new_prefix; 2], &other, operation.path(), options),
        None => [old_prefix, new_prefix],
    }
}

/// The prefixes, or others if with these the two files would be read as one: `a/b/x` beside `b/x`
/// is a file whose other name lacks the prefix.
fn keep_apart<'o>(
    prefixes: [&'o str; 2],
    old: &PatchPath<'_>,
    new: &PatchPath<'_>,
    options: &WriteOptions<'o>,
) -> [&'o str; 2] {
    let name = |prefix: &str, path: &PatchPath<'_>| {
        [prefix_of(path, prefix).as_bytes(), path.as_bstr()].concat()
    };
    let are_two = |[old_prefix, new_prefix]: &[&str; 2]| {
        are_two_files(BStr::new(&name(old_prefix, old)), BStr::new(&name(new_prefix, new)))
    };
    let candidates = [prefixes, [options.old_prefix; 2], [options.new_prefix; 2]];
    candidates.into_iter().find(are_two).unwrap_or(prefixes)
}

fn labels_behind(
    [old_prefix, new_prefix]: [&str; 2],
    operation: &FileOperation<'_>,
    options: &WriteOptions<'_>,
) -> [Vec<u8>; 2] {
    let old = |path: &PatchPath<'_>| label(old_prefix, path, options);
    let old = match other_of_two(operation) {
        Some(other) => old(&other),
        None => operation.old_path().map_or(DEV_NULL.to_vec(), old),
    };
    let new = match operation {
        FileOperation::Delete { path } if !path.is_one_of_two() => DEV_NULL.to_vec(),
        _ => label(new_prefix, operation.path(), options),
    };
    [old, new]
}

/// The name of the old side, if the two sides name two files of which one is meant.
pub(super) fn other_of_two<'p>(operation: &'p FileOperation<'_>) -> Option<PatchPath<'p>> {
    let path = operation.path();
    let mut other = path.other_path().filter(|_| path.is_one_of_two())?;
    // What vouches for a name vouches for both.
    if path.is_loose() {
        other.set_unvouched();
    }
    Some(other)
}

/// A path with its prefix, quoted. A path that was written with a root has no prefix.
pub(super) fn label(prefix: &str, path: &PatchPath<'_>, options: &WriteOptions<'_>) -> Vec<u8> {
    let mut label = Vec::new();
    quoting::name(prefix_of(path, prefix), path.as_bstr(), options.quote_path, &mut label);
    label
}

fn prefix_of<'o>(path: &PatchPath<'_>, prefix: &'o str) -> &'o str {
    if path.is_rooted() { "" } else { prefix }
}

/// As [`labels`], for a section without a header of git: there, quotes show that what looks like
/// decoration is part of the name. If one name has no quotes, nothing vouches for either.
pub(super) fn sure_labels(
    operation: &FileOperation<'_>,
    options: &WriteOptions<'_>,
) -> [Vec<u8>; 2] {
    let prefixes = [options.old_prefix, options.new_prefix];
    let prefixes = match other_of_two(operation) {
        Some(other) => keep_apart(prefixes, &other, operation.path(), options),
        None => prefixes,
    };
    let labels = labels_behind(prefixes, operation, options);
    let has_decoration = |label: &Vec<u8>| {
        let path = PatchPath::new(BStr::new(label));
        [path.clone().stripped(1), path].iter().any(PatchPath::may_be_misread)
    };
    if operation.path().is_loose() || !labels.iter().any(has_decoration) {
        return labels;
    }
    labels.map(|label| if label == DEV_NULL { label } else { in_quotes(label) })
}

/// A label in quotes, which it may already have.
pub(super) fn in_quotes(label: Vec<u8>) -> Vec<u8> {
    if label.starts_with(b"\"") {
        return label;
    }
    let mut quoted = Vec::new();
    // Escapes only what must be escaped anyway: bytes that are not ASCII stay as they are.
    quoting::quoted("", BStr::new(&label), false, &mut quoted);
    quoted
}
