//! Compares the search, bounds included, with the textbook algorithm.

use std::time::Instant;

use crate::engine::shared::changes;

/// How many lines the changes touch; checks that they lead from one list to the other.
#[track_caller]
fn size(old: &[u32], new: &[u32]) -> usize {
    let changes = changes(old, new, None);
    let (mut made, mut done, mut size) = (Vec::new(), 0, 0);
    for change in &changes {
        made.extend_from_slice(&old[done..change.old.start]);
        assert_eq!(made.len(), change.new.start, "{changes:?}");
        made.extend_from_slice(&new[change.new.clone()]);
        done = change.old.end;
        size += change.old.len() + change.new.len();
    }
    made.extend_from_slice(&old[done..]);
    assert_eq!(made, new, "{changes:?}");
    size
}

/// The smallest number of changes, by the textbook's table.
fn least(old: &[u32], new: &[u32]) -> usize {
    let mut row: Vec<usize> = (0..=new.len()).collect();
    for (x, one) in old.iter().enumerate() {
        let mut corner = row[0];
        row[0] = x + 1;
        for (y, other) in new.iter().enumerate() {
            let next = if one == other { corner } else { 1 + row[y].min(row[y + 1]) };
            corner = std::mem::replace(&mut row[y + 1], next);
        }
    }
    row[new.len()]
}

#[test]
fn changes_are_the_fewest() {
    let mut state = 7_u32;
    let mut random = |most: u32| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 16) % most
    };
    for _ in 0..3000 {
        let (kinds, lengths) = (1 + random(5), [random(20), random(20)]);
        let [old, new] =
            lengths.map(|length| (0..length).map(|_| random(kinds)).collect::<Vec<u32>>());
        assert_eq!(size(&old, &new), least(&old, &new), "{old:?} {new:?}");
    }
}

#[test]
fn far_ways_are_cut_short_and_lead_there() {
    let old: Vec<u32> = (0..3000).collect();
    let new: Vec<u32> = (0..3000).map(|line| line * 7 % 3001).collect();
    let found = size(&old, &new);
    assert!(found <= old.len() + new.len(), "{found}");
    assert_eq!(size(&old, &[]), 3000);
}

#[test]
fn after_the_deadline_the_rest_is_replaced() {
    let old: Vec<u32> = (0..5000).collect();
    let new: Vec<u32> = (0..5000).map(|line| line / 2 * 3).collect();
    let late = changes(&old, &new, Some(Instant::now()));
    let soon = changes(&old, &new, None);
    assert!(late.len() < soon.len(), "{} {}", late.len(), soon.len());
}
