//! A hunk that takes away what begins or ends as the lines around it, and forgets an empty line: its
//! new lines are found there, though nothing was taken away.

use crate::support::{applies, opencode, refuses, refuses_for, unified};

/// Functions that end alike, each with two empty lines after it.
fn functions(names: &[&str]) -> String {
    let function = |name: &&str| {
        format!("def test_{name}():\n    r = call(\"{name}\")\n    assert r.ok\n\n\n")
    };
    names.iter().map(function).chain(["VERSION = 1\n".to_owned()]).collect()
}

/// Entries that begin alike, each with an empty line after it.
fn entries(names: &[&str]) -> String {
    let entry = |name: &&str| format!("[[test]]\nname = \"{name}\"\npath = \"{name}.rs\"\n\n");
    names.iter().map(entry).chain(["[features]\nx = []\n".to_owned()]).collect()
}

#[test]
fn what_is_there_but_for_an_empty_line_is_not_taken_for_done() {
    let (all, left) = (functions(&["a", "b", "c"]), functions(&["a", "c"]));
    let removed = "-def test_b():\n-    r = call(\"b\")\n-    assert r.ok\n";
    let (front, behind) = ("     assert r.ok\n \n \n", " def test_c():\n     r = call(\"c\")\n");
    // The empty lines that the hunk forgets stay.
    let kept = left.replace("\n\n\ndef test_c", "\n\n\n\n\ndef test_c");
    for body in [
        format!("{front}{removed}{behind}"),
        // Before what is taken away.
        format!("     assert r.ok\n{removed} \n \n{behind}"),
        format!(" \n{removed}{behind}"),
    ] {
        let after = &[("f", kept.as_str())];
        applies(&[("f", &all)], &unified(&format!("@@\n{body}")), after);
        applies(&[("f", &all)], &opencode(&format!("@@\n{body}")), after);
        let change = "-VERSION = 1\n+VERSION = 2\n";
        let after = kept.replace("VERSION = 1", "VERSION = 2");
        let both = opencode(&format!("@@\n{body}@@\n{change}"));
        applies(&[("f", &all)], &both, &[("f", &after)]);
    }
    let numbered = unified(&format!("@@ -3,8 +3,5 @@\n{front}{removed}{behind}"));
    applies(&[("f", &all)], &numbered, &[("f", &kept)]);
    // What begins alike, in stanzas.
    let (all, left) = (entries(&["a", "b", "c"]), entries(&["a", "c"]));
    let kept = left.replace("\n\n[[test]]\nname = \"c\"", "\n\n\n[[test]]\nname = \"c\"");
    let body = " path = \"a.rs\"\n \n-[[test]]\n-name = \"b\"\n-path = \"b.rs\"\n [[test]]\n name = \"c\"\n";
    applies(&[("f", &all)], &unified(&format!("@@\n{body}")), &[("f", &kept)]);
}

#[test]
fn what_is_gone_is_done_however_many_empty_lines_are_around() {
    let left = functions(&["a", "c"]);
    let removed = "-def test_b():\n-    r = call(\"b\")\n-    assert r.ok\n";
    let body = format!("     assert r.ok\n \n \n{removed} def test_c():\n     r = call(\"c\")\n");
    refuses(&[("f", &left)], &unified(&format!("@@\n{body}")), &["already_applied"]);
    // An empty line that is taken away, or put between.
    for body in [" one\n-\n two\n", "-one\n-\n-two\n+one\n+two\n"] {
        refuses(&[("f", "one\ntwo\n")], &unified(&format!("@@\n{body}")), &["already_applied"]);
    }
}

#[test]
fn what_is_there_twice_but_for_an_empty_line_is_not_taken_away() {
    let file = "{\n  one()\n}\n\n{\n  two()\n}\n\n{\n  six()\n}\n";
    let body = " }\n \n-{\n-  two()\n-}\n {\n";
    let after = "{\n  one()\n}\n\n\n{\n  six()\n}\n";
    applies(&[("f", file)], &opencode(&format!("@@\n{body}")), &[("f", after)]);
    let twice = file.replace("six", "two");
    refuses_for(&[("f", &twice)], &opencode(&format!("@@\n{body}")), &["ambiguous"]);
}

#[test]
fn what_is_there_but_for_its_indentation_is_not_taken_for_done() {
    let file = "f {\n  if a {\n    b();\n  }\n\n  if c {\n    d();\n  }\n\n  e();\n}\n";
    let body = "   }\n \n-   if c {\n-     d();\n-   }\n-\n   e();\n";
    let after = file.replace("  if c {\n    d();\n  }\n\n", "");
    for header in ["@@ @@", "@@ -8,7 +8,3 @@"] {
        applies(&[("f", file)], &unified(&format!("{header}\n{body}")), &[("f", &after)]);
    }
    refuses(&[("f", &after)], &unified(&format!("@@ @@\n{body}")), &["already_applied"]);
}
