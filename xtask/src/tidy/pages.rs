//! Checks the pages: tables can be read, and every test or source file that is named exists.

use std::path::Path;

use super::Finding;
use super::workspace::{File, Workspace};

/// The most characters of a cell of a table.
const LONGEST_CELL: usize = 400;
/// The page whose rows name tests.
const RULES: &str = "docs/placement.md";
/// Where the cases are that a row names by number.
const CASES: &str = "crates/patch-testkit/corpora/apply/";
/// Where the test `of::name` is, in the file `of.rs`.
const TESTS: &str = "crates/patch-apply/tests/apply/";
/// Other values of `of`, and the folder that contains `name` then, in any file.
const FOLDERS: &[(&str, &str)] =
    &[("unit", "crates/patch-apply/src/"), ("cli", "crates/acp-patch/tests/cli/")];

/// Finds cells that are too long to read, and tests and files that do not exist.
pub fn check(workspace: &Workspace) -> Vec<Finding> {
    let files = &workspace.files;
    let is_page = |file: &&File| has_extension(&file.path, "md");
    let pages = || files.iter().filter(is_page);
    let in_docs = pages().filter(|page| page.path.starts_with("docs/"));
    let rules = workspace.file(RULES).into_iter();
    in_docs
        .flat_map(long_cells)
        .chain(rules.flat_map(|page| missing_tests(page, files)))
        .chain(pages().flat_map(|page| missing_files(page, files)))
        .collect()
}

fn long_cells(page: &File) -> impl Iterator<Item = Finding> {
    rows(page).filter_map(|(line, row)| {
        let longest = cells(row).map(|cell| cell.chars().count()).max().unwrap_or_default();
        (longest > LONGEST_CELL).then(|| Finding {
            file: page.path.clone(),
            line,
            what: format!("a cell of {longest} characters, of at most {LONGEST_CELL}"),
            mend: "give each rule in it a row".to_owned(),
        })
    })
}

fn missing_tests(page: &File, files: &[File]) -> Vec<Finding> {
    let missing = rows(page).flat_map(|(line, row)| {
        let last = cells(row).last().unwrap_or_default();
        let missing = tests(last).filter(|test| !is_there(test, files));
        missing.map(move |test| (line, test)).collect::<Vec<_>>()
    });
    missing
        .map(|(line, test)| Finding {
            file: page.path.clone(),
            line,
            what: format!("there is no test `{test}`"),
            mend: "name it as it is called now, and where the page says tests are".to_owned(),
        })
        .collect()
}

fn missing_files(page: &File, files: &[File]) -> Vec<Finding> {
    let named = page.lines().flat_map(|(line, text)| {
        // Every second piece is between backticks.
        text.split('`').skip(1).step_by(2).map(move |span| (line, span))
    });
    let is_source = |span: &str| {
        // `fuzz_targets/NAME.rs` is any of several.
        has_extension(span, "rs") && !span.contains(|c: char| c.is_ascii_uppercase() || c == ' ')
    };
    let missing = named.filter(|(_, span)| {
        let end = format!("/{span}");
        is_source(span) && !files.iter().any(|file| file.path == *span || file.path.ends_with(&end))
    });
    missing
        .map(|(line, span)| Finding {
            file: page.path.clone(),
            line,
            what: format!("there is no file `{span}`"),
            mend: "name it as it is called now".to_owned(),
        })
        .collect()
}

fn has_extension(path: &str, extension: &str) -> bool {
    Path::new(path).extension().is_some_and(|end| end == extension)
}

/// The rows of all tables, without the lines of dashes.
fn rows(page: &File) -> impl Iterator<Item = (usize, &str)> {
    page.lines().filter(|(_, line)| line.starts_with('|') && !line.starts_with("| ---"))
}

/// The cells of a row; a bar after a backslash is text.
fn cells(row: &str) -> impl Iterator<Item = &str> {
    let row = row.trim().trim_start_matches('|');
    let row = row.strip_suffix('|').unwrap_or(row);
    let mut is_escaped = false;
    let cells = row.split(move |c| {
        let is_bar = c == '|' && !is_escaped;
        is_escaped = c == '\\' && !is_escaped;
        is_bar
    });
    cells.map(str::trim)
}

/// The tests that a cell names: functions as `of::name`, and cases as numbers of three digits.
fn tests(cell: &str) -> impl Iterator<Item = &str> {
    let words = cell.split([',', ' ']).map(|word| word.trim_matches('`'));
    words.filter(|word| function(word).is_some() || is_case(word))
}

/// The two halves of `of::name`.
fn function(word: &str) -> Option<(&str, &str)> {
    let is_snake =
        |text: &str| text.chars().all(|c| c.is_ascii_lowercase() || "_0123456789".contains(c));
    word.split_once("::").filter(|(of, name)| is_snake(of) && is_snake(name) && name.contains('_'))
}

fn is_case(word: &str) -> bool {
    word.len() == 3 && word.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_there(test: &str, files: &[File]) -> bool {
    let Some((of, name)) = function(test) else {
        let case = format!("{CASES}{test}-");
        return files.iter().any(|file| file.path.starts_with(&case));
    };
    let declared = format!("fn {name}(");
    let is_of = |file: &&File| match FOLDERS.iter().find(|(word, _)| *word == of) {
        Some((_, folder)) => file.path.starts_with(folder),
        None => file.path == format!("{TESTS}{of}.rs"),
    };
    files.iter().filter(is_of).any(|file| file.text.contains(&declared))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(path: &str, text: &str) -> File {
        File { path: path.to_owned(), text: text.to_owned() }
    }

    #[track_caller]
    fn check(rows: &str, expected: &[(usize, &str)]) {
        let files = vec![
            file(RULES, rows),
            file("crates/patch-apply/tests/apply/rivals.rs", "#[test]\nfn it_is_near() {}\n"),
            file("crates/patch-apply/src/place/rung.rs", "    fn a_rung_forgives() {}\n"),
            file("crates/acp-patch/tests/cli/refusals/places.rs", "fn it_is_refused() {}\n"),
            file("crates/patch-testkit/corpora/apply/031-ambiguous.case", ""),
        ];
        let found = super::check(&Workspace { files, ..Workspace::default() });
        let found: Vec<_> = found.iter().map(|f| (f.line, f.what.as_str())).collect();
        assert_eq!(found, expected, "{rows}");
    }

    #[test]
    fn a_cell_is_short_enough_to_read() {
        let cell = |length: usize| format!("| rule |\n| --- |\n| {} |\n", "é".repeat(length));
        check(&cell(400), &[]);
        check(&cell(401), &[(3, "a cell of 401 characters, of at most 400")]);
        check(&format!("| {0} | {0} |\n", "x".repeat(300)), &[]);
        check(
            &format!("| {0} \\| {0} |\n", "x".repeat(199)),
            &[(1, "a cell of 402 characters, of at most 400")],
        );
        check(&"x".repeat(500), &[]);
    }

    #[test]
    fn each_file_that_a_page_names_is_there() {
        check(
            "`rung.rs`, `place/rung.rs`, `crates/patch-apply/src/place/rung.rs`, `NAME.rs`\n",
            &[],
        );
        check(
            "see\n`ung.rs` and `place.rs`\n",
            &[(2, "there is no file `ung.rs`"), (2, "there is no file `place.rs`")],
        );
    }

    #[test]
    fn each_test_that_a_rule_names_is_there() {
        check(
            "| a `heading::too_much` | `rivals::it_is_near`, `unit::a_rung_forgives`, 031 |\n",
            &[],
        );
        check("| a | `cli::it_is_refused` |\n", &[]);
        let missing =
            [(1, "there is no test `rivals::a_rung_forgives`"), (1, "there is no test `032`")];
        check("| a | `rivals::a_rung_forgives`, 032 |\n", &missing);
        check("| a | `rivals::it_is` |\n", &[(1, "there is no test `rivals::it_is`")]);
        check("| a | `unit::it_is_near` |\n", &[(1, "there is no test `unit::it_is_near`")]);
    }
}
