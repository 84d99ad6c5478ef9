//! Seconds for those shapes of patches for which a search may take too long, and how they grow:
//! parse, plan and commit in memory, refusals with their whole explanation. `placement` counts the
//! instructions of the same shapes.
//!
//! The works `…_half` have half of the hunks and lines: a cost that doubles grows with the power 1.

#![expect(clippy::expect_used, reason = "the inputs are made to fit")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use patch_apply::{ApplyOptions, MemoryWorkspace, apply};
use patch_benches::race::Race;
use patch_benches::record::input;
use patch_benches::samples::Sample;
use patch_benches::shapes::{self, Indented, Naming};

const LINES: usize = 100_000;
const HUNKS: usize = 10_000;
const ROUNDS: usize = 3;

/// A name, and what makes a patch of so many hunks for a file of so many lines.
type Shape = (&'static str, fn(usize, usize) -> Sample);

const SHAPES: [Shape; 13] = [
    ("re_indented", |lines, hunks| shapes::reindented(lines, hunks, Indented::Out, 0)),
    ("re_indented_7_off", |lines, hunks| shapes::reindented(lines, hunks, Indented::Out, 7)),
    ("other_unit", |lines, hunks| shapes::reindented(lines, hunks, Indented::ByTwo, 0)),
    ("other_unit_7_off", |lines, hunks| shapes::reindented(lines, hunks, Indented::ByTwo, 7)),
    ("every_other_unit", |lines, hunks| {
        shapes::reindented(lines, hunks, Indented::EveryOtherByTwo, 0)
    }),
    ("anchors_found", |lines, hunks| shapes::anchored(lines, hunks, false)),
    ("anchors_missing", |lines, hunks| shapes::anchored(lines, hunks, true)),
    ("class_as_anchor", |lines, hunks| shapes::in_one_class(lines, hunks, Naming::Class)),
    ("statements_as_anchors", |lines, hunks| shapes::in_one_class(lines, hunks, Naming::Statement)),
    ("hopeless", shapes::hopeless),
    ("long_7_off", |lines, _| shapes::long(lines / 2, 7, false)),
    ("long_stale", |lines, _| shapes::long(lines / 2, 0, true)),
    ("long_stale_7_off", |lines, _| shapes::long(lines / 2, 7, true)),
];

fn main() {
    for (name, shape) in SHAPES {
        let half = format!("{name}_half");
        for (work, part) in [(name, 1), (&half, 2)] {
            let sample = shape(LINES / part, HUNKS / part);
            Race::new("shapes", work).tool("ours", || apply_once(&sample)).run_and_tell(ROUNDS);
            input("shapes", work, sample.old.len() + sample.patch.len());
        }
    }
}

fn apply_once(sample: &Sample) -> Duration {
    let mut files = MemoryWorkspace::new();
    files.insert("src/sample.rs", sample.old.clone()).expect("the name is a path");
    let start = Instant::now();
    let patch = patch_parse::parse(&sample.patch).expect("the sample is a patch");
    let result = apply(&patch, &mut files, &ApplyOptions::default());
    let took = start.elapsed();
    assert_eq!(result.is_ok(), sample.new != sample.old, "what must be refused is");
    assert_eq!(files.contents("src/sample.rs"), Some(sample.new.as_slice()));
    black_box(result.map_err(|refusal| refusal.to_string())).ok();
    took
}
