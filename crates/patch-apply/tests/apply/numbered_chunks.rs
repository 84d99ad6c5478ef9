//! Chunks of the `*** Begin Patch` format whose anchors have numbers, as in a unified diff.

use crate::support::{applies, opencode, refuses_for};

/// Two classes with two methods each, all alike.
fn methods() -> String {
    let method = |name: &str| {
        format!(
            "    def {name}(self):\n        try:\n            call()\n        except E as e:\n            warn(e)\n\n"
        )
    };
    let class = |name: &str| format!("class {name}:\n{}{}\n", method("get"), method("put"));
    class("A") + &class("B")
}

/// The file with line `number`, 1-based, changed as [`numbered`] changes it.
fn changed_at(file: &str, number: usize) -> String {
    let change = |(at, line): (usize, &str)| {
        let line = if at == number { line.replace("warn", "fail") } else { line.to_owned() };
        line + "\n"
    };
    file.lines().zip(1..).map(|(line, at)| change((at, line))).collect()
}

fn under(header: &str) -> String {
    format!("{header}\n         except E as e:\n-            warn(e)\n+            fail(e)\n")
}

#[test]
fn the_words_behind_numbers_are_an_anchor() {
    let file = methods();
    for (header, expected) in [
        ("@@ def put(self):", Ok(12)),
        ("@@ class A:\n@@ -11,2 +11,2 @@ def put(self):", Ok(12)),
        ("@@ class B:\n@@ -1,2 +1,2 @@ def get(self):", Ok(20)),
        ("@@ -1,2 +1,2 @@ class B:\n@@     def put(self):", Ok(26)),
        ("@@ -11,2 +11,2 @@ def post(self):", Err("anchor_not_found at 8, 22, 2")),
        // Either class has the method, and the numbers are not followed.
        ("@@ -25,2 +25,2 @@ def put(self):", Err("ambiguous at 11, 19, 25")),
        ("@@ -11,2 +11,2 @@ def put(self):", Err("ambiguous at 11, 19, 25")),
        // Numbers alone are not followed either, but what is first is not what they mean.
        ("@@ -11,2 +11,2 @@", Err("ambiguous at 5, 11, 19, 25")),
        ("@@ -5,2 +5,2 @@", Err("ambiguous at 5, 11, 19, 25")),
        ("@@ class B:\n@@ -25,2 +25,2 @@", Err("ambiguous at 19, 25")),
    ] {
        let patch = opencode(&under(header));
        match expected {
            Ok(line) => drop(applies(&[("f", &file)], &patch, &[("f", &changed_at(&file, line))])),
            Err(reason) => drop(refuses_for(&[("f", &file)], &patch, &[reason])),
        }
    }
}

#[test]
fn a_numbered_chunk_is_not_the_first_of_several() {
    let file = "a\nx = 1\nb\nx = 1\nc\nx = 1\nd\n";
    let chunk = |header: &str, from: &str, to: &str| format!("{header}\n-{from}\n+{to}\n");
    let x = |header: &str| chunk(header, "x = 1", "x = 2");
    let c = |header: &str| chunk(header, "c", "C");
    for (chunks, after) in [
        // As many as there are places have them in order; so has one with a single place after the
        // others.
        (
            x("@@ -2 +2 @@") + &x("@@ -4 +4 @@") + &x("@@ -6 +6 @@"),
            Some("a\nx = 2\nb\nx = 2\nc\nx = 2\nd\n"),
        ),
        (c("@@ -5 +5 @@") + &x("@@ -6 +6 @@"), Some("a\nx = 1\nb\nx = 1\nC\nx = 2\nd\n")),
        (c("@@ -5 +5 @@") + &x("@@"), Some("a\nx = 1\nb\nx = 1\nC\nx = 2\nd\n")),
        (x("@@") + &x("@@ -6 +6 @@"), None),
        // The numbers say that it is before the other.
        (c("@@ -5 +5 @@") + &x("@@ -2 +2 @@"), None),
        (
            c("@@ -5 +5 @@") + &chunk("@@ -3 +3 @@", "b", "B"),
            Some("a\nx = 1\nB\nx = 1\nC\nx = 1\nd\n"),
        ),
        // What ends the file is alone.
        (
            chunk("@@ -2 +2 @@", "d", "D") + "*** End of File\n",
            Some("a\nx = 1\nb\nx = 1\nc\nx = 1\nD\n"),
        ),
    ] {
        match after {
            Some(after) => drop(applies(&[("f", file)], &opencode(&chunks), &[("f", after)])),
            None => drop(refuses_for(&[("f", file)], &opencode(&chunks), &["ambiguous"])),
        }
    }
}

#[test]
fn a_line_before_the_last_chunk_may_be_the_one_that_a_numbered_chunk_names() {
    let class = |name: &str, own: &str| {
        format!(
            "class {name}:\n    def get(self):\n        {own}()\n        warn(e)\n        end()\n\n"
        )
    };
    let file = class("A", "a") + &class("B", "b");
    let first = "         a()\n";
    let second = "-        warn(e)\n+        fail(e)\n         end()\n";
    let chunks =
        format!("@@ -3 +3 @@ def get(self):\n{first}@@ -4,2 +4,2 @@ def get(self):\n{second}");
    refuses_for(&[("f", &file)], &opencode(&chunks), &["ambiguous at 4, 10"]);
    // Once in the file it is taken, in whichever of them.
    let other = file.replacen("end", "stop", 1);
    applies(&[("f", &other)], &opencode(&chunks), &[("f", &changed_at(&other, 10))]);
}
