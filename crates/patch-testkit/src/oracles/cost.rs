//! Cost: a text that says the same many times takes about as many times as long.

use std::time::Duration;

use bstr::BStr;
use patch_apply::apply;
use patch_parse::{ParseOptions, PatchStream, parse};
use rustix::time::{ClockId, clock_gettime};

use crate::{Case, Rules};

/// How long a repeated text is, in bytes.
pub const LENGTH: usize = 128 << 10;

/// How long a step may take for a text of that length, of the time of the processor: hundreds of
/// times what it takes, and far less than what grows with the square of the length.
pub const LIMIT: Duration = Duration::from_secs(4);

/// Checks that a text is read within [`LIMIT`], as a whole and in pieces, and is then planned for
/// the files that it could be about. A run that counts lines for llvm-cov (`LLVM_PROFILE_FILE`) has
/// fifty times as long.
///
/// # Panics
///
/// When it takes longer.
pub fn check(text: &[u8], case: impl Fn(&[u8], Rules) -> Option<Case>) {
    timed("reading it", text, || drop(parse(text)));
    timed("reading it in pieces", text, || {
        let mut stream = PatchStream::new(ParseOptions::default());
        text.chunks(64).for_each(|piece| stream.push(piece, |_| ()));
        drop(stream.finish(|_| ()));
    });
    let Some(case) = case(text, Rules::default()) else { return };
    let Ok(patch) = parse(&case.patch) else { return };
    let mut files = case.before.to_memory();
    timed("applying it", text, || drop(apply(&patch, &mut files, &case.rules.to_options())));
}

/// A text in three parts of which the middle one is repeated, so that the whole has [`LENGTH`]
/// bytes or little less.
pub fn repeated(head: &[u8], middle: &[u8], tail: &[u8]) -> Vec<u8> {
    let room = LENGTH.saturating_sub(head.len() + tail.len());
    let count = room.checked_div(middle.len()).unwrap_or(0);
    [head, &middle.repeat(count), tail].concat()
}

fn timed(what: &str, text: &[u8], work: impl FnOnce()) {
    let start = now();
    work();
    let took = now().saturating_sub(start);
    let shown = BStr::new(text.get(..text.len().min(2000)).unwrap_or_default());
    assert!(took < limit(), "{what} took {took:?}; it has {} bytes: {shown:?}", text.len());
}

/// [`LIMIT`]; more for a build that counts which lines it reaches, which takes tens of times as
/// long.
fn limit() -> Duration {
    let counts_lines = std::env::var_os("LLVM_PROFILE_FILE").is_some();
    if counts_lines { 50 * LIMIT } else { LIMIT }
}

/// The time that the processor gave to this thread: others on the machine have no part in it.
fn now() -> Duration {
    let now = clock_gettime(ClockId::ThreadCPUTime);
    Duration::try_from(now).expect("the clock does not run backwards")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_repeated_up_to_the_length() {
        let text = repeated(b"head\n", b"again\n", b"tail\n");
        assert!(text.len() <= LENGTH && text.len() > LENGTH - 6);
        assert!(text.starts_with(b"head\nagain\nagain\n") && text.ends_with(b"again\ntail\n"));
        assert_eq!(repeated(b"a", b"", b"b"), b"ab");
    }

    #[test]
    fn what_takes_too_long_is_told() {
        timed("nothing", b"", || ());
        let slow = std::panic::catch_unwind(|| {
            timed("waiting", b"x", || {
                let start = now();
                while now().saturating_sub(start) < LIMIT {}
            });
        });
        let said = slow.unwrap_err().downcast::<String>().unwrap();
        assert!(said.starts_with("waiting took 4"), "{said}");
    }
}
