//! The committed counts, `benches/baseline.json`, and how a run compares with them.
//!
//! Counts of a benchmark are kept together with the machine and tools that they were taken with,
//! because another compiler, processor or C library counts differently: only counts of the same
//! kind are compared.
//!
//! A count above the baseline is a loss. A count far below it is reported, and fails the gate as
//! well: while the baseline is out of date, a later change could lose the whole gain and pass.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde_json::{Map, Value, json};

use super::figure::Figure;
use crate::error::{Context as _, Result, fail};
use crate::files::{read_text, write};
use crate::shell::{root, say};

/// The largest ratio of a count to the baseline, and the smallest that is not reported.
const MOST: f64 = 1.03;
const LEAST: f64 = 0.97;

/// The benchmark that CI runs. Its baseline is checked in both directions.
pub(crate) const GATE: &str = "gate";

/// The counts of ours by name, as `parse/files_2000 instructions`.
pub(crate) type Counts = BTreeMap<String, f64>;

/// The counts of ours among some figures.
pub(crate) fn counts(figures: &[Figure]) -> Counts {
    let ours = figures.iter().filter(|f| f.subject.is_ours() && f.measure.is_count());
    let named = ours.map(|figure| {
        let name =
            format!("{}/{} {}", figure.subject.group, figure.subject.work, figure.measure.name());
        (name, figure.value)
    });
    named.collect()
}

/// How counts compare with those of the baseline.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Verdict {
    /// They were taken with something else, named here.
    Another(String),
    /// They are comparable.
    Compared(Compared),
}

/// What to report about counts, one line each.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Compared {
    /// Above the baseline, or missing in one of the two.
    against: Vec<String>,
    /// So far below it that the baseline is out of date.
    stale: Vec<String>,
    /// For information only.
    notes: Vec<String>,
}

/// The whole file.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Baseline(BTreeMap<String, Section>);

/// The counts of one benchmark and what they were taken with.
#[derive(Clone, Debug, Default, PartialEq)]
struct Section {
    with: String,
    counts: Counts,
}

impl Baseline {
    fn path() -> PathBuf {
        root().join("benches/baseline.json")
    }

    /// The committed baseline; empty if there is none yet.
    ///
    /// # Errors
    ///
    /// When it cannot be read.
    pub(crate) fn load() -> Result<Self> {
        let path = Self::path();
        if path.is_file() { Self::read(&read_text(&path)?) } else { Ok(Self::default()) }
    }

    fn read(text: &str) -> Result<Self> {
        let json: Value = serde_json::from_str(text).context("benches/baseline.json")?;
        let section = |(bench, json): (&String, &Value)| {
            let counts = json.get("counts")?.as_object()?.iter();
            let counts = counts.map(|(name, count)| Some((name.clone(), count.as_f64()?)));
            let with = json.get("with")?.as_str()?.to_owned();
            Some((bench.clone(), Section { with, counts: counts.collect::<Option<_>>()? }))
        };
        let sections = json.as_object().and_then(|all| all.iter().map(section).collect());
        match sections {
            Some(sections) => Ok(Self(sections)),
            None => fail("benches/baseline.json is not a baseline: make it anew with --accept"),
        }
    }

    /// Writes it.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub(crate) fn keep(&self) -> Result {
        write(&Self::path(), self.text().as_bytes())
    }

    fn text(&self) -> String {
        #[expect(clippy::cast_possible_truncation, reason = "counts are whole and far below 2^53")]
        let count = |(name, count): (&String, &f64)| (name.clone(), Value::from(*count as i64));
        let section = |(bench, Section { with, counts }): (&String, &Section)| {
            let counts: Map<_, _> = counts.iter().map(count).collect();
            (bench.clone(), json!({ "with": with, "counts": counts }))
        };
        let json: Map<_, _> = self.0.iter().map(section).collect();
        format!("{:#}\n", Value::Object(json))
    }

    /// Makes these counts of a benchmark the baseline.
    pub(crate) fn accept(&mut self, bench: &str, with: &str, counts: Counts) {
        self.0.insert(bench.to_owned(), Section { with: with.to_owned(), counts });
    }

    /// Compares the counts of a benchmark.
    pub(crate) fn compare(&self, bench: &str, with: &str, counts: &Counts) -> Verdict {
        let none = Section { with: with.to_owned(), ..Section::default() };
        let known = self.0.get(bench).unwrap_or(&none);
        if known.with != with {
            return Verdict::Another(known.with.clone());
        }
        let mut found = Compared::default();
        let below = if bench == GATE { &mut found.stale } else { &mut found.notes };
        for (name, now) in counts {
            match known.counts.get(name) {
                None => found.against.push(format!("{name}: {now}, which is not in the baseline")),
                Some(before) if *now > before * MOST => {
                    found.against.push(change(name, *before, *now));
                }
                Some(before) if *now < before * LEAST => below.push(change(name, *before, *now)),
                Some(_) => {}
            }
        }
        let gone = known.counts.keys().filter(|name| !counts.contains_key(*name));
        found.against.extend(gone.map(|name| format!("{name}: is no longer counted")));
        Verdict::Compared(found)
    }
}

fn change(name: &str, before: f64, now: f64) -> String {
    format!("{name}: {before} -> {now} ({:+.1} %)", (now / before.max(1.0) - 1.0) * 100.0)
}

/// Compares the counts of benchmarks with the baseline or, to `accept` them, makes them the
/// baseline.
///
/// # Errors
///
/// When a count is more than 3 % above the baseline, or not in it; for the gate also when it is
/// more than 3 % below.
pub(crate) fn check(measured: &[(String, Counts)], with: &str, accept: bool) -> Result {
    let mut baseline = Baseline::load()?;
    let (mut all_against, mut all_stale) = (0, 0);
    for (bench, counts) in measured.iter().filter(|(_, counts)| !counts.is_empty()) {
        match baseline.compare(bench, with, counts) {
            Verdict::Another(other) if !accept => {
                say!("{bench}: not compared, the baseline was taken with {other}; this is {with}");
            }
            Verdict::Compared(Compared { against, stale, notes }) if !accept => {
                all_against += against.len();
                all_stale += stale.len();
                let lines = against.iter().chain(&stale).chain(&notes);
                lines.for_each(|line| say!("{bench}: {line}"));
            }
            _ => baseline.accept(bench, with, counts.clone()),
        }
    }
    if accept {
        baseline.keep()?;
        say!("benches/baseline.json is written.");
    }
    conclude(all_against, all_stale)
}

/// Fails if any counts are above the baseline, or if it is stale for any.
fn conclude(against: usize, stale: usize) -> Result {
    let mut wrong = Vec::new();
    if against > 0 {
        wrong.push(format!(
            "{against} counts are against the baseline: mend it, or keep them with --accept and say why"
        ));
    }
    if stale > 0 {
        wrong.push(format!(
            "{stale} counts are more than 3 % below the baseline, which is stale and would let as much be lost again: \
             `cargo xtask bench {GATE} --accept` makes it this run's"
        ));
    }
    if wrong.is_empty() { Ok(()) } else { fail(wrong.join("\n")) }
}

#[cfg(test)]
mod tests {
    use super::super::figure::tests::figures_of;
    use super::*;

    fn baseline(bench: &str, text: &str) -> Baseline {
        let mut baseline = Baseline::default();
        baseline.accept(bench, "rustc 1", counts(&figures_of(text)));
        baseline
    }

    /// The report on the present counts, each line after what it is about.
    #[track_caller]
    fn says(bench: &str, now: &str, expected: &[&str]) {
        let before = "a/w/ours instructions 1000\na/w/ours peak 200";
        let now = counts(&figures_of(now));
        let Verdict::Compared(found) = baseline(bench, before).compare(bench, "rustc 1", &now)
        else {
            panic!("not compared")
        };
        let Compared { against, stale, notes } = found;
        let kinds = [("against", against), ("stale", stale), ("note", notes)];
        let lines = kinds
            .into_iter()
            .flat_map(|(kind, lines)| lines.into_iter().map(move |line| format!("{kind}: {line}")));
        assert_eq!(lines.collect::<Vec<_>>(), expected);
    }

    fn compares(now: &str, expected: &[&str]) {
        for bench in ["gate", "memory"] {
            says(bench, now, expected);
        }
    }

    #[test]
    fn three_percent_more_passes_and_anything_above_fails() {
        compares("a/w/ours instructions 1030\na/w/ours peak 206", &[]);
        let against = ["against: a/w instructions: 1000 -> 1031 (+3.1 %)"];
        compares("a/w/ours instructions 1031\na/w/ours peak 200", &against);
        let against = ["against: a/w peak: 200 -> 210 (+5.0 %)"];
        compares("a/w/ours instructions 1000\na/w/ours peak 210", &against);
    }

    #[test]
    fn three_percent_less_passes_and_below_it_the_gate_is_stale() {
        compares("a/w/ours instructions 970\na/w/ours peak 194", &[]);
        let less = "a/w/ours instructions 969\na/w/ours peak 200";
        says("memory", less, &["note: a/w instructions: 1000 -> 969 (-3.1 %)"]);
        says("gate", less, &["stale: a/w instructions: 1000 -> 969 (-3.1 %)"]);
    }

    #[test]
    fn what_fails_says_what_to_do() {
        let said = |against, stale| conclude(against, stale).map_err(|error| error.to_string());
        assert_eq!(said(0, 0), Ok(()));
        assert!(said(2, 0).unwrap_err().starts_with("2 counts are against the baseline"));
        let stale = said(0, 1).unwrap_err();
        assert!(stale.contains("stale") && stale.contains("`cargo xtask bench gate --accept`"));
        assert_eq!(said(2, 1).unwrap_err().lines().count(), 2);
    }

    #[test]
    fn what_is_new_or_gone_is_against_it() {
        let against = [
            "against: b/w instructions: 1, which is not in the baseline",
            "against: a/w instructions: is no longer counted",
            "against: a/w peak: is no longer counted",
        ];
        compares("b/w/ours instructions 1", &against);
    }

    #[test]
    fn times_peers_inputs_and_goals_are_never_compared() {
        let now = "a/w/ours instructions 1000\na/w/ours peak 200\na/w/ours time 9\n\
                   a/w/diffy instructions 9\na/w/ours input 9\na/w/diffy goal 9";
        compares(now, &[]);
    }

    #[test]
    fn another_compiler_is_not_compared() {
        let now = counts(&figures_of("a/w/ours instructions 9999"));
        let found = baseline("gate", "a/w/ours instructions 1").compare("gate", "rustc 2", &now);
        assert_eq!(found, Verdict::Another("rustc 1".to_owned()));
    }

    #[test]
    fn accepting_replaces_the_counts_of_that_benchmark_alone() {
        let mut kept = baseline("gate", "a/w/ours instructions 1000\na/gone/ours instructions 7");
        kept.accept("memory", "rustc 1", counts(&figures_of("m/w/ours peak 5")));
        let now = counts(&figures_of("a/w/ours instructions 2000"));
        kept.accept("gate", "rustc 2", now.clone());
        let nothing = Verdict::Compared(Compared::default());
        assert_eq!(kept.compare("gate", "rustc 2", &now), nothing);
        let memory = counts(&figures_of("m/w/ours peak 5"));
        assert_eq!(kept.compare("memory", "rustc 1", &memory), nothing);
        assert_eq!(Baseline::read(&kept.text()), Ok(kept));
    }
}
