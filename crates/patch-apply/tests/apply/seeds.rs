//! The examples of the two patch formats' documents, applied for real.

use crate::support::{applies, refuses};

/// ApplyPatch RFC, *Unified Diff Subset V1*: the text lost the blanks before its context lines, so
/// these are also the examples of context without a marker.
#[test]
fn rfc_modify() {
    let patch = "--- a/src/main.rs\n+++ b/src/main.rs\n@@ -10,5 +10,6 @@\nfn main() {\nprintln!(\"hello\");\n- old_call();\n+ new_call();\n+ extra_call();\n}\n";
    let head: String = (1..10).map(|n| format!("// {n}\n")).collect();
    let before = format!("{head}fn main() {{\nprintln!(\"hello\");\n old_call();\n}}\n");
    let after =
        format!("{head}fn main() {{\nprintln!(\"hello\");\n new_call();\n extra_call();\n}}\n");
    let receipt = applies(&[("src/main.rs", &before)], patch, &[("src/main.rs", &after)]);
    let notes: Vec<_> = receipt.diagnostics.iter().map(|note| note.code).collect();
    assert_eq!(notes, ["unmarked_context", "hunk_count"], "both leniencies are recorded");
    assert_eq!(receipt.files[0].hunks[0].offset, Some(0));
}

#[test]
fn rfc_provider_examples() {
    let before = [("src/main.rs", "fn main() {\n old_call();\n}\n")];
    let after = [("src/main.rs", "fn main() {\n new_call();\n}\n")];
    let freeform = "--- a/src/main.rs\n+++ b/src/main.rs\n@@ -1,3 +1,3 @@\nfn main() {\n- old_call();\n+ new_call();\n}\n";
    applies(&before, freeform, &after);
    let json = "--- a/src/main.rs\n+++ b/src/main.rs\n@@ -1,3 +1,3 @@\n fn main() {\n- old_call();\n+ new_call();\n }\n";
    applies(&before, json, &after);
    let guidance = "--- a/path\n+++ b/path\n@@ -1,1 +1,1 @@\n-old\n+new\n";
    applies(&[("path", "old\n")], guidance, &[("path", "new\n")]);
}

#[test]
fn rfc_problem_examples() {
    let unified =
        "--- a/tests/foo.rs\n+++ b/tests/foo.rs\n@@ -10,3 +10,4 @@\ncontext\n-old\n+new\n";
    applies(&[("tests/foo.rs", "context\nold\n")], unified, &[("tests/foo.rs", "context\nnew\n")]);
    let opencode = "*** Begin Patch\n*** Update File: src/main.rs\n@@\nold context\n-old line\n+new line\n*** End Patch\n";
    applies(
        &[("src/main.rs", "old context\nold line\n")],
        opencode,
        &[("src/main.rs", "old context\nnew line\n")],
    );
}

#[test]
fn rfc_add_delete_and_rename() {
    let add = "--- /dev/null\n+++ b/docs/new.md\n@@ -0,0 +1,3 @@\n+line 1\n+line 2\n+line 3\n";
    applies(&[], add, &[("docs/new.md", "line 1\nline 2\nline 3\n")]);
    let delete = "--- a/docs/old.md\n+++ /dev/null\n@@ -1,3 +0,0 @@\n-old line 1\n-old line 2\n-old line 3\n";
    applies(&[("docs/old.md", "old line 1\nold line 2\nold line 3\n")], delete, &[]);
    let rename = "diff --git a/old.txt b/new.txt\nsimilarity index 100%\nrename from old.txt\nrename to new.txt\n";
    let receipt = applies(&[("old.txt", "x\n")], rename, &[("new.txt", "x\n")]);
    assert_eq!(receipt.ignored_metadata[0].header, "similarity index 100%");
    let edit = "diff --git a/old.txt b/new.txt\nrename from old.txt\nrename to new.txt\n--- a/old.txt\n+++ b/new.txt\n@@ -1,3 +1,3 @@\nline 1\n-old line\n+new line\nline 3\n";
    applies(
        &[("old.txt", "line 1\nold line\nline 3\n")],
        edit,
        &[("new.txt", "line 1\nnew line\nline 3\n")],
    );
}

/// OpenCode patch format, *Operation Types*.
#[test]
fn opencode_operations() {
    let add = "*** Begin Patch\n*** Add File: path/to/new/file.ts\n+line 1 of content\n+line 2 of content\n+line 3 of content\n*** End Patch\n";
    applies(
        &[],
        add,
        &[("path/to/new/file.ts", "line 1 of content\nline 2 of content\nline 3 of content\n")],
    );
    let delete = "*** Begin Patch\n*** Delete File: path/to/remove.ts\n*** End Patch\n";
    applies(&[("path/to/remove.ts", "anything\n")], delete, &[]);
    refuses(&[], delete, &["file_not_found"]);
    let update = "*** Begin Patch\n*** Update File: path/to/modify.ts\n@@ optional context line that exists in file\n-line to remove\n+line to add\n line that stays (context)\n-another removal\n+replacement line\n*** End Patch\n";
    applies(
        &[(
            "path/to/modify.ts",
            "before\noptional context line that exists in file\nline to remove\nline that stays (context)\nanother removal\nafter\n",
        )],
        update,
        &[(
            "path/to/modify.ts",
            "before\noptional context line that exists in file\nline to add\nline that stays (context)\nreplacement line\nafter\n",
        )],
    );
    let moved = "*** Begin Patch\n*** Update File: old/path/file.ts\n*** Move to: new/path/file.ts\n@@ function declaration\n-old implementation\n+new implementation\n*** End Patch\n";
    applies(
        &[("old/path/file.ts", "function declaration\nold implementation\n")],
        moved,
        &[("new/path/file.ts", "function declaration\nnew implementation\n")],
    );
}

/// OpenCode patch format, *Context Seeking*, *End of File Marker*, *Multiple Files*.
#[test]
fn opencode_anchors() {
    let seek = "*** Begin Patch\n*** Update File: f.ts\n@@ export function processData(\n-  return 1\n+  return 2\n*** End Patch\n";
    applies(
        &[("f.ts", "  return 1\nexport function processData(input: string) {\n  return 1\n}\n")],
        seek,
        &[("f.ts", "  return 1\nexport function processData(input: string) {\n  return 2\n}\n")],
    );
    let end = "*** Begin Patch\n*** Update File: f.ts\n@@ last line of file\n+new line at end\n*** End of File\n*** End Patch\n";
    applies(
        &[("f.ts", "first\nlast line of file\n")],
        end,
        &[("f.ts", "first\nlast line of file\nnew line at end\n")],
    );
    // The anchor is the beginning of the very line that the chunk replaces.
    let many = "*** Begin Patch\n*** Add File: src/new.ts\n+export const NEW = true\n*** Update File: src/index.ts\n@@ import { OLD }\n-import { OLD } from './old'\n+import { OLD } from './old'\n+import { NEW } from './new'\n*** Delete File: src/deprecated.ts\n*** End Patch\n";
    let receipt = applies(
        &[
            ("src/index.ts", "// index\nimport { OLD } from './old'\nuse()\n"),
            ("src/deprecated.ts", "old\n"),
        ],
        many,
        &[
            ("src/new.ts", "export const NEW = true\n"),
            (
                "src/index.ts",
                "// index\nimport { OLD } from './old'\nimport { NEW } from './new'\nuse()\n",
            ),
        ],
    );
    assert_eq!(receipt.files[1].hunks[0].matched_line, 2);
}
