//! Time of parsing: ours, two peers and the floor on the same bytes.

#![expect(clippy::expect_used, reason = "the inputs are made to fit")]

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use patch_benches::{floors, samples};

fn parse(c: &mut Criterion) {
    let inputs = [
        ("small", samples::sample(500, 2).patch),
        ("hunks_1000", samples::sample(1_000_000, 1000).patch),
        ("files_2000", samples::many_files(2000, 10)),
    ];
    let mut group = c.benchmark_group("parse");
    group.sample_size(20);
    for (name, patch) in &inputs {
        assert_eq!(
            patch_parse::parse(patch).expect("the sample is a patch").files.len(),
            flickzeug::patch_from_bytes(patch).expect("the sample is a patch").diffs().len(),
            "both read all files"
        );
        group.throughput(Throughput::Bytes(patch.len() as u64));
        group.bench_with_input(BenchmarkId::new("ours", name), patch, |b, patch| {
            b.iter(|| patch_parse::parse(black_box(patch)));
        });
        group.bench_with_input(BenchmarkId::new("diffy", name), patch, |b, patch| {
            b.iter(|| diffy_files(black_box(patch)));
        });
        group.bench_with_input(BenchmarkId::new("flickzeug", name), patch, |b, patch| {
            b.iter(|| flickzeug::patch_from_bytes(black_box(patch)));
        });
        group.bench_with_input(BenchmarkId::new("floor", name), patch, |b, patch| {
            b.iter(|| floors::split_lines(black_box(patch)));
        });
    }
    group.finish();
}

fn diffy_files(patch: &[u8]) -> usize {
    use diffy::patch_set::{ParseOptions, PatchSet};
    let options = if patch.starts_with(b"diff --git") {
        ParseOptions::gitdiff()
    } else {
        ParseOptions::unidiff()
    };
    let files: Vec<_> =
        PatchSet::parse_bytes(patch, options).collect::<Result<_, _>>().expect("a patch");
    black_box(files).len()
}

criterion_group!(benches, parse);
criterion_main!(benches);
