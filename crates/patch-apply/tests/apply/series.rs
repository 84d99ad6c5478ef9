//! Files that a patch makes and then reads: the name means what was made, and is no sign of what
//! the tree has.

use patch_apply::Contract::{Agent, Git};

use crate::support::{Files, contents, file_of, files, options, refuses_under, run, workspace};

/// The word before a section that begins a commit.
const COMMIT: &str = "commit ";

/// A text of the sections that these words stand for: `add NAME WORDS`, `delete NAME WORDS`, `edit
/// NAME OLD NEW`, `move NAME NAME`, each after `commit` if it begins one.
fn text(sections: &[&str]) -> String {
    sections.iter().map(|section| text_of(section)).collect()
}

fn text_of(section: &str) -> String {
    if let Some(section) = section.strip_prefix(COMMIT) {
        let header = format!("From {} Mon Sep 17 00:00:00 2001\nSubject: x\n\n", "0".repeat(40));
        return header + &text_of(section);
    }
    let words: Vec<_> = section.split(' ').collect();
    let (name, rest) = (words[1], &words[2..]);
    let lines = |sign: char| rest.iter().map(|word| format!("{sign}{word}\n")).collect::<String>();
    let count = rest.len();
    match words[0] {
        "add" => format!(
            "diff --git a/{name} b/{name}\nnew file mode 100644\n--- /dev/null\n+++ b/{name}\n\
             @@ -0,0 +1,{count} @@\n{}",
            lines('+')
        ),
        "delete" => format!(
            "diff --git a/{name} b/{name}\ndeleted file mode 100644\n--- a/{name}\n\
             +++ /dev/null\n@@ -1,{count} +0,0 @@\n{}",
            lines('-')
        ),
        "edit" => format!(
            "diff --git a/{name} b/{name}\n--- a/{name}\n+++ b/{name}\n@@ -1 +1 @@\n-{}\n+{}\n",
            rest[0], rest[1]
        ),
        "move" => format!(
            "diff --git a/{name} b/{0}\nsimilarity index 100%\nrename from {name}\n\
             rename to {0}\n",
            rest[0]
        ),
        other => panic!("no such section: {other}"),
    }
}

/// Files by words: the name, then the lines.
fn tree(list: &[&str]) -> Vec<(String, String)> {
    let file = |words: &&str| {
        let (name, lines) = words.split_once(' ').unwrap();
        (name.to_owned(), file_of(lines))
    };
    list.iter().map(file).collect()
}

fn by_ref(tree: &[(String, String)]) -> Vec<(&str, &str)> {
    tree.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect()
}

/// The sections make of the tree what `git apply` makes of it, and reversed they take it back.
#[track_caller]
fn leads_to(before: &[&str], sections: &[&str], after: &[&str]) {
    let (before, after) = (tree(before), tree(after));
    let text = text(sections);
    let contracts: &[_] = if text.contains("From ") { &[Agent, Git] } else { &[Git] };
    for contract in contracts {
        let found = run(&by_ref(&before), &text, *contract).map(|(found, _)| found);
        assert_eq!(found.unwrap(), files(&by_ref(&after)), "{contract:?}: {text}");
        assert_eq!(back(&by_ref(&after), &text, *contract), files(&by_ref(&before)), "{text}");
    }
}

fn back(after: &[(&str, &str)], text: &str, contract: patch_apply::Contract) -> Files {
    let patch = patch_parse::parse(text.as_bytes()).unwrap().reversed().unwrap();
    let mut workspace = workspace(after);
    patch_apply::apply(&patch, &mut workspace, &options(contract)).unwrap();
    contents(&workspace)
}

#[test]
fn a_later_section_means_the_file_that_an_earlier_one_made() {
    // Added as a copy of the file at the root, and taken away again.
    leads_to(&["f 1 2"], &["commit add pkg/f 1 2", "commit delete pkg/f 1 2"], &["f 1 2"]);
    for name in ["pkg/f", "a/f", "b/f", "pkg/a/f", "a/pkg/f", "f/f.d/f"] {
        let [add, edit] = [format!("commit add {name} 1 2"), format!("commit edit {name} 1 one")];
        let root = if name.starts_with("f/") { "g 1 2" } else { "f 1 2" };
        let made = format!("{name} one 2");
        leads_to(&[root], &[&add, &edit], &[root, &made]);
        // Without commits between them.
        leads_to(&[root], &[&add["commit ".len()..], &edit["commit ".len()..]], &[root, &made]);
        // With other contents than at the root.
        let (add, made) = (format!("commit add {name} 1 3"), format!("{name} one 3"));
        leads_to(&[root], &[&add, &edit], &[root, &made]);
    }
    // Moved into a new directory where another file is of that name.
    leads_to(
        &["main.py 1 2"],
        &["commit add src/main.py 5 6", "delete main.py 1 2", "commit edit src/main.py 5 five"],
        &["src/main.py five 6"],
    );
    leads_to(
        &["old/x 1 2", "x 7 8"],
        &["commit move old/x new/x", "commit edit new/x 1 one"],
        &["new/x one 2", "x 7 8"],
    );
    leads_to(
        &["old/x 1 2", "x 1 2"],
        &["commit move old/x new/x", "commit move new/x newer/x", "commit delete newer/x 1 2"],
        &["x 1 2"],
    );
    // The directory that it made is gone again.
    leads_to(
        &["f 1 2"],
        &[
            "commit add d/f 1 2",
            "commit delete d/f 1 2",
            "commit add d/f 1 3",
            "commit edit d/f 3 4",
        ],
        &["f 1 2", "d/f 1 4"],
    );
}

#[test]
fn a_name_in_blanks_or_quotes_that_is_made_so_is_not_the_file_without_them() {
    let edit = "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1,2 @@\n+new\n line\n";
    for name in [" x", "x ", "'x'", "`x`"] {
        let add = format!(
            "diff --git a/{name} b/{name}\nnew file mode 100644\n--- /dev/null\n+++ b/{name}\t\n\
             @@ -0,0 +1 @@\n+line\n"
        );
        let (text, before) = (add + edit, [("x", "line\n")]);
        let after = [(name, "line\n"), ("x", "new\nline\n")];
        for contract in [Agent, Git] {
            let found = run(&before, &text, contract).map(|(found, _)| found);
            assert_eq!(found.unwrap(), files(&after), "{contract:?}: {text}");
            assert_eq!(back(&after, &text, contract), files(&before), "{contract:?}: {text}");
        }
    }
}

#[test]
fn what_is_taken_away_or_made_is_no_sign_of_a_dropped_directory() {
    // The tree before the patch shows how names are meant.
    leads_to(
        &["a/x 1 2", "x 1 2"],
        &["commit delete a/x 1 2", "commit add a/y 3"],
        &["x 1 2", "a/y 3"],
    );
    leads_to(
        &["d/x 1 2", "x 1 2"],
        &["commit move d/x e/x", "commit add d/y 3", "commit edit e/x 1 one"],
        &["d/y 3", "e/x one 2", "x 1 2"],
    );
}

#[test]
fn where_the_tree_shows_a_dropped_directory_it_is_dropped_from_what_is_made_too() {
    for contract in [Agent, Git] {
        let text = text(&[
            "commit add proj/new 3 4",
            "edit proj/x 1 one",
            "commit edit proj/new 3 three",
            "commit move proj/new proj/newer",
            "commit edit proj/newer 4 four",
        ]);
        let (found, _) = run(&[("x", "1\n2\n")], &text, contract).unwrap();
        assert_eq!(found, files(&[("x", "one\n2\n"), ("newer", "three\nfour\n")]), "{contract:?}");
    }
}

#[test]
fn a_file_that_the_patch_made_and_took_away_is_missing() {
    let text = text(&["commit add d/f 1 2", "commit delete d/f 1 2", "commit edit d/f 1 one"]);
    for contract in [Agent, Git] {
        refuses_under(contract, &[("f", "1\n2\n")], &text, &["file_not_found"]);
    }
}

#[test]
fn an_envelope_reads_what_it_made() {
    for name in ["a/f", "b/f", "lib/f"] {
        let text = format!(
            "*** Begin Patch\n*** Add File: {name}\n+1\n+2\n*** Update File: {name}\n@@\n 1\n-2\n\
             +two\n*** End Patch\n"
        );
        let (found, _) = run(&[("f", "1\n2\n")], &text, Agent).unwrap();
        assert_eq!(found, files(&[("f", "1\n2\n"), (name, "1\ntwo\n")]));
    }
}
