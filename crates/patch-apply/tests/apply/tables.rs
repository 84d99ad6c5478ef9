//! Tables in Markdown, which writers align otherwise than the file does.

use crate::written::makes;

const HEAD: &str = "| Name     | Meaning           |\n|----------|-------------------|\n";
const JOBS: &str = "| `--jobs` | number of threads |\n";
const TIME: &str = "| `--time` | how long          |\n";

fn table(parts: &[&str]) -> String {
    format!("# Options\n\n{}\nEnd.\n", parts.concat())
}

#[test]
fn how_wide_the_columns_are_does_not_matter() {
    for delimiters in ["|---|---|", "| --- | --- |", "| -------- | -------- |"] {
        let head = format!(" | Name | Meaning |\n {delimiters}\n");
        let jobs = " | `--jobs` | number of threads |\n";
        let new = "| `--time` | how long each |\n";
        makes(
            &table(&[HEAD, JOBS, TIME]),
            &[&format!("{head}{jobs}-| `--time` | how long |\n+{new}")],
            &table(&[HEAD, JOBS, new]),
        );
        makes(&table(&[HEAD, JOBS]), &[&format!("{head}+{new}{jobs}")], &table(&[HEAD, new, JOBS]));
    }
}

#[test]
fn a_row_that_is_added_is_as_deep_as_its_neighbours() {
    let new = "| `--seed` | the seed |\n";
    for (hunk, after) in [
        (format!(" | `--jobs` | number of threads |\n+{new}"), [JOBS, new, TIME]),
        (format!("+{new} | `--jobs` | number of threads |\n"), [new, JOBS, TIME]),
        (format!(" | `--time` | how long |\n+{new} \n End.\n"), [JOBS, TIME, new]),
    ] {
        let after = [HEAD].into_iter().chain(after).collect::<Vec<_>>();
        makes(&table(&[HEAD, JOBS, TIME]), &[&hunk], &table(&after));
    }
    // In an item of a list, with context that lost its indentation.
    let inside =
        |text: &str| format!("- Options:\n\n  {}\n", text.trim_end().replace('\n', "\n  "));
    makes(
        &inside(&[HEAD, JOBS].concat()),
        &[&format!(" | `--jobs` | number of threads |\n+{new}")],
        &inside(&[HEAD, JOBS, new].concat()),
    );
}
