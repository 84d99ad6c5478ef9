//! A message of the protocol is written as it was read, by us and by the protocol's own types.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| patch_testkit::fuzz::run("wire", bytes));
