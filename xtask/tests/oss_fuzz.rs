//! Tests the build script of OSS-Fuzz on any toolchain: how it calls cargo, and what it leaves for
//! each target.
//!
//! Another program takes the place of cargo, so that this takes a second instead of a quarter of an
//! hour and does not need nightly. `cargo xtask ci oss-fuzz` runs the real one.
#![cfg(target_os = "linux")]

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

use tempfile::TempDir;
use xtask::error::{Context as _, Result};
use xtask::files::{copy_tree, read, read_text, walk, write};
use xtask::shell::{capture, print_line, root, run, works};

/// Records how it is called, and puts files where cargo, `cargo fuzz` and the example that makes
/// seeds put theirs.
const STAND_IN: &str = r#"#!/bin/sh
set -eu
echo "$*" >>"$CALLS"
case "$1" in +*) shift ;; esac
case "$1" in
fuzz)
    folder="fuzz/target/$(rustc -vV | sed -n 's/^host: //p')/release"
    mkdir -p "$folder"
    for target in ${5:-$(ls fuzz/fuzz_targets | sed 's/\.rs$//')}; do
        printf '#!/bin/sh\n' >"$folder/$target"
        chmod +x "$folder/$target"
    done
    ;;
run)
    echo "in $CARGO_TARGET_DIR with '$RUSTFLAGS'" >>"$CALLS"
    while [ "$1" != seeds ]; do shift; done
    mkdir -p "$3"
    echo a >"$3/seed-of-$2"
    ;;
esac
"#;

/// The variables that the script documents, except `SANITIZER`, which has a default.
const NEEDED: [&str; 4] = ["SRC", "OUT", "WORK", "LIB_FUZZING_ENGINE"];

/// A small imitation of an image: the folders, the sources that the script reads, and the stand-in.
struct Image {
    /// With a blank in its name, to find paths that the script does not quote.
    folder: TempDir,
}

impl Image {
    /// `None`, and the reason is printed, if the machine lacks a tool that the script needs.
    fn new() -> Result<Option<Self>> {
        let has = |program: &str| works(Command::new(program).arg("--version"));
        let can_zip = works(Command::new("zip").arg("-v")) || has("python3");
        if !has("bash") || !can_zip {
            print_line("not tested: the build script of OSS-Fuzz needs bash, and zip or python3");
            return Ok(None);
        }
        let image = Self { folder: TempDir::with_prefix("oss fuzz ").context("a scratch folder")? };
        for folder in ["fuzz_targets", "options", "dictionaries"] {
            let from = root().join("fuzz").join(folder);
            copy_tree(&from, &image.at("src/acp-patch/fuzz").join(folder))?;
        }
        let source = image.at("stand-in.sh");
        write(&source, STAND_IN.as_bytes())?;
        for folder in ["out", "work", "bin"] {
            fs::create_dir_all(image.at(folder)).context(folder)?;
        }
        // Another process writes the program, so that no test beside this one can hold it open.
        let mut install = Command::new("install");
        run(install.args(["-m", "755"]).arg(source).arg(image.at("bin/cargo")))?;
        Ok(Some(image))
    }

    fn at(&self, path: &str) -> PathBuf {
        self.folder.path().join(path)
    }

    /// The script with its variables, as the images set them.
    fn build(&self) -> Result<Command> {
        let mut build = Command::new(root().join("fuzz/oss-fuzz/build.sh"));
        for ours in ["SANITIZER", "FUZZ_TARGET", "FUZZ_TOOLCHAIN", "SEEDS_TARGET_DIR"] {
            build.env_remove(ours);
        }
        let path = std::env::var_os("PATH").unwrap_or_default();
        let path = [self.at("bin")].into_iter().chain(std::env::split_paths(&path));
        build.env("PATH", std::env::join_paths(path).context("PATH")?);
        build.env("SRC", self.at("src")).env("OUT", self.at("out")).env("WORK", self.at("work"));
        build.env("LIB_FUZZING_ENGINE", "-fsanitize=fuzzer").env("FUZZING_LANGUAGE", "rust");
        build.env("RUSTFLAGS", "--cfg fuzzing").env("CALLS", self.at("calls"));
        Ok(build)
    }

    /// How cargo was called.
    fn calls(&self) -> Vec<String> {
        read_text(&self.at("calls")).unwrap_or_default().lines().map(str::to_owned).collect()
    }

    /// The files that OSS-Fuzz expects beside the binary of a target exist.
    #[track_caller]
    fn has(&self, target: &str) -> Result {
        let out = self.at("out");
        assert!(works(&mut Command::new(out.join(target))), "{target}: no program");
        let options = read_text(&out.join(format!("{target}.options")))?;
        let ours = root().join("fuzz/options").join(format!("{target}.options"));
        assert_eq!(options, read_text(&ours)?, "{target}");
        for dictionary in options.lines().filter_map(|line| line.strip_prefix("dict = ")) {
            assert!(out.join(dictionary).is_file(), "{target} names {dictionary}");
        }
        let seeds = read(&out.join(format!("{target}_seed_corpus.zip")))?;
        let name = format!("seed-of-{target}");
        let is_in = seeds.windows(name.len()).any(|part| part == name.as_bytes());
        assert!(seeds.starts_with(b"PK\x03\x04") && is_in, "{target}: no seeds");
        Ok(())
    }
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn targets() -> Result<Vec<String>> {
    let files = walk(&root().join("fuzz/fuzz_targets"), &|_| true)?;
    let names = files.iter().filter_map(|path| path.file_stem()?.to_str());
    Ok(names.map(str::to_owned).collect())
}

#[test]
fn every_target_has_what_belongs_to_it() -> Result {
    let Some(image) = Image::new()? else { return Ok(()) };
    run(&mut image.build()?)?;
    let seeds = |target: &String| {
        let folder = image.at("work/seeds").join(target);
        let run = "run --quiet --package patch-testkit --features faults --example fuzz -- seeds";
        let at = image.at("work/seeds-target");
        let without_flags = format!("in {} with ''", at.display());
        [format!("{run} {target} {}", folder.display()), without_flags]
    };
    let targets = targets()?;
    let mut expected = vec!["fuzz build -O --sanitizer=address".to_owned()];
    expected.extend(targets.iter().flat_map(seeds));
    assert_eq!(image.calls(), expected);
    targets.iter().try_for_each(|target| image.has(target))
}

#[test]
fn one_target_is_built_by_itself_and_again() -> Result {
    let Some(image) = Image::new()? else { return Ok(()) };
    for _ in 0..2 {
        let mut build = image.build()?;
        run(build.env("FUZZ_TARGET", "parse").env("FUZZ_TOOLCHAIN", "+nightly"))?;
        image.has("parse")?;
    }
    assert_eq!(image.calls()[0], "+nightly fuzz build -O --sanitizer=address parse");
    assert!(!image.at("out/apply").exists());
    Ok(())
}

#[test]
fn sanitizers_are_those_that_a_target_can_be_built_with() -> Result {
    let Some(image) = Image::new()? else { return Ok(()) };
    for (sanitizer, expected) in [("address", "address"), ("none", "none"), ("coverage", "none")] {
        write(&image.at("calls"), b"")?;
        let mut build = image.build()?;
        run(build.env("SANITIZER", sanitizer).env("FUZZ_TARGET", "parse"))?;
        let expected = format!("fuzz build -O --sanitizer={expected} parse");
        assert_eq!(image.calls()[0], expected, "{sanitizer}");
    }
    let refused = capture(image.build()?.env("SANITIZER", "memory"))?;
    assert_eq!(refused.status.code(), Some(1));
    assert!(stderr(&refused).contains("the sanitizer memory"), "{}", stderr(&refused));
    Ok(())
}

#[test]
fn a_variable_that_is_missing_is_named() -> Result {
    let Some(image) = Image::new()? else { return Ok(()) };
    for name in NEEDED {
        let refused = capture(image.build()?.env_remove(name))?;
        assert!(!refused.status.success() && stderr(&refused).contains(name), "{name}");
    }
    assert!(image.calls().is_empty());
    Ok(())
}
