//! `cargo xtask robustness`: damaged patches from real releases, ours beside other tools.
//!
//! The runner is a benchmark target of `patch-benches`, because the other tools are its dependencies alone.
//! This module hands it the releases, and keeps what it prints in `docs/robustness.md`.

use std::process::Command;

use crate::error::{Context as _, Error, Result, fail};
use crate::files::{read_text, write};
use crate::releases::pairs;
use crate::shell::{cargo, root, run as run_command, say, stdout};

/// The page, from the root.
const PAGE: &str = "docs/robustness.md";

/// What stands before the tables.
const INTRODUCTION: &str = include_str!("robustness.md");

/// Cases of the committed page.
const CASES: usize = 4000;

/// Cases of the slice that CI runs.
const SLICE: usize = 500;

/// Cases of repetitive files.
const REPETITIVE: usize = 100_000;

/// Marks around the part of the page that depends on ours alone.
const MARKS: [&str; 2] = ["<!-- ours: begin -->", "<!-- ours: end -->"];

/// How it is called.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// About how many cases; the page's number when it is not given.
    pub cases: Option<usize>,
    /// Where the numbers start; the page's when it is not given.
    pub seed: Option<u64>,
    /// Whether the cases are repetitive files with the truth by construction, instead of releases.
    pub repetitive: bool,
    /// What is wanted.
    pub mode: Mode,
}

/// What is wanted of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// The tables, on standard output.
    #[default]
    Print,
    /// The tables, in the page.
    Write,
    /// Whether the page has the tables of ours as they are now.
    Check,
    /// Whether ours keeps its promises on a small number of cases, no other tools asked.
    Slice,
    /// One case, by its label.
    Show(String),
}

/// Reads the arguments behind `robustness`.
///
/// # Errors
///
/// When they are not what the command takes.
pub fn parse(words: &[&str]) -> Result<Options> {
    let mut options = Options::default();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let mut value = || {
            let missing = || Error::new(format!("{word} takes a value"));
            words.next().copied().ok_or_else(missing)
        };
        match *word {
            "--cases" => options.cases = Some(number(word, value()?)?),
            "--seed" => options.seed = Some(number(word, value()?)?),
            "--repetitive" => options.repetitive = true,
            "--write" => options.mode = Mode::Write,
            "--check" => options.mode = Mode::Check,
            "--slice" => options.mode = Mode::Slice,
            "--show" => options.mode = Mode::Show(value()?.to_owned()),
            other => return fail(format!("`robustness` does not take {other:?}")),
        }
    }
    match options.mode {
        Mode::Write | Mode::Check | Mode::Slice if options.repetitive => {
            fail("`robustness --repetitive` prints its tables, or one case with `--show`")
        }
        _ => Ok(options),
    }
}

fn number<T: std::str::FromStr>(option: &str, text: &str) -> Result<T> {
    text.parse().map_err(|_| Error::new(format!("{option} takes a number, not {text:?}")))
}

/// Runs it.
///
/// # Errors
///
/// When something is missing, a promise is broken, or the page is stale.
pub fn run(options: &Options) -> Result {
    let most = if options.repetitive { REPETITIVE } else { CASES };
    match &options.mode {
        Mode::Print => run_command(&mut runner(options, most)?),
        Mode::Show(label) => run_command(runner(options, CASES)?.args(["--show", label])),
        Mode::Slice => run_command(runner(options, SLICE)?.args(["--gate", "--only-ours"])),
        Mode::Write => {
            let tables = text(&mut runner(options, CASES)?)?;
            write(&root().join(PAGE), format!("{INTRODUCTION}{tables}").as_bytes())?;
            say!("{PAGE} is written.");
            Ok(())
        }
        Mode::Check => {
            let found = text(runner(options, CASES)?.arg("--only-ours"))?;
            let page = read_text(&root().join(PAGE))?;
            if ours(&page).is_some() && ours(&page) == ours(&found) {
                return Ok(());
            }
            fail(format!("{PAGE} has other numbers: `cargo xtask robustness --write`"))
        }
    }
}

/// The part of a page that depends on ours alone.
fn ours(page: &str) -> Option<&str> {
    let (_, rest) = page.split_once(MARKS[0])?;
    rest.split_once(MARKS[1]).map(|(part, _)| part)
}

fn text(command: &mut Command) -> Result<String> {
    let bytes = stdout(command, &[0])?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// The runner with the releases to draw from. It is built without optimisation of its own: most of
/// the time goes into starting programs.
fn runner(options: &Options, cases: usize) -> Result<Command> {
    let mut command = cargo(["bench", "--quiet", "--profile", "dev", "--package", "patch-benches"]);
    command.args(["--bench", "robustness", "--"]);
    if options.repetitive {
        command.arg("--repetitive");
    } else {
        let folders = pairs()?.into_iter().flat_map(|pair| [pair.old.path, pair.new.path]);
        command.env("ROBUSTNESS_FOLDERS", std::env::join_paths(folders).context("the releases")?);
    }
    command.args(["--cases", &options.cases.unwrap_or(cases).to_string()]);
    command.args(["--seed", &options.seed.unwrap_or(1).to_string()]);
    Ok(command)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_part_that_is_compared_is_between_the_marks() {
        let page =
            |ours: &str, peers: &str| format!("x\n{}\n{ours}{}\n{peers}", MARKS[0], MARKS[1]);
        assert_eq!(ours(&page("a\n", "b")), Some("\na\n"));
        assert_eq!(ours(&page("a\n", "b")), ours(&page("a\n", "c")));
        assert_eq!(ours("a"), None);
    }

    #[test]
    fn options_may_be_combined() {
        let options = parse(&["--cases", "9", "--seed", "2", "--show", "none:1"]).unwrap();
        let mode = Mode::Show("none:1".to_owned());
        let expected = Options { cases: Some(9), seed: Some(2), repetitive: false, mode };
        assert_eq!(options, expected);
        assert!(parse(&["--repetitive", "--cases", "9"]).unwrap().repetitive);
        assert!(parse(&["--repetitive", "--write"]).is_err());
        assert!(parse(&["--cases", "many"]).is_err());
        assert!(parse(&["--cases"]).is_err());
        assert!(parse(&["--now"]).is_err());
    }
}
