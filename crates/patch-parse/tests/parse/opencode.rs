//! The `*** Begin Patch` format.

use patch_parse::{Code, Counts, ParseOptions, parse, parse_opencode};

use crate::check;

/// An envelope around `body`.
fn envelope(body: &str) -> String {
    format!("*** Begin Patch\n{body}*** End Patch\n")
}

#[test]
fn every_operation_is_read() {
    check(
        envelope(
            "*** Add File: n\n+a\n+\n+b\n*** Delete File: d\n*** Update File: m\n@@ f\n a\n-b\n+c\n\
             *** Update File: o\n*** Move to: p\n@@\n-b\n+c\n*** Update File: q\n*** Move to: r\n\
             *** Add File: empty\n",
        ),
        "A n
        @@
        |+a
        |+
        |+b
        D d
        M m
        @ f
        @@
        | a
        |-b
        |+c
        R o -> p
        @@
        |-b
        |+c
        R q -> r
        A empty",
    );
}

#[test]
fn anchors_stack_and_numbers_are_kept() {
    check(
        envelope(
            "*** Update File: x\n@@ class A\n@@   def f(self):\n-a\n+b\n@@ -1,2 +3,4 @@ g\n-c\n+d\n@@ @@\n+e\n\
             @@ ... @@\n+f\n@@ - item\n+g\n",
        ),
        "M x
        @ class A
        @   def f(self):
        @@
        |-a
        |+b
        @ g
        @@ -1,1 +3,1 @@
        |-c
        |+d
        @@
        |+e
        @@
        |+f
        @ - item
        @@
        |+g",
    );
}

/// What is between the anchors of a chunk makes no chunk of them.
#[test]
fn anchors_stack_beyond_empty_lines_and_headers_that_say_nothing() {
    for between in ["\n", "\n\n", "@@\n", "@@ ...\n", "@@ ... @@\n", "@@\n\n", "\n@@\n\n@@\n"] {
        let text =
            envelope(&format!("*** Update File: x\n@@ class A\n{between}@@ def f:\n-a\n+b\n"));
        let patch = parse(text.as_ref()).unwrap();
        let [hunk] = patch.files[0].hunks() else { panic!("{between:?}: {patch:#?}") };
        let anchors: Vec<_> = hunk.anchors.iter().map(ToString::to_string).collect();
        assert_eq!(anchors, ["class A", "def f:"], "{between:?}");
    }
    // The last chunk has lines of its own.
    let text = envelope("*** Update File: x\n@@ class A\n\n@@\n-a\n+b\n@@ def f:\n\n a\n-c\n");
    let patch = parse(text.as_ref()).unwrap();
    let anchors = patch.files[0].hunks().iter().map(|hunk| hunk.anchors.len());
    assert_eq!(anchors.collect::<Vec<_>>(), [1, 1]);
    assert_eq!(
        patch.files[0].hunks()[1].lines.len(),
        3,
        "an empty line above lines is one of them"
    );
}

#[test]
fn words_behind_numbers_are_an_anchor() {
    for (header, expected) in [
        ("@@ -1,2 +1,2 @@ def f(self):", "@ def f(self):\n@@ -1,1 +1,1 @@"),
        ("@@ -1,2 +1,2 @@     def f(self): @@", "@ def f(self):\n@@ -1,1 +1,1 @@"),
        ("@@ -1,2 +1,2 @@ .button {", "@ .button {\n@@ -1,1 +1,1 @@"),
        ("@@ -1,2 +1,2 @@ @Override", "@ @Override\n@@ -1,1 +1,1 @@"),
        ("@@ -1,2 +1,2 @@ ...", "@@ -1,1 +1,1 @@ ..."),
        ("@@ -1,2 +1,2 @@ - item", "@@ -1,1 +1,1 @@ - item"),
        ("@@ class A\n@@ -1,2 +1,2 @@ def f", "@ class A\n@ def f\n@@ -1,1 +1,1 @@"),
        ("@@ -1,2 +1,2 @@ class A\n@@ def f", "@ class A\n@ def f\n@@ -1,1 +1,1 @@"),
        ("@@ -1,2 +1,2 @@ class A\n@@ -7,2 +7,2 @@ def f", "@ class A\n@ def f\n@@ -7,1 +7,1 @@"),
        ("@@ ... @@   def f", "@ def f\n@@"),
    ] {
        check(
            envelope(&format!("*** Update File: x\n{header}\n-a\n+b\n*** End of File\n")),
            &format!("M x\n{expected}\n|-a\n|+b\neof"),
        );
    }
}

#[test]
fn the_first_chunk_needs_no_marker() {
    check(envelope("*** Update File: x\n a\n-b\n+c\n@@\n-d\n"), "M x\n@@\n| a\n|-b\n|+c\n@@\n|-d");
}

#[test]
fn the_end_of_file_marker_ends_a_chunk() {
    check(
        envelope("*** Update File: x\n@@ last\n+a\n*** End of File\n@@ f\n+b\n"),
        "M x\n@ last\n@@\n+a\neof\n@ f\n@@\n+b",
    );
}

#[test]
fn a_marked_line_is_never_a_marker_of_the_format() {
    check(
        envelope(
            "*** Update File: spec.md\n@@\n *** Begin Patch\n-*** Update File: x\n+*** Add File: y\n *** End of File\n *** End Patch\n+@@ f\n",
        ),
        "M spec.md
        @@
        | *** Begin Patch
        |-*** Update File: x
        |+*** Add File: y
        | *** End of File
        | *** End Patch
        |+@@ f",
    );
    check(
        envelope(
            "*** Add File: spec.md\n+*** Begin Patch\n+*** End Patch\n+--- a/x\n+++ b/x\n+@@ -1 +1 @@\n",
        ),
        "A spec.md
        @@
        |+*** Begin Patch
        |+*** End Patch
        |+--- a/x
        |+++ b/x
        |+@@ -1 +1 @@",
    );
}

#[test]
fn misspelt_markers_are_read() {
    let text = "*** Begin Patch\n*** Update File: x\n*** Move to: y\n@@\n a\n-b\n+c\n*** End of File\n\
                *** Add File: n\n+a\n*** Delete File: d\n*** End Patch\n";
    let tree = "R x -> y\n@@\n| a\n|-b\n|+c\neof\nA n\n@@\n|+a\nD d";
    for (exact, misspelt) in [
        ("*** Begin Patch", ["***Begin Patch", "*** begin patch", "*** Begin  patch ***"]),
        ("*** Update File:", ["***Update File:", "*** Update File :", "*** update file:"]),
        ("*** Update File:", ["*** Modify File:", "*** modify file:", "***Modify File :"]),
        ("*** Move to:", ["***Move to:", "*** Move to :", "*** move To:"]),
        ("*** End of File", ["***End of File", "*** end of file", "*** End Of File"]),
        ("*** End of File", ["*** End File", "*** end file", "*** End File ***"]),
        ("*** Add File:", ["***Add File:", "*** Add File :", "*** ADD FILE:"]),
        ("*** Add File:", ["*** Create File:", "*** create file:", "***Create File :"]),
        ("*** Delete File:", ["***Delete File:", "***  Delete File :", "*** Delete file:"]),
        ("*** Delete File:", ["*** Remove File:", "*** remove file:", "***Remove File :"]),
        ("*** End Patch", ["***End Patch", "*** end patch", "***End patch***"]),
        ("*** Begin Patch", ["*** Start Patch", "** Begin Patch", "*** Begin Patch:"]),
        ("*** End Patch", ["*** End of Patch", "** End Patch", "*** EndPatch"]),
        ("*** Update File:", ["*** File:", "*** Edit File:", "*** Change File:"]),
        ("*** Update File:", ["### Update File:", "** Update File:", "***UPDATE File:"]),
        ("*** Add File:", ["*** New File:", "### Add File:", "** Add File:"]),
    ] {
        let line = 1 + text[..text.find(exact).unwrap()].lines().count();
        for misspelt in misspelt {
            let text = text.replace(exact, misspelt);
            check(&text, &format!("{tree}\n! patch_marker {line}"));
            let believed = ParseOptions::default().counts(Counts::Believed);
            assert!(believed.parse(text.as_bytes()).is_err(), "{text}");
        }
    }
    // Text after the envelope must not be taken for another one.
    check(
        format!("{text}***Update File: z\n@@\n-a\n+b\n"),
        "missing_begin_patch at 13: the patch starts with `*** Begin Patch`, \"***Update File: z\"",
    );
    check(text.replace("*** Add File: n", "**Add File: n**"), &format!("{tree}\n! patch_marker 9"));
    // Other words are a heading.
    check(
        text.replace("*** Update File: x", "** Look at x"),
        "missing_file_header at 2: expected `*** Add File: `, `*** Update File: ` or `*** Delete File: ` and a path, \"** Look at x\"",
    );
    for heading in ["**File: x**\n", "### Update File: x\n", "** Update File: x\n"] {
        check(format!("{heading}{text}"), &format!("{tree}\n! text_ignored 1"));
    }
}

#[test]
fn a_line_that_shows_a_misspelt_marker_is_a_line() {
    check(
        envelope(
            "*** Update File: spec.md\n@@\n ***Begin Patch\n-***Update File: x\n+*** add file: y\n *** end of file\n *** end patch\n+c\n \
             ***End Patch\n",
        ),
        "M spec.md
        @@
        | ***Begin Patch
        |-***Update File: x
        |+*** add file: y
        | *** end of file
        | *** end patch
        |+c
        | ***End Patch",
    );
    check(
        envelope("*** Add File: spec.md\n+***Begin Patch\n+*** update file: x\n+***End Patch\n"),
        "A spec.md
        @@
        |+***Begin Patch
        |+*** update file: x
        |+***End Patch",
    );
    check(
        envelope(
            "*** Update File: x\n@@\n ** Update File: a\n**** Update File: b\n*** update\n-c\n",
        ),
        "M x
        @@
        | ** Update File: a
        | **** Update File: b
        | *** update
        |-c
        ! unmarked_context 3",
    );
}

#[test]
fn decorated_and_stray_markers_are_noted() {
    check(
        "*** Begin Patch ***\n*** Update File: x\n@@\n-a\n+b\n*** End of File ***\n*** End Patch *** \n *** End Patch\n",
        "M x
        @@
        |-a
        |+b
        eof
        ! patch_marker 1
        ! patch_marker 6
        ! patch_marker 7
        ! patch_marker 8",
    );
    check(
        "*** Begin Patch\n*** Begin Patch\n*** Delete File: x\n*** End Patch\n*** End Patch\n",
        "D x\n! patch_marker 2\n! patch_marker 5",
    );
    check(
        "*** Begin Patch\n*** Update File: x ***\n@@\n-a\n+b\n*** End Patch\n",
        "M x\n@@\n-a\n+b\n! patch_marker 2",
    );
}

#[test]
fn a_missing_end_marker_is_an_error() {
    let end = "the patch ends with `*** End Patch`";
    for (cut, line) in [
        ("*** Begin Patch\n*** Update File: x\n@@\n-a\n+b\n", 6),
        ("*** Begin Patch\n*** Update File: x\n@@\n a\n-b\n", 6),
        ("*** Begin Patch\n*** Delete File: x\n", 3),
        ("```\n*** Begin Patch\n*** Update File: x\n@@\n-a\n+b\n```\nDone.\n", 7),
        ("apply_patch <<'EOF'\n*** Begin Patch\n*** Delete File: x\nEOF\n", 4),
        ("*** Begin Patch\n*** Update File: x\n@@\n-a\n+b", 5),
        ("*** Begin Patch\n*** Update File: x\n@@\n-a\n+b\n*** End Pat", 6),
        ("*** Begin Patch\n*** Update File: x\n@@\n-a\n+b\n@@ f\n", 7),
        ("*** Begin Patch\n*** Update File: x\n@@\n-a\n+b\n@@ f\n a\n", 8),
        ("*** Begin Patch\n*** Add File: x\n", 3),
        ("*** Begin Patch\n*** Update File: x\n*** Move to: y\n", 4),
        ("*** Begin Patch\n", 2),
    ] {
        check(cut, &format!("missing_end_patch at {line}: {end}"));
    }
}

#[test]
fn a_missing_begin_marker_is_an_error() {
    let rule = "the patch starts with `*** Begin Patch`";
    check(
        "*** Update File: x\n@@\n-a\n+b\n*** End Patch\n",
        &format!("missing_begin_patch at 1: {rule}, \"*** Update File: x\""),
    );
    check(
        format!("{}*** Update File: y\n@@\n-a\n*** End Patch\n", envelope("*** Delete File: x\n")),
        &format!("missing_begin_patch at 4: {rule}, \"*** Update File: y\""),
    );
    check("@@ f\n-a\n+b\n*** End Patch\n", &format!("missing_begin_patch at 1: {rule}, \"@@ f\""));
    let error = parse_opencode(b"hello\n").unwrap_err();
    assert_eq!(error.code, Code::MissingBeginPatch);
}

#[test]
fn envelopes_take_effect_one_after_the_other() {
    check(
        format!(
            "{}and then\n{}{}",
            envelope("*** Update File: x\n@@\n-a\n+b\n"),
            "*** Begin Patch\n*** End Patch\n",
            envelope("*** Update File: x\n@@\n-b\n+c\n")
        ),
        "M x
        @@
        |-a
        |+b
        M x #1
        @@
        |-b
        |+c
        ! text_ignored 7",
    );
}

#[test]
fn blank_lines_belong_to_the_chunk_only_where_the_chunk_goes_on() {
    check(
        envelope(
            "\n*** Update File: x\n\n@@\n-a\n\n+b\n\n\n*** Add File: y\n+a\n\n+b\n\n*** Delete File: z\n\n",
        ),
        "M x
        @@
        |-a
        |\u{20}
        |+b
        empty behind: 2
        A y
        @@
        |+a
        |+
        |+b
        D z
        ! blank_context 5
        ! blank_context 12",
    );
}

#[test]
fn blank_lines_behind_a_chunk_are_counted() {
    check(
        envelope(
            "*** Update File: x\n@@\n-a\n\n@@\n-b\n*** End of File\n\n@@\n-c\n\n\n*** Update File: y\n@@\n-d\n\n",
        ),
        "M x
        @@
        |-a
        empty behind: 1
        @@
        |-b
        eof
        @@
        |-c
        empty behind: 2
        M y
        @@
        |-d
        empty behind: 1",
    );
}

#[test]
fn context_may_have_lost_its_blank() {
    check(
        envelope("*** Update File: x\n@@\nold context\n-a\n+b\nmore\n"),
        "M x
        @@
        | old context
        |-a
        |+b
        | more
        ! unmarked_context 3",
    );
}

#[test]
fn fences_in_a_body_do_not_end_it() {
    check(
        format!(
            "```patch\n{}```\n",
            envelope(
                "*** Update File: x.md\n@@\n ```sh\n-a\n+b\n ```\n*** Add File: y.md\n+```\n+a\n+```\n"
            )
        ),
        "M x.md
        @@
        | ```sh
        |-a
        |+b
        | ```
        A y.md
        @@
        |+```
        |+a
        |+```
        ! code_fence 1",
    );
    check(
        format!(
            "```patch\n{}```\n",
            envelope("*** Update File: x.md\n@@\n```sh\n-a\n+b\n```\n c\n-d\n")
        ),
        "M x.md
        @@
        | ```sh
        |-a
        |+b
        | ```
        | c
        |-d
        ! code_fence 1
        ! unmarked_context 4",
    );
}

#[test]
fn crlf_is_the_carriers_or_the_files() {
    check(
        "*** Begin Patch\r\n*** Add File: x\r\n+a\r\n*** Update File: y\r\n@@ f\r\n-a\r\n+b\r\n*** End Patch\r\n",
        "A x
        @@
        |+a
        M y
        @ f
        @@
        |-a
        |+b
        ! crlf_patch 2",
    );
    check(
        envelope("*** Add File: x\n+a\r\n\r\n+b\r\n"),
        "A x
        @@
        |+a␍
        |+␍
        |+b␍
        ! blank_context 3",
    );
}

#[test]
fn a_heredoc_is_removed() {
    check(
        format!("apply_patch <<'EOF'\n{}EOF\n", envelope("*** Delete File: x\n")),
        "D x\n! heredoc 1",
    );
    check(
        format!(
            "```bash\n$ cat <<\"PATCH\" | apply_patch\n{}PATCH\n```\n",
            envelope("*** Delete File: x\n")
        ),
        "D x\n! code_fence 1\n! heredoc 2",
    );
}

#[test]
fn what_belongs_to_no_section_is_refused() {
    let rule = "expected `*** Add File: `, `*** Update File: ` or `*** Delete File: ` and a path";
    check(
        envelope("*** Rename File: x\n"),
        &format!("missing_file_header at 2: {rule}, \"*** Rename File: x\""),
    );
    let rule = "a hunk line belongs to a file named by a `*** … File:` header";
    check(envelope("@@\n-a\n"), &format!("missing_file_header at 2: {rule}, \"@@\""));
    check(
        envelope("*** Delete File: x\n\n+a\n"),
        &format!("missing_file_header at 4: {rule}, \"+a\""),
    );
    check(
        envelope("*** Add File: x\n+a\nb\n"),
        "invalid_hunk_line at 4 in x: each line of a new file starts with `+`, \"b\"",
    );
    check(
        envelope("*** Update File: x\n"),
        "missing_hunk at 2 in x: `*** Update File:` is followed by at least one chunk, \"*** Update File: x\"",
    );
    check(
        envelope("*** Update File: x\n@@ f\n"),
        "missing_hunk at 2 in x: `*** Update File:` is followed by at least one chunk, \"*** Update File: x\"",
    );
    check(
        envelope("*** Update File:\n@@\n-a\n"),
        "missing_file_header at 2: a file header names a path, \"*** Update File:\"",
    );
    check(
        envelope("*** Update File: x\n*** Move to: \n@@\n-a\n"),
        "missing_file_header at 3 in x: a file header names a path, \"*** Move to: \"",
    );
}

#[test]
fn prose_before_an_envelope_does_not_decide_the_format() {
    for prose in [
        "Only in this file I change a line:\n",
        "Index: of changes\n",
        "diff -u shows this:\n",
        "Submodule x contains nothing\n",
        "From here on:\n",
        "--- Fix ---\n",
        "--- Fix\n+++ nothing\n",
    ] {
        let text = format!("{prose}\n{}", envelope("*** Delete File: x\n"));
        match parse(text.as_bytes()) {
            Ok(patch) => assert_eq!(patch.files.len(), 1, "{prose}"),
            Err(error) => assert!(prose.contains("+++"), "{prose}: {error}"),
        }
        crate::oracle::check(text.as_bytes());
    }
}

#[test]
fn a_line_that_says_where_the_file_goes_may_be_behind_the_chunks() {
    let moved = "R x -> y\n@@\n|-a\n|+b\n! patch_marker 6";
    let patch = "*** Begin Patch\n*** Update File: x\n@@\n-a\n+b\n*** Move to: y\n*** End Patch\n";
    check(patch, moved);
    // The section ends after it.
    check(
        patch.replace("*** End", "@@\n-c\n+d\n*** End"),
        "missing_file_header at 7: a hunk line belongs to a file named by a `*** … File:` header, \"@@\"",
    );
    // With a mark the line belongs to the chunk.
    check(patch.replace("*** Move", " *** Move"), "M x\n@@\n|-a\n|+b\n| *** Move to: y");
}

/// Codex lets a patch name the environment in which it is to be applied; it is of no use elsewhere.
#[test]
fn the_environment_of_a_patch_is_noted() {
    let text = "*** Begin Patch\n*** Environment ID: main\n*** Delete File: x\n*** End Patch\n";
    check(text, "D x\n! unknown_header 2");
    // Elsewhere such a line does not belong to the format.
    let rule = "expected `*** Add File: `, `*** Update File: ` or `*** Delete File: ` and a path";
    check(
        envelope("*** Delete File: x\n*** Environment ID: main\n"),
        &format!("missing_file_header at 3: {rule}, \"*** Environment ID: main\""),
    );
    check(
        envelope("*** Environment ID:\n*** Delete File: x\n"),
        &format!("missing_file_header at 2: {rule}, \"*** Environment ID:\""),
    );
}

#[test]
fn the_lines_of_a_new_file_may_have_a_header() {
    for header in ["@@", "@@ @@", "@@ -0,0 +1,2 @@", "@@ -0,0 +1 @@"] {
        let body = format!("*** Add File: x\n{header}\n+a\n+b\n");
        check(envelope(&body), "A x\n@@\n|+a\n|+b\n! patch_marker 3");
    }
    for header in ["@@ f", "@@ -1,2 +1,2 @@", "@@ @@ f"] {
        check(
            envelope(&format!("*** Add File: x\n{header}\n+a\n")),
            &format!(
                "invalid_hunk_line at 3 in x: each line of a new file starts with `+`, {header:?}"
            ),
        );
    }
    let rule = "each line of a new file starts with `+`, \"@@\"";
    check(envelope("*** Add File: x\n@@\na\n"), &format!("invalid_hunk_line at 3 in x: {rule}"));
    check(
        envelope("*** Add File: x\n+a\n@@\n+b\n"),
        &format!("invalid_hunk_line at 4 in x: {rule}"),
    );
}

#[test]
fn an_anchor_may_have_lost_the_blank_in_front_of_it() {
    for (header, anchor) in [
        ("@@def f(x):", "def f(x):"),
        ("@@async def f(x): @@", "async def f(x):"),
        ("@@\tdef f(x):", "def f(x):"),
        ("@@class A", "class A"),
    ] {
        check(
            envelope(&format!("*** Update File: x\n{header}\n-a\n+b\n")),
            &format!("M x\n@ {anchor}\n@@\n|-a\n|+b\n! hunk_header 3"),
        );
    }
    // Lines of a file that lost their mark, and unreadable ones.
    let rule = "a chunk starts with `@@`, or `@@ ` and the text of a line";
    for line in ["@@count = 0", "@@count if x", "@@items.each", "@@x", "@@-1,2", "@@\t-1"] {
        check(
            envelope(&format!("*** Update File: x\n@@\n-a\n+b\n{line}\n")),
            &format!("invalid_hunk_header at 6 in x: {rule}, {line:?}"),
        );
    }
}

/// The format has none there; they can be checked.
#[test]
fn the_lines_of_a_file_that_goes_are_read() {
    let text = |body: &str| {
        format!("*** Begin Patch\n*** Delete File: d\n{body}*** Delete File: e\n*** End Patch\n")
    };
    for body in ["-a\n-\n-b\n", "-a\n-\n-b\n\n"] {
        check(text(body), "D d\n@@\n|-a\n|-\n|-b\nD e\n! deleted_lines 3");
    }
    for header in ["@@\n", "@@ -1,3 +0,0 @@\n"] {
        check(
            text(&format!("{header}-a\n")),
            "D d\n@@\n|-a\nD e\n! patch_marker 3\n! deleted_lines 4",
        );
    }
    let rule = "a deleted file has only lines that start with `-`, if any";
    check(text("+a\n"), &format!("invalid_hunk_line at 3 in d: {rule}, \"+a\""));
    for (line, at) in [("+b", 4), (" b", 4), ("@@ f", 4)] {
        check(
            text(&format!("-a\n{line}\n")),
            &format!("invalid_hunk_line at {at} in d: {rule}, {line:?}"),
        );
    }
    let believed = ParseOptions::default().counts(Counts::Believed);
    assert!(believed.parse(text("-a\n").as_bytes()).is_err());
}

#[test]
fn a_number_of_a_line_is_no_anchor() {
    let text =
        |header: &str, body: &str| envelope(&format!("*** Update File: x\n{header}\n{body}"));
    for header in [
        "@@ line 5",
        "@@ lines 5-7",
        "@@ 5 @@",
        "@@ Line 5:",
        "@@ line 5 @@",
        "@@ lines 5, 7",
        "@@ 5",
    ] {
        check(text(header, " a\n-b\n"), "M x\n@@ -5,2 +5,1 @@\n| a\n|-b\n! hunk_header 3");
        check(text(header, "+c\n b\n"), "M x\n@@ -5,1 +5,2 @@\n|+c\n| b\n! hunk_header 3");
        let above_bare = format!("{header}\n@@");
        check(text(&above_bare, " a\n-b\n"), "M x\n@@ -5,2 +5,1 @@\n| a\n|-b\n! hunk_header 3");
    }
    for (header, body) in [
        // The file has such lines, or nothing else shows the place.
        ("line 5", " line 6\n-b\n"),
        ("line 5", "-line 6: b\n"),
        ("5", " 6\n-b\n"),
        ("line 5", "+a\n"),
        // Words.
        ("line five", " a\n-b\n"),
        ("lines 5 and 7", " a\n-b\n"),
        ("line 5 of it", " a\n-b\n"),
    ] {
        let patch = text(&format!("@@ {header}"), body);
        let patch = parse(patch.as_bytes()).unwrap();
        assert_eq!(patch.files[0].hunks()[0].anchors.len(), 1, "{header} {body}");
        assert!(patch.diagnostics.is_empty(), "{header} {body}");
    }
}

#[test]
fn each_chunk_may_be_in_a_fence_of_its_own() {
    let chunk = |at: u8| format!("@@\n {0}\n-{0}a\n+{0}b\n", char::from(at));
    let (one, two) = (chunk(b'c'), chunk(b'd'));
    let tree = "M x\n@@\n| c\n|-ca\n|+cb\n@@\n| d\n|-da\n|+db";
    let update = "*** Begin Patch\n*** Update File: x\n";
    for (between, notes) in [
        ("```\n```diff\n", "! code_fence 9"),
        ("```\n\nThen:\n\n```\n", "! text_ignored 10\n! code_fence 12"),
    ] {
        check(
            format!("```diff\n{update}{one}{between}{two}*** End Patch\n```\n"),
            &format!("{tree}\n! code_fence 1\n{notes}"),
        );
    }
    check(
        format!("{update}```diff\n{one}```\nand\n```diff\n{two}*** End Patch\n```\n"),
        &format!("{tree}\n! code_fence 3\n! text_ignored 9\n! code_fence 10"),
    );
    // If nothing opens a fence, or if it is not that of a chunk, such a line is context.
    for text in [
        format!("{update}{one}```\nand\n```diff\n{two}*** End Patch\n"),
        format!("```diff\n{update}{one}```\n+x\n```diff\n{two}*** End Patch\n```\n"),
        format!("```diff\n{update}{one}```\nin y.py:\n```diff\n{two}*** End Patch\n```\n"),
    ] {
        crate::oracle::check(text.as_bytes());
        let patch = parse(text.as_bytes()).unwrap();
        assert!(
            patch.diagnostics.iter().any(|note| note.kind.as_str() == "unmarked_context"),
            "{text}"
        );
    }
}
