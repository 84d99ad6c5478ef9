//! The JSON shapes: keys, their order, and what is left out.

use patch_apply::{ApplyOptions, MemoryWorkspace, apply};
use patch_tools::view::{ErrorView, FailureView, PatchView};

#[track_caller]
fn check_patch(patch: &str, expected: &str) {
    let patch = patch_parse::parse(patch.as_bytes()).unwrap();
    assert_eq!(serde_json::to_string(&PatchView::from(&patch)).unwrap(), expected);
}

#[test]
fn a_unified_patch() {
    check_patch(
        "--- a/x\n+++ b/x\n@@ -1,9 +1,2 @@ fn main\n a\n-b\n+c\n\\ No newline at end of file\n",
        concat!(
            r#"{"format":"unified","files":[{"operation":"modify","path":"x","patch_line":1,"commit":0,"#,
            r#""lines_added":1,"lines_removed":1,"hunks":[{"patch_line":3,"anchors":[],"old_start":1,"old_count":2,"#,
            r#""new_start":1,"new_count":2,"section":"fn main","lines":[{"kind":"context","text":"a"},"#,
            r#"{"kind":"remove","text":"b"},{"kind":"add","text":"c","newline":"none"}]}]}],"diagnostics":["#,
            r#"{"code":"hunk_count","patch_line":3,"message":"the hunk header counts 9 old and 2 new lines, the hunk has 2 and 2"}]}"#,
        ),
    );
}

#[test]
fn an_opencode_patch() {
    check_patch(
        "*** Begin Patch\n*** Update File: x\n*** Move to: y\n@@ class A\n@@ def f\n-b\n+c\n*** End of File\n*** Delete File: z\n*** End Patch\n",
        concat!(
            r#"{"format":"opencode","files":[{"operation":"move","old_path":"x","path":"y","patch_line":2,"commit":0,"#,
            r#""lines_added":1,"lines_removed":1,"hunks":[{"patch_line":4,"anchors":["class A","def f"],"old_start":null,"#,
            r#""old_count":1,"new_start":null,"new_count":1,"end_of_file":true,"lines":[{"kind":"remove","text":"b"},"#,
            r#"{"kind":"add","text":"c"}]}]},{"operation":"delete","path":"z","patch_line":9,"commit":0,"lines_added":0,"#,
            r#""lines_removed":0,"hunks":[]}],"diagnostics":[]}"#,
        ),
    );
}

#[test]
fn git_metadata_binary_and_submodules() {
    check_patch(
        "diff --git a/x b/x\nold mode 100644\nnew mode 100755\n\
         diff --git a/y b/y\nBinary files a/y and b/y differ\n\
         Submodule lib 1234567..89abcde:\n",
        concat!(
            r#"{"format":"unified","files":[{"operation":"modify","path":"x","patch_line":1,"commit":0,"lines_added":0,"#,
            r#""lines_removed":0,"old_mode":"100644","new_mode":"100755","hunks":[]},"#,
            r#"{"operation":"modify","path":"y","patch_line":4,"commit":0,"lines_added":0,"lines_removed":0,"binary":"differ","hunks":[]},"#,
            r#"{"operation":"modify","path":"lib","patch_line":6,"commit":0,"lines_added":0,"lines_removed":0,"#,
            r#""submodule":"1234567..89abcde:","hunks":[]}],"diagnostics":[]}"#,
        ),
    );
}

#[test]
fn a_parse_error_has_the_shape_of_a_refusal() {
    let error = patch_parse::parse(b"--- a/x\n+++ b/x\n@@ -x +1 @@\n-a\n").unwrap_err();
    let view = serde_json::to_value(ErrorView::from(&error)).unwrap();
    assert_eq!(view["code"], "invalid_hunk_header");
    assert_eq!(view["class"], "ParseError");
    assert_eq!(view["failures"][0]["path"], "x");
    assert_eq!(view["failures"][0]["patch_line"], 3);
    assert_eq!(view["failures"][0]["patch_bytes"], serde_json::json!([16, 28]));
    assert_eq!(view["failures"][0]["message"], view["message"]);
}

#[test]
fn a_refusal_lists_every_failure() {
    let mut files = MemoryWorkspace::from_files([("x", "a\n")]).unwrap();
    let patch =
        b"--- a/x\n+++ b/x\n@@ -1 +1 @@\n-b\n+c\n--- a/../y\n+++ b/../y\n@@ -1 +1 @@\n-b\n+c\n";
    let patch = patch_parse::parse(patch).unwrap();
    let refusal = apply(&patch, &mut files, &ApplyOptions::default()).unwrap_err();
    let view = serde_json::to_value(ErrorView::from(&refusal)).unwrap();
    assert_eq!(view["code"], "context_not_found");
    assert_eq!(view["format"], "unified");
    assert_eq!(view["failures"].as_array().unwrap().len(), 2);
    assert_eq!(view["failures"][0]["hunk"]["cause"], "nothing_similar");
    assert_eq!(view["failures"][1]["code"], "path_escape");
    assert_eq!(view["failures"][1]["path"], "../y");
}

#[test]
fn a_failure_has_its_sentence_and_a_hunk_only_if_it_is_about_one() {
    let mut files = MemoryWorkspace::from_files([("x", "a\n")]).unwrap();
    let patch = b"--- a/x\n+++ b/x\n@@ -1 +1 @@\n-b\n+c\n--- a/y\n+++ b/y\n@@ -1 +1 @@\n-b\n+c\n";
    let patch = patch_parse::parse(patch).unwrap();
    let refusal = apply(&patch, &mut files, &ApplyOptions::default()).unwrap_err();
    let [of_hunk, of_file] = refusal.failures.as_slice() else { panic!("{refusal}") };
    let json = serde_json::to_value(FailureView::from(of_hunk)).unwrap();
    assert_eq!(json["message"], of_hunk.hunk().unwrap().message());
    assert_eq!(json["hunk"]["cause"], "nothing_similar");
    let expected = r#"{"code":"file_not_found","class":"IoError","path":"y","patch_line":6,"patch_bytes":[34,68],"message":"the file does not exist","hint":"#;
    let json = serde_json::to_string(&FailureView::from(of_file)).unwrap();
    assert!(json.starts_with(expected) && !json.contains("hunk\":"), "{json}");
}

/// All failures are counted and the first hundred explained; the others take some bytes each.
#[test]
fn hunks_behind_the_first_hundred_are_told_by_code_file_and_line() {
    let hunks = |name: &str, count: usize| {
        let hunk = |at: usize| format!("@@ -{at},2 +{at},2 @@\n gone {at}\n-old {at}\n+new {at}\n");
        let hunks: Vec<String> = (1..=count).map(|at| hunk(3 * at)).collect();
        format!("--- a/{name}\n+++ b/{name}\n{}", hunks.concat())
    };
    let text = format!("{}{}", hunks("x", 3000), hunks("d/y", 2));
    let mut files = MemoryWorkspace::new();
    files.insert("x", "other\n").unwrap();
    files.insert("d/y", "other\n").unwrap();
    let patch = patch_parse::parse(text.as_bytes()).unwrap();
    let refusal = apply(&patch, &mut files, &ApplyOptions::default()).unwrap_err();
    let view = serde_json::to_value(ErrorView::from(&refusal)).unwrap();
    assert_eq!(view["failures"].as_array().unwrap().len(), 100);
    assert!(view["failures"].as_array().unwrap().iter().all(|one| one["hunk"].is_object()));
    let [of_x, of_y] = view["unexplained"].as_array().unwrap().as_slice() else {
        panic!("one of each file: {}", view["unexplained"])
    };
    assert_eq!((&of_x["code"], &of_x["path"]), (&"context_not_found".into(), &"x".into()));
    let lines = of_x["patch_lines"].as_array().unwrap();
    assert_eq!((lines.len(), &lines[0], &lines[2899]), (2900, &403.into(), &11999.into()));
    assert_eq!(of_y["patch_lines"], serde_json::json!([12005, 12009]));
    let bytes = view["unexplained"].to_string().len();
    assert!(bytes < 10 * refusal.failures.len(), "{bytes} bytes");
}
