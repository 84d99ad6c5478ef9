//! The rows of `docs/contracts.md`, one test each: a patch that git and we treat differently.

use patch_testkit::conformance::{Thing, Things};

use crate::programs::{Ours, Verdict, Way, are_installed, git, ours};
use crate::reasons::Reason;

/// What git makes of a patch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Git {
    Applies,
    Malformed,
}
use Git::{Applies, Malformed};

/// Checks what git makes of a patch, what we make of it, and that the row is the reason.
#[track_caller]
fn check(row: Reason, before: &[(&str, &str)], patch: &str, gits: Git, our: &str) {
    check_way(row, before, patch, Way::There, gits, our);
}

#[track_caller]
fn check_way(row: Reason, before: &[(&str, &str)], patch: &str, way: Way, gits: Git, our: &str) {
    if !are_installed() {
        return;
    }
    let before = things(before);
    let verdict = git(&before, patch.as_bytes(), way);
    let (found, reason) = match ours(&before, patch.as_bytes(), way) {
        Ours::Applied(after, notes) => match &verdict {
            Verdict::Malformed(said) => {
                ("applies", Reason::of_reading(patch.as_bytes(), &notes, said, way))
            }
            Verdict::Applied(gits) if *gits != after => ("otherwise", Some(row)),
            _ => ("applies", None),
        },
        Ours::Refused(refusal, notes) => {
            (refusal.code().as_str(), Reason::of_refusal(&refusal, patch.as_bytes(), &notes, way))
        }
        Ours::Malformed(error) => (error.code.as_str(), Reason::of_error(&error)),
        Ours::OneWay => ("not_reversible", Some(row)),
    };
    let is_as_expected = match &verdict {
        Verdict::Applied(_) => gits == Applies,
        Verdict::Malformed(_) => gits == Malformed,
        Verdict::Refused => false,
    };
    assert!(is_as_expected, "git: {verdict:?}, of\n{patch}");
    assert_eq!((found, reason), (our, Some(row)), "of\n{patch}");
}

/// A tree: `-> target` is a link, `+x text` an executable file.
pub(crate) fn things(short: &[(&str, &str)]) -> Things {
    let thing = |text: &str| {
        if let Some(target) = text.strip_prefix("-> ") {
            return Thing::Symlink(target.into());
        }
        let bare = text.strip_prefix("+x ");
        Thing::File { contents: bare.unwrap_or(text).into(), executable: bare.is_some() }
    };
    short.iter().map(|(path, text)| ((*path).into(), thing(text))).collect()
}

const X: &[(&str, &str)] = &[("x", "a\n")];
const FILES: &str = "--- a/x\n+++ b/x\n";
const HUNK: &str = "@@ -1 +1 @@\n-a\n+b\n";

#[test]
fn every_reason_is_a_row() {
    let page = include_str!("../../../../docs/contracts.md");
    for reason in Reason::ALL {
        let row = format!("`{}`", reason.row());
        assert!(page.contains(&row), "docs/contracts.md has no row with {row}");
    }
}

#[test]
fn half_a_header() {
    let code = "missing_file_header";
    check(
        Reason::HalfHeader,
        X,
        &format!("diff --git a/x b/x\n{FILES}+++ b/x\n{HUNK}"),
        Applies,
        code,
    );
}

#[test]
fn an_envelope_beside_a_diff() {
    let (diff, code) = (format!("{FILES}{HUNK}"), "wrong_patch_format");
    let envelope = "*** Begin Patch\n*** Update File: x\n@@\n-a\n+c\n*** End Patch\n";
    for text in [format!("{envelope}{diff}"), format!("{diff}\n{envelope}")] {
        check(Reason::TwoFormats, X, &text, Applies, code);
    }
}

#[test]
fn half_a_rename() {
    let text = format!("diff --git a/x b/y\nrename from x\n--- a/x\n+++ b/y\n{HUNK}");
    check(Reason::HalfRename, X, &text, Applies, "rename_path_mismatch");
}

#[test]
fn a_section_without_effect() {
    let code = "missing_hunk";
    check(
        Reason::NothingToDo,
        X,
        &format!("diff --git a/y b/y\n{FILES}{HUNK}diff --git a/y b/y\n"),
        Applies,
        code,
    );
    check(
        Reason::NothingToDo,
        X,
        &format!("diff --git a/x b/x\n-ndex 1..2\n{FILES}{HUNK}"),
        Applies,
        code,
    );
    // Its hunk lost its header.
    let text = "diff --git a/n b/n\nnew file mode 100644\n--- /dev/null\n+++ b/n\n+a\n";
    check(Reason::NothingToDo, X, text, Applies, code);
}

#[test]
fn a_section_that_is_cut() {
    let text = format!("{FILES}{HUNK}diff --git a/y b/y\nold mode 100644");
    check(Reason::NothingToDo, X, &text, Applies, "missing_file_header");
}

#[test]
fn a_hunk_header_that_lost_a_part() {
    let text = format!("{FILES}{HUNK}@ -9 +9 @@\n-c\n+d\n");
    check(Reason::GarbledHeader, X, &text, Applies, "invalid_hunk_header");
}

#[test]
fn modes_that_no_file_has() {
    for mode in ["5", "0100644", "040000"] {
        let text = format!(
            "diff --git a/n b/n\nnew file mode {mode}\n--- /dev/null\n+++ b/n\n@@ -0,0 +1 @@\n+a\n"
        );
        check(Reason::Modes, X, &text, Applies, "missing_file_header");
    }
}

#[test]
fn binary_data_that_cannot_be_read() {
    let text = format!(
        "{FILES}{HUNK}diff --git a/n b/n\nnew file mode 100644\nindex {zeros}..{object}\nGIT binary patch\n\
         literal 29\nliteral 29\nhcmZQzWKu}}V%u6h)<kHqwNYbz1;>t@c2Vn&xE&yj52S5M-\n\nliteral 0\nHcmV?d00001\n\n",
        zeros = "0".repeat(40),
        object = "9d5498eaf0ea935e9b9a09230e58e931c5f0a158",
    );
    check(Reason::BinaryData, X, &text, Applies, "invalid_hunk_line");
    // Where the data for the way back lost its first line, the folder stays and is in the way as
    // well.
    let text = format!(
        "diff --git a/d b/d\nnew file mode 100644\nindex {zeros}..b9fb03847f10a3e57b9c6596a8b8418e86f5cb1e\n\
         GIT binary patch\nliteral 3\nKcmZQb;sO8w(Ex1#\n\nliteral 0\nHcmV?d00001\n\n\
         diff --git a/d/x b/d/x\ndeleted file mode 100644\n\
         index 29cd267315316baf2f931f924b0a01c73593ad53..{zeros}\n\
         GIT binary patch\nliteral 0\nHcmV?d00001\n\nKcmZQb<N^Qy&j4%y\n\n",
        zeros = "0".repeat(40),
    );
    check(Reason::BinaryData, &[("d/x", "\0a\n")], &text, Applies, "not_a_file");
}

#[test]
fn a_remark_that_binary_files_differ() {
    let text = format!("Binary files a/p.png and b/p.png differ\n{FILES}{HUNK}");
    let before = &[("x", "a\n"), ("p.png", "\0")];
    check(Reason::BinaryRemark, before, &text, Applies, "unsupported_git_patch_feature");
}

#[test]
fn names_that_lead_out() {
    let epoch = "1970-01-01 00:00:00.000000000 +0000";
    let text = format!("--- a/../x\n+++ b/x\t{epoch}\n@@ -1 +0,0 @@\n-a\n");
    check(Reason::NamesOutside, X, &text, Applies, "path_escape");
    let text = "--- a/\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n";
    check(Reason::NamesOutside, X, text, Applies, "file_not_found");
}

#[test]
fn a_link_that_leads_out() {
    let text = "diff --git a/l b/l\nnew file mode 120000\n--- /dev/null\n+++ b/l\n@@ -0,0 +1 @@\n\
                +../out\n\\ No newline at end of file\n";
    check(Reason::LinkOutside, X, text, Applies, "path_escape");
}

#[test]
fn a_section_that_makes_another_kind_of_file() {
    let text = "diff --git a/x b/x\nindex 0123456..89abcde 120000\ndeleted file mode 100644\n\
                --- a/x\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n";
    check(Reason::OtherKind, X, text, Applies, "unsupported_git_patch_feature");
    // To git a directory is a submodule, and its name alone moves.
    let text = "diff --git a/d b/y\nsimilarity index 100%\nrename from d\nrename to y\n";
    check(Reason::OtherKind, &[("d/x", "a\n")], text, Applies, "not_a_file");
}

#[test]
fn two_names_on_the_git_line() {
    let text = format!("diff --git a/x b/y\n--- a/x\n+++ b/y\n{HUNK}");
    check(Reason::TwoNamesInGitHeader, X, &text, Applies, "rename_path_mismatch");
    // Git makes `x`, which the times call missing.
    let (then, now) = ("1970-01-01 00:00:00 +0000", "2024-01-01 00:00:00 +0000");
    let add = format!("--- a/x\t{then}\n+++ b/xy\t{now}\n@@ -0,0 +1 @@\n+a\n");
    check(Reason::TwoNamesInGitHeader, &[], &add, Applies, "file_not_found");
}

#[test]
fn text_between_the_headers_of_a_section() {
    let text = "diff --git a/n b/n\nnew file mode 100644\n\\ No newline at end of file\n\
                --- /dev/null\n+++ b/n\n@@ -0,0 +1 @@\n+a\n";
    check(Reason::TornSection, X, text, Applies, "file_exists");
    // The file that it makes room for is in the next section, and so in the way of the first half.
    let text = "diff --git a/d b/d\nnew file mode 100644\n\nindex 0000000..ce542ef\n--- /dev/null\n+++ b/d\n\
                @@ -0,0 +1 @@\n+b\ndiff --git a/d/x b/d/x\ndeleted file mode 100644\nindex 7898192..0000000\n\
                --- a/d/x\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n";
    check(Reason::TornSection, &[("d/x", "a\n")], text, Applies, "not_a_file");
}

#[test]
fn a_hunk_at_line_zero() {
    let text = format!("{FILES}@@ -0,0 +1 @@\n+b\n");
    check(Reason::LineZero, X, &text, Applies, "file_exists");
}

#[test]
fn a_place_that_is_not_singled_out() {
    let before = &[("x", "1\n2\n3\n4\n5\n6\n7\na\n}\n8\na\n}\n")];
    let text = format!("{FILES}@@ -5,2 +5,2 @@\n-a\n+b\n }}\n");
    check(Reason::AmbiguousPlace, before, &text, Applies, "ambiguous_context");
    let text = format!("{FILES}@@ -3 +3 @@ 3\n-2\n+b\n");
    check(Reason::AmbiguousPlace, before, &text, Applies, "context_not_found");
}

#[test]
fn the_way_back_from_a_copy() {
    let text = "diff --git a/x b/y\nsimilarity index 100%\ncopy from x\ncopy to y\n";
    check_way(Reason::CopyBack, &[("y", "a\n")], text, Way::Back, Applies, "context_not_found");
    check_way(Reason::CopyBack, &[("y", "")], text, Way::Back, Applies, "otherwise");
    let moved =
        format!("{text}diff --git a/x b/z\nsimilarity index 100%\nrename from x\nrename to z\n");
    let before = &[("y", ""), ("z", "a\n")];
    check_way(Reason::CopyBack, before, &moved, Way::Back, Applies, "otherwise");
    let outside = text.replace("a/x", "a/../x").replace("from x", "from ../x");
    check_way(Reason::CopyBack, &[("y", "")], &outside, Way::Back, Malformed, "applies");
}

#[test]
fn the_mode_of_a_file_that_comes_back() {
    for (mode, text) in [("100755", "-a\n"), ("120000", "-x\n\\ No newline at end of file\n")] {
        let text = format!(
            "diff --git a/y b/y\ndeleted file mode {mode}\n--- a/y\n+++ /dev/null\n@@ -1 +0,0 @@\n{text}"
        );
        check_way(Reason::DeletedMode, X, &text, Way::Back, Applies, "otherwise");
    }
}

#[test]
fn a_change_that_is_made_already() {
    let section = format!("{FILES}@@ -2,3 +2,4 @@\n a\n a\n a\n+b\n");
    let before = &[("x", "a\na\na\na\n")];
    check(Reason::MadeAlready, before, &format!("{section}{section}"), Applies, "otherwise");
}

#[test]
fn a_change_of_a_file_that_another_section_moves() {
    let moved = "diff --git a/x b/y\nsimilarity index 100%\nrename from x\nrename to y\n";
    let text = format!("diff --git a/x b/x\n{FILES}{HUNK}{moved}");
    check(Reason::ChangeThenMove, X, &text, Applies, "otherwise");
}

#[test]
fn a_byte_order_mark_in_front_of_added_lines() {
    let before = &[("x", "\u{feff}a\n")];
    let text = format!("diff --git a/x b/x\n{FILES}@@ -0,0 +2 @@\n+b\n");
    check(Reason::ByteOrderMark, before, &text, Applies, "otherwise");
}

#[test]
fn dev_null_without_a_mode_line() {
    let text = "diff --git a/x b/x\n--- a/x\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n";
    check(Reason::DevNullAlone, X, text, Applies, "otherwise");
}

#[test]
fn a_marker_in_any_words() {
    for marker in ["\\", "\\ Kein Z."] {
        let before = &[("x", "a")];
        let text = format!("{FILES}@@ -1 +1 @@\n-a\n{marker}\n+b\n{marker}\n");
        check(Reason::BareMarker, before, &text, Malformed, "applies");
    }
    // In the middle of a file git joins the lines, and of a side as well.
    let before = &[("x", "a\nz\n")];
    let text = format!("{FILES}@@ -1 +1 @@\n-a\n+b\n\\ No newline at end of file\n");
    check(Reason::BareMarker, before, &text, Applies, "otherwise");
    let text = format!("{FILES}@@ -1 +1,2 @@\n-a\n+b\n\\ No newline at end of file\n+c\n");
    check(Reason::BareMarker, X, &text, Applies, "invalid_hunk_line");
}

#[test]
fn binary_data_without_object_names() {
    // One byte becomes another: zlib streams of stored bytes, written by git.
    let data =
        "GIT binary patch\nliteral 12\nTcmZQzWKu}V%u6h)<oXW)5BUSK\n\nliteral 0\nHcmV?d00001\n\n";
    let text = format!("diff --git a/e b/e\n{data}");
    check(Reason::BinaryWithoutIndex, &[("e", "")], &text, Malformed, "applies");
    // Git has the name of this section for the next one still.
    let index = "index e69de29bb2d1d6434b8b29ae775ad8c2e48c5391..f927d97f68c31e9b3be36069b3886b902b5b545d 100644\n";
    let two = format!("{text}diff --git a/f b/f\n{index}{data}");
    check(Reason::BinaryWithoutIndex, &[("e", ""), ("f", "")], &two, Applies, "otherwise");
}

#[test]
fn blank_lines_and_blanks_between_headers() {
    check(
        Reason::BlankLines,
        X,
        &format!("diff --git a/x b/x\n{FILES}\n{HUNK}"),
        Malformed,
        "applies",
    );
    let lost = format!("diff --git a/x b/x\n{FILES}@@ -1,3 +1,3 @@\n a\r\n\r\n-a\n+b\n");
    check(Reason::BlankLines, &[("x", "a\r\n\r\na\n")], &lost, Malformed, "applies");
}

#[test]
fn lines_that_end_in_crlf() {
    let text = "diff --git a/x b/x\nold mode 100644\nnew mode 100755\n".replace('\n', "\r\n");
    check(Reason::CrlfPatch, X, &text, Malformed, "applies");
    let text = "--- /dev/null\n+++ b/n\n@@ -0,0 +1 @@\n+a\n".replace('\n', "\r\n");
    check(Reason::CrlfPatch, X, &text, Applies, "otherwise");
}

#[test]
fn names_that_disagree_with_the_git_line() {
    let text =
        "diff --git a/y b/y\ndeleted file mode 100644\n--- a/x\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n";
    check(Reason::LooseNames, X, text, Malformed, "applies");
}

#[test]
fn headers_that_nobody_knows() {
    let text = format!("diff --git a/x b/x\nindex 1..2 mode\n{FILES}{HUNK}");
    check(Reason::UnknownHeaders, X, &text, Malformed, "applies");
    // Git does not read on below one after a mode, and makes an empty file of what it has.
    let link = "@@ -1 +0,0 @@\n-x\n\\ No newline at end of file\n";
    let text = format!(
        "diff --git a/y b/y\ndeleted file mode 120000\nfoo bar 12\nindex 1111111..0000000\n--- a/y\n+++ /dev/null\n{link}"
    );
    check_way(Reason::UnknownHeaders, X, &text, Way::Back, Applies, "otherwise");
}
