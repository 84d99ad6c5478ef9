//! Time of reading and then applying or refusing patches that the testkit damaged: ours beside
//! peers that refuse without an explanation.

#![expect(clippy::indexing_slicing, reason = "the inputs are made to fit")]

mod support;

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use patch_apply::{ApplyOptions, apply_hunks};
use patch_parse::Format;
use patch_testkit::noise::{Case, Damage, SAMPLES};
use support::{Tool, compare};

/// Every kind of damage, done to the available texts: reading the patch and applying or refusing
/// it.
fn damaged(c: &mut Criterion) {
    let pairs = SAMPLES.iter().flat_map(|pair| Damage::all().map(move |damage| (pair, damage)));
    let cases: Vec<Case> = pairs
        .flat_map(|(pair, damage)| {
            (0..3).filter_map(|seed| damage.case(pair, Format::Unified, seed))
        })
        .collect();
    let bytes: usize = cases.iter().map(|case| case.before.len() + case.patch.len()).sum();
    let tool = |run: fn(&Case) -> bool| {
        let cases = &cases;
        Box::new(move || {
            black_box(cases.iter().filter(|case| run(black_box(case))).count());
        })
    };
    let mut group = c.benchmark_group("damaged");
    group.sample_size(10);
    let tools: Vec<Tool<'_>> = vec![
        ("ours", tool(by_ours)),
        ("diffy", tool(by_diffy)),
        ("flickzeug", tool(by_flickzeug)),
        ("mpatch", tool(by_mpatch)),
    ];
    compare(&mut group, ("damaged", "all_damages"), bytes, tools);
    group.finish();
}

fn by_ours(case: &Case) -> bool {
    patch_parse::parse(&case.patch).is_ok_and(|patch| {
        let hunks = patch.files[0].hunks();
        apply_hunks(&case.before, hunks, patch.format, &ApplyOptions::default()).is_ok()
    })
}

fn by_diffy(case: &Case) -> bool {
    diffy::Patch::from_bytes(&case.patch)
        .is_ok_and(|patch| diffy::apply_bytes(&case.before, &patch).is_ok())
}

fn by_flickzeug(case: &Case) -> bool {
    flickzeug::Diff::from_bytes(&case.patch)
        .is_ok_and(|patch| flickzeug::apply_bytes(&case.before, &patch).is_ok())
}

fn by_mpatch(case: &Case) -> bool {
    let (Ok(patch), Ok(before)) =
        (std::str::from_utf8(&case.patch), std::str::from_utf8(&case.before))
    else {
        return false;
    };
    mpatch::parse_auto(patch).is_ok_and(|patches| {
        let options = mpatch::ApplyOptions::new();
        patches.iter().all(|patch| {
            let result = mpatch::apply_patch_to_content(patch, Some(before), &options);
            result.report.all_applied_cleanly()
        })
    })
}

criterion_group!(benches, damaged);
criterion_main!(benches);
