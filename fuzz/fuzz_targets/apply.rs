//! Any bytes, as a patch or as a recipe for one, are applied as the model says or refused whole.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| patch_testkit::fuzz::run("apply", bytes));
