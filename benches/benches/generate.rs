//! Time of making hunks of two texts, and of writing them: ours, `similar`, `imara-diff` and
//! `diffy`.

use patch_benches::pairs::{ALL, Pair, Workload};
use patch_benches::race::{Race, time};
use patch_benches::record::{goal, input};
use patch_gen::{GenOptions, hunks};

/// Rounds for a pair.
const ROUNDS: usize = 7;

/// A tool and its work; returns the amount of its output.
type Tool = (&'static str, fn(&Pair) -> usize);

const HUNKS: &[Tool] = &[
    ("ours", |pair| hunks(pair.old.as_bytes(), pair.new.as_bytes(), &GenOptions::default()).len()),
    ("similar", |pair| similar::TextDiff::from_lines(&pair.old, &pair.new).ops().len()),
    ("imara-diff", |pair| {
        let input = imara_diff::InternedInput::new(&*pair.old, &*pair.new);
        let mut diff = imara_diff::Diff::compute(imara_diff::Algorithm::Histogram, &input);
        diff.postprocess_lines(&input);
        diff.hunks().count()
    }),
];

const TEXT: &[Tool] = &[
    ("ours", |pair| patch_gen::unified(&pair.old, &pair.new).to_bytes().len()),
    ("similar", |pair| {
        let diff = similar::TextDiff::from_lines(&pair.old, &pair.new);
        diff.unified_diff().header("old", "new").to_string().len()
    }),
    ("diffy", |pair| diffy::create_patch(&pair.old, &pair.new).to_string().len()),
];

/// Some inputs take `imara-diff` and `diffy` minutes.
fn is_left_out(tool: &str, workload: &Workload) -> bool {
    workload.name == "lines_1m_repeated" && matches!(tool, "imara-diff" | "diffy")
}

fn main() {
    for workload in ALL {
        let pair = &workload.pair();
        for (group, tools) in [("generate", HUNKS), ("generate text", TEXT)] {
            let mut race = Race::new(group, workload.name);
            for (name, run) in tools.iter().filter(|(name, _)| !is_left_out(name, workload)) {
                race = race.tool(name, move || time(|| run(pair)));
            }
            race.run_and_tell(ROUNDS);
            input(group, workload.name, pair.old.len() + pair.new.len());
        }
        goal("generate", workload.name, "similar", workload.least);
        goal("generate text", workload.name, "similar", 1.0);
    }
}
