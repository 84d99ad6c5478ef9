//! Colour where it is wanted, and plain text everywhere else.

use std::process::Output;

use crate::support::{Sandbox, assert_text, stderr, stdout};

const FILES: &[(&str, &str)] = &[("a.txt", "zero\none\ntwo\n")];
const GOOD: &str = "--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,2 @@\n one\n-two\n+TWO\n";
const BAD: &str = "--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,2 @@\n one\n-three\n+TWO\n";

fn run(patch: &str, variables: &[(&str, &str)]) -> Output {
    let sandbox = Sandbox::with_patch(FILES, patch);
    let command = sandbox.command(&["apply", "--root", "tree", "fix.patch"]);
    command.envs(variables.iter().copied()).output().unwrap()
}

/// Escapes as a person can read them.
fn shown(text: &str) -> String {
    text.replace('\x1b', "^")
}

#[test]
fn a_receipt_in_colour() {
    let output = run(GOOD, &[("CLICOLOR_FORCE", "1")]);
    assert_text(
        shown(stdout(&output)),
        snapbox::str![[r#"
M a.txt (^[32m+1^[0m ^[31m-1^[0m)
    hunk 1 at line 2, offset +1

"#]],
    );
}

#[test]
fn a_refusal_in_colour() {
    let output = run(BAD, &[("CLICOLOR_FORCE", "1")]);
    assert_text(
        shown(stderr(&output)),
        snapbox::str![[r#"
^[1m^[31merror[context_not_found]^[0m^[1m: a.txt: hunk 1: 1 line found at line 2 of the file, then line 3 differs^[0m
 ^[1m^[34m-->^[0m fix.patch:5
  ^[1m^[34m|^[0m
^[1m^[34m3 |^[0m @@ -1,2 +1,2 @@
^[1m^[34m4 |^[0m  one
^[1m^[34m5 |^[0m -three
  ^[1m^[34m|^[0m ^[1m^[31m^^^^^^^[0m
^[1m^[34m6 |^[0m +TWO
  ^[1m^[34m|^[0m
  ^[1m^[34m=^[0m expected: `three`
  ^[1m^[34m=^[0m found:    `two` (a.txt:3)
  ^[1m^[34m=^[0m nearest: a.txt:2-3, 1 of 2 lines agree, 59 % alike
  ^[1m^[34m|^[0m
^[1m^[34m1 |^[0m zero
^[1m^[34m2 |^[0m one
^[1m^[34m3 |^[0m two
  ^[1m^[34m|^[0m  ^[1m^[31m^^[0m
  ^[1m^[34m|^[0m
  ^[1m^[34m=^[0m hint: Read the file again and copy the context and removed lines from it as they are now.

^[1m^[31merror^[0m: refused with 1 problem; nothing was changed

"#]],
    );
}

/// A pipe gets no colour, and neither does a terminal whose user wants none.
#[test]
fn plain_is_the_same_text_without_the_escapes() {
    for patch in [GOOD, BAD] {
        let plain = run(patch, &[]);
        assert!(!plain.stdout.contains(&b'\x1b') && !plain.stderr.contains(&b'\x1b'));
        assert_eq!(run(patch, &[("NO_COLOR", "1")]), plain);
        let coloured = run(patch, &[("CLICOLOR_FORCE", "1")]);
        assert_ne!(coloured, plain);
        assert_eq!(without_escapes(stdout(&coloured)), stdout(&plain));
        assert_eq!(without_escapes(stderr(&coloured)), stderr(&plain));
    }
}

#[test]
fn json_and_patches_are_never_coloured() {
    let sandbox = Sandbox::with_patch(FILES, GOOD);
    sandbox.write("other.txt", "other\n");
    let commands: [&[&str]; 4] = [
        &["apply", "--check", "--json", "--root", "tree", "fix.patch"],
        &["parse", "--json", "fix.patch"],
        &["diff", "tree/a.txt", "other.txt"],
        &["diff", "--format", "acp", "tree/a.txt", "other.txt"],
    ];
    for args in commands {
        let output = sandbox.command(args).env("CLICOLOR_FORCE", "1").output().unwrap();
        assert!(!output.stdout.is_empty(), "{args:?}");
        assert!(!output.stdout.contains(&b'\x1b'), "{args:?}");
    }
}

/// The choice is about the patch. Notes go to a terminal or into a log, whatever becomes of the patch.
#[test]
fn a_choice_of_colour_is_for_standard_output_alone() {
    let sandbox = Sandbox::new(&[]);
    sandbox.write("old.bin", b"\0a");
    sandbox.write("new.bin", b"\0b");
    let told = |args: &[&str], variables: &[(&str, &str)]| {
        let args = [&["diff", "old.bin", "new.bin"], args].concat();
        let output = sandbox.command(&args).envs(variables.iter().copied()).output().unwrap();
        shown(stderr(&output))
    };
    let plain = told(&["--format", "acp", "--color", "always"], &[]);
    assert!(plain.starts_with("note: old.bin: the contents are not text"), "{plain}");
    let coloured = told(&["--format", "acp", "--color", "never"], &[("CLICOLOR_FORCE", "1")]);
    assert_eq!(without_escapes(&coloured.replace('^', "\x1b")), plain);
    assert_ne!(coloured, plain);
    assert!(told(&["--color", "always"], &[]).starts_with("error: old.bin"));
}

/// The text without `ESC [ … m`.
fn without_escapes(text: &str) -> String {
    let mut pieces = text.split("\x1b[");
    let first = pieces.next().unwrap_or_default().to_owned();
    first
        + &pieces
            .filter_map(|piece| piece.split_once('m'))
            .map(|(_, text)| text)
            .collect::<String>()
}
