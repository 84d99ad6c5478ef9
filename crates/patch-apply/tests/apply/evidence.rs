//! What singles out a place where a block alone does not: the other hunks, the heading, the
//! numbers; and what speaks against one.

use patch_apply::{ApplyOptions, Cause, Contract, Locate};

use crate::support::{
    applies, applies_under, candidate_lines, file_of, files, goes, opencode, options, refuses,
    refuses_for, run_with, stays, unified,
};

/// The options of a host that wants every place singled out.
fn unique() -> ApplyOptions {
    let mut options = options(Contract::Agent);
    options.locate = Locate::Unique;
    options
}

#[test]
fn neighbours_leave_one_place() {
    let last = unified("@@ @@\n-a\n+A\n@@ @@\n-x\n+X\n");
    goes("x a b x c", &last, "x A b X c");
    let first = unified("@@ @@\n-x\n+X\n@@ @@\n-a\n+A\n");
    goes("x a b x c", &first, "X A b x c");
    let between = unified("@@ @@\n-a\n+A\n@@ @@\n-x\n+X\n@@ @@\n-b\n+B\n");
    goes("x a x b x", &between, "x A X B x");
    stays("x a x x b x", &between, &["ambiguous at 1, 3, 4, 6"]);
}

#[test]
fn as_many_hunks_as_places_fill_them_in_order() {
    let twice = unified("@@ @@\n-x\n+1\n@@ @@\n-x\n+2\n");
    goes("x a x", &twice, "1 a 2");
    stays("x a x b x", &twice, &["ambiguous at 1, 3, 5", "ambiguous at 1, 3, 5"]);
    let unique = unique();
    let chunks = opencode("@@\n-x\n+1\n@@\n-x\n+2\n");
    let (after, _) = run_with(&[("f", &file_of("x a x"))], &chunks, &unique).unwrap();
    assert_eq!(after, files(&[("f", &file_of("1 a 2"))]));
    run_with(&[("f", &file_of("x a x b x"))], &chunks, &unique).unwrap_err();
}

#[test]
fn the_order_is_that_of_the_numbers() {
    // The patch gives the later hunk first. In its order the other would come after it.
    let patch = unified("@@ -14 +14 @@\n-b\n+B\n@@ -12 +12 @@\n-x\n+X\n");
    goes("a x b c x", &patch, "a X B c x");
    let without = unified("@@ @@\n-b\n+B\n@@ @@\n-x\n+X\n");
    goes("a x b c x", &without, "a x B c X");
}

#[test]
fn an_offset_that_later_hunks_show_counts_as_well() {
    let patch = unified("@@ -2 +2 @@\n-x\n+X\n@@ -3 +3 @@\n-b\n+B\n");
    goes("x p q x b", &patch, "x p q X B");
    // The number alone said the first one.
    let patch = unified("@@ -1 +1 @@\n-x\n+X\n@@ -2 +2 @@\n-b\n+B\n");
    stays("x p q x b", &patch, &["ambiguous at 1, 4"]);
}

#[test]
fn one_offset_that_explains_all_hunks_settles_them() {
    let patch = unified("@@ -2 +2 @@\n-x\n+X\n@@ -4 +4 @@\n-y\n+Y\n");
    // x at 4 and 9, y at 6 and 12: two lines on for both.
    goes("p p p x p y p p x p p y", &patch, "p p p X p Y p p x p p y");
    // Both copies are shifted alike: which is meant?
    stays("p p p x p y p p x p y", &patch, &["ambiguous at 4, 9", "ambiguous at 6, 11"]);
}

#[test]
fn numbers_that_cannot_all_be_true_are_no_evidence() {
    let patch = unified("@@ -1 +1 @@\n-x\n+X\n@@ -1 +1 @@\n-b\n+B\n");
    stays("x p q x b", &patch, &["ambiguous at 1, 4"]);
    goes("x p q b", &patch, "X p q B");
}

#[test]
fn a_number_that_is_the_same_on_both_sides_may_be_that_of_the_new_file() {
    let block =
        |name: &str| format!("fn {name}() {{\n    open();\n    read();\n    close();\n}}\n");
    let file = format!("use a;\n{}{}{}", block("one"), block("two"), block("three"));
    let hunks = |line: usize, new: usize, heading: &str| {
        let front = "@@ -1,1 +1,6 @@\n use a;\n+use b;\n+use c;\n+use d;\n+use e;\n+use f;\n";
        let lines = "     open();\n-    read();\n+    write();\n     close();\n";
        unified(&format!("{front}@@ -{line},3 +{new},3 @@{heading}\n{lines}"))
    };
    let after = |line: usize| {
        let mut lines: Vec<String> = file.lines().map(|line| format!("{line}\n")).collect();
        lines[line - 1] = "    write();\n".to_owned();
        lines.concat().replacen("use a;\n", "use a;\nuse b;\nuse c;\nuse d;\nuse e;\nuse f;\n", 1)
    };
    let before = &[("f", &*file)];
    refuses_for(before, &hunks(8, 8, ""), &["ambiguous at 3, 8, 13"]);
    applies(before, &hunks(8, 13, ""), &[("f", &after(9))]);
    applies(before, &hunks(8, 8, " fn two() {"), &[("f", &after(9))]);
    // Where that would be in the new file, nothing matches.
    applies(before, &hunks(3, 3, ""), &[("f", &after(4))]);
    applies_under(Contract::Git, before, &hunks(8, 8, ""), &[("f", &after(9))]);
}

#[test]
fn numbers_in_another_order_than_what_is_unique_are_no_evidence() {
    // By the numbers the second hunk comes first, and what is like the first one there is nearer to
    // its number.
    let patch =
        unified("@@ -20,4 +20,4 @@\n u\n v\n p\n-x\n+X\n@@ -12,4 +12,4 @@\n u\n v\n q\n-x\n+Y\n");
    goes("u v p x - - u v q x -", &patch, "u v p X - - u v q Y -");
    let in_order = patch.replace("-20", "-8");
    stays("u v p x - - u v q x -", &in_order, &["ambiguous at 1 against 7"]);
    // In the file as the numbers have it, they are believed: of two places the one at its number.
    let patch = unified("@@ -6 +6 @@\n-b\n+B\n@@ -2 +2 @@\n-a\n+A\n@@ -4 +4 @@\n-x\n+X\n");
    goes("x a q x r b", &patch, "x A q X r B");
}

#[test]
fn a_heading_settles_and_contradicts() {
    let before = "fn a {\n  x\n}\nfn b {\n  x\n}\n";
    let b = "fn a {\n  x\n}\nfn b {\n  y\n}\n";
    for header in ["@@ fn b @@", "@@ fn b {", "@@ -40,1 +40,1 @@ fn b {", "@@ -5,1 +5,1 @@ fn b {"]
    {
        applies(&[("f", before)], &unified(&format!("{header}\n-  x\n+  y\n")), &[("f", b)]);
    }
    let number_of_a = unified("@@ -2,1 +2,1 @@ fn b {\n-  x\n+  y\n");
    refuses_for(&[("f", before)], &number_of_a, &["ambiguous at 2, 5"]);
    // A heading that is gone says nothing.
    let renamed = unified("@@ -5,1 +5,1 @@ fn c {\n-  x\n+  y\n");
    applies(&[("f", before)], &renamed, &[("f", b)]);
}

/// Git finds the heading by the rules of a language: what ends a scope for us may be no line of
/// these.
#[test]
fn a_heading_of_a_language_does_not_outweigh_number_and_text() {
    let body = "x = 1\n    y = 2\n    y = 2\n    z = 3\n";
    let before = format!("class A:\n    def f(self):\n        pass\n{body}{body}");
    let fix = " x = 1\n     y = 2\n     y = 2\n-    z = 3\n+    q = 3\n";
    let patch = unified(&format!("@@ -8,4 +8,4 @@ def f(self):\n{fix}"));
    let after = before.clone();
    let after = format!("{}q = 3\n", after.strip_suffix("z = 3\n").unwrap());
    // A tool's number was true; a model's need not be.
    let (made, _) = run_with(&[("f", &before)], &patch, &options(Contract::Git)).unwrap();
    assert_eq!(made, files(&[("f", &after)]));
    refuses_for(&[("f", &before)], &patch, &["ambiguous at 4, 8"]);
    // Another line between the two that is like the heading is the nearer one.
    let other = before.replacen("y = 2\n    z = 3\n", "y = 2\n    z = 3\ndef g():\n", 1);
    let patch = unified(&format!("@@ -9,4 +9,4 @@ def f(self):\n{fix}"));
    run_with(&[("f", &other)], &patch, &options(Contract::Git)).unwrap_err();

    // Where the lines are found once, a number that fits them is enough.
    let lines = "  fi\nfi\n\n####\n# No home?\n####\n";
    let before = format!("dumpEnv()\n\n\n####\n# Get\n####\nCONFIGS=()\n{lines}");
    let patch = "@@ -8,6 +8,7 @@ dumpEnv()\n   fi\n fi\n \n+ACTION=$1\n ####\n # No home?\n ####\n";
    let after = before.replace("fi\n\n####", "fi\n\nACTION=$1\n####");
    applies(&[("f", &before)], &unified(patch), &[("f", &after)]);
}

#[test]
fn a_loose_place_outside_the_heading_is_not_taken() {
    // What was in `a` is gone; in `b` there is the same line, indented otherwise.
    let before = "fn a {\n  q\n}\nfn b {\n\tx\n}\n";
    let after = "fn a {\n  q\n}\nfn b {\n\ty\n}\n";
    let with = |header: &str| unified(&format!("{header}\n-  x\n+  y\n"));
    for header in ["@@ -2 +2 @@ fn a {", "@@ fn a {", "@@ -2 +2 @@ fn a"] {
        let refusal = refuses_for(&[("f", before)], &with(header), &["outside_heading at 5, 1"]);
        let failure = refusal.failures[0].hunk().unwrap();
        assert_eq!(failure.cause, Cause::OutsideHeading, "{header}");
        assert_eq!(candidate_lines(&refusal), [5, 1], "the place, and the heading");
        assert!(failure.suggested_patch.is_none());
    }
    // Below it, where the number says so, or where the heading is gone, it is.
    for header in ["@@ -2 +2 @@ fn b {", "@@ -5 +5 @@ fn a {", "@@ -2 +2 @@ fn c {", "@@ -2 +2 @@"]
    {
        applies(&[("f", before)], &with(header), &[("f", after)]);
    }
    // A hunk that holds its heading itself says no more by it.
    let own = unified("@@ -1,3 +1,3 @@ fn b {\n }\n fn b {\n-    x\n+    y\n");
    applies(&[("f", before)], &own, &[("f", after)]);
    // Not even where it matches byte for byte: what was meant may be gone.
    let exact = |line: u64| unified(&format!("@@ -{line} +{line} @@ fn a {{\n-\tx\n+\ty\n"));
    refuses_for(&[("f", before)], &exact(2), &["outside_heading at 5, 1"]);
    applies(&[("f", before)], &exact(5), &[("f", after)]);
}

/// Sections, titles, keys and selectors are headings like functions.
#[test]
fn what_a_section_heads_ends_at_the_next_one() {
    let sections = "[dependencies]\nserde = 2\nlog = 4\n\n[dev-dependencies]\nserde = 1\nlog = 4\n";
    let titles = "# A\n\n## Linux\n\nRun it.\n\n## macOS\n\nRun `make`.\n";
    let keys =
        "{\n  \"dev\": {\n    \"port\": 80\n  },\n  \"prod\": {\n    \"port\": 443\n  }\n}\n";
    let rules = ".btn {\n  color: red;\n}\n\n.card {\n  color: blue;\n}\n";
    for (file, heading, line, old) in [
        (sections, "[dependencies]", 2, "serde = 1"),
        (titles, "## Linux", 5, "Run `make`."),
        (keys, "\"dev\": {", 3, "    \"port\": 443"),
        (rules, ".btn {", 2, "  color: blue;"),
    ] {
        let patch = |header| unified(&format!("@@ {header} {heading}\n-{old}\n+new\n"));
        let numbered = format!("-{line} +{line} @@");
        for header in [numbered.as_str(), "... @@"] {
            let refusal = refuses_for(&[("f", file)], &patch(header), &["outside_heading"]);
            let cause = refusal.failures[0].hunk().unwrap().cause;
            assert_eq!(cause, Cause::OutsideHeading, "{heading}");
        }
    }
    // In which of two, the heading tells.
    let twins = titles.replace("Run `make`.", "Run it.");
    let patch = unified("@@ ... @@ ## macOS\n-Run it.\n+Run them.\n");
    let after = "# A\n\n## Linux\n\nRun it.\n\n## macOS\n\nRun them.\n";
    applies(&[("f", &twins)], &patch, &[("f", after)]);
}

/// Somebody else may have written the same in another function.
#[test]
fn what_is_done_outside_the_heading_is_not_what_is_meant() {
    let file = "fn load() {\n    log(1);\n    close();\n}\n\nfn save() {\n    close();\n}\n";
    let patch =
        unified("@@ -6,3 +6,3 @@ fn save() {\n-    log(2);\n+    log(1);\n     close();\n }\n");
    let refusal = refuses_for(&[("f", file)], &patch, &["maybe_applied at 2"]);
    assert_eq!(refusal.failures[0].hunk().unwrap().cause, Cause::MaybeApplied);
}

/// The context in front may be gone, or the removed line that is like it.
#[test]
fn outer_context_is_not_given_up_where_the_new_lines_are() {
    let patch = unified("@@ -1,5 +1,4 @@\n c\n-c\n v\n v\n v\n@@ -9,3 +8,3 @@\n x\n-y\n+Y\n z\n");
    let refusal =
        refuses_for(&[("f", &file_of("c v v v - - - x y z"))], &patch, &["maybe_applied at 1"]);
    assert_eq!(refusal.failures[0].hunk().unwrap().cause, Cause::MaybeApplied);
    goes("c c v v v - - - x y z", &patch, "c v v v - - - x Y z");
    let patch = opencode("@@\n c\n-c\n v\n v\n v\n");
    stays("c v v v - -", &patch, &["maybe_applied at 1"]);
    // They may be written otherwise.
    let before = "T = \"t\"\n\n\ndef f(x):\n    pass\n";
    let after = before.replace("\n\n\n", "\n\n\nall = [\"u\"]\n\n\n");
    let hunk = " T = “t”\n \n \n+all = [“u”]\n+\n+\n def f(x):\n     pass\n";
    for patch in [unified(&format!("@@ -1,5 +1,8 @@\n{hunk}")), opencode(&format!("@@\n{hunk}"))] {
        applies(&[("f", before)], &patch, &[("f", &after)]);
        refuses_for(&[("f", &after)], &patch, &["maybe_applied at 1 against 5"]);
    }
}

#[test]
fn outer_context_outside_the_heading_is_not_taken() {
    let before = "fn a {\n  q\n}\nfn b {\n  0\n  1\n  x\n  2\n  3\n}\n";
    let after = before.replace('x', "y");
    let hunk = "\n   9\n   1\n-  x\n+  y\n   2\n   3\n";
    let with = |header: &str| unified(&format!("{header}{hunk}"));
    let refusal = refuses_for(
        &[("f", before)],
        &with("@@ -20,5 +20,5 @@ fn a {"),
        &["outside_heading at 6, 1"],
    );
    assert_eq!(refusal.failures[0].hunk().unwrap().cause, Cause::OutsideHeading);
    for header in ["@@ -20,5 +20,5 @@ fn b {", "@@ -5,5 +5,5 @@ fn a {", "@@ -20,5 +20,5 @@ fn c {"]
    {
        applies(&[("f", before)], &with(header), &[("f", &after)]);
    }
}

#[test]
fn an_order_leads_to_no_loose_place_outside_the_heading() {
    // Of two places only the later one fits after the first hunk.
    let before = "fn a {\n\tx\n}\nfn b {\n  z\n}\nfn c {\n\tx\n}\n";
    let patch = |heading: &str| unified(&format!("@@ @@\n-  z\n+  Z\n@@ {heading}\n-  x\n+  y\n"));
    refuses_for(&[("f", before)], &patch("fn b {"), &["outside_heading at 8, 4"]);
    let after = "fn a {\n\tx\n}\nfn b {\n  Z\n}\nfn c {\n\ty\n}\n";
    applies(&[("f", before)], &patch("fn c {"), &[("f", after)]);
    refuses_for(&[("f", before)], &patch("fn d {"), &["outside_heading at 8"]);
}

#[test]
fn an_empty_line_alone_is_not_outer_context_that_was_lost() {
    let file = "a\nb\nc\nd\ne\nf\n";
    for (chunk, removed, end) in
        [(" a\n b\n-c\n d\n e\n\n f\n", "c\n", "f"), (" a\n\n b\n c\n-d\n e\n f\n", "d\n", "a")]
    {
        for patch in [opencode(&format!("@@\n{chunk}")), unified(&format!("@@ ... @@\n{chunk}"))] {
            // It may be an added one that lost its mark: nothing is suggested without it.
            let refusal = refuses_for(&[("f", file)], &patch, &["one_line_differs"]);
            assert_eq!(refusal.failures[0].hunk().unwrap().suggested_patch, None, "{refusal}");
            // Where the line beside it is another one, the context was changed.
            let other = file.replace(end, "x");
            applies(&[("f", &other)], &patch, &[("f", &other.replacen(removed, "", 1))]);
        }
    }
    // With its mark it is none.
    let chunk = " a\n b\n-c\n d\n e\n \n f\n";
    for patch in [opencode(&format!("@@\n{chunk}")), unified(&format!("@@ ... @@\n{chunk}"))] {
        for file in [file.to_owned(), file.replace('f', "x")] {
            applies(&[("f", &file)], &patch, &[("f", &file.replace("c\n", ""))]);
        }
    }
}

#[test]
fn a_marked_empty_line_is_not_outer_context_where_another_may_be_added() {
    let lines = |count: usize| "x = 0\n".repeat(count);
    let file = format!("{}\n{}y = 1\n", lines(11), lines(8));
    let shown = |count: usize| " x = 0\n".repeat(count);
    let hunk = |gap: &str| format!("@@\n \n{}-x = 0\n{gap}{}", shown(3), shown(4));
    // With the second as an added one the first is there.
    refuses_for(&[("f", &file)], &opencode(&hunk("\n")), &["one_line_differs"]);
    let after = format!("{}\n{}y = 1\n", lines(10), lines(8));
    applies(&[("f", &file)], &opencode(&hunk(" \n")), &[("f", &after)]);
}

#[test]
fn outer_context_may_differ() {
    let hunk = "@@ -1,7 +1,7 @@\n 1\n 2\n 3\n-x\n+X\n 4\n 5\n 6\n";
    let patch = unified(hunk);
    goes("q 2 3 x 4 5 6", &patch, "q 2 3 X 4 5 6");
    goes("0 q q 3 x 4 5 6", &patch, "0 q q 3 X 4 5 6");
    goes("q 2 3 x 4 5 q", &patch, "q 2 3 X 4 5 q");
    // Two lines of context are gone at the start of the file.
    goes("3 x 4 5 6", &patch, "3 X 4 5 6");
    // All of the context that there is comes before the change.
    goes("1 q x", &unified("@@ @@\n 1\n 2\n-x\n+X\n"), "1 q X");
    // The removed line, and too little of the rest.
    stays("1 2 3 q 4 5 6", &patch, &["one_line_differs"]);
    stays("q q 3 x 4 q q", &patch, &["lines_differ"]);
    stays("1 2 q x 4 5 6", &patch, &["one_line_differs"]);
    let receipt = applies(
        &[("f", &file_of("0 q q 3 x 4 5 6"))],
        &patch,
        &[("f", &file_of("0 q q 3 X 4 5 6"))],
    );
    let hunk = &receipt.files[0].hunks[0];
    assert_eq!(hunk.rung.as_str(), "outer_context");
    assert_eq!((hunk.matched_line, hunk.offset), (4, Some(1)));
    assert_eq!((hunk.dropped_before, hunk.dropped_after), (2, 0));
    goes("q 2 3 x 4 5 6", &opencode("@@\n 1\n 2\n 3\n-x\n+X\n 4\n 5\n 6\n"), "q 2 3 X 4 5 6");
}

#[test]
fn outer_context_may_differ_behind_a_line_that_agrees() {
    let hunk = |at: &str| {
        unified(&format!(
            "{at}\n one()\n second()\n three()\n-four()\n+4\n five()\n sixth()\n seven()\n"
        ))
    };
    for at in ["@@ -1,7 +1,7 @@", "@@ @@"] {
        goes(
            "one() two() three() four() five() sixth() seven()",
            &hunk(at),
            "one() two() three() 4 five() sixth() seven()",
        );
        goes(
            "one() second() three() four() five() six() seven()",
            &hunk(at),
            "one() second() three() 4 five() six() seven()",
        );
        // The line that differs is elsewhere.
        let moved = "one() two() three() four() five() sixth() seven() - second()";
        stays(moved, &hunk(at), &["one_line_differs"]);
        // What touches an insertion differs.
        let insertion = unified(&format!("{at}\n one()\n second()\n+4\n three()\n five()\n"));
        stays("one() two() three() five()", &insertion, &["one_line_differs"]);
    }
    // The function is there, and what it begins with is not.
    let function = " fn load() {\n     let data = read();\n     if data {\n-        old();\n+        new();\n     }\n }\n";
    let before = "fn load() {\n    let data = get();\n    if data {\n        old();\n    }\n}\n";
    let after = before.replace("old", "new");
    for patch in [unified(&format!("@@ @@\n{function}")), opencode(&format!("@@\n{function}"))] {
        applies(&[("f", before)], &patch, &[("f", &after)]);
    }
    let other = before.replace("load", "save");
    refuses(&[("f", &other)], &unified(&format!("@@ @@\n{function}")), &["context_not_found"]);
}

#[test]
fn the_context_that_an_insertion_touches_must_match() {
    let patch = unified("@@ -1,6 +1,7 @@\n 1\n 2\n 3\n+X\n 4\n 5\n 6\n");
    goes("q q 3 4 5 6", &patch, "q q 3 X 4 5 6");
    stays("1 2 q 4 5 6", &patch, &["one_line_differs"]);
    stays("1 2 3 q 5 6", &patch, &["one_line_differs"]);
}

#[test]
fn context_that_the_hunk_itself_adds_is_no_evidence() {
    let patch = unified("@@ @@\n open\n read_all\n-close\n+read_all\n+close_1\n end\n more\n");
    stays("open read close end more", &patch, &["target_state_in_context"]);
    let patch = opencode("@@\n-close\n+close_1\n end\n more\n *** Move to: g\n");
    stays("open read close end more", &patch, &["misplaced_marker"]);
}

#[test]
fn a_near_twin_is_not_taken_for_the_place() {
    let patch = unified("@@ @@\n 1\n 2\n 3\n+X\n 4\n 5\n 6\n");
    // What touches the insertion differs here, outer context there: as many lines agree.
    stays("q 2 3 4 5 6 - 1 2 r 4 5 6", &patch, &["ambiguous at 2 against 8"]);
    goes("q 2 3 4 5 6 - 1 r r 4 5 6", &patch, "q 2 3 X 4 5 6 - 1 r r 4 5 6");
    stays("q 2 3 4 5 6 - 1 2 3 4 5 q", &patch, &["ambiguous at 2, 8"]);
    let changed = unified("@@ -1,7 +1,7 @@\n 1\n 2\n 3\n-x\n+X\n 4\n 5\n 6\n");
    // The number says that the one whose context has changed is meant.
    stays("1 2 q x 4 5 6 - 1 2 3 x 4 5 6", &changed, &["ambiguous at 9 against 1"]);
}

#[test]
fn a_change_of_one_of_two_places_is_not_made_in_the_other() {
    let patch = unified("@@ -1,3 +1,3 @@\n a\n-x\n+X\n b\n");
    goes("a x b - a x b", &patch, "a X b - a x b");
    stays("a X b - a x b", &patch, &["maybe_applied at 1 against 5"]);
    // Written with tabs, too.
    let tabs = unified("@@ -5 +5 @@\n-\tx\n+\tX\n");
    refuses_for(&[("f", "a\n    x\n}\nb\n    X\n}\n")], &tabs, &["already_applied at 5"]);
    // Where nothing says which of the two is meant it may be the one that is changed; a chunk is
    // for the first that is not.
    let without = unified("@@ @@\n a\n-x\n+X\n b\n");
    stays("a X b - a x b", &without, &["maybe_applied"]);
    goes("a X b - a x b", &opencode("@@\n a\n-x\n+X\n b\n"), "a X b - a X b");
    // An anchor says which is meant.
    let anchored = opencode("@@ -\n a\n-x\n+X\n b\n");
    goes("a X b - a x b", &anchored, "a X b - a X b");
}

#[test]
fn lines_before_their_context_are_not_put_there_again() {
    let patch = unified("@@ -1,2 +1,3 @@\n+new\n a\n b\n");
    goes("a b", &patch, "new a b");
    stays("new a b", &patch, &["maybe_applied at 1 against 2"]);
    stays("new a b", &opencode("@@\n+new\n a\n b\n"), &["already_applied at 2"]);
}

#[test]
fn lines_around_their_context_are_not_put_there_again() {
    for patch in [opencode("@@\n+one\n a\n b\n+two\n"), unified("@@ @@\n+one\n a\n b\n+two\n")] {
        goes("- a b -", &patch, "- one a b two -");
        stays("- one a b two -", &patch, &["already_applied at 3"]);
        stays("one a b -", &patch, &["maybe_applied at 2"]);
    }
}

#[test]
fn added_lines_that_are_there_are_found_as_the_old_ones_are() {
    // The file has tabs; the patch has blanks.
    let before = "fn f() {\n\topen();\n\tread();\n\tclose();\n}\n";
    let after = before.replace("close", "read_on");
    let patch = "@@\n fn f() {\n     open();\n     read();\n+    close();\n";
    let without = before.replacen("\tclose();\n", "", 1);
    applies(&[("f", &without)], &opencode(patch), &[("f", before)]);
    refuses_for(&[("f", before)], &opencode(patch), &["already_applied at 1"]);
    // Another line is there.
    applies(
        &[("f", &after)],
        &opencode(patch),
        &[("f", &after.replace("\tread_on", "\tclose();\n\tread_on"))],
    );
    // A bracket says nothing where its depth does not count.
    let patch = "@@\n fn f() {\n     open();\n     {\n+    }\n";
    applies(
        &[("f", "fn f() {\n\topen();\n\t{\n}\n")],
        &opencode(patch),
        &[("f", "fn f() {\n\topen();\n\t{\n\t}\n}\n")],
    );
    // A line that is removed and added again is no change.
    let patch = "@@\n-fn f() {\n+fn f() {\n+\topen();\n";
    refuses_for(&[("f", before)], &opencode(patch), &["already_applied at 1"]);
    // Lines that are all alike are added after the last of them, as the marks say.
    let patch = unified("@@ -6,3 +6,7 @@\n a\n a\n a\n+a\n+a\n+a\n+a\n");
    goes(&"a ".repeat(8), &patch, &"a ".repeat(12));
    // Outer context in front differs, and what is added is after.
    let patch = "@@\n first\n second\n third\n fourth\n+fifth\n";
    refuses_for(
        &[("f", "FIRST\nsecond\nthird\nfourth\nfifth\n")],
        &opencode(patch),
        &["maybe_applied at 2"],
    );
}

#[test]
fn new_lines_as_they_are_say_more_than_old_ones_changed() {
    // Made already; at another indentation the old line would match, too.
    let patch = unified("@@ @@\n a\n-x\n+  x\n");
    let before = "a\n  x\n";
    refuses_for(&[("f", before)], &patch, &["already_applied at 1"]);
}

#[test]
fn chunks_out_of_order_are_taken_when_each_is_unique() {
    let patch = opencode("@@\n-b\n+B\n@@\n-a\n+A\n");
    goes("a b c", &patch, "A B c");
    stays("a a b c", &patch, &["out_of_order at 1, 2"]);
    let anchored = opencode("@@ fn2\n-b\n+B\n@@ fn1\n-a\n+A\n");
    goes("fn1 a fn2 b", &anchored, "fn1 A fn2 B");
    stays("fn1 a fn1 fn2 b", &anchored, &["out_of_order at 1 against 2"]);
}

#[test]
fn an_anchor_says_which_of_several_places_where_only_one_lies_below_it() {
    let unique = unique();
    let before = "def a:\n  x\ndef b:\n  x\n";
    let patch = opencode("@@ def a:\n-  x\n+  y\n");
    let (after, _) = run_with(&[("f", before)], &patch, &unique).unwrap();
    assert_eq!(after, files(&[("f", "def a:\n  y\ndef b:\n  x\n")]));
    let twice = "def a:\n  x\n  x\ndef b:\n  x\n";
    let refusal = run_with(&[("f", twice)], &patch, &unique).unwrap_err();
    assert_eq!(refusal.code().as_str(), "ambiguous_context");
}

#[test]
fn loose_matches_of_a_chunk_must_be_unique() {
    let patch = opencode("@@\n-x y\n+z\n");
    let (tight, loose) = ("x  y\nq\n", "x  y\nq\nx   y\n");
    applies(&[("f", tight)], &patch, &[("f", "z\nq\n")]);
    refuses_for(&[("f", loose)], &patch, &["ambiguous at 1, 3"]);
}
