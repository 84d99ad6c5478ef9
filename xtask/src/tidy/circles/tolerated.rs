//! Files that import each other, and may until somebody has cut them apart.

/// Each entry: all files that lead to each other, in order. The list only gets shorter.
pub(super) const TOLERATED: &[&[&str]] = &[
    &["crates/patch-parse/src/ast/hunk.rs", "crates/patch-parse/src/ast/lines.rs"],
    &[
        "crates/patch-parse/src/grammar/binary.rs",
        "crates/patch-parse/src/grammar/reader.rs",
        "crates/patch-parse/src/grammar/stray.rs",
        "crates/patch-parse/src/grammar/unified.rs",
    ],
    &["crates/patch-parse/src/grammar/blanks.rs", "crates/patch-parse/src/grammar/extent.rs"],
    &[
        "crates/patch-parse/src/write/git.rs",
        "crates/patch-parse/src/write/mod.rs",
        "crates/patch-parse/src/write/opencode.rs",
        "crates/patch-parse/src/write/unified.rs",
    ],
];
