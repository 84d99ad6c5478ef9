//! Reads what the command line names.

use std::fs::Metadata;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use patch_parse::Code;

use crate::report::Trouble;

/// A patch as it was read.
#[derive(Debug)]
pub(crate) struct PatchText {
    /// Its name in messages.
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
}

impl PatchText {
    /// Reads a patch from a file, or from standard input for `-`.
    ///
    /// At most `limit` bytes and one more are read: enough for the parser to see that there is too
    /// much.
    pub(crate) fn read(path: &Path, limit: usize) -> Result<Self, Trouble> {
        let limit = limit.saturating_add(1);
        if path == Path::new("-") {
            let bytes = read_bounded(io::stdin().lock(), 0, limit);
            let named = |error| Trouble::with_path(Path::new("standard input"), error);
            return Ok(Self { name: "<stdin>".into(), bytes: bytes.map_err(named)? });
        }
        let bytes = read_file(path, limit).map_err(|error| Trouble::with_path(path, error))?;
        Ok(Self { name: path.display().to_string(), bytes })
    }
}

/// The most bytes of a message that is held in memory as a whole: a diff of the protocol, or the
/// arguments of a tool. It may contain all of two versions of some files.
pub(crate) const MOST_MESSAGE: usize = 256 << 20;

/// As [`PatchText::read`], refusing what is larger than [`MOST_MESSAGE`].
pub(crate) fn read_message(path: &Path) -> Result<PatchText, Trouble> {
    read_at_most(path, MOST_MESSAGE, "Give it in parts.")
}

/// As [`PatchText::read`], refusing what is larger, with a hint.
pub(crate) fn read_at_most(
    path: &Path,
    most: usize,
    hint: &'static str,
) -> Result<PatchText, Trouble> {
    let text = PatchText::read(path, most)?;
    if text.bytes.len() <= most {
        return Ok(text);
    }
    let message = format!("{} is larger than {most} bytes", text.name);
    Err(Trouble::new(Code::LimitExceeded, message, hint))
}

/// Reads a file, at most `limit` bytes of it.
pub(crate) fn read_file(path: &Path, limit: usize) -> io::Result<Vec<u8>> {
    read_with_metadata(path, limit).map(|(bytes, _)| bytes)
}

/// As [`read_file`], with the metadata of the file that was opened.
pub(crate) fn read_with_metadata(path: &Path, limit: usize) -> io::Result<(Vec<u8>, Metadata)> {
    #[expect(
        clippy::disallowed_methods,
        reason = "the patch or a side of a diff: files that are named, and only read"
    )]
    let file = std::fs::File::open(path)?;
    let metadata = file.metadata()?;
    let expected = usize::try_from(metadata.len()).unwrap_or(limit);
    Ok((read_bounded(file, expected, limit)?, metadata))
}

/// Reads to the end, or `limit` bytes. `expected` avoids growing the buffer.
fn read_bounded(from: impl Read, expected: usize, limit: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::with_capacity(expected.saturating_add(1).min(limit));
    from.take(limit as u64).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Opens a file, or standard input for `-`.
pub(crate) fn open(path: &Path) -> Result<Box<dyn Read>, Trouble> {
    if path == Path::new("-") {
        return Ok(Box::new(io::stdin().lock()));
    }
    #[expect(clippy::disallowed_methods, reason = "the file holds requests, not a tree to change")]
    let file = std::fs::File::open(path).map_err(|error| Trouble::with_path(path, error))?;
    Ok(Box::new(file))
}

/// The default of an argument that takes a file or `-`.
pub(crate) fn standard_input() -> PathBuf {
    PathBuf::from("-")
}
