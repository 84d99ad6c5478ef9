//! Fresh names for sessions and calls.

use std::sync::atomic::{AtomicUsize, Ordering};

/// A name that this process has not used yet.
pub(crate) fn fresh(kind: &str) -> String {
    static NEXT: AtomicUsize = AtomicUsize::new(1);
    format!("{kind}-{}", NEXT.fetch_add(1, Ordering::Relaxed))
}
