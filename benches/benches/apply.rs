//! Time of applying in memory: ours, two peers and the floor on the same file.

#![expect(clippy::expect_used, clippy::indexing_slicing, reason = "the inputs are made to fit")]

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use patch_apply::{ApplyOptions, apply_hunks};
use patch_benches::{floors, samples};
use patch_parse::Format;
use patch_testkit::noise::{Case, Damage, SAMPLES};

fn apply(c: &mut Criterion) {
    let inputs = [
        ("500_2", 500, 2),
        ("1m_1", 1_000_000, 1),
        ("10k_50", 10_000, 50),
        ("1m_1000", 1_000_000, 1000),
    ];
    let mut group = c.benchmark_group("apply");
    group.sample_size(10);
    for (name, lines, hunks) in inputs {
        let sample = samples::sample(lines, hunks);
        let ours = patch_parse::parse(&sample.patch).expect("the sample is a patch");
        let diffy = diffy::Patch::from_bytes(&sample.patch).expect("the sample is a patch");
        let flickzeug = flickzeug::Diff::from_bytes(&sample.patch).expect("the sample is a patch");
        let pieces = floors::pieces(&sample.patch);
        let options = ApplyOptions::default();
        let ours_applied = apply_hunks(&sample.old, ours.files[0].hunks(), ours.format, &options);
        assert_eq!(ours_applied.expect("it applies").contents, sample.new, "ours is right");
        assert_eq!(floors::splice(&sample.old, &pieces), sample.new, "the floor is right");

        group.throughput(Throughput::Bytes(sample.old.len() as u64));
        group.bench_function(BenchmarkId::new("ours", name), |b| {
            b.iter(|| {
                apply_hunks(black_box(&sample.old), ours.files[0].hunks(), ours.format, &options)
            });
        });
        group.bench_function(BenchmarkId::new("diffy", name), |b| {
            b.iter(|| diffy::apply_bytes(black_box(&sample.old), &diffy));
        });
        group.bench_function(BenchmarkId::new("flickzeug", name), |b| {
            b.iter(|| flickzeug::apply_bytes(black_box(&sample.old), &flickzeug));
        });
        group.bench_function(BenchmarkId::new("floor", name), |b| {
            b.iter(|| floors::splice(black_box(&sample.old), &pieces));
        });
    }
    group.finish();
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
    let mut group = c.benchmark_group("damaged");
    group.sample_size(10).throughput(Throughput::Bytes(bytes as u64));
    let mut bench = |name: &str, run: fn(&Case) -> bool| {
        group.bench_function(name, |b| {
            b.iter(|| cases.iter().filter(|case| run(black_box(case))).count());
        });
    };
    bench("ours", |case| {
        patch_parse::parse(&case.patch).is_ok_and(|patch| {
            let hunks = patch.files[0].hunks();
            apply_hunks(&case.before, hunks, patch.format, &ApplyOptions::default()).is_ok()
        })
    });
    bench("diffy", |case| {
        diffy::Patch::from_bytes(&case.patch)
            .is_ok_and(|patch| diffy::apply_bytes(&case.before, &patch).is_ok())
    });
    bench("flickzeug", |case| {
        flickzeug::Diff::from_bytes(&case.patch)
            .is_ok_and(|patch| flickzeug::apply_bytes(&case.before, &patch).is_ok())
    });
    bench("mpatch", |case| {
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
    });
    group.finish();
}

criterion_group!(benches, apply, damaged);
criterion_main!(benches);
