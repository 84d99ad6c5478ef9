//! `cargo xtask bench trees`: the whole program on two trees, beside `git diff --no-index`, in turns.

use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::error::{Context as _, Result, fail};
use crate::files::write;
use crate::program::Program;
use crate::shell::{say, stdout};

/// Files of each tree.
const FILES: usize = 2000;

/// Runs of each program; the best one counts.
const ROUNDS: usize = 7;

/// Measures both programs on a tree of which one file in four changes, and on one whose files all move and change.
///
/// # Errors
///
/// When ours takes longer, or one of the programs fails.
pub fn run() -> Result {
    let program = Program::build_optimised()?;
    let mut is_slow = false;
    for shape in [Shape::Changed, Shape::Moved] {
        let folder = TempDir::with_prefix("acp-patch-trees-").context("a scratch folder")?;
        shape.make(folder.path())?;
        let rounds = if matches!(shape, Shape::Moved) { 2 } else { ROUNDS };
        let (mut ours, mut gits) = (Duration::MAX, Duration::MAX);
        for _ in 0..rounds {
            ours = ours.min(time(&mut program.diff_of(folder.path(), shape.args()))?);
            gits = gits.min(time(&mut git(folder.path(), shape.args()))?);
        }
        let times = gits.as_secs_f64() / ours.as_secs_f64();
        say!("{}: ours {ours:.2?}, git {gits:.2?}, {times:.2} times as long", shape.name());
        is_slow |= times < 1.0;
    }
    if is_slow { fail("`git diff --no-index` is faster") } else { Ok(()) }
}

#[derive(Clone, Copy)]
enum Shape {
    Changed,
    Moved,
}

impl Shape {
    fn name(self) -> &'static str {
        match self {
            Self::Changed => "2,000 files, 500 of them changed",
            Self::Moved => "2,000 files that all moved and changed, 4,000,000 pairs",
        }
    }

    /// What both programs take.
    fn args(self) -> &'static [&'static str] {
        match self {
            Self::Changed => &[],
            Self::Moved => &["-M50", "-l0"],
        }
    }

    fn make(self, folder: &Path) -> Result {
        for number in 0..FILES {
            let text = lines(number);
            let changed = text.replacen("compute", "changed", 2);
            let (old, new, after) = match self {
                Self::Changed if number % 4 == 0 => ("d", "d", &changed),
                Self::Changed => ("d", "d", &text),
                Self::Moved => ("from", "to", &changed),
            };
            let (old, new) = match self {
                Self::Changed => (
                    format!("a/{old}{}/{number}", number % 40),
                    format!("b/{new}{}/{number}", number % 40),
                ),
                Self::Moved => (format!("a/{old}/old-{number}"), format!("b/{new}/new-{number}")),
            };
            for (path, contents) in [(old, &text), (new, after)] {
                write(&folder.join(path), contents.as_bytes())?;
            }
        }
        Ok(())
    }
}

/// A hundred lines, of which a third is in every file.
fn lines(file: usize) -> String {
    let line = |line: usize| match line % 10 {
        3 => "}\n".to_owned(),
        4 => "\n".to_owned(),
        7 => "        return None;\n".to_owned(),
        _ => format!("    let value_{file}_{line} = compute(input, {});\n", line * 7 % 97),
    };
    (0..100).map(line).collect::<Vec<_>>().concat()
}

fn git(folder: &Path, args: &[&str]) -> Command {
    let mut git = Command::new("git");
    git.current_dir(folder).env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_NOSYSTEM", "1");
    git.args(["diff", "--no-index", "--histogram"]).args(args).args(["a", "b"]);
    git
}

fn time(command: &mut Command) -> Result<Duration> {
    let start = Instant::now();
    let printed = stdout(command, &[1])?;
    let took = start.elapsed();
    if printed.is_empty() { fail("nothing differs") } else { Ok(took) }
}
