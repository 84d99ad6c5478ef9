//! A patch shown while it is being written.

use std::cell::Cell;
use std::fmt::Write as _;

use acp_diff_types::AbsolutePath;
use acp_diff_types::v2::{SessionUpdate, ToolCallContent, ToolCallUpdate};
use patch_apply::bstr::{BStr, BString};
use patch_apply::{
    Change, Durability, Entry, MemoryWorkspace, Workspace, WorkspaceError, WorkspacePath,
};
use patch_tools::check::check_diff;
use patch_tools::preview::Preview;

fn root() -> AbsolutePath {
    AbsolutePath::new("/repo").unwrap()
}

fn files(files: &[(&str, &str)]) -> MemoryWorkspace {
    let mut workspace = MemoryWorkspace::new();
    for (path, text) in files {
        workspace.insert(path, *text).unwrap();
    }
    workspace
}

/// An update in a few lines.
fn shown(update: &SessionUpdate) -> String {
    match update {
        SessionUpdate::ToolCallUpdate(call) => {
            let value = serde_json::to_value(call).unwrap();
            let locations = value["locations"].as_array().unwrap().iter();
            let locations: Vec<_> = locations.map(|at| at["path"].as_str().unwrap()).collect();
            format!("{} ({}) {locations:?}\n", value["title"].as_str().unwrap(), value["status"])
        }
        SessionUpdate::ToolCallContentChunk(chunk) => content(&chunk.content),
        _ => panic!("{update:?}"),
    }
}

fn content(content: &ToolCallContent) -> String {
    match content {
        ToolCallContent::Diff(diff) => {
            assert_eq!(check_diff(diff), [], "{diff:?}");
            let mut text = String::new();
            for change in &diff.changes {
                writeln!(text, "{} {}", change.operation(), change.path().unwrap()).unwrap();
            }
            let patch = diff.patch.as_ref().and_then(|patch| patch.text()).unwrap_or_default();
            for line in patch.lines() {
                writeln!(text, "    {line}").unwrap();
            }
            text
        }
        other => {
            let value = serde_json::to_value(other).unwrap();
            format!("{}\n", value["content"]["text"].as_str().unwrap())
        }
    }
}

/// What is sent for a patch that comes line by line, each after the line that brings it.
fn told(workspace: &impl Workspace, patch: &str) -> String {
    let mut all = String::new();
    let mut preview = Preview::new("call", workspace, root());
    for line in patch.split_inclusive('\n') {
        let updates = preview.push(line.as_bytes());
        if !updates.is_empty() {
            write!(all, "> {line}").unwrap();
        }
        all.extend(updates.iter().map(shown));
    }
    let end = preview.finish();
    all.push_str("= ");
    match end.patch {
        Ok(patch) => writeln!(all, "{} files", patch.files.len()).unwrap(),
        Err(error) => writeln!(all, "{}", error.code).unwrap(),
    }
    all.extend(end.updates.iter().map(shown));
    all
}

#[track_caller]
fn check(workspace: &impl Workspace, patch: &str, expected: &str) {
    let found = told(workspace, patch);
    assert!(found == expected, "found:\n{found}\nexpected:\n{expected}");
}

const TEXT: &str = "a\nb\nc\nd\ne\nf\ng\nh\n";

#[test]
fn hunks_are_shown_where_they_belong_in_the_file() {
    check(
        &files(&[("x", TEXT)]),
        "--- a/x\n+++ b/x\n@@ -1,2 +1,3 @@\n b\n-c\n+C\n+CC\n@@ -5,2 +6,2 @@\n f\n-g\n+G\n",
        "\
> +++ b/x
Edit x (\"pending\") [\"/repo/x\"]
> @@ -5,2 +6,2 @@
modify /repo/x
    --- /repo/x
    +++ /repo/x
    @@ -2,2 +2,3 @@
     b
    -c
    +C
    +CC
= 1 files
modify /repo/x
    --- /repo/x
    +++ /repo/x
    @@ -6,2 +7,2 @@
     f
    -g
    +G
",
    );
}

#[test]
fn what_a_section_does_as_a_whole_is_shown_with_its_end() {
    check(
        &files(&[("x", TEXT), ("z", "old\n")]),
        "*** Begin Patch\n*** Add File: n\n+one\n+two\n*** Update File: x\n@@\n f\n-g\n*** Delete File: z\n*** End Patch\n",
        "\
> +one
Edit n (\"pending\") [\"/repo/n\"]
> *** Update File: x
add /repo/n
    diff --git /repo/n /repo/n
    new file mode 100644
    --- /dev/null
    +++ /repo/n
    @@ -0,0 +1,2 @@
    +one
    +two
> @@
Edit 2 files (\"pending\") [\"/repo/n\", \"/repo/x\"]
> *** Delete File: z
modify /repo/x
    --- /repo/x
    +++ /repo/x
    @@ -6,2 +6 @@
     f
    -g
> *** End Patch
Edit 3 files (\"pending\") [\"/repo/n\", \"/repo/x\", \"/repo/z\"]
delete /repo/z
    diff --git /repo/z /repo/z
    deleted file mode 100644
    --- /repo/z
    +++ /dev/null
    @@ -1 +0,0 @@
    -old
= 3 files
",
    );
}

#[test]
fn a_hunk_without_a_place_is_told_with_the_end_of_its_section() {
    check(
        &files(&[("x", TEXT), ("y", "y\n")]),
        "--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n nowhere\n-to be\n+found\n@@ -5,2 +5,2 @@\n f\n-g\n+G\n--- a/y\n+++ b/y\n@@ -1 +1 @@\n-y\n+Y\n",
        "\
> +++ b/x
Edit x (\"pending\") [\"/repo/x\"]
> @@ -1 +1 @@
modify /repo/x
    --- /repo/x
    +++ /repo/x
    @@ -6,2 +6,2 @@
     f
    -g
    +G
line 3 of the patch: x: context_not_found: nothing in the file resembles the old lines of the hunk
Edit 2 files (\"pending\") [\"/repo/x\", \"/repo/y\"]
= 2 files
modify /repo/y
    --- /repo/y
    +++ /repo/y
    @@ -1 +1 @@
    -y
    +Y
",
    );
}

#[test]
fn a_section_about_no_file_is_told() {
    check(
        &files(&[]),
        "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n",
        "\
> +++ b/x
Edit x (\"pending\") [\"/repo/x\"]
= 1 files
line 1 of the patch: x: file_not_found: the file does not exist
",
    );
}

#[test]
fn a_text_that_is_no_patch_has_no_updates() {
    check(&files(&[]), "Hello!\n", "= wrong_patch_format\n");
}

#[test]
fn updates_do_not_depend_on_how_the_patch_is_cut() {
    let workspace = files(&[("x", TEXT), ("z", "old\n")]);
    let patch = "*** Begin Patch\n*** Update File: x\n@@\n b\n-c\n+C\n@@\n f\n-g\n*** Delete File: z\n*** Add File: n\n+n\n*** End Patch\n";
    let read = |size: usize| {
        let mut preview = Preview::new("call", &workspace, root());
        let pieces = patch.as_bytes().chunks(size);
        let mut updates: Vec<_> = pieces.flat_map(|piece| preview.push(piece)).collect();
        updates.extend(preview.finish().updates);
        updates
    };
    let whole = read(patch.len());
    for size in 1..20 {
        assert_eq!(read(size), whole, "pieces of {size}");
    }
    // A client that takes them over has every file and every diff.
    let mut call = ToolCallUpdate::new("call");
    for update in whole {
        match update {
            SessionUpdate::ToolCallUpdate(update) => call.apply_update(*update).unwrap(),
            SessionUpdate::ToolCallContentChunk(chunk) => call.apply_chunk(*chunk).unwrap(),
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(call.locations.value().unwrap().len(), 3);
    assert_eq!(call.content.value().unwrap().len(), 4);
}

/// A workspace that counts how often a file is read.
struct Counted {
    files: MemoryWorkspace,
    reads: Cell<usize>,
}

impl Workspace for Counted {
    fn resolve(&self, path: &BStr) -> Result<WorkspacePath, WorkspaceError> {
        self.files.resolve(path)
    }

    fn entry(&self, path: &WorkspacePath) -> Result<Option<Entry>, WorkspaceError> {
        self.files.entry(path)
    }

    fn follow(&self, path: &WorkspacePath) -> Result<WorkspacePath, WorkspaceError> {
        self.files.follow(path)
    }

    fn read_link(&self, path: &WorkspacePath) -> Result<BString, WorkspaceError> {
        self.files.read_link(path)
    }

    fn read(&self, path: &WorkspacePath, limit: u64) -> Result<Vec<u8>, WorkspaceError> {
        self.reads.set(self.reads.get() + 1);
        self.files.read(path, limit)
    }

    fn commit(&mut self, changes: &[Change], durability: Durability) -> Result<(), WorkspaceError> {
        self.files.commit(changes, durability)
    }
}

#[test]
fn a_file_of_many_hunks_is_read_seldom_and_all_of_them_are_shown() {
    let mut text = String::new();
    let mut patch = String::from("--- a/x\n+++ b/x\n");
    for hunk in 0..1_000 {
        writeln!(text, "before {hunk}\nold {hunk}").unwrap();
        let line = 2 * hunk + 1;
        writeln!(patch, "@@ -{line},2 +{line},2 @@\n before {hunk}\n-old {hunk}\n+new {hunk}")
            .unwrap();
    }
    let workspace = Counted { files: files(&[("x", &text)]), reads: Cell::new(0) };
    let found = told(&workspace, &patch);
    assert_eq!(found.matches("    @@ ").count(), 1_000);
    assert_eq!(found.matches("    +new ").count(), 1_000);
    assert!(workspace.reads.get() < 60, "{} reads", workspace.reads.get());
}
