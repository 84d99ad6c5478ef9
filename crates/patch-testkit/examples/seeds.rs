//! Writes every text of the corpora into a folder, a file each: what a fuzzer starts from.
//!
//! `cargo xtask fuzz` runs it: `cargo run --package patch-testkit --example seeds -- FOLDER`.
#![expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "a command-line helper that writes a folder of the fuzzer's"
)]

use std::fs;
use std::io;
use std::path::PathBuf;

use patch_testkit::corpus;

fn main() -> io::Result<()> {
    let folder = std::env::args_os().nth(1).map(PathBuf::from);
    let folder = folder.ok_or_else(|| io::Error::other("usage: seeds FOLDER"))?;
    fs::create_dir_all(&folder)?;
    let seeds = corpus::raw();
    for (name, text) in &seeds {
        fs::write(folder.join(name.replace('/', "-")), text)?;
    }
    println!("{} seeds in {}", seeds.len(), folder.display());
    Ok(())
}
