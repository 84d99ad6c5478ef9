//! Instructions of making hunks of two texts, counted by callgrind: ours, `similar` and `imara-diff`.

#![allow(
    missing_docs,
    unused_qualifications,
    clippy::disallowed_methods,
    clippy::exit,
    reason = "what gungraun's macros write"
)]
#![expect(clippy::expect_used, reason = "the inputs are named here")]

use std::hint::black_box;

use gungraun::{library_benchmark, library_benchmark_group, main};
use patch_benches::pairs::{Pair, all};
use patch_gen::{GenOptions, hunks};

/// A pair that lives on, so that freeing it is not counted.
fn pair(name: &str) -> &'static Pair {
    let pair = all().into_iter().find(|pair| pair.name == name).expect("a name of the list");
    Box::leak(Box::new(pair))
}

#[library_benchmark]
#[bench::small(pair("500 lines, 3 edits"))]
#[bench::one(pair("10k lines, 1 edit"))]
#[bench::fifty(pair("10k lines, 50 edits"))]
#[bench::unrelated(pair("unrelated"))]
#[bench::repeated(pair("repeated"))]
fn generate_ours(pair: &'static Pair) -> usize {
    black_box(hunks(pair.old.as_bytes(), pair.new.as_bytes(), &GenOptions::default())).len()
}

#[library_benchmark]
#[bench::small(pair("500 lines, 3 edits"))]
#[bench::one(pair("10k lines, 1 edit"))]
#[bench::fifty(pair("10k lines, 50 edits"))]
#[bench::unrelated(pair("unrelated"))]
#[bench::repeated(pair("repeated"))]
fn generate_similar(pair: &'static Pair) -> usize {
    black_box(similar::TextDiff::from_lines(&pair.old, &pair.new)).ops().len()
}

#[library_benchmark]
#[bench::small(pair("500 lines, 3 edits"))]
#[bench::one(pair("10k lines, 1 edit"))]
#[bench::fifty(pair("10k lines, 50 edits"))]
#[bench::unrelated(pair("unrelated"))]
#[bench::repeated(pair("repeated"))]
fn generate_imara(pair: &'static Pair) -> usize {
    let input = imara_diff::InternedInput::new(&*pair.old, &*pair.new);
    let diff = imara_diff::Diff::compute(imara_diff::Algorithm::Histogram, &input);
    black_box(diff).hunks().count()
}

library_benchmark_group!(name = generate; benchmarks = generate_ours, generate_similar, generate_imara);
main!(library_benchmark_groups = generate);
