//! Handles the spelling of paths: separators, drives, `.` and `..`. Pure functions over bytes.
//!
//! A path that any system would take for something other than a relative path is refused on every
//! system, so that a patch means the same everywhere. What is separated is another matter: a
//! backslash is part of a name on POSIX, where such files exist.

use bstr::{BStr, BString, ByteSlice};

/// Whether `byte` separates the parts of a path here.
fn separates(byte: u8) -> bool {
    byte == b'/' || (cfg!(windows) && byte == b'\\')
}

/// The parts of a path, without empty ones and `.`.
pub(super) fn parts(path: &[u8]) -> impl DoubleEndedIterator<Item = &BStr> {
    path.split(|byte| separates(*byte)).filter(|part| !matches!(*part, b"" | b".")).map(BStr::new)
}

/// The parts as seen by a system that takes backslashes for separators, too.
pub(super) fn parts_on_any_system(path: &[u8]) -> impl Iterator<Item = &BStr> {
    path.split(|byte| matches!(byte, b'/' | b'\\')).map(BStr::new)
}

/// The path with `/` between its parts and nothing around them.
pub(super) fn normalise(path: &[u8]) -> BString {
    bstr::join("/", parts(path)).into()
}

/// Whether [`normalise`] would change nothing.
pub(super) fn is_normal(path: &[u8]) -> bool {
    path.split(|byte| separates(*byte)).all(|part| !matches!(part, b"" | b"."))
        && (cfg!(not(windows)) || !path.contains(&b'\\'))
}

/// Whether a part is `..` on any system.
pub(super) fn climbs(path: &[u8]) -> bool {
    parts_on_any_system(path).any(|part| part == "..")
}

/// What is left of the normalised `path` below the normalised `folder`; empty when they are one.
pub(super) fn below<'p>(path: &'p [u8], folder: &[u8]) -> Option<&'p [u8]> {
    let rest = path.strip_prefix(folder)?;
    match rest.split_first() {
        None => Some(rest),
        Some((b'/', rest)) => Some(rest),
        Some(_) if folder.is_empty() => Some(rest),
        Some(_) => None,
    }
}

/// The rule against absolute paths that `path` breaks, on any system.
pub(super) fn absolute_form(path: &[u8]) -> Option<&'static str> {
    match path {
        [b'\\', ..] => Some("the path starts with a backslash, as Windows roots and shares do"),
        [b'/', ..] => Some("the path is absolute"),
        _ => has_drive(path).then_some("the path starts with a Windows drive"),
    }
}

/// The rule that `path` breaks if it names nothing, or cannot be passed to a system.
pub(super) fn unusable(path: &[u8]) -> Option<&'static str> {
    if path.is_empty() {
        Some("the path is empty")
    } else if path.contains(&0) {
        Some("the path holds a NUL byte")
    } else if parts(path).next().is_none() {
        Some("the path names the root itself")
    } else {
        (cfg!(windows) && path.contains(&b':')).then_some("the path names a stream of a file")
    }
}

/// Whether this system takes `path` for an absolute one.
pub(super) fn is_absolute(path: &[u8]) -> bool {
    match path {
        [_, _, third, ..] if cfg!(windows) && has_drive(path) => separates(*third),
        [first, ..] => cfg!(not(windows)) && *first == b'/',
        [] => false,
    }
}

/// Whether the first real part starts with a letter and a colon.
fn has_drive(path: &[u8]) -> bool {
    let first = parts(path).next().map_or(&b""[..], |part| part.as_bytes());
    matches!(first, [letter, b':', ..] if letter.is_ascii_alphabetic())
}
