//! Figures as tables: a row for each input, a column for each tool, the others as multiples of
//! ours.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::figure::{Figure, Measure, OURS};

/// Figures, indexed by their subject.
#[derive(Clone, Copy, Debug)]
struct Figures<'a>(&'a [Figure]);

impl<'a> Figures<'a> {
    fn get(self, group: &str, work: &str, tool: &str, measure: Measure) -> Option<&'a Figure> {
        self.0.iter().find(|figure| {
            let subject = &figure.subject;
            (subject.group.as_str(), subject.work.as_str(), subject.tool.as_str(), figure.measure)
                == (group, work, tool, measure)
        })
    }
}

/// A table of each group for this measure, each below its name, in Markdown that is readable as
/// text.
pub(crate) fn tables(figures: &[Figure], measure: Measure) -> Vec<(String, String)> {
    let of_measure = figures.iter().filter(|figure| figure.measure == measure);
    let groups: BTreeSet<&str> = of_measure.map(|figure| figure.subject.group.as_str()).collect();
    let table = |group: &str| (group.to_owned(), table(figures, group, measure));
    groups.into_iter().map(table).collect()
}

fn table(figures: &[Figure], group: &str, measure: Measure) -> String {
    let of_table = || figures.iter().filter(|f| f.subject.group == group && f.measure == measure);
    let works: BTreeSet<&str> = of_table().map(|figure| figure.subject.work.as_str()).collect();
    let mut tools: Vec<&str> = of_table().map(|figure| figure.subject.tool.as_str()).collect();
    tools.sort_unstable_by_key(rank);
    tools.dedup();
    let mut works: Vec<&str> = works.into_iter().collect();
    works.sort_by_cached_key(|work| natural(work));
    let mut rows = vec![header(&tools)];
    for work in works {
        let mut row = vec![format!("`{work}`")];
        row.extend(tools.iter().map(|tool| cell(Figures(figures), group, work, tool, measure)));
        rows.push(row);
    }
    aligned(&rows)
}

fn header(tools: &[&str]) -> Vec<String> {
    std::iter::once("").chain(tools.iter().copied()).map(str::to_owned).collect()
}

/// The columns: ours, then other tools by name, then what the machine allows.
fn rank<'a>(tool: &&'a str) -> (u8, &'a str) {
    const FLOORS: [&str; 4] = ["floor", "memchr", "memcpy", "bare loop"];
    match *tool {
        OURS => (0, tool),
        _ if FLOORS.contains(tool) => (2, tool),
        _ => (1, tool),
    }
}

/// A sort key that orders the sizes in a name as numbers.
fn natural(name: &str) -> Vec<(String, u64)> {
    let parts = name.split('_').map(|part| {
        let digits = part.trim_end_matches(['k', 'm', 'b']);
        let factor = match part.strip_prefix(digits) {
            Some("k") => 1000,
            Some("m" | "mb") => 1_000_000,
            _ => 1,
        };
        match digits.parse::<u64>() {
            Ok(number) => (String::new(), number.saturating_mul(factor)),
            Err(_) => (part.to_owned(), 0),
        }
    });
    parts.collect()
}

fn cell(figures: Figures<'_>, group: &str, work: &str, tool: &str, measure: Measure) -> String {
    let Some(figure) = figures.get(group, work, tool, measure) else { return String::new() };
    let per_byte = || {
        let input = figures.get(group, work, OURS, Measure::Input)?;
        (input.value > 0.0).then_some(figure.value / input.value)
    };
    match (figure.ratio.filter(|_| tool != OURS), measure) {
        (Some(ratio), _) => {
            let goal = figures.get(group, work, tool, Measure::Goal);
            let goal = goal.filter(|_| measure == Measure::Time);
            let goal = goal.map(|goal| format!(" (goal {})", short(goal.value)));
            format!("{}{}", short(ratio), goal.unwrap_or_default())
        }
        (None, Measure::Time) => duration(figure.value),
        (None, Measure::Instructions) => {
            let per_byte =
                per_byte().map(|n| format!("{} ({} a byte)", count(figure.value), short(n)));
            per_byte.unwrap_or_else(|| count(figure.value))
        }
        (None, Measure::Peak) => {
            let share = per_byte().map(|share| format!("{} of the input", short(share)));
            share.unwrap_or_else(|| format!("{}B", count(figure.value)))
        }
        (None, _) => count(figure.value),
    }
}

/// A number with two significant digits.
pub(crate) fn short(number: f64) -> String {
    match number {
        n if n >= 10.0 => format!("{n:.0}"),
        n if n >= 1.0 => format!("{n:.1}"),
        n => format!("{n:.2}"),
    }
}

fn scaled(number: f64, units: [(f64, &str); 3], unit: &str) -> String {
    let found = units.into_iter().find(|(size, _)| number >= *size);
    let (size, unit) = found.unwrap_or((1.0, unit));
    let number = number / size;
    if number >= 100.0 {
        format!("{number:.0} {unit}")
    } else {
        format!("{} {unit}", short(number))
    }
}

fn duration(nanoseconds: f64) -> String {
    scaled(nanoseconds, [(1e9, "s"), (1e6, "ms"), (1e3, "µs")], "ns")
}

fn count(number: f64) -> String {
    scaled(number, [(1e9, "G"), (1e6, "M"), (1e3, "k")], "").trim_end().to_owned()
}

/// Rows as a Markdown table whose columns are as wide as the widest cell.
fn aligned(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0).max(4)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut text = String::new();
    for (number, row) in rows.iter().enumerate() {
        for (column, (cell, width)) in row.iter().zip(&widths).enumerate() {
            let _ = match column {
                0 => write!(text, "| {cell:<width$} |"),
                _ => write!(text, " {cell:>width$} |"),
            };
        }
        text.push('\n');
        if number == 0 {
            for (column, width) in widths.iter().enumerate() {
                let dashes = "-".repeat(width - 1);
                let _ = match column {
                    0 => write!(text, "| {dashes}- |"),
                    _ => write!(text, " {dashes}: |"),
                };
            }
            text.push('\n');
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::super::figure::tests::figures_of;
    use super::*;

    #[test]
    fn others_are_multiples_of_ours_and_floors_come_last() {
        let figures = figures_of(
            "parse/lines_10k/ours time 2000000\nparse/lines_10k/diffy time 5200000\n\
             parse/lines_10k/floor time 600000\nparse/lines_10k/diffy goal 3.5\n\
             parse/lines_2k/ours time 900\nparse/lines_2k/flickzeug time 90000\n\
             apply/w/ours time 1",
        );
        let found = tables(&figures, Measure::Time);
        let [(apply, _), (parse, table)] = found.as_slice() else { panic!("{found:?}") };
        assert_eq!((apply.as_str(), parse.as_str()), ("apply", "parse"));
        let expected = "\
|             |   ours |          diffy | flickzeug | floor |
| ----------- | -----: | -------------: | --------: | ----: |
| `lines_2k`  | 900 ns |                |       100 |       |
| `lines_10k` | 2.0 ms | 2.6 (goal 3.5) |           |  0.30 |
";
        assert_eq!(table, expected);
    }

    #[test]
    fn counts_are_told_by_the_byte_where_the_input_is_known() {
        let figures = figures_of(
            "p/w/ours instructions 65000000\np/w/ours input 10000000\np/w/diffy instructions 130000000\n\
             p/w/ours peak 5000000\np/v/ours peak 5000000\np/w/ours allocations 12",
        );
        let row = |measure, work: &str| {
            let tables = tables(&figures, measure);
            let rows = tables[0].1.lines().find(|row| row.contains(work)).unwrap().to_owned();
            rows.split('|')
                .map(str::trim)
                .filter(|cell| !cell.is_empty())
                .skip(1)
                .collect::<Vec<_>>()
                .join(", ")
        };
        assert_eq!(row(Measure::Instructions, "`w`"), "65 M (6.5 a byte), 2.0");
        assert_eq!(row(Measure::Peak, "`w`"), "0.50 of the input");
        assert_eq!(row(Measure::Peak, "`v`"), "5.0 MB");
        assert_eq!(row(Measure::Allocations, "`w`"), "12");
    }
}
