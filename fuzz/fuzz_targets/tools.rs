//! Whatever an agent requests of the tools, a refusal changes nothing, and what was done can be
//! undone.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| patch_testkit::fuzz::run("tools", bytes));
