//! Peak memory of parsing and applying beyond the input, as a multiple of the input.
//!
//! Prints a table; the allocator counts, so the numbers do not move with noise.

#![expect(clippy::print_stdout, reason = "a benchmark prints its table")]
#![expect(clippy::expect_used, clippy::indexing_slicing, reason = "the inputs are made to fit")]

use patch_apply::{ApplyOptions, apply_hunks};
use patch_benches::{floors, samples};
use peak_alloc::PeakAlloc;

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

/// Peak bytes while `work` runs, beyond what was allocated before.
fn peak<T>(work: impl FnOnce() -> T) -> usize {
    ALLOCATOR.reset_peak_usage();
    let before = ALLOCATOR.current_usage();
    let result = work();
    let peak = ALLOCATOR.peak_usage() - before;
    drop(result);
    peak
}

fn row(name: &str, bytes: usize, peak: usize) {
    #[expect(clippy::cast_precision_loss, reason = "a ratio with two digits")]
    let ratio = peak as f64 / bytes as f64;
    println!("{name:<28} {bytes:>12} bytes  peak {peak:>12}  {ratio:>6.2}x");
}

fn main() {
    let patch = samples::many_files(2000, 10);
    row("parse ours", patch.len(), peak(|| patch_parse::parse(&patch)));
    row("parse flickzeug", patch.len(), peak(|| flickzeug::patch_from_bytes(&patch)));
    for hunks in [1, 1000] {
        let sample = samples::sample(1_000_000, hunks);
        let parsed = patch_parse::parse(&sample.patch).expect("the sample is a patch");
        let pieces = floors::pieces(&sample.patch);
        let diffy = diffy::Patch::from_bytes(&sample.patch).expect("the sample is a patch");
        let options = ApplyOptions::default();
        let len = sample.old.len();
        let ours =
            peak(|| apply_hunks(&sample.old, parsed.files[0].hunks(), parsed.format, &options));
        row(&format!("apply ours, {hunks} hunks"), len, ours);
        row(
            &format!("apply floor, {hunks} hunks"),
            len,
            peak(|| floors::splice(&sample.old, &pieces)),
        );
        row(
            &format!("apply diffy, {hunks} hunks"),
            len,
            peak(|| diffy::apply_bytes(&sample.old, &diffy)),
        );
    }
}
