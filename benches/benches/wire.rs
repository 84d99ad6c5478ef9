//! Time of reading and writing a large v2 diff: ours beside `serde_json::Value` on the same text.
//! The rounds are our own, because dropping the result is not measured.

#![expect(clippy::expect_used, reason = "the inputs are made to fit")]

use acp_diff_types::AbsolutePath;
use acp_diff_types::v2::{Diff, DiffChange, DiffFileType, DiffPatch};
use patch_benches::race::{Race, once};
use patch_benches::record::{goal, input};
use serde_json::Value;

/// How many times as long ours may take.
const MOST: f64 = 1.3;

/// The text of a diff with this many changes and about this many bytes of patch.
fn sample(changes: usize, patch_bytes: usize) -> String {
    let change = |i| {
        let path = AbsolutePath::new(format!("/home/user/project/src/module_{i}/mod.rs"));
        DiffChange::modify(path.expect("an absolute path")).file_type(DiffFileType::Text)
    };
    let line = "-    let \"quoted\" = 1;\n+    let \"quoted\" = 2;\n";
    let mut diff = Diff::new((0..changes).map(change).collect());
    if patch_bytes > 0 {
        diff = diff.patch(DiffPatch::git_patch(line.repeat(patch_bytes / line.len())));
    }
    serde_json::to_string(&diff).expect("a diff is JSON")
}

fn main() {
    let inputs =
        [("changes_10k_20mb", sample(10_000, 20 << 20)), ("changes_10k", sample(10_000, 0))];
    for (work, text) in &inputs {
        let read = || serde_json::from_str::<Diff>(text).expect("a diff");
        let read_value = || serde_json::from_str::<Value>(text).expect("JSON");
        let (diff, value) = (read(), read_value());
        Race::new("wire read", work)
            .tool("ours", || once(read))
            .tool("value", || once(read_value))
            .run_and_tell(25);
        Race::new("wire write", work)
            .tool("ours", || once(|| serde_json::to_string(&diff)))
            .tool("value", || once(|| serde_json::to_string(&value)))
            .run_and_tell(25);
        for group in ["wire read", "wire write"] {
            input(group, work, text.len());
            goal(group, work, "value", 1.0 / MOST);
        }
    }
}
