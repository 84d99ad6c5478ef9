//! Many programs at work on one tree.

#![expect(clippy::disallowed_methods, reason = "a test makes its own files")]

use std::fmt::Write as _;
use std::fs;
use std::process::{Command, Stdio};

use crate::support::{PROGRAM, Sandbox};

const PROCESSES: usize = 8;

/// Eight processes apply patch after patch to the same few files; no change is lost.
/// `ACP_PATCH_PATCHES` asks for more patches each than the 12 of a usual run.
#[test]
fn no_update_is_lost() {
    let patches = std::env::var("ACP_PATCH_PATCHES").ok().and_then(|count| count.parse().ok());
    let patches: usize = patches.unwrap_or(12);
    let sandbox = Sandbox::new(&[]);
    let files = 3;
    for file in 0..files {
        sandbox.write(&format!("tree/f{file}"), lines(patches, file, "old"));
    }
    std::thread::scope(|scope| {
        for process in 0..PROCESSES {
            let sandbox = &sandbox;
            scope.spawn(move || work(sandbox, process, patches, files));
        }
    });
    for file in 0..files {
        assert!(sandbox.text(&format!("tree/f{file}")) == lines(patches, file, "new"), "f{file}");
    }
    let mut names: Vec<_> = fs::read_dir(sandbox.path("tree")).unwrap().collect();
    assert_eq!(names.drain(..).count(), files, "nothing else is left");
    println!("{PROCESSES} processes, {patches} patches each, none lost");
}

/// One line of every file for each patch of each process.
fn lines(patches: usize, file: usize, word: &str) -> String {
    let mut text = String::new();
    for line in 0..PROCESSES * patches {
        let _ = writeln!(text, "{word} {file} {line}\nbetween {line}");
    }
    text
}

fn work(sandbox: &Sandbox, process: usize, patches: usize, files: usize) {
    for patch in 0..patches {
        // Every process is everywhere in the file: neighbours belong to others.
        let line = patch * PROCESSES + process;
        let mut text = String::new();
        for file in 0..files {
            let at = 2 * line + 1;
            let _ = write!(
                text,
                "--- a/f{file}\n+++ b/f{file}\n@@ -{at},2 +{at},2 @@\n\
                 -old {file} {line}\n+new {file} {line}\n between {line}\n"
            );
        }
        let name = format!("p{process}.patch");
        fs::write(sandbox.path(&name), text).unwrap();
        let run = Command::new(PROGRAM)
            .args(["apply", &name, "--root", "tree"])
            .current_dir(sandbox.path(""))
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&run.stderr);
        assert!(run.status.success(), "process {process}, patch {patch}: {said}");
    }
}
