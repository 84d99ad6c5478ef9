//! Git as the reference: it applies our patches, and for the same change writes the same.

use bstr::BStr;
use patch_gen::{
    Binary, Detect, Entry, GenOptions, ObjectNames, Renames, Snapshot, Style, tree_patch,
};
use proptest::prelude::*;

use crate::scratch::Scratch;
use crate::strategies;

type Files<'a> = [(&'a str, Entry<'a>)];

fn snapshot<'a>(files: &Files<'a>) -> Snapshot<'a> {
    files.iter().cloned().collect()
}

/// `git apply` takes our patch and makes the new tree of the old one.
#[track_caller]
fn check_apply(old: &Snapshot<'_>, new: &Snapshot<'_>, options: &GenOptions) {
    let patch = tree_patch(old, new, options).unwrap().to_bytes();
    if patch.is_empty() {
        assert_eq!(old, new, "only equal trees have an empty patch");
        return;
    }
    let scratch = Scratch::with(old);
    scratch.git(&["apply", "--unidiff-zero", "--whitespace=nowarn", "-"], &patch);
    assert_eq!(&scratch.read(), new, "{}", BStr::new(&patch));
}

/// `git diff` writes our patch; where nobody asked for them but for its `index` lines, of which we
/// write those of links that turn alone.
#[track_caller]
fn check_diff(old: &Snapshot<'_>, new: &Snapshot<'_>, options: &GenOptions) {
    let ours = tree_patch(old, new, options).unwrap().to_bytes();
    let scratch = Scratch::with(old);
    let old = scratch.tree_id();
    scratch.fill(new);
    let new = scratch.tree_id();
    let context = format!("-U{}", options.context);
    let renames: &[&str] = match options.renames.detect {
        Detect::Nothing => &["--no-renames"],
        Detect::Copies => &["-C"],
        Detect::CopiesOfAll => &["-C", "-C"],
        _ => &["-M"],
    };
    let full =
        if options.object_names == ObjectNames::Full { "--full-index" } else { "--abbrev=7" };
    let args = ["diff", "--histogram", &context, full];
    let theirs = scratch.git(&[&args[..], renames, &[&old, &new]].concat(), b"");
    let is_needed = options.object_names == ObjectNames::Needed;
    let theirs = if is_needed { without_index(&theirs) } else { theirs };
    assert_eq!(BStr::new(&ours), BStr::new(&theirs));
}

fn without_index(patch: &[u8]) -> Vec<u8> {
    let lines = patch.split_inclusive(|&byte| byte == b'\n');
    let is_left_out = |line: &[u8]| line.starts_with(b"index ") && !line.ends_with(b" 120000\n");
    lines.filter(|line| !is_left_out(line)).collect::<Vec<_>>().concat()
}

#[track_caller]
fn check(old: &Files<'_>, new: &Files<'_>) {
    let (old, new) = (snapshot(old), snapshot(new));
    for names in [ObjectNames::Needed, ObjectNames::Short, ObjectNames::Full] {
        check_diff(&old, &new, &GenOptions::default().object_names(names));
    }
    for style in [Style::Git, Style::Plain] {
        let mut options = GenOptions::default();
        options.style = style;
        check_apply(&old, &new, &options);
        check_apply(&new, &old, &options);
    }
}

#[test]
fn contents() {
    let long: Vec<_> = (0..60).map(|number| format!("line {number}\n")).collect();
    let long = long.concat();
    let edited = long.replace("line 20\n", "").replace("line 40\n", "line forty\n");
    check(&[("x", Entry::file(&long))], &[("x", Entry::file(&edited))]);
    check(&[("x", Entry::file("a\n"))], &[("x", Entry::file("b\n"))]);
    check(&[("x", Entry::file("a\r\nb\r\n"))], &[("x", Entry::file("a\r\nc\n"))]);
    check(&[("x", Entry::file(b"\xff\n"))], &[("x", Entry::file(b"\xfe\n"))]);
}

#[test]
fn headings() {
    let old = "fn first() {\n    1\n}\n\nimpl X {\n    a\n    b\n    c\n    d\n    e\n    f\n}\n";
    let new = old.replace("    e\n", "    changed\n");
    check(&[("x", Entry::file(old))], &[("x", Entry::file(&new))]);
    let blanks = "f \t\x0b \r\n1\n2\n3\n4\n5\n";
    check(&[("x", Entry::file(blanks))], &[("x", Entry::file("f \t\x0b \r\n1\n2\n3\n4\n6\n"))]);
    let long = format!("{}\u{e9}\u{e9}\n1\n2\n3\n4\n", "f".repeat(77));
    let new = long.replace('4', "5");
    check(&[("x", Entry::file(&long))], &[("x", Entry::file(&new))]);
    let latin1 = (b"f \xe9 x\n1\n2\n3\n4\n", b"f \xe9 x\n1\n2\n3\n5\n");
    check(&[("x", Entry::file(latin1.0))], &[("x", Entry::file(latin1.1))]);
}

#[test]
fn final_newlines() {
    for (old, new) in [
        ("a", "b"),
        ("a", "a\n"),
        ("a\n", "a"),
        ("a\nb", "x\nb"),
        ("a", ""),
        ("a", "a\nb"),
        ("a\r", "b\r"),
    ] {
        check(&[("x", Entry::file(old))], &[("x", Entry::file(new))]);
    }
}

#[test]
fn whole_files() {
    let keep = || ("keep", Entry::file("k\n"));
    check(&[keep()], &[("x", Entry::file("a\n")), keep()]);
    check(&[keep()], &[("x", Entry::file("")), keep()]);
    check(&[keep()], &[("x", Entry::executable("a")), keep()]);
    check(&[keep()], &[("deep/er/x", Entry::symlink("../../keep")), keep()]);
}

#[test]
fn modes_and_types() {
    check(&[("x", Entry::file("a\n"))], &[("x", Entry::executable("a\n"))]);
    check(&[("x", Entry::file("a\n"))], &[("x", Entry::executable("b\n"))]);
    check(&[("x", Entry::file(""))], &[("x", Entry::executable("b\n"))]);
    check(&[("x", Entry::symlink("a"))], &[("x", Entry::symlink("b"))]);
    check(&[("x", Entry::file("a\n"))], &[("x", Entry::symlink("a"))]);
    check(&[("x", Entry::file(""))], &[("x", Entry::symlink("a"))]);
}

fn numbered(lines: std::ops::Range<u32>) -> String {
    let line = |number: u32| format!("line {number} of some text\n");
    lines.map(line).collect::<Vec<_>>().concat()
}

#[test]
fn moves_and_copies() {
    let text = numbered(0..40);
    let alike = text.replace("line 7 ", "changed: ");
    let half = numbered(0..20) + &numbered(100..120);
    let less = numbered(0..19) + &numbered(100..121);
    let crlf = text.replace('\n', "\r\n");
    let file = |path: &'static str, text: &'static str| (path, Entry::file(text));
    let [text, alike, half, less, crlf] =
        [text, alike, half, less, crlf].map(|text| &*Box::leak(text.into_boxed_str()));
    let cases: &[(&Files<'_>, &Files<'_>)] = &[
        (&[file("a", text)], &[file("b", text)]),
        (&[file("a", text)], &[file("d/b c", alike)]),
        (&[file("a", text)], &[("b", Entry::executable(alike))]),
        (&[file("a", text)], &[file("b", half)]),
        (&[file("a", text)], &[file("b", less)]),
        (&[file("a", text)], &[file("b", crlf)]),
        (&[file("a", text)], &[file("a", alike), file("b", text), file("c", half)]),
        (&[file("a", text), file("b", half)], &[file("c", alike), file("d", less)]),
        (&[file("x/a", text), file("y/a", alike)], &[file("z/a", alike), file("z/b", text)]),
        (&[file("x/n", half), file("y/m", alike)], &[file("z/n", text)]),
        (
            &[file("a", text), file("k", half)],
            &[file("b", text), file("c", alike), file("k", half), file("l", half)],
        ),
        // One source goes, the other one has the name.
        (&[file("d/a", text), file("d/b", text)], &[file("d/a", half), file("e/a", text)]),
        (&[file("d/a", text), file("d/b", text)], &[file("d/b", half), file("e/b", text)]),
        // More equal sources than git keeps, after a worse one.
        (
            &[file("a", half), file("b", text), file("c", text), file("d", text), file("e", text)],
            &[file("z", alike)],
        ),
        (&[("a", Entry::symlink("to"))], &[("b", Entry::symlink("to"))]),
        (&[("a", Entry::symlink("to"))], &[file("b", "to")]),
        (&[file("a", ""), file("b", "")], &[file("c", "")]),
        (&[file("a", "x")], &[file("b", "x")]),
    ];
    for (old, new) in cases {
        let (old, new) = (snapshot(old), snapshot(new));
        for detect in [Detect::Nothing, Detect::Moves, Detect::Copies, Detect::CopiesOfAll] {
            let options = GenOptions::default().object_names(ObjectNames::Short);
            let options = options.renames(Renames::default().detect(detect));
            check_diff(&old, &new, &options);
            check_diff(&new, &old, &options);
            check_apply(&old, &new, &options);
        }
    }
}

#[test]
fn git_applies_binary_data() {
    let noise: Vec<u8> = (0..5000_u32).map(|at| (at * at / 7 + at * 31).to_le_bytes()[0]).collect();
    let shifted = [b"\0more", &noise[100..], b"end"].concat();
    let options = GenOptions::default().binary(Binary::Data);
    for (old, new) in [
        (&noise[..], &shifted[..]),
        (&noise, b"text\n"),
        (b"", &noise),
        (&noise, b""),
        (b"\0", b"\0\0"),
    ] {
        let trees = [old, new].map(|contents| snapshot(&[("x y", Entry::file(contents))]));
        check_apply(&trees[0], &trees[1], &options);
        check_apply(&snapshot(&[]), &trees[1], &options);
        check_apply(&trees[0], &snapshot(&[]), &options);
        let moved = snapshot(&[("z", Entry::executable(new))]);
        check_apply(&trees[0], &moved, &options);
    }
}

/// A target that changes has its mode in the `index` line, with the object names that git gives.
#[test]
fn links_that_turn_and_become_something_else() {
    let keep = || ("keep/file", Entry::file("k\n"));
    check(&[("x", Entry::symlink("a"))], &[("x", Entry::symlink("b"))]);
    check(&[("x", Entry::symlink("keep")), keep()], &[("x", Entry::symlink("none")), keep()]);
    check(&[("x", Entry::symlink("../out"))], &[("x", Entry::symlink("x\ny"))]);
    check(&[("x", Entry::symlink("keep")), keep()], &[("x", Entry::file("keep")), keep()]);
    check(&[("x", Entry::symlink("keep")), keep()], &[("x/file", Entry::file("y\n")), keep()]);
}

#[test]
fn names() {
    for path in [
        "a b",
        " a",
        "a ",
        "a\tb",
        "a\nb",
        "a\"b",
        "a\\b",
        "na\u{ef}ve",
        "dir with/and without",
        "\u{7f}",
        "a b/b a",
        "-dash",
        "x b/x",
    ] {
        check(&[(path, Entry::file("a\n"))], &[(path, Entry::file("b\n"))]);
        check(&[], &[(path, Entry::file("b\n"))]);
        check(&[], &[(path, Entry::file(""))]);
    }
}

#[test]
fn many_files_in_the_order_of_git() {
    let paths = ["a", "a-b", "a.b", "b/c", "b/d/e", "b-c", "c", "\u{e9}"];
    let tree = |text| paths.map(|path| (path, Entry::file(text)));
    check(&tree("1\n"), &tree("2\n"));
}

#[test]
fn binary_files_are_mentioned_as_git_does() {
    let late = [vec![b'a'; 7999], vec![0]].concat();
    let later = [vec![b'a'; 8000], vec![0]].concat();
    let mut options = GenOptions::default();
    options.binary = Binary::Mention;
    for new in [&late, &later, &b"\0".to_vec()] {
        for old in [snapshot(&[]), snapshot(&[("x y", Entry::file("a\n"))])] {
            let new = snapshot(&[("x y", Entry::file(new))]);
            check_diff(&old, &new, &options);
            check_diff(&new, &old, &options);
        }
    }
}

proptest! {
    // Each case starts git a few times.
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn moves_and_copies_are_those_of_git(
        old in strategies::related_tree(),
        new in strategies::related_tree(),
        detect in prop::sample::select(vec![Detect::Moves, Detect::Copies, Detect::CopiesOfAll]),
    ) {
        let options = GenOptions::default().object_names(ObjectNames::Short);
        check_diff(&old, &new, &options.renames(Renames::default().detect(detect)));
    }

    #[test]
    fn git_applies_what_we_write(
        old in strategies::tree(),
        new in strategies::tree(),
        mut options in strategies::options(),
    ) {
        // `git apply` looks for a `-U0` deletion one line too early, and takes a last line without
        // newline for one with it when they are otherwise equal, in its own patches too.
        options.context = options.context.max(1);
        check_apply(&old, &new, &options);
    }
}
