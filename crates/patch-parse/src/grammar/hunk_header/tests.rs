//! Headers, one by one, with what they say.

use super::*;

#[track_caller]
#[expect(clippy::needless_pass_by_value, reason = "the tables read better without a borrow")]
fn check(line: &str, expected: Option<HunkHeader<'_>>) {
    assert_eq!(hunk_header(line.as_bytes()), expected, "{line}");
}

fn ranges(old_start: u64, old_count: u64, new_start: u64, new_count: u64) -> HunkRange {
    HunkRange { old_start, old_count, new_start, new_count }
}

#[test]
fn headers_with_numbers() {
    let range = |numbers, section| Some(HunkHeader::Range(numbers, BStr::new(section)));
    check("@@ -1,2 +3,4 @@", range(ranges(1, 2, 3, 4), ""));
    check("@@ -1 +1 @@", range(ranges(1, 1, 1, 1), ""));
    check("@@ -0,0 +1,3 @@", range(ranges(0, 0, 1, 3), ""));
    let most = u64::MAX;
    check(&format!("@@ -{most},0 +0{most},1 @@"), range(ranges(most, 0, most, 1), ""));
    check("@@ -42,7 +42,8 @@ fn main() {", range(ranges(42, 7, 42, 8), "fn main() {"));
    check("@@ -1,2 +3,4 @@  indented", range(ranges(1, 2, 3, 4), " indented"));
    check("@@ -1,2 +3,4 @@ page\x0C \t", range(ranges(1, 2, 3, 4), "page\x0C"));
}

#[test]
fn headers_that_no_tool_writes() {
    let loose = |numbers, section, sides| {
        Some(HunkHeader::Loose { range: numbers, section: BStr::new(section), sides })
    };
    let both = Sides::Both;
    check("@@ -6, 3 +6, 4 @@", loose(ranges(6, 3, 6, 4), "", both));
    check("@@ -6 ,3 +6,4 @@ def f", loose(ranges(6, 3, 6, 4), "def f", both));
    check("@@ -6, 3 +6 @@", loose(ranges(6, 3, 6, 1), "", both));
    check("@@ -6, 3 +6, 4", loose(ranges(6, 3, 6, 4), "", both));
    check("@@ -6,3 @@", loose(ranges(6, 3, 6, 3), "", Sides::One));
    check("@@ -6, 3 @@ def f", loose(ranges(6, 3, 6, 3), "def f", Sides::One));
    check("@@ -6 @@", loose(ranges(6, 1, 6, 1), "", Sides::One));
    // To git these are no headers.
    for line in ["@@ -6,3 +6,4", "@@ -6,3 +6,4 ", "@@-6,3 +6,4@@", "@@ -6,3+6,4 @@"] {
        check(line, loose(ranges(6, 3, 6, 4), "", both));
    }
    for line in ["@@\t -6,3 +6,4 @@", "@@ -6,3\t+6,4 @@", "@@ -6,3 +6,4\x0C @@"] {
        check(line, loose(ranges(6, 3, 6, 4), "", both));
    }
    for line in [
        "@@ -6,3, +6,4 @@",
        "@@ -6,3, +6,4, @@",
        "@@ -6,3 +6,4 @",
        "@@ - 6,3 + 6,4 @@",
        "@@ -6,3 + 6,4 @@",
        "@@ - 6, 3 + 6, 4 @",
        "@@ -6,3 6,4 @@",
        "@@ 6,3 +6,4 @@",
        "@@@ -6,3 +6,4 @@@",
        "@@@ -6,3 +6,4 @@",
        "@@@@ -6,3 +6,4 @@@@",
    ] {
        check(line, loose(ranges(6, 3, 6, 4), "", both));
        check(&format!("{line} def f"), loose(ranges(6, 3, 6, 4), "def f", both));
    }
    // Trailing blanks do not belong to an anchor either.
    check("@@ -6,3 6,4 @\r\r", loose(ranges(6, 3, 6, 4), "", both));
    check("@@@ -6 +6 @@@", loose(ranges(6, 1, 6, 1), "", both));
}

#[test]
fn the_signs_behind_numbers_may_be_lost() {
    let numbers = HunkRange { old_start: 6, old_count: 3, new_start: 6, new_count: 4 };
    for line in ["@@ -6,3 +6,4 class A {", "@@ -6,3 +6,4  class A {"] {
        let section = BStr::new("class A {");
        check(line, Some(HunkHeader::Loose { range: numbers, section, sides: Sides::Both }));
    }
    // Numbers that may be of something else.
    for line in ["@@ -6 +6 class A {", "@@ -6,3 +6 x", "@@ -6,3 +6,4x", "@@ -6,3 +6,4 (x)"] {
        check(line, None);
    }
}

#[test]
fn what_may_be_a_line_of_the_file_is_no_range() {
    // Nothing is missing that numbers alone need.
    for text in ["6,3 6,4", "6 +6", "6 + 6", "6 items", "6,3 +6 -2"] {
        check(&format!("@@ {text}"), Some(HunkHeader::Anchor(BStr::new(text))));
        check(&format!("@@ {text} @@"), Some(HunkHeader::Anchor(BStr::new(text))));
    }
    for line in
        ["@@ - 6 + 6", "@@ - 6,3 @@", "@@ -6,3 6,4", "@@ -6,3, @@", "@@ -6,3 @", "@@ -6,3,6,4 @@"]
    {
        check(line, None);
    }
    // Those of a merge.
    for line in ["@@@ -6,3 -6,3 +6,4 @@@", "@@@ -6,3 @@@", "@@@ x @@@", "@@@"] {
        check(line, None);
    }
    check("@@@@", Some(HunkHeader::Anywhere(BStr::new(""))));
}

#[test]
fn headers_without_numbers() {
    for line in ["@@", "@@ @@", "@@ ... @@", "@@ ...", "@@ … @@", "@@  ", "@@ \x0C"] {
        check(line, Some(HunkHeader::Anywhere(BStr::new(""))));
    }
    check("@@ ... @@ fn main() {", Some(HunkHeader::Anywhere(BStr::new("fn main() {"))));
    check("@@ ... fn main() {", Some(HunkHeader::Anchor(BStr::new("... fn main() {"))));
    check("@@ class A @@ @@ ", Some(HunkHeader::Anchor(BStr::new("class A @@"))));
    check("@@ fn main() {", Some(HunkHeader::Anchor(BStr::new("fn main() {"))));
    check("@@ class A @@", Some(HunkHeader::Anchor(BStr::new("class A"))));
    check("@@ - name: x", Some(HunkHeader::Anchor(BStr::new("- name: x"))));
    check("@@   - name: x @@", Some(HunkHeader::Anchor(BStr::new("  - name: x"))));
    check("@@ +x", Some(HunkHeader::Anchor(BStr::new("+x"))));
    // A comment of Haskell, SQL or Lua.
    check("@@ -- | The b.", Some(HunkHeader::Anchor(BStr::new("-- | The b."))));
    check("@@ --- The b. @@", Some(HunkHeader::Anchor(BStr::new("--- The b."))));
    check("@@ --1,2 +1,2 @@", None);
}

#[test]
fn placeholders_are_anywhere() {
    for numbers in [
        "-XX,XX +XX,XX",
        "-?,? +?,?",
        "-N,M +N,M",
        "-... +...",
        "-…,… +…,…",
        "-X +X",
        "-10,XX +10,XX",
        "-old_start,old_count +new_start,new_count",
        "-<start>,<count> +<start>,<count>",
        "-XX,7 +XX",
    ] {
        check(&format!("@@ {numbers} @@"), Some(HunkHeader::Anywhere(BStr::new(""))));
    }
    check("@@ -XX,XX +XX,XX @@ fn f", Some(HunkHeader::Anywhere(BStr::new("fn f"))));
}

#[test]
fn counts_may_be_known_where_the_place_is_not() {
    let range = HunkRange { old_start: 0, old_count: 7, new_start: 0, new_count: 8 };
    for (line, section) in
        [("@@ -XX,7 +XX,8 @@", ""), ("@@ -?,7 +?,8 @@ fn f", "fn f"), ("@@ -...,7 +...,8 @@", "")]
    {
        let (section, sides) = (BStr::new(section), Sides::CountsAlone);
        check(line, Some(HunkHeader::Loose { range, section, sides }));
    }
}

#[test]
fn malformed_numbers_are_never_an_anchor() {
    for line in [
        "@@ -1,2",
        "@@ -1, 2 +1, @@",
        "@@ -x,y +1 @@",
        "@@ -x +1 @@",
        "@@ -1x,2 +1x,2 @@",
        "@@ -1, +1 @@",
        "@@ -1 +99999999999999999999 @@",
        "@@ -1 +1 junk",
    ] {
        check(line, None);
    }
}
