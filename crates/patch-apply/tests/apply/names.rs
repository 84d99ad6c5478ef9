//! Which file a section means, from all its names and the tree.

use patch_apply::Contract::{self, Agent, Git};

use crate::support::{applies, applies_under, hint, refuses, refuses_under};

const HUNK: &str = "@@ -1,3 +1,3 @@\n a\n-b\n+c\n d\n";
pub(crate) const OLD: &str = "a\nb\nd\n";
pub(crate) const NEW: &str = "a\nc\nd\n";

/// A section with these two names, and one hunk.
pub(crate) fn section(old: &str, new: &str) -> String {
    format!("--- {old}\n+++ {new}\n{HUNK}")
}

/// The section changes `file`, and nothing else, in a tree that has `files`.
#[track_caller]
pub(crate) fn means(files: &[&str], old: &str, new: &str, file: &str) {
    let before: Vec<_> = files.iter().map(|name| (*name, OLD)).collect();
    let text = |name| if name == file { NEW } else { OLD };
    let after: Vec<_> = files.iter().map(|name| (*name, text(*name))).collect();
    assert!(files.contains(&file), "{file} is in the tree");
    applies(&before, &section(old, new), &after);
    applies_under(Git, &before, &section(old, new), &after);
}

/// The section is refused in a tree that has `files`, with a message that has all of `words`.
#[track_caller]
pub(crate) fn is_unclear(files: &[&str], old: &str, new: &str, code: &str, words: &[&str]) {
    let before: Vec<_> = files.iter().map(|name| (*name, OLD)).collect();
    let refusal = refuses(&before, &section(old, new), &[code]);
    let message = refusal.failures[0].message();
    for word in words {
        assert!(message.contains(word), "{message} names {word}");
    }
    refuses_under(Git, &before, &section(old, new), &[code]);
}

#[test]
fn of_two_names_the_one_that_exists_is_meant() {
    means(&["old.txt"], "old.txt", "new.txt", "old.txt");
    means(&["new.txt"], "old.txt", "new.txt", "new.txt");
    means(&["old.txt", "x"], "a/old.txt", "b/new.txt", "old.txt");
    means(&["d/new.txt"], "a/d/old.txt", "b/d/new.txt", "d/new.txt");
    means(&["a/old.txt"], "a/old.txt", "b/new.txt", "a/old.txt");
    let time = |name| format!("{name}\t2023-04-10 12:34:56.000000000 +0800");
    means(&["before.c"], &time("before.c"), &time("after.c"), "before.c");
    means(&["x.rs"], "src/x.rs", "x.rs", "x.rs");
}

#[test]
fn of_two_names_both_or_none_is_refused_with_both_named() {
    let both = ["\"old.txt\"", "\"new.txt\""];
    is_unclear(&["old.txt", "new.txt"], "old.txt", "new.txt", "rename_path_mismatch", &both);
    is_unclear(&["x"], "old.txt", "new.txt", "file_not_found", &both);
    is_unclear(&["x"], "x", "../y", "path_escape", &[]);
    is_unclear(&["old.txt", "new.txt"], "a/old.txt", "b/new.txt", "rename_path_mismatch", &both);
    // Where another section shows that names have no prefix, `b/x` is no `x`.
    let patch = section("y", "y") + &section("x", "b/x");
    let before = [("y", OLD), ("x", OLD), ("b/x", OLD)];
    refuses(&before, &patch, &["rename_path_mismatch"]);
    applies(&before[..2], &patch, &[("y", NEW), ("x", NEW)]);
}

#[test]
fn two_names_below_a_git_line_without_rename_lines_are_refused() {
    let patch = format!("diff --git a/old b/new\n{}", section("a/old", "b/new"));
    for contract in [Agent, Git] {
        let refusal = refuses_under(contract, &[("old", OLD)], &patch, &["rename_path_mismatch"]);
        let message = refusal.failures[0].message();
        assert!(message.contains("\"old\"") && message.contains("\"new\""), "{message}");
        assert!(hint(&refusal).contains("rename from"), "the hint names the rule");
    }
}

#[test]
fn of_two_names_one_may_be_made_by_an_earlier_section() {
    let add = "--- /dev/null\n+++ b/one\n@@ -0,0 +1,3 @@\n+a\n+b\n+d\n";
    let patch = add.to_owned() + &section("a/one", "b/two");
    applies_under(Git, &[], &patch, &[("one", NEW)]);
}

#[test]
fn of_two_names_a_new_file_has_the_one_whose_other_side_is_missing() {
    let epoch = "1970-01-01 00:00:00.000000000 +0000";
    let add = format!("--- none\t{epoch}\n+++ x\t2024-01-01 00:00:00 +0000\n@@ -0,0 +1 @@\n+a\n");
    applies(&[], &add, &[("x", "a\n")]);
    let delete =
        format!("--- x\t2024-01-01 00:00:00 +0000\n+++ none\t{epoch}\n@@ -1 +0,0 @@\n-a\n");
    applies(&[("x", "a\n")], &delete, &[]);
    let filled = "--- old\n+++ new\n@@ -0,0 +1 @@\n+a\n";
    applies(&[("old", "")], filled, &[("old", "a\n")]);
    refuses(&[], filled, &["file_not_found"]);
}

/// The section changes `file`, and the receipt has a note of this code.
#[track_caller]
fn means_with(files: &[&str], old: &str, new: &str, file: &str, code: &str) {
    means(files, old, new, file);
    let before: Vec<_> = files.iter().map(|name| (*name, OLD)).collect();
    let text = |name| if name == file { NEW } else { OLD };
    let after: Vec<_> = files.iter().map(|name| (*name, text(*name))).collect();
    let receipt = applies(&before, &section(old, new), &after);
    let codes: Vec<_> = receipt.diagnostics.iter().map(|note| note.code).collect();
    assert!(codes.contains(&code), "{codes:?} has {code}");
}

#[test]
fn of_a_backup_and_its_file_the_file_is_meant() {
    for (old, new) in [
        ("a/x.orig", "b/x"),
        ("x.orig", "b/x"),
        ("a/x", "b/x~"),
        ("old/x.orig", "new/x"),
        ("proj/x.bak", "proj/x"),
    ] {
        means_with(&["x"], old, new, "x", "backup_name");
        means(&["x", "x.orig", "x~", "x.bak"], old, new, "x");
    }
    means(&["proj/x", "x"], "proj/x.orig", "proj/x", "proj/x");
    means(&["x.orig"], "a/x.orig", "b/x", "x.orig");
    means(&["a/x.orig"], "a/x.orig", "b/x", "a/x.orig");
}

#[test]
fn an_empty_file_with_a_backup_name_is_filled() {
    let patch = "--- x.orig\n+++ x\n@@ -0,0 +1 @@\n+a\n";
    for contract in [Agent, Git] {
        applies_under(contract, &[("x", "")], patch, &[("x", "a\n")]);
        applies_under(contract, &[], patch, &[("x", "a\n")]);
    }
}

#[test]
fn a_top_directory_that_the_tree_lacks_is_dropped() {
    means_with(&["x"], "proj/x", "proj/x", "x", "top_directory_dropped");
    means_with(&["d/x"], "a/proj/d/x", "b/proj/d/x", "d/x", "top_directory_dropped");
    // Prefixes that are there twice, and two versions of a directory.
    means_with(&["x"], "a/a/x", "b/b/x", "x", "top_directory_dropped");
    means_with(&["d/x"], "a/proj-1.0/d/x", "b/proj-1.1/d/x", "d/x", "top_directory_dropped");
    // Where there is such a directory, the file is missing from it.
    is_unclear(&["x", "proj/y"], "proj/x", "proj/x", "file_not_found", &[]);
    // Nothing but old lines shows that this is the file.
    let delete = "*** Begin Patch\n*** Delete File: proj/x\n*** End Patch\n";
    refuses(&[("x", OLD)], delete, &["file_not_found"]);
    let renamed = "diff --git a/proj/x b/proj/y\nrename from proj/x\nrename to proj/y\n";
    refuses(&[("x", OLD)], renamed, &["file_not_found"]);
}

#[test]
fn a_new_file_below_an_unknown_top_directory_follows_the_other_sections() {
    let new = |name: &str| format!("--- /dev/null\n+++ {name}\n@@ -0,0 +1 @@\n+n\n");
    let before = [("x", OLD), ("d/y", OLD)];
    for top in ["a", "proj"] {
        let changed = |name: &str| section(&format!("{top}/{name}"), &format!("{top}/{name}"));
        let after = [("x", NEW), ("d/y", NEW), ("d/n", "n\n")];
        let patch = changed("x") + &changed("d/y") + &new(&format!("{top}/d/n"));
        let receipt = applies(&before, &patch, &after);
        assert_eq!(receipt.files[2].path, "d/n", "wherever the section is in the patch");
        let patch = new(&format!("{top}/d/n")) + &changed("x") + &changed("d/y");
        applies(&before, &patch, &after);
    }
    // One section that keeps the directory, or none that names it, and it is one.
    let patch = section("lib/x", "lib/x") + &new("proj/n");
    applies(&[("x", OLD)], &patch, &[("x", NEW), ("proj/n", "n\n")]);
    applies(&[], &new("proj/n"), &[("proj/n", "n\n")]);
}

#[test]
fn what_models_put_around_a_name_is_taken_off_where_a_file_fits() {
    for (old, new) in [
        ("`src/x.rs`", "`src/x.rs`"),
        ("`a/src/x.rs`", "`b/src/x.rs`"),
        ("src/x.rs:", "src/x.rs:"),
        ("a/src/x.rs (original)", "b/src/x.rs (modified)"),
        ("src/x.rs (modified)", "src/x.rs (modified)"),
        ("**src/x.rs**", "**src/x.rs**"),
        ("src\\x.rs", "src\\x.rs"),
        ("a\\src\\x.rs", "b\\src\\x.rs"),
        ("src/x.rs/", "src/x.rs/"),
        ("a/src/x.rs\\n", "b/src/x.rs\\n"),
    ] {
        means_with(&["src/x.rs", "x.rs"], old, new, "src/x.rs", "decorated_name");
        is_unclear(&["y"], old, new, "file_not_found", &[]);
    }
    for (old, new) in [("./src/x.rs", "./src/x.rs"), ("./a/src/x.rs", "./b/src/x.rs")] {
        means(&["src/x.rs", "x.rs"], old, new, "src/x.rs");
    }
    // A file of just that name is what is meant.
    means(&["x (new)", "x"], "a/x (new)", "b/x (new)", "x (new)");
    means(&["xy:", "xy"], "a/xy:", "b/xy:", "xy:");
    let update = "*** Begin Patch\n*** Update File: `x`:\n@@\n-b\n+c\n*** End Patch\n";
    applies(&[("x", OLD)], update, &[("x", NEW)]);
}

#[test]
fn a_new_file_has_the_name_without_what_is_around_it() {
    let add = |name: &str| format!("--- /dev/null\n+++ {name}\n@@ -0,0 +1 @@\n+n\n");
    for name in [
        "`src/n.rs`",
        "`b/src/n.rs`",
        "b/src/n.rs (new file)",
        "src\\n.rs",
        "src/n.rs:",
        "b/src/n.rs\\n",
    ] {
        let receipt = applies(&[], &add(name), &[("src/n.rs", "n\n")]);
        assert_eq!(receipt.diagnostics[0].code, "decorated_name", "{name}");
    }
    // Quotes, or a header of git, say that the name is meant letter by letter.
    applies(&[], &add("\"b/`n`\""), &[("`n`", "n\n")]);
    let git = format!("diff --git a/new: b/new:\nnew file mode 100644\n{}", add("b/new:"));
    applies(&[], &git, &[("new:", "n\n")]);
}

#[test]
fn an_envelope_and_a_line_of_git_with_another_name_vouch_for_no_new_name() {
    let around = [
        "`src/n.rs`",
        "\"src/n.rs\"",
        "**src/n.rs**",
        "src/n.rs:",
        "src/n.rs (new file)",
        "src/n.rs # new",
        "[src/n.rs](src/n.rs)",
        "src\\n.rs",
    ];
    let noted = |before: &[(&str, &str)], patch: &str, after: &[(&str, &str)]| {
        let receipt = applies(before, patch, after);
        let codes: Vec<_> = receipt.diagnostics.iter().map(|note| note.code).collect();
        assert!(codes.contains(&"decorated_name"), "{codes:?} for {patch}");
    };
    for name in around {
        let add = format!("*** Begin Patch\n*** Add File: {name}\n+n\n*** End Patch\n");
        noted(&[], &add, &[("src/n.rs", "n\n")]);
        refuses(&[("src/n.rs", "m\n")], &add, &["file_exists"]);
        let update = format!("*** Update File: x\n*** Move to: {name}\n@@\n-b\n+c\n");
        let moved = format!("*** Begin Patch\n{update}*** End Patch\n");
        noted(&[("x", OLD)], &moved, &[("src/n.rs", NEW)]);
        let git = "diff --git a/src/n.rs b/src/n.rs\nnew file mode 100644\n";
        let added = format!("{git}--- /dev/null\n+++ {name}\n@@ -0,0 +1 @@\n+n\n");
        if !name.starts_with('"') {
            noted(&[], &added, &[("src/n.rs", "n\n")]);
        }
        let behind_prefix = added.replace("+++ ", "+++ b/");
        applies(&[], &behind_prefix, &[("src/n.rs", "n\n")]);
        let to = format!("diff --git a/x b/src/n.rs\nrename from x\nrename to {name}\n");
        applies(&[("x", OLD)], &to, &[("src/n.rs", OLD)]);
    }
    // Git writes a backslash in quotes.
    let git = "diff --git a/src\\n.rs b/src\\n.rs\nnew file mode 100644\n";
    let added = format!("{git}--- /dev/null\n+++ b/src\\n.rs\n@@ -0,0 +1 @@\n+n\n");
    noted(&[], &added, &[("src/n.rs", "n\n")]);
}

/// Patches that put a file of one line at a name, in both formats, and that move `x` there.
fn to(name: &str) -> [String; 3] {
    let envelope = |body: &str| format!("*** Begin Patch\n{body}*** End Patch\n");
    [
        format!("--- /dev/null\n+++ b/{name}\n@@ -0,0 +1 @@\n+n\n"),
        envelope(&format!("*** Add File: {name}\n+n\n")),
        envelope(&format!("*** Update File: x\n*** Move to: {name}\n@@\n-b\n+c\n")),
    ]
}

#[test]
fn what_is_written_beside_the_name_of_a_new_file_is_left_out() {
    let names = [
        "src/n.py,",
        "src/n.py;",
        "src/n.py:12",
        "src/n.py:12:5",
        "src/n.py#L2-L5",
        "`src/n.py`,",
        "path: src/n.py",
        "\u{200b}src/n.py\u{feff}",
        "file:///srv/tree/src/n.py",
    ];
    for name in names {
        let [unified, added, moved] = to(name);
        for patch in [unified, added] {
            let receipt = applies(&[], &patch, &[("src/n.py", "n\n")]);
            assert_eq!(receipt.diagnostics[0].code, "decorated_name", "{name}");
        }
        applies(&[("x", OLD)], &moved, &[("src/n.py", NEW)]);
        means_with_agent(&["src/n.py"], name, "src/n.py");
    }
    // A file of just that name, quotes, a header of git, and what may be a name.
    let update = section("n.py:12", "n.py:12");
    applies(&[("n.py:12", OLD), ("n.py", OLD)], &update, &[("n.py:12", NEW), ("n.py", OLD)]);
    let quoted = "--- /dev/null\n+++ \"b/n.py:12\"\n@@ -0,0 +1 @@\n+n\n";
    applies(&[], quoted, &[("n.py:12", "n\n")]);
    let git = format!("diff --git a/n, b/n,\nnew file mode 100644\n{}", to("n,")[0]);
    applies(&[], &git, &[("n,", "n\n")]);
    for name in ["T10:12", "n%2Fx", "path:n", "etc."] {
        for patch in &to(name)[..2] {
            applies(&[], patch, &[(name, "n\n")]);
        }
    }
    for name in ["n,", "n.py:12", "path: n", "\u{200b}n"] {
        applies_under(Git, &[], &to(name)[0], &[(name, "n\n")]);
        refuses_under(Git, &[("n", OLD)], &section(name, name), &["file_not_found"]);
    }
}

/// A section and an update of an envelope with this name change `file`, with a note.
#[track_caller]
fn means_with_agent(files: &[&str], name: &str, file: &str) {
    let before: Vec<_> = files.iter().map(|name| (*name, OLD)).collect();
    let text = |name| if name == file { NEW } else { OLD };
    let after: Vec<_> = files.iter().map(|name| (*name, text(*name))).collect();
    let update = format!("*** Begin Patch\n*** Update File: {name}\n@@\n-b\n+c\n*** End Patch\n");
    for patch in [section(name, name), update] {
        let receipt = applies(&before, &patch, &after);
        let codes: Vec<_> = receipt.diagnostics.iter().map(|note| note.code).collect();
        assert!(codes.contains(&"decorated_name"), "{codes:?} for {patch}");
    }
}

#[test]
fn a_new_file_is_not_put_below_what_stands_for_another_place() {
    for name in [
        "~/src/n.py",
        "$HOME/n.py",
        "$PWD/src/n.py",
        "${workspaceFolder}/src/n.py",
        "%USERPROFILE%\\n.py",
        "vscode://file/srv/tree/n.py",
        "http://localhost/n.py",
        "`~/n.py`",
    ] {
        for patch in to(name) {
            let refusal = refuses(&[("x", OLD)], &patch, &["path_escape"]);
            let message = refusal.failures[0].message();
            assert!(message.contains("stands for another place"), "{message}");
            assert!(hint(&refusal).contains("below the root"), "{refusal}");
        }
    }
    for patch in to("file:///src/n.py") {
        refuses(&[("x", OLD)], &patch, &["path_escape"]);
    }
    // The tree has it, the patch is one of git, or the name is in quotes.
    for name in ["~/n", "$HOME/n"] {
        let first = name.trim_end_matches('n').to_owned() + "y";
        for patch in &to(name)[..2] {
            applies(&[(&first, OLD)], patch, &[(&first, OLD), (name, "n\n")]);
        }
        let git = format!("diff --git a/{name} b/{name}\nnew file mode 100644\n{}", to(name)[0]);
        applies(&[], &git, &[(name, "n\n")]);
        applies_under(Git, &[], &to(name)[0], &[(name, "n\n")]);
        let quoted = to(name)[0].replace(&format!("b/{name}"), &format!("\"b/{name}\""));
        applies(&[], &quoted, &[(name, "n\n")]);
    }
}

#[test]
fn a_full_stop_behind_the_ending_of_a_new_name_is_refused() {
    for patch in to("src/n.py.") {
        let refusal = refuses(&[("x", OLD)], &patch, &["file_not_found"]);
        let message = refusal.failures[0].message();
        assert!(message.contains("\"src/n.py\" or \"src/n.py.\""), "{message}");
    }
    applies_under(Git, &[], &to("n.py.")[0], &[("n.py.", "n\n")]);
}

#[test]
fn a_name_that_ends_in_a_slash_is_no_new_file() {
    let add = "diff --git a/newdir/ b/newdir/\nnew file mode 100644\n--- /dev/null\n+++ b/newdir/\n@@ -0,0 +1 @@\n+n\n";
    for contract in [Agent, Git] {
        refuses_under(contract, &[], add, &["not_a_file"]);
        let renamed = "diff --git a/x b/newdir/\nrename from x\nrename to newdir/\n";
        refuses_under(contract, &[("x", OLD)], renamed, &["not_a_file"]);
        for name in ["b/newdir/", "newdir//", "`newdir/`"] {
            let plain = format!("--- /dev/null\n+++ {name}\n@@ -0,0 +1 @@\n+n\n");
            refuses_under(contract, &[], &plain, &["not_a_file"]);
        }
        let opencode = "*** Begin Patch\n*** Add File: newdir/\n+n\n*** End Patch\n";
        refuses_under(contract, &[], opencode, &["not_a_file"]);
    }
}

#[test]
fn a_name_with_a_tab_is_not_cut_at_it() {
    means_with(&["x\ty"], "a/x\ty", "b/x\ty", "x\ty", "tab_in_name");
    means(&["x"], "a/x\tno time at all", "b/x\tno time at all", "x");
    is_unclear(&["x", "x\ty"], "a/x\ty", "b/x\ty", "file_not_found", &["\"x\"", "\"x\\ty\""]);
    let add = "--- /dev/null\n+++ b/n\tname.txt\n@@ -0,0 +1 @@\n+n\n";
    refuses(&[], add, &["file_not_found"]);
    let quoted = "--- /dev/null\n+++ \"b/n\\tname.txt\"\n@@ -0,0 +1 @@\n+n\n";
    applies(&[], quoted, &[("n\tname.txt", "n\n")]);
    for time in ["", "(revision 5)", "Mon Jan  1 00:00:00 2024", "2024/01/01 00:00:00\t1.5"] {
        means(&["x"], &format!("a/x\t{time}"), &format!("b/x\t{time}"), "x");
    }
}

#[test]
fn directories_left_out_are_suggested_and_not_taken() {
    let files = ["src/deep/x.rs", "y"];
    is_unclear(&files, "x.rs", "x.rs", "file_not_found", &["\"src/deep/x.rs\""]);
    is_unclear(&files, "a/deep/x.rs", "b/deep/x.rs", "file_not_found", &["\"src/deep/x.rs\""]);
    let update = "*** Begin Patch\n*** Update File: proj/y\n@@\n-b\n+c\n*** End Patch\n";
    let refusal = refuses(&[("y", OLD)], update, &["file_not_found"]);
    assert!(refusal.failures[0].message().contains("did you mean \"y\"?"), "{refusal}");
    // But for case, and for how Unicode writes an accent, which looks the same: the characters are
    // told.
    let update = |name: &str| {
        format!("*** Begin Patch\n*** Update File: {name}\n@@\n-b\n+c\n*** End Patch\n")
    };
    for (file, name, told) in [
        ("ReadMe.md", "README.md", r#""ReadMe.md""#),
        ("docs/Guide.md", "guide.md", r#""docs/Guide.md""#),
        ("e\u{301}.txt", "\u{e9}.txt", r#""e\u{301}.txt""#),
    ] {
        let refusal = refuses(&[(file, OLD)], &update(name), &["file_not_found"]);
        let message = refusal.failures[0].message();
        assert_eq!(message, format!("the file does not exist; did you mean {told}?"));
    }
    let two = [("Readme", OLD), ("README", OLD)];
    let refusal = refuses(&two, &update("readme"), &["file_not_found"]);
    let told = "the file does not exist; did you mean \"README\" or \"Readme\"?";
    assert_eq!(refusal.failures[0].message(), told);
    let near = [("a/README", OLD), ("Readme", OLD)];
    let refusal = refuses(&near, &update("README"), &["file_not_found"]);
    assert!(refusal.failures[0].message().ends_with("did you mean \"a/README\"?"), "{refusal}");
    // A few are told, many are not.
    let all = [("a1/x", OLD), ("b1/x", OLD), ("c1/x", OLD), ("d1/x", OLD)];
    let told = "the file does not exist; did you mean \"a1/x\", \"b1/x\" or \"c1/x\"?";
    for (files, told) in [(&all[..3], told), (&all, "the file does not exist")] {
        let refusal = refuses(files, &section("x", "x"), &["file_not_found"]);
        assert_eq!(refusal.failures[0].message(), told);
    }
}

#[test]
fn an_absolute_name_elsewhere_tells_the_file_that_its_end_is() {
    let update = |name: &str| {
        format!("*** Begin Patch\n*** Update File: {name}\n@@\n-b\n+c\n*** End Patch\n")
    };
    let files = [("src/core/x.py", OLD), ("x.py", OLD)];
    for (name, told) in [
        ("/workspace/src/core/x.py", Some("src/core/x.py")),
        ("/home/user/project/x.py", Some("x.py")),
        ("/src/core/x.py", Some("src/core/x.py")),
        ("C:/proj/src/core/x.py", Some("src/core/x.py")),
        ("C:\\proj\\src\\core\\x.py", Some("src/core/x.py")),
        ("/workspace/y.py", None),
        ("../x.py", None),
    ] {
        let refusal = refuses(&files, &update(name), &["path_escape"]);
        let message = refusal.failures[0].message();
        match told {
            Some(told) => {
                assert!(message.ends_with(&format!("; did you mean \"{told}\"?")), "{message}");
            }
            None => assert!(!message.contains("did you mean"), "{message}"),
        }
    }
}

#[test]
fn what_is_left_behind_a_prefix_may_be_absolute() {
    let add = |name: &str| format!("--- /dev/null\n+++ {name}\n@@ -0,0 +1 @@\n+n\n");
    for name in ["b//etc/x", "/etc/x", "b///etc/x"] {
        for contract in [Agent, Git] {
            refuses_under(contract, &[], &add(name), &["path_escape"]);
        }
    }
    applies(&[], &add("b//srv/tree/d/x"), &[("d/x", "n\n")]);
    means(&["d/x"], "a//srv/tree/d/x", "b//srv/tree/d/x", "d/x");
    means(&["d/x"], "/srv/tree/d/x", "/srv/tree/d/x", "d/x");
}

/// The files afterwards, or the code and the name of the first refusal.
pub(crate) type Outcome<'a> = Result<&'a [&'a str], [&'a str; 2]>;

/// What comes of a patch in a tree of files that hold [`OLD`].
#[track_caller]
pub(crate) fn comes_to(contract: Contract, files: &[&str], patch: &str, expected: Outcome<'_>) {
    let before: Vec<_> = files.iter().map(|name| (*name, OLD)).collect();
    match expected {
        Ok(names) => {
            let text = |name: &str| match name {
                _ if name.ends_with("fresh") => "n\n",
                _ if files.contains(&name) => OLD,
                _ => NEW,
            };
            let after: Vec<_> = names.iter().map(|name| (*name, text(name))).collect();
            applies_under(contract, &before, patch, &after);
        }
        Err([code, name]) => {
            let refusal = refuses_under(contract, &before, patch, &[code]);
            assert_eq!(refusal.failures[0].path, name, "{refusal}");
        }
    }
}

#[test]
fn both_names_of_a_move_are_read_alike() {
    let either = |name| Err(["file_not_found", name]);
    let cases: [(&[&str], [&str; 2], Outcome<'_>); 11] = [
        (&["d/x"], ["d/x", "d/y"], Ok(&["d/y"])),
        (&["d/x"], ["d/x", "b/d/y"], Ok(&["b/d/y"])),
        // Prefixes that such a line has not; the directory that they would be, where it is there.
        (&["d/x"], ["a/d/x", "b/d/y"], Ok(&["d/y"])),
        (&["d/x"], ["b/d/x", "b/d/y"], Ok(&["d/y"])),
        (&["a/d/x"], ["a/d/x", "b/d/y"], Ok(&["b/d/y"])),
        (&["d/x", "b/z"], ["a/d/x", "b/d/y"], either("b/d/y")),
        // One that is forgotten on one side.
        (&["d/x"], ["a/d/x", "d/y"], Ok(&["d/y"])),
        // A directory that the tree lacks.
        (&["d/x"], ["proj/d/x", "proj/d/y"], Ok(&["d/y"])),
        (&["d/x"], ["proj/d/x", "other/d/y"], either("proj/d/x")),
        (&["d/x"], ["proj/d/x", "d/y"], either("proj/d/x")),
        (&["x"], ["proj/x", "y"], either("proj/x")),
    ];
    for (files, [from, to], expected) in cases {
        let unified = format!(
            "diff --git a/{from} b/{to}\nrename from {from}\nrename to {to}\n{}",
            section(&format!("a/{from}"), &format!("b/{to}"))
        );
        let after: Vec<_> = expected.iter().flat_map(|names| names.iter().copied()).collect();
        let left = files.iter().copied().filter(|name| *name == "b/z");
        let after: Vec<_> = after.into_iter().chain(left).collect();
        let expected = expected.map(|_| after.as_slice());
        for contract in [Agent, Git] {
            comes_to(contract, files, &unified, expected);
        }
        if from.starts_with("proj") {
            continue;
        }
        let envelope = format!(
            "*** Begin Patch\n*** Update File: {from}\n*** Move to: {to}\n@@\n a\n-b\n+c\n d\n*** End Patch\n"
        );
        comes_to(Agent, files, &envelope, expected);
    }
}

#[test]
fn a_prefix_that_all_names_of_an_envelope_have_is_said() {
    let patch = "*** Begin Patch\n*** Update File: a/d/x\n@@\n-b\n+c\n*** Delete File: a/gone\n\
                 *** Add File: b/d/new\n+n\n*** End Patch\n";
    let before = [("d/x", OLD), ("gone", "g\n")];
    let receipt = applies(&before, patch, &[("d/x", NEW), ("d/new", "n\n")]);
    let codes: Vec<_> = receipt.diagnostics.iter().map(|note| note.code).collect();
    assert_eq!(codes, ["prefix_dropped", "prefix_dropped", "top_directory_dropped"]);
    // Where one name has none, or nothing is read, it is a directory.
    let kept = patch.replace("a/gone", "gone");
    applies(&before, &kept, &[("d/x", NEW), ("b/d/new", "n\n")]);
    let add = "*** Begin Patch\n*** Add File: b/d/new\n+n\n*** End Patch\n";
    applies(&[], add, &[("b/d/new", "n\n")]);
    // Where there is such a directory, nobody knows.
    refuses(&[("d/x", OLD), ("gone", "g\n"), ("b/y", OLD)], patch, &["file_not_found"]);
}

#[test]
fn a_directory_that_the_old_side_alone_shows_to_be_a_prefix() {
    let delete = "--- old/gone\n+++ /dev/null\n@@ -1,3 +0,0 @@\n-a\n-b\n-d\n";
    let patch = format!("{delete}--- /dev/null\n+++ new/fresh\n@@ -0,0 +1 @@\n+n\n");
    comes_to(Git, &["gone", "k"], &patch, Ok(&["k", "fresh"]));
    comes_to(Agent, &["gone", "k"], &patch, Err(["file_not_found", "new/fresh"]));
    for contract in [Agent, Git] {
        comes_to(contract, &["gone", "new/k"], &patch, Err(["file_not_found", "new/fresh"]));
        comes_to(contract, &["old/gone", "k"], &patch, Ok(&["k", "new/fresh"]));
    }
}

#[test]
fn a_missing_source_is_told_by_its_own_name() {
    let rename = |word| {
        format!(
            "diff --git a/nosuch b/new\nsimilarity index 100%\n{word} from nosuch\n{word} to new\n"
        )
    };
    let envelope =
        "*** Begin Patch\n*** Update File: nosuch\n*** Move to: new\n@@\n-b\n+c\n*** End Patch\n";
    for patch in [&rename("rename"), &rename("copy"), envelope] {
        comes_to(Git, &["x"], patch, Err(["file_not_found", "nosuch"]));
    }
    let moved = rename("rename");
    let refusal = refuses_under(Git, &[("nosuch/x", OLD)], &moved, &["not_a_file"]);
    assert_eq!(refusal.failures[0].path, "nosuch");
}
