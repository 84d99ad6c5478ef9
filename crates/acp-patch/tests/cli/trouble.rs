//! Exit status 2: usage errors, and files that cannot be read. Nothing is changed.

use snapbox::{IntoData, str};

use crate::support::{PROGRAM, Sandbox, json, stdout};

const FILES: &[(&str, &str)] = &[("a.txt", "a\n")];
const PATCH: &str = "--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-a\n+b\n";

#[track_caller]
fn check(args: &[&str], expected: impl IntoData) {
    let sandbox = Sandbox::with_patch(FILES, PATCH);
    let before = sandbox.tree();
    sandbox.command(args).assert().code(2).stdout_eq(str![]).stderr_eq(expected);
    assert_eq!(sandbox.tree(), before);
}

#[test]
fn no_command() {
    let output = Sandbox::new(&[]).command(&[]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(stdout(&output), "");
    assert!(String::from_utf8(output.stderr).unwrap().contains("Usage: acp-patch <COMMAND>"));
}

#[test]
fn an_unknown_command() {
    check(
        &["aply", "fix.patch"],
        str![[r#"
error: unrecognized subcommand 'aply'

  tip: a similar subcommand exists: 'apply'

Usage: acp-patch <COMMAND>

For more information, try '--help'.

"#]],
    );
}

#[test]
fn an_unknown_option() {
    check(
        &["apply", "--rot", "tree", "fix.patch"],
        str![[r#"
error: unexpected argument '--rot' found

  tip: a similar argument exists: '--root'

Usage: acp-patch apply --root <DIR> [PATCH]

For more information, try '--help'.

"#]],
    );
}

#[test]
fn unknown_names() {
    check(
        &["apply", "--contract", "gti", "fix.patch"],
        str![[r#"
error: invalid value 'gti' for '--contract <NAME>'
  [possible values: agent, git]

For more information, try '--help'.

"#]],
    );
    check(
        &["parse", "--format", "ed", "fix.patch"],
        str![[r#"
error: invalid value 'ed' for '--format <NAME>'
  [possible values: auto, unified, opencode, acp, acp-v1]

For more information, try '--help'.

"#]],
    );
    check(
        &["diff", "--format", "acp-v3", "a", "b"],
        str![[r#"
error: invalid value 'acp-v3' for '--format <NAME>'
  [possible values: unified, git, opencode, acp, acp-v1, acp-v1-hunks]

  tip: a similar value exists: 'acp-v1'

For more information, try '--help'.

"#]],
    );
}

#[test]
fn a_patch_that_is_not_there() {
    check(
        &["apply", "nope.patch"],
        str![[r#"
error: nope.patch: No such file or directory (os error 2)
hint: Check the path and its permissions.

"#]],
    );
    check(
        &["parse", "nope.patch"],
        str![[r#"
error: nope.patch: No such file or directory (os error 2)
hint: Check the path and its permissions.

"#]],
    );
    check(
        &["batch", "nope.jsonl"],
        str![[r#"
error: nope.jsonl: No such file or directory (os error 2)
hint: Check the path and its permissions.

"#]],
    );
}

#[test]
fn a_patch_that_is_a_directory() {
    check(
        &["apply", "tree"],
        str![[r#"
error: tree: Is a directory (os error 21)
hint: Check the path and its permissions.

"#]],
    );
}

#[test]
fn a_root_that_is_no_directory() {
    check(
        &["apply", "--root", "nope", "fix.patch"],
        str![[r#"
error: nope: cannot open the root directory: No such file or directory (os error 2)
hint: Give a directory as --root.

"#]],
    );
    check(
        &["apply", "--root", "tree/a.txt", "fix.patch"],
        str![[r#"
error: tree/a.txt: cannot open the root directory: Not a directory (os error 20)
hint: Give a directory as --root.

"#]],
    );
}

#[test]
fn sides_that_cannot_be_compared() {
    check(
        &["diff", "tree", "fix.patch"],
        str![[r#"
error: tree and fix.patch: one is a directory
hint: Give two files or two directories.

"#]],
    );
    check(
        &["diff", "tree/a.txt", "tree/b.txt"],
        str![[r#"
error: tree/b.txt: No such file or directory (os error 2)
hint: Check the path and its permissions.

"#]],
    );
}

#[test]
fn a_name_that_commands_the_terminal_is_escaped() {
    check(
        &["apply", "\x1b[31mred"],
        str![[r#"
error: \x1b[31mred: No such file or directory (os error 2)
hint: Check the path and its permissions.

"#]],
    );
}

#[test]
fn trouble_in_json_is_told_on_both_sides() {
    let sandbox = Sandbox::new(FILES);
    let output = sandbox.command(&["apply", "--json", "nope.patch"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(json(&output)["ok"], false);
    assert_eq!(json(&output)["error"]["code"], "io_error");
    assert!(!output.stderr.is_empty());
}

/// The system refuses, so that no other patch would fare better.
#[cfg(unix)]
#[test]
fn a_link_that_leads_in_a_circle() {
    let sandbox = Sandbox::with_patch(&[], PATCH);
    std::os::unix::fs::symlink("a.txt", sandbox.path("tree/a.txt")).unwrap();
    let before = sandbox.tree();
    sandbox.apply(&["fix.patch"]).code(2).stdout_eq(str![]).stderr_eq(str![[r#"
error[io_error]: a.txt: the path leads through too many symbolic links
 --> fix.patch:1
  |
1 | --- a/a.txt
  | ^^^^^^^^^^^
  |
  = hint: Another patch would fare no better; see the message.

error: refused with 1 problem; the patch was not applied

"#]]);
    assert_eq!(sandbox.tree(), before);
}

/// A limit of the shell is an error like any other, and not the end of the program.
#[test]
#[cfg(target_os = "linux")]
fn a_file_size_limit_is_told() {
    let text = "a\n".repeat(4000);
    let sandbox = Sandbox::with_patch(&[("f", &text)], "--- a/f\n+++ b/f\n@@ -1 +1 @@\n-a\n+b\n");
    let before = sandbox.tree();
    let mut shell = std::process::Command::new("sh");
    let line = "ulimit -f 1; exec \"$0\" apply --contract git --root tree fix.patch";
    shell.args(["-c", line, PROGRAM]).current_dir(sandbox.path("."));
    let output = shell.output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("error[io_error]"), "{said}");
    assert!(sandbox.tree() == before);
}
