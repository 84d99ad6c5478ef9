//! Which differences are found, and how much is kept around them.

use super::*;

/// The parts, each as its old and its new text.
#[track_caller]
fn check(old: &str, new: &str, expected: &[(&str, &str)]) {
    let parts = parts(old.as_bytes(), new.as_bytes());
    let shown: Vec<(&str, &str)> =
        parts.iter().map(|it| (&old[it.old.clone()], &new[it.new.clone()])).collect();
    assert_eq!(shown, expected);
}

#[test]
fn equal_lines_at_both_ends_are_no_part() {
    check("a\nb\nc\nd\ne\n", "a\nb\nX\nd\ne\n", &[("c\n", "X\n")]);
    check("a\nb\n", "a\nb\n", &[]);
    check("", "a\n", &[("", "a\n")]);
}

#[test]
fn only_whole_lines_are_cut() {
    check("ab\nxyz\n", "ac\nwyz\n", &[("ab\nxyz\n", "ac\nwyz\n")]);
    check("a", "a\n", &[("a", "a\n")]);
    check("a", "a\nb", &[("a", "a\nb")]);
    check("x\na", "y\na", &[("x\n", "y\n")]);
    check("xa\n", "a\n", &[("xa\n", "a\n")]);
}

#[test]
fn a_repeated_line_is_cut_once() {
    check("a\na\n", "a\na\na\n", &[("", "a\n")]);
    check("a\nb\n", "a\nb\na\nb\n", &[("", "a\nb\n")]);
}

fn numbered(lines: Range<usize>) -> String {
    lines.map(|number| number.to_string() + "\n").collect()
}

#[test]
fn blocks_and_the_bytes_after_them_are_compared() {
    let long = numbered(0..3000);
    let (old, new) = (format!("{long}x\n{long}"), format!("{long}y\n{long}"));
    check(&old, &new, &[("x\n", "y\n")]);
}

#[test]
fn parts_are_apart_where_many_lines_agree() {
    let old = numbered(0..100);
    let new = old.replace("\n20\n", "\ntwenty\n").replace("\n60\n61\n", "\n");
    check(&old, &new, &[("20\n", "twenty\n"), ("60\n61\n", "")]);
    let near = old.replace("\n20\n", "\ntwenty\n").replace("\n30\n", "\n");
    let between = numbered(20..31);
    let expected = between.replace("20\n", "twenty\n").replace("30\n", "");
    check(&old, &near, &[(&between, &expected)]);
}

#[test]
fn many_lines_that_come_or_go_are_seen() {
    let (old, more) = (numbered(0..100), numbered(1000..1400));
    let new = old.replace("\n20\n", &format!("\n{more}20\n"));
    let new = new.replace("\n60\n", "\n");
    check(&old, &new, &[("", &more), ("60\n", "")]);
    check(&new, &old, &[(&more, ""), ("", "60\n")]);
}

#[test]
fn a_region_has_a_margin_and_numbers() {
    let old = numbered(0..1000);
    let new = old.replace("\n200\n", "\nX\nY\n").replace("\n210\n", "\n").replace("\n800\n", "\n");
    let regions = regions(old.as_bytes(), new.as_bytes(), 3);
    let shown: Vec<_> = regions
        .iter()
        .map(|it| (it.old_before, it.new_before, it.old.len(), it.new.len(), it.lead, it.trail))
        .collect();
    assert_eq!(shown, [(173, 173, 65, 65, 27, 27), (773, 773, 55, 54, 27, 27)]);
    assert_eq!(&old.as_bytes()[regions[1].start..][..4], b"773\n");
}
