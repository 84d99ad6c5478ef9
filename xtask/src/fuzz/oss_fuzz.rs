//! The build of OSS-Fuzz and `ClusterFuzzLite`, as far as one machine without their images can try
//! it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::target::Target;
use super::tools;
use crate::error::{Context as _, Result, fail};
use crate::files::{read_text, walk};
use crate::shell::{root, run as run_command, say};

/// Runs the build script with the variables that the images set, without a sanitizer unless
/// `SANITIZER` names one, and then each binary over its seed corpus, or over every `step`th file of
/// it and all finds.
pub(super) fn run(targets: &[Target], step: usize) -> Result {
    tools::check()?;
    let folder = root().join("target/oss-fuzz");
    let at = |name: &str| folder.join(name);
    for name in ["src", "out", "work"] {
        fs::create_dir_all(at(name)).context(at(name).display())?;
    }
    link(&at("src").join("acp-patch"))?;
    let mut build = Command::new(root().join("fuzz/oss-fuzz/build.sh"));
    build.env("SRC", at("src")).env("OUT", at("out")).env("WORK", at("work"));
    build.env("LIB_FUZZING_ENGINE", "-fsanitize=fuzzer").env("FUZZ_TOOLCHAIN", "+nightly");
    build.env("FUZZING_LANGUAGE", "rust").env("ARCHITECTURE", std::env::consts::ARCH);
    if std::env::var_os("SANITIZER").is_none() {
        build.env("SANITIZER", "none");
    }
    if let [one] = targets {
        build.env("FUZZ_TARGET", &one.name);
    }
    for ours in ["CARGO", "RUSTUP_TOOLCHAIN", "CARGO_TARGET_DIR"] {
        build.env_remove(ours);
    }
    // The program that makes the seeds is already built here.
    build.env("SEEDS_TARGET_DIR", root().join("target"));
    run_command(&mut build)?;
    for target in targets {
        check(target, &at("out"), &at("work").join("check"), step)?;
    }
    say!("{} targets are built as OSS-Fuzz asks, and run their corpora.", targets.len());
    Ok(())
}

/// The sources where the script expects them.
fn link(place: &Path) -> Result {
    if place.symlink_metadata().is_err() {
        std::os::unix::fs::symlink(root(), place).context(place.display())?;
    }
    Ok(())
}

/// Checks that the files of a target exist, and that the binary runs over its corpus.
fn check(target: &Target, out: &Path, work: &Path, step: usize) -> Result {
    let name = &target.name;
    let options = read_text(&out.join(format!("{name}.options")))?;
    let dictionary = options.lines().find_map(|line| line.strip_prefix("dict = "));
    if let Some(missing) = dictionary.filter(|dictionary| !out.join(dictionary).is_file()) {
        return fail(format!("{name} names the dictionary {missing}, which is not there"));
    }
    let corpus: PathBuf = work.join(name);
    if corpus.is_dir() {
        fs::remove_dir_all(&corpus).context(corpus.display())?;
    }
    fs::create_dir_all(&corpus).context(corpus.display())?;
    let mut unzip = Command::new("python3");
    unzip.args(["-m", "zipfile", "-e"]).arg(out.join(format!("{name}_seed_corpus.zip")));
    run_command(unzip.arg(&corpus))?;
    let seeds = walk(&corpus, &|_| true)?;
    if seeds.is_empty() {
        return fail(format!("{name} has no seeds"));
    }
    let is_found = |path: &PathBuf| {
        path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("regressions-"))
    };
    let (found, others): (Vec<PathBuf>, Vec<PathBuf>) = seeds.into_iter().partition(is_found);
    let mut binary = tools::in_memory(out.join(name));
    binary.args(target.arguments()?).args(others.iter().step_by(step)).args(found);
    run_command(&mut binary)
}
