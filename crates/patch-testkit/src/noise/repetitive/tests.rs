//! The generator makes what it says, and the rule about honesty holds where it can be seen by eye.

use patch_apply::ApplyOptions;
use patch_parse::Format;

use super::honest::{View, int};
use super::*;

const FORMATS: [Format; 2] = [Format::Unified, Format::OpenCode];

/// The case of a seed with the file as the writer of the patch saw it.
fn at_home(format: Format, seed: u64) -> Repetitive {
    let mut case = Repetitive::new(format, seed);
    case.before.clone_from(&case.old);
    case.truth = case.hunks.iter().map(|hunk| Some(int(hunk.start))).collect();
    let file = case.lines();
    let edits: Vec<_> =
        case.hunks.iter().flat_map(|hunk| &hunk.edits).map(|edit| (edit.at, edit)).collect();
    case.right = Some(truth::splice(&file, &edits));
    case
}

#[test]
fn a_seed_gives_one_case() {
    for format in FORMATS {
        let [a, b] = [0, 0].map(|_| Repetitive::new(format, 9));
        assert_eq!((&a.patch, &a.before, &a.right), (&b.patch, &b.before, &b.right));
    }
    let [a, b] = FORMATS.map(|format| Repetitive::new(format, 9));
    assert_eq!((a.before, a.right), (b.before, b.right), "both formats are of one change");
}

#[test]
fn what_has_not_drifted_is_told_and_right() {
    for seed in 0..300 {
        let case = at_home(Format::Unified, seed);
        if !case.hunks.iter().all(|hunk| hunk.has_numbers) {
            continue;
        }
        assert!(case.is_told(), "{seed}: the numbers are those of the file");
        let found = case.run(&ApplyOptions::default());
        assert_eq!(case.judge(&found), Verdict::Right, "{seed}\n{}", text(&case.patch));
    }
}

#[test]
fn most_chunks_are_the_first_in_the_file_they_were_written_for() {
    let told = (0..300).filter(|seed| at_home(Format::OpenCode, *seed).is_told()).count();
    assert!((200..300).contains(&told), "{told}");
}

#[test]
fn the_truth_is_carried_through_the_drift() {
    let (mut lost, mut moved, mut told) = (0, 0, 0);
    for seed in 0..300 {
        let case = Repetitive::new(Format::Unified, seed);
        lost += usize::from(case.right.is_none());
        moved += usize::from(
            case.truth
                .iter()
                .zip(&case.hunks)
                .any(|(place, hunk)| place.is_some_and(|place| place != int(hunk.start))),
        );
        told += usize::from(case.is_told());
        for (place, hunk) in case.truth.iter().zip(&case.hunks) {
            let Some(place) = *place else { continue };
            let file = case.lines();
            for (offset, (_, line)) in hunk.old_lines().enumerate().filter(|(_, (gone, _))| *gone) {
                let now = usize::try_from(place + int(offset)).ok().and_then(|at| file.get(at));
                let is_one_block = hunk.edits.len() == 1;
                assert!(!is_one_block || now == Some(&line), "{seed}: {line:?} is {now:?}");
            }
        }
    }
    assert!((15..120).contains(&lost), "{lost} of 300 have nothing to be right");
    assert!(moved > 80 && told > 80, "{moved} moved, {told} told");
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

/// What the rule says of one hunk, `-b` for `+B` below `a`, in a file given as words.
#[track_caller]
fn rule(file: &str, number: Option<usize>, place: usize, truth: Option<usize>, told: Option<&str>) {
    let edit = edit::Edit { at: number.unwrap_or(0) + 1, removed: 1, added: vec!["B".into()] };
    let start = number.unwrap_or(0);
    let line = |kind, text: &str| (kind, text.to_owned());
    let hunk = Hunk {
        start,
        end: start + 3,
        edits: vec![edit],
        lines: vec![
            line(patch_parse::LineKind::Context, "+a"),
            line(patch_parse::LineKind::Remove, "+b"),
            line(patch_parse::LineKind::Add, "B"),
            line(patch_parse::LineKind::Context, "+c"),
        ],
        has_numbers: number.is_some(),
        heading: Some("H".into()),
        anchors: Vec::new(),
        ends_file: false,
    };
    let view = View {
        format: Format::Unified,
        file: file.split(' ').collect(),
        hunks: &[hunk],
        places: vec![Some(int(place))],
        truth: &[truth.map(int)],
    };
    assert_eq!(view.evidence(0), told, "{file}");
}

#[test]
fn the_rule_of_unified_diff() {
    let twice = "+a +b +c - +a +b +c";
    rule(twice, Some(4), 4, Some(0), Some("number"));
    rule(twice, Some(0), 4, Some(0), None);
    rule(twice, Some(1), 0, Some(4), None);
    rule(twice, None, 0, Some(4), None);
    rule("+a +b +c", Some(9), 0, None, Some("alone"));
    rule("+a +b +c - +a +b +x", None, 0, Some(4), Some("text"));
    rule("+a +b +c - +a +b +x", Some(1), 0, Some(4), Some("text"));
    rule("+a +b +c - +a +b +x", Some(9), 0, Some(4), None);
    rule("+a +b +c - - - - - - +a +b +x", Some(9), 0, Some(9), None);
    rule("G +a +b +c H +a +b +c", Some(5), 5, Some(1), Some("number"));
    rule("G +a +b +c H +a +b +c", None, 5, Some(1), Some("heading"));
    rule("G +a +b +c H +a +b +c", None, 1, Some(5), None);
    rule("G +a +b +c H +a +b +c", Some(1), 1, Some(5), None);
    rule("G +a +b +c H +x +b +y", Some(3), 1, Some(5), None);
    // By number and with more of the text, though the heading is another.
    rule("G +a +b +c H +a +b +x", Some(1), 1, Some(5), Some("text"));
}
