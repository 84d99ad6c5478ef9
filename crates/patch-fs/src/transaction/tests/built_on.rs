//! Work in a tree in which another commit was interrupted: no patch builds on half of a commit.

#![expect(clippy::disallowed_methods, reason = "tests look at the disk past the workspace")]

use patch_apply::{ApplyOptions, Durability, Refusal, apply, plan};

use super::super::faults::{self, Threads};
use super::super::tree::fill;
use super::scenarios::scratch;
use crate::DirWorkspace;

const OLD: &[(&str, &str)] = &[("f", "a\nb\nc\n"), ("sub/g", "g\n"), ("sub/h", "h\n")];
const NEW: &[(&str, &str)] = &[("f", "a\nB\nc\n"), ("sub/g", "G\n"), ("sub/h", "H\n")];
const PATCH: &str = "--- a/f\n+++ b/f\n@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n\
                     --- a/sub/g\n+++ b/sub/g\n@@ -1 +1 @@\n-g\n+G\n\
                     --- a/sub/h\n+++ b/sub/h\n@@ -1 +1 @@\n-h\n+H\n";

/// A tree in which a commit of the patch is killed at this step, the workspace that was opened
/// before, and whether the kill happened at all.
fn interrupted(step: usize) -> (tempfile::TempDir, DirWorkspace, bool) {
    let dir = scratch();
    fill(dir.path(), OLD);
    let (session, mut killed) =
        (DirWorkspace::open(dir.path()).unwrap(), DirWorkspace::open(dir.path()).unwrap());
    faults::fail_from(step);
    let patch = patch_parse::parse(PATCH.as_bytes()).unwrap();
    let _ = apply(&patch, &mut killed, &options());
    let struck = faults::struck();
    faults::disarm();
    (dir, session, struck)
}

fn options() -> ApplyOptions {
    let mut options = ApplyOptions::default();
    options.durability = Durability::None;
    options
}

#[track_caller]
fn assert_holds(dir: &tempfile::TempDir, files: &[(&str, &str)], story: &str) {
    for (name, text) in files {
        let found = std::fs::read_to_string(dir.path().join(name)).unwrap();
        assert_eq!(found, *text, "{name}: {story}");
    }
}

/// A session that was opened before continues. With the same patch, which half of the tree already
/// seems to have, the tree ends up new; with another patch it ends up old, and the answer reports
/// it.
#[test]
fn a_session_builds_on_no_half_of_a_commit() {
    let patch = patch_parse::parse(PATCH.as_bytes()).unwrap();
    let other = patch_parse::parse(b"--- /dev/null\n+++ b/n\n@@ -0,0 +1 @@\n+n\n").unwrap();
    let (mut told, mut done) = (0, 0);
    for threads in [Threads::ForMany, Threads::ForTwo] {
        faults::set_threads(threads);
        for step in 0.. {
            let story = format!("{threads:?}, killed at step {step}");
            let (dir, mut session, struck) = interrupted(step);
            match apply(&patch, &mut session, &options()) {
                Ok(_) => {}
                // The commit was complete.
                Err(refusal) => assert!(refusal.already_applied, "{story}"),
            }
            assert_holds(&dir, NEW, &story);

            let (dir, mut session, _) = interrupted(step);
            let seen = std::fs::read_to_string(dir.path().join("f")).unwrap();
            let receipt = apply(&other, &mut session, &options()).expect(&story);
            let says = receipt.diagnostics.iter().any(|it| it.code == "took_back_interrupted");
            let now = std::fs::read_to_string(dir.path().join("f")).unwrap();
            assert!(says || seen == now, "{story}");
            assert_holds(&dir, if now == OLD[0].1 { OLD } else { NEW }, &story);
            (told, done) = (told + usize::from(says), done + usize::from(now == NEW[0].1));
            if !struck {
                break;
            }
        }
    }
    assert!(told > 4 && done > 4, "{told} told, {done} done");
}

/// A plan made from half a commit, which any reader may see, takes no effect once that commit is
/// taken back.
#[test]
fn a_plan_of_half_a_commit_takes_no_effect() {
    let patch = patch_parse::parse(PATCH.as_bytes()).unwrap();
    let mut stale = 0;
    for step in 0.. {
        let story = format!("killed at step {step}");
        let (dir, mut session, struck) = interrupted(step);
        let planned = plan(&patch, &session, &options());
        let is_mixed = planned.as_ref().is_ok_and(|plan| plan.receipt().files.len() < 3);
        let result = planned.and_then(|plan| plan.commit(&mut session));
        match result.as_ref().map_err(Refusal::code) {
            Ok(_) => assert_holds(&dir, NEW, &story),
            Err(code) => {
                session.recover().unwrap();
                let is_old = std::fs::read_to_string(dir.path().join("f")).unwrap() == OLD[0].1;
                assert_holds(&dir, if is_old { OLD } else { NEW }, &story);
                assert!(!is_mixed || code.as_str() == "stale_file", "{story}: {code}");
                stale += usize::from(is_mixed);
            }
        }
        if !struck {
            break;
        }
    }
    assert!(stale > 1, "no plan was made of half a commit");
}
