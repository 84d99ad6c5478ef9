//! Shares work on many files among a few threads.
//!
//! A file system call mostly costs processor time, and calls for different files rarely wait for
//! each other.

use std::num::NonZero;
use std::sync::OnceLock;
use std::thread::{self, Scope, ScopedJoinHandle};
use std::{io, panic};

#[cfg(any(test, feature = "faults"))]
use crate::transaction::faults;

/// For fewer files it is not worth starting a thread.
const WORTH_A_THREAD: usize = 64;

/// Other programs use the machine as well.
const MOST_THREADS: usize = 4;

/// The results of `work` for parts of `items`, in their order. Each part has its own thread; few
/// items are a single part, which runs on the caller's thread.
pub(crate) fn in_parts<T: Sync, R: Send>(items: &[T], work: impl Fn(&[T]) -> R + Sync) -> Vec<R> {
    let mut parts = items.chunks(items.len().div_ceil(threads_for(items.len())).max(1));
    let Some(own) = parts.next_back() else { return Vec::new() };
    let work = &work;
    thread::scope(|scope| {
        let spawned: Vec<_> = parts.map(|part| (part, spawn(scope, move || work(part)))).collect();
        let own = work(own);
        let joined = spawned.into_iter().map(|(part, spawned)| match spawned {
            Ok(thread) => thread.join().unwrap_or_else(|panic| panic::resume_unwind(panic)),
            // The system grants no thread: the caller does this part as well.
            Err(_) => work(part),
        });
        joined.chain([own]).collect()
    })
}

fn spawn<'s, R: Send + 's>(
    scope: &'s Scope<'s, '_>,
    work: impl FnOnce() -> R + Send + 's,
) -> io::Result<ScopedJoinHandle<'s, R>> {
    #[cfg(any(test, feature = "faults"))]
    if faults::alone() {
        return Err(io::ErrorKind::WouldBlock.into());
    }
    #[cfg(any(test, feature = "faults"))]
    let work = faults::for_thread(work);
    thread::Builder::new().spawn_scoped(scope, work)
}

/// Whether there are so many items that work on them is shared, if the machine has threads for it.
pub(crate) fn are_many(items: usize) -> bool {
    #[cfg(any(test, feature = "faults"))]
    if faults::many() {
        return items > 1;
    }
    items / WORTH_A_THREAD > 1
}

fn threads_for(items: usize) -> usize {
    #[cfg(any(test, feature = "faults"))]
    if faults::many() {
        return items.clamp(1, MOST_THREADS);
    }
    if are_many(items) { (items / WORTH_A_THREAD).min(available()).min(MOST_THREADS) } else { 1 }
}

/// How many threads the system runs at once; finding out costs a few calls.
fn available() -> usize {
    static AVAILABLE: OnceLock<usize> = OnceLock::new();
    *AVAILABLE.get_or_init(|| thread::available_parallelism().map_or(1, NonZero::get))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::transaction::faults::Threads;

    #[track_caller]
    fn check(items: &[usize], expected: &[usize]) {
        let thread = || thread::current().id();
        let parts = in_parts(items, |part| (thread(), part.to_vec()));
        assert_eq!(parts.last().map(|part| part.0), (!items.is_empty()).then(thread));
        let lens: Vec<usize> = parts.iter().map(|(_, part)| part.len()).collect();
        assert_eq!(lens, expected, "the lengths of the parts");
        let all: Vec<usize> = parts.into_iter().flat_map(|(_, part)| part).collect();
        assert_eq!(all, items, "the parts come in their order");
    }

    #[test]
    fn every_item_is_in_one_part_in_its_order() {
        check(&[], &[]);
        check(&[1], &[1]);
        check(&(0..127).collect::<Vec<_>>(), &[127]);
        faults::set_threads(Threads::ForTwo);
        check(&[1, 2], &[1, 1]);
        check(&(0..10).collect::<Vec<_>>(), &[3, 3, 3, 1]);
    }

    #[test]
    fn a_system_that_has_no_thread_to_give_leaves_all_to_the_caller() {
        faults::set_threads(Threads::Denied);
        let thread = || thread::current().id();
        let parts = in_parts(&[1, 2, 3], |part| (thread(), part.to_vec()));
        assert_eq!(parts, [(thread(), vec![1]), (thread(), vec![2]), (thread(), vec![3])]);
    }

    #[test]
    #[should_panic(expected = "in the second part")]
    fn a_panic_in_a_thread_is_the_callers() {
        faults::set_threads(Threads::ForTwo);
        in_parts(&[1, 2, 3], |part| assert_ne!(part, [2], "in the second part"));
    }
}
