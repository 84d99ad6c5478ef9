//! Added lines that lost their indentation, all of them or the first alone, and such as are meant at the
//! margin.

use patch_apply::{Cause, Contract};

use crate::support::{applies, applies_under};
use crate::written::{is_refused_for, makes};
use crate::written_damaged::{PLAIN, PYTHON, becomes, replacing, stays};

#[test]
fn what_lost_its_indentation_in_the_place_of_what_begins_alike_is_as_deep() {
    let new = "value = self.store.get(key)\n";
    let old = "        value = self.store[key]\n";
    becomes(PYTHON, old, new, "        value = self.store.get(key)\n");
    becomes(PYTHON, "            return None\n", "return False\n", "            return False\n");
    // What all lines have in common, or the first alone.
    let deeper = "        if value:\n            value = f(value)\n";
    let guarded = "value = self.store.get(key)\nif value:\n    value = f(value)\n";
    becomes(PYTHON, old, guarded, &format!("        {new}{deeper}"));
    becomes(PYTHON, old, &format!("{new}{deeper}"), &format!("        {new}{deeper}"));
    // Below what heads the block.
    let file = "def load(path):\n    data = read(path)\n    return parse(data)\n";
    becomes(file, "    data = read(path)\n", "data = open(path)\n", "    data = open(path)\n");
    for file in [
        "fn a() {\n    let b = c();\n    d(b);\n}\n",
        "function a() {\n\tlet b = c();\n\td(b);\n}\n",
        "void a() {\n  let b = c();\n  d(b);\n}\n",
    ] {
        let old = file.lines().nth(1).unwrap();
        let indent = &old[..old.len() - "let b = c();".len()];
        let expected = format!("{indent}let b = e();\n");
        becomes(file, &format!("{old}\n"), "let b = e();\n", &expected);
        let all = format!(
            "let b = e();\nif (b) {{\n{}f();\n}}\n",
            if indent == "\t" { "\t" } else { indent }
        );
        let indented: String = all.lines().map(|line| format!("{indent}{line}\n")).collect();
        becomes(file, &format!("{old}\n"), &all, &indented);
    }
}

#[test]
fn what_is_brought_to_the_margin_stays_there() {
    let old = "        value = self.store[key]\n";
    for new in [
        // In other words; the same; what opens what follows, or goes on in it.
        "other(key)\n",
        "value = self.store[key]\n",
        "value = f(\n",
        "value = a +\n",
        "value: int\n",
        // A comment, a label, a line for the preprocessor.
        "# value = self.store[key]\n",
        "value:\n",
        "#define value self.store[key]\n",
        // In no steps.
        "value = a\n   if b:\n   c()\n",
    ] {
        stays(PLAIN, old, new);
    }
    // Out of a block, with what follows.
    let file = "def f():\n    if a:\n        b = 1\n        c = 2\n\nd = 3\n";
    stays(file, "        c = 2\n", "c = 4\n");
    // In the place of what opens a block.
    let file = "a\n    fn f() {\n    fn g() {\n    fn h() {\n    x();\n";
    stays(file, "    fn g() {\n", "fn i\n");
    // In a string or a comment of several lines, in a heredoc.
    for (open, close) in [
        ("    x = \"\"\"\n", "    \"\"\"\n"),
        ("    x = '''\n", "    '''\n"),
        ("    x := `\n", "    `\n"),
        ("    /*\n", "    */\n"),
        ("    <!--\n", "    -->\n"),
        ("    cat <<EOF\n", "    EOF\n"),
        ("    cat <<-'EOF'\n", "    EOF\n"),
        ("    let x = \"\n", "    \";\n"),
    ] {
        let file = format!("def f() {{\n{open}    a = 1;\n    b = 2;\n{close}}}\n");
        stays(&file, "    a = 1;\n", "a = 3;\n");
    }
    // Where lines are at the margin in what is deeper, and where depth says nothing.
    for file in [
        "def f() {\n    a = 1;\ndebug();\n    b = 2;\n    c = 3;\n}\n",
        "[core]\n    a = 1;\n    b = 2;\n    c = 3;\n",
        "all: x\n\ta = 1;\n\tb = 2;\n\tc = 3;\n",
        "f(a,\n    b = 2;\n    c = 3;\n",
    ] {
        let old = if file.contains('\t') { "\tb = 2;\n" } else { "    b = 2;\n" };
        stays(file, old, "b = 4;\n");
    }
    // Prose, and markup.
    for file in [
        "- Some words\n    are here to say\n    that all is well\n    and so on\n",
        "<p>\n    <b>a</b>\n    that is all\n    <i>c</i>\n</p>\n",
    ] {
        let old = format!("{}\n", file.lines().nth(2).unwrap());
        stays(file, &old, &format!("{} not\n", old.trim()));
    }
}

#[test]
fn the_head_of_a_block_that_lost_its_indentation_alone_is_as_deep_as_what_closes_it() {
    for (file, at, block) in [
        (
            "<?php\nfunction f($id)\n{\n    $item = find($id);\n    log($id);\n\n    return view($item);\n}\n",
            "    log($id);\n",
            "if ($item === null) {\n        abort(404);\n    }\n",
        ),
        ("func f() {\n\ta := b()\n\tc(a)\n}\n", "\ta := b()\n", "if a == nil {\n\t\treturn\n\t}\n"),
        ("<ul>\n  <li>a</li>\n  <li>b</li>\n</ul>\n", "  <li>a</li>\n", "<li>\n    c\n  </li>\n"),
        (
            "class A\n  def x\n    1\n  end\n\n  def z\n    3\n  end\nend\n",
            "    1\n  end\n",
            "def y\n    2\n  end\n",
        ),
        ("f() {\n  a\n  b\n}\n", "  a\n", "if c; then\n    d\n  fi\n"),
        ("r \"a\" \"b\" {\n  c = 1\n  d = 2\n}\n", "  c = 1\n", "tags = {\n    e = 3\n  }\n"),
        ("a {\n  b: c;\n  d: e;\n}\n", "  b: c;\n", "&:hover {\n    f: g;\n  }\n  h: i;\n"),
        ("{\n  \"a\": 1,\n  \"b\": 2\n}\n", "  \"a\": 1,\n", "\"c\": [\n    3\n  ],\n"),
    ] {
        let blank = if at.starts_with('\t') { "\t" } else { &at[..at.find(|c| c != ' ').unwrap()] };
        // What ends with another line is as deep as that.
        let blank = if at == "    1\n  end\n" { "  " } else { blank };
        let body: String = at.lines().map(|line| format!(" {line}\n")).collect();
        let added: String = block.lines().map(|line| format!("+{line}\n")).collect();
        makes(
            file,
            &[&format!("{body}{added}")],
            &file.replacen(at, &format!("{at}{blank}{block}"), 1),
        );
    }
    // A line that is the same but for what follows its name.
    for (file, old, new) in [
        (
            "class A {\n    val x = 1\n\n    fun load(id: Int): B {\n        return find(id)\n    }\n}\n",
            "    fun load(id: Int): B {\n",
            "fun load(id: Long): B {\n",
        ),
        (
            "class A:\n    x = 1\n\n    def f(self):\n        return 1\n",
            "    def f(self):\n",
            "def f(self, a):\n",
        ),
        (".a {\n  margin: 8px;\n}\n", "  margin: 8px;\n", "margin: 9px;\n"),
        ("{\n  \"a\": 1,\n  \"c\": 3,\n  \"d\": 4\n}\n", "  \"c\": 3,\n", "\"c\": 5,\n"),
        (".a\n  margin: 0\n  color: red\n  width: 1px\n", "  color: red\n", "color: blue\n"),
        (
            "<ul>\n  <li class=\"a\">b</li>\n  <li>c</li>\n</ul>\n",
            "  <li class=\"a\">b</li>\n",
            "<li class=\"d\">b</li>\n",
        ),
    ] {
        let indent = &old[..old.len() - old.trim_start().len()];
        becomes(file, old, new, &format!("{indent}{new}"));
    }
}

#[test]
fn a_head_at_the_margin_stays_there_where_it_may_be_meant() {
    for (file, body, at, new) in [
        // Its block is at the margin; the line that closes it closes another one; text.
        (
            "  a();\n\nb();\n",
            "   a();\n \n+if (c) {\n+  d();\n+}\n b();\n",
            "\n\n",
            "if (c) {\n  d();\n}\n",
        ),
        (
            "f(\n    a,\n    b)\n",
            " f(\n     a,\n+g(c,\n+    d => {\n+      e\n+    }),\n     b)\n",
            "a,\n",
            "g(c,\n    d => {\n      e\n    }),\n",
        ),
        (
            "x = `\n  a\n  b\n`\n",
            " x = `\n   a\n+if c {\n+    d\n+  }\n   b\n",
            "a\n",
            "if c {\n    d\n  }\n",
        ),
        (
            "- a\n  b\n\n## C\n",
            " - a\n   b\n+f(x) {\n+    d\n+  }\n \n",
            "b\n",
            "f(x) {\n    d\n  }\n",
        ),
        // Where other lines are at the margin in blocks.
        (
            "f {\n  a;\ndebug();\n  b;\n  c;\n}\n",
            "   b;\n+if d {\n+    e;\n+  }\n   c;\n",
            "b;\n",
            "if d {\n    e;\n  }\n",
        ),
    ] {
        makes(file, &[body], &file.replacen(at, &format!("{at}{new}"), 1));
    }
    // Other names, and text between tags.
    stays(".a {\n  margin: 8px;\n}\n", "  margin: 8px;\n", "padding: 9px;\n");
    stays("A\n  b: c\nd\n", "  b: c\n", "b: e\n");
}

#[test]
fn what_lost_its_indentation_stays_where_the_patch_is_true() {
    let new = "value = self.store.get(key)\n";
    let old = "        value = self.store[key]\n";
    let hunk = replacing(PYTHON, old, new);
    let patch = format!("--- a/f\n+++ b/f\n@@ -3,5 +3,5 @@\n{hunk}");
    let after = PYTHON.replace(old, new);
    applies(&[("f", PYTHON)], &patch, &[("f", &after)]);
    applies_under(Contract::Git, &[("f", PYTHON)], &patch, &[("f", &after)]);
}

#[test]
fn what_lost_its_indentation_with_the_hunk_is_as_deep_as_the_two_lines_around_it() {
    const MAKE: &str = "build: a\n\tgo build ./...\n\tgo vet ./...\n\ntest: build\n";
    const CODE: &str = "def f(x):\n    a(x)\n    c(x)\n    return x\n\n\ndef g():\n    pass\n";
    makes(
        MAKE,
        &[
            " build: a\n go build ./...\n+go fmt ./...\n+go fix ./...\n go vet ./...\n \n test: build\n",
        ],
        &MAKE.replace("\tgo vet", "\tgo fmt ./...\n\tgo fix ./...\n\tgo vet"),
    );
    makes(
        CODE,
        &[" def f(x):\n a(x)\n+b(x)\n c(x)\n+d(x)\n return x\n"],
        &CODE.replace("    c(x)\n", "    b(x)\n    c(x)\n    d(x)\n"),
    );
    for (file, hunk) in [
        // It may be outside, or contain the next line, or belong to what is behind.
        (MAKE, " build: a\n go build ./...\n go vet ./...\n+go fmt ./...\n \n test: build\n"),
        (MAKE, " build: a\n go build ./...\n+ifdef FMT\n+go fmt ./...\n+endif\n go vet ./...\n"),
        (CODE, " def f(x):\n a(x)\n+if x:\n+b(x)\n c(x)\n"),
        (CODE, " def f(x):\n+b(x)\n a(x)\n c(x)\n"),
        ("- a\n  - b\n  - c\n", " - a\n - b\n+- d\n - c\n"),
        ("a:\n  b: 1\n  c: 2\n", " a:\n b: 1\n+d:\n c: 2\n"),
    ] {
        is_refused_for(Cause::UnmappedIndentation, file, hunk);
    }
}

#[test]
fn the_block_of_an_added_line_is_lost_with_the_hunk_though_one_blank_is_left() {
    let file = "function get(a) {\n    const v = t[a];\n    return v;\n}\n";
    for blank in ["", " "] {
        let changed = ["if (v < 0) {", "return -1;", "}", "return v;"];
        let added: String = changed.iter().map(|line| format!("+{blank}{line}\n")).collect();
        let hunk =
            format!(" function get(a) {{\n const v = t[a];\n-{blank}return v;\n{added} }}\n");
        is_refused_for(Cause::UnmappedIndentation, file, &hunk);
    }
}
