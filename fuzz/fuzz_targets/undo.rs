//! What is applied can be undone, byte for byte.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| patch_testkit::fuzz::run("undo", bytes));
