//! `convert`: the same change in another format, for the files as they are.

#![expect(clippy::disallowed_methods, reason = "a test makes its own files")]

use std::process::Command;

use snapbox::{IntoData, str};

use crate::support::{Sandbox, stdout};

const PATCH: &str = "\
diff --git a/old.rs b/new.rs
old mode 100644
new mode 100755
similarity index 50%
rename from old.rs
rename to new.rs
--- a/old.rs
+++ b/new.rs
@@ -1,2 +1,2 @@
 fn a() {
-    x();
+    y();
";

/// A file of two functions that are alike; the patch has a stale line number and means the first.
const CHANGE: &str =
    "--- a/x.rs\n+++ b/x.rs\n@@ -1,3 +1,3 @@\n fn a() {\n-    x();\n+    y();\n }\n";
const FILE: &str = "// new\nfn a() {\n    x();\n}\n\nfn b() {\n    x();\n}\n";

#[track_caller]
fn check(sandbox: &Sandbox, args: &[&str], patch: &str, expected: impl IntoData) {
    let command = sandbox.command(&[&["convert", "--root", "tree"], args].concat());
    command.stdin(patch).assert().success().stdout_eq(expected).stderr_eq(str![]);
}

#[test]
fn each_format_has_the_change_as_it_fits_the_files() {
    let sandbox = Sandbox::new(&[("x.rs", FILE)]);
    check(
        &sandbox,
        &["--to", "unified", "-U1"],
        CHANGE,
        str![[r#"
--- a/x.rs
+++ b/x.rs
@@ -2,3 +2,3 @@
 fn a() {
-    x();
+    y();
 }

"#]],
    );
    check(
        &sandbox,
        &["--to", "git", "-U1"],
        CHANGE,
        str![[r#"
diff --git a/x.rs b/x.rs
index bd04308..7b7d68a 100644
--- a/x.rs
+++ b/x.rs
@@ -2,3 +2,3 @@
 fn a() {
-    x();
+    y();
 }

"#]],
    );
    check(
        &sandbox,
        &["--to", "opencode", "-U0"],
        CHANGE,
        str![[r#"
*** Begin Patch
*** Update File: x.rs
@@ fn a() {
-    x();
+    y();
*** End Patch

"#]],
    );
    check(
        &sandbox,
        &["--to", "git", "-U0", "--reverse"],
        CHANGE,
        str![[r#"
diff --git a/x.rs b/x.rs
index 7b7d68a..bd04308 100644
--- a/x.rs
+++ b/x.rs
@@ -3 +3 @@ fn a() {
-    y();
+    x();

"#]],
    );
}

#[test]
fn what_is_written_makes_the_change_and_takes_it_back() {
    for format in ["unified", "git", "opencode", "acp"] {
        let sandbox = Sandbox::new(&[("x.rs", FILE)]);
        let convert = |args: &[&str]| {
            let args = [&["convert", "--root", "tree", "--to", format], args].concat();
            sandbox.command(&args).stdin(CHANGE).output().unwrap().stdout
        };
        let (there, back) = (convert(&[]), convert(&["-R"]));
        let read_as = if format == "acp" { "acp" } else { "auto" };
        let apply = ["apply", "--root", "tree", "--format", read_as];
        sandbox.command(&apply).stdin(there).assert().success();
        assert_eq!(sandbox.text("tree/x.rs"), FILE.replacen("x()", "y()", 1), "{format}");
        sandbox.command(&apply).stdin(back).assert().success();
        assert_eq!(sandbox.text("tree/x.rs"), FILE, "{format}");
    }
}

#[test]
fn nothing_is_left_out() {
    let sandbox = Sandbox::new(&[("old.rs", "fn a() {\n    x();\n}\n")]);
    let git = ["convert", "--root", "tree", "--contract", "git", "--to", "git"];
    let output = sandbox.command(&git).stdin(PATCH).output().unwrap();
    let text = stdout(&output);
    assert!(text.contains("rename from old.rs\nrename to new.rs\n"), "{text}");
    assert!(text.contains("old mode 100644\nnew mode 100755\n"), "{text}");
    let opencode = ["convert", "--root", "tree", "--contract", "git", "--to", "opencode"];
    let refused = sandbox.command(&opencode).stdin(PATCH).assert();
    refused.code(2).stdout_eq(str![]).stderr_eq(str![[r#"
error: new.rs: the opencode format cannot express a file mode; use another format
hint: Use --to git, which can express every change, or leave the file out.

"#]]);
    let v1 = ["convert", "--root", "tree", "--contract", "git", "--to", "acp-v1"];
    let refused = sandbox.command(&v1).stdin(PATCH).assert();
    refused.code(2).stdout_eq(str![]).stderr_eq(str![[r#"
error: new.rs: version 1 of the protocol does not show executable files
hint: Use --to acp, which does, or leave the file out.

"#]]);
}

/// Half of the patches that models write have counts that are wrong: the change is the one that
/// `apply` makes.
#[test]
fn a_patch_is_read_as_apply_reads_it() {
    let file = "1\n2\n3\n4\n5\n6\n";
    for (patch, applied) in [
        (
            "```diff\n--- a/z\n+++ b/z\n@@ -1,3 +1,3 @@\n 1\n 2\n-3\n+three\n 4\n 5\n-6\n+six\n```\n",
            "1\n2\nthree\n4\n5\nsix\n",
        ),
        (
            "--- a/z\n+++ b/z\n@@ -1,3 +1,4 @@\n 1\n 2\n-3\n+three\n+3b\n+3c\n 4\n",
            "1\n2\nthree\n3b\n3c\n4\n5\n6\n",
        ),
        (
            "--- a/z\n+++ b/z\n@@ -1,4 +1,4 @@\n 1\n-2\n+two\n 3\n@@ -5 +5 @@\n-5\n+five\n",
            "1\ntwo\n3\n4\nfive\n6\n",
        ),
        ("> --- a/z\n> +++ b/z\n> @@ -1,2 +1,2 @@\n>  1\n> -2\n> +two\n", "1\ntwo\n3\n4\n5\n6\n"),
    ] {
        let sandbox = Sandbox::new(&[("z", file)]);
        let convert = sandbox.command(&["convert", "--root", "tree", "--to", "git"]);
        let output = convert.stdin(patch).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{patch}{said}");
        assert!(said.starts_with("note: <stdin>:"), "what was forgiven is told: {patch}{said}");
        let apply = sandbox.command(&["apply", "--root", "tree", "--contract", "git"]);
        apply.stdin(output.stdout).assert().success();
        assert_eq!(sandbox.text("tree/z"), applied, "{patch}");
    }
}

#[test]
fn what_apply_refuses_to_read_is_refused() {
    let sandbox = Sandbox::new(&[("x", "a\n"), ("y", "a\n")]);
    let envelope = "*** Begin Patch\n*** Update File: x\n@@\n-a\n+b\n*** End Patch\n";
    let unified = "--- a/y\n+++ b/y\n@@ -1 +1 @@\n-a\n+b\n";
    let two = format!("{envelope}{unified}");
    for args in [&["convert", "--to", "git"][..], &["apply", "--check"]] {
        let args = [args, &["--root", "tree"]].concat();
        sandbox.command(&args).stdin(two.as_str()).assert().code(1).stdout_eq(str![]);
    }
}

/// The contract of `apply` leaves modes alone, and says so.
#[test]
fn a_mode_that_the_contract_leaves_alone_is_told() {
    let sandbox = Sandbox::new(&[("old.rs", "fn a() {\n    x();\n}\n")]);
    let convert = sandbox.command(&["convert", "--root", "tree", "--to", "opencode"]);
    convert
        .stdin(PATCH)
        .assert()
        .success()
        .stdout_eq(str![[r#"
*** Begin Patch
*** Update File: old.rs
*** Move to: new.rs
@@
 fn a() {
-    x();
+    y();
 }
*** End Patch

"#]])
        .stderr_eq(str![[r#"
note: new.rs: ignored `new mode 100755`; --contract git would set it

"#]]);
}

#[test]
fn a_patch_for_other_files_is_refused() {
    let sandbox = Sandbox::new(&[("x.rs", "fn main() {}\n")]);
    let command = sandbox.command(&["convert", "--root", "tree", "--to", "opencode"]);
    command.stdin(CHANGE).assert().code(1).stdout_eq(str![]);
    assert_eq!(sandbox.text("tree/x.rs"), "fn main() {}\n");
}

/// Two trees with a change of each kind that a format can say; `what` is one of them.
fn trees(format: &str) -> Sandbox {
    let sandbox = Sandbox::new(&[]);
    let text = |from: u32| (from..from + 20).map(|n| format!("{n}\n")).collect::<String>();
    let put = |name: &str, old: Option<&str>, new: Option<&str>| {
        for (side, contents) in [("old", old), ("new", new)] {
            if let Some(contents) = contents {
                sandbox.write(&format!("{side}/{name}"), contents);
            }
        }
    };
    put("text", Some(&text(1)), Some(&text(1).replace("7\n", "seven\n")));
    put("crlf", Some("a\r\nb\r\n"), Some("a\r\nc\r\n"));
    put("mark", Some("\u{feff}a\nb\n"), Some("\u{feff}a\nc\n"));
    put("new/file", None, Some("n\n"));
    put("gone/file", Some("g\n"), None);
    put("empty-new", None, Some(""));
    put("empty-gone", Some(""), None);
    put("a b", Some("1\n"), Some("2\n"));
    put("from", Some(&text(100)), None);
    put("to/there", None, Some(&text(100).replace("105\n", "other\n")));
    if format != "opencode" {
        put("open", Some("a\nb"), Some("a\nc"));
        put("closed", Some("a\nb"), Some("a\nb\n"));
        put("tab\there", Some("1\n"), Some("2\n"));
    }
    if !matches!(format, "opencode" | "acp-v1") {
        beyond_text(&sandbox);
    }
    if matches!(format, "git" | "unified") {
        sandbox.write("old/latin", b"caf\xe9\n1\n");
        sandbox.write("new/latin", b"caf\xe9\n2\n");
    }
    if format == "git" {
        sandbox.write("old/binary", b"\0\x01\x02");
        sandbox.write("new/binary", b"\0\x01\x03");
        sandbox.write("new/binary-new", b"\0new");
    }
    sandbox
}

/// Modes, links and changes of kind.
fn beyond_text(sandbox: &Sandbox) {
    use std::fs::{Permissions, set_permissions};
    use std::os::unix::fs::{PermissionsExt as _, symlink};

    for side in ["old", "new"] {
        sandbox.write(&format!("{side}/run"), "r\n");
        symlink(format!("to-{side}"), sandbox.path(&format!("{side}/link"))).unwrap();
    }
    set_permissions(sandbox.path("new/run"), Permissions::from_mode(0o755)).unwrap();
    sandbox.write("old/kind", "k\n");
    symlink("text", sandbox.path("new/kind")).unwrap();
    symlink("text", sandbox.path("old/dnik")).unwrap();
    sandbox.write("new/dnik", "k\n");
}

/// What git sees of the difference between two trees: nothing.
#[track_caller]
fn are_equal(sandbox: &Sandbox, one: &str, other: &str, why: &str) {
    let mut git = Command::new("git");
    git.args(["diff", "--no-index", one, other]).current_dir(sandbox.path("."));
    git.env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_NOSYSTEM", "1");
    let output = git.output().unwrap();
    assert!(output.status.success(), "{why}: {}", String::from_utf8_lossy(&output.stdout));
}

/// From what `diff` writes to every other format, there and back, each kind of change that it can
/// say.
#[cfg(unix)]
#[test]
fn every_format_becomes_every_other_and_its_reverse_leads_back() {
    for to in ["unified", "git", "opencode", "acp", "acp-v1"] {
        for from in ["git", "unified", "acp", "acp-v1", "opencode"] {
            let rank = |format| {
                ["opencode", "acp-v1", "acp", "unified", "git"].iter().position(|it| *it == format)
            };
            let sandbox = trees(if rank(from) < rank(to) { from } else { to });
            let why = format!("{from} to {to}");
            let read_as = |format: &str| {
                if format.starts_with("acp") { format.to_owned() } else { "auto".into() }
            };
            let run = |args: &[&str], input: &[u8]| {
                let output = sandbox.command(args).stdin(input).output().unwrap();
                let is_good = matches!(output.status.code(), Some(0 | 1));
                assert!(is_good, "{why}: {}", String::from_utf8_lossy(&output.stderr));
                output.stdout
            };
            let patch = run(&["diff", "--format", from, "old", "new"], b"");
            let read = read_as(from);
            let convert =
                ["convert", "--root", "old", "--contract", "git", "--format", &read, "--to", to];
            let there = run(&convert, &patch);
            let back = run(&[&convert[..], &["-R"]].concat(), &patch);
            // Its paths are those of the tree that it was made for.
            std::fs::rename(sandbox.path("old"), sandbox.path("kept")).unwrap();
            let copy = Command::new("cp")
                .args(["-a", "kept", "old"])
                .current_dir(sandbox.path("."))
                .status();
            assert!(copy.unwrap().success());
            for (patch, goal) in [(there, "new"), (back, "kept")] {
                let apply =
                    ["apply", "--root", "old", "--contract", "git", "--format", &read_as(to)];
                let applied = sandbox.command(&apply).stdin(patch.clone()).output().unwrap();
                let said = String::from_utf8_lossy(&applied.stderr);
                assert!(
                    applied.status.success(),
                    "{why}, {goal}: {said}\n{}",
                    String::from_utf8_lossy(&patch)
                );
                are_equal(&sandbox, "old", goal, &why);
            }
        }
    }
}

#[test]
fn a_diff_of_version_1_may_be_one_block_a_hunk() {
    let text = |four: &str, thirty: &str| {
        (1..40)
            .map(|n| match n {
                4 => four.to_owned(),
                30 => thirty.to_owned(),
                n => format!("{n}\n"),
            })
            .collect::<String>()
    };
    let sandbox = Sandbox::new(&[]);
    sandbox.write("old/a", text("4\n", "30\n"));
    sandbox.write("new/a", text("four\nmore\n", "thirty\n"));
    let command = sandbox.command(&["diff", "-U0", "--format", "acp-v1-hunks", "old", "new"]);
    let output = command.output().unwrap();
    let root = sandbox.path("old").display().to_string();
    assert_eq!(
        stdout(&output).replace(&root, "ROOT"),
        "{\"content\":[{\"type\":\"diff\",\"path\":\"ROOT/a\",\"oldText\":\"4\\n\",\"newText\":\"four\\nmore\\n\"},\
         {\"type\":\"diff\",\"path\":\"ROOT/a\",\"oldText\":\"30\\n\",\"newText\":\"thirty\\n\"}],\
         \"locations\":[{\"path\":\"ROOT/a\",\"line\":4},{\"path\":\"ROOT/a\",\"line\":31}]}\n"
    );
}

#[test]
fn diffs_of_version_1_that_are_none_are_trouble() {
    let sandbox = Sandbox::new(&[("x.rs", FILE)]);
    for text in ["{", "{}", "[{\"path\":\"relative\",\"newText\":\"\"}]", "[{\"path\":\"/x\"}]"] {
        let args = ["convert", "--root", "tree", "--format", "acp-v1", "--to", "git"];
        let run = sandbox.command(&args).stdin(text).assert().code(2).stdout_eq(str![]);
        let said = String::from_utf8(run.get_output().stderr.clone()).unwrap();
        assert!(said.contains("hint: Give the JSON of a list of v1 diffs"), "{said}");
        assert_eq!(said.contains("EOF while parsing"), text == "{", "{said}");
    }
}

/// Version 2 of the protocol names such files, and has no words for what they hold.
#[test]
fn contents_that_a_format_names_and_does_not_carry_are_told() {
    let sandbox = Sandbox::new(&[]);
    for (name, old, new) in [("a.bin", "\0a", "\0b"), ("b.bin", "\0b", "\0c"), ("c", "c\n", "d\n")]
    {
        sandbox.write(&format!("old/{name}"), old);
        sandbox.write(&format!("new/{name}"), new);
    }
    let git = sandbox.command(&["diff", "--format", "git", "old", "new"]).output().unwrap();
    sandbox.write("patch", git.stdout);
    let convert = |to| {
        let args = ["convert", "--contract", "git", "--to", to, "--root", "old", "patch"];
        sandbox.command(&args).assert()
    };
    convert("git").success().stderr_eq(str![]);
    convert("acp").success().stderr_eq(str![[r#"
note: a.bin, b.bin: the contents are not text; the diff names the file and does not carry them
hint: Use --to git, which does.

"#]]);
}
