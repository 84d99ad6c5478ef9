//! Lists the targets for `cargo xtask fuzz`, and replays them without a fuzzer.
//!
//! ```text
//! cargo run --package patch-testkit --features faults --example fuzz -- seeds TARGET FOLDER [PATCHES]
//! cargo run --package patch-testkit --features faults --example fuzz -- replay TARGET PATH...
//! ```
//!
//! `seeds` writes the inputs that a fuzzer starts from, a file each, also from the patches in a
//! folder if one is named. `replay` runs a target over files and the files in folders; it ends with
//! status 1 if one breaks a promise.
#![expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a command-line helper that reads and writes folders of the fuzzer's"
)]

use std::fs;
use std::io;
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use patch_testkit::fuzz::{self, Target};

const USAGE: &str = "usage: fuzz seeds TARGET FOLDER [PATCHES] | fuzz replay TARGET PATH...";

fn main() -> ExitCode {
    match run() {
        Ok(code) => code,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

fn run() -> io::Result<ExitCode> {
    let args: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let words: Vec<&str> = args.iter().take(2).filter_map(|arg| arg.to_str()).collect();
    match (&*words, args.get(2..).unwrap_or_default()) {
        (["seeds", target], [folder]) => seeds(find(target)?, folder, &[]),
        (["seeds", target], [folder, patches]) => seeds(find(target)?, folder, &files(patches)?),
        (["replay", target], [first, more @ ..]) => {
            replay(find(target)?, [first].into_iter().chain(more))
        }
        _ => Err(io::Error::other(USAGE)),
    }
}

fn find(name: &str) -> io::Result<&'static Target> {
    fuzz::target(name).ok_or_else(|| io::Error::other(format!("there is no target {name:?}")))
}

fn seeds(target: &Target, folder: &Path, patches: &[PathBuf]) -> io::Result<ExitCode> {
    fs::create_dir_all(folder)?;
    let name = |path: &PathBuf| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let patches = patches.iter().map(|path| Ok((name(path), fs::read(path)?)));
    let seeds = target.seeds_with(&patches.collect::<io::Result<Vec<_>>>()?);
    for (name, bytes) in &seeds {
        fs::write(folder.join(name.replace('/', "-")), bytes)?;
    }
    println!("{} seeds in {}", seeds.len(), folder.display());
    Ok(ExitCode::SUCCESS)
}

fn replay<'p>(target: &Target, paths: impl Iterator<Item = &'p PathBuf>) -> io::Result<ExitCode> {
    let (mut runs, mut broken) = (0, 0);
    for path in paths {
        for file in files(path)? {
            let bytes = fs::read(&file)?;
            runs += 1;
            if catch_unwind(|| (target.run)(&bytes)).is_err() {
                broken += 1;
                println!("broken by {}", file.display());
            }
        }
    }
    println!("{}: {runs} inputs, {broken} of them break a promise", target.name);
    Ok(if broken == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// A file, or the files in a folder, in the order of their names.
fn files(path: &Path) -> io::Result<Vec<PathBuf>> {
    if path.is_file() {
        return Ok(vec![path.to_owned()]);
    }
    let entries = fs::read_dir(path)?.map(|entry| Ok(entry?.path()));
    let mut files = entries.collect::<io::Result<Vec<_>>>()?;
    files.retain(|file| file.is_file());
    files.sort();
    Ok(files)
}
