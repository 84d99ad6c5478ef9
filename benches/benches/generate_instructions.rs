//! Instructions of making hunks of two texts, counted by callgrind: ours, `similar` and `imara-diff`.
//!
//! What is measured is what `generate` measures, but for the large ones. The number behind a name is the place among them, from 0.

#![allow(
    missing_docs,
    unused_qualifications,
    clippy::disallowed_methods,
    clippy::exit,
    clippy::expect_used,
    reason = "what gungraun's macros write"
)]

use std::hint::black_box;

use gungraun::{library_benchmark, library_benchmark_group, main};
use patch_benches::pairs::{ALL, Pair, Workload};
use patch_gen::{GenOptions, hunks};

/// The texts live on, so that freeing them is not counted.
fn pair(workload: Workload) -> &'static Pair {
    Box::leak(Box::new(workload.pair()))
}

fn small() -> impl Iterator<Item = Workload> {
    ALL.iter().copied().filter(|workload| workload.is_small)
}

#[library_benchmark]
#[benches::pair(iter = small(), setup = pair)]
fn generate_ours(pair: &'static Pair) -> usize {
    black_box(hunks(pair.old.as_bytes(), pair.new.as_bytes(), &GenOptions::default())).len()
}

#[library_benchmark]
#[benches::pair(iter = small(), setup = pair)]
fn generate_similar(pair: &'static Pair) -> usize {
    black_box(similar::TextDiff::from_lines(&pair.old, &pair.new)).ops().len()
}

#[library_benchmark]
#[benches::pair(iter = small(), setup = pair)]
fn generate_imara(pair: &'static Pair) -> usize {
    let input = imara_diff::InternedInput::new(&*pair.old, &*pair.new);
    let diff = imara_diff::Diff::compute(imara_diff::Algorithm::Histogram, &input);
    black_box(diff).hunks().count()
}

library_benchmark_group!(name = generate; benchmarks = generate_ours, generate_similar, generate_imara);
main!(library_benchmark_groups = generate);
