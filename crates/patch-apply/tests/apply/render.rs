//! Text for a model and for a person, from the same values.

use patch_apply::render::{ForModel, Palette, for_model, for_person};
use patch_apply::{ApplyError, ApplyOptions, Failure, Refusal, apply_text};
use patch_parse::{NotReversible, parse};

use crate::support::{applies, run_with};

const FILE: &str = "fn main() {\n    let limit = 10;\n    run(limit);\n}\n";

const PATCH: &str = "--- a/f\n+++ b/f\n@@ -1,3 +1,3 @@\n fn main() {\n-    let limit = 11;\n+    let limit = 12;\n     run(limit);\n";

#[track_caller]
fn refusal(patch: &str) -> Refusal {
    run_with(&[("f", FILE)], patch, &ApplyOptions::default()).expect_err("the patch is refused")
}

/// A patch of so many hunks that have no place.
fn lost(hunks: usize) -> String {
    let hunk =
        |number: usize| format!("@@ -{number} +{number} @@\n-lost {number}\n+found {number}\n");
    format!("--- a/f\n+++ b/f\n{}", (1..=hunks).map(hunk).collect::<String>())
}

#[test]
fn one_sentence_is_in_all_that_is_said_of_a_failure() {
    let refusal = refusal(PATCH);
    let headline = "1 line found at line 1 of the file, then line 2 differs";
    let whole = format!("{headline}: expected `    let limit = 11;`, found `    let limit = 10;`");
    assert_eq!(refusal.failures[0].message(), whole);
    assert_eq!(refusal.to_string(), format!("f: context_not_found: {whole}"));
    assert_eq!(refusal.failures[0].hunk().unwrap().message(), whole);
    assert!(for_model().refusal(&refusal).contains(&whole));
    assert!(for_person(PATCH.as_bytes()).refusal(&refusal).contains(headline));
}

#[test]
fn a_model_gets_the_explanation_of_every_failure_that_has_room() {
    let refusal = refusal(PATCH);
    let explanation = refusal.failures[0].explanation(Failure::EXPLANATION_LENGTH);
    let text = for_model().refusal(&refusal);
    assert_eq!(text, format!("refused with 1 problem; nothing was changed\n\n{explanation}"));
    assert!(text.ends_with("     run(limit);\n"), "the corrected patch is last\n{text}");
}

#[test]
fn text_for_a_model_stays_within_its_limit() {
    for hunks in [1, 2, 9, 40, 300] {
        let refusal = refusal(&lost(hunks));
        for limit in [0, 1, 50, 299, 700, ForModel::LENGTH, 100_000] {
            let text = for_model().limit(limit).refusal(&refusal);
            let count = text.chars().count();
            assert!(count <= limit, "{count} of {limit} characters\n{text}");
        }
        let text = for_model().refusal(&refusal);
        let explained = text.matches("hint: ").count();
        let rest = format!("\n{} more without an explanation, at line", hunks - explained);
        assert!(explained >= 1 && (explained == hunks || text.contains(&rest)), "{text}");
    }
}

#[test]
fn a_person_sees_the_patch_by_its_name_and_the_file() {
    let text = for_person(PATCH.as_bytes()).name("fix.patch").refusal(&refusal(PATCH));
    assert_eq!(
        text,
        "\
error[context_not_found]: f: hunk 1: 1 line found at line 1 of the file, then line 2 differs
 --> fix.patch:5
  |
3 | @@ -1,3 +1,3 @@
4 |  fn main() {
5 | -    let limit = 11;
  | ^^^^^^^^^^^^^^^^^^^^
6 | +    let limit = 12;
7 |      run(limit);
  |
  = expected: `    let limit = 11;`
  = found:    `    let limit = 10;` (f:2)
  = nearest: f:1-3, 2 of 3 lines agree, 97 % alike
  |
1 | fn main() {
2 |     let limit = 10;
  |                  ^
3 |     run(limit);
4 | }
  |
  = hint: Read the file again and copy the context and removed lines from it as they are now.
  = suggestion: this patch applies to the file as it is now; it overwrites line 2 (`    let limit = 10;`)

--- a/f
+++ b/f
@@ -1,3 +1,3 @@
 fn main() {
-    let limit = 10;
+    let limit = 12;
     run(limit);

error: refused with 1 problem; nothing was changed
"
    );
}

#[test]
fn colours_add_nothing_but_escapes() {
    let refusal = refusal(PATCH);
    let words = for_person(PATCH.as_bytes());
    let (plain, coloured) =
        (words.refusal(&refusal), words.palette(Palette::COLOURS).refusal(&refusal));
    assert!(!plain.contains('\x1b'), "{plain}");
    let mut stripped = String::new();
    for (index, piece) in coloured.split('\x1b').enumerate() {
        let text = if index == 0 { piece } else { piece.split_once('m').expect("a style").1 };
        stripped.push_str(text);
    }
    assert!(coloured.len() > plain.len() && stripped == plain, "{coloured}");
}

#[test]
fn a_text_that_is_no_patch_is_told_to_both() {
    let patch = "--- a/f\n+++ b/f\n@@ -1 +x @@\n-one\n+two\n";
    let Err(ApplyError::Parse(error)) = apply_text("one\n", patch, &ApplyOptions::default()) else {
        panic!("a header without numbers");
    };
    let model = for_model().parse_error(&error);
    let person = for_person(patch.as_bytes()).parse_error(&error);
    for (text, place) in [(&model, "line 3 of the patch"), (&person, "--> <patch>:3")] {
        assert!(text.contains(error.hint()) && text.contains(place), "{text}");
        assert!(text.contains(error.code.as_str()), "{text}");
    }
    assert!(for_model().limit(20).parse_error(&error).chars().count() <= 20);
}

#[test]
fn a_patch_that_cannot_be_taken_back_says_so_to_both() {
    let reason = NotReversible::DeletedTextMissing;
    for text in [for_model().not_reversible(reason), for_person(b"").not_reversible(reason)] {
        assert!(text.contains(&reason.to_string()) && text.contains(NotReversible::HINT), "{text}");
    }
}

#[test]
fn a_receipt_is_told_file_by_file() {
    let patch = PATCH.replace("11", "10").replace("-1,3 +1,3", "-8,3 +8,3");
    let receipt = applies(&[("f", FILE)], &patch, &[("f", &FILE.replace("10", "12"))]);
    let expected = "M f (+1 -1)\n    hunk 1 at line 1, offset -7\n";
    assert_eq!(for_model().receipt(&receipt), expected);
    assert_eq!(for_person(patch.as_bytes()).receipt(&receipt), expected);
    assert_eq!(for_model().limit(10).receipt(&receipt).chars().count(), 10);
    let explained = for_person(patch.as_bytes()).explained(true).receipt(&receipt);
    assert!(explained.contains("the header names line 8, offset -7; rung: exact"), "{explained}");
}

#[test]
fn a_patch_is_listed_with_what_was_forgiven() {
    let source = format!("Here it is:\n{PATCH}");
    let text = for_person(source.as_bytes()).name("p").patch(&parse(source.as_bytes()).unwrap());
    assert!(
        text.starts_with("unified patch: 1 file, 1 hunk\nM f (+1 -1)\n    line 4: @@ -1,3 +1,3 @@ (+1 -1)\nnote: p:1: "),
        "{text}"
    );
}
