//! Time of making hunks of two texts: ours, `similar` bare and with its printer, `imara-diff` and `diffy`, each in turn with each
//! other one. Fails where ours is not as much faster than `similar` as it has to be.

#![expect(clippy::print_stdout, reason = "the table is what this is for")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use patch_benches::pairs::{ALL, Pair, Workload};
use patch_gen::{GenOptions, hunks};

/// Rounds for a pair; small ones take more of them.
const ROUNDS: usize = 7;

/// The least time that a round takes, so that the clock is good enough.
const LEAST: Duration = Duration::from_millis(2);

/// How much slower than the printer of `similar` ours may be; noise of a busy machine included.
const SLOWEST_PRINTER: f64 = 1.05;

type Tool = (&'static str, fn(&Pair) -> usize);

const TOOLS: &[Tool] = &[
    ("ours", |pair| hunks(pair.old.as_bytes(), pair.new.as_bytes(), &GenOptions::default()).len()),
    ("similar", |pair| similar::TextDiff::from_lines(&pair.old, &pair.new).ops().len()),
    ("ours, text", |pair| patch_gen::unified(&pair.old, &pair.new).to_bytes().len()),
    ("similar, text", |pair| {
        let diff = similar::TextDiff::from_lines(&pair.old, &pair.new);
        diff.unified_diff().header("old", "new").to_string().len()
    }),
    ("imara-diff", |pair| {
        let input = imara_diff::InternedInput::new(&*pair.old, &*pair.new);
        let mut diff = imara_diff::Diff::compute(imara_diff::Algorithm::Histogram, &input);
        diff.postprocess_lines(&input);
        diff.hunks().count()
    }),
    ("diffy, text", |pair| diffy::create_patch(&pair.old, &pair.new).to_string().len()),
];

/// `imara-diff` and `diffy` have inputs that take them minutes.
fn is_left_out(tool: &str, workload: &Workload) -> bool {
    workload.name.starts_with("repeated, 1M") && matches!(tool, "imara-diff" | "diffy, text")
}

fn seconds(tool: &Tool, pair: &Pair) -> f64 {
    let start = Instant::now();
    let mut times = 0;
    while start.elapsed() < LEAST {
        black_box(tool.1(black_box(pair)));
        times += 1;
    }
    start.elapsed().as_secs_f64() / f64::from(times)
}

/// The best time of each tool.
fn measure(workload: &Workload) -> Vec<f64> {
    let pair = workload.pair();
    let mut best = vec![f64::INFINITY; TOOLS.len()];
    for _ in 0..ROUNDS {
        for (best, tool) in best.iter_mut().zip(TOOLS) {
            if !is_left_out(tool.0, workload) {
                *best = best.min(seconds(tool, &pair));
            }
        }
    }
    best
}

fn main() {
    let wanted = std::env::args().skip(1).find(|arg| !arg.starts_with('-')).unwrap_or_default();
    let mut slow = Vec::new();
    println!("| input | {} |", TOOLS.iter().map(|tool| tool.0).collect::<Vec<_>>().join(" | "));
    for workload in ALL.iter().filter(|workload| workload.name.contains(&wanted)) {
        let best = measure(workload);
        let [ours, similar, text, similar_text, ..] = best.as_slice() else { continue };
        if similar / ours < workload.least || text / similar_text > SLOWEST_PRINTER {
            slow.push(workload.name);
        }
        let shown = best.iter().map(|time| format!("{:.3} ms ({:.2})", time * 1e3, time / ours));
        println!("| {} | {} |", workload.name, shown.collect::<Vec<_>>().join(" | "));
    }
    assert!(slow.is_empty(), "ours is slower beside `similar` than it may be: {slow:?}");
}
