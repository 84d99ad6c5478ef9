//! Reads what libFuzzer reports of a run.

/// The results of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Stats {
    /// Inputs run.
    pub(super) executions: u64,
    /// Edges of the program that were reached.
    pub(super) edges: u64,
    /// Edges together with how often they were passed: libFuzzer calls these features.
    pub(super) features: u64,
    /// Inputs worth keeping.
    pub(super) corpus: u64,
    /// The files written for inputs that broke the oracle, were too slow or took too much memory.
    pub(super) artifacts: Vec<String>,
}

impl Stats {
    /// Reads a line of the output.
    pub(super) fn take(&mut self, line: &str) {
        if let Some(path) = line.split("Test unit written to ").nth(1) {
            self.artifacts.push(path.trim().to_owned());
        }
        if let Some(count) = line.strip_prefix("stat::number_of_executed_units:") {
            self.executions = number(count).unwrap_or(self.executions);
        }
        let Some(rest) = line.strip_prefix('#') else { return };
        self.executions = number(rest).unwrap_or(self.executions);
        for (key, value) in
            [("cov: ", &mut self.edges), ("ft: ", &mut self.features), ("corp: ", &mut self.corpus)]
        {
            let found = rest.split(key).nth(1).and_then(number);
            *value = found.unwrap_or(*value);
        }
    }

    /// The line of a table.
    pub(super) fn row(&self, name: &str, seconds: u64) -> String {
        let Self { executions, edges, features, corpus, artifacts } = self;
        let rate = executions / seconds.max(1);
        let found = artifacts.len();
        format!(
            "{name:<12} {seconds:>6} {executions:>11} {rate:>7} {edges:>7} {features:>9} {corpus:>7} {found:>6}"
        )
    }

    /// The head of the table.
    pub(super) fn head() -> String {
        format!(
            "{:<12} {:>6} {:>11} {:>7} {:>7} {:>9} {:>7} {:>6}",
            "target", "time/s", "executions", "per s", "edges", "features", "corpus", "found"
        )
    }
}

/// The number at the start of a text.
fn number(text: &str) -> Option<u64> {
    let text = text.trim_start();
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    text.get(..end)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lines_of_libfuzzer_are_read() {
        let mut stats = Stats::default();
        for line in [
            "INFO: Running with entropic power schedule (0xFF, 100).",
            "#10081\tNEW    cov: 4455 ft: 12975 corp: 1399/231Kb lim: 512 exec/s: 2520 rss: 33Mb L: 73/512 MS: 2 -",
            "artifact_prefix='x/'; Test unit written to x/crash-1234",
            "stat::number_of_executed_units: 20000",
        ] {
            stats.take(line);
        }
        let artifacts = vec!["x/crash-1234".to_owned()];
        let expected =
            Stats { executions: 20000, edges: 4455, features: 12975, corpus: 1399, artifacts };
        assert_eq!(stats, expected);
        assert_eq!(stats.row("parse", 10).len(), Stats::head().len());
    }

    #[test]
    fn so_are_those_of_several_processes() {
        let mut stats = Stats::default();
        stats.take("#513: cov: 12 ft: 34 corp: 5 exec/s 67 oom/timeout/crash: 0/0/0 time: 8s job: 1 dft_time: 0");
        assert_eq!((stats.executions, stats.edges, stats.corpus), (513, 12, 5));
    }
}
