//! Instructions of parsing and applying, counted by callgrind: noise does not move them.

#![allow(
    missing_docs,
    unused_qualifications,
    clippy::disallowed_methods,
    clippy::exit,
    reason = "what gungraun's macros write"
)]
#![expect(clippy::expect_used, clippy::indexing_slicing, reason = "the inputs are made to fit")]

use std::hint::black_box;

use gungraun::{library_benchmark, library_benchmark_group, main};
use patch_apply::{Applied, ApplyOptions, HunkFailure, apply_hunks};
use patch_benches::floors::{self, LineRecord, Piece};
use patch_benches::samples;
use patch_parse::{ParseError, Patch};

fn many_files() -> Vec<u8> {
    samples::many_files(2000, 10)
}

fn small() -> Vec<u8> {
    samples::sample(500, 2).patch
}

/// The bytes go on living, so that freeing them is not counted.
fn leaked(patch: Vec<u8>) -> &'static [u8] {
    patch.leak()
}

#[library_benchmark]
#[bench::files_2000(leaked(many_files()))]
#[bench::small(leaked(small()))]
fn parse_ours(patch: &'static [u8]) -> Result<Patch<'static>, ParseError> {
    black_box(patch_parse::parse(black_box(patch)))
}

#[library_benchmark]
#[bench::files_2000(leaked(many_files()))]
fn parse_diffy(patch: &'static [u8]) -> usize {
    use diffy::patch_set::{ParseOptions, PatchSet};
    let files: Vec<_> = PatchSet::parse_bytes(black_box(patch), ParseOptions::gitdiff())
        .collect::<Result<_, _>>()
        .expect("the sample is a patch");
    black_box(files).len()
}

#[library_benchmark]
#[bench::files_2000(leaked(many_files()))]
fn parse_flickzeug(patch: &'static [u8]) -> usize {
    black_box(flickzeug::patch_from_bytes(black_box(patch))).expect("a patch").diffs().len()
}

#[library_benchmark]
#[bench::files_2000(leaked(many_files()))]
fn parse_floor(patch: &'static [u8]) -> Vec<LineRecord> {
    black_box(floors::split_lines(black_box(patch)))
}

/// A file and its parsed patch.
struct Parsed {
    old: Vec<u8>,
    patch: Patch<'static>,
    pieces: Vec<Piece>,
    text: &'static [u8],
}

fn parsed(lines: usize, hunks: usize) -> Parsed {
    let sample = samples::sample(lines, hunks);
    let text = leaked(sample.patch);
    let patch = patch_parse::parse(text).expect("the sample is a patch");
    Parsed { old: sample.old, patch, pieces: floors::pieces(text), text }
}

#[library_benchmark]
#[bench::lines_500_hunks_2(parsed(500, 2))]
#[bench::lines_1m_hunks_1(parsed(1_000_000, 1))]
#[bench::lines_1m_hunks_1000(parsed(1_000_000, 1000))]
fn apply_ours(input: Parsed) -> Result<Applied, Vec<HunkFailure>> {
    let options = ApplyOptions::default();
    let hunks = input.patch.files[0].hunks();
    black_box(apply_hunks(black_box(&input.old), hunks, input.patch.format, &options))
}

#[library_benchmark]
#[bench::lines_500_hunks_2(parsed(500, 2))]
#[bench::lines_1m_hunks_1(parsed(1_000_000, 1))]
fn apply_diffy(input: Parsed) -> Vec<u8> {
    let patch = diffy::Patch::from_bytes(input.text).expect("the sample is a patch");
    black_box(diffy::apply_bytes(black_box(&input.old), &patch)).expect("it applies")
}

#[library_benchmark]
#[bench::lines_500_hunks_2(parsed(500, 2))]
#[bench::lines_1m_hunks_1(parsed(1_000_000, 1))]
#[bench::lines_1m_hunks_1000(parsed(1_000_000, 1000))]
fn apply_floor(input: Parsed) -> Vec<u8> {
    black_box(floors::splice(black_box(&input.old), &input.pieces))
}

library_benchmark_group!(
    name = parse;
    benchmarks = parse_ours, parse_diffy, parse_flickzeug, parse_floor
);
library_benchmark_group!(name = apply; benchmarks = apply_ours, apply_diffy, apply_floor);
main!(library_benchmark_groups = parse, apply);
