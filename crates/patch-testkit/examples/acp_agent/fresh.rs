//! Names for what begins.

use std::sync::atomic::{AtomicUsize, Ordering};

/// A name that this process has not given yet.
pub(crate) fn fresh(kind: &str) -> String {
    static NEXT: AtomicUsize = AtomicUsize::new(1);
    format!("{kind}-{}", NEXT.fetch_add(1, Ordering::Relaxed))
}
