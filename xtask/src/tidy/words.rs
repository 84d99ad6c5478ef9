//! Checks that pages, comments and names of functions use the terms of this project.

use std::path::Path;

use super::Finding;
use super::workspace::{File, Workspace};

/// Words of the table in `CONTRIBUTING.md` that are not used, and what is used instead.
const WORDS: &[(&str, &str)] = &[
    ("stand", "matches, is found, is"),
    ("stands", "matches, is found, is"),
    ("stood", "matched, was found, was"),
    ("has a word", "counts against it"),
    ("have a word", "count against it"),
    ("diff block", "file section or hunk"),
    ("range line", "hunk header"),
    ("before block", "old lines"),
    ("search text", "old lines"),
    ("surroundings", "context"),
    ("fuzzy match", "rival"),
    ("best match", "near miss"),
];
/// A `Who` without a noun before it, which is no question.
const WHO: (&str, &str) = ("Who", "whoever");
/// Where that table is: the only place that may contain the words.
const TABLE: (&str, &str) = ("CONTRIBUTING.md", "## Words");
/// This file, which has to name them as well.
const OWN: &str = "xtask/src/tidy/words.rs";

/// Finds words that are not used here: in pages, and in the comments and functions of sources.
pub fn check(workspace: &Workspace) -> Vec<Finding> {
    let files = workspace.files.iter();
    let found = files.flat_map(|file| match Path::new(&file.path).extension() {
        Some(end) if end == "md" => in_page(file),
        Some(end) if end == "rs" => in_source(file),
        _ => Vec::new(),
    });
    found.collect()
}

/// In a page; [`WHO`] as well.
fn in_page(page: &File) -> Vec<Finding> {
    let mut is_table = false;
    let mut findings = Vec::new();
    for (line, text) in page.lines() {
        if text.starts_with('#') {
            is_table = (page.path.as_str(), text) == TABLE;
        }
        if is_table {
            continue;
        }
        let prose = without_code(text);
        let is_who = is_said(&prose, WHO.0) && !prose.contains('?');
        let who = is_who.then_some(&WHO);
        findings.extend(said(&prose).chain(who).map(|found| finding(page, line, found)));
    }
    findings
}

/// In the comments of a source file, and in the names of its functions.
fn in_source(file: &File) -> Vec<Finding> {
    if file.path == OWN {
        return Vec::new();
    }
    let lines = file.lines().flat_map(|(line, text)| {
        let prose = match text.trim_start().strip_prefix("//") {
            Some(comment) => without_code(comment),
            None => function(text).unwrap_or_default().replace('_', " "),
        };
        said(&prose).map(|found| finding(file, line, found)).collect::<Vec<_>>()
    });
    lines.collect()
}

/// The name of the function that a line declares.
fn function(line: &str) -> Option<&str> {
    let (before, name) = line.split_once("fn ")?;
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let is_declaration = !before.ends_with(is_name) && !before.contains("//");
    is_declaration.then(|| name.split(|c| !is_name(c)).next()).flatten()
}

/// A text without what is between backquotes.
fn without_code(text: &str) -> String {
    text.split('`').step_by(2).collect::<Vec<_>>().join("`")
}

fn said(prose: &str) -> impl Iterator<Item = &'static (&'static str, &'static str)> {
    WORDS.iter().filter(move |(word, _)| is_said(prose, word))
}

/// Whether the text contains the word as a whole, and not as `stands for`.
fn is_said(text: &str, word: &str) -> bool {
    text.match_indices(word).any(|(at, _)| {
        let (before, after) = (text.get(..at), text.get(at + word.len()..));
        let (before, after) = (before.unwrap_or_default(), after.unwrap_or_default());
        let is_whole = !before.ends_with(char::is_alphanumeric)
            && !after.starts_with(char::is_alphanumeric)
            && !before.ends_with('-')
            && !after.starts_with('-');
        is_whole && !after.starts_with(" for")
    })
}

fn finding(file: &File, line: usize, (word, instead): &(&str, &str)) -> Finding {
    Finding {
        file: file.path.clone(),
        line,
        what: format!("`{word}` is said otherwise here"),
        mend: format!("{instead}; see the table of words in CONTRIBUTING.md"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(path: &str, text: &str, expected: &[(usize, &str)]) {
        let files = vec![File { path: path.to_owned(), text: text.to_owned() }];
        let found = super::check(&Workspace { files, ..Workspace::default() });
        let found: Vec<_> = found.iter().map(|f| (f.line, f.what.as_str())).collect();
        assert_eq!(found, expected, "{path}: {text}");
    }

    #[test]
    fn a_page_uses_the_terms_of_this_project() {
        let check = |text, expected: &[_]| check("docs/placement.md", text, expected);
        check("A hunk stands there.\n", &[(1, "`stands` is said otherwise here")]);
        check("A mark stands for a line, and a stand-in `stands` there; they understand.\n", &[]);
        check("Who asks gets it.\n", &[(1, "`Who` is said otherwise here")]);
        check("Who asks?\n", &[]);
    }

    #[test]
    fn only_the_table_may_contain_the_words() {
        let text = "## Words\n\n| is | stands |\n\n## Style\n\nIt stands there.\n";
        check("CONTRIBUTING.md", text, &[(7, "`stands` is said otherwise here")]);
    }

    #[test]
    fn comments_and_names_of_functions_use_the_terms_as_well() {
        let check = |text, expected: &[_]| check("crates/patch-fs/src/a.rs", text, expected);
        check("    // It stood there.\n", &[(1, "`stood` is said otherwise here")]);
        check("//! Marks that `stand` and stand for lines.\n", &[]);
        check(
            "fn it_has_a_word() {\n    let stand = \"stands\";\n",
            &[(1, "`has a word` is said otherwise here")],
        );
        check("pub(crate) const fn stand_at(x: u8) {\n", &[(1, "`stand` is said otherwise here")]);
        check("fn a_mark_stands_for_a_line() {\n", &[]);
        check("/// Who asks gets it.\nlet often stand;\n", &[]);
    }
}
