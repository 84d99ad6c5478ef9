//! Whatever an agent asks of the tools, a refusal changes nothing, and what was done can be taken
//! back.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| patch_testkit::fuzz::run("tools", bytes));
