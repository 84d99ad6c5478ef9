//! Sections of which a part is done already, files that are not there any more or have another name
//! by now.

use patch_apply::Contract;

use crate::support::{applies, applies_under, opencode, refuses, refuses_under, unified};

const OLD: (&str, &str) = ("src/u", "def a():\n    return 1\n");
const EDIT: &str = "*** Update File: src/u\n@@\n def a():\n-    return 1\n+    return 10\n";
const UNIFIED: &str =
    "--- a/src/u\n+++ b/src/u\n@@ -1,2 +1,2 @@\n def a():\n-    return 1\n+    return 10\n";

fn envelope(sections: &str) -> String {
    format!("*** Begin Patch\n{sections}*** End Patch\n")
}

#[test]
fn a_deletion_of_a_file_that_is_not_there_is_not_called_done() {
    let gone = "--- a/old\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n";
    for patch in [
        envelope(&format!("*** Delete File: old\n{EDIT}")),
        envelope(&format!("{EDIT}*** Delete File: old\n")),
        format!("{gone}{UNIFIED}"),
    ] {
        // Nobody knows whether the name is right.
        refuses(&[OLD], &patch, &["file_not_found"]);
    }
}

/// Nothing shows that the file at the new name was at the old one.
#[test]
fn a_move_of_a_file_that_is_not_there_is_done_if_the_rest_of_the_patch_is() {
    let rename = "diff --git a/x b/y\nsimilarity index 100%\nrename from x\nrename to y\n";
    let envelope_move = "*** Update File: x\n*** Move to: y\n";
    let hunk = |lines| format!("{rename}--- a/x\n+++ b/y\n@@ -1 +1 @@\n{lines}");
    let after = (OLD.0, "def a():\n    return 10\n");
    for (moved, edit) in [
        (rename.to_owned(), UNIFIED.to_owned()),
        (hunk("-l\n+other\n"), UNIFIED.to_owned()),
        (envelope_move.to_owned(), EDIT.to_owned()),
    ] {
        let wrap = |text: String| if edit == EDIT { envelope(&text) } else { text };
        let whole = wrap(moved.clone() + &edit);
        let files = [OLD, ("y", "other\n")];
        for contract in [Contract::Agent, Contract::Git] {
            refuses_under(contract, &files, &whole, &["file_not_found"]);
            refuses_under(contract, &files, &wrap(moved.clone()), &["file_not_found"]);
        }
        if moved.contains("@@") {
            continue;
        }
        let refusal = refuses(&[after, files[1]], &whole, &["already_applied"; 2]);
        assert!(refusal.already_applied, "{refusal}");
        let said = refuses(&files, &whole, &["file_not_found"]).to_string();
        assert!(said.contains("\"y\" does: it may have been moved already"), "{said}");
    }
}

#[test]
fn what_the_patch_itself_did_to_a_file_is_told_so() {
    let add = |text: &str| format!("*** Add File: y\n+{text}\n");
    for (sections, code, said) in [
        (
            add("n") + &add("n"),
            "already_applied",
            "an earlier section of the patch gives the file exactly these contents",
        ),
        (add("n") + &add("m"), "file_exists", "an earlier section of the patch makes the file"),
        (
            format!("*** Delete File: src/u\n{EDIT}"),
            "file_not_found",
            "an earlier section of the patch takes the file away",
        ),
    ] {
        let refusal = refuses(&[OLD], &envelope(&sections), &[code]);
        assert!(refusal.to_string().contains(said), "{refusal}");
        assert!(!refusal.already_applied, "{refusal}");
    }
}

#[test]
fn a_name_that_the_patch_has_moved_is_not_suggested_for_itself() {
    let moved = "*** Update File: src/u\n*** Move to: src/v\n@@\n def a():\n-    return 1\n+    return 10\n";
    let patch = envelope(&format!("{moved}{EDIT}"));
    let refusal = refuses(&[OLD], &patch, &["file_not_found"]);
    assert!(!refusal.to_string().contains("did you mean"), "{refusal}");
}

const BEFORE: &str = "def a():\n    return 10\n";

/// A section whose only hunk [`BEFORE`] has already, under a git header with these lines.
fn git_section(extended: &str, new: &str) -> String {
    let hunk = "@@ -1,2 +1,2 @@\n def a():\n-    return 1\n+    return 10\n";
    format!("diff --git a/src/u b/{new}\n{extended}--- a/src/u\n+++ b/{new}\n{hunk}")
}

#[test]
fn a_new_path_or_mode_takes_effect_though_the_hunks_are_done() {
    let before = &[("src/u", BEFORE), ("o", "one\n")][..];
    let moved = format!(
        "*** Begin Patch\n{}*** End Patch\n",
        EDIT.replacen('\n', "\n*** Move to: src/v\n", 1)
    );
    let rename = git_section("rename from src/u\nrename to src/v\n", "src/v");
    let copy = git_section("copy from src/u\ncopy to src/v\n", "src/v");
    let mode = git_section("old mode 100644\nnew mode 100755\n", "src/u");
    let executable = format!("#x {BEFORE}");
    let (gone, kept) = (&[("src/v", BEFORE)][..], &[("src/u", BEFORE), ("src/v", BEFORE)][..]);
    for (contract, patch, after) in [
        (Contract::Agent, &moved, gone),
        (Contract::Agent, &rename, gone),
        (Contract::Git, &rename, gone),
        (Contract::Git, &copy, kept),
        (Contract::Git, &mode, &[("src/u", &*executable)]),
    ] {
        let mut after = after.to_vec();
        after.push(("o", "one\n"));
        let receipt = applies_under(contract, before, patch, &after);
        let [file] = &receipt.files[..] else { panic!("{receipt:?}") };
        assert_eq!(file.skipped.iter().map(|hunk| hunk.line).collect::<Vec<_>>(), [1]);
        assert_eq!((file.lines_added, file.lines_removed), (0, 0));
        // Beside other work too, and never where another file is in the way.
        let other = "--- a/o\n+++ b/o\n@@ -1 +1 @@\n-one\n+two\n";
        let other = match patch.strip_suffix("*** End Patch\n") {
            Some(sections) => {
                format!("{sections}*** Update File: o\n@@\n-one\n+two\n*** End Patch\n")
            }
            None => format!("{patch}{other}"),
        };
        after.pop();
        after.push(("o", "two\n"));
        applies_under(contract, before, &other, &after);
        if after.iter().any(|(path, _)| *path == "src/v") {
            let taken = [before, &[("src/v", "else\n")]].concat();
            refuses_under(contract, &taken, patch, &["file_exists"]);
        }
    }
    // Where modes are not executed, none is left to do, and what is moved already is done.
    refuses(before, &mode, &["already_applied"]);
    refuses_under(Contract::Git, &[("src/u", &executable)], &mode, &["already_applied"]);
    refuses(&[("src/v", BEFORE)], &moved, &["already_applied"]);
}

#[test]
fn a_hunk_without_a_place_is_told_of_the_file_that_the_section_reads() {
    let rename = git_section("rename from src/u\nrename to src/v\n", "src/v");
    let refusal = refuses(&[("src/u", "other\n")], &rename, &["context_not_found"]);
    assert_eq!(refusal.failures[0].path, "src/u");
}

/// Nothing is behind the last line that matches, and no empty line either.
#[test]
fn an_empty_line_that_a_hunk_ends_with_is_added_where_the_old_lines_match_loosely() {
    let crlf = |text: &str| text.replace('\n', "\r\n");
    let [file, middle, end] =
        ["a\nb\nc\nd\ne\n", "a\nb\nc\nd\n\ne\n", "a\nb\nc\nd\ne\n\n"].map(crlf);
    for (body, after) in [(" b\n c\n d\n+\n", &middle), (" c\n d\n e\n+\n", &end)] {
        for patch in [
            unified(&format!("@@ -{},3 +1,4 @@\n{body}", if after == &end { 3 } else { 2 })),
            opencode(&format!("@@\n{body}")),
        ] {
            applies(&[("f", &file)], &patch, &[("f", after)]);
        }
    }
}

#[test]
fn old_lines_less_one_that_repeats_do_not_say_that_a_hunk_is_done() {
    let file = "start()\ncall(3)\ncall(3)\nfn f() {\n    let other = 0;\n}\n";
    // Without one of the two calls, what the hunk makes is what it found.
    let patch = "--- a/x\n+++ b/x\n@@ -1,6 +1,4 @@\n start()\n call(3)\n call(3)\n-fn f() {\n-    let value = 0;\n-}\n+call(3)\n";
    refuses(&[("x", file)], patch, &["context_not_found"]);
}

#[test]
fn what_ends_with_an_added_line_and_is_counted_longer_may_be_still_to_do() {
    let file = "a\nb\nc\nd\none\ntwo\ncall(0)\nthree\n";
    let patch = |header: &str| {
        unified(&format!("@@ -1,2 +1,2 @@\n-a\n+A\n b\n{header}\n one\n two\n+call(0)\n"))
    };
    // The lines that it does not show may begin with one like that.
    refuses(&[("f", file)], &patch("@@ -5,4 +5,5 @@"), &["already_applied"]);
    for header in ["@@ -5,2 +5,3 @@", "@@ @@"] {
        applies(&[("f", file)], &patch(header), &[("f", &file.replace("a\nb", "A\nb"))]);
    }
}
