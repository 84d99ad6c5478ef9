//! Refusals: each code from the command line, for people and for machines, and never a change.

use snapbox::{IntoData, str};

use crate::support::{Sandbox, json, stderr};

const NUMBERS: &[(&str, &str)] = &[("a.txt", "1\n2\n3\n2\n")];

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
        "--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,2 @@\n-1\n+one\n 2\n@@ -1,3 +1,3 @@\n 1\n-2\n+two\n 3\n",
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

#[track_caller]
fn check(files: &[(&str, &str)], patch: &str, args: &[&str], expected: impl IntoData) {
    let sandbox = Sandbox::with_patch(files, patch);
    let before = sandbox.tree();
    let output = sandbox.apply(&[args, &["fix.patch"]].concat());
    output.code(1).stdout_eq(str![]).stderr_eq(expected);
    assert_eq!(sandbox.tree(), before);
}

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

/// Two kinds of evidence that name two places are told apart, with what speaks for and against each.
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
fn lines_whose_indentation_cannot_be_mapped() {
    check(
        &[("a", "  a1\nb1\n")],
        "--- a/a\n+++ b/a\n@@ -1,2 +1,2 @@\n a1\n-  b1\n+  c1\n",
        &[],
        str![[r#"
error[context_not_found]: a: hunk 1: the old lines match at line 1, indentation aside, and do not tell how the added lines are indented there
 --> fix.patch:4
  |
3 | @@ -1,2 +1,2 @@
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
fn a_change_that_is_there_already() {
    check(
        NUMBERS,
        "--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,2 @@\n-one\n+1\n 2\n",
        &[],
        str![[r#"
error[already_applied]: a.txt: hunk 1: the file has the change already, at line 1
 --> fix.patch:3
  |
3 | @@ -1,2 +1,2 @@
  | ^^^^^^^^^^^^^^^
4 | -one
5 | +1
  |
  = place: a.txt:1: `1`
  = hint: The file already holds this change; leave the hunk out.

note: the whole patch is applied already; there is nothing to do
error: refused with 1 problem; nothing was changed

"#]],
    );
}

#[test]
fn a_patch_that_is_sent_again() {
    check(
        &[("a.txt", "1\ntwo\n3\n"), ("b.txt", "new\n")],
        "--- a/a.txt\n+++ b/a.txt\n@@ -1,3 +1,3 @@\n 1\n-2\n+two\n 3\n--- /dev/null\n+++ b/b.txt\n@@ -0,0 +1 @@\n+new\n",
        &[],
        str![[r#"
error[already_applied]: a.txt: hunk 1: the file has the change already, at line 1
 --> fix.patch:3
  |
3 | @@ -1,3 +1,3 @@
  | ^^^^^^^^^^^^^^^
4 |  1
5 | -2
  |
  = place: a.txt:1: `1`
  = hint: The file already holds this change; leave the hunk out.

error[already_applied]: b.txt: the file exists with exactly these contents
 --> fix.patch:9
  |
9 | +++ b/b.txt
  | ^^^^^^^^^^^
  |
  = hint: The file already holds this change; leave the hunk out.

note: the whole patch is applied already; there is nothing to do
error: refused with 2 problems; nothing was changed

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
  = hint: Write as context and removed lines what the file holds now; what it is to hold belongs behind `+`.

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
  = hint: Put the changes of a file in the order of their lines in it, and each anchor before the lines that it leads to.

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
error[context_not_found]: f.rs: hunk 1: the old lines match, indentation aside, at line 6, which is not below the section heading `fn a() {` of line 1
 --> fix.patch:3
  |
3 | @@ -2 +2 @@ fn a() {
  | ^^^^^^^^^^^^^^^^^^^^
4 | -    run();
5 | +    walk();
  |
  = place: f.rs:6: `run();` in `fn b() {`, line 5; matches, indentation aside
  = place: f.rs:1: `fn a() {`
  = hint: Copy the context and removed lines from below that heading as they are now; if the place that was found is meant, name its heading or none.

error: refused with 1 problem; nothing was changed

"#]],
    );
}

#[test]
fn a_marker_in_the_wrong_place() {
    check(
        &[("f", "alpha\nbeta\ngamma\n")],
        "*** Begin Patch\n*** Update File: f\n@@\n alpha\n-beta\n+b\n*** Move to: g\n*** End Patch\n",
        &[],
        str![[r#"
error[context_not_found]: f: hunk 1: 2 lines found at line 1 of the file, then line 3 differs
 --> fix.patch:7
  |
3 | @@
4 |  alpha
5 | -beta
6 | +b
7 | *** Move to: g
  | ^^^^^^^^^^^^^^
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
  = hint: Put `*** Move to: new_path` directly below `*** Update File: old_path`, and `*** End of File` behind the last line of a chunk.

error: refused with 1 problem; nothing was changed

"#]],
    );
}

#[test]
fn hunks_that_cover_the_same_lines() {
    check(
        NUMBERS,
        "--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,2 @@\n-1\n+one\n 2\n@@ -1,3 +1,3 @@\n 1\n-2\n+two\n 3\n",
        &[],
        str![[r#"
error[overlapping_hunks]: a.txt: hunk 2: another hunk covers line 1
 --> fix.patch:7
  |
7 | @@ -1,3 +1,3 @@
  | ^^^^^^^^^^^^^^^
8 |  1
9 | -2
  |
  = place: a.txt:1: `1`
  = note: hunk 1 covers the lines 1 to 2
  = hint: Merge the hunks that change the same lines into one.

error: refused with 1 problem; nothing was changed

"#]],
    );
}

#[test]
fn a_patch_that_was_never_applied_cannot_be_taken_back() {
    let patch = "--- a/a.txt\n+++ b/a.txt\n@@ -1,3 +1,3 @@\n 1\n-zwei\n+deux\n 3\n";
    check(
        NUMBERS,
        patch,
        &["-R"],
        str![[r#"
error[context_not_found]: a.txt: hunk 1: 1 line found at line 1 of the file, then line 2 differs
 --> fix.patch:6
  |
3 | @@ -1,3 +1,3 @@
4 |  1
5 | -zwei
6 | +deux
  | ^^^^^
7 |  3
  |
  = expected: `deux`
  = found:    `2` (a.txt:2)
  = nearest: a.txt:1-3, 2 of 3 lines agree, 57 % alike
  |
1 | 1
2 | 2
  | ^
3 | 3
4 | 2
  |
  = hint: Read the file again and copy the context and removed lines from it as they are now.

error: refused with 1 problem; nothing was changed

"#]],
    );
}

#[test]
fn a_patch_that_cannot_be_taken_back() {
    let patch = "*** Begin Patch\n*** Delete File: a.txt\n*** End Patch\n";
    check(
        NUMBERS,
        patch,
        &["-R"],
        str![[r#"
error[unsupported_git_patch_feature]: a deletion that does not carry the deleted text cannot be reversed
  = hint: Take back a patch that carries the old text, or write one for the way back.

error: refused with 1 problem; nothing was changed

"#]],
    );
}

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
  = rule: the text is a patch of another format
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
  = rule: the text is a patch of another format
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
   = hint: Name files by their path below the root, without `..`.

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
  = hint: Name files by their path below the root, without `..`.

error: refused with 1 problem; nothing was changed

"#]],
    );
}
