//! How the commands are called.
//!
//! Matched by hand: nine commands with a handful of options do not earn an argument parser, and
//! without one `cargo xtask` builds in a few seconds.

use crate::error::{Result, fail};
use crate::{ci, fuzz, proptest, robustness};

/// What `cargo xtask help` prints.
pub const HELP: &str = "\
usage: cargo xtask COMMAND

  ci [STEP...]            what CI runs; `ci list` names the steps, each can run alone
  test [ARG...]           the fast inner loop: unit and integration tests; ARGs go to the runner
  tidy                    the checks of layering, manifests, sources and error codes
  schemas [--check]       write the generated files, or check that they are fresh
  demo [RELEASE]          apply a real release's patch with the program, in both formats
  fuzz TARGET [--time 60s]
                          fuzz `parse` or `apply` for that long (s, m or h)
  proptest [--cases N] [--seed S]
                          the property tests, with N cases each (default 4096), of any seed or of S
  bench [NAME...]         the benchmarks, all or the named ones
  robustness [--cases N] [--seed S] [--write | --check | --slice | --show DAMAGE:NUMBER]
                          damaged patches from real releases, ours beside other tools
  robustness --repetitive [--cases N] [--seed S] [--show FORMAT:NUMBER]
                          files of copies that are much alike, with the truth carried along
  help                    this text";

const NAMES: &[&str] =
    &["ci", "test", "tidy", "schemas", "demo", "fuzz", "proptest", "bench", "robustness", "help"];

/// A command with its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Print [`HELP`].
    Help,
    /// Run the steps of CI, all when none is named.
    Ci {
        /// Names of steps; `list` alone lists them.
        steps: Vec<String>,
    },
    /// Run the tests.
    Test {
        /// For the test runner.
        args: Vec<String>,
    },
    /// Run the tidy checks.
    Tidy,
    /// Write the generated files.
    Schemas {
        /// Only compare; write nothing.
        check: bool,
    },
    /// Show the program on real input.
    Demo {
        /// Name of the crate whose release is the patch.
        release: Option<String>,
    },
    /// Run a fuzz target.
    Fuzz {
        /// Its name.
        target: String,
        /// For how long.
        seconds: u64,
    },
    /// Run the property tests.
    Proptest {
        /// How many cases, of which seed.
        options: proptest::Options,
    },
    /// Run the benchmarks.
    Bench {
        /// Names of benchmark files; all when empty.
        names: Vec<String>,
    },
    /// Apply damaged patches.
    Robustness {
        /// How many, and what to do with the result.
        options: robustness::Options,
    },
}

/// Reads a command from the arguments after the program's name.
///
/// # Errors
///
/// When there is no such command, or not with such arguments.
pub fn parse(args: impl IntoIterator<Item = String>) -> Result<Command> {
    let mut args = args.into_iter();
    let name = args.next().unwrap_or_else(|| "help".to_owned());
    let args: Vec<String> = args.collect();
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    match (name.as_str(), words.as_slice()) {
        ("help" | "-h" | "--help", _) | (_, ["-h" | "--help"]) => Ok(Command::Help),
        ("ci", names) => {
            ci::check_names(names)?;
            Ok(Command::Ci { steps: args })
        }
        ("test", _) => Ok(Command::Test { args }),
        ("tidy", []) => Ok(Command::Tidy),
        ("schemas", []) => Ok(Command::Schemas { check: false }),
        ("schemas", ["--check"]) => Ok(Command::Schemas { check: true }),
        ("demo", []) => Ok(Command::Demo { release: None }),
        ("demo", [release]) => Ok(Command::Demo { release: Some((*release).to_owned()) }),
        ("fuzz", [target]) => fuzz_command(target, "60s"),
        ("fuzz", [target, "--time", time] | ["--time", time, target]) => fuzz_command(target, time),
        ("proptest", words) => Ok(Command::Proptest { options: proptest::parse(words)? }),
        ("bench", _) => Ok(Command::Bench { names: args }),
        ("robustness", words) => Ok(Command::Robustness { options: robustness::parse(words)? }),
        ("fuzz", []) => fail("`fuzz` takes the name of a target"),
        (name, words) if NAMES.contains(&name) => {
            fail(format!("`{name}` does not take {:?}", words.join(" ")))
        }
        (name, _) => fail(format!("there is no command {name:?}")),
    }
}

fn fuzz_command(target: &str, time: &str) -> Result<Command> {
    if !fuzz::TARGETS.contains(&target) {
        let targets = fuzz::TARGETS.join("`, `");
        return fail(format!("there is no fuzz target {target:?}; the targets are `{targets}`"));
    }
    match seconds(time) {
        Some(seconds) => Ok(Command::Fuzz { target: target.to_owned(), seconds }),
        None => fail(format!("--time takes a duration like 60s, 5m or 1h, not {time:?}")),
    }
}

/// `60`, `60s`, `5m` or `1h` in seconds; `None` when it is none of these, or nothing at all.
fn seconds(time: &str) -> Option<u64> {
    let number = time.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit = match time.get(number.len()..)? {
        "" | "s" => 1,
        "m" => 60,
        "h" => 3600,
        _ => return None,
    };
    number.parse::<u64>().ok()?.checked_mul(unit).filter(|&seconds| seconds > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Result<Command> {
        parse(line.split_whitespace().map(str::to_owned))
    }

    #[track_caller]
    fn accepts(line: &str, expected: Command) {
        assert_eq!(words(line), Ok(expected), "{line}");
    }

    #[track_caller]
    fn refuses(line: &str, expected: &str) {
        let message = words(line).expect_err(line).to_string();
        assert!(message.contains(expected), "{line}: {message}");
    }

    #[test]
    fn commands_and_their_options() {
        accepts("", Command::Help);
        accepts("fuzz --help", Command::Help);
        accepts("ci", Command::Ci { steps: vec![] });
        accepts("ci fmt tidy", Command::Ci { steps: vec!["fmt".into(), "tidy".into()] });
        accepts("schemas --check", Command::Schemas { check: true });
        accepts("demo itoa", Command::Demo { release: Some("itoa".into()) });
        accepts("fuzz parse", Command::Fuzz { target: "parse".into(), seconds: 60 });
        accepts("fuzz apply --time 5m", Command::Fuzz { target: "apply".into(), seconds: 300 });
        accepts("fuzz --time 2h parse", Command::Fuzz { target: "parse".into(), seconds: 7200 });
        let options = proptest::Options { cases: 9, seed: Some(3) };
        accepts("proptest --cases 9 --seed 3", Command::Proptest { options });
        accepts("bench parse", Command::Bench { names: vec!["parse".into()] });
        accepts("robustness", Command::Robustness { options: robustness::Options::default() });
        accepts(
            "test -p patch-parse",
            Command::Test { args: vec!["-p".into(), "patch-parse".into()] },
        );
    }

    #[test]
    fn what_is_refused_says_what_is_wanted() {
        refuses("frobnicate", "no command \"frobnicate\"");
        refuses("tidy now", "does not take \"now\"");
        refuses("ci fnt", "no step \"fnt\"");
        refuses("fuzz", "name of a target");
        refuses("fuzz prase", "the targets are `parse`");
        refuses("fuzz parse --time soon", "like 60s");
        refuses("fuzz parse --time 0s", "like 60s");
        refuses("fuzz parse --time 99999999999999999999h", "like 60s");
        refuses("proptest --cases 0", "above 0");
        refuses("proptest --seed x", "--seed takes a number");
    }
}
