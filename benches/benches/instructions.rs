//! Instructions of parsing and applying, counted by callgrind: they do not depend on the load of
//! the machine.

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
use patch_apply::{
    Applied, ApplyOptions, HunksRefused, MemoryWorkspace, Receipt, apply, apply_hunks,
};
use patch_benches::floors::{self, LineRecord, Piece};
use patch_benches::works;
use patch_parse::{ParseError, Patch};

fn text(work: &str) -> &'static [u8] {
    leaked(works::named(works::PARSE, work))
}

/// The bytes are leaked, so that freeing them is not counted.
fn leaked(patch: Vec<u8>) -> &'static [u8] {
    patch.leak()
}

#[library_benchmark]
#[bench::files_2000(text("files_2000"))]
#[bench::lines_500_hunks_2(text("lines_500_hunks_2"))]
fn parse_ours(patch: &'static [u8]) -> Result<Patch<'static>, ParseError> {
    black_box(patch_parse::parse(black_box(patch)))
}

#[library_benchmark]
#[bench::files_2000(text("files_2000"))]
fn parse_diffy(patch: &'static [u8]) -> usize {
    use diffy::patch_set::{ParseOptions, PatchSet};
    let files: Vec<_> = PatchSet::parse_bytes(black_box(patch), ParseOptions::gitdiff())
        .collect::<Result<_, _>>()
        .expect("the sample is a patch");
    black_box(files).len()
}

#[library_benchmark]
#[bench::files_2000(text("files_2000"))]
fn parse_flickzeug(patch: &'static [u8]) -> usize {
    black_box(flickzeug::patch_from_bytes(black_box(patch))).expect("a patch").diffs().len()
}

#[library_benchmark]
#[bench::files_2000(text("files_2000"))]
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

fn parsed(work: &str) -> Parsed {
    let sample = works::named(works::APPLY, work);
    let text = leaked(sample.patch);
    let patch = patch_parse::parse(text).expect("the sample is a patch");
    Parsed { old: sample.old, patch, pieces: floors::pieces(text), text }
}

#[library_benchmark]
#[bench::lines_500_hunks_2(parsed("lines_500_hunks_2"))]
#[bench::lines_10k_hunks_50(parsed("lines_10k_hunks_50"))]
#[bench::lines_10k_hunks_50_moved(parsed("lines_10k_hunks_50_moved"))]
#[bench::lines_1m_hunks_1(parsed("lines_1m_hunks_1"))]
#[bench::lines_1m_hunks_1000(parsed("lines_1m_hunks_1000"))]
fn apply_ours(input: Parsed) -> Result<Applied, HunksRefused> {
    let options = ApplyOptions::default();
    let hunks = input.patch.files[0].hunks();
    black_box(apply_hunks(black_box(&input.old), hunks, input.patch.format, &options))
}

#[library_benchmark]
#[bench::lines_500_hunks_2(parsed("lines_500_hunks_2"))]
#[bench::lines_10k_hunks_50(parsed("lines_10k_hunks_50"))]
#[bench::lines_10k_hunks_50_moved(parsed("lines_10k_hunks_50_moved"))]
#[bench::lines_1m_hunks_1(parsed("lines_1m_hunks_1"))]
fn apply_diffy(input: Parsed) -> Vec<u8> {
    let patch = diffy::Patch::from_bytes(input.text).expect("the sample is a patch");
    black_box(diffy::apply_bytes(black_box(&input.old), &patch)).expect("it applies")
}

#[library_benchmark]
#[bench::lines_500_hunks_2(parsed("lines_500_hunks_2"))]
#[bench::lines_1m_hunks_1(parsed("lines_1m_hunks_1"))]
#[bench::lines_1m_hunks_1000(parsed("lines_1m_hunks_1000"))]
fn apply_floor(input: Parsed) -> Vec<u8> {
    black_box(floors::splice(black_box(&input.old), &input.pieces))
}

/// What every host calls: plan, commit and receipt in memory.
fn in_memory(work: &str) -> (Patch<'static>, MemoryWorkspace) {
    let Parsed { old, patch, .. } = parsed(work);
    let mut files = MemoryWorkspace::new();
    files.insert("src/sample.rs", old).expect("the name is a path");
    (patch, files)
}

#[library_benchmark]
#[bench::lines_500_hunks_2(in_memory("lines_500_hunks_2"))]
#[bench::lines_1m_hunks_1(in_memory("lines_1m_hunks_1"))]
fn plan_ours((patch, mut files): (Patch<'static>, MemoryWorkspace)) -> Receipt {
    let options = ApplyOptions::default();
    black_box(apply(black_box(&patch), &mut files, &options)).expect("it applies")
}

library_benchmark_group!(
    name = parse;
    benchmarks = parse_ours, parse_diffy, parse_flickzeug, parse_floor
);
library_benchmark_group!(name = apply; benchmarks = apply_ours, apply_diffy, apply_floor);
library_benchmark_group!(name = plan; benchmarks = plan_ours);
main!(library_benchmark_groups = parse, apply, plan);
