//! Anchors that name a definition: by its name alone, with empty parameters, with the number of its
//! line, or after its class.

use patch_apply::Contract;

use crate::support::{applies, opencode, refuses, run};

#[track_caller]
fn check(file: &str, anchor: &str, lines: &str, after: Option<(&str, &str)>) {
    let patch = opencode(&format!("@@ {anchor}\n{lines}"));
    let Some((old, new)) = after else {
        refuses(&[("f", file)], &patch, &["context_not_found"]);
        return;
    };
    assert!(file.contains(old), "{old:?}");
    applies(&[("f", file)], &patch, &[("f", &file.replacen(old, new, 1))]);
}

#[test]
fn a_name_means_its_definition_before_what_calls_it_or_begins_with_it() {
    for (file, anchor, lines, after) in [
        (
            "def main():\n    args = parse()\n    run(args)\n\n\nif x:\n    main()\n",
            "main()",
            "     args = parse()\n-    run(args)\n+    run(args, 1)\n",
            ("run(args)", "run(args, 1)"),
        ),
        (
            "class Config:\n    name = 1\n    time = 30\n\nALL = [\n    Config(\n        name=2,\n    ),\n]\n",
            "Config",
            "     name = 1\n-    time = 30\n+    time = 60\n",
            ("30", "60"),
        ),
        (
            "struct Maps {\n    one: A,\n    two: B,\n}\n\nfn f() {\n    go(vec![\n        Maps {\n            one: x,\n        },\n    ]);\n}\n",
            "Maps",
            "     one: A,\n-    two: B,\n+    two: C,\n",
            ("two: B", "two: C"),
        ),
        (
            "our @OK = qw(\n    get\n    put\n);\n\nsub get {\n    my $n = shift;\n    return 1;\n}\n",
            "get",
            "     my $n = shift;\n-    return 1;\n+    return 2;\n",
            ("return 1", "return 2"),
        ),
        (
            "class S {\n  start(port) {\n    this.port = port;\n  }\n}\n\nstart();\n",
            "start()",
            "-    this.port = port;\n+    this.port = port || 1;\n",
            ("= port;", "= port || 1;"),
        ),
        (
            "func (s *S) Start(p int) {\n\tgo(p)\n\tgo(1)\n}\n\nfunc main() {\n\tStart()\n}\n",
            "Start()",
            " \tgo(p)\n-\tgo(1)\n+\tgo(2)\n",
            ("go(1)", "go(2)"),
        ),
    ] {
        check(file, anchor, lines, Some(after));
    }
}

#[test]
fn a_name_may_be_the_line_that_has_its_text() {
    // What is below the call, and nothing like it in the function.
    let file = "def main():\n    run()\n\n\nstart()\nmain()\nstop(1)\n";
    check(file, "main()", "-stop(1)\n+stop(2)\n", Some(("stop(1)", "stop(2)")));
    // No line defines it.
    let file = "a:\n  deploy\n  b: 1\n";
    check(file, "deploy", "-  b: 1\n+  b: 2\n", Some(("b: 1", "b: 2")));
}

#[test]
fn what_was_changed_in_the_definition_is_not_changed_below_a_call() {
    let file = "def main():\n    a = load(1)\n    b = save(a)\n    log(a, b)\n    return b\n\n\ndef other():\n    main()\n    a = load(1)\n    b = save(a, 1)\n    log(a, b)\n    return b\n";
    let lines = "     a = load(1)\n-    b = save(a, 1)\n+    b = save(a, 2)\n     log(a, b)\n     return b\n";
    let patch = opencode(&format!("@@ main()\n{lines}"));
    refuses(&[("f", file)], &patch, &["ambiguous_context"]);
}

#[test]
fn lines_are_added_behind_no_call_for_the_sake_of_a_name() {
    let file = "def main():\n    run()\n\n\nif x:\n    main()\n";
    let patch = opencode("@@ main()\n+    log()\n");
    refuses(&[("f", file)], &patch, &["ambiguous_context"]);
}

#[test]
fn a_name_with_empty_parameters_is_a_definition_with_some() {
    for (head, tail, anchor) in [
        ("class A {\n  static create(opts) {", "  }\n}\n", "create()"),
        ("class A {\n  async create (opts) {", "  }\n}\n", "create()"),
        (
            "impl A {\n  pub fn create(&mut self, n: usize) -> Option<&mut T> {",
            "  }\n}\n",
            "create()",
        ),
        ("const create = async (app) => {", "};\n", "create()"),
        ("class A\n  def create(opts)", "  end\nend\n", "create()"),
        ("class A:\n  def create(self, a):", "", "create()"),
        ("class A {\n  start(port) {", "  }\n}\n", "start method"),
    ] {
        let file = format!("{head}\n    one(1);\n{tail}\ndone(self.create(1));\n");
        check(&file, anchor, "-    one(1);\n+    one(2);\n", Some(("one(1)", "one(2)")));
    }
    let class = |name: &str, result: u8| {
        format!("class {name} {{\n  get(id) {{\n    log(id);\n    return {result};\n  }}\n}}\n")
    };
    // The one above what is once as written; and none, a call alone, or one that the chunk is not
    // in.
    let file = class("A", 1) + &class("B", 2);
    let lines = "     log(id);\n-    return 2;\n+    return 3;\n";
    check(&file, "get()", lines, Some(("return 2", "return 3")));
    check(&file, "put()", lines, None);
    let same = class("A", 2) + &class("B", 2);
    check(&same, "get()", lines, None);
    let call = "put(x, {\n    log(id);\n    return 2;\n});\n";
    check(call, "put()", lines, None);
    let moved = class("A", 1) + "function other(id) {\n    log(id);\n    return 2;\n}\n";
    check(&moved, "get()", lines, None);
}

const SERVER: &str = "class Server {\n  start(port) {\n    this.port = port;\n  }\n}\n\nclass Client {\n  stop(port) {\n    this.port = 0;\n  }\n}\n";

#[test]
fn a_class_and_its_method_may_be_on_one_line() {
    let lines = "-    this.port = port;\n+    this.port = port || 1;\n";
    for anchor in ["class Server @@ start(port)", "class Server { start(port) {", "Server @@ start"]
    {
        check(SERVER, anchor, lines, Some(("= port;", "= port || 1;")));
    }
    for anchor in
        ["class Client @@ start(port)", "class Server { stop(port) {", "class Server @@ go()"]
    {
        check(SERVER, anchor, lines, None);
    }
}

#[test]
fn a_class_with_parameters_and_its_method_may_be_on_one_line() {
    let class = |name: &str| {
        let method = |method: &str| {
            format!(
                "    def {method}(self, key: str) -> Row:\n        row = self.get(key)\n        return row\n\n"
            )
        };
        format!("class {name}(Base):\n{}{}", method("load"), method("save"))
    };
    let file = ["Alpha", "Beta", "Gamma"].map(class).concat();
    let meant = file.match_indices("return row").nth(3).unwrap().0;
    let mut after = file.clone();
    after.replace_range(meant.."return row".len() + meant, "return None");
    for anchor in [
        "class Beta(Base): def save(self, key):",
        "class Beta(Base): async def save",
        "class Beta(Base) def save(self, key: str) -> Row:",
        "class Beta(Base): save(self, key)",
        "class Beta def save(self)",
        "class Beta: def save(self, key: str) -> Row:",
        "def save in class Beta",
        "def save(self, key) in class Beta(Base)",
        "method save of class Beta",
        "save() in Beta",
        "save inside the class Beta",
    ] {
        let lines = "         row = self.get(key)\n-        return row\n+        return None\n";
        let patch = opencode(&format!("@@ {anchor}\n{lines}"));
        applies(&[("f", &file)], &patch, &[("f", &after)]);
        // A method that the class does not have is none that is beside it.
        let patch = opencode(&format!("@@ {}\n{lines}", anchor.replace("save", "drop")));
        refuses(&[("f", &file)], &patch, &["context_not_found"]);
    }
}

#[test]
fn the_number_of_its_line_is_no_word_of_an_anchor() {
    let lines = "-    this.port = port;\n+    this.port = port || 1;\n";
    for anchor in [
        "line 2: start(port) {",
        "start(port) { (line 2)",
        "Lines 2-4: start(",
        "line 7, start(port) {",
        // Nothing but the number: it is no anchor.
        "line 2",
    ] {
        check(SERVER, anchor, lines, Some(("= port;", "= port || 1;")));
    }
    // In another function, or not once as written.
    for anchor in ["line 8: stop(port) {", "line 2: begin(port) {"] {
        check(SERVER, anchor, lines, None);
    }
    let twice = SERVER.replace("= 0", "= port");
    check(&twice, "line 2: start(port) {", lines, None);
}

#[test]
fn what_marks_the_text_of_an_anchor_is_none_of_it() {
    let file = "[a]\nv = 3\nw\n\n[b]\nv = 3\nw\n\n[c]\nv = 3\nw\n";
    let after = "[a]\nv = 3\nw\n\n[b]\nv = 4\nw\n\n[c]\nv = 3\nw\n";
    for anchor in ["`[b]`", "[b] ...", "[b] \u{2026}", "`[b]` ...", " `[b]`"] {
        let patch = opencode(&format!("@@ {anchor}\n-v = 3\n+v = 4\n"));
        applies(&[("f", file)], &patch, &[("f", after)]);
    }
    // Where a line has them, they are meant.
    let quoted = format!("{file}\n`[b]`\nv = 3\n");
    let patch = opencode("@@ `[b]`\n-v = 3\n+v = 4\n");
    applies(&[("f", &quoted)], &patch, &[("f", &format!("{file}\n`[b]`\nv = 4\n"))]);
    for anchor in ["`[b] `x`", "[b]...", "``", "`[d]`"] {
        let patch = opencode(&format!("@@ {anchor}\n-v = 3\n+v = 4\n"));
        assert!(run(&[("f", file)], &patch, Contract::Agent).is_err(), "{anchor}");
    }
}

#[test]
fn what_is_left_out_of_a_block_is_none_of_the_words_of_an_anchor() {
    let class = |name: &str| format!("class {name} {{\n  close() {{\n    shut(1)\n  }}\n}}\n\n");
    let file = class("A") + &class("B") + &class("C");
    let (head, tail) = file.split_once("class B").unwrap();
    let after = format!("{head}class B{}", tail.replacen("shut(1)", "shut(2)", 1));
    for block in ["{ ... }", "{...}", "{ ...", "{ \u{2026} }", "{ /* ... */ }", "{ /* ... */"] {
        let patch = opencode(&format!("@@ class B {block}\n-    shut(1)\n+    shut(2)\n"));
        applies(&[("f", &file)], &patch, &[("f", &after)]);
    }
    for block in ["{ x }", "{ /* x */ }", "... }", "{}"] {
        let patch = opencode(&format!("@@ class B {block}\n-    shut(1)\n+    shut(2)\n"));
        assert!(run(&[("f", &file)], &patch, Contract::Agent).is_err(), "{block}");
    }
}

#[test]
fn a_record_with_a_comment_is_not_put_between_another_comment_and_what_that_is_about() {
    let file = "#: a.c:1\nmsgid \"a\"\nmsgstr \"A\"\n\n#: a.c:9\nmsgid \"b\"\nmsgstr \"B\"\n";
    let record = "+#: a.c:7\n+msgid \"c\"\n+msgstr \"C\"\n";
    let patch = opencode(&format!("@@ #: a.c:9\n{record}+\n"));
    refuses(&[("f", file)], &patch, &["ambiguous_context"]);
}

#[test]
fn a_chunk_is_not_put_below_a_line_that_is_less_like_its_head_than_another_one() {
    let file = "a {\n  .box-outer {\n    top: 0;\n    left: 1;\n  }\n\n  .box-inner-wide {\n    top: 0;\n    right: 1;\n  }\n}\n";
    let chunk =
        |name: &str| opencode(&format!("@@ a {{\n   {name} {{\n-    top: 0;\n     left: 1;\n"));
    refuses(&[("f", file)], &chunk(".box-inner"), &["ambiguous_context"]);
    // It was misspelt.
    for name in [".box-oter", ".bx-outer"] {
        let after = file.replacen("    top: 0;\n", "", 1);
        applies(&[("f", file)], &chunk(name), &[("f", &after)]);
    }
    // Definitions have names: of two that are as much like it none is meant.
    let file = "class A:\n    def load_all(self, path):\n        data = read(path)\n        return data\n\n    def store_all(self, path):\n        return write(path)\n";
    let chunk = "@@ class A:\n     def fetch_all(self, path):\n-        data = read(path)\n+        data = parse(path)\n         return data\n";
    refuses(&[("f", file)], &opencode(chunk), &["ambiguous_context"]);
}

#[test]
fn an_anchor_may_have_a_wrong_letter() {
    let file = "class Store:\n    def fetch(self, item):\n        return item\n\n    def store(self, item):\n        return self.repo.store(item)\n\n    def store_all(self, items):\n        return items\n";
    let lines = "-        return self.repo.store(item)\n+        return 1\n";
    let after = Some(("return self.repo.store(item)", "return 1"));
    for anchor in ["def sotre(self, item):", "def strore(self, item):", "    def stre(self, item)"]
    {
        check(file, anchor, lines, after);
    }
    check(file, "class Store:\n@@ def sotre(self, item):", lines, after);
    for (anchor, lines) in [
        // Another name,
        ("def stored(self, item):", lines),
        ("def store2(self, item):", lines),
        ("def sotre(self, items):", lines),
        // in what the line does not open,
        ("def fecth(self, item):", lines),
        // in several places,
        ("def sotre(self, item):", " \n+    # Or so.\n"),
        // or in none as written.
        ("def sotre(self, item):", "-        return self.repo.store(items)\n+        return 1\n"),
        ("def sotre(self, item):", "+        return 1\n"),
    ] {
        check(file, anchor, lines, None);
    }
    // A word that the file has, and two lines that may be meant.
    check(&format!("sotre = 1\n{file}"), "def sotre(self, item):", lines, None);
    let twins = file.replace("def fetch", "def stoer");
    check(&twins, "def stor(self, item):", lines, None);
}
