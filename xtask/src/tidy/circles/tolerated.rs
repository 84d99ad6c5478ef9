//! Files that import each other and may do so until somebody separates them.

/// Each entry lists all files that lead to each other, in order. The list only gets shorter.
pub(super) const TOLERATED: &[&[&str]] = &[];
