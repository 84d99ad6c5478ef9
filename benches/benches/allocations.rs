//! Allocations and peak memory of parsing and applying, beyond the input: ours, peers and the
//! floor. Everything happens on one thread, and the numbers do not depend on the load of the
//! machine.

#![expect(clippy::expect_used, clippy::indexing_slicing, reason = "the inputs are made to fit")]
#![expect(clippy::print_stdout, reason = "whoever starts a benchmark by hand reads it")]

use std::hint::black_box;

use allocation_counter::measure;
use patch_apply::{ApplyOptions, MemoryWorkspace, apply, apply_hunks};
use patch_benches::record::{Measure, Subject, input, record};
use patch_benches::{floors, pairs, works};
use patch_gen::GenOptions;

/// Counts what a tool allocates, including its result.
fn count<T>(group: &str, work: &str, tool: &str, run: impl FnOnce() -> T) {
    let info = measure(|| drop(black_box(run())));
    println!(
        "{group}/{work}: {tool:<10} {:>9}, peak {:>11} bytes",
        info.count_total, info.bytes_max
    );
    let subject = Subject { group, work, tool };
    #[expect(clippy::cast_precision_loss, reason = "far below 2^53")]
    let [allocations, peak] = [info.count_total as f64, info.bytes_max as f64];
    record(subject, Measure::Allocations, 0, allocations);
    record(subject, Measure::Peak, 0, peak);
}

fn main() {
    works::PARSE.iter().for_each(parse);
    works::APPLY.iter().for_each(place);
    let work = "lines_1m_hunks_1000";
    plan(work, &works::named(works::APPLY, work));
    for name in ["lines_10k_edits_50", "lines_1m_edits_1000", "lines_10k_half"] {
        let pair = pairs::named(name);
        input("generate", name, pair.old.len() + pair.new.len());
        let (old, new) = (pair.old.as_bytes(), pair.new.as_bytes());
        count("generate", name, "ours", || patch_gen::hunks(old, new, &GenOptions::default()));
        let similar = || similar::TextDiff::from_lines(&pair.old, &pair.new).ops().len();
        count("generate", name, "similar", similar);
    }
}

fn parse(work: &works::Work<Vec<u8>>) {
    let patch = (work.make)();
    input("parse", work.name, patch.len());
    count("parse", work.name, "ours", || patch_parse::parse(&patch));
    count("parse", work.name, "flickzeug", || flickzeug::patch_from_bytes(&patch));
    count("parse", work.name, "floor", || floors::split_lines(&patch));
}

fn place(work: &works::Work<patch_benches::samples::Sample>) {
    let sample = (work.make)();
    let patch = patch_parse::parse(&sample.patch).expect("the sample is a patch");
    let diffy = diffy::Patch::from_bytes(&sample.patch).expect("the sample is a patch");
    let options = ApplyOptions::default();
    let hunks = patch.files[0].hunks();
    input("apply", work.name, sample.old.len());
    count("apply", work.name, "ours", || apply_hunks(&sample.old, hunks, patch.format, &options));
    count("apply", work.name, "diffy", || diffy::apply_bytes(&sample.old, &diffy));
    count("apply", work.name, "memcpy", || sample.old.clone());
}

fn plan(work: &str, sample: &patch_benches::samples::Sample) {
    let patch = patch_parse::parse(&sample.patch).expect("the sample is a patch");
    let mut files = MemoryWorkspace::new();
    files.insert("src/sample.rs", sample.old.clone()).expect("the name is a path");
    input("plan", work, sample.old.len());
    count("plan", work, "ours", || apply(&patch, &mut files, &ApplyOptions::default()));
}
