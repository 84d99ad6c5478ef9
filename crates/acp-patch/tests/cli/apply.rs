//! `apply` where the patch fits.

use snapbox::{IntoData, str};

use crate::support::{Sandbox, assert_text, fits_the_schemas, json, stdout};

const MAIN: &[(&str, &str)] = &[("src/main.rs", "fn main() {\n    old_call();\n}\n")];
const FIX: &str = "\
--- a/src/main.rs
+++ b/src/main.rs
@@ -1,3 +1,3 @@
 fn main() {
-    old_call();
+    new_call();
 }
";
const FIXED: &str = "fn main() {\n    new_call();\n}\n";

/// One of each operation.
const FILES: &[(&str, &str)] =
    &[("gone.txt", "gone\n"), ("kept.txt", "1\n2\n3\n"), ("old.txt", "a\nb\n")];
const EVERYTHING: &str = "\
diff --git a/gone.txt b/gone.txt
deleted file mode 100644
--- a/gone.txt
+++ /dev/null
@@ -1 +0,0 @@
-gone
diff --git a/kept.txt b/kept.txt
--- a/kept.txt
+++ b/kept.txt
@@ -1,3 +1,4 @@
 1
-2
+two
+two and a half
 3
diff --git a/old.txt b/dir/new.txt
similarity index 50%
rename from old.txt
rename to dir/new.txt
--- a/old.txt
+++ b/dir/new.txt
@@ -1,2 +1,2 @@
 a
-b
+B
diff --git a/run.sh b/run.sh
new file mode 100755
--- /dev/null
+++ b/run.sh
@@ -0,0 +1 @@
+exec true
";

#[track_caller]
fn check(sandbox: &Sandbox, args: &[&str], expected: impl IntoData) {
    sandbox.apply(args).success().stdout_eq(expected).stderr_eq(str![]);
}

/// The absolute path of the tree shows as `/ROOT`.
#[track_caller]
fn check_json(sandbox: &Sandbox, args: &[&str], expected: impl IntoData) {
    let run = sandbox.apply(args).success();
    let root = sandbox.path("tree");
    let text = stdout(run.get_output()).replace(root.to_str().unwrap(), "/ROOT");
    assert_text(text, expected);
}

#[test]
fn one_line_for_each_file() {
    let sandbox = Sandbox::with_patch(FILES, EVERYTHING);
    check(
        &sandbox,
        &["fix.patch"],
        str![[r#"
D gone.txt (+0 -1)
M kept.txt (+2 -1)
R old.txt -> dir/new.txt (+1 -1)
A run.sh (+1 -0)
    ignored `new file mode 100755`; --contract git would set it

"#]],
    );
    assert_eq!(sandbox.tree().files(), ["dir/new.txt", "kept.txt", "run.sh"]);
    assert_eq!(sandbox.text("tree/kept.txt"), "1\ntwo\ntwo and a half\n3\n");
    assert_eq!(sandbox.text("tree/dir/new.txt"), "a\nB\n");
    assert_eq!(sandbox.text("tree/run.sh"), "exec true\n");
}

#[test]
fn the_git_contract_sets_the_executable_bit_and_copies() {
    let sandbox = Sandbox::with_patch(FILES, EVERYTHING);
    let copy = "diff --git a/kept.txt b/copy.txt\ncopy from kept.txt\ncopy to copy.txt\n";
    sandbox.write("fix.patch", format!("{EVERYTHING}{copy}"));
    check(
        &sandbox,
        &["--contract", "git", "fix.patch"],
        str![[r#"
D gone.txt (+0 -1)
M kept.txt (+2 -1)
R old.txt -> dir/new.txt (+1 -1)
A run.sh (+1 -0)
    mode 100755
C kept.txt -> copy.txt (+0 -0)

"#]],
    );
    assert_eq!(sandbox.text("tree/copy.txt"), "1\n2\n3\n");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let metadata = std::fs::metadata(sandbox.path("tree/run.sh")).unwrap();
        assert_eq!(metadata.permissions().mode() & 0o111, 0o111);
    }
}

#[test]
fn the_opencode_format() {
    let sandbox = Sandbox::with_patch(
        FILES,
        "*** Begin Patch
*** Update File: kept.txt
@@ 1
-2
+two
*** Update File: old.txt
*** Move to: new.txt
@@
-b
+B
*** Delete File: gone.txt
*** Add File: made.txt
+one
+two
*** End Patch
",
    );
    check(
        &sandbox,
        &["fix.patch"],
        str![[r#"
M kept.txt (+1 -1)
R old.txt -> new.txt (+1 -1)
D gone.txt (+0 -1)
A made.txt (+2 -0)

"#]],
    );
    assert_eq!(sandbox.tree().files(), ["kept.txt", "made.txt", "new.txt"]);
    assert_eq!(sandbox.text("tree/made.txt"), "one\ntwo\n");
}

#[test]
fn every_name_of_a_format_is_taken() {
    let envelope = "*** Begin Patch\n*** Add File: a\n+a\n*** End Patch\n";
    let unified = "--- /dev/null\n+++ b/a\n@@ -0,0 +1 @@\n+a\n";
    let names = [
        ("auto", envelope),
        ("auto", unified),
        ("unified", unified),
        ("opencode", envelope),
        ("codex", envelope),
        ("v4a", envelope),
        ("envelope", envelope),
    ];
    for (name, patch) in names {
        let sandbox = Sandbox::with_patch(&[], patch);
        check(&sandbox, &["--format", name, "fix.patch"], "A a (+1 -0)\n");
        assert_eq!(sandbox.text("tree/a"), "a\n", "{name}");
    }
}

#[test]
fn what_was_forgiven_is_said() {
    let text = FIX.replace("@@ -1,3 +1,3 @@", "@@ -1,7 +1,9 @@");
    let answer = format!("Here is the fix:\n\n```diff\n{text}```\n\nIt calls the new function.\n");
    let drifted: &[_] = &[("src/main.rs", "// moved\n\nfn main() {\n    old_call();  \n}\n")];
    let sandbox = Sandbox::with_patch(drifted, &answer);
    check(
        &sandbox,
        &["fix.patch"],
        str![[r#"
M src/main.rs (+1 -1)
    hunk 1 at line 3, offset +2, blanks at line ends aside
note: fix.patch:1: text around the patch was ignored
note: fix.patch:3: the code fence around the patch was removed
note: fix.patch:6: the hunk header counts 7 old and 9 new lines, the hunk has 3 and 3
note: fix.patch:13: text around the patch was ignored

"#]],
    );
    assert_eq!(sandbox.text("tree/src/main.rs"), format!("// moved\n\n{FIXED}"));
}

#[test]
fn further_places_of_an_opencode_hunk_are_said() {
    let patch = "*** Begin Patch\n*** Update File: a\n@@\n-x\n+y\n*** End Patch\n";
    let sandbox = Sandbox::with_patch(&[("a", "x\n-\nx\n-\nx\n")], patch);
    check(
        &sandbox,
        &["fix.patch"],
        str![[r#"
M a (+1 -1)
    hunk 1 at line 1, one of 3 places

"#]],
    );
    assert_eq!(sandbox.text("tree/a"), "y\n-\nx\n-\nx\n");
}

/// Why each hunk went where it went: by number, offset and heading, mapped, or not at all.
#[test]
fn an_explained_receipt_names_the_evidence() {
    let file = "# moved\n\ndef f(x):\n    if x:\n        return one(x)\n\ndef g(x):\n    return two\n\ndef h(x):\n    return 3\n";
    let patch = "--- a/a.py\n+++ b/a.py\n@@ -1,3 +1,4 @@\n def f(x):\n   if x:\n-    return one(x)\n+    y = one(x)\n+    return y\n@@ -6,1 +7,1 @@ def g(x):\n-    return 2\n+    return two\n@@ -9,1 +10,1 @@ def h(x):\n-    return 3\n+    return three\n";
    for args in [&["--check", "--explain", "fix.patch"][..], &["--explain", "fix.patch"]] {
        let sandbox = Sandbox::with_patch(&[("a.py", file)], patch);
        let checked = if args.contains(&"--check") {
            "checked: the patch would apply; nothing was written\n"
        } else {
            ""
        };
        let run = sandbox.apply(args).success();
        let shown = stdout(run.get_output());
        let text = shown.strip_suffix(checked).unwrap();
        assert_text(
            text.to_owned(),
            str![[r#"
M a.py (+3 -2)
    hunk 1 at line 3, offset +2, indented as the file is (indentation: 2 -> 4)
        the header names line 1, offset +2; rung: indentation
        placed by text, between
    hunk 3 at line 11, offset +2
        the header names line 9, offset +2; rung: exact
        placed by text, number, heading
    hunk 2 skipped: its change is at line 8 already
note: fix.patch:9: the file has the change of hunk 1.2 already, at line 8; it was skipped

"#]],
        );
    }
    let sandbox = Sandbox::with_patch(&[("a.py", file)], patch);
    check(
        &sandbox,
        &["fix.patch"],
        str![[r#"
M a.py (+3 -2)
    hunk 1 at line 3, offset +2, indented as the file is (indentation: 2 -> 4)
    hunk 3 at line 11, offset +2
note: fix.patch:9: the file has the change of hunk 1.2 already, at line 8; it was skipped

"#]],
    );
}

#[test]
fn names_that_would_command_the_terminal_are_escaped() {
    let patch = "--- /dev/null\n+++ \"b/red\\033[31m\"\n@@ -0,0 +1 @@\n+x\n";
    let sandbox = Sandbox::with_patch(&[], patch);
    check(
        &sandbox,
        &["fix.patch"],
        str![[r#"
A red\x1b[31m (+1 -0)

"#]],
    );
    assert_eq!(sandbox.text("tree/red\x1b[31m"), "x\n");
}

#[test]
fn a_check_says_the_same_and_writes_nothing() {
    for option in ["--check", "--dry-run"] {
        let sandbox = Sandbox::with_patch(FILES, EVERYTHING);
        let before = sandbox.tree();
        check(
            &sandbox,
            &[option, "fix.patch"],
            str![[r#"
D gone.txt (+0 -1)
M kept.txt (+2 -1)
R old.txt -> dir/new.txt (+1 -1)
A run.sh (+1 -0)
    ignored `new file mode 100755`; --contract git would set it
checked: the patch would apply; nothing was written

"#]],
        );
        assert_eq!(sandbox.tree(), before);

        let output = sandbox.apply(&[option, "--json", "fix.patch"]).success();
        assert_eq!(json(output.get_output())["receipt"]["committed"], false);
        assert_eq!(sandbox.tree(), before);
    }
}

#[test]
fn a_patch_taken_back_leaves_what_was_there() {
    let sandbox = Sandbox::with_patch(FILES, EVERYTHING);
    let before = sandbox.tree();
    sandbox.apply(&["fix.patch"]).success();
    check(
        &sandbox,
        &["--reverse", "fix.patch"],
        str![[r#"
D run.sh (+0 -1)
R dir/new.txt -> old.txt (+1 -1)
M kept.txt (+1 -2)
A gone.txt (+1 -0)

"#]],
    );
    // The directory that the patch made may stay.
    assert_eq!(sandbox.tree().files(), before.files());
    for (name, text) in FILES {
        assert_eq!(sandbox.text(&format!("tree/{name}")), *text);
    }
}

/// A shell that entered a directory by a link tells agents that name.
#[test]
#[cfg(unix)]
fn the_root_goes_by_the_name_that_the_shell_has_for_it() {
    let sandbox = Sandbox::new(&[("f", "a\n")]);
    let link = sandbox.path("link");
    std::os::unix::fs::symlink(sandbox.path("tree"), &link).unwrap();
    let name = link.join("f").display().to_string();
    let patch = format!("--- {name}\n+++ {name}\n@@ -1 +1 @@\n-a\n+b\n");
    let run = |pwd: &std::path::Path, root: &str| {
        let command = sandbox.command(&["apply", "--check", "--root", root]).current_dir(&link);
        command.env("PWD", pwd).stdin(patch.clone()).assert()
    };
    for root in [".", "./.", "../link", "../tree/../link"] {
        run(&link, root).success();
    }
    // What is not so is not believed.
    run(&sandbox.path("elsewhere"), ".").code(1);
}

/// What takes a patch back has no need of the name of the root.
#[test]
#[cfg(target_os = "linux")]
#[expect(clippy::disallowed_methods, reason = "a test makes its own files")]
fn a_root_without_a_name_in_text_has_an_undo() {
    use std::os::unix::ffi::OsStrExt as _;
    let patch = "--- a/f\n+++ b/f\n@@ -1 +1 @@\n-a\n+b\n";
    let sandbox = Sandbox::with_patch(&[("f", "a\n")], patch);
    let root = sandbox.path(".").join(std::ffi::OsStr::from_bytes(b"q\xff"));
    std::fs::rename(sandbox.path("tree"), &root).unwrap();
    let mut apply = std::process::Command::new(crate::support::PROGRAM);
    apply.args(["apply", "--json", "--root"]).arg(&root).arg(sandbox.path("fix.patch"));
    let output = apply.output().unwrap();
    let receipt = &json(&output)["receipt"];
    assert!(receipt["undo"].as_str().is_some_and(|undo| undo.contains("+a\n")), "{receipt}");
    assert!(receipt.get("diff").is_none() && receipt["not_shown"].is_string(), "{receipt}");
}

/// Who says how long the prefix is does not mean another file.
#[test]
fn strip_is_taken_at_its_word() {
    for contract in ["agent", "git"] {
        for (strip, name) in
            [("9", "src/lib/f"), ("3", "src/lib/f"), ("1", "src/lib/f"), ("1", "f")]
        {
            let patch = format!("--- {name}\n+++ {name}\n@@ -1 +1 @@\n-a\n+b\n");
            let sandbox = Sandbox::with_patch(&[("f", "a\n"), ("src/lib/f", "a\n")], &patch);
            let before = sandbox.tree();
            let run = sandbox.apply(&["--contract", contract, "-p", strip, "fix.patch"]).code(1);
            let said = String::from_utf8_lossy(&run.get_output().stderr).into_owned();
            assert!(said.contains("file_not_found"), "-p {strip} of {name}: {said}");
            assert!(sandbox.tree() == before);
        }
    }
}

#[test]
fn strip_drops_as_many_components_as_asked() {
    let patch = "--- x/y/a.txt\n+++ x/y/a.txt\n@@ -1 +1 @@\n-a\n+b\n";
    for (strip, path) in [("0", "x/y/a.txt"), ("1", "y/a.txt"), ("2", "a.txt")] {
        let sandbox = Sandbox::with_patch(&[(path, "a\n")], patch);
        check(&sandbox, &["-p", strip, "fix.patch"], format!("M {path} (+1 -1)\n"));
        assert_eq!(sandbox.text(&format!("tree/{path}")), "b\n");
    }
    let patch = "--- ./lib/f\n+++ ./lib/f\n@@ -1 +1 @@\n-a\n+b\n";
    for (strip, path) in [("0", "lib/f"), ("1", "lib/f"), ("2", "f")] {
        let sandbox = Sandbox::with_patch(&[("lib/f", "a\n"), ("f", "a\n")], patch);
        check(&sandbox, &["-p", strip, "fix.patch"], format!("M {path} (+1 -1)\n"));
    }
}

/// `git apply --stat` names `b/f` and `b/g` as well.
#[test]
fn a_leading_dot_leaves_the_name_as_it_is() {
    for contract in ["agent", "git"] {
        let patch = "--- ./b/f\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n--- /dev/null\n+++ ./b/g\n@@ -0,0 +1 @@\n+1\n";
        let sandbox = Sandbox::with_patch(&[("b/f", "a\n"), ("f", "a\n")], patch);
        let args = ["--contract", contract, "fix.patch"];
        check(&sandbox, &args, "D b/f (+0 -1)\nA b/g (+1 -0)\n".to_owned());
    }
}

#[test]
fn overwrite_replaces_and_says_so() {
    let patch = "--- /dev/null\n+++ b/a\n@@ -0,0 +1 @@\n+new\n";
    let sandbox = Sandbox::with_patch(&[("a", "old\n")], patch);
    let before = sandbox.tree();
    sandbox.apply(&["fix.patch"]).code(1);
    assert_eq!(sandbox.tree(), before);
    check(
        &sandbox,
        &["--overwrite", "fix.patch"],
        str![[r#"
A a (+1 -0)
    replaced the file that was there

"#]],
    );
    assert_eq!(sandbox.text("tree/a"), "new\n");
}

#[test]
fn files_need_not_reach_the_disk() {
    let sandbox = Sandbox::with_patch(MAIN, FIX);
    check(&sandbox, &["--fsync", "none", "fix.patch"], "M src/main.rs (+1 -1)\n");
    assert_eq!(sandbox.text("tree/src/main.rs"), FIXED);
}

#[test]
fn the_root_is_the_current_directory_by_default() {
    let sandbox = Sandbox::with_patch(MAIN, FIX);
    let command = sandbox.command(&["apply", "../fix.patch"]).current_dir(sandbox.path("tree"));
    command.assert().success().stdout_eq("M src/main.rs (+1 -1)\n");
    assert_eq!(sandbox.text("tree/src/main.rs"), FIXED);
}

#[test]
fn the_receipt_as_json() {
    let sandbox = Sandbox::with_patch(MAIN, FIX);
    check_json(
        &sandbox,
        &["--json", "fix.patch"],
        str![[r#"
{"ok":true,"receipt":{"format":"unified","contract":"agent","committed":true,"files":[{"operation":"modify","path":"src/main.rs","hunks":[{"id":"1.1","patch_line":3,"hinted_line":1,"matched_line":1,"offset":0,"rung":"exact","lines_added":1,"lines_removed":1,"other_places":0,"evidence":["text","number"]}],"lines_added":1,"lines_removed":1,"before":"sha256:4329ddd768978db60f53fabd68505e08c356bb12f1b345dcf30bc6deb5919692","after":"sha256:30373d8655be41185be78eefe7341b1e1ef8157811083a3463b425981dd42347","overwrote":false}],"ignored_metadata":[],"diagnostics":[],"diff":{"changes":[{"operation":"modify","path":"/ROOT/src/main.rs","fileType":"text","mimeType":"text/x-rust"}],"patch":{"format":"git_patch","diff":"diff --git /ROOT/src/main.rs /ROOT/src/main.rs\n--- /ROOT/src/main.rs\n+++ /ROOT/src/main.rs\n@@ -1,3 +1,3 @@\n fn main() {\n-    old_call();\n+    new_call();\n }\n","text":"diff --git /ROOT/src/main.rs /ROOT/src/main.rs\n--- /ROOT/src/main.rs\n+++ /ROOT/src/main.rs\n@@ -1,3 +1,3 @@\n fn main() {\n-    old_call();\n+    new_call();\n }\n"}},"undo":"diff --git a/src/main.rs b/src/main.rs\n--- a/src/main.rs\n+++ b/src/main.rs\n@@ -1,3 +1,3 @@\n fn main() {\n-    new_call();\n+    old_call();\n }\n"}}

"#]],
    );
    assert_eq!(sandbox.text("tree/src/main.rs"), FIXED);
}

#[test]
fn the_undo_of_a_receipt_restores_the_tree() {
    for contract in ["agent", "git"] {
        let sandbox = Sandbox::with_patch(FILES, EVERYTHING);
        sandbox.write("undo.patch", "");
        let before = sandbox.tree();
        let run = sandbox.apply(&["--json", "--contract", contract, "fix.patch"]).success();
        let receipt = json(run.get_output())["receipt"].clone();
        assert_eq!(receipt["diff"]["changes"].as_array().unwrap().len(), 4, "{contract}");
        assert!(sandbox.tree() != before, "{contract}");
        sandbox.write("undo.patch", receipt["undo"].as_str().unwrap());
        sandbox.apply(&["--contract", "git", "undo.patch"]).success();
        sandbox.write("undo.patch", "");
        assert!(sandbox.tree() == before, "{contract}");
    }
}

/// A dry run touches nothing, the times of directories included, and says what the real one says.
#[cfg(unix)]
#[test]
fn a_dry_run_makes_the_same_receipt_and_touches_nothing() {
    let sandbox = Sandbox::with_patch(FILES, EVERYTHING);
    let times = || {
        use std::os::unix::fs::MetadataExt as _;
        let m = std::fs::metadata(sandbox.path("tree")).unwrap();
        (m.mtime(), m.mtime_nsec(), m.ctime(), m.ctime_nsec())
    };
    let (before, then) = (sandbox.tree(), times());
    let dry = sandbox.apply(&["--json", "--check", "fix.patch"]).success();
    assert_eq!(times(), then);
    assert!(sandbox.tree() == before);
    let wet = sandbox.apply(&["--json", "fix.patch"]).success();
    let (mut dry, wet) = (json(dry.get_output()), json(wet.get_output()));
    assert_eq!(dry["receipt"]["committed"], false);
    dry["receipt"]["committed"] = true.into();
    assert_eq!(dry, wet);
}

#[test]
fn the_receipt_of_everything_as_json() {
    check_json(
        &Sandbox::with_patch(FILES, EVERYTHING),
        &["--json", "fix.patch"],
        str![[r#"
{"ok":true,"receipt":{"format":"unified","contract":"agent","committed":true,"files":[{"operation":"delete","path":"gone.txt","hunks":[{"id":"1.1","patch_line":5,"hinted_line":1,"matched_line":1,"offset":0,"rung":"exact","lines_added":0,"lines_removed":1,"other_places":0,"evidence":["text","number"]}],"lines_added":0,"lines_removed":1,"before":"sha256:4b9f2c32577beb1ebc8ab2a1e226faaa9176a81cd4eedbaa22f8a0db919972b5","after":null,"overwrote":false},{"operation":"modify","path":"kept.txt","hunks":[{"id":"2.1","patch_line":10,"hinted_line":1,"matched_line":1,"offset":0,"rung":"exact","lines_added":2,"lines_removed":1,"other_places":0,"evidence":["text","number"]}],"lines_added":2,"lines_removed":1,"before":"sha256:14c5e74c4b96ccef41cd94db73a9ec3348038ac094feca4fd897cecffa07cdae","after":"sha256:61c3e7f11ceb31ea1d95ca7137c6a6a0795dd6bfc095aae6cfc258e09cdd0253","overwrote":false},{"operation":"move","old_path":"old.txt","path":"dir/new.txt","hunks":[{"id":"3.1","patch_line":22,"hinted_line":1,"matched_line":1,"offset":0,"rung":"exact","lines_added":1,"lines_removed":1,"other_places":0,"evidence":["text","number"]}],"lines_added":1,"lines_removed":1,"before":"sha256:911169ddaaf146aff539f58c26c489af3b892dff0fe283c1c264c65ae5aa59a2","after":"sha256:6f0b6bdc14efbd345e27a8d0e7f1c2da29aa093bb68fca6a9bd38328e0d3fa12","overwrote":false},{"operation":"add","path":"run.sh","hunks":[{"id":"4.1","patch_line":30,"hinted_line":1,"matched_line":1,"offset":0,"rung":"exact","lines_added":1,"lines_removed":0,"other_places":0,"evidence":["number"]}],"lines_added":1,"lines_removed":0,"before":null,"after":"sha256:446259735ee948917094590f7bee5e4e690c484de9639f66b53d14442441bc48","overwrote":false}],"ignored_metadata":[{"path":"gone.txt","header":"deleted file mode 100644"},{"path":"dir/new.txt","header":"similarity index 50%"},{"path":"run.sh","header":"new file mode 100755"}],"diagnostics":[],"diff":{"changes":[{"operation":"move","oldPath":"/ROOT/old.txt","path":"/ROOT/dir/new.txt","fileType":"text","mimeType":"text/plain"},{"operation":"delete","path":"/ROOT/gone.txt","fileType":"text","mimeType":"text/plain"},{"operation":"modify","path":"/ROOT/kept.txt","fileType":"text","mimeType":"text/plain"},{"operation":"add","path":"/ROOT/run.sh","fileType":"text","mimeType":"application/x-sh"}],"patch":{"format":"git_patch","diff":"diff --git /ROOT/old.txt /ROOT/dir/new.txt\nrename from /ROOT/old.txt\nrename to /ROOT/dir/new.txt\n--- /ROOT/old.txt\n+++ /ROOT/dir/new.txt\n@@ -1,2 +1,2 @@\n a\n-b\n+B\ndiff --git /ROOT/gone.txt /ROOT/gone.txt\ndeleted file mode 100644\n--- /ROOT/gone.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-gone\ndiff --git /ROOT/kept.txt /ROOT/kept.txt\n--- /ROOT/kept.txt\n+++ /ROOT/kept.txt\n@@ -1,3 +1,4 @@\n 1\n-2\n+two\n+two and a half\n 3\ndiff --git /ROOT/run.sh /ROOT/run.sh\nnew file mode 100644\n--- /dev/null\n+++ /ROOT/run.sh\n@@ -0,0 +1 @@\n+exec true\n","text":"diff --git /ROOT/old.txt /ROOT/dir/new.txt\nrename from /ROOT/old.txt\nrename to /ROOT/dir/new.txt\n--- /ROOT/old.txt\n+++ /ROOT/dir/new.txt\n@@ -1,2 +1,2 @@\n a\n-b\n+B\ndiff --git /ROOT/gone.txt /ROOT/gone.txt\ndeleted file mode 100644\n--- /ROOT/gone.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-gone\ndiff --git /ROOT/kept.txt /ROOT/kept.txt\n--- /ROOT/kept.txt\n+++ /ROOT/kept.txt\n@@ -1,3 +1,4 @@\n 1\n-2\n+two\n+two and a half\n 3\ndiff --git /ROOT/run.sh /ROOT/run.sh\nnew file mode 100644\n--- /dev/null\n+++ /ROOT/run.sh\n@@ -0,0 +1 @@\n+exec true\n"}},"undo":"diff --git a/run.sh b/run.sh\ndeleted file mode 100644\n--- a/run.sh\n+++ /dev/null\n@@ -1 +0,0 @@\n-exec true\ndiff --git a/kept.txt b/kept.txt\n--- a/kept.txt\n+++ b/kept.txt\n@@ -1,4 +1,3 @@\n 1\n-two\n-two and a half\n+2\n 3\ndiff --git a/gone.txt b/gone.txt\nnew file mode 100644\n--- /dev/null\n+++ b/gone.txt\n@@ -0,0 +1 @@\n+gone\ndiff --git a/dir/new.txt b/old.txt\nsimilarity index 50%\nrename from dir/new.txt\nrename to old.txt\n--- a/dir/new.txt\n+++ b/old.txt\n@@ -1,2 +1,2 @@\n a\n-B\n+b\n"}}

"#]],
    );
}

#[test]
fn a_part_of_a_patch_is_applied_alone() {
    let sandbox = Sandbox::with_patch(
        &[("a.txt", "1\n2\n3\n4\n5\n"), ("b.txt", "1\n")],
        "--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-1\n+one\n@@ -7 +7 @@\n-5\n+five\n\
         --- a/b.txt\n+++ b/b.txt\n@@ -1 +1 @@\n-1\n+one\n",
    );
    sandbox.apply(&["--only", "1.2", "fix.patch"]).success().stdout_eq(str![[r#"
M a.txt (+1 -1)
    hunk 2 at line 5, offset -2
left out: 1.1, 2.1

"#]]);
    assert_eq!(sandbox.text("tree/a.txt"), "1\n2\n3\n4\nfive\n");
    assert_eq!(sandbox.text("tree/b.txt"), "1\n");
    sandbox.apply(&["--only", "1.1, 2", "fix.patch"]).success().stdout_eq(str![[r#"
M a.txt (+1 -1)
M b.txt (+1 -1)
left out: 1.2

"#]]);
    sandbox.apply(&["--only", "1.3", "fix.patch"]).code(1).stderr_eq(str![[r#"
error[invalid_args]: the selection names 1.3, but the patch has no such section or hunk
  = hint: Name sections of the patch by their number (2), hunks by both (2.1).

error: refused with 1 problem; nothing was changed

"#]]);
}

/// Whichever way a patch goes, its parts have the numbers of its text.
#[test]
fn what_is_taken_back_has_the_numbers_of_the_patch() {
    let sandbox = Sandbox::with_patch(
        &[("a.txt", "1\n2\n3\n4\n5\n"), ("b.txt", "1\n")],
        "--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-1\n+one\n@@ -5 +5 @@\n-5\n+five\n\
         --- a/b.txt\n+++ b/b.txt\n@@ -1 +1 @@\n-1\n+one\n",
    );
    for (only, left_out) in
        [("1.1", "1.2, 2.1"), ("1", "2.1"), ("2", "1.1, 1.2"), ("1.2,2.1", "1.1")]
    {
        let before = sandbox.tree();
        sandbox.apply(&["--only", only, "fix.patch"]).success();
        assert_ne!(sandbox.tree(), before, "{only}");
        let back = sandbox.apply(&["-R", "--json", "--only", only, "fix.patch"]).success();
        let answer = json(back.get_output());
        let left: Vec<_> = answer["receipt"]["left_out"].as_array().unwrap().iter().collect();
        let left: Vec<_> = left.iter().map(|id| id.as_str().unwrap()).collect();
        assert_eq!(left.join(", "), left_out, "{only}");
        assert_eq!(sandbox.tree(), before, "{only} is taken back alone");
    }
    sandbox.apply(&["-R", "--only", "3", "fix.patch"]).code(1);
}

#[test]
fn what_a_schema_asks_for_must_be_there() {
    let sandbox = Sandbox::with_patch(FILES, EVERYTHING);
    let run = sandbox.apply(&["--json", "fix.patch"]).success();
    let mut answer = json(run.get_output());
    let hash = answer["receipt"]["files"][0]["before"].take();
    assert!(fits_the_schemas(&answer), "a new file has nothing before");
    answer["receipt"]["files"][0]["before"] = format!("{}0", hash.as_str().unwrap()).into();
    assert!(!fits_the_schemas(&answer), "a hash has 64 digits");

    let run = sandbox.apply(&["--json", "fix.patch"]).code(1);
    let mut answer = json(run.get_output());
    answer["error"].as_object_mut().unwrap().remove("failures");
    assert!(!fits_the_schemas(&answer), "a refusal has failures");
}

/// A person who is shown that a patch fits is not to find that it is refused.
#[cfg(target_os = "linux")]
#[test]
#[expect(clippy::disallowed_methods, reason = "a test closes a directory of its own")]
fn a_dry_run_finds_what_may_not_be_written() {
    use std::fs::{Permissions, metadata, set_permissions, write};
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
    use std::process::Command;

    let patch = "--- a/d/a.txt\n+++ b/d/a.txt\n@@ -1 +1 @@\n-a\n+b\n";
    for closed in ["tree", "tree/d"] {
        let sandbox = Sandbox::with_patch(&[("d/a.txt", "a\n")], patch);
        let closed = sandbox.path(closed);
        let set = |mode| set_permissions(&closed, Permissions::from_mode(mode)).unwrap();
        set(0o555);
        // Root writes anywhere, unless it gives that right away.
        let is_root = metadata(sandbox.path("tree")).unwrap().uid() == 0;
        let others = ["setpriv", "--bounding-set=-dac_override,-dac_read_search,-fowner"];
        let apply = [crate::support::PROGRAM, "apply", "--root", "tree", "--check", "fix.patch"];
        let args = if is_root { [&others[..], &apply].concat() } else { apply.to_vec() };
        let [program, args @ ..] = args.as_slice() else { return };
        let run = Command::new(program).args(args).current_dir(sandbox.path(".")).output();
        let writes_anywhere = !is_root && write(closed.join("probe"), "").is_ok();
        set(0o755);
        let Ok(run) = run else {
            println!("skipped a_dry_run_finds_what_may_not_be_written: there is no {program}");
            return;
        };
        let said = String::from_utf8_lossy(&run.stderr);
        if writes_anywhere || said.starts_with("setpriv") {
            println!("skipped a_dry_run_finds_what_may_not_be_written: {said}");
            return;
        }
        assert_eq!(run.status.code(), Some(2), "{said}");
        assert!(
            said.contains("may not be written") && said.contains("Permission denied"),
            "{said}"
        );
        assert_eq!(sandbox.text("tree/d/a.txt"), "a\n");
    }
}

#[test]
#[cfg(unix)]
fn a_file_that_becomes_executable_is_told_as_such() {
    let patch = "\
diff --git a/f b/f
old mode 100644
new mode 100755
diff --git a/n b/n
new file mode 100755
--- /dev/null
+++ b/n
@@ -0,0 +1 @@
+n
";
    let sandbox = Sandbox::with_patch(&[("f", "f\n")], patch);
    let git = ["--contract", "git", "fix.patch"];
    let checked = sandbox.apply(&[["--check", "--json"].as_slice(), &git].concat()).success();
    let files = &json(checked.get_output())["receipt"]["files"];
    assert_eq!(files[0]["mode"], serde_json::json!({"old": "100644", "new": "100755"}));
    assert_eq!(files[1]["mode"], serde_json::json!({"new": "100755"}));
    sandbox.apply(&git).success().stdout_eq(str![[r#"
M f (+0 -0)
    mode 100644 -> 100755
A n (+1 -0)
    mode 100755

"#]]);
    // What has the mode already does not get it.
    let again = "diff --git a/f b/f\nold mode 100644\nnew mode 100755\n--- a/f\n+++ b/f\n@@ -1 +1 @@\n-f\n+g\n";
    sandbox.write("fix.patch", again);
    sandbox.apply(&git).success().stdout_eq("M f (+1 -1)\n");
}
