//! Time of parsing: ours, two peers and the floors on the same bytes.

#![expect(clippy::expect_used, reason = "the inputs are made to fit")]

mod support;

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use memchr::memchr_iter;
use patch_benches::record::goal;
use patch_benches::{floors, works};
use support::compare;

const GROUP: &str = "parse";

fn parse(c: &mut Criterion) {
    let mut group = c.benchmark_group(GROUP);
    group.sample_size(10);
    for work in works::PARSE {
        let patch = &(work.make)();
        assert_eq!(
            patch_parse::parse(patch).expect("the sample is a patch").files.len(),
            flickzeug::patch_from_bytes(patch).expect("the sample is a patch").diffs().len(),
            "both read all files"
        );
        compare(
            &mut group,
            (GROUP, work.name),
            patch.len(),
            vec![
                ("ours", Box::new(|| drop(black_box(patch_parse::parse(black_box(patch)))))),
                ("diffy", Box::new(|| diffy_files(black_box(patch)))),
                ("flickzeug", Box::new(|| drop(black_box(flickzeug::patch_from_bytes(patch))))),
                ("floor", Box::new(|| drop(black_box(floors::split_lines(black_box(patch)))))),
                (
                    "memchr",
                    Box::new(|| {
                        black_box(memchr_iter(b'\n', black_box(patch)).count());
                    }),
                ),
            ],
        );
    }
    group.finish();
    goal(GROUP, "files_2000", "diffy", 3.5);
    goal(GROUP, "lines_500_hunks_2", "diffy", 2.5);
}

fn diffy_files(patch: &[u8]) {
    use diffy::patch_set::{ParseOptions, PatchSet};
    let options = if patch.starts_with(b"diff --git") {
        ParseOptions::gitdiff()
    } else {
        ParseOptions::unidiff()
    };
    let files: Vec<_> =
        PatchSet::parse_bytes(patch, options).collect::<Result<_, _>>().expect("a patch");
    black_box(files);
}

criterion_group!(benches, parse);
criterion_main!(benches);
