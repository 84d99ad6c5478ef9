//! Standard input and output as pipes: `-`, a reader that goes away, a caller that waits.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Output, Stdio};

use snapbox::str;

use crate::support::{PROGRAM, Sandbox, stderr};

const FILES: &[(&str, &str)] = &[("a.txt", "a\n")];
const PATCH: &str = "--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-a\n+b\n";

/// The program, all its streams in the hands of the test.
fn spawn(sandbox: &Sandbox, args: &[&str]) -> Child {
    Command::new(PROGRAM)
        .args(args)
        .current_dir(sandbox.path("."))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Closes standard output before the program gets to say anything.
fn without_reader(sandbox: &Sandbox, args: &[&str], input: &[u8]) -> Output {
    let mut child = spawn(sandbox, args);
    drop(child.stdout.take());
    // The program may have gone, too.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

#[test]
fn a_patch_from_standard_input_does_what_it_does_from_a_file() {
    for args in [&["-"][..], &[]] {
        let sandbox = Sandbox::with_patch(FILES, PATCH);
        let command = sandbox.command(&[&["apply", "--root", "tree"], args].concat());
        command.stdin(PATCH).assert().success().stdout_eq("M a.txt (+1 -1)\n").stderr_eq(str![]);
        assert_eq!(sandbox.text("tree/a.txt"), "b\n");
    }
}

#[test]
fn a_refusal_names_standard_input() {
    let sandbox = Sandbox::new(&[]);
    let command = sandbox.command(&["apply", "--root", "tree"]);
    command.stdin(PATCH).assert().code(1).stdout_eq(str![]).stderr_eq(str![[r#"
error[file_not_found]: a.txt: the file does not exist
 --> <stdin>:1
  |
1 | --- a/a.txt
  | ^^^^^^^^^^^
  |
  = hint: Check the path; to create a file use `--- /dev/null`.

error: refused with 1 problem; nothing was changed

"#]]);
}

#[test]
fn a_reader_who_goes_away_changes_nothing_of_what_is_done() {
    let sandbox = Sandbox::new(FILES);
    let output = without_reader(&sandbox, &["apply", "--root", "tree"], PATCH.as_bytes());
    assert_eq!((output.status.code(), stderr(&output)), (Some(0), ""));
    assert_eq!(sandbox.text("tree/a.txt"), "b\n");
}

#[test]
fn a_reader_who_goes_away_in_the_middle_of_a_diff() {
    let sandbox = Sandbox::new(&[]);
    sandbox.write("old.txt", "");
    // More than a pipe holds.
    sandbox.write("new.txt", "line\n".repeat(100_000));
    let mut child = spawn(&sandbox, &["diff", "old.txt", "new.txt"]);
    let mut line = String::new();
    let mut reader = BufReader::new(child.stdout.take().unwrap());
    reader.read_line(&mut line).unwrap();
    drop(reader);
    let output = child.wait_with_output().unwrap();
    assert_eq!(line, "diff --git a/old.txt b/old.txt\n");
    assert_eq!((output.status.code(), stderr(&output)), (Some(1), ""));
}

#[test]
fn a_reader_who_goes_away_ends_a_batch_quietly() {
    let sandbox = Sandbox::new(&[]);
    // More answers than a pipe holds: another test may be starting a program at this moment, which
    // keeps the pipe open for as long.
    for args in [&["batch"][..], &["batch", "--jobs", "2"]] {
        let output = without_reader(&sandbox, args, &b"{\"id\":1}\n".repeat(10_000));
        assert_eq!((output.status.code(), stderr(&output)), (Some(2), ""), "{args:?}");
    }
}

#[test]
fn a_batch_answers_before_the_next_request_comes() {
    for args in [&["batch"][..], &["batch", "--jobs", "3"]] {
        answers_at_once(args);
    }
}

#[track_caller]
fn answers_at_once(args: &[&str]) {
    let sandbox = Sandbox::new(&[]);
    let mut child = spawn(&sandbox, args);
    let mut requests = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap());
    for id in 1..=3 {
        writeln!(requests, r#"{{"id":{id},"files":{{}},"patch":""}}"#).unwrap();
        requests.flush().unwrap();
        let mut answer = String::new();
        answers.read_line(&mut answer).unwrap();
        assert!(answer.starts_with(&format!(r#"{{"id":{id},"ok":false"#)), "{answer}");
    }
    drop(requests);
    assert!(child.wait().unwrap().success());
}

/// Linux has a device that is always full.
#[cfg(target_os = "linux")]
#[test]
fn output_that_cannot_be_written_is_trouble() {
    let sandbox = Sandbox::with_patch(FILES, PATCH);
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    for args in [&["parse", "fix.patch"][..], &["parse", "--json", "fix.patch"]] {
        let mut command = Command::new(PROGRAM);
        command.args(args).current_dir(sandbox.path(".")).stdout(full.try_clone().unwrap());
        let output = command.output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert_eq!(
            stderr(&output),
            "error: cannot write to standard output: No space left on device (os error 28)\n"
        );
    }
}

/// Whoever gets no receipt must not apply the patch once more.
#[cfg(target_os = "linux")]
#[test]
fn a_patch_that_was_applied_is_told_where_its_receipt_cannot_be_written() {
    for (args, effect) in [
        (&["apply", "--root", "tree"][..], "; the patch was applied"),
        (&["apply", "--root", "tree", "--json"], "; the patch was applied"),
        (&["call", "ApplyPatch", "--root", "tree"], "; the patch was applied"),
        (&["apply", "--root", "tree", "--check"], ""),
    ] {
        let sandbox = Sandbox::with_patch(FILES, PATCH);
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let mut command = Command::new(PROGRAM);
        command.args(args).current_dir(sandbox.path(".")).stdout(full).stderr(Stdio::piped());
        let mut child = command.stdin(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(PATCH.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        let said = format!(
            "error: cannot write to standard output: No space left on device (os error 28){effect}\n"
        );
        assert_eq!(stderr(&output), said, "{args:?}");
        assert_eq!(sandbox.text("tree/a.txt"), if effect.is_empty() { "a\n" } else { "b\n" });
    }
}
