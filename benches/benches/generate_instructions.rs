//! Instructions of making hunks of two texts, counted by callgrind: ours, `similar` and
//! `imara-diff`.
//!
//! It measures the same as `generate`, except for the large inputs.

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
use patch_benches::pairs::{self, Pair};
use patch_gen::{GenOptions, hunks};

/// The texts are leaked, so that freeing them is not counted.
fn pair(work: &str) -> &'static Pair {
    Box::leak(Box::new(pairs::named(work)))
}

#[library_benchmark]
#[bench::lines_500_edits_3(pair("lines_500_edits_3"))]
#[bench::lines_10k_edits_1(pair("lines_10k_edits_1"))]
#[bench::lines_10k_edits_50(pair("lines_10k_edits_50"))]
#[bench::lines_5k_unrelated(pair("lines_5k_unrelated"))]
#[bench::lines_5k_repeated(pair("lines_5k_repeated"))]
#[bench::lines_10k_half(pair("lines_10k_half"))]
#[bench::one_line_of_1mb(pair("one_line_of_1mb"))]
fn generate_ours(pair: &'static Pair) -> usize {
    black_box(hunks(pair.old.as_bytes(), pair.new.as_bytes(), &GenOptions::default())).len()
}

#[library_benchmark]
#[bench::lines_500_edits_3(pair("lines_500_edits_3"))]
#[bench::lines_10k_edits_1(pair("lines_10k_edits_1"))]
#[bench::lines_10k_edits_50(pair("lines_10k_edits_50"))]
#[bench::lines_5k_unrelated(pair("lines_5k_unrelated"))]
#[bench::lines_5k_repeated(pair("lines_5k_repeated"))]
#[bench::lines_10k_half(pair("lines_10k_half"))]
#[bench::one_line_of_1mb(pair("one_line_of_1mb"))]
fn generate_similar(pair: &'static Pair) -> usize {
    black_box(similar::TextDiff::from_lines(&pair.old, &pair.new)).ops().len()
}

#[library_benchmark]
#[bench::lines_500_edits_3(pair("lines_500_edits_3"))]
#[bench::lines_10k_edits_1(pair("lines_10k_edits_1"))]
#[bench::lines_10k_edits_50(pair("lines_10k_edits_50"))]
#[bench::lines_5k_unrelated(pair("lines_5k_unrelated"))]
#[bench::lines_5k_repeated(pair("lines_5k_repeated"))]
#[bench::lines_10k_half(pair("lines_10k_half"))]
#[bench::one_line_of_1mb(pair("one_line_of_1mb"))]
fn generate_imara(pair: &'static Pair) -> usize {
    let input = imara_diff::InternedInput::new(&*pair.old, &*pair.new);
    let diff = imara_diff::Diff::compute(imara_diff::Algorithm::Histogram, &input);
    black_box(diff).hunks().count()
}

library_benchmark_group!(name = generate; benchmarks = generate_ours, generate_similar, generate_imara);
main!(library_benchmark_groups = generate);
