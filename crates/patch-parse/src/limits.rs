//! How large a patch may be.

/// Upper bounds for untrusted input. Anything over a limit is refused as `limit_exceeded`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// Bytes of patch text. Default: 64 MiB, some hundred times the largest patch a model writes.
    pub patch_bytes: usize,
    /// File sections. Default: 20,000.
    pub files: usize,
    /// Hunks over all files. Default: 200,000.
    pub hunks: usize,
    /// Hunk lines over all files, including anchors; also the limit on the number of things
    /// forgiven. Default: 4,000,000. A line costs no memory of its own, a diagnostic 64 bytes. Never
    /// more than [`u32::MAX`], which is how far a tree counts.
    pub lines: usize,
    /// Bytes in one line of the patch. Default: 32 MiB (minified scripts are one line).
    pub line_bytes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            patch_bytes: 64 << 20,
            files: 20_000,
            hunks: 200_000,
            lines: 4_000_000,
            line_bytes: 32 << 20,
        }
    }
}

impl Limits {
    /// The most lines that a patch may have, whatever the limits: trees count them in 32 bits.
    pub(crate) const MOST_LINES: usize = u32::MAX as usize;

    /// No bounds except that on [`Self::lines`], for input that the caller made itself.
    pub fn none() -> Self {
        Self {
            patch_bytes: usize::MAX,
            files: usize::MAX,
            hunks: usize::MAX,
            lines: usize::MAX,
            line_bytes: usize::MAX,
        }
    }
}
