//! Seconds for the shapes of patches that a search may take too long for, and how they grow: parse,
//! plan and commit in memory, refusals with their whole explanation.
//!
//! Prints a table, and fails where a shape takes more than [`MOST_SECONDS`]. `placement` counts the
//! instructions of the same shapes.

#![expect(clippy::print_stdout, reason = "a benchmark prints its table")]
#![expect(clippy::expect_used, reason = "the inputs are made to fit")]

use std::hint::black_box;
use std::time::Instant;

use patch_apply::{ApplyOptions, MemoryWorkspace, apply};
use patch_benches::samples::Sample;
use patch_benches::shapes::{self, Indented, Naming};

const LINES: usize = 100_000;
const HUNKS: usize = 10_000;
const ROUNDS: usize = 3;
const MOST_SECONDS: f64 = 3.0;

/// A name, and what makes a patch of so many hunks for a file of so many lines.
type Shape = (&'static str, fn(usize, usize) -> Sample);

const SHAPES: [Shape; 12] = [
    ("re-indented", |lines, hunks| shapes::reindented(lines, hunks, Indented::Out, 0)),
    ("re-indented, 7 lines off", |lines, hunks| shapes::reindented(lines, hunks, Indented::Out, 7)),
    ("other unit", |lines, hunks| shapes::reindented(lines, hunks, Indented::ByTwo, 0)),
    ("other unit, 7 lines off", |lines, hunks| {
        shapes::reindented(lines, hunks, Indented::ByTwo, 7)
    }),
    ("anchors found", |lines, hunks| shapes::anchored(lines, hunks, false)),
    ("anchors missing", |lines, hunks| shapes::anchored(lines, hunks, true)),
    ("one class for an anchor", |lines, hunks| shapes::in_one_class(lines, hunks, Naming::Class)),
    ("statements for anchors", |lines, hunks| {
        shapes::in_one_class(lines, hunks, Naming::Statement)
    }),
    ("hopeless", shapes::hopeless),
    ("one long hunk, 7 lines off", |lines, _| shapes::long(lines / 2, 7, false)),
    ("one long hunk, a line differs", |lines, _| shapes::long(lines / 2, 0, true)),
    ("the same, 7 lines off", |lines, _| shapes::long(lines / 2, 7, true)),
];

fn main() {
    println!("{LINES} lines, {HUNKS} hunks, best of {ROUNDS}; exponents from half of that");
    println!("{:<30} {:>8} {:>6} {:>6} {:>6}", "", "seconds", "both", "hunks", "lines");
    for (name, shape) in SHAPES {
        let all = seconds(&shape(LINES, HUNKS));
        let half = seconds(&shape(LINES / 2, HUNKS / 2));
        let hunks = seconds(&shape(LINES, HUNKS / 2));
        let lines = exponent(half, hunks);
        println!(
            "{name:<30} {all:>8.3} {:>6.2} {:>6.2} {lines:>6.2}",
            exponent(half, all),
            exponent(hunks, all)
        );
        assert!(all <= MOST_SECONDS, "{name} takes too long");
    }
}

/// With which power of its input a cost grows that becomes another one when the input is doubled.
fn exponent(half: f64, all: f64) -> f64 {
    (all / half).log2()
}

/// The least time of some rounds.
fn seconds(sample: &Sample) -> f64 {
    (0..ROUNDS).map(|_| once(sample)).fold(f64::INFINITY, f64::min)
}

fn once(sample: &Sample) -> f64 {
    let mut files = MemoryWorkspace::new();
    files.insert("src/sample.rs", sample.old.clone()).expect("the name is a path");
    let start = Instant::now();
    let patch = patch_parse::parse(&sample.patch).expect("the sample is a patch");
    let result = apply(&patch, &mut files, &ApplyOptions::default());
    let took = start.elapsed().as_secs_f64();
    assert_eq!(result.is_ok(), sample.new != sample.old, "what must be refused is");
    assert_eq!(files.contents("src/sample.rs"), Some(sample.new.as_slice()));
    black_box(result.map_err(|refusal| refusal.to_string())).ok();
    took
}
