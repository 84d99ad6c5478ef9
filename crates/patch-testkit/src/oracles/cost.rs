//! Cost: a text that repeats itself n times takes about n times as long.

use std::time::Duration;

use bstr::BStr;
use patch_apply::apply;
use patch_parse::{ParseOptions, PatchStream, parse};
use rustix::time::{ClockId, clock_gettime};

use crate::{Case, Rules};

/// The length of a repeated text, in bytes.
pub const LENGTH: usize = 128 << 10;

/// The processor time that a step may take for a text of that length before its growth is checked:
/// tens of times what most steps take, and less than a step takes that grows with the square of the
/// length.
pub const LIMIT: Duration = Duration::from_secs(4);

/// How long it may take in any case.
pub const MOST: Duration = Duration::from_secs(20);

/// How many times shorter the text is that a step is compared with.
const SHORTER: u32 = 4;

/// Checks that a text in three parts, of which the middle one is repeated, is read within
/// [`LIMIT`], as a whole and in pieces, and is then planned for the files that it could be about;
/// or within [`MOST`], in a time that grows no faster than the text. A run that counts lines for
/// llvm-cov (`LLVM_PROFILE_FILE`) may take fifty times as long.
///
/// # Panics
///
/// When it takes longer.
pub fn check(parts: [&[u8]; 3], case: impl Fn(&[u8], Rules) -> Option<Case>) {
    check_step("reading it", parts, |text| timed(|| drop(parse(text))));
    check_step("reading it in pieces", parts, |text| {
        timed(|| {
            let mut stream = PatchStream::new(ParseOptions::default());
            text.chunks(64).for_each(|piece| stream.push(piece, |_| ()));
            drop(stream.finish(|_| ()));
        })
    });
    check_step("applying it", parts, |text| {
        let Some(case) = case(text, Rules::default()) else { return Duration::ZERO };
        let Ok(patch) = parse(&case.patch) else { return Duration::ZERO };
        let mut files = case.before.to_memory();
        timed(|| drop(apply(&patch, &mut files, &case.rules.to_options())))
    });
}

/// A text in three parts whose middle one is repeated, so that the whole has this many bytes or
/// slightly fewer.
pub fn repeated([head, middle, tail]: [&[u8]; 3], length: usize) -> Vec<u8> {
    let room = length.saturating_sub(head.len() + tail.len());
    let count = room.checked_div(middle.len()).unwrap_or(0);
    [head, &middle.repeat(count), tail].concat()
}

fn check_step(what: &str, parts: [&[u8]; 3], step: impl Fn(&[u8]) -> Duration) {
    let text = repeated(parts, LENGTH);
    let took = step(&text);
    let shorter = || step(&repeated(parts, LENGTH / SHORTER as usize));
    let shown = BStr::new(text.get(..text.len().min(2000)).unwrap_or_default());
    let is_fine = !is_too_long(took, allowance(), shorter);
    assert!(is_fine, "{what} took {took:?}; it has {} bytes: {shown:?}", text.len());
}

/// Whether a step takes too long, with so many times as long for all: it grows with the square of
/// the length where a text as much shorter takes less than half of its share.
fn is_too_long(took: Duration, allowance: u32, shorter: impl FnOnce() -> Duration) -> bool {
    took > allowance * MOST || (took > allowance * LIMIT && took > 2 * SHORTER * shorter())
}

/// How many times as long all may take: more for a build that counts which lines it reaches, which
/// takes tens of times as long.
fn allowance() -> u32 {
    if std::env::var_os("LLVM_PROFILE_FILE").is_some() { 50 } else { 1 }
}

fn timed(work: impl FnOnce()) -> Duration {
    let start = now();
    work();
    now().saturating_sub(start)
}

/// The processor time of this thread: other programs on the machine do not affect it.
fn now() -> Duration {
    let now = clock_gettime(ClockId::ThreadCPUTime);
    Duration::try_from(now).expect("the clock does not run backwards")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_repeated_up_to_the_length() {
        let text = repeated([b"head\n", b"again\n", b"tail\n"], LENGTH);
        assert!(text.len() <= LENGTH && text.len() > LENGTH - 6);
        assert!(text.starts_with(b"head\nagain\nagain\n") && text.ends_with(b"again\ntail\n"));
        assert_eq!(repeated([b"a", b"", b"b"], LENGTH), b"ab");
    }

    #[test]
    fn what_grows_with_the_square_or_takes_all_too_long_is_told() {
        let seconds = Duration::from_secs;
        for (took, shorter, is_told) in [
            (seconds(3), seconds(0), false),
            // As the text does, and with its square.
            (seconds(6), Duration::from_millis(1500), false),
            (seconds(6), Duration::from_millis(400), true),
            (seconds(21), seconds(5), true),
        ] {
            assert_eq!(is_too_long(took, 1, || shorter), is_told, "{took:?} {shorter:?}");
        }
        assert!(!is_too_long(seconds(190), 50, || seconds(0)));
    }

    #[test]
    fn a_step_is_timed_by_the_processor() {
        let wait = |_: &[u8]| timed(|| while now() < Duration::from_nanos(1) {});
        check_step("waiting", [b"a", b"b", b"c"], wait);
        let slow =
            std::panic::catch_unwind(|| check_step("waiting", [b"", b"x", b""], |_| 2 * MOST * 50));
        let said = slow.unwrap_err().downcast::<String>().unwrap();
        assert!(said.starts_with("waiting took 2000s"), "{said}");
    }
}
