//! `parse`: what a patch says, without any files.

use snapbox::{IntoData, str};

use crate::support::{Sandbox, json};

const GIT: &str = "\
From 0123456789abcdef Mon Sep 17 00:00:00 2001
Subject: [PATCH] Everything

diff --git a/src/lib.rs b/src/lib.rs
index 1234567..89abcde 100644
--- a/src/lib.rs
+++ b/src/lib.rs
@@ -10,9 +10,3 @@ fn main() {
 a
-b
+c
 d
@@ -20 +20,2 @@
 e
+f
diff --git a/old name b/new name
old mode 100644
new mode 100755
similarity index 100%
rename from old name
rename to new name
diff --git a/x b/y
copy from x
copy to y
diff --git a/logo.png b/logo.png
Binary files a/logo.png and b/logo.png differ
";

const OPENCODE: &str = "\
*** Begin Patch
*** Update File: a.py
*** Move to: b.py
@@ class A
@@     def f(self):
-        return 1
+        return 2
@@
 last
+more
*** End of File
*** Delete File: c.py
*** End Patch ***
";

#[track_caller]
fn check(patch: &str, args: &[&str], expected: impl IntoData) {
    let sandbox = Sandbox::with_patch(&[], patch);
    let command = sandbox.command(&[&["parse"], args, &["fix.patch"]].concat());
    command.assert().success().stdout_eq(expected).stderr_eq(str![]);
}

#[test]
fn a_git_patch() {
    check(
        GIT,
        &[],
        str![[r#"
unified patch: 4 files, 2 hunks
M src/lib.rs (+2 -1)
    line 8: @@ -10,3 +10,3 @@ fn main() { (+1 -1)
    line 13: @@ -20,1 +20,2 @@ (+1 -0)
R old name -> new name (+0 -0)
    old mode 100644
    new mode 100755
C x -> y (+0 -0)
M logo.png (+0 -0)
    binary files differ
note: fix.patch:1: text around the patch was ignored
note: fix.patch:8: the hunk header counts 9 old and 3 new lines, the hunk has 3 and 3

"#]],
    );
}

#[test]
fn an_opencode_patch() {
    check(
        OPENCODE,
        &[],
        str![[r#"
opencode patch: 2 files, 2 hunks
R a.py -> b.py (+2 -1)
    line 4: @@ class A @@     def f(self): (+1 -1)
    line 8: @@ at the end of the file (+1 -0)
D c.py (+0 -0)
note: fix.patch:13: a marker of the patch is not written as the format has it

"#]],
    );
}

#[test]
fn json_has_every_line() {
    check(
        OPENCODE,
        &["--json"],
        str![[r#"
{"ok":true,"patch":{"format":"opencode","files":[{"operation":"move","old_path":"a.py","path":"b.py","patch_line":2,"commit":0,"lines_added":2,"lines_removed":1,"hunks":[{"patch_line":4,"anchors":["class A","    def f(self):"],"old_start":null,"old_count":1,"new_start":null,"new_count":1,"lines":[{"kind":"remove","text":"        return 1"},{"kind":"add","text":"        return 2"}]},{"patch_line":8,"anchors":[],"old_start":null,"old_count":1,"new_start":null,"new_count":2,"end_of_file":true,"lines":[{"kind":"context","text":"last"},{"kind":"add","text":"more"}]}]},{"operation":"delete","path":"c.py","patch_line":12,"commit":0,"lines_added":0,"lines_removed":0,"hunks":[]}],"diagnostics":[{"code":"patch_marker","patch_line":13,"message":"a marker of the patch is not written as the format has it"}]}}

"#]],
    );
}

#[test]
fn json_of_a_git_patch_names_every_section() {
    let sandbox = Sandbox::with_patch(&[], GIT);
    let output = sandbox.command(&["parse", "--json", "fix.patch"]).assert().success();
    let patch = &json(output.get_output())["patch"];
    let files = patch["files"].as_array().unwrap();
    let operations: Vec<_> = files.iter().map(|file| file["operation"].as_str().unwrap()).collect();
    assert_eq!(operations, ["modify", "move", "copy", "modify"]);
    assert_eq!(files[1]["old_path"], "old name");
    assert_eq!(files[1]["new_mode"], "100755");
    assert_eq!(files[3]["binary"], "differ");
    assert_eq!(patch["diagnostics"][0]["patch_line"], 1);
}

#[test]
fn strip_and_format_are_taken() {
    check(
        "--- a/x/y\n+++ b/x/y\n@@ -1 +1 @@\n-a\n+b\n",
        &["-p2", "--format", "unified"],
        str![[r#"
unified patch: 1 file, 1 hunk
M y (+1 -1)
    line 3: @@ -1,1 +1,1 @@ (+1 -1)

"#]],
    );
}

#[test]
fn a_text_that_is_no_patch_is_refused() {
    let sandbox = Sandbox::with_patch(&[], "Sorry, I cannot do that.\n");
    let human = sandbox.command(&["parse", "fix.patch"]).assert();
    human.code(1).stdout_eq(str![]).stderr_eq(str![[r#"
error[wrong_patch_format]: the patch cannot be read
  = rule: the text is not a patch
  = hint: Send the patch body alone: for each file `--- old_path`, `+++ new_path`, then hunks that start with `@@`.

error: refused with 1 problem; nothing was changed

"#]]);
    let machine = sandbox.command(&["parse", "--json", "fix.patch"]).assert();
    machine.code(1).stdout_eq(str![[r#"
{"ok":false,"error":{"code":"wrong_patch_format","class":"ParseError","message":"the text is not a patch","hint":"Send the patch body alone: for each file `--- old_path`, `+++ new_path`, then hunks that start with `@@`.","format":"unified","failures":[{"code":"wrong_patch_format","class":"ParseError","patch_line":1,"patch_bytes":[0,25],"message":"the text is not a patch","hint":"Send the patch body alone: for each file `--- old_path`, `+++ new_path`, then hunks that start with `@@`."}]}}

"#]]).stderr_eq(str![]);
}

#[test]
fn the_patch_is_as_its_schema_has_it() {
    let schema = serde_json::from_str(include_str!("../../../../docs/schemas/patch.json")).unwrap();
    let schema = jsonschema::validator_for(&schema).unwrap();
    for text in [GIT, OPENCODE] {
        let sandbox = Sandbox::with_patch(&[], text);
        let run = sandbox.command(&["parse", "--json", "fix.patch"]).assert().success();
        let answer = json(run.get_output());
        assert!(schema.is_valid(&answer["patch"]), "{answer}");
        assert!(!schema.is_valid(&answer), "the schema is of the patch alone");
    }
}
