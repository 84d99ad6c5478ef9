//! The questions one by one, on pairs of lines and added ones.

use super::*;
use crate::indent::margins::Margins;
use crate::mapping::loose::nested::Nesting;

const BY_FOUR: &[u8] = b"a\n    b\n        c\n";

fn blanks(width: i64) -> Vec<u8> {
    let (blank, width) = if width < 0 { (b'\t', -width) } else { (b' ', width) };
    vec![blank; usize::try_from(width).unwrap()]
}

fn as_added<'l>(indents: &[&'l [u8]], is_step_unfounded: bool) -> Added<'l> {
    Added {
        lines: &[],
        margins: Margins::default(),
        indents: indents.to_vec(),
        is_step_unfounded,
        gaps: Vec::new(),
        nesting: Nesting { outermost: indents.to_vec(), ..Nesting::default() },
        is_flat: false,
        is_opened_by_first: false,
        step: None,
        has_insertion: false,
        shift_in_place: None,
        lost_in_places: BTreeSet::new(),
        is_amid_kept: false,
        are_more_at_margin: false,
        replacing: Vec::new(),
    }
}

/// Widths of context lines (patch, file), tabs as negative numbers; what an added width
/// becomes, and the name of the rule.
#[track_caller]
fn check(pairs: &[(i64, i64)], added: i64, expected: Option<(i64, &str)>) {
    check_kind(LineKind::Context, pairs, added, expected);
}

#[track_caller]
fn check_kind(kind: LineKind, pairs: &[(i64, i64)], added: i64, expected: Option<(i64, &str)>) {
    let pairs: Vec<_> = pairs.iter().map(|(p, f)| (blanks(*p), blanks(*f))).collect();
    let pairs: Vec<Pair<'_>> =
        pairs.iter().map(|(patch, file)| Pair { patch, file, kind, is_item: false }).collect();
    let added = blanks(added);
    let around = &Around::new(b"a\n    b\n        c\n    d\n");
    let rule = of(&pairs, &as_added(&[&added], false), around);
    let found = rule.map(|rule| (rule.apply(&added), rule.to_string()));
    let expected = expected.map(|(width, name)| (Some(blanks(width)), name.to_owned()));
    assert_eq!(found, expected, "{pairs:?}");
}

#[test]
fn one_rule_holds_for_all_lines() {
    check(&[(0, 0), (2, 4)], 6, Some((12, "indentation: 2 -> 4")));
    check(&[(0, 0), (4, 2), (8, 4)], 12, Some((6, "indentation: 4 -> 2")));
    check(&[(0, 4), (4, 8)], 8, Some((12, "indentation: +4")));
    check(&[(8, 4), (12, 8)], 16, Some((12, "indentation: -4")));
    check(&[(0, 0), (4, -1), (8, -2)], 12, Some((-3, "indentation: 4 -> tab")));
    check(&[(0, 0), (-1, 4)], -2, Some((8, "indentation: tab -> 4")));
    check(&[(2, 8), (4, 12)], 6, Some((16, "indentation: 2 -> 4")));
    check(&[(4, 4)], 5, Some((5, "")));
}

#[test]
fn a_width_that_the_rule_does_not_reach_is_refused() {
    check(&[(0, 0), (4, 2)], 3, None);
    check(&[(8, 4), (12, 8)], 2, None);
    check(&[(0, 0), (4, -1)], 6, None);
    // Nothing says how much a tab is.
    check(&[(0, -1)], 4, None);
}

#[test]
fn of_one_width_the_steps_of_the_file_tell_the_rule() {
    // As much, whether moved or scaled.
    check(&[(2, 4)], 2, Some((4, "indentation: +2")));
    // A step of two cannot be in a file of steps of four.
    check(&[(2, 4)], 4, Some((8, "indentation: 2 -> 4")));
    // Moved, it is one step deeper; scaled, it were two.
    check(&[(4, 8)], 8, Some((12, "indentation: +4")));
    check(&[(0, 0), (0, 4)], 4, None);
}

#[test]
fn context_alone_may_be_indented_otherwise() {
    /// Widths of context (patch, file); of the added line, and of the lines of the file around
    /// it; what it becomes.
    fn check(pairs: &[(i64, i64)], (added, before, behind): (i64, usize, usize), expected: i64) {
        let pairs: Vec<_> = pairs.iter().map(|(p, f)| (blanks(*p), blanks(*f))).collect();
        let kind = LineKind::Context;
        let pairs: Vec<Pair<'_>> =
            pairs.iter().map(|(patch, file)| Pair { patch, file, kind, is_item: false }).collect();
        let added = blanks(added);
        let [before, behind] = [before, behind].map(|width| b" ".repeat(width));
        let gap = Gap {
            added: &added,
            is_replaced: false,
            is_behind_removed: false,
            leads_on: false,
            closes: false,
            before: &before,
            opens: behind.len() > before.len(),
            is_level: false,
            behind: &behind,
            is_apart: false,
            is_key_behind_item: false,
            is_item_behind_key: false,
            star: None,
            around: &Around::new(b""),
        };
        let indents = [&*added];
        let all = Added { gaps: vec![gap], ..as_added(&indents, false) };
        let rule = of(&pairs, &all, &Around::new(BY_FOUR)).unwrap();
        assert_eq!(rule.apply(&added), Some(blanks(expected)), "{pairs:?}");
        assert!(!gap.is_misfit(&blanks(expected)), "{pairs:?}");
    }
    // What the line before opens is as deep in the file as the added line is in the patch, or
    // by the rule.
    check(&[(0, 4), (4, 8)], (8, 4, 8), 8);
    check(&[(0, 4), (4, 8)], (4, 4, 8), 8);
    // The line before opens nothing.
    check(&[(0, 4), (4, 8)], (8, 8, 4), 8);
    check(&[(0, 4), (4, 8)], (4, 8, 8), 8);
    check(&[(0, 0), (4, 2)], (2, 0, 2), 2);
    check(&[(0, 0), (4, 2)], (4, 0, 2), 2);
}

#[test]
fn without_a_rule_each_width_is_looked_up() {
    check(&[(0, 0), (1, 0), (4, 4)], 1, Some((0, "indentation: line by line")));
    check(&[(0, 0), (1, 0), (4, 4)], 5, None);
    check_kind(
        LineKind::Remove,
        &[(0, 0), (9, 8), (3, 4)],
        9,
        Some((8, "indentation: line by line")),
    );
}

#[test]
fn a_line_that_is_indented_as_in_the_file_shows_that_no_unit_changed() {
    // 4 + width / 2 would explain both.
    let pair = |patch, file, kind| Pair { patch, file, kind, is_item: false };
    let context = pair(b"".as_slice(), b"    ".as_slice(), LineKind::Context);
    let removed = pair(b"        ", b"        ", LineKind::Remove);
    let pairs = [context, removed];
    let rule = of(&pairs, &as_added(&[b"    "], false), &Around::new(BY_FOUR));
    assert_eq!(rule, Some(Indentation::Same));
}

#[test]
fn lines_that_lost_their_mark_show_nothing() {
    check(&[(3, 4), (7, 8)], 8, Some((8, "")));
    check(&[(3, 4)], 8, Some((8, "")));
    check_kind(LineKind::Remove, &[(3, 4), (7, 8)], 7, Some((8, "indentation: +1")));
}

#[test]
fn lines_that_all_lost_a_blank_are_told_from_those_that_lost_their_mark() {
    check(&[(3, 4), (7, 8)], 7, Some((8, "indentation: +1")));
    check(&[(3, 4)], 3, Some((4, "indentation: +1")));
    check(&[(3, 4)], 7, Some((8, "indentation: +1")));
    check(&[(0, 1)], 0, Some((1, "indentation: +1")));
    check(&[(0, 0), (2, 3)], 2, Some((3, "indentation: 2 -> 3")));
    check(&[(0, 0), (3, 4)], 0, Some((0, "")));
    // Of one width in both nobody knows what was meant, nor of one in neither.
    check(&[(3, 4), (4, 5)], 4, None);
    check(&[(0, 1), (1, 2)], 1, None);
    check(&[(3, 4)], 5, None);
}

#[test]
fn context_that_alone_lost_its_indentation_is_told_by_what_is_added() {
    check(&[(0, 4)], 4, None);
    check(&[(0, 4)], 0, Some((4, "indentation: +4")));
}

#[test]
fn a_step_where_nothing_begins_says_that_the_context_lost_its_indentation() {
    let pairs = [Pair { patch: b"", file: b"        ", kind: LineKind::Context, is_item: false }];
    let rule = |is_unfounded| {
        let added = [b"    ".as_slice()];
        of(&pairs, &as_added(&added, is_unfounded), &Around::new(BY_FOUR))
    };
    assert_eq!(rule(false), Some(Indentation::In(blanks(8))));
    assert_eq!(rule(true), None);
}
