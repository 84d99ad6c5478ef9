//! Converts paths between the system and the patch.

use std::io;
use std::path::Path;

use bstr::{BStr, BString, ByteSlice};

/// A name in the system's form; fails only on systems where names are not bytes.
pub(crate) fn as_path(name: &BStr) -> io::Result<&Path> {
    name.to_path().map_err(|error| io::Error::new(io::ErrorKind::InvalidInput, error))
}

/// The bytes of a path; on a system without byte paths, what has no bytes is replaced.
pub(crate) fn bytes_of(path: &Path) -> BString {
    <[u8]>::from_path(path)
        .map_or_else(|| path.to_string_lossy().into_owned().into_bytes(), <[u8]>::to_vec)
        .into()
}
