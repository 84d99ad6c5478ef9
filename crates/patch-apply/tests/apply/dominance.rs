//! The rules of `docs/placement.md` by themselves: what each kind of evidence can do against the
//! others, and where the thresholds are.

use patch_apply::{Contract, Evidence};

use crate::support::{applies, file_of, goes, options, refuses_for, run_with, stays, unified};

#[test]
fn an_offset_between_those_of_the_neighbours_decides() {
    let patch = unified("@@ -1 +1 @@\n-a\n+A\n@@ -3 +3 @@\n-x\n+X\n@@ -5 +5 @@\n-b\n+B\n");
    // The neighbours are 0 and 3 lines off; of the places one is 2 off, the other 4.
    goes("a p p p x p x b", &patch, "A p p p X p x B");
    stays("a p p x x p p b", &patch, &["ambiguous at 4, 5"]);
}

#[test]
fn a_nearer_place_speaks_against_a_common_offset() {
    let patch = unified("@@ -2 +2 @@\n-x\n+X\n@@ -4 +4 @@\n-y\n+Y\n");
    // Seven lines on for both, but 1 and 3 are nearer.
    stays("p p x p p p y p x p y", &patch, &["ambiguous at 3, 9", "ambiguous at 7, 11"]);
}

#[test]
fn a_rival_where_the_number_points_has_what_is_removed_and_half_of_the_lines() {
    let patch = unified("@@ -1,4 +1,4 @@\n a\n-x\n+X\n b\n c\n");
    stays("q x q c - a x b c", &patch, &["ambiguous at 6 against 1"]);
    goes("q x q q - a x b c", &patch, "q x q q - a X b c");
    // All context, too: what is to be removed was changed there.
    stays("a q b c - a x b c", &patch, &["ambiguous at 6 against 1"]);
}

#[test]
fn a_rival_of_an_insertion_has_two_thirds_of_the_lines() {
    let patch = unified("@@ -3,4 +3,5 @@\n a\n b\n+X\n c\n d\n");
    stays("p p q b c d - a b c d", &patch, &["ambiguous at 8 against 3"]);
    goes("p p q b c q - a b c d", &patch, "p p q b c q - a b X c d");
}

#[test]
fn the_order_of_numbered_hunks_in_the_patch_does_not_matter() {
    let hunks = ["@@ -2 +2 @@\n-x\n+1\n", "@@ -5 +5 @@\n-b\n+2\n", "@@ -7 +7 @@\n-x\n+3\n"];
    for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
        let patch = unified(&order.map(|at| hunks[at]).concat());
        goes("p n x p p b p x", &patch, "p n 1 p p 2 p 3");
        stays("p x n x p p b p x x", &patch, &["ambiguous at 2, 4, 9, 10"]);
    }
}

#[test]
fn outer_context_does_not_place_what_is_everywhere() {
    let patch = unified("@@ @@\n 1\n 2\n 3\n-x\n+X\n 4\n 5\n 6\n");
    let with =
        |count: usize, name: &str| format!("q 2 3 {name} 4 5 6 {}", "- 3 x 4 ".repeat(count));
    goes(&with(10, "x"), &patch, &with(10, "X"));
    // What must match is in 64 places: nobody looks at each.
    refuses_for(&[("f", &file_of(&with(64, "x")))], &patch, &["one_line_differs"]);
}

#[test]
fn insertions_at_one_place_keep_the_order_of_the_patch() {
    let patch = unified("@@ -1,0 +2 @@\n+1\n@@ -1,0 +3 @@\n+2\n");
    let git = options(Contract::Git);
    let (after, _) = run_with(&[("f", "a\nb\n")], &patch, &git).unwrap();
    assert_eq!(after, crate::support::files(&[("f", "a\n1\n2\nb\n")]));
}

#[test]
fn a_refusal_says_what_pulls_each_way() {
    let before = "fn a {\n  x\n}\nfn b {\n  x\n}\n";
    let patch = unified("@@ -2,1 +2,1 @@ fn b {\n-  x\n+  y\n");
    let refusal = refuses_for(&[("f", before)], &patch, &["ambiguous at 2, 5"]);
    let [first, second] = &*refusal.failures[0].hunk().unwrap().candidates else {
        panic!("two places")
    };
    assert_eq!((first.line, second.line), (2, 5));
    assert!(first.speaks_for.contains(&Evidence::Number), "{first:?}");
    assert!(first.speaks_against.contains(&Evidence::Heading), "{first:?}");
    assert!(second.speaks_for.contains(&Evidence::Heading), "{second:?}");
    assert!(second.speaks_against.contains(&Evidence::Number), "{second:?}");
}

#[test]
fn the_receipt_says_what_placed_a_hunk() {
    let evidence = |before: &str, patch: &str, after: &str| {
        let receipt = applies(&[("f", before)], patch, &[("f", after)]);
        receipt.files[0].hunks[0].evidence
    };
    let found = evidence("a\nx\n", &unified("@@ -2 +2 @@\n-x\n+X\n"), "a\nX\n");
    assert!(found.contains(Evidence::Number), "{found:?}");
    let before = "fn a {\n  x\n}\nfn b {\n  x\n}\n";
    let after = "fn a {\n  x\n}\nfn b {\n  X\n}\n";
    let found = evidence(before, &unified("@@ fn b {\n-  x\n+  X\n"), after);
    assert!(found.contains(Evidence::Heading), "{found:?}");
}

#[test]
fn without_numbers_the_heading_says_more_than_an_edge_of_the_file() {
    let file = "[dependencies]\na = 1\nb = 1\n\n[build-dependencies]\na = 1\nb = 1\n";
    let patch = unified("@@ [dependencies]\n a = 1\n-b = 1\n+b = 2\n");
    applies(&[("f", file)], &patch, &[("f", &file.replacen("b = 1", "b = 2", 1))]);
    let patch = unified("@@\n a = 1\n-b = 1\n+b = 2\n");
    refuses_for(&[("f", file)], &patch, &["ambiguous at 2, 6"]);
}

#[test]
fn a_hunk_at_an_edge_of_the_file_is_not_put_elsewhere_while_something_like_it_is_there() {
    // Line 1, and no context in front: the start was meant, where the context has changed.
    let patch = unified("@@ -1,3 +1,4 @@\n+X\n a\n b\n c\n");
    stays("a b q - a b c", &patch, &["ambiguous at 5 against 1"]);
    // The end was meant: there is context in front, and none after.
    let patch = unified("@@ -20,3 +20,4 @@\n a\n b\n c\n+X\n");
    goes("a b c", &patch, "a b c X");
    goes("a b c - a b c", &unified("@@ -5,3 +5,4 @@\n a\n b\n c\n+X\n"), "a b c - a b c X");
}

#[test]
fn what_is_put_at_the_start_of_a_file_goes_behind_a_title_that_others_put_there() {
    let patch = unified("@@ -1,3 +1,5 @@\n+use first;\n+\n use second;\n use third;\n \n");
    let file = "use second;\nuse third;\n\nfn main() {}\n";
    let licence = "// Copyright\n// MIT\n\n";
    let after = format!("use first;\n\n{file}");
    applies(&[("f", file)], &patch, &[("f", &after)]);
    let titled = format!("{licence}{file}");
    applies(&[("f", &titled)], &patch, &[("f", &format!("{licence}{after}"))]);
    // Something there is like it, the context says little, or there is much in front.
    let like = format!("use fourth;\n\n{file}");
    refuses_for(&[("f", &like)], &patch, &["ambiguous"]);
    let short = unified("@@ -1 +1,2 @@\n+use first;\n use second;\n");
    refuses_for(&[("f", &titled)], &short, &["ambiguous"]);
    let far = format!("{}{file}", "// more\n".repeat(40));
    refuses_for(&[("f", &far)], &patch, &["ambiguous"]);
}

#[test]
fn a_place_that_is_off_both_neighbours_is_not_one_of_several() {
    let patch = unified("@@ -1 +1 @@\n-a\n+A\n@@ -5 +5 @@\n-x\n+X\n@@ -7 +7 @@\n-b\n+B\n");
    // Both neighbours are two lines off. What is left between them is another line than the number
    // says.
    stays("q q a p x p y p b - x", &patch, &["ambiguous"]);
    goes("q q a p p p x p b - x", &patch, "q q A p p p X p B - x");
    // Alone it is the one.
    goes("q q a p x p y p b", &patch, "q q A p X p y p B");
}
