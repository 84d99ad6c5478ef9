//! `cargo xtask robustness`: damaged patches from real releases, ours beside other tools.
//!
//! The runner is a benchmark target of `patch-benches`, because only that crate depends on the
//! other tools. This module passes it the releases, and writes its output to `docs/robustness.md`.

use std::process::Command;

use crate::error::{Context as _, Result, fail, misused};
use crate::files::{read_text, write};
use crate::flags::Robustness;
use crate::program::built_bench;
use crate::releases::pairs;
use crate::shell::{root, run as run_command, say, stdout};

/// The page, from the root.
const PAGE: &str = "docs/robustness.md";

/// The text before the tables.
const INTRODUCTION: &str = include_str!("robustness.md");

/// Cases of the committed page.
const CASES: usize = 4000;

/// Cases of the slice that CI runs.
const SLICE: usize = 500;

/// Cases of repetitive files.
const REPETITIVE: usize = 100_000;

/// Marks around the part of the page that depends only on our own results.
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
    /// Whether two damages are done to each patch.
    pub twice: bool,
    /// What to do.
    pub mode: Mode,
}

/// What a run is for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// Print the tables.
    #[default]
    Print,
    /// Write the tables to the page.
    Write,
    /// Check whether the page has our own tables as they are now.
    Check,
    /// Check whether ours keeps its promises on a small number of cases, without other tools.
    Slice,
    /// Show one case, by its label.
    Show(String),
}

impl Options {
    /// The options that the flags select.
    ///
    /// # Errors
    ///
    /// When the flags contradict each other.
    pub fn new(flags: Robustness) -> Result<Self> {
        let Robustness { cases, seed, repetitive, twice, write, check, slice, show } = flags;
        let modes = [(write, Mode::Write), (check, Mode::Check), (slice, Mode::Slice)];
        let modes = modes.into_iter().filter_map(|(is_wanted, mode)| is_wanted.then_some(mode));
        let modes: Vec<Mode> = modes.chain(show.map(Mode::Show)).collect();
        let mode = match modes.as_slice() {
            [] => Mode::Print,
            [mode] => mode.clone(),
            _ => return misused("one of --write, --check, --slice and --show, not several"),
        };
        if repetitive && matches!(mode, Mode::Write | Mode::Check | Mode::Slice) {
            return misused("--repetitive prints its tables, or one case with --show");
        }
        if twice && (repetitive || matches!(mode, Mode::Write | Mode::Check | Mode::Slice)) {
            return misused("--twice prints what is wrong, or one case with --show");
        }
        Ok(Self { cases, seed, repetitive, twice, mode })
    }
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

/// The part of a page that depends only on our own results.
fn ours(page: &str) -> Option<&str> {
    let (_, rest) = page.split_once(MARKS[0])?;
    rest.split_once(MARKS[1]).map(|(part, _)| part)
}

fn text(command: &mut Command) -> Result<String> {
    let bytes = stdout(command, &[0])?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// The runner with the releases to draw from. It is built as the tests are, so that it shares all
/// crates below it with them: most of the time goes into starting programs.
fn runner(options: &Options, cases: usize) -> Result<Command> {
    let mut command = Command::new(built_bench("robustness")?);
    command.current_dir(root().join("benches"));
    if options.repetitive {
        command.arg("--repetitive");
    } else {
        let folders = pairs()?.into_iter().flat_map(|pair| [pair.old.path, pair.new.path]);
        command.env("ROBUSTNESS_FOLDERS", std::env::join_paths(folders).context("the releases")?);
    }
    if options.twice {
        command.args(["--twice", "--only-ours"]);
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
        let none = || Robustness {
            cases: None,
            seed: None,
            repetitive: false,
            twice: false,
            write: false,
            check: false,
            slice: false,
            show: None,
        };
        assert_eq!(Options::new(none()), Ok(Options::default()));
        let show = Some("none:1".to_owned());
        let flags = Robustness { cases: Some(9), repetitive: true, show, ..none() };
        let mode = Mode::Show("none:1".to_owned());
        let expected = Options { cases: Some(9), repetitive: true, mode, ..Options::default() };
        assert_eq!(Options::new(flags), Ok(expected));
        let two = Robustness { write: true, check: true, ..none() };
        assert!(Options::new(two).unwrap_err().is_usage());
        let repetitive = Robustness { repetitive: true, slice: true, ..none() };
        assert!(Options::new(repetitive).unwrap_err().is_usage());
        let twice = Robustness { twice: true, check: true, ..none() };
        assert!(Options::new(twice).unwrap_err().is_usage());
    }
}
