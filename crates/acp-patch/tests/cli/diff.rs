//! `diff`: files and directories, in each format; what it prints is what `apply` takes.

use serde_json::Value;
use snapbox::{IntoData, str};

use crate::support::{Sandbox, json, stdout};

const OLD: &str = "1\n2\n3\n4\n5\n6\n7\n8\n9\n";
const NEW: &str = "1\n2\n3\n4\nfive\n6\n7\n8\n9\n";

/// `old/` and `new/` with one of each change.
fn trees() -> Sandbox {
    let sandbox = Sandbox::new(&[]);
    sandbox.write("old/changed.txt", OLD);
    sandbox.write("new/changed.txt", NEW);
    sandbox.write("old/same.txt", "same\n");
    sandbox.write("new/same.txt", "same\n");
    sandbox.write("old/dir/gone.txt", "gone\n");
    sandbox.write("new/dir/with space/added.txt", "no newline");
    sandbox.write("old/.git/HEAD", "ref: refs/heads/main\n");
    sandbox.write("new/empty.txt", "");
    sandbox
}

#[track_caller]
pub(crate) fn check(sandbox: &Sandbox, args: &[&str], expected: impl IntoData) {
    let command = sandbox.command(&[&["diff"], args].concat());
    command.assert().code(1).stdout_eq(expected).stderr_eq(str![]);
}

#[test]
fn two_files() {
    let sandbox = Sandbox::new(&[]);
    sandbox.write("old.txt", OLD);
    sandbox.write("new.txt", NEW);
    check(
        &sandbox,
        &["old.txt", "new.txt"],
        str![[r#"
--- a/old.txt
+++ b/old.txt
@@ -2,7 +2,7 @@
 2
 3
 4
-5
+five
 6
 7
 8

"#]],
    );
    check(
        &sandbox,
        &["-U1", "./old.txt", "new.txt"],
        str![[r#"
--- a/old.txt
+++ b/old.txt
@@ -4,3 +4,3 @@
 4
-5
+five
 6

"#]],
    );
    check(
        &sandbox,
        &["-U", "0", "--format", "git", "old.txt", "new.txt"],
        str![[r#"
diff --git a/old.txt b/old.txt
index 0719398..4c5701d 100644
--- a/old.txt
+++ b/old.txt
@@ -5 +5 @@
-5
+five

"#]],
    );
}

#[test]
fn a_file_that_comes_or_goes() {
    let sandbox = Sandbox::new(&[]);
    sandbox.write("a.txt", "a\n");
    check(
        &sandbox,
        &["/dev/null", "a.txt"],
        str![[r#"
--- /dev/null
+++ b/a.txt
@@ -0,0 +1 @@
+a

"#]],
    );
    check(
        &sandbox,
        &["--format", "git", "a.txt", "/dev/null"],
        str![[r#"
diff --git a/a.txt b/a.txt
deleted file mode 100644
index 7898192..0000000
--- a/a.txt
+++ /dev/null
@@ -1 +0,0 @@
-a

"#]],
    );
}

#[test]
fn nothing_differs() {
    let sandbox = Sandbox::new(&[("a", "a\n")]);
    sandbox.write("other/a", "a\n");
    sandbox.write("other/.git/config", "[core]\n");
    for format in ["unified", "git"] {
        let command = sandbox.command(&["diff", "--format", format, "tree", "other"]);
        command.assert().success().stdout_eq(str![]).stderr_eq(str![]);
    }
    let v2 = sandbox.command(&["diff", "--format", "acp", "tree", "other"]).assert();
    v2.success().stdout_eq("{\"changes\":[]}\n");
    let v1 = sandbox.command(&["diff", "--format", "acp-v1", "tree/a", "other/a"]).assert();
    v1.success().stdout_eq("[]\n");
}

#[test]
fn two_directories() {
    check(
        &trees(),
        &["--format", "git", "old", "new"],
        str![[r#"
diff --git a/changed.txt b/changed.txt
index 0719398..4c5701d 100644
--- a/changed.txt
+++ b/changed.txt
@@ -2,7 +2,7 @@
 2
 3
 4
-5
+five
 6
 7
 8
diff --git a/dir/gone.txt b/dir/gone.txt
deleted file mode 100644
index 286c5f5..0000000
--- a/dir/gone.txt
+++ /dev/null
@@ -1 +0,0 @@
-gone
diff --git a/dir/with space/added.txt b/dir/with space/added.txt
new file mode 100644
index 0000000..20cbb4d
--- /dev/null
+++ b/dir/with space/added.txt	
@@ -0,0 +1 @@
+no newline
\ No newline at end of file
diff --git a/empty.txt b/empty.txt
new file mode 100644
index 0000000..e69de29

"#]],
    );
}

/// `---` and `+++` alone where they say everything; git's headers where a file is empty.
#[test]
fn two_directories_in_plain_unified_format() {
    let sandbox = trees();
    check(
        &sandbox,
        &["old/dir", "new/dir"],
        str![[r#"
--- a/gone.txt
+++ /dev/null
@@ -1 +0,0 @@
-gone
--- /dev/null
+++ b/with space/added.txt	
@@ -0,0 +1 @@
+no newline
\ No newline at end of file

"#]],
    );
    let plain = sandbox.command(&["diff", "old", "new"]).output().unwrap();
    let git = sandbox.command(&["diff", "--format", "git", "old", "new"]).output().unwrap();
    let without_names = stdout(&git).lines().filter(|line| !line.starts_with("index "));
    assert_eq!(stdout(&plain).lines().collect::<Vec<_>>(), without_names.collect::<Vec<_>>());
}

#[test]
fn the_protocols_formats() {
    let sandbox = trees();
    let root = sandbox.path("old").to_str().unwrap().to_owned();
    for (format, expected) in [
        (
            "acp",
            r#"
{
  "changes": [
    {
      "fileType": "text",
      "mimeType": "text/plain",
      "operation": "modify",
      "path": "/ROOT/changed.txt"
    },
    {
      "fileType": "text",
      "mimeType": "text/plain",
      "operation": "delete",
      "path": "/ROOT/dir/gone.txt"
    },
    {
      "fileType": "text",
      "mimeType": "text/plain",
      "operation": "add",
      "path": "/ROOT/dir/with space/added.txt"
    },
    {
      "fileType": "text",
      "mimeType": "text/plain",
      "operation": "add",
      "path": "/ROOT/empty.txt"
    }
  ],
  "patch": {
    "diff": "diff --git /ROOT/changed.txt /ROOT/changed.txt\n--- /ROOT/changed.txt\n+++ /ROOT/changed.txt\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\ndiff --git /ROOT/dir/gone.txt /ROOT/dir/gone.txt\ndeleted file mode 100644\n--- /ROOT/dir/gone.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-gone\ndiff --git /ROOT/dir/with space/added.txt /ROOT/dir/with space/added.txt\nnew file mode 100644\n--- /dev/null\n+++ /ROOT/dir/with space/added.txt\t\n@@ -0,0 +1 @@\n+no newline\n\\ No newline at end of file\ndiff --git /ROOT/empty.txt /ROOT/empty.txt\nnew file mode 100644\n",
    "format": "git_patch"
  }
}
"#,
        ),
        (
            "acp-v1",
            r#"
[
  {
    "newText": "1\n2\n3\n4\nfive\n6\n7\n8\n9\n",
    "oldText": "1\n2\n3\n4\n5\n6\n7\n8\n9\n",
    "path": "/ROOT/changed.txt"
  },
  {
    "deleted": true,
    "newText": "",
    "oldText": "gone\n",
    "path": "/ROOT/dir/gone.txt"
  },
  {
    "newText": "no newline",
    "path": "/ROOT/dir/with space/added.txt"
  },
  {
    "newText": "",
    "path": "/ROOT/empty.txt"
  }
]
"#,
        ),
    ] {
        let output = sandbox.command(&["diff", "--format", format, "old", "new"]).output().unwrap();
        assert_eq!(output.status.code(), Some(1));
        let found: Value = serde_json::from_str(&stdout(&output).replace(&root, "/ROOT")).unwrap();
        let mut expected = serde_json::from_str::<Value>(expected).unwrap();
        if format == "acp" {
            expected["patch"]["text"] = expected["patch"]["diff"].clone();
        }
        assert_eq!(found, expected, "{format}");
    }
}

/// The `*** Begin Patch` format: chunks that single out their places, and what it cannot say.
#[test]
fn chunks_without_line_numbers() {
    let sandbox = Sandbox::new(&[]);
    sandbox.write("old/gone.txt", "gone\n");
    sandbox.write("old/x.rs", "fn a() {\n    x();\n}\n\nfn b() {\n    x();\n}\n");
    sandbox.write("new/x.rs", "fn a() {\n    x();\n}\n\nfn b() {\n    y();\n}\n");
    sandbox.write("new/added.txt", "1\n2\n");
    check(
        &sandbox,
        &["--format", "opencode", "-U", "0", "old", "new"],
        str![[r#"
*** Begin Patch
*** Add File: added.txt
+1
+2
*** Delete File: gone.txt
*** Update File: x.rs
@@ fn b() {
-    x();
+    y();
*** End Patch

"#]],
    );
    let patch = sandbox.command(&["diff", "--format", "codex", "old", "new"]).output().unwrap();
    let command = sandbox.command(&["apply", "--root", "old"]);
    command.stdin(patch.stdout).assert().success();
    let rest = sandbox.command(&["diff", "--format", "opencode", "old", "new"]).assert();
    rest.success().stdout_eq(str![]);
    sandbox.write("new/open.txt", "no newline");
    let refused = sandbox.command(&["diff", "--format", "opencode", "old", "new"]).assert();
    refused.code(2).stdout_eq(str![]).stderr_eq(str![[r#"
error: open.txt: the opencode format cannot express that the file has no newline at its end; use another format
hint: Use --format git, which can express every change, or leave the file out.

"#]]);
}

/// What `apply` would take for damaged is told, with how it is taken at its word.
#[test]
fn chunks_that_look_damaged() {
    let sandbox = Sandbox::new(&[]);
    sandbox.write("old/x.py", "def g():\n    return 1\n    return 2\nx\n");
    sandbox.write("new/x.py", "def g():\nchg = 1\n    return 2\nx\n");
    let told = sandbox.command(&["diff", "--format", "opencode", "old", "new"]).assert().code(1);
    let told = told.stderr_eq(str![[r#"
note: x.py: apply takes these chunks for damaged, and mends or refuses them
hint: Apply the patch with --contract git, which takes it at its word, or use --format git.

"#]]);
    let apply = sandbox.command(&["apply", "--root", "old", "--contract", "git"]);
    apply.stdin(told.get_output().stdout.clone()).assert().success();
    let rest = sandbox.command(&["diff", "old", "new"]).assert();
    rest.success().stdout_eq(str![]);
}

#[test]
fn moves_and_copies() {
    let sandbox = Sandbox::new(&[]);
    sandbox.write("old/a.txt", OLD);
    sandbox.write("new/b.txt", NEW);
    sandbox.write("new/c.txt", OLD);
    sandbox.write("old/dir/link.txt", "x\n");
    sandbox.write("new/link.txt", "x\n");
    let told = |args: &[&str]| {
        let args = [&["diff", "-U0"], args, &["old", "new"]].concat();
        let output = sandbox.command(&args).output().unwrap();
        let is_name = |line: &&str| {
            ["rename", "copy", "new file", "deleted", "*** "].iter().any(|it| line.starts_with(it))
        };
        stdout(&output).lines().filter(is_name).collect::<Vec<_>>().join("\n")
    };
    let moved = "rename from a.txt\nrename to c.txt\nrename from dir/link.txt\nrename to link.txt";
    assert_eq!(told(&["--format", "git"]), format!("new file mode 100644\n{moved}"));
    let copied = format!("copy from a.txt\ncopy to b.txt\n{moved}");
    assert_eq!(told(&["--format", "git", "-C"]), copied);
    let apart = "deleted file mode 100644\nnew file mode 100644\nnew file mode 100644\ndeleted file mode 100644\nnew file mode 100644";
    assert_eq!(told(&["--format", "git", "--no-renames"]), apart);
    let chunks = "*** Begin Patch\n*** Add File: b.txt\n*** Update File: a.txt\n*** Move to: c.txt\n*** Update File: dir/link.txt\n*** Move to: link.txt\n*** End Patch";
    assert_eq!(told(&["--format", "opencode"]), chunks);
}

#[test]
fn what_is_printed_is_what_apply_takes() {
    let sandbox = trees();
    for format in ["unified", "git"] {
        let patch = sandbox.command(&["diff", "--format", format, "old", "new"]).output().unwrap();
        let command = sandbox.command(&["apply", "--root", "old"]);
        command.stdin(patch.stdout.clone()).assert().success();
        let rest = sandbox.command(&["diff", "old", "new"]).assert();
        rest.success().stdout_eq(str![]);
        let command = sandbox.command(&["apply", "-R", "--root", "old"]);
        command.stdin(patch.stdout).assert().success();
    }
    // The protocol's patch has absolute paths, which lie inside the root.
    let output = sandbox.command(&["diff", "--format", "acp", "old", "new"]).output().unwrap();
    let patch = json(&output)["patch"]["diff"].as_str().unwrap().to_owned();
    sandbox.command(&["apply", "--root", "old"]).stdin(patch).assert().success();
    let rest = sandbox.command(&["diff", "--format", "git", "old", "new"]).assert();
    rest.success().stdout_eq(str![]);
}

#[test]
fn the_key_of_the_patch_text_is_a_choice() {
    let sandbox = trees();
    for (key, expected) in
        [("diff", &["diff"][..]), ("text", &["text"]), ("both", &["diff", "text"])]
    {
        let args = ["diff", "--format", "acp", "--patch-key", key, "old", "new"];
        let diff = json(&sandbox.command(&args).output().unwrap());
        let keys = diff["patch"].as_object().unwrap().keys().filter(|key| *key != "format");
        assert_eq!(keys.collect::<Vec<_>>(), expected, "--patch-key {key}");
        let patch = sandbox.command(&["diff", "old", "new"]).output().unwrap().stdout;
        let args = ["apply", "--check", "--json", "--patch-key", key, "--root", "old"];
        let receipt = json(&sandbox.command(&args).stdin(patch).output().unwrap());
        let keys = receipt["receipt"]["diff"]["patch"].as_object().unwrap().keys();
        let keys = keys.filter(|key| *key != "format");
        assert_eq!(keys.collect::<Vec<_>>(), expected, "apply --patch-key {key}");
    }
}

#[test]
fn apply_takes_back_an_acp_diff() {
    let sandbox = trees();
    let diff = sandbox.command(&["diff", "--format", "acp", "old", "new"]).output().unwrap().stdout;
    let checked = sandbox.command(&["check-diff"]).stdin(diff.clone());
    checked.assert().success();
    // The paths are absolute, and lie below this directory as well.
    for root in ["old", "."] {
        let args = ["apply", "--check", "--format", "acp", "--root", root];
        sandbox.command(&args).stdin(diff.clone()).assert().success();
    }
    sandbox.write("elsewhere/x", "");
    let args = ["apply", "--json", "--format", "acp", "--root", "elsewhere"];
    let refused = json(&sandbox.command(&args).stdin(diff.clone()).output().unwrap());
    assert_eq!(refused["error"]["code"], "path_escape");

    let before = sandbox.tree();
    let args = ["apply", "--format", "acp"];
    sandbox.command(&args).stdin(diff.clone()).assert().success();
    sandbox.command(&["diff", "old", "new"]).assert().success().stdout_eq(str![]);
    let args = ["apply", "-R", "--format", "acp"];
    sandbox.command(&args).stdin(diff).assert().success();
    assert_eq!(sandbox.tree().files(), before.files());
}

/// What was allowed are the changes: a patch that says something else, or less, is not applied.
#[test]
fn an_acp_diff_that_does_not_say_what_it_does_is_refused() {
    let sandbox = trees();
    sandbox.write("old/logo.png", b"\x89PNG\r\n\x1a\n\0");
    let args = ["diff", "--format", "acp", "old", "new"];
    let mut diff = json(&sandbox.command(&args).output().unwrap());
    assert_eq!(diff["changes"][4]["mimeType"], "image/png");
    let before = sandbox.tree();
    let refused = |diff: &Value| {
        let args = ["apply", "--json", "--format", "acp"];
        let command = sandbox.command(&args).stdin(diff.to_string()).assert().code(1);
        json(command.get_output())["error"].clone()
    };
    let error = refused(&diff);
    assert_eq!(error["code"], "unsupported_git_patch_feature");
    assert!(error["message"].as_str().unwrap().contains("logo.png"), "{error}");
    diff["changes"].as_array_mut().unwrap().truncate(1);
    assert_eq!(refused(&diff)["code"], "invalid_args");
    assert_eq!(sandbox.tree(), before);
    let args = ["apply", "--format", "acp"];
    sandbox.command(&args).stdin("[]").assert().code(2);
}

#[test]
fn check_diff_accepts_a_file_that_turns_into_utf8() {
    let sandbox = Sandbox::new(&[]);
    sandbox.write("latin1.txt", b"caf\xe9\n");
    sandbox.write("utf8.txt", "caf\u{e9}\n");
    for (old, new) in [("latin1.txt", "utf8.txt"), ("utf8.txt", "latin1.txt")] {
        let args = ["diff", "--format", "acp", old, new];
        let diff = sandbox.command(&args).output().unwrap();
        assert_eq!(json(&diff)["changes"][0]["fileType"], "binary");
        sandbox.command(&["check-diff"]).stdin(diff.stdout).assert().success();
    }
}

#[test]
fn directories_are_told_as_such_where_nothing_else_tells_of_them() {
    let sandbox = Sandbox::new(&[]);
    sandbox.write("old/a", "a\n");
    sandbox.write("new/a/b", "b\n");
    std::fs::create_dir_all(sandbox.path("old/empty/deep")).unwrap();
    std::fs::create_dir_all(sandbox.path("new/fresh")).unwrap();
    let args = ["diff", "--format", "acp", "old", "new"];
    let diff = sandbox.command(&args).output().unwrap();
    let told: Vec<String> = json(&diff)["changes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|change| {
            let path = change["path"].as_str().unwrap().rsplit_once("/old/").unwrap().1;
            format!("{} {path} {}", change["operation"], change["fileType"]).replace('"', "")
        })
        .collect();
    let expected =
        ["delete a text", "add a/b text", "delete empty/deep directory", "add fresh directory"];
    assert_eq!(told, expected);
    sandbox.command(&["check-diff"]).stdin(diff.stdout).assert().success();
    let git = sandbox.command(&["diff", "--format", "git", "old", "new"]).output().unwrap();
    assert!(!stdout(&git).contains("fresh") && !stdout(&git).contains("deep"));
}

/// What a diff of the protocol tells of two trees, and what its patch makes of the old one.
#[track_caller]
fn check_directories(old: &[&str], new: &[&str], told: &[&str], left: &[&str]) {
    let sandbox = Sandbox::new(&[]);
    for (side, names) in [("tree", old), ("new", new)] {
        std::fs::create_dir_all(sandbox.path(side)).unwrap();
        for name in names {
            match name.strip_suffix('/') {
                Some(folder) => {
                    std::fs::create_dir_all(sandbox.path(&format!("{side}/{folder}"))).unwrap();
                }
                None => sandbox.write(&format!("{side}/{name}"), "text\n"),
            }
        }
    }
    let diff = sandbox.command(&["diff", "--format", "acp", "tree", "new"]).output().unwrap();
    let diff = json(&diff);
    let changes = diff["changes"].as_array().unwrap().iter().map(|change| {
        let path = change["path"].as_str().unwrap().rsplit_once("/tree/").unwrap().1;
        let slash = if change["fileType"] == "directory" { "/" } else { "" };
        format!("{} {path}{slash}", change["operation"].as_str().unwrap())
    });
    assert_eq!(changes.collect::<Vec<_>>(), told, "from {old:?} to {new:?}");
    // A diff of nothing is no patch.
    if !told.is_empty() {
        let applied = sandbox.command(&["apply", "--root", "tree", "--format", "acp"]);
        applied.stdin(diff.to_string()).assert().success();
    }
    assert_eq!(sandbox.names("tree"), left, "from {old:?} to {new:?}");
}

/// `apply` removes a directory that it leaves empty, as git does, so one that is left empty on the
/// new side is not there afterwards.
#[test]
fn a_directory_that_is_on_both_sides_is_not_told_and_the_patch_can_be_applied() {
    check_directories(&["s/"], &["s/g"], &["add s/g"], &["s/", "s/g"]);
    check_directories(&["s/g"], &["s/"], &["delete s/g"], &[]);
    check_directories(&["s/"], &["s/t/g"], &["add s/t/g"], &["s/", "s/t/", "s/t/g"]);
    check_directories(&["s/t/g", "s/h"], &["s/t/", "s/h"], &["delete s/t/g"], &["s/", "s/h"]);
    check_directories(&["s/", "t/"], &["s/", "t/"], &[], &["s/", "t/"]);
}

#[test]
fn a_directory_that_becomes_the_last_one_of_its_path_is_not_told() {
    let sandbox = Sandbox::new(&[]);
    std::fs::create_dir_all(sandbox.path("old/s/deep")).unwrap();
    std::fs::create_dir_all(sandbox.path("new/s")).unwrap();
    for (sides, told) in [(["old", "new"], "delete"), (["new", "old"], "add")] {
        let args = [["diff", "--format", "acp"].as_slice(), &sides].concat();
        let changes = json(&sandbox.command(&args).output().unwrap());
        let changes = changes["changes"].as_array().unwrap();
        assert_eq!(changes.len(), 1, "{changes:?}");
        assert_eq!(changes[0]["operation"], told);
        assert!(changes[0]["path"].as_str().unwrap().ends_with("/s/deep"), "{changes:?}");
    }
}
