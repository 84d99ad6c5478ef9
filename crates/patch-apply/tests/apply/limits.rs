//! Files of exactly the limit pass, and with one byte more are refused.

use patch_apply::{ApplyOptions, MemoryWorkspace, apply};

/// The code of the refusal, or that it applied, of a patch under a limit on the bytes of a file.
fn outcome(patch: &str, file: Option<&str>, limit: usize) -> &'static str {
    let files = file.map(|text| ("f", text));
    let mut workspace = MemoryWorkspace::from_files(files).expect("the path is plain");
    let patch = patch_parse::parse(patch.as_bytes()).expect("it is a patch");
    let mut options = ApplyOptions::default();
    options.limits.file_bytes = limit as u64;
    match apply(&patch, &mut workspace, &options) {
        Ok(_) => "applied",
        Err(refusal) => {
            let now = workspace.contents("f").map(<[u8]>::to_vec);
            assert_eq!(now, file.map(|text| text.as_bytes().to_vec()), "nothing is touched");
            refusal.code().as_str()
        }
    }
}

/// The patch needs `bytes` and not one less.
#[track_caller]
fn needs(bytes: usize, patch: &str, file: Option<&str>) {
    assert_eq!(outcome(patch, file, bytes), "applied", "{patch}");
    assert_eq!(outcome(patch, file, bytes + 1), "applied", "{patch}");
    assert_eq!(outcome(patch, file, bytes - 1), "limit_exceeded", "{patch}");
}

#[test]
fn a_file_may_be_as_large_as_the_limit_before_and_after() {
    let grow = "--- a/f\n+++ b/f\n@@ -1 +1,2 @@\n one\n+two\n";
    needs(8, grow, Some("one\n"));
    let shrink = "--- a/f\n+++ b/f\n@@ -1,2 +1 @@\n one\n-two\n";
    needs(8, shrink, Some("one\ntwo\n"));
    needs(4, "--- /dev/null\n+++ b/f\n@@ -0,0 +1 @@\n+one\n", None);
    needs(4, "--- a/f\n+++ /dev/null\n@@ -1 +0,0 @@\n-one\n", Some("one\n"));
    let envelope = "*** Begin Patch\n*** Update File: f\n@@\n one\n+two\n*** End Patch\n";
    needs(8, envelope, Some("one\n"));
}

#[test]
fn the_default_fits_what_an_agent_edits() {
    assert_eq!(ApplyOptions::default().limits.file_bytes, 256 << 20);
}
