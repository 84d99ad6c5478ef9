//! Shares work among threads.

use rayon::prelude::*;

/// For fewer items it is not worth starting a thread.
const WORTH_A_THREAD: usize = 16;

/// The results of `work` for each item, in the order of the items.
pub(crate) fn map<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Send + Sync) -> Vec<R> {
    if items.len() < WORTH_A_THREAD {
        return items.iter().map(work).collect();
    }
    items.par_iter().map(work).collect()
}

/// The results of two pieces of work.
pub(crate) fn both<A: Send, B: Send>(
    one: impl FnOnce() -> A + Send,
    other: impl FnOnce() -> B + Send,
) -> (A, B) {
    rayon::join(one, other)
}
