//! The verification plan of the RFC *ApplyPatch Unified Diff Contract*, row by row, and its error
//! contract, through the tool.

use patch_apply::MemoryFile;
use patch_parse::Format;
use patch_tools::tool::GrantTable;
use serde_json::{Value, json};

use crate::support::{Cancelled, check_refused, files, granted, json, told, tools, with_grants};

const MAIN: &str = "fn main() {\n    old_call();\n}\n";
const FIX: &str = "--- a/src/main.rs\n+++ b/src/main.rs\n@@ -1,3 +1,3 @@\n fn main() {\n-    old_call();\n+    new_call();\n }\n";
const FIXED: &str = "fn main() {\n    new_call();\n}\n";

/// Applies a patch to files and checks the text for the model and the files.
#[track_caller]
fn check(old: &[(&str, &str)], patch: &str, text: &str, new: &[(&str, &str)]) -> Value {
    let mut tools = tools(old);
    let answer = tools.call("ApplyPatch", &json!({"patch": patch}));
    assert_eq!(told(&answer), text);
    let new: Vec<_> = new.iter().map(|(p, t)| ((*p).to_owned(), (*t).to_owned())).collect();
    assert_eq!(files(&tools), new);
    json(&answer)
}

#[track_caller]
fn check_error(old: &[(&str, &str)], patch: &str, code: &str, message: &str) -> Value {
    let mut tools = tools(old);
    let before = files(&tools);
    let answer = tools.call("ApplyPatch", &json!({"patch": patch}));
    check_refused(&answer, code, message);
    assert_eq!(files(&tools), before, "nothing is changed");
    json(&answer)
}

#[test]
fn modify() {
    let answer = check(
        &[("src/main.rs", MAIN)],
        FIX,
        "Applied:\nM src/main.rs (+1 -1)\n",
        &[("src/main.rs", FIXED)],
    );
    assert!(answer["receipt_id"].as_str().unwrap().starts_with("r1-"), "{answer:#}");
    assert_eq!(answer["receipt"]["format"], "unified");
    assert_eq!(answer["receipt"]["committed"], true);
    assert_eq!(answer["receipt"]["diff"]["changes"][0]["path"], "/repo/src/main.rs");
    let undo = answer["receipt"]["undo"].as_str().unwrap();
    assert!(undo.contains("+    old_call();"), "{undo}");
}

/// Models that know Codex's tool name the patch as it does.
#[test]
fn the_patch_may_be_named_as_codex_names_it() {
    let mut tools = tools(&[("src/main.rs", MAIN)]);
    let answer = tools.call("ApplyPatch", &json!({"input": FIX, "request_id": "a"}));
    assert_eq!(told(&answer), "Applied:\nM src/main.rs (+1 -1)\n");
    assert_eq!(files(&tools), [("src/main.rs".to_owned(), FIXED.to_owned())]);
    for (arguments, message) in [
        (json!({"input": 1}), "there is no argument `input`"),
        (json!({"input": FIX, "patch": FIX}), "there is no argument `input`"),
        (json!({"input": FIX, "x": 1}), "there is no argument `x`"),
    ] {
        let answer = tools.call("ApplyPatch", &arguments);
        let text = answer.text();
        assert!(text.contains(message), "{text}");
    }
}

#[test]
fn a_missing_newline_at_the_end_of_the_argument_is_not_worth_a_note() {
    check(
        &[("src/main.rs", MAIN)],
        FIX.trim_end(),
        "Applied:\nM src/main.rs (+1 -1)\n",
        &[("src/main.rs", FIXED)],
    );
}

#[test]
fn add() {
    let patch = "--- /dev/null\n+++ b/docs/new.md\n@@ -0,0 +1,3 @@\n+line 1\n+line 2\n+line 3\n";
    let new = [("docs/new.md", "line 1\nline 2\nline 3\n")];
    check(&[], patch, "Applied:\nA docs/new.md (+3 -0)\n", &new);
}

#[test]
fn delete() {
    let patch = "--- a/docs/old.md\n+++ /dev/null\n@@ -1,3 +0,0 @@\n-old line 1\n-old line 2\n-old line 3\n";
    let old = [("docs/old.md", "old line 1\nold line 2\nold line 3\n")];
    check(&old, patch, "Applied:\nD docs/old.md (+0 -3)\n", &[]);
}

#[test]
fn rename_only() {
    let patch = "diff --git a/old.txt b/new.txt\nsimilarity index 100%\nrename from old.txt\nrename to new.txt\n";
    let text = "Applied:\nR old.txt -> new.txt (+0 -0)\n";
    check(&[("old.txt", "x\n")], patch, text, &[("new.txt", "x\n")]);
}

#[test]
fn rename_with_edit() {
    let patch = "diff --git a/old.txt b/new.txt\nrename from old.txt\nrename to new.txt\n--- a/old.txt\n+++ b/new.txt\n@@ -1,3 +1,3 @@\n line 1\n-old line\n+new line\n line 3\n";
    check(
        &[("old.txt", "line 1\nold line\nline 3\n")],
        patch,
        "Applied:\nR old.txt -> new.txt (+1 -1)\n",
        &[("new.txt", "line 1\nnew line\nline 3\n")],
    );
}

#[test]
fn path_safety_parent_directories() {
    let patch = FIX.replace("src/main.rs", "../main.rs");
    check_error(&[("src/main.rs", MAIN)], &patch, "path_escape", "..");
}

#[test]
fn path_safety_absolute_paths() {
    let patch = FIX.replace("a/src", "/etc").replace("b/src", "/etc");
    check_error(&[("src/main.rs", MAIN)], &patch, "path_escape", "");
    let below_the_root = FIX.replace("a/src", "/repo/src").replace("b/src", "/repo/src");
    let text = "Applied:\nM src/main.rs (+1 -1)\n";
    check(&[("src/main.rs", MAIN)], &below_the_root, text, &[("src/main.rs", FIXED)]);
}

#[test]
fn path_safety_prefix_normalization() {
    let text = "Applied:\nM src/main.rs (+1 -1)\n";
    let bare = FIX.replace("a/src", "src").replace("b/src", "src");
    check(&[("src/main.rs", MAIN)], &bare, text, &[("src/main.rs", FIXED)]);
    let dotted = FIX.replace("a/src", "a/./src").replace("b/src", "b/./src");
    check(&[("src/main.rs", MAIN)], &dotted, text, &[("src/main.rs", FIXED)]);
}

#[test]
fn context_exact_line_match() {
    let answer = check(
        &[("src/main.rs", MAIN)],
        FIX,
        "Applied:\nM src/main.rs (+1 -1)\n",
        &[("src/main.rs", FIXED)],
    );
    let hunk = &answer["receipt"]["files"][0]["hunks"][0];
    assert_eq!((&hunk["rung"], &hunk["offset"]), (&json!("exact"), &json!(0)));
}

#[test]
fn context_line_number_drift() {
    let drifted = format!("// one\n// two\n{MAIN}");
    check(
        &[("src/main.rs", &drifted)],
        FIX,
        "Applied:\nM src/main.rs (+1 -1)\n  hunk 1.1 at line 3, the header names line 1\n",
        &[("src/main.rs", &format!("// one\n// two\n{FIXED}"))],
    );
}

#[test]
fn context_missing() {
    let old = MAIN.replace("old_call", "other_call");
    let answer = check_error(&[("src/main.rs", &old)], FIX, "context_not_found", "");
    let text = answer["text"].as_str().unwrap();
    assert!(text.contains("hint: "), "{text}");
    assert!(text.contains("other_call"), "what is there: {text}");
}

#[test]
fn context_ambiguous() {
    let patch = "--- a/x\n+++ b/x\n@@ @@\n-a\n+b\n";
    let answer = check_error(&[("x", "a\n1\na\n2\n")], patch, "ambiguous_context", "lines 1, 3");
    assert!(answer["text"].as_str().unwrap().contains("Include more of the lines around"));
}

#[test]
fn each_error_of_the_contract_names_its_rule() {
    let old = [("x", "a\n"), ("old.txt", "x\n")];
    for (patch, code, hint) in [
        ("@@ -1 +1 @@\n-a\n+b\n", "missing_file_header", "`--- old_path` directly followed by"),
        (
            "--- a/x\n+++ b/x\n@@ -x +1 @@\n-a\n+b\n",
            "invalid_hunk_header",
            "@@ -old_start,old_count",
        ),
        (
            "diff --git a/x b/y\ncopy from x\ncopy to y\n",
            "unsupported_git_patch_feature",
            "Binary patches, copies, symlinks and submodules",
        ),
        (
            "diff --git a/old.txt b/new.txt\nrename from old.txt\nrename to other.txt\n--- a/old.txt\n+++ b/new.txt\n@@ -1 +1 @@\n-x\n+y\n",
            "rename_path_mismatch",
            "`rename from` and `rename to`",
        ),
        (
            "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-b\n+c\n",
            "duplicate_file_patch",
            "Merge all hunks for one path",
        ),
        ("", "empty_patch", "send at least one file"),
        ("no patch at all", "wrong_patch_format", "Send the patch body alone"),
    ] {
        let answer = check_error(&old, patch, code, "");
        let text = answer["text"].as_str().unwrap();
        assert!(text.contains(hint), "{code}: {text}");
        assert!(!text.contains("***"), "no marker of the other format: {text}");
    }
}

#[test]
fn hunk_counts_are_advisory_and_recorded() {
    let patch = FIX.replace("-1,3 +1,3", "-1,4 +1,5");
    let answer = check(
        &[("src/main.rs", MAIN)],
        &patch,
        "Applied:\nM src/main.rs (+1 -1)\nnote: line 3 of the patch: the hunk header counts 4 old and 5 new lines, the hunk has 3 and 3\n",
        &[("src/main.rs", FIXED)],
    );
    assert_eq!(answer["receipt"]["diagnostics"][0]["code"], "hunk_count");
}

#[test]
fn mode_metadata_is_accepted_recorded_and_not_executed() {
    let patch = "diff --git a/run.sh b/run.sh\nnew file mode 100755\nindex 000..111\n--- /dev/null\n+++ b/run.sh\n@@ -0,0 +1 @@\n+exec x\n";
    let text = "Applied:\nA run.sh (+1 -0)\nnote: run.sh: not done: new file mode 100755\n";
    let answer = check(&[], patch, text, &[("run.sh", "exec x\n")]);
    let ignored: Vec<_> =
        answer["receipt"]["ignored_metadata"].as_array().unwrap().iter().collect();
    assert_eq!(ignored[0]["header"], "new file mode 100755");
    let patch = "diff --git a/x b/x\nold mode 100644\nnew mode 100755\n";
    let text = "Nothing was changed; each file is as it was:\nM x (+0 -0)\n\
                note: line 1 of the patch: the section about x changes nothing\n\
                note: x: not done: new mode 100755\n";
    check(&[("x", "a\n")], patch, text, &[("x", "a\n")]);
    let patch =
        "diff --git a/x b/x\nnew file mode 100644\n--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+a\n";
    check(&[], patch, "Applied:\nA x (+1 -0)\n", &[("x", "a\n")]);
}

/// A model reads the first line and goes on.
#[test]
fn what_changes_no_byte_is_not_told_as_applied() {
    for patch in [
        "*** Begin Patch\n*** Update File: x\n@@\n-a\n+a\n*** End Patch\n",
        "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+a\n",
    ] {
        let mut tools = tools(&[("x", "a\n")]);
        let line = 2 - usize::from(patch.starts_with('-'));
        let rest = format!(
            "M x (+0 -0)\nnote: line {line} of the patch: the section about x changes nothing\n"
        );
        let checked = tools.check_patch(&json!({"patch": patch}));
        assert_eq!(checked.text(), format!("Fits, and would change nothing:\n{rest}"));
        let answer = tools.call("ApplyPatch", &json!({"patch": patch}));
        assert_eq!(answer.text(), format!("Nothing was changed; each file is as it was:\n{rest}"));
        let file = &json(&answer)["receipt"]["files"][0];
        assert_eq!((&file["lines_added"], &file["lines_removed"]), (&json!(0), &json!(0)));
        assert_eq!(file["hunks"][0]["lines_added"], 0);
    }
    // One of two files changes: that is told of it.
    let patch = "*** Begin Patch\n*** Update File: x\n@@\n-a\n+a\n*** Update File: y\n@@\n-b\n+c\n*** End Patch\n";
    let text = "Applied:\nM x (+0 -0)\nM y (+1 -1)\nnote: line 2 of the patch: the section about x changes nothing\n";
    check(&[("x", "a\n"), ("y", "b\n")], patch, text, &[("x", "a\n"), ("y", "c\n")]);
}

/// The refusal of an envelope is about envelopes, whichever format the model was told of.
#[test]
fn an_unknown_section_is_told_by_its_line() {
    let patch = "*** Begin Patch\n*** Replace File: f\n+x\n*** End Patch\n";
    for format in [Format::Unified, Format::OpenCode] {
        let answer = tools(&[("f", "a\n")]).format(format).call("ApplyPatch", &json!(patch));
        check_refused(&answer, "missing_file_header", "found \"*** Replace File: f\"");
        assert!(answer.text().contains("line 2 of the patch: "), "{}", answer.text());
        assert!(answer.text().contains("hint: Start each file with `*** Add File: path`"));
    }
}

#[test]
fn the_text_of_what_was_done_is_bounded() {
    let line = |number: usize| format!("line {number}\n");
    let old: String = (1..6_000).map(line).collect();
    // Each header is off by three.
    let hunk = |number| {
        let from = number + 3;
        format!("@@ -{from} +{from} @@\n-line {number}\n+other {number}\n")
    };
    let hunks: String = (1..500).map(|number| hunk(number * 10)).collect();
    let patch = format!("--- a/x\n+++ b/x\n{hunks}");
    let mut tools = tools(&[("x", &old)]);
    let answer = tools.call("ApplyPatch", &json!({"patch": patch}));
    let text = told(&answer);
    assert!(text.starts_with("Applied:\nM x (+499 -499)\n  hunk 1.1 at line 10, "), "{text}");
    let hunks = text.lines().filter(|line| line.starts_with("  hunk ")).count();
    assert_eq!(hunks, 50, "{text}");
    assert!(text.ends_with("449 more hunks are not where or as the patch says\n"), "{text}");
}

#[test]
fn many_paths_that_are_not_granted_are_counted() {
    let names: Vec<_> = (0..300).map(|file| format!("a/long/folder/of/files/f{file}")).collect();
    let old: Vec<_> = names.iter().map(|name| (name.as_str(), "old\n")).collect();
    let section = |name: &String| format!("--- a/{name}\n+++ b/{name}\n@@ -1 +1 @@\n-old\n+new\n");
    let patch: String = names.iter().map(section).collect();
    let answer = granted(&old, &["r:."]).call("ApplyPatch", &json!({"patch": patch}));
    check_refused(
        &answer,
        "fs_denied",
        "300 paths, the first of them: a/long/folder/of/files/f0: ",
    );
}

#[test]
fn both_formats_and_the_freeform_body_are_taken() {
    let envelope = "*** Begin Patch\n*** Update File: src/main.rs\n@@ fn main() {\n-    old_call();\n+    new_call();\n*** Add File: b\n+x\n*** End Patch\n";
    let old = [("src/main.rs", MAIN)];
    let text = "Applied:\nM src/main.rs (+1 -1)\nA b (+1 -0)\n";
    let answer = check(&old, envelope, text, &[("b", "x\n"), ("src/main.rs", FIXED)]);
    assert_eq!(answer["receipt"]["format"], "opencode");
    let mut tools = tools(&old);
    let answer = tools.call("ApplyPatch", &json!(FIX));
    assert_eq!(told(&answer), "Applied:\nM src/main.rs (+1 -1)\n");
}

#[test]
fn a_refusal_of_the_other_format_has_none_of_the_markers_of_this_one() {
    let patch = "*** Begin Patch\n*** Update File: x\n@@\n-nothing like it\n+b\n*** End Patch\n";
    let answer = check_error(&[("x", "a\n")], patch, "context_not_found", "");
    let text = answer["text"].as_str().unwrap();
    for marker in ["--- ", "+++ ", "@@ -", "/dev/null"] {
        assert!(!text.contains(marker), "{text}");
    }
}

#[test]
fn what_is_no_patch_is_refused_in_the_words_of_the_format_that_was_told() {
    for patch in ["hello", "", "{\"patch\": \"x\"}", "```\n```\n", "@@\n-a\n+b\n"] {
        for (format, foreign) in
            [(Format::OpenCode, &["--- ", "+++ ", "@@ -"][..]), (Format::Unified, &["***"][..])]
        {
            let mut tools = tools(&[]).format(format);
            let answer = tools.call("ApplyPatch", &json!({"patch": patch}));
            let told = format!("{}{}", answer.text(), json(&answer));
            for marker in foreign {
                assert!(!told.contains(marker), "{patch:?}: {told}");
            }
            assert_eq!(json(&answer)["error"]["format"], format.as_str(), "{patch:?}");
        }
    }
    // Whoever writes the other format is answered in it.
    let mut tools = tools(&[]).format(Format::Unified);
    let answer = tools.call("ApplyPatch", &json!("*** Begin Patch\n*** End Patch\n"));
    assert_eq!(json(&answer)["error"]["format"], "opencode");
}

#[test]
fn every_failing_hunk_is_told_and_the_text_is_bounded() {
    let patch: String = (0..60)
        .map(|file| {
            format!("--- a/f{file}\n+++ b/f{file}\n@@ -1,2 +1,2 @@\n-line {file}\n+b\n context\n")
        })
        .collect();
    let old: Vec<_> =
        (0..60).map(|file| (format!("f{file}"), format!("other {file}\nfile\n"))).collect();
    let old: Vec<_> = old.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let answer = check_error(&old, &patch, "context_not_found", "");
    assert_eq!(answer["error"]["failures"].as_array().unwrap().len(), 60);
    let text = answer["text"].as_str().unwrap();
    assert!(text.len() < 8_200, "{}", text.len());
    assert!(text.contains(" more failures are not shown\n"), "{text}");
}

#[test]
fn wrong_arguments_are_invalid_args() {
    for (arguments, message) in [
        (json!({}), "`patch` is missing; it should be a string"),
        (json!({"patch": null}), "`patch` is missing"),
        (json!({"patch": 1}), "`patch` should be a string, not 1"),
        (
            json!({"patch": "x", "path": "y"}),
            "there is no argument `path`; there are `patch`, `request_id`",
        ),
        (json!({"patch": "x", "request_id": ""}), "`request_id` is empty"),
        (json!({"patch": "x", "request_id": "y".repeat(200)}), "longer than 199 characters"),
        (json!([]), "the arguments are an array, not an object"),
    ] {
        check_refused(&tools(&[]).call("ApplyPatch", &arguments), "invalid_args", message);
    }
    // A dry run takes only what its schema has.
    for (arguments, message) in [
        (json!({}), "`patch` is missing; it should be a string"),
        (json!({"patch": "x", "zzz": 1}), "there is no argument `zzz`; there is only `patch`"),
        (
            json!({"patch": "x", "request_id": "y"}),
            "there is no argument `request_id`; there is only `patch`",
        ),
        (
            json!({"patch": {"patch": "x", "request_id": "y"}}),
            "there is no argument `request_id`; there is only `patch`",
        ),
    ] {
        check_refused(&tools(&[]).check_patch(&arguments), "invalid_args", message);
    }
    let answer = tools(&[]).call("Echo", &json!({}));
    check_refused(
        &answer,
        "invalid_args",
        "there is no tool `Echo`; the tools are Diff and ApplyPatch",
    );
}

#[test]
fn without_the_tool_grant_the_tool_is_tool_denied() {
    let mut tools = with_grants(&[("src/main.rs", MAIN)], GrantTable::everything().tools(["Diff"]));
    let arguments = json!({"patch": FIX});
    check_refused(
        &tools.call("ApplyPatch", &arguments),
        "tool_denied",
        "ApplyPatch is not granted",
    );
    check_refused(&tools.check_patch(&arguments), "tool_denied", "is not granted");
    let undo = json!({"receipt_id": "r1"});
    check_refused(&tools.undo(&undo), "tool_denied", "is not granted");
}

#[test]
fn a_cancelled_call_is_tool_failed_and_changes_nothing() {
    let mut tools = granted(&[("src/main.rs", MAIN)], &["rw:."]);
    let before = files(&tools);
    let answer = tools.call_watched("ApplyPatch", &json!({"patch": FIX}), &Cancelled);
    check_refused(&answer, "tool_failed", "the call was cancelled; nothing was changed");
    assert_eq!(files(&tools), before);
}

/// What became of the files is in the message of the system; the headline promises nothing.
#[test]
fn where_the_system_refuses_nothing_is_said_of_the_files() {
    let mut tools = tools(&[]);
    for (path, target) in [("a", "b"), ("b", "a")] {
        let link = MemoryFile::Symlink { target: target.into() };
        tools.workspace_mut().insert_file(path, link).unwrap();
    }
    let patch = "--- a/a\n+++ b/a\n@@ -1 +1 @@\n-1\n+2\n";
    let refused = tools.call("ApplyPatch", &json!({"patch": patch}));
    let told = refused.text();
    assert!(told.starts_with("Refused: the patch was not applied.\na: io_error: "), "{told}");
}
