//! Tree changes as ACP diffs: the shapes of the protocol, and agreement with what a plan does.

use acp_diff_types::{AbsolutePath, v1, v2};
use patch_apply::{ApplyOptions, Contract, MemoryFile, MemoryWorkspace, plan};
use patch_gen::{Entry, GenOptions, Snapshot};
use patch_tools::wire::{TreeChange, WireError};

fn root() -> AbsolutePath {
    AbsolutePath::new("/repo").unwrap()
}

fn between<'a>(old: &'a Snapshot<'a>, new: &'a Snapshot<'a>) -> TreeChange<'a> {
    TreeChange::between(old, new, &root())
}

fn tree<'a>(files: impl IntoIterator<Item = (&'a str, Entry<'a>)>) -> Snapshot<'a> {
    files.into_iter().collect()
}

fn text(diff: &v2::Diff) -> &str {
    diff.patch.as_ref().and_then(v2::DiffPatch::text).unwrap_or_default()
}

/// What each change says, one a line.
fn listing(diff: &v2::Diff) -> Vec<String> {
    let line = |change: &v2::DiffChange| {
        let file_type = change.details().and_then(|details| details.file_type.clone());
        let old = change.old_path().map(|path| format!("{path} -> ")).unwrap_or_default();
        let path = change.path().unwrap();
        format!("{} {old}{path} {}", change.operation(), file_type.unwrap().as_str())
    };
    diff.changes.iter().map(line).collect()
}

#[test]
fn the_rfds_example_comes_out_word_for_word() {
    let old = tree([("src/config.json", Entry::file("{\n  \"debug\": false\n}\n"))]);
    let new = tree([("src/config.json", Entry::file("{\n  \"debug\": true\n}\n"))]);
    let root = AbsolutePath::new("/home/user/project").unwrap();
    let diff = TreeChange::between(&old, &new, &root).to_v2(&GenOptions::default()).unwrap();
    let diff = diff.write_patch_as(v2::PatchKey::Diff);
    let expected = r#"{"changes":[{"operation":"modify","path":"/home/user/project/src/config.json","fileType":"text","mimeType":"application/json"}],"patch":{"format":"git_patch","diff":"diff --git /home/user/project/src/config.json /home/user/project/src/config.json\n--- /home/user/project/src/config.json\n+++ /home/user/project/src/config.json\n@@ -1,3 +1,3 @@\n {\n-  \"debug\": false\n+  \"debug\": true\n }\n"}}"#;
    let without_mime = expected.replace(r#","mimeType":"application/json""#, "");
    let expected = if cfg!(feature = "mime") { expected } else { &without_mime };
    assert_eq!(serde_json::to_string(&diff).unwrap(), expected);
}

#[test]
fn changes_are_listed_by_path_with_what_they_are() {
    let old = tree([
        ("b/gone.txt", Entry::file("x\n")),
        ("logo.png", Entry::file(b"\x89PNG\0")),
        ("same.txt", Entry::file("same\n")),
        ("was-file", Entry::file("text\n")),
    ]);
    let new = tree([
        ("a/new.sh", Entry::executable("run\n")),
        ("latin1.txt", Entry::file(b"caf\xe9\n")),
        ("link", Entry::symlink("same.txt")),
        ("logo.png", Entry::file(b"\x89PNG\0\0")),
        ("same.txt", Entry::file("same\n")),
        ("was-file", Entry::symlink("same.txt")),
    ]);
    let diff = between(&old, &new).to_v2(&GenOptions::default()).unwrap();
    assert_eq!(
        listing(&diff),
        [
            "add /repo/a/new.sh text",
            "delete /repo/b/gone.txt text",
            "add /repo/latin1.txt binary",
            "add /repo/link symlink",
            "modify /repo/logo.png binary",
            "delete /repo/was-file text",
            "add /repo/was-file symlink",
        ]
    );
    assert!(text(&diff).contains("new file mode 100755\n"));
    assert!(!text(&diff).contains("logo.png"), "binary changes have no text to show");
    assert!(!text(&diff).contains("latin1"), "JSON cannot carry the text");
    let parsed = patch_parse::parse(text(&diff).as_bytes()).unwrap();
    let paths: Vec<_> = parsed.files.iter().map(|f| f.operation.path().to_string()).collect();
    assert_eq!(
        paths,
        ["/repo/a/new.sh", "/repo/b/gone.txt", "/repo/link", "/repo/was-file", "/repo/was-file"]
    );
}

#[test]
fn the_patch_text_is_taken_back_by_the_applier() {
    let files = [("a.txt", "1\n2\n3\n"), ("b.txt", "gone\n")];
    let old = tree(files.map(|(path, text)| (path, Entry::file(text))));
    let new = tree([("a.txt", Entry::file("1\ntwo\n3\n")), ("c/d.txt", Entry::file("new"))]);
    let diff = between(&old, &new).to_v2(&GenOptions::default()).unwrap();

    let workspace = MemoryWorkspace::from_files(files).unwrap();
    let mut workspace = workspace.with_root_name("/repo");
    let patch = patch_parse::parse(text(&diff).as_bytes()).unwrap();
    patch_apply::apply(&patch, &mut workspace, &ApplyOptions::default()).unwrap();
    let found: Vec<_> = workspace.files().map(|(path, _)| path.to_string()).collect();
    assert_eq!(found, ["a.txt", "c/d.txt"]);
    assert_eq!(workspace.contents("a.txt").unwrap(), b"1\ntwo\n3\n");
    assert_eq!(workspace.contents("c/d.txt").unwrap(), b"new");
}

#[test]
fn equal_trees_have_no_changes_and_no_patch() {
    let old = tree([("a", Entry::file("a\n"))]);
    let change = between(&old, &old);
    assert!(change.is_empty());
    assert_eq!(
        serde_json::to_string(&change.to_v2(&GenOptions::default()).unwrap()).unwrap(),
        r#"{"changes":[]}"#
    );
    assert!(change.to_v1().unwrap().is_empty());
}

#[test]
fn v1_has_a_block_of_whole_texts_for_each_file() {
    let old = tree([("a", Entry::file("a\n")), ("gone", Entry::file("text\n"))]);
    let new = tree([("a", Entry::file("A\n")), ("new", Entry::file(""))]);
    let path = |name: &str| AbsolutePath::new(format!("/repo/{name}")).unwrap();
    assert_eq!(
        between(&old, &new).to_v1().unwrap(),
        [
            v1::Diff::new(path("a"), "A\n").old_text("a\n"),
            v1::Diff::delete(path("gone"), "text\n"),
            v1::Diff::new(path("new"), ""),
        ]
    );
}

#[test]
fn v1_refuses_what_it_has_no_words_for() {
    for entry in [Entry::file(b"\0"), Entry::file(b"\xff"), Entry::symlink("a")] {
        let new = tree([("it", entry)]);
        let old = Snapshot::new();
        let error = between(&old, &new).to_v1().unwrap_err();
        assert!(matches!(error, WireError::NotInV1 { .. }), "{error}");
        let error = between(&new, &old).to_v1().unwrap_err();
        assert!(error.to_string().starts_with("/repo/it: a `"), "{error}");
    }
}

#[test]
fn names_that_json_cannot_carry_are_refused() {
    let new: Snapshot<'_> = [(&b"caf\xe9"[..], Entry::file("x"))].into_iter().collect();
    let old = Snapshot::new();
    let change = between(&old, &new);
    let error = change.to_v2(&GenOptions::default()).unwrap_err();
    assert!(matches!(error, WireError::NotUtf8(_)), "{error}");
    assert!(matches!(change.to_v1(), Err(WireError::NotUtf8(_))));
    assert_eq!(
        change.undo().to_string(),
        "diff --git \"a/caf\\351\" \"b/caf\\351\"\ndeleted file mode 100644\n--- \"a/caf\\351\"\n\
         +++ /dev/null\n@@ -1 +0,0 @@\n-x\n\\ No newline at end of file\n",
        "the way back is told all the same"
    );
}

#[track_caller]
fn check_plan(files: &[(&str, &str)], patch: &str, expected: &[&str]) -> String {
    let workspace = MemoryWorkspace::from_files(files.iter().copied()).unwrap();
    let options = {
        let mut options = ApplyOptions::default();
        options.contract = Contract::Git;
        options
    };
    let patch = patch_parse::parse(patch.as_bytes()).unwrap();
    let plan = plan(&patch, &workspace, &options).unwrap();
    let change = TreeChange::of_plan(&plan, &workspace, &root()).unwrap();
    let diff = change.to_v2(&GenOptions::default()).unwrap();
    assert_eq!(listing(&diff), expected);

    let mut committed = workspace.clone();
    plan.commit(&mut committed).unwrap();
    let mut again = workspace.with_root_name("/repo");
    let shown = patch_parse::parse(text(&diff).as_bytes()).unwrap();
    patch_apply::apply(&shown, &mut again, &options).unwrap();
    assert_eq!(contents(&again), contents(&committed), "the diff shows what the plan does");
    text(&diff).to_owned()
}

fn contents(workspace: &MemoryWorkspace) -> Vec<(String, MemoryFile)> {
    workspace.files().map(|(path, file)| (path.to_string(), file.clone())).collect()
}

#[test]
fn a_plan_shows_moves_and_copies_and_the_bytes_that_will_be_there() {
    let moved = "diff --git a/old.txt b/new.txt\nrename from old.txt\nrename to new.txt\n\
                 --- a/old.txt\n+++ b/new.txt\n@@ -1 +1 @@\n-a\n+b\n";
    let text = check_plan(
        &[("old.txt", "drifted\r\na\r\n")],
        moved,
        &["move /repo/old.txt -> /repo/new.txt text"],
    );
    assert!(text.contains("rename from /repo/old.txt\nrename to /repo/new.txt\n"), "{text}");
    assert!(text.contains("+b\r\n"), "the file's own line ending: {text:?}");

    let copied = "diff --git a/x b/y\ncopy from x\ncopy to y\n";
    let text = check_plan(&[("x", "1\n")], copied, &["copy /repo/x -> /repo/y text"]);
    assert!(text.contains("similarity index 100%\n"), "{text}");
}

#[test]
fn a_file_that_two_sections_change_is_shown_once() {
    let twice = "*** Begin Patch\n*** Update File: a\n@@\n-1\n+one\n*** Update File: a\n@@\n-2\n+two\n*** End Patch\n";
    check_plan(&[("a", "1\n2\n")], twice, &["modify /repo/a text"]);
}

#[test]
fn a_swap_is_shown_as_what_it_leaves() {
    let swap = "diff --git a/a b/b\nrename from a\nrename to b\n\
                diff --git a/b b/a\nrename from b\nrename to a\n";
    check_plan(
        &[("a", "1\n"), ("b", "2\n")],
        swap,
        &["modify /repo/a text", "modify /repo/b text"],
    );
}

#[test]
fn a_plan_for_other_files_is_refused() {
    let workspace = MemoryWorkspace::from_files([("a", "1\n")]).unwrap();
    let patch = patch_parse::parse(b"--- a/a\n+++ b/a\n@@ -1 +1 @@\n-1\n+2\n").unwrap();
    let plan = plan(&patch, &workspace, &ApplyOptions::default()).unwrap();
    let changed = MemoryWorkspace::from_files([("a", "other\n")]).unwrap();
    let error = TreeChange::of_plan(&plan, &changed, &root()).unwrap_err();
    assert!(error.to_string().contains("changed since"), "{error}");
}
