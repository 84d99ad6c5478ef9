//! Plans of which only a part takes effect, and plans that are tied to what the caller has seen.

use patch_apply::{
    ApplyOptions, ContentHash, Contract, MemoryFile, MemoryWorkspace, PartId, Receipt, Refusal,
    apply, plan,
};
use patch_parse::parse;

use crate::support::{contents, files, workspace};

/// Three sections: two hunks, a move with one hunk, a deletion.
const PATCH: &str = "\
diff --git a/a b/a
--- a/a
+++ b/a
@@ -1,2 +1,2 @@
-one
+1
 two
@@ -4,2 +4,2 @@
 four
-five
+5
diff --git a/b b/c
rename from b
rename to c
--- a/b
+++ b/c
@@ -1 +1 @@
-old
+new
diff --git a/d b/d
deleted file mode 100644
--- a/d
+++ /dev/null
@@ -1,2 +0,0 @@
-x
-y
";

fn tree() -> MemoryWorkspace {
    workspace(&[("a", "one\ntwo\nthree\nfour\nfive\n"), ("b", "old\n"), ("d", "x\ny\n")])
}

fn only(ids: &[&str]) -> ApplyOptions {
    let mut options = ApplyOptions::default();
    options.only = Some(ids.iter().map(|id| id.parse().unwrap()).collect());
    options
}

fn written(ids: &[PartId]) -> Vec<String> {
    ids.iter().map(ToString::to_string).collect()
}

fn run_only(ids: &[&str]) -> (Result<Receipt, Refusal>, MemoryWorkspace) {
    let patch = parse(PATCH.as_bytes()).unwrap();
    let mut workspace = tree();
    (apply(&patch, &mut workspace, &only(ids)), workspace)
}

/// What is asked for, the files then, and what is left out.
type Case<'c> = (&'c [&'c str], &'c [(&'c str, &'c str)], &'c [&'c str]);

#[test]
fn what_is_chosen_takes_effect_and_the_receipt_names_the_rest() {
    let a = |text: &'static str| ("a", text);
    let (old, b, d) = ("one\ntwo\nthree\nfour\nfive\n", ("b", "old\n"), ("d", "x\ny\n"));
    #[rustfmt::skip]
    let cases: [Case<'_>; 8] = [
        (&["1.1"], &[a("1\ntwo\nthree\nfour\nfive\n"), b, d], &["1.2", "2.1", "3.1"]),
        (&["1.2"], &[a("one\ntwo\nthree\nfour\n5\n"), b, d], &["1.1", "2.1", "3.1"]),
        (&["1"], &[a("1\ntwo\nthree\nfour\n5\n"), b, d], &["2.1", "3.1"]),
        (&["1.1", "1.2"], &[a("1\ntwo\nthree\nfour\n5\n"), b, d], &["2.1", "3.1"]),
        (&["2"], &[a(old), ("c", "new\n"), d], &["1.1", "1.2", "3.1"]),
        (&["1.2", "3.1"], &[a("one\ntwo\nthree\nfour\n5\n"), b], &["1.1", "2.1"]),
        (&[], &[a(old), b, d], &["1.1", "1.2", "2.1", "3.1"]),
        (&["1", "2", "3"], &[a("1\ntwo\nthree\nfour\n5\n"), ("c", "new\n")], &[]),
    ];
    for (ids, after, left_out) in cases {
        let (receipt, workspace) = run_only(ids);
        let receipt = receipt.unwrap_or_else(|refusal| panic!("{ids:?}: {refusal}"));
        assert_eq!(contents(&workspace), files(after), "{ids:?}");
        assert_eq!(written(&receipt.left_out), left_out, "{ids:?}");
        let done = receipt.files.iter().flat_map(|file| &file.hunks).map(|hunk| hunk.id);
        assert!(done.clone().all(|id| !receipt.left_out.contains(&id)), "{ids:?}");
        assert_eq!(done.count() + left_out.len(), 4, "{ids:?}");
    }
}

#[test]
fn a_part_that_cannot_be_is_refused_and_nothing_happens() {
    let both = "--- a/d\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n@@ -2 +0,0 @@\n-y\n";
    let cases = [
        (PATCH, "1.3", "invalid_args"),
        (PATCH, "4", "invalid_args"),
        // Half of a deletion leaves the other half.
        (both, "1.1", "context_not_found"),
    ];
    for (text, id, code) in cases {
        let patch = parse(text.as_bytes()).unwrap();
        let mut workspace = tree();
        let refusal = apply(&patch, &mut workspace, &only(&[id])).unwrap_err();
        assert_eq!(refusal.code().as_str(), code, "{id}: {refusal}");
        assert_eq!(contents(&workspace), contents(&tree()), "{id}");
    }
}

/// The way from a refusal: what has a place is applied, what has none is asked for again.
#[test]
fn hunks_without_a_place_do_not_hinder_the_others() {
    let text = PATCH.replace("-five", "-fife");
    let patch = parse(text.as_bytes()).unwrap();
    let mut workspace = tree();
    let refusal = apply(&patch, &mut workspace, &ApplyOptions::default()).unwrap_err();
    assert_eq!(refusal.failures.len(), 1, "{refusal}");

    let receipt = apply(&patch, &mut workspace, &only(&["1.1", "2", "3"])).unwrap();
    assert_eq!(written(&receipt.left_out), ["1.2"]);
    let text = "--- a/a\n+++ b/a\n@@ -4,2 +4,2 @@\n four\n-five\n+5\n";
    let again = parse(text.as_bytes()).unwrap();
    apply(&again, &mut workspace, &ApplyOptions::default()).unwrap();
    assert_eq!(contents(&workspace), contents(&run_only(&["1", "2", "3"]).1));
}

/// Alone a hunk may fit in two places; its neighbours say which is meant, chosen or not.
#[test]
fn what_is_left_out_still_says_where_the_rest_belongs() {
    let old = "head\nx\ny\nmiddle\nx\ny\nunique\n";
    let text = "\
--- a/f
+++ b/f
@@ -11,2 +11,2 @@
 x
-y
+Y
@@ -13,1 +13,1 @@
-unique
+UNIQUE
";
    let patch = parse(text.as_bytes()).unwrap();
    let mut workspace = workspace(&[("f", old)]);
    apply(&patch, &mut workspace, &only(&["1.1"])).unwrap();
    let expected = "head\nx\ny\nmiddle\nx\nY\nunique\n";
    assert_eq!(contents(&workspace), files(&[("f", expected)]));
}

#[test]
fn a_plan_commits_a_part_of_what_it_was_made_of() {
    let patch = parse(PATCH.as_bytes()).unwrap();
    let options = ApplyOptions::default();
    let mut workspace = tree();
    let whole = plan(&patch, &workspace, &options).unwrap();
    let receipt = whole.commit_only([PartId::hunk(1, 1)], &mut workspace).unwrap();
    assert!(receipt.committed);
    assert_eq!(written(&receipt.left_out), ["1.2", "2.1", "3.1"]);
    assert_eq!(contents(&workspace), contents(&run_only(&["1.1"]).1));
    // The plan is about the files as they were.
    let refusal = whole.commit_only([PartId::hunk(1, 2)], &mut workspace).unwrap_err();
    assert_eq!(refusal.code().as_str(), "stale_file");
    // A new one is not.
    let rest = apply(&patch, &mut workspace, &only(&["1.2", "2", "3"])).unwrap();
    assert_eq!(written(&rest.left_out), ["1.1"]);
    assert_eq!(contents(&workspace), contents(&run_only(&["1", "2", "3"]).1));
}

#[test]
fn a_caller_may_say_what_the_files_hold() {
    let tree = || {
        let mut tree = tree();
        tree.insert_file("l", MemoryFile::Symlink { target: "b".into() }).unwrap();
        tree
    };
    let hash = |text: &str| Some(ContentHash::of(text.as_bytes()));
    let cases = [
        ("b", hash("old\n"), Ok(())),
        ("b", hash("older\n"), Err("stale_file")),
        ("b", None, Err("stale_file")),
        ("c", None, Ok(())),
        ("c", hash(""), Err("stale_file")),
        ("../c", None, Err("path_escape")),
        // What a link holds is its target.
        ("l", hash("b"), Ok(())),
        ("l", hash("c"), Err("stale_file")),
        ("l", hash("old\n"), Err("stale_file")),
        ("l", None, Err("stale_file")),
        // One that the patch does not speak of.
        ("unrelated", None, Ok(())),
        ("unrelated", hash(""), Err("stale_file")),
    ];
    for (path, expected, result) in cases {
        let patch = parse(PATCH.as_bytes()).unwrap();
        let mut options = ApplyOptions::default();
        options.expected.insert(path.into(), expected);
        let mut workspace = tree();
        let applied = apply(&patch, &mut workspace, &options);
        let code = applied.map(drop).map_err(|refusal| refusal.code().as_str());
        assert_eq!(code, result, "{path} {expected:?}");
        if result.is_err() {
            assert_eq!(contents(&workspace), contents(&tree()), "{path} {expected:?}");
        }
    }
}

/// Binary sections and those without a hunk are known by the number of the section alone.
#[test]
fn a_section_without_hunks_has_an_id() {
    let text = "\
diff --git a/run b/run
old mode 100644
new mode 100755
diff --git a/b b/c
similarity index 100%
rename from b
rename to c
";
    let patch = parse(text.as_bytes()).unwrap();
    let mut workspace = workspace(&[("run", "x\n"), ("b", "old\n")]);
    let mut options = only(&["2"]);
    options.contract = Contract::Git;
    let receipt = apply(&patch, &mut workspace, &options).unwrap();
    assert_eq!(written(&receipt.left_out), ["1"]);
    assert_eq!(contents(&workspace), files(&[("run", "x\n"), ("c", "old\n")]));
}
