//! The example of a host: unsaved buffers over a directory. It passes the suite, whatever files are
//! open.

#![expect(clippy::expect_used, clippy::panic, reason = "a test may stop at the first surprise")]

use bstr::BString;
use patch_apply::{ApplyOptions, Receipt, Refusal, Workspace, WorkspacePath, apply, plan};
use patch_fs::DirWorkspace;
use patch_testkit::conformance::{
    Ability, Host, OnDisk, PROTECTED, Thing, Things, fill, things_below,
};
use tempfile::TempDir;

#[path = "../../../patch-fs/examples/editor/workspace.rs"]
mod workspace;

use workspace::EditorWorkspace;

/// An editor, and which of its files are open.
struct Editor {
    opens: fn(usize) -> bool,
}

mod with_nothing_open {
    patch_testkit::conformance_tests!(super::Editor { opens: |_| false });
}

mod with_all_open {
    patch_testkit::conformance_tests!(super::Editor { opens: |_| true });
}

mod with_every_other_file_open {
    patch_testkit::conformance_tests!(super::Editor { opens: |nth| nth % 2 == 0 });
}

mod with_the_others_open {
    patch_testkit::conformance_tests!(super::Editor { opens: |nth| nth % 2 == 1 });
}

/// What is on the disk below an open file that holds something else.
const SAVED: &str = "saved long ago";

impl Editor {
    /// Puts the things on the disk, and what is open there into buffers, with other text in the
    /// files below them.
    fn fill(&self, editor: &mut EditorWorkspace, root: &TempDir, things: &Things) {
        let is_file = |thing: &Thing| matches!(thing, Thing::File { .. });
        let files = things.0.iter().filter(|(_, thing)| is_file(thing)).enumerate();
        let open: Vec<_> =
            files.filter(|(nth, _)| (self.opens)(*nth)).map(|(_, file)| file).collect();
        let mut saved = things.clone();
        for (path, thing) in &mut saved.0 {
            if let Thing::File { contents, .. } = thing
                && open.iter().any(|(opened, _)| *opened == path)
                && !things.0.values().any(|thing| *thing == Thing::HardLink(path.clone()))
            {
                *contents = SAVED.into();
            }
        }
        fill(root.path(), &saved);
        let disk = DirWorkspace::open(root.path()).and_then(|disk| disk.protect(PROTECTED));
        *editor = EditorWorkspace::new(disk.expect("a directory"));
        for (path, thing) in open {
            let Thing::File { contents, .. } = thing else { continue };
            let path = editor.open(&path.to_string()).expect("a file of ours");
            assert!(editor.edit(&path, |text| *text = contents.to_vec()), "it is open");
        }
    }
}

impl Host for Editor {
    type Workspace = EditorWorkspace;
    type Ground = TempDir;

    fn has(&self, ability: Ability) -> bool {
        OnDisk::holds(ability)
    }

    fn open(&self, things: &Things) -> (EditorWorkspace, TempDir) {
        let (disk, root) = OnDisk.open(&Things::default());
        let mut editor = EditorWorkspace::new(disk);
        self.fill(&mut editor, &root, things);
        (editor, root)
    }

    fn things(&self, editor: &EditorWorkspace, root: &TempDir) -> Things {
        let mut things = things_below(root.path());
        for (path, buffer) in editor.buffers() {
            match things.0.get_mut(path.as_bstr()) {
                Some(Thing::File { contents, .. }) => *contents = buffer.text.clone().into(),
                other => panic!("below the open {path} is {other:?}"),
            }
        }
        things
    }

    fn change_to(&self, editor: &mut EditorWorkspace, root: &mut TempDir, things: &Things) {
        self.fill(editor, root, things);
    }

    fn root_name(&self, root: &TempDir) -> Option<BString> {
        OnDisk.root_name(root)
    }

    fn other_committer(&self, root: &TempDir) -> Option<Box<dyn Workspace + Send>> {
        OnDisk.other_committer(root)
    }
}

/// Text of files, links as in `-> target`; then an editor with these open.
fn editor(files: &[(&str, &str)], open: &[&str]) -> (EditorWorkspace, TempDir) {
    let thing = |(path, text): &(&str, &str)| {
        let thing = match text.strip_prefix("-> ") {
            Some(target) => Thing::Symlink(target.into()),
            None => Thing::File { contents: (*text).into(), executable: false },
        };
        (BString::from(*path), thing)
    };
    let (disk, root) = OnDisk.open(&files.iter().map(thing).collect());
    let mut editor = EditorWorkspace::new(disk);
    for path in open {
        editor.open(path).expect("a file of ours");
    }
    (editor, root)
}

fn run(editor: &mut EditorWorkspace, patch: &str) -> Result<Receipt, Box<Refusal>> {
    let patch = patch_parse::parse(patch.as_bytes()).expect("it is a patch");
    apply(&patch, editor, &ApplyOptions::default()).map_err(Box::new)
}

fn path(path: &str) -> WorkspacePath {
    WorkspacePath::new(0, path).expect("a path inside")
}

/// What the disk holds, buffers aside.
#[track_caller]
fn on_disk(root: &TempDir, path: &str, text: Option<&str>) {
    let thing = text.map(|text| Thing::File { contents: text.into(), executable: false });
    assert_eq!(things_below(root.path()).get(path), thing.as_ref(), "{path} on the disk");
}

#[track_caller]
fn in_buffer(editor: &EditorWorkspace, name: &str, text: &str) {
    let buffer = editor.buffers().get(&path(name)).expect("it is open");
    assert_eq!(BString::from(buffer.text.clone()), text, "{name} in the editor");
}

const EDIT: &str = "--- a/f\n+++ b/f\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n";

#[test]
fn a_patch_changes_the_text_that_the_person_sees_and_saves_nothing() {
    let (mut editor, root) = editor(&[("f", "one\ntwo\nthree\n"), ("g", "g\n")], &["f"]);
    editor.edit(&path("f"), |text| text.extend_from_slice(b"typed\n"));
    run(&mut editor, EDIT).expect("it fits");
    in_buffer(&editor, "f", "one\n2\nthree\ntyped\n");
    on_disk(&root, "f", Some("one\ntwo\nthree\n"));
    editor.save(&path("f")).expect("nobody else wrote there");
    on_disk(&root, "f", Some("one\n2\nthree\ntyped\n"));
    assert!(!editor.buffers()[&path("f")].is_modified());
}

#[test]
fn what_the_person_types_meanwhile_is_not_lost() {
    let (mut editor, _root) = editor(&[("f", "one\ntwo\nthree\n")], &["f"]);
    let patch = patch_parse::parse(EDIT.as_bytes()).expect("it is a patch");
    let plan = plan(&patch, &editor, &ApplyOptions::default()).expect("it fits");
    editor.edit(&path("f"), |text| text.insert(0, b'x'));
    let refusal = plan.commit(&mut editor).expect_err("it is stale");
    assert_eq!(refusal.code().as_str(), "stale_file");
    in_buffer(&editor, "f", "xone\ntwo\nthree\n");
}

#[test]
fn a_directory_that_refuses_leaves_the_buffers_alone() {
    let (mut editor, root) = editor(&[("f", "one\ntwo\nthree\n"), ("g", "g\n")], &["f", "g"]);
    // Somebody else writes to the file below an open one that the patch deletes.
    let mut things = things_below(root.path());
    things.0.insert("g".into(), Thing::File { contents: "theirs\n".into(), executable: false });
    fill(root.path(), &things);
    let delete =
        "diff --git a/g b/g\ndeleted file mode 100644\n--- a/g\n+++ /dev/null\n@@ -1 +0,0 @@\n-g\n";
    let refusal = run(&mut editor, &(EDIT.to_owned() + delete)).expect_err("the file is theirs");
    assert_eq!(refusal.code().as_str(), "stale_file");
    in_buffer(&editor, "f", "one\ntwo\nthree\n");
    in_buffer(&editor, "g", "g\n");
    on_disk(&root, "g", Some("theirs\n"));
    assert_eq!(
        editor.save(&path("g")).expect_err("the file is theirs").code.as_str(),
        "stale_file"
    );
}

#[test]
fn a_buffer_goes_along_with_its_file() {
    let (mut editor, root) = editor(&[("f", "kept\nold\n"), ("d/x", ""), ("l", "-> d")], &["f"]);
    editor.edit(&path("f"), |text| text.extend_from_slice(b"typed\n"));
    let rename = "diff --git a/f b/l/n/g\nsimilarity index 50%\nrename from f\nrename to l/n/g\n\
        --- a/f\n+++ b/l/n/g\n@@ -1,2 +1,2 @@\n kept\n-old\n+new\n";
    run(&mut editor, rename).expect("it fits");
    assert_eq!(editor.buffers().len(), 1);
    in_buffer(&editor, "d/n/g", "kept\nnew\ntyped\n");
    on_disk(&root, "d/n/g", Some("kept\nold\n"));
    on_disk(&root, "f", None);
    editor.save(&path("d/n/g")).expect("it is there");
    on_disk(&root, "d/n/g", Some("kept\nnew\ntyped\n"));
}

#[test]
fn a_buffer_closes_with_its_file() {
    let (mut editor, root) = editor(&[("f", "gone\n")], &["f"]);
    editor.edit(&path("f"), |text| *text = b"typed\n".to_vec());
    let delete = "--- a/f\n+++ /dev/null\n@@ -1 +0,0 @@\n-typed\n";
    run(&mut editor, delete).expect("it fits");
    assert!(editor.buffers().is_empty());
    on_disk(&root, "f", None);
}

#[test]
fn an_open_file_is_open_by_all_its_names() {
    let (mut editor, root) = editor(&[("d/f", "old\n"), ("dl", "-> d"), ("l", "-> d/f")], &["l"]);
    editor.edit(&path("d/f"), |text| *text = b"typed\n".to_vec());
    for name in ["d/f", "dl/f", "l"] {
        let name = editor.follow(&path(name)).expect("it leads somewhere");
        assert_eq!(editor.read(&name, 99).expect("it is open"), b"typed\n");
    }
    for name in ["dl/f", "l"] {
        let (from, to) = if name == "l" { ("new", "newer") } else { ("typed", "new") };
        let patch = format!("--- a/{name}\n+++ b/{name}\n@@ -1 +1 @@\n-{from}\n+{to}\n");
        run(&mut editor, &patch).expect("it fits");
        in_buffer(&editor, "d/f", &format!("{to}\n"));
    }
    on_disk(&root, "d/f", Some("old\n"));
}

#[test]
fn a_buffer_outlives_its_file_on_the_disk() {
    let (mut editor, root) = editor(&[("f", "one\ntwo\nthree\n"), ("g", "")], &["f"]);
    let mut things = things_below(root.path());
    things.0.remove(BString::from("f").as_slice());
    fill(root.path(), &things);
    run(&mut editor, EDIT).expect("it fits");
    in_buffer(&editor, "f", "one\n2\nthree\n");
    let delete = "--- a/f\n+++ /dev/null\n@@ -1,3 +0,0 @@\n-one\n-2\n-three\n";
    let refusal = run(&mut editor, delete).expect_err("the file is not what was opened");
    assert_eq!(refusal.code().as_str(), "stale_file");
    in_buffer(&editor, "f", "one\n2\nthree\n");
}
