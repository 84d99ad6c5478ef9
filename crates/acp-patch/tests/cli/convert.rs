//! `convert`: the same change in another format, for the files as they are.

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
    let git = ["convert", "--root", "tree", "--to", "git"];
    let output = sandbox.command(&git).stdin(PATCH).output().unwrap();
    let text = stdout(&output);
    assert!(text.contains("rename from old.rs\nrename to new.rs\n"), "{text}");
    assert!(text.contains("old mode 100644\nnew mode 100755\n"), "{text}");
    let opencode = ["convert", "--root", "tree", "--to", "opencode"];
    let refused = sandbox.command(&opencode).stdin(PATCH).assert();
    refused.code(2).stdout_eq(str![]).stderr_eq(str![[r#"
error: new.rs: the opencode format cannot express a file mode; use another format
hint: Ask for --format git, which can say every change, or leave the file out.

"#]]);
}

#[test]
fn a_patch_for_other_files_is_refused() {
    let sandbox = Sandbox::new(&[("x.rs", "fn main() {}\n")]);
    let command = sandbox.command(&["convert", "--root", "tree", "--to", "opencode"]);
    command.stdin(CHANGE).assert().code(1).stdout_eq(str![]);
    assert_eq!(sandbox.text("tree/x.rs"), "fn main() {}\n");
}
