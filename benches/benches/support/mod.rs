//! Tools side by side under criterion.

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, BenchmarkId, Throughput};
use patch_benches::race::shuffled;
use patch_benches::record;

/// A tool: its name, and a function that does the work once.
pub(crate) type Tool<'a> = (&'a str, Box<dyn Fn() + 'a>);

/// Measures tools at a work with this many bytes of input, in an order that is drawn anew:
/// criterion runs each to its end, so `cargo xtask bench` starts the benchmark several times.
pub(crate) fn compare(
    benches: &mut BenchmarkGroup<'_, WallTime>,
    (group, work): (&str, &str),
    bytes: usize,
    tools: Vec<Tool<'_>>,
) {
    record::input(group, work, bytes);
    benches.throughput(Throughput::Bytes(bytes as u64));
    for (name, run) in shuffled(tools) {
        benches.bench_function(BenchmarkId::new(name, work), |b| b.iter(&run));
    }
}
