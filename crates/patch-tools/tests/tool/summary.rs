//! The summary that a host may show a model instead of the text.

use patch_tools::tool::{MOST_SUMMARY_DIFF, ToolOutput};
use serde_json::{Value, json};

use crate::support::{told, tools};

/// The summary, and that it has at most so many bytes.
#[track_caller]
fn check(answer: &ToolOutput, most: usize) -> Value {
    let summary = serde_json::to_value(answer.summary()).unwrap();
    let bytes = summary.to_string().len();
    assert!(bytes <= most, "{bytes} bytes: {summary:#}");
    assert_eq!(summary["text"], answer.text());
    summary
}

#[test]
fn a_small_change_has_a_small_summary() {
    let mut tools = tools(&[("x", "1\n")]);
    let patch = "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-1\n+2\n";
    let answer = tools.call("ApplyPatch", &json!({"patch": patch}));
    let mut summary = check(&answer, 500);
    summary["receipt_id"] = json!("[ID]");
    summary["text"] = json!(told(&answer));
    let expected = json!({
        "text": "Applied:\nM x (+1 -1)\n",
        "receipt_id": "[ID]",
        "receipt": {
            "format": "unified", "committed": true,
            "file_count": 1, "hunk_count": 1, "lines_added": 1, "lines_removed": 1,
            "files": [{
                "operation": "modify", "path": "x", "lines_added": 1, "lines_removed": 1,
                "hunks": [{"id": "1.1", "matched_line": 1}],
            }],
            "diff": "diff --git /repo/x /repo/x\n--- /repo/x\n+++ /repo/x\n@@ -1 +1 @@\n-1\n+2\n",
        },
    });
    assert_eq!(summary, expected);
}

#[test]
fn many_hunks_and_large_files_are_counted_and_not_all_shown() {
    let old: String = (0..1_000).map(|line| format!("line {line}\n")).collect();
    let hunk = |at: usize| format!("@@ -{0} +{0} @@\n-line {at}\n+other {at}\n", at + 1);
    let hunks: String = (0..200).map(|at| hunk(at * 5)).collect();
    let large = "z\n".repeat(500_000);
    let mut tools = tools(&[("x", &old), ("large", &large)]);
    let patch = format!("--- a/x\n+++ b/x\n{hunks}");
    let summary = check(&tools.call("ApplyPatch", &json!({"patch": patch})), 6_000);
    let receipt = &summary["receipt"];
    assert_eq!((&receipt["hunk_count"], &receipt["lines_added"]), (&json!(200), &json!(200)));
    assert_eq!(receipt["files"][0]["hunks"].as_array().unwrap().len(), 50);
    assert_eq!(receipt["diff_truncated"], true);
    let diff = receipt["diff"].as_str().unwrap();
    assert!(diff.len() <= MOST_SUMMARY_DIFF && diff.ends_with('\n'), "{diff}");
    let delete = "*** Begin Patch\n*** Delete File: large\n*** End Patch\n";
    let summary = check(&tools.call("ApplyPatch", &json!({"patch": delete})), 3_000);
    assert_eq!(summary["receipt"]["lines_removed"], 500_000);
}

#[test]
fn many_files_with_long_names_are_counted_and_not_all_shown() {
    let name = |file: usize| format!("{}/{file}", ["n".repeat(200), "m".repeat(200)].join("/"));
    let add = |file| format!("*** Add File: {}\n+x\n", name(file));
    let adds: String = (0..300).map(add).collect();
    let patch = format!("*** Begin Patch\n{adds}*** End Patch\n");
    let answer = tools(&[]).call("ApplyPatch", &json!({"patch": patch}));
    let summary = check(&answer, 32_000);
    assert_eq!(summary["receipt"]["file_count"], 300);
    let shown = summary["receipt"]["files"].as_array().unwrap().len();
    assert!((10..100).contains(&shown), "{shown}");
    let text = told(&answer);
    assert!(text.len() < 8_500 && text.ends_with(" more files\n"), "{text}");
}

#[test]
fn a_refusal_has_a_bounded_summary() {
    let mut tools = tools(&[("x", "1\n")]);
    let anchor = "a".repeat(500_000);
    let patch =
        format!("*** Begin Patch\n*** Update File: x\n@@ {anchor}\n-1\n+2\n*** End Patch\n");
    let answer = tools.call("ApplyPatch", &json!({"patch": patch}));
    let summary = check(&answer, 8_000);
    assert_eq!(summary["error"]["failure_count"], 1);
    let missing: String = (0..500)
        .map(|file| format!("--- a/none{file}\n+++ b/none{file}\n@@ -1 +1 @@\n-1\n+2\n"))
        .collect();
    let answer = tools.call("ApplyPatch", &json!({"patch": missing}));
    let summary = check(&answer, 20_000);
    assert_eq!(summary["error"]["failure_count"], 500);
    assert_eq!(summary["error"]["failures"].as_array().unwrap().len(), 50);
}
