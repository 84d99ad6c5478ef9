//! Files that are named in other lines than `---` and `+++`.

use patch_parse::{Code, Counts, Event, ParseOptions, PatchStream, parse};

use crate::{check, oracle};

const HUNK: &str = "@@ -1,2 +1,2 @@\n a\n-b\n+c\n";
const TREE: &str = "M d/x.py\n@@ -1,2 +1,2 @@\n| a\n|-b\n|+c";
const RULE: &str = "expected `--- old_path` followed by `+++ new_path`";

/// The text with another file in place of the first.
fn other(text: &str) -> String {
    text.replace("d/x.py", "e/y.rs")
}

#[test]
fn a_header_that_tells_the_file_is_read_however_it_is_written() {
    for header in [
        // Half of it, in the wrong order, after other signs.
        "+++ b/d/x.py\n",
        "--- a/d/x.py\n",
        "+++ d/x.py\n",
        "+++ b/d/x.py\n--- a/d/x.py\n",
        "---- a/d/x.py\n++++ b/d/x.py\n",
        "-- a/d/x.py\n++ b/d/x.py\n",
        "--- a/d/x.py\n++++ b/d/x.py\n",
        "---a/d/x.py\n+++b/d/x.py\n",
        "*** a/d/x.py\n--- b/d/x.py\n",
        "*** d/x.py\t2024-01-01 00:00:00\n--- d/x.py\t2024-01-02 00:00:00\n",
        // The name alone, as a title.
        "**d/x.py**\n",
        "### `d/x.py`\n\n",
        "File: d/x.py\n",
        "`d/x.py`:\n",
        "d/x.py\n\n",
    ] {
        let first = format!("{header}{HUNK}");
        check(&first, &format!("{TREE}\n! file_header 1"));
        // The next one is written in the same way.
        let line = first.lines().count() + 1;
        check(
            format!("{first}{}", other(&first)),
            &format!("{TREE}\n{}\n! file_header 1\n! file_header {line}", other(TREE)),
        );
        let options = ParseOptions::default().counts(Counts::Believed);
        assert!(options.parse(first.as_bytes()).is_err(), "{first}");
    }
    for (fence, notes) in [("```diff\n", "! code_fence"), ("\n```\n", "! code_fence")] {
        let line = if fence.starts_with('\n') { 4 } else { 3 };
        check(
            format!("Do this:\n**d/x.py**\n{fence}{HUNK}```\n"),
            &format!("{TREE}\n! text_ignored 1\n! file_header 2\n{notes} {line}"),
        );
    }
    // Numbers are not needed if the lines of a hunk follow.
    check(
        "**d/x.py**\n@@ def f():\n-b\n+c\n",
        "M d/x.py\n@ def f():\n@@\n|-b\n|+c\n! file_header 1\n! hunk_range 2",
    );
}

#[test]
fn an_odd_header_behind_a_whole_one_is_that_of_the_next_file() {
    let whole = format!("--- a/d/x.py\n+++ b/d/x.py\n{HUNK}");
    for (header, notes) in [
        ("\n**e/y.rs**\n\n", "! file_header 8"),
        ("*** a/e/y.rs\n--- b/e/y.rs\n", "! file_header 7"),
    ] {
        check(format!("{whole}{header}{HUNK}"), &format!("{TREE}\n{}\n{notes}", other(TREE)));
    }
    // The same file: another hunk.
    let second = HUNK.replace("-1,2 +1,2", "-9,2 +9,2");
    check(
        format!("**d/x.py**\n{HUNK}\n**d/x.py**\n{second}"),
        &format!("{TREE}\n{}\n! file_header 1\n! text_ignored 7", second_tree()),
    );
    // A deleted file and a new one.
    check(
        "+++ /dev/null\n--- a/d/x.py\n@@ -1 +0,0 @@\n-a\n",
        "D d/x.py\n@@ -1,1 +0,0 @@\n|-a\n! file_header 1",
    );
    check("### d/x.py\n@@ -0,0 +1 @@\n+a\n", "A d/x.py\n@@ -0,0 +1,1 @@\n|+a\n! file_header 1");
}

#[test]
fn what_may_be_a_line_of_the_hunk_above_is_no_title() {
    let new = "diff --git a/x b/x\nnew file mode 100644\n";
    let names = "--- x\n+++ x\n";
    let rest = "@@ -1 +1 @@\n-a\n+b\n";
    for (head, title) in [
        // The text of a signature,
        (format!("{names}@@\n a\n-- \n"), "2/d"),
        (format!("{names}@@\n a\n--\n"), "2/d"),
        // the first line of a hunk, or a further one,
        (format!("{new}@@\n"), "**y.py**"),
        (format!("{new}@@ -1 @@\n"), "y.py"),
        (format!("{new}@@ -1 @@\n\n"), "y.py"),
        (format!("{new}@@ -1 +1 @@\n+++ y/x\n"), "**y.py**"),
        // one of a hunk without marks.
        (format!("{names}@@ -1 @@\nold mode 100644\n"), "**y.py**\n@@ -0,0 +1 @@\n--- a/x"),
        (format!("{names}@@ -1 +1 @@\n--- a/x\n"), "y.py\n@@ -1 +0,0 @@\n a\n--- a/x"),
    ] {
        let text = format!("{head}{title}\n{rest}");
        oracle::check(text.as_bytes());
        assert!(parse(text.as_bytes()).is_err(), "{text}");
    }
    // A whole hunk ends above a title with signs.
    let text = format!("{names}{rest}**y.py**\n{rest}");
    assert_eq!(parse(text.as_bytes()).unwrap().files.len(), 2, "{text}");
}

fn second_tree() -> String {
    TREE.lines().skip(1).collect::<Vec<_>>().join("\n").replace("-1,2 +1,2", "-9,2 +9,2")
}

#[test]
fn a_header_that_may_mean_another_file_is_refused_by_its_line() {
    for (text, line, found) in [
        // The missing line would show what happens to the file.
        ("--- a/d/x.py\n@@ -1 +0,0 @@\n-a\n", 1, "--- a/d/x.py"),
        ("+++ /dev/null\n@@ -1 +0,0 @@\n-a\n", 1, "+++ /dev/null"),
        ("--- a/d/x.py\n@@ -0,0 +1 @@\n+a\n", 1, "--- a/d/x.py"),
        // Two files.
        ("+++ b/d/x.py\n--- a/e/y.rs\n@@ -1 +1 @@\n-a\n+b\n", 2, "--- a/e/y.rs"),
        ("diff --git a/x b/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n", 2, "+++ b/x"),
        ("+++ b/the file\n@@ -1 +1 @@\n-a\n+b\n", 1, "+++ b/the file"),
    ] {
        let error = parse(text.as_bytes()).unwrap_err();
        assert_eq!(error.code, Code::MissingFileHeader, "{text}");
        assert_eq!((error.span.line, error.rule), (line, RULE), "{text}");
        assert_eq!(error.found, found, "{text}");
    }
    // Half of one after a whole one.
    for half in ["+++ b/e/y.rs\n", "--- a/e/y.rs\n"] {
        let text = format!("--- a/d/x.py\n+++ b/d/x.py\n{HUNK}{half}{HUNK}");
        let patch = parse(text.as_bytes());
        assert!(patch.is_err() || half.starts_with('-'), "{text}");
    }
    for title in ["**Makefile**", "### Changes", "In d/x.py:", "- d/x.py"] {
        let error = parse(format!("{title}\n{HUNK}").as_bytes()).unwrap_err();
        assert_eq!(error.code, Code::MissingFileHeader, "{title}");
    }
}

#[test]
fn a_mistake_behind_an_odd_header_is_told_where_it_is() {
    let text = format!("\n**d/x.py**\n{HUNK}\n**e/y.rs**\n@@ -1,9 +1,9 @@\n a\n-b\n");
    check(text, "truncated_hunk at 9 in e/y.rs: the patch ends inside this hunk");
}

#[test]
fn a_new_file_that_has_lines_of_the_old_one_is_there() {
    let git = |names: &str, hunk: &str| {
        format!("diff --git a/d/x.py b/d/x.py\nnew file mode 100644\n{names}{hunk}")
    };
    let names = "--- a/d/x.py\n+++ b/d/x.py\n";
    let text = git(names, HUNK);
    check(&text, &format!("{}\n! file_header 2", TREE.replace("x.py", "x.py git")));
    let mut ended = Vec::new();
    let mut tell = |event: &Event<'_>| {
        if let Event::FileEnded(operation) = event {
            ended.push(operation.as_str());
        }
    };
    let mut stream = PatchStream::default();
    stream.push(format!("{text}diff --git a/y b/y\n").as_bytes(), &mut tell);
    stream.push(b"new file mode 100644\n", &mut tell);
    assert!(stream.finish(&mut tell).is_ok());
    assert_eq!(ended, ["modify", "add"]);
    // No line of an old file is shown: the file is new.
    check(
        git(names, "@@ -0,0 +1,2 @@\n+a\n\n+b\n"),
        "A d/x.py git new=100644\n@@ -0,0 +1,3 @@\n|+a\n|+\n|+b\n! blank_added 5\n! hunk_count 5",
    );
    for names in ["--- /dev/null\n+++ b/d/x.py\n", "--- a/e/y.rs\n+++ b/d/x.py\n"] {
        let error = parse(git(names, HUNK).as_bytes()).unwrap_err();
        assert_eq!(error.code, Code::InvalidHunkLine, "{names}");
    }
    assert!(parse(text.replace("100644", "120000").as_bytes()).is_err());
    let options = ParseOptions::default().counts(Counts::Believed);
    assert!(options.parse(text.as_bytes()).is_err());
}
