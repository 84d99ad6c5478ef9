//! Any bytes are read without a panic, and what was read prints back.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| patch_testkit::fuzz::run("parse", bytes));
