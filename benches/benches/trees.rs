//! The whole program on two trees, beside `git diff --no-index`: 2,000 files of which one in four
//! changes, and 2,000 that all move and change. `BENCH_PROGRAM` names the program;
//! `cargo xtask bench` builds it.

#![expect(clippy::expect_used, reason = "the trees are made to fit")]
#![expect(clippy::disallowed_methods, reason = "a benchmark makes its own trees")]

mod whole;

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use patch_benches::race::{Race, once};
use patch_benches::record::goal;
use whole::Installed;

/// Files of each tree.
const FILES: usize = 2000;

fn main() {
    let program = Installed::ours();
    for (shape, rounds) in [(Shape::Changed, 7), (Shape::Moved, 3)] {
        let folder = tempfile::tempdir().expect("a temporary folder");
        shape.make(folder.path());
        let run = |command: &mut Command| {
            let command = command.current_dir(folder.path()).args(shape.args()).args(["a", "b"]);
            differences(command)
        };
        Race::new("trees", shape.name())
            .tool("ours", || run(program.command().args(["diff", "--format", "git"])))
            .tool("git", || run(git().args(["diff", "--no-index", "--histogram"])))
            .run_and_tell(rounds);
        goal("trees", shape.name(), "git", 1.0);
    }
}

fn git() -> Command {
    let mut git = Command::new("git");
    git.env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_NOSYSTEM", "1");
    git
}

/// The time of a command that finds differences.
fn differences(command: &mut Command) -> Duration {
    let mut printed = Vec::new();
    let took = once(|| printed = command.output().expect("it is installed").stdout);
    assert!(!printed.is_empty(), "nothing differs");
    took
}

#[derive(Clone, Copy)]
enum Shape {
    Changed,
    Moved,
}

impl Shape {
    fn name(self) -> &'static str {
        match self {
            Self::Changed => "files_2000_changed_500",
            Self::Moved => "files_2000_all_moved",
        }
    }

    /// The options of both programs.
    fn args(self) -> &'static [&'static str] {
        match self {
            Self::Changed => &[],
            Self::Moved => &["-M50", "-l0"],
        }
    }

    fn make(self, folder: &Path) {
        for number in 0..FILES {
            let text = lines(number);
            let changed = text.replacen("compute", "changed", 2);
            let (old, new, after) = match self {
                Self::Changed => {
                    let name = format!("d{}/{number}", number % 40);
                    let after = if number % 4 == 0 { &changed } else { &text };
                    (format!("a/{name}"), format!("b/{name}"), after)
                }
                Self::Moved => {
                    (format!("a/from/old-{number}"), format!("b/to/new-{number}"), &changed)
                }
            };
            for (path, contents) in [(old, &text), (new, after)] {
                let path = folder.join(path);
                fs::create_dir_all(path.parent().expect("it lies in a folder"))
                    .expect("it is made");
                fs::write(path, contents).expect("it can be written");
            }
        }
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
    (0..100).map(line).collect()
}
