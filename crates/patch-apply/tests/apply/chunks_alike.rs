//! Chunks that are the same, or nearly so, and the places that there are for them.

use patch_apply::Contract;

use crate::support::{applies, opencode, refuses, run};

const JOBS: &str = "jobs:\n  build:\n    steps:\n      - uses: checkout\n        with:\n          depth: 1\n  test:\n    steps:\n      - uses: checkout\n        with:\n          depth: 1\n  lint:\n    steps:\n      - uses: checkout\n        with:\n          depth: 1\n";

fn chunk(anchor: &str) -> String {
    format!("@@ {anchor}\n         with:\n-          depth: 1\n+          depth: 0\n")
}

#[test]
fn chunks_that_are_the_same_fill_as_many_places_in_what_their_anchors_open() {
    let after = JOBS.replace("depth: 1", "depth: 0");
    for anchors in [["jobs:"; 3], ["", "jobs:", "jobs:"], ["jobs:", "", ""], ["", "", "jobs:"]] {
        let patch = opencode(&anchors.map(chunk).concat());
        applies(&[("f", JOBS)], &patch, &[("f", &after)]);
    }
    // There is one more place, or one less.
    for count in [2, 4] {
        let patch = opencode(&chunk("jobs:").repeat(count));
        assert!(run(&[("f", JOBS)], &patch, Contract::Agent).is_err(), "{count}");
    }
    // One is not in what the anchor opens.
    let patch = opencode(&["jobs:", "jobs:", "jobs:"].map(chunk).concat());
    let other = JOBS.replace("  lint:\n", "other:\n");
    assert!(run(&[("f", &other)], &patch, Contract::Agent).is_err());
}

#[test]
fn what_nearly_matches_where_another_chunk_is_does_not_keep_one_from_its_place() {
    let function =
        |name: &str| format!("#[inline]\nfn {name}(\n    n: u8,\n) {{\n    {name}_it(n)\n}}\n\n");
    let file = ["one", "two", "three"].map(function).concat();
    let chunk =
        |name: &str| format!("@@\n #[inline]\n-fn {name}(\n+unsafe fn {name}(\n     n: u8,\n");
    let after = file.replace("fn ", "unsafe fn ");
    let patch = opencode(&["two", "one", "three"].map(chunk).concat());
    applies(&[("f", &file)], &patch, &[("f", &after)]);
    // Another one may have been what the second was meant for.
    let more = file + &function("four");
    refuses(&[("f", &more)], &patch, &["ambiguous_context"]);
}
