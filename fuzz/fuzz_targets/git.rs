//! What we and `git apply` both apply comes to the same.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| patch_testkit::fuzz::run("git", bytes));
