//! What the line that an anchor names says of the places of a chunk.

use crate::support::applies;

fn opencode(chunks: &str) -> String {
    format!("*** Begin Patch\n*** Update File: f\n{chunks}*** End Patch\n")
}

#[test]
fn a_chunk_may_hold_the_line_that_its_anchor_names() {
    let class = |name: &str| {
        format!(
            "class {name}:\n    @property\n    def size(self):\n        a()\n        return 1\n\n"
        )
    };
    let file = class("A") + &class("B");
    let chunk = "@@ class A:\n@@ def size(self):\n     @property\n     def size(self):\n-        a()\n+        a(1)\n         return 1\n";
    applies(&[("f", &file)], &opencode(chunk), &[("f", &file.replacen("a()", "a(1)", 1))]);
    // Once in the file, and not behind what the anchor opens.
    let file = "use x;\n\nfn b() {\n    x();\n}\n\nfn c() {\n    y();\n}\n";
    let chunk = "@@ fn c() {\n     x();\n }\n \n fn c() {\n-    y();\n+    y(1);\n }\n";
    applies(&[("f", file)], &opencode(chunk), &[("f", &file.replace("y()", "y(1)"))]);
}

#[test]
fn a_rival_without_the_heading_that_the_hunk_holds_is_not_below_it() {
    let function =
        |name: &str| format!("func {name}() {{\n\ttests := 1\n\tcheck(tests)\n\tdone()\n}}\n\n");
    let file = function("A") + &function("B") + &function("C");
    // The next function is like the hunk and begins, with the end of this one, below the heading.
    let hunk = "@@ ... @@ func B() {\n }\n \n func B() {\n+\tstart()\n \ttests := 1\n \tcheck(tests)\n \tdone()\n";
    let patch = format!("--- a/f\n+++ b/f\n{hunk}");
    applies(&[("f", &file)], &patch, &[("f", &file.replace("B() {\n", "B() {\n\tstart()\n"))]);
}
