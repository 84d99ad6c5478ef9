//! What speaks against a place that matches: something like the hunk where the patch says that it
//! is, and an order that the file does not have.

use crate::support::{applies, opencode, refuses_for, unified};

/// Two functions that are alike but for a line of the first.
fn twins(line: &str) -> String {
    let body = |name: &str, line: &str| {
        format!("fn {name}() {{\n    open();\n    read();\n    {line}\n    close();\n}}\n\n")
    };
    body("one", line) + &body("two", "write();")
}

const CHUNK: &str = "@@ fn one() {\n     open();\n-    read();\n+    READ();\n     write();\n";

#[test]
fn what_is_like_the_chunk_in_what_the_anchor_opens_counts() {
    let patch = opencode(CHUNK);
    let first = twins("write();");
    applies(&[("f", &first)], &patch, &[("f", &first.replacen("read", "READ", 1))]);
    // The line after was changed: the twin matches as a whole, and is not what the anchor names.
    refuses_for(&[("f", &twins("write_all();"))], &patch, &["ambiguous at 9 against 2"]);
    // Nothing like it: the twin is in another function than the one that is named.
    let other = twins("write();").replacen("read();", "seek();", 1);
    refuses_for(&[("f", &other)], &patch, &["outside_heading at 9, 1"]);
}

#[test]
fn a_chunk_whose_head_the_file_has_is_not_put_below_another_one() {
    let service = |name: &str, more: &str| {
        format!(
            "  {name}:\n    image: app\n    restart: always\n{more}    ports: 80\n    env: prod\n\n"
        )
    };
    let file = format!("services:\n{}{}", service("web", "    limit: 1\n"), service("worker", ""));
    let chunk = "@@\n   web:\n     image: app\n-    restart: always\n+    restart: no\n     ports: 80\n     env: prod\n";
    refuses_for(&[("f", &file)], &opencode(chunk), &["ambiguous at 10"]);
    // Something was added below it since.
    let grown = service("web", "").replacen("web:\n", "web:\n    name: w\n", 1);
    applies(&[("f", &grown)], &opencode(chunk), &[("f", &grown.replace("always", "no"))]);
    // It has another name since; a name that has nothing of it is that of another one.
    let (head, tail) = file.rsplit_once("always").unwrap();
    let renamed = chunk.replace("web:", "work:");
    applies(&[("f", &file)], &opencode(&renamed), &[("f", &format!("{head}no{tail}"))]);
    let gone = chunk.replace("web:", "job:");
    refuses_for(&[("f", &file)], &opencode(&gone), &["one_line_differs"]);
}

#[test]
fn of_an_anchor_that_opens_nothing_the_scope_is_what_it_lies_in() {
    let file =
        "fn f() {\n    let n = 0;\n    loop {\n        step(n);\n        stop();\n    }\n}\n";
    // A context line differs, so the place is loose: it has to lie where the anchor points.
    let chunk = "@@ let n = 0;\n     for_ever {\n         step(n);\n-        stop();\n+        rest();\n     }\n";
    applies(&[("f", file)], &opencode(chunk), &[("f", &file.replace("stop", "rest"))]);
}

#[test]
fn the_first_place_means_nothing_where_a_later_chunk_lies_before_it() {
    let patch = opencode("@@\n x\n-y\n+Y\n@@\n-only\n+ONLY\n");
    refuses_for(&[("f", "only\nx\ny\nx\ny\n")], &patch, &["ambiguous at 2, 4"]);
    // What is alone needs no order.
    applies(&[("f", "only\nx\ny\n")], &patch, &[("f", "ONLY\nx\nY\n")]);
}

#[test]
fn what_is_done_already_moves_the_cursor() {
    let patch = opencode("@@\n b\n-a\n+A\n c\n@@\n-x\n+X\n");
    // The first chunk is done at its lines, so that the second one is after them.
    applies(&[("f", "x\nb\nA\nc\nx\n")], &patch, &[("f", "x\nb\nA\nc\nX\n")]);
}

#[test]
fn what_is_like_the_hunk_below_the_heading_counts() {
    let patch =
        unified("@@ ... @@ fn one() {\n     open();\n-    read();\n+    READ();\n     write();\n");
    refuses_for(&[("f", &twins("write_all();"))], &patch, &["ambiguous at 9 against 2"]);
}

#[test]
fn where_the_hunks_in_front_put_the_number_counts() {
    let hunk = |start: usize, old: &str, new: &str| {
        format!("@@ -{start},4 +{start},4 @@\n a\n b\n-{old}\n+{new}\n c\n")
    };
    let patch = unified(&(hunk(1, "x", "X") + &hunk(9, "y", "Y")));
    let lines = |words: &str| -> String {
        words.split_whitespace().map(|word| format!("{word}\n")).collect()
    };
    // Both were moved by four lines, and nothing like the first one is at its number.
    let moved = lines("q q q q a b x c p p p p a b y c");
    applies(&[("f", &moved)], &patch, &[("f", &lines("q q q q a b X c p p p p a b Y c"))]);
    // There is: what the number names has one line changed.
    let doubled = lines("q b x c a b x c p p p p a b y c");
    refuses_for(&[("f", &doubled)], &patch, &["ambiguous at 5 against 1"]);
}

#[test]
fn the_name_of_a_section_is_no_outer_context() {
    let file = "[one]\nport = 1\nhost = a\n\n";
    let patch = unified("@@ ... @@\n [two]\n port = 1\n-host = a\n+host = b\n \n");
    refuses_for(&[("f", file)], &patch, &["one_line_differs"]);
    let changed = unified("@@ ... @@\n key\n port = 1\n-host = a\n+host = b\n \n");
    applies(&[("f", file)], &changed, &[("f", &file.replace("host = a", "host = b"))]);
}

#[test]
fn of_two_places_with_outer_context_the_one_with_fewer_lines_is_not_taken() {
    let patch = unified("@@ -2,6 +2,6 @@\n a\n b\n c\n-x\n+X\n d\n e\n");
    let lines = |words: &str| -> String {
        words.split_whitespace().map(|word| format!("{word}\n")).collect()
    };
    // At the number two lines differ, elsewhere one.
    refuses_for(&[("f", &lines("p q r c x d e - a r c x d e"))], &patch, &["ambiguous at 4, 11"]);
}

#[test]
fn an_insertion_that_ends_as_its_context_does_is_not_made_twice_in_silence() {
    let patch =
        opencode("@@\n }\n \n #[test]\n+fn new() {\n+    check();\n+}\n+\n+#[test]\n fn old() {\n");
    let before = "}\n\n#[test]\nfn old() {\n";
    let after = "}\n\n#[test]\nfn new() {\n    check();\n}\n\n#[test]\nfn old() {\n";
    applies(&[("f", before)], &patch, &[("f", after)]);
    // The old lines match once more, after what was inserted.
    refuses_for(&[("f", after)], &patch, &["maybe_applied at 6"]);
    // One line may well be there twice.
    let line = opencode("@@\n a\n+x\n b\n");
    applies(&[("f", "a\nx\na\nb\n")], &line, &[("f", "a\nx\na\nx\nb\n")]);
}

#[test]
fn what_is_added_behind_an_empty_line_is_put_where_one_is_or_the_file_ends() {
    let patch = opencode("@@\n a\n-b\n+B\n \n+c\n");
    refuses_for(&[("f", "a\nb\nd\n")], &patch, &["one_line_differs"]);
    applies(&[("f", "a\nb\n")], &patch, &[("f", "a\nB\n\nc\n")]);
    applies(&[("f", "a\nb\n\nd\n")], &patch, &[("f", "a\nB\n\nc\nd\n")]);
    // Without such lines it is the final newline.
    let at_end = opencode("@@\n a\n-b\n+B\n\n");
    applies(&[("f", "a\nb\n")], &at_end, &[("f", "a\nB\n")]);
}

#[test]
fn of_a_long_hunk_what_lacks_many_lines_does_not_count() {
    let lines = |from: usize, functions: usize| -> Vec<String> {
        let function = |at: usize| {
            [
                format!("fn f{at}() {{"),
                "    a();".into(),
                "    b();".into(),
                "    d();".into(),
                "}".into(),
            ]
        };
        (from..from + functions).flat_map(function).collect()
    };
    let hunk = |from: usize, functions: usize| {
        let mut body: Vec<_> =
            lines(from, functions).iter().map(|line| format!(" {line}\n")).collect();
        body[2] = "-    b();\n+    c();\n".to_owned();
        // Three lines too far: nearer to the next function.
        let (start, count) = (5 * from + 4, 5 * functions);
        unified(&format!("@@ -{start},{count} +{start},{count} @@\n{}", body.concat()))
    };
    let text = |lines: Vec<String>| lines.join("\n") + "\n";
    let mut changed = lines(0, 30);
    changed[5 * 5 + 2] = "    c();".to_owned();
    applies(&[("f", &text(lines(0, 30)))], &hunk(5, 20), &[("f", &text(changed))]);
    // Of a few lines the ones that are missing may have been changed.
    refuses_for(&[("f", &text(lines(0, 30)))], &hunk(5, 2), &["ambiguous at 26 against 31"]);
}

#[test]
fn what_is_nearer_to_the_number_and_mostly_alike_counts() {
    let patch = unified("@@ -3,5 +3,5 @@\n one\n two\n-three\n+THREE\n four\n five\n");
    let lines = |words: &str| -> String {
        words.split_whitespace().map(|word| format!("{word}\n")).collect()
    };
    let far = "one two three four five";
    // Three of the five lines a line off the number; all of them further away.
    let file = lines(&format!("a b c one 2 three four 5 {far}"));
    refuses_for(&[("f", &file)], &patch, &["ambiguous at 9 against 4"]);
    // Two of them are chance.
    let file = lines(&format!("a b c 1 2 three four 5 {far}"));
    let (before, after) = file.split_at(file.rfind("three").unwrap());
    let new = format!("{before}{}", after.replacen("three", "THREE", 1));
    applies(&[("f", &file)], &patch, &[("f", &new)]);
}

#[test]
fn the_lines_that_outer_context_may_be_are_nobodys() {
    // The last line of context of the first chunk differs, and the second could begin in its stead.
    let patch = opencode("@@\n a\n-b\n+B\n c\n d\n@@\n {\n-x\n+X\n }\n");
    let file = "a\nb\nc\n{\nx\n}\n{\nx\n}\n";
    refuses_for(&[("f", file)], &patch, &["ambiguous at 4, 7"]);
    // Nor does it help that the next chunk leaves no other.
    let third = opencode("@@\n a\n-b\n+B\n c\n d\n@@\n {\n-x\n+X\n }\n@@\n x\n }\n-end\n+END\n");
    refuses_for(&[("f", &format!("{file}end\n"))], &third, &["ambiguous at 4, 7"]);
    // Nor is it the only one after them, where the same is before.
    let before = opencode("@@\n a\n-b\n+B\n c\n {\n x\n@@\n x\n-}\n+]\n");
    refuses_for(&[("f", "x\n}\na\nb\nc\n[\nx\n}\n")], &before, &["ambiguous at 1, 7"]);
    applies(&[("f", "a\nb\nc\n[\nx\n}\n")], &before, &[("f", "a\nB\nc\n[\nx\n]\n")]);
    let alone = "a\nb\nc\n{\nx\n}\n";
    applies(&[("f", alone)], &patch, &[("f", "a\nB\nc\n{\nX\n}\n")]);
}

#[test]
fn what_is_like_the_chunk_behind_the_next_anchor_counts() {
    let patch = opencode("@@\n top\n-a\n+A\n one:\n@@ one:\n   x\n-  y\n   z\n");
    let file = "top\na\none:\n  x\n  y\n  z\n";
    applies(&[("f", file)], &patch, &[("f", "top\nA\none:\n  x\n  z\n")]);
    // The anchor names a later line, too, and below that the line after was changed.
    let twice = format!("{file}one:\n  x\n  y\n  Z\n");
    refuses_for(&[("f", &twice)], &patch, &["ambiguous at 4 against 8"]);
}

#[test]
fn a_chunk_before_the_others_is_not_taken_from_behind_them() {
    let patch = opencode("@@\n-last\n+LAST\n@@ one:\n   x\n-  y\n");
    let one = "one:\n  x\n  y\nlast\n";
    applies(&[("f", one)], &patch, &[("f", "one:\n  x\nLAST\n")]);
    // What the anchor opens has it once.
    let two = "two:\n  x\n  y\n";
    let after = format!("one:\n  x\nLAST\n{two}");
    applies(&[("f", &format!("{one}{two}"))], &patch, &[("f", &after)]);
    // It has nothing like it.
    refuses_for(
        &[("f", "one:\n  z\nlast\ntwo:\n  x\n  y\n")],
        &patch,
        &["outside_heading at 5, 1"],
    );
}

#[test]
fn a_key_that_heads_the_change_is_no_outer_context() {
    let body =
        "    \"host\": 1,\n     \"port\": 80,\n+    \"retries\": 3,\n     \"tls\": false\n   }\n";
    let patch = unified(&format!("@@ -8,5 +8,6 @@\n   \"prod\": {{\n {body}"));
    let file = "{\n  \"dev\": {\n    \"host\": 1,\n    \"port\": 80,\n    \"tls\": false\n  }\n}\n";
    refuses_for(&[("f", file)], &patch, &["one_line_differs"]);
}

#[test]
fn what_matches_in_part_is_not_taken_behind_a_later_chunk() {
    let patch = opencode("@@\n a\n b\n-c\n+C\n d\n e\n@@\n-only\n+ONLY\n");
    applies(&[("f", "a\nb\nc\nd\nx\nonly\n")], &patch, &[("f", "a\nb\nC\nd\nx\nONLY\n")]);
    refuses_for(&[("f", "only\na\nb\nc\nd\nx\n")], &patch, &["ambiguous at 2"]);
}

#[test]
fn chunks_behind_one_that_is_out_of_order_are_unique_in_the_file() {
    let patch = opencode("@@\n-z\n+Z\n@@\n-a\n+A\n@@\n-m\n+M\n");
    applies(&[("f", "a\nm\nz\n")], &patch, &[("f", "A\nM\nZ\n")]);
    refuses_for(&[("f", "a\nm\nz\nm\n")], &patch, &["ambiguous at 2, 4"]);
    // Nor is what may be the end of the file, which has no such line to change.
    let patch = opencode("@@\n-m\n+M\n@@\n is_done();\n return 1;\n \n-\n+more();\n");
    let end = "is_done();\nreturn 1;\n\n";
    refuses_for(&[("f", &format!("{end}\nm\n{end}"))], &patch, &["out_of_order at 1"]);
    // Nor is one after an anchor that names a line before it as well.
    let patch = opencode("@@\n-z\n+Z\n@@\n-a\n+A\n@@ if x\n-  m\n+  M\n");
    let after = "A\nif x\n  n\nZ\nif x\n  M\n";
    applies(&[("f", "a\nif x\n  n\nz\nif x\n  m\n")], &patch, &[("f", after)]);
    refuses_for(&[("f", "a\nif x\n  m\nz\nif x\n  m\n")], &patch, &["ambiguous at 3, 6"]);
    // Nor where something like it is in what the next such line after the chunk in front opens.
    let patch = opencode("@@\n-z\n+Z\n@@\n-a\n+A\n@@ if x\n   k\n-  m\n+  M\n   n\n");
    let stale = "a\nif x\n  k\n  m\n  o\nz\nif x\n  k\n  m\n  n\n";
    refuses_for(&[("f", stale)], &patch, &["ambiguous at 8 against 3"]);
}

#[test]
fn a_section_reaches_to_the_next_one() {
    let patch = opencode("@@ [one]\n a = 1\n-b = 1\n c = 1\n d = 1\n");
    let section = |name: &str, d: usize| format!("[{name}]\na = 1\nb = 1\nc = 1\nd = {d}\n\n");
    let file = section("one", 1) + &section("two", 1);
    applies(&[("f", &file)], &patch, &[("f", &file.replacen("b = 1\n", "", 1))]);
    // What was changed in the section counts against the twin in the next one.
    let changed = section("one", 2) + &section("two", 1);
    refuses_for(&[("f", &changed)], &patch, &["ambiguous at 8 against 2"]);
    // `x[one]` is no section of that name.
    let renamed = changed.replace("[one]", "x[one]");
    refuses_for(&[("f", &renamed)], &patch, &["anchor_not_found at 1 against 8"]);
}

#[test]
fn a_comment_at_the_margin_ends_nothing() {
    let patch =
        opencode("@@ fn one() {\n     open();\n-    read();\n+    READ();\n     write();\n");
    let commented =
        |line: &str| twins(line).replacen("    open();", "// at the margin\n    open();", 1);
    refuses_for(&[("f", &commented("write_all();"))], &patch, &["ambiguous at 10 against 3"]);
}

#[test]
fn the_end_of_the_file_is_as_good_as_an_empty_line() {
    let patch = unified("@@ -9,3 +9,4 @@\n a\n b\n+c\n \n");
    let file = "a\nb\n\nx\na\nb\n";
    refuses_for(&[("f", file)], &patch, &["ambiguous at 1, 5"]);
    applies(&[("f", "x\na\nb\n")], &patch, &[("f", "x\na\nb\nc\n")]);
}

#[test]
fn an_empty_line_that_is_all_a_hunk_removes_is_not_the_end_of_the_file() {
    let patch = |first: &str| unified(&format!("@@ -2,3 +2,2 @@\n {first}\n \n-\n"));
    refuses_for(&[("f", "a\nb\n\n")], &patch("b"), &["one_line_differs"]);
    applies(&[("f", "\n\n\n")], &patch(""), &[("f", "\n\n")]);
    // Nor are two of them that and another one.
    applies(&[("f", "\n\n")], &unified("@@ -2,2 +0,0 @@\n-\n-\n"), &[("f", "")]);
}

#[test]
fn what_matches_in_part_is_taken_below_its_heading_and_in_order_alone() {
    let hunk = "@@ -40,4 +40,4 @@ fn one() {\n a();\n b();\n-c();\n+C();\n d();\n";
    let body =
        |first: &str| format!("fn one() {{\n}}\nfn two() {{\n{first}();\nb();\nc();\nd();\n}}\n");
    refuses_for(&[("f", &body("x"))], &unified(hunk), &["outside_heading at 5, 1"]);
    let order = "@@ @@\n-last\n+LAST\n@@ @@\n a\n b\n-c\n+C\n d\n";
    refuses_for(&[("f", "x\nb\nc\nd\nlast\n")], &unified(order), &["out_of_order at 2"]);
    applies(&[("f", "last\nx\nb\nc\nd\n")], &unified(order), &[("f", "LAST\nx\nb\nC\nd\n")]);
}

#[test]
fn what_a_hunk_adds_is_no_heading_of_its_own() {
    let patch = unified("@@ -9,2 +9,3 @@ done\n step\n+done\n   wait\n");
    // Nothing above the place is named, and the heading is further down.
    refuses_for(&[("f", "step\n  wait\n  check\ndone\n")], &patch, &["outside_heading at 1, 4"]);
}

#[test]
fn a_chunk_that_lacks_its_function_is_not_put_into_another_one() {
    let body = " fn one() {\n     open();\n-    read();\n     write();\n     close();\n }\n";
    let patch = opencode(&format!("@@\n{body}"));
    let two = "fn two() {\n    open();\n    read();\n    write();\n    close();\n}\n";
    // Alone it may be the function renamed.
    applies(&[("f", two)], &patch, &[("f", &two.replace("    read();\n", ""))]);
    let one = "fn ONE() {\n    open();\n    read();\n    Write();\n    close();\n}\n";
    refuses_for(&[("f", &format!("{one}{two}"))], &patch, &["ambiguous at 8 against 1"]);
}

/// Two services, alike but for a line of the first.
fn services(retries: &str) -> String {
    let service = |name: &str, retries: &str| {
        format!("[{name}]\nhost = 1\ntimeout = 30\n{retries}\nlog = 1\n")
    };
    service("a", retries) + &service("b", "retries = 3") + &service("c", "retries = 3")
}

const SERVICE: &str = " host = 1\n-timeout = 30\n-retries = 3\n+timeout = 56\n log = 1\n";

#[test]
fn the_first_place_is_not_taken_behind_the_anchor_of_the_next_chunk() {
    let patch = opencode(&format!("@@ [a]\n{SERVICE}@@ [b]\n{SERVICE}"));
    let changed = "timeout = 30\nretries = 3\n";
    let before = services("retries = 3");
    let after = before.replacen(changed, "timeout = 56\n", 2);
    applies(&[("f", &before)], &patch, &[("f", &after)]);
    refuses_for(&[("f", &services("retries = 24"))], &patch, &["ambiguous at 7, 12"]);
}

#[test]
fn a_chunk_without_words_is_not_taken_from_before_the_others() {
    let file = "one\n}\n\ntwo\nthree\n";
    let patch = opencode("@@\n-two\n+TWO\n three\n@@\n }\n-\n+four\n");
    refuses_for(&[("f", file)], &patch, &["out_of_order at 2"]);
}

#[test]
fn a_hunk_is_not_put_before_the_others_while_something_like_it_is_behind_them() {
    let test = |name: &str, asserts: &str| {
        format!("    def {name}(self):\n        make()\n        add(1)\n        add(2)\n{asserts}")
    };
    let asserts = "        one()\n        two()\n";
    let beta = test("beta", asserts).replace("make", "beta");
    let file = format!("class T:\n{}\n{beta}\n", test("alpha", asserts));
    let hunk = |first: &str| {
        format!(
            "@@ @@ class T:\n         {first}()\n         add(1)\n-        add(2)\n+        add(3)\n         one()\n         two()\n"
        )
    };
    let patch = unified(&(hunk("beta") + &hunk("make")));
    applies(&[("f", &file)], &patch, &[("f", &file.replace("add(2)", "add(3)"))]);
    let file = file + &test("gamma", "        two()\n        three()\n");
    refuses_for(&[("f", &file)], &patch, &["ambiguous at 3 against 10, 17"]);
}

#[test]
fn a_chunk_that_begins_with_the_end_of_the_last_is_not_put_before_that() {
    let block =
        |more: &str| format!("expected:\n  type: object\n{more}  one: 1\ntests:\n  data: 1\n");
    let file = format!("{}\nschemas:\n  allOf: 2\n{}", block(""), block("  names: 3\n"));
    let first = "@@\n schemas:\n-  allOf: 2\n+  allOf: 3\n expected:\n   type: object\n";
    let second = "@@\n expected:\n   type: object\n-  one: 1\n+  one: 2\n tests:\n   data: 1\n";
    let patch = opencode(&format!("{first}{second}"));
    refuses_for(&[("f", &file)], &patch, &["out_of_order at 1 against 9"]);
}

#[test]
fn a_line_in_the_place_of_an_empty_one_is_not_put_where_there_is_none() {
    let chunk = "@@\n one\n \n-\n+two\n";
    refuses_for(&[("f", "zero\none\n\n")], &opencode(chunk), &["one_line_differs"]);
}

#[test]
fn the_only_line_with_words_is_where_it_is_as_written() {
    let chunk = "@@\n         go()\n+    step()\n     }\n";
    let file = "fn f() {\n        go()\n    stop()\n    go()\n}\n";
    refuses_for(&[("f", file)], &opencode(chunk), &["whitespace_only"]);
}

#[test]
fn the_final_newline_may_be_the_last_of_what_is_removed() {
    // One line is gone where the number says.
    let function =
        |name: &str, close: &str| format!("def {name}():\n  a()\n  b()\n{close}  d()\n\n");
    let file = function("one", "  c()\n") + &function("two", "");
    let hunk = "@@ -8,5 +8,4 @@\n   a()\n-  b()\n+  B()\n   c()\n   d()\n-\n";
    refuses_for(&[("f", &file)], &unified(hunk), &["ambiguous at 2 against 8"]);
}

#[test]
fn lines_that_are_gone_or_are_there_indented_otherwise_are_nobodys() {
    let chunk = "@@\n     }\n-     }\n     last\n";
    refuses_for(
        &[("f", "    }\n    }\n    last\n")],
        &opencode(chunk),
        &["maybe_applied at 2 against 1"],
    );
}

#[test]
fn another_line_ending_is_a_change_though_what_is_added_follows() {
    let patch = unified("@@ -1 +1,2 @@\n-a\r\n+a\n+}\n");
    applies(&[("f", "a\r\n}\nb\n")], &patch, &[("f", "a\n}\n}\nb\n")]);
}

#[test]
fn a_place_at_the_number_that_the_hunks_in_front_have_counts() {
    let block = |head: &str| format!("{head}\n  check\ndone\n");
    let lines: String = ["step", "other", "step", "third"].map(block).concat();
    let hunk = |line: usize, head: &str, next: &str| {
        format!("@@ -{line},2 +{line},3 @@ {head}\n   check\n+  new\n {next}\n")
    };
    let file = format!("{lines}tail\n  check\nend\n");
    let patch = unified(&(hunk(5, "step", "done") + &hunk(8, "tail", "end")));
    refuses_for(&[("f", &file)], &patch, &["ambiguous at 2, 5, 8, 11"]);
}

#[test]
fn a_hunk_below_a_heading_that_is_gone_keeps_the_order() {
    let function = |name: &str, line: &str| {
        format!("fn {name}() {{\n    open();\n    load();\n    check();\n    {line}\n}}\n")
    };
    let file = function("two", "read();") + &function("three", "write();");
    let hunk = |name: &str, line: &str| {
        format!(
            "@@ @@ fn {name}() {{\n     open();\n     load();\n     check();\n-    {line};\n+    new();\n }}\n"
        )
    };
    let patch = unified(&(hunk("one", "write()") + &hunk("two", "read()")));
    refuses_for(&[("f", &file)], &patch, &["out_of_order at 8 against 2"]);
}

#[test]
fn what_nearly_matches_may_be_indented_otherwise_as_well() {
    let method = |name: &str, last: &str| {
        format!("  def {name}\n    @id = id\n    @x = 1\n    save\n    {last}\n  end\n\n")
    };
    let methods = [("a", "notify2"), ("b", "other"), ("c", "notify")];
    let file = format!("class A\n{}end\n", methods.map(|(name, last)| method(name, last)).concat());
    let hunk = "@@ -3,4 +3,4 @@\n @id = id\n @x = 1\n-save\n+save!\n notify\n";
    refuses_for(&[("f", &file)], &unified(hunk), &["ambiguous at 17 against 3, 10"]);
    // As it is written it is refused as well, and where nothing is like it, it is placed.
    let written =
        hunk.replace("\n ", "\n     ").replace("-save", "-    save").replace("+save", "+    save");
    refuses_for(&[("f", &file)], &unified(&written), &["ambiguous at 17 against 3, 10"]);
    let other =
        file.replace("save\n    notify2", "load\n    notify2").replace("save\n    other", "load");
    let after = other.replace("save\n    notify\n", "save!\n    notify\n");
    applies(&[("f", &other)], &unified(hunk), &[("f", &after)]);
}

#[test]
fn context_that_the_hunk_in_front_adds_is_not_given_up() {
    let section = |name: &str| format!("## {name}\n\nInstall:\n\n```sh\nmake\nrun\n```\n\n");
    let file = section("A") + &section("B");
    let hunks = "@@ -1,4 +1,5 @@\n ## A\n \n Install:\n+Quick:\n \n@@ -4,4 +5,5 @@\n Quick:\n \n ```sh\n+set -e\n make\n run\n";
    let after = file.replacen("Install:\n\n```sh\n", "Install:\nQuick:\n\n```sh\nset -e\n", 1);
    applies(&[("f", &file)], &unified(hunks), &[("f", &after)]);
    // Where the file has what that hunk takes away, the writer saw the one place as the hunk leaves
    // it.
    let hunks = "@@ -1,2 +1,2 @@\n a\n-b\n+B\n@@ -2,4 +2,4 @@\n B\n c\n-d\n+D\n e\n";
    applies(&[("f", "a\nb\nc\nd\ne\n")], &unified(hunks), &[("f", "a\nB\nc\nD\ne\n")]);
    // Of the lines that both have, none is changed by the hunk in front; the other one is of
    // another place.
    let file = "{\n  in: 1,\n  out: 2,\n  pre: 0,\n},\n{\n  in: 1,\n  out: 2,\n  fail: 0,\n},\n";
    let hunks = "@@ -1,6 +1,7 @@\n {\n   in: 1,\n   out: 2,\n+  new\n   pre: 0,\n },\n {\n@@ -11,5 +12,6 @@\n {\n   in: 26,\n   out: 2,\n+  new\n   fail: 0,\n },\n";
    refuses_for(&[("f", file)], &unified(hunks), &["out_of_order at 8"]);
}

#[test]
fn line_one_says_nothing_of_a_heading_that_is_not_there() {
    let block =
        |name: &str| format!(".{name} {{\n  display: flex;\n  margin: 0;\n  color: red;\n}}\n\n");
    let file = block("report") + &block("worker");
    let hunk =
        " .workers {\n   display: flex;\n-  margin: 0;\n+  margin: 4px;\n   color: red;\n }\n";
    refuses_for(
        &[("f", &file)],
        &unified(&format!("@@ -1,5 +1,5 @@\n{hunk}")),
        &["one_line_differs"],
    );
    let alone = block("worker");
    let after = alone.replace("margin: 0", "margin: 4px");
    applies(&[("f", &alone)], &unified(&format!("@@ -1,5 +1,5 @@\n{hunk}")), &[("f", &after)]);
    // Counted, it tells which block was renamed.
    let after =
        format!("{}{}", block("report"), block("worker").replace("margin: 0", "margin: 4px"));
    applies(&[("f", &file)], &unified(&format!("@@ -7,5 +7,5 @@\n{hunk}")), &[("f", &after)]);
}

#[test]
fn a_word_that_goes_on_with_what_is_above_is_no_heading() {
    let file = "impl A\nwhere\n  I: D,\n{\n}\n\nimpl B {\n  let tail = 1;\n  hint(tail)\n}\n";
    let change = "   let tail = 1;\n-  hint(tail)\n+  hint(tail, 2)\n }\n";
    for header in ["@@ -3,3 +3,3 @@ where", "@@ -3,3 +3,3 @@ end", "@@ -3,3 +3,3 @@ else {"] {
        let patch = unified(&format!("{header}\n{change}"));
        applies(&[("f", file)], &patch, &[("f", &file.replace("(tail)", "(tail, 2)"))]);
    }
    // Of three brackets none is the one below it.
    let patch = unified("@@ ... @@ where\n }\n+\n+impl C {}\n");
    refuses_for(&[("f", &format!("{file}impl E {{\n}}\n"))], &patch, &["ambiguous at 5, 10, 12"]);
}

#[test]
fn a_hunk_that_holds_its_own_function_is_in_no_other() {
    let file = "import os\n\n\ndef run(path):\n    data = load(path)\n    return data\n\n\ndef main():\n    run('x')\n";
    let change =
        " def run(path):\n-    data = load(path)\n+    data = load(path, True)\n     return data\n";
    let after = file.replace("load(path)", "load(path, True)");
    // The name of another one, whether the number fits or not.
    for numbers in ["-4,3 +4,3", "-2,3 +2,3"] {
        let patch = unified(&format!("@@ {numbers} @@ def main():\n{change}"));
        applies(&[("f", file)], &patch, &[("f", &after)]);
    }
    // Git names the function before the hunk; something else follows that here.
    let file = "exports.get = function (a) {\n  return a;\n};\n\nexports.put = deprecate(\n  'x');\n\nfunction split (str) {\n  var parts = str;\n  return parts;\n}\n";
    let patch = unified(
        "@@ -4,5 +4,5 @@ exports.get = function (a) {\n \n function split (str) {\n-  var parts = str;\n+  var parts = str.x;\n   return parts;\n }\n",
    );
    applies(&[("f", file)], &patch, &[("f", &file.replace("= str;", "= str.x;"))]);
}

#[test]
fn what_others_parted_near_the_number_forbids_a_twin_further_away() {
    let body = |line: &str| {
        format!(
            "    start = self.now()\n    item = self.items[key]\n{line}    value = item.value\n    self.log(value)\n    return value\n\n"
        )
    };
    let between = "def clear(self):\n    self.items = {}\n    self.total = 0\n\n".repeat(3);
    let file = |line: &str| {
        let check = "    self.check(item)\n";
        format!(
            "def price(self, key):\n{}{between}def cost(self, key):\n{}",
            body(check),
            body(line)
        )
    };
    for (line, at) in [("    self.check(item)\n    self.count()\n", 23), ("", 19), ("", 24)] {
        let header = format!("@@ -{at},6 +{at},7 @@\n");
        let hunk = "     start = self.now()\n     item = self.items[key]\n     self.check(item)\n+    self.mark(item)\n     value = item.value\n     self.log(value)\n     return value\n";
        let patch = unified(&format!("{header}{hunk}"));
        refuses_for(&[("f", &file(line))], &patch, &["ambiguous at 2 against 22"]);
    }
}
