//! Whatever an interrupted commit seems to have left, recovery can do nothing that a patch could
//! not.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| patch_testkit::fuzz::run("journal", bytes));
