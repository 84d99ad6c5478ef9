//! What every test of a refusal asks of it.

use patch_apply::{ApplyOptions, Cause, ContentHash, Failure, HunkFailure, NearMiss, Refusal};
use patch_parse::Format;

use crate::support::run_with;

pub(crate) fn first(refusal: &Refusal) -> &HunkFailure {
    refusal.failures[0].hunk().expect("a failure of a hunk")
}

pub(crate) fn near(refusal: &Refusal) -> &NearMiss {
    first(refusal).near_miss.as_ref().expect("a near miss")
}

/// Why a hunk is refused; every failure promises what [`check_failure`] looks at.
#[track_caller]
pub(crate) fn check(file: &str, patch: &str, cause: Cause) -> Refusal {
    let options = ApplyOptions::default();
    check_with(file, patch, cause, &options)
}

#[track_caller]
pub(crate) fn check_with(file: &str, patch: &str, cause: Cause, options: &ApplyOptions) -> Refusal {
    let refusal = run_with(&[("f", file)], patch, options).expect_err("the patch is refused");
    assert_eq!(first(&refusal).cause, cause, "{refusal}\n{file}\n{patch}");
    for failure in &refusal.failures {
        check_failure(failure, refusal.format, file);
    }
    refusal
}

/// What holds for every failure of a hunk.
#[track_caller]
pub(crate) fn check_failure(failure: &Failure, format: Format, file: &str) {
    let hunk = failure.hunk().expect("a failure of a hunk");
    assert_eq!(hunk.before, Some(ContentHash::of(file.as_bytes())), "the hash is that of the file");
    for most in [0, 10, 200, Failure::EXPLANATION_LENGTH] {
        let text = failure.explanation(most);
        assert!(text.chars().count() <= most, "{most} characters hold\n{text}");
        speaks_of(format, &text);
    }
    let hint = failure.hint.expect("it is explained");
    speaks_of(format, hint);
    speaks_of(format, &failure.message());
    let text = failure.explanation(usize::MAX);
    assert!(text.contains(hint) && text.contains(&failure.message()), "{text}");
    let Some(patch) = &hunk.suggested_patch else { return };
    let shown = if hunk.is_part { hunk_of(&patch.to_string()) } else { patch.to_string() };
    assert!(text.contains(&shown), "{text}");
    let options = ApplyOptions::default();
    let applied = run_with(&[("f", file)], &patch.to_string(), &options);
    assert!(applied.is_ok(), "the suggestion applies\n{patch}\n{file}");
}

/// What makes a hunk of a patch, without what makes a patch of it.
fn hunk_of(patch: &str) -> String {
    let lines = patch.lines().skip_while(|line| !line.starts_with("@@"));
    lines.take_while(|line| *line != "*** End Patch").map(|line| format!("{line}\n")).collect()
}

/// Models copy what they see: no word of the other format.
#[track_caller]
pub(crate) fn speaks_of(format: Format, text: &str) {
    let other: &[&str] = match format {
        Format::Unified => &["***"],
        Format::OpenCode => &["--- ", "+++ ", "@@ -", "diff --git", "/dev/null"],
    };
    for marker in other {
        assert!(!text.contains(marker), "{marker:?} in {text}");
    }
}

pub(crate) const FILE: &str = "\
use std::io;

fn main() {
    let limit = 10;
    let name = read();
    if name.len() > limit {
        fail(name);
    }
    finish(name, limit);
}
";
