//! Every error code is documented, and some test provokes it.

use patch_parse::Code;

use super::Finding;
use super::workspace::{File, Workspace};

/// Where the codes are documented.
const DOCS: &str = "docs/errors.md";
/// Where they are listed.
const LIST: &str = "crates/patch-parse/src/code.rs";

/// Codes that nothing gives yet, and what has to be there first.
const NOT_YET: &[(Code, &str)] = &[
    (Code::FsDenied, "the tools of patch-tools"),
    (Code::ToolDenied, "the tools of patch-tools"),
    (Code::ToolFailed, "the tools of patch-tools"),
];

/// The codes of the workspace against its documentation and its tests.
pub fn check(workspace: &Workspace) -> Vec<Finding> {
    let docs = workspace.file(DOCS).map_or("", |docs| docs.text.as_str());
    let undocumented = Code::ALL.iter().filter(|&&code| !is_documented(docs, code));
    let undocumented: Vec<_> = undocumented.map(|code| code.as_str()).collect();
    let docs = (!undocumented.is_empty()).then(|| Finding {
        file: DOCS.to_owned(),
        line: 1,
        what: format!("not documented: {}", undocumented.join(", ")),
        mend: "run `cargo xtask schemas`".to_owned(),
    });
    let untested = Code::ALL.iter().filter_map(|&code| untested(&workspace.files, code));
    docs.into_iter().chain(untested).collect()
}

fn is_documented(docs: &str, code: Code) -> bool {
    let heading = format!("## `{code}`");
    docs.lines().any(|line| line == heading)
}

fn untested(files: &[File], code: Code) -> Option<Finding> {
    let is_tested = files.iter().any(|file| mentions(test_text(file), code));
    let (what, mend) = match (is_tested, NOT_YET.iter().find(|(pending, _)| *pending == code)) {
        (true, None) | (false, Some(_)) => return None,
        (true, Some(_)) => (
            format!("`{code}` has a test by now"),
            "take it off the list NOT_YET in xtask/src/tidy/codes.rs",
        ),
        (false, None) => (
            format!("no test names `{code}`"),
            "write one that provokes it: a case in the corpora, or a test under crates/*/tests",
        ),
    };
    let list = files.iter().find(|file| file.path == LIST);
    let line = list.map_or(1, |list| list.line_of(&format!("\"{code}\"")));
    Some(Finding { file: LIST.to_owned(), line, what, mend: mend.to_owned() })
}

/// The part of a file that is a test or data for one; the tests of xtask do not count.
fn test_text(file: &File) -> &str {
    let File { path, text } = file;
    if !path.starts_with("crates/") {
        ""
    } else if path.contains("/tests/") || path.ends_with("/tests.rs") || path.contains("/corpora/")
    {
        text
    } else {
        text.find("#[cfg(test)]").and_then(|at| text.get(at..)).unwrap_or_default()
    }
}

/// Whether the text names the code: as a variant or as its string, and as a whole word.
fn mentions(text: &str, code: Code) -> bool {
    let is_word = |at: usize, len: usize| {
        let part = |c: char| c.is_alphanumeric() || c == '_';
        let before = text.get(..at).and_then(|before| before.chars().next_back());
        let after = text.get(at + len..).and_then(|after| after.chars().next());
        !before.is_some_and(part) && !after.is_some_and(part)
    };
    [format!("Code::{code:?}"), code.to_string()]
        .iter()
        .any(|name| text.match_indices(name).any(|(at, _)| is_word(at, name.len())))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(path: &str, text: &str) -> File {
        File { path: path.to_owned(), text: text.to_owned() }
    }

    #[track_caller]
    fn check(path: &str, text: &str, expected: Option<&str>) {
        let found = untested(&[file(path, text)], Code::FileExists);
        assert_eq!(found.map(|f| f.what).as_deref(), expected, "{path}: {text}");
    }

    #[test]
    fn a_code_is_named_by_its_string_or_its_variant_in_a_test() {
        let missing = Some("no test names `file_exists`");
        check("crates/x/tests/a.rs", "check(\"file_exists\")", None);
        check("crates/x/src/a/tests.rs", "Code::FileExists;", None);
        check("crates/x/corpora/1.case", "-- error --\nfile_exists\n", None);
        check("crates/x/src/a.rs", "#[cfg(test)]\nmod tests { Code::FileExists }", None);
        check("crates/x/src/a.rs", "Code::FileExists", missing);
        check("crates/x/tests/a.rs", "no_file_exists Code::FileExistsNot", missing);
        check("xtask/tests/a.rs", "file_exists", missing);
    }

    #[test]
    fn a_pending_code_that_has_a_test_is_pending_no_more() {
        let found = untested(&[file("crates/x/tests/a.rs", "tool_denied")], Code::ToolDenied);
        assert_eq!(found.unwrap().what, "`tool_denied` has a test by now");
        assert_eq!(untested(&[], Code::ToolDenied), None);
    }

    #[test]
    fn a_code_has_a_heading_in_the_docs() {
        let docs = "# Errors\n\n## `file_exists`\n\nThe opposite is `file_not_found`.\n";
        assert!(is_documented(docs, Code::FileExists));
        assert!(!is_documented(docs, Code::FileNotFound));
    }
}
