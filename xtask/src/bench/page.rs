//! `cargo xtask bench --write`: the results in `benches/README.md`, between two marks.

use std::fmt::Write as _;

use super::figure::{Figure, Measure};
use super::gate;
use super::growth;
use super::results::Results;
use super::table::tables;
use crate::error::{Result, fail};
use crate::files::{read_text, write};
use crate::shell::{root, say};

/// The page, from the root.
const PAGE: &str = "benches/README.md";

const MARKS: [&str; 2] = ["<!-- results: begin -->\n", "<!-- results: end -->"];

/// The titles of the tables of a measure, and how to read them.
const SECTIONS: [(Measure, &str); 4] = [
    (Measure::Time, "Time"),
    (Measure::Instructions, "Instructions"),
    (Measure::Peak, "Peak memory"),
    (Measure::Allocations, "Allocations"),
];

/// The text before the table of exponents.
const GROWTH: &str =
    "The power of the size with which instructions grow from each size to the next:";

/// Writes the part between the marks from the tracked results.
///
/// # Errors
///
/// When there are no results, or the page lacks its marks.
pub(crate) fn run() -> Result {
    let path = root().join(PAGE);
    let page = with_results(&read_text(&path)?, &Results::all()?)?;
    write(&path, page.as_bytes())?;
    say!("{PAGE} is written.");
    Ok(())
}

fn with_results(page: &str, results: &[Results]) -> Result<String> {
    let Some((before, rest)) = page.split_once(MARKS[0]) else {
        return fail(format!("{PAGE}: the mark {:?} is missing", MARKS[0].trim_end()));
    };
    let Some((_, after)) = rest.split_once(MARKS[1]) else {
        return fail(format!("{PAGE}: the mark {:?} is missing", MARKS[1]));
    };
    if results.is_empty() {
        return fail("there are no results in benches/results: cargo xtask bench");
    }
    Ok(format!("{before}{}{}{}{after}", MARKS[0], text(results), MARKS[1]))
}

/// The newest tables of each group and measure, with the file they are from.
fn text(results: &[Results]) -> String {
    let mut text = String::new();
    for (measure, title) in SECTIONS {
        let newest = newest_tables(results, measure);
        if newest.is_empty() {
            continue;
        }
        let _ = write!(text, "\n### {title}\n");
        for (group, table, from) in newest {
            let _ = write!(text, "\n`{group}` ([{from}](results/{from}.json)):\n\n{table}");
        }
        if measure == Measure::Instructions {
            let growth = growth::table(&newest_figures(results));
            if !growth.is_empty() {
                let _ = write!(text, "\n{GROWTH}\n\n{growth}");
            }
        }
    }
    text.push('\n');
    text
}

fn newest_tables(results: &[Results], measure: Measure) -> Vec<(String, String, String)> {
    let mut newest: Vec<(String, String, String)> = Vec::new();
    for results in results.iter().rev() {
        for (group, table) in tables(&results.figures, measure) {
            // The gate has no other tools to compare with; its counts are in the baseline.
            let is_shown = !group.starts_with(gate::NAME);
            if is_shown && newest.iter().all(|(known, ..)| *known != group) {
                newest.push((group, table, results.name.clone()));
            }
        }
    }
    newest.sort();
    newest
}

/// The newest figures of each group and measure.
pub(crate) fn newest_figures(results: &[Results]) -> Vec<Figure> {
    let mut newest: Vec<Figure> = Vec::new();
    for results in results.iter().rev() {
        let is_known = |figure: &&Figure| {
            newest.iter().any(|known| {
                (&known.subject.group, known.measure) == (&figure.subject.group, figure.measure)
            })
        };
        let found: Vec<Figure> =
            results.figures.iter().filter(|figure| !is_known(figure)).cloned().collect();
        newest.extend(found);
    }
    newest
}

#[cfg(test)]
mod tests {
    use super::super::results::tests::results_of;
    use super::*;

    #[test]
    fn each_group_has_its_newest_results_and_says_from_where() {
        let old = results_of(
            "old",
            "parse/w/ours time 1000\nparse/w/diffy time 9000\napply/w/ours time 5",
        );
        let new = results_of(
            "new",
            "parse/w/ours time 1000\nparse/w/diffy time 2000\np/lines_1k/ours instructions 1\np/lines_2k/ours instructions 4",
        );
        let page = format!("a\n{}old text\n{}\nb\n", MARKS[0], MARKS[1]);
        let page = with_results(&page, &[old, new]).unwrap();
        for part in [
            "a\n<!-- results: begin -->\n\n### Time\n\n`apply` ([old](results/old.json)):\n",
            "`parse` ([new](results/new.json)):\n",
            "| `w`  | 1.0 µs |   2.0 |\n",
            " 2.00 |\n",
            "\n<!-- results: end -->\nb\n",
        ] {
            assert!(page.contains(part), "{part:?} is missing in\n{page}");
        }
        assert!(!page.contains("9.0") && !page.contains("old text"), "{page}");
    }

    #[test]
    fn a_page_without_marks_or_results_is_refused() {
        assert!(with_results("no marks", &[results_of("r", "p/w/ours time 1")]).is_err());
        assert!(with_results(&MARKS.concat(), &[]).is_err());
    }

    #[test]
    fn the_page_has_the_tracked_results() {
        let page = read_text(&root().join(PAGE)).unwrap();
        let fresh = with_results(&page, &Results::all().unwrap()).unwrap();
        assert!(page == fresh, "{PAGE} is stale: cargo xtask bench --write");
    }
}
