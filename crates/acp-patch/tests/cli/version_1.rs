//! Diffs of version 1 of the protocol, which have no hunks.

use serde_json::json;

use crate::support::Sandbox;

/// Applies v1 diffs of `tree/f`, which holds `old`, and gives what became of it with what was said.
fn apply_v1(old: &str, old_text: &str, new_text: &str, args: &[&str]) -> (String, String) {
    let sandbox = Sandbox::new(&[("f", old)]);
    let path = sandbox.path("tree/f");
    let diff = json!([{"path": path, "oldText": old_text, "newText": new_text}]);
    let args = [&["apply", "--root", "tree", "--format", "acp-v1"], args].concat();
    let run = sandbox.command(&args).stdin(diff.to_string()).assert();
    let said = String::from_utf8_lossy(&run.get_output().stderr).into_owned();
    (sandbox.text("tree/f"), said)
}

/// A diff of version 1 has no numbers: those of a part are nobody's.
#[test]
fn a_part_of_a_file_in_version_1_is_where_the_file_has_it_once() {
    for (old, old_text, new_text, new) in [
        ("b\nc\nb\n", "b\nc\nb\n", "X\nc\nb\n", "X\nc\nb\n"),
        ("a\nb\nc\nb\nd\n", "c\nb\n", "c\nB\n", "a\nb\nc\nB\nd\n"),
        ("ab\nb\n", "b\n", "B\n", "ab\nB\n"),
        ("a\nb\nc\n", "b", "B", "a\nB\nc\n"),
        ("a\nb", "b", "B\n", "a\nB\n"),
        // The file has other blanks at the end of the line.
        ("a\nb \nc\n", "b\n", "B\n", "a\nB\nc\n"),
    ] {
        assert_eq!(apply_v1(old, old_text, new_text, &[]).0, new, "{old:?}, {old_text:?}");
    }
    assert_eq!(apply_v1("a\nB\nc\n", "b\n", "B\n", &["--reverse"]).0, "a\nb\nc\n");
    let hint =
        "hint: Give the whole text of the file, or so many lines of it that they are there once.";
    for (old, old_text, lines) in [
        ("b\nc\nb\n", "b\n", "at lines 1 and 3"),
        ("x\nb\nc\nb\n", "b\n", "at lines 2 and 4"),
        ("b\nb\nb\n", "b\nb\n", "at lines 1 and 2"),
        ("b \nc\nb \n", "b\n", "lines 1, 3"),
    ] {
        let (found, said) = apply_v1(old, old_text, "X\n", &[]);
        assert_eq!(found, old);
        assert!(said.starts_with("error") && said.contains(lines) && said.contains(hint), "{said}");
        assert!(!said.contains("number"), "{said}");
    }
}
