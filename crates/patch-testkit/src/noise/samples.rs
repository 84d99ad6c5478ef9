//! A few pairs of texts that are always at hand: code, prose, a manifest.

use super::Pair;

/// Small, and with what the damage needs: indentation, blank lines, quotes, fences, blocks that
/// are much alike.
pub const SAMPLES: &[Pair<'_>] = &[
    Pair {
        path: "src/till.rs",
        old: include_bytes!("samples/till.old"),
        new: include_bytes!("samples/till.new"),
    },
    Pair {
        path: "docs/guide.md",
        old: include_bytes!("samples/guide.old"),
        new: include_bytes!("samples/guide.new"),
    },
    Pair {
        path: "Cargo.toml",
        old: include_bytes!("samples/manifest.old"),
        new: include_bytes!("samples/manifest.new"),
    },
];
