//! Which events a stream emits, and after which line.

use std::fmt::Write as _;

use patch_parse::{Counts, Event, Format, Limits, ParseOptions, PatchStream};

/// An event in a few words.
fn shown(event: &Event<'_>) -> String {
    match event {
        Event::FileStarted(file) => {
            format!("{} {}", file.operation.as_str(), file.operation.path())
        }
        Event::HunkStarted(start) => format!("@@ {:?} {:?}", start.starts, start.anchors),
        Event::Line(line) => format!("{}{}", char::from(line.kind.marker()), line.text),
        Event::HunkEnded(hunk) => format!("hunk of {}", hunk.lines.len()),
        Event::FileEnded(operation) => format!("{} done", operation.as_str()),
        _ => panic!("an event that no test knows"),
    }
}

/// Each line of a text followed by the events that it causes, then those that the end causes.
fn told(options: &ParseOptions, text: &str) -> String {
    let mut all = String::new();
    let mut stream = PatchStream::new(options.clone());
    let tell = |all: &mut String, events: Vec<String>| {
        for event in events {
            writeln!(all, "    {event}").unwrap();
        }
    };
    for line in text.split_inclusive('\n') {
        let mut events = Vec::new();
        stream.push(line.as_bytes(), |event| events.push(shown(event)));
        writeln!(all, "{}", line.trim_end_matches('\n')).unwrap();
        tell(&mut all, events);
    }
    let mut events = Vec::new();
    let end = match stream.finish(|event| events.push(shown(event))) {
        Ok(patch) => format!("{} files", patch.files.len()),
        Err(error) => error.code.as_str().to_owned(),
    };
    writeln!(all, "= {end}").unwrap();
    tell(&mut all, events);
    all
}

#[track_caller]
fn check(text: &str, expected: &str) {
    check_with(&ParseOptions::default(), text, expected);
}

#[track_caller]
fn check_with(options: &ParseOptions, text: &str, expected: &str) {
    let found = told(options, text);
    assert!(found == expected, "found:\n{found}\nexpected:\n{expected}");
}

#[test]
fn lines_are_told_with_the_line_behind_them() {
    check(
        "Here it is:\n--- a/x\n+++ b/x\n@@ -1,3 +1,3 @@ fn f\n one\n-two\n+2\n three\n@@ -9 +9 @@\n-a\n+b\n\nDone.\n",
        "\
Here it is:
--- a/x
+++ b/x
    modify x
@@ -1,3 +1,3 @@ fn f
 one
    @@ Some((1, 1)) []
-two
     one
+2
    -two
 three
    +2
@@ -9 +9 @@
     three
    hunk of 4
-a
    @@ Some((9, 9)) []
+b
    -a

    +b
Done.
    hunk of 2
= 1 files
    modify done
",
    );
}

#[test]
fn sections_of_git_end_with_the_next_header() {
    check(
        "diff --git a/x b/y\nsimilarity index 100%\nrename from x\nrename to y\ndiff --git a/n b/n\nnew file mode 100644\nindex 0000000..1111111\n--- /dev/null\n+++ b/n\n@@ -0,0 +1 @@\n+one\ndiff --git a/o b/o\ndeleted file mode 100644\n--- a/o\n+++ /dev/null\n@@ -1 +0,0 @@\n-old\n",
        "\
diff --git a/x b/y
similarity index 100%
rename from x
rename to y
diff --git a/n b/n
    move y
    move done
new file mode 100644
index 0000000..1111111
--- /dev/null
+++ b/n
    add n
@@ -0,0 +1 @@
+one
    @@ Some((0, 1)) []
diff --git a/o b/o
    +one
    hunk of 1
    add done
deleted file mode 100644
--- a/o
+++ /dev/null
    delete o
@@ -1 +0,0 @@
-old
    @@ Some((1, 0)) []
= 3 files
    -old
    hunk of 1
    delete done
",
    );
}

#[test]
fn envelopes_are_told_as_they_come() {
    check(
        "*** Begin Patch\n*** Add File: n\n+one\n\n+three\n*** Update File: x\n*** Move to: y\n@@ class A\n@@ def f\n a\n-b\n+c\n\n d\n*** Delete File: z\n*** End Patch\n",
        "\
*** Begin Patch
*** Add File: n
+one
    add n
    @@ None []

    +one
+three
*** Update File: x
    +
    +three
    hunk of 3
    add done
*** Move to: y
@@ class A
    move y
@@ def f
 a
    @@ None [\"class A\", \"def f\"]
-b
     a
+c
    -b

    +c
 d
*** Delete File: z
     
     d
    hunk of 5
    move done
*** End Patch
    delete z
    delete done
= 3 files
",
    );
}

#[test]
fn counts_that_do_not_add_up_wait_for_the_end_of_the_hunk() {
    check(
        "--- a/x\n+++ b/x\n@@ -1,1 +1,1 @@\n-one\n+1\n+2\n@@ -9 +9 @@\n-a\n+b\n",
        "\
--- a/x
+++ b/x
    modify x
@@ -1,1 +1,1 @@
-one
    @@ Some((1, 1)) []
+1
    -one
+2
    +1
@@ -9 +9 @@
    +2
    hunk of 3
-a
    @@ Some((9, 9)) []
+b
    -a
= 1 files
    +b
    hunk of 2
    modify done
",
    );
}

#[test]
fn what_looks_like_a_header_waits() {
    check(
        "--- a/x\n+++ b/x\n@@ -1,3 +1,2 @@\n a\n--- old comment\n c\n@@ -9 +9 @@\n-a\n+b\n",
        "\
--- a/x
+++ b/x
    modify x
@@ -1,3 +1,2 @@
 a
    @@ Some((1, 1)) []
--- old comment
     a
 c
@@ -9 +9 @@
    --- old comment
     c
    hunk of 3
-a
    @@ Some((9, 9)) []
+b
    -a
= 1 files
    +b
    hunk of 2
    modify done
",
    );
}

#[test]
fn a_marker_for_a_missing_newline_is_about_the_line_before() {
    let mut newlines = Vec::new();
    let mut stream = PatchStream::default();
    let text = "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+b\n";
    let mut tell = |event: &Event<'_>| {
        if let Event::Line(line) = event {
            newlines.push(format!("{}{:?}", line.text, line.newline));
        }
    };
    stream.push(text.as_bytes(), &mut tell);
    stream.finish(&mut tell).unwrap();
    assert_eq!(newlines, ["aNone", "bLf"]);
}

#[test]
fn a_carried_patch_is_told_at_the_end() {
    check(
        "> --- a/x\n> +++ b/x\n> @@ -1 +1 @@\n> -a\n> +b\n",
        "\
> --- a/x
> +++ b/x
> @@ -1 +1 @@
> -a
> +b
= 1 files
    modify x
    @@ Some((1, 1)) []
    -a
    +b
    hunk of 2
    modify done
",
    );
    check(
        "  *** Begin Patch\n  *** Delete File: x\n  *** End Patch\n",
        "  *** Begin Patch\n  *** Delete File: x\n  *** End Patch\n= 1 files\n    delete x\n    delete done\n",
    );
}

#[test]
fn behind_a_mistake_nothing_is_told() {
    check(
        "*** Begin Patch\n*** Add File: n\n+one\nsecond\n*** Delete File: x\n*** End Patch\n",
        "\
*** Begin Patch
*** Add File: n
+one
    add n
    @@ None []
second
    +one
*** Delete File: x
*** End Patch
= invalid_hunk_line
",
    );
}

#[test]
fn another_format_than_the_one_asked_for_has_no_events() {
    let options = ParseOptions::default().format(Format::OpenCode);
    check_with(
        &options,
        "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n",
        "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n= wrong_patch_format\n",
    );
}

#[test]
fn believed_counts_are_read_as_git_reads_them() {
    let options = ParseOptions::default().counts(Counts::Believed);
    check_with(
        &options,
        "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n+c\n-- \nbye\n",
        "\
--- a/x
+++ b/x
    modify x
@@ -1 +1 @@
-a
    @@ Some((1, 1)) []
+b
    -a
+c
    +b
-- 
bye
    hunk of 2
    modify done
= 1 files
",
    );
}

#[test]
fn misspelt_markers_and_headers_are_those_of_the_whole() {
    check(
        "*** begin patch\n***Update File: x\n@@ - 1,2 1,2 @\n a\n-b\n+c\n*** Add File : n\n+d\n***End Patch\n",
        "\
*** begin patch
***Update File: x
@@ - 1,2 1,2 @
    modify x
 a
    @@ Some((1, 1)) []
-b
     a
+c
    -b
*** Add File : n
    +c
    hunk of 3
    modify done
+d
    add n
    @@ None []
***End Patch
    +d
    hunk of 1
    add done
= 2 files
",
    );
    check(
        "--- a/x\n+++ b/x\n@@@ -1,2 1,2 @@@\n a\n-b\n+c\n@@ - 9 + 9 @\n-d\n+e\n***End Patch\n",
        "\
--- a/x
+++ b/x
    modify x
@@@ -1,2 1,2 @@@
 a
    @@ Some((1, 1)) []
-b
     a
+c
    -b
@@ - 9 + 9 @
    +c
    hunk of 3
-d
    @@ Some((9, 9)) []
+e
    -d
***End Patch
    +e
    hunk of 2
    modify done
= 1 files
",
    );
}

#[test]
fn a_text_over_the_limit_is_not_kept() {
    let mut limits = Limits::default();
    limits.patch_bytes = 40;
    let options = ParseOptions::default().limits(limits);
    let text = b"--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n-and more of it\n";
    let mut stream = PatchStream::new(options.clone());
    for piece in text.chunks(3) {
        stream.push(piece, |_| {});
    }
    assert!(stream.text().is_empty());
    assert_eq!(stream.finish(|_| {}).unwrap_err(), options.parse(text).unwrap_err());
}

#[test]
fn finishing_twice_tells_once() {
    let mut stream = PatchStream::default();
    stream.push(b"--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b", |_| {});
    let mut events = 0;
    let first = stream.finish(|_| events += 1).unwrap().into_owned();
    assert_eq!(events, 4, "two lines and two ends");
    assert_eq!(stream.finish(|_| panic!("told again")).unwrap(), first);
}

#[test]
fn a_file_that_is_said_to_be_new_and_is_there_keeps_its_mode() {
    for (old, hunk, has_mode) in
        [("a/x", "@@ -1 +1 @@\n-a\n+b\n", false), ("/dev/null", "@@ -0,0 +1 @@\n+b\n", true)]
    {
        let text = format!("diff --git a/x b/x\nnew file mode 100644\n--- {old}\n+++ b/x\n{hunk}");
        let mut told = None;
        let mut stream = PatchStream::default();
        let mut take = |event: &Event<'_>| match event {
            Event::FileStarted(file) => told = Some(file.clone().into_owned()),
            Event::FileEnded(operation) => {
                told.as_mut().unwrap().end_as(operation.clone().into_owned().into_owned());
            }
            _ => {}
        };
        stream.push(text.as_bytes(), &mut take);
        let patch = stream.finish(&mut take).unwrap();
        let (told, whole) = (told.unwrap(), &patch.files[0]);
        assert_eq!((&told.operation, &told.metadata), (&whole.operation, &whole.metadata));
        assert_eq!(whole.metadata.new_mode.is_some(), has_mode, "{text}");
    }
}
