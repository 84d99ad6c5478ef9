//! Which lines the corpus of a target reaches.

use std::process::Command;

use super::replay::seed;
use super::target::Target;
use super::tools;
use crate::error::Result;
use crate::shell::{root, run as run_command, say};

/// Runs the corpora on instrumented binaries, prints a table of files for each target and writes
/// HTML pages.
pub(super) fn run(targets: &[Target]) -> Result {
    let llvm = tools::llvm_folder()?;
    let host = tools::host()?;
    for target in targets {
        let mut collect = tools::nightly();
        collect.args(["fuzz", "coverage", "--sanitizer=none", "--llvm-path"]).arg(&llvm);
        // Not every build of LLVM's tools can read names that are compressed.
        collect.env("RUSTFLAGS", "-Cllvm-args=-enable-name-compression=false");
        collect.arg(&target.name).arg(seed(target)?);
        let corpus = target.corpus();
        run_command(collect.args(corpus.is_dir().then_some(corpus)))?;
        let folder = root().join("fuzz/coverage").join(&target.name);
        let built = root().join("target").join(&host).join("coverage").join(&host);
        let llvm_cov = |verb: &str| {
            let mut command = Command::new(llvm.join("llvm-cov"));
            command.arg(verb).arg(built.join("release").join(&target.name));
            command.arg(format!("-instr-profile={}", folder.join("coverage.profdata").display()));
            command.arg("-ignore-filename-regex=(/registry/|/rustc/|patch-testkit/|fuzz_targets/)");
            command
        };
        run_command(&mut llvm_cov("report"))?;
        let pages = folder.join("html");
        let mut show = llvm_cov("show");
        show.args(["-format=html", "-show-line-counts-or-regions"]);
        run_command(show.arg(format!("-output-dir={}", pages.display())))?;
        say!("`{}`: {}", target.name, pages.join("index.html").display());
    }
    Ok(())
}
