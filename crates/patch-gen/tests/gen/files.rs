//! One file before and after, and the sections between.

use bstr::BStr;
use patch_gen::{
    Binary, Entry, FileChange, GenError, GenOptions, Snapshot, Style, file_patches, tree_patch,
};
use patch_parse::Format;

const PATH: &str = "dir/x";
const DIFF_GIT: &str = "diff --git a/dir/x b/dir/x\n";

fn change<'a>(old: Option<&'a Entry<'a>>, new: Option<&'a Entry<'a>>) -> FileChange<'a> {
    let path = BStr::new(PATH);
    match (old, new) {
        (None, Some(new)) => FileChange::Add { path, new },
        (Some(old), None) => FileChange::Delete { path, old },
        (Some(old), Some(new)) => FileChange::Modify { path, old, new },
        (None, None) => panic!("no file at all"),
    }
}

fn print(old: Option<&Entry<'_>>, new: Option<&Entry<'_>>, options: &GenOptions) -> String {
    let sections = file_patches(change(old, new), options).unwrap();
    let text = sections.iter().flat_map(|section| section.to_bytes(Format::Unified)).collect();
    String::from_utf8(text).unwrap()
}

/// The same change as a patch without git's headers, as far as that is possible.
fn print_plain(old: Option<&Entry<'_>>, new: Option<&Entry<'_>>) -> String {
    let snapshot = |entry: Option<&Entry<'_>>| -> Snapshot<'static> {
        let owned = |entry: &Entry<'_>| Entry::new(entry.contents.to_vec(), entry.mode);
        entry.map(|entry| (PATH, owned(entry))).into_iter().collect()
    };
    let mut options = GenOptions::default();
    options.style = Style::Plain;
    tree_patch(&snapshot(old), &snapshot(new), &options).unwrap().to_string()
}

#[track_caller]
#[expect(clippy::needless_pass_by_value, reason = "the tables read better")]
fn check(old: Option<Entry<'_>>, new: Option<Entry<'_>>, git: &str, plain: &str) {
    let (old, new) = (old.as_ref(), new.as_ref());
    assert_eq!(print(old, new, &GenOptions::default()), git);
    assert_eq!(print_plain(old, new), plain);
}

#[test]
fn a_changed_text() {
    let plain = "--- a/dir/x\n+++ b/dir/x\n@@ -1 +1 @@\n-a\n+b\n";
    let git = format!("{DIFF_GIT}{plain}");
    check(Some(Entry::file("a\n")), Some(Entry::file("b\n")), &git, plain);
    check(Some(Entry::executable("a\n")), Some(Entry::executable("b\n")), &git, plain);
}

#[test]
fn an_equal_file_has_no_section() {
    check(Some(Entry::file("a\n")), Some(Entry::file("a\n")), "", "");
    check(Some(Entry::file("\0")), Some(Entry::file("\0")), "", "");
}

#[test]
fn an_added_or_deleted_text() {
    let plain = "--- /dev/null\n+++ b/dir/x\n@@ -0,0 +1 @@\n+a\n";
    let git = format!("{DIFF_GIT}new file mode 100644\n{plain}");
    check(None, Some(Entry::file("a\n")), &git, plain);
    let plain = "--- a/dir/x\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n";
    let git = format!("{DIFF_GIT}deleted file mode 100755\n{plain}");
    check(Some(Entry::executable("a\n")), None, &git, plain);
}

#[test]
fn what_plain_headers_cannot_say_has_git_headers() {
    for (old, new, headers) in [
        (None, Some(Entry::file("")), "new file mode 100644\n"),
        (Some(Entry::file("")), None, "deleted file mode 100644\n"),
        (
            Some(Entry::file("")),
            Some(Entry::file("a\n")),
            "--- a/dir/x\n+++ b/dir/x\n@@ -0,0 +1 @@\n+a\n",
        ),
        (
            Some(Entry::file("a\n")),
            Some(Entry::executable("a\n")),
            "old mode 100644\nnew mode 100755\n",
        ),
        (
            Some(Entry::file("a\n")),
            Some(Entry::executable("b\n")),
            "old mode 100644\nnew mode 100755\n\
             --- a/dir/x\n+++ b/dir/x\n@@ -1 +1 @@\n-a\n+b\n",
        ),
        (
            None,
            Some(Entry::symlink("t")),
            "new file mode 120000\n--- /dev/null\n+++ b/dir/x\n@@ -0,0 +1 @@\n+t\n\
             \\ No newline at end of file\n",
        ),
    ] {
        let expected = format!("{DIFF_GIT}{headers}");
        check(old, new, &expected, &expected);
    }
}

#[test]
fn a_file_that_becomes_a_link_is_deleted_and_added() {
    let expected = format!(
        "{DIFF_GIT}deleted file mode 100644\n--- a/dir/x\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n\
         {DIFF_GIT}new file mode 120000\n--- /dev/null\n+++ b/dir/x\n@@ -0,0 +1 @@\n+a\n\
         \\ No newline at end of file\n"
    );
    let (old, new) = (Entry::file("a\n"), Entry::symlink("a"));
    assert_eq!(print(Some(&old), Some(&new), &GenOptions::default()), expected);
}

#[test]
fn a_binary_change_is_refused_or_mentioned() {
    let (text, binary) = (Entry::file("a\n"), Entry::file("a\0"));
    let mut options = GenOptions::default();
    for (old, new) in
        [(Some(&text), Some(&binary)), (Some(&binary), Some(&text)), (None, Some(&binary))]
    {
        let refused = file_patches(change(old, new), &options);
        assert_eq!(refused, Err(GenError::Binary { path: "dir/x".into() }));
    }
    options.binary = Binary::Mention;
    assert_eq!(
        print(Some(&binary), None, &options),
        format!("{DIFF_GIT}deleted file mode 100644\nBinary files a/dir/x and /dev/null differ\n")
    );
}

#[test]
fn the_mode_of_a_binary_file_changes_without_its_contents() {
    let (old, new) = (Entry::file("\0"), Entry::executable("\0"));
    assert_eq!(
        print(Some(&old), Some(&new), &GenOptions::default()),
        format!("{DIFF_GIT}old mode 100644\nnew mode 100755\n")
    );
}
