//! Cargo wants a target in a manifest; the releases are fetched, not built.
