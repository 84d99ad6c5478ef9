//! What is generated between two trees leads there and back, in both formats.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| patch_testkit::fuzz::run("generate", bytes));
