//! Small trees, and what is found in them. That git finds the same is tested from outside.

use super::*;
use crate::tree_changes;

fn tree<'a>(files: &[(&'a str, &'a str)]) -> Snapshot<'a> {
    files.iter().map(|(path, text)| (*path, Entry::file(*text))).collect()
}

#[track_caller]
fn check(old: &[(&str, &str)], new: &[(&str, &str)], detect: Detect, expected: &str, why: &str) {
    let (old, new) = (tree(old), tree(new));
    let renames = Renames::default().detect(detect);
    let changes = find_renames(tree_changes(&old, &new), &old, &renames).changes;
    let told: Vec<String> = changes
        .iter()
        .map(|change| match change {
            FileChange::Add { path, .. } => format!("A {path}"),
            FileChange::Delete { path, .. } => format!("D {path}"),
            FileChange::Modify { path, .. } => format!("M {path}"),
            FileChange::Move { old_path, path, .. } => format!("R {old_path} {path}"),
            FileChange::Copy { old_path, path, .. } => format!("C {old_path} {path}"),
        })
        .collect();
    assert_eq!(told.join(", "), expected, "{why}");
}

const TEXT: &str = "1\n2\n3\n4\n5\n6\n7\n8\n";
const ALIKE: &str = "1\n2\n3\n4\n5\n6\n7\nX\n";
const HALF: &str = "1\n2\n3\n4\nW\nX\nY\nZ\n";
const OTHER: &str = "a\nb\nc\nd\ne\nf\ng\nh\n";

#[test]
fn equal_files_come_first() {
    let moves = Detect::Moves;
    check(&[("a", TEXT)], &[("b", TEXT)], moves, "R a b", "moved");
    check(
        &[("a", TEXT), ("x/n", TEXT)],
        &[("b", ALIKE), ("y/n", TEXT)],
        moves,
        "R a b, R x/n y/n",
        "the name decides",
    );
    check(&[("a", TEXT)], &[("b", TEXT), ("c", TEXT)], moves, "R a b, A c", "one of two");
    check(&[("a", TEXT)], &[("a", TEXT), ("b", TEXT)], moves, "A b", "what stays was not moved");
    check(&[("a", "")], &[("b", "")], moves, "R a b", "empty ones, too");
    check(&[("a", TEXT)], &[("b", TEXT)], Detect::Nothing, "D a, A b", "not asked for");
}

#[test]
fn similar_files_come_next() {
    let moves = Detect::Moves;
    check(&[("a", TEXT)], &[("b", ALIKE)], moves, "R a b", "changed on the way");
    check(&[("a", TEXT)], &[("b", HALF)], moves, "R a b", "half of it is enough");
    check(&[("a", TEXT)], &[("b", OTHER)], moves, "D a, A b", "nothing in common");
    check(&[("a", TEXT), ("b", HALF)], &[("x", ALIKE)], moves, "D b, R a x", "the most similar");
    check(
        &[("d/n", ALIKE), ("m", ALIKE)],
        &[("e/n", TEXT)],
        moves,
        "R d/n e/n, D m",
        "the name decides",
    );
}

#[test]
fn copies_are_found_where_they_are_asked_for() {
    let (old, new) = (&[("a", TEXT)][..], &[("a", ALIKE), ("b", TEXT)][..]);
    check(old, new, Detect::Moves, "M a, A b", "moves only");
    check(old, new, Detect::Copies, "M a, C a b", "of a file that changed");
    let stays = &[("a", TEXT), ("b", ALIKE)][..];
    check(old, stays, Detect::Copies, "A b", "an unchanged one is not looked at");
    check(old, stays, Detect::CopiesOfAll, "C a b", "unless it is asked for");
    check(
        old,
        &[("b", TEXT), ("c", ALIKE)],
        Detect::Copies,
        "C a b, R a c",
        "the last one is the move",
    );
}

/// How many changes are found, and what was left out.
#[track_caller]
fn check_limit(detect: Detect, limit: usize, expected: (usize, Option<LeftOut>), why: &str) {
    let text = |at: u32| (0..9).map(|line| format!("{at} {line}\n")).collect::<Vec<_>>().concat();
    let stays: Vec<_> = (0..9).map(|at| (format!("stays/{at}"), text(at))).collect();
    let stays: Vec<(&str, &str)> = stays.iter().map(|(path, text)| (&**path, &**text)).collect();
    let copy = stays.first().map(|(_, text)| text.replace("0 8", "X")).unwrap_or_default();
    let (old, new) = ([("a", TEXT), ("b", OTHER)], [("c", ALIKE), ("d", OTHER), ("e", &*copy)]);
    let (old, new) = (tree(&[&stays[..], &old].concat()), tree(&[&stays[..], &new].concat()));
    let renames = Renames::default().detect(detect).limit(limit);
    let found = find_renames(tree_changes(&old, &new), &old, &renames);
    let added = |change: &&FileChange<'_>| matches!(change, FileChange::Add { .. });
    let added = found.changes.iter().filter(added).count();
    assert_eq!((added, found.left_out), expected, "{why}");
}

#[test]
fn what_is_over_the_limit_is_left_as_it_is_and_told() {
    let moves = Detect::Moves;
    check_limit(moves, 2, (1, None), "two targets and a source");
    check_limit(moves, 1, (2, Some(LeftOut::Similar(2))), "equal files are paired all the same");
    check_limit(moves, 0, (2, Some(LeftOut::Similar(2))), "nothing is compared");
    let all = Detect::CopiesOfAll;
    check_limit(all, 5, (0, None), "two targets and eleven sources");
    check_limit(all, 4, (1, Some(LeftOut::CopiesOfUnchanged(11))), "two targets and two sources");
    check_limit(all, 1, (2, Some(LeftOut::Similar(11))), "nothing is compared");
}
