//! Blanks after the marks of lines, of all or of some of them: what is added follows the file.

use patch_apply::{Cause, Contract};

use crate::support::{applies, applies_under};
use crate::written::{bodies, is_refused_for, makes};

/// The files that the added lines make, each hunk with a blank too many before the lines that
/// have one of the marks.
#[track_caller]
fn makes_marked(marks: &str, before: &str, hunks: &[&str], after: &str) {
    let marked = |line: &str| {
        let (mark, rest) = line.split_at(1);
        let blank = if marks.contains(mark) && !rest.is_empty() { " " } else { "" };
        format!("{mark}{blank}{rest}\n")
    };
    let hunks: Vec<String> = hunks.iter().map(|hunk| hunk.lines().map(marked).collect()).collect();
    let hunks: Vec<&str> = hunks.iter().map(String::as_str).collect();
    makes(before, &hunks, after);
}

const CLASS: &str =
    "class A:\n    def f(self):\n        return 1\n\n    def g(self):\n        return 2\n";

#[test]
fn a_blank_too_many_in_front_of_the_context_alone_is_none_of_the_added_lines() {
    let hunks = [
        // In the place of a removed line, as the other hunks are, or told by the steps of the file.
        "     def f(self):\n-        return 1\n+        return 3\n",
        "         return 2\n+\n+    def h(self):\n+        return 4\n",
    ];
    let after = CLASS.replace("return 1", "return 3") + "\n    def h(self):\n        return 4\n";
    makes_marked(" ", CLASS, &hunks, &after);
    makes_marked(" ", CLASS, &hunks[1..], &after.replace("return 3", "return 1"));
    // All lines have it.
    makes_marked(" +-", CLASS, &hunks, &after);
    makes_marked(" +", CLASS, &hunks[1..], &after.replace("return 3", "return 1"));
    // What goes on with an added line is where its bracket is.
    let call = "         return 2\n+        go(a,\n+           b)\n";
    let after = format!("{CLASS}        go(a,\n           b)\n");
    makes_marked(" ", CLASS, &[call], &after);
    makes_marked(" +", CLASS, &[call], &after);
    // Tabs.
    let file = "a {\n\tb();\n}\nc {\n\td();\n}\n";
    let hunk = " \tb();\n+\te();\n }\n";
    let after = file.replace("b();\n", "b();\n\te();\n");
    makes_marked(" ", file, &[hunk], &after);
    makes_marked(" +", file, &[hunk], &after);
    // A removed line at the margin has no blank too many, so that the added ones have none.
    let hunk = " class A:\n     def f(self):\n+        go()\n         return 1\n";
    makes_marked(
        " ",
        CLASS,
        &[hunk],
        &CLASS.replace("        return 1", "        go()\n        return 1"),
    );
}

#[test]
fn two_blanks_too_many_in_front_of_the_context_alone_are_none_of_the_added_lines() {
    let added = "+\n+    def h(self):\n+        return 4\n";
    let after = format!("{CLASS}\n    def h(self):\n        return 4\n");
    for blanks in ["  ", "   "] {
        let front = format!(" {blanks}    def g(self):\n {blanks}        return 2\n");
        makes(CLASS, &[&format!("{front}{added}")], &after);
        // All lines have them.
        let moved = added.replace("+    ", &format!("+{blanks}    "));
        makes(CLASS, &[&format!("{front}{moved}")], &after);
    }
    let file = "class A {\n    int a() {\n        return 1;\n    }\n}\n";
    makes(
        file,
        &["           return 1;\n       }\n+    int b() {\n+        return 2;\n+    }\n   }\n"],
        &file.replace("    }\n}", "    }\n    int b() {\n        return 2;\n    }\n}"),
    );
    // A step of the file: what is added moves with the context.
    let file = "a:\n  b:\n    c: 1\n  d:\n    e: 2\n";
    makes(
        file,
        &["     b:\n       c: 1\n+      f: 3\n     d:\n"],
        &file.replace("    c: 1\n", "    c: 1\n    f: 3\n"),
    );
}

#[test]
fn added_lines_of_which_some_have_a_blank_too_many_are_refused() {
    is_refused_for(
        Cause::UnmappedIndentation,
        CLASS,
        "      def f(self):\n+        a()\n          return 1\n+         b()\n  \n",
    );
}

#[test]
fn an_empty_line_behind_a_mark_and_a_blank_is_empty() {
    makes(
        CLASS,
        &[
            "  class A:\n      def f(self):\n-         return 1\n+         return 3\n+ \n+     def h(self):\n+         return 4\n  \n      def g(self):\n",
        ],
        &CLASS.replace("return 1\n", "return 3\n\n    def h(self):\n        return 4\n"),
    );
    // As deep as the rest is too deep.
    makes(
        CLASS,
        &["         def f(self):\n+            a()\n+    \n             return 1\n"],
        &CLASS.replace("        return 1", "        a()\n\n        return 1"),
    );
}

#[test]
fn a_blank_behind_the_marks_of_changed_lines_alone_is_none_of_theirs() {
    // Another hunk shows it; stars are a blank after a step.
    let file = "/**\n * One.\n * Two.\n */\na();\n\n/**\n * Three.\n *\n * Four.\n */\n";
    makes(
        file,
        &[
            " /**\n  * One.\n-  * Two.\n+  * 2.\n  */\n",
            "  * Three.\n  *\n+  * More.\n+  *\n  * Four.\n",
        ],
        &file.replace("Two", "2").replace(" * Four", " * More.\n *\n * Four"),
    );
    // None does: the place says it.
    let file = "a {\n    b();\n}\n\nc {\n    d();\n    e();\n}\n";
    for (hunk, from, to) in [
        (" }\n \n+ x {\n+     y();\n+ }\n+ \n c {\n", "c {", "x {\n    y();\n}\n\nc {"),
        ("     d();\n+     x();\n+     y();\n     e();\n", "    e", "    x();\n    y();\n    e"),
        (
            " c {\n+     if x:\n+         y();\n     d();\n",
            "    d",
            "    if x:\n        y();\n    d",
        ),
    ] {
        makes(file, &[hunk], &file.replace(from, to));
    }
    let comment = "/**\n * One.\n */\na();\n";
    makes(
        comment,
        &[" /**\n  * One.\n+  * Two.\n  */\n"],
        &comment.replace("One.\n", "One.\n * Two.\n"),
    );
    let tabs = "a {\n\tb();\n\tc();\n}\n";
    makes(
        tabs,
        &[" \tb();\n+ \tx();\n+ \ty();\n \tc();\n"],
        &tabs.replace("\tc", "\tx();\n\ty();\n\tc"),
    );
    // Of one line alone nobody knows; of one in each of two hunks one does.
    is_refused_for(Cause::UnmappedIndentation, file, "     d();\n+     x();\n     e();\n");
    makes(
        file,
        &["     b();\n+     x();\n }\n", "     d();\n+     x();\n     e();\n"],
        &file.replace("b();\n", "b();\n    x();\n").replace("d();\n", "d();\n    x();\n"),
    );
}

#[test]
fn stars_of_comments_are_no_lines_with_a_blank_too_many() {
    let file = "class A {\n  a() {\n    b();\n  }\n\n  /**\n   * Says.\n   */\n  c() {\n    d();\n  }\n}\n";
    makes(
        file,
        &["   }\n \n+   x() {\n+     y();\n+   }\n+\n   /**\n"],
        &file.replace("  /**", "  x() {\n    y();\n  }\n\n  /**"),
    );
}

#[test]
fn an_empty_line_is_written_without_blanks_where_the_file_has_no_such_lines() {
    // A line of context lost its mark, and all have a blank too many.
    let file = "#import a\n#import b\n#import c\n";
    let hunk = "  #import a\n+ #import x\n+ \n #import b\n  #import c\n";
    let after = file.replace("#import b", "#import x\n\n#import b");
    makes(file, &[hunk], &after);
    // Whatever the old lines show.
    let shifted = "     def f(self):\n-    return 1\n+    x()\n+    \n+    return 3\n";
    makes(CLASS, &[shifted], &CLASS.replace("return 1", "x()\n\n        return 3"));
    // Where the file has lines of blanks alone, or the hunk matches as it is, they are meant.
    let blanks = "def g():\n    \n    return 2\n";
    let written = CLASS.replace("return 1", "x()\n    \n        return 3");
    makes(&format!("{CLASS}{blanks}"), &[shifted], &format!("{written}{blanks}"));
    makes(
        CLASS,
        &["     def f(self):\n-        return 1\n+        x()\n+    \n+        return 3\n"],
        &written,
    );
}

#[test]
fn a_blank_in_front_of_a_line_of_code_at_the_margin_is_not_written() {
    let python = "import os\nimport re\n\nfrom a import b\n\n\ndef f(x):\n    return x\n";
    for (hunk, from, to) in [
        (" import re\n+ import sys\n \n from a import b\n", "re\n", "re\nimport sys\n"),
        ("+ import ast\n import os\n", "import os", "import ast\nimport os"),
        (" \n+ x = 1\n+ y = 2\n+ \n \n def f(x):\n", "\ndef", "x = 1\ny = 2\n\n\ndef"),
    ] {
        makes(python, &[hunk], &python.replacen(from, to, 1));
    }
    let rust = "use a;\n\n/**\n * Says.\n */\npub fn b() {\n    c();\n}\n";
    makes(rust, &[" use a;\n+ use b;\n"], &rust.replace("a;", "a;\nuse b;"));
    makes(rust, &["  */\n+ #[inline]\n pub fn b() {\n"], &rust.replace("pub", "#[inline]\npub"));
    // The file has such a line; or it is text, or goes on with the line before.
    let as_written = |file: &str, hunk: &str, from: &str, to: &str| {
        makes(file, &[hunk], &file.replacen(from, to, 1));
    };
    let file = "import os\nif x:\n y()\nimport re\n";
    as_written(file, " import re\n+ import sys\n", "re\n", "re\n import sys\n");
    as_written(
        "Some words.\nMore of them.\n",
        " Some words.\n+ And these\n",
        "s.\n",
        "s.\n And these\n",
    );
    as_written("a = b +\nd = 1\n", " a = b +\n+ c\n d = 1\n", "+\n", "+\n c\n");
    as_written("f(a,\nd);\n", " f(a,\n+ c,\n d);\n", "a,\n", "a,\n c,\n");
}

#[test]
fn one_blank_that_may_be_meant_stays() {
    let file = "a {\n    b();\n}\n\nc {\n    d();\n    e();\n}\n";
    let as_written = |file: &str, hunk: &str, after: &str| makes(file, &[hunk], after);
    // Git takes a patch at its word.
    let (hunk, after) =
        ("     d();\n+     x();\n     e();\n", file.replace("    e", "     x();\n    e"));
    applies_under(Contract::Git, &[("f", file)], &bodies(&[hunk]), &[("f", &after)]);
    // So is one taken whose numbers are true.
    let numbered = format!("--- a/f\n+++ b/f\n@@ -6,2 +6,3 @@\n{hunk}");
    applies(&[("f", file)], &numbered, &[("f", &after)]);
    // Folded lines are a blank deep.
    as_written(
        "Name: a\n  b\nText: short\n",
        " Text: short\n+ This is\n+ long.\n",
        "Name: a\n  b\nText: short\n This is\n long.\n",
    );
    // Not where they are, and its counts are not, or where it is read otherwise.
    let mended = file.replace("    e", "    x();\n    y();\n    e");
    let miscounted =
        numbered.replace("2,3", "2,9").replace("+     x();\n", "+     x();\n+     y();\n");
    applies(&[("f", file)], &miscounted, &[("f", &mended)]);
    let viewed =
        "--- a/f\n+++ b/f\n@@ -6,2 +6,4 @@\n 6|     d();\n+     x();\n+     y();\n 7|     e();\n";
    applies(&[("f", file)], viewed, &[("f", &mended)]);
    // A removed line shows how the lines are marked, in another hunk as well.
    makes(
        file,
        &["-    b();\n+    b(1);\n }\n", "     d();\n+     x();\n     e();\n"],
        &after.replace("b()", "b(1)"),
    );
    // Some of the added lines are in the steps of the file.
    makes(
        file,
        &[" \n+x\n c {\n", "     d();\n+     x();\n     e();\n"],
        &after.replace("\nc {", "\nx\nc {"),
    );
    as_written(
        file,
        "     d();\n+     x();\n+    y();\n     e();\n",
        &file.replace("    e", "     x();\n    y();\n    e"),
    );
    // The file has such lines, or the text of a comment and items of lists are such.
    let other = "a {\n    b();\n     x();\n    c();\n}\n";
    as_written(other, "     c();\n+     y();\n }\n", &other.replace('}', "     y();\n}"));
    as_written("/*\n*/\na();\n", " /*\n+ Says.\n */\n", "/*\n Says.\n*/\na();\n");
    as_written("a\n\nb\n", " a\n+ - c\n \n b\n", "a\n - c\n\nb\n");
    as_written("(a\n)\n", " (a\n+ b\n )\n", "(a\n b\n)\n");
    // A star of a comment is a blank deeper than what opens it.
    as_written("/**\n */\na();\n", " /**\n+ * Says.\n  */\n", "/**\n * Says.\n */\na();\n");
}

#[test]
fn a_blank_before_what_is_beside_its_like_at_the_margin_is_not_written() {
    for (file, hunk, from, to) in [
        // No line of the file is deeper.
        (
            "target\nnode_modules\ndist\n",
            " node_modules\n+ .venv\n+ build\n dist\n",
            "dist",
            ".venv\nbuild\ndist",
        ),
        ("A=1\nB=2\nC=3\n", " C=3\n+ D=4\n", "3\n", "3\nD=4\n"),
        // It is built as one beside it.
        ("1,Ann\n2,Bob\n", " 2,Bob\n+ 3,Cid\n", "Bob\n", "Bob\n3,Cid\n"),
        (
            "// A copy.\n// For one: f().\nint f() {\n    return 2;\n}\n",
            " // For one: f().\n+ // If there is none,\n+ // the path.\n int f() {\n",
            "int",
            "// If there is none,\n// the path.\nint",
        ),
        ("AR ?= ar\nCC ?= cc\n\nall:\n\tcc\n", " CC ?= cc\n+ CP ?= cp\n", "cc\n", "cc\nCP ?= cp\n"),
    ] {
        makes(file, &[hunk], &file.replacen(from, to, 1));
    }
    // The file has such lines, or too few to tell.
    for (file, hunk, from, to) in [
        ("Name: a\n b: c\nText: d\n", " Text: d\n+ e: f\n", "d\n", "d\n e: f\n"),
        ("One,\nword\n", " word\n+ more\n", "word\n", "word\n more\n"),
    ] {
        makes(file, &[hunk], &file.replacen(from, to, 1));
    }
}

#[test]
fn a_removed_line_shows_that_there_is_a_blank_behind_the_marks_of_changed_lines() {
    let file = "#!/bin/sh\n\n# A script.\n# It is long.\nset -e\n\n# Not so in any\n\nLANG=C\n";
    let after = file.replace("# A script.\n", "").replace("any\n", "any\n# environment.\n");
    // No tool that counts lines puts a blank there: the numbers are true by chance.
    let patch = "--- a/f\n+++ b/f\n@@ -1,4 +1,3 @@\n #!/bin/sh\n \n- # A script.\n # It is long.\n@@ -7,3 +6,4 @@\n # Not so in any\n+ # environment.\n \n LANG=C\n";
    applies(&[("f", file)], patch, &[("f", &after)]);
    // Deeper than the margin, at a depth that other units explain as well.
    for step in ["\t", "    "] {
        let file = format!("a {{\n{step}b();\n{step}c();\n}}\n\nd {{\n{step}e();\n}}\n");
        let removal = format!(" a {{\n- {step}b();\n {step}c();\n");
        let left = file.replacen(&format!("{step}b();\n"), "", 1);
        let insertion = format!(" d {{\n+ {step}x();\n {step}e();\n");
        let after = left.replace("d {\n", &format!("d {{\n{step}x();\n"));
        makes(&file, &[&removal, &insertion], &after);
    }
}

#[test]
fn what_is_a_blank_too_deep_and_ends_the_block_in_front_is_at_the_margin() {
    for (file, hunk, from, to) in [
        // What is after is in what is added.
        (
            "a:\n\tone\n\nb:\n\ttwo\n\tthree\n",
            " \ttwo\n+\n+ c: d\n+ \tfour\n \tthree\n",
            "\tthree",
            "\nc: d\n\tfour\n\tthree",
        ),
        (
            "class A:\n    x: int\n\n    def f(self): ...\n",
            "     x: int\n \n+ T = g(1)\n+\n+ class B:\n+     y: int\n     def f(self): ...\n",
            "    def",
            "T = g(1)\n\nclass B:\n    y: int\n    def",
        ),
        // A comment, and what has a name with a dash.
        (
            "\n\"\"\"\nSays.\n\"\"\"\nif a:\n    b()\n",
            "+ # One.\n+ # Two.\n \n \"\"\"\n",
            "\n\"",
            "# One.\n# Two.\n\n\"",
        ),
        (
            "[a]\nb = [\n  1,\n]\nversion = 1\n",
            " ]\n+ default-c = 2\n+\n+ [d]\n version = 1\n",
            "version",
            "default-c = 2\n\n[d]\nversion",
        ),
        // A comment that ends, and a bracket that opens a block, begin no text.
        (
            "if (a) {\n  b();\n}\n/* c */\nd();\n",
            " /* c */\n+ #undef E\n+ #undef F\n d();\n",
            "d();",
            "#undef E\n#undef F\nd();",
        ),
        (
            "f()\n{\n  a();\n  b();\n}\n",
            " {\n+   c();\n+   d();\n   a();\n",
            "  a",
            "  c();\n  d();\n  a",
        ),
        // Several lines of code after one, and what is below a comment.
        (
            "if(A)\n  set(b)\nendif()\n  c()\nendif()\n",
            " endif()\n+ set(d)\n+\n+ if(E)\n   c()\n",
            "  c()",
            "set(d)\n\nif(E)\n  c()",
        ),
        (
            "a()\n  b()\n# So:\n#   c()\n",
            " # So:\n+ #\n+ # d\n #   c()\n",
            "#   c",
            "#\n# d\n#   c",
        ),
        // What opens the line after, and blanks and a tab.
        (
            "jobs:\n  a:\n    steps:\n          profile: b\n",
            "     steps:\n+       - name: c\n+         with:\n           profile: b\n",
            "          p",
            "      - name: c\n        with:\n          p",
        ),
        (
            "a {\n\tb {\n\t    c\n\t}\n}\n",
            " \tb {\n+ \t    d\n+ \t    e\n \t    c\n",
            "\t    c",
            "\t    d\n\t    e\n\t    c",
        ),
        // A key after an item.
        (
            "steps:\n  - name: a\n      with: b\n  - name: c\n    uses: d\n",
            "   - name: a\n+     uses: e\n+     if: f\n       with: b\n",
            "      with",
            "    uses: e\n    if: f\n      with",
        ),
    ] {
        makes(file, &[hunk], &file.replacen(from, to, 1));
    }
    // Other hunks show it: what is as deep as both lines beside it is so, whatever the steps are.
    let file = "void f(int a,\n       int c) {\n  d();\n}\n";
    makes(
        file,
        &[" void f(int a,\n+        int b,\n        int c) {\n", "-   d();\n+   e();\n }\n"],
        &file.replace("a,\n", "a,\n       int b,\n").replace("d();", "e();"),
    );
    // Where outer context differs as well.
    let file = "a {\n    b();\n    c();\n    d();\n    e();\n}\n";
    makes(
        file,
        &["     b();\n     c();\n+     y();\n+     z();\n     d();\n     x();\n"],
        &file.replace("    d", "    y();\n    z();\n    d"),
    );
}

#[test]
fn a_blank_in_front_of_a_tab_is_not_written() {
    let file = "if a {\n    if b {\n\tc\n    }\n}\n";
    is_refused_for(Cause::UnmappedIndentation, file, "     if b {\n+ \td\n \tc\n");
    is_refused_for(Cause::UnmappedIndentation, file, "-    if b {\n+ \tif d {\n \tc\n");
    // The file has such lines, or the patch is true.
    let other = file.replace("\tc", " \tc");
    makes(&other, &["     if b {\n+ \td\n  \tc\n"], &other.replace(" \tc", " \td\n \tc"));
    let numbered = "--- a/f\n+++ b/f\n@@ -2,2 +2,3 @@\n     if b {\n+ \td\n \tc\n";
    applies(&[("f", file)], numbered, &[("f", &file.replace("\tc", " \td\n\tc"))]);
}

#[test]
fn points_of_a_list_are_no_stars_of_a_comment() {
    let file = "# How\n\n1. Install\n   * download it\n   * unpack it\n   * run it\n\n2. Go\n";
    let points = "   * unpack it\n";
    for added in ["   - as root\n", "   * check it\n", "\n   Check it first:\n\n   x\n\n"] {
        let lines: String = added.lines().map(|line| format!("+{line}\n")).collect();
        let hunk = format!("    * unpack it\n{lines}    * run it\n");
        makes(file, &[&hunk], &file.replace(points, &format!("{points}{added}")));
    }
    // Text of a comment without a star.
    let file = "/**\n * One.\n * Two.\n */\na();\n";
    makes(file, &["  * One.\n+ More.\n  * Two.\n"], &file.replace("One.\n", "One.\n More.\n"));
}

#[test]
fn the_blank_behind_the_mark_of_every_line_of_a_new_file_is_none_of_its() {
    let lines = "+ import os\n+ \n+ def f():\n+     return 1\n";
    let file = "import os\n\ndef f():\n    return 1\n";
    let envelope = format!("*** Begin Patch\n*** Add File: f\n{lines}*** End Patch\n");
    let receipt = applies(&[], &envelope, &[("f", file)]);
    let mapping = receipt.files[0].hunks[0].mapping.as_deref();
    assert_eq!(mapping, Some("indentation: -1"));
    let uncounted = format!("--- /dev/null\n+++ b/f\n@@\n{lines}");
    applies(&[], &uncounted, &[("f", file)]);
    // A patch that a tool made has the lines of the file.
    let counted = format!("--- /dev/null\n+++ b/f\n@@ -0,0 +1,4 @@\n{lines}");
    applies(&[], &counted, &[("f", " import os\n \n def f():\n     return 1\n")]);
}
