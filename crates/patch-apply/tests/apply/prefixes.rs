//! Where the path begins in a name: behind `./`, in an envelope, and if the caller says so.

use patch_apply::Contract::{self, Agent, Git};

use crate::names::{NEW, OLD, Outcome, comes_to, is_unclear, means, section};
use crate::support::{applies, applies_under, contents, files, options, refuses_under, workspace};

/// A section that deletes the file, and one that makes it.
fn lone(name: &str) -> (String, String) {
    (
        format!("--- {name}\n+++ /dev/null\n@@ -1,3 +0,0 @@\n-a\n-b\n-d\n"),
        format!("--- /dev/null\n+++ {name}\n@@ -0,0 +1 @@\n+n\n"),
    )
}

#[test]
fn what_follows_a_leading_dot_is_the_path() {
    for name in ["./b/N", "././b/N", ".//b/N", "\"./b/N\"", "./b/N\t"] {
        let (delete, _) = lone(&name.replace('N', "x"));
        let (_, add) = lone(&name.replace('N', "fresh"));
        for contract in [Agent, Git] {
            comes_to(contract, &["b/x", "x"], &delete, Ok(&["x"]));
            comes_to(contract, &["b/k", "k"], &add, Ok(&["b/k", "k", "b/fresh"]));
            comes_to(contract, &["k"], &add, Ok(&["k", "b/fresh"]));
        }
    }
    let git =
        format!("diff --git ./b/fresh ./b/fresh\nnew file mode 100644\n{}", lone("./b/fresh").1);
    for contract in [Agent, Git] {
        comes_to(contract, &["b/k"], &git, Ok(&["b/k", "b/fresh"]));
    }
    means(&["b/x", "x"], "./b/x", "./b/x", "b/x");
    means(&["b/x", "x"], "./b/x", "b/x", "b/x");
    means(&["a/x", "x"], "./a/x", "./b/x", "a/x");
    means(&["old/x", "x"], "./old/x", "./new/x", "old/x");
    means(&["x"], "./old/x", "./new/x", "x");
    means(&["x"], "a/x", "./x", "x");
    is_unclear(&["a/x", "b/x"], "./a/x", "./b/x", "rename_path_mismatch", &["\"a/x\"", "\"b/x\""]);
    // Where there is no such file, a model may have meant a prefix; git never does.
    let gone = &lone("./b/x").0;
    let receipt = applies(&[("x", OLD)], gone, &[]);
    assert_eq!(receipt.diagnostics[0].code, "prefix_dropped");
    comes_to(Git, &["x"], gone, Err(["file_not_found", "b/x"]));
    for name in ["./a/x", "./proj/x"] {
        applies(&[("x", OLD)], &section(name, name), &[("x", NEW)]);
        refuses_under(Git, &[("x", OLD)], &section(name, name), &["file_not_found"]);
    }
}

#[test]
fn the_names_of_an_envelope_have_no_prefix_whatever_is_around_them() {
    let envelope = |body: String| format!("*** Begin Patch\n{body}*** End Patch\n");
    for around in ["b/N", "./b/N", "`b/N`", "\"b/N\"", "b\\N", ".\\b\\N", "`./b/N`", "b/N:"] {
        let name = |last: &str| around.replace('N', last);
        let add = envelope(format!("*** Add File: {}\n+n\n", name("fresh")));
        comes_to(Agent, &["b/k", "k"], &add, Ok(&["b/k", "k", "b/fresh"]));
        let delete = envelope(format!("*** Delete File: {}\n", name("x")));
        comes_to(Agent, &["b/x", "x"], &delete, Ok(&["x"]));
        let update = format!("*** Update File: {}\n@@\n-b\n+c\n", name("x"));
        applies(
            &[("b/x", OLD), ("x", OLD)],
            &envelope(update.clone()),
            &[("b/x", NEW), ("x", OLD)],
        );
        let to = format!("*** Update File: y\n*** Move to: {}\n@@\n-b\n+c\n", name("x"));
        comes_to(Agent, &["y", "x"], &envelope(to), Ok(&["b/x", "x"]));
        // What is forgiven of the name alone is forgiven of it here: a prefix where there is no
        // such file, and of a new name if all others have one.
        applies(&[("x", OLD)], &envelope(update.clone()), &[("x", NEW)]);
        let both = update + &format!("*** Add File: {}\n+n\n", name("n"));
        applies(&[("x", OLD)], &envelope(both), &[("x", NEW), ("n", "n\n")]);
        let moved =
            format!("*** Update File: {}\n*** Move to: {}\n@@\n-b\n+c\n", name("x"), name("y"));
        applies(&[("x", OLD)], &envelope(moved), &[("y", NEW)]);
    }
}

#[test]
fn of_a_prefix_that_is_told_no_other_length_is_tried() {
    let both = ["a/x", "b/x"];
    let two = section("a/x", "b/x");
    let git = format!("diff --git a/x b/x\n{two}");
    let none = Err(["file_not_found", "b/x"]);
    let unclear = Err(["rename_path_mismatch", "b/x"]);
    let rename = "diff --git a/x b/y\nrename from a/x\nrename to b/y\n".to_owned();
    // The files, and what comes of a patch for agents and for git.
    let cases: [(&[&str], usize, &str, [Outcome<'_>; 2]); 17] = [
        (&["x"], 0, &git, [none, none]),
        (&["a/x"], 0, &git, [unclear, unclear]),
        (&["x"], 1, &git, [Ok(&["x"]), Ok(&["x"])]),
        (&["x"], 0, &two, [none, none]),
        (&["x"], 0, &section("a/x", "a/x"), [Err(["file_not_found", "a/x"]); 2]),
        (&["x"], 0, &section("a/x/", "a/x/"), [Err(["file_not_found", "a/x/"]); 2]),
        (&["x"], 0, &section("proj/x", "proj/x"), [Err(["file_not_found", "proj/x"]); 2]),
        (&["x"], 1, &section("./a/x", "./a/x"), [Err(["file_not_found", "a/x"]); 2]),
        (&["x"], 1, &rename, [Err(["file_not_found", "a/x"]); 2]),
        (&["x"], 0, &section("x.orig", "x"), [Ok(&["x"]), Ok(&["x"])]),
        (&["x.orig"], 0, &section("x.orig", "x"), [Ok(&["x.orig"]), Ok(&["x.orig"])]),
        (&["x"], 0, &section("`a/x`", "`a/x`"), [Err(["file_not_found", "`a/x`"]); 2]),
        (&["x"], 1, &section("`a/x`", "`a/x`"), [Ok(&["x"]), Ok(&["x"])]),
        (&["a/x"], 0, &two, [Ok(&["a/x"]), Ok(&["a/x"])]),
        (&["b/x"], 0, &two, [Ok(&["b/x"]), Ok(&["b/x"])]),
        (&["a/x", "x"], 0, &two, [Ok(&["a/x"]), Ok(&["a/x"])]),
        (&["x"], 0, &lone("b/x").0, [none, none]),
    ];
    for (files, strip, text, outcomes) in cases {
        for (contract, expected) in [Agent, Git].into_iter().zip(outcomes) {
            is_taken_as_told(contract, files, (strip, text), expected);
        }
    }
    // If both exist: GNU patch takes the one that is shorter, or else the old one. Under git's
    // contract, neither is taken unless git takes the same.
    for (files, text, meant, by_git) in [
        (both, &two, "a/x", false),
        (both, &section("b/x", "a/x"), "b/x", false),
        (["d/x", "y"], &section("d/x", "y"), "y", true),
        (["d/x", "y"], &section("y", "d/x"), "y", false),
        (["x", "x.orig"], &section("x.orig", "x"), "x", true),
        (["x", "x.orig"], &section("x", "x.orig"), "x", true),
    ] {
        for contract in [Agent, Git] {
            let expected = if contract == Agent || by_git {
                Ok(std::slice::from_ref(&meant))
            } else {
                Err(["rename_path_mismatch", ""])
            };
            is_taken_as_told(contract, &files, (0, text), expected);
        }
    }
}

/// With so many components taken off, a patch changes the one file that is expected, in a tree of
/// files that hold [`OLD`], or is refused.
#[track_caller]
fn is_taken_as_told(
    contract: Contract,
    files: &[&str],
    (strip, text): (usize, &str),
    expected: Outcome<'_>,
) {
    let before: Vec<_> = files.iter().map(|name| (*name, OLD)).collect();
    let parse = patch_parse::ParseOptions::default().strip(strip).counts(contract.counts());
    let patch = parse.parse(text.as_bytes()).unwrap();
    let mut tree = workspace(&before);
    match (patch_apply::apply(&patch, &mut tree, &options(contract)), expected) {
        (Ok(_), Ok(meant)) => {
            let text = |name| if meant.contains(name) { NEW } else { OLD };
            let after: Vec<_> = files.iter().map(|name| (*name, text(name))).collect();
            assert_eq!(contents(&tree), self::files(&after), "-p{strip} of the patch");
        }
        (Err(refusal), Err([code, name])) => {
            let failure = &refusal.failures[0];
            assert_eq!(failure.code.as_str(), code, "-p{strip} in {files:?} of\n{text}");
            assert!(name.is_empty() || failure.path == name, "{refusal}");
        }
        (outcome, _) => panic!("{outcome:?} of {contract:?} -p{strip} in {files:?} of\n{text}"),
    }
}

/// What comes of a patch that changes a file and makes one, in a tree that has the file and maybe
/// others.
#[track_caller]
fn makes(file: &str, others: &[&str], [old, new]: [&str; 2], fresh: &str, made: &str) {
    let patch = section(old, new) + &lone(fresh).1;
    let others: Vec<_> = others.iter().map(|name| (*name, "k\n")).collect();
    let before = [&[(file, OLD)], others.as_slice()].concat();
    let after = [&[(file, NEW), (made, "n\n")], others.as_slice()].concat();
    for contract in [Agent, Git] {
        applies_under(contract, &before, &patch, &after);
    }
}

#[test]
fn what_is_a_directory_for_the_other_sections_is_no_prefix_of_a_new_file() {
    makes("a/d/x", &[], ["a/d/x", "a/d/x"], "a/d/y", "a/d/y");
    makes("a/d/x", &["d/k"], ["a/d/x", "a/d/x"], "a/d/y", "a/d/y");
    // The others show a prefix, although there is such a directory.
    makes("a/x", &[], ["a/a/x", "b/a/x"], "b/a/y", "a/y");
    makes("x", &["a/k"], ["a/x", "b/x"], "b/y", "y");
    // The prefixes differ, and only one of them is a directory.
    let patch = section("a/d/x", "b/d/x") + &lone("b/d/y").1;
    for contract in [Agent, Git] {
        let refusal = refuses_under(contract, &[("a/d/x", OLD)], &patch, &["file_not_found"]);
        let said = refusal.to_string();
        assert!(said.contains("a/d/y") && said.contains("d/y: "), "{said}");
    }
}

#[test]
fn a_new_file_whose_prefix_the_patch_removed_loses_no_more_than_the_others() {
    makes("d/x", &[], ["a/d/x", "a/d/x"], "a/d/y", "d/y");
    makes("x", &["d/k"], ["a/x", "a/x"], "b/d/y", "d/y");
    makes("x", &[], ["a/x", "a/x"], "b/d/y", "d/y");
    // The others lose two.
    makes("x", &[], ["a/d/x", "b/d/x"], "b/d/y", "y");
}

/// Git removes one component from every name.
#[test]
fn a_directory_that_the_others_drop_behind_a_prefix_may_be_meant() {
    let before = &[("d/x", OLD)];
    let after = |made| [("d/x", NEW), (made, "n\n")];
    let others = section("c/d/x", "c/d/x");
    let new = lone("b/c/y").1;
    let of_git = format!("diff --git a/c/y b/c/y\nnew file mode 100644\n{new}");
    applies_under(Git, before, &(others.clone() + &new), &after("c/y"));
    applies_under(Git, before, &(others.clone() + &of_git), &after("c/y"));
    applies_under(Agent, before, &(others.clone() + &of_git), &after("y"));
    refuses_under(Agent, before, &(others + &new), &["file_not_found"]);
}

/// The root is the directory of one package, and the patch is for several.
#[test]
fn a_patch_drops_no_more_than_one_directory() {
    let both = |first, second| section(first, first) + &section(second, second);
    let files = [("x", OLD), ("y", OLD)];
    let after = [("x", NEW), ("y", NEW)];
    for contract in [Agent, Git] {
        applies_under(contract, &files, &both("core/x", "core/y"), &after);
        refuses_under(contract, &files, &both("core/x", "cli/y"), &["file_not_found"; 2]);
        refuses_under(contract, &files, &both("core/x", "y"), &["file_not_found"]);
        let prefixed = section("a/core/x", "b/core/x") + &section("a/y", "b/y");
        refuses_under(contract, &files, &prefixed, &["file_not_found"]);
        let deletion = section("core/x", "core/x") + &lone("docs/y").0;
        refuses_under(contract, &files, &deletion, &["file_not_found"; 2]);
        // A prefix that only one of them has.
        applies_under(contract, &files, &(section("a/x", "a/x") + &section("y", "y")), &after);
    }
}

#[test]
fn a_new_file_with_a_prefix_beside_names_that_have_none_may_be_either() {
    let patch = section("src/x", "src/x") + &lone("b/src/y").1;
    let of_git = |name: &str| {
        let new = lone(name).1;
        section("src/x", "src/x")
            + &format!("diff --git {name} {name}\nnew file mode 100644\n{new}")
    };
    let files = [("src/x", OLD)];
    for contract in [Agent, Git] {
        refuses_under(contract, &files, &patch, &["file_not_found"]);
        let there = [("b/k", "k\n"), ("src/x", OLD)];
        let after = [("b/k", "k\n"), ("b/src/y", "n\n"), ("src/x", NEW)];
        applies_under(contract, &there, &patch, &after);
        let after = [("b/src/y", "n\n"), ("src/x", NEW)];
        applies_under(contract, &files, &of_git("b/src/y"), &after);
    }
}

#[test]
fn a_dot_behind_a_prefix_is_no_directory_of_a_name() {
    let new = "diff --git a/./d/y b/./d/y\nnew file mode 100644\n--- /dev/null\n+++ b/./d/y\n\
               @@ -0,0 +1 @@\n+n\n";
    for contract in [Agent, Git] {
        let patch = section("a/d/x", "b/d/x") + new;
        applies_under(contract, &[("x", OLD)], &patch, &[("x", NEW), ("y", "n\n")]);
    }
}

#[test]
fn a_name_with_a_backslash_is_no_sign_of_a_dropped_directory() {
    makes("d\\x", &["x"], ["\"a/d\\\\x\"", "\"b/d\\\\x\""], "b/d/y", "d/y");
}
