//! Empty lines without a mark around and between added lines, of which some are the file's.

use patch_apply::Contract;

use crate::support::{applies, opencode, refuses, refuses_for, run, unified};

const UTILS: &str = "import x\n} from './utils';\n\n// A note\nexport function f(a = true) {\n";
const SHOWN: &str =
    " } from './utils';\n\n+let A = true;\n\n+export function g() {\n+}\n\n // A note\n";
const BLOCK: &str = "let A = true;\n\nexport function g() {\n}\n\n";

fn with(file: &str, in_front_of: &str, block: &str) -> String {
    file.replacen(in_front_of, &format!("{block}{in_front_of}"), 1)
}

#[test]
fn of_empty_lines_around_and_in_what_is_added_some_are_the_files() {
    let after = with(UTILS, "// A note", BLOCK);
    for header in ["@@", "@@ @@", "@@ -9,5 +9,8 @@", "@@ -2,3 +2,8 @@", "@@ -2,1 +2,99 @@"] {
        let patch = unified(&format!("{header}\n{SHOWN}"));
        let receipt = applies(&[("f", UTILS)], &patch, &[("f", &after)]);
        let codes: Vec<_> = receipt.diagnostics.iter().map(|note| note.code).collect();
        assert!(codes.contains(&"blank_added"), "{header}: {codes:?}");
    }
    applies(&[("f", UTILS)], &opencode(&format!("@@\n{SHOWN}")), &[("f", &after)]);
    // The same with two of the file's, and with a line like the next one elsewhere.
    let wide = UTILS.replace("\n\n//", "\n\n\n//");
    let shown = SHOWN.replacen("\n\n+let", "\n\n\n+let", 1);
    let added = with(&wide, "// A note", BLOCK);
    applies(&[("f", &wide)], &unified(&format!("@@\n{shown}")), &[("f", &added)]);
    let twice = format!("{UTILS}}}\n\n// A note\n");
    applies(
        &[("f", &twice)],
        &unified(&format!("@@\n{SHOWN}")),
        &[("f", &with(&twice, "// A note", BLOCK))],
    );
}

#[test]
fn what_differs_in_more_than_empty_lines_without_a_mark_is_refused() {
    let patch = |shown: &str| unified(&format!("@@\n{shown}"));
    for (file, shown) in [
        // A line that is another one, and one more empty line than the hunk has.
        (UTILS.replace("note", "word"), SHOWN.to_owned()),
        (UTILS.replace("\n\n//", "\n\n\n\n\n//"), SHOWN.to_owned()),
        // A mark says what a line is.
        (UTILS.replace("\n\n", "\n"), SHOWN.replacen("\n\n+let", "\n \n+let", 1)),
        // Of what begins a hunk nobody knows, where the file has none there.
        ("x\n// A note\n".to_owned(), "\n+let A = true;\n // A note\n".to_owned()),
    ] {
        assert!(run(&[("f", &file)], &patch(&shown), Contract::Agent).is_err(), "{shown}");
    }
    let twice = UTILS.repeat(2);
    refuses_for(&[("f", &twice)], &patch(SHOWN), &["lines_differ"]);
    assert!(run(&[("f", UTILS)], &patch(SHOWN), Contract::Git).is_err(), "counts are believed");
}

const LOG: &str = "# Changes\n\n- x\n\n- Support y.\n\n# 0.1.0\n\n- First.\n";

#[test]
fn an_empty_line_behind_what_is_added_is_part_of_it_where_the_file_has_none_there() {
    let after = with(LOG, "# 0.1.0", "# 0.1.1\n\n- Update.\n\n");
    let shown = " - Support y.\n\n+# 0.1.1\n\n+- Update.\n\n";
    applies(&[("f", LOG)], &opencode(&format!("@@\n{shown}")), &[("f", &after)]);
    for header in ["@@", "@@ -5,2 +5,6 @@", "@@ -5,4 +5,6 @@", "@@ -5 +5,3 @@"] {
        let patch = unified(&format!("{header}\n{shown}"));
        applies(&[("f", LOG)], &patch, &[("f", &after)]);
    }
    // Between two hunks as well, and of two around it both.
    let other = "@@\n - First.\n+- Second.\n";
    let both = format!("{after}- Second.\n");
    applies(&[("f", LOG)], &opencode(&format!("@@\n{shown}{other}")), &[("f", &both)]);
    let python = "import os\n\n\ndef a():\n    pass\n";
    let shown = " import os\n\n\n+def b():\n+    pass\n\n\n";
    let after = with(python, "def a", "def b():\n    pass\n\n\n");
    applies(&[("f", python)], &opencode(&format!("@@\n{shown}")), &[("f", &after)]);
}

#[test]
fn an_empty_line_behind_what_is_added_is_none_where_nothing_asks_for_it() {
    for (before, shown, after) in [
        // The file has one there, or ends.
        ("a1\nb1\n\nc1\n", " a1\n b1\n+x1\n\n+y1\n\n", "a1\nb1\nx1\n\ny1\n\nc1\n"),
        ("a1\n\n", " a1\n\n+x1\n\n", "a1\n\nx1\n"),
        // What is added has none in front, or all others have their marks.
        ("a1\nc1\n", " a1\n+x1\n\n", "a1\nx1\nc1\n"),
        ("a1\n\nc1\n", " a1\n \n+x1\n\n", "a1\n\nx1\nc1\n"),
    ] {
        applies(&[("f", before)], &opencode(&format!("@@\n{shown}")), &[("f", after)]);
    }
}

#[test]
fn an_empty_line_between_a_removed_and_an_added_one_is_added_where_the_file_has_none() {
    let shown = "@@\n a1\n-b1\n\n+x1\n c1\n";
    applies(&[("f", "a1\nb1\nc1\n")], &opencode(shown), &[("f", "a1\n\nx1\nc1\n")]);
    applies(&[("f", "a1\nb1\n\nc1\n")], &opencode(shown), &[("f", "a1\n\nx1\nc1\n")]);
    let shown = "@@\n a1\n+x1\n\n-b1\n c1\n";
    applies(&[("f", "a1\nb1\nc1\n")], &opencode(shown), &[("f", "a1\nx1\n\nc1\n")]);
    // What is removed may be meant elsewhere.
    let shown = "@@\n-b1\n\n+x1\n c1\n";
    refuses(&[("f", "b1\nc1\nb1\n\nd1\n")], &opencode(shown), &["context_not_found"]);
}
