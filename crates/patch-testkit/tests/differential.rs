//! A second opinion: what git makes of the same patch and the same files.
//!
//! Git places by the nearest match and refuses what does not agree byte for byte; we refuse where
//! more than one place is meant and forgive more. So one of the two may refuse what the other
//! applies. Where both apply, the files are the same.

#![expect(clippy::expect_used, reason = "without git there is nothing to compare with")]

use std::io::Write as _;
use std::process::{Command, Stdio};

use patch_apply::Contract;
use patch_parse::{Diagnostic, DiagnosticKind, FileOperation, FilePatch, Format, Newline};
use patch_testkit::oracles::apply::{Outcome, check};
use patch_testkit::scratch::Scratch;
use patch_testkit::{Case, Rules, Tree, strategies};
use proptest::prelude::*;

proptest! {
    // Each case starts a program.
    #![proptest_config(ProptestConfig {
        cases: ProptestConfig::default().cases.div_ceil(2),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn git_makes_the_same_of_what_both_apply(scenario in strategies::scenario()) {
        let rules = Rules { contract: Contract::Git, ..Rules::default() };
        let case = Case { rules, ..scenario.case };
        if is_comparable(&case.patch)
            && let Outcome::Applied(ours) = check(&case)
            && let Some(gits) = git(&case)
        {
            prop_assert_eq!(ours, gits, "{}", case);
        }
    }

    #[test]
    fn git_applies_a_faithful_patch(scenario in strategies::clean_scenario()) {
        if scenario.is_faithful {
            prop_assert_eq!(git(&scenario.case), Some(scenario.new), "{}", scenario.case);
        }
    }
}

/// Whether git reads the patch as we do. It knows one format; it forgives other things than we do;
/// it puts lines without context where the number of the new side says, and we where that of the
/// old one does, which differ once the numbers are stale; it takes an old line without a newline for
/// the beginning of a line, and we for the last line of the file.
fn is_comparable(text: &[u8]) -> bool {
    let Ok(patch) = patch_parse::parse(text) else { return false };
    let is_outside = |note: &Diagnostic| note.kind == DiagnosticKind::TextIgnored;
    let has_context = |file: &FilePatch<'_>| match file.operation {
        FileOperation::Add { .. } => file.hunks().len() < 2,
        _ => file.hunks().iter().all(|hunk| hunk.counts().0 > 0),
    };
    let mut lines = patch.files.iter().flat_map(FilePatch::hunks).flat_map(|hunk| &hunk.lines);
    patch.format == Format::Unified
        && patch.diagnostics.iter().all(is_outside)
        && patch.files.iter().all(has_context)
        && lines.all(|line| line.newline != Newline::None)
}

/// The files as `git apply` leaves them; `None` when it refuses.
fn git(case: &Case) -> Option<Tree> {
    let scratch = Scratch::new(&case.before);
    let mut child = Command::new("git")
        .args(["apply", "--unidiff-zero", "--whitespace=nowarn", "-"])
        .current_dir(scratch.root())
        // The user's settings and a repository around the folder are out of the way.
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .env("GIT_CEILING_DIRECTORIES", scratch.root().with_file_name(""))
        .env_remove("GIT_DIR")
        .env_remove("GIT_WORK_TREE")
        .env_remove("GIT_INDEX_FILE")
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("these tests need `git` on the PATH");
    let mut input = child.stdin.take().expect("it is piped");
    // Git may have refused before it has read everything.
    let _ = input.write_all(&case.patch);
    drop(input);
    let status = child.wait().expect("git ends");
    status.success().then(|| scratch.read())
}
