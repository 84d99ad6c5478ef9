//! The oracle over the examples, over pieces put together at random, and over examples mutated
//! line by line and byte by byte.

use proptest::prelude::*;
use proptest::sample::select;

use crate::{oracle, seeds};

/// Patches that between them hold every construct.
pub(crate) const PATCHES: &[&str] = &[
    "diff --git a/x b/x\nold mode 100644\nnew mode 100755\nindex 1..2\n--- a/x\n+++ b/x\n@@ -1,3 +1,3 @@ f\n a\n-b\n+c\n d\n@@ -9,2 +9,3 @@\n e\n+f\n g\n",
    "--- /dev/null\n+++ b/x\n@@ -0,0 +1,2 @@\n+a\n+b\n--- a/y\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n\\ No newline at end of file\n",
    "diff --git a/o b/n\nsimilarity index 90%\nrename from o\nrename to n\nindex 1..2 100644\n--- a/o\n+++ b/n\n@@ -1 +1 @@\n-a\n+b\n\ndiff --git a/n b/c\ncopy from n\ncopy to c\n",
    "diff --git a/x b/x\nnew file mode 100644\nindex 0..1\nGIT binary patch\nliteral 5\nMcmZQzWMXDvWn}>X02BZL\n\nliteral 0\nHcmV?d00001\n\n",
    "From 0123456789abcdef0123456789abcdef01234567 Mon Sep 17 00:00:00 2001\nSubject: x\n\n---\n x | 2 +-\n\ndiff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n-- \n2.47.3\n\nFrom 0123456789abcdef0123456789abcdef01234567 Mon Sep 17 00:00:00 2001\n\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-b\n+c\n-- \n2.47.3\n\n",
    "Index: x\n=====\n--- x\t(revision 1)\n+++ x\t(working copy)\n@@ -1 +1 @@\n-a\r\n+b\r\n",
    "Fix:\n```diff\n--- a/x\n+++ b/x\n@@ @@\n a\n-b\n+c\n\n@@ class A\n@@ def f\n-d\n+e\n```\n- one\n",
    "Submodule lib 1234567..89abcde:\n  > x\nBinary files a/x and b/x differ\n--- a/x y\t2024-01-01 00:00:00 +0000\n+++ b/x y\t2024-01-01 00:00:00 +0000\n@@ -1 +1 @@\n-a\n+b\n",
    "apply_patch <<'EOF'\n*** Begin Patch\n*** Update File: x\n@@ f\n a\n-b\n+c\n*** End of File\n*** Add File: y\n+a\n+\n*** End Patch\nEOF\n",
    "*** Begin Patch\n*** Update File: o\n*** Move to: n\n@@ class A\n@@ -1,2 +1,2 @@ f\n-a\n+b\n*** End Patch\n*** Begin Patch\n*** Delete File: n\n*** End Patch\n",
];

/// Lines that mean something to some reader, in some place of a patch.
const LINES: &[&str] = &[
    "",
    " ",
    "+",
    "-",
    " a",
    "-a",
    "+b",
    "a",
    "--- a/x",
    "+++ b/x",
    "--- /dev/null",
    "+++ /dev/null",
    "--- a/y",
    "+++ b/y",
    "diff --git a/x b/x",
    "diff --git a/x b/y",
    "diff -u x y",
    "@@",
    "@@ @@",
    "@@ ... @@",
    "@@ f",
    "@@ f @@ @@",
    "@@ ... @@ f",
    "@@ -1 +1 @@",
    "@@ -1,2 +1,2 @@ f",
    "@@ -0,0 +1 @@",
    "@@ -1 +0,0 @@",
    "@@ -3,4 +3,4 @@",
    "@@ -?,1 +?,1 @@",
    "@@ 1",
    "+++ x",
    "--- b/x",
    "-- a",
    "++ b",
    "@@ -1",
    "@@@ -1 -1 +1 @@@",
    "\\ No newline at end of file",
    "-- ",
    "--",
    "2.47.3",
    "---",
    "+++",
    "--- ",
    "- item",
    "* item",
    "```",
    "```diff",
    "~~~",
    "EOF",
    "cat <<EOF",
    "*** Begin Patch",
    "*** End Patch",
    "*** Add File: x",
    "*** Update File: x",
    "*** Delete File: x",
    "*** Move to: y",
    "*** End of File",
    " *** End Patch",
    " *** Begin Patch",
    "*** End Patch ***",
    "old mode 100644",
    "new mode 100755",
    "new file mode 100644",
    "deleted file mode 100644",
    "rename from x",
    "rename to y",
    "copy from x",
    "copy to y",
    "similarity index 90%",
    "index 1..2",
    "Index: x",
    "=====",
    "Only in a: x",
    "Binary files a/x and b/x differ",
    "GIT binary patch",
    "literal 0",
    "HcmV?d00001",
    "Submodule lib 1234567..89abcde:",
    "--- \"a/\\303\\251\"",
    "+++ \"b/\\303\\251\"",
    "From 0123456789abcdef0123456789abcdef01234567 Mon Sep 17 00:00:00 2001",
    "a\r",
    "-a\r",
    "\r",
    "+++ b/x\t1970-01-01 00:00:00 +0000",
    "--- a/x\t1970-01-01 00:00:00 +0000",
    "--- x \t",
    "+++ x \t",
    "--- x.orig",
    "+++ x",
    "\u{feff}",
    "\0",
];

#[derive(Clone, Debug)]
enum Edit {
    Insert(usize, &'static str),
    Remove(usize),
    Repeat(usize),
    Swap(usize, usize),
    Byte(usize, u8),
    Cut(usize),
}

fn edit() -> impl Strategy<Value = Edit> {
    let at = || any::<usize>();
    prop_oneof![
        // A foreign line in the middle of a hunk is the classic trap.
        4 => (at(), select(LINES)).prop_map(|(at, line)| Edit::Insert(at, line)),
        // A lost line makes counts wrong and leaves half a header.
        3 => at().prop_map(Edit::Remove),
        1 => at().prop_map(Edit::Repeat),
        1 => (at(), at()).prop_map(|(a, b)| Edit::Swap(a, b)),
        // Markers, digits and line ends are single bytes.
        2 => (at(), select(b" +-@\\\n\r0129\"*`\xFF\0".as_slice())).prop_map(|(at, byte)| Edit::Byte(at, byte)),
        1 => at().prop_map(Edit::Cut),
    ]
}

fn apply(text: &mut Vec<u8>, edit: &Edit) {
    let mut lines: Vec<Vec<u8>> =
        text.split_inclusive(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect();
    let count = lines.len().max(1);
    match *edit {
        Edit::Insert(at, line) => lines.insert(at % (lines.len() + 1), format!("{line}\n").into()),
        Edit::Byte(..) | Edit::Cut(_) if text.is_empty() => {}
        Edit::Byte(at, byte) => {
            let at = at % text.len();
            text[at] = byte;
            return;
        }
        Edit::Cut(at) => {
            text.truncate(at % text.len());
            return;
        }
        _ if lines.is_empty() => {}
        Edit::Remove(at) => drop(lines.remove(at % count)),
        Edit::Repeat(at) => lines.insert(at % count, lines[at % count].clone()),
        Edit::Swap(a, b) => lines.swap(a % count, b % count),
    }
    *text = lines.concat();
}

#[test]
fn every_example_prints_back() {
    for text in PATCHES.iter().chain(seeds::ALL) {
        assert!(patch_parse::parse(text.as_bytes()).is_ok(), "{text}");
        oracle::check(text.as_bytes());
        oracle::check(text.replace('\n', "\r\n").as_bytes());
    }
}

#[test]
fn any_two_examples_one_after_the_other_are_read() {
    for first in PATCHES {
        for second in PATCHES {
            oracle::check(format!("{first}{second}").as_bytes());
            oracle::check(format!("{first}\nand\n\n{second}").as_bytes());
        }
    }
}

/// What the properties below found, once.
#[test]
fn found_inputs_keep_every_promise() {
    for text in [
        "diff --git a/x b/x\nold mode 100644\n@@\n+\n",
        "--- `src/x`\n+++ `src/x@\n@@ -1 +1 @@\n-b\n+c\n",
        "diff --git a/x b/x\nold mode 100644\nnew mode 100755\nindex 1..2\n--- a/x\n+++ b/x\n@@ -1,3 +1,3 @@ f\n\\ No newline at end of file\n a\n-b\n+c\n d\n@@ -9,2 +9,3 @@\n e\n+f\n g\n",
        "--- x.orig\n+++ b/x\t1970-01-01 00:00:00 +0000\n@@ -0,0 +1 @@\n--\n",
        "--- /dev/null\n+++ b/x\n@@ -0,0 +1,2 @@\n+a\n+b\n+++ \ndev/null\n@@ -1 +0,0 @@\n-a\n\\ No newline at end of file\n",
        "*** Begin Patch\n*** Update File: x\n@@@@1,2+ 1,3 @@ f\n-a\n+b\n*** End Patch\n",
        "*** Begin Patch\n*** Update File: x\n@@ -1 +1 @@ 1,2 +1,3 @@ f\n-a\n+b\n*** End Patch\n",
        "*** Move to: n\n\"@ -1,2 +1,2 @@ f\n-a\n+b\n*** Begin Patch\n*** Delete File: n\n*** End Patch\n",
    ] {
        oracle::check(text.as_bytes());
    }
}

/// Lines of hunks, some of which may as well be names of files.
const NAMES: &[&str] = &[
    "",
    " a",
    "-a",
    "+b",
    "a",
    "words, or more of them",
    "--- a/x",
    "--- b/x",
    "--- x",
    "--- a/y",
    "--- y",
    "--- /dev/null",
    "---",
    "--- ",
    "-- ",
    "--",
    "+++ b/x",
    "+++ a/x",
    "+++ x",
    "+++ b/y",
    "+++ y",
    "+++ /dev/null",
    "+++",
    "++ b",
    "@@",
    "@@ f",
    "@@ 1",
    "@@ -1 +1 @@",
    "@@ -1,2 +1,2 @@ f",
    "@@ -?,1 +?,1 @@",
    "diff --git a/x b/x",
    "\\ No newline at end of file",
    "```",
    "2.47.3",
    "2/d",
    "x.py",
    "**x.py**",
];

/// Lines of chunks, markers, and what looks like them.
const CHUNKS: &[&str] = &[
    "",
    " ",
    "\t",
    " a",
    "-a",
    "+b",
    "a",
    "words, or more of them",
    "@@",
    "@@ @@",
    "@@ ... @@",
    "@@ f",
    "@@ 0",
    "@@ line 5",
    "@@ 5 @@",
    "@@ - item",
    "@@@@-",
    "@@ @@ - item",
    "@@def f",
    "@@ -1 +1 @@",
    "@@ -1 +1 @@ f",
    "@@ -?,1 +?,1 @@",
    "*** End of File",
    "*** Move to: y",
    "*** Update File: y",
    "*** Add File: z",
    "*** Delete File: z",
    "*** End Patch",
    "*** Begin Patch",
    " *** End Patch",
    " *** End of File",
    " *** Update File: y",
    "*** Edit File: y",
    "** EndPatch",
    "***",
    "--- a/x",
    "+++ b/x",
    "--- x",
    "```",
    "```diff",
    "\\ No newline at end of file",
];

/// Headers, of which few belong together.
const HEADERS: &[&str] = &[
    "diff --git a/x b/x",
    "diff --git a/x b/y",
    "diff --git x x",
    "diff --git a/x b/dev/null",
    "diff --git /dev/null b/x",
    "diff --git a b/x b",
    "diff --git \"a/x\" b/x",
    "diff -u x y",
    "Index: x",
    "old mode 100644",
    "new mode 100755",
    "new file mode 100644",
    "new file mode 120000",
    "deleted file mode 100644",
    "similarity index 90%",
    "similarity index 100%",
    "rename from x",
    "rename from a/x",
    "rename to y",
    "rename to /dev/null",
    "copy from x",
    "copy to y",
    "index 1..2",
    "index 1..2 100644",
    "--- a/x",
    "--- x",
    "--- y/x",
    "--- /dev/null",
    "--- a/dev/null",
    "--- NUL",
    "--- x\t1970-01-01 00:00:00 +0000",
    "--- \"a/x\"",
    "+++ b/x",
    "+++ x",
    "+++ b/y",
    "+++ y/x",
    "+++ /dev/null",
    "+++ b/dev/null",
    "+++ x\t2000-01-01 00:00:00 +0000",
    "@@ -1 +1 @@",
    "@@ -1 +0,0 @@",
    "@@ -0,0 +1 @@",
    "@@ -1 @@",
    "@@",
    " a",
    "-a",
    "+b",
    "",
    "Binary files a/x and b/x differ",
    "Submodule x 1234567..89abcde:",
    "Only in a: x",
    "-- ",
    "x.py",
    "**x.py**",
];

/// At least this many; `PROPTEST_CASES` can ask for more.
fn cases() -> ProptestConfig {
    let config = ProptestConfig::default();
    ProptestConfig { cases: config.cases.max(2_000), ..config }
}

proptest! {
    #![proptest_config(cases())]

    #[test]
    fn mutated_examples_keep_every_promise(
        text in select(PATCHES).prop_map(str::to_owned).boxed()
            .prop_union(select(seeds::ALL).prop_map(str::to_owned).boxed()),
        edits in prop::collection::vec(edit(), 1..5),
    ) {
        let mut text = text.into_bytes();
        for edit in &edits {
            apply(&mut text, edit);
        }
        oracle::check(&text);
    }

    #[test]
    fn lines_thrown_together_keep_every_promise(
        head in select(vec!["", "--- a/x\n+++ b/x\n", "diff --git a/x b/x\n", "*** Begin Patch\n*** Update File: x\n"]),
        lines in prop::collection::vec(select(LINES), 0..12),
        newline in prop::bool::weighted(0.9),
    ) {
        let end = if newline { "\n" } else { "" };
        oracle::check(format!("{head}{}{end}", lines.join("\n")).as_bytes());
    }

    #[test]
    fn hunks_of_names_keep_every_promise(
        head in select(vec!["--- a/x\n+++ b/x\n", "--- x\n+++ x\n", "--- y/x\n+++ x\n", "diff --git a/x b/x\n--- a/x\n+++ b/x\n"]),
        lines in prop::collection::vec(select(NAMES), 1..10),
    ) {
        oracle::check(format!("{head}{}\n", lines.join("\n")).as_bytes());
    }

    #[test]
    fn chunks_of_markers_keep_every_promise(
        head in select(vec!["*** Update File: x\n", "*** Update File: x\n@@\n", "*** Add File: x\n", "*** Delete File: x\n"]),
        lines in prop::collection::vec(select(CHUNKS), 1..9),
        tail in select(vec!["*** End Patch\n", "*** End Patch", "** EndPatch\n", ""]),
    ) {
        let text = format!("*** Begin Patch\n{head}{}\n{tail}", lines.join("\n"));
        oracle::check(text.as_bytes());
    }

    #[test]
    fn headers_of_all_kinds_keep_every_promise(
        head in select(vec!["diff --git a/x b/x\n", "--- a/x\n+++ b/x\n", "--- x\n+++ y\n", ""]),
        lines in prop::collection::vec(select(HEADERS), 1..8),
        hunk in select(vec!["", "@@ -1 +1 @@\n-a\n+b\n", "@@ -1 +0,0 @@\n-a\n", "@@ -0,0 +1 @@\n+b\n", "@@\n-a\n+b\n"]),
    ) {
        oracle::check(format!("{head}{}\n{hunk}", lines.join("\n")).as_bytes());
    }

    #[test]
    fn noise_is_an_error_or_a_patch(text in prop::collection::vec(any::<u8>(), 0..200)) {
        oracle::check(&text);
    }
}

/// On the `diff --git` line a blank does not show where the first of two names ends.
#[test]
fn two_names_of_which_one_has_a_blank_are_told_apart() {
    for (old, new) in [
        ("/d e/x", "b/x"),
        ("a/x", "b/y z"),
        ("a/x y", "b/z"),
        ("/d e/x", "/f g/y"),
        ("/ x", "b/ x"),
    ] {
        for head in ["new file mode 100644\n", "old mode 100644\nnew mode 100755\n"] {
            for hunk in ["", "@@ -0,0 +1 @@\n+a\n"] {
                let text = format!("diff --git a/d b/d\n{head}--- {old}\n+++ {new}\n{hunk}");
                assert!(patch_parse::parse(text.as_bytes()).is_ok(), "{text}");
                oracle::check(text.as_bytes());
            }
        }
    }
}
