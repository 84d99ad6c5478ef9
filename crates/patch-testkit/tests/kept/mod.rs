//! How the properties are run: what a failure prints, and what is recorded.
//!
//! An ordinary run has one seed for all properties (`PROPTEST_RNG_SEED` of `.cargo/config.toml`),
//! so that it says the same every time. `cargo xtask proptest` brings its own and names a file in
//! `PROPTEST_KEEP`: what it finds is kept there, and every later run of the tests begins with what
//! is in [`KEPT`].

#![expect(
    clippy::disallowed_methods,
    clippy::print_stderr,
    reason = "what is found is told, and kept in a file"
)]

use std::any::Any;
use std::fmt::{self, Write as _};
use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use proptest::prelude::*;
use proptest::test_runner::{FailurePersistence, PersistedSeed, RngSeed};

/// What was found, from the crate's folder: a property, its seed, and the beginning of what it
/// shrank to.
const KEPT: &str = "regressions.txt";

/// The variable that names the file in which failures are to be kept.
const KEEP: &str = "PROPTEST_KEEP";

/// The most lines of a failure, and the longest line.
const MOST_LINES: usize = 70;
const LONGEST_LINE: usize = 200;

/// One of `divisor` times as many cases as usual.
pub(crate) fn config(divisor: u32) -> ProptestConfig {
    let usual = ProptestConfig::default();
    let failure_persistence: Option<Box<dyn FailurePersistence>> = Some(Box::new(Kept));
    ProptestConfig { cases: usual.cases.div_ceil(divisor), failure_persistence, ..usual }
}

/// Calls an oracle; what it says when it panics is as long as a person reads.
pub(crate) fn holds<T>(oracle: impl FnOnce() -> T) -> Result<T, TestCaseError> {
    catch_unwind(AssertUnwindSafe(oracle)).map_err(|payload| {
        let text = payload.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| payload.downcast_ref::<&str>().copied());
        TestCaseError::fail(bounded(text.unwrap_or("it panicked")))
    })
}

/// The beginning of a text.
fn bounded(text: &str) -> String {
    let mut out = String::new();
    for line in text.lines().take(MOST_LINES) {
        let _ = writeln!(out, "{}", shortened(line, LONGEST_LINE));
    }
    match text.lines().count().saturating_sub(MOST_LINES) {
        0 => out,
        more => format!("{out}... and {more} lines more\n"),
    }
}

fn shortened(line: &str, most: usize) -> String {
    match line.char_indices().nth(most) {
        Some((end, _)) => format!("{}...", &line[..end]),
        None => line.to_owned(),
    }
}

/// A value that is shown in one line: the story is in what the oracle says.
#[derive(Clone)]
pub(crate) struct Brief<T>(pub(crate) T);

impl<T: fmt::Debug> fmt::Debug for Brief<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = format!("{:?}", self.0);
        f.write_str(&shortened(text.lines().next().unwrap_or_default(), 2 * LONGEST_LINE))
    }
}

/// Values of a strategy that are shown in one line.
pub(crate) fn brief<S: Strategy>(values: S) -> impl Strategy<Value = Brief<S::Value>>
where
    S::Value: Clone,
{
    values.prop_map(Brief)
}

/// Failures in a file of their own, a line each.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Kept;

/// The property that runs: the test runner names the thread after it.
fn property() -> String {
    let name = std::thread::current().name().unwrap_or("main").to_owned();
    name.rsplit("::").next().unwrap_or_default().to_owned()
}

impl FailurePersistence for Kept {
    fn load_persisted_failures2(&self, _: Option<&'static str>) -> Vec<PersistedSeed> {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(KEPT);
        let text = fs::read_to_string(path).unwrap_or_default();
        seeds(&text, &property())
    }

    fn save_persisted_failure2(
        &mut self,
        _: Option<&'static str>,
        seed: PersistedSeed,
        value: &dyn fmt::Debug,
    ) {
        let property = property();
        if let RngSeed::Fixed(seed) = ProptestConfig::default().rng_seed {
            let cases = ProptestConfig::default().cases;
            eprintln!("the seed is {seed}; the same once more:");
            eprintln!(
                "    PROPTEST_RNG_SEED={seed} PROPTEST_CASES={cases} cargo test -p patch-testkit --all-features {property}"
            );
        }
        let Some(path) = std::env::var_os(KEEP) else { return };
        let value = shortened(&format!("{value:?}").replace('\n', " "), LONGEST_LINE);
        let line = format!("{property} {seed} # {value}\n");
        let file = OpenOptions::new().create(true).append(true).open(&path);
        match file.and_then(|mut file| file.write_all(line.as_bytes())) {
            Ok(()) => eprintln!("it is kept in {}", Path::new(&path).display()),
            Err(error) => eprintln!("it could not be kept: {error}"),
        }
    }

    fn box_clone(&self) -> Box<dyn FailurePersistence> {
        Box::new(self.clone())
    }

    fn eq(&self, other: &dyn FailurePersistence) -> bool {
        other.as_any().downcast_ref() == Some(self)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The seeds of one property in a text of [`KEPT`].
fn seeds(text: &str, property: &str) -> Vec<PersistedSeed> {
    let lines = text.lines().filter_map(|line| line.split_once(' '));
    let its = lines.filter(|(name, _)| *name == property);
    its.filter_map(|(_, rest)| rest.split(" #").next()?.trim().parse().ok()).collect()
}

#[test]
fn a_failure_is_as_long_as_a_person_reads() {
    let long = format!("{}\n{}", "x".repeat(1000), "line\n".repeat(500));
    let text = bounded(&long);
    assert_eq!(text.lines().count(), MOST_LINES + 1, "{text}");
    assert!(text.ends_with("... and 431 lines more\n"), "{text}");
    assert!(text.lines().all(|line| line.len() <= LONGEST_LINE + 3));
    let failed = holds(|| panic!("{long}")).expect_err("it panics");
    assert_eq!(failed.to_string(), TestCaseError::fail(text).to_string());
}

#[test]
fn what_is_kept_is_read_by_the_name_of_its_property() {
    let seed = format!("cc {}", "07".repeat(32));
    let text = format!("# what was found\none {seed} # Brief\ntwo {seed}\none nonsense\n");
    assert_eq!(seeds(&text, "one").len(), 1);
    assert_eq!(seeds(&text, "one")[0].to_string(), seed);
    assert_eq!(seeds(&text, "three"), []);
}
