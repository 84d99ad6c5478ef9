//! Draws the tracked results of the benchmarks: `plot RESULTS CHARTS`, both folders. `cargo xtask
//! bench --plot` calls it; `docs/performance/README.md` explains how to read each chart.

#![expect(clippy::expect_used, reason = "whoever draws charts reads what is wrong")]

mod charts;
mod frame;
mod results;

use std::path::{Path, PathBuf};

use results::Results;

fn main() {
    let mut folders = std::env::args_os().skip(1).map(PathBuf::from);
    let (from, to) = folders.next().zip(folders.next()).expect("plot RESULTS CHARTS");
    draw(&from, &to);
}

/// Draws all charts of the results in one folder into another.
fn draw(from: &Path, to: &Path) {
    let results = Results::read_all(from);
    let newest = Results::newest(&results);
    std::fs::create_dir_all(to).expect("the folder can be made");
    let chart = |name: &str| to.join(name).with_extension("svg");

    charts::beside_peers(&chart("peers-time"), "Time, as multiples of ours", &newest, "time");
    let title = "Instructions, as multiples of ours";
    charts::beside_peers(&chart("peers-instructions"), title, &newest, "instructions");
    charts::beside_peers(
        &chart("peers-memory"),
        "Peak memory, as multiples of ours",
        &newest,
        "peak",
    );

    let title = "Instructions to look for 1 to 20 hunks whose numbers are 7 lines off";
    charts::growth(&chart("growth-drifted"), title, "lines of the file", &newest, |figure| {
        (figure.group == "drifted").then(|| figure.tool.clone())
    });
    let title = "Instructions to refuse a hunk, in a file of lines that are all alike";
    charts::growth(&chart("growth-refused"), title, "lines of the file", &newest, |figure| {
        (figure.group == "refused").then(|| figure.tool.clone())
    });
    let title = "Instructions of ours for bad shapes, a hunk in ten lines";
    charts::growth(&chart("growth-shapes"), title, "lines of the file", &newest, |figure| {
        let is_shape = !matches!(&*figure.group, "drifted" | "refused" | "common" | "moved");
        (is_shape && figure.tool == "ours").then(|| figure.group.clone())
    });

    charts::history(
        &chart("history-instructions"),
        "Instructions of ours",
        &results,
        "instructions",
    );
    charts::history(&chart("history-memory"), "Peak bytes of ours", &results, "peak");
    charts::history_of_ratios(&chart("history-time"), &results);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[expect(clippy::disallowed_methods, reason = "charts in the checkout and in a scratch folder")]
    fn the_charts_are_those_of_the_tracked_results() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace");
        let fresh = tempfile::tempdir().expect("a folder");
        draw(&root.join("benches/results"), fresh.path());
        let drawn = std::fs::read_dir(fresh.path()).expect("what was drawn");
        let names: Vec<_> = drawn.map(|entry| entry.expect("an entry").file_name()).collect();
        assert!(names.len() > 8, "{names:?}");
        for name in names {
            let chart = |folder: &Path| std::fs::read(folder.join(&name)).expect("a chart");
            let tracked = chart(&root.join("docs/performance"));
            assert!(chart(fresh.path()) == tracked, "{name:?} is stale: cargo xtask bench --plot");
        }
    }
}
