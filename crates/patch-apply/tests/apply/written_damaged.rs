//! Added lines that alone are damaged, beside old lines that are as the file has them; and such as
//! look like it and are meant.

use patch_apply::{Cause, Contract};

use crate::support::{applies, applies_under, opencode, refuses, refuses_for, unified};
use crate::written::{is_refused_for, makes};

/// A hunk that replaces `old` in a file, lines with their indentation, by `new` between a line of
/// context at either side.
fn replacing(file: &str, old: &str, new: &str) -> String {
    let (front, behind) = file.split_once(old).unwrap();
    let lines = |mark: char, text: &str| -> String {
        text.lines().map(|line| format!("{mark}{line}\n")).collect()
    };
    let front: Vec<&str> = front.lines().collect();
    let behind: Vec<&str> = behind.lines().collect();
    let front = front.iter().skip(front.len().saturating_sub(2)).map(|line| format!(" {line}\n"));
    let behind = behind.iter().take(2).map(|line| format!(" {line}\n"));
    let (front, behind): (String, String) = (front.collect(), behind.collect());
    format!("{front}{}{}{behind}", lines('-', old), lines('+', new))
}

/// What is in the place of `old` where the patch has `new` there.
#[track_caller]
fn becomes(file: &str, old: &str, new: &str, expected: &str) {
    makes(file, &[&replacing(file, old, new)], &file.replacen(old, expected, 1));
}

#[track_caller]
fn stays(file: &str, old: &str, new: &str) {
    becomes(file, old, new, new);
}

const PYTHON: &str = "class Api:\n    def get(self, key):\n        if key:\n            return None\n        value = self.store[key]\n        return value\n\n    def close(self):\n        self.store.close()\n";

/// The same in a language that does not mind.
const PLAIN: &str = "class Api\n    def get(self, key)\n        if key\n            return None\n        value = self.store[key]\n        return value\n\n    def close(self)\n        self.store.close()\n";

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
fn tabs_are_blanks_where_the_file_has_no_tabs() {
    let old = "            return None\n";
    becomes(
        PYTHON,
        old,
        "\t\t\tlog(key)\n\t\t\treturn None\n",
        "            log(key)\n            return None\n",
    );
    let yaml = "jobs:\n  build:\n    steps:\n      - uses: checkout\n      - run: make\n";
    becomes(
        yaml,
        "      - run: make\n",
        "\t\t\t- name: Deps\n\t\t\t\trun: make deps\n\t\t\t- run: make\n",
        "      - name: Deps\n        run: make deps\n      - run: make\n",
    );
    makes(
        "a {\n    b {\n        c();\n    }\n}\n",
        &["         c();\n+\t\tif (d) {\n+\t\t\te();\n+\t\t}\n     }\n"],
        "a {\n    b {\n        c();\n        if (d) {\n            e();\n        }\n    }\n}\n",
    );
}

/// All old lines are at the margin.
#[test]
fn tabs_amid_lines_at_the_margin_are_the_blanks_of_the_file() {
    let file = "import a from 'a'\nimport { b, c } from 'b'\n\nfunction f() {\n  if (a) {\n    b()\n  }\n}\n";
    let hunk =
        [" import a from 'a'\n-import { b, c } from 'b'\n+import {\n+\tb, c\n+} from 'b'\n \n"];
    let after = |blanks: &str| file.replace("{ b, c } from", &format!("{{\n{blanks}b, c\n}} from"));
    makes(file, &hunk, &after("  "));
    // The file has tabs as well, or nothing deeper.
    let more = "function g() {\n\ta()\n}\n";
    makes(&format!("{file}{more}"), &hunk, &format!("{}{more}", after("\t")));
    let flat = "import a from 'a'\nimport { b, c } from 'b'\n\na()\nb()\nc()\n";
    makes(flat, &hunk, &flat.replace("{ b, c } from", "{\n\tb, c\n} from"));
}

#[test]
fn tabs_stay_where_they_may_be_meant() {
    let file = "a {\n    b {\n        c();\n    }\n}\n";
    let old = "        c();\n";
    // Beside the steps, in blanks as well, or in no block.
    for new in [
        "\tc(1);\n",
        "\t\t\t\tc(1);\n",
        "\t\tc();\n        d();\n",
        "\t\tc(\n\t\t  d);\n",
        "\t\tx = `\n\t\t\ty`;\n",
    ] {
        stays(file, old, new);
    }
    // The file has tabs.
    stays(&format!("{file}d {{\n\te();\n}}\n"), old, "\t\tc(1);\n");
    // A rule of a Makefile, whose variables are in blanks; a heredoc; a string.
    makes(
        "X = a \\\n    b\nY = c \\\n    d\n",
        &[" X = a \\\n     b\n+all: $(X)\n+\tcc $(X)\n Y = c \\\n"],
        "X = a \\\n    b\nall: $(X)\n\tcc $(X)\nY = c \\\n    d\n",
    );
    let shell = "if a; then\n    cat <<-EOF\n    b\n    EOF\nfi\n";
    stays(shell, "    b\n", "\tc\n");
    let python = "def f():\n    return \"\"\"\n    a\n    b\n    \"\"\"\n";
    stays(python, "    a\n", "\tc\n");
    // Markdown.
    stays("## A\n\n- b:\n    - c\n    - d\n", "    - c\n", "\t- e\n");
}

const JAVA: &str = "class D {\n  void set(String name) {\n    switch (name) {\n      case \"color\":\n        setColor();\n        break;\n      default:\n        other(name);\n    }\n  }\n}\n";
const JS: &str = "export function handle(headers, done) {\n  const length = headers['content-length'];\n  if (isEmpty(headers)) {\n    return done();\n  }\n}\n";

#[test]
fn characters_that_no_code_has_are_refused() {
    let is_refused = |file: &str, old: &str, new: &str| {
        is_refused_for(Cause::UnmappedCharacters, file, &replacing(file, old, new));
    };
    let old = "        break;\n";
    is_refused(
        JAVA,
        old,
        "        break;\n      case \\\"width\\\":\n        setWidth();\n        break;\n",
    );
    is_refused(JAVA, old, "        log(\\\"b\\\");\n        break;\n");
    is_refused(JAVA, old, "        log(\u{201C}b\u{201D});\n        break;\n");
    is_refused(JAVA, old, "        name = \u{2018}b\u{2019};\n        break;\n");
    let old = "  if (isEmpty(headers)) {\n";
    is_refused(
        JS,
        old,
        "  const empty = length === undefined &amp;&amp; headers.chunked === false;\n  if (empty) {\n",
    );
    is_refused(JS, old, "  if (length &lt; 3) {\n");
    let file = JAVA.replace("other(name)", "other(\"say \\\"a\\\"\")");
    is_refused(&file, "        break;\n", "        log(\\\"b\\\");\n");
    let python = "def load(path):\n    data = read(path)\n    if data is None:\n        return None\n    return data\n";
    for new in [
        "raise ValueError(\\\"no data\\\")",
        "print(f\\\"loaded {path}\\\")",
        "data = trim(data, mode=\u{201C}w\u{201D})",
        "return data or \u{201C}c\u{201D}",
        "return \u{201C}a\u{201D} + data",
        "data = f\u{201C}x\u{201D}",
    ] {
        is_refused(python, "        return None\n", &format!("        {new}\n"));
    }
    let json = "{\n  \"a\": {\n  },\n  \"b\": 2\n}\n";
    let hunk = " {\n+  \\\"z\\\": 3,\n   \"a\": {\n";
    is_refused_for(Cause::UnmappedCharacters, json, hunk);
    let tsx = "import x from \"lib\";\nfunction A() {\n  return (\n    <div>\n      <p>a</p>\n    </div>\n  );\n}\n";
    is_refused(tsx, "      <p>a</p>\n", "      <B label=\\\"Go\\\" />\n      <p>a</p>\n");
    is_refused(JS, old, "  const run = () =&gt; done();\n  if (run) {\n");
    for new in [
        "  const all = new Map&lt;string, Item&gt;();\n  if (all) {\n",
        "  const all = new Map\\u003cstring, Item\\u003e();\n  if (all) {\n",
        "  log('a');\\n  if (length) {\n",
        "\\tlog('a');\n  if (length) {\n",
        "  log(\\`\\${length} of \\${all}\\`);\n  if (length) {\n",
        "  this.\\_all = 1;\n  if (length) {\n",
        "  log(\u{201C}can\u{2019}t\u{201D});\n  if (length) {\n",
    ] {
        is_refused(JS, old, new);
    }
    let yaml = "jobs:\n  b:\n    steps:\n    - name: Checkout\n      uses: actions/checkout@v3\n\n    - name: Build\n      run: make\n";
    is_refused(
        yaml,
        "      uses: actions/checkout@v3\n",
        "      uses: actions/checkout@v4\n      with:\n        show-progress: \u{2019}false\u{2019}\n",
    );
}

#[test]
fn typographic_quotes_in_the_place_of_plain_ones_are_refused() {
    for (file, old, new) in [
        (
            "<div>\n  <p>Hi</p>\n  <a href=\"/a\">A</a>\n</div>\n",
            "  <a href=\"/a\">A</a>\n",
            "  <a href=“/b”>A</a>\n",
        ),
        (
            "<r>\n  <a x=\"1\"/>\n  <b x=\"2\"/>\n</r>\n",
            "  <b x=\"2\"/>\n",
            "  <b x=“2”/>\n  <c x=“3”/>\n",
        ),
        ("{\n  \"a\": \"x\",\n  \"b\": \"y\"\n}\n", "  \"a\": \"x\",\n", "  \"a\": “z”,\n"),
        ("{\n  \"a\": [\n    \"x\",\n    \"y\"\n  ]\n}\n", "    \"x\",\n", "    “z”,\n"),
        ("a:\n  b: \"x\"\n  c: \"y\"\n", "  b: \"x\"\n", "  b: “z”\n"),
        ("#!/bin/sh\necho \"x\"\necho \"y\"\n", "echo \"x\"\n", "echo “z”\n"),
        (
            "<?php\nreturn [\n    'a' => 1,\n    'b' => 2,\n];\n",
            "    'a' => 1,\n",
            "    ‘a’ => 3,\n",
        ),
        (
            "server {\n    add_header A \"x\";\n    root /a;\n}\n",
            "    add_header A \"x\";\n",
            "    add_header A “z”;\n",
        ),
        ("A=\"x\"\nB=\"y\"\n", "A=\"x\"\n", "A=“z”\n"),
    ] {
        is_refused_for(Cause::UnmappedCharacters, file, &replacing(file, old, new));
    }
    // In text, in other strings, and where the file has them.
    for (file, old, new) in [
        ("<p>\n  \"a\"\n</p>\n", "  \"a\"\n", "  “a”\n"),
        ("He said \"a\".\nb\n", "He said \"a\".\n", "He said “a”.\n"),
        ("a:\n  b: \"x 'y'\"\n  c: d\n", "  b: \"x 'y'\"\n", "  b: \"x ‘y’\"\n"),
        ("a:\n  b: \"x\"\n  c: “d”\n", "  b: \"x\"\n", "  b: “y”\n"),
        ("## A\n\n- \"b\"\n- c\n", "- \"b\"\n", "- “b”\n"),
    ] {
        stays(file, old, new);
    }
}

#[test]
fn characters_that_may_be_meant_are_written() {
    let old = "        break;\n";
    for new in [
        // In strings, comments and patterns.
        "        log(\"say \\\"b\\\"\");\n",
        "        log(\"\u{201C}b\u{201D}\", 'it\u{2019}s');\n",
        "        log(\"a &amp;&amp; b\");\n",
        "        // log(\u{201C}b\u{201D}, \\\"c\\\", d &amp;&amp; e);\n",
        "        break; // don\u{2019}t\n",
        "        /* (\u{201C}b\u{201D}) */\n",
        "        x = y.replace(/\\\"/g, z);\n",
        "        x = /(\\\"|')/.test(y);\n",
        "        x = '\\\"';\n",
        "        c = '\u{201C}';\n",
        // Names that begin like an escape.
        "        x = &amp;\n",
        "        f(&lt;);\n",
        // In a name, a pattern, a string.
        "        use App\\name\\thing;\n",
        "        x = y.split(/;\\n  /);\n",
        "        x = \"a;\\n  b \\u003c c\";\n",
        "        x = `a \\`b\\` c`;\n",
        // In other strings of several lines.
        "        x = \"\"\"\n          (\u{201C}b\u{201D}) \\\"c\\\" d &amp;&amp; e\n        \"\"\";\n",
        "        x = `\n          f(\u{201C}b\u{201D});\n        `;\n",
        "#define NAME \\\"d\\\"\n",
    ] {
        stays(JAVA, old, new);
    }
    // The file has them, too, and not in a string.
    let file = JAVA.replace("other(name)", "other(\\\"a\\\")");
    stays(&file, old, "        log(\\\"b\\\");\n");
    let file = JAVA.replace("other(name)", "other(\"\u{201C}a\u{201D}\")");
    stays(&file, old, "        log(\u{201C}b\u{201D});\n");
    // A shell, markup, prose.
    stays("if a; then\n  b \"c\"\n  d\nfi\n", "  d\n", "  d = \\\"e\\\"\n");
    stays("set(A 1)\nif(B)\n  add(\"x\")\n  c()\nendif()\n", "  c()\n", "  c(-DX=\\\"e\\\")\n");
    let jsx = "function A() {\n  return (\n    <p>\n      {'a'}\n    </p>\n  );\n}\n";
    stays(
        jsx,
        "      {'a'}\n",
        "      {'a'} &lt; {'b'}\n      Don\u{2019}t say (\u{201C}x\u{201D}).\n",
    );
    let text = "Changes\n\n- It's done\n- Use the \"a\"\n- Run it\n";
    stays(
        text,
        "- Run it\n",
        "- Run (\u{201C}it\u{201D}) \\\"now\\\", a &amp;&amp; b\nuse the \u{201C}a\u{201D}, \u{201C}b\u{201D}\n",
    );
    let yaml = "a:\n  b: 'c'\n  d: e\n";
    stays(yaml, "  d: e\n", "  d: \u{201C}Hello\u{201D}\n  e: a &amp; b\n  f: \\\"x\\\"\n");
    // Python and Rust, in strings that other lines open.
    let python = "def f():\n    x = \"\"\"\n    a = 1\n    \"\"\"\n    return 'y'\n";
    stays(python, "    a = 1\n", "    a = f(\u{201C}b\u{201D})\n    c = g(\\\"d\\\")\n");
    let rust = "fn f() {\n    let a = \"{\n        b\n    }\";\n    c(a);\n}\n";
    stays(rust, "        b\n", "        x(\\\"b\\\");\n");
}

#[test]
fn no_break_spaces_at_the_start_of_a_line_are_blanks() {
    let file = "def a():\n    return 1\n\n\ndef b():\n    return 3\n";
    let added = "def c():\n\u{A0}\u{A0}\u{A0}\u{A0}return 2\n\n\n";
    let lines: String = added.lines().map(|line| format!("+{line}\n")).collect();
    let hunk = format!(" \n{lines} def b():\n");
    let plain = added.replace('\u{A0}', " ");
    makes(file, &[&hunk], &file.replace("def b", &format!("{plain}def b")));
    let tabs = file.replace("    ", "\t");
    is_refused_for(Cause::UnmappedIndentation, &tabs, &hunk);
    // Numbers that are true say nothing of the characters.
    let numbered = format!("--- a/f\n+++ b/f\n@@ -4,2 +4,6 @@\n{hunk}");
    let after = file.replace("def b", &format!("{plain}def b"));
    applies(&[("f", file)], &numbered, &[("f", &after)]);
    let believed = file.replace("def b", &format!("{added}def b"));
    applies_under(Contract::Git, &[("f", file)], &numbered, &[("f", &believed)]);
    // The file has such lines.
    let prose = "One:\n\u{A0}\u{A0}a\nTwo.\n";
    makes(prose, &["+\u{A0}\u{A0}b\n Two.\n"], &prose.replace("Two", "\u{A0}\u{A0}b\nTwo"));
}

#[test]
fn no_key_at_the_margin_parts_a_block() {
    let file =
        "services:\n  web:\n    image: web:1\n    restart: always\n    ports:\n      - \"80:80\"\n";
    let made = file.replace("    restart", "    environment:\n      A: b\n    restart");
    for added in ["+environment:\n+  A: b\n", "+environment:\n+      A: b\n"] {
        let hunk = format!("     image: web:1\n{added}     restart: always\n");
        makes(file, &[&hunk], &made);
    }
    // In neither way.
    is_refused_for(
        Cause::UnmappedIndentation,
        file,
        "     image: web:1\n+environment:\n+   A: b\n     restart: always\n",
    );
    // What is after them is in the last of them.
    makes("a:\n  b: 1\n  c: 2\n", &["   b: 1\n+d:\n   c: 2\n"], "a:\n  b: 1\nd:\n  c: 2\n");
}

#[test]
fn a_tab_beside_a_line_that_is_eight_blanks_deep_is_no_step_of_two() {
    let file = "a {\n  b {\n    c {\n      d {\n        e();\n      }\n    }\n  }\n}\n";
    stays(file, "        e();\n", "\tx();\n");
    // As deep as a line beside it in steps of the file.
    let steps = "\t\t\t\tx();\n";
    becomes(file, "        e();\n", steps, "        x();\n");
}

const GO: &str = "package s\n\nfunc (s *S) run() error {\n\tif s.addr == \"\" {\n\t\treturn errAddr\n\t}\n\treturn listen(s.addr, s.mux)\n}\n\nfunc main() {\n\tnew().run()\n}\n";

#[test]
fn blanks_are_tabs_where_no_line_of_the_file_is_in_blanks() {
    let at = "\treturn listen(s.addr, s.mux)\n";
    let behind = |added: &str| GO.replace(at, &format!("{added}{at}"));
    // As deep as the lines beside, in steps of four, two, and eight.
    for step in ["    ", "  ", "        "] {
        let hunk = format!(
            " \t}}\n+{step}if s.mux == nil {{\n+{step}{step}return errMux\n+{step}}}\n {at}"
        );
        makes(GO, &[&hunk], &behind("\tif s.mux == nil {\n\t\treturn errMux\n\t}\n"));
    }
    // In the place of another line; inside what the line before, or an added one, opens.
    let lines = "    if s.mux == nil {\n        return errMux\n    }\n    return listen(s.addr)\n";
    let tabs = lines.replace("    ", "\t");
    becomes(GO, at, lines, &tabs);
    let hunk = " func main() {\n+    // Begins.\n+    set(opts{\n+        a: 1,\n+        b: 2,\n+    })\n \tnew().run()\n";
    let after = "\t// Begins.\n\tset(opts{\n\t\ta: 1,\n\t\tb: 2,\n\t})\n\tnew().run()\n";
    makes(GO, &[hunk], &GO.replace("\tnew().run()\n", after));
    let hunk =
        format!(" {at} }}\n \n+func addr() string {{\n+    return x\n+}}\n+\n func main() {{\n");
    let after = GO.replace("func main", "func addr() string {\n\treturn x\n}\n\nfunc main");
    makes(GO, &[&hunk], &after);
    // What would be as deep as the bracket that closes its block is in larger steps.
    let hunk = " \t\treturn errAddr\n+        // Never here.\n \t}\n";
    makes(GO, &[hunk], &GO.replace("errAddr\n", "errAddr\n\t\t// Never here.\n"));
}

#[test]
fn blanks_amid_tabs_stay_where_they_may_be_meant() {
    let at = "\treturn listen(s.addr, s.mux)\n";
    let stays = |file: &str, added: &str| {
        let lines: String = added.lines().map(|line| format!("+{line}\n")).collect();
        let after = file.replacen(at, &format!("{added}{at}"), 1);
        makes(file, &[&format!(" \t}}\n{lines} {at}")], &after);
    };
    for added in [
        // In no step, aligned, or the words of a string or a comment.
        "     odd()\n",
        "   a()\n      b()\n",
        "    a()\n            b()\n",
        "    a(b,\n        c)\n",
        "    a :=\n        b\n",
        "    a := `\n        b`\n",
        "    /* a\n       b */\n",
        "     * a\n",
    ] {
        stays(GO, added);
    }
    // Lines of the file, however far, are in blanks as well.
    let far = format!("{GO}{}  b()\n", "a()\n".repeat(3000));
    stays(&far, "    a()\n");
    // So is prose, where blanks may be meant.
    stays(&format!("{GO}{}## A\n", "a()\n".repeat(3000)), "    a()\n");
    // Aligned with the line before, which is in blanks behind its tab, or leaves a bracket open.
    let c = "int a(int b,\n\tint c)\n{\n\td();\n\te();\n}\n";
    makes(
        c,
        &[" int a(int b,\n+        int x,\n \tint c)\n"],
        &c.replace("b,\n", "b,\n        int x,\n"),
    );
    // Numbers that are true are those of a tool.
    let lines = "    a()\n";
    let patch = format!("--- a/f\n+++ b/f\n@@ -6,2 +6,3 @@\n \t}}\n+{lines} {at}");
    let after = GO.replacen(at, &format!("{lines}{at}"), 1);
    applies(&[("f", GO)], &patch, &[("f", &after)]);
    applies_under(Contract::Git, &[("f", GO)], &patch, &[("f", &after)]);
}

#[test]
fn a_head_is_not_added_below_itself() {
    let repeated =
        "     def get(self, key):\n+    def get(self, key):\n+        log(key)\n         if key:\n";
    is_refused_for(Cause::PartlyApplied, PYTHON, repeated);
    // The anchor names it.
    let patch = opencode(
        "@@ def get(self, key):\n+    def get(self, key):\n+        log(key)\n         if key:\n",
    );
    refuses_for(&[("f", PYTHON)], &patch, &["partly_applied at 3"]);
    let hunk = " func main() {\n+func main() {\n+\tlog()\n \tnew().run()\n";
    is_refused_for(Cause::PartlyApplied, GO, hunk);
    // Numbers that are true are those of a tool.
    let numbered = format!("--- a/f\n+++ b/f\n@@ -2,2 +2,4 @@\n{repeated}");
    let lines = "    def get(self, key):\n        log(key)\n";
    let after = PYTHON.replace("        if key", &format!("{lines}        if key"));
    applies(&[("f", PYTHON)], &numbered, &[("f", &after)]);
    let patch = unified(&format!("@@ -1,2 +1,4 @@\n{repeated}"));
    applies_under(Contract::Git, &[("f", PYTHON)], &patch, &[("f", &after)]);
}

#[test]
fn what_may_be_there_twice_is_added_below_itself() {
    let js =
        "describe('a', () => {\n  it('b', () => {\n    if (c) {\n      d();\n    }\n  });\n});\n";
    for (line, inner) in
        [("  it('b', () => {\n", "    e();\n+  });\n"), ("    if (c) {\n", "      e();\n+    }\n")]
    {
        let hunk = format!(" {line}+{line}+{inner}");
        let inner = inner.replace('+', "");
        makes(js, &[&hunk], &js.replace(line, &format!("{line}{line}{inner}")));
    }
    // A whole function before one like it, as a tool shows it.
    let js = "function f() {\n  a();\n}\n";
    makes(
        js,
        &[" function f() {\n+  b();\n+}\n+function f() {\n   a();\n"],
        "function f() {\n  b();\n}\nfunction f() {\n  a();\n}\n",
    );
}

#[test]
fn a_jump_is_not_added_before_itself() {
    let file = "def pop(self):\n    if not self.items:\n        raise Empty()\n    return self.items.pop(0)\n";
    let repeated = "         raise Empty()\n+    log()\n+    return self.items.pop(0)\n     return self.items.pop(0)\n";
    is_refused_for(Cause::PartlyApplied, file, repeated);
    let patch = opencode(&format!("@@\n{repeated}"));
    let after = file.replace("    return", "    log()\n    return");
    let said = refuses(&[("f", file)], &patch, &["already_applied"]).to_string();
    assert!(said.contains("repeats the line directly after it"), "{said}");
    applies(
        &[("f", file)],
        &opencode(&format!("@@\n{}", repeated.replace("+    return self.items.pop(0)\n", ""))),
        &[("f", &after)],
    );
    // True numbers are those of a tool, and what may be there twice stays so.
    let twice = after.replace("    log()\n", "    log()\n    return self.items.pop(0)\n");
    let numbered = format!("--- a/f\n+++ b/f\n@@ -3,2 +3,4 @@\n{repeated}");
    applies(&[("f", file)], &numbered, &[("f", &twice)]);
    for (file, hunk) in [
        ("a\nb()\nc\n", " a\n+b()\n b()\n c\n"),
        ("a\n    return b\nc\n", " a\n+  return b\n     return b\n c\n"),
    ] {
        let added = hunk.lines().find_map(|line| line.strip_prefix('+')).unwrap();
        makes(file, &[hunk], &file.replace("a\n", &format!("a\n{added}\n")));
    }
}

#[test]
fn what_is_only_added_does_not_define_what_its_block_defines() {
    let class = "class Queue:\n    def push(self, x):\n        self.items.append(x)\n\n    def pop(self):\n        return self.items.pop(0)\n";
    let file = format!(
        "import os\n\n\n{class}\n\nclass Stack:\n    def peek(self):\n        pass\n\n\ndef url():\n    return 1\n"
    );
    let pop = "+    def pop(self):\n+        log()\n+        return self.items.pop(0)\n";
    for (chunk, line) in [
        (format!("@@ class Queue:\n{pop}"), 8),
        (format!("@@ class Queue:\n{}", pop.replace("pop(self)", "push(self, x)")), 5),
        ("@@\n+import sys\n+\n+\n+def url():\n+    return 2\n".to_owned(), 17),
    ] {
        let said = refuses(&[("f", &file)], &opencode(&chunk), &["ambiguous_context"]).to_string();
        assert!(said.contains(&format!("has already, at line {line}")), "{said}");
    }
    // In another block, with other parameters, or what a file may have several of.
    for (anchor, added, after) in [
        ("class Stack:", pop.replace('+', ""), None),
        ("class Queue:", "    def pop(self, at):\n        pass\n".to_owned(), None),
        ("", "class Other:\n    def pop(self):\n        pass\n".to_owned(), Some(())),
        ("", "@cached\ndef url():\n    return 2\n".to_owned(), Some(())),
    ] {
        let lines: String = added.lines().map(|line| format!("+{line}\n")).collect();
        let after = match after {
            Some(()) => format!("{file}{added}"),
            None => file.replace(&format!("{anchor}\n"), &format!("{anchor}\n{added}")),
        };
        applies(&[("f", &file)], &opencode(&format!("@@ {anchor}\n{lines}")), &[("f", &after)]);
    }
    let rust = "struct A;\n\nimpl A {\n    fn a() {}\n}\n";
    let added = "impl A {\n    fn b() {}\n}\n";
    let lines: String = added.lines().map(|line| format!("+{line}\n")).collect();
    let patch = opencode(&format!("@@\n{lines}"));
    applies(&[("f", rust)], &patch, &[("f", &format!("{rust}{added}"))]);
}
