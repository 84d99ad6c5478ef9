//! A text that repeats itself n times takes about n times as long.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| patch_testkit::fuzz::run("cost", bytes));
