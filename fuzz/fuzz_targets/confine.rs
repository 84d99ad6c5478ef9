//! Whatever a path says, nothing outside the root is read or changed.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| patch_testkit::fuzz::run("confine", bytes));
