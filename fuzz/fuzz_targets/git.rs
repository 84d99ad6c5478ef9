//! If we and `git apply` both apply a patch, the results are the same.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| patch_testkit::fuzz::run("git", bytes));
