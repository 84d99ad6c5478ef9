//! The patch between two texts means the same to us and to `diffy`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| patch_testkit::fuzz::run("diffy", bytes));
