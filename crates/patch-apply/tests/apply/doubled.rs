//! Signs that are there twice, or that only look like signs.

use patch_apply::{Contract, Locate};

use crate::support::{applies, applies_under, files, options, refuses_for, run, run_with, unified};

const FILE: &str = "class A:\n    def f(self):\n        x = 1\n        return x\n";

/// The patch makes the file another one, and a note says that signs were read once.
#[track_caller]
fn reads(before: &str, hunk: &str, after: &str) {
    let receipt = applies(&[("f", before)], &unified(hunk), &[("f", after)]);
    let is_noted = receipt.diagnostics.iter().any(|note| note.code == "doubled_sign");
    assert!(is_noted, "{hunk}\n{receipt:?}");
}

/// It makes another one by what it says.
#[track_caller]
fn means(before: &str, hunk: &str, after: &str) {
    let receipt = applies(&[("f", before)], &unified(hunk), &[("f", after)]);
    assert!(receipt.diagnostics.iter().all(|note| note.code != "doubled_sign"), "{hunk}");
}

#[test]
fn a_second_plus_at_all_added_lines_is_the_sign() {
    // As deep as what it replaces, as what it touches, a step deeper in what opens a block.
    for (hunk, after) in [
        (
            "@@ -2,3 +2,3 @@\n     def f(self):\n-        x = 1\n++        x = 2\n         return x\n",
            FILE.replace("x = 1", "x = 2"),
        ),
        (
            "@@\n         x = 1\n++        y = 2\n         return x\n",
            FILE.replace("1\n", "1\n        y = 2\n"),
        ),
        (
            "@@\n     def f(self):\n++        y = 2\n++\n",
            FILE.replace("f(self):\n", "f(self):\n        y = 2\n\n"),
        ),
        (
            "@@\n         x = 1\n+\n++        if x:\n++            x = 2\n         return x\n",
            FILE.replace("1\n", "1\n\n        if x:\n            x = 2\n"),
        ),
    ] {
        reads(FILE, hunk, &after);
    }
    // At the margin it is like a line beside it, or another one is deeper.
    reads(
        "import a\nimport c\n",
        "@@\n import a\n++import b\n import c\n",
        "import a\nimport b\nimport c\n",
    );
    reads("# a\n", "@@\n # a\n++# b\n", "# a\n# b\n");
    reads(
        "import a\n\nz = 1\n",
        "@@\n import a\n++def f():\n++    return 1\n \n",
        "import a\ndef f():\n    return 1\n\nz = 1\n",
    );
}

#[test]
fn a_plus_that_may_be_text_is_written() {
    // A number, another sign, the item of a list, something else at the margin.
    means("a = 1\n", "@@\n a = 1\n++2\n", "a = 1\n+2\n");
    means("i = 1\n", "@@\n i = 1\n+++i\n", "i = 1\n++i\n");
    means("Items:\n", "@@\n Items:\n++ one\n++ two\n", "Items:\n+ one\n+ two\n");
    means("x = 1\n", "@@\n x = 1\n++nocookie\n", "x = 1\n+nocookie\n");
    // The file has such lines, or those of a diff.
    means("+ a = 1\n  b = 2\n", "@@\n   b = 2\n++  b = 3\n", "+ a = 1\n  b = 2\n+  b = 3\n");
    means("  b = 2\n", "@@\n-  b = 2\n+-  b = 2\n++  b = 3\n", "-  b = 2\n+  b = 3\n");
    means("x\n@@ -1 +1 @@\n   b\n", "@@\n    b\n++   c\n", "x\n@@ -1 +1 @@\n   b\n+   c\n");
    // Git takes a patch at its word.
    applies_under(
        Contract::Git,
        &[("f", "  a\n")],
        &unified("@@ -1 +1,2 @@\n   a\n++  b\n"),
        &[("f", "  a\n+  b\n")],
    );
}

#[test]
fn a_second_plus_at_some_added_lines_is_refused() {
    let hunk = "@@ -2,3 +2,5 @@\n     def f(self):\n         x = 1\n+        if x:\n++            x = 2\n         return x\n";
    let patch = unified(hunk);
    let refusal = refuses_for(&[("f", FILE)], &patch, &["doubled_sign"]);
    let suggested = refusal.failures[0]
        .hunk()
        .unwrap()
        .suggested_patch
        .as_ref()
        .expect("one sign each")
        .to_string();
    let after = FILE.replace("1\n", "1\n        if x:\n            x = 2\n");
    let (made, _) = run(&[("f", FILE)], &suggested, Contract::Agent).unwrap();
    assert_eq!(made, files(&[("f", &after)]));
    // Nor do the numbers of a viewer hide the second one.
    let numbered =
        "@@\n 2|    def f(self):\n 3|        x = 1\n+4|        if x:\n+5|+            x = 2\n";
    refuses_for(&[("f", FILE)], &unified(numbered), &["doubled_sign"]);
    // Text of several lines may have them.
    let text = "@@\n         x = 1\n+        y = \"\"\"\n++        b\n+\"\"\"\n         return x\n";
    means(FILE, text, &FILE.replace("1\n", "1\n        y = \"\"\"\n+        b\n\"\"\"\n"));
}

#[test]
fn how_a_chunk_is_singled_out_says_nothing_of_signs() {
    let some = "@@\n         x = 1\n+        if x:\n++            x = 2\n         return x\n";
    let all = "@@\n         x = 1\n++        y = 2\n         return x\n";
    let crlf = "@@\n         x = 1\r\n+        y = 2\r\n         return x\n";
    let rest = "@@\n-        x = 1\n-        return x\n+        # ... existing code ...\n";
    let after = FILE.replace("1\n", "1\n        y = 2\n");
    for locate in [Locate::First, Locate::Unique, Locate::Certain] {
        let options = options(Contract::Agent).locate(locate);
        let run = |hunk: &str| run_with(&[("f", FILE)], &unified(hunk), &options);
        for (hunk, code) in [(some, "doubled_sign"), (rest, "placeholder_added")] {
            let refusal = run(hunk).expect_err("nobody knows what is meant");
            let cause = refusal.failures[0].hunk().expect("it is about a hunk").cause;
            assert_eq!(cause.to_string(), code, "{locate:?}");
        }
        for hunk in [all, crlf] {
            let (made, _) = run(hunk).expect("it is read otherwise");
            assert_eq!(made, files(&[("f", &after)]), "{locate:?}");
        }
    }
}

#[test]
fn a_second_minus_is_the_sign_where_the_file_has_the_line_so() {
    let after = FILE.replace("x = 1", "x = 2");
    for sign in ["--", "\u{2212}", "\u{2013}", "\u{FF0D}"] {
        for plus in ["+", "++", "\u{FF0B}"] {
            let hunk = format!(
                "@@\n     def f(self):\n{sign}        x = 1\n{plus}        x = 2\n         return x\n"
            );
            reads(FILE, &hunk, &after);
        }
    }
    // What looks like one is no outer context that others changed.
    let long = "a = 1\nb = 2\nc = 3\nd = 4\n";
    refuses_for(
        &[("f", long)],
        &unified("@@\n\u{2013}a = 0\n b = 2\n c = 3\n+x = 1\n d = 4\n"),
        &["one_line_differs"],
    );
    // So is a second plus beside it, or nobody knows.
    let file = "def f(\n        x,\n    ):\n        return x\n";
    let hunk = "@@\n         x,\n--    ):\n++    ) -> int:\n         return x\n";
    reads(file, hunk, &file.replace("):", ") -> int:"));
    reads("x = 1\ny = 2\n", "@@\n x = 1\n--y = 2\n++z = 3\n", "x = 1\nz = 3\n");
    refuses_for(
        &[("f", "x = 1\ny = 2\n")],
        &unified("@@\n x = 1\n--y = 2\n++z = 3\n+a = 4\n"),
        &["one_line_differs"],
    );
    // It has the line as it is written, in two places, or in none.
    means("- a\n b\n", "@@\n-- a\n+- c\n  b\n", "- c\n b\n");
    refuses_for(&[("f", "  a\n  b\n  a\n")], &unified("@@\n--  a\n+  c\n"), &["nothing_similar"]);
    refuses_for(&[("f", "  a\n  b\n")], &unified("@@\n--  c\n+  d\n"), &["nothing_similar"]);
}
