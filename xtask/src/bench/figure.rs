//! Measurements: single samples as benchmarks report them, and the figures made from them.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use crate::error::{Error, Result};

/// The tool that others are compared with.
pub(crate) const OURS: &str = "ours";

/// A tool that did some work of a group.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Subject {
    pub(crate) group: String,
    pub(crate) work: String,
    pub(crate) tool: String,
}

impl Subject {
    pub(crate) fn new(group: &str, work: &str, tool: &str) -> Self {
        Self { group: group.to_owned(), work: work.to_owned(), tool: tool.to_owned() }
    }

    pub(crate) fn is_ours(&self) -> bool {
        self.tool == OURS
    }

    /// The same work, done by ours.
    pub(crate) fn by_ours(&self) -> Self {
        Self { tool: OURS.to_owned(), ..self.clone() }
    }
}

/// What a number measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Measure {
    /// Nanoseconds.
    Time,
    /// Instructions under callgrind.
    Instructions,
    /// The peak of allocated bytes.
    Peak,
    /// Allocations.
    Allocations,
    /// Bytes of the input.
    Input,
    /// The ratio to be reached.
    Goal,
}

impl Measure {
    pub(crate) const ALL: [Self; 6] =
        [Self::Time, Self::Instructions, Self::Peak, Self::Allocations, Self::Input, Self::Goal];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Time => "time",
            Self::Instructions => "instructions",
            Self::Peak => "peak",
            Self::Allocations => "allocations",
            Self::Input => "input",
            Self::Goal => "goal",
        }
    }

    fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|measure| measure.name() == name)
    }

    /// Whether two runs of one build give the same count, so that a baseline can distinguish
    /// builds.
    pub(crate) fn is_count(self) -> bool {
        matches!(self, Self::Instructions | Self::Peak | Self::Allocations)
    }
}

/// One number of one round. Numbers of the same round are comparable.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Sample {
    pub(crate) subject: Subject,
    pub(crate) measure: Measure,
    pub(crate) round: u64,
    pub(crate) value: f64,
}

impl Sample {
    /// Reads a line that a benchmark recorded.
    pub(crate) fn read(line: &str) -> Result<Self> {
        let read = |value: &Value| {
            let round = value.get("round")?.as_u64()?;
            let (subject, measure, value) = read_number(value)?;
            Some(Self { subject, measure, round, value })
        };
        let sample = serde_json::from_str(line).ok().and_then(|value| read(&value));
        sample.ok_or_else(|| Error::new(format!("not a record of a benchmark: {line}")))
    }
}

/// All rounds of one measure of a tool.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Figure {
    pub(crate) subject: Subject,
    pub(crate) measure: Measure,
    /// The median.
    pub(crate) value: f64,
    /// The lower quartile.
    pub(crate) low: f64,
    /// The upper quartile.
    pub(crate) high: f64,
    /// The ratio to ours: the median of the ratios of the single rounds.
    pub(crate) ratio: Option<f64>,
}

impl Figure {
    pub(crate) fn to_json(&self) -> Value {
        let Subject { group, work, tool } = &self.subject;
        let mut json = Map::from_iter([
            ("group".to_owned(), group.as_str().into()),
            ("work".to_owned(), work.as_str().into()),
            ("tool".to_owned(), tool.as_str().into()),
            ("measure".to_owned(), self.measure.name().into()),
            ("value".to_owned(), exact(self.value)),
        ]);
        if self.low < self.high {
            json.extend([
                ("low".to_owned(), exact(self.low)),
                ("high".to_owned(), exact(self.high)),
            ]);
        }
        if let Some(ratio) = self.ratio.filter(|_| !self.subject.is_ours()) {
            json.insert("ratio".to_owned(), ((ratio * 1000.0).round() / 1000.0).into());
        }
        json.into()
    }

    pub(crate) fn read(json: &Value) -> Option<Self> {
        let (subject, measure, value) = read_number(json)?;
        let number = |key: &str| json.get(key).and_then(Value::as_f64);
        let (low, high) = (number("low").unwrap_or(value), number("high").unwrap_or(value));
        Some(Self { subject, measure, value, low, high, ratio: number("ratio") })
    }
}

/// A number without needless decimals; a goal, which is a ratio, is printed as it is.
fn exact(value: f64) -> Value {
    #[expect(
        clippy::cast_possible_truncation,
        reason = "nanoseconds and counts are far below 2^53"
    )]
    if value > 100.0 { (value.round() as i64).into() } else { value.into() }
}

fn read_number(json: &Value) -> Option<(Subject, Measure, f64)> {
    let text = |key: &str| json.get(key).and_then(Value::as_str);
    let subject = Subject::new(text("group")?, text("work")?, text("tool")?);
    Some((subject, Measure::named(text("measure")?)?, json.get("value")?.as_f64()?))
}

/// Makes figures of samples, sorted by subject and measure.
pub(crate) fn figures(samples: &[Sample]) -> Vec<Figure> {
    let of = |sample: &Sample, subject: Subject| (subject, sample.measure, sample.round);
    let ours: BTreeMap<_, _> = samples
        .iter()
        .filter(|sample| sample.subject.is_ours())
        .map(|sample| (of(sample, sample.subject.clone()), sample.value))
        .collect();
    let mut rounds = BTreeMap::<_, (Vec<f64>, Vec<f64>)>::new();
    for sample in samples {
        let key = (sample.subject.clone(), sample.measure);
        let (values, ratios) = rounds.entry(key).or_default();
        values.push(sample.value);
        let ours = ours.get(&of(sample, sample.subject.by_ours())).filter(|ours| **ours > 0.0);
        ratios.extend(
            ours.filter(|_| sample.measure != Measure::Goal).map(|ours| sample.value / ours),
        );
    }
    let figures = rounds.into_iter().map(|((subject, measure), (mut values, mut ratios))| {
        let [low, value, high] = [1, 2, 3].map(|quarter| quartile(&mut values, quarter));
        let ratio = (!ratios.is_empty()).then(|| quartile(&mut ratios, 2));
        Figure { subject, measure, value, low, high, ratio }
    });
    figures.collect()
}

/// The value at so many quarters of the sorted values, interpolated between two of them.
fn quartile(values: &mut [f64], quarter: usize) -> f64 {
    values.sort_unstable_by(f64::total_cmp);
    let at = quarter * values.len().saturating_sub(1);
    let value = |at: usize| values.get(at).or_else(|| values.last()).copied().unwrap_or_default();
    let (low, high) = (value(at / 4), value(at / 4 + 1));
    #[expect(clippy::cast_precision_loss, reason = "one of 0 to 3")]
    let part = (at % 4) as f64 / 4.0;
    low + (high - low) * part
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Samples, one line each: the subject (group, work and tool, separated by slashes), the
    /// measure, a value for each round.
    pub(crate) fn samples(text: &str) -> Vec<Sample> {
        let line = |line: &str| {
            let words: Vec<&str> = line.split_whitespace().collect();
            let [name, measure, values @ ..] = words.as_slice() else { panic!("{line}") };
            let [group, work, tool] = name.split('/').collect::<Vec<_>>()[..] else {
                panic!("{line}")
            };
            let measure = Measure::named(measure).expect(line);
            let sample = |(round, value): (u64, &&str)| Sample {
                subject: Subject::new(group, work, tool),
                measure,
                round,
                value: value.parse().expect(line),
            };
            (0..).zip(values).map(sample).collect::<Vec<_>>()
        };
        text.lines().flat_map(line).collect()
    }

    pub(crate) fn figures_of(text: &str) -> Vec<Figure> {
        figures(&samples(text))
    }

    #[test]
    fn rounds_are_compared_one_by_one() {
        // The machine was twice as slow in the second round and slower still in the third.
        let found = figures_of("parse/small/ours time 10 20 40\nparse/small/diffy time 30 60 100");
        let [diffy, ours] = found.as_slice() else { panic!("{found:?}") };
        assert_eq!(ours.ratio, Some(1.0));
        assert_eq!((ours.low, ours.value, ours.high), (15.0, 20.0, 30.0));
        assert_eq!(diffy.ratio, Some(3.0), "the median of 3, 3 and 2.5");
    }

    #[test]
    fn tools_without_ours_have_no_ratio() {
        let found = figures_of("g/w/diffy time 3");
        assert_eq!(found[0].ratio, None);
    }

    #[test]
    fn figures_and_records_are_read_back() {
        let found =
            figures_of("g/w/ours time 1500 2500\ng/w/peer time 3000 7500\ng/w/peer goal 1.5");
        for figure in &found {
            let mut expected = figure.clone();
            expected.ratio = expected.ratio.filter(|_| !figure.subject.is_ours());
            assert_eq!(Figure::read(&figure.to_json()), Some(expected));
        }
        let line =
            r#"{"group":"g","measure":"peak","round":2,"tool":"ours","value":7.0,"work":"w"}"#;
        let sample = Sample::read(line).unwrap();
        assert_eq!((sample.measure, sample.round, sample.value), (Measure::Peak, 2, 7.0));
        assert!(Sample::read("{}").is_err());
    }
}
