//! A twin of the lines that a patch means, where those were changed since: anchors, headings and
//! numbers say where they were.

use patch_apply::Cause;

use crate::support::{applies, hint, opencode, refuses, refuses_for, unified};

#[test]
fn a_line_or_two_are_not_taken_behind_what_the_anchor_opens() {
    for (file, chunk) in [
        (
            "class A:\n    def save(self):\n        self.x = 2\n        return True\n\n    def load(self):\n        self.x = 1\n",
            "@@     def save(self):\n-        self.x = 1\n+        self.x = 3\n",
        ),
        (
            "resource \"web\" {\n  size = \"s\"\n}\n\nresource \"db\" {\n  size = \"l\"\n}\n",
            "@@ resource \"web\" {\n-  size = \"l\"\n+  size = \"m\"\n",
        ),
        // What is no deeper is bounded by the next heading of its kind.
        (
            "[[package]]\nname = \"a\"\nversion = \"2\"\n\n[[package]]\nname = \"b\"\nversion = \"1\"\n",
            "@@ name = \"a\"\n-version = \"1\"\n+version = \"3\"\n",
        ),
        (
            "## Linux\n\nRun `make`.\n\n## macOS\n\nRun `gmake`.\n",
            "@@ ## Linux\n-Run `gmake`.\n+Run `gmake -j`.\n",
        ),
    ] {
        let refusal = refuses_for(&[("f", file)], &opencode(chunk), &["outside_heading"]);
        let failure = refusal.failures[0].hunk().unwrap();
        assert_eq!(failure.cause, Cause::OutsideHeading, "{refusal}");
        assert!(refusal.to_string().contains("is outside the block of the heading"), "{refusal}");
        assert!(hint(&refusal).contains("write after `@@`"), "{refusal}");
    }
}

#[test]
fn what_leaves_the_block_of_its_anchor_is_taken_behind_it() {
    // The chunk itself says that it goes on after the function.
    let file = "fn a() {\n    x();\n}\n\nfn b() {\n    y();\n}\n";
    let chunk = "@@ fn a() {\n fn b() {\n-    y();\n+    z();\n";
    applies(&[("f", file)], &opencode(chunk), &[("f", &file.replace("y()", "z()"))]);
    // Three lines are not there by chance, unless another line like the anchor opens them: the
    // format seeks forward from it.
    let body = "    p();\n    q();\n    y();\n";
    let chunk = "     p();\n     q();\n-    y();\n+    z();\n";
    for (anchor, between) in [
        ("limit = 3\n", "\nfn b() {\n"),
        ("if a:\n    x();\n", "else:\n"),
        ("switch (a) {\ncase 1:\n    x();\n", "case 2:\n"),
        ("class A {\n    x();\n", "public:\n"),
        ("class A(B):\n    x();\n", "trace(1)\n"),
    ] {
        let file = format!("{anchor}{between}{body}}}\n");
        let chunk = format!("@@ {}\n{chunk}", anchor.lines().next().unwrap());
        applies(&[("f", &file)], &opencode(&chunk), &[("f", &file.replace("y()", "z()"))]);
    }
}

/// Blocks that repeat the same lines, the one that the anchor names changed since, and one after
/// it that is as it was.
#[test]
fn what_a_line_beside_the_anchor_opens_is_not_what_is_meant() {
    let lines = ["one: 1,", "two: 2,", "three: 3,", "four: 4,"];
    let chunk = |blanks: &str| {
        let lines = [" one: 1,", " two: 2,", "-three: 3,", "+three: 0,", " four: 4,"];
        lines.map(|line| format!("{}{blanks}{}\n", &line[..1], &line[1..])).concat()
    };
    let body = |blanks: &str, lines: &[&str]| {
        lines.iter().map(|line| format!("{blanks}{line}\n")).collect::<String>()
    };
    for (anchor, between, other, end) in [
        ("def a(x):", "\n\n", "def b(x, y):", "\n"),
        ("fn a() {", "}\n\n", "pub fn b() {", "}\n"),
        ("web:", "", "api:", ""),
        ("\"web\": {", "},\n", "\"api\": {", "},\n"),
        ("- name: web", "", "- name: api", ""),
        ("class A:", "\n", "class B(A):", "\n"),
        ("test('a', () => {", "});\n\n", "test('b', () => {", "});\n"),
    ] {
        let twin = format!("{between}{other}\n{}{end}", body("  ", &lines));
        let patch = opencode(&format!("@@ {anchor}\n{}", chunk("  ")));
        for own in [&["nothing: 0,"][..], &["one: 1,"], &["one: 1,", "four: 4,"]] {
            let file = format!("{anchor}\n{}{twin}", body("  ", own));
            refuses_for(&[("f", &file)], &patch, &["outside_heading"]);
            // Nor is it where the anchor is a line in that block.
            let file = format!("{anchor}\n  here: 1,\n{}{twin}", body("  ", own));
            let patch = opencode(&format!("@@ here: 1,\n{}", chunk("  ")));
            refuses_for(&[("f", &file)], &patch, &["outside_heading"]);
        }
        let file = format!("{anchor}\n{}{twin}", body("  ", &lines));
        applies(&[("f", &file)], &patch, &[("f", &file.replacen("three: 3", "three: 0", 1))]);
    }
    for (before, after) in [("## ", ""), ("[", "]"), ("# --- ", " ---")] {
        let title = |name: &str| format!("{before}{name}{after}");
        let file = format!("{}\nhere: 1,\n\n{}\n{}", title("a"), title("b"), body("", &lines));
        for anchor in [title("a"), "here: 1,".to_owned()] {
            let patch = opencode(&format!("@@ {anchor}\n{}", chunk("")));
            refuses_for(&[("f", &file)], &patch, &["outside_heading"]);
        }
    }
}

#[test]
fn what_is_done_beside_what_the_anchor_opens_is_not_done_in_it() {
    let function =
        |name: &str, line: &str| format!("fn {name}() {{\n    p();\n    {line}\n    q();\n}}\n\n");
    let file = format!("x\n{}{}", function("a", "other();"), function("b", "new();"));
    let patch = "@@\n-x\n+y\n@@ fn a() {\n     p();\n-    old();\n+    new();\n     q();\n";
    refuses_for(&[("f", &file)], &opencode(patch), &["maybe_applied at 9"]);
}

#[test]
fn a_number_before_the_heading_is_chance() {
    let function =
        |name: &str, line: &str| format!("fn {name}() {{\n    p();\n    {line}\n    q();\n}}\n\n");
    let hunk = |line: usize, name: &str| {
        format!(
            "@@ -{line},3 +{line},3 @@ fn {name}() {{\n     p();\n-    old();\n+    new();\n     q();\n"
        )
    };
    let file = function("a", "old();") + &function("b", "other();");
    let refusal =
        refuses_for(&[("f", &file)], &unified(&hunk(2, "b")), &["outside_heading at 2, 7"]);
    assert_eq!(refusal.failures[0].hunk().unwrap().cause, Cause::OutsideHeading);
    // One that is gone says nothing.
    let after = file.replace("old", "new");
    applies(&[("f", &file)], &unified(&hunk(2, "c")), &[("f", &after)]);
    applies(&[("f", &file)], &unified(&hunk(2, "a")), &[("f", &after)]);
}

#[test]
fn where_the_hunk_behind_puts_the_number_counts() {
    // Three of five lines, as far down as the hunk after is; the twin is further up than any hunk
    // was moved.
    let old = "\nstep\ndone\nstep\n  wait\n";
    let file =
        format!("top\nmid\n{old}end\nx\ny\nz\nextra\nstep\ndone\nstep\n  new_wait\nrest\nlast\n");
    let hunk = "@@ -7,5 +7,5 @@\n \n step\n-done\n+pre_done\n step\n   wait\n@@ -13,1 +13,1 @@\n-last\n+LAST\n";
    refuses_for(&[("f", &file)], &unified(hunk), &["ambiguous at 3 against 12"]);
}

#[test]
fn a_rival_that_lost_the_line_that_heads_the_hunk_may_lie_below_its_heading() {
    let file = "  wait\ndone\nstep\ndone\n  wait\ndone\n# 1\n# 2\n# 3\n# 4\n# 5\n# 6\nstep\npre_done\n  wait\ndone\nstep\ndone\n";
    let hunk = "@@ @@ done\n done\n step\n done\n-  wait\n done\n step\n done\n";
    refuses_for(&[("f", file)], &unified(hunk), &["ambiguous at 2 against 12"]);
    // As many lines differ at either place, and both are below such a line.
    let file = "step\n  wait\n  check\nnew_done\nstep\n  check\nstep\n  new_wait\n  check\ndone\npre_step\n  check\nstep\n  old_wait\n  check\ndone\nlast\n  wait\n";
    let hunk =
        "@@ ... @@ step\n   check\n done\n step\n-  check\n+  uncheck\n step\n   wait\n   check\n";
    refuses_for(&[("f", file)], &unified(hunk), &["ambiguous at 5 against 9"]);
}

#[test]
fn a_heading_that_begins_with_a_sign_ends_at_the_next_one() {
    for (file, hunk) in [
        (
            "services:\n  - name: web\n    image: 2\n    port: 80\n  - name: worker\n    image: 1\n",
            "@@ -3 +3 @@ - name: web\n-    image: 1\n+    image: 3\n",
        ),
        (
            "<ds>\n  <d name=\"a\">\n    <v>2</v>\n  </d>\n  <d name=\"b\">\n    <v>1</v>\n  </d>\n</ds>\n",
            "@@ -3 +3 @@ <d name=\"a\">\n-    <v>1</v>\n+    <v>3</v>\n",
        ),
        (
            "match e with\n| Add a ->\n  let x = 2 in\n  x\n| Mul a ->\n  let x = 1 in\n  x\n",
            "@@ -3 +3 @@ | Add a ->\n-  let x = 1 in\n+  let x = 3 in\n",
        ),
    ] {
        let refusal = refuses_for(&[("f", file)], &unified(hunk), &["outside_heading at 6, 2"]);
        assert_eq!(refusal.failures[0].hunk().unwrap().cause, Cause::OutsideHeading);
    }
    // Without numbers it says which of several places is meant.
    for record in [
        "@article{NAME,\n  year = {1},\n}\n",
        "(defun NAME (x)\n  (start x)\n  (stop x))\n",
        "[NAME] = {\n\t.flags = 3,\n},\n",
        "{ \"id\": \"NAME\",\n  \"port\": 1 },\n",
    ] {
        let of = |name: &str| record.replace("NAME", name);
        let mut lines = record.lines();
        let heading = lines.next().unwrap().replace("NAME", "beta");
        let old = lines.next().unwrap();
        let hunk = unified(&format!("@@ ... @@ {heading}\n-{old}\n+  new\n"));
        let [front, own, behind] = ["alpha", "beta", "gamma"].map(of);
        let file = [&*front, &own, &behind].concat();
        let after = [&*front, &own.replace(old, "  new"), &behind].concat();
        applies(&[("f", &file)], &hunk, &[("f", &after)]);
    }
}

#[test]
fn a_label_at_the_margin_ends_no_function() {
    let function = |name: &str| {
        format!("int {name}(int x)\n{{\n\tgo_{name}(x);\nout:\n\tunlock(x);\n\treturn 0;\n}}\n\n")
    };
    let file = format!("// new\n// new\n{}{}", function("a"), function("b"));
    let hunk = "@@ -12,2 +12,3 @@ int b(int x)\n \tunlock(x);\n+\tput(x);\n \treturn 0;\n";
    let (head, tail) = file.rsplit_once("\treturn").unwrap();
    applies(&[("f", &file)], &unified(hunk), &[("f", &format!("{head}\tput(x);\n\treturn{tail}"))]);
}

#[test]
fn a_stale_line_where_number_and_context_agree_counts() {
    // All context, and some of what is removed.
    let function = |name: &str, check: &str| {
        format!(
            "int {name}(void)\n{{\n\tret = {check}(x);\n\tif (ret < 0)\n\t\treturn ret;\n\tgo_{name}();\n}}\n\n"
        )
    };
    let file = function("a", "check") + &function("b", "check_b");
    let hunk = "@@ -10,4 +10,4 @@\n {\n-\tret = check(x);\n-\tif (ret < 0)\n+\tret = check(y);\n+\tif (ret <= 0)\n \t\treturn ret;\n";
    refuses_for(&[("f", &file)], &unified(hunk), &["ambiguous at 2 against 10"]);
    // All context, where the hunk after shows that the numbers are right.
    let file = "web:\n  image: 1\n  port: 80\napi:\n  image: 2\n  port: 80\nend: 1\n";
    let hunk = "@@ -5,2 +5,2 @@\n-  image: 1\n+  image: 3\n   port: 80\n@@ -7,1 +7,1 @@\n-end: 1\n+end: 2\n";
    refuses_for(&[("f", file)], &unified(hunk), &["ambiguous at 2 against 5"]);
}

#[test]
fn what_the_hunk_in_front_takes_is_no_rival() {
    let table =
        |name: &str| format!("TABLE {name} (\n    id INT,\n    c TIME,\n    u TIME\n);\n\n");
    let notes = "-- note\n".repeat(9);
    let file = format!("{}{notes}\n{}TABLE d (\n);\n", table("a"), table("b"));
    let hunks = "@@ -1,3 +1,4 @@\n TABLE a (\n     id INT,\n+    k INT,\n     c TIME,\n@@ -9,5 +10,7 @@ TABLE b (\n     c TIME,\n     u TIME\n );\n+\n+ANALYZE b;\n \n TABLE d (\n";
    let after = file.replacen("id INT,\n", "id INT,\n    k INT,\n", 1);
    let after = after.replace(");\n\nTABLE d", ");\n\nANALYZE b;\n\nTABLE d");
    applies(&[("f", &file)], &unified(hunks), &[("f", &after)]);
}

#[test]
fn a_banner_heads_what_is_below_it() {
    let file = "# --- staging ---\nHOST=st\nPORT=80\nDEBUG=false\nCACHE=on\n\n# --- prod ---\nHOST=pr\nPORT=443\nDEBUG=false\n";
    let hunk = "@@ ... @@\n # --- dev ---\n HOST=localhost\n PORT=80\n-DEBUG=false\n+DEBUG=true\n CACHE=on\n \n";
    refuses_for(&[("f", file)], &unified(hunk), &["lines_differ"]);
}

#[test]
fn what_a_line_heads_is_behind_the_nearest_one_that_is_named() {
    // Named is a call as well, and after that the place would lie.
    let file = "wait()\n  go\n\nf()\n  f()\nf()\n  wait\n\nend\n  wait\n  go\n\n";
    let hunk = "@@ -7,3 +7,3 @@ f()\n   wait\n-  go\n+  stop\n \n";
    refuses_for(&[("f", file)], &unified(hunk), &["outside_heading at 10, 4 against 1"]);
}

#[test]
fn a_rival_whose_first_lines_are_before_the_file_may_lie_below_its_heading() {
    let file = "version = 1\nc = 3\nd = 4\ne = 5\n\n[s]\na = 1\nb = 2\nc = 3\nd = 4\ne = 5\n\n";
    let hunk = "@@ ... @@ version = 1\n a = 1\n b = 2\n c = 3\n+f = 6\n d = 4\n e = 5\n \n";
    refuses_for(&[("f", file)], &unified(hunk), &["ambiguous at 7 against 1"]);
}

#[test]
fn what_the_order_leaves_out_is_no_measure_of_what_is_near() {
    // The hunk after is before the last block: only the first one is left, and the second is
    // nearer.
    let block = |name: &str, call: &str, close: &str| {
        format!("fn {name} {{\n  open()\n  step()\n  next()\n  {call}()\n  more()\n{close}\n}}\n\n")
    };
    let close = "  close()\n";
    let blocks = [
        block("a", "go", close),
        block("b", "go", ""),
        block("c", "run", close),
        block("d", "go", close),
    ];
    let hunk = |start: usize, call: &str| {
        format!(
            "@@ -{start},8 +{start},8 @@\n   open()\n   step()\n   next()\n-  {call}()\n+  {call}!()\n   more()\n   close()\n \n }}\n"
        )
    };
    let patch = unified(&(hunk(22, "go") + &hunk(34, "run")));
    refuses_for(&[("f", &blocks.concat())], &patch, &["ambiguous at 2, 31 against 12"]);
}

#[test]
fn a_heading_that_is_context_says_no_more_than_the_text() {
    let file =
        "go\ndone\nstep\n  wait\n  check\nrun\n\n  b()\ndone\nstep\n  wait\n  check\n\nsleep\n";
    let hunk = "@@ -5,6 +5,5 @@ b()\n   b()\n done\n step\n-  wait\n   check\n run\n";
    refuses_for(&[("f", file)], &unified(hunk), &["ambiguous at 2, 8"]);
}

#[test]
fn a_number_behind_the_end_of_the_file_says_nothing() {
    let bench = |name: &str| format!("[[bench]]\nname = \"{name}\"\nharness = false\n\n");
    let file: String = ["alpha", "bravo", "delta", "gamma", "sigma"].map(bench).concat();
    let after = file.replacen("\"delta\"\n", "\"delta\"\npath = \"d.rs\"\n", 1);
    let hunk = |at: usize| {
        format!(
            "@@ -{at},4 +{at},5 @@\n [[bench]]\n name = \"delta\"\n+path = \"d.rs\"\n harness = false\n \n"
        )
    };
    applies(&[("f", &file)], &unified(&hunk(100)), &[("f", &after)]);
    // What is like it near a number of the file, or near the end of a file that was longer, may be
    // meant, unless it is another record: the file has the name that the hunk shows once.
    for at in [18, 25] {
        applies(&[("f", &file)], &unified(&hunk(at)), &[("f", &after)]);
        let unnamed = hunk(at).replace("delta", "1");
        let file = file.replacen("delta", "1", 1).replace("sigma", "5");
        refuses(&[("f", &file)], &unified(&unnamed), &["ambiguous_context"]);
    }
}
