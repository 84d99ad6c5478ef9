//! A directory on disk behaves as memory does, there and back.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| patch_testkit::fuzz::run("disk", bytes));
