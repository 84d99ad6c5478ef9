//! Whatever fails and whenever the program is killed, either all of a patch takes effect or
//! nothing.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| patch_testkit::fuzz::run("transaction", bytes));
