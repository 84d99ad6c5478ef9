//! The generators reach what they are meant to reach: a property that is never put to the test
//! always holds.

#![expect(clippy::unwrap_used, reason = "a generator that fails stops the test")]

use std::collections::BTreeMap;

use bstr::ByteSlice;
use patch_apply::{Contract, Failure, plan};
use patch_parse::{Code, parse};
use patch_testkit::oracles::apply::{Outcome, check};
use patch_testkit::{Scenario, strategies};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;

/// As many as reach each of the rare ones several times.
const CASES: usize = 6000;

/// What scenarios must be refused for.
const REFUSALS: &[Code] = &[
    Code::AlreadyApplied,
    Code::AmbiguousContext,
    Code::ContextNotFound,
    Code::DuplicateFilePatch,
    Code::EncodingMismatch,
    Code::FileExists,
    Code::FileNotFound,
    Code::NotAFile,
    Code::OverlappingHunks,
    Code::PathEscape,
    Code::ProtectedPath,
    Code::UnsupportedGitPatchFeature,
];

/// What the texts of scenarios must be no patch for.
const PARSE_ERRORS: &[Code] = &[
    Code::EmptyPatch,
    Code::InvalidHunkHeader,
    Code::InvalidHunkLine,
    Code::MissingBeginPatch,
    Code::MissingEndPatch,
    Code::MissingFileHeader,
    Code::MissingHunk,
    Code::WrongPatchFormat,
];

/// The same values on each run.
fn sample<T>(strategy: impl Strategy<Value = T>) -> Vec<T> {
    let mut runner = TestRunner::deterministic();
    let one = |_| strategy.new_tree(&mut runner).map(|tree| tree.current());
    (0..CASES).map(one).collect::<Result<_, _>>().unwrap()
}

/// Suggestions are made often enough for the oracle to judge them, in both formats.
#[test]
fn scenarios_reach_suggestions() {
    let mut count = BTreeMap::new();
    for scenario in sample(strategies::stale_scenario()).into_iter().take(CASES / 4) {
        check(&scenario.case);
        let Ok(patch) = parse(&scenario.case.patch) else { continue };
        let options = scenario.case.rules.to_options();
        let Err(refusal) = plan(&patch, &scenario.case.before.to_memory(), &options) else {
            continue;
        };
        let hunks = refusal.failures.iter().filter_map(Failure::hunk);
        let suggested = hunks.filter(|hunk| hunk.suggested_patch.is_some()).count();
        *count.entry(refusal.format.as_str()).or_insert(0) += suggested;
    }
    assert!(count.len() == 2 && count.values().all(|count| *count > 10), "{count:?}");
}

#[test]
fn scenarios_reach_every_outcome() {
    let (mut applied, mut refused, mut unread) = (0, BTreeMap::new(), BTreeMap::new());
    for scenario in sample(strategies::scenario()) {
        match check(&scenario.case) {
            Outcome::Applied(_) => applied += 1,
            Outcome::Refused(code) => *refused.entry(code.as_str()).or_insert(0) += 1,
            Outcome::NotAPatch(code) => *unread.entry(code.as_str()).or_insert(0) += 1,
            Outcome::Unjudged(why) => panic!("no recipe makes {why}"),
        }
    }
    assert!(applied > CASES / 3 && applied < CASES * 9 / 10, "{applied} of {CASES} apply");
    for (found, expected) in [(refused, REFUSALS), (unread, PARSE_ERRORS)] {
        let is_rare = |code: &&Code| found.get(code.as_str()).is_none_or(|count| *count < 2);
        let rare: Vec<_> = expected.iter().filter(is_rare).collect();
        assert!(rare.is_empty(), "{rare:?} are hardly reached: {found:?}");
    }
}

#[test]
fn scenarios_have_the_edges() {
    let scenarios = sample(strategies::scenario());
    let check = |what: &str, wanted: &dyn Fn(&Scenario) -> bool| {
        let count = scenarios.iter().filter(|scenario| wanted(scenario)).count();
        assert!(count >= CASES / 200, "{what}: {count} of {CASES}");
    };
    let in_file = |what: &str, wanted: &dyn Fn(&[u8]) -> bool| {
        check(what, &|one| one.case.before.files.values().any(|file| wanted(&file.contents)));
    };
    in_file("CRLF", &|text| text.contains_str("\r\n"));
    in_file("CRLF beside LF", &|text| {
        text.contains_str("\r\n") && text.split_str("\r\n").any(|piece| piece.contains(&b'\n'))
    });
    in_file("no final newline", &|text| !text.is_empty() && !text.ends_with(b"\n"));
    in_file("an empty file", &<[u8]>::is_empty);
    in_file("a byte-order mark", &|text| text.starts_with_str("\u{feff}"));
    in_file("another encoding", &|text| text.to_str().is_err());
    let in_patch = |text: &str| check(text, &|one| one.case.patch.contains_str(text));
    for text in ["../", "\\ No newline", "rename from", "copy from", "*** Move to", "@@ fn f"] {
        in_patch(text);
    }
    check("git's contract", &|one| one.case.rules.contract == Contract::Git);
    check("overwriting", &|one| one.case.rules.overwrite);
}

#[test]
fn clean_scenarios_are_faithful_often_enough() {
    let scenarios = sample(strategies::clean_scenario());
    let faithful = scenarios.iter().filter(|scenario| scenario.is_faithful).count();
    assert!(faithful > CASES / 4, "{faithful} of {CASES} must lead to the new tree");
}
