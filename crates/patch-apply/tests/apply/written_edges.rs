//! Added lines at the edge of a change that the file has there already.

use patch_apply::render::for_person;

use crate::support::{applies, opencode, refuses, unified};

const FILE: &str = "impl Store {\n    fn get(&self, key: &str) -> Option<&Value> {\n        let value = self.map.get(key)?;\n        Some(value)\n    }\n\n    fn len(&self) -> usize {\n        self.map.len()\n    }\n}\n";

#[test]
fn the_bracket_that_closes_a_block_is_not_closed_twice() {
    let call = "from app import (\n    One,\n    Three,\n)\n\nALL = []\n";
    let nested = "run(\n    a,\n    [\n        b,\n    ],\n);\n";
    for (file, body) in [
        (
            FILE,
            "         let value = self.map.get(key)?;\n-        Some(value)\n+        Some(value.new())\n+    }\n",
        ),
        (
            FILE,
            "-        let value = self.map.get(key)?;\n+        let value = self.map.get(&key)?;\n         Some(value)\n+    }\n",
        ),
        (
            FILE,
            "         let value = self.map.get(key)?;\n+        value.touch();\n         Some(value)\n+    }\n",
        ),
        (call, "     One,\n+    Two,\n     Three,\n+)\n"),
        (call, "     One,\n-    Three,\n+    Four,\n+)\n"),
        (nested, "     a,\n     [\n-        b,\n+        c,\n+    ],\n+);\n"),
    ] {
        for patch in [unified(&format!("@@ @@\n{body}")), opencode(&format!("@@\n{body}"))] {
            refuses(&[("f", file)], &patch, &["already_applied"]);
        }
    }
    let body = "@@\n     One,\n+    Two,\n     Three,\n+)\n";
    let message = refuses(&[("f", call)], &opencode(body), &["already_applied"]).to_string();
    assert!(message.contains("the added line `)` repeats the line directly after it"), "{message}");
}

#[test]
fn what_opens_a_block_is_not_opened_twice_by_what_replaces_its_first_line() {
    let python = "class A:\n    def f(self):\n        return 1\n";
    for (file, body) in [
        (
            FILE,
            "+    fn get(&self, key: &str) -> Option<&Value> {\n-        let value = self.map.get(key)?;\n+        let value = self.map.get(&key)?;\n         Some(value)\n     }\n",
        ),
        (python, "+    def f(self):\n-        return 1\n+        return 2\n"),
    ] {
        for patch in [unified(&format!("@@ @@\n{body}")), opencode(&format!("@@\n{body}"))] {
            refuses(&[("f", file)], &patch, &["already_applied"]);
        }
    }
}

#[test]
fn brackets_that_the_change_needs_are_written() {
    for (body, old, new) in [
        // A whole block beside another one.
        (
            "         self.map.len()\n     }\n+\n+    fn id(&self) -> u8 {\n+        0\n+    }\n }\n",
            "len()\n    }\n",
            "len()\n    }\n\n    fn id(&self) -> u8 {\n        0\n    }\n",
        ),
        // The end of one block, and the beginning of the next.
        (
            "         Some(value)\n+    }\n+\n+    fn id(&self) -> u8 {\n+        0\n     }\n \n",
            "Some(value)\n    }\n",
            "Some(value)\n    }\n\n    fn id(&self) -> u8 {\n        0\n    }\n",
        ),
        // A block around what was there.
        (
            "     fn len(&self) -> usize {\n-        self.map.len()\n+        {\n+            self.map.len()\n+        }\n     }\n",
            "        self.map.len()\n",
            "        {\n            self.map.len()\n        }\n",
        ),
    ] {
        for patch in [unified(&format!("@@ @@\n{body}")), opencode(&format!("@@\n{body}"))] {
            applies(&[("f", FILE)], &patch, &[("f", &FILE.replace(old, new))]);
        }
    }
    // A bracket that was missing.
    let file = "fn a() {\n    if x {\n        y();\n}\n\nfn b() {}\n";
    let body = "     if x {\n         y();\n+    }\n }\n";
    let after = file.replace("y();\n", "y();\n    }\n");
    applies(&[("f", file)], &unified(&format!("@@ @@\n{body}")), &[("f", &after)]);
}

#[test]
fn what_is_as_deep_as_the_next_bracket_is_not_put_before_it() {
    let css = ".card {\n  padding: 8px;\n}\n\n.btn {\n  margin: 0;\n}\n";
    let toml = "[package]\nexclude = [\n    \"a\",\n    \"b\",\n]\n";
    for (file, body) in [
        (
            FILE,
            "         let value = self.map.get(key)?;\n         Some(value)\n+\n+    fn id(&self) -> u8 {\n+        0\n+    }\n",
        ),
        (
            FILE,
            "         let value = self.map.get(key)?;\n-        Some(value)\n+        Some(value.new())\n+\n+    fn id(&self) -> u8 {\n+        0\n+    }\n",
        ),
        (css, " .card {\n   padding: 8px;\n+\n+.title {\n+  color: red;\n+}\n"),
        (toml, " exclude = [\n     \"a\",\n     \"b\",\n+readme = \"README.md\"\n"),
    ] {
        for patch in [unified(&format!("@@ @@\n{body}")), opencode(&format!("@@\n{body}"))] {
            let refusal = refuses(&[("f", file)], &patch, &["context_not_found"]);
            let message = refusal.to_string();
            assert!(message.contains("that closes the block there"), "{message}");
        }
    }
    // Labels are as deep as what closes their block, and text is none of it.
    let c = "switch (a) {\ncase 1:\n  one();\n  break;\n}\n";
    let shell = "usage() {\n  cat <<EOF\n  one\nEOF\n}\n";
    for (file, body, old, new) in [
        (
            c,
            "   one();\n   break;\n+case 2:\n+  two();\n",
            "break;\n",
            "break;\ncase 2:\n  two();\n",
        ),
        (shell, "   cat <<EOF\n   one\n+run two;\n", "  one\n", "  one\nrun two;\n"),
        (
            FILE,
            "         let value = self.map.get(key)?;\n         Some(value)\n+    }\n+\n+    fn id(&self) -> u8 {\n+        0\n",
            "Some(value)\n",
            "Some(value)\n    }\n\n    fn id(&self) -> u8 {\n        0\n",
        ),
    ] {
        for patch in [unified(&format!("@@ @@\n{body}")), opencode(&format!("@@\n{body}"))] {
            applies(&[("f", file)], &patch, &[("f", &file.replacen(old, new, 1))]);
        }
    }
}

/// What is as deep as the members of a block is not put behind the bracket that closes it, nor moved
/// to its depth.
#[test]
fn what_is_as_deep_as_the_members_of_a_block_is_not_put_behind_it() {
    let js = "class A {\n  one() {\n    return 1;\n  }\n}\n\nclass B {\n  three() {\n    return 3;\n  }\n}\n\nrun();\n";
    let test = "describe('a', () => {\n  it('one', () => {\n    one();\n  });\n});\n\nrun();\n";
    let terraform = "resource \"a\" \"b\" {\n  tags = {\n    Name = \"b\"\n  }\n  size = 1\n}\n\nresource \"a\" \"c\" {\n  size = 2\n}\n";
    let ruby = "class A\n  def one\n    1\n  end\nend\n\nclass B\n  def two\n    2\n  end\nend\n";
    for (file, body) in [
        (js, "     return 1;\n   }\n }\n+\n+  two() {\n+    return 2;\n+  }\n"),
        (
            js,
            "     return 1;\n   }\n }\n+\n+  async two(a) {\n+    return 2;\n+  }\n \n class B {\n",
        ),
        (js, "     return 3;\n   }\n }\n+\n+  four() {\n+    return 4;\n+  }\n"),
        (
            terraform,
            "     Name = \"b\"\n   }\n   size = 1\n }\n+\n+  labels = {\n+    Env = \"x\"\n+  }\n",
        ),
        (terraform, " }\n+\n+  labels = {\n+    Env = \"x\"\n+  }\n \n resource \"a\" \"c\" {\n"),
        (test, "     one();\n   });\n });\n+  it('two', () => {\n+    two();\n+  });\n"),
        (ruby, "   def one\n     1\n   end\n end\n+\n+  def three\n+    3\n+  end\n"),
        (
            FILE,
            "     fn len(&self) -> usize {\n         self.map.len()\n     }\n }\n+\n+    fn id(&self) -> u8 {\n+        0\n+    }\n",
        ),
    ] {
        for patch in [unified(&format!("@@ @@\n{body}")), opencode(&format!("@@\n{body}"))] {
            let refusal = refuses(&[("f", file)], &patch, &["context_not_found"]);
            let message = refusal.to_string();
            assert!(message.contains("behind the"), "{message}");
            // The added line is shown, and not the hunk as a whole.
            let shown = for_person(patch.as_bytes()).refusal(&refusal);
            assert!(shown.contains(" | +"), "{shown}");
        }
    }
    // What goes on behind the bracket, and what is like nothing in the block.
    let chain = "f(() => {\n  one();\n})\nrun();\n";
    let function = "function one() {\n  let a = 1;\n  return a;\n}\n\nrun();\n";
    for (file, body, old, new) in [
        (
            chain,
            "   one();\n })\n+  .then(two)\n+  .then(three);\n",
            "})\n",
            "})\n  .then(two)\n  .then(three);\n",
        ),
        (
            function,
            "   return a;\n }\n \n+  function two() {\n+    return 2;\n+  }\n+\n run();\n",
            "run();\n",
            "function two() {\n  return 2;\n}\n\nrun();\n",
        ),
    ] {
        for patch in [unified(&format!("@@ @@\n{body}")), opencode(&format!("@@\n{body}"))] {
            applies(&[("f", file)], &patch, &[("f", &file.replacen(old, new, 1))]);
        }
    }
}

#[test]
fn the_word_or_the_tag_that_closes_a_block_is_not_closed_twice() {
    let xml = "<r>\n  <a>\n    <b/>\n  </a>\n</r>\n";
    let ruby = "class A\n  def x\n    1\n  end\nend\n";
    let shell = "if a; then\n  b\nfi\nfor c in d; do\n  e\ndone\n";
    let tex = "\\begin{itemize}\n  \\item a\n\\end{itemize}\n";
    let jinja = "<ul>\n{% if a %}\n  <li>b</li>\n{% endif %}\n</ul>\n";
    for (file, body) in [
        (xml, "   <a>\n     <b/>\n+    <c>\n+      x\n+    </c>\n+  </a>\n   </a>\n"),
        (xml, "   <a>\n     <b/>\n+    <c/>\n+  </a>\n"),
        (xml, "   <a>\n-    <b/>\n+    <c/>\n+  </a>\n+</r>\n"),
        (ruby, "   def x\n     1\n+    2\n+  end\n   end\n"),
        (ruby, "   def x\n-    1\n+    2\n+  end\n+end\n"),
        (shell, " if a; then\n   b\n+  g\n+fi\n fi\n"),
        (shell, "   e\n+  f\n+done\n done\n"),
        (tex, "   \\item a\n+  \\item b\n+\\end{itemize}\n \\end{itemize}\n"),
        (jinja, "   <li>b</li>\n+  <li>c</li>\n+{% endif %}\n {% endif %}\n"),
    ] {
        for patch in [unified(&format!("@@ @@\n{body}")), opencode(&format!("@@\n{body}"))] {
            refuses(&[("f", file)], &patch, &["already_applied"]);
        }
    }
}

#[test]
fn what_opens_a_block_is_not_opened_twice() {
    let js = "function f() {\n  const a = 1;\n  if (!a) {\n    return;\n  }\n}\n";
    let yaml = "web:\n  image: a\n  ports:\n    - 1\n";
    let json = "{\n  \"a\": [\n    1\n  ]\n}\n";
    let ruby = "class A\n  def x\n    1\n  end\nend\n";
    let html = "<div>\n  <ul class=\"a\">\n    <li>b</li>\n  </ul>\n</div>\n";
    for (file, body) in [
        (js, "   const a = 1;\n+  log(a);\n+  if (!a) {\n   if (!a) {\n     return;\n   }\n"),
        (js, " function f() {\n+function f() {\n+  start();\n   const a = 1;\n"),
        (yaml, "   image: a\n+  env: b\n+  ports:\n   ports:\n     - 1\n"),
        (json, "   \"a\": [\n+  \"a\": [\n+    0,\n     1\n"),
        (ruby, " class A\n+  b\n+  def x\n   def x\n"),
        (html, "   <ul class=\"a\">\n+  <ul class=\"a\">\n+    <li>c</li>\n     <li>b</li>\n"),
    ] {
        for patch in [unified(&format!("@@ @@\n{body}")), opencode(&format!("@@\n{body}"))] {
            refuses(&[("f", file)], &patch, &["already_applied"]);
        }
    }
}

#[test]
fn words_and_tags_that_the_change_needs_are_written() {
    let flat = "<div>\n<p>a</p>\n</div>\n<b/>\n";
    let ruby = "class A\n  def x\n    1\n  end\nend\n";
    let shell = "cat <<EOF\nif a\nfi\nEOF\n";
    let list = "Words\n\n- a:\n- b\n";
    for (file, body, after) in [
        // A block around what was there, in two changes.
        (
            flat,
            " <div>\n+<div>\n <p>a</p>\n+</div>\n </div>\n",
            "<div>\n<div>\n<p>a</p>\n</div>\n</div>\n<b/>\n",
        ),
        // Blocks as a whole, and in the place of others.
        (
            flat,
            " <p>a</p>\n+<div>\n+<p>c</p>\n+</div>\n </div>\n",
            "<div>\n<p>a</p>\n<div>\n<p>c</p>\n</div>\n</div>\n<b/>\n",
        ),
        (
            ruby,
            "     1\n   end\n+\n+  def y\n+    2\n+  end\n end\n",
            "class A\n  def x\n    1\n  end\n\n  def y\n    2\n  end\nend\n",
        ),
        (
            ruby,
            "     1\n+  end\n+\n+  def y\n+    2\n   end\n end\n",
            "class A\n  def x\n    1\n  end\n\n  def y\n    2\n  end\nend\n",
        ),
        (
            ruby,
            " class A\n-  def x\n+  def y\n     1\n-  end\n+  end\n end\n",
            "class A\n  def y\n    1\n  end\nend\n",
        ),
        // An end that was missing.
        (
            "if a\n  if b\n    c\nend\nd\n",
            "   if b\n     c\n+  end\n end\n",
            "if a\n  if b\n    c\n  end\nend\nd\n",
        ),
        // Text.
        (shell, " if a\n+fi\n fi\n EOF\n", "cat <<EOF\nif a\nfi\nfi\nEOF\n"),
        (list, " - a:\n+- a:\n - b\n", "Words\n\n- a:\n- a:\n- b\n"),
    ] {
        for patch in [unified(&format!("@@ @@\n{body}")), opencode(&format!("@@\n{body}"))] {
            applies(&[("f", file)], &patch, &[("f", after)]);
        }
    }
}

#[test]
fn indented_lines_without_context_do_not_go_behind_the_last_block() {
    let rust = "fn a() {\n    one();\n}\n\nfn b() {\n    two();\n}\n";
    let html = "<ul>\n  <li>a</li>\n</ul>\n";
    let json = "{\n  \"a\": 1\n}\n";
    let ruby = "class A\n  def b\n  end\nend\n";
    for (file, added) in [
        (rust, "+    three();\n"),
        (rust, "+\n+    if c {\n+        three();\n+    }\n"),
        (html, "+  <li>b</li>\n"),
        (json, "+  \"b\": 2\n"),
        (ruby, "+  def c\n+  end\n"),
    ] {
        refuses(&[("f", file)], &opencode(&format!("@@\n{added}")), &["ambiguous_context"]);
    }
    // Lines at the margin, and where nothing is closed.
    for (file, added) in [
        (rust, "\nfn c() {\n    three();\n}\n"),
        ("a:\n  b: 1\n", "  c: 2\n"),
        ("- a\n", "  b\n"),
        ("x = 1\n", "  # y\n"),
    ] {
        let lines: String = added.lines().map(|line| format!("+{line}\n")).collect();
        let after = format!("{file}{added}");
        applies(&[("f", file)], &opencode(&format!("@@\n{lines}")), &[("f", &after)]);
    }
}
