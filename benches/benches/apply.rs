//! Time of applying in memory: ours, two peers and the floor on the same file.

#![expect(clippy::expect_used, clippy::indexing_slicing, reason = "the inputs are made to fit")]

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use patch_apply::{ApplyOptions, apply_hunks};
use patch_benches::{floors, samples};

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

criterion_group!(benches, apply);
criterion_main!(benches);
