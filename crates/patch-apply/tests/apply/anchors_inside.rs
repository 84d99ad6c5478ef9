//! What the anchor opens was indented since, or its body was: the chunk is not put where it is as
//! written outside of that.

use crate::support::{applies, opencode, refuses_for};

/// A class with methods that are alike.
fn class(name: &str) -> String {
    let method = |name: &&str| {
        format!(
            "    def {name}(self, key):\n        item = self.find(key)\n        if item is None:\n            return None\n        self.count += 1\n        return item.value\n\n"
        )
    };
    let methods: String = ["post", "get"].iter().map(method).collect();
    format!("class {name}:\n{methods}")
}

/// Lines, each one step deeper.
fn indented(lines: &str) -> String {
    let deeper = |line: &str| {
        if line.trim().is_empty() { "\n".to_owned() } else { format!("    {line}\n") }
    };
    lines.lines().map(deeper).collect()
}

const CHANGED: &str = "self.count += 2";
const COUNT: &str = "self.count += 1";
const CHUNK: &str = "             return None\n-        self.count += 1\n+        self.count += 2\n         return item.value\n";

#[test]
fn what_is_in_the_block_of_its_anchor_but_for_indentation_is_not_put_behind_it() {
    let file = |class_b: &str| class("A") + &indented(class_b) + &class("C");
    let before = file(&class("B"));
    let after = file(&class("B").replacen(COUNT, CHANGED, 1));
    let patch = opencode(&format!("@@ class B:\n@@ def post(self, key):\n{CHUNK}"));
    applies(&[("f", &before)], &patch, &[("f", &after)]);
    let patch = opencode(&format!("@@ class B:\n{CHUNK}"));
    refuses_for(&[("f", &before)], &patch, &["ambiguous at 20, 27"]);
    // Only the method is deeper.
    let wrapped = class("B").replacen("    def", "        def", 1);
    let body = wrapped.lines().enumerate().map(|(at, line)| {
        if (2..=6).contains(&at) { format!("    {line}\n") } else { format!("{line}\n") }
    });
    let class_b: String = body.collect();
    let file = |class_b: &str| class("A") + class_b + &class("C");
    let patch = opencode(&format!("@@ class B:\n@@ def post(self, key):\n{CHUNK}"));
    let after = file(&class_b.replacen(COUNT, CHANGED, 1));
    applies(&[("f", &file(&class_b))], &patch, &[("f", &after)]);
}

#[test]
fn what_is_outside_of_several_lines_that_the_anchor_names_is_not_taken_for_what_is_inside() {
    let one = class("B").replace("get", "put").replace(COUNT, CHANGED).replacen(CHANGED, COUNT, 1);
    let file = class("A") + &indented(&one) + &class("C") + "    class B:\n        pass\n";
    let patch = opencode(&format!("@@ class B:\n{CHUNK}"));
    refuses_for(&[("f", &file)], &patch, &["ambiguous at 20, 35, 42"]);
}

#[test]
fn a_chunk_that_leaves_the_method_of_its_anchor_stays_in_the_class() {
    // The body is wrapped, so that the chunk, which shows the next method, is in no place of it.
    let wrapped = class("B").replacen(
        "        item = self.find(key)\n        if item is None:\n            return None\n        self.count += 1\n        return item.value\n",
        "        with self.lock:\n            item = self.find(key)\n            if item is None:\n                return None\n            self.count += 1\n            return item.value\n",
        1,
    );
    let file = class("A") + &wrapped + &class("C");
    let after = class("A") + &wrapped.replacen(COUNT, CHANGED, 1) + &class("C");
    for behind in ["", " \n     def get(self, key):\n"] {
        let chunk = format!("@@ class B:\n@@ def post(self, key):\n{CHUNK}{behind}");
        applies(&[("f", &file)], &opencode(&chunk), &[("f", &after)]);
    }
    // Where nothing says where in the class it belongs, it is refused.
    let body = "        item = self.find(key)\n        if item is None:\n            return None\n        self.count += 1\n        return item.value\n";
    let class_b = class("B").replacen(body, "        pass\n", 1);
    let chunk =
        format!("@@ class B:\n@@ def post(self, key):\n{CHUNK} \n     def get(self, key):\n");
    let file = class("A") + &class_b + &class("C");
    refuses_for(&[("f", &file)], &opencode(&chunk), &["outside_heading"]);
}

/// An anchor is most often a line of the function that is meant: what was changed in there is not
/// changed in the next one.
#[test]
fn what_was_changed_around_the_line_of_an_anchor_is_not_changed_in_the_next_function() {
    let function = |name: &str, more: &str| {
        format!(
            "function {name}() {{\n  if (!ready(\"{name}\")) {{\n    return;\n  }}\n  const task = start(id);\n{more}  if (task.error) {{\n    stop(task);\n  }}\n  return task;\n}}\n\n"
        )
    };
    let body = "   const task = start(id);\n-  if (task.error) {\n+  if (task.failed) {\n     stop(task);\n";
    let chunk = opencode(&format!("@@ if (!ready(\"web\")) {{\n{body}"));
    let mail = function("mail", "");
    let drifted = function("web", "  count += 1;\n") + &mail;
    refuses_for(&[("f", &drifted)], &chunk, &["ambiguous at 17 against 6"]);
    let file = function("web", "") + &mail;
    let after = file.replacen("task.error", "task.failed", 1);
    applies(&[("f", &file)], &chunk, &[("f", &after)]);
    // Nothing in there is like it.
    let other =
        "function web() {\n  if (!ready(\"web\")) {\n    return;\n  }\n}\n\n".to_owned() + &mail;
    let after = other.replace("task.error", "task.failed");
    applies(&[("f", &other)], &chunk, &[("f", &after)]);
    // It is made there already, behind the block that the line opens.
    let done = function("web", "").replace("task.error", "task.failed") + &mail;
    refuses_for(&[("f", &done)], &chunk, &["maybe_applied at 5 against 16"]);
}
