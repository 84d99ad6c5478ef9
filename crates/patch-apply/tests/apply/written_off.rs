//! Added lines that alone are one blank short, or one too deep in the place of another one.

use patch_apply::{Cause, Contract};

use crate::support::{applies, applies_under};
use crate::written::{bodies, is_refused_for, makes};

const RUST: &str =
    "fn a() {\n    b();\n    c();\n}\n\nfn d() {\n    e();\n    if f {\n        g();\n    }\n}\n";
const YAML: &str =
    "jobs:\n  test:\n    runs-on: ubuntu\n    steps:\n      - uses: checkout\n      - run: make\n";
const CLASS: &str = "class A {\n  a() {\n    return 1;\n  }\n}\n";

#[track_caller]
fn becomes(file: &str, hunk: &str, from: &str, to: &str) {
    makes(file, &[hunk], &file.replacen(from, to, 1));
}

#[test]
fn what_is_one_blank_short_is_as_deep_as_its_neighbours() {
    becomes(RUST, "     b();\n+   x();\n     c();\n", "    c();", "    x();\n    c();");
    becomes(
        RUST,
        "     b();\n+   if x {\n+       y();\n+   }\n     c();\n",
        "    c();",
        "    if x {\n        y();\n    }\n    c();",
    );
    // The first of a block, and the last.
    becomes(RUST, " fn d() {\n+   x();\n     e();\n", "    e();", "    x();\n    e();");
    becomes(RUST, "         g();\n+       x();\n     }\n", "g();\n", "g();\n        x();\n");
    becomes(
        YAML,
        "       - uses: checkout\n+     - name: Make\n+       run: make deps\n       - run: make\n",
        "      - run",
        "      - name: Make\n        run: make deps\n      - run",
    );
    becomes(
        YAML,
        " jobs:\n+ lint:\n+   runs-on: x\n   test:\n",
        "  test",
        "  lint:\n    runs-on: x\n  test",
    );
    // Nothing but a closer is as deep as the closer after it.
    becomes(
        CLASS,
        "   }\n+\n+ b() {\n+   return 2;\n+ }\n }\n",
        "  }\n}",
        "  }\n\n  b() {\n    return 2;\n  }\n}",
    );
}

#[test]
fn what_is_one_blank_off_is_as_deep_as_what_it_replaces() {
    for blanks in ["   ", "     "] {
        becomes(RUST, &format!("     b();\n-    c();\n+{blanks}x();\n }}\n"), "c();", "x();");
        let hunk = format!("   test:\n-    runs-on: ubuntu\n+{blanks}runs-on: mac\n     steps:\n");
        becomes(YAML, &hunk, "ubuntu", "mac");
    }
}

#[test]
fn no_key_is_as_deep_as_an_item() {
    let file = "a:\n  b:\n    - c: 1\n      d: 2\n  e:\n    f:\n        g: 3\n        h: 4\n";
    // An item before keys, and keys after an item.
    for added in ["+       - i: 1\n", "+       - i: 1\n+         j: 2\n"] {
        let written = added.replace("+ ", "");
        let hunk = format!("     f:\n{added}         g: 3\n");
        becomes(file, &hunk, "        g: 3", &format!("{written}        g: 3"));
    }
    becomes(
        file,
        "   b:\n     - c: 1\n+     x: 1\n+     y: 2\n       d: 2\n",
        "      d",
        "      x: 1\n      y: 2\n      d",
    );
}

#[test]
fn what_is_in_no_step_and_may_be_meant_stays() {
    let hunk = "     b();\n+   x();\n     c();\n";
    let after = RUST.replace("    c();", "   x();\n    c();");
    applies_under(Contract::Git, &[("f", RUST)], &bodies(&[hunk]), &[("f", &after)]);
    // All numbers are true.
    let numbered = format!("--- a/f\n+++ b/f\n@@ -2,2 +2,3 @@\n{hunk}");
    applies(&[("f", RUST)], &numbered, &[("f", &after)]);
    for (file, hunk, from, to) in [
        // The file has such lines.
        (
            "a {\n    b();\n   c();\n    d();\n}\n",
            "     d();\n+   e();\n }\n",
            "d();\n",
            "d();\n   e();\n",
        ),
        // It goes on with the line in front, where its bracket is.
        (
            "a {\n    f(b,\n        c);\n    d();\n}\n",
            "     f(b,\n+       x,\n         c);\n",
            "        c",
            "       x,\n        c",
        ),
        // Text, and a comment.
        ("## A\n\n1. one\n2. two\n    code\n", " 1. one\n+   more\n 2. two\n", "2.", "   more\n2."),
        (
            "/*\n    One.\n*/\na {\n    b();\n}\n",
            "     One.\n+   Two.\n */\n",
            "One.\n",
            "One.\n   Two.\n",
        ),
        // It is all that is changed.
        ("a {\n    b();\n    c();\n}\n", "-    b();\n+   b();\n     c();\n", "    b", "   b"),
    ] {
        becomes(file, hunk, from, to);
    }
    // One blank less may be meant as well as one more, also where that ends the blocks in front.
    is_refused_for(
        Cause::UnmappedIndentation,
        "a:\n  b:\n    c: 1\n    d: 2\n",
        "     c: 1\n+   e:\n+     f: 1\n     d: 2\n",
    );
    is_refused_for(
        Cause::UnmappedIndentation,
        "a:\n  b:\n    c: 1\n  d:\n    e: 1\n",
        "     c: 1\n+   f: 1\n   d:\n",
    );
}

#[test]
fn context_without_marks_is_told_beside_the_stars_of_comments() {
    let file = "interface A {\n    /**\n     * One.\n     */\n    one?: b;\n    /**\n     * Two.\n     */\n    two?: b;\n}\n";
    let added = "    /**\n     * New.\n     */\n    new?: b;\n";
    let marked: String = added.lines().map(|line| format!("+{line}\n")).collect();
    let after = file.replace("    one?: b;\n", &format!("    one?: b;\n{added}"));
    makes(file, &[&format!("     */\n    one?: b;\n{marked}    /**\n     * Two.\n")], &after);
    // All lines lost a blank.
    let short: String = added.lines().map(|line| format!("+{}\n", &line[1..])).collect();
    makes(file, &[&format!("     */\n    one?: b;\n{short}    /**\n     * Two.\n")], &after);
    // No old line is one of a comment.
    let file = "class A {\n  int b() {\n    return c;\n  }\n}\n";
    let added = "+  }\n+\n+  /**\n+   * Says.\n+   */\n+  int d() {\n+    return e;\n";
    let in_file = added.replace('+', "");
    let after = file.replace("return c;\n", &format!("return c;\n{in_file}"));
    makes(file, &[&format!("    return c;\n{added}  }}\n")], &after);
}

#[test]
fn a_blank_that_is_syntax_or_text_stays() {
    for (front, added, behind) in [
        // A field that is folded, and the value of a setting.
        ("Package: a\nDescription: short\n", " long text\n", "Arch: any\n"),
        ("Subject: a\n", " continued\n", "To: b\n"),
        ("BEGIN:VCARD\nNOTE:long\n", " er text\n", "END:VCARD\n"),
        ("[a]\nx = 1\n", " 2\n 3\n", "y = 2\n"),
        // Labels, and what is as one.
        (
            "class A : public B {\n  explicit A(int x);\n  ~A();\n  int size() const;\n\n",
            " private:\n",
            "  int size_;\n};\n",
        ),
        ("class A {\n", " public:\n", "  A();\n  int x_;\n};\n"),
        ("int f() {\n    a();\n", " out:\n", "    b();\n}\n"),
        // Text, and its lists and tables.
        ("= T\n\n", " literal line\n\n", "Text\nmore\n"),
        ("v1\n--\n- a\n", " - a2\n", "- b\n"),
        (".TH A\n.SH NAME\n", " bar\n", "foo\n"),
        ("One.\n", " Indented by one.\n", "Two.\nThree.\n"),
        ("a (1) x\n\n  * b\n\n", " -- Me <m>  date\n\n", "old\n"),
        ("Table\n\n  8 a\n  9 b\n", " 10 c\n", "\nEnd\n"),
        // Texts within code, and a patch.
        ("cat <<E\na\n", " c\n", "b\nE\n"),
        ("T = \"\"\"\na\n", " b\n", "b\n\"\"\"\nx = 1\n"),
        ("def f():\n    \"\"\"A.\n", "     indented\n", "    B.\n    \"\"\"\n"),
        ("a: |\n  x\n", "   z\n", "  y\nb: 1\n"),
        ("--- a\n+++ b\n@@ -1,2 +1,2 @@\n", " ctx\n", "-x\n+y\n"),
        // Lines that are aligned.
        ("int a[] = {\n    10, 20,\n", "     5,  6,\n", "    30, 40,\n};\n"),
        ("double a[] = {\n    -1.0, 2.0,\n", "     5.0, 6.0,\n", "    -3.0, 4.0,\n};\n"),
        ("SELECT a\nFROM t\n", " WHERE x = 1\n", "ORDER BY a;\n"),
        ("f x = y\n   where\n    y = x\n", "     + 1\n", "\ng = 1\n"),
        // What is in an element, and macros.
        ("<a>\n", " <b/>\n", "</a>\n<z>\n</z>\n"),
        ("\\begin{a}\n", " \\item w\n", "\\item x\n\\end{a}\n"),
    ] {
        let lines = |mark: &str, text: &str| -> String {
            text.lines().map(|line| format!("{mark}{line}\n")).collect()
        };
        let hunk = format!("{}{}{}", lines(" ", front), lines("+", added), lines(" ", behind));
        makes(&format!("{front}{behind}"), &[&hunk], &format!("{front}{added}{behind}"));
    }
}

#[test]
fn a_blank_that_no_format_explains_is_not_written() {
    for (file, hunk, from, to) in [
        // Keys of YAML, and an item that would be text of the one before.
        ("a:\n- b\n- c\n", " - b\n+ - d\n+ - e\n - c\n", "- c", "- d\n- e\n- c"),
        // A stream in code is no heredoc.
        (
            "a {\n    cout << b;\n    c();\n}\n",
            "     cout << b;\n+     x();\n+     y();\n     c();\n",
            "    c()",
            "    x();\n    y();\n    c()",
        ),
        // The heredoc before it is closed.
        (
            "cat <<E\na\nE\nif b; then\n    c\n    d\nfi\n",
            "     c\n+     x $a\n+     y $a\n     d\n",
            "    d",
            "    x $a\n    y $a\n    d",
        ),
    ] {
        makes(file, &[hunk], &file.replacen(from, to, 1));
    }
}

#[test]
fn an_item_with_a_star_that_lost_its_blank_gets_it_as_all_lines_do() {
    let item = |name: &str| format!(" * The {name} failed\n   to rename.\n\n");
    let file = item("first") + &item("second") + &item("third");
    let hunk = " * The first failed\n   to rename.\n \n-* The second failed\n+* The last failed\n   to rename.\n";
    becomes(&file, hunk, "second", "last");
    let hunk =
        "-* The second failed\n+* The last failed\n+  to\n   to rename.\n \n * The third failed\n";
    becomes(&file, hunk, "second failed\n", "last failed\n   to\n");
}
