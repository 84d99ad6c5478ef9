//! Added lines that repeat what is beside them, or define what their block defines already.

use patch_apply::{Cause, Contract};

use crate::support::{applies, applies_under, opencode, refuses, refuses_for, unified};
use crate::written::{is_refused_for, makes};
use crate::written_damaged::{GO, PYTHON};

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
