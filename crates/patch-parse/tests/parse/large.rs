//! Hostile sizes: the work stays in proportion to the text. Each input is large enough that work
//! growing with its square takes minutes.

use patch_parse::{Code, Limits, ParseOptions, parse};

const LINES: usize = 50_000;
const UNIFIED: &str = "--- a/x\n+++ b/x\n";
const UPDATE: &str = "*** Begin Patch\n*** Update File: x\n";

/// Parses without limits, so that nothing ends the work early; the number of files is known.
#[track_caller]
fn check(text: &str, files: Option<usize>) {
    let parsed = ParseOptions::default().limits(Limits::none()).parse(text.as_bytes());
    let start: String = text.chars().take(80).collect();
    assert_eq!(parsed.map(|patch| patch.files.len()).ok(), files, "{start:?}");
}

/// Lines that mean something in some place, or nothing.
const UNITS: &[&str] = &[
    "\n",
    " \n",
    "+x\n",
    "-x\n",
    "- x\n",
    " x\n",
    "x\n",
    "--- x\n",
    "+++ x\n",
    "-- \n",
    "\\ No newline\n",
    "\n x\n",
    "\nx\n",
    "```\n",
    "```\nx\n",
    "<<EOF\nx\n",
    "\0\n",
];

#[test]
fn many_lines_between_two_changes_are_one_hunk() {
    for unit in UNITS {
        let many = unit.repeat(LINES);
        for header in ["@@", "@@ -1 +1 @@", "@@ -1,9999999 +1,9999999 @@"] {
            check(&format!("{UNIFIED}{header}\n-a\n{many}+b\n@@ -9 +9 @@\n-c\n+d\n"), Some(1));
        }
        check(&format!("{UPDATE}@@\n-a\n{many}+b\n*** End Patch\n"), Some(1));
        check(&format!("{UPDATE}@@\n-a\n+b\n{many}*** End Patch\n"), Some(1));
    }
}

#[test]
fn many_lines_behind_a_hunk_are_read_once() {
    for unit in UNITS {
        let many = unit.repeat(LINES);
        check(&format!("{UNIFIED}@@ -1 +1 @@\n-a\n+b\n\n{many}"), Some(1));
        // Changes after a fence belong to no hunk.
        let is_lost = ["+x\n", "-x\n"].contains(unit);
        let files = (!is_lost).then_some(1);
        check(&format!("```\n{UNIFIED}@@ -1 +1 @@\n-a\n+b\n```\n{many}"), files);
    }
}

#[test]
fn many_lines_without_a_header_are_no_patch() {
    for unit in UNITS {
        check(&unit.repeat(LINES), None);
    }
}

#[test]
fn many_hunks_are_read_once() {
    for hunk in [
        "@@\n-a\n",
        "@@ -1 +1 @@\n-a\n+b\n",
        "@@ -1,1000 +1,1000 @@\n-a\n+b\n",
        "@@ -1,3 +1,3 @@\n-a\n+b\n\n\n\n",
        "@@ x\n@@ y\n-a\n",
        "@@ -1 +1 @@\n",
    ] {
        let many = hunk.repeat(LINES / 4);
        check(&format!("{UNIFIED}{many}@@\n-a\n"), Some(1));
        check(&format!("{UPDATE}{many}@@\n-a\n*** End Patch\n"), Some(1));
    }
    check(&format!("{UNIFIED}{}-a\n", "@@ x\n".repeat(LINES)), Some(1));
    check(&format!("{UNIFIED}{}-a\n", "@@\n".repeat(LINES)), Some(1));
}

#[test]
fn many_files_are_read_once() {
    let files = LINES / 8;
    let change = "--- a/x\r\n+++ b/x\r\n@@ -1 +1 @@\r\n-a\r\n+b\r\n";
    let notes = "x\n```\n".repeat(LINES);
    check(&format!("{notes}{}", change.repeat(files)), Some(files));
    check(&"diff --git a/x b/x\nold mode 100644\nnew mode 100755\n\n\n".repeat(files), Some(files));
    check(&"*** Begin Patch\n*** Delete File: x\n\n\n*** End Patch\n".repeat(files), Some(files));
}

#[test]
fn a_long_line_is_read_once() {
    let long = " x y ".repeat(1 << 20);
    check(&format!("{UNIFIED}@@ -1 +1 @@\n-a\n+{long}\n"), Some(1));
    check(&format!("{UNIFIED}@@\n-{long}\n{long}\n+b\n"), Some(1));
    for header in ["--- ", "+++ ", "diff --git ", "Binary files ", "Submodule ", "@@ ", "```", "<<"]
    {
        check(&format!("{header}{long}\n"), None);
    }
    check(&format!("diff --git {}\n", "a ".repeat(1 << 20)), None);
    check(&format!("{UPDATE}@@{long}\n-a\n+{long}\n*** End Patch\n"), Some(1));
}

#[test]
fn a_patch_over_the_default_limits_is_refused() {
    let limits = Limits::default();
    let code = |text: &str| parse(text.as_bytes()).unwrap_err().code;
    assert_eq!(code(&"\n".repeat(limits.patch_bytes + 1)), Code::LimitExceeded);
    assert_eq!(code(&"x".repeat(limits.line_bytes + 1)), Code::LimitExceeded);
    assert_eq!(
        code(&format!("{UNIFIED}{}", "@@\n-a\n".repeat(limits.hunks + 1))),
        Code::LimitExceeded
    );
}
