//! Two snapshots and the patch between them.

use patch_gen::{Entry, GenError, GenOptions, Renames, Snapshot, Style, tree_patch};

fn snapshot<'a>(files: &[(&str, &'a str)]) -> Snapshot<'a> {
    files.iter().map(|&(path, text)| (path, Entry::file(text))).collect()
}

/// First line of each section.
fn sections(old: &Snapshot<'_>, new: &Snapshot<'_>, options: &GenOptions) -> Vec<String> {
    let patch = tree_patch(old, new, options).unwrap().to_string();
    patch.lines().filter(|line| line.starts_with("diff --git")).map(str::to_owned).collect()
}

#[test]
fn equal_trees_make_an_empty_patch() {
    let tree = snapshot(&[("x", "a\n"), ("y", "")]);
    assert_eq!(tree_patch(&tree, &tree, &GenOptions::default()).unwrap().to_string(), "");
}

#[test]
fn sections_are_sorted_by_the_bytes_of_the_path() {
    let old = snapshot(&[("b", "1\n"), ("a/z", "1\n"), ("same", "1\n")]);
    let new = snapshot(&[("b", "2\n"), ("a-b", "1\n"), ("\u{e9}", "1\n"), ("same", "1\n")]);
    assert_eq!(
        sections(&old, &new, &GenOptions::default().renames(Renames::none())),
        [
            "diff --git a/a-b b/a-b",
            "diff --git a/a/z b/a/z",
            "diff --git a/b b/b",
            r#"diff --git "a/\303\251" "b/\303\251""#,
        ]
    );
}

#[test]
fn plain_headers_are_for_all_sections_or_none() {
    let old = snapshot(&[("b", "1\n")]);
    let mut new = snapshot(&[("b", "2\n"), ("c", "1\n")]);
    let mut options = GenOptions::default();
    options.style = Style::Plain;
    let text = "--- a/b\n+++ b/b\n@@ -1 +1 @@\n-1\n+2\n--- /dev/null\n+++ b/c\n@@ -0,0 +1 @@\n+1\n";
    assert_eq!(tree_patch(&old, &new, &options).unwrap().to_string(), text);
    new.insert("a", Entry::file(""));
    assert_eq!(
        sections(&old, &new, &options),
        ["diff --git a/a b/a", "diff --git a/b b/b", "diff --git a/c b/c"],
        "the empty file needs git's headers, and so the others have them too"
    );
}

#[test]
fn absolute_paths_are_written_as_the_protocol_has_them() {
    let old = snapshot(&[("/home/user/project/src/config.json", "{\n  \"debug\": false\n}\n")]);
    let new = snapshot(&[("/home/user/project/src/config.json", "{\n  \"debug\": true\n}\n")]);
    assert_eq!(
        tree_patch(&old, &new, &GenOptions::default()).unwrap().to_string(),
        "diff --git /home/user/project/src/config.json /home/user/project/src/config.json\n\
         --- /home/user/project/src/config.json\n+++ /home/user/project/src/config.json\n\
         @@ -1,3 +1,3 @@\n {\n-  \"debug\": false\n+  \"debug\": true\n }\n"
    );
}

#[test]
fn a_binary_file_is_named() {
    let (old, new) = (snapshot(&[]), snapshot(&[("a", "text\n"), ("b", "\0")]));
    let refused = tree_patch(&old, &new, &GenOptions::default()).unwrap_err();
    assert_eq!(refused, GenError::Binary { path: "b".into() });
    assert!(refused.to_string().starts_with("b: "), "{refused}");
}
