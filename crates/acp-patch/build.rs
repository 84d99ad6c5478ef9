//! Makes the program quick to start.
//!
//! The standard library needs the unwinder of GCC, which is a shared library on GNU systems:
//! finding, mapping and relocating it takes longer than applying a small patch. The same code is
//! linked statically instead; every GCC includes it.

use std::env;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let target_is = |key: &str, value: &str| env::var(key).is_ok_and(|found| found == value);
    if target_is("CARGO_CFG_TARGET_OS", "linux") && target_is("CARGO_CFG_TARGET_ENV", "gnu") {
        // The linker reads the archive before it knows what the standard library lacks.
        println!("cargo:rustc-link-arg-bins=-Wl,--undefined=_Unwind_Backtrace");
        println!("cargo:rustc-link-lib=gcc_eh");
    }
}
