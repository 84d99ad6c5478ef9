//! Every code that applying can give at this stage, its class and what it names.

use patch_apply::MemoryWorkspace;
use patch_parse::Class;

use crate::support::{hint, options, refuses, workspace};

#[test]
fn each_code_names_its_class_its_path_and_a_hint() {
    let before = [("f", "a\nb\na\nb\n"), ("dir/x", "1\n"), ("bin", "\0\n")];
    let hunk = |body: &str| format!("--- a/f\n+++ b/f\n@@ @@\n{body}");
    for (patch, code, class, path) in [
        (hunk("-zzz\n+y\n"), "context_not_found", Class::ComputeReplacements, "f"),
        (hunk("-a\n+y\n"), "ambiguous_context", Class::ComputeReplacements, "f"),
        (
            "--- a/gone\n+++ b/gone\n@@ -1 +1 @@\n-a\n+b\n".into(),
            "file_not_found",
            Class::IoError,
            "gone",
        ),
        (
            "*** Begin Patch\n*** Delete File: gone\n*** End Patch\n".into(),
            "file_not_found",
            Class::IoError,
            "gone",
        ),
        (
            "*** Begin Patch\n*** Add File: f\n+x\n*** End Patch\n".into(),
            "file_exists",
            Class::IoError,
            "f",
        ),
        (
            "*** Begin Patch\n*** Delete File: dir\n*** End Patch\n".into(),
            "not_a_file",
            Class::IoError,
            "dir",
        ),
        (
            "--- a/bin\n+++ b/bin\n@@ -1 +1 @@\n-a\n+b\n".into(),
            "binary_file",
            Class::IoError,
            "bin",
        ),
        (
            "*** Begin Patch\n*** Add File: ../x\n+x\n*** End Patch\n".into(),
            "path_escape",
            Class::PathError,
            "../x",
        ),
        (
            "*** Begin Patch\n*** Add File: .git/x\n+x\n*** End Patch\n".into(),
            "protected_path",
            Class::PathError,
            ".git/x",
        ),
    ] {
        let refusal = refuses(&before, &patch, &[code]);
        let failure = &refusal.failures[0];
        assert_eq!((failure.class, failure.path.to_string().as_str()), (class, path), "{code}");
        let hint = failure.hint.expect("it is explained");
        assert!(hint.ends_with('.'), "the hint is a sentence: {hint}");
        assert!(failure.span.line > 0, "{code} names its line in the patch");
        assert!(!failure.message().is_empty(), "{code} says what happened");
    }
}

#[test]
fn a_file_that_changed_since_it_was_read_is_stale() {
    let mut tree = workspace(&[("f", "a\n"), ("g", "1\n")]);
    let text = b"--- a/f\n+++ b/f\n@@ -1 +1 @@\n-a\n+b\n--- a/g\n+++ b/g\n@@ -1 +1 @@\n-1\n+2\n";
    let patch = patch_parse::parse(text).unwrap();
    let plan = patch_apply::plan(&patch, &tree, &options(patch_apply::Contract::Agent)).unwrap();
    tree.insert("g", "changed\n").unwrap();
    let refusal = plan.commit(&mut tree).unwrap_err();
    assert_eq!(refusal.code().as_str(), "stale_file");
    assert_eq!(refusal.failures[0].path, "g");
    assert_eq!(tree.contents("f"), Some(&b"a\n"[..]), "no other file was written");
}

#[test]
fn a_file_that_appeared_since_is_stale_too() {
    let mut tree = MemoryWorkspace::new();
    let patch = patch_parse::parse(b"--- /dev/null\n+++ b/n\n@@ -0,0 +1 @@\n+x\n").unwrap();
    let plan = patch_apply::plan(&patch, &tree, &options(patch_apply::Contract::Git)).unwrap();
    tree.insert("n", "theirs\n").unwrap();
    let refusal = plan.commit(&mut tree).unwrap_err();
    assert_eq!(refusal.code().as_str(), "stale_file");
    assert_eq!(tree.contents("n"), Some(&b"theirs\n"[..]));
}

#[test]
fn hints_speak_of_the_format_that_was_sent() {
    let opencode = "*** Begin Patch\n*** Update File: gone\n@@\n-a\n+b\n*** End Patch\n";
    let refusal = refuses(&[], opencode, &["file_not_found"]);
    assert!(hint(&refusal).contains("*** Add File"), "{refusal:?}");
    let unified = "--- a/gone\n+++ b/gone\n@@ -1 +1 @@\n-a\n+b\n";
    let refusal = refuses(&[], unified, &["file_not_found"]);
    assert!(!hint(&refusal).contains("***"), "{refusal:?}");
}
