//! Small trees, and what is told of them. That it is what git tells is tested from outside.

use super::*;
use crate::tree_changes;

fn tree<'a>(files: &[(&'a str, &'a str)]) -> Snapshot<'a> {
    files.iter().map(|(path, text)| (*path, Entry::file(*text))).collect()
}

#[track_caller]
fn check(old: &[(&str, &str)], new: &[(&str, &str)], detect: Detect, expected: &str, why: &str) {
    let (old, new) = (tree(old), tree(new));
    let renames = Renames::default().detect(detect);
    let changes = find_renames(tree_changes(&old, &new), &old, &renames);
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

#[test]
fn what_is_over_the_limit_is_left_as_it_is() {
    let (old, new) = (tree(&[("a", TEXT), ("b", OTHER)]), tree(&[("c", ALIKE), ("d", OTHER)]));
    let renames = Renames::default().limit(0);
    let changes = find_renames(tree_changes(&old, &new), &old, &renames);
    assert_eq!(changes.len(), 3, "equal files are paired all the same");
}
