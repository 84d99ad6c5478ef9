//! An anchor that is written again for a chunk after another in what the same line opens.

use crate::support::{applies, opencode, refuses};

/// Takes chunks, each an anchor and lines, where they replace these lines of a file; refuses them
/// for `None`.
#[track_caller]
fn check(file: &str, chunks: &[(&str, &str)], after: Option<&[(&str, &str)]>) {
    let chunk = |(anchor, lines): &(&str, &str)| format!("@@ {anchor}\n{lines}");
    let patch = opencode(&chunks.iter().map(chunk).collect::<String>());
    let Some(after) = after else {
        refuses(&[("f", file)], &patch, &["context_not_found"]);
        return;
    };
    let changed = after.iter().fold(file.to_owned(), |file, (old, new)| {
        assert!(file.contains(old), "{old:?}");
        file.replacen(old, new, 1)
    });
    applies(&[("f", file)], &patch, &[("f", &changed)]);
}

#[test]
fn what_is_once_in_what_the_chunk_in_front_is_in_is_meant_there() {
    // Two blocks of one name, both above the end of the chunk in front.
    check(
        "struct T;\n\nimpl T {\n    fn new() -> T {\n        T\n    }\n}\n\nimpl T {\n    fn one(&self) {\n        one(1);\n    }\n\n    fn two(&self) {\n        two(1);\n    }\n}\n",
        &[
            ("impl T {", "     fn one(&self) {\n-        one(1);\n+        one(2);\n"),
            ("impl T {", "     fn two(&self) {\n-        two(1);\n+        two(2);\n"),
        ],
        Some(&[("one(1)", "one(2)"), ("two(1)", "two(2)")]),
    );
    check(
        "class A(Base):\n    class Meta:\n        x = 1\n\nclass B(Base):\n    class Meta:\n        y = 1\n        z = 2\n        fields = []\n",
        &[
            ("class Meta:", "-        y = 1\n+        y = 3\n         z = 2\n"),
            ("class Meta:", "-        fields = []\n+        fields = [1]\n"),
        ],
        Some(&[("y = 1", "y = 3"), ("fields = []", "fields = [1]")]),
    );
    // Another one after, which has nothing like the chunk.
    check(
        "impl N {\n    fn is_one(&self) -> bool {\n        self.n <= MAX\n    }\n\n    fn as_one(&self) -> u8 {\n        self.as(MAX)\n    }\n}\n\nimpl N {\n    fn from(x: u8) -> Self {\n        N(x)\n    }\n}\n",
        &[
            (
                "impl N {",
                "     fn is_one(&self) -> bool {\n-        self.n <= MAX\n+        self.n < MAX\n",
            ),
            (
                "impl N {",
                "     fn as_one(&self) -> u8 {\n-        self.as(MAX)\n+        self.as(MIN)\n     }\n",
            ),
        ],
        Some(&[("<= MAX", "< MAX"), ("as(MAX)", "as(MIN)")]),
    );
}

const RUNS: &str = "class Base:\n    def run(self):\n        a = 1\n        if a:\n            return self.go(a)\n        self.log(\"done\")\n        return self.end()\n\n\ndef make():\n    class Inner:\n        def run(self):\n            self.log(\"done\")\n            return self.end()\n\n    return Inner\n";

#[test]
fn what_is_as_written_behind_the_chunk_in_front_is_not_changed_in_a_deeper_twin() {
    let first = "         a = 1\n-        if a:\n+        if a > 0:\n";
    let second =
        "-        self.log(\"done\")\n+        self.log(\"end\")\n         return self.end()\n";
    let after: &[_] = &[("if a:", "if a > 0:"), ("\"done\"", "\"end\"")];
    for (one, two) in [
        ("    def run(self):", "    def run(self):"),
        ("def run(self):", "def run(self):"),
        ("class Base:", "def run(self):"),
    ] {
        check(RUNS, &[(one, first), (two, second)], Some(after));
    }
    let yaml =
        "a:\n  env:\n    A: 1\n    B: 2\n    LOG: 0\nb:\n  deploy:\n    env:\n      LOG: 0\n";
    check(
        yaml,
        &[
            ("  env:", "-    A: 1\n+    A: 3\n     B: 2\n"),
            ("  env:", "-    LOG: 0\n+    LOG: 1\n"),
        ],
        Some(&[("A: 1", "A: 3"), ("LOG: 0", "LOG: 1")]),
    );
    // The deeper one has nothing that agrees.
    check(
        "function load(a) {\n  const x = get(1);\n  if (x) {\n    send(1);\n  }\n}\n\nfunction other() {\n  function load(a) {\n    send(1);\n  }\n}\n",
        &[
            ("function load(a) {", "-  const x = get(1);\n+  const x = get(2);\n"),
            ("function load(a) {", "   if (x) {\n-    send(1);\n+    send(2);\n"),
        ],
        Some(&[("get(1)", "get(2)"), ("send(1)", "send(2)")]),
    );
}

#[test]
fn what_is_like_the_chunk_where_its_anchor_leads_counts() {
    let class = |name: &str, lines: &str| format!("class {name}:\n    def run(self):\n{lines}\n");
    let file = class("A", "        a = 1\n        b = load(a)\n        return b\n")
        + &class("B", "        c = 1\n        b = load(a, c)\n        return b\n");
    let first = ("def run(self):", "-        a = 1\n+        a = 2\n");
    let second = "-        b = load(a)\n+        b = save(a)\n         return b\n";
    check(&file, &[first, ("def run(self):", second)], None);
    // It is no place of the chunk in front.
    let file = class("A", "        a = 1\n        b = 1\n") + &class("B", "        c = 1\n");
    let (front, back) =
        (("class A:", "-        a = 1\n+        a = 2\n"), "-        b = 1\n+        b = 2\n");
    check(&file, &[front, ("class B:", back)], None);
    check(&file, &[front, ("def run(self):", back)], None);
    // Nor is what is in another block before it.
    let file = class("A", "        b = 1\n") + &class("B", "        a = 1\n");
    let first = ("def run(self):", "-        a = 1\n+        a = 2\n");
    check(&file, &[first, ("def run(self):", back)], None);
}

#[test]
fn what_agrees_loosely_in_the_next_line_of_that_name_may_be_meant() {
    let file = "class A:\n  def run(self):\n    a = 1\n    log(a, 1)\nclass B:\n  def run(self):\n    if a:\n        log(a, 1)\n";
    let first = "-    a = 1\n+    a = 2\n";
    let second = "-    log(a, 1)\n+    log(a, 2)\n";
    let patch = opencode(&format!("@@   def run(self):\n{first}@@   def run(self):\n{second}"));
    refuses(&[("f", file)], &patch, &["ambiguous_context"]);
}

#[test]
fn what_is_behind_the_chunk_in_front_and_behind_the_next_line_of_that_name_may_be_either() {
    let block = "impl T {\n    fn one(&self) {\n        one(1);\n    }\n\n    fn two(&self) {\n        two(1);\n    }\n}\n\n";
    let file = format!("{block}const N: u8 = 1;\n\n{block}");
    let one = "@@ impl T {\n     fn one(&self) {\n-        one(1);\n+        one(2);\n";
    let two = "@@ impl T {\n     fn two(&self) {\n-        two(1);\n+        two(2);\n";
    let last = "@@\n-const N: u8 = 1;\n+const N: u8 = 2;\n";
    refuses(&[("f", &file)], &opencode(&format!("{one}{two}")), &["ambiguous_context"]);
    // The one after says which.
    let after = file.replacen("one(1)", "one(2)", 1).replacen("two(1)", "two(2)", 1);
    let after = after.replace("N: u8 = 1", "N: u8 = 2");
    applies(&[("f", &file)], &opencode(&format!("{one}{two}{last}")), &[("f", &after)]);
    // The next one alone has it after the chunk in front.
    let (first, second) = file.split_once("const").unwrap();
    let swapped = first.replace("two(1)", "two(0)");
    let file = format!("{swapped}const{second}");
    let after = file.replacen("one(1)", "one(2)", 1).replacen("two(1)", "two(2)", 1);
    applies(&[("f", &file)], &opencode(&format!("{one}{two}")), &[("f", &after)]);
}

const TABLES: &str = "impl Table {\n    fn values(&self) {\n        push(1);\n    }\n\n    fn set(&mut self) {\n        match self.n {\n            A(v) => put(v, 1),\n            B(_) => one(),\n            C(_) => two(),\n        }\n    }\n}\n\nimpl Table {\n    fn len(&self) {\n        match self.n {\n            D(_) => 0,\n        }\n    }\n}\n";

#[test]
fn what_is_once_in_the_block_of_the_chunk_in_front_is_meant_there_however_that_is_named() {
    let first = "-        push(1);\n+        push(2);\n";
    let second = "     fn set(&mut self) {\n         match self.n {\n-            A(v) => put(v, 1),\n+            A(v) => put(v, 2),\n             B(_) => one(),\n             C(_) => two(),\n";
    let after = TABLES.replace("push(1)", "push(2)").replace("put(v, 1)", "put(v, 2)");
    for front in ["@@ impl Table {", "@@     fn values(&self) {", "@@"] {
        let patch = opencode(&format!("{front}\n{first}@@ impl Table {{\n{second}"));
        applies(&[("f", TABLES)], &patch, &[("f", &after)]);
        // What is removed is in the next one as well, written otherwise around it.
        let like = TABLES.replace("D(_) => 0", "A(v) => put(v, 1)");
        refuses(&[("f", &like)], &patch, &["context_not_found"]);
    }
}

#[test]
fn anchors_that_are_written_again_name_the_next_line_in_what_the_outer_one_opens() {
    let file = "import t\n\nclass R(Base):\n    def get(\n        self, parse=False\n    ): ...\n\n    def get(\n        self, parse=None\n    ): ...\n\n    def get(\n        self, parse=True\n    ):\n        return self.data\n";
    let chunk = |old: &str| {
        format!(
            "@@ class R(Base):\n@@     def get(\n-        self, parse={old}\n+        self, parse={old}, text=1\n"
        )
    };
    let after = file.replace("parse=False", "parse=False, text=1");
    let after = after.replace("parse=True", "parse=True, text=1");
    let patch = opencode(&(chunk("False") + &chunk("True")));
    applies(&[("f", file)], &patch, &[("f", &after)]);
    let after = after.replace("parse=None", "parse=None, text=1");
    let patch = opencode(&(chunk("False") + &chunk("None") + &chunk("True")));
    applies(&[("f", file)], &patch, &[("f", &after)]);
    // What is in none of them is not looked for elsewhere.
    let other = file.replace("parse=True", "parse=1") + "\ndef get(\n        self, parse=True\n";
    refuses(&[("f", &other)], &patch, &["context_not_found"]);
}

#[test]
fn what_is_once_before_the_chunk_in_front_is_meant_there_in_what_both_are_in() {
    let file = "impl Group {\n    /// Name: one.\n    ///\n    /// # Examples\n    fn one(self) {}\n\n    /// Name: two.\n    ///\n    /// # Examples\n    fn two(self) {}\n}\n\nimpl Group {\n    fn id(&self) {}\n}\n";
    let chunk =
        |name: &str| format!("@@ impl Group {{\n     /// Name: {name}.\n+    /// New.\n     ///\n");
    let after = file.replace("one.\n", "one.\n    /// New.\n");
    let after = after.replace("two.\n", "two.\n    /// New.\n");
    let patch = opencode(&(chunk("two") + &chunk("one")));
    applies(&[("f", file)], &patch, &[("f", &after)]);
    // It may have been changed in the other one.
    let like = file.replace("    fn id", "    /// Name: one.\n    fn id");
    refuses(&[("f", &like)], &patch, &["context_not_found"]);
}
