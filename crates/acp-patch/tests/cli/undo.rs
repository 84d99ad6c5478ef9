//! `undo`: takes back everything that a receipt reports, or nothing.

#![expect(
    clippy::disallowed_methods,
    reason = "a test makes its own files, below a directory of its own"
)]

use snapbox::str;

use crate::support::{Sandbox, json, stderr, stdout};

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
    undo(&sandbox, &["receipt.json"]).code(1).stdout_eq(str![]).stderr_eq(str![[r#"
error: receipt.json: the patch was taken back already
hint: There is nothing to do.

"#]]);
    let run = undo(&sandbox, &["--json", "--check", "receipt.json"]).code(1);
    assert_eq!(json(run.get_output())["error"]["code"], "already_applied");
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
    sandbox.write("tree/new/b.txt", "other\n");
    undo(&sandbox, &["receipt.json"]).code(1).stdout_eq(str![]).stderr_eq(str![[r#"
error[stale_file]: a.txt: the file is not as the patch left it
  = hint: Look at what changed since; put the file back as the patch left it and try again, or take the change back by hand.

error[stale_file]: new/b.txt: the file is not as the patch left it
  = hint: Look at what changed since; put the file back as the patch left it and try again, or take the change back by hand.

error: refused with 2 problems; nothing was changed

"#]]);
    sandbox.write("tree/new/b.txt", "b\n");
    assert_eq!(sandbox.tree(), before);
}

/// Nearly as they were is not as they were.
#[test]
fn what_was_taken_back_and_changed_since_is_stale() {
    let sandbox = applied();
    undo(&sandbox, &["receipt.json"]).success();
    sandbox.write("tree/a.txt", "zero\none\ntwo\n");
    let run = undo(&sandbox, &["--json", "receipt.json"]).code(1);
    assert_eq!(json(run.get_output())["error"]["code"], "stale_file");
    sandbox.write("tree/a.txt", "one\ntwo\n");
    undo(&sandbox, &["--json", "receipt.json"]).code(1).stdout_eq(str![[r#"
{"ok":false,"error":{"code":"already_applied",[..]"message":"receipt.json: the patch was taken back already",[..]}}

"#]]);
}

#[test]
#[cfg(unix)]
fn a_link_that_leads_elsewhere_since_is_left_alone() {
    let sandbox = applied();
    std::fs::remove_file(sandbox.path("tree/link")).unwrap();
    std::os::unix::fs::symlink("to.txt", sandbox.path("tree/link")).unwrap();
    let before = sandbox.tree();
    let run = undo(&sandbox, &["receipt.json"]).code(1);
    let said = stderr(run.get_output());
    assert!(said.starts_with("error[stale_file]: link: the file is not as the patch left it"));
    assert_eq!(sandbox.tree(), before);
}

/// What a later section moves on or deletes is not in the files that the receipt is about.
#[test]
fn a_file_that_a_patch_writes_twice_is_as_the_last_section_left_it() {
    for (patch, files) in [
        (
            "diff --git a/a b/b\nrename from a\nrename to b\n--- a/a\n+++ b/b\n@@ -1 +1 @@\n-1\n+2\n\
             diff --git a/b b/c\nrename from b\nrename to c\n--- a/b\n+++ b/c\n@@ -1 +1 @@\n-2\n+3\n",
            ["c"].as_slice(),
        ),
        ("--- a/a\n+++ b/a\n@@ -1 +1 @@\n-1\n+2\n--- a/a\n+++ b/a\n@@ -1 +1 @@\n-2\n+3\n", &["a"]),
        (
            "--- /dev/null\n+++ b/n\n@@ -0,0 +1 @@\n+n\n--- a/n\n+++ /dev/null\n@@ -1 +0,0 @@\n-n\n\
             --- a/a\n+++ b/a\n@@ -1 +1 @@\n-1\n+3\n",
            &["a"],
        ),
    ] {
        let sandbox = Sandbox::with_patch(&[("a", "1\n")], patch);
        let run = sandbox.apply(&["--json", "--contract", "git", "fix.patch"]).success();
        sandbox.write("receipt.json", &run.get_output().stdout);
        assert_eq!(sandbox.tree().files(), files);
        sandbox.write(&format!("tree/{}", files[0]), "3\nmore\n");
        undo(&sandbox, &["receipt.json"]).code(1);
        sandbox.write(&format!("tree/{}", files[0]), "3\n");
        undo(&sandbox, &["receipt.json"]).success();
        assert_eq!((sandbox.tree().files(), sandbox.text("tree/a")), (vec!["a"], "1\n".into()));
    }
}

/// What names are no text, the receipt tells in part, and the undo whole.
#[test]
#[cfg(target_os = "linux")]
fn a_name_that_is_no_text_does_no_harm() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;

    let sandbox = Sandbox::new(&[]);
    let root = sandbox.path("tree").join(OsStr::from_bytes(b"r\xff"));
    let [file, link] = [root.join(OsStr::from_bytes(b"f\xff")), root.join("link")];
    std::fs::create_dir(&root).unwrap();
    std::fs::write(&file, "1\n").unwrap();
    let patch = "--- \"a/f\\377\"\n+++ \"b/f\\377\"\n@@ -1 +1 @@\n-1\n+2\n\
                 diff --git a/link b/link\nnew file mode 120000\n--- /dev/null\n+++ b/link\n@@ -0,0 +1 @@\n\
                 +x\n\\ No newline at end of file\n";
    let run = |args: &[&str], input: &[u8]| {
        let command = sandbox.command(args).args([OsStr::new("--root"), root.as_os_str()]);
        command.stdin(input.to_vec()).assert()
    };
    let receipt = run(&["apply", "--json", "--contract", "git"], patch.as_bytes()).success();
    let receipt = &receipt.get_output().stdout;
    std::fs::write(&file, "1\n2\n").unwrap();
    run(&["undo"], receipt).code(1);
    std::fs::write(&file, "2\n").unwrap();
    run(&["undo"], receipt).success();
    assert_eq!(std::fs::read(&file).unwrap(), b"1\n");
    assert!(std::fs::symlink_metadata(&link).is_err());
}

#[test]
fn a_dry_run_changes_nothing() {
    let sandbox = applied();
    let before = sandbox.tree();
    let run = undo(&sandbox, &["--check", "receipt.json"]).success();
    let said = stdout(run.get_output());
    assert!(said.ends_with("checked: the undo would take effect; nothing was written\n"), "{said}");
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
        ("", "not a JSON object"),
        ("{", "EOF while parsing"),
        (PATCH, "not a JSON object"),
        (r#"[{"committed":true,"files":[],"undo":"x"}]"#, "not a JSON object"),
        (
            r#"{"ok":false,"error":{"code":"stale_file"}}"#,
            "there is no receipt in it: the patch was not applied\n",
        ),
        ("{}", "there is no receipt in it\n"),
        (&dry, "of a dry run"),
        (r#"{"receipt":{"committed":true,"files":[]}}"#, "it has no `undo`"),
        (
            r#"{"receipt":{"committed":true,"files":[],"not_shown":"too large"}}"#,
            "cannot be taken back: too large",
        ),
        (r#"{"committed":true,"undo":""}"#, "missing field `files`"),
        (r#"{"committed":false,"files":[],"undo":""}"#, "of a dry run"),
        (r#"{"committed":true,"files":[]}"#, "it has no `undo`"),
        (r#"{"receipt":null}"#, "there is no receipt in it"),
    ] {
        sandbox.write("other.json", text);
        let before = sandbox.tree();
        let run = undo(&sandbox, &["other.json"]).code(2);
        let said = stderr(run.get_output());
        assert!(said.starts_with("error: other.json: ") && said.contains(told), "{said}");
        assert_eq!(sandbox.tree(), before);
    }
}

/// What `docs/schemas/receipt.json` publishes.
#[test]
fn a_receipt_is_taken_alone_as_well() {
    let sandbox = applied();
    let receipt: serde_json::Value = serde_json::from_str(&sandbox.text("receipt.json")).unwrap();
    sandbox.write("receipt.json", receipt["receipt"].to_string());
    undo(&sandbox, &["receipt.json"]).success();
    assert_eq!(sandbox.tree().files(), ["a.txt", "from.txt", "gone.txt"]);
    assert_eq!(sandbox.text("tree/a.txt"), "one\ntwo\n");
}

#[test]
fn what_changed_nothing_is_undone_already() {
    let added_and_deleted =
        "*** Begin Patch\n*** Add File: f\n+x\n*** Delete File: f\n*** End Patch\n";
    let mode = "diff --git a/a.txt b/a.txt\nold mode 100644\nnew mode 100755\n";
    for patch in [added_and_deleted, mode] {
        let sandbox = Sandbox::with_patch(&[("a.txt", "one\n")], patch);
        let before = sandbox.tree();
        let run = sandbox.apply(&["--json", "fix.patch"]).success();
        let printed = &run.get_output().stdout;
        let receipt = json(run.get_output())["receipt"].to_string();
        for given in [printed.as_slice(), receipt.as_bytes()] {
            let run = sandbox.command(&["undo", "--root", "tree", "-"]).stdin(given).assert();
            run.code(1).stdout_eq(str![]).stderr_eq(str![[r#"
error: <stdin>: the patch changed nothing
hint: There is nothing to do.

"#]]);
        }
        let run = sandbox.command(&["undo", "--json", "--root", "tree", "-"]).stdin(receipt);
        let refused = json(run.assert().code(1).get_output());
        assert_eq!(refused["error"]["code"], "already_applied");
        assert_eq!(sandbox.tree(), before);
    }
}
