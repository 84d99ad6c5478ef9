//! How the cost of our code and of other tools grows with the input.

use std::fmt::Write as _;

use super::figure::{Figure, Measure};

/// The size of an input, in the unit that its name counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Size {
    unit: &'static str,
    count: u64,
}

impl Size {
    /// The size of a work called `lines_10k` or `hunks_5k`.
    fn of(work: &str) -> Option<Self> {
        let (unit, digits) = ["lines", "hunks"]
            .into_iter()
            .find_map(|unit| Some((unit, work.strip_prefix(unit)?.strip_prefix('_')?)))?;
        let (digits, factor) = match digits.as_bytes().last()? {
            b'k' => (digits.trim_end_matches('k'), 1000),
            b'm' => (digits.trim_end_matches('m'), 1_000_000),
            _ => (digits, 1),
        };
        Some(Self { unit, count: digits.parse::<u64>().ok()?.checked_mul(factor)? })
    }
}

/// A table of exponents: from each size to the next, instructions grow with this power of the lines
/// or hunks. Empty if nothing was counted over several sizes.
pub(crate) fn table(figures: &[Figure]) -> String {
    let mut sizes: Vec<_> = figures
        .iter()
        .filter(|figure| figure.measure == Measure::Instructions)
        .filter_map(|figure| Some((figure, Size::of(&figure.subject.work)?)))
        .collect();
    sizes.sort_by(|(a, a_size), (b, b_size)| {
        let key = |figure: &Figure| (figure.subject.group.clone(), figure.subject.tool.clone());
        (key(a), a_size).cmp(&(key(b), b_size))
    });
    let mut rows = String::new();
    for pair in sizes.windows(2) {
        let [(small, from), (large, to)] = pair else { continue };
        let (a, b) = (&small.subject, &large.subject);
        if (&a.group, &a.tool, from.unit) != (&b.group, &b.tool, to.unit) {
            continue;
        }
        let exponent = (large.value / small.value).ln() / ratio(to.count, from.count).ln();
        let _ = writeln!(
            rows,
            "| {:<16} | {:<10} | {:>9} {} | {exponent:>8.2} |",
            b.group, b.tool, to.count, to.unit
        );
    }
    if rows.is_empty() {
        return rows;
    }
    format!(
        "| {:<16} | {:<10} | {:<15} | exponent |\n| --- | --- | ---: | ---: |\n{rows}",
        "growth", "tool", "up to"
    )
}

#[expect(clippy::cast_precision_loss, reason = "two digits are shown")]
fn ratio(large: u64, small: u64) -> f64 {
    large as f64 / small.max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::super::figure::tests::figures_of;
    use super::*;

    #[test]
    fn sizes_of_one_tool_are_compared() {
        let figures = figures_of(
            "drifted/lines_1k/ours instructions 1000\ndrifted/lines_10k/ours instructions 10000\n\
             drifted/lines_10k/ours time 5\nmoved/hunks_50/ours instructions 77\n\
             drifted/lines_1k/peer instructions 5\ndrifted/lines_10k/peer instructions 500\n\
             drifted/hunks_5k/peer instructions 500\ndrifted/hunks_10k/peer instructions 1000",
        );
        let table = table(&figures);
        let rows: Vec<Vec<&str>> = table
            .lines()
            .skip(2)
            .map(|row| row.split(['|', ' ']).filter(|word| !word.is_empty()).collect())
            .collect();
        let expected = [
            ["drifted", "ours", "10000", "lines", "1.00"],
            ["drifted", "peer", "10000", "hunks", "1.00"],
            ["drifted", "peer", "10000", "lines", "2.00"],
        ];
        let mut sorted = rows.clone();
        sorted.sort();
        assert_eq!(sorted, expected);
    }

    #[test]
    fn other_works_have_no_table() {
        assert_eq!(table(&figures_of("parse/small/ours instructions 5")), "");
        assert_eq!(Size::of("lines_10k_hunks_100"), None);
        assert_eq!(Size::of("hunks_50"), Some(Size { unit: "hunks", count: 50 }));
    }
}
