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
