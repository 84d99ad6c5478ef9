//! Any bytes, in pieces of any size, are read in the same way as the whole.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| patch_testkit::fuzz::run("stream", bytes));
