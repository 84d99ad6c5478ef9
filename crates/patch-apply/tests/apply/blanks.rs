//! Empty lines without a mark between added lines.

use patch_apply::Contract;

use crate::support::{applies, opencode, refuses, refuses_for, refuses_for_under, unified};

fn both(hunk: &str) -> [String; 2] {
    let chunk = hunk.to_owned();
    [
        format!("*** Begin Patch\n*** Update File: f\n@@\n{chunk}*** End Patch\n"),
        format!("--- a/f\n+++ b/f\n@@ @@\n{chunk}"),
    ]
}

#[track_caller]
fn gives(before: &str, hunk: &str, after: &str) {
    for patch in both(hunk) {
        applies(&[("f", before)], &patch, &[("f", after)]);
    }
}

#[track_caller]
fn is_lost(cause: &str, before: &str, hunk: &str) {
    for patch in both(hunk) {
        refuses_for(&[("f", before)], &patch, &[cause]);
    }
}

#[test]
fn an_empty_line_between_added_ones_is_context_where_that_has_a_place() {
    gives("one\n\ntwo\n", " one\n+x\n\n+y\n two\n", "one\nx\n\ny\ntwo\n");
    // Where both readings have one, that of the format is taken.
    let file = "one\ntwo\n\none\n\ntwo\n";
    gives(file, " one\n+x\n\n+y\n two\n", "one\ntwo\n\none\nx\n\ny\ntwo\n");
}

#[test]
fn an_empty_line_between_added_ones_is_added_where_it_is_no_context() {
    for (hunk, after) in [
        (" one\n+x\n\n+y\n two\n", "one\nx\n\ny\ntwo\n"),
        (" one\n+x\n\n\n+y\n+\n+z\n\n+w\n two\n", "one\nx\n\n\ny\n\nz\n\nw\ntwo\n"),
        ("-one\n+x\n\n+y\n two\n", "x\n\ny\ntwo\n"),
        (" one\n two\n+\n+x\n\n+y\n", "one\ntwo\n\nx\n\ny\n"),
        (" one\n+x\n\n two\n", "one\nx\n\ntwo\n"),
        (" one\n\n+x\n+\n two\n", "one\n\nx\n\ntwo\n"),
    ] {
        gives("one\ntwo\n", hunk, after);
    }
    let [patch, _] = both(" one\n+x\n\n+y\n two\n");
    let receipt = applies(&[("f", "one\ntwo\n")], &patch, &[("f", "one\nx\n\ny\ntwo\n")]);
    assert_eq!(receipt.files[0].lines_added, 3);
    let codes: Vec<_> = receipt.diagnostics.iter().map(|note| note.code).collect();
    assert_eq!(codes, ["blank_added"], "it is no context any more");
}

#[test]
fn what_may_be_context_is_not_read_as_added() {
    let body = " one\n+x\n\n+y\n two\n";
    // Something like it has the empty line: it may be what is meant.
    is_lost("lines_differ", "one\n\nthree\n\none\ntwo\n", body);
    is_lost("one_line_differs", "zero\n\ntwo\n\none\ntwo\n", body);
    // A mark says what a line is, and beside what is removed nobody knows, but at the end of the
    // file.
    is_lost("one_line_differs", "one\ntwo\n", " one\n+x\n \n+y\n two\n");
    is_lost("one_line_differs", "one\ntwo\nthree\n", " one\n-two\n\n+x\n");
    gives("one\ntwo\n", " one\n-two\n\n+x\n", "one\n\nx\n");
    // Nor is another place taken, or one that matches loosely.
    is_lost("lines_differ", "one\nthree\n", body);
    is_lost("one_line_differs", "  one\n  two\n", body);
    let [patch, _] = both(body);
    refuses_for_under(Contract::Git, &[("f", "one\ntwo\n")], &patch, &["one_line_differs"]);
}

#[test]
fn an_empty_line_alone_is_no_place() {
    let file = "fn a() {\n    x();\n}\n\nfn b() {\n    y();\n}\n";
    let chunk =
        |chunk: &str| format!("*** Begin Patch\n*** Update File: f\n{chunk}*** End Patch\n");
    let added = "+    log();\n\n+    check();\n";
    let after = file.replace("fn b() {\n", "fn b() {\n    log();\n\n    check();\n");
    applies(&[("f", file)], &chunk(&format!("@@ fn b() {{\n{added}")), &[("f", &after)]);
    let functions = "+\n+fn c() {\n+}\n\n+fn d() {\n+}\n";
    let after = format!("{file}\nfn c() {{\n}}\n\nfn d() {{\n}}\n");
    applies(&[("f", file)], &chunk(&format!("@@\n{functions}")), &[("f", &after)]);
    let patch = format!("--- a/f\n+++ b/f\n@@ @@\n{functions}");
    refuses_for(&[("f", file)], &patch, &["no_context"]);
}

#[test]
fn the_file_may_have_more_or_fewer_empty_lines_between_the_context() {
    let file = "import sys\n\n\ndef load(path):\n    data = read(path)\n    return data\n";
    let hunk = |gap: &str| {
        format!(
            " import sys\n{gap} def load(path):\n-    data = read(path)\n+    data = open(path)\n     return data\n"
        )
    };
    let after = file.replace("read", "open");
    for gap in ["", "\n", " \n", "\n\n\n", " \n \n \n \n"] {
        gives(file, &hunk(gap), &after);
        let count = 4 + gap.matches('\n').count();
        let header = format!("@@ -1,{count} +1,{count} @@");
        let numbered = format!("--- a/f\n+++ b/f\n{header}\n{}", hunk(gap));
        applies(&[("f", file)], &numbered, &[("f", &after)]);
    }
    let receipt = applies(&[("f", file)], &both(&hunk(" \n"))[0], &[("f", &after)]);
    let codes: Vec<_> = receipt.diagnostics.iter().map(|note| note.code).collect();
    assert_eq!(codes, ["blank_lines"]);
    assert_eq!((receipt.files[0].lines_added, receipt.files[0].lines_removed), (1, 1));
    // One without a mark that the file lacks may have been added; what differs in anything else, or
    // is there twice, is another matter.
    let dense = file.replace("\n\n\n", "\n");
    is_lost("one_line_differs", &dense, &hunk("\n"));
    gives(&dense, &hunk(" \n"), &dense.replace("read", "open"));
    let counted = format!("--- a/f\n+++ b/f\n@@ -1,5 +1,5 @@\n{}", hunk(" \n"));
    applies(&[("f", &dense)], &counted, &[("f", &dense.replace("read", "open"))]);
    is_lost("lines_differ", &file.replace("load(path)", "load(x)"), &hunk("\n"));
    is_lost("one_line_differs", &file.replace("\n    ", "\n  "), &hunk("\n"));
    for patch in both(&hunk("\n")) {
        refuses_for(&[("f", &file.repeat(2))], &patch, &["ambiguous at 3, 9"]);
    }
    let [patch, _] = both(&hunk("\n"));
    refuses_for_under(Contract::Git, &[("f", file)], &patch, &["one_line_differs"]);
}

#[test]
fn an_empty_line_without_its_mark_is_not_dropped_where_it_may_be_the_change() {
    let file = "fn one() {}\nfn two() {}\n\nfn three() {}\nfn four() {}\n";
    // Of two of a writer who marks the others, one is all that the file has.
    let mixed = "-fn one() {}\n fn two() {}\n \n\n fn three() {}\n fn four() {}\n";
    is_lost("one_line_differs", file, mixed);
    // The hunk changes nothing else.
    let alone = " fn one() {}\n fn two() {}\n\n\n fn three() {}\n fn four() {}\n";
    is_lost("one_line_differs", file, alone);
    // A writer who marks none of them shows one more than the file has; or marks all.
    for more in ["\n\n", " \n \n"] {
        let hunk = mixed.replace(" \n\n", more);
        gives(file, &hunk, file.strip_prefix("fn one() {}\n").unwrap());
    }
}

#[test]
fn empty_lines_that_the_hunk_leaves_out_stay() {
    let file = "one\n\ntwo\n\nthree\n\nfour\n";
    gives(file, " one\n two\n-three\n+3\n four\n", "one\n\ntwo\n\n3\n\nfour\n");
    gives(file, " one\n-two\n+2\n-three\n+3\n four\n", "one\n\n2\n\n3\n\nfour\n");
    gives(file, " one\n-two\n three\n", "one\n\n\nthree\n\nfour\n");
    // Beside one that it takes away.
    gives(file, " one\n-\n-two\n three\n", "one\n\nthree\n\nfour\n");
    gives(file, " one\n-two\n-\n three\n", "one\n\nthree\n\nfour\n");
    let wide = file.replace("two\n", "two\n\n");
    gives(&wide, " one\n-two\n-\n three\n", "one\n\n\nthree\n\nfour\n");
    // Two that are removed may be so with what is between them, where all else is spaced otherwise
    // as well, and what is added may be on either side.
    is_lost("lines_differ", file, " one\n-two\n-three\n four\n");
    is_lost("lines_differ", file, " one\n two\n+x\n three\n four\n");
}

#[test]
fn empty_lines_between_removed_ones_go_with_them() {
    let file = "[x]\na = 1\n\n[bench]\nb = 1\nc = 1\n\n[bench]\nb = 2\nc = 1\n\n[y]\n";
    let after = file.replace("[bench]\nb = 1\nc = 1\n\n[bench]\nb = 2\nc = 1\n\n", "");
    let shown = "-[bench]\n-b = 1\n-c = 1\n-[bench]\n-b = 2\n-c = 1\n-\n [y]\n";
    gives(file, shown, &after);
    let file = "def a():\n    y = 1\n\n    for i in y:\n        f()\n\n    return y\n\nb()\n";
    let shown = "-def a():\n-    y = 1\n-    for i in y:\n-        f()\n-    return y\n+def a(x):\n+    return 1\n \n b()\n";
    gives(file, shown, "def a(x):\n    return 1\n\nb()\n");
    // What is added again is spaced as it was, which the hunk does not show.
    let again = shown.replace("+    return 1\n", "+    y = 1\n+    return y\n");
    is_lost("lines_differ", file, &again);
}

#[test]
fn what_is_added_between_two_blocks_is_parted_from_both_as_the_file_parts_them() {
    let file = "def a():\n    return 1\n\n\ndef b():\n    return 2\n";
    let after = file.replace("\n\n\n", "\n\n\ndef x():\n    pass\n\n\n");
    let hunk = |front: &str, behind: &str| {
        format!(
            " def a():\n     return 1\n{front}+def x():\n+    pass\n{behind} def b():\n     return 2\n"
        )
    };
    for (front, behind) in
        [("\n", "+\n"), (" \n", "+\n"), ("\n", "+\n+\n"), ("+\n", "\n"), ("+\n+\n", " \n")]
    {
        gives(file, &hunk(front, behind), &after);
    }
    // Other lines of the hunk may change.
    let both = hunk("\n", "+\n").replace("     return 2\n", "-    return 2\n+    return 3\n");
    gives(file, &both, &after.replace("return 2", "return 3"));
    // On which side the others are, or how many are to be added, is not to be seen.
    is_lost("one_line_differs", file, &hunk("\n", ""));
    is_lost("one_line_differs", file, &hunk("", "\n"));
    is_lost("one_line_differs", file, &hunk("\n", "+\n+\n+\n"));
    // Nor where a line differs in more than that, or two places are alike.
    is_lost("lines_differ", &file.replace("a()", "c()"), &hunk("\n", "+\n"));
    is_lost("one_line_differs", &file.repeat(2), &hunk("\n", "+\n"));
}

#[test]
fn empty_lines_beside_a_change_are_as_many_as_in_the_file() {
    let file = "one\ntwo\n\n\nthree\nfour\n";
    for empty in ["\n", " \n"] {
        let beside = |lines: &str| lines.replace("~\n", empty);
        gives(file, &beside(" one\n two\n~\n-three\n four\n"), "one\ntwo\n\n\nfour\n");
        gives(file, &beside(" one\n two\n~\n-three\n+3\n four\n"), "one\ntwo\n\n\n3\nfour\n");
        gives(file, &beside(" one\n-two\n~\n three\n four\n"), "one\n\n\nthree\nfour\n");
        gives(file, &beside(" one\n-two\n+2\n~\n three\n four\n"), "one\n2\n\n\nthree\nfour\n");
        // What is added between two lines that stay may belong to either.
        is_lost("one_line_differs", file, &beside(" one\n two\n+x\n~\n three\n-four\n"));
        is_lost("one_line_differs", file, &beside(" one\n two\n~\n+x\n three\n-four\n"));
    }
    // Two lines with words may be anywhere.
    let [patch, _] = both(" two\n \n three\n+x\n");
    refuses_for(&[("f", file)], &patch, &["ambiguous at 4 against 2"]);
}

#[test]
fn one_of_two_empty_lines_around_what_a_chunk_adds_is_new() {
    let chunk = |lines: &str| both(lines)[0].clone();
    for (before, lines, after) in [
        (
            "class A:\n    a\n\nclass C:\n    c\n",
            " class A:\n     a\n\n+class B:\n+    b\n\n class C:\n",
            "class A:\n    a\n\nclass B:\n    b\n\nclass C:\n    c\n",
        ),
        (
            "fn a() {\n}\n\nfn c() {\n}\n",
            " fn a() {\n }\n \n+fn b() {\n+}\n \n fn c() {\n",
            "fn a() {\n}\n\nfn b() {\n}\n\nfn c() {\n}\n",
        ),
        // The file has none.
        (
            "mod t {\n    fn a() {\n        x();\n    }\n}\n",
            "         x();\n     }\n \n+    fn b() {\n+    }\n }\n",
            "mod t {\n    fn a() {\n        x();\n    }\n\n    fn b() {\n    }\n}\n",
        ),
    ] {
        applies(&[("f", before)], &chunk(lines), &[("f", after)]);
    }
    for (before, lines) in [
        // What is removed may be what the empty line was beside, or the place is another.
        ("a1\nb1\n\nc1\n", " a1\n-b1\n \n+x1\n \n c1\n"),
        ("a1\n\nb1\na1\n\nc1\n", " a1\n \n+x1\n \n d1\n"),
        ("a1\n\nc1\na1\n\nc1\n", " a1\n \n+x1\n \n c1\n"),
        // The one that it lacks may have been somewhere else.
        ("a1\n\nd1\na1\nb1\n", " a1\n \n+x1\n b1\n"),
        // Nor does one line of context tell what is left out beside it.
        ("a1\nb1\n\nc1\n", " a1\n \n+x1\n"),
        ("a1\nb1\n\nc1\n", "+x1\n \n b1\n"),
        // A line may have been put before the empty one.
        ("a1\nb1\nd1\n\nc1\n", " a1\n b1\n \n+x1\n+\n"),
        // Nothing is added but another empty line.
        ("a1\nb1\nx1\n\n", " a1\n b1\n \n+\n"),
        ("a1\nb1\nx1\n\nc1\n", " a1\n b1\n \n+\n"),
    ] {
        let patch = chunk(lines);
        assert!(crate::support::run(&[("f", before)], &patch, Contract::Agent).is_err(), "{patch}");
    }
}

const MAIN: &str = "import os\nimport sys\n\ndef main():\n    print(1)\n\nmain()\n";

#[track_caller]
fn codes(before: &str, hunk: &str, after: &str) -> Vec<&'static str> {
    let patch = format!("--- a/f\n+++ b/f\n{hunk}");
    let receipt = applies(&[("f", before)], &patch, &[("f", after)]);
    receipt.diagnostics.iter().map(|note| note.code).collect()
}

#[test]
fn what_wrong_counts_make_an_added_empty_line_is_context_where_the_file_has_it() {
    let import = "import sys\n+import json\n\n def main():\n     print(1)\n";
    let print = " import sys\n\n def main():\n-    print(1)\n+    print(2)\n\n main()\n";
    let twice = MAIN.replace('1', "2");
    for (hunk, after) in [
        // One old line too few, and two.
        (format!("@@ -2,5 +2,6 @@\n{print}"), &twice),
        (format!("@@ -2,4 +2,6 @@\n{print}"), &twice),
        (
            format!("@@ -1,4 +1,6 @@\n import os\n {import}"),
            &MAIN.replace("sys", "sys\nimport json"),
        ),
        // The file has more lines now.
        (format!("@@ -7,5 +7,6 @@\n{print}"), &twice),
    ] {
        let codes = codes(MAIN, &hunk, after);
        assert!(codes.contains(&"blank_context") && !codes.contains(&"blank_added"), "{codes:?}");
    }
    // At the end of the hunk both may be as written.
    let hunk = "@@ -1,2 +1,5 @@\n a\n b\n\n+x\n+y\n";
    assert_eq!(codes("a\nb\n\n", hunk, "a\nb\n\nx\ny\n"), ["blank_context"]);
    // Amid lines that replace others the counts decide.
    let hunk = "@@ -1,3 +1,5 @@\n a\n-b\n-c\n+x\n+y\n\n+z\n";
    assert_eq!(codes("a\nb\nc\n\nd\n", hunk, "a\nx\ny\n\nz\n\nd\n"), ["blank_added"]);
    // Where the file lacks it, the counts say what it is.
    let hunk = "@@ -1,2 +1,4 @@\n a\n+x\n\n b\n";
    assert_eq!(codes("a\nb\n", hunk, "a\nx\n\nb\n"), ["blank_added"]);
}

#[test]
fn the_file_tells_what_empty_lines_are_where_wrong_counts_do_not() {
    let file = "import os\nimport sys\n\nmain()\n";
    let hunk = " import sys\n+import json\n+import re\n\n+A = 1\n\n+B = 2\n \n main()\n";
    let after = "import os\nimport sys\nimport json\nimport re\n\nA = 1\n\nB = 2\n\nmain()\n";
    for counts in ["-2,3 +2,9", "-2,9 +2,9", "-1,2 +1,3"] {
        let codes = codes(file, &format!("@@ {counts} @@\n{hunk}"), after);
        assert!(codes.contains(&"blank_added"), "{codes:?}");
    }
    // Or context, where the file has it.
    let hunk = "@@ -1,4 +1,4 @@\n a\n+x\n\n+y\n b\n";
    codes("a\n\nb\n", hunk, "a\nx\n\ny\nb\n");
    refuses_for(&[("f", "c\n")], &format!("--- a/f\n+++ b/f\n{hunk}"), &["nothing_similar"]);
}

#[test]
fn the_first_of_several_empty_lines_is_no_place() {
    let file = "import os\n\n\ndef first(x):\n    y = x + 1\n\n    z = y + 2\n    return z\n\n\ndef second(x):\n    return x\n";
    let patch =
        |chunks: &str| format!("*** Begin Patch\n*** Update File: f\n{chunks}*** End Patch\n");
    let front = "@@\n def first(x):\n-    y = x + 1\n+    y = x + 11\n";
    let added = "@@\n \n+def third(x):\n+    return 3\n+\n";
    refuses(&[("f", file)], &patch(&format!("{front}{added}")), &["ambiguous_context"]);
    refuses(&[("f", file)], &patch(added), &["ambiguous_context"]);
    refuses(&[("f", file)], &patch("@@ def first(x):\n \n+    w = 1\n"), &["ambiguous_context"]);
    // The order leaves one, or it is right behind the anchor.
    let last = "@@\n     y = x + 1\n \n-    z = y + 2\n+    z = y + 3\n     return z\n \n";
    let after = file.replace("z = y + 2", "z = y + 3");
    let third = after.replace("z\n\n\n", "z\n\n\ndef third(x):\n    return 3\n\n");
    applies(&[("f", file)], &patch(&format!("{last}{added}")), &[("f", &third)]);
    let os = file.replace("os\n\n", "os\n\nX = 1\n");
    applies(&[("f", file)], &patch("@@ import os\n \n+X = 1\n"), &[("f", &os)]);
}

#[test]
fn an_empty_line_between_hunks_is_none_of_their_lines() {
    // Both counts are one too high: no line that is added has the empty line beside it.
    let file = "func a() {\n\tone()\n\ttwo()\n}\n\nfunc b() {\n\tthree()\n\tfour()\n}\n";
    let after = file.replace("two()", "two(1)").replace("four()", "four(1)");
    let hunks = "@@ -1,4 +1,4 @@\n func a() {\n \tone()\n-\ttwo()\n+\ttwo(1)\n\n@@ -6,4 +6,4 @@\n func b() {\n \tthree()\n-\tfour()\n+\tfour(1)\n\n";
    applies(&[("f", file)], &unified(hunks), &[("f", &after)]);
    // Where the file has it, it is context; where the counts have it, it is added.
    let spaced = file.replace("()\n}", "()\n\n}");
    let new = after.replace("(1)\n}", "(1)\n\n}");
    applies(&[("f", &spaced)], &unified(hunks), &[("f", &new)]);
    let counted = hunks.replace("1,4 @@", "1,5 @@").replace("6,4 @@", "7,5 @@");
    let counted = counted.replace("-1,4", "-1,3").replace("-6,4", "-6,3").replace(",5 @@", ",4 @@");
    applies(&[("f", file)], &unified(&counted), &[("f", &new)]);
}

#[test]
fn what_is_added_inside_a_block_is_not_parted_from_it_as_the_next_block_is() {
    let file = "class A:\n    def f(self):\n        return 1\n\n\nclass B:\n    name = 1\n";
    let body = " class A:\n     def f(self):\n         return 1\n+\n+    def g(self):\n+        return 2\n \n class B:\n";
    let after = file.replace("return 1\n", "return 1\n\n    def g(self):\n        return 2\n");
    for patch in [opencode(&format!("@@\n{body}")), unified(&format!("@@ -1,5 +1,8 @@\n{body}"))] {
        applies(&[("f", file)], &patch, &[("f", &after)]);
    }
}

#[test]
fn an_empty_line_from_which_others_part_the_place_is_not_added() {
    let file = "\n// moved\none\ntwo\nthree\n";
    let hunk = "+zero\n \n one\n two\n";
    is_lost("one_line_differs", file, hunk);
    // Without it nothing else is meant.
    let dense = "// moved\none\ntwo\nthree\n";
    applies(&[("f", dense)], &both(hunk)[0], &[("f", &dense.replace("one", "zero\n\none"))]);
}

#[test]
fn an_empty_line_is_not_added_behind_a_line_that_goes_on() {
    let file = "RUN a && \\\n    b && \\\n    c\n\nRUN d\n";
    let hunk = " RUN a && \\\n     b && \\\n+    e && \\\n\n     c\n";
    is_lost("one_line_differs", file, hunk);
    // A line of TeX is ended so.
    let file = "a \\\\\nc\n";
    gives(file, " a \\\\\n+b \\\\\n\n c\n", "a \\\\\nb \\\\\n\nc\n");
}
