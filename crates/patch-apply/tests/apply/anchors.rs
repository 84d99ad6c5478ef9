//! What the line that an anchor names says of the places of a chunk.

use patch_apply::Cause;

use crate::support::{applies, opencode, refuses, refuses_for};

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
    // Once in the file, and not after what the anchor opens.
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

/// Functions that are alike but for one line each.
fn functions(lines: [&str; 3]) -> String {
    let function = |(name, line): (&str, &str)| {
        format!("def {name}(x):\n    check(x)\n    {line}\n    clean(data)\n    log(x)\n\n\n")
    };
    ["alpha", "billing", "search"].into_iter().zip(lines).map(function).collect()
}

const LOAD: &str = "@@ def billing(x):\n     check(x)\n-    data = load(x)\n+    data = load(x, retry=3)\n     clean(data)\n     log(x)\n";

#[test]
fn what_was_changed_in_what_the_anchor_opens_is_not_changed_in_the_next_function() {
    let file = functions(["data = load(x)", "data = fetch(x)", "data = load(x)"]);
    refuses_for(&[("f", &file)], &opencode(LOAD), &["ambiguous at 16 against 9"]);
    // Two lines of context, and a line that shares a word with the one to be removed.
    let chunk = "@@ def billing(x):\n     check(x)\n-    data = load(x)\n+    data = None\n     clean(data)\n";
    refuses_for(&[("f", &file)], &opencode(chunk), &["ambiguous at 16 against 9"]);
    // A removed line and the context on one side of it have another word after them.
    let chunk = "@@ def billing(x):\n     check(x)\n-    data = fetch(x)\n+    data = None\n     clean(all)\n";
    let other =
        file.replace("search(x):", "search(x):\n    check(x)\n    data = fetch(x)\n    clean(all)");
    refuses_for(&[("f", &other)], &opencode(chunk), &["ambiguous at 16 against 9"]);
    // What is like it in the block of another line with that name does not count.
    let class = |name: &str, body: &str| format!("class {name}:\n{body}\n");
    let method = |line: &str| {
        format!(
            "    def run(self):\n        check(x)\n        {line}\n        clean(x)\n        log(x)\n"
        )
    };
    let file = class("A", &method("load(b)")) + &class("B", &method("load(a)"));
    let chunk = "@@ def run(self):\n         check(x)\n-        load(a)\n+        load(c)\n         clean(x)\n         log(x)\n";
    applies(&[("f", &file)], &opencode(chunk), &[("f", &file.replace("load(a)", "load(c)"))]);
}

#[test]
fn what_a_title_or_a_banner_heads_ends_at_the_next_one() {
    for [before, after] in
        [["## ", ""], ["# --- ", " ---"], ["// ===== ", " ====="], ["/* --- ", " --- */"]]
    {
        let title = |name: &str| format!("{before}{name}{after}");
        let section = |(name, tool): (&str, &str)| {
            format!("{}\n\nInstall:\n\n- run {tool}\n- check\n- restart\n\n", title(name))
        };
        let file: String =
            [("Linux", "make"), ("macOS", "brew"), ("Windows", "make")].map(section).concat();
        let chunk = |name: &str| {
            let title = title(name);
            opencode(&format!(
                "@@ {title}\n Install:\n \n-- run make\n+- run make all\n - check\n - restart\n"
            ))
        };
        refuses_for(&[("f", &file)], &chunk("macOS"), &["ambiguous at 19 against 11"]);
        let (head, tail) = file.split_at(file.rfind("make").unwrap());
        let after = format!("{head}{}", tail.replace("make", "make all"));
        applies(&[("f", &file)], &chunk("Windows"), &[("f", &after)]);
    }
}

#[test]
fn what_is_done_in_what_the_anchor_opens_is_not_done_behind_it() {
    // In the function before as well.
    let done = "data = load(x, retry=3)";
    let file = functions([done, done, "data = load(x)"]);
    refuses_for(&[("f", &file)], &opencode(LOAD), &["maybe_applied at 9 against 16"]);
}

#[test]
fn of_lines_that_the_anchor_names_the_one_that_opens_something_is_meant() {
    let file = "export function run(a: string): void;\nexport function run(a: number): void;\nexport function stop(a) {\n  prep();\n  go();\n}\nexport function run(a) {\n  prep();\n  go();\n}\n";
    let chunk = "@@ export function run(\n   prep();\n-  go();\n+  go(1);\n";
    let (head, tail) = file.rsplit_once("go()").unwrap();
    applies(&[("f", file)], &opencode(chunk), &[("f", &format!("{head}go(1){tail}"))]);
    // A table of contents.
    let file = "# T\n\n- [Install](#install)\n- [Usage](#usage)\n\n## Install\n\nRun:\n\n- make\n- test\n\n## Usage\n\nRun:\n\n- make\n- test\n";
    let chunk = "@@ Usage\n Run:\n \n-- make\n+- make all\n - test\n";
    let (head, tail) = file.rsplit_once("make").unwrap();
    applies(&[("f", file)], &opencode(chunk), &[("f", &format!("{head}make all{tail}"))]);
    // A call, and the function.
    let file = "class Api {\n  refresh() {\n    x = this.get(1);\n    return x.body;\n  }\n\n  async get(id) {\n    return x.body;\n  }\n}\n";
    let chunk = "@@ get(\n-    return x.body;\n+    return x.data;\n   }\n";
    let (head, tail) = file.rsplit_once("body").unwrap();
    applies(&[("f", file)], &opencode(chunk), &[("f", &format!("{head}data{tail}"))]);
    // One that does not open what the chunk is in.
    let file = "inputs:\n  deploy:\n    type: boolean\njobs:\n  lint:\n    time: 10\n    steps: x\n  deploy:\n    time: 10\n    steps: x\n";
    let chunk = "@@ deploy:\n-    time: 10\n+    time: 20\n     steps: x\n";
    let (head, tail) = file.rsplit_once("10").unwrap();
    applies(&[("f", file)], &opencode(chunk), &[("f", &format!("{head}20{tail}"))]);
    // A part of another name.
    let file = ".btn-x {\n  pad: 4;\n}\n\n.btn {\n  pad: 4;\n}\n";
    let chunk = "@@ .btn\n-  pad: 4;\n+  pad: 8;\n }\n";
    let (head, tail) = file.rsplit_once('4').unwrap();
    applies(&[("f", file)], &opencode(chunk), &[("f", &format!("{head}8{tail}"))]);
    // What is directly after the first of them is not in something else.
    let file = "let x = 1;\nstart(x);\nstop(x);\n\nlet x = {\n  one: 1,\n};\nstart(x);\nstop(x);\n";
    let chunk = "@@ let x =\n start(x);\n-stop(x);\n+halt(x);\n";
    applies(&[("f", file)], &opencode(chunk), &[("f", &file.replacen("stop", "halt", 1))]);
}

#[test]
fn the_bracket_that_closes_what_the_anchor_opens_does_not_lead_out_of_it() {
    let body = |name: &str, code: &str| {
        format!("fn {name}() {{\n    let x = go();\n    check(x, {code})\n}}\n\n")
    };
    let file = body("create", "201") + &body("delete", "200");
    let chunk = |more: &str| {
        opencode(&format!(
            "@@ fn create\n     let x = go();\n-    check(x, 200)\n+    check(x, 204)\n }}\n{more}"
        ))
    };
    refuses_for(&[("f", &file)], &chunk(""), &["outside_heading at 7, 1"]);
    // What is after it does.
    let file = file + "fn last() {}\n";
    applies(&[("f", &file)], &chunk(" \n fn last() {}\n"), &[("f", &file.replace("200", "204"))]);
}

#[test]
fn an_anchor_in_the_block_of_another_line_like_the_one_before_is_not_found() {
    let class =
        |name: &str, body: &str| format!("class {name}:\n    def {body}(self):\n        go()\n\n");
    let file = class("A", "start") + &class("B", "run");
    for lines in ["+        log()\n", "-        go()\n+        log()\n"] {
        let chunk = format!("@@ class A:\n@@ def run(self):\n{lines}");
        refuses_for(&[("f", &file)], &opencode(&chunk), &["out_of_order at 6"]);
    }
    let chunk = "@@ class B:\n@@ def run(self):\n+        log()\n";
    let after = file.replace("run(self):\n", "run(self):\n        log()\n");
    applies(&[("f", &file)], &opencode(chunk), &[("f", &after)]);
    // A line at the margin that is not like the first one ends no class for certain.
    let file = "class A:\n    text = \"\"\"\nselect\n\"\"\"\n    def run(self):\n        go()\n";
    let chunk = "@@ class A:\n@@ def run(self):\n-        go()\n+        log()\n";
    applies(&[("f", file)], &opencode(chunk), &[("f", &file.replace("go", "log"))]);
}

#[test]
fn what_leads_up_to_the_next_function_does_not_belong_to_the_one_before() {
    let test = |name: &str| format!("#[test]\nfn {name}() {{\n    x();\n}}\n\n");
    let file = ["a", "b", "c"].map(test).concat();
    let lines = "-#[test]\n+#[tokio::test]\n";
    let bare = format!("--- a/f\n+++ b/f\n@@ ... @@ fn b() {{\n{lines}");
    for patch in [opencode(&format!("@@ fn b() {{\n{lines}")), bare] {
        let refusal = refuses_for(&[("f", &file)], &patch, &["outside_heading at 11, 7"]);
        assert_eq!(refusal.failures[0].hunk().unwrap().cause, Cause::OutsideHeading, "{refusal}");
    }
    // As git has it: the heading is that of the lines before.
    let (head, tail) = file.rsplit_once("#[test]").unwrap();
    let after = format!("{head}#[tokio::test]{tail}");
    let numbered = format!("--- a/f\n+++ b/f\n@@ -11 +11 @@ fn b() {{\n{lines}");
    applies(&[("f", &file)], &numbered, &[("f", &after)]);
    // What is around it says that the chunk goes on after the function.
    let chunk = format!("@@ fn b() {{\n{lines} fn c() {{\n");
    applies(&[("f", &file)], &opencode(&chunk), &[("f", &after)]);
    // A comment at the margin leads to nothing.
    let file = "fn a() {\n    x();\n// note\n    y();\n}\n";
    let chunk = "@@ fn a() {\n-// note\n+// Note\n";
    applies(&[("f", file)], &opencode(chunk), &[("f", &file.replace("note", "Note"))]);
}

#[test]
fn an_anchor_before_the_chunk_in_front_leads_to_what_is_as_written_behind_that() {
    // The writer named the last line above that opens something, and that is above the first chunk
    // as well.
    let file =
        "if a:\n    x()\nelse:\n    p = 1\n    q = 2\n    u = 8\n    r = 3\n    t = 7\n    s = 4\n";
    let patch = opencode(
        "@@ if a:\n     p = 1\n-    q = 2\n+    q = 5\n     u = 8\n@@ if a:\n     r = 3\n     t = 7\n-    s = 4\n+    s = 6\n",
    );
    let after = file.replace("q = 2", "q = 5").replace("s = 4", "s = 6");
    applies(&[("f", file)], &patch, &[("f", &after)]);
    // Not where something like it is in what the anchor opens, nor where it matches loosely.
    let stale = file.replace("x()\n", "x()\n    r = 3\n    t = 7\n    s = 0\n");
    refuses_for(&[("f", &stale)], &patch, &["ambiguous at 10"]);
    let loose = file.replace("    r = 3\n    t = 7\n    s", "  r = 3\n  t = 7\n  s");
    refuses_for(&[("f", &loose)], &patch, &["whitespace_only"]);
    // Nor where it is before the chunk in front as well.
    let twice = file.replace("x()\n", "x()\n    r = 3\n    t = 7\n    s = 4\n");
    refuses_for(&[("f", &twice)], &patch, &["ambiguous at 3, 10"]);
    // Of several such lines the one that the chunk in front holds is named.
    let again = format!("if a:\n    z()\n{file}");
    refuses_for(&[("f", &again)], &patch, &["out_of_order at 1 against 9"]);
    let held = patch.replacen("@@ if a:\n", "@@\n if a:\n     x()\n else:\n", 1);
    applies(&[("f", &again)], &held, &[("f", &format!("if a:\n    z()\n{after}"))]);
}

#[test]
fn half_of_the_context_of_an_insertion_is_nothing_like_it() {
    // Brackets and attributes are between all of them.
    let union = |name: &str, one: &str, two: &str| {
        format!(
            "pub union {name} {{\n    pub {one}: u32,\n    pub {two}: u8,\n}}\n#[repr(C)]\n#[derive(Clone)]\n"
        )
    };
    let file = union("A", "x", "y") + &union("B", "a", "b") + "pub struct C {\n}\n";
    let lines = "     pub a: u32,\n     pub b: u8,\n }\n+impl Default for B {}\n #[repr(C)]\n #[derive(Clone)]\n";
    let chunk = opencode(&format!("@@ pub union A {{\n{lines} pub struct C {{\n"));
    let after = file.replace("b: u8,\n}\n", "b: u8,\n}\nimpl Default for B {}\n");
    applies(&[("f", &file)], &chunk, &[("f", &after)]);
    // Two thirds are.
    let stale = union("A", "a", "y") + &union("B", "a", "b") + "pub struct C {\n}\n";
    refuses_for(&[("f", &stale)], &chunk, &["ambiguous at 8 against 2"]);
}

#[test]
fn what_was_cut_off_from_its_anchor_is_not_passed_over_for_a_twin() {
    let class = |name: &str, cut: &str, count: &str| {
        format!(
            "class {name}:\n    def close(self):\n{cut}        flush()\n        {count} = 0\n        return 1\n\n\n"
        )
    };
    let file = class("A", "import os\n\n", "count += 1; old") + &class("B", "", "count += 2; old");
    let chunk = "@@ def close(self):\n         flush()\n         count += 3; old = 0\n-        return 1\n+        return 2\n \n \n";
    refuses_for(&[("f", &file)], &opencode(chunk), &["ambiguous at 7, 14"]);
}

#[test]
fn a_bracket_leads_nowhere_where_outer_context_differs() {
    let row = |open: &str, first: &str| {
        format!("\t{open}\n\t\t{first},\n\t\tout: 2,\n\t\tfail,\n\t}},\n")
    };
    let chunk = opencode("@@ {\n \t\tin: 1,\n \t\tout: 2,\n-\t\tfail,\n+\t\tok,\n \t},\n \t{\n");
    let file = row("new_{", "in: 3") + &row("{", "in: 4") + "\t{\n\t}\n";
    refuses_for(&[("f", &file)], &chunk, &["ambiguous at 3, 8"]);
    let alone = row("{", "in: 4") + "\t{\n\t}\n";
    applies(&[("f", &alone)], &chunk, &[("f", &alone.replace("fail", "ok"))]);
}

#[test]
fn brackets_alone_are_not_taken_behind_others_that_the_anchor_comes_before() {
    let cut = "f(() => {\n  load(() => {\n});\n\ng(() => {\n    go();\n  });\n});\n\n";
    let file = format!("{cut}h(() => {{\n  load(() => {{\n    go();\n  }});\n}});\n\n");
    let chunk = opencode("@@ load(() => {\n   });\n-});\n+}); // x\n \n");
    refuses_for(&[("f", &file)], &chunk, &["ambiguous at 7, 13"]);
}

#[test]
fn what_does_not_fit_in_behind_an_anchor_is_refused() {
    #[track_caller]
    fn check(before: &str, chunk: &str, after: Option<&str>) {
        if let Some(after) = after {
            applies(&[("f", before)], &opencode(chunk), &[("f", after)]);
        } else {
            refuses_for(&[("f", before)], &opencode(chunk), &["no_context"]);
        }
    }
    let two = "def a(x):\n    return x\n\n\ndef b():\n    return 2\n";
    // It would part what the anchor opens from it, or is not as deep as that.
    check(two, "@@ def a(x):\n+\n+\n+def c():\n+    return 3\n", None);
    check(two, "@@ def a(x):\n+  y = 1\n", None);
    check(two, "@@ def a(x):\n+\ty = 1\n", None);
    check(two, "@@ def a(x):\n+    y = 1\n", Some(&two.replacen("(x):\n", "(x):\n    y = 1\n", 1)));
    check(
        two,
        "@@     return x\n+    # never\n",
        Some(&two.replace("x\n\n", "x\n    # never\n\n")),
    );
    check(two, "@@     return x\n+        y = 1\n", None);
    // The anchor is only the beginning of something.
    let header = "def run(\n    a,\n    b,\n):\n    go(a)\n";
    check(header, "@@ def run(\n+    check(a)\n", None);
    check(header, "@@ def run(\n+    c,\n", Some(&header.replace("run(\n", "run(\n    c,\n")));
    check("class A\n{\n    int a;\n}\n", "@@ class A\n+    int b;\n", None);
    check("fn f<T>(t: T)\nwhere\n    T: A,\n{\n}\n", "@@ fn f<T>(t: T)\n+    g();\n", None);
    check("@route(1)\ndef f():\n    g()\n", "@@ @route(1)\n+    g()\n", None);
    check(".a,\n.b {\n}\n", "@@ .a,\n+  top: 0;\n", None);
    check("<A\n  b={1}\n/>\n", "@@ <A\n+  <B />\n", None);
    check("<A\n  b={1}\n/>\n", "@@ <A\n+  c={2}\n", Some("<A\n  c={2}\n  b={1}\n/>\n"));
    // A call whose last argument is a block, and what is flat.
    let it = "it(\"a\", () => {\n  go();\n});\n";
    check(it, "@@ it(\"a\", () => {\n+  b();\n", Some(&it.replace("{\n", "{\n  b();\n")));
    check("list:\n- a\n", "@@ list:\n+- b\n", Some("list:\n- b\n- a\n"));
    check("# A\n\ntext\n", "@@ # A\n+more\n", Some("# A\nmore\n\ntext\n"));
}

#[test]
fn an_anchor_may_name_a_member_of_something() {
    let class = |name: &str, method: &str| {
        format!(
            "class {name}:\n    def get(self, id):\n        return row.body\n\n    def {method}(self, id):\n        return row.body\n\n"
        )
    };
    let file = class("Server", "post") + &class("Client", "post") + &class("Other", "put");
    let after = {
        let (front, back) = file.split_at(file.find("class Client").unwrap());
        let back = back.replacen("return row.body", "return X", 2).replacen(
            "return X",
            "return row.body",
            1,
        );
        front.to_owned() + &back.replace("return X", "return row.data")
    };
    let chunk = |anchor: &str| {
        opencode(&format!("@@ {anchor}\n-        return row.body\n+        return row.data\n"))
    };
    for anchor in [
        "Client.post",
        "Client::post",
        "Client#post",
        "Client > post",
        "class Client: def post(self)",
        "Client.post()",
    ] {
        applies(&[("f", &file)], &chunk(anchor), &[("f", &after)]);
    }
    // The class has no such member, or none is in what another line opens.
    for anchor in ["Client.put", "Client.id", "row.body.x", "post.get", "Unknown.post", "self.post"]
    {
        refuses_for(&[("f", &file)], &chunk(anchor), &["anchor_not_found"]);
    }
    // Twice.
    let twice = file.clone() + &class("Client", "post");
    refuses_for(&[("f", &twice)], &chunk("Client.post"), &["anchor_not_found"]);
    // A line that has the text of the anchor is meant.
    let told = format!("{file}# Client.post\nx = 1\n");
    let body = "@@ Client.post\n-x = 1\n+x = 2\n";
    applies(&[("f", &told)], &opencode(body), &[("f", &told.replace("x = 1", "x = 2"))]);
}

#[test]
fn an_anchor_may_name_a_method_with_its_receiver() {
    let method = |receiver: &str, name: &str, by: &str| {
        format!("func ({receiver}) {name}(v int) int {{\n\tv += {by}\n\treturn v\n}}\n\n")
    };
    let file = |by: &str| {
        method("o *Other", "Add", "1")
            + &method("g *Group", "Add", by)
            + &method("l List[T]", "Add", "1")
            + &method("g *Group", "Sub", "1")
    };
    let chunk = |anchor: &str| opencode(&format!("@@ {anchor}\n-\tv += 1\n+\tv += 2\n"));
    for anchor in ["Group.Add", "Group::Add()", "Group#Add"] {
        applies(&[("f", &file("1"))], &chunk(anchor), &[("f", &file("2"))]);
    }
    let before = file("1");
    let (front, back) = before.split_at(before.find("func (l").unwrap());
    let of_list = front.to_owned() + &back.replacen("+= 1", "+= 2", 1);
    applies(&[("f", &before)], &chunk("List.Add"), &[("f", &of_list)]);
    for anchor in ["Group.Mul", "List.Sub", "T.Add"] {
        refuses_for(&[("f", &file("1"))], &chunk(anchor), &["anchor_not_found"]);
    }
}

#[test]
fn a_name_means_the_line_that_defines_it_before_those_that_begin_with_it() {
    let file = "function Store(path) {\n  check(path);\n  return path;\n}\n\nStore.open = {\n};\nStore(\"a\");\n";
    let chunk = "@@ Store\n   check(path);\n-  return path;\n+  return this;\n }\n";
    let after = file.replace("return path", "return this");
    applies(&[("f", file)], &opencode(chunk), &[("f", &after)]);
}

#[test]
fn what_agrees_loosely_is_sought_in_many_functions_of_one_name() {
    let function = |limit: usize| {
        format!("def check(v):\n    if v < {limit}:\n        fail(v)\n    return v\n\n")
    };
    let file: String = (0..20).map(function).collect();
    let chunk =
        "@@ def check(v):\n     if v &lt; 12:\n-        fail(v)\n+        warn(v)\n     return v\n";
    let after = file.replace("v < 12:\n        fail", "v < 12:\n        warn");
    applies(&[("f", &file)], &opencode(chunk), &[("f", &after)]);
}

#[test]
fn an_anchor_may_name_a_definition_with_other_parameters() {
    let function = |head: &str, result: &str| {
        format!("{head}\n    total = 1\n    log(total)\n    return {result}\n\n")
    };
    let file = function("def get(self, id):", "a") + &function("def put(self, id, row):", "a");
    let after = file.replacen("return a", "return X", 2).replacen("return X", "return a", 1);
    let after = after.replace("return X", "return b");
    let chunk = |anchor: &str| {
        opencode(&format!("@@ {anchor}\n     log(total)\n-    return a\n+    return b\n"))
    };
    for anchor in [
        "def put()",
        "def put(self, id):",
        "def put(self,id,row):",
        "async def put(self, id, row):",
    ] {
        applies(&[("f", &file)], &chunk(anchor), &[("f", &after)]);
    }
    // No such function, none alone, and one that the chunk is not in.
    for anchor in ["def delete()", "put(x)", "return put()"] {
        refuses_for(&[("f", &file)], &chunk(anchor), &["anchor_not_found"]);
    }
    let twice = file.clone() + &function("def put(id):", "a");
    refuses_for(&[("f", &twice)], &chunk("def put()"), &["anchor_not_found at 11"]);
    let other = function("def get(self, id):", "a") + &function("def put(self, id, row):", "c");
    refuses_for(&[("f", &other)], &chunk("def put()"), &["outside_heading at 3"]);
    // Of several the one above the chunk, if that is once in the file.
    let file = function("def put(self, id):", "a") + &function("def put(self, id, row):", "c");
    let body = "@@ def put():\n     log(total)\n-    return c\n+    return b\n";
    applies(&[("f", &file)], &opencode(body), &[("f", &file.replace("return c", "return b"))]);
}

/// What is in the parameters, or in quotes, is the name then.
#[test]
fn an_anchor_names_none_of_several_definitions_with_another_name_in_their_parameters() {
    for (definition, end) in [
        ("def run(\"NAME\", x) do", "end"),
        ("TEST(Suite, NAME) {", "}"),
        ("impl From<NAME> for Error {", "}"),
        ("describe(\"NAME\", () => {", "});"),
    ] {
        let block = |name: &str, value: &str| {
            format!("{}\n    run({value})\n{end}\n\n", definition.replace("NAME", name))
        };
        let file = block("Web", "1") + &block("Api", "2") + &block("Cron", "3");
        let chunk = |name: &str| {
            let anchor = definition.replace("NAME", name);
            opencode(&format!("@@ {anchor}\n-    run(2)\n+    run(7)\n"))
        };
        refuses(&[("f", &file)], &chunk("Mail"), &["context_not_found"]);
        applies(&[("f", &file)], &chunk("Api"), &[("f", &file.replace("run(2)", "run(7)"))]);
    }
}

#[test]
fn an_anchor_may_name_a_definition_of_another_type() {
    let file = "class Rows {\n  private get(id: Id): Row {\n    return this.a;\n  }\n\n  private async put(id: Id): Promise<Row> {\n    return this.a;\n  }\n}\n";
    let body = "@@ private put(id: Id): Row | null {\n-    return this.a;\n+    return this.b;\n";
    let after = "  private async put(id: Id): Promise<Row> {\n    return this.b";
    let after = file.replace(&after.replace("this.b", "this.a"), after);
    applies(&[("f", file)], &opencode(body), &[("f", &after)]);
    let file =
        "static int get(int id)\n{\n\treturn a;\n}\n\nstatic long put(int id)\n{\n\treturn a;\n}\n";
    let body = "@@ static int put(int id)\n-\treturn a;\n+\treturn b;\n";
    let after = file.replace("put(int id)\n{\n\treturn a", "put(int id)\n{\n\treturn b");
    applies(&[("f", file)], &opencode(body), &[("f", &after)]);
}

#[test]
fn a_heading_may_be_a_part_of_the_line_that_opens_one_of_several_places() {
    let function = |head: &str| {
        format!("  {head} {{\n    const res = await this.send(id);\n    return res.body;\n  }}\n\n")
    };
    let file = format!(
        "class Api {{\n{}{}{}}}\n",
        function("async get(id)"),
        function("async put(id)"),
        function("async input(id)")
    );
    let patch = |heading: &str| {
        format!(
            "--- a/f\n+++ b/f\n@@ {heading}\n     const res = await this.send(id);\n-    return res.body;\n+    return res.data;\n   }}\n"
        )
    };
    let after = {
        let at = file.find("async put").unwrap();
        file[..at].to_owned() + &file[at..].replacen("res.body", "res.data", 1)
    };
    for heading in ["put(id) {", "put(id)", "Api.put", "Api.put(id)"] {
        applies(&[("f", &file)], &patch(heading), &[("f", &after)]);
    }
    // A part of a word, of several lines, and of one that opens nothing.
    for heading in ["ut(id) {", "(id) {", "pu", "this.send(id)"] {
        refuses_for(&[("f", &file)], &patch(heading), &["ambiguous at 3, 8, 13"]);
    }
    // A number that leads to another one says as much.
    let numbered = |line: usize| patch(&format!("-{line},3 +{line},3 @@ put(id) {{"));
    refuses_for(&[("f", &file)], &numbered(3), &["ambiguous at 3, 8, 13"]);
    applies(&[("f", &file)], &numbered(8), &[("f", &after)]);
}

#[test]
fn an_anchor_may_be_a_line_of_the_patch() {
    let file =
        "fn a() {\n  one();\n  two();\n}\n\nfn b() {\n  one();\n  two();\n}\n\nfn c() {\n}\n";
    let check = |chunks: &str, after: &str| {
        let receipt = applies(&[("f", file)], &opencode(chunks), &[("f", after)]);
        let codes: Vec<_> = receipt.diagnostics.iter().map(|note| note.code).collect();
        assert!(codes.contains(&"anchor_of_patch"), "{codes:?}");
    };
    // One that a chunk in front writes.
    let after = file.replace("fn b() {\n  one();\n  two", "fn beta() {\n  one();\n  three");
    let body = "   one();\n-  two();\n+  three();\n";
    check(&format!("@@ fn b() {{\n-fn b() {{\n+fn beta() {{\n@@ fn beta() {{\n{body}"), &after);
    // One of its own, after what it changes.
    let after = file.replace("two();\n}\n\nfn c", "three();\n}\n\nfn c");
    let tail = "-  two();\n+  three();\n }\n \n fn c() {\n";
    check(&format!("@@ fn c() {{\n{tail}"), &after);
    // One that it adds.
    check(&format!("@@ three();\n{tail}"), &after);
    // It says nothing then: what is there twice stays open.
    refuses_for(&[("f", file)], &opencode(&format!("@@ three();\n{body}")), &["anchor_not_found"]);
}

#[test]
fn a_comment_below_a_comment_is_no_title() {
    for (file, anchor, added) in [
        ("#!/bin/sh\n# MIT\n\nset -e\n\nmake\n", "# MIT", "# 2024\n"),
        ("# one\nx = 1\n\ny = 2\n", "# one", "# two\n"),
        ("import a\n\n# one\nx = 1\n\n\ndef f():\n    pass\n", "# one", "# two\n# three\n"),
    ] {
        let lines: String = added.lines().map(|line| format!("+{line}\n")).collect();
        let after = file.replacen(&format!("{anchor}\n"), &format!("{anchor}\n{added}"), 1);
        applies(&[("f", file)], &opencode(&format!("@@ {anchor}\n{lines}")), &[("f", &after)]);
    }
}
