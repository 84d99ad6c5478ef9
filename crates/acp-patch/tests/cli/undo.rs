//! `undo`: what a receipt says was done is taken back, or nothing is.

use snapbox::str;

use crate::support::{Sandbox, json, stderr};

const PATCH: &str = "\
diff --git a/a.txt b/a.txt
--- a/a.txt
+++ b/a.txt
@@ -1,2 +1,2 @@
 one
-two
+2
diff --git a/new/b.txt b/new/b.txt
new file mode 100755
--- /dev/null
+++ b/new/b.txt
@@ -0,0 +1 @@
+b
diff --git a/gone.txt b/gone.txt
deleted file mode 100644
--- a/gone.txt
+++ /dev/null
@@ -1 +0,0 @@
-gone
diff --git a/from.txt b/to.txt
rename from from.txt
rename to to.txt
diff --git a/link b/link
new file mode 120000
--- /dev/null
+++ b/link
@@ -0,0 +1 @@
+a.txt
\\ No newline at end of file
";

/// A tree that the patch was applied to, with its receipt beside it.
fn applied() -> Sandbox {
    let files = [("a.txt", "one\ntwo\n"), ("gone.txt", "gone\n"), ("from.txt", "moves\n")];
    let sandbox = Sandbox::with_patch(&files, PATCH);
    let run = sandbox.apply(&["--json", "--contract", "git", "fix.patch"]).success();
    sandbox.write("receipt.json", &run.get_output().stdout);
    sandbox
}

#[track_caller]
fn undo(sandbox: &Sandbox, args: &[&str]) -> snapbox::cmd::OutputAssert {
    sandbox.command(&[&["undo", "--root", "tree"], args].concat()).assert()
}

#[test]
#[cfg(unix)]
fn every_file_is_as_it_was() {
    let sandbox = applied();
    let after = sandbox.tree();
    undo(&sandbox, &["receipt.json"]).success().stderr_eq(str![]).stdout_eq(str![[r#"
D new/b.txt (+0 -1)
D link (+0 -1)
R to.txt -> from.txt (+0 -0)
A gone.txt (+1 -0)
M a.txt (+1 -1)

"#]]);
    assert_eq!(sandbox.tree().files(), ["a.txt", "from.txt", "gone.txt"]);
    assert_eq!(sandbox.text("tree/a.txt"), "one\ntwo\n");
    // Once more there is nothing to take back.
    undo(&sandbox, &["receipt.json"]).code(1);
    assert_eq!(sandbox.text("tree/a.txt"), "one\ntwo\n");
    // An undo has a receipt, too.
    sandbox.apply(&["--contract", "git", "fix.patch"]).success();
    let run = undo(&sandbox, &["--json", "receipt.json"]).success();
    sandbox.write("undone.json", &run.get_output().stdout);
    undo(&sandbox, &["undone.json"]).success();
    sandbox.write("undone.json", "");
    let again = sandbox.tree();
    assert_eq!(again.files(), after.files());
    assert_eq!(sandbox.text("tree/a.txt"), "one\n2\n");
}

#[test]
fn what_has_changed_since_is_left_alone() {
    let sandbox = applied();
    sandbox.write("tree/a.txt", "zero\none\n2\nthree\n");
    let before = sandbox.tree();
    let run = undo(&sandbox, &["--json", "receipt.json"]).code(1);
    assert_eq!(json(run.get_output())["error"]["code"], "stale_file");
    let run = undo(&sandbox, &["receipt.json"]).code(1);
    let said = stderr(run.get_output());
    assert!(said.starts_with("error[stale_file]: a.txt: "), "{said}");
    assert_eq!(sandbox.tree(), before);
}

#[test]
fn a_dry_run_changes_nothing() {
    let sandbox = applied();
    let before = sandbox.tree();
    undo(&sandbox, &["--check", "receipt.json"]).success();
    assert_eq!(sandbox.tree(), before);
}

#[test]
fn a_receipt_comes_from_a_pipe_as_well() {
    let sandbox = applied();
    let receipt = sandbox.text("receipt.json");
    sandbox.command(&["undo", "--root", "tree"]).stdin(receipt).assert().success();
    assert_eq!(sandbox.text("tree/a.txt"), "one\ntwo\n");
}

#[test]
fn what_is_no_receipt_is_told() {
    let sandbox = applied();
    let dry = sandbox.apply(&["--json", "--check", "fix.patch", "-R", "--contract", "git"]);
    let dry = String::from_utf8(dry.success().get_output().stdout.clone()).unwrap();
    for (text, told) in [
        ("", "EOF while parsing"),
        (PATCH, "expected value"),
        (r#"{"ok":false,"error":{"code":"stale_file"}}"#, "there is no receipt in it"),
        (&dry, "of a dry run"),
        (r#"{"receipt":{"committed":true,"files":[]}}"#, "it has no `undo`"),
        (
            r#"{"receipt":{"committed":true,"files":[],"not_shown":"too large"}}"#,
            "cannot be taken back: too large",
        ),
    ] {
        sandbox.write("other.json", text);
        let before = sandbox.tree();
        let run = undo(&sandbox, &["other.json"]).code(2);
        let said = stderr(run.get_output());
        assert!(said.starts_with("error: other.json: ") && said.contains(told), "{said}");
        assert_eq!(sandbox.tree(), before);
    }
}
