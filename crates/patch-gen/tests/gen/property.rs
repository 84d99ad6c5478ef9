//! What holds for every pair of texts.

use bstr::BStr;
use patch_gen::{GenOptions, hunks, tree_patch};
use patch_parse::{Hunk, LineKind, Newline, parse};
use proptest::prelude::*;

use crate::strategies;

proptest! {
    #[test]
    fn hunks_turn_old_into_new((old, new) in strategies::pair(), options in strategies::options()) {
        let hunks = hunks(&old, &new, &options);
        check_hunks(&old, &new, &hunks, &options);
    }

    #[test]
    fn printed_patches_parse_to_the_same_tree(
        old in strategies::tree(),
        new in strategies::tree(),
        options in strategies::options(),
    ) {
        let patch = tree_patch(&old, &new, &options).unwrap();
        let text = patch.to_bytes();
        if !text.is_empty() {
            prop_assert_eq!(&parse(&text).unwrap(), &patch, "{}", BStr::new(&text));
        }
    }

    #[test]
    fn equal_texts_have_no_hunks(text in strategies::text(), options in strategies::options()) {
        prop_assert_eq!(hunks(&text, &text, &options), vec![]);
    }
}

/// The oracle: right, in order, and no more context than asked for.
#[track_caller]
pub(crate) fn check_hunks(old: &[u8], new: &[u8], hunks: &[Hunk<'_>], options: &GenOptions) {
    assert_eq!(apply(old, hunks), new, "old with the hunks applied is new");
    for hunk in hunks {
        assert_has_context(hunk, options.context);
    }
    for pair in hunks.windows(2) {
        let end = pair[0].old_start().unwrap() + pair[0].range().unwrap().old_count;
        assert!(pair[1].old_start().unwrap() >= end, "hunks that touch are one hunk");
    }
}

fn assert_has_context(hunk: &Hunk<'_>, context: usize) {
    let is_context = |kind: LineKind| kind == LineKind::Context;
    let kinds: Vec<_> = hunk.lines.iter().map(|line| line.kind).collect();
    let before = kinds.iter().take_while(|&&kind| is_context(kind)).count();
    let after = kinds.iter().rev().take_while(|&&kind| is_context(kind)).count();
    assert!(before < kinds.len(), "a hunk changes something");
    assert!(before <= context && after <= context, "context is {context}: {kinds:?}");
    let starts_file = hunk.old_start().unwrap() <= 1;
    assert!(before == context || starts_file, "less context only where the file starts");
}

/// Trusts the numbers and checks every line: the plainest way to apply hunks.
fn apply(old: &[u8], hunks: &[Hunk<'_>]) -> Vec<u8> {
    let old: Vec<&[u8]> = old.split_inclusive(|&byte| byte == b'\n').collect();
    let mut new: Vec<Vec<u8>> = Vec::new();
    let mut taken = 0;
    for hunk in hunks {
        let range = hunk.range().unwrap();
        let start = first_index(range.old_start, range.old_count);
        new.extend(old[taken..start].iter().map(|line| line.to_vec()));
        assert_eq!(new.len(), first_index(range.new_start, range.new_count), "new_start");
        taken = start;
        for line in &hunk.lines {
            let bytes = [line.text.as_ref(), line.newline.as_bytes()].concat();
            assert!(line.newline != Newline::None || !bytes.ends_with(b"\n"));
            if line.kind != LineKind::Add {
                assert_eq!(old[taken], bytes, "line {} of the old text", taken + 1);
                taken += 1;
            }
            if line.kind != LineKind::Remove {
                new.push(bytes);
            }
        }
        assert_eq!(hunk.counts(), (range.old_count, range.new_count));
    }
    new.extend(old[taken..].iter().map(|line| line.to_vec()));
    new.concat()
}

fn first_index(start: u64, count: u64) -> usize {
    usize::try_from(if count == 0 { start } else { start - 1 }).unwrap()
}
