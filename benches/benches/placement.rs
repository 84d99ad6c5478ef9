//! Instructions of searching for hunks that are not where their numbers say, over files of growing
//! length whose lines repeat. Callgrind counts them, so that the load of the machine does not
//! matter.
//!
//! `cargo xtask bench placement` prints how the cost grows with the size as well.

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
use patch_apply::{Applied, ApplyOptions, HunksRefused, apply_hunks};
use patch_benches::floors::{self, Piece};
use patch_benches::samples::{self, Sample};
use patch_benches::shapes::{self, Indented, Naming};
use patch_parse::Patch;

/// The hunks of a patch that has more places than marks are as many as there are marks.
const HUNKS: usize = 20;

/// A file and its parsed patch.
struct Parsed {
    old: Vec<u8>,
    patch: Patch<'static>,
    pieces: Vec<Piece>,
    text: &'static [u8],
}

fn parsed(sample: Sample) -> Parsed {
    let text: &'static [u8] = sample.patch.leak();
    let patch = patch_parse::parse(text).expect("the sample is a patch");
    Parsed { old: sample.old, patch, pieces: floors::pieces(text), text }
}

fn drifted(lines: usize) -> Parsed {
    parsed(samples::repetitive(lines, HUNKS, 7))
}

fn of_common_lines(lines: usize, hunks: usize) -> Parsed {
    parsed(samples::common(lines, hunks))
}

fn unplaceable(lines: usize) -> Parsed {
    parsed(samples::unplaceable(lines))
}

/// 50 hunks in 10,000 lines, every header off by 1,000.
fn moved() -> Parsed {
    parsed(samples::drifted(samples::sample(10_000, 50), 1000))
}

/// A hunk in ten lines, in a patch of this shape.
fn shape(lines: usize, of: fn(usize, usize) -> Sample) -> Parsed {
    parsed(of(lines, lines / 10))
}

/// This many hunks in 100,000 lines.
fn hunks(hunks: usize, of: fn(usize, usize) -> Sample) -> Parsed {
    parsed(of(100_000, hunks))
}

fn one_step_out(lines: usize, hunks: usize) -> Sample {
    shapes::reindented(lines, hunks, Indented::Out, 7)
}

fn by_two(lines: usize, hunks: usize) -> Sample {
    shapes::reindented(lines, hunks, Indented::ByTwo, 7)
}

fn anchors_found(lines: usize, hunks: usize) -> Sample {
    shapes::anchored(lines, hunks, false)
}

fn anchors_missing(lines: usize, hunks: usize) -> Sample {
    shapes::anchored(lines, hunks, true)
}

fn class_as_anchor(lines: usize, hunks: usize) -> Sample {
    shapes::in_one_class(lines, hunks, Naming::Class)
}

fn statements_as_anchors(lines: usize, hunks: usize) -> Sample {
    shapes::in_one_class(lines, hunks, Naming::Statement)
}

fn long(lines: usize, _: usize) -> Sample {
    shapes::long(lines / 2, 7, false)
}

fn long_stale(lines: usize, _: usize) -> Sample {
    shapes::long(lines / 2, 7, true)
}

fn ours(input: &Parsed) -> Result<Applied, HunksRefused> {
    let hunks = input.patch.files[0].hunks();
    apply_hunks(black_box(&input.old), hunks, input.patch.format, &ApplyOptions::default())
}

fn diffy(input: &Parsed) -> Result<Vec<u8>, diffy::ApplyError> {
    let patch = diffy::Patch::from_bytes(input.text).expect("the sample is a patch");
    diffy::apply_bytes(black_box(&input.old), &patch)
}

fn flickzeug(input: &Parsed) -> bool {
    let diff = flickzeug::Diff::from_bytes(input.text).expect("the sample is a patch");
    black_box(flickzeug::apply_bytes(black_box(&input.old), &diff)).is_ok()
}

fn mpatch(input: &Parsed) -> bool {
    let text = std::str::from_utf8(input.text).expect("the sample is text");
    let old = std::str::from_utf8(&input.old).expect("the sample is text");
    let patches = mpatch::parse_auto(text).expect("the sample is a patch");
    let options = mpatch::ApplyOptions::exact();
    let result = mpatch::apply_patch_to_content(&patches[0], Some(black_box(old)), &options);
    black_box(result).report.all_applied_cleanly()
}

#[library_benchmark]
#[bench::lines_1k(drifted(1_000))]
#[bench::lines_10k(drifted(10_000))]
#[bench::lines_100k(drifted(100_000))]
#[bench::lines_1m(drifted(1_000_000))]
fn drifted_ours(input: Parsed) -> Applied {
    black_box(ours(&input)).expect("it applies")
}

#[library_benchmark]
#[bench::lines_1k(drifted(1_000))]
#[bench::lines_10k(drifted(10_000))]
#[bench::lines_100k(drifted(100_000))]
#[bench::lines_1m(drifted(1_000_000))]
fn drifted_diffy(input: Parsed) -> bool {
    black_box(diffy(&input)).is_ok()
}

#[library_benchmark]
#[bench::lines_1k(drifted(1_000))]
#[bench::lines_10k(drifted(10_000))]
#[bench::lines_100k(drifted(100_000))]
fn drifted_flickzeug(input: Parsed) -> bool {
    flickzeug(&input)
}

#[library_benchmark]
#[bench::lines_1k(drifted(1_000))]
#[bench::lines_10k(drifted(10_000))]
#[bench::lines_100k(drifted(100_000))]
fn drifted_mpatch(input: Parsed) -> bool {
    mpatch(&input)
}

#[library_benchmark]
#[bench::lines_1k(unplaceable(1_000))]
#[bench::lines_10k(unplaceable(10_000))]
#[bench::lines_100k(unplaceable(100_000))]
#[bench::lines_200k(unplaceable(200_000))]
#[bench::lines_1m(unplaceable(1_000_000))]
fn refused_ours(input: Parsed) -> HunksRefused {
    black_box(ours(&input)).expect_err("the line is not there")
}

#[library_benchmark]
#[bench::lines_1k(unplaceable(1_000))]
#[bench::lines_10k(unplaceable(10_000))]
#[bench::lines_100k(unplaceable(100_000))]
#[bench::lines_200k(unplaceable(200_000))]
#[bench::lines_1m(unplaceable(1_000_000))]
fn refused_diffy(input: Parsed) -> bool {
    black_box(diffy(&input)).is_err()
}

#[library_benchmark]
#[bench::lines_1k(unplaceable(1_000))]
#[bench::lines_10k(unplaceable(10_000))]
fn refused_flickzeug(input: Parsed) -> bool {
    flickzeug(&input)
}

#[library_benchmark]
#[bench::lines_1k(unplaceable(1_000))]
#[bench::lines_10k(unplaceable(10_000))]
fn refused_mpatch(input: Parsed) -> bool {
    mpatch(&input)
}

#[library_benchmark]
#[bench::lines_10k_hunks_100(of_common_lines(10_000, 100))]
#[bench::lines_100k_hunks_10(of_common_lines(100_000, 10))]
#[bench::lines_100k_hunks_100(of_common_lines(100_000, 100))]
#[bench::lines_100k_hunks_1000(of_common_lines(100_000, 1_000))]
fn common_ours(input: Parsed) -> Applied {
    black_box(ours(&input)).expect("it applies")
}

#[library_benchmark]
#[bench::hunks_50(moved())]
fn moved_ours(input: Parsed) -> Applied {
    black_box(ours(&input)).expect("it applies")
}

#[library_benchmark]
#[bench::hunks_50(moved())]
fn moved_diffy(input: Parsed) -> bool {
    black_box(diffy(&input)).is_ok()
}

#[library_benchmark]
#[bench::hunks_50(moved())]
fn moved_search(input: Parsed) -> Vec<u8> {
    black_box(floors::find_and_splice(black_box(&input.old), &input.pieces))
}

#[library_benchmark]
#[bench::lines_50k(shape(50_000, one_step_out))]
#[bench::lines_100k(shape(100_000, one_step_out))]
#[bench::hunks_5k(hunks(5_000, one_step_out))]
#[bench::hunks_10k(hunks(10_000, one_step_out))]
fn reindented_ours(input: Parsed) -> Applied {
    black_box(ours(&input)).expect("it applies")
}

#[library_benchmark]
#[bench::lines_50k(shape(50_000, by_two))]
#[bench::lines_100k(shape(100_000, by_two))]
#[bench::hunks_5k(hunks(5_000, by_two))]
#[bench::hunks_10k(hunks(10_000, by_two))]
fn other_unit_ours(input: Parsed) -> Applied {
    black_box(ours(&input)).expect("it applies")
}

#[library_benchmark]
#[bench::lines_50k(shape(50_000, anchors_found))]
#[bench::lines_100k(shape(100_000, anchors_found))]
#[bench::hunks_5k(hunks(5_000, anchors_found))]
#[bench::hunks_10k(hunks(10_000, anchors_found))]
fn anchored_ours(input: Parsed) -> Applied {
    black_box(ours(&input)).expect("it applies")
}

#[library_benchmark]
#[bench::lines_50k(shape(50_000, class_as_anchor))]
#[bench::lines_100k(shape(100_000, class_as_anchor))]
#[bench::hunks_5k(hunks(5_000, class_as_anchor))]
#[bench::hunks_10k(hunks(10_000, class_as_anchor))]
fn in_one_class_ours(input: Parsed) -> Applied {
    black_box(ours(&input)).expect("it applies")
}

#[library_benchmark]
#[bench::lines_50k(shape(50_000, statements_as_anchors))]
#[bench::lines_100k(shape(100_000, statements_as_anchors))]
#[bench::hunks_5k(hunks(5_000, statements_as_anchors))]
#[bench::hunks_10k(hunks(10_000, statements_as_anchors))]
fn behind_statements_ours(input: Parsed) -> Applied {
    black_box(ours(&input)).expect("it applies")
}

#[library_benchmark]
#[bench::lines_50k(shape(50_000, anchors_missing))]
#[bench::lines_100k(shape(100_000, anchors_missing))]
#[bench::hunks_5k(hunks(5_000, anchors_missing))]
#[bench::hunks_10k(hunks(10_000, anchors_missing))]
fn unanchored_ours(input: Parsed) -> HunksRefused {
    black_box(ours(&input)).expect_err("no anchor is there")
}

#[library_benchmark]
#[bench::lines_50k(shape(50_000, shapes::hopeless))]
#[bench::lines_100k(shape(100_000, shapes::hopeless))]
#[bench::hunks_5k(hunks(5_000, shapes::hopeless))]
#[bench::hunks_10k(hunks(10_000, shapes::hopeless))]
fn hopeless_ours(input: Parsed) -> HunksRefused {
    black_box(ours(&input)).expect_err("nothing is there")
}

#[library_benchmark]
#[bench::lines_50k(shape(50_000, long))]
#[bench::lines_100k(shape(100_000, long))]
fn long_ours(input: Parsed) -> Applied {
    black_box(ours(&input)).expect("it applies")
}

#[library_benchmark]
#[bench::lines_50k(shape(50_000, long_stale))]
#[bench::lines_100k(shape(100_000, long_stale))]
fn long_stale_ours(input: Parsed) -> HunksRefused {
    black_box(ours(&input)).expect_err("a line is not there")
}

library_benchmark_group!(
    name = bad_shapes;
    benchmarks =
        reindented_ours,
        other_unit_ours,
        anchored_ours,
        unanchored_ours,
        in_one_class_ours,
        behind_statements_ours,
        hopeless_ours,
        long_ours,
        long_stale_ours
);
library_benchmark_group!(
    name = drifted;
    benchmarks = drifted_ours, drifted_diffy, drifted_flickzeug, drifted_mpatch
);
library_benchmark_group!(
    name = refused;
    benchmarks = refused_ours, refused_diffy, refused_flickzeug, refused_mpatch
);
// `diffy` reads no hunks without numbers.
library_benchmark_group!(name = common; benchmarks = common_ours);
library_benchmark_group!(name = moved; benchmarks = moved_ours, moved_diffy, moved_search);
main!(library_benchmark_groups = drifted, refused, common, moved, bad_shapes);
