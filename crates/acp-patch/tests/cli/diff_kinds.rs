//! `diff` of things other than text files: binary contents, links, modes, pipes; and the way back.

use snapbox::str;

use crate::support::{Sandbox, json, stdout};

#[test]
fn binary_contents_are_data_of_git_alone() {
    let sandbox = Sandbox::new(&[("old.bin", "\x7fELF\0\x01")]);
    sandbox.write("old.bin", b"\x7fELF\0\x01");
    sandbox.write("new.bin", b"\x7fELF\0\x02");
    let git = sandbox.command(&["diff", "--format", "git", "old.bin", "new.bin"]).output().unwrap();
    assert!(stdout(&git).contains("GIT binary patch\nliteral 6\n"));
    let apply = ["apply", "--root", "tree", "--contract", "git"];
    sandbox.command(&apply).stdin(git.stdout).assert().success();
    assert_eq!(sandbox.text("tree/old.bin"), "\x7fELF\0\x02");
    for format in ["unified", "opencode", "acp-v1"] {
        let output = sandbox.command(&["diff", "--format", format, "old.bin", "new.bin"]);
        let output = output.assert().code(2).stdout_eq(str![]);
        let error = String::from_utf8(output.get_output().stderr.clone()).unwrap();
        assert!(error.contains("old.bin") && error.contains("hint"), "{format}: {error}");
    }
    let named = sandbox.command(&["diff", "--no-binary", "old.bin", "new.bin"]).assert().code(1);
    named.stderr_eq(str![]).stdout_eq(str![[r#"
Binary files a/old.bin and b/old.bin differ

"#]]);
    let output = sandbox.command(&["diff", "--format", "acp", "old.bin", "new.bin"]);
    let output = output.assert().code(1).stderr_eq(str![[r#"
note: old.bin: the contents are not text; the diff names the file and does not carry them
hint: Use --format git, which does.

"#]]);
    let changes = &json(output.get_output())["changes"];
    assert_eq!(changes[0]["fileType"], "binary");
}

/// Without its mode, the section would be taken for one about the file after the link.
#[cfg(unix)]
#[test]
fn a_link_whose_target_changes() {
    use std::os::unix::fs::symlink;

    let sandbox = Sandbox::new(&[]);
    for (side, target) in [("old", "a"), ("new", "b")] {
        sandbox.write(&format!("{side}/a"), "a\n");
        sandbox.write(&format!("{side}/b"), "b\n");
        symlink(target, sandbox.path(&format!("{side}/link"))).unwrap();
    }
    crate::diff::check(
        &sandbox,
        &["--format", "git", "old", "new"],
        str![[r#"
diff --git a/link b/link
index 2e65efe..63d8dbd 120000
--- a/link
+++ b/link
@@ -1 +1 @@
-a
\ No newline at end of file
+b
\ No newline at end of file

"#]],
    );
    let before = sandbox.tree();
    for format in ["git", "acp"] {
        let patch = sandbox.command(&["diff", "--format", format, "old", "new"]).output().unwrap();
        let apply = ["apply", "--format", format, "--root", "old"];
        let command = sandbox.command(&apply).stdin(patch.stdout.clone());
        command.assert().code(1);
        assert_eq!(sandbox.tree(), before, "the agent contract has no links");
        let args = [&apply[..], &["--contract", "git", "--json"]].concat();
        let receipt = json(&sandbox.command(&args).stdin(patch.stdout).output().unwrap());
        sandbox.command(&["diff", "old", "new"]).assert().success().stdout_eq(str![]);
        let undo = receipt["receipt"]["undo"].as_str().unwrap().to_owned();
        assert!(undo.contains(" 120000\n"), "{undo}");
        let args = ["apply", "--root", "old", "--contract", "git"];
        sandbox.command(&args).stdin(undo).assert().success();
        assert_eq!(sandbox.tree(), before);
    }
}

#[cfg(unix)]
#[test]
fn the_undo_brings_back_a_link_that_led_out_where_it_may() {
    use std::os::unix::fs::symlink;

    let sandbox = Sandbox::new(&[]);
    symlink("../../out", sandbox.path("tree/link")).unwrap();
    let before = sandbox.tree();
    let patch = "diff --git a/link b/link\ndeleted file mode 120000\n--- a/link\n+++ /dev/null\n\
                 @@ -1 +0,0 @@\n-../../out\n\\ No newline at end of file\n";
    let args = ["apply", "--root", "tree", "--contract", "git", "--json"];
    let receipt = json(&sandbox.command(&args).stdin(patch).output().unwrap());
    let undo = receipt["receipt"]["undo"].as_str().unwrap().to_owned();
    let args = ["apply", "--root", "tree", "--contract", "git"];
    sandbox.command(&args).stdin(undo.clone()).assert().code(1);
    let args = ["apply", "--root", "tree", "--contract", "git", "--links", "anywhere"];
    sandbox.command(&args).stdin(undo).assert().success();
    assert_eq!(sandbox.tree(), before);
}

#[cfg(unix)]
#[test]
fn links_modes_and_pipes() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};

    let sandbox = Sandbox::new(&[]);
    sandbox.write("old/run.sh", "true\n");
    sandbox.write("new/run.sh", "true\n");
    let executable = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(sandbox.path("new/run.sh"), executable).unwrap();
    for format in ["acp-v1", "acp-v1-hunks"] {
        let command = sandbox.command(&["diff", "--format", format, "old", "new"]);
        command.assert().code(2).stdout_eq(str![]).stderr_eq(str![[r#"
error: run.sh: version 1 of the protocol does not show executable files
hint: Use --format acp, which does, or leave the file out.

"#]]);
    }
    symlink("run.sh", sandbox.path("new/link")).unwrap();
    crate::diff::check(
        &sandbox,
        &["--format", "git", "old", "new"],
        str![[r#"
diff --git a/link b/link
new file mode 120000
index 0000000..e0e6347
--- /dev/null
+++ b/link
@@ -0,0 +1 @@
+run.sh
\ No newline at end of file
diff --git a/run.sh b/run.sh
old mode 100644
new mode 100755

"#]],
    );

    let made = std::process::Command::new("mkfifo").arg(sandbox.path("new/pipe")).status().unwrap();
    assert!(made.success());
    let command = sandbox.command(&["diff", "--format", "git", "old", "new"]);
    command.assert().code(2).stdout_eq(str![]).stderr_eq(str![[r#"
error: new/pipe: a device, pipe or socket, which no patch can carry
hint: Leave it out.

"#]]);
}
