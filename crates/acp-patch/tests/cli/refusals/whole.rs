//! Refusals of a whole patch, because of its text or of links on its way.

use snapbox::str;

use super::{NUMBERS, check};
use crate::support::{Sandbox, json, stderr};

#[test]
fn a_header_that_cannot_be_read() {
    let patch = "--- a/a.txt\n+++ b/a.txt\n@@ -one +1 @@\n-1\n+one\n";
    check(
        NUMBERS,
        patch,
        &[],
        str![[r#"
error[invalid_hunk_header]: a.txt: the patch cannot be read
 --> fix.patch:3
  |
3 | @@ -one +1 @@
  | ^^^^^^^^^^^^^
  |
  = rule: expected `@@ -old_start,old_count +new_start,new_count @@`
  = hint: Write the hunk header as `@@ -old_start,old_count +new_start,new_count @@`.

error: refused with 1 problem; nothing was changed

"#]],
    );
}

#[test]
fn the_other_format_than_the_one_insisted_on() {
    let patch = "--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-1\n+one\n";
    check(
        NUMBERS,
        patch,
        &["--format", "codex"],
        str![[r#"
error[wrong_patch_format]: the patch cannot be read
  = rule: the text is a unified diff, not a patch of the OpenCode format
  = hint: Send the patch body alone, from `*** Begin Patch` to `*** End Patch`.

error: refused with 1 problem; nothing was changed

"#]],
    );
    let patch = "*** Begin Patch\n*** Update File: a.txt\n@@\n-1\n+one\n*** End Patch\n";
    check(
        NUMBERS,
        patch,
        &["--format", "unified"],
        str![[r#"
error[wrong_patch_format]: the patch cannot be read
  = rule: the text is a patch of the OpenCode format, not a unified diff
  = hint: Send the patch body alone: for each file `--- old_path`, `+++ new_path`, then hunks that start with `@@`.

error: refused with 1 problem; nothing was changed

"#]],
    );
}

#[test]
fn a_command_that_asks_for_more_than_the_patch_says() {
    let patch = "git apply -R <<'EOF'\n--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-1\n+one\nEOF\n";
    check(
        NUMBERS,
        patch,
        &[],
        str![[r#"
error[wrong_patch_format]: the patch cannot be read
 --> fix.patch:1
  |
1 | git apply -R <<'EOF'
  | ^^^^^^^^^^^^^^^^^^^^
  |
  = rule: the command around the patch takes it back; send the patch alone, turned round
  = hint: Send the patch body alone: for each file `--- old_path`, `+++ new_path`, then hunks that start with `@@`.

error: refused with 1 problem; nothing was changed

"#]],
    );
}

/// Everything that is wrong is told at once, and the good part is not applied.
#[test]
fn all_problems_of_all_files() {
    check(
        &[("a.txt", "1\n"), ("b.txt", "1\n"), ("c.txt", "1\n")],
        "\
--- a/a.txt
+++ b/a.txt
@@ -1 +1 @@
-1
+fits
--- a/b.txt
+++ b/b.txt
@@ -1 +1 @@
-2
+two
--- a/nope.txt
+++ b/nope.txt
@@ -1 +1 @@
-1
+one
--- a/../c.txt
+++ b/../c.txt
@@ -1 +1 @@
-1
+one
",
        &[],
        str![[r#"
error[context_not_found]: b.txt: hunk 1: nothing in the file resembles the old lines of the hunk
  --> fix.patch:9
   |
 8 | @@ -1 +1 @@
 9 | -2
   | ^^
10 | +two
   |
   = hint: Check that this is the file that is meant, read it again, and copy the context and removed lines from it.

error[file_not_found]: nope.txt: the file does not exist
  --> fix.patch:11
   |
11 | --- a/nope.txt
   | ^^^^^^^^^^^^^^
   |
   = hint: Check the path; to create a file use `--- /dev/null`.

error[path_escape]: ../c.txt: the path holds `..`
  --> fix.patch:16
   |
16 | --- a/../c.txt
   | ^^^^^^^^^^^^^^
   |
   = hint: Name files by their path below the root, without `..` and through no link that leads out.

error: refused with 3 problems; nothing was changed

"#]],
    );
}

#[test]
fn a_refusal_as_json() {
    let sandbox = Sandbox::with_patch(
        NUMBERS,
        "--- a/a.txt\n+++ b/a.txt\n@@ -1,3 +1,3 @@\n 1\n-zwei\n+two\n 3\n",
    );
    sandbox.apply(&["--json", "fix.patch"]).code(1).stderr_eq(str![]).stdout_eq(str![[r#"
{"ok":false,"error":{"code":"context_not_found","class":"ComputeReplacements","message":"1 line found at line 1 of the file, then line 2 differs: expected `zwei`, found `2`","hint":"Read the file again and copy the context and removed lines from it as they are now.","format":"unified","failures":[{"code":"context_not_found","class":"ComputeReplacements","path":"a.txt","patch_line":3,"patch_bytes":[24,57],"message":"1 line found at line 1 of the file, then line 2 differs: expected `zwei`, found `2`","hint":"Read the file again and copy the context and removed lines from it as they are now.","hunk":{"code":"context_not_found","hunk":0,"patch_line":3,"cause":"one_line_differs","candidates":[],"places":0,"near_miss":{"line":1,"last_line":3,"matched_lines":1,"agreeing_lines":2,"old_lines":3,"similarity":57,"difference":"replaced","differing_line":2,"column":1,"expected":"zwei","actual":"2","excerpt":[{"line":1,"text":"1"},{"line":2,"text":"2"},{"line":3,"text":"3"},{"line":4,"text":"2"}]},"before":"sha256:764ff5fbd23bd18c56c0a1057cb5e2db886df1ac09107387c382e8b2965d508c"},"explanation":"a.txt: context_not_found: hunk 1 at line 3 of the patch: 1 line found at line 1 of the file, then line 2 differs: expected `zwei`, found `2`\ncause: one_line_differs\nnearest place: lines 1 to 3, 2 of 3 lines agree, 57 % alike\nthe file there:\n     1 | 1\n     2 | 2\n     3 | 3\n     4 | 2\nhint: Read the file again and copy the context and removed lines from it as they are now.\n"}]}}

"#]]);
}

#[test]
fn a_text_that_cannot_be_read_as_json() {
    let sandbox = Sandbox::with_patch(NUMBERS, "--- a/a.txt\n+++ b/a.txt\n@@ -x +1 @@\n-1\n+one\n");
    sandbox.apply(&["--json", "fix.patch"]).code(1).stderr_eq(str![]).stdout_eq(str![[r#"
{"ok":false,"error":{"code":"invalid_hunk_header","class":"ParseError","message":"expected `@@ -old_start,old_count +new_start,new_count @@`, found \"@@ -x +1 @@\"","hint":"Write the hunk header as `@@ -old_start,old_count +new_start,new_count @@`.","format":"unified","failures":[{"code":"invalid_hunk_header","class":"ParseError","path":"a.txt","patch_line":3,"patch_bytes":[24,36],"message":"expected `@@ -old_start,old_count +new_start,new_count @@`, found \"@@ -x +1 @@\"","hint":"Write the hunk header as `@@ -old_start,old_count +new_start,new_count @@`."}]}}

"#]]);
}

/// What a patch or a file holds never reaches the terminal as a command.
#[test]
fn commands_for_the_terminal_are_shown_and_not_sent() {
    check(
        &[("a", "one\n\x1b[2Jclear\n")],
        "--- a/a\n+++ b/a\n@@ -1,2 +1,2 @@\n one\n-\x1b]0;title\x07\u{202e}evil\n+x\n",
        &[],
        str![[r#"
error[context_not_found]: a: hunk 1: 1 line found at line 1 of the file, then line 2 differs
 --> fix.patch:5
  |
3 | @@ -1,2 +1,2 @@
4 |  one
5 | -\x1b]0;title\x07\u{202e}evil
  | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
6 | +x
  |
  = expected: `\x1b]0;title\x07\u{202e}evil`
  = found:    `\x1b[2Jclear` (a:2)
  = nearest: a:1-2, 1 of 2 lines agree, 37 % alike
  |
1 | one
2 | \x1b[2Jclear
  |     ^
  |
  = hint: Read the file again and copy the context and removed lines from it as they are now.

error: refused with 1 problem; nothing was changed

"#]],
    );
}

#[test]
fn many_problems_are_counted_and_not_all_shown() {
    let section = |n| format!("--- a/f{n}\n+++ b/f{n}\n@@ -1 +1 @@\n-1\n+2\n");
    let patch: String = (0..60).map(section).collect();
    let sandbox = Sandbox::with_patch(&[], &patch);
    let output = sandbox.apply(&["fix.patch"]).code(1);
    let text = stderr(output.get_output());
    assert_eq!(text.matches("error[file_not_found]").count(), 50);
    assert!(text.ends_with(
        "note: 10 more; --json lists all of them\nerror: refused with 60 problems; nothing was changed\n"
    ));
    let output = sandbox.apply(&["--json", "fix.patch"]).code(1);
    let answer = json(output.get_output());
    assert_eq!(answer["error"]["failures"].as_array().unwrap().len(), 60);
}

#[test]
fn text_that_the_file_cannot_hold() {
    let sandbox =
        Sandbox::with_patch(&[], "--- a/a.txt\n+++ b/a.txt\n@@ -2 +2 @@\n-1\n+caf\u{e9}\n");
    sandbox.write("tree/a.txt", b"caf\xe9\n1\n");
    let before = sandbox.tree();
    sandbox.apply(&["fix.patch"]).code(1).stdout_eq(str![]).stderr_eq(str![[r#"
error[encoding_mismatch]: a.txt: hunk 1: the hunk has non-ASCII text and the file is not UTF-8
 --> fix.patch:3
  |
3 | @@ -2 +2 @@
  | ^^^^^^^^^^^
4 | -1
5 | +café
  |
  = hint: The file is not UTF-8; keep the hunk to ASCII text or convert the file first.

error: refused with 1 problem; nothing was changed

"#]]);
    assert_eq!(sandbox.tree(), before);
}

/// Links that lead out end the same way, whether planted before or by the patch.
#[cfg(unix)]
#[test]
fn links_that_lead_out() {
    let sandbox = Sandbox::new(&[("in.txt", "1\n")]);
    sandbox.write("outside/secret.txt", "1\n");
    std::os::unix::fs::symlink("../outside", sandbox.path("tree/out")).unwrap();
    sandbox
        .write("fix.patch", "--- a/out/secret.txt\n+++ b/out/secret.txt\n@@ -1 +1 @@\n-1\n+one\n");
    let before = sandbox.tree();
    for contract in ["agent", "git"] {
        let output = sandbox.apply(&["--contract", contract, "fix.patch"]).code(1);
        let text = stderr(output.get_output());
        assert!(text.starts_with("error[path_escape]: out/secret.txt: "), "{text}");
        assert_eq!(sandbox.tree(), before);
    }
}

/// What only the commit can see is shown with the lines of the patch, too.
#[cfg(unix)]
#[test]
fn a_link_that_the_same_patch_makes() {
    check(
        &[],
        "diff --git a/n b/n\nnew file mode 120000\n--- /dev/null\n+++ b/n\n@@ -0,0 +1 @@\n+q\n\\ No newline at end of file\n--- /dev/null\n+++ b/n/f\n@@ -0,0 +1 @@\n+2\n",
        &["--contract", "git"],
        str![[r#"
error[path_escape]: n/f: the path leads through a symbolic link that the same commit makes
 --> fix.patch:9
  |
9 | +++ b/n/f
  | ^^^^^^^^^
  |
  = hint: Name files by their path below the root, without `..` and through no link that leads out.

error: refused with 1 problem; nothing was changed

"#]],
    );
}
