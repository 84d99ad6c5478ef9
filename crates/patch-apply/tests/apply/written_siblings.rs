//! Lines that are added to context that is indented otherwise, and are beside a line like them only
//! if they are not indented otherwise as well, or only if they are.

use patch_apply::Cause;

use crate::written::{is_refused_for, makes};

/// Items, keys and methods, two of each.
const STEPS: &str = "jobs:\n  test:\n    steps:\n      - run: one\n        if: a\n      - run: two\n      - run: three\n";
const CLASS: &str = "class M:\n    def one(self):\n        self.a = 1\n        self.b = 2\n\n    def two(self):\n        return self.a\n";
const RULES: &str = "a: a.o\n\t$(CC) a.o\n\tstrip a\n\nb: b.o\n\t$(CC) b.o\n";

#[test]
fn what_is_beside_its_like_only_as_it_is_does_not_move_with_the_context() {
    for (file, hunk) in [
        (
            STEPS,
            "     - run: one\n       if: a\n+      - run: new\n+        if: b\n     - run: two\n",
        ),
        (CLASS, "     self.a = 1\n     self.b = 2\n+    def new(self):\n+        self.c = 3\n \n"),
        (RULES, " strip a\n+c: c.o\n+\t$(CC) c.o\n"),
        // A comment before it is as deep as it is.
        (
            CLASS,
            "     self.a = 1\n     self.b = 2\n+    # Or so.\n+    def new(self):\n+        self.c = 3\n \n",
        ),
        // Context a step too deep.
        (
            "on:\n  push:\n    a: b\n    c: d\n\npermissions: e\n",
            "       a: b\n       c: d\n+  pull:\n+    a: f\n \n",
        ),
    ] {
        is_refused_for(Cause::UnmappedIndentation, file, hunk);
    }
}

#[test]
fn what_is_beside_its_like_only_by_the_rule_does_not_stay_as_it_is() {
    is_refused_for(
        Cause::UnmappedIndentation,
        "class A(Base):\n    # Or so.\n    a = 1\n\n    def get(self, a):\n        return a\n",
        "         # Or so.\n         a = 1\n+    class B(Base):\n+        b = 2\n \n",
    );
}

#[test]
fn what_is_beside_its_like_both_ways_needs_context_behind_it() {
    let file = "on:\n  push:\n    a: b\n  pull:\n    c: d\n\npermissions: e\n";
    let added = "+call:\n+  c: f\n";
    is_refused_for(Cause::UnmappedIndentation, file, &format!(" pull:\n   c: d\n{added}"));
    let file = file.replace("\npermissions", "  other:\n    g: h\n\npermissions");
    makes(
        &file,
        &[&format!(" pull:\n   c: d\n{added} other:\n")],
        &file.replace("  other", "  call:\n    c: f\n  other"),
    );
}

#[test]
fn what_is_beside_its_like_by_the_rule_moves_with_the_context() {
    let file = STEPS;
    makes(
        file,
        &["   - run: one\n     if: a\n+  - run: new\n+    if: b\n"],
        &file.replacen("      - run: two", "      - run: new\n        if: b\n      - run: two", 1),
    );
    // As it is, the line after it would be in nothing.
    makes(
        CLASS,
        &[" def one(self):\n     self.a = 1\n+    self.c = 3\n     self.b = 2\n"],
        &CLASS.replacen("        self.b", "        self.c = 3\n        self.b", 1),
    );
}
