//! Added lines with damaged blanks or characters, beside old lines that are as the file has them;
//! and such as look like it and are meant.

use patch_apply::{Cause, Contract};

use crate::support::{applies, applies_under};
use crate::written::{is_refused_for, makes};

/// A hunk that replaces `old` in a file, lines with their indentation, by `new` between a line of
/// context at either side.
pub(crate) fn replacing(file: &str, old: &str, new: &str) -> String {
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
pub(crate) fn becomes(file: &str, old: &str, new: &str, expected: &str) {
    makes(file, &[&replacing(file, old, new)], &file.replacen(old, expected, 1));
}

#[track_caller]
pub(crate) fn stays(file: &str, old: &str, new: &str) {
    becomes(file, old, new, new);
}

pub(crate) const PYTHON: &str = "class Api:\n    def get(self, key):\n        if key:\n            return None\n        value = self.store[key]\n        return value\n\n    def close(self):\n        self.store.close()\n";

/// The same in a language that does not mind.
pub(crate) const PLAIN: &str = "class Api\n    def get(self, key)\n        if key\n            return None\n        value = self.store[key]\n        return value\n\n    def close(self)\n        self.store.close()\n";

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

pub(crate) const GO: &str = "package s\n\nfunc (s *S) run() error {\n\tif s.addr == \"\" {\n\t\treturn errAddr\n\t}\n\treturn listen(s.addr, s.mux)\n}\n\nfunc main() {\n\tnew().run()\n}\n";

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
