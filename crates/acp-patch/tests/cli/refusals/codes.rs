//! Each code, for people and for machines.

use snapbox::str;

use super::NUMBERS;
use crate::support::{Sandbox, json, stderr};

/// One way to be refused.
struct Case {
    code: &'static str,
    /// The line of the patch that is blamed; 0 when the text as a whole is.
    line: u64,
    files: &'static [(&'static str, &'static str)],
    args: &'static [&'static str],
    patch: &'static str,
}

const fn case(
    code: &'static str,
    line: u64,
    files: &'static [(&'static str, &'static str)],
    patch: &'static str,
) -> Case {
    Case { code, line, files, args: &[], patch }
}

const CASES: &[Case] = &[
    case("empty_patch", 0, NUMBERS, ""),
    case("wrong_patch_format", 0, NUMBERS, "Sorry, I cannot do that.\n"),
    Case {
        args: &["--format", "opencode"],
        ..case("missing_begin_patch", 0, NUMBERS, "*** Update File: a.txt\n@@\n-1\n+one\n")
    },
    case("missing_end_patch", 3, NUMBERS, "*** Begin Patch\n*** Add File: b.txt\n+b"),
    case("missing_file_header", 1, NUMBERS, "@@ -1 +1 @@\n-1\n+one\n"),
    case("missing_hunk", 1, NUMBERS, "--- a/a.txt\n+++ b/a.txt\n"),
    case("invalid_hunk_header", 3, NUMBERS, "--- a/a.txt\n+++ b/a.txt\n@@ -x +1 @@\n-1\n+one\n"),
    case("truncated_hunk", 3, NUMBERS, "--- a/a.txt\n+++ b/a.txt\n@@ -1,3 +1,3 @@\n 1\n-2\n+tw"),
    case("invalid_hunk_line", 4, NUMBERS, "--- /dev/null\n+++ b/b.txt\n@@ -0,0 +1 @@\n-2\n"),
    case(
        "unsupported_git_patch_feature",
        1,
        NUMBERS,
        "diff --git a/a.txt b/b.txt\ncopy from a.txt\ncopy to b.txt\n",
    ),
    case(
        "rename_path_mismatch",
        1,
        NUMBERS,
        "diff --git a/a.txt b/b.txt\nrename from a.txt\nrename to c.txt\n--- a/a.txt\n+++ b/b.txt\n@@ -1 +1 @@\n-1\n+one\n",
    ),
    case("path_escape", 1, NUMBERS, "--- a/../a.txt\n+++ b/../a.txt\n@@ -1 +1 @@\n-1\n+one\n"),
    case("protected_path", 2, NUMBERS, "--- /dev/null\n+++ b/.git/hooks/x\n@@ -0,0 +1 @@\n+x\n"),
    case("context_not_found", 4, NUMBERS, "--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-one\n+two\n"),
    case("ambiguous_context", 3, NUMBERS, "--- a/a.txt\n+++ b/a.txt\n@@ @@\n-2\n+two\n"),
    case(
        "overlapping_hunks",
        7,
        NUMBERS,
        "--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,2 @@\n-1\n+one\n 2\n@@ -1,3 +1,3 @@\n-1\n+two\n 2\n 3\n",
    ),
    case("already_applied", 3, NUMBERS, "--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-one\n+1\n"),
    case(
        "duplicate_file_patch",
        6,
        NUMBERS,
        "--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-1\n+one\n--- a/a.txt\n+++ b/a.txt\n@@ -3 +3 @@\n-3\n+three\n",
    ),
    case("file_not_found", 1, NUMBERS, "--- a/b.txt\n+++ b/b.txt\n@@ -1 +1 @@\n-1\n+one\n"),
    case("file_exists", 2, NUMBERS, "--- /dev/null\n+++ b/a.txt\n@@ -0,0 +1 @@\n+one\n"),
    case("not_a_file", 1, &[("d/a.txt", "1\n")], "--- a/d\n+++ b/d\n@@ -1 +1 @@\n-1\n+one\n"),
    case(
        "binary_file",
        1,
        &[("a.txt", "1\n\0\n")],
        "--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-1\n+one\n",
    ),
];

const KEYS: [&str; 4] = ["code", "class", "message", "hint"];

#[test]
fn each_code_has_its_line_and_its_hint_for_people() {
    for case in CASES {
        let sandbox = Sandbox::with_patch(case.files, case.patch);
        let before = sandbox.tree();
        let output = sandbox.apply(&[case.args, &["fix.patch"]].concat()).code(1).stdout_eq(str![]);
        let text = stderr(output.get_output());
        let code = case.code;
        assert!(text.starts_with(&format!("error[{code}]: ")), "{code}: {text}");
        let place = format!("--> fix.patch:{}\n", case.line);
        assert_eq!(text.contains(&place), case.line > 0, "{code}: {text}");
        assert_eq!(text.matches("= hint: ").count(), 1, "{code}: {text}");
        let end = "error: refused with 1 problem; nothing was changed\n";
        assert!(text.ends_with(end), "{code}: {text}");
        assert_eq!(sandbox.tree(), before, "{code}");
    }
}

#[test]
fn each_code_has_its_line_and_its_hint_for_machines() {
    for case in CASES {
        let sandbox = Sandbox::with_patch(case.files, case.patch);
        let before = sandbox.tree();
        let args = [case.args, &["--json", "fix.patch"]].concat();
        let output = sandbox.apply(&args).code(1).stderr_eq(str![]);
        let answer = json(output.get_output());
        let error = &answer["error"];
        assert_eq!(answer["ok"], false);
        assert_eq!(error["code"], case.code);
        let failures = error["failures"].as_array().expect(case.code);
        assert_eq!(failures.len(), 1, "{}", case.code);
        // Of a patch that is applied as a whole there is more to say than of its first hunk.
        let is_whole = error["already_applied"] == true;
        assert_eq!(is_whole, case.code == "already_applied");
        let keys: &[&str] = if is_whole { &["code", "class"] } else { &KEYS };
        for key in keys {
            assert_eq!(failures[0][key], error[key], "{}: {key}", case.code);
            assert_ne!(error[key], "", "{}: {key}", case.code);
        }
        if case.line > 0 {
            let start = failures[0]["patch_bytes"][0].as_u64().expect(case.code);
            let text = &case.patch[..usize::try_from(start).unwrap()];
            let line = text.matches('\n').count() + 1;
            assert_eq!(failures[0]["patch_line"], line, "{}", case.code);
        }
        assert_eq!(sandbox.tree(), before, "{}", case.code);
    }
}
