//! Whatever lines a client sends, the server answers and keeps running.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| patch_testkit::fuzz::run("mcp", bytes));
