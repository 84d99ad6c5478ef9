//! Files that import each other, and may until somebody has cut them apart.

/// Each entry: all files that lead to each other, in order. The list only gets shorter.
pub(super) const TOLERATED: &[&[&str]] = &[];
