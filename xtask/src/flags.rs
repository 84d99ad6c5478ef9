//! How the commands are called: `cargo xtask help` and `--help` are made from this file.
#![expect(missing_docs, reason = "the macro passes what documents a flag to the help alone")]

use std::ffi::OsString;
use std::fmt::{self, Write as _};
use std::num::{NonZeroU32, NonZeroUsize};
use std::str::FromStr;

use crate::error::{Error, Result, fail};

xflags::xflags! {
    /// The one door to everything a contributor or CI runs.
    cmd xtask {
        /// what CI runs; `ci list` names the steps, each can run alone
        cmd ci {
            /// Steps; all when none is named.
            repeated step: String
        }
        /// the fast inner loop: unit and integration tests
        cmd test {
            /// Only the tests of this crate; may be said several times.
            repeated -p, --package name: String
            /// Filters for the names of tests; after `--`, anything that the test runner takes.
            repeated args: String
        }
        /// the checks of layering, manifests, sources, circles of files and error codes
        cmd tidy {}
        /// write the generated files, or check that they are fresh
        cmd schemas {
            /// Compare only; write nothing.
            optional --check
        }
        /// apply a real release's patch with the program, in both formats
        cmd demo {
            /// The crate whose release is the patch.
            optional release: String
        }
        /// our diffs of releases in cargo's registry folder, beside those of git
        cmd compare {
            /// The most pairs of releases; all that are there when it is not given.
            optional --pairs n: usize
        }
        /// let libFuzzer look for input that breaks a promise, in one target or in all
        cmd fuzz {
            /// The target; all, one after the other, when it is not given.
            optional target: String
            /// For how long each: 60s (the default), 5m, 1h.
            optional --time time: Seconds
            /// Processes side by side.
            optional -j, --jobs n: NonZeroUsize
            /// Only run seeds, corpus and finds once more, without the fuzzer and on stable Rust.
            optional --replay
            /// Take out of the corpus what reaches nothing that the rest does not.
            optional --minimise
            /// Make this find smaller and keep it as a regression; with --name.
            optional --promote crash: String
            /// What is wrong with it, in words with hyphens.
            optional --name name: String
            /// Which lines the corpus reaches.
            optional --coverage
            /// Build as OSS-Fuzz does, and run each binary over its corpus.
            optional --oss-fuzz
            /// Write what a fuzzer starts from to fuzz/seeds.
            optional --seeds
            /// The names of the targets.
            optional --list
        }
        /// the property tests, with more cases than an ordinary run and another seed each time
        cmd proptest {
            /// Cases for each property (default 4096).
            optional --cases n: NonZeroU32
            /// The seed; any when it is not given.
            optional --seed s: u64
        }
        /// the benchmarks, all or the named ones: ratios, and counts beside the baseline
        cmd bench {
            /// Parts of names, as `parse`; all when none is given. Results go to benches/results
            /// and benches/README.md.
            repeated name: String
            /// Fewer rounds; nothing is kept.
            optional --quick
            /// Make the counts of this run the baseline (benches/baseline.json), instead of failing
            /// where one is more than 3 % above it or, of the gate, below it.
            optional --accept
            /// Measure nothing; write the results that are kept to benches/README.md once more.
            optional --write
            /// Measure nothing; draw the results that are kept, to docs/performance.
            optional --plot
            /// Measure nothing; print the results that are kept for a tracker outside: bencher
            /// (Bencher Metric Format).
            optional --export format: Export
        }
        /// damaged patches from real releases, ours beside other tools
        cmd robustness {
            /// About how many cases.
            optional --cases n: usize
            /// Where the numbers of the cases start.
            optional --seed s: u64
            /// Files of copies that are much alike instead, with the truth carried along.
            optional --repetitive
            /// Two damages a case, ours alone: what is wrong, to be read, since nobody looks at
            /// whether both are fair.
            optional --twice
            /// Write the tables to docs/robustness.md.
            optional --write
            /// Check that docs/robustness.md has the tables of ours as they are now.
            optional --check
            /// A few cases, ours alone, as CI runs them.
            optional --slice
            /// Show one case: DAMAGE:FORMAT:NUMBER, or FORMAT:NUMBER of the repetitive ones.
            optional --show label: String
        }
        /// this list; `--help` has every option
        cmd help {}
    }
}

impl Xtask {
    /// Reads the arguments after the program's name. Without any, the command is `help`.
    ///
    /// # Errors
    ///
    /// When there is no such command, or not with such arguments; and for `--help`, whose text is
    /// the message.
    pub fn parse(args: impl IntoIterator<Item = OsString>) -> xflags::Result<Self> {
        let mut args: Vec<OsString> = args.into_iter().collect();
        if args.is_empty() {
            args.push("help".into());
        }
        Self::from_vec(args)
    }

    /// The commands, one line each.
    pub fn overview() -> String {
        let mut lines = Self::HELP_.lines();
        let mut text = "usage: cargo xtask COMMAND\n".to_owned();
        while let Some(line) = lines.next() {
            if let Some(name) = line.strip_prefix("xtask ") {
                let what = lines.next().unwrap_or_default().trim();
                let _ = write!(text, "\n  {name:<12} {what}");
            }
        }
        text
    }
}

/// A length of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seconds(pub u64);

/// `60`, `60s`, `5m` or `1h`; more than zero.
impl FromStr for Seconds {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let number = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
        let factor = match text.get(number.len()..) {
            Some("" | "s") => Some(1),
            Some("m") => Some(60),
            Some("h") => Some(3600),
            _ => None,
        };
        let seconds = factor.and_then(|factor| number.parse::<u64>().ok()?.checked_mul(factor));
        match seconds {
            Some(seconds @ 1..) => Ok(Self(seconds)),
            _ => fail(format!("a time is like 60s, 5m or 1h, not {text:?}")),
        }
    }
}

impl fmt::Display for Seconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} seconds", self.0)
    }
}

/// A format for trackers outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Export {
    /// Bencher Metric Format.
    Bencher,
}

impl FromStr for Export {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        match text {
            "bencher" => Ok(Self::Bencher),
            _ => fail(format!("the only format is bencher, not {text:?}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> xflags::Result<Xtask> {
        Xtask::parse(line.split_whitespace().map(OsString::from))
    }

    #[track_caller]
    fn accepts(line: &str, expected: &str) {
        let found = words(line).map(|flags| format!("{:?}", flags.subcommand));
        assert_eq!(found.map_err(|error| error.to_string()), Ok(expected.to_owned()), "{line}");
    }

    #[track_caller]
    fn refuses(line: &str, expected: &str) {
        let error = words(line).expect_err(line);
        assert!(!error.is_help() && error.to_string().contains(expected), "{line}: {error}");
    }

    #[test]
    fn commands_and_their_options() {
        accepts("", "Help(Help)");
        accepts("help", "Help(Help)");
        accepts("ci", "Ci(Ci { step: [] })");
        accepts("ci fmt tidy", r#"Ci(Ci { step: ["fmt", "tidy"] })"#);
        accepts("schemas --check", "Schemas(Schemas { check: true })");
        accepts("demo itoa", r#"Demo(Demo { release: Some("itoa") })"#);
        accepts("compare --pairs 20", "Compare(Compare { pairs: Some(20) })");
        let fuzz = |line: &str| match words(line).map(|flags| flags.subcommand) {
            Ok(XtaskCmd::Fuzz(fuzz)) => fuzz,
            other => panic!("{line}: {other:?}"),
        };
        assert_eq!(fuzz("fuzz").target, None);
        assert_eq!(fuzz("fuzz parse").target.as_deref(), Some("parse"));
        assert_eq!(fuzz("fuzz apply --time 5m").time, Some(Seconds(300)));
        assert_eq!(fuzz("fuzz --time 300 apply").time, Some(Seconds(300)));
        assert_eq!(fuzz("fuzz apply --jobs 2").jobs.map(NonZeroUsize::get), Some(2));
        let promote = fuzz("fuzz --promote x/crash-1 --name too-slow");
        let promote = (promote.promote.as_deref(), promote.name.as_deref());
        assert_eq!(promote, (Some("x/crash-1"), Some("too-slow")));
        let proptest = "Proptest(Proptest { cases: Some(9), seed: Some(3) })";
        accepts("proptest --cases 9 --seed 3", proptest);
        let bench = |options: &str| format!("Bench(Bench {{ name: {options} }})");
        let plain = "quick: false, accept: false, write: false, plot: false, export: None";
        accepts("bench parse", &bench(&format!(r#"["parse"], {plain}"#)));
        let export = plain.replace("None", "Some(Bencher)");
        accepts("bench --export bencher", &bench(&format!("[], {export}")));
        let test = r#"Test(Test { args: ["hunk", "--nocapture"], package: ["patch-parse"] })"#;
        accepts("test -p patch-parse hunk -- --nocapture", test);
    }

    #[test]
    fn what_is_refused_says_what_is_wrong() {
        refuses("frobnicate", "\"frobnicate\"");
        refuses("tidy now", "\"now\"");
        refuses("schemas --chekc", "`--chekc`");
        refuses("fuzz parse --jobs 0", "`--jobs`");
        refuses("fuzz parse --time soon", "like 60s");
        refuses("fuzz parse --time 0s", "like 60s");
        refuses("fuzz parse --time 99999999999999999999h", "like 60s");
        refuses("proptest --cases 0", "`--cases`");
        refuses("proptest --seed x", "`--seed`");
        refuses("bench --export csv", "the only format is bencher");
        refuses("robustness --cases", "a value for `--cases`");
    }

    #[test]
    fn help_has_a_line_for_each_command() {
        let overview = Xtask::overview();
        assert!(overview.contains("\n  tidy         the checks of layering, "), "{overview}");
        assert!(overview.contains("\n  help         this list"), "{overview}");
        assert_eq!(overview.lines().count(), 2 + 11, "{overview}");
        assert!(overview.lines().all(|line| line.len() < 100), "{overview}");
        for line in ["--help", "fuzz -h"] {
            let help = words(line).expect_err(line);
            assert!(help.is_help() && help.to_string().contains("--cases <n>"), "{help}");
        }
    }
}
