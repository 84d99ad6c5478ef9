//! The committed counts, `benches/baseline.json`, and what a change does to them.
//!
//! Counts of a benchmark are kept with what they were taken with, because another compiler, processor or C library counts
//! differently: only counts of one kind are compared.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde_json::{Map, Value, json};

use super::figure::Figure;
use crate::error::{Context as _, Result, fail};
use crate::files::{read_text, write};
use crate::shell::{root, say};

/// How much more than the baseline a count may be.
const MOST: f64 = 1.03;

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
    /// They were taken with something else, which is named.
    Another(String),
    /// They are comparable. These lines are against it, and these are only to be known.
    Compared { against: Vec<String>, notes: Vec<String> },
}

/// All that is kept.
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

    /// The committed one; an empty one where there is none yet.
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

    /// Takes these counts of a benchmark for those of the baseline.
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
        let (mut against, mut notes) = (Vec::new(), Vec::new());
        for (name, now) in counts {
            match known.counts.get(name) {
                None => against.push(format!("{name}: {now}, which is not in the baseline")),
                Some(before) if *now > before * MOST => against.push(change(name, *before, *now)),
                Some(before) if *now * MOST < *before => notes.push(change(name, *before, *now)),
                Some(_) => {}
            }
        }
        let gone = known.counts.keys().filter(|name| !counts.contains_key(*name));
        against.extend(gone.map(|name| format!("{name}: is no longer counted")));
        Verdict::Compared { against, notes }
    }
}

fn change(name: &str, before: f64, now: f64) -> String {
    format!("{name}: {before} -> {now} ({:+.1} %)", (now / before.max(1.0) - 1.0) * 100.0)
}

/// Compares the counts of benchmarks with the baseline or, to `accept` them, makes them the baseline.
///
/// # Errors
///
/// When a count is more than 3 % above the baseline, or not in it.
pub(crate) fn check(measured: &[(String, Counts)], with: &str, accept: bool) -> Result {
    let mut baseline = Baseline::load()?;
    let mut all_against = 0;
    for (bench, counts) in measured.iter().filter(|(_, counts)| !counts.is_empty()) {
        match baseline.compare(bench, with, counts) {
            Verdict::Another(other) if !accept => {
                say!("{bench}: not compared, the baseline was taken with {other}; this is {with}");
            }
            Verdict::Compared { against, notes } if !accept => {
                all_against += against.len();
                against.iter().chain(&notes).for_each(|line| say!("{bench}: {line}"));
            }
            _ => baseline.accept(bench, with, counts.clone()),
        }
    }
    if accept {
        baseline.keep()?;
        say!("benches/baseline.json is written.");
    }
    if all_against == 0 {
        return Ok(());
    }
    fail(format!(
        "{all_against} counts are against the baseline: mend it, or keep them with --accept and say why"
    ))
}

#[cfg(test)]
mod tests {
    use super::super::figure::tests::figures_of;
    use super::*;

    fn baseline(text: &str) -> Baseline {
        let mut baseline = Baseline::default();
        baseline.accept("gate", "rustc 1", counts(&figures_of(text)));
        baseline
    }

    #[track_caller]
    fn compares(now: &str, against: &[&str], notes: &[&str]) {
        let before = "a/w/ours instructions 1000\na/w/ours peak 200";
        let found = baseline(before).compare("gate", "rustc 1", &counts(&figures_of(now)));
        let owned = |lines: &[&str]| lines.iter().map(|&line| line.to_owned()).collect();
        let expected = Verdict::Compared { against: owned(against), notes: owned(notes) };
        assert_eq!(found, expected);
    }

    #[test]
    fn three_percent_more_passes_and_anything_above_fails() {
        compares("a/w/ours instructions 1030\na/w/ours peak 206", &[], &[]);
        let against = ["a/w instructions: 1000 -> 1031 (+3.1 %)"];
        compares("a/w/ours instructions 1031\na/w/ours peak 200", &against, &[]);
        let against = ["a/w peak: 200 -> 210 (+5.0 %)"];
        compares("a/w/ours instructions 1000\na/w/ours peak 210", &against, &[]);
    }

    #[test]
    fn less_is_told_and_passes() {
        let notes = ["a/w instructions: 1000 -> 900 (-10.0 %)"];
        compares("a/w/ours instructions 900\na/w/ours peak 200", &[], &notes);
    }

    #[test]
    fn what_is_new_or_gone_is_against_it() {
        let against = [
            "b/w instructions: 1, which is not in the baseline",
            "a/w instructions: is no longer counted",
            "a/w peak: is no longer counted",
        ];
        compares("b/w/ours instructions 1", &against, &[]);
    }

    #[test]
    fn times_peers_inputs_and_goals_are_never_compared() {
        let now = "a/w/ours instructions 1000\na/w/ours peak 200\na/w/ours time 9\n\
                   a/w/diffy instructions 9\na/w/ours input 9\na/w/diffy goal 9";
        compares(now, &[], &[]);
    }

    #[test]
    fn another_compiler_is_not_compared() {
        let now = counts(&figures_of("a/w/ours instructions 9999"));
        let found = baseline("a/w/ours instructions 1").compare("gate", "rustc 2", &now);
        assert_eq!(found, Verdict::Another("rustc 1".to_owned()));
    }

    #[test]
    fn accepting_replaces_the_counts_of_that_benchmark_alone() {
        let mut kept = baseline("a/w/ours instructions 1000\na/gone/ours instructions 7");
        kept.accept("memory", "rustc 1", counts(&figures_of("m/w/ours peak 5")));
        let now = counts(&figures_of("a/w/ours instructions 2000"));
        kept.accept("gate", "rustc 2", now.clone());
        let nothing = Verdict::Compared { against: Vec::new(), notes: Vec::new() };
        assert_eq!(kept.compare("gate", "rustc 2", &now), nothing);
        let memory = counts(&figures_of("m/w/ours peak 5"));
        assert_eq!(kept.compare("memory", "rustc 1", &memory), nothing);
        assert_eq!(Baseline::read(&kept.text()), Ok(kept));
    }
}
