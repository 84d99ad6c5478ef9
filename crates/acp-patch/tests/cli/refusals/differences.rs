//! Lines that differ between the patch and the file.

use snapbox::str;

use super::check;

#[test]
fn a_line_that_differs() {
    check(
        &[("src/main.rs", "use std::io;\n\nfn main() {\n    let x = 1;\n    run(x);\n}\n")],
        "--- a/src/main.rs\n+++ b/src/main.rs\n@@ -3,4 +3,4 @@\n fn main() {\n     let x = 1;\n-    walk(x);\n+    walk(x + 1);\n }\n",
        &[],
        str![[r#"
error[context_not_found]: src/main.rs: hunk 1: 2 lines found at line 3 of the file, then line 5 differs
 --> fix.patch:6
  |
3 | @@ -3,4 +3,4 @@
4 |  fn main() {
5 |      let x = 1;
6 | -    walk(x);
  | ^^^^^^^^^^^^^
7 | +    walk(x + 1);
8 |  }
  |
  = expected: `    walk(x);`
  = found:    `    run(x);` (src/main.rs:5)
  = nearest: src/main.rs:3-6, 3 of 4 lines agree, 88 % alike
  |
3 | fn main() {
4 |     let x = 1;
5 |     run(x);
  |     ^
6 | }
  |
  = hint: Read the file again and copy the context and removed lines from it as they are now.

error: refused with 1 problem; nothing was changed

"#]],
    );
}

#[test]
fn a_line_deep_in_a_long_hunk() {
    let file: String = (1..=40).map(|n| format!("line {n}\n")).collect();
    let context: String = (1..=30).map(|n| format!(" line {n}\n")).collect();
    let patch =
        format!("--- a/a\n+++ b/a\n@@ -1,32 +1,32 @@\n{context}-line x\n+line y\n line 32\n");
    check(
        &[("a", &file)],
        &patch,
        &[],
        str![[r#"
error[context_not_found]: a: hunk 1: 30 lines found at line 1 of the file, then line 31 differs
  --> fix.patch:34
   |
 3 | @@ -1,32 +1,32 @@
...
31 |  line 28
32 |  line 29
33 |  line 30
34 | -line x
   | ^^^^^^^
35 | +line y
36 |  line 32
   |
   = expected: `line x`
   = found:    `line 31` (a:31)
   = nearest: a:1-32, 31 of 32 lines agree, 99 % alike
   |
29 | line 29
30 | line 30
31 | line 31
   |      ^
32 | line 32
33 | line 33
   |
   = hint: Read the file again and copy the context and removed lines from it as they are now.

error: refused with 1 problem; nothing was changed

"#]],
    );
}

#[test]
fn a_line_that_differs_in_blanks_alone() {
    check(
        &[("a.py", "def f():\n\treturn [1,2]\n")],
        "--- a/a.py\n+++ b/a.py\n@@ -1,2 +1,2 @@\n def f():\n-    return [1, 2]\n+    return 2\n",
        &[],
        str![[r#"
error[context_not_found]: a.py: hunk 1: 1 line found at line 1 of the file, then line 2 differs
 --> fix.patch:5
  |
3 | @@ -1,2 +1,2 @@
4 |  def f():
5 | -    return [1, 2]
  | ^^^^^^^^^^^^^^^^^^
6 | +    return 2
  |
  = expected: `····return·[1,·2]`
  = found:    `→return·[1,2]` (a.py:2)
  = note: they differ in blanks alone: · is a space, → a tab
  = nearest: a.py:1-2, 1 of 2 lines agree, 99 % alike
  |
1 | def f():
2 | 	return [1,2]
  | ^
  |
  = hint: Copy the context and removed lines from the file with their blanks as they are.

error: refused with 1 problem; nothing was changed

"#]],
    );
}

#[test]
fn a_long_line_that_differs_at_its_end() {
    let file = format!("start\n{}1\n", "x".repeat(400));
    let patch = format!("--- a/a\n+++ b/a\n@@ -1,2 +1,2 @@\n start\n-{}2\n+y\n", "x".repeat(400));
    check(
        &[("a", &file)],
        &patch,
        &[],
        str![[r#"
error[context_not_found]: a: hunk 1: 1 line found at line 1 of the file, then line 2 differs
 --> fix.patch:5
  |
3 | @@ -1,2 +1,2 @@
4 |  start
5 | -xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…
  | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
6 | +y
  |
  = expected: `…xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx2`
  = found:    `…xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx1` (a:2)
  = note: they differ from column 401 on
  = nearest: a:1-2, 1 of 2 lines agree, 98 % alike
  |
1 | start
2 | …xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx1
  |                                                              ^
  |
  = hint: Read the file again and copy the context and removed lines from it as they are now.

error: refused with 1 problem; nothing was changed

"#]],
    );
}

#[test]
fn a_file_that_ends_too_early() {
    check(
        &[("a", "1\n2\n")],
        "--- a/a\n+++ b/a\n@@ -1,3 +1,3 @@\n 1\n 2\n-3\n+three\n",
        &[],
        str![[r#"
error[context_not_found]: a: hunk 1: 2 lines found at line 1 of the file, then line 3 differs
 --> fix.patch:6
  |
3 | @@ -1,3 +1,3 @@
4 |  1
5 |  2
6 | -3
  | ^^
7 | +three
  |
  = expected: `3`
  = found:    the end of the file (a:3)
  = nearest: a:1-2, 2 of 3 lines agree, 80 % alike
  |
1 | 1
2 | 2
  |
  = hint: Read the file again and copy the context and removed lines from it as they are now.

error: refused with 1 problem; nothing was changed

"#]],
    );
}

#[test]
fn lines_whose_indentation_cannot_be_mapped() {
    check(
        &[("a", "  a1\nb1\n")],
        "--- a/a\n+++ b/a\n@@ -1,2 +1,3 @@\n a1\n-  b1\n+  c1\n+  c2\n",
        &[],
        str![[r#"
error[context_not_found]: a: hunk 1: the old lines match at line 1, indentation aside, and do not tell how the added lines are indented there
 --> fix.patch:4
  |
3 | @@ -1,2 +1,3 @@
4 |  a1
  | ^^^
5 | -  b1
6 | +  c1
  |
  = expected: `a1`
  = found:    `··a1` (a:1)
  = note: they differ in blanks alone: · is a space, → a tab
  = place: a:1: `a1`; matches, indentation aside
  = nearest: a:1-2, 0 of 2 lines agree, 99 % alike
  |
1 |   a1
  | ^
2 | b1
  |
  = hint: Indent the context, removed and added lines as the file does.

error: refused with 1 problem; nothing was changed

"#]],
    );
}

#[test]
fn a_suggestion_that_overwrites_says_so() {
    check(
        &[(
            "a.rs",
            "fn main() {\n    let limit = 10;\n    let name = read();\n    finish(name, limit);\n}\n",
        )],
        "--- a/a.rs\n+++ b/a.rs\n@@ -1,4 +1,4 @@\n fn main() {\n-    let limit = 11;\n+    let limit = 12;\n     let name = read();\n     finish(name, limit);\n",
        &[],
        str![[r#"
error[context_not_found]: a.rs: hunk 1: 1 line found at line 1 of the file, then line 2 differs
 --> fix.patch:5
  |
3 | @@ -1,4 +1,4 @@
4 |  fn main() {
5 | -    let limit = 11;
  | ^^^^^^^^^^^^^^^^^^^^
6 | +    let limit = 12;
7 |      let name = read();
  |
  = expected: `    let limit = 11;`
  = found:    `    let limit = 10;` (a.rs:2)
  = nearest: a.rs:1-4, 3 of 4 lines agree, 98 % alike
  |
1 | fn main() {
2 |     let limit = 10;
  |                  ^
3 |     let name = read();
4 |     finish(name, limit);
  |
  = hint: Read the file again and copy the context and removed lines from it as they are now.
  = suggestion: this patch applies to the file as it is now; it overwrites line 2 (`    let limit = 10;`)

--- a/a.rs
+++ b/a.rs
@@ -1,4 +1,4 @@
 fn main() {
-    let limit = 10;
+    let limit = 12;
     let name = read();
     finish(name, limit);

error: refused with 1 problem; nothing was changed

"#]],
    );
}

#[test]
fn a_stale_line_of_context() {
    check(
        &[(
            "src/main.rs",
            "fn main() {\n    let name = read();\n    if name.len() > 9 {\n        fail(name);\n    }\n}\n",
        )],
        "--- a/src/main.rs\n+++ b/src/main.rs\n@@ -8,5 +8,5 @@\n-fn main() {\n+fn start() {\n     let name = ask();\n     if name.len() > 9 {\n-        fail(name);\n+        warn(name);\n     }\n",
        &[],
        str![[r#"
error[context_not_found]: src/main.rs: hunk 1: 1 line found at line 1 of the file, then line 2 differs
 --> fix.patch:6
  |
3 | @@ -8,5 +8,5 @@
4 | -fn main() {
5 | +fn start() {
6 |      let name = ask();
  | ^^^^^^^^^^^^^^^^^^^^^^
7 |      if name.len() > 9 {
8 | -        fail(name);
  |
  = expected: `    let name = ask();`
  = found:    `    let name = read();` (src/main.rs:2)
  = nearest: src/main.rs:1-5, 4 of 5 lines agree, 94 % alike
  |
1 | fn main() {
2 |     let name = read();
  |                ^
3 |     if name.len() > 9 {
4 |         fail(name);
  |
  = hint: Read the file again and copy the context and removed lines from it as they are now.
  = suggestion: this patch applies to the file as it is now

--- a/src/main.rs
+++ b/src/main.rs
@@ -1,5 +1,5 @@
-fn main() {
+fn start() {
     let name = read();
     if name.len() > 9 {
-        fail(name);
+        warn(name);
     }

error: refused with 1 problem; nothing was changed

"#]],
    );
}

#[test]
fn a_line_that_the_patch_does_not_have() {
    check(
        &[("f.py", "def f(a):\n    b = g(a)\n    c = h(b)\n    return c\n")],
        "*** Begin Patch\n*** Update File: f.py\n@@ def f(a):\n     b = g(a)\n-    return c\n+    return c + 1\n*** End Patch\n",
        &[],
        str![[r#"
error[context_not_found]: f.py: hunk 1: 1 line found at line 2 of the file, then line 3 differs
 --> fix.patch:5
  |
3 | @@ def f(a):
4 |      b = g(a)
5 | -    return c
  | ^^^^^^^^^^^^^
6 | +    return c + 1
  |
  = expected: `    return c`
  = found:    `    c = h(b)` (f.py:3)
  = note: the patch does not have the line that was found
  = nearest: f.py:2-4, 2 of 2 lines agree, 80 % alike
  |
1 | def f(a):
2 |     b = g(a)
3 |     c = h(b)
  | ^
4 |     return c
  |
  = hint: Read the file again and copy the context and removed lines from it as they are now.
  = suggestion: this patch applies to the file as it is now

*** Begin Patch
*** Update File: f.py
@@ def f(a):
     b = g(a)
     c = h(b)
-    return c
+    return c + 1
*** End Patch

error: refused with 1 problem; nothing was changed

"#]],
    );
}

#[test]
fn the_wished_state_taken_for_the_present_one() {
    check(
        &[("f.py", "def f(path):\n    data = read(path)\n    return data\n")],
        "*** Begin Patch\n*** Update File: f.py\n@@\n-def f(path):\n+def f(path, mode):\n     data = read_all(path)\n-    return data\n+    data = read_all(path)\n+    return data.text\n*** End Patch\n",
        &[],
        str![[r#"
error[context_not_found]: f.py: hunk 1: 1 line found at line 1 of the file, then line 2 differs
 --> fix.patch:6
  |
3 | @@
4 | -def f(path):
5 | +def f(path, mode):
6 |      data = read_all(path)
  | ^^^^^^^^^^^^^^^^^^^^^^^^^^
7 | -    return data
8 | +    data = read_all(path)
  |
  = expected: `    data = read_all(path)`
  = found:    `    data = read(path)` (f.py:2)
  = note: the patch itself adds the line `data = read_all(path)`
  = nearest: f.py:1-3, 2 of 3 lines agree, 95 % alike
  |
1 | def f(path):
2 |     data = read(path)
  |                ^
3 |     return data
  |
  = hint: Write as context and removed lines what the file holds now; what it is to hold belongs after `+`.

error: refused with 1 problem; nothing was changed

"#]],
    );
}
