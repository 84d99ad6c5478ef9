//! Old text stays: line endings, byte-order marks, missing final newlines, odd separators.

use crate::support::{applies, opencode, refuses, unified};
use patch_apply::{ApplyOptions, Contract, apply_hunks};

#[track_caller]
fn check(before: &str, patch: &str, after: &str) {
    applies(&[("f", before)], patch, &[("f", after)]);
}

const LF: &str = "--- a/f\n+++ b/f\n@@ -1,3 +1,4 @@\n a\n-b\n+B\n+new\n c\n";

#[test]
fn added_lines_take_the_ending_of_what_they_replace() {
    check("a\r\nb\r\nc\r\n", LF, "a\r\nB\r\nnew\r\nc\r\n");
    check("a\nb\r\nc\n", LF, "a\nB\r\nnew\r\nc\n");
    check("a\r\nb\nc\r\n", LF, "a\r\nB\nnew\nc\r\n");
}

#[test]
fn an_insertion_takes_the_ending_of_its_neighbour() {
    let patch = "--- a/f\n+++ b/f\n@@ -1,2 +1,3 @@\n a\n+new\n c\n";
    check("a\r\nc\r\n", patch, "a\r\nnew\r\nc\r\n");
    check("a\r\nc\n", patch, "a\r\nnew\r\nc\n");
    let anchored = "*** Begin Patch\n*** Update File: f\n@@ a\n+new\n*** End Patch\n";
    check("a\r\nc\r\n", anchored, "a\r\nnew\r\nc\r\n");
}

#[test]
fn a_crlf_patch_fits_an_lf_file_and_a_crlf_file() {
    let crlf = LF.replace('\n', "\r\n");
    check("a\nb\nc\n", &crlf, "a\nB\nnew\nc\n");
    check("a\r\nb\r\nc\r\n", &crlf, "a\r\nB\r\nnew\r\nc\r\n");
}

#[test]
fn a_patch_made_from_a_crlf_file_is_exact() {
    let patch = "--- a/f\n+++ b/f\n@@ -1,2 +1,2 @@\n a\r\n-b\r\n+B\r\n";
    let receipt = applies(&[("f", "a\r\nb\r\n")], patch, &[("f", "a\r\nB\r\n")]);
    assert_eq!(receipt.files[0].hunks[0].rung.as_str(), "exact");
    // It may change the endings, too, where it says so.
    let patch = "--- a/f\n+++ b/f\n@@ -1,2 +1,2 @@\n a\r\n-b\r\n+b\n";
    check("a\r\nb\r\n", patch, "a\r\nb\n");
}

#[test]
fn a_missing_final_newline_stays_missing() {
    let patch = "--- a/f\n+++ b/f\n@@ -1,2 +1,2 @@\n-a\n+A\n b\n";
    check("a\nb", patch, "A\nb");
    let last = "--- a/f\n+++ b/f\n@@ -1,2 +1,2 @@\n a\n-b\n+B\n";
    check("a\nb", last, "a\nB");
    check("a\nb\n", last, "a\nB\n");
    let append = "--- a/f\n+++ b/f\n@@ -1,2 +1,3 @@\n a\n b\n+c\n";
    check("a\nb", append, "a\nb\nc");
    let end = "*** Begin Patch\n*** Update File: f\n@@\n+c\n*** End of File\n*** End Patch\n";
    check("a\r\nb", end, "a\r\nb\r\nc");
}

#[test]
fn the_marker_decides_about_the_final_newline() {
    let adds = "--- a/f\n+++ b/f\n@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+b\n";
    check("a\nb", adds, "a\nb\n");
    let drops = "--- a/f\n+++ b/f\n@@ -1,2 +1,2 @@\n a\n-b\n+b\n\\ No newline at end of file\n";
    check("a\nb\n", drops, "a\nb");
    let keeps = "--- a/f\n+++ b/f\n@@ -1,2 +1,2 @@\n-a\n+A\n b\n\\ No newline at end of file\n";
    check("a\nb", keeps, "A\nb");
    let new = "--- /dev/null\n+++ b/n\n@@ -0,0 +1 @@\n+x\n\\ No newline at end of file\n";
    applies(&[], new, &[("n", "x")]);
}

#[test]
fn a_byte_order_mark_is_invisible_and_stays() {
    let patch = "--- a/f\n+++ b/f\n@@ -1,2 +1,2 @@\n-a\n+A\n b\n";
    check("\u{feff}a\nb\n", patch, "\u{feff}A\nb\n");
    let insert = "--- a/f\n+++ b/f\n@@ -1 +1,2 @@\n+new\n a\n";
    check("\u{feff}a\n", insert, "\u{feff}new\na\n");
    // A patch that was made from the bytes carries the mark, and may take it away.
    let literal = "--- a/f\n+++ b/f\n@@ -1,2 +1,2 @@\n-\u{feff}a\n+a\n b\n";
    check("\u{feff}a\nb\n", literal, "a\nb\n");
}

#[test]
fn odd_separators_are_text() {
    let patch = "--- a/f\n+++ b/f\n@@ -2,2 +2,2 @@\n b\n-c\n+C\n";
    for odd in ["x\ry", "x\u{0C}y", "x\u{85}y", "x\u{2028}y"] {
        check(&format!("{odd}\nb\nc\n"), patch, &format!("{odd}\nb\nC\n"));
    }
    let inside = "--- a/f\n+++ b/f\n@@ -1 +1 @@\n-x\ry\n+z\n";
    check("x\ry\n", inside, "z\n");
}

#[test]
fn context_lines_keep_the_files_own_bytes() {
    let patch = "--- a/f\n+++ b/f\n@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n";
    check("a \t\nb\nc  \n", patch, "a \t\nB\nc  \n");
}

#[test]
fn bytes_that_are_not_utf8_stay() {
    let patch = patch_parse::parse(b"--- a/f\n+++ b/f\n@@ -1 +1 @@\n-a\n+A\n").unwrap();
    let hunks = patch.files[0].hunks();
    let applied =
        apply_hunks(b"a\n\x99\xFF\n", hunks, patch.format, &ApplyOptions::default()).unwrap();
    assert_eq!(applied.contents, b"A\n\x99\xFF\n");
}

#[test]
fn text_beyond_ascii_does_not_go_into_another_encoding() {
    let patch = patch_parse::parse("--- a/f\n+++ b/f\n@@ -1 +1 @@\n-a\n+é\n".as_bytes()).unwrap();
    let hunks = patch.files[0].hunks();
    let options = ApplyOptions::default();
    let refused = apply_hunks(b"a\n\xE9\n", hunks, patch.format, &options).unwrap_err();
    assert_eq!(refused.failures[0].code.as_str(), "encoding_mismatch");
    apply_hunks("a\né\n".as_bytes(), hunks, patch.format, &options).unwrap();
    // The same bytes the file has are its own encoding.
    let patch = patch_parse::parse(b"--- a/f\n+++ b/f\n@@ -1 +1 @@\n-\xE9\n+\xE8\n").unwrap();
    let applied = apply_hunks(b"\xE9\n", patch.files[0].hunks(), patch.format, &options).unwrap();
    assert_eq!(applied.contents, b"\xE8\n");
}

#[test]
fn text_that_the_file_has_twice_is_ambiguous_whatever_the_encoding() {
    let options = ApplyOptions::default();
    let patch = "--- a/f\n+++ b/f\n@@ -9,2 +9 @@\n-a\n é\n";
    let patch = patch_parse::parse(patch.as_bytes()).unwrap();
    let file = b"a\n\xC3\xA9\na\n\xC3\xA9\n\xE9\n";
    let refused = apply_hunks(file, patch.files[0].hunks(), patch.format, &options).unwrap_err();
    assert_eq!(refused.failures[0].code.as_str(), "ambiguous_context");
    let refused = apply_hunks(b"a\n\xE9\n", patch.files[0].hunks(), patch.format, &options);
    assert_eq!(refused.unwrap_err().failures[0].code.as_str(), "encoding_mismatch");
}

#[test]
fn under_git_a_place_that_is_not_singled_out_is_no_matter_of_encoding() {
    let patch = patch_parse::parse("--- a/f\n+++ b/f\n@@ ... @@\n-a\n+é\n".as_bytes()).unwrap();
    let code = |contract: Contract, file: &[u8]| {
        let options = ApplyOptions::default().contract(contract);
        let refused = apply_hunks(file, patch.files[0].hunks(), patch.format, &options);
        refused.unwrap_err().failures[0].code.as_str()
    };
    assert_eq!(code(Contract::Git, b"a\nb\na\n\xE9\n"), "ambiguous_context");
    assert_eq!(code(Contract::Agent, b"a\nb\na\n\xE9\n"), "encoding_mismatch");
    assert_eq!(code(Contract::Git, b"b\n\xE9\n"), "encoding_mismatch");
}

#[test]
fn a_patch_may_change_the_encoding_of_the_whole_file() {
    let options = ApplyOptions::default();
    let patch = b"--- a/f\n+++ b/f\n@@ -1,2 +1,2 @@\n-\xE9\n+\xC3\xA9\n a\n";
    let patch = patch_parse::parse(patch).unwrap();
    let hunks = patch.files[0].hunks();
    let applied = apply_hunks(b"\xE9\na\n", hunks, patch.format, &options).unwrap();
    assert_eq!(applied.contents, "é\na\n".as_bytes());
    // Here half of the file would be left as it was.
    let refused = apply_hunks(b"\xE9\na\n\xE8\n", hunks, patch.format, &options).unwrap_err();
    assert_eq!(refused.failures[0].code.as_str(), "encoding_mismatch");
}

#[test]
fn binary_files_are_refused() {
    refuses(&[("f", "a\0b\n")], "--- a/f\n+++ b/f\n@@ -1 +1 @@\n-a\n+b\n", &["binary_file"]);
}

#[test]
fn the_end_of_the_file_is_no_better_than_other_lines_that_end_otherwise() {
    let function = |name: &str| format!("def {name}(x):\r\n    a(x)\r\n    b(x)\r\n\r\n");
    let file = ["one", "two", "three"].map(function).concat();
    let file = file.strip_suffix("\r\n").unwrap();
    let hunk =
        |header: &str| format!("--- a/f\n+++ b/f\n{header}\n     a(x)\n-    b(x)\n+    c(x)\n \n");
    refuses(&[("f", file)], &hunk("@@ @@"), &["ambiguous_context"]);
    let after = file.replace(&function("two"), &function("two").replace("b(x)", "c(x)"));
    applies(&[("f", file)], &hunk("@@ -6,3 +6,3 @@"), &[("f", &after)]);
}

#[test]
fn the_hunks_that_a_file_refuses_are_an_error_of_one_line_each() {
    let patch =
        b"--- a/f\n+++ b/f\n@@ -1 +1 @@\n-a\n+A\n@@ -2 +2 @@\n-x\n+X\n@@ -3 +3 @@\n-c\n+C\n";
    let read_and_apply = |file: &[u8]| -> Result<Vec<u8>, Box<dyn std::error::Error>> {
        let patch = patch_parse::parse(patch)?;
        let hunks = patch.files[0].hunks();
        Ok(apply_hunks(file, hunks, patch.format, &ApplyOptions::default())?.contents)
    };
    assert_eq!(read_and_apply(b"a\nx\nc\n").unwrap(), b"A\nX\nC\n");
    let refused = read_and_apply(b"a\nb\nz\n").unwrap_err().to_string();
    let what = "context_not_found: nothing in the file resembles the old lines of the hunk";
    assert_eq!(refused, format!("hunk 2: {what}\nhunk 3: {what}"));
}

/// A chunk, an anchor before it perhaps, for a file of two functions; what it makes of the file.
#[track_caller]
fn ends(chunk: &str, after: &str) {
    let file = "fn a() {\n    one();\n}\n\nfn b() {\n    two();\n}\n";
    let patch = format!("*** Begin Patch\n*** Update File: f\n{chunk}*** End Patch\n");
    let receipt = applies(&[("f", file)], &patch, &[("f", after)]);
    let codes: Vec<_> = receipt.diagnostics.iter().map(|note| note.code).collect();
    assert!(codes.contains(&"final_newline"), "{codes:?}");
}

#[test]
fn an_empty_line_at_the_end_of_a_file_goes_in_front_of_what_is_added_there() {
    let file = "fn a() {\n    one();\n}\n\nfn b() {\n    two();\n}\n";
    let after = format!("{file}\nfn c() {{\n    three();\n}}\n");
    let added = "+fn c() {\n+    three();\n+}\n";
    ends(&format!("@@\n     two();\n }}\n \n{added}"), &after);
    ends(&format!("@@ fn b() {{\n     two();\n }}\n \n{added}*** End of File\n"), &after);
    // A bracket is where the anchor or the marker says.
    ends(&format!("@@ fn b() {{\n }}\n\n{added}"), &after);
    // After what is added it is the final newline.
    ends(&format!("@@\n }}\n+\n{added} \n*** End of File\n"), &after);
    // So is one that is removed with others; two are as many.
    let changed = file.replace("two();\n}\n", "three();\n}\n");
    ends("@@\n fn b() {\n-    two();\n-}\n-\n+    three();\n+}\n", &changed);
    ends(
        &format!("@@\n     two();\n }}\n \n \n{added}"),
        &after.replace("}\n\nfn c", "}\n\n\nfn c"),
    );
}

#[test]
fn an_empty_line_is_the_end_of_a_file_where_the_rest_is() {
    let patch =
        |chunk: &str| format!("*** Begin Patch\n*** Update File: f\n{chunk}*** End Patch\n");
    // The line before it is elsewhere, or twice.
    refuses(&[("f", "a\nb\nc\n")], &patch("@@\n-a\n b\n \n+d\n"), &["context_not_found"]);
    refuses(&[("f", "b\nb\n")], &patch("@@\n b\n \n+d\n"), &["context_not_found"]);
    refuses(&[("f", "}\n}\n")], &patch("@@\n }\n \n+d\n"), &["context_not_found"]);
    // It is all that is removed.
    refuses(&[("f", "a\nb\n")], &patch("@@\n b\n-\n+d\n"), &["context_not_found"]);
    let unified = "--- a/f\n+++ b/f\n@@ -1,3 +1,4 @@\n a\n b\n \n+d\n";
    let mut git = ApplyOptions::default();
    git.contract = Contract::Git;
    let read = patch_parse::parse(unified.as_bytes()).unwrap();
    assert!(apply_hunks(b"a\nb\n", read.files[0].hunks(), read.format, &git).is_err());
    applies(&[("f", "a\nb\n")], unified, &[("f", "a\nb\n\nd\n")]);
}

#[test]
fn what_a_heading_heads_is_not_the_bracket_at_the_end_of_the_file() {
    let file = "class A < B\n\n  def nectar\n    render json: @nectar\n  end\n\n  def harbor\n    render json: @harbor\n  end\nend\n";
    let hunk = " end\n+\n+  def walnut\n+    render json: @walnut\n+  end\n \n";
    refuses(&[("f", file)], &unified(&format!("@@ def nectar\n{hunk}")), &["context_not_found"]);
}

/// A chunk, or several, for a file; what it makes of it.
#[track_caller]
fn ends_so(before: &str, chunks: &str, after: &str) {
    let patch = format!("*** Begin Patch\n*** Update File: f\n{chunks}*** End Patch\n");
    check(before, &patch, after);
}

#[test]
fn who_splits_a_file_at_its_newlines_sees_an_empty_line_behind_the_last() {
    let file = "a\n\ndef b():\n    return 2\n";
    let after = format!("{file}\n\ndef c():\n    return 3\n");
    let added = "+\n+def c():\n+    return 3\n+\n";
    // Before the change it is context, after it the last that is added.
    ends_so(file, &format!("@@\n def b():\n     return 2\n \n{added}"), &after);
    ends_so(file, &format!("@@\n def b():\n     return 2\n\n{added}"), &after);
    ends_so(file, &format!("@@ def b():\n     return 2\n \n{added}*** End of File\n"), &after);
    // Or it is removed, and the empty line in front is the last.
    ends_so("a\n}\n\nb\nc\n", "@@\n a\n }\n \n-b\n-c\n-\n", "a\n}\n");
    ends_so("a\n}\n\nb\nc\n", "@@\n a\n }\n-\n-b\n-c\n-\n+\n", "a\n}\n");
    // Or both.
    ends_so("a\nb\n", "@@\n a\n-b\n-\n+c\n+\n", "a\nc\n");
    ends_so("a\nb\n", "@@\n b\n-\n+c\n+\n", "a\nb\nc\n");
    // What ends with an empty line has one more.
    ends_so("a\nb\n\n", "@@\n a\n b\n \n-\n", "a\nb\n");
    ends_so("a\nb\n\n", "@@\n b\n \n \n+c\n+\n", "a\nb\n\n\nc\n");
    // As a line it stays one.
    ends_so("a\nb\n\n", "@@\n b\n \n+c\n+\n", "a\nb\n\nc\n\n");
}

#[test]
fn with_numbers_an_empty_line_at_the_end_is_one() {
    let hunk = "@@ -1,3 +1,4 @@\n a\n b\n \n+c\n+\n";
    check("a\nb\n", &unified(hunk), "a\nb\n\nc\n\n");
    let hunk = "@@ -1,5 +1,2 @@\n a\n \n-b\n-c\n-\n";
    check("a\n\nb\nc\n", &unified(hunk), "a\n\n");
}

#[test]
fn the_final_newline_is_behind_an_anchor_that_is_the_last_line() {
    let file = "a\n\nb\nc\n";
    ends_so(file, "@@ c\n \n+d\n+\n", "a\n\nb\nc\n\nd\n");
    ends_so(file, "@@ c\n \n+d\n*** End of File\n", "a\n\nb\nc\n\nd\n");
    let refused = |chunk: &str| {
        let patch = format!("*** Begin Patch\n*** Update File: f\n{chunk}*** End Patch\n");
        refuses(&[("f", file)], &patch, &["context_not_found"]);
    };
    refused("@@ b\n \n+d\n+\n");
    refused("@@ c\n \n \n+d\n+\n");
}

#[test]
fn a_bracket_behind_the_chunk_in_front_may_be_the_last_of_the_file() {
    let file = "fn a() {\n    one();\n}\n\nfn b() {\n    two();\n}\n";
    let first = "@@\n fn b() {\n-    two();\n+    two(2);\n";
    let after = format!("{}\nfn c() {{\n}}\n", file.replace("two()", "two(2)"));
    ends_so(file, &format!("{first}@@\n }}\n \n+fn c() {{\n+}}\n+\n"), &after);
    let first = "@@\n fn a() {\n-    one();\n+    one(1);\n";
    let patch = format!(
        "*** Begin Patch\n*** Update File: f\n{first}@@\n }}\n \n \n+fn c() {{\n+}}\n*** End Patch\n"
    );
    refuses(&[("f", file)], &patch, &["context_not_found"]);
}

#[test]
fn a_chunk_that_ends_the_file_may_show_what_the_one_in_front_changes() {
    let first = "@@\n from .a import A\n-from .b import B\n from .c import C\n";
    let behind = " \n+def f():\n+    return 1\n+\n";
    let second = format!("@@\n from .b import B\n from .c import C\n{behind}");
    let file = "from .a import A\nfrom .b import B\nfrom .c import C\n";
    let after = "from .a import A\nfrom .c import C\n\ndef f():\n    return 1\n";
    ends_so(file, &format!("{first}{second}"), after);
    // Or adds.
    let first = "@@\n from .b import B\n-from .c import C\n+from .d import D\n+from .e import E\n";
    let second = format!("@@\n from .e import E\n{behind}");
    let after = "from .a import A\nfrom .b import B\nfrom .d import D\nfrom .e import E\n\ndef f():\n    return 1\n";
    ends_so(file, &format!("{first}{second}"), after);
}

/// What is added ends as the file does, and a note says so.
#[track_caller]
fn is_carried(before: &str, patch: &str, after: &str) {
    let receipt = applies(&[("f", before)], patch, &[("f", after)]);
    assert!(receipt.diagnostics.iter().any(|note| note.code == "crlf_patch"), "{receipt:?}");
}

#[test]
fn a_cr_that_no_line_of_the_file_has_is_not_added() {
    // Without numbers, or where an old line shows that the patch was carried so.
    is_carried("a\nb\n", &opencode("@@\n a\r\n-b\n+c\r\n"), "a\nc\n");
    is_carried("a\nb\n", &unified("@@\n a\n-b\r\n+c\r\n"), "a\nc\n");
    let two = "@@ -1 +1 @@\n-a\r\n+x\n@@ -3 +3 @@\n-c\n+z\r\n";
    is_carried("a\nb\nc\n", &unified(two), "x\nb\nz\n");
}

#[test]
fn a_cr_that_the_patch_means_is_added() {
    // The numbers are those of a tool, and the old lines end as the file does.
    check("a\nb\n", &unified("@@ -1,2 +1,2 @@\n a\n-b\n+c\r\n"), "a\nc\r\n");
    check("a\nb\n", &opencode("@@\n a\n-b\n+c\r\n"), "a\nc\r\n");
    // The ends are the change.
    check("a\nb\n", &opencode("@@\n-a\n-b\n+a\r\n+b\r\n"), "a\r\nb\r\n");
    check("a\nb\n", &opencode("@@\n-a\n-b\n+a\r\n+c\r\n"), "a\r\nc\r\n");
    // A file without lines, or with such ends.
    check("", &opencode("@@\n+c\r\n"), "c\r\n");
    check("a\nb\r\n", &opencode("@@\n-a\n+c\r\n"), "c\r\nb\r\n");
}
