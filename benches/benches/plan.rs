//! What every host calls, in memory: plan, commit and receipt, beside the mere placement of the
//! same hunks, a peer and a copy. The patch is already parsed.

#![expect(clippy::expect_used, clippy::indexing_slicing, reason = "the inputs are made to fit")]

use patch_apply::{ApplyOptions, MemoryWorkspace, apply, apply_hunks};
use patch_benches::race::{Race, once};
use patch_benches::record::{goal, input};
use patch_benches::works::{APPLY, named};

const GROUP: &str = "plan";

fn main() {
    for work in ["lines_500_hunks_2", "lines_1m_hunks_1", "lines_1m_hunks_1000"] {
        let sample = named(APPLY, work);
        let patch = patch_parse::parse(&sample.patch).expect("the sample is a patch");
        let diffy = diffy::Patch::from_bytes(&sample.patch).expect("the sample is a patch");
        let options = ApplyOptions::default();
        let ours = || {
            let mut files = MemoryWorkspace::new();
            files.insert("src/sample.rs", sample.old.clone()).expect("the name is a path");
            let took = once(|| apply(&patch, &mut files, &options).expect("it applies"));
            assert_eq!(files.contents("src/sample.rs"), Some(sample.new.as_slice()));
            took
        };
        let hunks = patch.files[0].hunks();
        // Each has the old contents to itself, as ours has them in its workspace: without, only the
        // others would get memory for the result whose pages are there already.
        let old = || std::hint::black_box(sample.old.clone());
        let placement = || {
            let old = old();
            once(|| apply_hunks(&old, hunks, patch.format, &options))
        };
        let peer = || {
            let old = old();
            once(|| diffy::apply_bytes(&old, &diffy))
        };
        let copy = || {
            let old = old();
            once(|| old.clone())
        };
        Race::new(GROUP, work)
            .tool("ours", ours)
            .tool("placement", placement)
            .tool("diffy", peer)
            .tool("memcpy", copy)
            .run_and_tell(9);
        input(GROUP, work, sample.old.len());
        goal(GROUP, work, "placement", 1.0 / 1.5);
    }
}
