//! Patches that are sent again, as they were or mended, and what was done of them meanwhile.

use patch_apply::Contract;

use crate::support::{applies, opencode, refuses, refuses_for, run, unified};

#[test]
fn lines_that_a_hunk_takes_away_are_not_gone_where_they_are_beside_its_new_ones() {
    let file = "[dev.hash]\nversion = 2\n\n[dev.rand]\nversion = 8\n\n[dev.rapid]\nversion = 3\n";
    let hunk = " [dev.hash]\n-version = 1\n+version = 2\n \n [dev.rand]\n version = 8\n-\n-[dev.rapid]\n-version = 3\n";
    let after = "[dev.hash]\nversion = 2\n\n[dev.rand]\nversion = 8\n";
    for header in ["@@ -1,8 +1,5 @@\n", "@@\n"] {
        applies(&[("f", file)], &unified(&format!("{header}{hunk}")), &[("f", after)]);
    }
    let other = "@@ -1,9 +1,6 @@\n [p]\n-x = 1\n+x = 2\n";
    let both = unified(&format!("{other}@@ -4,8 +4,5 @@\n{hunk}"));
    let found = format!("[p]\nx = 1\n\n{file}");
    applies(&[("f", &found)], &both, &[("f", &format!("[p]\nx = 2\n\n{after}"))]);
    // Before them, where nothing says where they end.
    let chunk = "@@\n-import os\n import json\n-import sys\n+import typing\n \n def f():\n-    old()\n+    new()\n";
    let file =
        "import os\nimport json\nimport typing\n\ndef f():\n    new()\n\ndef g():\n    old()\n";
    refuses_for(&[("f", file)], &opencode(chunk), &["target_state_in_context"]);
}

#[test]
fn an_insertion_that_is_two_hunks_is_not_done_by_the_lines_around_it() {
    let file = "[alpha]\nversion = 2\noptional = true\npackage = smol\n\n[rest]\n";
    let first = " [alpha]\n version = 2\n+optional = true\n+package = smol\n";
    let second = "+\n+[beta]\n+version = 3\n optional = true\n package = smol\n \n";
    let numbered = format!("@@ -1,2 +1,4 @@\n{first}@@ -3,3 +5,6 @@\n{second}");
    let inserted = "optional = true\npackage = smol\n\n[beta]\nversion = 3\n";
    let after = file.replace("optional", &format!("{inserted}optional"));
    applies(&[("f", file)], &unified(&numbered), &[("f", &after)]);
    // Made already, what is in front moves both.
    let made = "[alpha]\nname = a\nversion = 2\n[rest]\nx = 1\n";
    let hunks = "@@ -2 +2,2 @@\n+name = a\n version = 2\n@@ -4 +5 @@\n-x = 1\n+x = 2\n";
    refuses_for(&[("f", made)], &unified(hunks), &["maybe_applied at 2 against 3"]);
    // Without numbers that count it nobody knows.
    let bare = format!("@@\n{first}@@\n{second}");
    for patch in [unified(&bare), opencode(&bare)] {
        refuses_for(&[("f", file)], &patch, &["maybe_applied at 1"]);
    }
}

#[test]
fn between_hunks_that_are_done_is_nothing_before_them() {
    let body = |name: &str, lines: &str| format!("def {name}(x):\n{lines}\n\n");
    let twin = |line: &str| format!("    y = x + 1\n    {line}\n    return y\n");
    let file = body("a", &twin("log(y)"))
        + &body("b", "    start(x)\n    run(x)\n")
        + &body("c", &twin("log(y, 2)"))
        + &body("d", "    stop(x)\n    end(x)\n");
    let hunks = "@@\n def b(x):\n+    start(x)\n     run(x)\n@@\n     y = x + 1\n-    log(y)\n+    log(y, 3)\n     return y\n@@\n def d(x):\n+    stop(x)\n     end(x)\n";
    refuses_for(&[("f", &file)], &unified(hunks), &["ambiguous"]);
    refuses_for(&[("f", &file)], &opencode(hunks), &["ambiguous at 2 against 13"]);
    // Nor where these are still to do: what was meant is there, and was changed.
    let file = file.replace("    start(x)\n", "").replace("    stop(x)\n", "");
    refuses_for(&[("f", &file)], &unified(hunks), &["ambiguous"]);
    refuses_for(&[("f", &file)], &opencode(hunks), &["out_of_order at 2 against 12"]);
}

#[test]
fn what_is_there_in_a_first_form_is_not_inserted_in_another() {
    let deref =
        "impl Deref for Key {\n    fn deref(&self) -> &str {\n        self.get()\n    }\n}\n\n";
    let borrow = deref.replace("Deref", "Borrow").replace("deref", "borrow");
    let rest = "impl Hash for Key {\n}\n";
    let hunk = "@@ -1,5 +1,11 @@\n impl Deref for Key {\n     fn deref(&self) -> &str {\n+        self.get()\n+    }\n+}\n+\n+impl Borrow for Key {\n+    fn borrow(&self) -> &str {\n         self.get()\n     }\n }\n";
    let before = format!("{deref}{rest}");
    let after = format!("{deref}{borrow}{rest}");
    applies(&[("f", &before)], &unified(hunk), &[("f", &after)]);
    let first = after.replace("borrow(&self) -> &str", "borrow(&self) -> &String");
    refuses_for(&[("f", &first)], &unified(hunk), &["maybe_applied at 1"]);
}

#[test]
fn the_twin_of_a_chunk_that_is_done_is_not_changed_where_another_is_done_too() {
    let step = |url: &str| format!("  steps:\n    - name: get\n      uses: {url}\n      with: x\n");
    let file = format!("tags: new\njobs:\n{}publish:\n{}", step("new"), step("old"));
    let tags = "@@\n-tags: old\n+tags: new\n jobs:\n";
    let chunk = "@@\n     - name: get\n-      uses: old\n+      uses: new\n       with: x\n";
    refuses_for(
        &[("f", &file)],
        &opencode(&format!("{tags}{chunk}")),
        &["maybe_applied at 4 against 9"],
    );
    // Alone it is the first match, as the format has it.
    applies(&[("f", &file)], &opencode(chunk), &[("f", &file.replace("uses: old", "uses: new"))]);
}

#[test]
fn a_patch_that_is_sent_again_does_not_change_what_an_anchor_names_as_well() {
    let save = "    def save(self):\n        data = self.dump()\n        write(data)\n\n\n";
    let [foo, bar] = [format!("class Foo:\n    size = 1\n\n{save}"), format!("class Bar:\n{save}")];
    let before = format!("{foo}{bar}");
    let save = "@@     def save(self):\n         data = self.dump()\n-        write(data)\n+        write(data, sync=True)\n";
    let after = before.replacen("write(data)", "write(data, sync=True)", 1);
    let size = "@@ class Foo:\n-    size = 1\n+    size = 2\n \n";
    let both = opencode(&format!("{size}{save}"));
    let sized = |file: &str| file.replacen("size = 1", "size = 2", 1);
    applies(&[("f", &before)], &both, &[("f", &sized(&after))]);
    refuses_for(&[("f", &sized(&after))], &both, &["maybe_applied at 5 against 11"]);
    // The chunk that is done is in another file, or one that is added.
    for (section, path, contents) in [
        ("*** Add File: n\n+x\n", "n", "x\n"),
        ("*** Update File: n\n@@\n-a\n+b\n c\n d\n e\n", "n", "b\nc\nd\ne\n"),
    ] {
        let patch = format!("*** Begin Patch\n{section}*** Update File: f\n{save}*** End Patch\n");
        let files = [("f", &*after), (path, contents)];
        refuses(&files, &patch, &["already_applied", "already_applied"]);
        // The first one is not done.
        let files = [("f", &*before), (path, contents)];
        applies(&files, &patch, &[("f", &after), (path, contents)]);
    }
    // What is done is so by another section of the patch.
    let section = format!("*** Update File: f\n{save}");
    let twice = format!("*** Begin Patch\n{section}{section}*** End Patch\n");
    let last = after.replacen("write(data)", "write(data, sync=True)", 1);
    applies(&[("f", &after)], &twice, &[("f", &last)]);
    // Anchors that name one line alone lead there.
    let patch = opencode(&format!("{size}@@ class Bar:\n{save}"));
    let last = sized(&after).replacen("write(data)", "write(data, sync=True)", 1);
    applies(&[("f", &sized(&after))], &patch, &[("f", &last)]);
}

#[test]
fn one_of_two_same_changes_below_their_own_anchors_may_be_made_already() {
    let cargo = "[workspace.package]\nversion = \"1\"\nedition = \"2021\"\n\n[package]\nname = \"shop\"\nversion = \"1\"\n";
    let set = "-version = \"1\"\n+version = \"2\"\n";
    let of_cargo = format!("@@ [workspace.package]\n{set}@@ [package]\n name = \"shop\"\n{set}");
    let markdown = "### a\n\nOptions:\n\n- `x`: old\n- `y`: more\n\n### b\n\nOptions:\n\n- `x`: old\n- `z`: more\n";
    let set = "-- `x`: old\n+- `x`: new\n";
    let of_markdown = format!("@@ ### a\n{set}@@ ### b\n{set}");
    let rust = "fn get() {\n    rows(\n        a,\n        b,\n    );\n    get();\n}\n\nfn set() {\n    rows(\n        a,\n        b,\n    );\n    set();\n}\n";
    let add = "         b,\n+        c,\n     );\n";
    let of_rust = format!("@@ fn get() {{\n{add}@@ fn set() {{\n{add}");
    for (file, body, (old, new)) in [
        (cargo, of_cargo, ("version = \"1\"", "version = \"2\"")),
        (markdown, of_markdown, ("`x`: old", "`x`: new")),
        (rust, of_rust, ("        b,\n", "        b,\n        c,\n")),
    ] {
        let after = file.replace(old, new);
        let (front, behind) = file.split_at(file.rfind(old).unwrap());
        let first = file.replacen(old, new, 1);
        let last = front.to_owned() + &behind.replacen(old, new, 1);
        for before in [first, last] {
            let receipt = applies(&[("f", &before)], &opencode(&body), &[("f", &after)]);
            assert!(
                receipt.diagnostics.iter().any(|note| note.code == "already_applied"),
                "{body}"
            );
        }
    }
    // There is one more of what is to be changed.
    let more = rust.replacen("        b,\n", "        b,\n        c,\n", 1)
        + &rust[rust.find("fn set").unwrap()..].replace("set", "put");
    let patch = opencode(&format!("@@ fn get() {{\n{add}@@ fn set() {{\n{add}"));
    refuses(&[("f", &more)], &patch, &["already_applied"]);
}

#[test]
fn a_chunk_is_sought_in_the_context_behind_one_that_is_done() {
    let body = |name: &str, open: &str| {
        format!("def {name}(p):\n    x = {open}\n    y = x.size\n    check(y)\n    return y\n\n")
    };
    let file = body("a", "load(p, 2)") + &body("b", "read(p)");
    let chunks = "@@\n def a(p):\n-    x = load(p)\n+    x = load(p, 2)\n     y = x.size\n     check(y)\n@@\n     y = x.size\n-    check(y)\n+    check(y, p)\n     return y\n";
    let after = file.replacen("check(y)", "check(y, p)", 1);
    applies(&[("f", &file)], &opencode(chunks), &[("f", &after)]);
}

#[test]
fn a_chunk_that_is_done_in_front_of_the_next_one_is_not_done_to_a_twin_behind_that() {
    let part = |name: &str, call: &str| format!("def {name}(p):\n    start(p)\n    x = {call}\n");
    let file = part("a", "load(p, 2)") + "def m(p):\n    two(p)\n" + &part("z", "load(p)");
    let chunks = "@@\n     start(p)\n-    x = load(p)\n+    x = load(p, 2)\n@@\n def m(p):\n-    two(p)\n+    three(p)\n";
    refuses_for(&[("f", &file)], &opencode(chunks), &["maybe_applied at 2 against 7"]);
}

#[test]
fn what_others_moved_since_is_not_taken_away() {
    let block = ".info {\n  flex: 1;\n  align: center;\n}\n\n";
    let file = format!(
        ".help {{\n  width: 10;\n}}\n\n.note {{\n  size: 5;\n}}\n\n.icon {{\n  size: 36;\n}}\n\n.more {{\n  size: 1;\n}}\n\n{block}.last {{\n  size: 2;\n}}\n"
    );
    let body = "@@ -1,3 +1,3 @@\n .help {\n-  width: 10;\n+  width: 12;\n }\n@@ -6,11 +6,6 @@\n   size: 5;\n }\n \n-.info {\n-  flex: 1;\n-  align: center;\n-}\n-\n .icon {\n   size: 36;\n }\n";
    let bare = body.replace("@@ -1,3 +1,3 @@", "@@").replace("@@ -6,11 +6,6 @@", "@@");
    for patch in [unified(body), unified(&bare), opencode(&bare)] {
        assert!(run(&[("f", &file)], &patch, Contract::Agent).is_err());
        // What is not there any more is taken away.
        let after = file.replace(block, "");
        applies(&[("f", &after)], &patch, &[("f", &after.replace("10", "12"))]);
    }
    // Nor what the patch puts there itself.
    let moves = format!(
        "{bare}@@\n .more {{\n   size: 1;\n }}\n \n+{}",
        block.trim_end().replace('\n', "\n+") + "\n+\n .last {\n   size: 2;\n"
    );
    applies(&[("f", &file)], &opencode(&moves), &[("f", &file.replace("10", "12"))]);
}

#[test]
fn new_lines_without_context_say_little_of_what_is_done() {
    let file = "one:\n  - yaml>=0.17\n  - spdx>=0.7\ntwo:\n  - yaml>=0.18\n";
    for (front, hunk) in [
        ("-  - yaml>=0.17\n", "-  - spdx>=0.7\n+  - yaml>=0.18\n"),
        ("-  - yaml>=0.17\n", "-  - spdx >= 0.7\n+  - yaml>=0.18\n"),
        ("-  - spdx>=0.7\n", "-  - yaml>=0.16\n+  - yaml>=0.18\n"),
    ] {
        let chunks = format!("@@ one:\n{front}@@\n{hunk}");
        let result = run(&[("f", file)], &opencode(&chunks), Contract::Agent);
        assert!(
            result.is_err() || result.is_ok_and(|(_, receipt)| receipt.files[0].skipped.is_empty())
        );
    }
    // One that changes blanks alone has its line.
    let blanks = "@@\n-// one\n+// ONE\n@@\n-  //   two\n+//   two\n";
    let (file, after) = ("// one\n//   two\n", "// ONE\n//   two\n");
    applies(&[("f", file)], &opencode(blanks), &[("f", after)]);
    // The line that is new for one is old for the other.
    let names = "declare namespace sort_a {\n}\ndeclare namespace b {\n}\n";
    let chunks = "@@\n-declare namespace a {\n+declare namespace b {\n@@\n-declare namespace b {\n+declare namespace c {\n";
    assert!(run(&[("f", names)], &opencode(chunks), Contract::Agent).is_err());
}

#[test]
fn what_changes_indentation_is_done_where_it_has_that() {
    let file = "def load():\n    try:\n        data = read()\n        check(data)\n        return data\n    finally:\n        log()\n\n\ndef save():\n    write(1)\n";
    let hunk = " def load():\n     try:\n-        data = reed()\n-        check(data)\n-        return data\n+    data = read()\n+    check(data)\n+    return data\n     finally:\n         log()\n";
    let other = " def save():\n-    write(1)\n+    write(2)\n";
    let numbered = unified(&format!("@@ -1,7 +1,7 @@\n{hunk}@@ -10,2 +10,2 @@\n{other}"));
    for patch in [
        numbered,
        unified(&format!("@@\n{hunk}@@\n{other}")),
        opencode(&format!("@@\n{hunk}@@\n{other}")),
    ] {
        assert!(run(&[("f", file)], &patch, Contract::Agent).is_err(), "{patch}");
    }
}

#[test]
fn a_chunk_whose_context_the_chunk_in_front_changed_is_not_made_in_a_twin() {
    let section = |name: &str, title: &str, input: &str| {
        format!(
            "<section id={name}>\n  <{title}>{name}</h2>\n  <form>\n    <label>\n{input}    <input>\n  </form>\n</section>\n"
        )
    };
    let file = |b: &str| section("a", "h2", "") + b + &section("c", "h2", "");
    let chunks = "@@\n <section id=b>\n-  <h2>b</h2>\n+  <h4>b</h2>\n   <form>\n     <label>\n@@\n   <form>\n     <label>\n+    <label new>\n     <input>\n   </form>\n";
    let after = file(&section("b", "h4", "    <label new>\n"));
    refuses_for(&[("f", &after)], &opencode(chunks), &["maybe_applied at 10 against 18"]);
}

/// Functions of these names, each with two lines that are alike in all.
fn visitors(lines: &[(&str, &str)]) -> String {
    let function = |(name, line): &(&str, &str)| {
        format!(
            "def {name}(node):\n    check(node)\n    left()\n    {line}\n    right()\n    return node\n\n"
        )
    };
    lines.iter().map(function).collect()
}

#[test]
fn a_hunk_that_is_done_at_its_number_below_its_heading_has_no_twins() {
    let [old, new] = ["x = 1", "x = 2"];
    let hunks = "@@ -8,3 +8,4 @@\n def b(node):\n     check(node)\n+    more()\n     left()\n@@ -17,3 +18,3 @@ def c(node):\n     left()\n-    x = 1\n+    x = 2\n     right()\n";
    let before = visitors(&[("a", old), ("b", old), ("c", new), ("d", old)]);
    let after = before
        .replace("def b(node):\n    check(node)\n", "def b(node):\n    check(node)\n    more()\n");
    applies(&[("f", &before)], &unified(hunks), &[("f", &after)]);
    // The heading is another one.
    let other = hunks.replace("@@ def c", "@@ def d");
    refuses_for(&[("f", &before)], &unified(&other), &["maybe_applied"]);
}

#[test]
fn a_chunk_that_is_done_where_the_file_has_its_name_has_no_twins() {
    let [old, new] = ["x = 1", "x = 2"];
    let chunk = |name: &str, line: &str| {
        format!(
            "@@\n def {name}(node):\n     check(node)\n     left()\n-    x = 1\n+    {line}\n     right()\n"
        )
    };
    let before = visitors(&[("a", old), ("b", new), ("c", old), ("d", old)]);
    let after = visitors(&[("a", old), ("b", new), ("c", new), ("d", old)]);
    let patch = opencode(&(chunk("b", new) + &chunk("c", new)));
    applies(&[("f", &before)], &patch, &[("f", &after)]);
}

#[test]
fn what_is_beside_the_old_lines_indented_otherwise_may_be_a_twin() {
    let file = "dev\n  retries: 1,\n  timeout: 10,\n\nprod\n    retries: 3,\n    timeout: 10,\n";
    let chunk = "@@\n-  retries: 3,\n+  retries: 1,\n   timeout: 10,\n";
    refuses_for(&[("f", file)], &opencode(chunk), &["maybe_applied at 2"]);
    let done = file.replace("retries: 3", "retries: 2");
    refuses_for(&[("f", &done)], &opencode(chunk), &["already_applied at 2"]);
    // The anchor says which one is meant.
    let named = chunk.replacen("@@", "@@ dev", 1);
    refuses_for(&[("f", file)], &opencode(&named), &["already_applied at 2"]);
}

#[test]
fn an_item_of_a_list_that_lost_its_mark_is_not_called_removed() {
    let file = "## Next\n\n- Faster start\n- Smaller files\n\n## 1.2\n";
    let chunk = "@@ ## Next\n - Faster start\n - Smaller files\n- Fewer leaks\n \n";
    refuses_for(&[("f", file)], &opencode(chunk), &["one_line_differs"]);
    // The counts say that it is removed.
    let counted = chunk.replacen("@@ ## Next", "@@ -3,4 +3,3 @@", 1);
    refuses_for(&[("f", file)], &unified(&counted), &["already_applied at 3"]);
    let removed = chunk.replace("\n- Fewer", "\n-- Fewer");
    refuses_for(&[("f", file)], &opencode(&removed), &["already_applied at 3"]);
}

#[test]
fn dots_among_removed_lines_stand_for_lines_that_may_be_there_still() {
    let file = "fn a() {\n    one();\n}\n\nfn b() {\n    two();\n    three();\n}\n\nfn c() {}\n";
    for dots in ["// ...", "    // ... existing code ...", "..."] {
        let hunk = format!("@@\n fn a() {{\n     one();\n-}}\n-{dots}\n-    three();\n }}\n \n");
        refuses_for(&[("f", file)], &opencode(&hunk), &["lines_differ"]);
    }
}
