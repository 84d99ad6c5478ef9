//! Input that is not a patch, or a monstrous one: an answer, no panic, and an unchanged tree.

use crate::support::{Sandbox, Tree, json, stderr, stdout};

const FILES: &[(&str, &str)] = &[("a.txt", "1\n2\n3\n"), ("dir/b.txt", "b\n")];

/// A sandbox whose patch is `bytes`, and what it looks like.
fn sandbox(bytes: &[u8]) -> (Sandbox, Tree) {
    let sandbox = Sandbox::new(FILES);
    sandbox.write("bad.patch", bytes);
    let before = sandbox.tree();
    (sandbox, before)
}

/// Applies `bytes` from a file and from standard input, with and without `--json`, and lets `parse`
/// look at them: `code` each time, but for `parse` where the text itself is sound.
#[track_caller]
fn check(name: &str, bytes: &[u8], code: &str) {
    let (sandbox, before) = sandbox(bytes);
    for contract in ["agent", "git"] {
        let from_file = sandbox.apply(&["--contract", contract, "bad.patch"]).code(1);
        let text = stderr(from_file.get_output());
        assert!(text.starts_with(&format!("error[{code}]: ")), "{name}: {text}");
        assert!(text.len() < 4_000, "{name}: {} bytes of text", text.len());
        assert!(!text.bytes().any(|byte| byte.is_ascii_control() && !b"\n\t".contains(&byte)));
        assert_eq!(sandbox.tree(), before, "{name}");
    }
    let args = ["apply", "--json", "--root", "tree"];
    let from_stdin = sandbox.command(&args).stdin(bytes.to_vec()).assert().code(1).stderr_eq("");
    assert_eq!(json(from_stdin.get_output())["error"]["code"], code, "{name}");
    assert_eq!(sandbox.tree(), before, "{name}");
    let parsed = sandbox.command(&["parse", "bad.patch"]).output().unwrap();
    assert!(matches!(parsed.status.code(), Some(0 | 1)), "{name}: {:?}", parsed.status);
    assert_eq!(sandbox.tree(), before, "{name}");
}

/// Bytes without any order, the same each time.
fn noise(len: usize) -> Vec<u8> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state.to_le_bytes()[3]
    };
    (0..len).map(|_| next()).collect()
}

#[test]
fn no_patch_at_all() {
    check("empty", b"", "empty_patch");
    check("blank", b"\n \n\t\n\r\n", "empty_patch");
    check("a line", b"hello\n", "wrong_patch_format");
    check("noise", &noise(100_000), "wrong_patch_format");
    check("NUL bytes", &[0; 5_000], "wrong_patch_format");
    check("not UTF-8", b"\xff\xfe\x80caf\xe9\n", "wrong_patch_format");
    check("one endless line", "x".repeat(1_000_000).as_bytes(), "wrong_patch_format");
}

const PATCH: &str = "--- a/a.txt\n+++ b/a.txt\n@@ -1,3 +1,3 @@\n 1\n-2\n+two\n 3\n";

#[test]
fn noise_around_and_inside_a_patch() {
    let noisy = [PATCH.as_bytes(), &noise(10_000)].concat();
    let (sandbox, before) = sandbox(&noisy);
    let output = sandbox.command(&["apply", "--root", "tree", "bad.patch"]).output().unwrap();
    match output.status.code() {
        Some(0) => assert_eq!(sandbox.text("tree/a.txt"), "1\ntwo\n3\n"),
        Some(1) => assert_eq!(sandbox.tree(), before),
        status => panic!("{status:?}: {}", stderr(&output)),
    }
    check(
        "noise in a hunk",
        &[&b"--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,2 @@\n 1\n-"[..], b"\x00\x1b\xff\n+x\n"].concat(),
        "context_not_found",
    );
    check("NUL in a name", b"--- a/a\0b\n+++ b/a\0b\n@@ -1 +1 @@\n-1\n+2\n", "path_escape");
    check(
        "a name that is not UTF-8",
        b"--- a/\xff\n+++ b/\xff\n@@ -1 +1 @@\n-1\n+2\n",
        "file_not_found",
    );
}

#[test]
fn numbers_beyond_all_measure() {
    for number in ["18446744073709551615", "18446744073709551616", &"9".repeat(400)] {
        let (sandbox, before) = sandbox(b"");
        for header in [
            format!("@@ -{number},1 +1,1 @@"),
            format!("@@ -1,{number} +1,{number} @@"),
            format!("@@ -{number} +{number} @@"),
        ] {
            sandbox.write("bad.patch", format!("--- a/a.txt\n+++ b/a.txt\n{header}\n-9\n+two\n"));
            let with_patch = sandbox.tree();
            let output =
                sandbox.command(&["apply", "--root", "tree", "bad.patch"]).output().unwrap();
            assert_eq!(output.status.code(), Some(1), "{header}: {}", stderr(&output));
            assert_eq!(sandbox.tree(), with_patch, "{header}");
        }
        assert_eq!(sandbox.tree().files(), before.files());
    }
}

/// Cut anywhere, a patch is refused, or applied as far as it goes and never in silence: what breaks
/// off at the end of a line cannot be told from a header that counts too many lines, and is noted.
#[test]
fn a_patch_that_breaks_off() {
    let envelope = "*** Begin Patch\n*** Update File: a.txt\n@@\n 1\n-2\n+two\n 3\n*** Add File: c\n+c\n*** End Patch\n";
    for whole in [PATCH, envelope] {
        for end in 0..whole.len() {
            let (sandbox, before) = sandbox(&whole.as_bytes()[..end]);
            let output =
                sandbox.command(&["apply", "--root", "tree", "bad.patch"]).output().unwrap();
            let is_noted = stdout(&output).contains("\nnote: bad.patch:");
            // The last line may lack its ending.
            let is_whole = end + 1 >= whole.len();
            match output.status.code() {
                Some(0) => assert!(is_noted || is_whole, "{end}: {}", stdout(&output)),
                Some(1) => assert_eq!(sandbox.tree(), before, "{end}: {}", stderr(&output)),
                status => panic!("{end}: {status:?}: {}", stderr(&output)),
            }
        }
    }
}

/// Larger than any patch may be. The file has no blocks on disk, so that the test is quick.
#[test]
fn a_patch_of_100_megabytes() {
    let sandbox = Sandbox::new(FILES);
    let path = sandbox.path("huge.patch");
    let file = std::fs::OpenOptions::new().create_new(true).write(true).open(path).unwrap();
    file.set_len(100 << 20).unwrap();
    for args in [&["apply", "--root", "tree", "huge.patch"][..], &["parse", "huge.patch"]] {
        let output = sandbox.command(args).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
        assert!(stderr(&output).starts_with("error[limit_exceeded]: "), "{}", stderr(&output));
    }
    assert_eq!(sandbox.tree().files(), ["a.txt", "dir/b.txt"]);
    assert_eq!(sandbox.text("tree/a.txt"), FILES[0].1);
}

#[test]
fn a_large_patch_is_applied() {
    let old: String = (0..20_000).map(|n| format!("line {n}\n")).collect();
    let new: String =
        (0..20_000).map(|n| format!("line {n}{}\n", if n % 10 == 5 { "!" } else { "" })).collect();
    let sandbox = Sandbox::new(&[("big.txt", &old)]);
    sandbox.write("new.txt", &new);
    let patch = sandbox.command(&["diff", "tree/big.txt", "new.txt"]).output().unwrap().stdout;
    let apply = sandbox.command(&["apply", "-p", "2", "--root", "tree"]).stdin(patch);
    apply.assert().success().stdout_eq("M big.txt (+2000 -2000)\n");
    assert_eq!(sandbox.text("tree/big.txt"), new);
}

/// More lines than a section can hold, all of them alike: the work must not grow with their
/// product.
#[test]
fn a_repetitive_patch_is_refused_in_time() {
    let file = "x\n".repeat(20_000);
    let patch = format!("--- a/a.txt\n+++ b/a.txt\n@@ @@\n{}-y\n", " x\n".repeat(10_000));
    let sandbox = Sandbox::with_patch(&[("a.txt", &file)], &patch);
    let before = sandbox.tree();
    let output = sandbox.apply(&["fix.patch"]).code(1);
    assert!(stderr(output.get_output()).starts_with("error[context_not_found]: a.txt: "));
    assert_eq!(sandbox.tree(), before);
}
