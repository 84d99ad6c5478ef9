//! Numbers that are true, or nearly: a loose match there counts against a twin that matches as
//! written.

use patch_apply::Contract;
use patch_parse::Code;

use crate::support::{applies, opencode, refuses, refuses_for, run, unified};

/// Two sections with the same lines, these before the first.
fn sections(front: &str, [first, second]: [&str; 2]) -> String {
    let section = |name: &str, key: &str| {
        format!(
            "== {name}\nintro {name}\n{key}\nmiddle {name}\n\nvalue: 2\nnote: 4\n\nend {name}\n"
        )
    };
    format!("{front}{}{}", section("a", first), section("b", second))
}

const AS_IT_WAS: &str = "key: 1\ntext: 3";
const KEY: &str = "@@ -3,2 +3,2 @@\n-key: 1\n+key: 9\n text: 3\n";
const VALUE: &str = "@@ -7,2 +7,2 @@\n-value: 2\n+value: 8\n note: 4\n";

#[test]
fn what_is_as_written_at_its_number_is_not_moved_by_the_hunk_beside_it() {
    let both = unified(&format!("{KEY}{VALUE}"));
    let file = sections("", [AS_IT_WAS, AS_IT_WAS]);
    let after = file.replacen("key: 1", "key: 9", 1).replacen("value: 2", "value: 8", 1);
    applies(&[("f", &file)], &both, &[("f", &after)]);
    for changed in ["  key: 1\n  text: 3", "key: 1\ntext: 5", "key: 1  # one\ntext: 3"] {
        // The first one is loose at its number, or something there was changed.
        let file = sections("", [changed, AS_IT_WAS]);
        refused(&file, &both);
        refused(&sections("- \n", [changed, AS_IT_WAS]), &both);
    }
    // The second one is, which says nothing of the first.
    let file = sections("", [AS_IT_WAS, AS_IT_WAS]).replacen("value: 2", "  value: 2", 1);
    refused(&file.replacen("note: 4", "  note: 4", 1), &both);
}

/// One hunk at least is ambiguous, and none is anything else.
#[track_caller]
fn refused(file: &str, patch: &str) {
    let refusal = run(&[("f", file)], patch, Contract::Agent).expect_err("nobody knows the place");
    assert!(refusal.failures.iter().all(|it| it.code == Code::AmbiguousContext), "{refusal:?}");
}

#[test]
fn what_is_indented_otherwise_near_the_number_counts() {
    let file = sections("", ["  key: 1\n  text: 3", AS_IT_WAS]);
    for by in [1, 2, 3, 4, 6] {
        let patch = unified(&KEY.replace("-3,2", &format!("-{by},2")));
        refused(&file, &patch);
    }
    // Further from the number than what is as written it says nothing.
    let patch = unified(&KEY.replace("-3,2", "-9,2"));
    let after = file.replacen("\nkey: 1", "\nkey: 9", 1);
    applies(&[("f", &file)], &patch, &[("f", &after)]);
}

#[test]
fn a_heading_says_more_than_a_number_that_nobody_counted_or_where_lines_are_missing() {
    let function = |name: &str, call: &str| {
        format!("fn {name}() {{\n    open();\n    {call}\n    close();\n}}\n\n")
    };
    let front = "use a;\n".repeat(8) + &function("one", "read();");
    let file = front.clone() + &function("two", "read();");
    let after = front + &function("two", "write();");
    let hunk = |line: usize, heading: &str| {
        let lines = "     open();\n-    read();\n+    write();\n     close();\n";
        unified(&format!("@@ -{line},3 +{line},3 @@ {heading}\n{lines}"))
    };
    applies(&[("f", &file)], &hunk(1, "fn two() {"), &[("f", &after)]);
    refused(&file, &hunk(1, "fn three() {"));
    // The one at the number lacks the line that is removed.
    let other = file.replacen("read();", "log();", 1);
    let changed = after.replacen("read();", "log();", 1);
    applies(&[("f", &other)], &hunk(10, "fn two() {"), &[("f", &changed)]);
    refused(&other, &hunk(10, "fn three() {"));
}

#[test]
fn a_hunk_that_the_patch_has_twice_has_one_place() {
    let file = sections("", [AS_IT_WAS, AS_IT_WAS]);
    let after = file.replacen("key: 1", "key: 9", 1);
    let receipt = applies(&[("f", &file)], &unified(&KEY.repeat(2)), &[("f", &after)]);
    assert_eq!(receipt.files[0].skipped.len(), 1);
    // By a number that is off the two are in neither place, not one in each.
    let off = KEY.replace("-3,2", "-5,2");
    refuses_for(&[("f", &file)], &unified(&off.repeat(2)), &["ambiguous at 3, 13", "ambiguous"]);
}

#[test]
fn a_blank_at_the_end_of_a_line_tells_no_two_places_apart() {
    let file = sections("", ["key: 1 \ntext: 3", AS_IT_WAS]);
    let after = file.replacen("key: 1 \n", "key: 9\n", 1);
    applies(&[("f", &file)], &unified(KEY), &[("f", &after)]);
    refused(&file, &unified(&KEY.replace("-3,2 +3,2 ", "")));
    // A hunk that has the blank says that it is there.
    let bare = KEY.replace("-3,2 +3,2 ", "").replace("-key: 1", "-key: 1 ");
    applies(&[("f", &file)], &unified(&bare), &[("f", &after)]);
    // Nor does how a line ends.
    let hunk = "@@\n x();\n+z();\n }\n";
    for file in ["x();\n}\n\nx();\n}", "x();\r\n}\r\n\nx();\n}\n"] {
        refused(file, &unified(hunk));
    }
}

#[test]
fn what_another_hunk_has_at_its_number_is_no_rival() {
    let file = sections("", ["  key: 1\n  text: 3", AS_IT_WAS]);
    let other = KEY.replace("-3,2 +3,2", "-13,2 +13,2");
    let after = file.replace("key: 1", "key: 9");
    applies(&[("f", &file)], &unified(&format!("{KEY}{other}")), &[("f", &after)]);
    // By itself it may be meant for either.
    refused(&file, &unified(KEY));
}

#[test]
fn hunks_fill_as_many_places_as_they_are_only_where_nothing_else_is_like_them() {
    let job = |name: &str, run: &str| {
        format!(
            "  {name}:\n    steps:\n      - uses: checkout\n      - run: {run}\n        shell: bash\n"
        )
    };
    let hunk = "@@ steps:\n       - uses: checkout\n-      - run: pip install .\n+      - run: pip install .[dev]\n         shell: bash\n";
    let patch = unified(&hunk.repeat(2));
    let own = "pip install .";
    let file = |first: &str| {
        format!("jobs:\n{}{}{}", job("lint", first), job("test", own), job("docs", own))
    };
    for first in [own, "pip install -U ."] {
        refused(&file(first), &patch);
    }
    let other = file("make").replacen("checkout", "clone", 1).replacen("bash", "sh", 1);
    let after = other.replace("pip install .", "pip install .[dev]");
    applies(&[("f", &other)], &patch, &[("f", &after)]);
}

#[test]
fn a_removed_line_is_where_it_is_as_written_and_not_beside_other_lines_that_are() {
    let union = "type A<T> = (\n\tT extends B\n\t\t? C<T> extends D\n\t\t\t? true\n\t\t\t: false\n\t\t: false\n);\n";
    let chunk = opencode("@@ T extends B\n \t\t\t? true\n-\t\t: false\n+\t\t: never\n");
    refuses(&[("f", union)], &chunk, &["context_not_found"]);
    let rules = ".a {\n    &::b,\n    &::c {\n      position: x;\n      display: y;\n    }\n}\n\n.d {\n    position: x;\n    top: 0;\n}\n";
    let hunk = |depth: &str| {
        unified(&format!(
            "@@ -8,5 +8,5 @@\n     &::b,\n     &::c {{\n-{depth}position: x;\n+{depth}position: z;\n       display: y;\n     }}\n"
        ))
    };
    refuses(&[("f", rules)], &hunk("    "), &["context_not_found"]);
    // In this indentation the file has it nowhere.
    let after = rules.replacen("position: x", "position: z", 1);
    applies(&[("f", rules)], &hunk("        "), &[("f", &after)]);
    // Another one is where all lines are indented otherwise.
    let moved = rules.replacen("    &", "      &", 2).replacen("      pos", "        pos", 1);
    let moved =
        moved.replacen("      display", "        display", 1).replacen("    }", "      }", 1);
    let after = moved.replacen("position: x", "position: z", 1);
    applies(&[("f", &moved)], &hunk("      "), &[("f", &after)]);
}

#[test]
fn another_record_near_the_number_is_not_the_one_that_the_hunk_names() {
    let record = |name: &str| format!("[{name}]\nhost = localhost\nport = 80\ndebug = no\n\n");
    let file = ["cart", "city", "item", "zip"].map(record).concat();
    let after = file.replacen(
        "[item]\nhost = localhost\nport = 80",
        "[item]\nhost = localhost\nport = 81",
        1,
    );
    let hunk = |at: usize| {
        unified(&format!(
            "@@ -{at},4 +{at},4 @@\n [item]\n host = localhost\n-port = 80\n+port = 81\n debug = no\n"
        ))
    };
    for at in [2, 4, 5, 7, 14, 17] {
        applies(&[("f", &file)], &hunk(at), &[("f", &after)]);
    }
    // The number is exactly that of another record.
    for at in [1, 6, 16] {
        refuses(&[("f", &file)], &hunk(at), &["ambiguous_context"]);
    }
    // The name is in the file twice, or the one near the number is like it.
    let twice = format!("{file}{}", record("item").replace("host", "peer"));
    let alike = file.replace("[city]", "[items]");
    for file in [twice, alike] {
        refuses(&[("f", &file)], &hunk(5), &["ambiguous_context"]);
    }
}
