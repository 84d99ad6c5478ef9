//! Line numbers before the lines of a hunk, as viewers of files show them.

use crate::support::{applies, opencode, refuses_for, unified};

const FILE: &str = "import os\n\n\ndef run(path):\n    data = load(path)\n\n    return data\n";

#[test]
fn numbers_of_a_viewer_are_left_out_where_no_line_has_them() {
    let after = FILE.replace("(path)\n", "(path, True)\n");
    for body in [
        " 4| def run(path):\n-5|     data = load(path)\n+5|     data = load(path, True)\n 6|\n 7|     return data\n",
        "      4\tdef run(path):\n-     5\t    data = load(path)\n+         data = load(path, True)\n      6\n",
    ] {
        for patch in [
            format!("--- a/f\n+++ b/f\n@@ ... @@\n{body}"),
            format!("*** Begin Patch\n*** Update File: f\n@@\n{body}*** End Patch\n"),
        ] {
            // Added lines as deep as they were in the viewer are no number deeper.
            let patch = patch.replace("+         data", "+    data");
            let receipt = applies(&[("f", FILE)], &patch, &[("f", &after)]);
            let codes: Vec<_> = receipt.diagnostics.iter().map(|note| note.code).collect();
            assert!(codes.contains(&"line_numbers"), "{codes:?}");
        }
    }
}

#[test]
fn lines_that_begin_with_numbers_stay_as_they_are() {
    let file = "1: one\n2: two\n3: three\n\none\ntwo\nthree\n";
    let body = " 1: one\n-2: two\n+2: zwei\n 3: three\n";
    let patch = format!("--- a/f\n+++ b/f\n@@ ... @@\n{body}");
    applies(&[("f", file)], &patch, &[("f", &file.replace("2: two", "2: zwei"))]);
    // Without the numbers there are two places, and line 1 is none that anybody counted.
    let patch = "--- a/f\n+++ b/f\n@@ ... @@\n 1|a\n-2|b\n+2|c\n";
    refuses_for(&[("f", "a\nb\na\nb\n")], patch, &["nothing_similar"]);
}

#[test]
fn numbers_that_are_the_text_of_added_lines_stay() {
    for (file, body, after) in [
        ("22\n80\n443\n8080\n", " 2\t80\n 3\t443\n+8000\n 4\t8080\n", "22\n80\n443\n8000\n8080\n"),
        (
            "200: OK\n201: Made\n400: Bad\n500: Error\n",
            "     2: 201: Made\n     3: 400: Bad\n+404: Not Found\n     4: 500: Error\n",
            "200: OK\n201: Made\n400: Bad\n404: Not Found\n500: Error\n",
        ),
        (
            "match code {\n    1 | 2 => low(),\n    3 | 4 => mid(),\n    _ => high(),\n}\n",
            " 2 |     1 | 2 => low(),\n 3 |     3 | 4 => mid(),\n+    5 | 6 => top(),\n 4 |     _ => high(),\n",
            "match code {\n    1 | 2 => low(),\n    3 | 4 => mid(),\n    5 | 6 => top(),\n    _ => high(),\n}\n",
        ),
    ] {
        applies(&[("f", file)], &unified(&format!("@@\n{body}")), &[("f", after)]);
        applies(&[("f", file)], &opencode(&format!("@@\n{body}")), &[("f", after)]);
    }
}

#[test]
fn numbers_of_a_viewer_say_which_twin_is_meant() {
    let function = |name: &str| {
        format!(
            "def {name}(x):\n    y = load(x)\n    if not y:\n        return None\n    return y\n\n\n"
        )
    };
    let file = format!("{}{}", function("a"), function("b"));
    let body = |first: usize| {
        format!(
            "  {first}:     y = load(x)\n  {}:     if not y:\n- {}:         return None\n+        return []\n  {}:     return y\n",
            first + 1,
            first + 2,
            first + 3
        )
    };
    let changed = function("b").replace("None", "[]");
    let after = format!("{}{changed}", function("a"));
    let first = format!("{}{}", function("a").replace("None", "[]"), function("b"));
    for (line, after) in [(9, &after), (2, &first)] {
        for patch in [
            unified(&format!("@@\n{}", body(line))),
            unified(&format!("@@ -1,4 +1,4 @@\n{}", body(line))),
            opencode(&format!("@@\n{}", body(line))),
        ] {
            let receipt = applies(&[("f", &file)], &patch, &[("f", after)]);
            let codes: Vec<_> = receipt.diagnostics.iter().map(|note| note.code).collect();
            assert!(codes.contains(&"line_numbers"), "{codes:?}");
        }
    }
    // No twin is there.
    for line in [4, 30] {
        refuses_for(&[("f", &file)], &unified(&format!("@@\n{}", body(line))), &["lines_differ"]);
    }
}

#[test]
fn what_is_done_at_the_numbers_of_a_viewer_is_not_done_again() {
    let file = "def load(path):\n    text = read(path)\n\n    return parse(text)\n\n\ndef save(path, data):\n    text = dump(data)\n\n    check(text)\n    log(path)\n\n    write(path, text)\n";
    let done = "@@\n     8\u{2192}    text = dump(data)\n+   10\u{2192}\n+   11\u{2192}    check(text)\n+   12\u{2192}    log(path)\n     9\u{2192}\n";
    let first =
        "@@\n     2\u{2192}    text = read(path)\n+    3\u{2192}    trace(text)\n     3\u{2192}\n";
    refuses_for(&[("f", file)], &opencode(&format!("{first}{done}")), &["lines_differ"]);
    let undone = file.replace("    check(text)\n    log(path)\n\n", "");
    let after = file.replacen("read(path)\n", "read(path)\n    trace(text)\n", 1);
    applies(&[("f", &undone)], &opencode(&format!("{first}{done}")), &[("f", &after)]);
}

#[test]
fn numbers_of_a_viewer_may_count_the_lines_as_they_will_be() {
    let front = "# a\n".repeat(8);
    let file = format!("{front}def load(path):\n    text = read(path)\n    return parse(text)\n");
    let after = file.replace("(path)\n    return", "(path)\n    trace(text)\n    return");
    let hunk = "@@\n  9: def load(path):\n 10:     text = read(path)\n+11:     trace(text)\n 12:     return parse(text)\n";
    for patch in [unified(hunk), opencode(hunk)] {
        let receipt = applies(&[("f", &file)], &patch, &[("f", &after)]);
        assert!(receipt.diagnostics.iter().any(|note| note.code == "line_numbers"));
    }
}
