//! Time of applying in memory: ours, peers and the floors on the same file.

#![expect(clippy::expect_used, clippy::indexing_slicing, reason = "the inputs are made to fit")]

mod support;

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use patch_apply::{ApplyOptions, apply_hunks};
use patch_benches::record::goal;
use patch_benches::{floors, works};
use support::{Tool, compare};

/// Hunks that are found, in a patch that is already parsed.
fn apply(c: &mut Criterion) {
    let mut group = c.benchmark_group("apply");
    group.sample_size(10);
    for work in works::APPLY {
        let sample = (work.make)();
        let (old, text) = (&sample.old, &sample.patch);
        let ours = patch_parse::parse(text).expect("the sample is a patch");
        let diffy = diffy::Patch::from_bytes(text).expect("the sample is a patch");
        let flickzeug = flickzeug::Diff::from_bytes(text).expect("the sample is a patch");
        let pieces = floors::pieces(text);
        let options = ApplyOptions::default();
        let by_ours = || apply_hunks(black_box(old), ours.files[0].hunks(), ours.format, &options);
        assert_eq!(by_ours().expect("it applies").contents, sample.new, "ours is right");
        // If the numbers are wrong, the floor has to search, too.
        let is_moved = work.name.ends_with("moved");
        let floor = if is_moved { floors::find_and_splice } else { floors::splice };
        assert_eq!(floor(old, &pieces), sample.new, "the floor is right");
        let tools: Vec<Tool<'_>> = vec![
            ("ours", Box::new(|| drop(black_box(by_ours())))),
            ("diffy", Box::new(|| drop(black_box(diffy::apply_bytes(black_box(old), &diffy))))),
            (
                "flickzeug",
                Box::new(|| {
                    drop(black_box(flickzeug::apply_bytes(black_box(old), &flickzeug)));
                }),
            ),
            ("floor", Box::new(|| drop(black_box(floor(black_box(old), &pieces))))),
            ("memcpy", Box::new(|| drop(black_box(black_box(old).clone())))),
        ];
        compare(&mut group, ("apply", work.name), old.len(), tools);
    }
    group.finish();
    goal("apply", "lines_500_hunks_2", "diffy", 10.0);
    goal("apply", "lines_10k_hunks_50", "diffy", 5.0);
    goal("apply", "lines_10k_hunks_50_moved", "diffy", 7.0);
}

/// Hunks that must be refused: ours with the whole explanation, which no other tool gives.
fn refuse(c: &mut Criterion) {
    let mut group = c.benchmark_group("refuse");
    group.sample_size(10);
    for work in works::REFUSE {
        let sample = (work.make)();
        let (old, text) = (&sample.old, &sample.patch);
        let ours = patch_parse::parse(text).expect("the sample is a patch");
        let diffy = diffy::Patch::from_bytes(text).expect("the sample is a patch");
        let options = ApplyOptions::default();
        let by_ours = || apply_hunks(black_box(old), ours.files[0].hunks(), ours.format, &options);
        assert!(by_ours().is_err() && diffy::apply_bytes(old, &diffy).is_err(), "both refuse");
        let tools: Vec<Tool<'_>> = vec![
            ("ours", Box::new(|| drop(black_box(by_ours())))),
            ("diffy", Box::new(|| drop(black_box(diffy::apply_bytes(black_box(old), &diffy))))),
        ];
        compare(&mut group, ("refuse", work.name), old.len(), tools);
    }
    group.finish();
    goal("refuse", "lines_200k_alike", "diffy", 10.0);
}

criterion_group!(benches, apply, refuse);
criterion_main!(benches);
