//! Places that cannot be distinguished, or are not where the patch says.

use snapbox::str;

use super::{NUMBERS, check};
use crate::support::Sandbox;

#[test]
fn several_places() {
    let patch = "--- a/a.txt\n+++ b/a.txt\n@@ @@\n-2\n+two\n";
    check(
        NUMBERS,
        patch,
        &[],
        str![[r#"
error[ambiguous_context]: a.txt: hunk 1: the old lines match in several places: lines 2, 4
 --> fix.patch:3
  |
3 | @@ @@
  | ^^^^^
4 | -2
5 | +two
  |
  = place: a.txt:2: `2`
  = place: a.txt:4: `2`
  = hint: Include more of the lines around the change, or correct the line number in the hunk header.

error: refused with 1 problem; nothing was changed

"#]],
    );
}

/// Two kinds of evidence that name two places are told apart, with what speaks for and against
/// each.
#[test]
fn evidence_that_pulls_apart() {
    let file = "def f(x):\n    y = x\n    return 1\n\ndef g(x):\n    y = x\n    return 1\n";
    check(
        &[("a.py", &format!("import os\n\n{file}"))],
        "--- a/a.py\n+++ b/a.py\n@@ -1 +1,2 @@\n import os\n+import re\n@@ -5,1 +6,1 @@ def g(x):\n-    return 1\n+    return 2\n",
        &[],
        str![[r#"
error[ambiguous_context]: a.py: hunk 2: the old lines match in several places: lines 5, 9; the number says line 5, the heading says line 9
 --> fix.patch:6
  |
6 | @@ -5,1 +6,1 @@ def g(x):
  | ^^^^^^^^^^^^^^^^^^^^^^^^^
7 | -    return 1
8 | +    return 2
  |
  = place: a.py:5: `return 1` in `def f(x):`, line 3; for it: number, near; against it: heading
  = place: a.py:9: `return 1` in `def g(x):`, line 7; for it: heading; against it: number, near
  = hint: Include more of the lines around the change, or correct the line number in the hunk header.

error: refused with 1 problem; nothing was changed

"#]],
    );
}

#[test]
fn an_anchor_that_is_not_there() {
    check(
        &[("a.py", "class A:\n    def f(self):\n        pass\n")],
        "*** Begin Patch\n*** Update File: a.py\n@@ class B:\n-        pass\n+        return\n*** End Patch\n",
        &[],
        str![[r#"
error[context_not_found]: a.py: hunk 1: no line at or after this place contains the anchor `class B:`, but the old lines match exactly and once, at line 3; line 1 is `class A:`
 --> fix.patch:3
  |
3 | @@ class B:
  | ^^^^^^^^^^^
4 | -        pass
5 | +        return
  |
  = place: a.py:1: `class A:`
  = place: a.py:3: `pass` in `def f(self):`, line 2
  = hint: Copy the text after `@@` from one line of the file as it is now, or leave it out.

error: refused with 1 problem; nothing was changed

"#]],
    );
}

#[test]
fn chunks_out_of_order() {
    check(
        &[("f", "alpha\nbeta\nalpha\ngamma\n")],
        "*** Begin Patch\n*** Update File: f\n@@\n-gamma\n+g\n@@\n-alpha\n+a\n*** End Patch\n",
        &[],
        str![[r#"
error[ambiguous_context]: f: hunk 2: the old lines match at lines 1, 3, before the place from which they are looked for
 --> fix.patch:6
  |
6 | @@
  | ^^
7 | -alpha
8 | +a
  |
  = place: f:1: `alpha`
  = place: f:3: `alpha`
  = note: hunk 1 is at line 4, and this one is looked for after it
  |
1 | alpha
2 | beta
3 | alpha
4 | gamma
  |
  = hint: If that place is meant, put this chunk in the order of the lines of the file; if another one is, copy more of the lines around it.

error: refused with 1 problem; nothing was changed

"#]],
    );
}

#[test]
fn places_with_headings() {
    check(
        &[("f.rs", "fn a() {\n    run();\n}\n\nfn b() {\n    run();\n}\n")],
        "--- a/f.rs\n+++ b/f.rs\n@@ -20 +20 @@\n-    run();\n+    walk();\n",
        &[],
        str![[r#"
error[ambiguous_context]: f.rs: hunk 1: the old lines match in several places: lines 2, 6
 --> fix.patch:3
  |
3 | @@ -20 +20 @@
  | ^^^^^^^^^^^^^
4 | -    run();
5 | +    walk();
  |
  = place: f.rs:2: `run();` in `fn a() {`, line 1; against it: near
  = place: f.rs:6: `run();` in `fn b() {`, line 5; for it: near
  = hint: Include more of the lines around the change, or correct the line number in the hunk header.

error: refused with 1 problem; nothing was changed

"#]],
    );
}

#[test]
fn a_loose_place_outside_the_heading() {
    check(
        &[("f.rs", "fn a() {\n    one();\n}\n\nfn b() {\n\trun();\n}\n")],
        "--- a/f.rs\n+++ b/f.rs\n@@ -2 +2 @@ fn a() {\n-    run();\n+    walk();\n",
        &[],
        str![[r#"
error[context_not_found]: f.rs: hunk 1: the old lines match, indentation aside, at line 6, which is outside the block of the heading `fn a() {` of line 1
 --> fix.patch:3
  |
3 | @@ -2 +2 @@ fn a() {
  | ^^^^^^^^^^^^^^^^^^^^
4 | -    run();
5 | +    walk();
  |
  = place: f.rs:6: `run();` in `fn b() {`, line 5; matches, indentation aside
  = place: f.rs:1: `fn a() {`
  |
4 |
5 | fn b() {
6 | 	run();
7 | }
  |
  = hint: Copy the context and removed lines from below that heading as they are now; if the place that was found is meant, name its heading or none.

error: refused with 1 problem; nothing was changed

"#]],
    );
}

#[test]
fn a_marker_in_the_wrong_place() {
    check(
        &[("f", "alpha\nbeta\ngamma\n")],
        "*** Begin Patch\n*** Update File: f\n@@\n alpha\n-beta\n+b\n *** Move to: g\n*** End Patch\n",
        &[],
        str![[r#"
error[context_not_found]: f: hunk 1: 2 lines found at line 1 of the file, then line 3 differs
 --> fix.patch:7
  |
3 | @@
4 |  alpha
5 | -beta
6 | +b
7 |  *** Move to: g
  | ^^^^^^^^^^^^^^^
  |
  = expected: `*** Move to: g`
  = found:    `gamma` (f:3)
  = note: `*** Move to: g` was read as a line of the file
  = nearest: f:1-3, 2 of 3 lines agree, 53 % alike
  |
1 | alpha
2 | beta
3 | gamma
  | ^
  |
  = hint: Put `*** Move to: new_path` directly below `*** Update File: old_path`, and `*** End of File` after the last line of a chunk.

error: refused with 1 problem; nothing was changed

"#]],
    );
}

#[test]
fn hunks_that_cover_the_same_lines() {
    check(
        NUMBERS,
        "--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,2 @@\n-1\n+one\n 2\n@@ -1,3 +1,3 @@\n-1\n+two\n 2\n 3\n",
        &[],
        str![[r#"
error[overlapping_hunks]: a.txt: hunk 2: another hunk covers line 1
 --> fix.patch:7
  |
7 | @@ -1,3 +1,3 @@
  | ^^^^^^^^^^^^^^^
8 | -1
9 | +two
  |
  = place: a.txt:1: `1`
  = note: hunk 1 covers lines 1 to 2
  = hint: Merge the hunks that change the same lines into one.

error: refused with 1 problem; nothing was changed

"#]],
    );
}

/// A chunk says how the file from before it leads to its place. Nobody wrote the chunk that takes
/// it back, so neither the end of the file nor the first of several places is what is meant.
#[test]
fn what_takes_a_chunk_back_is_certain_or_refused() {
    let chunk =
        |lines: &str| format!("*** Begin Patch\n*** Update File: a.txt\n{lines}*** End Patch\n");
    let removed = chunk("@@\n-use b;\n");
    check(
        &[("a.txt", "use a;\nfn main() {}\n")],
        &removed,
        &["-R"],
        str![[r#"
error[ambiguous_context]: a.txt: hunk 1: the hunk has no context or added lines to say where the removed ones belong
 --> fix.patch:3
  |
3 | @@
  | ^^
4 | -use b;
  |
  = hint: Take it back by a patch that has context around these lines, such as the undo that was made when it was applied.

error: refused with 1 problem; nothing was changed

"#]],
    );
    for (patch, before) in [
        ("@@\n-  x();\n+  y();\n }\n", "fn a() {\n  y();\n}\nfn b() {\n  x();\n}\n"),
        ("@@\n-a\n-b\n@@\n-d\n+D\n", "a\nb\nc\nd\ne\n"),
        ("@@ fn b() {\n-  x();\n", "fn a() {\n}\nfn b() {\n  w();\n  x();\n}\n"),
        ("@@ f() {\n-  x();\n+  y();\n", "f() {\n  y();\n}\nf() {\n  x();\n}\n"),
    ] {
        let sandbox = Sandbox::with_patch(&[("a.txt", before)], &chunk(patch));
        sandbox.apply(&["fix.patch"]).success();
        let applied = sandbox.tree();
        sandbox.apply(&["-R", "fix.patch"]).code(1).stdout_eq(str![]);
        assert_eq!(sandbox.tree(), applied, "{patch}");
    }
    for (patch, before) in [
        ("@@\n a\n-b\n c\n", "a\nb\nc\na\n"),
        ("@@\n-b\n*** End of File\n", "a\nb\n"),
        ("@@\n-a\n-b\n", "a\nb\n"),
    ] {
        let sandbox = Sandbox::with_patch(&[("a.txt", before)], &chunk(patch));
        sandbox.apply(&["fix.patch"]).success();
        sandbox.apply(&["-R", "fix.patch"]).success();
        assert_eq!(sandbox.text("tree/a.txt"), before, "{patch}");
    }
}

/// The format takes the first of several places; whoever does not want that says so.
#[test]
fn a_chunk_that_fits_several_places_is_refused_where_one_is_asked_for() {
    let files = [("a.txt", "x = 1;\ny\nx = 1;\n")];
    let patch = "*** Begin Patch\n*** Update File: a.txt\n@@\n-x = 1;\n+x = 2;\n*** End Patch\n";
    check(
        &files,
        patch,
        &["--unique"],
        str![[r#"
error[ambiguous_context]: a.txt: hunk 1: the old lines match in several places: lines 1, 3
 --> fix.patch:3
  |
3 | @@
  | ^^
4 | -x = 1;
5 | +x = 2;
  |
  = place: a.txt:1: `x = 1;`
  = place: a.txt:3: `x = 1;`
  = hint: Include more of the lines around the change, or name the enclosing line after `@@`, so that one place is meant.

error: refused with 1 problem; nothing was changed

"#]],
    );
    let sandbox = Sandbox::with_patch(&files, patch);
    let call = sandbox.command(&["call", "ApplyPatch", "--root", "tree", "--unique"]);
    call.stdin(patch).assert().code(1);
    sandbox.apply(&["fix.patch"]).success();
    assert_eq!(sandbox.text("tree/a.txt"), "x = 2;\ny\nx = 1;\n");
}
