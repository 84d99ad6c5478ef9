//! A text that says the same again and again takes about as many times as long.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| patch_testkit::fuzz::run("cost", bytes));
