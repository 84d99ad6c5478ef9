//! Diffs of version 1 of the protocol, which have no hunks.

use serde_json::json;

use crate::support::{Sandbox, json as json_of, stderr};

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

/// The option is named, whichever is wrong.
#[test]
fn a_diff_of_the_protocol_is_known_by_how_it_begins() {
    let sandbox = Sandbox::new(&[("f", "a\n")]);
    let (one, two) = ("acp-v1", "acp");
    sandbox.write("new/f", "b\n");
    for (version, hint) in [
        (one, "This is a list of ACP diffs of version 1; add --format acp-v1."),
        (two, "This is an ACP diff; add --format acp."),
    ] {
        let diff = sandbox.command(&["diff", "tree", "new", "--format", version]).output().unwrap();
        let diff: serde_json::Value = serde_json::from_slice(&diff.stdout).unwrap();
        for text in [diff.to_string(), format!("\n{diff:#}")] {
            let commands: [&[&str]; 3] = [
                &["apply", "--root", "tree"],
                &["convert", "--root", "tree", "--to", "git"],
                &["parse"],
            ];
            for args in commands {
                let run = sandbox.command(args).stdin(text.clone()).assert().code(1);
                let said = stderr(run.get_output());
                assert!(said.starts_with("error[wrong_patch_format]: "), "{said}");
                assert!(said.contains(&format!("hint: {hint}\n")), "{said}");
            }
            let run = sandbox.command(&["apply", "--json"]).stdin(text.clone()).assert().code(1);
            let error = &json_of(run.get_output())["error"];
            assert_eq!(
                (&error["hint"], &error["failures"][0]["hint"]),
                (&json!(hint), &json!(hint))
            );
            // The one version given as the other.
            let (other, message) = match version {
                "acp" => (one, "this is a diff of version 2\nhint: Use --format acp."),
                _ => (two, "this is a list of diffs of version 1\nhint: Use --format acp-v1."),
            };
            let args = ["apply", "--root", "tree", "--format", other];
            let run = sandbox.command(&args).stdin(text).assert().code(2);
            assert_eq!(stderr(run.get_output()), format!("error: <stdin>: {message}\n"));
        }
        assert_eq!(sandbox.text("tree/f"), "a\n");
    }
    let run = sandbox.command(&["apply"]).stdin("{\"a\": 1}\n").assert().code(1);
    assert!(!stderr(run.get_output()).contains("--format"));
}
