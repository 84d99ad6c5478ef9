//! `diff` of files that have no name of their own, or one that leads out.

use snapbox::str;

use crate::diff::check;
use crate::support::{Sandbox, json, stdout};

fn files() -> Sandbox {
    let sandbox = Sandbox::new(&[]);
    sandbox.write("a.txt", "1\n");
    sandbox.write("deep/b.txt", "2\n");
    sandbox
}

#[test]
fn standard_input_is_compared_under_the_name_of_the_other_file() {
    let sandbox = files();
    let run = |args: &[&str]| sandbox.command(&[&["diff"], args].concat()).stdin("1\n0\n").assert();
    run(&["-", "a.txt"]).code(1).stderr_eq(str![]).stdout_eq(str![[r#"
--- a/a.txt
+++ b/a.txt
@@ -1,2 +1 @@
 1
-0

"#]]);
    let added = run(&["a.txt", "-", "--format", "git"]).code(1);
    sandbox.write("stdin.patch", stdout(added.get_output()));
    sandbox.command(&["apply", "stdin.patch", "--contract", "git"]).assert().success();
    assert_eq!(sandbox.text("a.txt"), "1\n0\n");
    run(&["a.txt", "-"]).success().stdout_eq(str![]);
    run(&["-", "-"]).code(2).stdout_eq(str![]).stderr_eq(str![[r#"
error: standard input can be only one of the sides
hint: Give a file for the other.

"#]]);
    for args in [["/dev/null", "-"], ["-", "/dev/null"]] {
        run(&args).code(2).stdout_eq(str![]).stderr_eq(str![[r#"
error: neither OLD nor NEW is a file with a name, which the patch would be for
hint: Give a file for one of the two.

"#]]);
    }
    run(&["-", "deep"]).code(2).stdout_eq(str![]);
}

/// What comes through a pipe has no mode, and changed just now.
#[test]
#[cfg(unix)]
fn standard_input_has_the_mode_of_the_other_file() {
    use std::os::unix::fs::PermissionsExt as _;

    let sandbox = files();
    let program = sandbox.path("a.txt");
    std::fs::set_permissions(program, std::fs::Permissions::from_mode(0o755)).unwrap();
    let git = ["diff", "a.txt", "-", "--format", "git"];
    let run = sandbox.command(&git).stdin("2\n").assert().code(1);
    assert!(!stdout(run.get_output()).contains("mode"));
    let times = ["diff", "-", "a.txt", "--times"];
    let run = sandbox.command(&times).stdin("2\n").assert().code(1);
    assert!(!stdout(run.get_output()).contains("1970"));
}

/// No patch may lead out of the directory that it is for: such a file has its absolute name.
#[test]
fn a_name_that_leads_up_is_absolute() {
    let sandbox = files();
    let here = sandbox.canonical("deep");
    let run = |args: &[&str]| sandbox.command(args).current_dir(&here).assert();
    let unified = run(&["diff", "../a.txt", "b.txt"]).code(1);
    sandbox.write("up.patch", stdout(unified.get_output()));
    let root = here.parent().unwrap().to_str().unwrap().to_owned();
    run(&["apply", "--check", "../up.patch", "--root", &root]).success();
    let acp = run(&["diff", "../a.txt", "b.txt", "--format", "acp"]).code(1);
    assert_eq!(json(acp.get_output())["changes"][0]["path"], format!("{root}/a.txt"));
    // One that comes back in is named as ever.
    run(&["diff", "../deep/b.txt", "../a.txt"]).code(1).stdout_eq(str![[r#"
--- a/b.txt
+++ b/b.txt
@@ -1 +1 @@
-2
+1

"#]]);
    check(
        &sandbox,
        &["./a.txt", "deep/b.txt"],
        str![[r#"
--- a/a.txt
+++ b/a.txt
@@ -1 +1 @@
-1
+2

"#]],
    );
}

/// The patch is applied under the name that it has.
#[test]
fn a_name_with_dots_inside_has_none_in_the_patch() {
    let sandbox = Sandbox::new(&[]);
    for (name, text) in [("a/f", "1\n"), ("a/sub/g", ""), ("b/f", "2\n"), ("b/deep/g", "")] {
        sandbox.write(name, text);
    }
    for name in ["a/sub/../f", "a/./f", "./a//f", "a/sub/../../a/f", "b/deep/../../a/f"] {
        let run = sandbox.command(&["diff", name, "b/f"]).assert().code(1);
        run.stdout_eq(str![[r#"
--- a/a/f
+++ b/a/f
@@ -1 +1 @@
-1
+2

"#]]);
        let run = sandbox.command(&["diff", name, "b/f", "--format", "acp"]).assert().code(1);
        let diff = json(run.get_output());
        let path = diff["changes"][0]["path"].as_str().unwrap();
        let root = sandbox.canonical("");
        assert_eq!(path, root.join("a/f").to_str().unwrap());
        let apply = sandbox.command(&["apply", "--check", "--format", "acp"]);
        apply.stdin(diff.to_string()).assert().success();
    }
    let run = sandbox.command(&["diff", "a/sub/..", "b/./deep/..", "--format", "acp"]).assert();
    let changes = json(run.code(1).get_output())["changes"].to_string();
    assert!(!changes.contains("/../") && changes.contains("/a/f\""), "{changes}");
}

/// The directory above a link is that above its target.
#[test]
#[cfg(unix)]
fn dots_behind_a_link_lead_above_its_target() {
    let sandbox = Sandbox::new(&[]);
    for (name, text) in [("a/f", "wrong\n"), ("real/f", "1\n"), ("real/in/g", ""), ("new", "2\n")] {
        sandbox.write(name, text);
    }
    std::os::unix::fs::symlink("../real/in", sandbox.path("a/link")).unwrap();
    std::os::unix::fs::symlink("a", sandbox.path("kept")).unwrap();
    for (name, told) in [("a/link/../f", "real/f"), ("kept/link/../f", "real/f")] {
        let run = sandbox.command(&["diff", name, "new"]).assert().code(1);
        let patch = stdout(run.get_output());
        assert!(patch.starts_with(&format!("--- a/{told}\n+++ b/{told}\n")), "{patch}");
        sandbox.command(&["apply", "--check"]).stdin(patch.as_bytes()).assert().success();
    }
    // A link that no dots follow keeps its name.
    for name in ["kept/f", "kept/../kept/f", "a/../kept/f"] {
        let run = sandbox.command(&["diff", name, "new"]).assert().code(1);
        let patch = stdout(run.get_output());
        assert!(patch.starts_with("--- a/kept/f\n"), "{patch}");
    }
}
