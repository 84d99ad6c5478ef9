//! `cargo xtask bench --export bencher`: results for an external tracker, in the Bencher Metric
//! Format (<https://bencher.dev/docs/reference/bencher-metric-format>).

use serde_json::{Map, Value, json};

use super::figure::{Figure, Measure};

/// A benchmark for each work and tool, with a measure for each quantity that was measured.
///
/// Times have the quartiles of the rounds as their bounds. Inputs and goals are not measurements
/// and are left out.
pub(crate) fn export(figures: &[Figure]) -> Value {
    let mut benchmarks = Map::new();
    for figure in figures {
        let Some(slug) = slug(figure.measure) else { continue };
        let subject = &figure.subject;
        let name = format!("{}/{}/{}", subject.group, subject.work, subject.tool);
        let metric = if figure.low < figure.high {
            json!({ "value": figure.value, "lower_value": figure.low, "upper_value": figure.high })
        } else {
            json!({ "value": figure.value })
        };
        if let Some(measures) = benchmarks.entry(name).or_insert_with(|| json!({})).as_object_mut()
        {
            measures.insert(slug.to_owned(), metric);
        }
    }
    Value::Object(benchmarks)
}

/// The name of a measure in that format; `latency`, in nanoseconds, is the one that every project
/// has.
fn slug(measure: Measure) -> Option<&'static str> {
    match measure {
        Measure::Time => Some("latency"),
        Measure::Instructions => Some("instructions"),
        Measure::Peak => Some("peak-bytes"),
        Measure::Allocations => Some("allocations"),
        Measure::Input | Measure::Goal => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::figure::tests::figures_of;
    use super::*;

    #[test]
    fn the_format_is_that_of_bencher() {
        let figures = figures_of(
            "parse/small/ours time 1000 2000 3000\nparse/small/ours instructions 77\n\
             parse/small/ours input 5\nparse/small/diffy goal 2\nm/w/diffy peak 9\nm/w/diffy allocations 3",
        );
        let expected = json!({
            "parse/small/ours": {
                "latency": { "value": 2000.0, "lower_value": 1500.0, "upper_value": 2500.0 },
                "instructions": { "value": 77.0 },
            },
            "m/w/diffy": { "peak-bytes": { "value": 9.0 }, "allocations": { "value": 3.0 } },
        });
        assert_eq!(export(&figures), expected);
    }
}
