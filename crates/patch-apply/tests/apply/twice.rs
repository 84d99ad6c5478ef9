//! What may have been done already is not done twice, nor to a twin of the place.

use patch_apply::{Cause, Contract};

use crate::support::{applies, applies_under, opencode, refuses, refuses_for, unified};

/// Blocks that begin and end alike.
fn stanzas(names: &[&str]) -> String {
    let stanza = |name: &&str| format!("resource \"{name}\" {{\n  size = 1\n}}\n");
    names.iter().map(stanza).collect::<Vec<_>>().join("\n")
}

#[test]
fn an_insertion_that_ends_as_its_context_does_is_not_made_twice() {
    let patch = "@@ -2,3 +2,7 @@\n   size = 1\n }\n+\n+resource \"b\" {\n+  size = 1\n+}\n \n";
    let (before, after) = (stanzas(&["a", "c"]), stanzas(&["a", "b", "c"]));
    applies(&[("f", &before)], &unified(patch), &[("f", &after)]);
    let refusal = refuses_for(&[("f", &after)], &unified(patch), &["maybe_applied at 2"]);
    assert_eq!(refusal.failures[0].hunk().unwrap().cause, Cause::MaybeApplied);
    // Where numbers are the rule, they say that it is to be there twice.
    let twice = stanzas(&["a", "b", "b", "c"]);
    applies_under(Contract::Git, &[("f", &after)], &unified(patch), &[("f", &twice)]);
}

#[test]
fn what_is_there_in_other_indentation_is_not_added_again() {
    let member =
        |blanks| format!("CREATE TABLE m (\n{blanks}user BIGINT,\n{blanks}team BIGINT\n);\n\n");
    let (front, rest) = ("CREATE TABLE t (\n    id BIGINT\n);\n\n", "CREATE INDEX i ON t (id);\n");
    let added = member("  ").lines().map(|line| format!("+{line}\n")).collect::<String>();
    let chunk = format!("@@\n );\n \n{added} {rest}");
    let file = [front, &member("    "), rest].concat();
    refuses_for(&[("f", &file)], &opencode(&chunk), &["maybe_applied at 8"]);
    let (before, after) = ([front, rest].concat(), [front, &member("  "), rest].concat());
    applies(&[("f", &before)], &opencode(&chunk), &[("f", &after)]);
}

#[test]
fn what_is_there_but_for_outer_context_is_not_added_again() {
    let file = "A a\nB b\nC c\n\nN one\nN two\n\nD d\nE e\n";
    let patch = "@@ -1,6 +1,9 @@\n A a\n B b\n C c\n+\n+N one\n+N two\n \n D d was\n E e\n";
    refuses_for(&[("f", file)], &unified(patch), &["maybe_applied at 1"]);
}

#[test]
fn half_of_a_hunk_that_is_there_is_not_added_again() {
    let patch = unified("@@ -1,3 +1,5 @@\n def log\n-  a\n+  b\n end\n+x1\n+x2\n");
    refuses_for(&[("f", "def log\n  a\nend\nx1\nx2\n")], &patch, &["partly_applied at 1"]);
    let patch = unified("@@ -1,3 +1,4 @@\n def log\n-  a\n+  b\n end\n+x1\n");
    refuses_for(&[("f", "def log\n  a\nend\nx1\n")], &patch, &["partly_applied at 1"]);
    // A bracket may well be there twice.
    let patch = unified("@@ -1,3 +1,4 @@\n def log\n-  a {\n+  b {\n end\n+}\n");
    applies(&[("f", "def log\n  a {\nend\n}\n")], &patch, &[("f", "def log\n  b {\nend\n}\n}\n")]);
}

#[test]
fn what_a_hunk_inserts_is_not_added_again_beside_itself() {
    let function = "fn b() {\n    two();\n}\n\n";
    let file = |b: &str, line: &str| {
        format!("fn a() {{\n    one();\n}}\n\n{b}fn c() {{\n    {line}\n}}\n")
    };
    let plus: String = function.lines().map(|line| format!("+{line}\n")).collect();
    let change = " fn c() {\n-    old();\n+    new();\n }\n";
    for patch in [
        unified(&format!("@@ -3,5 +3,9 @@\n }}\n \n{plus}{change}")),
        // The file has what the hunk leaves out behind the function, too.
        unified(&format!("@@ @@\n     one();\n }}\n \n{plus}{change}")),
        opencode(&format!("@@\n }}\n \n{plus}{change}")),
    ] {
        let after = file(function, "new();");
        applies(&[("f", &file("", "old();"))], &patch, &[("f", &after)]);
        let refusal =
            refuses_for(&[("f", &file(function, "old();"))], &patch, &["partly_applied at 7"]);
        assert_eq!(refusal.failures[0].hunk().unwrap().cause, Cause::PartlyApplied);
    }
    // A line that moves down and is there already.
    let patch = unified("@@ -1,4 +1,4 @@\n a\n-b\n c\n d\n+b\n");
    refuses_for(&[("f", "a\nb\nc\nd\nb\n")], &patch, &["partly_applied at 1"]);
    // What the hunk shows its writer has seen, removed lines too.
    let patch = unified("@@ -1,3 +1,4 @@\n-c\n+d\n a\n+c\n+a\n b\n");
    applies(&[("f", "c\na\nb\n")], &patch, &[("f", "d\na\nc\na\nb\n")]);
    let patch = unified("@@ @@\n a\n b\n+a\n+b\n c\n");
    applies(&[("f", "a\nb\nc\n")], &patch, &[("f", "a\nb\na\nb\nc\n")]);
}

#[test]
fn lines_in_front_of_a_true_number_are_not_those_that_a_hunk_inserts() {
    // Had it been made, its old lines would be after these lines, and not at their number.
    let file = "b\na\na\na\na\n";
    let hunk = |number: usize| format!("@@ -{number},2 +{number},4 @@\n a\n+b\n+a\n a\n");
    applies(&[("f", file)], &unified(&hunk(2)), &[("f", "b\na\nb\na\na\na\na\n")]);
    refuses_for(&[("f", "b\na\na\n")], &unified(&hunk(1)), &["maybe_applied at 2"]);
}

#[test]
fn one_line_at_the_start_of_the_file_is_not_added_again() {
    let change = "+#![allow(it)]\n+\n mod a;\n \n-use b;\n use c;\n";
    let file = |first: &str, b: &str| format!("{first}mod a;\n\n{b}use c;\n");
    for patch in
        [unified(&format!("@@ -1,4 +1,5 @@\n{change}")), opencode(&format!("@@\n{change}"))]
    {
        let first = "#![allow(it)]\n\n";
        applies(&[("f", &file("", "use b;\n"))], &patch, &[("f", &file(first, ""))]);
        refuses_for(&[("f", &file(first, "use b;\n"))], &patch, &["partly_applied at 3"]);
    }
}

/// Two methods, each with a line that may be gone.
fn methods(first: &str, second: &str) -> String {
    let method = |name: &str, line: &str| {
        format!(
            "  {name}() {{\n    try {{\n      go();\n    }} catch (e) {{\n{line}    }} finally {{\n      stop();\n    }}\n  }},\n\n"
        )
    };
    method("loadA", first) + &method("loadB", second)
}

#[test]
fn what_is_done_at_the_number_but_for_outer_context_is_not_done_to_a_twin() {
    let file = methods("      fail(e);\n", "");
    let patch = "@@ -13,5 +13,4 @@\n       go2();\n     } catch (e) {\n-      fail(e);\n     } finally {\n       stop();\n";
    refuses_for(&[("f", &file)], &unified(patch), &["ambiguous at 4 against 13"]);
}

#[test]
fn what_is_done_in_what_the_anchor_opens_is_told() {
    let file = methods("      fail(e);\n", "");
    let patch = "@@   loadA() {\n     } catch (e) {\n+      fail(e);\n     } finally {\n";
    let refusal =
        refuses_for(&[("f", &file)], &opencode(patch), &["maybe_applied at 4 against 14"]);
    let failure = refusal.failures[0].hunk().unwrap();
    assert_eq!((failure.cause, failure.candidates[0].line), (Cause::MaybeApplied, 4));
}

/// Forty lines, `stanza` before the line with this number, 0-based, and another one after
/// them.
fn among(at: usize, stanza: &str, last: &str) -> String {
    let lines: Vec<String> = (0..40).map(|line| format!("line {line}\n")).collect();
    let (front, behind) = lines.split_at(at);
    [&front.concat(), stanza, &behind.concat(), last].concat()
}

#[test]
fn what_is_done_near_the_number_is_not_done_to_a_twin() {
    let old = "- name: Upload\n  with:\n    path: y\n";
    let new = old.replace("with", "with2");
    let hunk = |line: usize| {
        format!("@@ -{line},3 +{line},3 @@\n - name: Upload\n-  with:\n+  with2:\n     path: y\n")
    };
    let file = among(20, &new, old);
    for line in [19, 20, 22] {
        refuses_for(&[("f", &file)], &unified(&hunk(line)), &["maybe_applied at 21 against 44"]);
    }
    // The hunk in front is done six lines further down, and shows that this one is so, too.
    let done = unified(&format!("@@ -2,2 +2,3 @@\n line 7\n+added\n line 8\n{}", hunk(14)));
    let file = file.replace("line 7\n", "line 7\nadded\n");
    refuses_for(&[("f", &file)], &done, &["maybe_applied at 22 against 45"]);
}

/// The hunk after is still to do, and twins of both are further down, moved by one offset.
#[test]
fn what_is_done_at_the_number_is_not_done_to_a_twin_with_the_hunk_behind() {
    let item = |name: &str| format!("- get: {name}\n  all:\n    of: {name}\n");
    let done = item("a").replace("  all", "  with\n  all");
    let pair = |first: &str| [first, "x\n", &item("b"), "y\n"].concat();
    let file = among(9, &pair(&done), &pair(&item("a")));
    let hunk = |header: &str, name: &str| {
        format!("@@ {header} @@\n - get: {name}\n+  with\n   all:\n     of: {name}\n")
    };
    let patch = [hunk("-10,3 +10,4", "a"), hunk("-14,3 +15,4", "b")].concat();
    refuses_for(
        &[("f", &file)],
        &unified(&patch),
        &["maybe_applied at 10 against 50", "ambiguous at 15, 54"],
    );
}

#[test]
fn what_is_done_at_another_indentation_is_not_done_again() {
    let file = "class A:\n    def a(self):\n        pass\n\n    def b(self):\n        go()\n\n    def c(self):\n        end()\n";
    let hunk = "@@ -2,3 +2,6 @@\n def a(self):\n     pass\n+\n+def b(self):\n+    go()\n \n";
    refuses_for(&[("f", file)], &unified(hunk), &["maybe_applied at 2"]);
}

#[test]
fn what_the_chunk_in_front_changes_is_no_sign_that_a_chunk_is_done() {
    let chunks = "@@\n   go\n-end\n end\n@@\n end\n end\n step\n-stop\n last\n";
    refuses_for(
        &[("f", "  go\nend\nend\nstep\nlast\n")],
        &opencode(chunks),
        &["maybe_applied at 2"],
    );
    // Context of both may be as it is.
    let chunks = "@@\n   go\n-old\n+new\n end\n@@\n end\n step\n-stop\n last\n";
    let (file, after) = ("  go\nold\nend\nstep\nlast\n", "  go\nnew\nend\nstep\nlast\n");
    applies(&[("f", file)], &opencode(chunks), &[("f", after)]);
}

#[test]
fn what_the_first_of_several_places_has_may_be_meant_for_another() {
    let before =
        "A {\n  all() {\n    go();\n    log();\n  }\n}\nB {\n  all() {\n    go();\n  }\n}\n";
    let chunk = "@@\n   all() {\n     go();\n+    log();\n";
    let refusal =
        refuses_for(&[("f", before)], &opencode(chunk), &["maybe_applied at 2 against 8"]);
    assert_eq!(refusal.failures[0].hunk().unwrap().cause, Cause::MaybeApplied);
    // Both have it.
    let both = before.replace("go();\n  }", "go();\n    log();\n  }");
    refuses_for(&[("f", &both)], &opencode(chunk), &["already_applied at 2"]);
}

#[test]
fn what_is_done_in_a_twin_may_be_to_do_where_all_but_outer_context_matches() {
    let block = |note: &str, tag: &str| {
        format!(
            "  \"limits\": {{\n    \"max\": 10,\n{note}    \"min\": 1\n  }},\n  \"tags\": [\n    \"{tag}\"\n  ],\n"
        )
    };
    let hunk = "   \"limits\": {\n     \"max\": 10,\n-    \"note\": 1,\n     \"min\": 1\n   },\n   \"tags\": [\n     \"a\"\n";
    let file = |first: &str| block(first, "x") + &block("", "a") + "end\n";
    let stale = file("    \"note\": 1,\n");
    let maybe = |patch: &str, file: &str| {
        let refusal = refuses_for(&[("f", file)], patch, &["maybe_applied at 9 against 1"]);
        let failure = refusal.failures[0].hunk().unwrap();
        assert_eq!((failure.cause, failure.rivals.len()), (Cause::MaybeApplied, 1));
    };
    maybe(&unified(&format!("@@ ... @@\n{hunk}")), &stale);
    maybe(&opencode(&format!("@@\n{hunk}")), &stale);
    // The number points to the other one.
    let methods = "class S\n  def get\n    o = look(r)\n    a = 1\n    if o\n      fail 1\n\nclass R\n  def get\n    o = find(r)\n    a = 1\n    if o\n    o\n";
    let insertion = |number: u8| {
        unified(&format!(
            "@@ -{number},3 +{number},4 @@\n     o = look(r)\n     a = 1\n     if o\n+      fail 1\n"
        ))
    };
    refuses_for(&[("f", methods)], &insertion(10), &["ambiguous at 3 against 10"]);
    let stale = methods.replacen("    o = find(r)\n    a = 1", "    o = find(r)\n    a = 2", 1);
    refuses_for(&[("f", &stale)], &insertion(10), &["already_applied at 3"]);
    // To what is done, or there is no other.
    let more = |text: &str| text.to_owned() + "@@ ... @@\n-zz\n+zy\n";
    applies(
        &[("f", &(methods.to_owned() + "zz\n"))],
        &more(&insertion(3)),
        &[("f", &(methods.to_owned() + "zy\n"))],
    );
    let done = file("");
    applies(
        &[("f", &(done.clone() + "zz\n"))],
        &more(&unified(&format!("@@ ... @@\n{hunk}"))),
        &[("f", &(done + "zy\n"))],
    );
}

#[test]
fn an_empty_line_is_not_added_beside_itself_where_other_hunks_are_done() {
    let chunks = "@@\n \n+\n def a():\n@@\n def b():\n-    old()\n+    new()\n";
    let file =
        |gap: &str, line: &str| format!("x\n{gap}\ndef a():\n    pass\n\ndef b():\n    {line}\n");
    applies(&[("f", &file("", "old()"))], &opencode(chunks), &[("f", &file("\n", "new()"))]);
    refuses_for(
        &[("f", &file("\n", "new()"))],
        &opencode(chunks),
        &["maybe_applied at 2 against 3"],
    );
}

#[test]
fn what_is_elsewhere_is_not_added_where_the_old_lines_say_little() {
    let brackets = "  }\n}\n";
    let block = "\nstruct Splice {\n  tail: Tail,\n  drain: Drain,\n}\n";
    let plus: String = block.lines().map(|line| format!("+{line}\n")).collect();
    let chunk = opencode(&format!("@@\n   }}\n }}\n{plus}"));
    let file =
        |behind: &str| format!("fn a() {{\n{brackets}\nfn b() {{\n{brackets}{behind}\nend\n");
    refuses_for(&[("f", &file(block))], &chunk, &["maybe_applied at 6 against 2"]);
    let first = format!("fn a() {{\n{brackets}{block}\nfn b() {{\n{brackets}\nend\n");
    applies(&[("f", &file(""))], &chunk, &[("f", &first)]);

    // Empty lines are no evidence, and a number that fits may be chance.
    let import = "\"\"\"\nTitle\n\"\"\"\n\nfrom a import b\n\nimport c\n\n\nclass D:\n";
    let patch = opencode("@@\n \n+from a import b\n \n");
    refuses_for(&[("f", import)], &patch, &["maybe_applied at 4 against 8"]);
    let test = |name: &str| format!("#[test]\nfn {name}() {{\n  {name}();\n}}\n\n");
    let file: String = ["one", "two", "three", "four"].map(test).concat();
    let two: String =
        test("two").lines().chain(test("three").lines()).map(|line| format!("+{line}\n")).collect();
    let patch = unified(&format!("@@ -10,2 +10,12 @@ fn gone() {{\n \n{two} #[test]\n"));
    refuses_for(&[("f", &file)], &patch, &["maybe_applied at 5 against 10"]);
}

#[test]
fn what_is_there_in_other_words_is_not_added_again() {
    // At the start of the file, and at its end.
    let title = "# 1.5\n\n### Added\n\n- one (#1)\n- two (#2)\n\n";
    let added: String = title.lines().map(|line| format!("+{line}\n")).collect();
    let patch = unified(&format!("@@ -1,3 +1,10 @@\n{added} # 1.4\n \n ### Fixed\n"));
    let file = |title: &str| format!("{title}# 1.4\n\n### Fixed\n\n- three (#3)\n");
    applies(&[("f", &file(""))], &patch, &[("f", &file(title))]);
    let bare = patch.replace("-1,3 +1,10", "-8,3 +8,10");
    let other = file(&title.replace("Added", "Added things"));
    refuses(&[("f", &other)], &bare, &["already_applied"]);
    // Another section that begins otherwise.
    let before = file(&title.replace("1.5", "1.4.1"));
    applies(
        &[("f", &before)],
        &bare,
        &[("f", &before.replace("# 1.4\n", &format!("{title}# 1.4\n")))],
    );
    let table = "\n[lints]\nmissing = \"warn\"\nlevel = 1\n";
    let added: String = table.lines().map(|line| format!("+{line}\n")).collect();
    let patch = unified(&format!("@@ -1,2 +1,6 @@\n [lib]\n path = \"x\"\n{added}"));
    let file = |table: &str| format!("[lib]\npath = \"x\"\n{table}");
    applies(&[("f", &file(""))], &patch, &[("f", &file(table))]);
    refuses(&[("f", &file(&table.replace("warn", "deny")))], &patch, &["already_applied"]);
    // An entry of a list has its name after its first line.
    let entry = |name: &str| format!("\n[[bin]]\nname = \"{name}\"\npath = \"m\"\n");
    let added: String = entry("b").lines().map(|line| format!("+{line}\n")).collect();
    let patch = unified(&format!("@@ -1,2 +1,6 @@\n [lib]\n path = \"x\"\n{added}"));
    let after = file(&format!("{}{}", entry("b"), entry("a")));
    applies(&[("f", &file(&entry("a")))], &patch, &[("f", &after)]);
    // A function.
    let chunk = "@@\n def all():\n     one()\n+\n+\n+def more():\n+    two(1)\n+    three()\n";
    let file = "def all():\n    one()\n\n\ndef more():\n    two(2)\n    three()\n";
    let less = "\n\ndef less():\n    two(1)\n    three()\n";
    let after = file.replace("    one()\n", &format!("    one()\n{less}"));
    refuses(&[("f", file)], &opencode(chunk), &["already_applied"]);
    applies(&[("f", file)], &opencode(&chunk.replace("more", "less")), &[("f", &after)]);
}

#[test]
fn outer_context_does_not_cover_what_others_added_in_its_place() {
    let hunk = unified(
        "@@ -1,5 +1,7 @@\n /// One.\n /// **Note**\n+///\n+/// Two.\n ///\n /// Three.\n ///\n",
    );
    let file = |two: &str| {
        format!("/// One.\n/// **Note**\n{two}///\n/// Three.\n///\nfn f() {{}}\n/// Three.\n")
    };
    applies(&[("f", &file(""))], &hunk, &[("f", &file("///\n/// Two.\n"))]);
    refuses(&[("f", &file("///\n/// Too.\n"))], &hunk, &["already_applied"]);
}

#[test]
fn what_is_done_in_one_of_two_twins_is_not_done_to_the_other() {
    let body = " open(a)\n read(b)\n+check(c)\n close(d)\n";
    let twin =
        |name: &str, check: &str| format!("{name}\nopen(a)\nread(b)\n{check}close(d)\nend\n\n");
    let file = |one: &str, two: &str| format!("import b\n{}{}", twin("one", one), twin("two", two));
    let before = file("check(c)\n", "");
    let bare = unified(&format!("@@ @@\n{body}"));
    refuses(&[("f", &before)], &bare, &["already_applied"]);
    refuses(&[("f", &file("", "check(c)\n"))], &bare, &["already_applied"]);
    // So it is where another hunk shows that the patch was applied.
    let two = unified(&format!("@@ @@\n-import a\n+import b\n one\n@@ @@\n{body}"));
    refuses(&[("f", &before)], &two, &["already_applied"]);
    // A heading says which one is meant, and so does the order of the hunks.
    let headed = unified(&format!("@@ @@ two\n{body}"));
    let after = file("check(c)\n", "check(c)\n");
    applies(&[("f", &before)], &headed, &[("f", &after)]);
    let behind = unified(&format!("@@ @@\n-two\n+TWO\n@@ @@\n{body}"));
    applies(&[("f", &before)], &behind, &[("f", &after.replace("two", "TWO"))]);
}

#[test]
fn a_line_by_itself_far_from_the_number_is_no_sign_that_a_change_was_made() {
    let file = |line: &str| {
        let lines: String = (1..400).map(|at| format!("line {at}\n")).collect();
        lines.replacen("line 300\n", line, 1)
    };
    let hunk = |at: usize, line: &str| format!("@@ -{at} +{at} @@\n-foo();\n+{line}\n");
    // A bracket says nothing but at the number, one line with words nothing far from it.
    for (at, line) in [(10, "}"), (299, "}"), (10, "bar();")] {
        let patch = unified(&hunk(at, line));
        refuses(&[("f", &file(&format!("{line}\n")))], &patch, &["context_not_found"]);
    }
    for (at, line) in [(300, "}"), (300, "bar();"), (290, "bar();")] {
        let patch = unified(&hunk(at, line));
        refuses(&[("f", &file(&format!("{line}\n")))], &patch, &["already_applied"]);
    }
    // Nor is it left out beside another hunk.
    let both = format!("{}@@ -20 +20 @@\n-line 20\n+L20\n", hunk(10, "bar();"));
    refuses(&[("f", &file("bar();\n"))], &unified(&both), &["context_not_found"]);
    // Without a number a line with words is what it was, and a bracket is anywhere.
    let bare = |line: &str| format!("@@ @@\n-foo();\n+{line}\n");
    refuses(&[("f", &file("bar();\n"))], &unified(&bare("bar();")), &["already_applied"]);
    refuses(&[("f", &file("}\n"))], &unified(&bare("}")), &["context_not_found"]);
    let chunk = |line: &str| format!("@@\n-foo();\n+{line}\n");
    refuses(&[("f", &file("bar();\n"))], &opencode(&chunk("bar();")), &["already_applied"]);
    refuses(&[("f", &file("}\n"))], &opencode(&chunk("}")), &["context_not_found"]);
}

#[test]
fn a_line_that_is_written_as_context_and_removed_is_not_taken_for_one_of_two() {
    let file = "a one\nb two\nc three\nd four\ne five\nf six\n";
    let other = "@@ @@\n e five\n-f six\n+f seven\n";
    for hunk in [
        "@@ @@\n a one\n b two\n-b two\n c three\n",
        "@@ @@\n a one\n b two\n- b two\n c three\n",
        "@@ @@\n a one\n-b two\n b two\n c three\n",
        "@@ @@\n a one\n b two\n c three\n-b two\n-c three\n d four\n",
    ] {
        refuses_for(&[("f", file)], &unified(&[hunk, other].concat()), &["maybe_applied at 1"]);
        // Where all is made as the patch says, it is made.
        let after = file.replace("six", "seven");
        refuses(&[("f", &after)], &unified(&[hunk, other].concat()), &["already_applied"; 2]);
        // There are two.
        let twice = file.replace("b two\n", "b two\nb two\n");
        if !hunk.contains("- b") && !hunk.contains("-c") {
            applies(&[("f", &twice)], &unified(&[hunk, other].concat()), &[("f", &after)]);
        }
    }
    // What is removed is not beside it.
    let hunk = "@@ @@\n a one\n b two\n-x\n c three\n";
    applies(
        &[("f", file)],
        &unified(&[hunk, other].concat()),
        &[("f", &file.replace("six", "seven"))],
    );
}

/// A shell script with these functions; the lines of each after the first one.
fn script(functions: &[(&str, &[&str])]) -> String {
    let function = |(name, lines): &(&str, &[&str])| {
        let lines: String = lines.iter().map(|line| format!("    {line}\n")).collect();
        format!("{name}() {{\n{lines}}}\n\n")
    };
    functions.iter().map(function).collect()
}

#[test]
fn a_block_that_is_there_and_was_edited_since_is_not_added_beside_itself() {
    const BODY: [&str; 5] = ["need $1", "local dir=$1", "mkdir -p $dir", "cp -r $dir", "log done"];
    let plus = |block: &str| block.lines().map(|line| format!("+{line}\n")).collect::<String>();
    let patch = |block: &str| {
        let lines = plus(block);
        let chunk = format!(" }}\n \n{lines} last() {{\n     exit 0\n");
        [opencode(&format!("@@\n{chunk}")), unified(&format!("@@ @@\n{chunk}"))]
    };
    let file = |block: &[(&str, &[&str])]| {
        script(&[("first", &["exit 1"])]) + &script(block) + &script(&[("last", &["exit 0"])])
    };
    let mut edited = BODY;
    edited[2] = "mkdir $dir";
    let longer = [&BODY[..3], &["check $dir"], &BODY[3..]].concat();
    let shorter = [&BODY[..1], &BODY[2..]].concat();
    for lines in [&edited[..], &longer, &shorter] {
        for patch in patch(&script(&[("copy", &BODY)])) {
            let after = file(&[("copy", &BODY)]);
            applies(&[("f", &file(&[]))], &patch, &[("f", &after)]);
            refuses_for(&[("f", &file(&[("copy", lines)]))], &patch, &["maybe_applied"]);
            // Another one of its kind is beside the place.
            let before = file(&[("move", lines)]);
            let after = file(&[("move", lines), ("copy", &BODY)]);
            applies(&[("f", &before)], &patch, &[("f", &after)]);
        }
    }
    // Half of it is not the same.
    let other = ["need $2", "local dir=$2", BODY[2], BODY[3], "echo"];
    for patch in patch(&script(&[("copy", &BODY)])) {
        let before = file(&[("copy", &other)]);
        let after = file(&[("copy", &other), ("copy", &BODY)]);
        applies(&[("f", &before)], &patch, &[("f", &after)]);
    }
}

#[test]
fn a_block_that_the_patch_moves_is_not_there_already() {
    let block = "[lib]\nname = \"deque\"\npath = \"src/lib.rs\"\nkind = 1\ntest = true\n\n";
    let (front, back) = ("[package]\nedition = 1\n\n", "[features]\nstd = []\n\n");
    let end = "[lints]\nlevel = 2\n";
    let marked = |mark: &str| -> String {
        block.split_inclusive('\n').map(|line| format!("{mark}{line}")).collect()
    };
    let chunks = format!(
        "@@\n edition = 1\n \n{} [features]\n@@\n std = []\n \n{} [lints]\n",
        marked("-"),
        marked("+")
    );
    applies(
        &[("f", &[front, block, back, end].concat())],
        &opencode(&chunks),
        &[("f", &[front, back, block, end].concat())],
    );
}

#[test]
fn what_names_a_block_that_was_edited_since() {
    let check = |head: &str, indent: &str, end: &str| {
        let record = |head: &str, last: &str| {
            format!("{head}\n{indent}the first\n{indent}the second\n{indent}{last}\n{end}")
        };
        let plus: String = record(head, "third").lines().map(|line| format!("+{line}\n")).collect();
        let [before, behind] = ["a", "c"].map(|name| record(&head.replace("bb", name), "other"));
        let context: String = behind.lines().take(2).map(|line| format!(" {line}\n")).collect();
        let front = end.lines().last().unwrap_or_default();
        let patch = opencode(&format!("@@\n {front}\n{plus}{context}"));
        let file = before + &record(head, "3rd") + &behind;
        refuses_for(&[("f", &file)], &patch, &["maybe_applied"]);
    };
    check("bb: x.c y.h", "\t", "\n");
    check("<p id=\"bb\">", "  ", "</p>\n\n");
    check("case bb:", "  ", "\n");
    check("bb:", "  ", "\n");
    check("\"bb\": {", "  ", "},\n");
    check(".bb {", "  ", "}\n\n");
}

#[test]
fn one_more_record_like_the_one_beside_it_is_added() {
    let check = |record: fn(&str) -> String| {
        let file = |names: &[&str]| names.iter().map(|name| record(name)).collect::<String>();
        let lines = |sign: &str, name: &str, skipped: usize, taken: usize| {
            let record = record(name);
            let lines = record.lines().skip(skipped).take(taken);
            lines.map(|line| format!("{sign}{line}\n")).collect::<String>()
        };
        let count = record("a").lines().count();
        let chunk =
            lines(" ", "a", count - 2, 2) + &lines("+", "b", 0, count) + &lines(" ", "c", 0, 2);
        for patch in [opencode(&format!("@@\n{chunk}")), unified(&format!("@@ @@\n{chunk}"))] {
            applies(&[("f", &file(&["a", "c"]))], &patch, &[("f", &file(&["a", "b", "c"]))]);
        }
    };
    check(|name| {
        format!(
            "\t\t{{\n\t\t\twant: 4,\n\t\t\terr: false,\n\t\t\tname: \"{name}\",\n\t\t\tin: 1,\n\t\t}},\n"
        )
    });
    check(|name| {
        format!(
            "    Point {{\n        x: 1,\n        y: 2,\n        name: {name},\n        z: 3,\n    }},\n"
        )
    });
    check(|name| {
        format!(
            "  {name}:\n    runs-on: ubuntu\n    needs: all\n    steps:\n      - uses: checkout\n\n"
        )
    });
    check(|name| {
        format!(
            "      - uses: actions/checkout@v4\n        with:\n          token: x\n          path: {name}\n          depth: 0\n\n"
        )
    });
    check(|name| {
        format!(
            "    \"{name}\": {{\n      \"title\": \"T\",\n      \"text\": \"X\",\n      \"save\": \"S\"\n    }},\n"
        )
    });
    check(|name| {
        format!(
            "CREATE TABLE {name} (\n    id SERIAL PRIMARY KEY,\n    name VARCHAR(255),\n    at TIMESTAMP\n);\n\n"
        )
    });
    check(|name| format!("## {name}\n\n- the same line\n- and another\n- and one more\n\n"));
    check(|name| format!("msgctxt \"button\"\nmsgid \"{name}\"\nmsgstr \"\"\n\n"));
}

#[test]
fn lines_that_follow_are_not_written_again_though_they_are_marked_as_added() {
    let file = "def f(a):\n    x = get(a)\n    y = log(x)\n    return y\n\n\ndef g():\n    pass\n";
    for lines in [
        "-    x = get(a)\n+    x = put(a)\n+    y = log(x)\n+    return y\n",
        "     x = get(a)\n+    check(x)\n+    y = log(x)\n",
    ] {
        for patch in [opencode(&format!("@@ def f(a):\n{lines}")), unified(&format!("@@\n{lines}"))]
        {
            refuses(&[("f", file)], &patch, &["already_applied"]);
        }
    }
    // A bracket that follows is written again where what is added leaves none open.
    let block = "function a(y) {\n  go();\n}\n\nfunction b() {\n  run();\n}\n";
    let closed = opencode("@@ function a(y) {\n   go();\n+  stop();\n+}\n");
    refuses(&[("f", block)], &closed, &["already_applied"]);
    let opened = opencode("@@ function a(y) {\n   go();\n+  if (y) {\n+    stop();\n+  }\n");
    let after = block.replacen("go();\n", "go();\n  if (y) {\n    stop();\n  }\n", 1);
    applies(&[("f", block)], &opened, &[("f", &after)]);
    // What the hunk shows, or shows the file to go on with, its writer has seen.
    let shown = opencode(
        "@@ def f(a):\n     x = get(a)\n+    check(x)\n+    y = log(x)\n     y = log(x)\n",
    );
    let after =
        file.replacen("    y = log(x)\n", "    check(x)\n    y = log(x)\n    y = log(x)\n", 1);
    applies(&[("f", file)], &shown, &[("f", &after)]);
}
