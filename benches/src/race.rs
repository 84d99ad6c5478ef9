//! Runs tools that do the same work, in rounds.
//!
//! In a round every tool runs once, in an order that is drawn anew each time: a tool that always
//! ran after the same neighbour would find the caches and the allocator as that one leaves them.

use std::hint::black_box;
use std::time::{Duration, Instant};

use crate::record::{Measure, Subject, record};

/// The least time of a measurement, so that the clock is good enough.
const LEAST: Duration = Duration::from_millis(2);

/// Whether the run should be short (`BENCH_QUICK`).
pub fn is_quick() -> bool {
    std::env::var_os("BENCH_QUICK").is_some()
}

/// The same things in an order that is drawn anew.
pub fn shuffled<T>(mut things: Vec<T>) -> Vec<T> {
    fastrand::shuffle(&mut things);
    things
}

/// The time of one run: the mean of enough runs for the clock to measure.
pub fn time<T>(mut run: impl FnMut() -> T) -> Duration {
    let start = Instant::now();
    let mut runs = 0;
    loop {
        black_box(run());
        runs += 1;
        let elapsed = start.elapsed();
        if elapsed >= LEAST {
            return elapsed / runs;
        }
    }
}

/// The time of one run alone, without that of dropping its result.
pub fn once<T>(run: impl FnOnce() -> T) -> Duration {
    let start = Instant::now();
    let result = black_box(run());
    let elapsed = start.elapsed();
    drop(result);
    elapsed
}

/// A tool: its name, and a function that does the work once and returns the time that counts.
type Tool<'a> = (&'a str, Box<dyn FnMut() -> Duration + 'a>);

/// Tools at the same work.
pub struct Race<'a> {
    group: &'a str,
    work: &'a str,
    tools: Vec<Tool<'a>>,
}

impl<'a> Race<'a> {
    /// A race without any tool.
    pub fn new(group: &'a str, work: &'a str) -> Self {
        Self { group, work, tools: Vec::new() }
    }

    /// Adds a tool: a function that does the work once and returns the time that counts.
    #[must_use]
    pub fn tool(mut self, name: &'a str, run: impl FnMut() -> Duration + 'a) -> Self {
        self.tools.push((name, Box::new(run)));
        self
    }

    /// Runs this many rounds, records each time and returns the median of each tool, in the order
    /// in which the tools were added. Quick runs have a third of the rounds.
    pub fn run(self, rounds: usize) -> Vec<(&'a str, Duration)> {
        let Self { group, work, mut tools } = self;
        let rounds = if is_quick() { rounds.div_ceil(3) } else { rounds };
        let mut times = vec![Vec::new(); tools.len()];
        for round in 0..rounds {
            for at in shuffled((0..tools.len()).collect()) {
                let (Some((tool, run)), Some(times)) = (tools.get_mut(at), times.get_mut(at))
                else {
                    continue;
                };
                let time = run();
                #[expect(clippy::cast_precision_loss, reason = "nanoseconds of a benchmark")]
                let nanoseconds = time.as_nanos() as f64;
                record(Subject { group, work, tool }, Measure::Time, round, nanoseconds);
                times.push(time);
            }
        }
        tools.iter().map(|(tool, _)| *tool).zip(times.into_iter().map(median)).collect()
    }

    /// As [`Self::run`], and prints a line for each tool.
    #[expect(clippy::print_stdout, reason = "whoever starts a benchmark by hand reads it")]
    pub fn run_and_tell(self, rounds: usize) {
        let (group, work) = (self.group, self.work);
        for (tool, median) in self.run(rounds) {
            println!("{group}/{work}: {tool:<12} {median:>10.2?}");
        }
    }
}

/// The median; of an even number the lower of the two middle ones; 0 for an empty list.
fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times.get(times.len().saturating_sub(1) / 2).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;

    #[test]
    fn each_round_has_every_tool_once_and_orders_differ() {
        let order = RefCell::new(String::new());
        let ran = |tool: char| {
            order.borrow_mut().push(tool);
            Duration::from_nanos(u64::from(u32::from(tool)))
        };
        let race = Race::new("g", "w")
            .tool("a", || ran('a'))
            .tool("b", || ran('b'))
            .tool("c", || ran('c'));
        let medians = race.run(60);
        let expected = [("a", 97), ("b", 98), ("c", 99)];
        assert_eq!(medians, expected.map(|(tool, n)| (tool, Duration::from_nanos(n))));
        let order = order.into_inner();
        let rounds: Vec<&str> =
            (0..order.len() / 3).map(|round| &order[3 * round..3 * round + 3]).collect();
        for round in &rounds {
            let mut tools: Vec<char> = round.chars().collect();
            tools.sort_unstable();
            assert_eq!(tools, ['a', 'b', 'c'], "every tool once in a round");
        }
        assert!(rounds.iter().any(|round| round != &rounds[0]), "the order changes");
    }

    #[test]
    fn the_median_is_the_middle_one() {
        let times = |list: &[u64]| list.iter().copied().map(Duration::from_nanos).collect();
        assert_eq!(median(times(&[9, 1, 5])), Duration::from_nanos(5));
        assert_eq!(median(times(&[9, 1])), Duration::from_nanos(1));
        assert_eq!(median(times(&[])), Duration::ZERO);
    }
}
