//! Where that ends which an anchor opens or heads: a neighbour is not changed for what was moved,
//! and what is inside is.

use crate::support::{applies, opencode, refuses};

/// Applies a chunk that replaces the one line of a file that it removes.
#[track_caller]
fn changes(file: &str, chunk: &str) {
    let line = |sign: char| chunk.lines().find_map(|line| line.strip_prefix(sign)).unwrap();
    let [old, new] = ['-', '+'].map(|sign| format!("{}\n", line(sign)));
    assert_eq!(file.matches(&old).count(), 1, "{old} is once in {file}");
    applies(&[("f", file)], &opencode(chunk), &[("f", &file.replace(&old, &new))]);
}

#[track_caller]
fn leaves(file: &str, chunk: &str) {
    refuses(&[("f", file)], &opencode(chunk), &["context_not_found"]);
}

/// Functions with a string of several lines at the margin, each an anchor, its last line, and the
/// function after it.
const STRINGS: [(&str, &str, &str, &str); 9] = [
    ("def f(self):", "    x = \"\"\"\\\na\n    b\nc\n\"\"\"\n", "    check(x)\n", "def g(self):"),
    ("def f(self):", "    '''Says.\n\nIt's \"so.\n'''\n", "    check(x)\n", "def g(self):"),
    (
        "fn f() {",
        "    let x = r#\"\nkey = \"1\"\n[table]\n\"#;\n",
        "    check(x);\n}\n",
        "fn g() {",
    ),
    ("fn f() {", "    let x = \"\nkey = 1\n[table]\n\";\n", "    check(x);\n}\n", "fn g() {"),
    ("func F() {", "\tx := `\nSELECT *\nFROM t\n`\n", "\tcheck(x)\n}\n", "func G() {"),
    (
        "it(\"f\", () => {",
        "  x(g(`\na ${b(`c`)}\n`));\n",
        "  check(x);\n});\n",
        "it(\"g\", () => {",
    ),
    ("function f() {", "    $x = <<<EOT\ndon't\nEOT;\n", "    check($x);\n}\n", "function g() {"),
    ("f() {", "  cat > x <<-'EOF'\n[a]\nb() {\nEOF\n", "  check x\n}\n", "g() {"),
    ("int f(void)\n{", "    x = \"a\"\n\"b\"\n\"c\";\n", "    check(x);\n}\n", "int g(void)\n{"),
];

#[test]
fn lines_of_a_string_at_the_margin_end_nothing() {
    for (own, string, rest, other) in STRINGS {
        let line = rest.lines().next().unwrap();
        let anchor = own.lines().next().unwrap();
        let chunk = format!("@@ {anchor}\n-{line}\n+{line} // new\n");
        let next = rest.replace("check", "other");
        changes(&format!("{own}\n{string}{rest}\n{other}\n{string}{next}"), &chunk);
        // The line has gone from what the anchor opens, and the next function has it.
        leaves(&format!("{own}\n{string}{next}\n{other}\n{string}{rest}"), &chunk);
    }
}

#[test]
fn what_is_no_clear_string_hides_no_neighbour() {
    for (own, lines, rest, other) in [
        ("def f(self):", "    # don't say \"\"\"\n", "    check(x)\n", "def g(self):"),
        ("def f(self):", "    \"\"\"Says.\"\"\"\n    x = 5'\n", "    check(x)\n", "def g(self):"),
        (
            "fn f<'a>(x: &'a str) {",
            "    // it's `x\n",
            "    check(x);\n}\n",
            "fn g<'a>(x: &'a str) {",
        ),
        ("function f() {", "  x.replace(/\"/g, /`/);\n", "  check(x);\n}\n", "function g() {"),
        ("int f() {", "  cout << A;\n  x = '\"';\n", "  check(x);\n}\n", "int g() {"),
    ] {
        let line = rest.lines().next().unwrap();
        let chunk = format!("@@ {own}\n-{line}\n+{line} // new\n");
        let next = rest.replace("check", "other");
        changes(&format!("{own}\n{lines}{rest}\n{other}\n{lines}{next}"), &chunk);
        leaves(&format!("{own}\n{lines}{next}\n{other}\n{lines}{rest}"), &chunk);
    }
}

#[test]
fn what_a_bracket_opens_ends_at_the_bracket_that_closes_it() {
    let class = |name: &str, lines: &str| {
        format!("class {name}\n{{\npublic:\n    void f();\n\nprivate:\n{lines}}};\n\n")
    };
    let own = "    int y;\n    int z;\n";
    let chunk = |anchor: &str| format!("@@ {anchor}\n     int y;\n-    int z;\n+    long z;\n");
    changes(&(class("A", own) + &class("B", "    int w;\n")), &chunk("class A"));
    leaves(&(class("A", "    int w;\n") + &class("B", own)), &chunk("class A"));
    // Contents of a namespace at the margin, with brackets in strings, comments and conditions.
    let classes = class("A", "    char c = '{'; // {\n") + &class("B", own);
    let space = |name: &str, text: &str| format!("namespace {name}\n{{\n{text}}}\n\n");
    let other = class("C", "    int w;\n");
    changes(&(space("a", &classes) + &space("b", &other)), &chunk("namespace a"));
    leaves(&(space("b", &other) + &space("a", &classes)), &chunk("namespace b"));
    let branches = "#if X\nstruct D : A {\n#else\nstruct D : B {\n#endif\n    int d;\n};\n\n";
    leaves(&(space("a", branches) + &class("B", own)), &chunk("namespace a"));
}

#[test]
fn what_is_between_fences_heads_nothing() {
    for lines in ["[dependencies]\na = 1\n", "# comment\nmake\n", "## b\n"] {
        let file =
            format!("# T\n\n## A\n\n```\n{lines}```\n\nLook for:\n\n- the guide\n\n## B\n\n");
        let change = "-- the guide\n+- the book\n";
        for anchor in ["# T", "## A"] {
            changes(&file, &format!("@@ {anchor}\n{change}"));
        }
        let moved = file.replace("- the guide\n\n", "- a\n\n") + "- the guide\n";
        leaves(&moved, &format!("@@ ## A\n{change}"));
    }
    let file = "# T\n\n[![a](b)](c)\n\nText.\n\n## A\n\nText.\n";
    changes(file, "@@ # T\n-## A\n+## B\n");
}

#[test]
fn a_chunk_may_begin_with_the_heading_behind_what_the_anchor_heads() {
    let file = "# T\n\n## A\n\ntext\n\n## B\n\nmore\n\n## C\n\nlast\n";
    let added = "@@ ## A\n+## New\n+\n ## B\n";
    applies(&[("f", file)], &opencode(added), &[("f", &file.replace("## B", "## New\n\n## B"))]);
    changes(file, "@@ ## A\n-## B\n+## Other\n");
    // Not with one further down, nor with what that heads.
    leaves(file, "@@ ## A\n-more\n+other\n");
    leaves(file, "@@ ## A\n-## C\n+## Other\n");
}

#[test]
fn a_comment_above_a_section_leads_up_to_it() {
    for note in ["# a note", "; a note"] {
        let file = format!("{note}\n\n[a]\nx = 1\ny = 2\n\n[b]\nz = 3\n");
        changes(&file, &format!("@@ {note}\n-y = 2\n+y = 3\n"));
        leaves(&file, &format!("@@ {note}\n-z = 3\n+z = 4\n"));
    }
}

#[test]
fn what_is_between_a_heading_and_its_bracket_opens_nothing() {
    let method = |name: &str| format!("    #[{name}]\n    fn {name}(&self) -> usize {{\n    }}\n");
    let own = format!("impl<I> A<I>\nwhere\n    I: B,\n{{\n{}}}\n\n", method("a"));
    let chunk = "@@ #[a]\n-    fn a(&self) -> usize {\n+    fn a(&self) -> u8 {\n";
    changes(&own, chunk);
    let moved = own.replace("fn a", "fn b") + "impl C {\n    fn a(&self) -> usize {\n    }\n}\n";
    leaves(&moved, chunk);
}

#[test]
fn a_deeper_line_with_the_words_of_the_anchor_may_be_meant() {
    for (file, chunk) in [
        (
            ".btn {\n  color: red;\n}\n\n@media print {\n  .btn {\n    color: black;\n    margin: 0;\n  }\n}\n",
            "@@ .btn {\n-    color: black;\n+    color: white;\n",
        ),
        (
            "env:\n  A: 1\n\njobs:\n  test:\n    env:\n      B: 2\n      C: 3\n    steps:\n",
            "@@ env:\n       B: 2\n-      C: 3\n+      C: 4\n",
        ),
        (
            "fn new() -> A {\n    A\n}\n\nimpl B {\n    fn new() -> A {\n        let b = B;\n        b.a()\n    }\n}\n",
            "@@ fn new() -> A {\n-        let b = B;\n+        let b = B(1);\n         b.a()\n",
        ),
    ] {
        changes(file, chunk);
        // In what has other words, or as deep as what the anchor opens.
        let anchor = chunk.lines().next().unwrap().strip_prefix("@@ ").unwrap();
        let at = file.rfind(anchor).unwrap();
        leaves(&[&file[..at], "other_", &file[at..]].concat(), chunk);
    }
    let file = "fn new() {\n    a(1);\n}\n\nimpl B {\n  fn new() {\n    let b = B;\n  }\n}\n";
    leaves(file, "@@ fn new() {\n-    let b = B;\n+    let b = C;\n");
}

#[test]
fn a_section_is_added_behind_the_one_that_the_anchor_heads() {
    for (file, anchor, added, rest) in [
        ("[a]\nx = 1\n\n[b]\ny = 2\n", "[b]", "\n[c]\nz = 3\n", ""),
        ("[a]\nx = 1\n", "[a]", "\n[c]\nz = 3\n", "\n[b]\ny = 2\n"),
        ("[a]\nx = 1\n\n", "[a]", "[c]\nz = 3\n\n", "[b]\ny = 2\n"),
        ("[a]\nx = 1\n", "[a]", "\n[c]\nz = 3\n", "\n# of b\n[b]\ny = 2\n"),
        ("# T\n\n## A\n\ntext\n", "## A", "\n## New\n\nwords\n", "\n## B\n"),
        ("# T\n\n## A\n\ntext\n\n### b\n\nc\n", "## A", "\n## New\n", "\n# U\n"),
    ] {
        let lines: String = added.lines().map(|line| format!("+{line}\n")).collect();
        let patch = opencode(&format!("@@ {anchor}\n{lines}"));
        let expected = [file, added, rest].concat();
        applies(&[("f", &[file, rest].concat())], &patch, &[("f", &expected)]);
    }
    // What begins in the section and goes on with another one parts it; so does code between a
    // comment and what that is of.
    for (file, chunk) in [
        ("[a]\nx = 1\n", "@@ [a]\n+w = 1\n+\n+[b]\n+y = 2\n"),
        ("/* Buttons */\n.btn {\n  x: y;\n}\n", "@@ /* Buttons */\n+.link {\n+  z: q;\n+}\n"),
        ("# Says a.\ndef a():\n    b()\n", "@@ # Says a.\n+def c():\n+    d()\n"),
    ] {
        refuses(&[("f", file)], &opencode(chunk), &["ambiguous_context"]);
    }
}

#[test]
fn lines_are_added_behind_what_documents_the_anchor() {
    for text in ["\"\"\"Says.\"\"\"\n", "r'''Says.\n\n    More.\n    '''\n"] {
        let file = |added: &str| {
            format!("class A:\n    def f(self):\n        {text}{added}        return self.x\n")
        };
        let chunk = opencode("@@ def f(self):\n+        self.check()\n");
        let expected = file("        self.check()\n");
        applies(&[("f", &file(""))], &chunk, &[("f", &expected)]);
    }
}
