//! `cargo xtask bench`: the benchmarks of `patch-benches`.
//!
//! Criterion measures time, which is what counts and what a busy machine blurs. Gungraun counts
//! instructions under valgrind, which no other process can disturb; it needs two tools that cargo
//! does not bring.

use crate::error::{Result, fail};
use crate::files::{read_text, walk};
use crate::growth;
use crate::shell::{capture, cargo, root, run as run_command, say, stdout};
use crate::trees;

/// Runs the benchmarks whose name contains one of `names`; all of them when there is none.
///
/// # Errors
///
/// When there is no such benchmark, a tool is missing, or a benchmark fails.
pub fn run(names: &[String]) -> Result {
    let known = benchmarks()?;
    let chosen = choose(&known, names)?;
    if chosen.iter().any(|bench| bench.counts_instructions) {
        check_tools()?;
    }
    for bench in chosen {
        if bench.name == TREES {
            trees::run()?;
            continue;
        }
        let mut command = cargo(["bench", "--package", "patch-benches", "--bench", &bench.name]);
        if bench.counts_instructions {
            let output = stdout(&mut command, &[0])?;
            let output = String::from_utf8_lossy(&output);
            say!("{output}{}", growth::table(&output));
        } else {
            run_command(&mut command)?;
        }
    }
    Ok(())
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Benchmark {
    name: String,
    counts_instructions: bool,
}

/// The one that runs the program.
const TREES: &str = "trees";

/// The files of `benches/benches`, and the one that runs the program.
fn benchmarks() -> Result<Vec<Benchmark>> {
    let folder = root().join("benches/benches");
    if !folder.is_dir() {
        return fail("benches/benches is missing: there is no benchmark to run");
    }
    let files =
        walk(&folder, &|path| path.is_dir() || path.extension().is_some_and(|e| e == "rs"))?;
    let benchmarks = files.iter().filter(|path| path.parent() == Some(folder.as_path()));
    let trees = Ok(Benchmark { name: TREES.to_owned(), counts_instructions: false });
    let benchmarks = benchmarks.map(|path| {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let counts_instructions = read_text(path)?.contains("gungraun::");
        Ok(Benchmark { name, counts_instructions })
    });
    benchmarks.chain([trees]).collect()
}

fn choose<'a>(known: &'a [Benchmark], names: &[String]) -> Result<Vec<&'a Benchmark>> {
    let is_chosen = |bench: &&Benchmark| {
        names.is_empty() || names.iter().any(|name| bench.name.contains(name.as_str()))
    };
    let chosen: Vec<_> = known.iter().filter(is_chosen).collect();
    if known.is_empty() {
        return fail("benches/benches is empty: there is no benchmark to run");
    }
    if chosen.is_empty() {
        let known: Vec<_> = known.iter().map(|bench| bench.name.as_str()).collect();
        return fail(format!("no benchmark is called so; there are: {}", known.join(", ")));
    }
    Ok(chosen)
}

fn check_tools() -> Result {
    use std::process::Command;
    if capture(Command::new("valgrind").arg("--version")).is_err() {
        return fail("counting instructions needs valgrind: apt-get install valgrind");
    }
    // The runner itself compares its version with that of the library.
    if capture(Command::new("gungraun-runner").arg("--version")).is_err() {
        return fail(
            "counting instructions needs gungraun-runner, of the version of gungraun in \
             Cargo.lock: cargo install --locked gungraun-runner --version VERSION",
        );
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_choose_by_part() {
        let known = ["parse", "parse_instructions", "apply"].map(|name| Benchmark {
            name: name.to_owned(),
            counts_instructions: name.contains("instructions"),
        });
        let count = |names: &[&str]| {
            let names: Vec<_> = names.iter().map(|&name| name.to_owned()).collect();
            choose(&known, &names).map(|chosen| chosen.len())
        };
        assert_eq!(count(&[]), Ok(3));
        assert_eq!(count(&["parse"]), Ok(2));
        assert_eq!(count(&["parse_i", "apply"]), Ok(2));
        assert!(count(&["plan"]).is_err());
    }
}
