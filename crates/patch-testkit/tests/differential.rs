//! A second opinion: what git makes of the same patch and the same files.
//!
//! Git places by the nearest match and refuses what does not agree byte for byte; we refuse where
//! more than one place is meant and forgive more. So one of the two may refuse what the other
//! applies. Where both apply, the files are the same, if no hunk had several places: git takes the
//! nearest, and we the one that the other hunks of the file or the heading speak for.

#![expect(clippy::expect_used, reason = "without git there is nothing to compare with")]

use std::io::Write as _;
use std::process::{Command, Stdio};

use patch_apply::Contract;
use patch_parse::{
    Diagnostic, DiagnosticKind, FileOperation, FilePatch, Format, HunkLine, LineKind, Newline,
};
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
            && has_one_place(&case)
            && let Some(gits) = git(&case)
        {
            prop_assert_eq!(ours, gits, "{}", case);
        }
    }

    #[test]
    fn git_applies_a_faithful_patch(scenario in strategies::clean_scenario()) {
        if scenario.is_faithful && !is_misplaced_by_git(&scenario.case.patch) {
            prop_assert_eq!(git(&scenario.case), Some(scenario.new), "{}", scenario.case);
        }
    }
}

/// Whether git reads the patch as we do. It knows one format; it forgives other things than we do;
/// it puts lines without context where the number of the new side says, and we where that of the
/// old one does, which differ once the numbers are stale; it takes an old line without a newline for
/// the beginning of a line, and we for the last line of the file; and it takes the first folder of
/// a name for a prefix, whatever it is called.
fn is_comparable(text: &[u8]) -> bool {
    let starts = ["a/", "b/", "\"a/", "\"b/", "/dev/null"];
    let has_prefix = |line: &[u8]| {
        let name = line.strip_prefix(b"--- ").or(line.strip_prefix(b"+++ "));
        name.is_none_or(|name| starts.iter().any(|start| name.starts_with(start.as_bytes())))
    };
    if !text.split(|byte| *byte == b'\n').all(has_prefix) {
        return false;
    }
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

/// Whether a hunk has no context and removes a line without a newline. Git looks for it from the line
/// on that the number of the new side names, one too early where nothing is added, and takes it for the
/// beginning of any line there: of "a\na", its own `git diff -U0` removes the first.
fn is_misplaced_by_git(text: &[u8]) -> bool {
    let Ok(patch) = patch_parse::parse(text) else { return false };
    let mut hunks = patch.files.iter().flat_map(FilePatch::hunks);
    hunks.any(|hunk| {
        let is_cut = |line: HunkLine<'_>| line.newline == Newline::None;
        hunk.lines.iter().all(|line| line.kind != LineKind::Context) && hunk.old_lines().any(is_cut)
    })
}

#[test]
fn git_takes_a_line_without_a_newline_for_the_beginning_of_another() {
    let patch = "--- a/x\n+++ b/x\n@@ -2 +1,0 @@ a\n-a\n\\ No newline at end of file\n";
    let rules = Rules { contract: Contract::Git, ..Rules::default() };
    let before = Tree::from([("x", "a\na")]);
    let case = Case { before, patch: patch.as_bytes().to_vec(), rules };
    assert!(is_misplaced_by_git(&case.patch), "the property leaves it out");
    assert_eq!(git(&case), Some(Tree::from([("x", "a")])), "what git does");
    assert_eq!(check(&case), Outcome::Applied(Tree::from([("x", "a\n")])), "what it means");
}

/// Whether each hunk matches where its number says, or nowhere else.
fn has_one_place(case: &Case) -> bool {
    let Ok(patch) = patch_parse::parse(&case.patch) else { return false };
    let Ok(plan) = patch_apply::plan(&patch, &case.before.to_memory(), &case.rules.to_options())
    else {
        return false;
    };
    let sections = patch.files.iter().zip(&plan.receipt().files);
    sections.into_iter().all(|(section, receipt)| {
        // What is made already git makes once more.
        if !receipt.skipped.is_empty() {
            return false;
        }
        let name = receipt.old_path.as_ref().unwrap_or(&receipt.path);
        let Some(file) = case.before.files.get(name) else { return true };
        let lines: Vec<_> = file.contents.split_inclusive(|byte| *byte == b'\n').collect();
        section.hunks().iter().zip(&receipt.hunks).all(|(hunk, placed)| {
            let old: Vec<Vec<u8>> = hunk
                .old_lines()
                .map(|line| [&**line.text, line.newline.as_bytes()].concat())
                .collect();
            placed.offset == Some(0)
                || old.is_empty()
                || lines.windows(old.len()).filter(|there| **there == old).count() == 1
        })
    })
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
