//! What is around a patch: prose, fences, and heredocs with their commands.

use patch_parse::{Code, parse};

use crate::check;
use crate::one_change::{CHANGE, TREE, check_hunks, check_wrapped};

#[test]
fn prose_comes_before_after_and_between() {
    check_wrapped(format!("Here is the fix:\n\n{CHANGE}"), "! text_ignored 1");
    check_wrapped(format!("{CHANGE}\nThat is all.\n"), "! text_ignored 7");
    check_wrapped(format!("{CHANGE}That is all.\n"), "! text_ignored 6");
    check(
        format!("{CHANGE}\nAnd:\n\n--- a/y\n+++ b/y\n@@ -1 +1 @@\n-c\n+d\n"),
        &format!("{TREE}\nM y\n@@ -1,1 +1,1 @@\n-c\n+d\n! text_ignored 7"),
    );
}

#[test]
fn lists_behind_a_diff_are_prose() {
    check_wrapped(
        format!("{CHANGE}\nWhat changed:\n\n- one\n- two\n"),
        "! text_ignored 7\n! text_ignored 9",
    );
    check_wrapped(format!("{CHANGE}\n- Fixed one\n- Fixed two\n"), "! text_ignored 7");
    check_wrapped(format!("{CHANGE}\n* Fixed one\n"), "! text_ignored 7");
    check_wrapped(format!("{CHANGE}\n---\n\nDone\n"), "! text_ignored 7\n! text_ignored 9");
    check_hunks(
        "@@ @@\n a\n-b\n+c\n\nWhat changed:\n- one\n- two\n",
        "@@\n| a\n|-b\n|+c\n! hunk_range 3\n! text_ignored 8",
    );
    check_hunks(
        "@@ -1,9 +1,9 @@\n a\n-b\n+c\n\nWhat changed:\n\n- one\n\n1. two\n",
        "@@ -1,2 +1,2 @@\n| a\n|-b\n|+c\n! hunk_count 3\n! text_ignored 8\n! text_ignored 10\n! text_ignored 12",
    );
}

#[test]
fn fences_are_removed() {
    check_wrapped(format!("```diff\n{CHANGE}```\n"), "! code_fence 1");
    check_wrapped(
        format!("Fix:\n```\n{CHANGE}```\nDone.\n"),
        "! text_ignored 1\n! code_fence 2\n! text_ignored 9",
    );
    check_wrapped(format!("~~~~patch\n{CHANGE}~~~~\n"), "! code_fence 1");
    check_wrapped(format!("```diff\n{CHANGE}```"), "! code_fence 1\n! missing_final_newline 7");
    check_wrapped(format!("```diff\n{CHANGE}"), "! code_fence 1");
    check_wrapped(
        format!("````md\n```diff\n{CHANGE}```\n````\n"),
        "! code_fence 1\n! code_fence 2\n! code_fence 9",
    );
}

#[test]
fn a_fence_in_the_changed_file_is_text() {
    check(
        "```diff\n--- a/x.md\n+++ b/x.md\n@@ -1,5 +1,5 @@\n # x\n ```sh\n-a\n+b\n ```\n c\n```\n",
        "M x.md
        @@ -1,5 +1,5 @@
        | # x
        | ```sh
        |-a
        |+b
        | ```
        | c
        ! code_fence 1",
    );
    check(
        "```diff\n--- a/x.md\n+++ b/x.md\n@@ -1,5 +1,5 @@\n # x\n```sh\n-a\n+b\n```\n c\n```\n",
        "M x.md
        @@ -1,5 +1,5 @@
        | # x
        | ```sh
        |-a
        |+b
        | ```
        | c
        ! code_fence 1
        ! unmarked_context 4",
    );
    check(
        "```diff\n--- a/x.md\n+++ b/x.md\n@@ @@\n+```sh\n+a\n+```\n```\n",
        "M x.md
        @@
        |+```sh
        |+a
        |+```
        ! code_fence 1
        ! hunk_range 4",
    );
}

#[test]
fn context_without_marks_does_not_end_at_a_fence_or_a_title_where_changes_follow() {
    // Between two hunks there is no prose.
    for last in ["```toml", "## Usage", "Usage", "See the manual."] {
        check(
            format!(
                "--- a/R\n+++ b/R\n@@\n-App\n+Apps\nfor all\n\n{last}\n@@\na = 1\n```\n\n-## Old\n\nText that follows.\n"
            ),
            &format!(
                "M R\n@@\n|-App\n|+Apps\n| for all\n|\u{20}\n| {last}\n@@\n| a = 1\n| ```\n|\u{20}\n|-## Old\n! hunk_range 3\n! blank_context 3\n! unmarked_context 3\n! hunk_range 9\n! blank_context 9\n! unmarked_context 9\n! text_ignored 15"
            ),
        );
    }
    // The lines after the last change are context if none is a sentence.
    let hunk = "--- a/R\n+++ b/R\n@@\na = 1\n\n+Run it.\n\n";
    check(
        format!("{hunk}## Old\n"),
        "M R\n@@\n| a = 1\n|\u{20}\n|+Run it.\n|\u{20}\n| ## Old\n! hunk_range 3\n! blank_context 3\n! unmarked_context 3",
    );
    check(
        format!("{hunk}## Old\n\nThat is all.\n"),
        "M R\n@@\n| a = 1\n|\u{20}\n|+Run it.\n! hunk_range 3\n! blank_context 3\n! unmarked_context 3\n! text_ignored 8\n! text_ignored 10",
    );
    // In a fence all lines belong to the hunk, except empty ones at its end.
    check(
        format!("```diff\n{hunk}That is all.\n\n```\n"),
        "M R\n@@\n| a = 1\n|\u{20}\n|+Run it.\n|\u{20}\n| That is all.\n! code_fence 1\n! hunk_range 4\n! blank_context 4\n! unmarked_context 4",
    );
    // Lines with marks show that plain text is prose; a hunk after it is not dropped.
    check(
        "--- a/R\n+++ b/R\n@@\n a\n-b\n+c\n\nAnd then:\n@@\nd\n\n-e\n",
        "missing_file_header at 9: expected `--- old_path` followed by `+++ new_path`, \"@@\"",
    );
}

#[test]
fn a_fence_in_a_fence_is_not_the_end_of_the_patch() {
    let chunk = "@@\nRun:\n\n```sh\n-make\n+make all\n```\n\nEnd.\n";
    let lines = "@@\n| Run:\n|\u{20}\n| ```sh\n|-make\n|+make all\n| ```\n|\u{20}\n| End.";
    let notes = "! blank_context 4\n! unmarked_context 4";
    check(
        format!("```\n*** Begin Patch\n*** Update File: R\n{chunk}*** End Patch\n```\n"),
        &format!("M R\n{lines}\n! code_fence 1\n{notes}"),
    );
    // Without its end marker the envelope is cut.
    for rest in ["", "Once more:\n```\n*** Begin Patch\n*** End Patch\n```\n"] {
        check(
            format!("```\n*** Begin Patch\n*** Update File: R\n@@\n-a\n+b\n```\n\n{rest}"),
            "missing_end_patch at 7: the patch ends with `*** End Patch`",
        );
    }
    // A change after the fence, and a fence after that.
    check(
        "```diff\n--- a/R\n+++ b/R\n@@\n-a\n+b\n```\n\n-## Old\n+## New\n```\n",
        "M R\n@@\n|-a\n|+b\n| ```\n|\u{20}\n|-## Old\n|+## New\n! code_fence 1\n! hunk_range 4\n! blank_context 4\n! unmarked_context 4",
    );
    check(
        "```diff\n--- a/R\n+++ b/R\n@@\n-a\n+b\n```\n\n- an item\n\n```\nmore\n```\n",
        "M R\n@@\n|-a\n|+b\n! code_fence 1\n! hunk_range 4\n! text_ignored 9\n! code_fence 11\n! text_ignored 12",
    );
}

#[test]
fn a_fence_that_was_open_before_the_text_is_closed_behind_it() {
    let change = "| a\n|-b\n|+c";
    for header in ["@@", "@@ f", "@@ -7,9 +7,2 @@", "@@ -7,2 +7,2 @@", "@@ -7 +7 @@"] {
        let plain = format!("{header}\n a\n-b\n+c\n");
        for (fence, note) in [
            ("```\n", "\n! code_fence 7"),
            ("```", "\n! code_fence 7\n! missing_final_newline 7"),
            ("`````\n\n", "\n! code_fence 7"),
        ] {
            let (tree, counts) = match header {
                "@@" => ("@@", "\n! hunk_range 3"),
                "@@ f" => ("@ f\n@@", "\n! hunk_range 3"),
                "@@ -7,2 +7,2 @@" => ("@@ -7,2 +7,2 @@", ""),
                _ => ("@@ -7,2 +7,2 @@", "\n! hunk_count 3"),
            };
            check_hunks(&format!("{plain}{fence}"), &format!("{tree}\n{change}{counts}{note}"));
        }
    }
    // Text that the file may have.
    for (behind, lines, notes) in [
        ("~~~\n", "| ~~~", "! hunk_range 3\n! unmarked_context 3"),
        ("``` x\n", "| ``` x", "! hunk_range 3\n! unmarked_context 3"),
        (" ```\n", "| ```", "! hunk_range 3"),
        ("+```sh\n```\n", "|+```sh\n| ```", "! hunk_range 3\n! unmarked_context 3"),
        ("```\n d\n", "| ```\n| d", "! hunk_range 3\n! unmarked_context 3"),
    ] {
        check_hunks(
            &format!("@@\n a\n-b\n+c\n{behind}"),
            &format!("@@\n{change}\n{lines}\n{notes}"),
        );
    }
    check_hunks(
        "@@ -7,3 +7,3 @@\n a\n-b\n+c\n```\n",
        "@@ -7,3 +7,3 @@\n| a\n|-b\n|+c\n| ```\n! unmarked_context 3",
    );
}

#[test]
fn heredocs_are_removed() {
    check_wrapped(format!("patch -p1 <<'EOF'\n{CHANGE}EOF\n"), "! heredoc 1");
    check_wrapped(
        format!("```sh\ngit apply - <<-\"END_OF_DIFF\"\n{CHANGE}END_OF_DIFF\n```\n"),
        "! code_fence 1\n! heredoc 2",
    );
}

#[test]
fn a_command_that_asks_for_more_than_the_patch_says_is_refused() {
    let envelope = "*** Begin Patch\n*** Delete File: x\n*** End Patch\n";
    for (line, asked, [above, command, below]) in [
        (1, "runs in another directory", ["", "cd src && apply_patch", ""]),
        (2, "runs in another directory", ["cd src\n", "apply_patch", ""]),
        (3, "runs in another directory", ["```sh\ncd src &&\n", "patch -p1", "```\n"]),
        (1, "takes it back", ["", "git apply -R", ""]),
        (8, "takes it back", ["", "cat > x.patch", "git apply -R x.patch\n"]),
        (1, "only checks it", ["", "git apply --check", ""]),
        (1, "drops several components", ["", "patch -p2", ""]),
    ] {
        for (patch, behind) in [(CHANGE, 0), (envelope, 2)] {
            let text = format!("{above}{command} <<'EOF'\n{patch}EOF\n{below}");
            let error = parse(text.as_bytes()).unwrap_err();
            assert_eq!(error.code, Code::WrongPatchFormat, "{text}");
            assert!(error.to_string().contains(asked), "{error} for\n{text}");
            let line = if below.starts_with("git") { line - behind } else { line };
            assert_eq!(error.span.line, line, "{text}");
        }
    }
    // Another command than the one that the patch is given to.
    for (above, notes) in [
        (
            "cd src && cat <<EOF\nx\nEOF\n\napply_patch <<'EOF'\n",
            "! heredoc 1\n! text_ignored 2\n! heredoc 5",
        ),
        (
            "```\ncd src\n```\napply_patch <<'EOF'\n",
            "! code_fence 1\n! text_ignored 2\n! heredoc 4",
        ),
    ] {
        check_wrapped(format!("{above}{CHANGE}EOF\n"), notes);
    }
    // What people write about commands.
    for below in ["Verify it with `git apply --check`.\n", "\ngit apply -R x.patch undoes it.\n"] {
        let text = format!("apply_patch <<'EOF'\n{CHANGE}EOF\n{below}");
        let line = 8 + usize::from(below.starts_with('\n'));
        check_wrapped(text, &format!("! heredoc 1\n! text_ignored {line}"));
    }
}
