//! Symbolic links: what a section about one means, and what may become of it.

use patch_apply::Contract::{Agent, Git};
use patch_apply::Reach;

use crate::support::{applies_under, files, options, refuses_under, run_with};

/// The section that git writes for a link whose target changes.
fn turn(name: &str, old: &str, new: &str) -> String {
    format!(
        "diff --git a/{name} b/{name}\nindex 489ce0f..3e5126c 120000\n--- a/{name}\n+++ b/{name}\n\
         @@ -1 +1 @@\n-{old}\n\\ No newline at end of file\n+{new}\n\\ No newline at end of file\n"
    )
}

fn unlink(name: &str, target: &str) -> String {
    format!(
        "diff --git a/{name} b/{name}\ndeleted file mode 120000\nindex 489ce0f..0000000\n\
         --- a/{name}\n+++ /dev/null\n@@ -1 +0,0 @@\n-{target}\n\\ No newline at end of file\n"
    )
}

fn link(name: &str, target: &str) -> String {
    format!(
        "diff --git a/{name} b/{name}\nnew file mode 120000\nindex 0000000..489ce0f\n\
         --- /dev/null\n+++ b/{name}\n@@ -0,0 +1 @@\n+{target}\n\\ No newline at end of file\n"
    )
}

fn add(name: &str, line: &str) -> String {
    format!(
        "diff --git a/{name} b/{name}\nnew file mode 100644\nindex 0000000..489ce0f\n\
         --- /dev/null\n+++ b/{name}\n@@ -0,0 +1 @@\n+{line}\n"
    )
}

fn delete(name: &str, line: &str) -> String {
    format!(
        "diff --git a/{name} b/{name}\ndeleted file mode 100644\nindex 489ce0f..0000000\n\
         --- a/{name}\n+++ /dev/null\n@@ -1 +0,0 @@\n-{line}\n"
    )
}

#[test]
fn a_target_that_changes() {
    let before = [("old", "1\n"), ("l", "-> old")];
    applies_under(Git, &before, &turn("l", "old", "new"), &[("old", "1\n"), ("l", "-> new")]);
    refuses_under(Agent, &before, &turn("l", "old", "new"), &["unsupported_git_patch_feature"]);
    refuses_under(Git, &before, &turn("l", "other", "new"), &["context_not_found"]);
    refuses_under(Git, &before, &turn("l", "old", "../out"), &["path_escape"]);
    let dangling = [("l", "-> none")];
    applies_under(Git, &dangling, &turn("l", "none", "nowhere"), &[("l", "-> nowhere")]);
}

/// Whoever read the file behind it is told that it is a link: another look would show the same.
#[test]
fn a_deletion_with_the_text_of_what_a_link_leads_to() {
    let before = [("t", "1\n"), ("l", "-> t")];
    let delete = |line: &str| format!("--- a/l\n+++ /dev/null\n@@ -1 +0,0 @@\n-{line}\n");
    refuses_under(Agent, &before, &delete("1"), &["not_a_file"]);
    refuses_under(Git, &before, &delete("1"), &["context_not_found"]);
}

#[test]
fn under_git_a_path_that_is_a_link_means_the_link() {
    let before = [("target", "1\n"), ("l", "-> target")];
    let plain = "--- a/l\n+++ b/l\n@@ -1 +1 @@\n-target\n\\ No newline at end of file\n\
                 +other\n\\ No newline at end of file\n";
    applies_under(Git, &before, plain, &[("target", "1\n"), ("l", "-> other")]);
    let through = "--- a/l\n+++ b/l\n@@ -1 +1 @@\n-1\n+2\n";
    refuses_under(Git, &before, through, &["context_not_found"]);
    applies_under(Agent, &before, through, &[("target", "2\n"), ("l", "-> target")]);
    let rename = "diff --git a/l b/m\nsimilarity index 100%\nrename from l\nrename to m\n";
    applies_under(Git, &before, rename, &[("target", "1\n"), ("m", "-> target")]);
    let copy = "diff --git a/l b/m\nsimilarity index 100%\ncopy from l\ncopy to m\n";
    let both = [("target", "1\n"), ("l", "-> target"), ("m", "-> target")];
    applies_under(Git, &before, copy, &both);
}

/// `git apply`: "wrong type", and "new mode does not match old mode".
#[test]
fn modes_that_speak_of_another_kind_of_file() {
    let file = [("l", "old\n"), ("old", "1\n")];
    refuses_under(Git, &file, &turn("l", "old", "new"), &["not_a_file"]);
    refuses_under(Git, &file, &unlink("l", "old"), &["not_a_file"]);
    let link = [("l", "-> old"), ("old", "1\n")];
    refuses_under(Git, &link, &delete("l", "old"), &["not_a_file"]);
    let executable = "diff --git a/l b/l\nold mode 100644\nnew mode 100755\n";
    refuses_under(Git, &link, executable, &["not_a_file"]);
    // Git writes a deletion and an addition; in one section the header contradicts itself.
    for (old, new) in [("100644", "120000"), ("120000", "100644")] {
        let patch = format!("diff --git a/l b/l\nold mode {old}\nnew mode {new}\n");
        let error = patch_parse::parse(patch.as_bytes()).unwrap_err();
        assert_eq!(error.code.as_str(), "missing_file_header", "{patch}");
    }
}

#[test]
fn a_link_becomes_a_file_and_back() {
    let (link_tree, file_tree) = ([("l", "-> x"), ("x", "1\n")], [("l", "2\n"), ("x", "1\n")]);
    let there = unlink("l", "x") + &add("l", "2");
    applies_under(Git, &link_tree, &there, &file_tree);
    let back = delete("l", "2") + &link("l", "x");
    applies_under(Git, &file_tree, &back, &link_tree);
}

/// What is behind the link is neither read nor in the way, in whatever order the sections come.
#[test]
fn a_link_to_a_directory_becomes_a_directory_and_back() {
    let link_tree = [("d/x", "1\n"), ("l", "-> d")];
    let dir_tree = [("d/x", "1\n"), ("l/x", "2\n"), ("l/y/z", "3\n")];
    let (gone, come) = (unlink("l", "d"), add("l/x", "2") + &add("l/y/z", "3"));
    applies_under(Git, &link_tree, &format!("{gone}{come}"), &dir_tree);
    applies_under(Git, &link_tree, &format!("{come}{gone}"), &dir_tree);
    let (gone, come) = (delete("l/x", "2") + &delete("l/y/z", "3"), link("l", "d"));
    applies_under(Git, &dir_tree, &format!("{gone}{come}"), &link_tree);
    applies_under(Git, &dir_tree, &format!("{come}{gone}"), &link_tree);
    // In two commits.
    let mail = format!("From {}\n\n", "0".repeat(40));
    let (gone, come) = (unlink("l", "d"), add("l/x", "2") + &add("l/y/z", "3"));
    applies_under(Git, &link_tree, &format!("{gone}{mail}{come}"), &dir_tree);
    // A link that leads out is no obstacle either.
    let out = [("l", "-> ../out")];
    let gone = unlink("l", "../out") + &add("l/x", "2");
    applies_under(Git, &out, &gone, &[("l/x", "2\n")]);
    // A move takes the link away as well.
    let moved = "diff --git a/l b/m\nsimilarity index 100%\nrename from l\nrename to m\nindex 1..1 120000\n";
    let after = [("d/x", "1\n"), ("l/x", "2\n"), ("m", "-> d")];
    applies_under(Git, &link_tree, &format!("{moved}{}", add("l/x", "2")), &after);
    // Git has no line for the mode where nothing but the name changes.
    let moved = moved.replace("index 1..1 120000\n", "");
    applies_under(Git, &link_tree, &format!("{moved}{}", add("l/x", "2")), &after);
    let below = moved.replace("b/m", "b/l/m").replace("to m", "to l/m");
    applies_under(Git, &link_tree, &below, &[("d/x", "1\n"), ("l/m", "-> d")]);
}

#[test]
fn what_stays_behind_a_link_is_still_found_there() {
    let before = [("d/x", "1\n"), ("l", "-> d"), ("m", "-> d")];
    let edit = "--- a/m/x\n+++ b/m/x\n@@ -1 +1 @@\n-1\n+2\n";
    let after = [("d/x", "2\n"), ("m", "-> d")];
    applies_under(Git, &before, &format!("{}{edit}", unlink("l", "d")), &after);
    // Behind one that goes there is nothing.
    let gone = format!("{}{}", unlink("m", "d"), edit);
    refuses_under(Git, &before, &gone, &["file_not_found"]);
}

/// What is the matter with a link is said as it is.
#[test]
fn a_link_that_leads_to_a_link() {
    let before = [("l", "-> x"), ("d", "-> e"), ("e/x", "1\n")];
    let itself = "the link leads to itself";
    let through =
        "the link leads to \"d/x\" through d, which is a link too; name the place that is meant";
    let out = "the link leads to \"../x\", outside the root";
    for (patch, message) in [
        (turn("l", "x", "l"), itself),
        (turn("l", "x", "./l/y"), itself),
        (link("n", "n"), itself),
        (link("a/n", "../a/n"), itself),
        (link("n", "d/x"), through),
        (turn("l", "x", "../x"), out),
    ] {
        let refusal = run_with(&before, &patch, &options(Git)).unwrap_err();
        let failure = &refusal.failures[0];
        let told = failure.message();
        let found = (failure.code.as_str(), told.as_str());
        assert_eq!(found, ("path_escape", message), "of\n{patch}");
    }
}

/// A link that goes is on nobody's way.
#[test]
fn a_link_below_one_that_goes() {
    let before = [("d", "-> x"), ("x/z", "1\n")];
    let after = [("d/e/y", "-> x"), ("d/f", "-> e/y"), ("x/z", "1\n")];
    let (gone, come) = (unlink("d", "x"), link("d/e/y", "x") + &link("d/f", "e/y"));
    applies_under(Git, &before, &format!("{gone}{come}"), &after);
    applies_under(Git, &before, &format!("{come}{gone}"), &after);
}

#[test]
fn a_host_may_let_links_lead_anywhere() {
    let mut options = options(Git);
    options.links = Reach::Anywhere;
    for target in ["../out", "/etc/passwd", ".git/hooks", "l"] {
        let (found, _) = run_with(&[], &link("l", target), &options).unwrap();
        assert_eq!(found, files(&[("l", &format!("-> {target}"))]));
    }
    // Nothing is written through one all the same.
    let mail = format!("From {}\n\n", "0".repeat(40));
    let through = format!("{}{mail}{}", link("l", "../out"), add("l/x", "evil"));
    let refusal = run_with(&[], &through, &options).unwrap_err();
    assert_eq!(refusal.code().as_str(), "path_escape", "{refusal}");
}

#[test]
fn a_name_that_changes_its_kind_twice_in_several_diffs() {
    let section = |name: &str, mode: &str, text: Option<&str>, end: bool| {
        let (sign, range, names) = match text {
            Some(_) => ('+', "-0,0 +1", format!("--- /dev/null\n+++ b/{name}")),
            None => ('-', "-1 +0,0", format!("--- a/{name}\n+++ /dev/null")),
        };
        let word = if sign == '+' { "new" } else { "deleted" };
        let end = if end { "" } else { "\\ No newline at end of file\n" };
        let text = text.unwrap_or("t");
        format!(
            "diff --git a/{name} b/{name}\n{word} file mode {mode}\n{names}\n@@ {range} @@\n{sign}{text}\n{end}"
        )
    };
    let gone = |name, mode, end| section(name, mode, None, end);
    let made = |name, mode, text, end| section(name, mode, Some(text), end);
    let (file, link) = ("100644", "120000");
    let turns = [gone("d", file, true), made("d", link, "t", false)].concat();
    let back = [gone("d", link, false), made("d", file, "u", true)].concat();
    let before = [("d", "t\n"), ("t", "t\n")];
    applies_under(Git, &before, &(turns + &back), &[("d", "u\n"), ("t", "t\n")]);

    let filled = [gone("e/b", file, true), made("e", file, "t", true)].concat();
    let before = [("e/b", "t\n"), ("t", "t\n")];
    let linked = [gone("e", file, true), made("e", link, "t", false)].concat();
    applies_under(Git, &before, &(filled.clone() + &linked), &[("e", "-> t"), ("t", "t\n")]);
    let emptied = [gone("e", file, true), made("e/b", file, "u", true)].concat();
    applies_under(Git, &before, &(filled + &emptied), &[("e/b", "u\n"), ("t", "t\n")]);
}
