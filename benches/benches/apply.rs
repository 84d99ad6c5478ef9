//! Time of applying in memory: ours, peers and the floors on the same file.

#![expect(clippy::expect_used, clippy::indexing_slicing, reason = "the inputs are made to fit")]

mod support;

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use patch_apply::{ApplyOptions, apply_hunks};
use patch_benches::record::goal;
use patch_benches::{floors, works};
use patch_parse::Format;
use patch_testkit::noise::{Case, Damage, SAMPLES};
use support::{Tool, compare};

/// Hunks that are found, in a patch that is parsed already.
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
        // Where the numbers are wrong the floor has to search, too.
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

/// Hunks that must be refused: ours with the whole explanation, which nobody else gives.
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

/// Every damage there is, done to the texts at hand: reading the patch and applying or refusing it.
fn damaged(c: &mut Criterion) {
    let pairs = SAMPLES.iter().flat_map(|pair| Damage::all().map(move |damage| (pair, damage)));
    let cases: Vec<Case> = pairs
        .flat_map(|(pair, damage)| {
            (0..3).filter_map(|seed| damage.case(pair, Format::Unified, seed))
        })
        .collect();
    let bytes: usize = cases.iter().map(|case| case.before.len() + case.patch.len()).sum();
    let tool = |run: fn(&Case) -> bool| {
        let cases = &cases;
        Box::new(move || {
            black_box(cases.iter().filter(|case| run(black_box(case))).count());
        })
    };
    let mut group = c.benchmark_group("damaged");
    group.sample_size(10);
    let tools: Vec<Tool<'_>> = vec![
        ("ours", tool(by_ours)),
        ("diffy", tool(by_diffy)),
        ("flickzeug", tool(by_flickzeug)),
        ("mpatch", tool(by_mpatch)),
    ];
    compare(&mut group, ("damaged", "all_damages"), bytes, tools);
    group.finish();
}

fn by_ours(case: &Case) -> bool {
    patch_parse::parse(&case.patch).is_ok_and(|patch| {
        let hunks = patch.files[0].hunks();
        apply_hunks(&case.before, hunks, patch.format, &ApplyOptions::default()).is_ok()
    })
}

fn by_diffy(case: &Case) -> bool {
    diffy::Patch::from_bytes(&case.patch)
        .is_ok_and(|patch| diffy::apply_bytes(&case.before, &patch).is_ok())
}

fn by_flickzeug(case: &Case) -> bool {
    flickzeug::Diff::from_bytes(&case.patch)
        .is_ok_and(|patch| flickzeug::apply_bytes(&case.before, &patch).is_ok())
}

fn by_mpatch(case: &Case) -> bool {
    let (Ok(patch), Ok(before)) =
        (std::str::from_utf8(&case.patch), std::str::from_utf8(&case.before))
    else {
        return false;
    };
    mpatch::parse_auto(patch).is_ok_and(|patches| {
        let options = mpatch::ApplyOptions::new();
        patches.iter().all(|patch| {
            let result = mpatch::apply_patch_to_content(patch, Some(before), &options);
            result.report.all_applied_cleanly()
        })
    })
}

criterion_group!(benches, apply, refuse, damaged);
criterion_main!(benches);
