//! What a refusal says leads to the patch that was meant: nothing in it is wrong, and the file need
//! not be read again where a few lines of it are enough.

use patch_apply::{Cause, Failure};

use crate::explaining::{check, first};
use crate::support::{hint, opencode, unified};

/// A refused patch: what is said of its first failure, what is to be done, and the first and last
/// line of the file that are shown.
#[track_caller]
fn says(file: &str, patch: &str, cause: Cause, [message, next]: [&str; 2], shown: &[usize]) {
    let refusal = check(file, patch, cause);
    let said = refusal.failures[0].explanation(Failure::EXPLANATION_LENGTH);
    assert!(said.contains(message), "{message}\n{said}");
    assert!(hint(&refusal).contains(next), "{next}\n{said}");
    let excerpt = &first(&refusal).excerpt;
    let ends: Vec<_> = excerpt.first().into_iter().chain(excerpt.last()).collect();
    assert_eq!(ends.iter().map(|line| line.line).collect::<Vec<_>>(), shown, "{said}");
    for line in ends {
        assert!(said.contains(&format!("{:>6} | {}", line.line, line.text)), "{said}");
    }
}

const ORDER: &str = "If that place is meant, put this chunk in the order of the lines";

#[test]
fn what_is_in_the_way_of_the_order_is_named() {
    let file = "alpha\nbeta\nalpha\ngamma\ndelta\n";
    says(
        file,
        &opencode("@@\n-gamma\n+g\n@@\n-alpha\n+a\n"),
        Cause::OutOfOrder,
        ["note: hunk 1 is at line 4, and this one is looked for after it", ORDER],
        &[1, 5],
    );
    // A chunk without context is at the end of the file, wherever it was meant.
    let end = "Give that hunk lines of the file as context";
    says(
        file,
        &opencode("@@\n+omega\n@@\n-alpha\n+a\n"),
        Cause::OutOfOrder,
        ["note: hunk 1 has no context and went to the end of the file", end],
        &[1, 5],
    );
}

#[test]
fn the_end_of_the_file_is_shown_where_it_may_be_meant() {
    says(
        "a1\nb1\nc1\nd1\ne1\nf1\n",
        &opencode("@@\n-b1\n+b2\n*** End of File\n"),
        Cause::NotAtEnd,
        [
            "which is not the end of the file",
            "If the end of the file is meant, copy its last lines",
        ],
        &[3, 6],
    );
}

#[test]
fn kept_lines_that_are_shown_elsewhere_are_told_not_to_move() {
    let next = "Remove the lines that are to move into the block or out of it";
    let said = "indented as if it moved with that: only marked lines do";
    let wrapped = "@@\n def f():\n+    with x:\n         b()\n     c()\n";
    let file = "def f():\n    b()\n    c()\n";
    says(file, &unified(wrapped), Cause::UnmarkedMove, [said, next], &[]);
    // Of a hunk that adds nothing, too.
    let unwrapped = "@@\n def f():\n-    with x:\n     b()\n     c()\n";
    let file = "def f():\n    with x:\n        b()\n    c()\n";
    says(file, &unified(unwrapped), Cause::UnmarkedMove, [said, next], &[]);
}

#[test]
fn lines_without_a_word_are_told_to_say_nothing() {
    says(
        "one();\ntwo();\n",
        &opencode("@@\n \n+three();\n+\n four();\n").replace(" four();\n", " \n"),
        Cause::NothingSimilar,
        ["empty or have no word in them", "Copy lines with words in them"],
        &[],
    );
}

#[test]
fn an_empty_line_may_have_lost_its_mark() {
    says(
        "def load(path):\n    data = read(path)\n    check(data)\n    return data\n",
        &opencode(
            "@@\n     data = read(path)\n \n     check(data)\n-    return data\n+    return 1\n",
        )
        .replace("\n \n", "\n\n"),
        Cause::OneLineDiffers,
        ["`` is not there", "write `+` before it if it is to be added"],
        &[],
    );
}

#[test]
fn a_hunk_without_context_gets_the_lines_at_its_number() {
    let file: String = (1..=18).map(|line| format!("line {line}\n")).collect();
    let text = ["no context or removed lines", "Include lines of the file"];
    says(&file, &unified("@@ -9,0 +40,1 @@\n+new\n"), Cause::NoContext, text, &[8, 14]);
    // Where there is no such line, there is nothing to show.
    says(&file, &unified("@@ -99,0 +140,1 @@\n+new\n"), Cause::NoContext, text, &[]);
}

#[test]
fn what_may_be_done_already_is_shown() {
    let file = "a1\nb1\nc1\nd1\nb2\ne1\n";
    let refusal = check(file, &opencode("@@\n-a1\n+a2\n@@\n-b0\n+b2\n"), Cause::MaybeApplied);
    let shown = &first(&refusal).excerpt;
    assert!(shown.iter().any(|line| line.line == 5 && line.text == "b2"), "{refusal}");
}
