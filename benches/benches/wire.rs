//! Time of reading and writing a large v2 diff: ours beside `serde_json::Value` on the same text. Ours
//! should stay within 1.3 times; the ratios are printed first.

#![expect(clippy::expect_used, clippy::print_stdout, reason = "the inputs are made to fit")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use acp_diff_types::AbsolutePath;
use acp_diff_types::v2::{Diff, DiffChange, DiffFileType, DiffPatch};
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use serde_json::Value;

/// The text of a diff with so many changes and about so many bytes of patch.
fn sample(changes: usize, patch_bytes: usize) -> String {
    let change = |i| {
        let path = AbsolutePath::new(format!("/home/user/project/src/module_{i}/mod.rs"));
        DiffChange::modify(path.expect("an absolute path")).file_type(DiffFileType::Text)
    };
    let line = "-    let \"quoted\" = 1;\n+    let \"quoted\" = 2;\n";
    let mut diff = Diff::new((0..changes).map(change).collect());
    if patch_bytes > 0 {
        diff = diff.patch(DiffPatch::git_patch(line.repeat(patch_bytes / line.len())));
    }
    serde_json::to_string(&diff).expect("a diff is JSON")
}

/// How many times as long the first takes as the second: the shortest of several runs each, in turns,
/// so that what other processes take falls on both or on neither.
fn ratio<A, B>(mut first: impl FnMut() -> A, mut second: impl FnMut() -> B) -> f64 {
    let runs = (0..25).map(|_| (time(&mut first), time(&mut second)));
    let (first, second) =
        runs.reduce(|(a, b), (c, d)| (a.min(c), b.min(d))).expect("there are runs");
    first.as_secs_f64() / second.as_secs_f64()
}

/// The time of one run, without that of dropping its result.
fn time<T>(run: &mut impl FnMut() -> T) -> Duration {
    let start = Instant::now();
    let result = black_box(run());
    let elapsed = start.elapsed();
    drop(result);
    elapsed
}

fn wire(c: &mut Criterion) {
    let inputs =
        [("10k_changes_20mb", sample(10_000, 20 << 20)), ("10k_changes", sample(10_000, 0))];
    let mut group = c.benchmark_group("wire");
    group.sample_size(10);
    for (name, text) in &inputs {
        let read = |text| serde_json::from_str::<Diff>(text).expect("a diff");
        let read_value = |text| serde_json::from_str::<Value>(text).expect("JSON");
        let (diff, value) = (read(text), read_value(text));
        let write = || serde_json::to_string(&diff).expect("JSON");
        let write_value = || serde_json::to_string(&value).expect("JSON");

        println!(
            "{name}: reading takes {:.2} times as long as a Value, writing {:.2} times",
            ratio(|| read(text), || read_value(text)),
            ratio(write, write_value),
        );

        group.throughput(Throughput::Bytes(text.len() as u64));
        group.bench_function(BenchmarkId::new("read", name), |b| b.iter(|| read(black_box(text))));
        group.bench_function(BenchmarkId::new("read_value", name), |b| {
            b.iter(|| read_value(black_box(text)));
        });
        group.bench_function(BenchmarkId::new("write", name), |b| b.iter(write));
        group.bench_function(BenchmarkId::new("write_value", name), |b| b.iter(write_value));
    }
    group.finish();
}

criterion_group!(benches, wire);
criterion_main!(benches);
