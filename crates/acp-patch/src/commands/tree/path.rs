//! Paths as patches write them.

use std::path::Path;

use bstr::{BString, ByteSlice};
use patch_parse::Code;

use crate::report::Trouble;

/// Something that is neither a file nor a directory nor a link.
pub(super) fn special(path: &Path) -> Trouble {
    let message = format!("{}: a device, pipe or socket, which no patch can carry", path.display());
    Trouble::new(Code::NotAFile, message, "Leave it out.")
}

/// A path as patches write it.
pub(super) fn bytes_of(path: &Path) -> Result<BString, Trouble> {
    match <[u8]>::from_path(path) {
        Some(bytes) if cfg!(windows) => Ok(bytes.replace("\\", "/").into()),
        Some(bytes) => Ok(bytes.into()),
        None => Err(Trouble::with_path(path, "the name is not Unicode")),
    }
}
